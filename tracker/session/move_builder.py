"""The builder of a move: it collects changes, facts and dice, and ends as one draft."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Throw
from tracker.rules.fields import Scalar
from tracker.rules.system import Fact, Lasting, PendingRoll, RuleResult, Until
from tracker.session.change import Path, diff
from tracker.session.event import Draft
from tracker.session.groups import is_waiting
from tracker.session.pending import (
    SharedRoll,
    as_one_roll,
    has_come,
    is_missed,
    lapse_data,
    likeness,
    roll_of_clock,
    rolls_of,
    still_pending,
)
from tracker.session.progress import drawn_clock
from tracker.session.state import TURNS, Effect, Encounter, Session

LASTS = "lasts_"
"""Prefix of the kinds of facts about the duration of a condition or an effect."""


class MoveBuilder(Struct, frozen=True):
    """The session before the move and now, with the facts and the dice in between."""

    start: Session
    session: Session
    facts: tuple[Fact, ...] = ()
    throws: tuple[Throw, ...] = ()
    settles: tuple[str, ...] = ()
    """Keys of the pending rolls that the move resolves."""
    act: str = ""
    """Id of the game's act that the move plays. It may answer pending rolls."""
    deeds: tuple[Path, ...] = ()
    """Paths of what the move does and may be done only once."""

    @classmethod
    def for_session(cls, session: Session) -> Self:
        return cls(session, session)

    def with_fact(self, kind: str, **data: Scalar) -> Self:
        return replace(self, facts=(*self.facts, Fact(kind, data)))

    def with_deeds(self, *deeds: Path) -> Self:
        """Add what may be done only once; each path is its kind and its object."""
        return replace(self, deeds=(*self.deeds, *deeds))

    def with_throws(self, *throws: Throw) -> Self:
        return replace(self, throws=(*self.throws, *throws))

    def with_values(self, **values: Any) -> Self:
        return replace(self, session=replace(self.session, **values))

    def with_element(self, collection: str, key: str, value: Any) -> Self:
        """Add or replace an element of one of the session's collections."""
        return self.with_values(**{collection: {**getattr(self.session, collection), key: value}})

    def without_element(self, collection: str, key: str) -> Self:
        return self.with_values(**{collection: without_key(getattr(self.session, collection), key)})

    def with_effect(self, who: str, name: str, condition: str, lasting: Lasting) -> Self:
        """Put an effect on a creature. It replaces an equal older one.

        Rounds count by the turns of the acting creature. If nobody acts, they count by the bearer's own
        turns, and a turn that it still has in this round begins the first of them. A turn under way is not
        the next turn. Outside an order the clock counts, if the game gives the length of a turn.
        """
        session, until, passes = self.session, lasting.until, max(1, lasting.rounds)
        fight = session.fight_with(lasting.anchor or who)
        active = fight.active if fight and lasting.rounds else ""
        anchor, at = lasting.anchor or active or who, session.elapsed + lasting.seconds
        if until in TURNS and session.turn_seconds and not session.encounters_of(anchor):
            until, at = Until.CLOCK, session.elapsed + passes * session.turn_seconds
        one_more = fight is not None and _is_in_the_first_turn(fight, lasting, anchor)
        effect = Effect(name, who, condition, until, anchor, passes + one_more, at, one_more)
        key = f"{who}.{condition or name}".replace("/", "-")
        builder = self.with_element("effects", key, effect)
        if not condition:
            builder = builder.with_fact("effect_began", who=who, name=name)
        kind = "rounds" if lasting.rounds else lasting.until
        data: dict[str, Scalar] = {"who": who, "anchor": anchor, "passes": passes}
        return builder.with_duration(condition, Fact(f"{LASTS}{kind}", {**data, "seconds": lasting.seconds}))

    def with_duration(self, condition: str, duration: Fact) -> Self:
        """Insert a duration behind the last fact of its creature, or the last that names the condition."""
        who, numbered = duration.data["who"], [*enumerate(self.facts, 1)]
        its_own = [place for place, fact in numbered if fact.data.get("who") == who]
        naming = [place for place in its_own if self.facts[place - 1].data.get("condition", "") == condition]
        place = (naming or its_own or [len(numbered)])[-1]
        return replace(self, facts=(*self.facts[:place], duration, *self.facts[place:]))

    def with_result(self, result: RuleResult, moment: str = "", encounter: str = "") -> Self:
        """Add the result of a rule. `moment` is the prefix of the keys of its new pending rolls."""
        session = self.session
        creatures = dict(session.creatures)
        for who, sheet in result.sheets.items():
            creatures[who] = replace(creatures[who], sheet=sheet)
        builder = replace(
            self,
            session=replace(
                session,
                creatures=creatures if result.sheets else session.creatures,
                supplies={**session.supplies, **result.supplies} if result.supplies else session.supplies,
                scene=result.scene or session.scene,
            ),
            facts=(*self.facts, *result.facts),
            throws=(*self.throws, *result.throws),
            settles=(*self.settles, *result.resolves),
        )
        for each in result.begins:
            builder = builder.with_effect(each.who, each.condition, each.condition, each.lasting)
        for key, filled in result.clocks.items():
            builder = builder.with_clock(key, filled)
        return builder.with_pending_data(result.amends).with_pending(result.pending, moment, encounter)

    def with_clock(self, key: str, filled: int) -> Self:
        """Fill one of the game's progress clocks so far, and queue what a full one brings."""
        session = self.session
        clock = session.progress.get(key) or drawn_clock(session.game, key)
        new_clock = replace(clock, filled=min(filled, clock.segments))
        builder = self.with_element("progress", key, new_clock)
        if clock.complete or not new_clock.complete:
            return builder
        return builder.with_pending((roll_of_clock(builder.session, key),))

    def with_pending(self, pending: tuple[PendingRoll, ...], moment: str = "", encounter: str = "") -> Self:
        """Add pending rolls, without those that this encounter has resolved.

        With a moment, creatures that are away get none.
        """
        fight = self.session.encounters.get(encounter)
        settled: Mapping[str, bool] = fight.settled if fight else {}
        by_key = {
            f"{moment}{each.who}.{each.key}": each
            for each in pending
            if not (moment and self.session.is_away(each.who))
        }
        new_rolls = {
            key: replace(each, key=key, encounter=encounter)
            for key, each in by_key.items()
            if key not in settled
        }
        return self.with_values(pending={**self.session.pending, **new_rolls}) if new_rolls else self

    def without_rolls(self, keys: Collection[str]) -> Self:
        """Drop pending rolls, and record a lapse for those that the GM should know of."""
        waiting = self.session.pending
        lapsed = [
            each for key in keys if (each := self.start.pending.get(key)) and is_missed(self.start, each)
        ]
        remaining = {key: each for key, each in waiting.items() if key not in keys}
        return (
            self.with_values(pending=remaining).with_lapses(lapsed) if len(remaining) < len(waiting) else self
        )

    def with_pending_data(self, amends: Mapping[str, Mapping[str, Scalar]]) -> Self:
        waiting = self.session.pending
        amended = {
            key: replace(waiting[key], data={**waiting[key].data, **data})
            for key, data in amends.items()
            if key in waiting
        }
        return self.with_values(pending={**waiting, **amended}) if amended else self

    def draft(self, cancels: str = "") -> Draft:
        """End the move. Reminders become due first."""
        if self.session is self.start:
            return Draft(self.facts, self.throws, (), cancels, deeds=self.deeds)
        return self.with_due_reminders().build(cancels)

    def with_due_reminders(self) -> Self:
        """Make reminders pending whose moment has come, and rearm those whose moment has passed."""
        builder = self
        for key, reminder in self.session.reminders.items():
            comes = has_come(self.session, reminder)
            if comes is not reminder.due:
                builder = builder.with_element("reminders", key, replace(reminder, due=comes))
            if comes and not reminder.due:
                data: dict[str, Scalar] = {"awaited": key, "text": reminder.text}
                roll = PendingRoll(f"{SharedRoll.AWAITED}.{key}", SharedRoll.AWAITED, data=data)
                builder = builder.with_pending((roll,)).with_fact("reminder_comes", text=reminder.text)
        return builder

    def build(self, cancels: str) -> Draft:
        """End the move: drop pending rolls and effects that have lost their meaning."""
        session = self.session
        pending = still_pending(session, self.start.pending) if session.pending else session.pending
        effects = {key: each for key, each in session.effects.items() if is_effect_active(session, each)}
        if len(pending) < len(session.pending) or len(effects) < len(session.effects):
            session = replace(session, pending=pending, effects=effects)
        builder = self._with_lapses(pending)
        if _goes_dark(self.start, session):
            builder = builder.with_fact("last_light_out")
        changes = diff(self.start, session)
        return Draft(builder.facts, self.throws, changes, cancels, settles=self.settles, deeds=self.deeds)

    def _with_lapses(self, remaining: Mapping[str, PendingRoll]) -> Self:
        """Record lapses of the rolls that this move made pointless, except those that its act answers."""
        # An act may have recorded a lapse itself, as a meal does.
        reported = {fact.data.get("who") for fact in self.facts if fact.data.get("lapsed")}
        dropped = {key: self.start.pending.get(key) for key in self.session.pending if key not in remaining}
        # A roll may stand for many days or hours. Those that this move has not rolled lapse too.
        lapsed = (
            self.session.pending[key] if rolls_of(each) > 1 else each
            for key, each in dropped.items()
            if each is not None and (key not in self.settles or rolls_of(each) > 1)
        )
        return self.with_lapses(each for each in lapsed if each.who not in reported and self._is_missed(each))

    def with_lapses(self, rolls: Iterable[PendingRoll]) -> Self:
        """Record that pending rolls lapse, with one fact for all equal ones."""
        groups: dict[object, list[PendingRoll]] = {}
        for pending in rolls:
            groups.setdefault(likeness(pending), []).append(pending)
        builder = self
        for group in groups.values():
            lapses = sum(map(rolls_of, group))
            builder = builder.with_fact(
                "lapsed", lapses=lapses, **lapse_data(self.start, as_one_roll(group[0]))
            )
        return builder

    def _is_missed(self, pending: PendingRoll) -> bool:
        answered = self.act and self.start.game.answers.get(pending.kind) == self.act
        return not answered and is_missed(self.start, pending)


def _is_in_the_first_turn(fight: Encounter, lasting: Lasting, anchor: str) -> bool:
    """Whether the next such moment of the anchor's turns only begins the count."""
    if lasting.until is Until.TURN_END:
        return anchor in fight.acting
    by_its_own = lasting.rounds and not lasting.anchor and not fight.active
    return bool(by_its_own) and anchor in fight.combatants and is_waiting(fight, anchor)


def _goes_dark(before: Session, after: Session) -> bool:
    """Whether the last light has gone out, and the hour gives none that the GM has spoken of."""
    was_lit, is_lit = (any(each.burns for each in session.supplies.values()) for session in (before, after))
    return was_lit and not is_lit and (after.ambient.said is None or after.is_dark)


def without_key(elements: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {each: value for each, value in elements.items() if each != key}


def is_effect_active(session: Session, effect: Effect) -> bool:
    """Its bearer is in play, and still suffers the condition of the effect, if that has one."""
    if effect.who not in session.creatures:
        return False
    badges = session.game.badges(session.rules_context(), effect.who)
    return not effect.condition or any(badge.id == effect.condition for badge in badges)
