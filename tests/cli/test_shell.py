"""Every verb of the shell: what it answers, how it ends, what it leaves."""

import csv
import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.inside import play
from tests.hostile import with_payload
from tests.play.shell import DONE, PROGRAM, REFUSED, UNWRITTEN, WRONG, Answer, Place, without_ids
from tests.play.terminal import Terminal
from tests.play.warm import PATIENCE
from tests.told import damaged_sentence, joined_sentence
from tests.trials import one_of, one_row_of

PARTY = (
    "pj Lía fuerza=12/11 blindaje=d6",
    "pj Bruno",
    "nota =1+1 | *a* ~b~",
    "prueba Lía fuerza ventaja = 3 15",
)
NASTY = "[b]Ñandú[/] \x1b[2J 龍"
VERBS = ("do", "status", "roll", "list", "log", "new", "help")


@pytest.fixture
def at(tmp_path: Path) -> Place:
    return Place(tmp_path)


def check_refusal(answer: Answer, *said: str) -> None:
    """Check that something was refused in a sentence."""
    output = answer.err or answer.out
    assert answer.code == REFUSED
    assert "Traceback" not in output
    assert output.strip()
    for each in said:
        assert each in output


def test_a_campaign_is_begun_played_shown_and_listed(at: Place) -> None:
    answer = at.run("new", "La Torre", "--system", "chronicle")
    assert (answer.code, answer.out) == (DONE, f"Campaña creada: {at.saves}/La Torre.json\n")
    assert at.run("do", "La Torre", "pj", "Lía").out == f"{joined_sentence('Lía')}.\n"
    assert "Lía · Salud 10/10" in at.run("status", "La Torre").out
    assert at.run("status", str(at.saves / "La Torre.json")).code == DONE
    assert at.run("list").out.startswith("La Torre: La Torre · Crónica (d20) · ")
    [listed] = at.run("list", "--json").objects
    assert (listed["name"], listed["title"], listed["system"]) == ("La Torre", "La Torre", "chronicle")
    assert (listed["path"], listed["refusal"]) == (f"{at.saves}/La Torre.json", None)


def test_a_demo_without_a_terminal_leaves_no_campaign_behind(at: Place) -> None:
    assert at.run("demo").code == WRONG
    assert not [*at.folder.rglob("*.json")]


def test_an_empty_folder_has_no_campaigns(at: Place) -> None:
    assert at.run("list").out == f"No hay campañas en {at.saves}.\n"
    assert at.run("list", "--json").out == ""


def test_each_line_is_answered_and_a_refusal_stops_nothing(at: Place) -> None:
    at.begin("T")
    answer = at.run("do", "T", lines=["pj Lía", "", "vuela", "daño Lía 3"])
    assert answer.code == REFUSED
    assert answer.out.splitlines()[0::2] == [
        f"{joined_sentence('Lía')}.",
        f"{damaged_sentence('Lía', 3, 7)}.",
    ]
    assert answer.out.splitlines()[1].startswith("No conozco la orden «vuela».")


def test_a_line_that_begins_with_a_hash_is_a_comment(at: Place) -> None:
    at.begin("T")
    answer = at.run(
        "do", "T", lines=["# la primera tarde", "pj Lía", "  # y su nota", "nota # no", "1d1 # sí"]
    )
    assert answer.code == DONE
    assert answer.out.splitlines()[:2] == [f"{joined_sentence('Lía')}.", "Nota: # no"]
    assert answer.out.count("\n") == 3


def test_an_undo_of_what_another_gm_did_says_whose_it_is_and_asks_for_yes(at: Place) -> None:
    at.begin("T", "pj Lía")
    at.run("do", "T", "daño lía 3", "--gm", "zoe")
    answer = at.run("do", "T", "deshacer")
    check_refusal(answer, f"Esto lo hizo zoe: «{damaged_sentence('Lía', 3, 7)}.». Con --yes se deshace.")
    assert at.run("do", "T", "--yes", "deshacer").code == DONE
    assert "Salud 10/10" in at.run("status", "T").out
    assert at.run("do", "T", "deshacer").code == DONE


