"""The real program in terminals of every kind."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.play.warm import ROOT
from tests.pseudo_terminal import Start, starting
from tests.told import undone
from tests.trials import one_of, one_row_of
from tests.watch.secrets import HERO, SAGE, Game, full_of_secrets
from tracker.wording.messages import say

COLOUR = re.compile(rb"\x1b\[[0-9;]*?(?<![0-9])(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?![0-9])[0-9;]*m")
SIGNS = re.compile("[\u2190-\u21ff\u2500-\u27bf]")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return full_of_secrets(tmp_path, "chronicle")


@pytest.fixture
def start(game: Game, tmp_path: Path) -> Iterator[Start]:
    with starting(game.path, tmp_path) as start:
        yield start


def test_a_system_that_names_no_language_is_asked_once_for_one(start: Start, tmp_path: Path) -> None:
    terminal = start(LANG="C.UTF-8")
    assert terminal.shows("¿En qué idioma? / Which language?   1 Español   2 English")
    terminal.press("n")  # no answer
    terminal.press("2")
    assert terminal.shows("Help")
    kept = (tmp_path / "config" / "tracker" / "tracker.toml").read_text()
    assert kept == 'language = "en"\n'
    assert start(toml=kept, LANG="C.UTF-8").shows("Help")


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("watch",)], ids=["table", "watch"])
def test_while_nothing_happens_nothing_is_written(start: Start, game: Game, words: tuple[str, ...]) -> None:
    terminal = start(*words, str(game.path))
    assert terminal.shows(HERO)
    if not words:
        terminal.press("2")
    while terminal.read(0.5):
        pass
    assert terminal.read(2) == b""  # twice as long as from one look at the others to the next


@pytest.mark.parametrize("words", one_of([(), ("watch",)]), ids=["table", "watch"])
def test_the_terminal_says_how_large_it_is_and_no_variable_does(
    start: Start, game: Game, words: tuple[str, ...]
) -> None:
    terminal = start(*words, str(game.path), COLUMNS="40", LINES="10")
    assert terminal.shows(HERO)
    assert terminal.shows("? Ayuda")
    assert "? Ayuda" in terminal.screen.display[23]


@pytest.mark.parametrize(("words", "environment"), one_row_of([((), {"NO_COLOR": "1"}), (("--plain",), {})]))
def test_no_colour_means_none(
    start: Start, game: Game, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    terminal = start(str(game.path), *words, **environment)
    assert terminal.shows(SAGE)
    terminal.press("2", "3", "4", "g", "l", "q", "?", "q", "u", "n", "g", "a", "q", "g", "t", "q")
    assert not COLOUR.search(terminal.written)


def test_sixteen_colours_are_left_to_the_terminal(start: Start, game: Game) -> None:
    terminal = start(str(game.path), "--theme", "16")
    assert terminal.shows(SAGE)
    terminal.press("2", "3", "4")
    assert not re.search(rb"\x1b\[[0-9;]*[34]8;", terminal.written)
    assert COLOUR.search(terminal.written)


@pytest.mark.parametrize(("theme", "colour"), one_row_of([("light", b"238"), ("contrast", b"48;5;16")]))
def test_a_theme_may_be_asked_for(start: Start, game: Game, theme: str, colour: bytes) -> None:
    asked = start(str(game.path), "--theme", theme)
    assert asked.shows(HERO)
    preferred = start(str(game.path), toml=f'theme = "{theme}"')
    assert preferred.shows(HERO)
    for terminal in (asked, preferred):
        terminal.read(0.5)
    assert b"48;5;233" not in asked.written + preferred.written
    for terminal in (asked, preferred):
        assert set(re.findall(rb"48;5;\d+", terminal.written))


def test_plain_draws_with_letters_and_says_the_open_tab(start: Start, game: Game) -> None:
    terminal = start(str(game.path), "--plain")
    assert terminal.shows("[2 Encuentro]")
    assert terminal.wait_until(
        lambda: any(line.startswith("A>") and HERO in line for line in terminal.text.splitlines())
    )
    terminal.press("1")
    assert terminal.shows("[1 Grupo]")
    terminal.press("3", "4", "g", "l", "q", "?")
    assert not SIGNS.search(terminal.written.decode())


@pytest.mark.parametrize(
    ("words", "toml", "hidden"),
    one_row_of([((), "", True), ((), "cursor = true", False), (("--plain",), "", False)]),
)
def test_the_terminals_cursor_follows_the_selection(
    start: Start, game: Game, words: tuple[str, ...], toml: str, hidden: bool
) -> None:
    terminal = start(str(game.path), *words, toml=toml)
    assert terminal.shows(SAGE)
    terminal.press("1")
    screen = terminal.screen

    def follows(name: str) -> bool:
        return terminal.wait_until(lambda: name in screen.display[screen.cursor.y])

    assert follows(HERO)
    for key, name in (("\x1b[B", SAGE), ("\x1b[A", HERO)):
        terminal.press(key)
        assert follows(name)
    assert screen.cursor.hidden == hidden
    terminal.press("u")
    assert terminal.wait_until(
        lambda: any("¿Se deshace" in line for line in screen.display[: screen.cursor.y])
    )


def test_the_terminals_cursor_is_where_the_next_letter_goes(start: Start, game: Game) -> None:
    terminal = start(str(game.path))
    assert terminal.shows(SAGE)
    terminal.press("o")
    assert terminal.shows("Nota")
    asked = next(y for y, line in enumerate(terminal.screen.display) if line.startswith("Nota"))
    assert (terminal.screen.cursor.x, terminal.screen.cursor.y) == (0, asked + 1)
    terminal.press("a", "b")
    assert terminal.wait_until(lambda: (terminal.screen.cursor.x, terminal.screen.cursor.y) == (2, asked + 1))


def test_mistakes_are_told_at_the_start_and_stop_nothing(start: Start) -> None:
    terminal = start(toml='theme = "rosa"\n[keys]\n"encounter.next" = "d"\n')
    assert terminal.shows("theme = rosa no vale")
    assert terminal.shows("la tecla d ya es de creature.damage")
    terminal.press("q")
    assert terminal.shows("1 Grupo")


def test_a_wrong_line_of_a_key_is_told_at_the_start_and_the_other_lines_are_played(start: Start) -> None:
    terminal = start(toml='[keys]\nb = "frobula . 3"\nd = "nota hecha; nota {¿Qué más?}"\n')
    assert terminal.shows(say("refusal.key_without_verb", key="b", verb="frobula"))
    terminal.press("q")
    assert terminal.shows(say("own_keys.covers", key="d", what=say("key.creature.damage")))
    terminal.press("d")
    assert terminal.shows("¿Qué más?")
    terminal.press(*"fin", "\r")
    assert terminal.shows("fin")


def test_the_keys_of_the_gm_do_what_they_say(start: Start, game: Game) -> None:
    terminal = start(toml='[keys]\n"encounter.next" = "ñ"\n"table.undo" = "ç"\n')
    assert terminal.shows(HERO)
    terminal.press("2")
    assert terminal.shows("ñ Turno")
    terminal.press("ñ")
    assert terminal.shows("Turno de")
    terminal.press("ç", "ç")
    assert terminal.shows(f"{undone()}Turno de")
    terminal.press("?")
    assert terminal.shows("ñ        turno siguiente")


def test_the_words_of_the_shell_need_no_screen(start: Start, tmp_path: Path, game: Game) -> None:
    program = (
        "import sys; from tracker.cli import main; "
        f"main(['status', {str(game.path)!r}]); assert 'textual' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT, capture_output=True)


def test_a_sentence_names_the_key_that_the_gm_has_chosen(start: Start, tmp_path: Path) -> None:
    terminal = start("--saves", str(tmp_path / "none"), toml='[keys]\n"home.new" = "ñ"\n')
    assert terminal.shows("ñ empieza una")


def test_colours_that_are_chosen_stay_for_the_next_time(start: Start, game: Game, tmp_path: Path) -> None:
    file = tmp_path / "config" / "tracker" / "tracker.toml"
    terminal = start(toml='# mío\ncursor = true\ntheme = "dark"\n')
    assert terminal.shows(HERO)
    terminal.press("g", "t", "m")
    assert terminal.shows("Colores guardados en")
    assert file.read_text() == '# mío\ncursor = true\ntheme = "contrast"\n'
    file.write_text("theme =\n")
    terminal.press("g", "t", "c")
    assert terminal.shows("sin guardar: no es TOML")
    assert file.read_text() == "theme =\n"


def test_a_kiosk_writes_no_preferences(start: Start, game: Game, tmp_path: Path) -> None:
    file = tmp_path / "config" / "tracker" / "tracker.toml"
    terminal = start("--kiosk", "--saves", str(game.path.parent), game.path.stem, toml='theme = "dark"\n')
    assert terminal.shows(HERO)
    terminal.press("g", "t", "m")
    terminal.read(1)
    assert file.read_text() == 'theme = "dark"\n'
