"""Short sentences for an event: creatures with the same result share one sentence."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import tee

from tracker.rules.dice import Throw
from tracker.rules.system import Fact
from tracker.session.event import Event
from tracker.session.history import History
from tracker.wording.blows import attack_of, attack_title, blows_of, blows_sentence
from tracker.wording.faces import with_dice
from tracker.wording.sentences import (
    Room,
    before_and_after,
    sentences,
    telling_sentences,
    throw_sentence,
    throw_subject,
    undescribed_throws,
)
from tracker.wording.tellings import brief_tellings, shorten
from tracker.wording.template import join_names
from tracker.wording.words import term, words_of

_NAMED = (100, 3, 1)
"""Most names in a shared sentence, tried in this order until the text fits; the rest are counted."""


def brief_text(
    event: Event, history: History, *conditions: Callable[[str], bool], whole: Sequence[str] = ()
) -> str:
    """Choose the longest version of an event's sentences that fits; the shortest if none does.

    Conditions are tried in order, each on every version. `whole` passes the full sentences if they are known.
    """
    versions = _versions(event, history, whole)
    for fits in conditions:
        versions, candidates = tee(versions)
        if (text := next(filter(fits, candidates), None)) is not None:
            return text
    *_longer, shortest = versions
    return shortest


def brief_sentences(facts: Sequence[Fact], history: History, limit: int) -> tuple[str, ...]:
    """Write short sentences for facts, with at most `limit` names in each."""
    return (*telling_sentences(brief_tellings(facts, history, limit), history),)


def _versions(event: Event, history: History, whole: Sequence[str]) -> Iterator[str]:
    """Yield the sentences of an event, whole and then shorter and shorter.

    An event that quotes another, as an undo does, gives its title alone: the quoted one has been told.
    """
    if not is_quoting(event, history):
        yield " ".join(whole or sentences(event, history))
    for limit in _NAMED:
        yield " ".join(_brief(event, history, limit, Room()))


def is_quoting(event: Event, history: History) -> bool:
    """Tell whether an event quotes another one, as an undo does."""
    return any(str(fact.data.get("event", "")) in history for fact in event.facts)


def _brief(event: Event, history: History, limit: int, room: Room) -> list[str]:
    words = words_of(history.session.system)
    if (blows := blows_of(event, history)) is not None:
        rest = brief_sentences(room.fitting(blows.rest), history, limit)
        return [blows_sentence(blows, history), *rest]
    facts_with_dice = with_dice(room.fitting(event.facts), event.throws, words)
    facts = [_with_brief_event(fact, history, limit, room) for fact in facts_with_dice]
    opening, results = (
        telling_sentences(brief_tellings(part, history, limit), history, room)
        for part in before_and_after(event, facts)
    )
    throws = room.fitting(undescribed_throws(event, opening + results))
    return [*opening, *_merged_throws(throws, history, limit), *results]


def _with_brief_event(fact: Fact, history: History, limit: int, room: Room) -> Fact:
    """Replace the event that a fact quotes, as an undo does, by its title."""
    event = str(fact.data.get("event", ""))
    if event not in history:
        return fact
    with room.inside() as has_room:
        text = _title(history[event], history, limit, room) if has_room else "…"
    return Fact(fact.kind, {**fact.data, "event": text})


def _title(event: Event, history: History, limit: int, room: Room) -> str:
    """Name the attack of an event; else give its first sentence, open if more follow."""
    if (attack := attack_of(event, history)) is not None:
        return attack_title(attack, history)
    first, *others = _brief(event, history, limit, room) or [""]
    return f"{first.removesuffix('.')}…" if others else first


def _merged_throws(throws: Sequence[Throw], history: History, limit: int) -> Iterator[str]:
    """Say the throws; throws of one purpose with one outcome share a sentence."""
    groups: dict[Hashable, list[Throw]] = {}
    for place, throw in enumerate(throws):
        key = (throw.purpose, throw.subject, throw.label, throw.mode, throw.outcome)
        groups.setdefault(key if throw.who and throw.outcome else place, []).append(throw)
    words = words_of(history.session.system)
    for group in groups.values():
        first = group[0]
        if len(group) == 1:
            yield throw_sentence(first, history)
            continue
        names = join_names(shorten([history.names.get(throw.who, throw.who) for throw in group], limit))
        yield f"{throw_subject(first, history)}, {term(words, 'outcome', first.outcome)}: {names}."
