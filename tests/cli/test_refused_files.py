"""Every verb of the shell, and the table, where the file system refuses: a sentence with the right path."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.play.shell import Place
from tests.play.warm import PATIENCE, Hindrance, WarmProgram
from tests.pseudo_terminal import Terminal
from tests.trials import Trials, one_of
from tracker.cli.invocation import DONE, REFUSED, WRONG
from tracker.cli.verbs import VERBS

NAME = "mesa"
ENTERED, READ, NOTHING = 0o700, 0o400, 0o000
WORDS: dict[str, tuple[str, ...]] = {
    "status": (NAME,),
    "do": (NAME, "nota", "hola"),
    "log": (NAME,),
    "doctor": (NAME, "--repair"),
    "open": (NAME,),
    "demo": ("chronicle",),
    "new": ("otra",),
    "list": (),
    "chapter": (NAME, "siguiente"),
    "watch": (NAME, "--json"),
    "recap": (NAME,),
    "stats": (NAME,),
    "prep": (NAME, "--write"),
    "verify": (NAME,),
    "merge": (NAME,),
    "sync": (NAME, "host:mesa"),
    "serve": (NAME,),
    "backups": (NAME,),
    "restore": (NAME, "bak"),
    "library": ("list",),
    "game": ("update", NAME),
    "git-setup": (),
    "roll": ("2d6",),
    "odds": ("2d6",),
    "config": (),
    "completion": ("bash",),
    "help": (),
    "complete": ("bash", "status", "m"),
}
QUICK = ("status", "do", "log", "doctor")
ASKS_NO_FILE = ("roll", "odds", "config", "completion", "help", "complete")
"""Verbs that answer whatever the files are."""


@dataclass(frozen=True, slots=True)
class State:
    """A state of the file system, and what stands in its way."""

    spoil: Callable[[Place], Path]
    """Spoils a place, and returns the path that a sentence has to name."""
    hindrance: Hindrance | None = Hindrance.POWERLESS
    refused: frozenset[str] = frozenset(QUICK)
    """Those of the quick verbs that cannot answer."""


def with_mode(folder: Callable[[Place], Path], mode: int) -> Callable[[Place], Path]:
    def spoil(at: Place) -> Path:
        folder(at).chmod(mode)
        return folder(at)

    return spoil


def save_of(at: Place) -> Path:
    return at.saves / f"{NAME}.json"


def state_of(at: Place) -> Path:
    return at.folder / "state"


def save_is_a_folder(at: Place) -> Path:
    save_of(at).unlink()
    save_of(at).mkdir()
    return save_of(at)


def save_is_a_broken_link(at: Place) -> Path:
    save_of(at).unlink()
    save_of(at).symlink_to("nowhere")
    return save_of(at)


def saves_are_a_file(at: Place) -> Path:
    for path in at.saves.iterdir():
        path.unlink()
    at.saves.rmdir()
    at.saves.write_text("")
    return at.saves


STATES = {
    "saves not entered": State(with_mode(lambda at: at.saves, NOTHING)),
    "saves not entered but read": State(with_mode(lambda at: at.saves, READ)),
    "save not read": State(with_mode(save_of, NOTHING)),
    "state not entered": State(with_mode(state_of, NOTHING)),
    "journals not entered": State(with_mode(lambda at: at.journals, NOTHING)),
    "journals not written": State(with_mode(lambda at: at.journals, 0o500), refused=frozenset()),
    "save is a folder": State(save_is_a_folder),
    "save is a broken link": State(save_is_a_broken_link),
    "saves are a file": State(saves_are_a_file),
    "disk is full": State(lambda at: at.folder, Hindrance.FULL, refused=frozenset({"do"})),
    "working folder is gone": State(lambda at: at.folder, Hindrance.HOMELESS, refused=frozenset()),
}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Place]:
    at = Place(tmp_path)
    at.begin(NAME, "pj Lía")
    yield at
    for path in (at.saves, state_of(at), at.journals):
        if os.path.lexists(path):
            path.chmod(ENTERED)


def answer(at: Place, verb: str, hindrance: Hindrance | None) -> tuple[int, str]:
    """Return the exit code of a verb and all that it has said."""
    here = at.folder / "here"
    here.mkdir(exist_ok=True)
    said, out = os.pipe()
    nothing = os.open(os.devnull, os.O_RDONLY)
    words = ([] if verb == "open" else [verb]) + list(WORDS[verb])
    program = WarmProgram(words, [nothing, out, out], at.environment, here, hindrance)
    os.close(out)
    os.close(nothing)
    if verb == "watch":  # it looks until nobody reads any more
        first = os.read(said, 65_536)
        os.close(said)
        program.terminate()
        program.wait(PATIENCE)
        return DONE if first.startswith(b"{") else REFUSED, first.decode()
    with os.fdopen(said, encoding="utf-8") as file:
        whole = file.read()
    return program.wait(PATIENCE), whole


def test_every_verb_is_tried() -> None:
    assert set(WORDS) == set(VERBS)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("verb", one_of(sorted(WORDS, key="do".__ne__)))
def test_a_verb_says_which_path_is_refused(at: Place, trials: Trials, verb: str, state: str) -> None:
    path = STATES[state].spoil(at)
    code, said = answer(at, verb, STATES[state].hindrance)
    shown = f"{code}\n{said}"
    assert code in (DONE, REFUSED, WRONG), shown
    assert not [*at.folder.glob("state/tracker/reports/*")], shown
    if verb in STATES[state].refused:
        assert code == REFUSED, shown
        assert str(path) in said, shown
    elif verb in QUICK:
        assert code == DONE, shown
    trials("verbs where the file system refuses", 1)


def test_no_campaign_begins_that_could_not_be_opened(at: Place) -> None:
    path = STATES["state not entered"].spoil(at)
    code, said = answer(at, "new", Hindrance.POWERLESS)
    assert (code, str(path) in said) == (REFUSED, True), said
    assert sorted(each.name for each in at.saves.glob("otra*")) == []
    path.chmod(ENTERED)
    assert answer(at, "new", Hindrance.POWERLESS)[0] == DONE


@pytest.mark.parametrize("suffix", [".lock", ".bak"])
def test_a_folder_beside_a_save_is_named_by_who_plays_and_by_the_doctor(at: Place, suffix: str) -> None:
    taken = at.saves / f"{NAME}.json{suffix}"
    taken.unlink(missing_ok=True)
    taken.mkdir()
    code, said = answer(at, "do", Hindrance.POWERLESS)
    assert (code, str(taken) in said) == (DONE, True), said
    code, said = answer(at, "doctor", Hindrance.POWERLESS)
    assert (code, str(taken) in said) == (REFUSED, True), said
    taken.rmdir()
    assert answer(at, "doctor", Hindrance.POWERLESS)[0] == DONE


@pytest.mark.parametrize("folder", one_of(["saves", "state"]))
def test_an_open_table_says_once_what_is_refused_and_goes_on(at: Place, folder: str) -> None:
    own = {"TRACKER_SAVES": str(at.saves), "XDG_STATE_HOME": str(at.folder / "state"), "TRACKER_LANG": "es"}
    terminal = Terminal(NAME, size=(120, 24), hindrance=Hindrance.POWERLESS, **own)
    try:
        assert terminal.shows("? Ayuda"), terminal.text
        (at.folder / folder).chmod(NOTHING)
        assert terminal.shows("No tienes permiso"), terminal.text
        assert f"/{folder}/" in terminal.text.replace("\n", ""), terminal.text
        (at.folder / folder).chmod(ENTERED)
        terminal.press(":", "daño Lía 3", "\r")
        assert terminal.shows("7/10"), terminal.text
    finally:
        (at.folder / folder).chmod(ENTERED)
        terminal.close()
