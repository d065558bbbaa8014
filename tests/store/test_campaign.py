"""A campaign reads each of its events once, keeps no more of it than it needs, and unites its copies."""

import gc
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tracker.session.moves.campaign import note
from tracker.session.moves.party import join_party
from tracker.store.campaign import Campaign, Spectator
from tracker.store.event_line import Entry, highest_explained, write_line
from tracker.store.save import Save
from tracker.store.save_format import Contents, decode, encode
from tracker.store.sharing import Sharing


def test_documents_are_not_kept(tmp_path: Path) -> None:
    path, gm = tmp_path / "T.json", "solo aquí"
    ana = Campaign.create(path, tmp_path / "ana", system="chronicle", title="T", gm=gm, now=lambda: 1)
    told = [f"nota {number}" for number in range(100)]
    for text in told:
        ana.play(note(ana.session, text))
    ana.share()
    bea = Campaign.open(path, tmp_path / "bea", "bea", lambda: 1)
    kept = sum(type(each) is dict and each.get("gm") == gm for each in gc.get_objects())
    assert kept == 0
    assert [event.facts[0].data["text"] for event in [*bea.history][1:]] == told
    ana.close()
    bea.close()


def test_a_copy_that_is_united_while_a_share_is_under_way_waits_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "T.json", tmp_path / "T (1).json"
    ana = Campaign.create(path, tmp_path / "ana", system="chronicle", title="T", gm="ana", now=lambda: 1)
    shutil.copy(path, tmp_path / "B.json")
    bea = Campaign.open(tmp_path / "B.json", tmp_path / "bea", "bea", lambda: 1)
    event = bea.play(note(bea.session, "de bea"))
    bea.share()
    shutil.copy(tmp_path / "B.json", other)
    share = ana.save.share

    def share_then_unite() -> Sharing:
        sharing = share()
        ana.unite(ana.conflict_copies())
        return sharing

    with monkeypatch.context() as patch:
        patch.setattr(ana.save, "share", share_then_unite)
        ana.write_to_save()
    assert other.exists()
    ana.write_to_save()
    assert (event.id in decode(path.read_bytes()).entries, other.exists()) == (True, False)


def test_a_copy_made_by_hand_is_offered_once_it_has_gone_its_own_way(tmp_path: Path) -> None:
    """Another table may have it open: it is never united by itself, as the copy of a sync program is."""
    path, kept, synced = (tmp_path / name for name in ("T.json", "T antes del dragón.json", "T (1).json"))
    ana = Campaign.create(path, tmp_path / "ana", system="chronicle", title="T", gm="ana", now=lambda: 1)
    assert ana.conflict_copies() == ()
    shutil.copy(path, kept)
    ana.play(note(ana.session, "de ana"))
    assert ana.share().is_shared
    assert ana.conflict_copies() == ()
    bea = Campaign.open(kept, tmp_path / "bea", "bea", lambda: 1)
    assert bea.conflict_copies() == ()
    event = bea.play(note(bea.session, "de bea"))
    assert bea.share().is_shared
    assert ana.stirs_beside
    assert ana.arrived_copies() == ()
    assert [copy.path for copy in ana.conflict_copies()] == [kept]
    shutil.copy(kept, synced)
    assert [copy.path for copy in ana.arrived_copies()] == [synced]
    ana.unite(ana.conflict_copies())
    ana.write_to_save()
    assert event.id in decode(path.read_bytes()).entries
    assert not kept.exists()
    assert not synced.exists()


def test_a_party_is_named_even_if_its_save_has_a_rejected_event(tmp_path: Path) -> None:
    path = tmp_path / "T.json"
    ana = Campaign.create(path, tmp_path / "ana", system="chronicle", title="T", gm="ana", now=lambda: 1)
    ana.play(join_party(ana.session, "Lía", {}, lambda: "lia"))
    ana.share()
    ana.close()
    other = Save.open(path, tmp_path / "otra")
    other.append({"facts": [["note", [3]]]})
    assert other.share().is_shared
    other.close()
    session = Spectator(path).history.session
    assert [session.creatures[who].name for who in session.party()] == ["Lía"]


class Shared:
    """A campaign of two GMs, and what a third may put into its file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "T.json"
        self.ana = Campaign.create(
            self.path, folder / "ana", system="chronicle", title="T", gm="ana", now=lambda: 1
        )
        self.event = self.ana.play(join_party(self.ana.session, "Lía", {}, lambda: "lia"))
        self.ana.share()

    def put(self, event_id: str, **members: Any) -> Entry:
        """Write another version of Lía's event into the file, under some id, with checksums that agree."""
        entries = dict(decode(self.path.read_bytes()).entries)
        entries[event_id] = write_line(event_id, {**self.event.document, **members})
        self.path.write_bytes(encode(Contents.from_entries(entries)))
        return entries[event_id]

    def assert_shown_is_what_a_restart_shows(self) -> None:
        again = Campaign.open(self.path, self.folder / "ana", "ana", lambda: 1)
        assert [each.document for each in self.ana.history] == [each.document for each in again.history]
        assert self.ana.session == again.session
        assert [*self.ana.save.documents] == [*again.save.documents]
        again.close()


