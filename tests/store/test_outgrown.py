"""Commands whose event would outgrow its size are bounded: refused before the work, or saved in part."""

import time
from pathlib import Path

import pytest

from tests.hostile_events import PLAIN, STRANGER, Document, with_documents
from tests.screens.saves import NOW
from tests.session.game import Game
from tracker.commands.reading import MOST_TOGETHER
from tracker.rules.refusal import Refusal
from tracker.session.moves.campaign import rename
from tracker.session.moves.undo import MOST_REWOUND, rewind
from tracker.session.versions import MOST_REPLACED, divided_texts
from tracker.store.campaign import Campaign
from tracker.store.event_line import EVENT_BYTES, write_line
from tracker.store.paths import examples_folder
from tracker.store.save_format import decode
from tracker.wording.sentences import refusal_sentence

WHOLE = (examples_folder("es") / "chronicle.json").read_bytes()


def open_campaign(folder: Path, documents: list[Document]) -> Campaign:
    path = folder / "T.json"
    path.write_bytes(with_documents(WHOLE, documents))
    return Campaign.open(path, folder / "journals", "ana", lambda: NOW)


def test_going_back_too_far_is_refused_with_the_way_that_remains(tmp_path: Path) -> None:
    notes = [PLAIN | {"facts": [["note", {"text": "x"}]]}] * (MOST_REWOUND + 1)
    campaign = open_campaign(tmp_path, notes)
    kept = decode(WHOLE).entries.keys()
    with pytest.raises(Refusal, match="too_far_back") as refused:
        rewind(campaign.history, kept, "2026-01-01")
    assert "--fork" in refusal_sentence(refused.value)
    first = next(event.id for event in campaign.history if event.id not in kept)
    campaign.play(rewind(campaign.history, {*kept, first}, "2026-01-01"))
    assert not campaign.history.counts(max(key for key in campaign.save.entries if key.endswith(STRANGER)))
    campaign.close()


@pytest.mark.slow
def test_a_text_with_thousands_of_versions_can_still_be_set(tmp_path: Path) -> None:
    edits = [
        PLAIN | {"changes": [["title", "=", f"Título {number}"]], "over": {"title": []}}
        for number in range(14_000)
    ]
    campaign = open_campaign(tmp_path, edits)
    event = campaign.play(rename(campaign.session, "El bueno"))
    assert len(event.over["title"]) == MOST_REPLACED
    assert campaign.session.title == "El bueno"
    [title] = divided_texts(campaign.history)
    assert len(title.versions) == 14_000 - MOST_REPLACED + 1
    campaign.close()


def crowd(count: int) -> Game:
    game = Game()
    for start in range(0, count, 50):
        game.do(f"aparece {min(50, count - start)} rata salud_total=9 salud=9")
    return game


def test_a_command_for_too_many_creatures_is_refused_before_the_work() -> None:
    game = crowd(MOST_TOGETHER + 1)
    start = time.process_time()
    with pytest.raises(Refusal, match="too_many_creatures"):
        game.draft("daño rata* 3")
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize("line", ["daño rata* 99", "estado rata* veneno nivel 2", "retira rata*"])
def test_a_command_for_as_many_as_fit_becomes_one_event(line: str) -> None:
    game = crowd(MOST_TOGETHER)
    draft = game.draft(line)
    entry = write_line("0000000001-00c0ffee", draft.document("ana", NOW, 0))
    assert len(entry.line) < EVENT_BYTES