def test_a_shared_action_given_up_for_another_is_named_and_asks_for_yes(at: Place) -> None:
    at.run("new", "T", "--system", "margin")
    at.run("do", "T", lines=["pj Lía habilidades=Trepar 12", "pj Bren habilidades=Trepar 9"])
    at.run("do", "T", lines=["emprende Lía trepar margen 20 1h el muro", "colabora Lía, Bren"])
    told = (
        "Lía abandona el muro. Bren sigue con el muro sin Lía. Lía emprende Trepar: margen 5, turnos de 1h."
    )
    answer = at.run("do", "T", "emprende Lía trepar margen 5 1h")
    check_refusal(answer, f"{told} Todavía no se ha hecho: con --yes se hace.")
    assert at.run("do", "T", "--yes", "emprende Lía trepar margen 5 1h").out == f"{told}\n"


def test_the_status_tells_who_is_in_no_encounter(at: Place) -> None:
    at.begin("T", "pj Lía", "aparece Orco", "combate Emboscada Lía")
    assert "\nFuera del encuentro:\n  Orco · Salud 10/10\n" in at.run("status", "T").out


def test_an_answer_in_json_says_what_came_of_a_line(at: Place) -> None:
    at.begin("T")
    answer = at.run("do", "T", "--json", lines=[*PARTY, "prueba Lía fuerza = 99"])
    *output, last = answer.objects
    assert answer.code == REFUSED
    assert [each["kind"] for each in output] == ["join", "join", "note", "test"]
    assert all(each["shared"] for each in output)
    throw = output[-1]["throws"][0]
    assert (throw["faces"], throw["kept"], throw["typed"]) == ([3, 15], [15], [True, True])
    assert (throw["total"], throw["target"], throw["outcome"]) == (15, 11, "success")
    assert (last["id"], last["kind"], last["code"], last["shared"]) == (
        None,
        "refused",
        "face_out_of_range",
        False,
    )


def test_a_printed_table_is_an_answer_and_no_event(at: Place) -> None:
    at.run("new", "T", "--system", "margin")
    [answer] = at.run("do", "T", "--json", "consulta margen de fallo").objects

    assert answer["columns"] == ["Margen", "Resultado"]
    assert answer["rows"][0] == ["1–4", "no lo logra, sin más"]
    assert len(at.run("log", "T", "--format", "jsonl").objects) == 1


def test_a_roll_gives_every_face_those_kept_and_the_total(at: Place) -> None:
    answer = at.run("roll", "4d6kh3+2 # fuerza", "--json", "--seed", "7")
    (rolled,) = answer.objects
    assert (len(rolled["faces"]), len(rolled["kept"]), rolled["sides"]) == (4, 3, [6] * 4)
    assert rolled["total"] == sum(rolled["kept"]) + 2
    assert rolled["label"] == "fuerza"


def test_an_option_may_stand_before_the_order(at: Place) -> None:
    at.run("new", "mesa")
    before, behind = (
        at.run("do", "mesa", *words) for words in (("--json", "tira 2d6"), ("tira 2d6", "--json"))
    )
    assert [json.loads(each.out)["kind"] for each in (before, behind)] == ["throw", "throw"]


def test_a_seed_repeats_the_dice(at: Place) -> None:
    once, again = (at.run("roll", "20d20", "--seed", "42").out for _ in range(2))
    assert once == again != at.run("roll", "20d20", "--seed", "43").out
    for name in ("A", "B"):
        at.begin(name)
        at.run("do", name, "--seed", "5", lines=["pj Lía", "10d20", "prueba Lía fuerza"])
    logs = [
        [without_ids(each["throws"]) for each in at.run("log", name, "--format", "jsonl").objects]
        for name in "AB"
    ]
    assert logs[0] == logs[1]


def test_the_log_reads_back_in_every_format(at: Place) -> None:
    at.begin("T", *PARTY, "2d6 # [b]x[/]", "deshacer")
    events = at.run("log", "T", "--format", "jsonl").objects
    assert [each["counts"] for each in events] == [True] * 5 + [False, True]
    assert events[-1]["cancels"] == events[-2]["id"]

    rows = list(csv.DictReader(StringIO(at.run("log", "T", "--format", "csv").out)))
    assert [row["id"].removeprefix("'") for row in rows] == [each["id"] for each in events]
    assert [int(row["counts"]) for row in rows] == [int(each["counts"]) for each in events]
    assert rows[4]["total"] == "15"
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())

    page = at.run("log", "T", "--format", "md").out
    assert page.startswith("# T\n")
    assert "**ana**: Nota: =1+1 \\| \\*a\\* \\~b\\~" in page
    assert "**ana**: ~~\\[b\\]x\\[/\\]: 2d6 = " in page

    text = at.run("log", "T").out
    assert "(deshecho)" in text
    assert "[b]x[/]" in text