BELIEVED = {"at": 2}
NOT_BELIEVED = {"at": 3, "facts": [["note", [3]]]}


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Shared]:
    made = Shared(tmp_path)
    yield made
    made.ana.close()


def test_a_rejected_version_that_prevails_withdraws_the_event_and_says_so(shared: Shared) -> None:
    shared.put(shared.event.id, **NOT_BELIEVED)
    shared.ana.take_in(shared.ana.save.poll())
    assert shared.ana.save.is_share_due
    told = shared.ana.share().notes
    assert [(each.code, each.data["events"]) for each in told] == [("version_replaced", 1), ("withheld", 1)]
    assert not shared.ana.session.creatures
    shared.assert_shown_is_what_a_restart_shows()
    assert shared.ana.share().notes == ()


def test_a_rejected_event_of_another_gm_is_reported_when_it_arrives(shared: Shared) -> None:
    shared.put("0000000009-0badcafe", **NOT_BELIEVED)
    assert shared.ana.save.poll() == {}
    assert [(each.code, each.data["events"]) for each in shared.ana.share().notes] == [("withheld", 1)]
    shared.assert_shown_is_what_a_restart_shows()


@pytest.mark.parametrize("first", [BELIEVED, NOT_BELIEVED])
def test_only_the_prevailing_version_of_united_copies_is_shown(shared: Shared, first: dict[str, Any]) -> None:
    event_id = "0000000009-0badcafe"
    for number, members in enumerate((first, NOT_BELIEVED if first is BELIEVED else BELIEVED)):
        shared.ana.share()
        shared.put(event_id, **members)
        shutil.copy(shared.path, shared.path.with_name(f"T ({number}).json"))
        shared.path.write_bytes(encode(Contents.from_entries(shared.ana.save.entries)))
    shared.ana.unite(shared.ana.conflict_copies())
    assert shared.ana.share().is_shared
    assert event_id not in shared.ana.history
    shared.assert_shown_is_what_a_restart_shows()


def test_late_news_are_folded_only_if_still_accepted(shared: Shared) -> None:
    event_id = "0000000009-0badcafe"
    shared.put(event_id, **BELIEVED)
    superseded = shared.ana.write_to_save().documents
    shared.put(event_id, **NOT_BELIEVED)
    shared.ana.take_in(shared.ana.save.poll())
    assert shared.ana.take_in(superseded) == []
    shared.assert_shown_is_what_a_restart_shows()


def test_leaping_numbers_are_accepted_alike_in_any_order_of_arrival(shared: Shared) -> None:
    far, farther = (f"{highest_explained(events):010d}-0badcafe" for events in (2, 3))
    for event_id in (farther, far):
        shared.put(event_id, **BELIEVED)
        shared.ana.share()
    assert farther in shared.ana.history
    shared.assert_shown_is_what_a_restart_shows()


def test_a_leaping_event_is_accepted_once_own_events_reach_it(shared: Shared) -> None:
    leapt = f"{highest_explained(3):010d}-0badcafe"
    shared.put(leapt, **BELIEVED)
    shared.ana.share()
    assert leapt not in shared.ana.history
    shared.ana.play(note(shared.ana.session, "una"))
    shared.ana.share()
    assert leapt in shared.ana.history
    shared.assert_shown_is_what_a_restart_shows()


def test_own_actions_do_not_validate_the_events_of_others_again(shared: Shared) -> None:
    leapt = f"{highest_explained(3):010d}-0badcafe"
    shared.put(leapt, **BELIEVED)
    shared.ana.share()
    shared.ana.play(note(shared.ana.session, "una"))
    assert leapt not in shared.ana.save.documents
    assert leapt in shared.ana.save.poll()


def test_actions_numbered_after_a_withdrawn_event_stay(shared: Shared) -> None:
    far = f"{highest_explained(2):010d}-0badcafe"
    shared.put(far, **BELIEVED)
    shared.ana.share()
    mine = shared.ana.play(note(shared.ana.session, "una"))
    shared.ana.share()
    shared.put(far, **NOT_BELIEVED)
    shared.ana.share()
    assert mine.id in shared.ana.history
    shared.assert_shown_is_what_a_restart_shows()
