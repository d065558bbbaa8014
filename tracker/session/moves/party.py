"""Creatures in play: how they come and go, their names and sheets, and the acts of their game."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain, islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.fields import NAME_LENGTH, NOTHING
from tracker.rules.refusal import Refusal
from tracker.rules.system import DONE_ONCE, Act, Kind, RuleResult, Whose
from tracker.rules.text import fold
from tracker.session.change import How
from tracker.session.effects import LASTING, SHARED_OUT, Effects, each_against, lasting_of, roll_effects
from tracker.session.event import AskedAct, Draft, Fresh
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.clock import live_since, spend_time
from tracker.session.moves.encounter import (
    combatant_in,
    enter_encounter,
    is_newcomer_hidden,
    remove_from_play,
    settle_newcomers,
)
from tracker.session.moves.goods import drop_goods_in_heap
from tracker.session.moves.progress import refill_counters, remove_clocks
from tracker.session.moves.rounds import bring_back
from tracker.session.moves.turns import with_active_last, with_risen
from tracker.session.pasted import Pasted
from tracker.session.progress import Refill
from tracker.session.resources import fill_missing_figure, require_within_bounds
from tracker.session.sheet_fields import field_of, read_field, with_fields_written
from tracker.session.state import FOES, Creature, Session, Template
from tracker.session.whereabouts import main_room

PC, NPC = "pc", "npc"
MOST_AT_ONCE = 50
FIGURES = (Kind.EFFECT, Kind.NUMBER, Kind.LABELLED)
"""Kinds of parameters that are a figure: an act with exactly one of them can be amended."""
_SECRET_NUMBERS = range(20, 100)
"""Numbers of hidden creatures, so high that visible ones seldom reach them."""


def join_party(session: Session, name: str, values: Mapping[str, str], fresh: Fresh) -> Draft:
    """Add a player's character; `values` maps ids of sheet fields to their values."""
    return join_together(session, [(name, values)], fresh)


def join_together(session: Session, people: Iterable[tuple[str, Mapping[str, str]]], fresh: Fresh) -> Draft:
    """Add several players' characters, each with its name and values, all of them or none."""
    builder = MoveBuilder.for_session(session)
    for name, values in people:
        creature, who = _create(builder.session, PC, name, values), fresh()
        builder = _join(builder, who, creature)
    return builder.draft()


def _join(builder: MoveBuilder, who: str, creature: Creature) -> MoveBuilder:
    builder = builder.with_element("creatures", who, creature)
    builder = builder.with_fact("joined_party", who=who, name=creature.name)
    return _record_sheet_doubts(builder, who)


def _record_sheet_doubts(builder: MoveBuilder, who: str) -> MoveBuilder:
    """Record what on a newcomer's sheet the rules do not foresee."""
    sheet = builder.session.creatures[who].sheet
    return builder.with_result(RuleResult(facts=builder.session.game.sheet_doubts(who, sheet)))


def check_count(count: int) -> None:
    """Refuse `bad_count` below 1 and above `MOST_AT_ONCE`."""
    if not 1 <= count <= MOST_AT_ONCE:
        raise Refusal("bad_count", count=count, most=MOST_AT_ONCE)


class Arrival(Struct, frozen=True):
    """Creatures of one kind that come into play."""

    name: str
    count: int = 1
    grouped: bool = False
    """Whether they share a row."""
    template: Template | None = None
    """The template from elsewhere that they copy; without it, the campaign's own template of that name."""
    values: Mapping[str, str] = NOTHING
    """Values of each one's sheet, by field id."""


def appear(
    session: Session,
    arrivals: Sequence[Arrival],
    fresh: Fresh,
    *,
    hidden: bool | None = None,
) -> Draft:
    """Bring creatures of one or more kinds into play, all of them or none.

    They join the encounter being played as adversaries, hidden or visible.
    """
    for each in arrivals:
        check_count(each.count)
    check_count(sum(each.count for each in arrivals))
    builder = MoveBuilder.for_session(session)
    for each in arrivals:
        model = _model(session, each)
        builder = bring_copies(builder, model, each.count, fresh, hidden=hidden, grouped=each.grouped)
    return builder.draft()


