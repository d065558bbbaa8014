"""A game: the base class of the rules that a campaign is played with.

Screens, session, commands and words ask a `GameSystem` and know no game by name. Its defaults are what most
games answer. A game is a subclass that overrides what its rules say, and one instance of it.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from tracker.rules import body
from tracker.rules.body import Living, is_alive
from tracker.rules.dice import Roll, Throw
from tracker.rules.fields import NOTHING
from tracker.rules.glance import Badge, Countdown, Gauge, Hazard, Need
from tracker.rules.pending import Adjustment, PendingRollKind, dice_of
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
    TurnOrder,
)

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
    """Ids of the fields that a GM looks up most, in order: protection, attacks, resources."""
    conditions: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    """Ids of the fields that a roll may name to add them: `2d6 + lia.violencia`."""

    acts: Mapping[str, Act] = NOTHING
    act_letters: Mapping[str, str] = NOTHING
    """The letters of the acts without a key of their own, in their menu; they never change."""
    hazard_letters: Mapping[str, str] = NOTHING
    """The letters of the acts on traps, in the menu of traps."""
    attack_act: str = ""
    """Id of the act of an attack on somebody, if the game has one. Its first parameter offers the attacks."""
    ammunition_act: str = ""
    """Id of the act that uses up ammunition, if the game counts it apart."""
    merge_act: str = ""
    """Id of the act that joins two stacks of ammunition, if the game has it."""
    pending_rolls: Mapping[str, PendingRollKind] = NOTHING
    """The kinds of pending rolls, by their ids."""
    body_needs: tuple[str, ...] = ()
    """Ids of what every body asks for as the clock goes: a meal, sleep."""
    rest_act: str = "sleep"
    """Id of the act that refills the GM's own counters of a rest."""
    favour: str = ""
    """Id of the gauge from which a creature may spend a point on its pending roll, before the dice fall."""

    turn_seconds: int = 0
    """Seconds of a turn; 0 if the campaign says it."""
    turn_field: str = ""
    """The scene's field in which the campaign says it."""
    initiative_dice: str = "1d20"
    """The dice offered for initiative until the GM has rolled others; no document names any."""
    turn_order: TurnOrder = TurnOrder.INITIATIVE
    """The rule for who may have the next turn of an encounter, until the campaign has chosen otherwise."""
    assumptions: tuple[str, ...] = ()
    """Ids of what a forecast of a fight assumes where the rules do not say."""
    rounds: bool = True
    """Whether a round is another thing than a turn."""
    milestones: tuple[str, ...] = ()
    """Ids of the moments that only the GM can tell: the end of a session, of a scenario, of a scene."""

    outcomes: Mapping[str, str] = NOTHING
    """Outcomes that are a case of another: a fumble is a failure too."""
    memorable: tuple[str, ...] = ()
    """Outcomes that a table remembers after the evening."""

    tables: tuple[str, ...] = ()
    """Ids of the tables that the rules leave to the GM."""
    words: Mapping[str, dict[str, dict[str, str]]] = NOTHING
    """The game's own words that are in no file: by language, space and name."""
    distances: Mapping[str, int] = NOTHING
    """Units of distance and their length in centimetres (R1-065, R1-066)."""
    foreign: Mapping[str, str] = NOTHING
    """Ids of the fields for what stat blocks of other programs tell: hit points, abilities, damage."""
    rule_of: Mapping[str, str] = NOTHING
    """The rule behind each condition and each kind of pending roll, by its id."""
    printed_tables: tuple[PrintedTable, ...] = ()
    """The tables that the rules print, in order."""

    def new_sheet(self, kind: str, now: int) -> Sheet:
        """Return a fresh sheet for a `pc` or an `npc`, at a second of the campaign's clock."""
        return self.sheet()

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        """Return what marks a creature at a glance."""
        return ()

    def scene_badges(self, context: RulesContext) -> tuple[Badge, ...]:
        """Return what marks the scene at a glance: the light, how the scene goes."""
        return ()

    def hazards(self, context: RulesContext) -> tuple[Hazard, ...]:
        """Return what waits at the places of the scene; players know none of it."""
        return ()

    def countdowns(self, context: RulesContext, who: str) -> tuple[Countdown, ...]:
        """Return the turns that a creature has left before something happens."""
        return ()

    def needs(self, context: RulesContext, who: str) -> tuple[Need, ...]:
        """Return what a creature's body asks for next."""
        return ()

    def is_out(self, sheet: Sheet) -> bool:
        """Whether a creature takes no more turns: dead, lost."""
        return isinstance(sheet, Living) and sheet.dead

    def is_down(self, sheet: Sheet) -> bool:
        """Whether a creature looks fallen: it is out, or has no health left."""
        if self.is_out(sheet):
            return True
        gauge = self.health_gauge
        if gauge is None or (gauge.maximum and not getattr(sheet, gauge.maximum)):
            return False
        current: int = getattr(sheet, gauge.current)
        return current <= 0

    def derived_figures(self, sheet: Sheet) -> Mapping[str, int]:
        """Return the figures that follow from a sheet and are not saved, by the ids of their words."""
        return {}

    def stamina(self, sheet: Sheet) -> int:
        """Return how much health a creature can lose before it falls; 1 where nobody counts its health."""
        gauge = self.health_gauge
        if self.is_down(sheet):
            return 0
        if gauge is None or (gauge.maximum and not getattr(sheet, gauge.maximum)):
            return 1
        current: int = getattr(sheet, gauge.current)
        return current

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        """Return how the first attack of one creature on another goes; None if it has none."""
        return None

    @property
    def menu_acts(self) -> dict[str, str]:
        """The acts without a key of their own, each with its letter in their menu, or none."""
        with_key = {*SHARED_ACTS, "use", self.attack_act, *self.hazard_letters}
        others = {each: "" for each in self.acts if each not in {*with_key, *self.act_letters}}
        return {**others, **self.act_letters}

    @property
    def health_gauge(self) -> Gauge | None:
        """The gauge that shows how hurt a creature is, if the game has one."""
        return next((each for each in self.gauges if self._counts_health(each)), None)

    def _counts_health(self, gauge: Gauge) -> bool:
        return gauge.id == self.health if self.health else bool(gauge.maximum)

    def resolve(self, context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
        """Resolve a pending roll by the rule of its kind."""
        return self.pending_rolls[pending.kind].resolve(context, pending, roll)

    def skip(self, context: RulesContext, pending: PendingRoll) -> RuleResult:
        """Return what comes all the same of a pending roll that the GM leaves out."""
        kind = self.pending_rolls.get(pending.kind)
        if kind is None or kind.skip is None or not self.still_pending(context, pending):
            return RuleResult()
        return kind.skip(context, pending)

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """The acts that make the choices of pending rolls without a die, by the kinds of those rolls."""
        return {key: kind.answer for key, kind in self.pending_rolls.items() if kind.answer}

    def still_pending(self, context: RulesContext, pending: PendingRoll) -> bool:
        """Whether a pending roll still makes sense: its creature lives and its cause is still there."""
        kind = self.pending_rolls.get(pending.kind)
        if kind is None:
            return False
        concerns_somebody = is_alive(context.sheets.get(pending.who)) if pending.who else kind.nobodys
        return concerns_somebody and kind.holds(context, pending)

    def faces_of(self, context: RulesContext, pending: PendingRoll) -> tuple[int, ...]:
        """Return the sides of the dice that a pending roll needs now, in the order in which they fall."""
        if not self.still_pending(context, pending):
            return ()
        written = self.pending_rolls[pending.kind].written_dice
        return written(context) if written else dice_of(lambda roll: self.resolve(context, pending, roll))

    def with_favour(self, context: RulesContext, pending: PendingRoll) -> PendingRoll:
        """Return a pending roll with a point spent on it; refuses a roll that cannot be favoured."""
        raise Refusal("not_favoured")

    def with_adjustment(
        self, context: RulesContext, pending: PendingRoll, adjustment: Adjustment
    ) -> PendingRoll:
        """Return a pending roll with the GM's adjustment; refuses a roll that takes none."""
        raise Refusal("not_adjusted")

    def turn_starts(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        """Return what the start of a creature's turn calls for."""
        return ()

    def turn_ends(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        """Return what the end of a creature's turn calls for."""
        return ()

    def turns_outside(self, context: RulesContext, who: str, turns: int) -> tuple[PendingRoll, ...]:
        """Return what so many turns that no order gives call for from a creature (R1-061)."""
        return ()

    def waits_for(self, context: RulesContext, pending: PendingRoll) -> str:
        """Return the key of the pending roll that must be made or skipped before this one; empty for none."""
        return ""

    def effect_handling(self, context: RulesContext, who: str) -> EffectHandling:
        """Return how a creature rolls the effects that it deals (R1-028)."""
        return EffectHandling()

    def round_ends(self, context: RulesContext) -> RuleResult:
        """Return what a turn of everybody that is over brings to the table, besides the countdowns."""
        return RuleResult()

    def turns_pass(self, context: RulesContext, creature_ids: tuple[str, ...], turns: int) -> RuleResult:
        """Return the countdowns of these creatures after so many turns, in an encounter or not."""
        return RuleResult()

    def encounter_ends(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        """Return what the end of an encounter calls for from a creature."""
        return ()

    def time_passes(self, context: RulesContext, who: str, until: int) -> tuple[PendingRoll, ...]:
        """Return what a creature must roll when the clock goes from `context.now` to `until`."""
        return ()

    def milestone(self, milestone: str, context: RulesContext) -> RuleResult:
        """Return what one of the game's `milestones` brings."""
        return RuleResult()

    def clock_corrected(self, sheet: Sheet, by: int) -> Sheet:
        """Return a sheet as hungry and as tired as before, once the clock is corrected by `by` seconds."""
        return body.clock_corrected(sheet, by)

    def lived_ordinarily(self, sheet: Sheet, now: int) -> Sheet:
        """Return a sheet after ordinary days, in which the creature ate and slept as usual (R1-064)."""
        return body.lived_ordinarily(sheet, now)

    def room(self, sheet: Sheet, field: str) -> int:
        """Return how many more elements a list of the sheet may hold, such as languages; 0: no limit."""
        return 0

    def outcome_odds(
        self, context: RulesContext, throw: Throw, against: Throw | None = None
    ) -> Mapping[str, int]:
        """Return in how many equally likely ways a throw like this one has each outcome.

        `against` is the throw that opposes it; its outcomes are then `won`, `lost` and perhaps `tied`. Empty
        if the rules do not say, and for two throws that are not opposed.
        """
        return {}

    def joint_odds(self, context: RulesContext, throws: Sequence[Throw]) -> Mapping[str, int]:
        """Return in how many equally likely ways throws like these, which count as one, have each outcome.

        Empty if the rules do not say, and for throws that do not count as one.
        """
        return {}

    def is_success(self, outcome: str) -> bool:
        """Whether an outcome is a success, or a case of one."""
        return self.outcomes.get(outcome, outcome) in SUCCESSES

    def with_dependents_updated(self, before: Sheet, after: Sheet) -> Sheet:
        """Return a sheet whose figures have followed those on which they depend.

        Called when figures are written on a sheet, whether it is new, a copy or in play. A figure that the GM
        has set otherwise stays as it is.
        """
        return after

    def sheet_doubts(self, who: str, sheet: Sheet) -> tuple[Fact, ...]:
        """Return a reminder for each figure of a new sheet that the rules do not foresee."""
        return ()

    def sheet_written(self, context: RulesContext, who: str, before: Sheet) -> RuleResult:
        """Return the consequences of the figures that the GM has written on a sheet, as of reaching them.

        The context has the sheet as written.
        """
        return RuleResult()

    def initiative_handling(
        self, context: RulesContext, rollers: tuple[str, ...], side: tuple[str, ...]
    ) -> EffectHandling:
        """Return how one creature of a side, or several together, roll initiative (R1-106)."""
        return EffectHandling()
