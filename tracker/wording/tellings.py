"""Facts that share a sentence: of several creatures, or of a blow and its results."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.system import Fact
from tracker.session.history import History
from tracker.session.move_builder import LASTS
from tracker.wording.faces import BRACKETED, PENCIL
from tracker.wording.messages import say
from tracker.wording.template import (
    EACH,
    GAP,
    OptionalPart,
    RepeatedPart,
    every_datum,
    in_runs,
    join_names,
    parse_template,
)
from tracker.wording.words import Words, variant, words_of

_ROLL_CALL = ("initiative", "group_initiative")
"""Kinds of facts that have a row each; more than `_MOST_LISTED` are summed up in one sentence."""
_MOST_LISTED = 6
_STEPS = ("supply_kept", "supply_worn", "supply_depleted")
"""Kinds of facts about one supply, each a step down: a short sentence says only the last."""
PENDING_KINDS = ("skipped", "lapsed", "due_amended")
"""Kinds of facts about a pending roll: their sentence names the roll by all its data."""
_SUMS = {"lapsed": ("lapses", "lapses")}
"""Kinds of facts that are added up in one sentence, each with the kind of the sum and the datum added."""


class Telling(Struct, frozen=True):
    """The contents of one sentence: a fact, with a list in place of its creature if several share it."""

    kind: str
    data: Mapping[str, object]
    """The fact's data; of two facts in one sentence (`damaged+died`), the data of both."""
    lasts: Fact | None = None
    """How long the result lasts, said right after it."""


class _Plan(Struct, frozen=True):
    """How facts share a sentence."""

    creature: str = ""
    """The datum that becomes a list of creatures; empty if the sentence cannot be shared."""
    repeated: bool = False
    """Whether a part of the sentence is said for each creature."""
    listed_once: bool = False
    """Whether that part does not name the creature: what it lists must be so of each of them."""
    told: tuple[str, ...] = ()
    """Data that must be equal in facts that share the sentence."""
    optional: tuple[str, ...] = ()
    """Data of optional parts: a short sentence leaves out figures that differ."""
    dice: tuple[str, ...] = ()
    """Data that hold throws: a short sentence leaves out those that differ."""


class _Group(Struct):
    """The tellings of one sentence, and the creatures that they name."""

    key: Hashable
    tellings: list[Telling]
    creatures: set[object]
    names_all: bool = True
    """Whether each telling names somebody."""


def tellings(facts: Sequence[Fact], history: History) -> Iterator[Telling]:
    """Group facts into sentences; facts that differ only in their creature share one.

    A creature joins others that stand before it unless something of its own, or of nobody, lies between: what
    befalls a creature keeps its order.
    """
    words = words_of(history.session.system)
    # A fact without data tells nothing of its own: where several bring it, the last one says it for all.
    facts = [each for place, each in enumerate(facts) if each.data or each not in facts[place + 1 :]]
    groups: list[_Group] = []
    for telling in _merge_initiatives([*_join_pairs(facts, words)]):
        key, creatures = _sharing_key(telling, words, brief=False), _creatures_in(telling, history)
        group = _group_for(key, creatures, groups)
        if group is None:
            group = _Group(key, [], set())
            groups.append(group)
        group.tellings.append(telling)
        group.creatures |= creatures
        group.names_all &= bool(creatures)
    for group in groups:
        yield from _share_sentence(group.tellings, history)


def _group_for(key: Hashable, creatures: set[object], groups: Sequence[_Group]) -> _Group | None:
    """Find the group whose sentence a telling shares; None if it needs one of its own."""
    is_last = True
    for group in reversed(groups):
        is_apart = creatures.isdisjoint(group.creatures)
        if key is not None and group.key == key and (is_last or is_apart):
            return group
        if key is None or not (is_apart and creatures and group.names_all):
            return None
        is_last = False
    return None


def _creatures_in(telling: Telling, history: History) -> set[object]:
    """Find the ids of the creatures that a telling names."""
    return {each for each in telling.data.values() if isinstance(each, str) and each in history.names}


def brief_tellings(facts: Sequence[Fact], history: History, limit: int) -> Iterator[Telling]:
    """Group facts into short sentences: all of a kind share one, with at most `limit` names."""
    words = words_of(history.session.system)
    groups: dict[Hashable, list[Telling]] = {}
    for place, telling in enumerate(_last_steps([*_merge_initiatives([*_join_pairs(facts, words)])])):
        groups.setdefault(_sharing_key(telling, words, brief=True) or place, []).append(telling)
    for group in groups.values():
        yield from _share_sentence(group, history, limit)