def test_status_is_the_whole_table(at: Place) -> None:
    at.begin("T", *PARTY, "aparece Goblin", "combate Puente", "siguiente", "lleva Lía Antorcha d6 luz")
    table = at.status("T")
    assert {"title", "system", "now", "creatures", "encounter", "supplies"} <= table.keys()
    assert {"pending", "watch", "travelled", "rolls", "events"} <= table.keys()
    assert table["encounter"]["active"]["name"] == "Lía"
    text = at.run("status", "T").out
    for said in ("T — Crónica (d20)", "Día 1, 08:00", "Encuentro: Puente, ronda 1", "Antorcha d6"):
        assert said in text


@pytest.mark.parametrize(
    "words",
    [
        ["new"],
        ["do"],
        ["status"],
        ["log"],
        ["roll"],
        ["list", "--lang", "fr"],
        ["roll", "1d6", "--seed", "x"],
        ["log", "T", "--format", "pdf"],
        ["one", "two", "three"],
        ["--bogus"],
    ],
    ids=" ".join,
)
def test_a_wrong_usage_says_the_right_one(at: Place, words: list[str]) -> None:
    answer = at.run(*words)
    assert answer.code == WRONG
    assert " Uso: tracker" in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "../.."], "no sirve de nombre"),
        (["new", "///"], "no sirve de nombre"),
        (["new", "..."], "no sirve de nombre"),
        (["new", "x" * 300], "no sirve de nombre"),
        (["new", "T", "--system", "ajedrez"], "No conozco el juego «ajedrez». Hay: Crónica (d20), Horror"),
        (["demo", "ajedrez"], "No conozco el juego «ajedrez»"),
        (["status", "nadie"], "No hay ninguna campaña en"),
        (["do", "nadie", "nota", "a"], "No hay ninguna campaña en"),
        (["log", "/etc"], "no es un fichero corriente"),
        (["status", "/etc/passwd"], "no se ha tocado"),
        (["roll", "2d"], ""),
        (["roll", "9" * 400 + "d6"], ""),
        (["roll", NASTY], ""),
        (["list", "--saves", "/etc/passwd"], ""),
    ],
    ids=lambda value: (
        "" if isinstance(value, str) else " ".join(value)[:30].encode("ascii", "ignore").decode()
    ),
)
def test_what_cannot_be_is_refused_in_a_sentence(at: Place, words: list[str], said: str) -> None:
    check_refusal(at.run(*words), said)
    assert not [*at.folder.rglob("*.json")]


@pytest.mark.parametrize(
    ("word", "system"),
    [
        ("margin", "margin"),
        ("margen", "margin"),
        ("Crónica", "chronicle"),
        ("cronica", "chronicle"),
        ("perc", "percentile"),
        ("Percentil (d100)", "percentile"),
    ],
)
def test_a_game_goes_by_its_key_or_by_the_name_that_screens_show(at: Place, word: str, system: str) -> None:
    assert at.run("new", "T", "--system", word).code == DONE
    [campaign] = at.run("list", "--json").objects
    assert campaign["system"] == system


def test_a_campaign_is_never_begun_twice(at: Place) -> None:
    at.begin("T", "pj Lía")
    before = (at.saves / "T.json").read_bytes()
    check_refusal(at.run("new", "T"), "Ya hay una campaña en")
    assert (at.saves / "T.json").read_bytes() == before


def test_a_new_campaign_may_be_a_path(at: Place) -> None:
    assert at.run("new", "./otra").code == DONE
    assert at.run("new", str(at.folder / "más.json")).code == DONE
    assert sorted(path.name for path in at.folder.glob("*.json")) == ["más.json", "otra.json"]
    assert at.run("status", "./otra.json").out.startswith("otra — ")


