"""What happened, as sentences in the language in use."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from string import Formatter
from typing import Any

from tracker.rules.dice import Throw
from tracker.rules.fields import NOTES_LENGTH, Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, PendingRoll
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.text import clean
from tracker.wording import amounts
from tracker.wording.expressions import expression_text
from tracker.wording.faces import dice_text, with_pencils
from tracker.wording.language import _, worded
from tracker.wording.words import Words, act_verb, term, words_of

LINE_FEED = " / "
"""What stands for a line feed inside one line."""
_GAP = "…"
_AMOUNTS = {"duration": amounts.duration, "hour": amounts.hour, "distance": amounts.distance}


class _Filled(Formatter):
    """Fills a sentence: a format spec names the kind of word that a value stands for."""

    def __init__(self, words: Words, names: Mapping[str, str], history: History | None) -> None:
        self._words = words
        self._names = names
        self._history = history

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        """Return a datum; one that a sentence needs and a save does not have reads as a gap."""
        return kwargs.get(str(key), _GAP)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return the words for a value."""
        if format_spec in _AMOUNTS:
            return _AMOUNTS[format_spec](value if isinstance(value, int) else 0)
        own: Mapping[str, Callable[[str], str]] = {
            "": str,
            "name": self._of_somebody,
            "whose": lambda who: f"{self._of_somebody(who)} · " if who and who != _GAP else "",
            "verb": lambda act_id: act_verb(self._words, act_id),
            "event": self._of_event,
            "shell": in_shell,
            "dice": expression_text,
        }
        if format_spec in own:
            return own[format_spec](str(value))
        return term(self._words, format_spec, str(value))

    def _of_somebody(self, who: str) -> str:
        return self._names.get(who, who)

    def _of_event(self, event_id: str) -> str:
        if self._history is None or event_id not in self._history:
            return event_id
        return " ".join(sentences(self._history[event_id], self._history))


def in_shell(text: str) -> str:
    """Return a text as one word of a shell, in quotes where it needs them.

    >>> in_shell("Torre"), in_shell("La Torre")
    ('Torre', "'La Torre'")
    """
    from shlex import quote  # noqa: PLC0415 - few sentences name an order of the shell

    return quote(text)


def fact_sentence(fact: Fact, history: History) -> str:
    """Return the sentence of one fact; a kind that this version does not know is named as it is."""
    data = fact.data
    if fact.kind in _OF_DUES:
        pending = PendingRoll(
            "", str(data.get("due")), data={name: data[name] for name in data if name not in _WHOSE}
        )
        data = {**data, "what": pending_text(pending, history)}
    return _filled_variant(words_of(history.session.system).facts, fact.kind, data, history) or fact.kind


def fact_sentences(facts: Sequence[Fact], history: History) -> list[str]:
    """Return the sentences of facts: what several do alike is one, where the words have one for it.

    The same one several times running is said once, with how often.
    """
    each = groupby(fact_sentence(fact, history) for fact in _together(facts, history))
    counts = [(sentence, len(list(same))) for sentence, same in each]
    return [f"{sentence} (×{count})" if count > 1 else sentence for sentence, count in counts]


def _together(facts: Sequence[Fact], history: History) -> Iterator[Fact]:
    """Yield the facts, with one of its own kind for those that differ in nothing but who it was."""
    known = words_of(history.session.system).facts
    for (kind, data), run in groupby(facts, _but_for_whom):
        alike = list(run)
        if len(alike) > 1 and f"{kind}_all" in known:
            creature_ids = ", ".join(name_of(fact, history) for fact in alike)
            yield Fact(f"{kind}_all", {**data, "whos": creature_ids})
        else:
            yield from alike


def name_of(fact: Fact, history: History) -> str:
    """Return the name of whoever a fact is about."""
    return str(fact.data.get("name") or history.names.get(str(fact.data["who"])))


def _but_for_whom(fact: Fact) -> tuple[str, dict[str, Scalar]]:
    return fact.kind, {name: value for name, value in fact.data.items() if name not in {"who", "name"}}


_OF_DUES = ("skipped", "lapsed", "due_amended")
"""Kinds of facts that tell of a due roll, by all that it bears upon."""
_WHOSE = ("due", "who")
_NAMED = ("name", "target", "skill")
"""Data of a due that are names already, or stand for somebody's."""


def pending_text(pending: PendingRoll, history: History) -> str:
    """Return what a due roll is about: in a sentence of its game's, or its name and what it bears upon."""
    words = words_of(history.session.system)
    if told := _filled_variant(words.terms, f"waiting.{pending.kind}", pending.data, history):
        return told
    about = [
        history.names.get(str(value), "") if name == "target" else term(words, name, str(value))
        for name, value in pending.data.items()
        if f"{name}.{value}" in words.terms or name in _NAMED
    ]
    return " ".join(filter(None, [term(words, "due", pending.kind), *about]))


