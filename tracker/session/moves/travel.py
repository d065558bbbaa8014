"""Travel: squares and hexes, and how long a hex takes at the GM's paces."""

from collections.abc import Mapping

from tracker.rules.clock import DAY
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import named
from tracker.session.moves.clock import interval
from tracker.session.outdoors import Pace
from tracker.session.state import Session, element

HEX = "hex"
MOST_AT_ONCE = 1_000
"""Most squares or hexes of one journey."""
SLOWEST = 30 * DAY
"""Most seconds for one hex."""


def units_of(session: Session) -> Mapping[str, int]:
    """Return the units of distance and their centimetres; 0 for hexes if the game gives no length."""
    return session.game.distances or {HEX: 0}


def travel(
    session: Session, unit: str, count: int, seconds: int | None, roll: Roll, *, pace: str = ""
) -> Draft:
    """Travel squares or hexes (R1-065, R1-066).

    Takes the seconds that the GM says, else the time of the pace, else none. Refuses `bad_count`,
    `unknown_unit`, `unknown_pace`, and an invalid time.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise Refusal("bad_count", count=count, most=MOST_AT_ONCE)
    units = units_of(session)
    if unit not in units:
        raise Refusal("unknown_unit", name=unit, known=", ".join(units))
    kept = pace_of(session, pace) if pace else None
    if seconds is None:
        seconds = count * kept.seconds if kept else 0
    builder = MoveBuilder.of(session).with_element("travelled", unit, session.travelled.get(unit, 0) + count)
    name, length = kept.name if kept else "", count * units[unit]
    if length:
        builder = builder.told("travelled", pace=name, unit=unit, count=count, centimetres=length)
    else:
        builder = builder.told("went", pace=name, unit=unit, count=count)
    return (interval(builder, seconds, roll, "time_passed") if seconds else builder).draft()


def keep_pace(session: Session, key: str, name: str, seconds: int) -> Draft:
    """Set or correct how many seconds a hex takes at a pace."""
    if not 0 < seconds <= SLOWEST:
        raise Refusal("bad_duration", seconds=seconds)
    pace = Pace(named(name), seconds)
    return (
        MoveBuilder.of(session)
        .with_element("paces", key, pace)
        .told("pace_kept", name=pace.name, seconds=seconds)
    ).draft()


def drop_pace(session: Session, key: str) -> Draft:
    """Forget a pace."""
    name = pace_of(session, key).name
    return MoveBuilder.of(session).without_element("paces", key).told("pace_dropped", name=name).draft()


def pace_of(session: Session, key: str) -> Pace:
    """Return a pace by its key, or refuse."""
    return element(session.paces, key, "unknown_pace")
