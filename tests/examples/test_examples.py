"""The committed examples are what their scripts make, and open as any campaign does."""

import json
from pathlib import Path

import pytest

from tests.examples.__main__ import EXAMPLES, build, orders, scripts
from tracker.rules.systems import SYSTEMS
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.wording.report import status_text
from tracker.wording.sentences import sentences

COMMITTED = sorted(path.stem for path in EXAMPLES.glob("*.json"))


@pytest.mark.parametrize("system", COMMITTED)
def test_the_script_makes_the_committed_example(system: str) -> None:
    assert build(system) == (EXAMPLES / f"{system}.json").read_bytes()


@pytest.mark.parametrize("system", scripts())
def test_no_order_of_a_script_is_refused_and_there_is_something_to_play(system: str, tmp_path: Path) -> None:
    path = tmp_path / f"{system}.json"
    path.write_bytes(build(system))
    session = Campaign.open(path, tmp_path / "own", "ana", lambda: 0).session

    assert system in SYSTEMS
    assert session.system == system
    assert 3 <= len(session.party()) <= 5
    assert len(list(orders(system))) >= 36
    assert session.title != system


@pytest.mark.parametrize("system", COMMITTED)
def test_an_example_opens_as_a_copy_and_says_everything_in_words(system: str, tmp_path: Path) -> None:
    copy = copy_of(EXAMPLES / f"{system}.json", tmp_path)
    campaign = Campaign.open(copy, tmp_path / "own", "ana", lambda: 0)

    told = [sentence for event in campaign.history for sentence in sentences(event, campaign.history)]
    assert [sentence for sentence in told if " " not in sentence or "…" in sentence] == []
    assert campaign.session.title in status_text(campaign.history)
    assert campaign.save.notes == ()
    assert json.loads(copy.read_text(encoding="utf-8"))["meta"]
