"""Facts that share a sentence: of several creatures, or of a blow and what came of it."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
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
"""Kinds of facts of which one sentence sums up more than `_MOST_LISTED`: a row each."""
_MOST_LISTED = 6
_STEPS = ("supply_kept", "supply_worn", "supply_depleted")
"""Kinds of facts of one supply of which a short sentence tells the last: the others led there."""
_SUMS = {"lapsed": ("lapses", "lapses")}
"""Kinds of facts of which one sentence sums up several, and the datum that it adds up."""


class Telling(Struct, frozen=True):
    """The contents of one sentence: a fact; with a list instead of its creature if it is told of several."""

    kind: str
    data: Mapping[str, object]
    """The data of the fact; of two that are told as one (`damaged+died`), those of both."""
    lasts: Fact | None = None
    """How long that lasts, told right behind it."""


class _Plan(Struct, frozen=True):
    """The way in which facts share a sentence."""

    creature: str = ""
    """The datum of whose creatures a list is told; empty if the sentence is told of one alone."""
    repeated: bool = False
    """Whether it says a part of each."""
    told: tuple[str, ...] = ()
    """Data that must be equal."""
    optional: tuple[str, ...] = ()
    """Data of optional parts: a short sentence leaves out figures that differ."""
    dice: tuple[str, ...] = ()
    """Throws: a short sentence leaves out those that differ."""


def tellings(facts: Sequence[Fact], history: History) -> Iterator[Telling]:
    """Yield what the sentences of facts tell; facts in a row that differ only in their creature share one."""
    words = words_of(history.session.system)
    joined = [*_merge_initiatives([*_join_pairs(facts, words)])]
    keys = [_likeness(each, words, brief=False) for each in joined]
    for _key, run in groupby(zip(keys, joined, strict=True), lambda pair: pair[0] or object()):
        yield from _share_sentence([telling for _key, telling in run], history)


def brief_tellings(facts: Sequence[Fact], history: History, most: int) -> Iterator[Telling]:
    """Yield what short sentences of facts tell: all of a kind share one, with at most so many names."""
    words = words_of(history.session.system)
    groups: dict[Hashable, list[Telling]] = {}
    for place, telling in enumerate(_last_steps([*_merge_initiatives([*_join_pairs(facts, words)])])):
        groups.setdefault(_likeness(telling, words, brief=True) or place, []).append(telling)
    for several in groups.values():
        yield from _share_sentence(several, history, most)


def _last_steps(told: Sequence[Telling]) -> Iterator[Telling]:
    """Yield the tellings; of those of one supply only the last one."""
    supplies = [
        (each.data.get("name"), each.data.get("who")) if each.kind in _STEPS else None for each in told
    ]
    last = {supply: place for place, supply in enumerate(supplies)}
    yield from (
        each for place, each in enumerate(told) if supplies[place] is None or last[supplies[place]] == place
    )


def _join_pairs(facts: Iterable[Fact], words: Words) -> Iterator[Telling]:
    """Yield the facts; one of the same creature that follows joins the one before if a sentence says both."""
    last: Telling | None = None
    for fact in facts:
        both = f"{last.kind}+{fact.kind}" if last else ""
        if (
            last
            and fact.data.get("who", last.data.get("who")) == last.data.get("who")
            and words.has("fact", both)
        ):
            last = Telling(both, {**fact.data, **last.data}, last.lasts)
            continue
        if last and _is_duration(fact, last):
            last = replace(last, lasts=fact)
            continue
        if last:
            yield last
        last = Telling(fact.kind, fact.data)
    if last:
        yield last


def _is_duration(fact: Fact, of: Telling) -> bool:
    """Whether a fact says how long that lasts which has just been told of the same creature."""
    who = fact.data.get("who")
    return fact.kind.startswith(LASTS) and bool(who) and who == of.data.get("who") and of.lasts is None


def _merge_initiatives(told: Sequence[Telling]) -> Iterator[Telling]:
    """Yield the tellings; many initiatives become one: how many there are, and who opens."""
    calls = [each for each in told if each.kind in _ROLL_CALL]
    if len(calls) <= _MOST_LISTED:
        yield from told
        return
    best = max(calls, key=lambda each: _figure(each, "initiative"))
    opener = best.data.get("group", best.data.get("who", GAP))
    summed = Telling("initiatives", {**best.data, "who": opener, "count": len(calls)})
    yield from (
        summed if each is calls[0] else each for each in told if each is calls[0] or each not in calls
    )


def _likeness(telling: Telling, words: Words, *, brief: bool) -> Hashable:
    """Return what facts have in common that share a sentence; nothing of one that shares none."""
    if telling.kind in _SUMS:
        return telling.kind
    sentence = variant(words, "fact", telling.kind, telling.data) or ""
    plan = _plan(sentence)
    if not plan.creature:
        return None
    figures = map(telling.data.get, plan.optional)
    return (
        sentence,
        _duration(telling, words),
        *map(telling.data.get, plan.told),
        *(type(each) if brief and isinstance(each, int) else each for each in figures),
        *(() if brief else map(telling.data.get, plan.dice)),
    )


def _duration(telling: Telling, words: Words) -> Hashable:
    """Return how long it lasts, as its sentence says it."""
    if telling.lasts is None:
        return None
    sentence = variant(words, "fact", telling.lasts.kind, telling.lasts.data) or ""
    return sentence, *(telling.lasts.data.get(datum.name) for datum in every_datum(parse_template(sentence)))


@lru_cache(maxsize=2_048)
def _plan(sentence: str) -> _Plan:
    parts = parse_template(sentence)
    every = [*every_datum(parts)]
    counted = {datum.name for datum in every if datum.forms}
    repeated = {
        each.name for part in parts if isinstance(part, RepeatedPart) for each in every_datum((part,))
    }
    optional = {
        each.name for part in parts if isinstance(part, OptionalPart) for each in every_datum((part,))
    }
    dice = {datum.name for datum in every if datum.space == BRACKETED}
    creature = next((name for name in ("who", "name") if name in counted), "who" if repeated else "")
    apart = {creature} | repeated
    return _Plan(
        creature,
        bool(repeated),
        tuple(sorted({datum.name for datum in every} - optional - dice - apart)),
        tuple(sorted(optional - dice - apart)),
        tuple(sorted(dice - apart)),
    )


def _share_sentence(
    several: Sequence[Telling], history: History, most: int | None = None
) -> Iterator[Telling]:
    """Yield the one telling of facts that share a sentence, or the only one as it is."""
    first, *others = several
    if not others:
        yield first
    elif first.kind in _SUMS:
        kind, counted = _SUMS[first.kind]
        yield Telling(kind, {"count": sum(_figure(each, counted) for each in several)})
    else:
        yield from _of_several(several, history, most)


def _of_several(several: Sequence[Telling], history: History, most: int | None) -> Iterator[Telling]:
    """Yield the telling with a list of its creatures, or of what is said of each.

    What became of one creature several times is told as often, unless it is told in short.
    """
    first = several[0]
    plan = _plan(variant(words_of(history.session.system), "fact", first.kind, first.data) or "")
    data = {
        name: value
        for name, value in first.data.items()
        if name not in (*plan.optional, *plan.dice) or all(each.data.get(name) == value for each in several)
    }
    alike = _alike(several) if plan.repeated else []
    if len(alike) == 1 and len({each.data.get("who") for each in several}) == 1:
        yield from several if most is None else several[:1]
        return
    if plan.repeated:
        everybody = tuple(each.data.get("who", GAP) for each in several)
        each = shorten(alike, most)
        yield Telling(first.kind, {**data, "who": everybody, EACH: each}, first.lasts)
        return
    members = [str(each.data.get(plan.creature, GAP)) for each in several]
    distinct = [*dict.fromkeys(members)] if plan.creature == "who" else members
    if most is None and len(distinct) < len(members):
        yield from several
    else:
        names = [history.names.get(who, who) for who in distinct]
        yield Telling(first.kind, {**data, plan.creature: shorten(distinct, most, names)}, first.lasts)


def _alike(several: Sequence[Telling]) -> list[Mapping[str, object]]:
    """Return what is said of each; creatures of whom the same is said stand together."""
    groups: dict[tuple[tuple[str, object], ...], list[object]] = {}
    for each in several:
        others = tuple((name, value) for name, value in each.data.items() if name != "who")
        groups.setdefault(others, []).append(each.data.get("who", GAP))
    return [{**dict(others), "who": who if len(who) > 1 else who[0]} for others, who in groups.items()]


def _figure(telling: Telling, name: str) -> int:
    """Return a figure of a fact, without the pencil of real dice; 0 for what is none."""
    text = str(telling.data.get(name, "")).removesuffix(PENCIL)
    return int(text) if text.removeprefix("-").isdecimal() else 0


def shorten(each: Sequence[Any], most: int | None, names: Sequence[str] = ()) -> tuple[Any, ...]:
    """Return the first so many, and the number of the others in words unless their names are as short.

    Those numbered in a row are one.
    """
    called = names or (each if all(isinstance(name, str) for name in each) else ())
    kept = len(each) if most is None else min(most, len(each))
    if called and most is not None:
        kept = next((n for n in range(len(each), 0, -1) if len(in_runs(called[:n])) <= most), 0)
    left = len(each) - kept
    others = say("brief.more", count=left)
    if not left or (called and len(join_names([*called[:kept], others])) >= len(join_names(called))):
        return (*each,)
    return (*each[:kept], others)
