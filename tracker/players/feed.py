"""The table as the page shows it, looked at again and again, and what each reader has not seen of it yet."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from tracker.rules.refusal import Refusal
from tracker.session.public import PublicTable
from tracker.wording.players import page_view
from tracker.wording.sentences import refusal_sentence

POLL = 0.3
"""Seconds between looks at the save."""
PING = 15.0
"""Seconds of silence after which a reader is sent an empty change, so that lost readers are noticed."""

View = Mapping[str, Any]


class Feed:
    """What the page shows now. A reader takes the parts that changed since its last look."""

    def __init__(self, look: Callable[[], PublicTable], wanted: Callable[[], bool] = lambda: True) -> None:
        self._look = look
        self._wanted = wanted
        """Whether anybody still wants the page: the app that started it may be gone."""
        self.table = look()
        self.view: View = page_view(self.table)
        self._news = asyncio.Event()
        self.closed = False

    async def run(self) -> None:
        """Look at the save until the feed is closed. Reading takes place in a thread."""
        while not self.closed and self._wanted():
            await asyncio.sleep(POLL)
            try:
                self.table = await asyncio.to_thread(self._look)
                view = page_view(self.table)
            except Refusal as refusal:
                view = {**self.view, "moment": refusal_sentence(refusal)}
            if view != self.view:
                self.view = view
                self._wake()

    def close(self) -> None:
        """Let every reader go."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def changes(self) -> AsyncIterator[View]:
        """Yield the whole view, then the parts that change; an empty change after a long silence."""
        seen: View = {}
        while not self.closed:
            news, view = self._news, self.view
            yield {name: part for name, part in view.items() if name not in seen or seen[name] != part}
            seen = view
            try:
                await asyncio.wait_for(news.wait(), PING)
            except TimeoutError:
                continue
