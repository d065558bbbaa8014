"""Margin: the game as the rest of the program sees it."""

from collections.abc import Iterator, Mapping, Sequence

from tracker.rules.body import hours_without
from tracker.rules.dice import Throw
from tracker.rules.game_system import GameSystem
from tracker.rules.games.margin import pending
from tracker.rules.games.margin.acts import ACTS
from tracker.rules.games.margin.checks import bonus_in, help_bonuses, margins, odds_against, odds_of
from tracker.rules.games.margin.pending import PENDING_ROLLS
from tracker.rules.games.margin.sheet import (
    EXHAUSTION_TABLE,
    FIELDS,
    SCENE_FIELDS,
    TASK,
    Character,
    Stage,
    character,
    exhaustion_written,
    new_character,
    stage,
)
from tracker.rules.games.margin.tables import PRINTED_TABLES
from tracker.rules.glance import NEEDS, Badge, Gauge, Need, Tone
from tracker.rules.system import Blow, Fact, RulesContext

# Badges beside a creature's name.


def _badges(context: RulesContext, who: str, sheet: Character) -> Iterator[Badge]:
    if (task := stage(context).task_of(who)) is not None:
        kind = "race" if task.rivals else TASK
        yield Badge(kind, Tone.PLAIN, {"progress": f"{task.accumulated}/{task.target}"})
    for name in dict.fromkeys(each.characteristic for each in sheet.helpers.values()):
        helpers = [each for each in sheet.helpers.values() if each.serves(name)]
        yield Badge("helped", Tone.GOOD, {"dice": help_bonuses(helpers), "cause": name})
    for each in sheet.modifiers.values():
        kind, tone = ("bonus", Tone.GOOD) if each.dice > 0 else ("penalty", Tone.WARNING)
        yield Badge(kind, tone, {"dice": abs(each.dice), "cause": each.cause})


OUTCOMES: Mapping[str, str] = {
    "spectacular_success": "success",
    "marginal_success": "success",
    "disastrous_failure": "failure",
}


_LETTERS = {
    "opposed": "o",
    "help": "a",
    "group": "g",
    "team": "t",
    "begin": "e",
    "work": "w",
    "race": "c",
    "give_up": "b",
    "exhaust": "x",
    "recover": "r",
    "modifier": "s",
    "unmodify": "n",
    "kill": "m",
    "revive": "v",
}
"""Menu letters of the acts without a key of their own."""


class Margin(GameSystem):
    """Margins of success, contests and extended tasks. No gauge counts health."""

    key = "margin"
    sheet = Character
    scene = Stage
    fields = FIELDS
    scene_fields = SCENE_FIELDS
    gauges = (Gauge("exhaustion", "exhaustion"),)
    looked_up = ("exhaustion", "aptitudes", "techniques")
    act_letters = _LETTERS
    rounds = False
    acts = ACTS
    body_needs = NEEDS
    attack_act = "opposed"
    attack_facts = ("contest_won", "contest_tied")
    pending_rolls = PENDING_ROLLS
    turn_field = "turn_length"
    assumptions = ("contest", "out")
    outcomes = OUTCOMES
    memorable = ("spectacular_success", "disastrous_failure")
    tables = (EXHAUSTION_TABLE,)
    foreign: Mapping[str, str] = {"Type": "concept"}
    printed_tables = PRINTED_TABLES

    new_sheet = staticmethod(new_character)
    turn_starts = staticmethod(pending.turn_starts)
    sheet_written = staticmethod(exhaustion_written)
    round_ends = staticmethod(pending.round_ends)

    def attacks_in(self, facts: Sequence[Fact], throws: Sequence[Throw]) -> list[tuple[str, str]]:
        """List who has attacked whom: its fact names the winner first, and its throws who began it."""
        first_throws = [each.who for each in throws if each.purpose == "contest"][::2]
        pairs = super().attacks_in(facts, throws)
        return [
            pair if pair[0] == who else pair[::-1] for pair, who in zip(pairs, first_throws, strict=False)
        ]

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        sheet = character(context, who)
        return (Badge("dead", Tone.BAD),) if sheet.dead else tuple(_badges(context, who, sheet))

    def needs(self, context: RulesContext, who: str) -> tuple[Need, ...]:
        """Count the time since a creature's last meal and sleep, without consequences."""
        sheet = character(context, who)
        if sheet.dead:
            return ()
        return hours_without(sheet, context.now)

    def outcome_odds(
        self, context: RulesContext, throw: Throw, against: Throw | None = None
    ) -> Mapping[str, int]:
        """Count the ways to each outcome of a check, or to winning with it (R4-001..R4-018, R4-027)."""
        if throw.target is None:
            return {}
        if against is None:
            return odds_of(throw.target, bonus_in(throw))
        if throw.purpose != "contest" or against.target is None:
            return {}
        own_margins, rival_margins = (
            margins(throw.target, bonus_in(throw)),
            margins(against.target, bonus_in(against)),
        )
        return odds_against(own_margins, rival_margins)

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        """Forecast a creature's first attack on another (R4-027)."""
        from tracker.rules.games.margin.blows import blow  # noqa: PLC0415 - few sessions ask for a forecast

        return blow(context, who, target)


MARGIN = Margin()
