"""Search the log: words, and conditions such as `who:lia`, `outcome:critical`, `day:2..3`, `-note`.

All of them must hold. `day:2..` has no end. `clock:` takes the time since the campaign began (`2h..1d`) or
hours of any day (`22:00..2:00`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from math import inf

from msgspec import Struct

from tracker.commands.dates import second_of_hour
from tracker.commands.figures import parse_duration
from tracker.commands.matching import normalize
from tracker.rules.clock import MINUTE
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import fitting_text, fold, with_plain_signs
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.text import clean
from tracker.wording.messages import say, say_or_keep
from tracker.wording.sentences import sentences, throw_text
from tracker.wording.words import synonyms, term, words_of

Holds = Callable[[Event, History], bool]
"""A condition: whether an event matches it."""

_TERM = re.compile(r'(?P<no>-?)(?:(?P<key>[^\W\d_]+):)?(?:"(?P<quoted>[^"]*)"?|(?P<bare>\S+))')
_DAY_AND_HOUR = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}))?")
LONGEST_QUERY = 200


class Search(Struct, frozen=True):
    """A query. The empty one matches every event."""

    terms: tuple[Holds, ...] = ()

    def finds(self, event: Event, history: History) -> bool:
        return all(holds(event, history) for holds in self.terms)


def parse_query(query: str) -> Search:
    """Parse a query.

    Raises `unknown_search` for an unknown key, `bad_search` for an invalid value, `text_too_long` beyond
    `LONGEST_QUERY` letters.
    """
    terms = []
    for negated, key, value in _parts(with_plain_signs(fitting_text(query, LONGEST_QUERY))):
        holds = _keyed_test(key, value) if key else _text_test(value)
        terms.append(_negation_of(holds) if negated else holds)
    return Search(tuple(terms))


def _parts(query: str) -> Iterator[tuple[bool, str, str]]:
    """Split a query into conditions: whether each is negated, its key, its value.

    A space may stand between key and value: `who: lia`.
    """
    pending_key: tuple[bool, str] | None = None
    for match in _TERM.finditer(query):
        value = match["quoted"] if match["quoted"] is not None else match["bare"]
        bare_word = value.removesuffix(":") if match["key"] is None and match["quoted"] is None else value
        if pending_key is not None and (match["key"] or match["no"]):
            raise _bad_search(pending_key[1], "")
        if pending_key is not None:
            yield *pending_key, value
            pending_key = None
        elif bare_word != value and _key_of(bare_word):
            pending_key = (bool(match["no"]), bare_word)
        else:
            yield bool(match["no"]), match["key"] or "", value
    if pending_key is not None:
        raise _bad_search(pending_key[1], "")


def _negation_of(holds: Holds) -> Holds:
    return lambda event, history: not holds(event, history)


def _keyed_test(key: str, value: str) -> Holds:
    make = KEYS.get(_key_of(key))
    if make is None:
        key_words = [term(words_of(""), "search_key", each) for each in KEYS]
        raise Refusal("unknown_search", name=clean(key, NAME_LENGTH), known=", ".join(key_words))
    try:
        return make(value)
    except (ValueError, OverflowError, Refusal) as error:
        raise _bad_search(key, value) from error


def _bad_search(key: str, value: str) -> Refusal:
    return Refusal("bad_search", name=clean(key, NAME_LENGTH), value=clean(value, NAME_LENGTH))


def _text_test(value: str) -> Holds:
    phrase = " ".join(fold(value).split())

    def holds(event: Event, history: History) -> bool:
        texts = [event.gm, *sentences(event, history)]
        texts += [f"{throw_text(throw, history)} {throw.label}" for throw in event.throws]
        return phrase in fold(" ".join(texts))

    return holds


def _person_test(value: str) -> Holds:
    prefix = normalize(value)

    def holds(event: Event, history: History) -> bool:
        creature_ids = {throw.who for throw in event.throws} | {
            str(fact.data.get("who", "")) for fact in event.facts
        }
        return any(normalize(history.names.get(who, "")).startswith(prefix) for who in creature_ids if who)

    return holds


def _gm_test(value: str) -> Holds:
    return lambda event, history: normalize(event.gm).startswith(normalize(value))


def _kind_test(value: str) -> Holds:
    return lambda event, history: (
        _means(value, "purpose", [throw.purpose for throw in event.throws], history)
        or any(normalize(fact.kind) == normalize(value) for fact in event.facts)
        or any(normalize(sentence).startswith(normalize(value)) for sentence in sentences(event, history))
    )


def _outcome_test(value: str) -> Holds:
    def holds(event: Event, history: History) -> bool:
        broader = history.session.game.outcomes
        outcomes = [throw.outcome for throw in event.throws if throw.outcome]
        outcomes += [broader[outcome] for outcome in outcomes if outcome in broader]
        return _means(value, "outcome", outcomes, history)

    return holds


def _means(value: str, space: str, ids: list[str], history: History) -> bool:
    words, prefix = words_of(history.session.system), normalize(value)
    return any(
        normalize(each) == prefix or normalize(term(words, space, each)).startswith(prefix) for each in ids
    )


def _faces_test(value: str) -> Holds:
    words = {form: each for each in _FACES for form in synonyms(words_of(""), "search_faces", each)}
    face = next((each for word, each in words.items() if normalize(word).startswith(normalize(value))), None)
    if face is None:
        raise ValueError(value)
    typed = face == "typed"
    return lambda event, history: any(die.typed is typed for throw in event.throws for die in throw.dice)


_FACES = ("typed", "digital")


def _since_test(value: str) -> Holds:
    start, _end = parse_real_time(value)
    return lambda event, history: event.at >= start


def _until_test(value: str) -> Holds:
    _start, end = parse_real_time(value)
    return lambda event, history: event.at < end


def _day_test(value: str) -> Holds:
    start, end = parse_real_time(value)
    return lambda event, history: start <= event.at < end


def parse_real_time(value: str) -> tuple[float, float]:
    """Parse real time, `2026-03-14` or `2026-03-14T21:30`, into its first and last second.

    The last one is excluded. Raises `ValueError`.
    """
    match = _DAY_AND_HOUR.fullmatch(value)
    if match is None:
        raise ValueError(value)
    start = datetime.fromisoformat(match[1])
    if match[2]:
        hour, minute = (int(part) for part in match[2].split(":"))
        minute_start = start.replace(hour=hour, minute=minute).timestamp()
        return minute_start, minute_start + MINUTE
    # Not 24 hours: a day in which the clocks change has 23 or 25.
    return start.timestamp(), (start + timedelta(days=1)).timestamp()


def _campaign_day_test(value: str) -> Holds:
    first_day, last_day = _checked_range(_parse_range(value, int))

    def holds(event: Event, history: History) -> bool:
        return first_day <= history.session.day_of(event.clock) <= last_day

    return holds


def _clock_test(value: str) -> Holds:
    if ":" in value:
        return _hours_test(*_parse_range(value, _hour))
    first_second, last_second = _checked_range(_parse_range(value, parse_duration))
    return lambda event, history: first_second <= event.clock <= last_second


def _checked_range(stretch: tuple[float, float]) -> tuple[float, float]:
    if stretch[0] > stretch[1]:
        raise ValueError(stretch)
    return stretch


def _hours_test(first_second: float, last_second: float) -> Holds:
    """Match hours of any day, up to the end of the last minute; a range may pass midnight."""

    def holds(event: Event, history: History) -> bool:
        second = history.session.second_of(event.clock)
        is_after_start, is_before_end = second >= first_second, second < last_second + MINUTE
        return (
            (is_after_start and is_before_end)
            if first_second <= last_second
            else (is_after_start or is_before_end)
        )

    return holds


def _hour(text: str) -> int:
    second = second_of_hour(text)
    if second is None:
        raise ValueError(text)
    return second


def _parse_range(value: str, parse_value: Callable[[str], int]) -> tuple[float, float]:
    """Parse `2..3`, `2..` (no end), `..3` (from 0), or `2` for the range from 2 to 2."""
    low_text, dots, high_text = value.partition("..")
    if not low_text and not high_text:
        raise ValueError(value)
    low: float = parse_value(low_text) if low_text else 0
    high: float = parse_value(high_text) if high_text else inf if dots else low
    return low, high


KEYS: Mapping[str, Callable[[str], Holds]] = {
    "who": _person_test,
    "gm": _gm_test,
    "kind": _kind_test,
    "outcome": _outcome_test,
    "faces": _faces_test,
    "date": _day_test,
    "since": _since_test,
    "until": _until_test,
    "day": _campaign_day_test,
    "clock": _clock_test,
}
"""The parser of each value, by the id of the word before its `:`."""


def _key_of(word: str) -> str:
    """Return the id of the word before a `:`; empty for an unknown word."""
    folded = normalize(word)
    return next(
        (key for key in KEYS if folded in map(normalize, synonyms(words_of(""), "search_key", key))), ""
    )


EXAMPLES = (
    ("search.ambush_bridge", "search.both_words"),
    ("search.note", "search.not_said"),
    ("search.who_lia", "search.who"),
    ("search.gm_ana", "search.gm"),
    ("search.kind_note", "search.kind"),
    ("search.outcome_success", "search.outcome"),
    ("search.faces_typed", "search.faces"),
    ("search.date_example", "search.date"),
    ("search.since_example", "search.since"),
    ("search.until_example", "search.until"),
    ("search.day_span", "search.day"),
    ("search.clock_example", "search.clock"),
)
"""Message keys of example queries, each with the key of what it finds."""


def search_examples() -> list[tuple[str, str]]:
    """Translate the examples and what they find into the language in use."""
    return [(say_or_keep(text), say(meaning)) for text, meaning in EXAMPLES]