def _last_steps(all_tellings: Sequence[Telling]) -> Iterator[Telling]:
    """Keep only the last of the steps of each supply."""
    supplies = [
        (telling.data.get("name"), telling.data.get("who")) if telling.kind in _STEPS else None
        for telling in all_tellings
    ]
    last_places = {supply: place for place, supply in enumerate(supplies)}
    yield from (
        telling
        for place, telling in enumerate(all_tellings)
        if supplies[place] is None or last_places[supplies[place]] == place
    )


def _join_pairs(facts: Iterable[Fact], words: Words) -> Iterator[Telling]:
    """Join a fact to the one before it if a sentence says both, of the same creature."""
    last: Telling | None = None
    for fact in facts:
        joined_kind = f"{last.kind}+{fact.kind}" if last else ""
        if (
            last
            and fact.data.get("who", last.data.get("who")) == last.data.get("who")
            and words.has("fact", joined_kind)
        ):
            last = Telling(joined_kind, {**fact.data, **last.data}, last.lasts)
            continue
        if last and _is_duration(fact, last):
            last = replace(last, lasts=fact)
            continue
        if last:
            yield last
        last = Telling(fact.kind, fact.data)
    if last:
        yield last


def _is_duration(fact: Fact, previous: Telling) -> bool:
    """Tell whether a fact says how long the result just told lasts, of the same creature."""
    who = fact.data.get("who")
    return (
        fact.kind.startswith(LASTS)
        and bool(who)
        and who == previous.data.get("who")
        and previous.lasts is None
    )


def _merge_initiatives(all_tellings: Sequence[Telling]) -> Iterator[Telling]:
    """Replace many initiatives by one telling: their number, and who opens."""
    calls = [each for each in all_tellings if each.kind in _ROLL_CALL]
    if len(calls) <= _MOST_LISTED:
        yield from all_tellings
        return
    best = max(calls, key=lambda each: _figure_of(each, "initiative"))
    opener = best.data.get("group", best.data.get("who", GAP))
    summed = Telling("initiatives", {**best.data, "who": opener, "count": len(calls)})
    yield from (
        summed if each is calls[0] else each for each in all_tellings if each is calls[0] or each not in calls
    )


def _sharing_key(telling: Telling, words: Words, *, brief: bool) -> Hashable:
    """Build the key that facts of one sentence share; None for a fact that shares no sentence."""
    if telling.kind in _SUMS:
        return telling.kind
    sentence = variant(words, "fact", telling.kind, telling.data) or ""
    plan = _plan(sentence)
    if not plan.creature:
        return None
    figures = map(telling.data.get, plan.optional)
    return (
        sentence,
        _duration_key(telling, words),
        *map(telling.data.get, plan.told),
        *(_roll_key(telling) if telling.kind in PENDING_KINDS else ()),
        *(type(each) if brief and isinstance(each, int) else each for each in figures),
        *(() if brief else map(telling.data.get, plan.dice)),
    )


def _roll_key(telling: Telling) -> tuple[object, ...]:
    """Build the part of the key for the pending roll that a sentence names by all its data."""
    return tuple(sorted((name, str(each)) for name, each in telling.data.items() if name != "who"))


def _duration_key(telling: Telling, words: Words) -> Hashable:
    """Build the part of the key for how long the result lasts, as its sentence says it."""
    if telling.lasts is None:
        return None
    sentence = variant(words, "fact", telling.lasts.kind, telling.lasts.data) or ""
    return sentence, *(telling.lasts.data.get(datum.name) for datum in every_datum(parse_template(sentence)))


@lru_cache(maxsize=2_048)
def _plan(sentence: str) -> _Plan:
    parts = parse_template(sentence)
    data = [*every_datum(parts)]
    counted = {datum.name for datum in data if datum.forms}
    repeated = {
        each.name for part in parts if isinstance(part, RepeatedPart) for each in every_datum((part,))
    }
    optional = {
        each.name for part in parts if isinstance(part, OptionalPart) for each in every_datum((part,))
    }
    dice = {datum.name for datum in data if datum.space == BRACKETED}
    creature = next((name for name in ("who", "name") if name in counted), "who" if repeated else "")
    listed = {creature} | repeated
    return _Plan(
        creature,
        bool(repeated),
        bool(repeated) and creature not in repeated,
        tuple(sorted({datum.name for datum in data} - optional - dice - listed)),
        tuple(sorted(optional - dice - listed)),
        tuple(sorted(dice - listed)),
    )