def _model(session: Session, arrival: Arrival) -> Creature:
    values = arrival.values
    if arrival.template is not None:
        return _copy_with(session, creature_of(session, arrival.template), values)
    own = template_named(session, arrival.name)
    if own is not None:
        return _copy_with(session, Creature(own.sheet, own.name, notes=own.notes), values)
    return _create(session, NPC, arrival.name, values)


def creature_of(session: Session, template: Template) -> Creature:
    """Make a creature from a template from elsewhere, with its times moved to this game's clock."""
    sheet = session.game.clock_corrected(template.sheet, session.elapsed)
    return Creature(sheet, template.name, notes=template.notes)


def join_pasted(session: Session, pasted: Sequence[Pasted], values: Mapping[str, str], fresh: Fresh) -> Draft:
    """Add a player's character from each stat block; `values` fill in what the blocks lack."""
    builder, game = MoveBuilder.for_session(session), session.game
    for each in pasted:
        template = each.template
        block_values = {
            field.id: read_field(template.sheet, field) for field in game.fields if field.id in each.fields
        }
        created = _create(builder.session, PC, template.name, {**values, **block_values})
        who, creature = fresh(), replace(created, notes=template.notes)
        builder = record_doubts(_join(builder, who, creature), each)
    return builder.draft()


def record_doubts(builder: MoveBuilder, pasted: Pasted) -> MoveBuilder:
    """Record which fields of a stat block a person should look at, and how much its notes had no room for."""
    name = pasted.template.name
    if fields := pasted.to_check:
        builder = builder.with_fact("doubtful", name=name, fields=" ".join(fields))
    return builder.with_fact("notes_cut", name=name, count=pasted.cut) if pasted.cut else builder


def bring_copies(
    builder: MoveBuilder,
    model: Creature,
    count: int,
    fresh: Fresh,
    *,
    hidden: bool | None = None,
    grouped: bool = False,
) -> MoveBuilder:
    """Bring copies of a creature into play, each with its own name, and into the fight if there is one.

    `grouped` creatures share a row. If `hidden` is None, the campaign's setting decides. They stand in the
    room of the party, if there is one; outside a fight, hidden ones lurk until theirs begins.
    """
    session = builder.session
    room = main_room(session)
    lurks = bool(hidden) and session.fight is None
    # No number tells players of hidden creatures: visible ones are numbered as if there were none, and hidden
    # ones with gaps, which tell nothing once players see them.
    if lurks or (session.fight is not None and is_newcomer_hidden(session, hidden)):
        names = _secret_names(session, model.name, count)
    else:
        names = _unique_names(session, model.name, count)
        builder = _free_names(builder, names, model.name)
    newcomers = [fresh() for _each in names]
    for who, unique in zip(newcomers, names, strict=True):
        group = model.name if grouped else ""
        creature = replace(model, name=unique, group=group, room=room, lurks=lurks)
        builder = builder.with_element("creatures", who, creature)
        if builder.session.fight is not None:
            builder = enter_encounter(builder, who, FOES, hidden=hidden)
        place = combatant_in(builder.session, who)
        is_visible = not (lurks or (place and place.hidden))
        builder = builder.with_fact("appeared" if is_visible else "appeared_unseen", who=who, name=unique)
    for who in newcomers:
        builder = _record_sheet_doubts(builder, who)
    return settle_newcomers(builder, newcomers) if builder.session.fight is not None else builder


def dismiss(session: Session, creature_ids: Iterable[str]) -> Draft:
    """Take creatures out of play; the log keeps what they did, and the heap what they carried."""
    builder = MoveBuilder.for_session(session)
    for who in with_active_last(session, creature_ids):
        name = session.creature(who).name
        builder = remove_from_play(drop_goods_in_heap(builder.with_fact("dismissed", name=name), who), who)
        builder = remove_clocks(builder, who)
    return builder.draft()


def keep_template(session: Session, who: str, name: str, fresh: Fresh) -> Draft:
    """Save a creature as a template for more of its kind, over an older one of the same name."""
    creature = session.creature(who)
    name = clean_name(name or creature.name)
    keys = {template.name: key for key, template in session.templates.items()}
    template = Template(creature.sheet, name, creature.notes)
    builder = MoveBuilder.for_session(session).with_element("templates", keys.get(name) or fresh(), template)
    return builder.with_fact("template_kept", name=name).draft()


