"""Chronicle: the game as the rest of the program sees it."""

from collections.abc import Iterator, Mapping

from tracker.rules.clock import DAY, HOUR
from tracker.rules.dice import Throw
from tracker.rules.game_system import GameSystem
from tracker.rules.games.chronicle import acts, checks, life, pending, traps
from tracker.rules.games.chronicle.acts import odds_against, odds_of
from tracker.rules.games.chronicle.checks import effect_handling, language_reminders, lowered_roll_facts
from tracker.rules.games.chronicle.pending import PENDING_ROLLS, with_favour
from tracker.rules.games.chronicle.sheet import (
    CONDITIONS,
    FIELDS,
    SCENE_FIELDS,
    Attribute,
    Character,
    Choices,
    Trap,
    character,
    choices,
    extra_languages,
    new_character,
)
from tracker.rules.games.chronicle.tables import PRINTED_TABLES
from tracker.rules.games.chronicle.vitals import DEADLY_FAILURES, is_wounded, threatens_life, unfed_days
from tracker.rules.glance import NEEDS, Badge, Gauge, Hazard, Need, Tone
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Blow, EffectHandling, Fact, PendingRoll, RulesContext, Sheet

# The acts that Chronicle offers to a GM, by their ids.

ACTS: Mapping[str, Act] = {
    act.id: act
    for act in (
        *acts.ROLLING,
        *acts.HARMING,
        *acts.ATTACKING,
        *life.AFFLICTING,
        *acts.SUPPLYING,
        *life.LIVING,
        *traps.TRAPPING,
    )
}


# The marks beside a creature's name, and the moments when hunger and sleep next count.


def _trap_badge(name: str, trap: Trap) -> Badge:
    if trap.sprung:
        return Badge("trap_sprung", Tone.PLAIN, {"name": name})
    return Badge("trap_found" if trap.found else "trap_hidden", Tone.WARNING, {"name": name})


def _trap_fields(trap: Trap) -> dict[str, str]:
    texts = {
        "trigger": trap.trigger,
        "concealment": trap.concealment,
        "effect": trap.effect,
        "harm": trap.damage,
    }
    return {name: text for name, text in texts.items() if text}


def _life(sheet: Character) -> Iterator[Badge]:
    if sheet.unconscious:
        yield Badge("unconscious", Tone.BAD)
    if is_wounded(sheet.health):
        yield Badge("wounded", Tone.BAD)


def _conditions(sheet: Character) -> Iterator[Badge]:
    for condition, state in sheet.states.items():
        level = {"level": state.level} if state.level else {}
        strength = {"source_level": state.source_level} if state.source_level else {}
        yield Badge(condition, Tone.WARNING, level, {"source": state.source, **strength})


def _modifiers(sheet: Character) -> Iterator[Badge]:
    """Yield each lasting modifier with its cause: a number, Advantage or Disadvantage (R1-024, R1-025)."""
    for each in sheet.modifiers.values():
        tone = Tone.GOOD if each.kind in ("advantage", "bonus") else Tone.WARNING
        value = f"{each.value:+d}" if each.value else ""
        yield Badge(each.kind, tone, {"value": value, "attribute": each.attribute, "cause": each.cause})


