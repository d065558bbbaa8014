"""A game: the base class of the rules that a campaign is played with.

Screens, session, commands and words ask a `GameSystem` and know no game by name. Its defaults fit most games:
a game is a subclass that overrides what its rules change, and one instance of it.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from tracker.rules import body
from tracker.rules.body import Living, is_alive
from tracker.rules.dice import Roll, Throw
from tracker.rules.fields import NOTHING
from tracker.rules.glance import Badge, Countdown, Gauge, Hazard, Need
from tracker.rules.pending import Adjustment, PendingRollKind, dice_of, turns_of
from tracker.rules.printed_table import PrintedTable
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import SheetField
from tracker.rules.system import (
    SHARED_ACTS,
    Act,
    Blow,
    EffectHandling,
    Fact,
    PendingRoll,
    RuleResult,
    RulesContext,
    Scene,
    Sheet,
    TableClock,
    TurnOrder,
)
from tracker.rules.weapon import ATTACKS

SUCCESSES = frozenset({"success", "happens", "won"})
"""Outcomes that are successes in every game."""


class GameSystem:
    """The rules of one game. `fields` and `acts` are in the order in which they are shown."""

    key: str
    """The id of the game in saves and words."""
    sheet: type[Sheet]
    scene: type[Scene] = Scene

    fields: tuple[SheetField, ...] = ()
    scene_fields: tuple[SheetField, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    health: str = ""
    """Id of the gauge that shows how hurt a creature is; if empty, the first gauge that has a maximum."""
    looked_up: tuple[str, ...] = ()
    """Ids of the fields that a GM looks up most, the first first: protection, attacks, resources."""
    conditions: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    """Ids of the fields that a roll may add by name: `2d6 + lia.violencia`."""

    acts: Mapping[str, Act] = NOTHING
    act_letters: Mapping[str, str] = NOTHING
    """Menu letters of the acts without a key of their own. A letter never changes."""
    hazard_letters: Mapping[str, str] = NOTHING
    """Letters of the acts on traps, in the menu of traps."""
    attack_act: str = ""
    """Id of the attack act, if the game has one. Its first parameter offers the attacks."""
    attack_facts: tuple[str, ...] = (ATTACKS,)
    """Kinds of the facts that say who has attacked whom: `who` and `other`."""
    dealer_facts: tuple[str, ...] = ("dealt_by",)
    """Kinds of the facts whose `who` dealt all damage of their event."""
    ammunition_act: str = ""
    """Id of the act that uses up ammunition, if the game has it."""
    merge_act: str = ""
    """Id of the act that joins two stacks of ammunition, if the game has it."""
    pending_rolls: Mapping[str, PendingRollKind] = NOTHING
    """The kinds of pending rolls, by their ids."""
    body_needs: tuple[str, ...] = ()
    """Ids of the needs that grow with the clock: a meal, sleep."""
    rest_act: str = "sleep"
    """Id of the act that refills those of the GM's own counters that a rest refills."""
    favour: str = ""
    """Id of the gauge from which a creature may spend a point on its pending roll, before the dice fall."""

    turn_seconds: int = 0
    """Seconds of a turn; 0 if the campaign sets it in `turn_field`."""
    turn_field: str = ""
    """The scene's field for the seconds of a turn."""
    room_seconds: int = 0
    """Seconds of the interval in which a party explores an unseen room; 0 if the rules name none."""
    initiative_dice: str = "1d20"
    """Initiative dice offered until the GM rolls others; no rule book names any."""
    initiative_check: str = ""
    """Id of the check that gives each creature its initiative; empty if dice do."""
    turn_order: TurnOrder = TurnOrder.INITIATIVE
    """Default rule for who has the next turn of an encounter; a campaign may choose another."""
    assumptions: tuple[str, ...] = ()
    """Ids of the assumptions of a fight's forecast, where the rules leave something open."""
    rounds: bool = True
    """Whether a round differs from a turn: in some games all act within one turn."""
    milestones: tuple[str, ...] = ()
    """Ids of the moments that only the GM can declare: the end of a session, of a scenario, of a scene."""

    outcomes: Mapping[str, str] = NOTHING
    """Outcomes that are a case of another, by id: a fumble is a failure too."""
    memorable: tuple[str, ...] = ()
    """Outcomes of a recap's memorable rolls."""
    lasting_gauges: tuple[str, ...] = ()
    """Ids of the gauges besides health whose loss a recap tells: no night brings it back."""
    lasting_lists: tuple[str, ...] = ()
    """Ids of the fields of lists whose new entries a recap tells."""

    clocks: Mapping[str, TableClock] = NOTHING
    """The progress clocks that the rules move, by their keys."""
    tables: tuple[str, ...] = ()
    """Ids of the random tables that the rules leave to the GM."""
    words: Mapping[str, dict[str, dict[str, str]]] = NOTHING
    """The game's own words, unless they stand in files: by language, space and name."""
    distances: Mapping[str, int] = NOTHING
    """Units of distance, in centimetres (R1-065, R1-066)."""
    foreign: Mapping[str, str] = NOTHING
    """Fields for the entries of other programs' stat blocks: hit points, abilities, damage."""
    rule_of: Mapping[str, str] = NOTHING
    """Rule ids by condition and by kind of pending roll."""
    tolerated: tuple[Refusal, ...] = ()
    """Faults of the text of a game file that earlier versions let pass."""
    printed_tables: tuple[PrintedTable, ...] = ()
    """The tables that the rule book prints, in its order."""

    def new_sheet(self, kind: str, now: int) -> Sheet:
        """Return the sheet of a new `pc` or `npc`; `now` is a second of the campaign's clock."""
        return self.sheet()

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        """List the badges beside a creature's name, such as its conditions."""
        return ()

    def scene_badges(self, context: RulesContext) -> tuple[Badge, ...]:
        """List the badges of the scene: the light, how the scene goes."""
        return ()

    def hazards(self, context: RulesContext) -> tuple[Hazard, ...]:
        """List the traps and the like of the scene. Players never see this list."""
        return ()

    def countdowns(self, context: RulesContext, who: str) -> tuple[Countdown, ...]:
        """Count the turns that a creature has left before something happens."""
        return ()

    def needs(self, context: RulesContext, who: str) -> tuple[Need, ...]:
        """List what a creature's body needs next, such as a meal."""
        return ()

    def is_out(self, sheet: Sheet) -> bool:
        """Whether a creature takes no more turns: dead or lost."""
        return isinstance(sheet, Living) and sheet.dead

    def is_down(self, sheet: Sheet) -> bool:
        """Whether a creature is out, or has no health left."""
        if self.is_out(sheet):
            return True
        gauge = self.health_gauge
        if gauge is None or (gauge.maximum and not getattr(sheet, gauge.maximum)):
            return False
        current: int = getattr(sheet, gauge.current)
        return current <= 0

    def derived_figures(self, context: RulesContext, who: str) -> Mapping[str, int]:
        """Compute the figures that follow from a creature's and are not saved, by the ids of their words."""
        return {}

    def stamina(self, sheet: Sheet) -> int:
        """Return how much health a creature can lose before it falls; 1 if its health is not counted."""
        gauge = self.health_gauge
        if self.is_down(sheet):
            return 0
        if gauge is None or (gauge.maximum and not getattr(sheet, gauge.maximum)):
            return 1
        current: int = getattr(sheet, gauge.current)
        return current

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        """Forecast the first attack of one creature on another; None if it has no attack."""
        return None

    @property
    def menu_acts(self) -> dict[str, str]:
        """The acts without a key of their own, each with its menu letter, or an empty string."""
        with_key = {*SHARED_ACTS, "use", self.attack_act, *self.hazard_letters}
        others = {each: "" for each in self.acts if each not in {*with_key, *self.act_letters}}
        return {**others, **self.act_letters}

    @property
    def health_gauge(self) -> Gauge | None:
        """The gauge of a creature's wounds, if the game has one."""
        return next((each for each in self.gauges if self._counts_health(each)), None)

    def gauge_rises(self, gauge: Gauge) -> bool:
        """Whether a gauge fills up, so that an empty one is best. A creature's health never does."""
        return not gauge.starts_full and bool(gauge.maximum) and gauge != self.health_gauge

    def _counts_health(self, gauge: Gauge) -> bool:
        return gauge.id == self.health if self.health else bool(gauge.maximum)

    def resolve(self, context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
        """Resolve a pending roll by the rule of its kind."""
        return self.pending_rolls[pending.kind].resolve(context, pending, roll)

    def skip(self, context: RulesContext, pending: PendingRoll) -> RuleResult:
        """Play what a pending roll brings even if the GM leaves it out."""
        kind = self.pending_rolls.get(pending.kind)
        if kind is None or kind.skip is None or not self.still_pending(context, pending):
            return RuleResult()
        return kind.skip(context, pending)

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """Ids of the acts that answer pending rolls without dice, by the kind of roll."""
        return {key: kind.answer for key, kind in self.pending_rolls.items() if kind.answer}

    def still_pending(self, context: RulesContext, pending: PendingRoll) -> bool:
        """Whether a pending roll still makes sense: its creature lives and its cause is still there."""
        kind = self.pending_rolls.get(pending.kind)
        if kind is None:
            return False
        sheet = context.sheets.get(pending.who)
        is_somebodys = sheet is not None if kind.outlives else is_alive(sheet)
        return (is_somebodys if pending.who else kind.nobodys) and kind.holds(context, pending)

    def faces_of(self, context: RulesContext, pending: PendingRoll) -> tuple[int, ...]:
        """Return the sides of the dice that a pending roll needs now, in the order in which they fall."""
        if not self.still_pending(context, pending):
            return ()
        gm_dice = self.pending_rolls[pending.kind].written_dice
        if gm_dice:
            return gm_dice(context)
        return dice_of(lambda roll: self.resolve(context, pending, roll), turns_of(pending))

    def with_favour(self, context: RulesContext, pending: PendingRoll) -> PendingRoll:
        """Return a pending roll with a point spent on it; raises `Refusal` `not_favoured`."""
        raise Refusal("not_favoured")

    def with_adjustment(
        self, context: RulesContext, pending: PendingRoll, adjustment: Adjustment
    ) -> PendingRoll:
        """Return a pending roll with the GM's adjustment; raises `Refusal` `not_adjusted`."""
        raise Refusal("not_adjusted")

    def turn_starts(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        """Queue the rolls that the start of a creature's turn calls for."""
        return ()

    def turn_ends(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        """Queue the rolls that the end of a creature's turn calls for."""
        return ()

    def turns_outside(self, context: RulesContext, who: str, turns: int) -> tuple[PendingRoll, ...]:
        """Queue a creature's rolls for a number of turns outside any turn order (R1-061)."""
        return ()

    def waits_for(self, context: RulesContext, pending: PendingRoll) -> str:
        """Return the key of the pending roll that must be resolved or skipped first; empty if none."""
        return ""

    def effect_handling(self, context: RulesContext, who: str) -> EffectHandling:
        """Return how a creature rolls the effects that it deals (R1-028)."""
        return EffectHandling()

    def round_ends(self, context: RulesContext) -> RuleResult:
        """Play the end of a round at the table; `turns_pass` counts down."""
        return RuleResult()

    def turns_pass(self, context: RulesContext, creature_ids: tuple[str, ...], turns: int) -> RuleResult:
        """Count down a number of turns for these creatures, in an encounter or not."""
        return RuleResult()

    def encounter_ends(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        """Queue the rolls that the end of an encounter calls for from a creature."""
        return ()

    def time_passes(self, context: RulesContext, who: str, until: int) -> tuple[PendingRoll, ...]:
        """Queue a creature's rolls for the time from `context.now` to the second `until`."""
        return ()

    def milestone(self, milestone: str, context: RulesContext) -> RuleResult:
        """Play one of the game's `milestones`."""
        return RuleResult()

    def clock_filled(self, context: RulesContext, clock: str, roll: Roll) -> RuleResult:
        """Play what one of the game's `clocks` brings, once it is full and the GM resolves it."""
        return RuleResult()

    def clock_corrected(self, sheet: Sheet, by: int) -> Sheet:
        """Shift the sheet's clock seconds by `by`: a corrected clock makes nobody hungrier or more tired."""
        return body.clock_corrected(sheet, by)

    def lived_ordinarily(self, sheet: Sheet, now: int) -> Sheet:
        """Return a sheet after ordinary days, in which the creature ate and slept as usual (R1-064)."""
        return body.lived_ordinarily(sheet, now)

    def room(self, sheet: Sheet, field: str) -> int:
        """Return how many more elements a list of the sheet may hold, such as languages; 0 for no limit."""
        return 0

    def outcome_odds(
        self, context: RulesContext, throw: Throw, against: Throw | None = None
    ) -> Mapping[str, int]:
        """Count the equally likely ways in which a throw like this one has each outcome.

        `against` is the opposing throw; the outcomes are then `won`, `lost` and perhaps `tied`. Empty if the
        rules do not say, or if the two throws do not oppose each other.
        """
        return {}

    def successes(self, throw: Throw) -> int | None:
        """Count the successes that a throw's dice show, in a check that counts faces; None in any other."""
        return None

    def rival_successes(self, throw: Throw) -> int | None:
        """Count the successes that a throw was opposed by; None if none opposed it."""
        return None

    def joint_odds(self, context: RulesContext, throws: Sequence[Throw]) -> Mapping[str, int]:
        """Count the equally likely ways in which throws that count as one have each outcome.

        Empty if the rules do not say, or if the throws do not count as one.
        """
        return {}

    def attacks_in(self, facts: Sequence[Fact], throws: Sequence[Throw]) -> list[tuple[str, str]]:
        """List who has attacked whom in an event, in the order of the blows."""
        return [
            (str(each.data.get("who")), str(each.data.get("other")))
            for each in facts
            if each.kind in self.attack_facts
        ]

    def is_success(self, outcome: str) -> bool:
        """Whether an outcome is a success or a case of one."""
        return self.outcomes.get(outcome, outcome) in SUCCESSES

    def with_dependents_updated(self, old_sheet: Sheet, new_sheet: Sheet) -> Sheet:
        """Return the new sheet with its dependent figures recomputed; one that the GM has set by hand stays.

        Called for a new sheet, a copy and one in play.
        """
        return new_sheet

    def sheet_doubts(self, who: str, sheet: Sheet) -> tuple[Fact, ...]:
        """Remind the GM of each figure of a new sheet that the rules do not foresee."""
        return ()

    def sheet_written(self, context: RulesContext, who: str, before: Sheet) -> RuleResult:
        """Play what follows when the GM edits a sheet, as if play had reached its new figures.

        `context` holds the new sheet, `before` is the old one.
        """
        return RuleResult()

    def roll_initiative(self, context: RulesContext, who: str, roll: Roll) -> tuple[int, Throw]:
        """Roll a creature's initiative by the game's `initiative_check`; return it, and its dice."""
        return 0, Throw("initiative", (), 0, who)

    def initiative_ways(self, context: RulesContext, who: str) -> Mapping[int, int]:
        """Count the ways to each initiative by the game's `initiative_check`."""
        return {}

    def initiative_handling(
        self, context: RulesContext, rollers: tuple[str, ...], side: tuple[str, ...]
    ) -> EffectHandling:
        """Return how one creature of a side, or several together, roll initiative (R1-106)."""
        return EffectHandling()