def rename_creature(session: Session, who: str, name: str) -> Draft:
    """Give a creature another name; refuses `name_taken`."""
    return _rename(MoveBuilder.for_session(session), who, name).draft()


def _rename(builder: MoveBuilder, who: str, name: str) -> MoveBuilder:
    creature, name = builder.session.creature(who), clean_name(name)
    if name != creature.name and name in _names(builder.session):
        raise Refusal("name_taken", name=name)
    builder = builder.with_element("creatures", who, replace(creature, name=name))
    return builder.with_fact("renamed", before=creature.name, name=name)


def reveal_names(session: Session, creature_ids: Iterable[str], *, hidden: bool) -> Draft:
    """Reveal the names of creatures to players, or keep them back; refuses `name_of_party`."""
    builder = MoveBuilder.for_session(session)
    for who in creature_ids:
        creature = session.creature(who)
        if creature.party:
            raise Refusal("name_of_party", who=who)
        builder = builder.with_element("creatures", who, replace(creature, unnamed=hidden))
        builder = builder.with_fact("name_kept" if hidden else "name_told", who=who)
    return builder.draft()


def move_to_party(session: Session, who: str, *, joins: bool) -> Draft:
    """Take a creature into the party, or out of it: a hireling, a traitor."""
    creature = session.creature(who)
    builder = bring_back(MoveBuilder.for_session(session), who) if joins else MoveBuilder.for_session(session)
    changed = replace(builder.session.creatures[who], party=joins)
    builder = builder.with_element("creatures", who, changed)
    return builder.with_fact("joined_party" if joins else "left_party", who=who, name=creature.name).draft()


def edit_sheet(session: Session, who: str, values: Mapping[str, str], name: str = "") -> Draft:
    """Write fields of a sheet, and another name if one is given; an invalid value refuses all of it."""
    if name and not values:
        return rename_creature(session, who, name)
    builder = write_sheets(MoveBuilder.for_session(session), (who,), values)
    return with_risen(_rename(builder, who, name) if name else builder).draft()


def write_sheets(builder: MoveBuilder, creature_ids: Sequence[str], values: Mapping[str, str]) -> MoveBuilder:
    """Write the same fields of several sheets; an invalid value refuses all of it."""
    session = builder.session
    fields = [field_of(session.game.fields, field_id) for field_id in values]
    for who in creature_ids:
        creature = session.creature(who)
        sheet = with_fields_written(session.game, creature.sheet, values)
        # A resource that the game leaves uncounted begins full.
        uncounted = (creature.sheet, session.game.new_sheet(PC, session.elapsed))
        sheet = fill_missing_figure(session.game, sheet, values, besides=uncounted)
        sheet = require_within_bounds(session.game, sheet, values)
        builder = builder.with_element("creatures", who, replace(creature, sheet=sheet))
    for field in fields:
        for who in creature_ids:
            value = read_field(builder.session.creatures[who].sheet, field)
            builder = builder.with_fact("sheet_edited", who=who, field=field.id, value=value)
    for who in creature_ids:
        old_sheet, context = session.creatures[who].sheet, builder.session.rules_context()
        builder = builder.with_result(session.game.sheet_written(context, who, old_sheet))
    return builder


def act(
    session: Session, act_id: str, creature_ids: tuple[str, ...], args: Mapping[str, Any], roll: Roll
) -> Draft:
    """Apply an act of the game to one creature after another: a test, damage, a meal.

    The dice of an effect are rolled once for all of them, unless each has its own. `args["clock"]` also moves
    the clock by the time that the act takes, as for a rest of the whole party.
    """
    game_act = session.game.acts[act_id]
    if not creature_ids and game_act.whose is not Whose.TABLE:
        raise Refusal("nobody")
    for who in creature_ids:
        session.creature(who)
    _require_used(game_act, args)
    typed_args = args
    args = {**{param.name: param.default for param in game_act.params if param.default is not None}, **args}
    effects = roll_effects(session, game_act, creature_ids, args, roll)
    builder = replace(
        MoveBuilder.for_session(session).with_throws(*effects.throws), facts=effects.facts, act=act_id
    )
    seconds = game_act.lasts(args) if game_act.lasts and not args.get("ago") else 0
    lasts = seconds if args.get("clock") else 0
    builder = builder.with_values(elapsed=session.elapsed + lasts)
    builder = _apply(builder, game_act, creature_ids, effects, roll)
    if act_id in DONE_ONCE:
        builder = builder.with_deeds(*((act_id, who) for who in creature_ids))
    if act_id == session.game.rest_act:
        builder = refill_counters(builder, Refill.REST, ("", *creature_ids) if lasts else creature_ids)
    if (lasting := lasting_of(args)) is not None:
        condition = str(args.get("condition", ""))
        for who in creature_ids:
            if builder.session.creatures[who] is not session.creatures[who]:
                builder = builder.with_effect(who, condition, condition, lasting)
    if lasts:
        pending_after_act = builder.session.pending
        builder = live_since(builder, session.elapsed).with_fact("time_passed", seconds=lasts)
        builder = _move_pending_last(
            builder, [key for key in pending_after_act if key not in session.pending]
        )
    elif seconds:
        builder = builder.with_fact("clock_stands", seconds=seconds)
    draft = with_risen(builder).draft()
    doubtful = any(fact.kind in game_act.asked_about for fact in draft.facts)
    draft = replace(draft, asked=_asked_act(game_act, creature_ids, typed_args), doubtful=doubtful)
    return _with_settled_rolls(session, act_id, creature_ids, draft)


