"""A game file compiled into a `GameSystem`, alone or as house rules over another game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules import body
from tracker.rules.body import (
    DYING_ACTS,
    Body,
    act_second,
    is_alive,
    kill,
    living_body,
    needs_acts,
    revive,
    words_of_leaving,
)
from tracker.rules.clock import DAY, HOUR
from tracker.rules.dice import Mode, Roll, Throw, has_dice_to_come
from tracker.rules.fields import Scalar
from tracker.rules.game_file import checks
from tracker.rules.game_file.checking import Base, faults_of
from tracker.rules.game_file.checks import (
    NOTHING_SHOWN,
    CheckResult,
    Extra,
    Shown,
    opposed_check,
    roll_check,
)
from tracker.rules.game_file.effects import (
    CHECK,
    DUE,
    EACH,
    ENDS,
    OUTCOME,
    EffectRules,
    Play,
    clock_name,
    formula_arguments,
)
from tracker.rules.game_file.expression import bind_names, has_dice
from tracker.rules.game_file.figures import (
    AT,
    MAXIMUM,
    Figures,
    kind_of,
    level_of,
    new_sheet,
    sheet_fields,
    sheet_type,
    since_field,
)
from tracker.rules.game_file.reading import KINDS, Faults, parse_game_file
from tracker.rules.game_file.records import (
    ActOf,
    Check,
    Deed,
    Due,
    Effect,
    GameFile,
    Parameter,
    act_id,
    merge_house_rules,
)
from tracker.rules.game_file.source import Source, source_of
from tracker.rules.game_file.vocabulary import tables_of
from tracker.rules.game_system import GameSystem
from tracker.rules.games import SYSTEMS
from tracker.rules.glance import HAS_LEFT, ON_ATTRIBUTE, Badge, Gauge, Need, Tone
from tracker.rules.near import nearest
from tracker.rules.pending import Adjustment, PendingRollKind, dice_of, figure, turns_of
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import (
    DONE_TO_OTHERS,
    WHO,
    Act,
    Applied,
    Args,
    Blow,
    Fact,
    Kind,
    Param,
    PendingRoll,
    RuleResult,
    RulesContext,
    Scene,
    Sheet,
    TableClock,
    Together,
    TurnOrder,
)
from tracker.rules.weapon import ATTACKS, attacks, is_target_alive

MOST_SPAN = 100
"""How often one pending roll is played at once, however long it has waited; the rest stays pending."""
MODES = (Param("advantage", Kind.FLAG), Param("disadvantage", Kind.FLAG))
_MEMORABLE = ("crítico", "critico", "pifia", "critical", "fumble")


class TableOf(Scene, Struct, frozen=True):
    """The scene of a game file: without data of its own."""


class Rules:
    """The contents of a file, bound to the sheets of one game."""

    def __init__(self, game: GameFile, base: GameSystem | None) -> None:
        self.game, self.base = game, base
        since = {since_field(act_id(due.since)) for due in game.dues.values() if due.since}
        self.since = tuple(sorted(since))
        self.sheet = sheet_type(game, base.sheet if base else _Plain, self.since)
        base_numbers = numbers_of(base) if base else {}
        self.figures = Figures(game, {name: each.path for name, each in base_numbers.items()})
        sheet_class: Any = self.sheet
        sheet_class.figures = self.figures
        bounds = {name: (each.low, each.high) for name, each in base_numbers.items()}
        gauges = {each.current: each.maximum for each in (base.gauges if base else ()) if each.maximum}
        counters = (each.name for each in game.counters.values() if each.maximum is not None)
        tops = {name: top for name, top in gauges.items() if {name, top} <= base_numbers.keys()}
        tops |= {name: f"{name}{MAXIMUM}" for name in counters}
        base_written = base.sheet_written if base else None
        self.ground = EffectRules(self.figures, bounds, tops, self._base_act, base_written)
        self.acts = dict(self._acts())
        self.pending_rolls = dict(self._kinds())

    def play(self, context: RulesContext, roll: Roll, *, soft: bool = False) -> Play:
        return Play(self.ground, context, roll, soft=soft)

    # Acts and checks.

    def _acts(self) -> Iterator[tuple[str, Act]]:
        for check in self.game.checks.values():
            yield act_id(check.name), self._check_act(check)
        own = {act_id(act.name): act for act in self.game.acts.values()}
        for key, act in own.items():
            if key not in _SUPPLIED:
                yield key, self._own_act(act)
        if self.game.conditions:
            for key, apply in (("condition", self._afflict), ("release", self._release)):
                if key not in own:
                    yield key, self._condition_act(key, apply)
        if self.base is None:
            sleep, eat = self._extended_act(body.have_slept, "sleep"), self._extended_act(body.eat, "eat")
            yield from ((act.id, act) for act in needs_acts(sleep, eat))
            die, live_again = self._extended_act(kill, "kill"), self._extended_act(revive, "revive")
            yield from (
                (act.id, replace(act, apply=each))
                for act, each in zip(DYING_ACTS, (die, live_again), strict=True)
            )

    def _check_act(self, check: Check) -> Act:
        def apply(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
            living_body(context, who, body.Living)
            play = self.play(context, roll)
            self.perform(play, check, who, args, Extra(mode=mode_of(args)))
            return self._finish_act(play, act_id(check.name), who, args)

        needs_target = bool(check.vs) or any(effect.target for effect in check.effects)
        params = (*self._params(check.params, needs_target=needs_target), *(MODES if check.mode else ()))
        together = self._shared_check(check) if check.group else None
        act = Act(act_id(check.name), apply, params, rolls=True, together=together)
        return self._aimed(act, check)

    def _aimed(self, act: Act, deed: Deed) -> Act:
        """Return an act with what its file says of whom it is for."""
        suits = deed.suits

        def suits_creature(context: RulesContext, who: str) -> bool:
            return suits is None or self.figures.worth(suits, context.sheets[who], context) != 0

        return replace(
            act,
            on_others=act.id in DONE_TO_OTHERS if deed.others is None else deed.others,
            doer=deed.doer or (WHO if deed.name == self.game.attack else ""),
            suits=suits_creature if suits is not None else None,
        )

    def _weapon_named(self, check: Check, args: Mapping[str, Any]) -> str:
        """Return the element of a list that an attack is made with first; empty if it names none."""
        lists = (param.name for param in check.params if param.kind in self.game.lists)
        return str(args.get(next(lists, "")) or "")

    def _shared_check(self, check: Check) -> Together:
        def roll_together(
            context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll
        ) -> RuleResult:
            play, outcomes = self.play(context, roll), []
            for who in creature_ids:
                living_body(context, who, body.Living)
                outcomes.append(self.perform(play, check, who, args, Extra(mode=mode_of(args))))
            if len(creature_ids) > 1:
                play.record_fact(
                    "game_group", outcome=checks.group_outcome(check, outcomes), who=creature_ids[0]
                )
            return play.result()

        return roll_together

    def perform(self, play: Play, check: Check, who: str, args: Mapping[str, Any], extra: Extra) -> str:
        """Roll a check, apply the effects of its outcome, and return the outcome."""
        target = str(args.get("target") or "")
        if target and check.name == self.game.attack:
            play.facts.append(attacks(who, target, self._weapon_named(check, args)))
        own_roll = roll_check(play, check, who, args, extra)
        if check.vs and target:
            rival = self.game.checks[check.vs]
            rival_roll = roll_check(
                play, rival, target, self._defaults(rival, play.sheet(target), args), Extra()
            )
            own_roll = opposed_check(own_roll, rival_roll.shown, check.good)
            # Only one of the two decides: what the other roll would be worth alone is no outcome here.
            play.throws += [own_roll.throw, replace(rival_roll.throw, outcome="", target=None)]
        else:
            play.throws.append(own_roll.throw)
        data = _outcome_data(own_roll)
        if has_dice_to_come(play.roll) and dice_of(self._applying(play, check, who, target, data)):
            lands = bool(target) and own_roll.throw.outcome in check.good
            play.wait(who, target, f"{OUTCOME}{check.name}", data, lands=lands)
        else:
            self._apply_outcome(play, check, who, target, data)
        return own_roll.throw.outcome

    def _applying(
        self, play: Play, check: Check, who: str, target: str, data: Mapping[str, Scalar]
    ) -> Callable[[Roll], RuleResult]:
        """Return a trial of an outcome's effects after what has happened so far."""

        def attempt(roll: Roll) -> RuleResult:
            trial = self.play(play.context_now, roll, soft=play.soft)
            self._apply_outcome(trial, check, who, target, data)
            return trial.result()

        return attempt

    def _apply_outcome(
        self, play: Play, check: Check, who: str, target: str, data: Mapping[str, Scalar]
    ) -> None:
        """Apply the effects of an outcome, from its data."""
        shown = _shown_in(data)
        args = {
            name.removeprefix(_ARGUMENT): value
            for name, value in data.items()
            if name.startswith(_ARGUMENT) and isinstance(value, int | str)
        }
        play.faces = lambda expr: checks.worth_of(expr, shown)
        play.apply_effects(check.on.get(str(data.get("outcome")), ()), who, args, target)

    def initiative_throw(self, context: RulesContext, who: str, roll: Roll) -> tuple[Check, Throw]:
        """Roll the check that gives a creature its initiative."""
        check, play = self.game.checks[self.game.initiative], self.play(context, roll, soft=True)
        arguments = self._defaults(check, play.sheet(who), {})
        return check, roll_check(play, check, who, arguments, Extra()).throw

    def _defaults(self, check: Check, sheet: Sheet, args: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in the arguments that nobody has typed: the first score of each kind, the default values."""
        defaults: dict[str, Any] = {}
        for param in check.params:
            scores = self._scores(param, sheet)
            typed = args.get(param.name)
            if scores:
                defaults[param.name] = typed if typed in scores else scores[0]
            elif param.default is not None:
                defaults[param.name] = param.default
        return defaults

    def _scores(self, param: Parameter, sheet: Sheet) -> list[str]:
        if param.kind == "attribute":
            return [*self.game.attributes]
        return [*getattr(sheet, param.kind)] if param.kind in self.game.lists else []

    def _own_act(self, act: ActOf) -> Act:
        key, needs_target = act_id(act.name), any(effect.target for effect in act.do)

        def apply(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
            if key != "revive":
                living_body(context, who, body.Living)
            play = self.play(context, roll)
            play.amounts = _amount_params(act)
            arguments = formula_arguments(act.params, args, play.sheet(who))
            target = str(args.get("target") or "")
            if act.needs is not None and not checks.worth_of(
                bind_names(act.needs, play.reading(who, arguments, target)), NOTHING_SHOWN
            ):
                raise Refusal("game_needs", who=who, act=key, needs=act.needs_text)
            play.apply_effects(act.do, who, arguments, target)
            return self._finish_act(play, key, who, args)

        lasts = (lambda args: act.lasts) if act.lasts else None
        params = self._params(act.params, needs_target=needs_target)
        afflicts = any(param.kind == "condition" for param in act.params) and key == "condition"
        own_act = Act(key, apply, params, rolls=_may_roll(act), lasts=lasts, lasting=afflicts)
        return self._aimed(own_act, act)

    def _finish_act(self, play: Play, key: str, who: str, args: Args) -> RuleResult:
        """Finish an act: refill counters, restart the dues that count from it, record that it was done."""
        play.refill(who, key)
        field = since_field(key)
        if field.startswith(AT) and field in self.since:
            play.set_number(who, field, act_second(play.context, args))
        about = {*(fact.data.get("who") for fact in play.facts), *(throw.who for throw in play.throws)}
        if who not in about:
            # Of an act that only moves a clock or hurts another, nobody would know who did it.
            play.facts.insert(0, Fact("game_did", {"who": who, "act": key}))
        return play.result()

    def _extended_act(self, base_apply: Applied, key: str) -> Applied:
        """Return a shared act with the effects that the file adds to it."""
        act = next((each for each in self.game.acts.values() if act_id(each.name) == key), None)

        def apply(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
            result = base_apply(context, who, args, roll)
            later = replace(context, sheets={**context.sheets, **result.sheets})
            play = self.play(later, roll)
            if act is not None:
                play.amounts = _amount_params(act)
                play.apply_effects(act.do, who, formula_arguments(act.params, args, play.sheet(who)))
            play.refill(who, key)
            return result.followed_by(play.result())

        return apply

    def with_condition_modifiers(self, act: Act) -> Act:
        """Return an act of the base that adds what conditions of the file modify."""
        modifier = _modifier_param(act)
        rolls = [each for each in self.game.conditions.values() if each.rolls is not None]
        if not modifier or not rolls:
            return act

        def apply(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
            sheet = context.sheets.get(who)
            relevant = [each for each in rolls if not each.only or act.id in map(act_id, each.only)]
            modifiers = tuple(
                self.figures.worth(each.rolls, sheet, context)
                for each in relevant
                if each.rolls is not None and level_of(sheet, each.name)
            )
            new_args = {**args, modifier: (*(args.get(modifier) or ()), *modifiers)} if modifiers else args
            return act.apply(context, who, new_args, roll)

        return replace(act, apply=apply)

    def _condition_act(self, key: str, apply: Applied) -> Act:
        choices = (*self._base_choices(key), *self.game.conditions)
        params = (Param("condition", Kind.CHOICE, required=True, choices=choices),)
        inherited = self.base.acts.get(key) if self.base else None
        if inherited is None:
            return Act(key, apply, params, lasting=key == "condition", on_others=key in DONE_TO_OTHERS)
        others = tuple(each for each in inherited.params if each.name != "condition")

        def either(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
            is_own = args["condition"] in self.game.conditions
            return (apply if is_own else inherited.apply)(context, who, args, roll)

        return replace(inherited, apply=either, params=(*params, *others))

    def _base_choices(self, key: str) -> tuple[str, ...]:
        act = self.base.acts.get(key) if self.base else None
        param = next((each for each in act.params if each.name == "condition"), None) if act else None
        return param.choices if param else ()

    def _afflict(self, context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
        living_body(context, who, body.Living)
        play = self.play(context, roll)
        play.afflict(who, args["condition"])
        return play.result()

    def _release(self, context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
        play = self.play(context, roll)
        if not level_of(play.sheet(who), args["condition"]):
            raise Refusal("game_not_suffered", who=who, condition=args["condition"])
        play.release(who, args["condition"])
        return play.result()

    def _params(self, params: tuple[Parameter, ...], *, needs_target: bool) -> tuple[Param, ...]:
        numbers = [each.name for each in params if each.kind == "number"]
        return tuple(self._param(each, numbers[:1], needs_target=needs_target) for each in params)

    def _param(self, param: Parameter, unlabelled: list[str], *, needs_target: bool) -> Param:
        name, kind = param.name, KINDS.get(param.kind, Kind.CHOICE)
        if param.kind in self.game.lists:
            list_name = param.kind
            return Param(
                name,
                Kind.CHOICE,
                required=True,
                offers=lambda context, who: {each: each for each in getattr(context.sheets[who], list_name)},
            )
        choices = {
            "attribute": tuple(self.game.attributes),
            "condition": tuple(self.game.conditions),
        }.get(param.kind, param.choices)
        if kind is Kind.NUMBER and param.low < 0:
            kind = Kind.SIGNED
        elif kind is Kind.NUMBER and name not in unlabelled:
            kind = Kind.LABELLED
        required = kind in (Kind.CHOICE, Kind.EFFECT) or (kind is Kind.CREATURE and needs_target)
        low, high = (param.low, param.high) if param.kind == "number" else (None, None)
        return Param(name, kind, required, choices, low, high, default=param.default)

    def _base_act(self, context: RulesContext, who: str, act: str, amount: int, roll: Roll) -> RuleResult:
        """Apply an act of the base that needs one amount at most."""
        act_below = (self.base.acts if self.base else self.acts)[act_id(act)]
        param = next((each for each in act_below.params if each.kind is Kind.EFFECT), None)
        args = {param.name: amount} if param else {}
        return act_below.apply(context, who, args, roll)

    # Pending rolls.

    def _kinds(self) -> Iterator[tuple[str, PendingRollKind]]:
        for name, check in self.game.checks.items():
            yield f"{CHECK}{name}", PendingRollKind(self._resolve_check(check), _always)
            if check.on:
                kind = PendingRollKind(self._resolve_outcome(check), _has_its_target, outlives=True)
                yield f"{OUTCOME}{name}", kind
        for name, due in self.game.dues.items():
            yield f"{DUE}{name}", PendingRollKind(self._resolve_due(due), self._due_holds(due))
        for name, condition in self.game.conditions.items():
            has = _condition_holds(name)
            if condition.each:
                yield f"{EACH}{name}", PendingRollKind(self._resolve_each(name), has)
            if condition.ends:
                yield f"{ENDS}{name}", PendingRollKind(self._resolve_end(name), has)

    def _resolve_check(self, check: Check) -> Callable[[RulesContext, PendingRoll, Roll], RuleResult]:
        def resolve(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
            play = self.play(context, roll, soft=True)
            self._perform_pending(play, check, pending)
            return play.result()

        return resolve

    def _resolve_outcome(self, check: Check) -> Callable[[RulesContext, PendingRoll, Roll], RuleResult]:
        """Apply the effects of an outcome whose dice have waited."""

        def resolve(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
            play, target = self.play(context, roll, soft=True), str(pending.data.get("other", ""))
            outcome = str(pending.data.get("outcome", ""))
            if target and outcome in check.good:
                play.record_fact("blow_lands", who=pending.who, other=target, attack="")
            else:
                play.record_fact("game_outcome", who=pending.who, check=act_id(check.name), outcome=outcome)
            self._apply_outcome(play, check, pending.who, target, pending.data)
            return play.result()

        return resolve

    def _perform_pending(self, play: Play, check: Check, pending: PendingRoll) -> str:
        defaults = self._defaults(check, play.sheet(pending.who), {"": None})
        if score := pending.data.get("with"):
            defaults |= {
                param.name: str(score)
                for param in check.params
                if str(score) in self._scores(param, play.sheet(pending.who))
            }
        mode = next((each for each in Mode if each == pending.data.get("mode")), Mode.NORMAL)
        return self.perform(play, check, pending.who, defaults, Extra(figure(pending, "static"), mode))

    def _resolve_due(self, due: Due) -> Callable[[RulesContext, PendingRoll, Roll], RuleResult]:
        def resolve(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
            play = self.play(context, roll, soft=True)
            return self._resolve_repeatedly(play, pending, due.do, lambda sheet: True)

        return resolve

    def _due_holds(self, due: Due) -> Callable[[RulesContext, PendingRoll], bool]:
        def holds(context: RulesContext, pending: PendingRoll) -> bool:
            return self._holds(due, context, pending.who)

        return holds

    def _holds(self, due: Due, context: RulesContext, who: str) -> bool:
        sheet = context.sheets[who]
        if due.who and due.who != kind_of(sheet):
            return False
        return due.holds is None or self.figures.worth(due.holds, sheet, context) != 0

    def _resolve_each(self, name: str) -> Callable[[RulesContext, PendingRoll, Roll], RuleResult]:
        def resolve(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
            play = self.play(context, roll, soft=True)
            do = self.game.conditions[name].do
            return self._resolve_repeatedly(play, pending, do, lambda sheet: level_of(sheet, name) > 0)

        return resolve

    def _resolve_repeatedly(
        self, play: Play, pending: PendingRoll, do: Iterable[Effect], holds: Callable[[Any], bool]
    ) -> RuleResult:
        """Play a pending roll for its turns, up to `MOST_SPAN` at once; the rest stays pending."""
        times = min(MOST_SPAN, turns_of(pending))
        play.rolls_now = lambda who, check, score: self._roll_now(play, who, check, score, pending)
        goes_on = play.repeat(times, do, pending.who, holds)
        if not play.facts and not play.throws:
            play.record_fact("game_due", who=pending.who, pending=pending.kind)
        remaining = turns_of(pending) - times if goes_on else 0
        return replace(play.result(), amends={pending.key: {"span": remaining}} if remaining else {})

    def _roll_now(self, play: Play, who: str, name: str, score: str, pending: PendingRoll) -> bool:
        """Roll a check that a pending roll asks for, as one decision with it; not one that needs a target."""
        check, again = self.game.checks[name], play.rolls_now
        if check.vs or any(param.kind == "creature" for param in check.params):
            return False
        # What its outcome asks for waits: so no file rolls for ever.
        play.rolls_now = None
        data = {**pending.data, "with": score}
        try:
            self._perform_pending(play, check, replace(pending, who=who, data=data))
        except Refusal:
            # Too many dice for one throw: it waits, and the rest of the decision is played.
            return False
        finally:
            play.rolls_now = again
        return True

    def _resolve_end(self, name: str) -> Callable[[RulesContext, PendingRoll, Roll], RuleResult]:
        check = self.game.checks[self.game.conditions[name].ends]

        def resolve(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
            play = self.play(context, roll, soft=True)
            outcome = self._perform_pending(play, check, pending)
            if outcome in check.good:
                play.release(pending.who, name)
            elif not play.facts:
                play.record_fact("game_goes_on", who=pending.who, condition=name)
            return play.result()

        return resolve

    def rolls_due_at(
        self, moment_: str, context: RulesContext, who: str, span: int = 1
    ) -> tuple[PendingRoll, ...]:
        """Return a creature's rolls for a moment; `span` such moments have passed at once."""
        sheet = context.sheets.get(who)
        if not is_alive(sheet):
            return ()
        data: dict[str, Scalar] = {"span": span} if span > 1 else {}
        dues = [each for each in self.game.dues.values() if each.when == moment_]
        kinds = [f"{DUE}{due.name}" for due in dues if self._holds(due, context, who)]
        for name, condition in self.game.conditions.items():
            if level_of(sheet, name):
                kinds += [f"{EACH}{name}"] if condition.each == moment_ else []
                kinds += [f"{ENDS}{name}"] if condition.ends and condition.at == moment_ else []
        return tuple(PendingRoll(kind, kind, who, {} if kind.startswith(ENDS) else data) for kind in kinds)

    def time_passes(self, context: RulesContext, who: str, until: int) -> Iterator[PendingRoll]:
        """Yield a creature's rolls for the time from `context.now` to the second `until`."""
        for name, length in (("hour", HOUR), ("day", DAY)):
            count = until // length - context.now // length
            if count > 0:
                for each in self.rolls_due_at(name, context, who, count):
                    yield replace(each, key=f"{each.key}.{until // length}")
        for due in self.game.dues.values():
            if due.every and is_alive(context.sheets.get(who)) and self._holds(due, context, who):
                yield from self._rolls_since(due, context, who, until)

    def _rolls_since(self, due: Due, context: RulesContext, who: str, until: int) -> Iterator[PendingRoll]:
        since = self.counted_from(due, context.sheets[who])
        last = (until - since) // due.every
        count = last - max(0, (context.now - since) // due.every)
        if count > 0:
            data: dict[str, Scalar] = {"span": count} if count > 1 else {}
            yield PendingRoll(f"{DUE}{due.name}.{since + last * due.every}", f"{DUE}{due.name}", who, data)

    def counted_from(self, due: Due, sheet: Sheet) -> int:
        """Return the clock second that a due counts from."""
        return int(getattr(sheet, since_field(act_id(due.since)), 0)) if due.since else 0

    def milestone_result(self, moment_: str, context: RulesContext) -> RuleResult:
        """Play a milestone for every living creature."""
        play = self.play(context, _no_dice, soft=True)
        pending: list[PendingRoll] = []
        for who, sheet in context.sheets.items():
            if is_alive(sheet):
                play.refill(who, moment_)
                pending += self.rolls_due_at(moment_, context, who)
        result = play.result()
        return replace(result, pending=(*result.pending, *pending))

    def blow(self, context: RulesContext, who: str, target: str, health: str) -> Blow | None:
        """Forecast the attack with the first weapon and the first score; None without a weapon."""
        from tracker.rules.game_file.forecasting import losses  # noqa: PLC0415 - few ask for a forecast

        check, play = self.game.checks[self.game.attack], self.play(context, lambda sides: 1, soft=True)
        sheet = play.sheet(who)
        weapons = [each for each in check.params if each.kind in self.game.lists]
        if any(not self._scores(each, sheet) for each in weapons):
            return None
        arguments = {**self._defaults(check, sheet, {}), "target": target}
        own_roll = roll_check(play, check, who, arguments, Extra())
        rival = None
        if check.vs:
            other = self.game.checks[check.vs]
            rival = roll_check(
                play, other, target, self._defaults(other, play.sheet(target), arguments), Extra()
            ).throw
        scope, ways = play.reading(who, own_roll.args, target), dict[int, Fraction]()
        odds = checks.odds_of(own_roll.throw, rival)
        for outcome, count in odds.items():
            for lost, each in losses(check.on.get(outcome, ()), health, scope).items():
                ways[lost] = ways.get(lost, Fraction(0)) + Fraction(count, sum(odds.values())) * each
        whole = lcm(*(chance.denominator for chance in ways.values()))
        return Blow({lost: int(chance * whole) for lost, chance in ways.items()}, whole)


def _no_dice(sides: int) -> int:
    raise AssertionError(f"a d{sides} fell where none can")


class _Plain(Body, Sheet, frozen=True):
    """The sheet of a file that stands alone, before the file's figures."""


_SUPPLIED = ("sleep", "eat", "kill", "revive")
_LETTERS: Mapping[str, str] = {"kill": "m", "revive": "v"}
"""Menu letters that acts have in every game."""


def numbers_of(base: GameSystem) -> dict[str, SheetField]:
    """Return the number fields of a game that house rules may name, by id."""
    return {each.id: each for each in base.fields if each.kind is FieldKind.NUMBER}


def _modifier_param(act: Act) -> str:
    """Return the parameter of an act's modifiers; empty if it takes none."""
    return next((each.name for each in act.params if each.kind is Kind.MODIFIER), "")


def mode_of(args: Args) -> Mode:
    """Return the mode of an act's arguments; Advantage and Disadvantage cancel each other."""
    return Adjustment((), bool(args.get("advantage")), bool(args.get("disadvantage"))).mode


def _amount_params(act: ActOf) -> tuple[str, ...]:
    """Return an act's parameters for amounts, which may be dice."""
    return tuple(param.name for param in act.params if param.kind == "amount")


def _may_roll(act: ActOf) -> bool:
    return any(
        (effect.value is not None and has_dice(effect.value)) or effect.verb == "use" for effect in act.do
    )


def _always(context: RulesContext, pending: PendingRoll) -> bool:
    return True


def _has_its_target(context: RulesContext, pending: PendingRoll) -> bool:
    """Whether the effects of an outcome still have their target, if they had one."""
    return not pending.data.get("other") or is_target_alive(context, pending)


_ARGUMENT = "arg."
"""Prefix of an argument of the check in the data of its outcome."""


def _outcome_data(result: CheckResult) -> dict[str, Scalar]:
    """Store all that the effects of an outcome look at: the outcome, the arguments, what the dice show."""
    data: dict[str, Scalar] = {"outcome": result.throw.outcome}
    data |= {f"{_ARGUMENT}{name}": each for name, each in result.args.items() if isinstance(each, int | str)}
    for whose, shown in (("", result.shown), ("rival_", result.shown.rival)):
        if shown is not None:
            data |= {f"{whose}total": shown.total, f"{whose}faces": " ".join(map(str, shown.faces))}
    return data


def _shown_in(data: Mapping[str, Scalar]) -> Shown:
    """Read what the dice of a check showed from the data of its outcome."""
    rival = _dice_in(data, "rival_") if "rival_total" in data else None
    return _dice_in(data, "")._replace(rival=rival)


def _dice_in(data: Mapping[str, Scalar], whose: str) -> Shown:
    total, faces = data.get(f"{whose}total"), str(data.get(f"{whose}faces", "")).split()
    return Shown(total if isinstance(total, int) else 0, tuple(map(int, faces)))


def _condition_holds(condition: str) -> Callable[[RulesContext, PendingRoll], bool]:
    return lambda context, pending: level_of(context.sheets[pending.who], condition) > 0


class CompiledGame(GameSystem):
    """A game played by a file, and by its base where the file has nothing to say."""

    rules_of_file: Rules

    def new_sheet(self, kind: str, now: int) -> Sheet:
        rules = self.rules_of_file
        if rules.base is None:
            new: Any = new_sheet(rules.sheet, kind, now, rules.since)
        else:
            inherited: Any = rules.base.new_sheet(kind, now)
            values = {name: getattr(inherited, name) for name in inherited.__struct_fields__}
            sheet_class: Any = rules.sheet
            new = sheet_class(**values, **{name: now for name in rules.since if name not in values})
        started: Sheet = rules.figures.with_counters_reset(new)
        return started

    def derived_figures(self, context: RulesContext, who: str) -> Mapping[str, int]:
        figures, sheet = self.rules_of_file.figures, context.sheets[who]
        own = {
            name: figures.worth(each.formula, sheet, context) for name, each in figures.game.derived.items()
        }
        return {**super().derived_figures(context, who), **own}

    def attacks_in(self, facts: Sequence[Fact], throws: Sequence[Throw]) -> list[tuple[str, str]]:
        """Add whom a check of the file was rolled against: the dice of that creature stand behind its own."""
        opposed = {act_id(each.name) for each in self.rules_of_file.game.checks.values() if each.vs}
        named = super().attacks_in(facts, throws)
        rolled = [(one.who, other.who) for one, other in pairwise(throws) if one.purpose in opposed]
        return [*named, *(pair for pair in rolled if pair not in named)]

    def with_dependents_updated(self, old_sheet: Sheet, new_sheet: Sheet) -> Sheet:
        inherited = super().with_dependents_updated(old_sheet, new_sheet)
        updated: Sheet = self.rules_of_file.figures.with_maxima_updated(old_sheet, inherited)
        return updated

    def sheet_written(self, context: RulesContext, who: str, before: Sheet) -> RuleResult:
        """Play what follows from edited figures: in the base, and from the file's counters."""
        inherited = super().sheet_written(context, who, before)
        new_sheet = {**context.sheets, **inherited.sheets}[who]
        play = self.rules_of_file.play(
            replace(context, sheets={**context.sheets, who: before}), _no_dice, soft=True
        )
        play.write(who, new_sheet)
        return inherited.followed_by(play.result())

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        """List a creature's badges: dead or down, then its conditions."""
        sheet, game = context.sheets[who], self.rules_of_file.game
        if isinstance(sheet, body.Living) and sheet.dead:
            words = words_of_leaving(sheet)
            return (Badge(HAS_LEFT, Tone.BAD, about={"said": words}) if words else Badge("dead", Tone.BAD),)
        down = self.rules_of_file.base is None and self.is_down(sheet) and self.health_gauge is not None
        badges = [Badge("down", Tone.BAD)] if down else []
        for name, condition in game.conditions.items():
            level = level_of(sheet, name)
            if level and name in getattr(sheet, "suffers", {}):
                data = {"level": level} if condition.level > 1 else {}
                weights = checks.attribute_weights(self.rules_of_file.figures, sheet, [condition], context)
                about = {f"{ON_ATTRIBUTE}{each}": weight for each, weight in weights.items()}
                badges.append(Badge(name, condition.tone, data, about))
        return (*super().badges(context, who), *badges)

    def needs(self, context: RulesContext, who: str) -> tuple[Need, ...]:
        """Count the time since a creature's last meal and sleep, with the next due that counts from each."""
        rules, sheet = self.rules_of_file, context.sheets[who]
        if rules.base is not None:
            return super().needs(context, who)
        if not isinstance(sheet, Body):
            return ()
        return tuple(self._need(each, context, sheet) for each in body.needs(context, who))

    def _need(self, need: Need, context: RulesContext, sheet: Sheet) -> Need:
        act = {"meal": "eat", "sleep": "sleep"}.get(need.id, "")
        rules = self.rules_of_file
        moments = [
            since + ((context.now - since) // due.every + 1) * due.every
            for due in rules.game.dues.values()
            if due.every and due.since and act_id(due.since) == act
            for since in (rules.counted_from(due, sheet),)
        ]
        return replace(need, due=min(moments)) if moments else need

    def turn_starts(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        return (
            *super().turn_starts(context, who),
            *self.rules_of_file.rolls_due_at("turn_start", context, who),
        )

    def turn_ends(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        return (*super().turn_ends(context, who), *self.rules_of_file.rolls_due_at("turn_end", context, who))

    def turns_outside(self, context: RulesContext, who: str, turns: int) -> tuple[PendingRoll, ...]:
        rules = self.rules_of_file
        own = (
            *rules.rolls_due_at("turn_start", context, who, turns),
            *rules.rolls_due_at("turn_end", context, who, turns),
        )
        return (*super().turns_outside(context, who, turns), *own)

    def round_ends(self, context: RulesContext) -> RuleResult:
        fighting = [who for who in context.sheets if who in context.fighting]
        own = tuple(
            each for who in fighting for each in self.rules_of_file.rolls_due_at("round", context, who)
        )
        return super().round_ends(context).followed_by(RuleResult(pending=own))

    def encounter_ends(self, context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
        return (
            *super().encounter_ends(context, who),
            *self.rules_of_file.rolls_due_at("fight_end", context, who),
        )

    def time_passes(self, context: RulesContext, who: str, until: int) -> tuple[PendingRoll, ...]:
        own = self.rules_of_file.time_passes(context, who, until)
        return (*super().time_passes(context, who, until), *own)

    def milestone(self, milestone: str, context: RulesContext) -> RuleResult:
        base = self.rules_of_file.base
        result = RuleResult()
        if base is not None and milestone in base.milestones:
            result = super().milestone(milestone, context)
        later = replace(context, sheets={**context.sheets, **result.sheets})
        return result.followed_by(self.rules_of_file.milestone_result(milestone, later))

    def clock_filled(self, context: RulesContext, clock: str, roll: Roll) -> RuleResult:
        play = self.rules_of_file.play(context, roll, soft=True)
        play.apply_effects(self.rules_of_file.game.clocks[clock].full, "")
        return play.result()

    def roll_initiative(self, context: RulesContext, who: str, roll: Roll) -> tuple[int, Throw]:
        return checks.initiative_of(*self.rules_of_file.initiative_throw(context, who, roll))

    def initiative_ways(self, context: RulesContext, who: str) -> Mapping[int, int]:
        return checks.initiative_ways(*self.rules_of_file.initiative_throw(context, who, lambda sides: 1))

    def clock_corrected(self, sheet: Sheet, by: int) -> Sheet:
        return self._with_clocks(super().clock_corrected(sheet, by), lambda second: second + by)

    def lived_ordinarily(self, sheet: Sheet, now: int) -> Sheet:
        return self._with_clocks(super().lived_ordinarily(sheet, now), lambda second: now)

    def _with_clocks(self, sheet: Sheet, shift: Callable[[int], int]) -> Sheet:
        own = [name for name in self.rules_of_file.since if name.startswith(AT)]
        if not own:
            return sheet
        old: Any = sheet
        new: Sheet = replace(old, **{name: shift(getattr(old, name)) for name in own})
        return new

    def with_adjustment(
        self, context: RulesContext, pending: PendingRoll, adjustment: Adjustment
    ) -> PendingRoll:
        """Return a pending check with the GM's modifiers, and a mode if the check offers it."""
        check = self._check_of(pending)
        if check is None:
            return super().with_adjustment(context, pending, adjustment)
        if adjustment.mode is not Mode.NORMAL and not check.mode:
            raise Refusal("not_adjusted")
        data = {"static": sum(adjustment.modifiers), "mode": adjustment.mode.value}
        return replace(pending, data={**pending.data, **data})

    def _check_of(self, pending: PendingRoll) -> Check | None:
        game = self.rules_of_file.game
        name = pending.kind.partition(".")[2]
        if (asked := self._checks_asked_by(pending)) and len(asked) == 1:
            return game.checks[asked[0]]
        if pending.kind.startswith(ENDS) and name in game.conditions:
            return game.checks.get(game.conditions[name].ends)
        return game.checks.get(name) if pending.kind.startswith(CHECK) else None

    def successes(self, throw: Throw) -> int | None:
        # What a rival's dice are worth, the check that they oppose decides.
        check = self._check_called(throw.purpose)
        return checks.successes_of(throw, check.good) if check and throw.outcome else None

    def rival_successes(self, throw: Throw) -> int | None:
        check = self._check_called(throw.purpose)
        return checks.rival_successes(throw, check.good) if check else None

    def _check_called(self, purpose: str) -> Check | None:
        own = self.rules_of_file.game.checks.values()
        return next((each for each in own if act_id(each.name) == purpose), None)

    def _checks_asked_by(self, pending: PendingRoll) -> list[str]:
        """List the checks that resolving a due, or what a condition does, rolls at once."""
        game, (kind, _point, name) = self.rules_of_file.game, pending.kind.partition(".")
        effects = {
            DUE: game.dues[name].do if name in game.dues else (),
            EACH: game.conditions[name].do if name in game.conditions else (),
        }.get(f"{kind}.", ())
        return [each.name for each in effects if each.verb == "pend" and not (each.group or each.target)]

    def outcome_odds(
        self, context: RulesContext, throw: Throw, against: Throw | None = None
    ) -> Mapping[str, int]:
        if throw.bands:
            return checks.odds_of(throw, against)
        return super().outcome_odds(context, throw, against)

    def joint_odds(self, context: RulesContext, throws: Sequence[Throw]) -> Mapping[str, int]:
        purposes = {throw.purpose for throw in throws}
        check = next(
            (each for each in self.rules_of_file.game.checks.values() if act_id(each.name) in purposes), None
        )
        if check is None or not check.group or len(purposes) > 1:
            return super().joint_odds(context, throws)
        return checks.joint_odds(check, [checks.odds_of(throw) for throw in throws])

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        rules = self.rules_of_file
        if rules.game.attack:
            return rules.blow(context, who, target, self.health_gauge.current if self.health_gauge else "")
        return super().blow(context, who, target)


def parse_and_check(text: str, base_of: Callable[[str], GameSystem]) -> tuple[GameFile, GameSystem | None]:
    """Parse a text; return its game, and the game that it makes house rules for, if it does.

    House rules over another game file are merged with it, so there is no base. `base_of` returns a game by
    its key. Raises `Faults`.
    """
    merged, base, tolerated = _parse_as_saved(text, base_of)
    if tolerated:
        raise Faults(tuple(tolerated))
    return merged, base


def _parse_as_saved(
    text: str, base_of: Callable[[str], GameSystem]
) -> tuple[GameFile, GameSystem | None, list[Refusal]]:
    """Parse a text as `parse_and_check` does, but return the faults that earlier versions let pass."""
    game, source = parse_game_file(text), source_of(text)
    base = _base(game, source, base_of) if game.on else None
    below = base.rules_of_file.game if isinstance(base, CompiledGame) else None
    merged = merge_house_rules(below, game) if below else game
    faults, tolerated = faults_of(merged, game, source, _names_below(base, below))
    if faults:
        # They would follow one after another once the others are mended.
        raise Faults((*faults, *tolerated))
    return merged, None if below else base, tolerated


def _base(game: GameFile, source: Source, base_of: Callable[[str], GameSystem]) -> GameSystem:
    try:
        base = base_of(game.on)
    except Refusal as refusal:
        others = str(refusal.data.get("known", "")).split(", ")
        known = dict.fromkeys((*SYSTEMS, *(each for each in others if each not in ("", "—"))))
        near = nearest(game.on, known)
        code = "game_no_base_near" if near else "game_no_base"
        code = "game_bad_base" if refusal.code == "bad_game_file" else code
        data = {"name": game.on, "near": near, "known": ", ".join(known)}
        raise Faults((source.refusal(code, ("game", "on"), **data),)) from refusal
    if isinstance(base, CompiledGame) and base.rules_of_file.base is not None:
        raise Faults((source.refusal("game_bad_base", ("game", "on"), name=game.on),))
    return base


def _names_below(base: GameSystem | None, below: GameFile | None) -> Base:
    """Collect the names of the game below house rules, from its file if it has one."""
    if base is None:
        return Base()
    if below is not None:
        acts = {*map(act_id, (*below.acts, *below.checks))}
        names = (*below.figures, *below.conditions, *below.dues)
        return Base(acts=_callable_acts(base), names=names, act_ids=acts)
    numbers, acts = numbers_of(base), {*base.acts} - {"condition"}
    leaning = [each.id for each in base.acts.values() if _modifier_param(each)]
    return Base(
        numbers,
        _callable_acts(base),
        base.milestones,
        base.conditions,
        (*numbers, *base.conditions),
        acts,
        leaning=leaning,
        is_program=True,
    )


def _callable_acts(base: GameSystem) -> list[str]:
    """Return the ids of the acts that need no argument but an amount."""
    return [
        act.id
        for act in base.acts.values()
        if all(param.kind is Kind.EFFECT for param in act.params if param.required)
    ]


def parse_or_refuse(text: str) -> GameFile:
    """Parse a text; raises `Refusal` `bad_game_file`."""
    with _refusing():
        return parse_game_file(text)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn the faults of a text into a `Refusal` `bad_game_file` with the first one."""
    try:
        yield
    except Faults as faults:
        raise _bad_file(faults.faults) from faults


def _bad_file(faults: Sequence[Refusal]) -> Refusal:
    place = {"line": faults[0].data.get("line", 1), "where": faults[0].data.get("where", "")}
    return Refusal("bad_game_file", **place, count=len(faults))


def refuse_faults(tolerated: Sequence[Refusal]) -> None:
    """Raise `Refusal` `bad_game_file` if a new text has faults that only a save may have."""
    if tolerated:
        raise _bad_file(tolerated)


def game_of(text: str, name: str, key: str, base: GameSystem | None) -> GameSystem:
    """Compile a text into a game with this `name`.

    `key` is the game's key in the save, and `base` the game below if the text makes house rules. A text with
    faults that earlier versions let pass plays as it did, since it may stand in a save. Raises
    `Refusal`: `bad_game_file` with the first fault, `game_for_another` for the text of another game.
    """
    game = parse_or_refuse(text)
    if (game.on or game.key) != key or bool(game.on) != (base is not None):
        raise Refusal("game_for_another", name=game.name, system=game.on or game.key)
    with _refusing():
        merged, game_below, tolerated = _parse_as_saved(text, lambda _key: base or _nothing_below())
    return compile_game(merged, name, game_below, tolerated)


def _nothing_below() -> GameSystem:
    raise AssertionError("house rules without a game")


def compile_game(
    game: GameFile, name: str, base: GameSystem | None, tolerated: Sequence[Refusal]
) -> GameSystem:
    """Compile a game file, under the name by which this process knows it."""
    rules = Rules(game, base)
    base_act_ids = base.acts.keys() if base else ()
    values: dict[str, Any] = {
        "rules_of_file": rules,
        "tolerated": tuple(tolerated),
        "key": name,
        "sheet": rules.sheet,
        "words": tables_of(game, name),
        "milestones": game.milestones,
        "act_letters": {
            each: letter for each, letter in _LETTERS.items() if each in {*rules.acts} - {*base_act_ids}
        },
        "attack_act": _attack_act(game),
        "attack_facts": tuple(dict.fromkeys((ATTACKS, *(base.attack_facts if base else ())))),
        "fields": sheet_fields(game, rules.sheet),
        "gauges": _gauges(game),
        "conditions": tuple(game.conditions),
        "acts": rules.acts,
        "pending_rolls": rules.pending_rolls,
        "clocks": {
            each.name: TableClock(clock_name(each.name), each.segments, each.shown)
            for each in game.clocks.values()
        },
        "outcomes": {good: "success" for check in game.checks.values() for good in check.good},
        "memorable": tuple(
            dict.fromkeys(
                each for check in game.checks.values() for each in check.outcomes if each in _MEMORABLE
            )
        ),
        "rule_of": {each.partition(".")[2]: f"game.{each}" for each in explained_ids(game)},
    }
    if base is None:
        values |= _own_fields(game, rules.sheet)
    else:
        values |= _added_to(base, values)
    game_class = type("Played", (CompiledGame, type(base) if base else GameSystem), values)
    compiled: GameSystem = game_class()
    return compiled


def explained_ids(game: GameFile) -> list[str]:
    """Return the ids of the entries on the rules sheet, in order."""
    return [
        *(f"check.{name}" for name in game.checks),
        *(f"act.{name}" for name in game.acts),
        *(f"condition.{name}" for name in game.conditions),
        *(f"clock.{name}" for name in game.clocks),
        *(f"due.{name}" for name in game.dues),
    ]


def _own_fields(game: GameFile, sheet: type[Sheet]) -> dict[str, Any]:
    health = game.health
    identity = SheetField("kind", ("kind",), FieldKind.CHOICE, "identity", choices=tuple(body.Nature))
    return {
        "scene": TableOf,
        "health": health,
        "turn_seconds": game.turn,
        "rounds": game.rounds is not False,
        "initiative_dice": game.initiative or GameSystem.initiative_dice,
        "initiative_check": _initiative_check(game),
        "turn_order": game.order or TurnOrder.INITIATIVE,
        "looked_up": (*game.texts, *game.lists),
        "adds": tuple(game.attributes),
        "foreign": {"HP": f"{health}{MAXIMUM}"} if health and game.counters[health].maximum else {},
        "rest_act": "rest" if any(act_id(each) == "rest" for each in game.acts) else "sleep",
        "assumptions": ("game_attack",) if game.attack else (),
        "fields": (identity, *sheet_fields(game, sheet)),
    }


def _added_to(base: GameSystem, own: Mapping[str, Any]) -> dict[str, Any]:
    """Merge the values of house rules with those of the game below them."""
    tuples = {
        name: (*getattr(base, name), *own[name])
        for name in ("milestones", "fields", "gauges", "conditions", "memorable")
    }
    mappings = ("act_letters", "pending_rolls", "outcomes", "rule_of")
    merged = {name: {**getattr(base, name), **own[name]} for name in mappings}
    rules: Rules = own["rules_of_file"]
    merged["acts"] = {
        **{key: rules.with_condition_modifiers(act) for key, act in base.acts.items()},
        **own["acts"],
    }
    return {
        **tuples,
        **merged,
        "attack_act": own["attack_act"] or base.attack_act,
        **_turns_of(rules.game, base),
    }


def _turns_of(game: GameFile, base: GameSystem) -> dict[str, Any]:
    """Return what house rules say of turns, and what the game below says of the others."""
    values: dict[str, Any] = {"turn_order": game.order or base.turn_order}
    if game.turn:
        # The campaign has no say any more in how long a turn is.
        others = tuple(each for each in base.scene_fields if each.path != (base.turn_field,))
        values |= {"turn_seconds": game.turn, "turn_field": "", "scene_fields": others}
    if game.rounds is not None:
        values["rounds"] = game.rounds
    if game.initiative:
        check = _initiative_check(game)
        dice = base.initiative_dice if check else game.initiative
        values |= {"initiative_check": check, "initiative_dice": dice}
    return values


def _initiative_check(game: GameFile) -> str:
    return act_id(game.initiative) if game.initiative in game.checks else ""


def _gauges(game: GameFile) -> tuple[Gauge, ...]:
    return tuple(
        Gauge(
            each.name,
            each.name,
            f"{each.name}{MAXIMUM}" if each.maximum is not None else "",
            each.start is None,
            each.who,
        )
        for each in game.counters.values()
        if not each.die
    )


def _attack_act(game: GameFile) -> str:
    """Return the id of the attack act, if its first parameter offers a creature's attacks."""
    check = game.checks.get(game.attack)
    if check is None or not check.params or check.params[0].kind not in game.lists:
        return ""
    return act_id(check.name)
