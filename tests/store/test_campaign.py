"""A campaign reads each of its events once, keeps no more of it than it needs, and unites its copies."""

import gc
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tracker.session import event
from tracker.session.moves.campaign import note
from tracker.session.moves.party import join_party
from tracker.store.campaign import Campaign, party_of
from tracker.store.layout import decode
from tracker.store.save import Save
from tracker.store.sharing import Sharing


def test_each_event_is_read_once_whoever_made_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "T.json"
    ana = Campaign.create(path, tmp_path / "a", system="chronicle", title="T", gm="ana", now=lambda: 1)
    for number in range(5):
        ana.play(note(ana.session, f"nota {number}"))
    ana.share()
    read: Counter[str] = Counter()
    reading = event.read_event

    def counted(event_id: str, written: event.Written) -> event.Event:
        read[event_id] += 1
        return reading(event_id, written)

    monkeypatch.setattr(event, "read_event", counted)
    monkeypatch.setattr("tracker.store.campaign.read_event", counted)
    bea = Campaign.open(path, tmp_path / "b", "bea", lambda: 1)
    assert read == Counter(each.id for each in bea.history)
    made = [ana.play(note(ana.session, "de ana")), bea.play(note(bea.session, "de bea"))]
    ana.share()
    news = bea.share()
    assert {each.id for each in made} == {each.id for each in [*bea.history][-2:]}
    assert news.shared
    assert [read[each.id] for each in made] == [2, 1], "once by each who has it"
    ana.close()
    bea.close()


def test_documents_are_not_kept_but_for_the_last(tmp_path: Path) -> None:
    path, gm = tmp_path / "T.json", "solo aquí"
    ana = Campaign.create(path, tmp_path / "ana", system="chronicle", title="T", gm=gm, now=lambda: 1)
    told = [f"nota {number}" for number in range(100)]
    for text in told:
        ana.play(note(ana.session, text))
    ana.share()
    bea = Campaign.open(path, tmp_path / "bea", "bea", lambda: 1)
    kept = sum(type(each) is dict and each.get("gm") == gm for each in gc.get_objects())
    assert kept <= 1
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
        ana.hand_over()
    assert other.exists()
    ana.hand_over()
    assert (event.id in decode(path.read_bytes()).entries, other.exists()) == (True, False)


def test_a_party_is_named_though_an_event_of_its_save_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "T.json"
    ana = Campaign.create(path, tmp_path / "ana", system="chronicle", title="T", gm="ana", now=lambda: 1)
    ana.play(join_party(ana.session, "Lía", {}, lambda: "lia"))
    ana.share()
    ana.close()
    other = Save.open(path, tmp_path / "otra")
    other.append({"facts": [["note", [3]]]})
    assert other.share().shared
    other.close()
    assert party_of(path) == ("Lía",)