def _require_used(game_act: Act, args: Mapping[str, Any]) -> None:
    """Refuse `not_used` for an argument without meaning beside the chosen ones, `two_durations` for two."""
    open_params = [each for each in game_act.params if each.open_choices and each.name in args]
    for param in game_act.params:
        is_unread = param.kind is Kind.TEXT and any(
            args[each.name] not in each.open_choices for each in open_params
        )
        if args.get(param.name) and (is_unread or not game_act.can_use(param, args)):
            raise Refusal("not_used", param=param.name, value=args[param.name])
    durations = [each for each in LASTING if game_act.lasting and args.get(each.name)]
    for param in durations[1:]:
        unit = {Kind.ROUNDS: "rounds", Kind.HOURS: "seconds"}.get(param.kind)
        raise Refusal("two_durations", param=param.name, **({unit: args[param.name]} if unit else {}))


def _asked_act(game_act: Act, creature_ids: tuple[str, ...], args: Mapping[str, Any]) -> AskedAct | None:
    """Keep an act as it was asked for, if it has exactly one figure: amending it plays it again."""
    figures = [each.name for each in game_act.params if each.kind in FIGURES and each.name in args]
    return AskedAct(game_act.id, figures[0], creature_ids, args) if len(figures) == 1 else None


def _with_settled_rolls(session: Session, act_id: str, creature_ids: tuple[str, ...], draft: Draft) -> Draft:
    """Name in the draft the pending rolls that it settles: they waited for this act and are gone now."""
    removed_keys = {
        change.path[-1] for change in draft.changes if change.path[0] == "pending" and change.how is How.GONE
    }
    settles = tuple(
        key
        for key, each in session.pending.items()
        if key in removed_keys and each.who in creature_ids and session.game.answers.get(each.kind) == act_id
    )
    return replace(draft, settles=settles) if settles else draft


def _move_pending_last(builder: MoveBuilder, keys: Iterable[str]) -> MoveBuilder:
    """Put the rolls that an act queued behind those of the time that it took."""
    pending = builder.session.pending
    last = {key: pending[key] for key in keys}
    return builder.with_values(pending={key: each for key, each in pending.items() if key not in last} | last)


def _apply(
    builder: MoveBuilder, game_act: Act, creature_ids: tuple[str, ...], effects: Effects, roll: Roll
) -> MoveBuilder:
    if game_act.together is not None:
        result = game_act.together(builder.session.rules_context(), creature_ids, effects.args, roll)
        return spend_time(builder.with_result(result), result.passes)
    actors = creature_ids if game_act.whose is Whose.EACH else ("",)
    name, against = _targets_by_actor(game_act, effects.args, actors)
    builder, passes = _record_blows(builder, against), 0
    for who in actors:
        whole = effects.for_target(who)
        for args in [{**whole, name: target} for target in against[who]] if name else [whole]:
            result = game_act.apply(builder.session.rules_context(), who, args, roll)
            builder, passes = builder.with_result(result), max(passes, result.passes)
    return spend_time(builder, passes)


