"""The public part of a save as a stream: read at intervals, with the changed parts for each reader."""

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
"""Seconds without a change after which readers get an empty one, which shows readers that are gone."""

View = Mapping[str, Any]


class Feed:
    """The present view of the page. A reader gets the parts that changed since its last change."""

    def __init__(
        self,
        look: Callable[[], PublicTable],
        is_needed: Callable[[], bool] = lambda: True,
        find_extra_parts: Callable[[], View] = dict,
    ) -> None:
        self._look = look
        self._find_extra_parts = find_extra_parts
        """Finds the parts of the view that are not in the save."""
        self._is_needed = is_needed
        """Whether the page is still needed; the app that started it may have ended."""
        self.table = look()
        self.view: View = {**page_view(self.table), **find_extra_parts()}
        self._news = asyncio.Event()
        self.closed = False

    async def run(self) -> None:
        """Look at the save until the feed is closed; a thread reads the file."""
        while not self.closed and self._is_needed():
            await asyncio.sleep(POLL)
            try:
                self.table, extra_parts = await asyncio.to_thread(
                    lambda: (self._look(), self._find_extra_parts())
                )
                view = {**page_view(self.table), **extra_parts}
            except Refusal as refusal:
                view = {**self.view, "moment": refusal_sentence(refusal)}
            if view != self.view:
                self.view = view
                self._wake()

    def close(self) -> None:
        """End the stream of every reader."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def changes(self) -> AsyncIterator[View]:
        """Yield the whole view, then the parts that change; an empty change after `PING` quiet seconds."""
        old_view: View = {}
        while not self.closed:
            news, view = self._news, self.view
            yield {
                name: part for name, part in view.items() if name not in old_view or old_view[name] != part
            }
            old_view = view
            try:
                await asyncio.wait_for(news.wait(), PING)
            except TimeoutError:
                continue
