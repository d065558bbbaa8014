"""`tracker game pack`, `add` and `take`: from one GM's table to another's, and back out of a save."""

import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from tests.play.shell import Place, stood_in
from tests.trials import each_of
from tracker.cli.invocation import DONE, REFUSED, WRONG
from tracker.cli.main import main
from tracker.commands.parse import verbs_over
from tracker.manual import template
from tracker.rules.refusal import Refusal
from tracker.session.change import Change, How
from tracker.session.event import Draft
from tracker.store.campaign import Campaign, Spectator
from tracker.store.files import replace
from tracker.store.game_files import read_game_text
from tracker.store.paths import examples_folder

FILES = Path(__file__).parents[1] / "rules/game_file/files"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    return stood_in(tmp_path, monkeypatch)


def put(name: str, old: str = "", new: str = "", to: str = "") -> Path:
    """Put a game file into the current folder, with a text changed in it."""
    path = Path(to or f"{name}.toml")
    text = (FILES / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_a_game_goes_from_a_campaign_to_another_gm_with_its_example(at: Place, capsys: Captured) -> None:
    put("ascuas", 'name = "Ascuas"', 'name = "Ascuas"\nversion = "2"')
    assert main(["new", "Mina", "--game", "./ascuas.toml"]) == DONE
    assert main(["do", "Mina", "pj Lía vigor=3"]) == DONE
    assert main(["game", "pack", "Mina"]) == DONE
    assert "también lo que los jugadores no saben" in capsys.readouterr().out
    assert main(["game", "add", "ascuas-pack.toml"]) == DONE
    assert "tracker demo ascuas" in capsys.readouterr().out
    assert main(["game", "list"]) == DONE
    assert f"ascuas: Ascuas (d6) · versión 2 · {at.saves}/games/ascuas.toml" in capsys.readouterr().out
    assert main(["new", "Otra", "--system", "ascuas"]) == DONE
    assert read_game_text(at.saves / "games/ascuas.toml") == read_game_text(Path("ascuas.toml"))
    assert Spectator(at.saves / "games/ascuas.json").history.session.title == "Mina"
    capsys.readouterr()
    assert main(["complete", "--", "demo", "asc"]) == DONE
    assert capsys.readouterr().out == "ascuas\t\n"
    assert main(["game", "show", "ascuas"]) == DONE
    assert capsys.readouterr().out.startswith("«Ascuas», versión 2: 7 datos, 0 relojes")


def test_another_text_of_a_game_says_what_changes_and_asks(at: Place, capsys: Captured) -> None:
    put("ascuas")
    assert main(["game", "add", "ascuas.toml"]) == DONE
    put("ascuas", 'name = "Ascuas"', 'name = "Ascuas"\nversion = "2"', to="dos.toml")
    put("ascuas", "vigor   = [2, 0, 6]", "vigor   = [3, 0, 6]", to="otra.toml")
    own = at.saves / "games/ascuas.toml"
    before = own.read_bytes()
    capsys.readouterr()
    for name, said in (("dos", "es la versión 2 y cambia"), ("otra", "Atributos · cambia: vigor")):
        assert main(["game", "add", f"{name}.toml"]) == REFUSED
        output = capsys.readouterr().out
        assert said in output
        assert "con --yes" in output
        assert own.read_bytes() == before
    assert main(["game", "add", "otra.toml", "--yes"]) == DONE
    assert own.read_bytes() == Path("otra.toml").read_bytes()
    assert Path(f"{own}.bak").read_bytes() == before
    assert main(["game", "add", "otra.toml"]) == DONE
    assert "se queda como está" in capsys.readouterr().out


def test_house_rules_bring_the_game_below_and_are_taken_out_of_a_save(at: Place, capsys: Captured) -> None:
    put("ascuas")
    put("posada")
    games = at.saves / "games"
    games.mkdir()
    for name in ("ascuas", "posada"):
        shutil.copy(f"{name}.toml", games)
    assert main(["new", "Mina", "--system", "posada"]) == DONE
    assert main(["game", "pack", "Mina", "paquete"]) == DONE
    assert sorted(each.name for each in Path("paquete").iterdir()) == [
        "ascuas.toml",
        "posada.json",
        "posada.toml",
    ]
    shutil.rmtree(games)
    assert main(["game", "take", "Mina", "fuera"]) == DONE
    for name in ("ascuas", "posada"):
        assert read_game_text(Path(f"fuera/{name}.toml")) == read_game_text(Path(f"{name}.toml"))
    assert main(["game", "take", "Mina", "fuera"]) == REFUSED
    assert main(["game", "add", "paquete"]) == DONE
    assert sorted(each.name for each in games.iterdir()) == ["ascuas.toml", "posada.json", "posada.toml"]
    assert main(["new", "Otra", "--system", "posada"]) == DONE


def test_a_check_named_like_a_verb_of_the_program_is_warned_of(at: Place, capsys: Captured) -> None:
    text = template("j").replace("check.prueba", "check.mira")
    Path("j.toml").write_text(re.sub(r"^prueba +=.*$", 'mira = ["mira"]', text, flags=re.M))
    assert main(["game", "check", "j.toml"]) == DONE
    assert "[check.mira]: Nadie podrá escribir «mira»" in capsys.readouterr().out
    assert dict(verbs_over("chronicle", ["look", "tira", "salmo"])) == {"look": "mira", "tira": "tira"}


def test_no_name_of_a_game_of_the_program_is_a_verb_of_it(at: Place, capsys: Captured) -> None:
    for name in ("mareas", "j.toml"):
        Path("j.toml").write_text(template("j"))
        assert main(["game", "check", name]) == DONE
        assert "Nadie podrá" not in capsys.readouterr().out


def test_the_games_of_the_program_are_packed_with_their_examples(at: Place, capsys: Captured) -> None:
    assert main(["game", "pack", "mareas", "m.toml"]) == DONE
    assert main(["game", "check", "m.toml"]) == DONE
    assert main(["game", "add", "m.toml"]) == DONE
    assert "se queda como está" in capsys.readouterr().out
    assert not (at.saves / "games").exists()


@each_of(
    ("words", "said"),
    [
        (("pack", "Torre"), "no lleva ningún fichero de juego"),
        (("take", "Torre"), "no lleva ningún fichero de juego"),
        (("take", "nadie"), "nadie.json"),
        (("pack", "../../nada.toml"), "nada.toml"),
        (("pack", "na\x1bda"), "No hay ningún fichero de juego"),
        (("add", "nada.toml"), "nada.toml"),
        (("add", "../\x1b[2J.toml"), ".toml"),
        (("add", "grande.toml"), "demasiado grande"),
        (("add", "binario.toml"), "no es un texto en UTF-8"),
        (("add", "otro.toml"), "línea 1"),
        (("add", "prosa.toml"), "línea 1"),
        (("add", "fallo.toml"), "línea 5, [game.health]: No hay ningún contador «aguate»"),
        (("add", "sin_base.toml"), "No hay ningún juego «ascuas»"),
        (("add", "vacia"), "ningún fichero de juego"),
        (("add", str(examples_folder("es"))), "ningún fichero de juego"),
    ],
)
def test_what_cannot_be_given_or_added_is_told_and_leaves_nothing(
    words: tuple[str, ...], said: str, at: Place, capsys: Captured
) -> None:
    Path("grande.toml").write_text("# x\n" * 2_500_000, encoding="utf-8")
    Path("binario.toml").write_bytes(b"\xff\xfe\x00")
    Path("otro.toml").write_text('[build-system]\nrequires = ["x"]\n', encoding="utf-8")
    Path("prosa.toml").write_text("Érase una vez…\n", encoding="utf-8")
    put("ascuas", 'health = "aguante"', 'health = "aguate"', to="fallo.toml")
    put("posada", to="sin_base.toml")
    Path("vacia").mkdir(exist_ok=True)
    before = sorted(at.folder.rglob("*"))
    assert main(["game", *words]) == REFUSED
    output = "".join(capsys.readouterr())
    assert said in output
    assert "\x1b" not in output
    assert sorted(at.folder.rglob("*")) == before


def test_a_file_of_another_game_in_its_place_is_left_alone(at: Place, capsys: Captured) -> None:
    games = at.saves / "games"
    games.mkdir()
    for text in ('[game]\nkey = "otro"\n', (FILES / "duelo.toml").read_text(encoding="utf-8")):
        (games / "ascuas.toml").write_text(text, encoding="utf-8")
        assert main(["game", "add", str(put("ascuas")), "--yes"]) == REFUSED
        assert "no se toca" in capsys.readouterr().err
        assert (games / "ascuas.toml").read_text(encoding="utf-8") == text


def test_in_a_kiosk_no_game_comes_or_goes(at: Place, capsys: Captured) -> None:
    for words in (("pack", "mareas"), ("add", "x.toml"), ("take", "Torre")):
        assert main(["--kiosk", "game", *words]) == REFUSED
    assert main(["game", "add", "x.toml", "y"]) == WRONG
    capsys.readouterr()


def test_a_game_under_another_name_is_replaced_there_and_opened_by_that_name(
    at: Place, capsys: Captured
) -> None:
    games = at.saves / "games"
    games.mkdir()
    shutil.copy(put("ascuas"), games / "mi juego.toml")
    assert main(["new", "Mina", "--system", "mi juego"]) == DONE
    put("ascuas", "vigor   = [2, 0, 6]", "vigor   = [3, 0, 6]", to="otra.toml")
    assert main(["game", "update", "Mina", "./otra.toml", "--yes"]) == DONE
    assert main(["game", "pack", "Mina", "p.toml"]) == DONE
    capsys.readouterr()
    assert main(["game", "add", "p.toml", "--yes"]) == DONE
    output = capsys.readouterr().out
    assert "tracker new NOMBRE --system 'mi juego'" in output
    assert "tracker demo 'mi juego'" in output
    assert sorted(each.name for each in games.iterdir()) == [
        "mi juego.json",
        "mi juego.toml",
        "mi juego.toml.bak",
    ]


def test_a_text_of_a_newer_program_is_taken_out_of_a_save(at: Place) -> None:
    path = put("ascuas")
    assert main(["new", "Mina", "--game", f"./{path}"]) == DONE
    newer = read_game_text(path) + "\n[weather]\nrain = 1\n"
    with closing(Campaign.open(at.saves / "Mina.json", at.journals, "ana", lambda: 1)) as campaign:
        campaign.play(Draft(changes=(Change(("rules",), How.TO, newer),)))
        campaign.share()
    assert main(["game", "take", "Mina", "fuera"]) == DONE
    assert read_game_text(Path("fuera/ascuas.toml")) == newer


def test_a_pack_that_does_not_fit_on_the_disk_leaves_nothing(
    at: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, *content: bytes, backup: bool) -> object:
        if path.suffix == ".toml":
            raise Refusal("disk_full", path=str(path))
        return replace(path, *content, backup=backup)

    assert main(["new", "Mina", "--game", f"./{put('ascuas')}"]) == DONE
    assert main(["game", "pack", "Mina", "p.toml"]) == DONE
    monkeypatch.setattr("tracker.cli.game_packs.replace", fail)
    assert main(["game", "add", "p.toml"]) == REFUSED
    assert [*(at.saves / "games").iterdir()] == []


def test_a_game_with_an_example_of_another_is_not_packed(at: Place, capsys: Captured) -> None:
    (at.saves / "games").mkdir()
    shutil.copy(put("ascuas"), at.saves / "games")
    shutil.copy(at.saves / "Torre.json", at.saves / "games/ascuas.json")
    assert main(["game", "pack", "ascuas", "p.toml"]) == REFUSED
    assert "no es una campaña de «ascuas»" in capsys.readouterr().err
    assert not Path("p.toml").exists()
