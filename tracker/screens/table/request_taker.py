"""The requests of players, which come from their page and wait for the GM's answer."""

from collections.abc import Mapping

from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.screens.table.move_player import MovePlayer
from tracker.session.event import Event
from tracker.store.player_requests import Answer, PlayerRequests

POLL = 0.6
"""Seconds between looks for new requests."""


class RequestTaker:
    """Holds the waiting requests. They are no part of the session until the GM grants one."""

    def __init__(self, player: MovePlayer) -> None:
        self._player = player
        save = player.screen.campaign.save
        self._requests = PlayerRequests(save.journals, save.path)
        self.waiting: Mapping[str, PendingRoll] = {}
        """The waiting requests by key, oldest first."""

    def follow(self) -> None:
        """Look for requests every `POLL` seconds from now on, and let the players know that a GM is there."""
        try:
            self._requests.attend()
        except Refusal as refusal:
            self._player.refuse(refusal)
        self._player.screen.repeat(POLL, self._look)

    def close(self) -> None:
        """Let the players know that the GM has gone."""
        self._requests.leave()

    def grant(self, key: str) -> Event | None:
        """Do what a player asks, as an act of the GM, and return its event; None if it was refused."""
        from tracker.session.moves.resolution import grant

        request, player = self.waiting[key], self._player
        event = player.play(
            lambda history: grant(history.session, request, player.roll).with_named_rolls(player.fresh)
        )
        if event is not None:
            self._answer(key, Answer.GRANTED)
        return event

    def refuse(self, key: str) -> None:
        self._answer(key, Answer.REFUSED)

    def _answer(self, key: str, answer: Answer) -> None:
        try:
            self._requests.answer(key, answer)
            self._look()
        except Refusal as refusal:
            self._player.refuse(refusal)

    def _look(self) -> None:
        requests = self._requests.look()
        if not requests and not self.waiting:
            return
        from tracker.session.moves.resolution import request_roll

        old_requests = self.waiting
        self.waiting = {
            each.id: request_roll(each.id, each.who, each.kind, each.text)
            for each in requests
            if each.answer is Answer.WAITING
        }
        if self.waiting != old_requests:
            self._player.screen.picture()
