"""One event with a right checksum ends no screen: it is rejected and named, or its sentences are bounded."""

import time
from pathlib import Path
from typing import Any

import pytest

from tests.hostile_events import PLAIN, STRANGER, Document, with_documents
from tests.screens.saves import NOW
from tests.told import undone
from tracker.cli.diagnosis import Diagnosis
from tracker.cli.doctor import doctor
from tracker.rules.refusal import Refusal
from tracker.session.event import LATEST
from tracker.session.event_id import make_event_id, number_of
from tracker.store.campaign import Campaign
from tracker.store.campaigns import list_campaigns, title_of
from tracker.store.event_line import FREE, Entry, write_line
from tracker.store.event_log import EventLog, accept_all
from tracker.store.paths import examples_folder
from tracker.store.save_format import Contents, decode, encode
from tracker.wording import sentences as wording
from tracker.wording.amounts import AMOUNTS
from tracker.wording.brief import brief_text
from tracker.wording.sentences import sentences

WHOLE = (examples_folder("es") / "chronicle.json").read_bytes()
LAST = max(decode(WHOLE).entries)


def nth(place: int) -> str:
    """Return the id of the hostile event at a place, from 1."""
    return make_event_id(number_of(LAST) + place, STRANGER)


def open_campaign(folder: Path, *documents: Document) -> Campaign:
    path = folder / "T.json"
    path.write_bytes(with_documents(WHOLE, [PLAIN | each for each in documents]))
    return Campaign.open(path, folder / "journals", "ana", lambda: NOW)


REJECTED: tuple[dict[str, Any], ...] = (
    {"facts": [["appeared", {}], ["appeared", {"name": ""}]]},
    {"facts": [["time_passed", {"seconds": "much"}]]},
    {"facts": [["time_passed", {"seconds": True}]]},
    {"facts": [["skipped", {}]]},
    {"facts": [["note", {"text": "x"}]] * 5_001},
    {"changes": [["system", "=", "zzz"]]},
    {"changes": [["system", "=", "horror"]]},
    {"changes": [["creatures/x/sheet/health", "gone"]]},
    {"changes": [["scene", "new", {}]]},
    {"changes": [["title", "+", 1]]},
    {"changes": [["elapsed", "+", "1"]]},
    {"changes": [["elapsed", "=", "1"]]},
    {"changes": [["title/x", "=", "1"]]},
    {"changes": [["creatures/\x1b[2J", "new", {"sheet": {}}]]},
    {"at": LATEST + 1},
    {"throws": [{"purpose": "free", "dice": [{"sides": 2**53 - 1, "face": 1}], "total": 1}]},
)


@pytest.mark.parametrize("document", REJECTED, ids=lambda each: ascii(each)[:60])
def test_an_event_that_cannot_be_answered_for_counts_for_nothing_and_is_named(
    tmp_path: Path, document: Document, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = open_campaign(tmp_path, document)
    assert nth(1) not in campaign.history
    assert nth(1) in campaign.save.entries
    assert campaign.history.undoable is not None
    campaign.close()
    assert doctor(campaign.save.path, "T", tmp_path / "journals", Diagnosis(as_json=False), repair=False)
    told = capsys.readouterr().out
    assert f"{nth(1)} · eva · " in told
    assert "Lo demás está entero." in told


@pytest.mark.parametrize(
    "document",
    [
        {"facts": [["a_newer_kind", {}]]},
        {"facts": [["turn", {}]]},
        {"facts": [["rolled", {"total": 3, "expression": "x"}]]},
        {"changes": [["a_newer_field", "=", 1], ["scene/a_newer_field/x", "gone"]]},
        {"changes": [["creatures/nobody", "gone"], ["creatures/nobody/name", "=", "x"]]},
        {"at": LATEST},
    ],
    ids=str,
)
def test_an_event_of_a_newer_version_or_about_missing_creatures_is_accepted(
    tmp_path: Path, document: Document
) -> None:
    campaign = open_campaign(tmp_path, document)
    assert nth(1) in campaign.history
    campaign.close()


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("fits", [True, False])
def test_events_that_name_each_other_are_told_within_bounds(
    tmp_path: Path, copies: int, *, fits: bool
) -> None:
    chain = [{"facts": [["undone", {"event": nth(place + 1)}]] * copies} for place in range(1, 41)]
    campaign = open_campaign(tmp_path, *chain, {"facts": [["undone", {"event": nth(41)}]] * copies})
    start = time.process_time()
    for place in (1, 40, 41):
        event = campaign.history[nth(place)]
        text = brief_text(event, campaign.history, lambda _text: fits)
        assert text.startswith(undone() * 4 + "…")
        assert len(text) < 200
    assert time.process_time() - start < 1
    campaign.close()


def test_an_undo_of_a_long_event_tells_much_of_it(tmp_path: Path) -> None:
    notes = [["note", {"text": str(number)}] for number in range(1_000)]
    campaign = open_campaign(tmp_path, {"facts": notes}, {"facts": [["undone", {"event": nth(1)}]]})
    assert len(sentences(campaign.history[nth(1)], campaign.history)) == 1_000
    [told] = sentences(campaign.history[nth(2)], campaign.history)
    assert told.count("Nota") == wording.MOST_INSIDE
    campaign.close()


def test_a_sentence_that_fails_is_told_as_such_and_the_others_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_seconds: int) -> str:
        raise OverflowError

    monkeypatch.setitem(AMOUNTS, "duration", failing)
    campaign = open_campaign(tmp_path, {"facts": [["time_passed", {"seconds": 1}], ["note", {"text": "x"}]]})
    told = sentences(campaign.history[nth(1)], campaign.history)
    assert told == ["Pasa un segundo.", "Nota: x"]
    campaign.close()


def test_numbers_that_leap_again_and_again_do_not_use_the_numbers_up() -> None:
    entries = dict(decode(WHOLE).entries)
    leaps: dict[str, Entry] = {}
    for place in range(1, 200):
        event_id = make_event_id(place * FREE, STRANGER)
        leaps[event_id] = write_line(event_id, PLAIN)
    log = EventLog(accept_all)
    log.learn({**entries, **leaps})
    assert number_of(log.next_id("0012648430")) == FREE + 1
    assert log.rejected_count == 198
    assert {refusal.code for refusal in log.rejections().values()} == {"number_leaps"}


def test_a_writer_whose_next_number_would_be_a_leap_says_so() -> None:
    log = EventLog(accept_all)
    event_id = make_event_id(FREE, STRANGER)
    log.learn({event_id: write_line(event_id, PLAIN)})
    for _ in range(1_000):
        log.next_id("0012648430")
    with pytest.raises(Refusal, match="numbers_exhausted"):
        log.next_id("0012648430")


def test_the_title_in_the_list_is_not_taken_from_a_rejected_event(tmp_path: Path) -> None:
    path = tmp_path / "T.json"
    hostile = PLAIN | {"changes": [["title", "=", "Falso"], ["system", "=", "zzz"]]}
    path.write_bytes(with_documents(WHOLE, [PLAIN | {"changes": [["title", "=", "Cierto"]]}, hostile]))
    [listed] = list_campaigns(tmp_path)
    assert title_of(listed) == "Cierto"
    path.write_bytes(encode(Contents.from_entries(decode(WHOLE).entries)))
