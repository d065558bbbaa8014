"""What was read through before, byte for byte and by this very code, is taken as it is; nothing else is."""

import ast
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.hostile import infected
from tests.session.test_any_game import TABLES, Player
from tracker.rules.refusal import Refusal
from tracker.session import event
from tracker.session.moves.campaign import note
from tracker.session.moves.rewind import rewind
from tracker.store import vouched
from tracker.store.campaign import Campaign
from tracker.store.contents import Contents
from tracker.store.layout import decode, encode
from tracker.store.line import Entry, write_line
from tracker.store.save import Save

LONG_NOTE = "Llueve. " * 100
NOTES = 100
"""So many long notes are more than is read without a mark."""
JUDGES_NOTHING = {
    "tracker.rules.record",
    "tracker.rules.refusal",
    "tracker.rules.system",  # a fact is two values that `event` has judged
    "tracker.session.state",  # what is changed, and how that is read, is asked each time
}


class Table:
    """A campaign's file, GMs who open it, and which events were judged meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "torre.json"
        self.folder = folder
        self.judged: list[str] = []

    def judge(self, event_id: str, entry: Entry) -> event.Event:
        self.judged.append(event_id)
        return event.believe(event_id, entry)

    def open(self, gm: str = "ana") -> Campaign:
        self.judged.clear()
        return Campaign.open(self.path, self.folder / gm, gm, lambda: 1)

    def opened(self, gm: str = "ana") -> int:
        """Open and close it; returns how many events were judged."""
        self.open(gm).close()
        return len(set(self.judged))

    def mark(self, gm: str = "ana") -> Path:
        (found,) = (self.folder / gm).glob("*.vouched")
        return found


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a long campaign that nobody has opened since it was begun."""
    made = Table(tmp_path)
    campaign = Campaign.create(
        made.path, tmp_path / "zoe", system="chronicle", title="T", gm="zoe", now=lambda: 1
    )
    for number in range(NOTES):
        campaign.play(note(campaign.session, f"{LONG_NOTE}{number}"))
    campaign.share()
    campaign.close()
    monkeypatch.setattr("tracker.store.campaign.believe", made.judge)
    return made


def test_what_was_believed_is_not_judged_again_and_what_is_new_is(table: Table) -> None:
    assert table.opened("ana") == table.opened("bea") == NOTES + 1
    assert table.opened("ana") == table.opened("bea") == 0

    ana = table.open()
    ana.play(note(ana.session, "nueva"))
    ana.share()
    ana.close()
    bea = table.open("bea")
    assert table.judged == [[*ana.history][-1].id]
    texts = [each.facts[0].data["text"] for each in [*bea.history][1:]]
    assert texts == [*(f"{LONG_NOTE}{number}" for number in range(NOTES)), "nueva"]
    bea.close()


def test_a_save_that_is_opened_is_not_held_once_more_line_by_line(table: Table) -> None:
    for _how in ("judged", "recalled"):
        ana = table.open()
        assert len({id(entry.lines) for entry in ana.save.entries.values()}) == 1
        ana.close()
    zoe = table.open("zoe")
    zoe.play(note(zoe.session, "nueva"))
    zoe.share()
    zoe.close()
    ana = table.open()
    assert len({id(entry.lines) for entry in ana.save.entries.values()}) == 1
    ana.close()


def test_what_comes_later_holds_no_more_than_itself(table: Table) -> None:
    ana, zoe = table.open("ana"), table.open("zoe")
    zoe.play(note(zoe.session, "suya"))
    ana.play(note(ana.session, "mía"))
    zoe.share()
    ana.share()
    for each in (ana, zoe):
        each.share()
        *_, one, other = each.save.documents.entries.values()
        assert (one.lines, other.lines) == (one.line, other.line)
        each.close()


def test_a_short_campaign_has_no_mark(tmp_path: Path) -> None:
    made = Table(tmp_path)
    Campaign.create(
        made.path, tmp_path / "ana", system="chronicle", title="T", gm="ana", now=lambda: 1
    ).close()
    made.opened()
    assert not [*tmp_path.glob("**/*.vouched")]


def test_a_mark_is_nobody_elses(table: Table) -> None:
    table.opened()
    assert table.mark().stat().st_mode & 0o777 == 0o600
    assert table.mark().parent.stat().st_mode & 0o777 == 0o700


def _another_length(mark: Path) -> None:
    length, digest = mark.read_text().split()
    mark.write_text(f"{int(length) - 2} {digest}")


def _a_folder(mark: Path) -> None:
    mark.unlink()
    mark.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "empty": lambda mark: mark.write_bytes(b""),
    "torn": lambda mark: mark.write_bytes(mark.read_bytes()[:-9]),
    "no text": lambda mark: mark.write_bytes(b"\xff\x00 \xfe"),
    "too much": lambda mark: mark.write_bytes(mark.read_bytes() * 100),
    "another length": _another_length,
    "below nothing": lambda mark: mark.write_text("-1 " + mark.read_text().split()[1]),
    "another digest": lambda mark: mark.write_text(mark.read_text().split()[0] + " " + "0" * 64),
    "a folder": _a_folder,
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_mark_that_does_not_agree_vouches_for_nothing(table: Table, what: str) -> None:
    table.opened()
    DAMAGE[what](table.mark())
    assert table.opened() == NOTES + 1


def test_other_code_vouches_for_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.opened()
    monkeypatch.setattr(vouched, "_JUDGES", (vouched, *vouched._JUDGES))
    assert (table.opened(), table.opened()) == (NOTES + 1, 0)