def _filled_variant(known: Mapping[str, str], kind: str, data: Mapping[str, Scalar], history: History) -> str:
    """Fill the sentence of a kind, or its variant for a datum that is not empty; nothing without one."""
    sentence = variant(known, kind, data)
    if sentence is None:
        return ""
    words = words_of(history.session.system)
    filled = _Filled(words, history.names, history).format(worded(sentence, data), **data)
    return filled.replace("\n", LINE_FEED).strip()


def variant(known: Mapping[str, str], kind: str, data: Mapping[str, Scalar]) -> str | None:
    """Return the sentence of a kind, or its variant for a datum that is not empty."""
    kinds = [*(f"{kind}_{name}" for name, value in data.items() if value), kind]
    return next((known[each] for each in kinds if each in known), None)


LABELLED_BY_FACTS = ("free", "table")
"""Purposes of throws whose label a fact tells."""

SPEAKS_FOR_ITSELF = ("test", "save", "chance", "ageing", "attribute")
"""Purposes of throws whose outcome no fact tells."""


def sentences(event: Event, history: History) -> list[str]:
    """Return the sentences of an event: what happened, behind who came first where it counts for nothing."""
    told = happened(event, history)
    first = history.first_of(event.id)
    if first is None:
        return told
    superseded = _("No cuenta, porque {gm} lo había resuelto antes: {told}")
    return [superseded.format(gm=first.gm, told=" ".join(told))]


def is_undone(event: Event, history: History) -> bool:
    """Whether an event counts no more; one that came too late says so in its own sentence."""
    return not history.counts(event.id) and event.id not in history.superseded


def happened(event: Event, history: History) -> list[str]:
    """Return what happened: the sentences of the facts, and one for each throw that no fact tells."""
    told = fact_sentences(with_pencils(event.facts, event.throws), history)
    return told + [throw_sentence(throw, history) for throw in told_throws(event, told)]


def told_throws(event: Event, told: Sequence[str]) -> list[Throw]:
    """Return the throws of an event that no fact tells: all of them where none has told anything."""
    return [throw for throw in event.throws if not told or throw.purpose in SPEAKS_FOR_ITSELF]


def refusal_sentence(refusal: Refusal, system: str = "", names: Mapping[str, str] | None = None) -> str:
    """Return what is wrong and what would be right; nothing in it, not even a file's name, is obeyed."""
    words = words_of(system)
    sentence = variant(words.refusals, refusal.code, refusal.data)
    if sentence is None:
        return clean(str(refusal), NOTES_LENGTH)
    told = _Filled(words, names or {}, None).format(worded(sentence, refusal.data), **refusal.data)
    return clean(told, NOTES_LENGTH, lines=True)


def throw_text(throw: Throw, history: History) -> str:
    """Return a throw on one line: what for, the dice, the total, the target, what it means."""
    words = words_of(history.session.system)
    line = f"{throw_subject(throw, history)}: {dice_text(throw)}"
    if throw.static:
        line += f" {throw.static:+}"
    line += f" = {throw.total}"
    if throw.target is not None:
        line += _(" contra {target}").format(target=throw.target)
    if throw.outcome:
        line += f" → {term(words, 'outcome', throw.outcome)}"
    if throw.margin is not None:
        line += _(", margen {margin}").format(margin=f"{throw.margin:+}")
    return line


def throw_subject(throw: Throw, history: History) -> str:
    """Return what a throw was for: a test of what, a saved roll, with advantage."""
    words = words_of(history.session.system)
    what = [term(words, "purpose", throw.purpose)]
    if throw.subject:
        what.append(subject_text(throw, history))
    if throw.label and throw.purpose not in LABELLED_BY_FACTS:
        what.append(f"«{throw.label}»")
    if throw.mode:
        what.append(term(words, "mode", throw.mode))
    return " · ".join(what)


def throw_sentence(throw: Throw, history: History) -> str:
    """Return a throw with whose it was."""
    who = history.names.get(throw.who, "")
    return f"{who} · {throw_text(throw, history)}." if who else f"{throw_text(throw, history)}."


def subject_text(throw: Throw, history: History) -> str:
    """Return what was tested: an attribute, a condition, a supply, an act."""
    words, subject = words_of(history.session.system), throw.subject
    if subject in history.names:
        return history.names[subject]
    for space in ("attribute", "condition", "side", "act"):
        word = term(words, space, subject)
        if word != subject:
            return word
    return subject