def _share_sentence(
    group: Sequence[Telling], history: History, limit: int | None = None
) -> Iterator[Telling]:
    first, *others = group
    if not others:
        yield first
    elif first.kind in _SUMS:
        kind, counted = _SUMS[first.kind]
        yield Telling(kind, {"count": sum(_figure_of(each, counted) for each in group)})
    else:
        yield from _merge_tellings(group, history, limit)


def _merge_tellings(group: Sequence[Telling], history: History, limit: int | None) -> Iterator[Telling]:
    """Replace the creature by a list of creatures, or list what is said of each.

    Without a limit, a creature with several results keeps a sentence for each.
    """
    first_telling = group[0]
    plan = _plan(
        variant(words_of(history.session.system), "fact", first_telling.kind, first_telling.data) or ""
    )
    data = {
        name: value
        for name, value in first_telling.data.items()
        if name not in (*plan.optional, *plan.dice) or all(each.data.get(name) == value for each in group)
    }
    members = _group_alike(group) if plan.repeated else []
    if len(members) == 1 and len({each.data.get("who") for each in group}) == 1:
        yield from group if limit is None else group[:1]
        return
    if plan.repeated:
        creature_ids = tuple(each.data.get("who", GAP) for each in group)
        if plan.listed_once:
            creature_ids = tuple(dict.fromkeys(creature_ids))
            if len(group) < len(members) * len(creature_ids):
                for who in creature_ids:
                    yield from _merge_tellings(
                        [each for each in group if each.data.get("who", GAP) == who], history, limit
                    )
                return
        each = shorten(members, limit)
        yield Telling(first_telling.kind, {**data, "who": creature_ids, EACH: each}, first_telling.lasts)
        return
    creatures = [str(each.data.get(plan.creature, GAP)) for each in group]
    distinct = [*dict.fromkeys(creatures)] if plan.creature == "who" else creatures
    if limit is None and len(distinct) < len(creatures):
        yield from group
    else:
        names = [history.names.get(who, who) for who in distinct]
        yield Telling(
            first_telling.kind, {**data, plan.creature: shorten(distinct, limit, names)}, first_telling.lasts
        )


def _group_alike(group: Sequence[Telling]) -> list[Mapping[str, object]]:
    """List what is said of each creature; creatures of whom the same is said share one entry."""
    groups: dict[tuple[tuple[str, object], ...], list[object]] = {}
    for telling in group:
        other_data = tuple((name, value) for name, value in telling.data.items() if name != "who")
        groups.setdefault(other_data, []).append(telling.data.get("who", GAP))
    return [
        {**dict(other_data), "who": who if len(who) > 1 else who[0]} for other_data, who in groups.items()
    ]


def _figure_of(telling: Telling, name: str) -> int:
    """Read a figure of a fact without the pencil of real dice; 0 if it is no number."""
    text = str(telling.data.get(name, "")).removesuffix(PENCIL)
    return int(text) if text.removeprefix("-").isdecimal() else 0


def shorten(members: Sequence[Any], limit: int | None, names: Sequence[str] = ()) -> tuple[Any, ...]:
    """Keep the first names, `limit` at most, and count the rest: `4 más`; one more has its name instead.

    All stay if the count would be no shorter than the names. Names numbered in a row count as one.
    """
    names_to_count = names or (members if all(isinstance(name, str) for name in members) else ())
    shown_count = len(members) if limit is None else min(limit, len(members))
    if names_to_count and limit is not None:
        shown_count = next(
            (n for n in range(len(members), 0, -1) if len(in_runs(names_to_count[:n])) <= limit), 0
        )
    hidden_count = len(members) - shown_count
    rest_text = say("brief.more", count=hidden_count)
    if hidden_count <= 1 or (
        names_to_count
        and len(join_names([*names_to_count[:shown_count], rest_text])) >= len(join_names(names_to_count))
    ):
        return (*members,)
    return (*members[:shown_count], rest_text)