def test_what_the_store_found_is_said_beside_the_answer(at: Place) -> None:
    at.begin("T", "pj Lía")
    save = at.saves / "T.json"
    whole = save.read_bytes()
    for verb in (["status", "T", "--json"], ["do", "T", "nota x"]):
        save.write_bytes(whole[:-9])
        answer = at.run(*verb)
        assert (answer.code, "dañada" in answer.out) == (DONE, False)
        assert "La campaña estaba dañada: han vuelto" in answer.err
    assert at.run("status", "T").err == ""


def test_what_prevails_of_two_versions_is_said_when_copies_are_united(at: Place) -> None:
    at.begin("T", "nota blanco")
    save = at.saves / "T.json"
    save.with_name("T (1).json").write_bytes(with_payload(save.read_bytes(), "blanco", "zarco"))
    answer = at.run("merge", "T")
    assert (answer.code, answer.out) == (DONE, "Copias unidas en T.json: 1. Sucesos nuevos: 0.\n")
    assert "otra versión" in answer.err or "dos versiones" in answer.err


def test_a_campaign_is_listed_by_the_title_that_it_has_now(at: Place) -> None:
    def listed() -> str:
        return str(at.run("list", "--json").objects[0]["title"])

    at.begin("T", "título La caída", 'nota ["title","=","no"]')
    assert listed() == "La caída"
    at.run("do", "T", lines=["deshacer", "deshacer"])
    assert listed() == "T"
    at.run("do", "T", lines=["rehacer", "pj Lía"])
    assert listed() == "La caída"
    torn = (at.saves / "T.json").read_bytes().replace(b'"La ca', b'"La \x00')
    (at.saves / "T.json").write_bytes(torn)
    assert listed() == "T"


def test_a_save_is_named_by_its_title_too_unless_another_has_the_same(at: Place) -> None:
    at.begin("Las salinas de Orvega")
    file = at.saves / "Las salinas de Orvega.json"
    file.rename(at.saves / "orvega.json")
    assert at.run("status", "las salinas de órvega").code == DONE

    at.begin("Las salinas de Orvega")
    file.rename(at.saves / "otra.json")
    check_refusal(at.run("status", "las salinas de órvega"), "las salinas de orvega.json")
    assert at.run("new", "Las salinas de Orvega").code == DONE
    assert at.run("status", "Las salinas de Orvega").code == DONE


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"meta":{"format":99}}', b"null"]
)
@pytest.mark.parametrize("verb", ["status", "log"])
def test_a_bad_save_is_refused_and_left_as_it_is(at: Place, content: bytes, verb: str) -> None:
    at.saves.mkdir()
    bad = at.saves / "mala.json"
    bad.write_bytes(content)
    check_refusal(at.run(verb, "mala"))
    assert bad.read_bytes() == content


def test_a_bad_save_is_listed_with_its_reason(at: Place) -> None:
    at.begin("T")
    (at.saves / "mala.json").write_bytes(b"nothing")
    answer = at.run("list")
    assert (answer.code, len(answer.out.splitlines())) == (DONE, 2)
    assert "mala: " in answer.out
    assert "dañado" in answer.out


