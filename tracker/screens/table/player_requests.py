"""Requests of the players: taken from the file of their page, and queued for the GM."""

from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.store.player_requests import PlayerRequest, PlayerRequests

POLL = 0.5
"""Seconds between looks for new requests."""


class RequestTaker:
    """Queues the requests of players as pending rolls; nothing happens until the GM grants one."""

    def __init__(self, player: MovePlayer) -> None:
        self._player = player
        save = player.screen.campaign.save
        self._requests = PlayerRequests(save.journals, save.path)

    def follow(self) -> None:
        """Look for requests again and again from now on."""
        self._player.screen.set_interval(POLL, self._take)

    def _take(self) -> None:
        try:
            self._requests.take(self._queue)
        except Refusal as refusal:
            self._player.refuse(refusal)

    def _queue(self, request: PlayerRequest) -> None:
        from tracker.session.moves.requests import receive  # noqa: PLC0415 - most tables have no page

        try:
            draft = receive(self._player.session, request.id, request.who, request.kind, request.text)
        except Refusal as refusal:  # about somebody who has left the party since
            self._player.refuse(refusal)
        else:
            self._player.do(draft)
