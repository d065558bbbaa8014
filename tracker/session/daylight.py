"""The light around the party: daylight by the hour, or what the GM has said of the place."""

from collections.abc import Mapping
from typing import Protocol

from tracker.rules.supply import Supply
from tracker.session.calendar import Calendar
from tracker.session.outdoors import Ambient, AmbientLight

_DAWN, _DUSK = (1, 4), (5, 6)
"""The parts of a day before which it is night and after which it is again: 6:00 and 20:00 of 24 hours."""


class Sky(Protocol):
    """What of a session tells its light: a session asks for it too, for what its rules may see."""

    @property
    def elapsed(self) -> int: ...

    @property
    def calendar(self) -> Calendar: ...

    @property
    def ambient(self) -> AmbientLight: ...

    @property
    def supplies(self) -> Mapping[str, Supply]: ...

    def second_of(self, elapsed: int) -> int: ...

    def day_of(self, elapsed: int) -> int: ...


def light_by_hour(session: Sky) -> Ambient:
    """Give day from dawn to dusk, else night."""
    return Ambient.DAY if _changes(session, session.elapsed) % 2 else Ambient.NIGHT


def ambient_light(session: Sky) -> Ambient:
    """Find the light that the GM has said, as long as it holds; else that of the hour.

    Day and night hold until dawn or dusk, the dark of a place where a light was lit by day until dawn. Until
    something is said, a campaign that has lit a light is in the dark at any hour.
    """
    said, since = session.ambient.said, session.ambient.since
    changes, changes_then = _changes(session, session.elapsed), _changes(session, since)
    match said:
        case Ambient.DARK:
            has_dawned = (changes + 1) // 2 != (changes_then + 1) // 2
            holds = not (session.ambient.until_dawn and has_dawned)
        case Ambient.DAY | Ambient.NIGHT:
            holds = changes == changes_then
        case None:
            said, holds = Ambient.DARK, _has_lit(session)
    return said if holds else light_by_hour(session)


def is_dark(session: Sky) -> bool:
    """Whether nothing gives light, neither the day nor anything that is carried."""
    burns = any(each.burns for each in session.supplies.values())
    return not burns and ambient_light(session) is not Ambient.DAY


def _has_lit(session: Sky) -> bool:
    lights = [each for each in session.supplies.values() if each.light]
    return any(each.active or each.due or each.left or each.is_depleted for each in lights)


def _changes(session: Sky, elapsed: int) -> int:
    """Count the dawns and dusks from midnight of the first day to a clock second: odd by day."""
    day, second = session.calendar.day_seconds, session.second_of(elapsed)
    passed = sum(second >= day * part // whole for part, whole in (_DAWN, _DUSK))
    return 2 * (session.day_of(elapsed) - 1) + passed
