"""The players' page of an open save, served by a process of its own, and the requests that come from it."""

import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from tracker import own_program
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.screens.table.move_player import MovePlayer
from tracker.session.event import Event
from tracker.store.campaign import Campaign
from tracker.store.page_token import TableToken
from tracker.store.player_requests import Answer, PlayerRequests, requests_folder
from tracker.wording.language import language

ANYWHERE = "0.0.0.0"  # noqa: S104 - only where the GM asks for it
_LEAVING = 3
"""Seconds that the process has to end."""
POLL = 0.6
"""Seconds between looks for new requests: every second look at the save, so that both wake at once."""


class WebServer:
    """Starts and stops the page. A new choice starts it again at the same address."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._process: subprocess.Popen[str] | None = None
        self._token = TableToken(requests_folder(campaign.save.journals))
        self._address = ""
        self.ask = False
        """Whether players may send requests."""
        self.network = False
        """Whether other machines reach the page."""

    @property
    def address(self) -> str:
        """The address of the page; empty while it is not served."""
        return self._address if self._process is not None and self._process.poll() is None else ""

    @property
    def port(self) -> int:
        """The port of the page."""
        return urlsplit(self.address).port or 0

    def start(self, port: int) -> None:
        """Serve the page at a port or, if it is taken, at another one, and wait for its address.

        Raises `Refusal` with the message of the process.
        """
        self._end()
        self._token.hold()
        process = subprocess.Popen(  # noqa: S603 - this program itself
            [
                *own_program(),
                "watch",
                str(self._campaign.save.path),
                "--web",
                "--plain",
                *self._options(port),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TRACKER_PAGE_FOR": str(os.getpid())},
            start_new_session=True,
            text=True,
        )
        self._process = process
        told = _first_line(process)
        if not told.startswith("http://"):
            self._end()
            raise Refusal("page_failed", reason=told)
        self._address = told

    def _options(self, port: int) -> list[str]:
        options = ["--lang", language(), "--token-file", str(self._token.file), "--port", str(port)]
        options += ["--bind", ANYWHERE] if self.network else []
        return [*options, "--ask"] if self.ask else options

    def stop(self) -> None:
        """Serve the page no more, and forget its address."""
        self._end()
        self._token.forget()

    def _end(self) -> None:
        process, self._process, self._address = self._process, None, ""
        if process is None:
            return
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LEAVING)
            return
        process.kill()
        process.wait()


def _first_line(process: subprocess.Popen[str]) -> str:
    """Return the first line of a process, and read no more: a pipe without a reader stops nobody."""
    if process.stdout is None:
        return ""
    with process.stdout as printed:
        return printed.readline().strip()


class RequestTaker:
    """Knows the requests that wait. They are no part of the session until the GM grants one."""

    def __init__(self, player: MovePlayer) -> None:
        self._player = player
        save = player.screen.campaign.save
        self._requests = PlayerRequests(save.journals, save.path)
        self.waiting: Mapping[str, PendingRoll] = {}
        """The requests that wait, by key, oldest first."""

    def follow(self) -> None:
        """Look for requests again and again from now on, and let the players know that a GM is there."""
        try:
            self._requests.attend()
        except Refusal as refusal:
            self._player.refuse(refusal)
        self._player.screen.set_interval(POLL, self._look)

    def close(self) -> None:
        """Let the players know that no GM is there."""
        self._requests.leave()

    def grant(self, key: str) -> Event | None:
        """Do what a player asks, as an act of the GM; returns its event, or None if it was refused."""
        from tracker.session.moves.resolution import grant  # noqa: PLC0415 - most tables have no page

        wanted = self.waiting[key]
        event = self._player.play(lambda history: grant(history.session, wanted, self._player.roll))
        if event is not None:
            self._answer(key, Answer.GRANTED)
        return event

    def refuse(self, key: str) -> None:
        """Do nothing of what a player asks."""
        self._answer(key, Answer.REFUSED)

    def _answer(self, key: str, answer: Answer) -> None:
        try:
            self._requests.answer(key, answer)
        except Refusal as refusal:
            self._player.refuse(refusal)
        self._look()

    def _look(self) -> None:
        try:
            found = self._requests.look()
        except Refusal as refusal:
            self._player.refuse(refusal)
            return
        if not found and not self.waiting:
            return
        from tracker.session.moves.resolution import asked  # noqa: PLC0415 - most tables have no page

        before = self.waiting
        self.waiting = {
            each.id: asked(each.id, each.who, each.kind, each.text)
            for each in found
            if each.answer is Answer.WAITING
        }
        if self.waiting != before:
            self._player.screen.picture()