@pytest.mark.parametrize(
    "line",
    [
        "vuela",
        "daño nadie 4",
        "daño Lía",
        "daño Lía -4",
        "daño Lía 1e9",
        "prueba Lía fuerza = 21",
        "prueba Lía fuerza = 0",
        "prueba Lía fuerza = 1 2 3",
        "prueba Lía fuerza = veinte",
        "prueba Lía suerte",
        "pj Lía",
        "ficha Lía salud=muchos",
        "ficha Lía salud_total=0",
        "ajuste munición nunca",
        "intervalo 0m",
        "intervalo 99999d",
        "reloj 0 08:00",
        "reloj 24:00",
        "viaja 3 leguas",
        "vigila -4",
        "lleva Lía Antorcha d7",
        "enciende Antorcha",
        "siguiente",
        "anterior",
        "resuelve",
        "omite",
        "rehacer",
        "2d6+",
        "1d0",
        "((((((((((1d6",
        "nota",
        "=",
        "= 4",
        '"',
        "\x00\x1b[2J",
        "x" * 5_000,
        f"daño {NASTY} 4",
    ],
    ids=lambda line: line[:24].encode("ascii", "ignore").decode().replace("\x00", "").replace("\x1b", ""),
)
def test_a_line_that_cannot_be_is_one_sentence_and_changes_nothing(
    at: Place, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output, before, after = play(at.folder, "pj Lía", line, capsys)
    assert output[0] == f"{joined_sentence('Lía')}."
    assert len(output) == 2
    assert output[1]
    assert "\x1b" not in output[1]
    assert after == before


def test_a_nasty_name_is_cleaned_and_shown(at: Place) -> None:
    at.begin("T", f"pj {NASTY}")
    for words in (
        ["status", "T"],
        ["log", "T"],
        ["log", "T", "--format", "csv"],
        ["log", "T", "--format", "md"],
    ):
        answer = at.run(*words)
        assert "\x1b" not in answer.out
        assert "[b]Ñandú[/]" in answer.out.replace("\\", "")
        assert "龍" in answer.out


def test_bytes_that_are_no_text_do_not_stop_the_rest(at: Place) -> None:
    at.begin("T")
    answer = at.run_command(*PROGRAM, "do", "T", given="nota caf\udce9\nnota b\n")
    assert (answer.code, answer.err) == (DONE, "")
    assert answer.out.endswith("Nota: b\n")


def test_a_terminal_without_the_letters_gets_question_marks(at: Place) -> None:
    at.begin("T", *PARTY)
    answer = at.run("log", "T", PYTHONIOENCODING="ascii")
    assert (answer.code, answer.err) == (DONE, "")
    assert "L?a se une al grupo." in answer.out


def test_a_reader_that_leaves_is_no_fault(at: Place) -> None:
    at.begin("T", *(f"nota {'x' * 100}{n}" for n in range(300)))
    with at.running("log", "T") as program:
        program.out.read(10)
        program.out.close()
        assert program.err.read() == ""
        assert program.process.wait(PATIENCE) == DONE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="nothing here is always full")
@pytest.mark.parametrize(
    "words", one_of([("log", "T"), ("status", "T"), ("list", "--json"), ("do", "T", "nota a"), ("help",)])
)
def test_an_answer_that_the_disk_has_no_room_for_is_said_to_be_cut(at: Place, words: tuple[str, ...]) -> None:
    at.begin("T", *(f"nota {'x' * 100}{n}" for n in range(100)))
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=dict(at.environment),
            cwd=at.folder,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == UNWRITTEN
    assert done.stderr.startswith("La respuesta no se puede escribir entera (")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("stream", one_of(["<&- >&- 2>&-", "<&-", ">&-"]))
def test_a_closed_stream_is_no_fault(at: Place, stream: str) -> None:
    at.begin("T")
    answer = at.run_command("sh", "-c", f'"$@" {stream}', "sh", *PROGRAM, "do", "T")
    assert (answer.code, answer.err) == (DONE, "")


@pytest.mark.parametrize(
    "words", one_of([("watch", "T", "--json"), ("--plain", "watch", "T"), ("log", "T", "-f")])
)
def test_what_goes_on_ends_without_an_output(at: Place, words: tuple[str, ...]) -> None:
    at.begin("T")
    answer = at.run_command("sh", "-c", '"$@" >&-', "sh", *PROGRAM, *words)
    assert (answer.code, answer.err) == (DONE, "")


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_without_a_word(at: Place) -> None:
    at.begin("T")
    with at.running("do", "T") as program:
        program.write("nota a")
        assert program.read() == "Nota: a\n"
        assert program.interrupt() == 130
        assert program.err.read() == ""


@pytest.mark.parametrize(("option", "environment"), [(["--lang", "en"], {}), ([], {"TRACKER_LANG": "en"})])
def test_the_shell_speaks_english_when_asked(
    at: Place, option: list[str], environment: dict[str, str]
) -> None:
    at.begin("T", "pj Lía")
    assert "Day 1, 08:00" in at.run(*option, "status", "T", **environment).out
    answer = at.run("do", "T", *option, "damage lia 3", **environment)
    assert "3 damage" in answer.out
    assert at.run(*option, "status", "nadie", **environment).err.startswith("There is no")
    assert at.run("new", *option, **environment).err.startswith("NAME is missing. Usage: tracker new NAME")


def test_both_languages_read_the_same_verbs(at: Place) -> None:
    at.begin(
        "E", "pc Lía", "damage lia 3", "test lia strength = 12", "note hi", "undo", "redo", "interval 10m"
    )
    at.begin(
        "S",
        "pj Lía",
        "daño lía 3",
        "prueba lía fuerza = 12",
        "nota hi",
        "deshacer",
        "rehacer",
        "intervalo 10m",
    )
    english, spanish = without_ids(at.status("E")), without_ids(at.status("S"))
    assert english.pop("title") != spanish.pop("title")
    assert english == spanish