def test_all_that_judges_counts_as_the_code_that_did() -> None:
    judges = {module.__name__ for module in vouched._JUDGES}
    asked = set()
    for name in judges:
        for node in ast.walk(ast.parse(Path(str(sys.modules[name].__file__)).read_text())):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("tracker."):
                asked |= {_home(str(node.module), each.name) for each in node.names}
    assert asked - judges == JUDGES_NOTHING


def _home(module: str, name: str) -> str:
    """Return the module in which what is imported stands."""
    found = getattr(sys.modules[module], name)
    home: str = found.__name__ if isinstance(found, ModuleType) else getattr(found, "__module__", module)
    return home if home.startswith("tracker.") else module


def test_a_program_without_sources_judges_each_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event, "__file__", str(table.folder / "event.pyc"))
    assert (table.opened(), table.opened()) == (NOTES + 1, NOTES + 1)


def test_a_folder_that_cannot_be_written_is_no_matter(table: Table) -> None:
    (table.folder / "ana").write_bytes(b"")
    assert (table.opened(), table.opened()) == (NOTES + 1, NOTES + 1)


def test_a_save_that_somebody_changed_is_judged_whole_though_its_checksums_agree(table: Table) -> None:
    table.opened()
    table.path.write_bytes(infected(table.path.read_bytes(), "Llueve", "Nieva"))
    assert table.opened() == NOTES + 1


def _forged(table: Table, place: int, **members: Any) -> str:
    """Put members into one document of the save, whose checksums agree all the same."""
    entries = dict(decode(table.path.read_bytes()).entries)
    key = sorted(entries)[place]
    table.path.write_bytes(
        encode(Contents.of({**entries, key: write_line(key, entries[key].document | members)}))
    )
    return key


def test_nothing_is_vouched_for_where_an_event_is_not_believed(table: Table) -> None:
    _forged(table, 5, facts=[["note", [3]]])
    assert table.opened() == NOTES + 1
    assert not [*(table.folder / "ana").glob("*.vouched")]
    with_it = table.open()
    assert [each.code for each in with_it.save.notes] == ["withheld"]
    assert len(with_it.history) == NOTES
    with_it.close()


def test_nothing_is_vouched_for_where_the_journal_has_another_version(table: Table) -> None:
    table.opened()
    table.mark().unlink()
    _forged(table, 5, at=0, facts=[["note", [3]]])
    ana = table.open()
    assert len(ana.history) == NOTES + 1, "her own version is the one that prevails"
    assert not [*(table.folder / "ana").glob("*.vouched")]
    ana.close()


def test_nothing_is_vouched_for_where_a_version_that_is_not_believed_prevails(table: Table) -> None:
    table.opened("zoe")
    table.mark("zoe").unlink()
    _forged(table, 5, at=2, facts=[["note", [3]]])
    for told in (["withheld", "version_replaced"], ["withheld"]):
        zoe = table.open("zoe")
        assert [each.code for each in zoe.save.notes] == told
        assert len([each.facts for each in zoe.history]) == NOTES
        assert not [*(table.folder / "zoe").glob("*.vouched")]
        zoe.close()


def test_whoever_looks_for_what_is_wrong_judges_all(table: Table) -> None:
    table.opened()
    judged = []

    def judge(event_id: str, _entry: Entry) -> None:
        judged.append(event_id)

    Save.open(table.path, table.folder / "ana", judge).close()
    assert len(set(judged)) == NOTES + 1


def _told(campaign: Campaign) -> tuple[Any, ...]:
    history = campaign.history
    events = [
        (each, each.facts, each.throws, each.gm, each.at, each.clock, each.stays, history.counts(each.id))
        for each in history
    ]
    return history.session, history.names, history.edits, events, history.undoable, history.redoable


def _spaced(line: bytes) -> bytes:
    """Return a line with room around every name, which is JSON still."""
    return line[:22] + re.sub(rb'([{,])("[a-z]+"):', rb"\1 \2 : ", line[22:])


@pytest.mark.parametrize("spaced", [False, True], ids=["as a store writes", "as a stranger may"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))])
@pytest.mark.parametrize("system", TABLES)
def test_a_campaign_is_the_same_with_its_mark_as_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, seed: int, spaced: bool
) -> None:
    monkeypatch.setattr(vouched, "FEW_BYTES", 0)
    table = Table(tmp_path)
    monkeypatch.setattr("tracker.store.campaign.believe", table.judge)
    events = _played(system, seed)
    about = {"campaign": {"id": "c0ffee", "system": system, "title": "T"}}
    lines = {
        each.id: write_line(each.id, {**each.document, **(about if each is events[0] else {})})
        for each in events
    }
    if spaced:
        lines = {key: Entry(_spaced(entry.line)) for key, entry in lines.items()}
    table.path.write_bytes(encode(Contents.of(lines)))

    plain, marked = table.open(), table.open()
    assert not table.judged
    assert _told(plain) == _told(marked)
    assert len(marked.history) == len(events)
    for each in marked.history:
        assert plain.history.without(each.id) == marked.history.without(each.id)
    marked.close()
    plain.close()


def _played(system: str, seed: int) -> list[event.Event]:
    """Return the events of a game in which anything happens, and is taken back and brought again."""
    player = Player(system, seed)
    game, chance = player.game, player.chance
    for _ in range(60):
        with suppress(Refusal):
            game.play(chance.choice((player.act, player.settle, player.pass_time, player.next_turn))())
        if chance.random() < 0.3:
            game.attempt(
                chance.choice(("deshacer", "rehacer", "título Otro", "nota dos\nlíneas")), player.roll
            )
    kept = [each.id for each in game.events[: len(game.events) // 2]]
    game.play(rewind(game.history, kept, ""))
    game.attempt("deshacer", player.roll)
    return game.events
