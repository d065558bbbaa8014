"""Who came first: of several that settle one pending roll, unseen by one another, the first counts."""

from collections.abc import Iterable
from itertools import count

from tracker.session.event import Event


class Precedence:
    """What the events in force have settled, taken in in their order.

    An event names each pending roll that it resolves: its key, for which time that key is resolved, and
    which event called for it. Two of the same key and time settle the same one: the second counts for
    nothing, in every copy alike and in whatever order they come, for as long as the first is in force. With
    it goes all that it did, the other rolls of its deed too, which then wait as they did, since what came of
    several cannot be told apart; and with it goes what settled a roll that it had called for.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.superseded: dict[str, str] = {}
        """The events that count for nothing, each with the one that came first."""
        self._first: dict[tuple[str, int], str] = {}
        for event in events:
            self.take(event)

    def take(self, event: Event) -> None:
        """Let an event settle what it settles, or be late."""
        first = self.before(event)
        if first:
            self.superseded[event.id] = first
            return
        for key, (time, _caller) in event.settles.items():
            self._first[key, time] = event.id

    def before(self, event: Event) -> str:
        """Return the event that makes this one count for nothing; empty when none does."""
        for key, (time, caller) in event.settles.items():
            if first := self._first.get((key, time)) or self.superseded.get(caller):
                return first
        return ""

    def time_of(self, key: str) -> int:
        """Return for which time a key is settled next, from 1."""
        times = {time for each, time in self._first if each == key}
        return next(time for time in count(len(times) + 1) if time not in times)
