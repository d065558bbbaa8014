"""The page of the last evenings as prose, newest first; it grows while earlier ones are read."""

from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType

from tracker.features.recap.evening_page import evening_page
from tracker.features.recap.store import write_evening_page
from tracker.rules.refusal import Refusal
from tracker.screens.page_screen import PageScreen
from tracker.screens.unhurried import ChunkedWork
from tracker.session.history import History
from tracker.session.recap import Evening, Reading, latest_evenings
from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.text_panel import Block
from tracker.wording.messages import say
from tracker.wording.recap import recap_paragraphs, recap_title
from tracker.wording.sentences import refusal_sentence

LAST_EVENINGS = 3
STEP = 25
"""Hundredths of an evening between updates of its share: painting takes time from reading."""


class RecapScreen(PageScreen):
    """Shows each evening as soon as it is read, and writes the last one as a page for players."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("recap")

    def __init__(self, history: History, save: Path) -> None:
        super().__init__(())
        self._history = history
        self._save = save
        self._message: tuple[Block, ...] = ()
        self._evening_blocks: list[Block] = []
        self._progress: tuple[Block, ...] = ()
        self._reading = ChunkedWork[Evening | Reading](self, self._read)

    def on_mount(self) -> None:
        self._reading.begin(latest_evenings(self._history))

    def action_write_page(self) -> None:
        """Write the last evening as players know it, and say on top where."""
        try:
            text = say("recap.page_written", path=self._write_page())
        except Refusal as refusal:
            text = refusal_sentence(refusal)
        self._message = (Block((line(text),)),)
        self._show()

    def _write_page(self) -> Path:
        latest = latest_evenings(self._history, players=True)
        evening = next((each for each in latest if isinstance(each, Evening)), None)
        if evening is None:
            raise Refusal("no_evening")
        return write_evening_page(self._save, evening.number, evening_page(self._history, [evening]))

    def _read(self, evenings: list[Evening | Reading], over: bool) -> None:
        """Show the evenings that have been read, and how far the next one is."""
        self._evening_blocks += [_evening_block(each) for each in evenings if isinstance(each, Evening)]
        if len(self._evening_blocks) >= LAST_EVENINGS:
            self._reading.stop()
        progress_blocks = [_progress_block(each) for each in evenings[-1:] if isinstance(each, Reading)]
        self._progress = tuple(progress_blocks)
        self._show()

    def _show(self) -> None:
        self.turn_to([*self._message, *self._evening_blocks[:LAST_EVENINGS], *self._progress])


def _evening_block(evening: Evening) -> Block:
    lines = [each for paragraph in recap_paragraphs(evening) for each in (line(paragraph), line(""))]
    return Block(tuple(lines), recap_title(evening))


def _progress_block(reading: Reading) -> Block:
    """Build the heading of an evening that is still read, with the share read so far."""
    share_text = say("recap.still_reading", share=STEP * int(100 * reading.share / STEP))
    return Block((line((share_text, Emphasis.MUTED)),), recap_title(reading))