def _needs(sheet: Character, now: int) -> Iterator[Badge]:
    if (tone := _hunger(sheet, now)) is not Tone.PLAIN:
        failures = f"{sheet.hunger_failures}/{DEADLY_FAILURES}"
        yield Badge("hungry", tone, {"failures": failures}, {"unfed": (now - sheet.fed_at) // HOUR * HOUR})
    if penalty := sheet.sleep_penalty(now):
        yield Badge("sleepless", _sleeplessness(sheet, now), {"penalty": penalty})


def _hunger(sheet: Character, now: int) -> Tone:
    """Rate hunger: bad when one more failure kills, a warning from a day without food (R1-072)."""
    if not sheet.is_pc or not unfed_days(sheet.fed_at, now):
        return Tone.PLAIN
    return Tone.BAD if sheet.hunger_failures >= DEADLY_FAILURES - 1 else Tone.WARNING


def _sleeplessness(sheet: Character, now: int) -> Tone:
    """Rate lost sleep: bad when it threatens life, a warning with any penalty (R1-076)."""
    penalty = sheet.sleep_penalty(now)
    return Tone.PLAIN if not penalty else Tone.BAD if threatens_life(penalty) else Tone.WARNING


def _need(name: str, since: int, now: int, tone: Tone) -> Need:
    return Need(name, now - since, since + (unfed_days(since, now) + 1) * DAY, weighs=tone)


TURN = 10
"""Seconds of a turn, and of a round: its turns happen at once (R1-062, R1-063)."""
SQUARE = 200
"""Side of a square in centimetres (R1-065, A1-21)."""
HEX = 960_000
"""Width of a wilderness hex from side to side in centimetres (R1-066, A1-22)."""
DISTANCES: Mapping[str, int] = {"square": SQUARE, "hex": HEX}
"""The units that a GM may use for a journey, in centimetres."""
OUTCOMES: Mapping[str, str] = {"critical": "success", "fumble": "failure"}


_LETTERS = {
    "opposed": "o",
    "save": "s",
    "resist": "r",
    "shoot": "d",
    "effort": "e",
    "chance": "p",
    "fall": "c",
    "modifier": "b",
    "unmodify": "n",
    "reduce": "l",
    "restore": "t",
    "slot": "h",
    "merge": "j",
    "age": "a",
    "kill": "m",
    "revive": "v",
}
"""The letters of acts that have no key of their own."""
_TRAP_LETTERS = {
    "trap": "p",
    "seek": "b",
    "find": "v",
    "conceal": "o",
    "spring": "s",
    "disarm": "d",
}
"""The letters of acts on traps."""


class Chronicle(GameSystem):
    """The game of hunger, sleep, Effort, and conditions that a save ends."""

    key = "chronicle"
    sheet = Character
    scene = Choices
    fields = FIELDS
    scene_fields = SCENE_FIELDS
    gauges: tuple[Gauge, ...] = (
        Gauge("health", "health", "health_max"),
        Gauge("effort", "effort", "effort_max"),
    )
    health = "health"
    conditions = tuple(CONDITIONS)
    looked_up = ("armour_die", "damage", "attacks", "effort", "slots")
    act_letters = _LETTERS
    hazard_letters = _TRAP_LETTERS
    acts = ACTS
    body_needs = NEEDS
    attack_act = "attack"
    ammunition_act = "shoot"
    merge_act = "merge"
    pending_rolls = PENDING_ROLLS
    rest_act = "rest"
    favour = "effort"
    turn_seconds = TURN
    room_seconds = 600
    """The rules leave the length of an interval open (R1-064): the usual one of the clock."""
    distances = DISTANCES
    foreign: Mapping[str, str] = {
        "HP": "health_max",
        "Str": "strength_value",
        "Dex": "agility_value",
        "Con": "endurance_value",
        "Int": "mind_value",
        "Wis": "intuition_value",
        "Cha": "presence_value",
        "Type": "species",
        "Languages": "languages",
        "Damage": "attacks",
    }
    rule_of: Mapping[str, str] = {
        **{name: each.rule for name, each in CONDITIONS.items()},
        "encounter_check": "R1-034",
        "usage": "R1-039",
        "ammunition": "R1-047",
        "effort": "R1-056",
        "health_die": "R1-068",
        "hunger": "R1-072",
        "sleep": "R1-077",
        "ageing": "R1-079",
        "trap": "R1-091",
        "blow": "R1-092",
        "save": "R1-096",
        "confusion": "R1-099",
        "paralysis": "R1-104",
        "poison": "R1-107",
    }
    printed_tables = PRINTED_TABLES

    assumptions = ("to_hit", "dodge", "npcs")
    outcomes = OUTCOMES
    memorable = ("critical", "fumble")

    new_sheet = staticmethod(new_character)
    with_adjustment = staticmethod(pending.with_adjustment)
    turn_starts = staticmethod(pending.turn_starts)
    turns_outside = staticmethod(pending.turns_outside)
    turn_ends = staticmethod(pending.turn_ends)
    waits_for = staticmethod(pending.waits_for)
    encounter_ends = staticmethod(pending.encounter_ends)
    time_passes = staticmethod(pending.time_passes)
    clock_corrected = staticmethod(pending.clock_corrected)
    lived_ordinarily = staticmethod(pending.lived_ordinarily)
    sheet_written = staticmethod(checks.sheet_written)
    initiative_handling = staticmethod(pending.initiative_handling)

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        """List the marks of a creature: life, conditions, needs, then lasting modifiers."""
        sheet = character(context, who)
        if sheet.dead:
            return (Badge("dead", Tone.BAD),)
        return (*_life(sheet), *_conditions(sheet), *_needs(sheet, context.now), *_modifiers(sheet))

    def scene_badges(self, context: RulesContext) -> tuple[Badge, ...]:
        return tuple(_trap_badge(name, trap) for name, trap in choices(context).traps.items())

    def hazards(self, context: RulesContext) -> tuple[Hazard, ...]:
        """List the traps of the table, with what the GM has written about them (R1-089..R1-091)."""
        return tuple(
            Hazard("trap", name, _trap_badge(name, trap), _trap_fields(trap), act="spring", ends="disarm")
            for name, trap in choices(context).traps.items()
        )

    def needs(self, context: RulesContext, who: str) -> tuple[Need, ...]:
        """List when hunger and sleep next count: after each full day without (R1-072, R1-076)."""
        sheet = character(context, who)
        if not sheet.is_pc or sheet.dead:
            return ()
        now = context.now
        return (
            _need("meal", sheet.fed_at, now, _hunger(sheet, now)),
            _need("sleep", sheet.awake_since, now, _sleeplessness(sheet, now)),
        )

    def with_favour(self, context: RulesContext, pending: PendingRoll) -> PendingRoll:
        """Spend a point of Effort on an attribute roll, as `pending.with_favour` does.

        Raises `Refusal` `effort_unfit` on any other roll.
        """
        kind = PENDING_ROLLS.get(pending.kind)
        if kind is None or not kind.takes_effort or not self.faces_of(context, pending):
            raise Refusal("effort_unfit")
        return with_favour(context, pending)

    def effect_handling(self, context: RulesContext, who: str) -> EffectHandling:
        """Find how conditions and lost sleep change effect rolls (R1-028)."""
        how = effect_handling(character(context, who), context.now)
        return EffectHandling(how.mode, how.static, lowered_roll_facts(who, how, "effect"))

    def sheet_doubts(self, who: str, sheet: Sheet) -> tuple[Fact, ...]:
        """Remind of more languages than Mind allows (R1-059, A1-57)."""
        return tuple(language_reminders(who, sheet)) if isinstance(sheet, Character) else ()

    def room(self, sheet: Sheet, field: str) -> int:
        """Count the languages that Mind still allows, the first included (R1-058, R1-059)."""
        if field != "languages" or not isinstance(sheet, Character):
            return 0
        mind = sheet.score(Attribute.MIND).value
        return max(0, 1 + extra_languages(mind) - len(sheet.languages))

    def outcome_odds(
        self, context: RulesContext, throw: Throw, against: Throw | None = None
    ) -> Mapping[str, int]:
        """Count the ways to each outcome of a d20, or to win with it (R1-004..R1-008, R1-029)."""
        if against is not None:
            return odds_against(context, throw, against)
        return {} if throw.purpose in ("confusion", "paralysis") else odds_of(throw)

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        """Weigh a creature's first attack on another (R1-013, R1-015, R1-092..R1-094)."""
        from tracker.rules.games.chronicle.blows import blow  # noqa: PLC0415 - few sessions ask for a forecast

        return blow(context, who, target)


CHRONICLE = Chronicle()
