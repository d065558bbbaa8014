"""A campaign reads each of its events once."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tracker.session import event
from tracker.session.moves.campaign import note
from tracker.store.campaign import Campaign


def test_each_event_is_read_once_whoever_made_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "T.json"
    ana = Campaign.create(path, tmp_path / "a", system="chronicle", title="T", gm="ana", now=lambda: 1)
    for number in range(5):
        ana.play(note(ana.session, f"nota {number}"))
    ana.share()
    read: Counter[str] = Counter()
    reading = event.read_event

    def counted(event_id: str, document: Mapping[str, Any]) -> event.Event:
        read[event_id] += 1
        return reading(event_id, document)

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