def test_the_gm_is_who_they_say(at: Place) -> None:
    at.begin("T")
    at.run("do", "T", "nota a", "--gm", "zoe")
    at.run("do", "T", "nota b", TRACKER_GM="eva")
    assert [each["gm"] for each in at.run("log", "T", "--format", "jsonl").objects] == ["ana", "zoe", "eva"]


@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_but_opening_imports_textual(at: Place, verb: str) -> None:
    at.begin("T", "pj Lía")
    words = {"do": ["do", "T", "nota a"], "roll": ["roll", "2d6"], "new": ["new", "U"], "list": ["list"]}
    program = (
        "import sys; from tracker.cli import main; code = main(sys.argv[1:]); "
        "sys.exit(code or sorted({'textual', 'rich'} & sys.modules.keys()) or 0)"
    )
    given = words.get(verb, [verb, "T"] if verb != "help" else ["help"])
    answer = at.run_command(sys.executable, "-c", program, *given)
    assert (answer.code, answer.err) == (DONE, "")


@pytest.mark.parametrize("words", [[], ["T"]])
def test_without_a_terminal_it_says_so(at: Place, words: list[str]) -> None:
    at.begin("T")
    answer = at.run(*words)
    assert answer.code == WRONG
    assert answer.err == "Hace falta una terminal. Con ssh, usa «ssh -t».\n"


def test_help_names_every_verb(at: Place) -> None:
    for words in (["help"], ["--help"]):
        answer = at.run(*words)
        assert answer.code == DONE
        assert all(f"\n  {verb} " in answer.out for verb in VERBS)


@pytest.mark.parametrize(("number", "status"), one_row_of([(signal.SIGHUP, 129), (signal.SIGTERM, 143)]))
def test_a_signal_ends_the_screen_cleanly(at: Place, number: int, status: int) -> None:
    at.begin("T", "pj Lía")
    with Terminal("T", environment=at.environment, folder=at.folder) as terminal:
        terminal.see("? Ayuda")
        terminal.press("d", "3", "enter")
        terminal.see_notice(f"{damaged_sentence('Lía', 3, 7)}.")
        assert terminal.end(number) == status
        assert not any("Traceback" in line for line in terminal.lines)
    assert "Salud 7/10" in at.run("status", "T").out


def test_a_demo_of_a_game_that_is_a_file_opens_its_example(at: Place) -> None:
    with Terminal("demo", "travesía", environment=at.environment, folder=at.folder) as terminal:
        terminal.see("Los arreos · R2")


def test_a_save_that_is_not_there_is_refused_before_the_screen(at: Place) -> None:
    check_refusal(at.run("nadie"), "No hay ninguna campaña en")


def test_a_save_that_cannot_be_opened_is_said_at_home(at: Place) -> None:
    at.saves.mkdir()
    (at.saves / "mala.json").write_bytes(b"nothing")
    with Terminal("mala", environment=at.environment, folder=at.folder) as terminal:
        terminal.see("De mala.json no queda nada con lo que seguir")
        terminal.press("q")
        assert terminal.end() == DONE


def test_python_m_tracker_and_the_command_are_the_same(at: Place) -> None:
    command = Path(sys.executable).parent / "tracker"
    if not os.access(command, os.X_OK):
        assert json.loads(at.run("roll", "1d6", "--json").out)["sides"] == [6]
        return
    done = subprocess.run([command, "roll", "1d6", "--seed", "1"], capture_output=True, text=True, check=True)
    assert done.stdout == at.run("roll", "1d6", "--seed", "1").out


def test_a_full_status_has_every_field_for_programs_that_know_no_defaults(at: Place) -> None:
    at.run("new", "T")
    at.run("do", "T", "pj Lía")
    brief = json.loads(at.run("status", "T", "--json").out)
    full = json.loads(at.run("status", "T", "--json", "--full").out)

    assert "level" not in brief["creatures"][0]["sheet"]
    assert full["creatures"][0]["sheet"]["level"] == 1
    assert full["scene"]["ammo_mode"] == "per_shot"
    assert full.keys() == brief.keys()
