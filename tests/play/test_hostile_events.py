"""Hostile events through every verb, the screen and the players' screen: each has an answer, and soon."""

import random
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from tests.hostile_events import STRANGER, Document, hostile_documents, with_documents
from tests.screens.saves import NOW, Group, notice_text, table, wait_until
from tests.trials import Trials, one_of
from tracker.app import TrackerApp
from tracker.cli import main
from tracker.cli.core_verbs import FORMATS
from tracker.cli.verbs import VERBS
from tracker.features.page.reply.watch import public_view_of
from tracker.features.recap.shell import FORMATS as RECAP_FORMATS
from tracker.players_app import PlayersApp
from tracker.rules.games import SYSTEMS
from tracker.session.event_id import make_event_id, number_of
from tracker.session.text import is_clean
from tracker.store.campaign import Campaign
from tracker.store.paths import examples_folder
from tracker.store.save_format import decode
from tracker.wording.players import public_text

TOGETHER = 40
"""Hostile events in one save."""
PATIENCE = 2.0
"""Seconds of work that an answer may take."""
NAME = "Torre"
SAID: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "status": ((), ("--json",), ("--at", "-3")),
    "log": ((), ("--between", "-20", "-3"), *(("--format", each) for each in FORMATS), ("zzz", "-quien:x")),
    "recap": ((), ("--all", "--players"), *(("--format", each) for each in RECAP_FORMATS)),
    "stats": ((), ("--json",)),
    "prep": (("--write",),),
    "verify": ((), ("--json",)),
    "do": (("nota", "viva"), ("siguiente",), ("deshacer",), ("rehacer",), ("--json", "2d6")),
    "doctor": ((), ("--repair",)),
    "backups": ((), ("--json",)),
    "chapter": (("otra",),),
    "restore": (("--to", "-3", "--yes"), ("bak",)),
}
"""What is said behind the verbs of a save; screens answer two others, and a link passes events on unread."""


def test_every_verb_of_a_save_is_tried() -> None:
    of_a_save = {name for name, verb in VERBS.items() if any(word.name == "save" for word in verb.words)}
    assert of_a_save == {*SAID, "open", "watch", "sync", "serve"}


class Stranger:
    """A campaign into whose save a stranger puts events."""

    def __init__(self, root: Path, system: str) -> None:
        self.group = Group(root)
        self.group.folders("ana").prepare()
        self.whole = (examples_folder("es") / f"{system}.json").read_bytes()
        self.group.path.write_bytes(self.whole)

    def documents(self, seed: int) -> list[Document]:
        """Return all hostile documents against the campaign, in an order that a seed gives."""
        campaign = self.group.open("zoe")
        last = max(campaign.save.entries)
        ids = {
            "first": min(campaign.save.entries),
            "last": last,
            "next": make_event_id(number_of(last) + 1, STRANGER),
            "none": make_event_id(0, STRANGER),
        }
        documents = [*hostile_documents(campaign.session, ids)]
        campaign.close()
        random.Random(seed).shuffle(documents)
        return documents

    def put(self, documents: tuple[Document, ...]) -> None:
        """Put these documents, and no others, into the save."""
        self.group.path.write_bytes(with_documents(self.whole, documents))

    def say(self, *words: str) -> int:
        """Answer a verb of the shell; returns the exit code."""
        folders = ("--saves", str(self.group.path.parent), "--gm", "bea")
        return main([words[0], NAME, *words[1:], *folders])

    def acknowledged_id(self) -> str:
        """Return the id of an action that was acknowledged; the save has it and can be read."""
        campaign: Campaign = self.group.open("bea", NOW)
        campaign.share()
        assert decode(self.group.path.read_bytes()).entries.keys() == campaign.save.entries.keys()
        campaign.close()
        return max(campaign.save.entries)


def batches(stranger: Stranger, seed: int, events: int) -> Iterator[tuple[Document, ...]]:
    documents = stranger.documents(seed)[:events]
    return (tuple(documents[start : start + TOGETHER]) for start in range(0, len(documents), TOGETHER))


def says(app: TrackerApp, word: str) -> bool:
    return word in notice_text(app)


EVENTS = pytest.mark.parametrize("events", [TOGETHER, pytest.param(1_400, marks=pytest.mark.slow)])
SYSTEM = pytest.mark.parametrize("system", one_of(SYSTEMS))


@SYSTEM
@EVENTS
def test_every_verb_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], trials: Trials, system: str, events: int
) -> None:
    stranger = Stranger(tmp_path, system)
    for number, batch in enumerate(batches(stranger, 1, events)):
        stranger.put(batch)
        for verb, endings in SAID.items():
            for words in endings:
                start = time.process_time()
                code = stranger.say(verb, *words)
                spent = time.process_time() - start
                answer = capsys.readouterr()
                assert code in (0, 1), (number, verb, words)
                assert spent < PATIENCE, (number, verb, words)
                assert all(map(is_clean, (answer.out + answer.err).split("\n"))), (number, verb, words)
        assert is_clean(public_text(public_view_of(stranger.group.path)()).replace("\n", " ")), number
        assert stranger.acknowledged_id().endswith(STRANGER) is False
        trials("hostile events through every verb", len(batch))


@SYSTEM
@EVENTS
async def test_the_screen_shows_it_and_its_keyboard_lives(
    tmp_path: Path, trials: Trials, system: str, events: int
) -> None:
    stranger = Stranger(tmp_path, system)
    for number, batch in enumerate(batches(stranger, 2, events)):
        stranger.put(batch)
        app = stranger.group.app("bea")
        async with app.run_test(size=(80, 24)) as pilot:
            for key in (
                "1",
                "2",
                "3",
                "4",
                "g",
                "l",
                "down",
                "down",
                "q",
                "n",
                "u",
                "escape",
                "question_mark",
                "q",
            ):
                start = time.process_time()
                await pilot.press(key)
                assert time.process_time() - start < PATIENCE, (number, key)
            table(app).player.play_line("nota viva")
            await wait_until(pilot, partial(says, app, "viva"), 10)
        assert app.return_code in (0, None), number
        assert not stranger.acknowledged_id().endswith(STRANGER)
        trials("hostile events on the screen", len(batch))


@SYSTEM
@EVENTS
async def test_the_players_screen_shows_it(tmp_path: Path, trials: Trials, system: str, events: int) -> None:
    stranger = Stranger(tmp_path, system)
    for number, batch in enumerate(batches(stranger, 3, events)):
        stranger.put(batch)
        app = PlayersApp(public_view_of(stranger.group.path), {"TERM": "xterm-256color"})
        async with app.run_test(size=(80, 24)) as pilot:
            start = time.process_time()
            stranger.put(batch[: TOGETHER // 2])
            await pilot.press("question_mark", "q")
            await pilot.pause(0.4)
            assert time.process_time() - start < PATIENCE, number
        assert app.return_code in (0, None), number
        trials("hostile events on the players' screen", len(batch))