def _targets_by_actor(
    game_act: Act, args: Mapping[str, Any], actors: tuple[str, ...]
) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Name of an act's parameter with several targets, and the targets of each creature that acts.

    Without such a parameter, an empty name and no targets.
    """
    for param in game_act.params:
        if param.several and isinstance(targets := args.get(param.name), tuple):
            return param.name, each_against(actors, targets, shared=bool(args.get(SHARED_OUT.name)))
    return "", {}


def _record_blows(builder: MoveBuilder, against: Mapping[str, tuple[str, ...]]) -> MoveBuilder:
    """Record the number of blows, and each one's target, when several creatures share out several targets."""
    if len(against) < 2 or len({each for targets in against.values() for each in targets}) < 2:
        return builder
    builder = builder.with_fact("blows", count=sum(map(len, against.values())))
    for who, targets in against.items():
        builder = builder.with_fact("blow_at", who=who, creature=targets[0]) if len(targets) == 1 else builder
    return builder


def template_named(session: Session, name: str) -> Template | None:
    """Find the campaign's template of a name, whatever its case and accents."""
    folded = fold(name)
    return next((each for each in session.templates.values() if fold(each.name) == folded), None)


def _create(session: Session, kind: str, name: str, values: Mapping[str, str]) -> Creature:
    name = clean_name(name)
    if kind == PC and name in _names(session):
        raise Refusal("name_taken", name=name)
    sheet = with_fields_written(session.game, session.game.new_sheet(kind, session.elapsed), values)
    sheet = require_within_bounds(session.game, fill_missing_figure(session.game, sheet, values), values)
    return Creature(sheet, name, party=kind == PC)


def _copy_with(session: Session, model: Creature, values: Mapping[str, str]) -> Creature:
    """Copy a creature with other values of its sheet; refuses invalid ones."""
    sheet = fill_missing_figure(
        session.game, with_fields_written(session.game, model.sheet, values), values, copied=True
    )
    return replace(model, sheet=require_within_bounds(session.game, sheet, values))


def _names(session: Session) -> frozenset[str]:
    return frozenset(creature.name for creature in session.creatures.values())


def _free_names(builder: MoveBuilder, names: Collection[str], stem: str) -> MoveBuilder:
    """Give other numbers to secret creatures whose names visible newcomers need."""
    for who, creature in builder.session.creatures.items():
        if creature.name in names and _is_secret(builder.session, who):
            [new_name] = _secret_names(builder.session, stem, 1, names)
            builder = builder.with_element("creatures", who, replace(creature, name=new_name))
            builder = builder.with_fact("renamed", before=creature.name, name=new_name)
    return builder


def _is_secret(session: Session, who: str) -> bool:
    place = combatant_in(session, who)
    return place.secret if place else session.creatures[who].lurks


def _secret_names(session: Session, name: str, count: int, others: Collection[str] = ()) -> list[str]:
    """Free names for hidden creatures: their numbers have gaps, in an order unknown to players."""
    taken_names = {*_names(session), *others}
    stem = _stem(name)
    if count == 1 and not any(each == name or each.startswith(f"{stem} ") for each in taken_names):
        return [name]
    # Ids are random: players cannot guess a shuffle that is salted with them.
    salt = " ".join(session.creatures)
    shuffled = sorted(_SECRET_NUMBERS, key=lambda number: sha256(f"{salt} {number}".encode()).digest())
    numbers = chain(shuffled, range(_SECRET_NUMBERS.stop, _SECRET_NUMBERS.stop + len(taken_names) + count))
    free_numbers = islice((n for n in numbers if f"{stem} {n}" not in taken_names), count)
    return [f"{stem} {n}" for n in sorted(free_numbers)]


def _stem(name: str) -> str:
    """Cut a name so that a number fits behind it."""
    return name[: NAME_LENGTH - len(" 9999")]


def _unique_names(session: Session, name: str, count: int) -> list[str]:
    """Free names for visible creatures: `Goblin`, or `Goblin 1`, `Goblin 2` for several."""
    # Names of secret creatures count as free: gaps in the numbers would tell players of them.
    taken_names = {each.name for who, each in session.creatures.items() if not _is_secret(session, who)}
    if count == 1 and name not in taken_names and f"{name} 1" not in taken_names:
        return [name]
    stem = _stem(name)
    free_names = (f"{stem} {n}" for n in range(1, len(taken_names) + count + 1))
    return [each for each in free_names if each not in taken_names][:count]
