"""Precedence: if several events resolve one pending roll without knowing of each other, the first counts."""

from collections.abc import Iterable
from itertools import count

from tracker.session.event import Event


class Precedence:
    """The pending rolls that counting events have resolved, added in order.

    An event names each pending roll that it resolves by its key, its number among the rolls resolved under
    that key (from 1), and the event that called for it. Two events with the same key and number resolve the
    same roll: the second does not count while the first does, in every copy and in any order of arrival. All
    that the second did is dropped, its other rolls too, because its outcomes cannot be told apart. Events
    that resolved a roll called for by a dropped event are dropped as well.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.superseded: dict[str, str] = {}
        """The late events, each with the event that came first."""
        self._first: dict[tuple[str, int], str] = {}
        for event in events:
            self.take(event)

    def take(self, event: Event) -> None:
        """Add an event: it resolves its rolls, or it is late."""
        first = self.superseding_event(event)
        if first:
            self.superseded[event.id] = first
            return
        for key, (time, _caller) in event.settles.items():
            self._first[key, time] = event.id

    def superseding_event(self, event: Event) -> str:
        """Find the event that makes this one late; empty if none does."""
        for key, (time, caller) in event.settles.items():
            if first := self._first.get((key, time)) or self.superseded.get(caller):
                return first
        return ""

    def time_of(self, key: str) -> int:
        """Find the number of the next roll resolved under a key, from 1."""
        times = {time for each, time in self._first if each == key}
        return next(time for time in count(len(times) + 1) if time not in times)
