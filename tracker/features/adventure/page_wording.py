"""The words of a page, and what a page will do."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from tracker.features.adventure.page import Page
from tracker.features.adventure.page.lines import PageLine, Part
from tracker.features.adventure.page.words import ALOUD, PageWords
from tracker.features.adventure.page_moves import PlannedPage
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.session.rooms import OPPOSITE, Room
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.wording.language import language
from tracker.wording.messages import say
from tracker.wording.rooms import exits_text, room_label, side_text
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import synonyms, term, words_of

_KEYWORDS = (
    *("exits", "creatures", "hidden_creatures", "loot", "hidden_loot", "trap", "clock", "table"),
    *("watch", "weather", "line", "light", "time"),
)


def page_words() -> PageWords:
    """Collect the words by which a page says what a line is, in every language that may be typed."""
    return _page_words(language())


@lru_cache(maxsize=4)
# The language is a parameter only so that the cache keeps one answer for each language.
def _page_words(_language: str) -> PageWords:
    return PageWords(
        keywords={form: each for each in _KEYWORDS for form in _forms("page_word", each)},
        sides={form: side for side in OPPOSITE for form in _forms("direction", side)},
        rooms=_forms("page_word", "room"),
        apart=_forms("page_word", "apart"),
        aloud=_forms("page_word", "aloud"),
        callouts=_forms("page_word", "callout"),
        masters=_forms("page_word", "master"),
        conditions=_forms("page_word", "condition"),
        hidden=_forms("word", "hidden"),
        secret=_forms("page_word", "secret"),
        one_way=_forms("page_word", "one_way"),
        towards=_forms("page_word", "towards"),
        silent=_forms("page_word", "silent"),
        units=_forms("page_word", "unit"),
        figures=_forms("page_word", "figure"),
        numerals=_forms("page_word", "numeral"),
        nothing=_forms("page_word", "none"),
        numbers=_forms("page_word", "number"),
        names=_forms("page_word", "name"),
    )


def line_starts() -> Mapping[str, str]:
    """Map keywords to the words that stand before what is typed behind them."""
    words = words_of("")
    verbs = {each: term(words, "verb", each) for each in ("clock", "table", "watch", "weather")}
    hidden = term(words, "word", "hidden")
    return {**verbs, "hidden_creatures": hidden, "hidden_loot": hidden}


def _forms(space: str, name: str) -> frozenset[str]:
    return frozenset(map(fold, synonyms(words_of(""), space, name)[:-1]))


# What a page will do, line by line.
_WIDTH = 60
"""Letters of a line of the page that a preview shows."""
_CERTAIN, _DOUBT = "  ", "? "


def preview_lines(
    page: Page, planned: PlannedPage, session: Session, refusals: Mapping[tuple[int, str], Refusal], pace: int
) -> Iterator[str]:
    """Preview a page: what changes, then each room with its lines; a mark stands before doubtful ones."""
    yield say(
        "prep.found",
        rooms=len(page.rooms),
        aloud=sum(bool(each.aloud) for each in page.rooms),
        orders=sum(len(each.orders) for each in page.rooms) + len(page.orders),
        doubtful=sum(bool(each.doubt) for each in _all_lines(page)),
    )
    yield from _changes(planned, session)
    yield _time_text(session, pace)
    yield from _line_texts(page.lines, refusals, session.system)
    for each in page.rooms:
        room = planned.rooms[planned.keys[each.key]]
        yield ""
        yield f"{room_label(room)}: {exits_text(planned.rooms, room)}".removesuffix(": ")
        yield from _line_texts(each.lines, refusals, session.system)
        if each.notes:
            yield _CERTAIN + say("prep.notes", lines=len(each.notes.splitlines()))


def _all_lines(page: Page) -> Iterator[PageLine]:
    yield from page.lines
    for each in page.rooms:
        yield from each.lines


def _changes(planned: PlannedPage, session: Session) -> Iterator[str]:
    """Say what becomes of the rooms that are there already."""
    new = planned.new if any(room.area == planned.area for room in session.rooms.values()) else ()
    yield from filter(
        None,
        (
            say("prep.new", rooms=_labels(planned.rooms, new)) if new else "",
            say("prep.changed", rooms=_labels(planned.rooms, planned.changed)) if planned.changed else "",
            say("prep.guessed", rooms=_labels(planned.rooms, planned.guessed)) if planned.guessed else "",
            say("prep.gone", rooms=_labels(session.rooms, planned.gone)) if planned.gone else "",
            say("prep.kept", rooms=_labels(planned.rooms, planned.kept)) if planned.kept else "",
        ),
    )
    for key, side in planned.taken:
        yield _DOUBT + say("prep.taken", number=planned.rooms[key].number, side=side_text(side))


def _labels(rooms: Mapping[str, Room], keys: Iterable[str]) -> str:
    return ", ".join(room_label(rooms[key]) for key in keys)


def _time_text(session: Session, pace: int) -> str:
    """Say how long walking into an unseen room takes."""
    if seconds := pace or session.game.room_seconds:
        return say("prep.pace", seconds=seconds)
    return say("prep.no_pace")


def _line_texts(
    lines: Iterable[PageLine], refusals: Mapping[tuple[int, str], Refusal], system: str
) -> Iterator[str]:
    for line in lines:
        shown = line.typed or line.text.strip()
        if line.doubt:
            refusal = refusals.get((line.number, line.typed))
            why = (
                refusal_sentence(refusal, system)
                if refusal
                else say(f"page_doubt.{line.doubt}", about=line.about)
            )
            yield f"{_DOUBT}{line.number} {_short(shown)}: {why}"
        elif line.is_order or (line.part is Part.ALOUD and line.typed):
            is_aloud = line.part is Part.ALOUD
            what = term(words_of(""), *(("word", ALOUD) if is_aloud else ("page_word", line.keyword)))
            yield f"{_CERTAIN}{line.number} {what}: {_short(shown)}"


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{clean(text, _WIDTH - 1)}…"
