"""Effects that end by themselves: at a turn, after some rounds, or at an hour.

An effect that came with a condition ends the condition too, by the game's act of release. One event changes
both, so that one undo brings both back.
"""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from tracker.rules.system import Act, Kind, Lasting, Param, PendingRoll, Until
from tracker.session.effect_rolls import shares_of
from tracker.session.move_builder import MoveBuilder, is_borne
from tracker.session.pending import SharedRoll
from tracker.session.state import TURNS, Session

MOST_PASSES = 1_000
RELEASE = "release"

LASTING = (
    Param("until_turn_end", Kind.FLAG),
    Param("until_turn_start", Kind.FLAG),
    Param("rounds", Kind.ROUNDS, low=1, high=MOST_PASSES),
    Param("lasting", Kind.HOURS),
)
"""Parameters for how long an outcome lasts, added to the parameters of an act that allows it."""


def params_of(act: Act) -> tuple[Param, ...]:
    """Return an act's parameters, with those for shares of its effect and for its duration if it has them."""
    params = (*act.params, *shares_of(act))
    return (*params, *LASTING) if act.lasting else params


def lasting_of(args: Mapping[str, Any]) -> Lasting | None:
    """Return the duration that the arguments ask for; None if they name none."""
    anchor = args.get("anchor", "")
    if rounds := args.get("rounds"):
        return Lasting(Until.TURN_START, anchor, rounds)
    if seconds := args.get("lasting"):
        return Lasting(Until.CLOCK, seconds=seconds)
    if args.get("until_turn_start"):
        return Lasting(Until.TURN_START, anchor)
    return Lasting(Until.TURN_END, anchor) if args.get("until_turn_end") else None


def moment_passed(builder: MoveBuilder, moment: Until, who: str) -> MoveBuilder:
    """Count one moment of a creature's turn, and end the effects that reach their end."""
    for key, effect in builder.session.effects.items():
        if effect.until is moment and effect.anchor == who:
            if effect.passes > 1:
                builder = builder.with_element("effects", key, replace(effect, passes=effect.passes - 1))
            else:
                builder = ended(builder, key)
    return builder


def turns_counted(builder: MoveBuilder, who: str, turns: int) -> MoveBuilder:
    """Count whole turns of a creature that no order counts, and end the effects that reach their end."""
    for key, effect in builder.session.effects.items() if turns else ():
        if effect.until in TURNS and effect.anchor == who:
            if effect.passes > turns:
                builder = builder.with_element("effects", key, replace(effect, passes=effect.passes - turns))
            else:
                builder = ended(builder, key)
    return builder


def effect_saves(session: Session, who: str) -> tuple[PendingRoll, ...]:
    """Ask, at the end of somebody's turn, for the saves that the GM's own effects wait for."""
    return tuple(
        PendingRoll(f"effect.{key}", SharedRoll.EFFECT_SAVE, effect.who, {"effect": key, "name": effect.name})
        for key, effect in session.effects.items()
        if effect.until is Until.SAVE and effect.anchor == who
    )


def anchored_anew(builder: MoveBuilder, who: str, successor: str, *moments: Until) -> MoveBuilder:
    """Count effects of a leaving creature's turns by the starts of its successor's turns."""
    for key, effect in builder.session.effects.items():
        if effect.anchor == who and effect.until in moments:
            until = effect.until if effect.until is Until.SAVE else Until.TURN_START
            builder = builder.with_element("effects", key, replace(effect, anchor=successor, until=until))
    return builder


def adopted(builder: MoveBuilder, who: str) -> MoveBuilder:
    """Adopt effects whose creature lost its place in another copy: they count by this creature's turns."""
    session = builder.session
    for anchor in {each.anchor for each in session.effects.values() if each.until in TURNS}:
        if not session.encounters_of(anchor):
            builder = anchored_anew(builder, anchor, who, *TURNS)
    return builder


def out_of_turns(builder: MoveBuilder, creature_ids: Collection[str]) -> MoveBuilder:
    """Let the clock end effects that counted by the turns of these creatures, which take no more turns.

    The next turn would start at once: an effect until the start of a turn has one turn less to go.
    """
    session = builder.session
    for key, effect in session.effects.items():
        if effect.anchor in creature_ids and effect.until in TURNS:
            turns = effect.passes - (effect.until is Until.TURN_START)
            at = session.elapsed + turns * session.turn_seconds
            builder = builder.with_element("effects", key, replace(effect, until=Until.CLOCK, at=at))
    return clock_moved(builder)


def clock_moved(builder: MoveBuilder) -> MoveBuilder:
    """End the effects whose hour has come."""
    for key, effect in builder.session.effects.items():
        if effect.until is Until.CLOCK and effect.at <= builder.session.elapsed:
            builder = ended(builder, key)
    return builder


def ended(builder: MoveBuilder, key: str) -> MoveBuilder:
    """End an effect, and the condition that it came with."""
    effect = builder.session.effects[key]
    builder = builder.without_element("effects", key)
    builder = builder.told("effect_ended", who=effect.who, name=effect.name, condition=effect.condition)
    release = builder.session.game.acts.get(RELEASE)
    if not effect.condition or release is None or not is_borne(builder.session, effect):
        return builder
    args = {"condition": effect.condition}
    return builder.ruled(release.apply(builder.session.rules_context(), effect.who, args, _no_dice))


def _no_dice(sides: int) -> int:
    raise AssertionError(f"releasing somebody threw a d{sides}")
