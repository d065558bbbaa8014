"""The shell's verbs of dice: odds, stats, verify, a search of the log, help of the language."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tracker.cli import main
from tracker.store.event_line import write_line
from tracker.store.save_format import Contents, decode, encode


@pytest.fixture
def save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("TRACKER_SAVES", str(tmp_path))
    monkeypatch.setenv("TRACKER_GM", "ana")
    main(["new", "Torre"])
    for line in ("sella", "2d6 # salto", "1d20 = 17"):
        assert main(["do", "Torre", line]) == 0
    capsys.readouterr()
    return "Torre"


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main([*words])
    return code, capsys.readouterr().out


def test_odds_are_exact_in_text_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert "61,7 % (799/1296)" in answer(capsys, "odds", "4d6kh3 >= 12")[1]
    given = json.loads(answer(capsys, "odds", "--json", "2d6")[1])
    assert (given["exact"], given["mean"], given["chances"]["7"]) == (True, "7", "1/6")
    assert "estimado con 10000 tiradas" in answer(capsys, "odds", "10d6e6")[1]


@pytest.mark.parametrize("expression", ["-1d4+3", "-(1d4)+3", "-d4+3"])
def test_a_sum_may_begin_with_a_minus(expression: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, output = answer(capsys, "odds", expression, "--json")
    assert (code, json.loads(output)["mean"]) == (0, "1/2")


def test_the_odds_of_a_repeated_roll_are_those_of_each(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = answer(capsys, "odds", "3x 2d6")
    assert code == 0
    assert "Se tira 3 veces: así es cada una." in output
    assert json.loads(answer(capsys, "odds", "--json", "3x 2d6")[1])["mean"] == "7"


def test_odds_have_the_decimal_sign_of_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert "61.7 %" in answer(capsys, "--lang", "en", "odds", "4d6kh3 >= 12")[1]


def test_a_roll_that_is_compared_says_whether_it_is_met(capsys: pytest.CaptureFixture[str]) -> None:
    assert "2d6>=2 = " in (output := answer(capsys, "roll", "2d6 >= 2")[1])
    assert "contra 2, se cumple (d6" in output
    rolled = json.loads(answer(capsys, "roll", "2d6 >= 13", "--json")[1])
    assert (rolled["target"], rolled["met"]) == (13, False)


def test_a_sealed_campaign_verifies_and_a_touched_save_does_not(
    save: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["do", save, "abre"]) == 0
    capsys.readouterr()
    assert answer(capsys, "verify", save)[0] == 0

    path = next(tmp_path.glob("*.json"))
    forged = tmp_path / "forged.json"
    entries = dict(decode(path.read_bytes()).entries)
    roll = next(each for each, entry in entries.items() if b"salto" in entry.line)
    document = json.loads(json.dumps(entries[roll].document))
    die = document["throws"][0]["dice"][0]
    die["face"] = die["face"] % 6 + 1
    forged.write_bytes(encode(Contents.from_entries({**entries, roll: write_line(roll, document)})))
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "somebody")}
    command = [sys.executable, "-m", "tracker", "verify", str(forged)]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)

    assert ran.returncode == 1
    assert "una cara no es la que da el sello" in ran.stdout


def test_the_log_is_searched_and_the_dice_counted(save: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "log", save, "salto")[1]
    assert found.count(" ana: ") == 1
    assert "d20\n" in answer(capsys, "stats", save, "caras:tecleadas")[1]
    given = json.loads(answer(capsys, "stats", "--json", save)[1])
    assert {each["sides"]: each["typed"] for each in given["dice"]} == {6: 0, 20: 1}


@pytest.mark.parametrize("form", ["text", "jsonl", "csv", "md"])
def test_a_search_that_finds_nothing_says_so_beside_what_is_exported(
    save: str, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", save, "dragones", "--format", form]) == 0
    output = capsys.readouterr()
    assert output.err == "Nada de lo que ha pasado coincide con eso.\n"
    assert "dragones" not in output.out


def test_help_has_the_language_of_dice(capsys: pytest.CaptureFixture[str]) -> None:
    output = answer(capsys, "help", "dice")[1]
    assert "4d6kh3" in output
    assert "puñado" in output


def test_the_verbs_of_dice_do_without_the_screen() -> None:
    loads = "import sys, tracker.cli.main; assert not {'textual', 'rich'} & set(sys.modules), 'too heavy'"
    subprocess.run([sys.executable, "-c", loads], check=True)
