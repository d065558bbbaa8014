"""What happened in as few words as there is room for: what several did or suffered alike is told at once."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from string import Formatter

from tracker.rules.dice import Throw
from tracker.rules.system import Fact
from tracker.session.event import Event
from tracker.session.history import History
from tracker.wording.faces import with_pencils
from tracker.wording.language import _
from tracker.wording.sentences import (
    fact_sentences,
    name_of,
    sentences,
    throw_sentence,
    throw_subject,
    told_throws,
    variant,
)
from tracker.wording.words import term, words_of

_NAMED = (100, 3, 1)
"""How many of those who are alike are named, the others being counted, until it fits."""


def told_within(event: Event, history: History, fits: Callable[[str], bool]) -> str:
    """Return what an event says, whole where that fits; else as much of it as does."""
    told = " ".join(sentences(event, history))
    for most in _NAMED:
        if fits(told):
            break
        told = " ".join(_brief(event, history, most))
    return told


def _brief(event: Event, history: History, most: int) -> list[str]:
    told_facts = with_pencils(event.facts, event.throws)
    facts = [_with_brief_event(fact, history, most) for fact in told_facts]
    told = fact_sentences([*_facts_at_once(facts, history, most)], history)
    return [*told, *_throws_at_once(told_throws(event, told), history, most)]


def _with_brief_event(fact: Fact, history: History, most: int) -> Fact:
    """Return a fact that tells of an event, an undo's, with the event in its few words."""
    event = str(fact.data.get("event", ""))
    if event not in history:
        return fact
    return Fact(fact.kind, {**fact.data, "event": " ".join(_brief(history[event], history, most))})


def _facts_at_once(facts: Sequence[Fact], history: History, most: int) -> Iterator[Fact]:
    """Yield the facts, with one for all those of a kind that agree in what the sentence for several says."""
    known = words_of(history.session.system).facts
    groups: dict[Hashable, list[Fact]] = {}
    for place, fact in enumerate(facts):
        sentence = variant(known, f"{fact.kind}_many", fact.data) or variant(
            known, f"{fact.kind}_all", fact.data
        )
        asked = [name for _text, name, _spec, _conversion in Formatter().parse(sentence or "") if name]
        alike = (sentence, *(fact.data.get(name) for name in asked)) if sentence else place
        groups.setdefault(alike, []).append(fact)
    for several in groups.values():
        first = several[0]
        if len(several) == 1:
            yield first
            continue
        listed = _listed([name_of(fact, history) for fact in several], most)
        kind = f"{first.kind}_many" if variant(known, f"{first.kind}_many", {}) else f"{first.kind}_all"
        yield Fact(kind, {**first.data, "whos": listed})


def _throws_at_once(throws: Sequence[Throw], history: History, most: int) -> Iterator[str]:
    """Yield the throws, with one sentence for all those of one thing with one outcome."""
    groups: dict[Hashable, list[Throw]] = {}
    for place, throw in enumerate(throws):
        alike = (throw.purpose, throw.subject, throw.label, throw.mode, throw.outcome)
        groups.setdefault(alike if throw.who and throw.outcome else place, []).append(throw)
    words = words_of(history.session.system)
    for several in groups.values():
        first = several[0]
        if len(several) == 1:
            yield throw_sentence(first, history)
            continue
        listed = _listed([history.names.get(throw.who, throw.who) for throw in several], most)
        yield f"{throw_subject(first, history)} → {term(words, 'outcome', first.outcome)}: {listed}."


def _listed(names: Sequence[str], most: int) -> str:
    """Return the first names, and how many more there are."""
    named, left = ", ".join(names[:most]), len(names) - most
    return _("{names} y {count} más").format(names=named, count=left) if left > 0 else named
