"""Reads a line word by word: names, numbers, words of the game and of the campaign."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain, zip_longest
from typing import NamedTuple, TypeVar

from tracker.commands.command import Command, CommandContext
from tracker.commands.figures import ROUNDS, duration, is_duration, split_faces
from tracker.commands.matching import match_one, matches, normalize, unknown
from tracker.commands.names import ACTING, HERE, Names, is_everybody
from tracker.commands.vocabulary import blank, forms, full_keyword, is_keyword, shown_word, unit_letter
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.supply import labels
from tracker.rules.text import with_plain_signs
from tracker.session.event import Draft
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.wording.words import Words, words_of

LONGEST_LINE = 4_000
_WORD = re.compile(
    r'(?P<field>[^\s",=]+=)?"(?P<quoted>[^"]*)"?(?P<tail>\.\w+|,?)|(?P<plain>[^\s",=]+,(?=[^\s\d])|\S+)'
)
_AROUND_A_COMMA = re.compile(r"""(?<![^\s,=])'((?:[^'",]|\b'\b)+,(?:[^'"]|\b'\b)*)'(?=[\s,]|$)""")
"""Single quotes: only around a comma, for they are apostrophes anywhere else."""
_PARTS = ("field", "quoted", "tail", "plain")
T = TypeVar("T")
LONGEST_NAME = 5
"""Most words of a name without quotes."""

_LONG_TIME = re.compile(r"(\d{1,3})([^\W\d]+)")
_LONG_UNITS = ("weeks", "month")
"""Units of a duration whose seconds depend on the campaign's calendar."""

_LINKS = ("from", "by", "of", "during", "before")
"""Small words behind which something follows: none is the last of a name."""

MOST_TOGETHER = 500
"""Creatures of one command: what happens to them fits one event."""


def is_number(word: str) -> bool:
    """Whether a word is a whole number, with or without a sign."""
    return word.lstrip("+-").isdecimal()


class Word(NamedTuple):
    """A word of a line, or several in quotes."""

    start: int
    """Its place in the line."""
    text: str
    """The word as it is read, without its quotes."""
    typed: str
    """The word as it was typed, and as a name or a text keeps it, without its quotes."""
    quoted: bool = False
    """Whether it stands in quotes: then it is whole, and no word of the program."""
    comma: bool = False
    """Whether a comma stands right behind its quotes: it is the last letter."""
    field: str = ""
    """The field of a value in quotes: `especie=` of `especie="elfa, alta"`."""


def _words_in(text: str) -> Iterator[Word]:
    for found in _WORD.finditer(_AROUND_A_COMMA.sub(r'"\1"', with_plain_signs(text))):
        spans = [found.span(part) for part in _PARTS]
        typed = "".join(text[start:end] for start, end in spans if start >= 0)
        read, field = "".join(found[part] or "" for part in _PARTS), found["field"] or ""
        quoted, comma = found["quoted"] is not None, found["tail"] == ","
        yield Word(found.start(), read, typed, quoted and not field, comma, field)


class Reader:
    """The words of one line, taken one by one. Refuses a wrong word with the usage of the line."""

    def __init__(self, text: str, context: CommandContext, usage: str) -> None:
        self.context = context
        self.usage = usage
        self._text = text
        self._words = list(_words_in(text))
        self._at = 0

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self.context.history.session

    @cached_property
    def _names(self) -> Names:
        return Names(self.session, self.context.here)

    @property
    def words(self) -> Words:
        """The words of the game being played."""
        return words_of(self.session.system)

    # Words, one after another, with a way back.
    def peek(self) -> str | None:
        """Return the next word, or None at the end."""
        return self._words[self._at].text if self._at < len(self._words) else None

    def peek_measured(self) -> str | None:
        """Return the next word, or a number with its unit as one word: `3r` for `3 rondas`."""
        with self.rewinding():
            return self.take_measured("") if self.peek() is not None else None

    def take_measured(self, what: str) -> str:
        """Take the next word, or a number with its unit as one word."""
        return self.with_unit(self.take(what))

    def with_unit(self, word: str) -> str:
        """Return the word just taken, with the unit that may follow a number."""
        letter = unit_letter(self.peek() or "") if word.isdecimal() else ""
        if letter:
            self.take("")
        return word + letter

    def take(self, what: str) -> str:
        """Return the next word and move on; refuses a line that ends before `what`."""
        return self.take_word(what).text

    def take_typed(self, what: str) -> str:
        """Take the next word as it was typed, for a name or a text that is kept."""
        return self.take_word(what).typed

    def take_word(self, what: str) -> Word:
        """Take the next word, with the form in which it was typed."""
        if self._at == len(self._words):
            raise Refusal("missing", what=what, usage=self.usage)
        self._at += 1
        return self._words[self._at - 1]

    def untake(self) -> "Reader":
        """Give the last word back, to take it in another way."""
        self._at -= 1
        return self

    @contextmanager
    def rewinding(self) -> Iterator[None]:
        """Read ahead: the reader gives back the words that are taken meanwhile."""
        at, words = self._at, [*self._words]
        try:
            yield
        finally:
            self._at, self._words = at, words

    def last(self) -> str:
        """Return the last word taken, as it was typed."""
        return self._words[self._at - 1].typed

    @property
    def was_quoted(self) -> bool:
        """Whether the last word taken stands in quotes: then it is whole, and no word of the program."""
        return self._at > 0 and self._words[self._at - 1].quoted

    def take_keyword_or_prefix(self, word_id: str) -> bool:
        """Take the next word if it is this small word or abbreviates it."""
        return self.take_one_of(forms(word_id))

    def take_one_of(self, words: Iterable[str]) -> bool:
        """Take the next word if it is one of these or abbreviates one."""
        word = self.peek()
        if word is None or not matches(word, words):
            return False
        self._at += 1
        return True

    def take_keyword(self, *word_ids: str, behind: str = "") -> bool:
        """Take the next word if it is one of these small words in full, with what may stand `behind` it."""
        taken = is_keyword((self.peek() or "").removesuffix(behind), *word_ids)
        self._at += taken
        return taken

    def took_words(self, word_id: str) -> bool:
        """Take the next words if they are this small word in full, which may be of several: `antes de`."""
        left = self._words_from(self._at)
        lengths = (
            n for n in range(min(len(left), LONGEST_NAME), 0, -1) if is_keyword(" ".join(left[:n]), word_id)
        )
        length = next(lengths, 0)
        self._at += length
        return length > 0

    def take_trailing_keyword(self, *word_ids: str) -> str:
        """Take the last words of the line if they are one of these small words in full; returns which.

        Only words of several parts are taken, `sin orden`: a single one may be part of a name.
        """
        left = self._words_from(self._at)
        for length in range(2, min(len(left), LONGEST_NAME) + 1):
            start = self._words[-length].start
            said = full_keyword(self._text[start:].strip(), word_ids)
            if said:
                del self._words[-length:]
                self._text = self._text[:start]
                return said
        return ""

    def text(self) -> str:
        """Return the whole line behind its verb."""
        return self._text.strip()

    def is_last_keyword(self, word_id: str) -> bool:
        """Whether this small word is all that is left of the line."""
        return len(self._words_from(self._at)) == 1 and is_keyword(self.peek(), word_id)

    def take_visibility(self, *, before_name: bool = False) -> bool | None:
        """Take a word for hidden or shown, as True or False; else None.

        The last word of a line may be the name that `before_name` waits for.
        """
        hidden, length = self._peek_visibility()
        if before_name and self._at + length == len(self._words):
            return None
        self._at += length
        return hidden

    def take_name_until(self, *word_ids: str) -> str:
        """Take the words of a name: up to a number, a word for hidden or shown, or a small word."""
        words = [self.take_typed(blank("name"))]
        while (
            (word := self.peek()) is not None
            and not is_number(word)
            and not self.is_visibility_next()
            and not is_keyword(word, *word_ids)
        ):
            words.append(self.take_typed(""))
        return " ".join(words)

    def is_visibility_next(self) -> bool:
        """Whether the next word is one for hidden or shown."""
        return self._peek_visibility()[0] is not None

    def _peek_visibility(self) -> tuple[bool | None, int]:
        """Return what the next words say of hiding, and how many they are."""
        left = [] if self._is_quoted() else self._words_from(self._at)[: _longest_sight()]
        for length in range(len(left), 0, -1):
            if (hidden := visibility(" ".join(left[:length]))) is not None:
                return hidden, length
        return None, 0

    def _is_quoted(self) -> bool:
        """Whether the next word stands in quotes: then it is a name."""
        return self._at < len(self._words) and self._words[self._at].quoted

    def take_rest(self) -> str:
        """Return the rest of the line as typed."""
        if self._at == len(self._words):
            return ""
        start = self._words[self._at].start
        self._at = len(self._words)
        return self._text[start:].strip()

    def rest_name(self) -> str:
        """Return the rest of the line as a name as typed; quotes around it only group its words."""
        return self.take_typed("") if self.has_quoted_rest else self.take_rest()

    @property
    def has_quoted_rest(self) -> bool:
        """Whether all that is left of the line is one text in quotes."""
        return self._is_quoted() and len(self._words) == self._at + 1

    def take_faces(self) -> tuple[int, ...]:
        """Take the rest of the line as faces of real dice, `= 14 3`; empty at the end of the line."""
        left, faces = split_faces(self.take_rest())
        if left:
            raise self.unknown_word(left)
        return faces or ()

    def take_longest_name(self, word: str, names: Iterable[str]) -> str:
        """Return a taken word, joined with following words while together they begin one of the names."""
        wanted = [normalize(name) for name in names if " " in name]
        for more in range(LONGEST_NAME - 1, 0, -1):
            words = [word, *(each.text for each in self._words[self._at : self._at + more])]
            together = normalize(" ".join(words))
            if len(words) == more + 1 and any(name.startswith(together) for name in wanted):
                self._at += more
                return " ".join(words)
        return word

    def is_before_duration(self, word: str) -> bool:
        """Whether the word just taken only stands before a duration: `durante 3 rondas`, `por 2h`."""
        return (
            _is_span(self.peek_measured() or "") and not self.was_quoted and is_keyword(word, "during", "by")
        )

    def refuse_reserved(self, words: Sequence[str], *names: str, holds_spans: bool = True) -> None:
        """Refuse words of a name that mean something else in the line, or that something should follow.

        They are a unit, and `names` before a figure; a duration is a name's only if it `holds_spans`, and
        never all of it. Raises `reserved_word`. In quotes any words are a name.
        """
        means = {normalize(each) for each in names}
        for word, following in zip_longest(words, words[1:], fillvalue=""):
            is_label = bool(unit_letter(word)) or normalize(word) in means or is_keyword(word, "during")
            is_span = (not holds_spans or [word] == words) and _is_span_of(word, following)
            if is_span or (is_label and (word is words[0] or following.isdecimal())):
                raise self.reserved_word_refusal(f"{word} {following}".strip())
        if words and is_keyword(words[-1], *_LINKS):
            raise self.reserved_word_refusal(words[-1])
        if len(words) == 1:
            self.refuse_everybody(words[0])

    def refuse_everybody(self, name: str) -> None:
        """Refuse `reserved_word` as the name of one: it means several or a span, or is a sign or a link."""
        if (
            is_everybody(name)
            or is_keyword(name, "foes", "each", *_LINKS)
            or name in (HERE, ACTING)
            or unit_letter(name)
            or _is_span(name)
        ):
            raise self.reserved_word_refusal(name)

    def reserved_word_refusal(self, words: str) -> Refusal:
        """Return the refusal of words that mean something else in the line."""
        return Refusal("reserved_word", word=clean(words, NAME_LENGTH), usage=self.usage)

    def is_somebody(self, word: str) -> bool:
        """Whether a word is the whole name of a creature."""
        return word in self._names

    def rest_of_words(self) -> Iterator[Word]:
        """Take the words one after another until the line ends, with the forms in which they were typed."""
        while self._at < len(self._words):
            yield self.take_word("")

    def rest_words(self) -> Iterator[str]:
        """Take the words one after another until the line ends."""
        while self.peek() is not None:
            yield self.take("")

    def expect_end(self) -> None:
        """Refuse any word left over."""
        if (word := self.peek()) is not None:
            raise Refusal("unknown_word", word=clean(word, NAME_LENGTH), usage=self.usage)

    def unknown_word(self, word: str) -> Refusal:
        return Refusal("unknown_word", word=clean(word, NAME_LENGTH), usage=self.usage)

    # Figures, durations and words of the game.
    def take_number(self, what: str) -> int:
        """Take a whole number."""
        word = self.take(what)
        if not re.fullmatch(r"[+-]?\d{1,9}", word):
            raise self.unknown_word(word)
        return int(word)

    def take_duration(self, what: str) -> int:
        """Take a duration, in seconds: `1h30m`, `1 hora 30 minutos`; `1 mes`, `2 semanas` by the calendar."""
        word, calendar = self.take_measured(what), self.session.calendar
        while (self.peek() or "").isdecimal() and self.peek_measured() != self.peek():
            word += self.take_measured("")
        if word.isdigit() and is_keyword(self.peek(), *_LONG_UNITS):
            word += self.take("")
        long = _LONG_TIME.fullmatch(word)
        unit = full_keyword(long[2], _LONG_UNITS) if long else ""
        if long is None or not unit:
            return duration(word)
        count = int(long[1])
        if unit == "weeks":
            return calendar.days_of_weeks(count) * calendar.day_seconds
        return calendar.days_of_months(self.session.day, count) * calendar.day_seconds

    def take_choice(self, what: str, meanings: Mapping[str, T]) -> T:
        """Take a word of the `meanings` (word -> id); a refusal lists the choices in `what`: `a|b`."""
        word = self.take(what)
        meant = match_one(word, meanings)
        if meant is None:
            known = ", ".join(what.split("|"))
            raise Refusal("unknown_choice", value=clean(word, NAME_LENGTH), known=known)
        return meant

    # Creatures, and the owners of things.
    def take_creatures(self, *, whole: bool = False) -> tuple[str, ...]:
        """Take one or several creatures: names separated by commas, `goblin*`, `todos`, `.`.

        The name of a group means the first of its members that stands; with `whole`, all of them.
        Raises `too_many_creatures` for more than one event may hold.
        """
        found: dict[str, None] = {}
        while True:
            creature_ids, more = self._next_creatures(whole=whole)
            found.update(dict.fromkeys(creature_ids))
            if len(found) > MOST_TOGETHER:
                raise Refusal("too_many_creatures", count=len(found), most=MOST_TOGETHER)
            if not more:
                return tuple(found)

    def group_before_figure(self) -> tuple[str, ...]:
        """Take the name of a group behind which one figure stands, `goblin 4`; else return nothing.

        It may be the name of a member too, which needs a figure of its own behind it.
        """
        words = self._words_from(self._at)
        for length in range(min(LONGEST_NAME, len(words) - 1), 0, -1):
            name, after = " ".join(words[:length]), words[length + 1 : length + 2]
            figures = words[length].isdecimal(), any(word[0].isdecimal() for word in after)
            if self._names.is_group(name) and figures == (True, False):
                self._at += length
                return tuple(self._names.match_exactly(name) or ())
        return ()

    def names_somebody(self) -> bool:
        """Whether the next words are meant as a creature, known or unknown."""
        left = " ".join(self._words_from(self._at))
        with self.rewinding():
            try:
                self.take_creatures()
            except Refusal as refusal:
                return refusal.code != "unknown_creature" or bool(re.search(r"[*,]", left))
            return True

    def _words_from(self, at: int) -> list[str]:
        return [word.text for word in self._words[at:]]

    def take_creature(self) -> str:
        """Take exactly one creature."""
        word = self.peek() or ""
        creature_ids = self.take_creatures()
        if len(creature_ids) != 1:
            raise self.unknown_word(word)
        return creature_ids[0]

    def creature_or_word(self, shortest: int) -> str | None:
        """Take exactly one creature and return it, or take a word that names none and return None.

        Fewer letters than `shortest` abbreviate no name, because the word may be free text.
        """
        at, word = self._at, self.peek() or ""
        if len(word) < shortest and not self._names.match_exactly(word):
            self._at += 1
            return None
        try:
            return self.take_creature()
        except Refusal as refusal:
            if refusal.code != "unknown_creature":
                raise
            self._at = at + 1
            return None

    def take_owner(self) -> str:
        """Take an owner: a creature, or the party, which is the empty string."""
        if self._says_party():
            self.take("")
            return ""
        try:
            return self.take_creature()
        except Refusal as refusal:
            if refusal.code == "unknown_creature":
                known = f"{shown_word('party')}, {refusal.data['known']}"
                raise Refusal(refusal.code, **{**refusal.data, "known": known}) from None
            raise

    def take_owners(self) -> tuple[str, ...]:
        """Take owners: one or several creatures, or the party, which is the empty string."""
        return (self.take_owner(),) if self._says_party() else self.take_creatures()

    def somebody(self, name: str) -> str:
        """Return the creature with this whole name; empty if there is none."""
        return next(iter(self._names.match_exactly(name) or ()), "")

    def names_owner(self) -> bool:
        """Whether the next words are meant as a creature or as the party."""
        return self._says_party() or self.names_somebody()

    def _says_party(self) -> bool:
        return is_keyword(self.peek(), "party")

    def has(self, pattern: re.Pattern[str]) -> bool:
        """Whether any remaining word has this form."""
        return any(pattern.fullmatch(word) for word in self._words_from(self._at))

    # Supplies: by their label, by their owner, the fullest last.
    def supply(self, owner: str = "", chosen: Collection[str] = ()) -> str:
        """Take a supply by name; searches the owner's supplies first.

        A name that several have means one that is not among the `chosen` yet.
        """
        supplies = self.session.supplies
        others = {
            self._supply_label(key): key
            for key in self._fullest_last()
            if not owner or supplies[key].owner != owner
        }
        return self._supply_among(self._supplies_by_name(owner, chosen) if owner else {}, others)

    def supply_or_whose(self) -> str:
        """Take a supply by name, or by owner and name: `antorcha-bren`, `bren antorcha`."""
        at = self._at
        try:
            return self.supply()
        except Refusal as refusal:
            self._at = at
            if refusal.code != "unknown_supply" or not self.names_owner():
                raise
        return self._supply_among(self._supplies_by_name(self.take_owner()))

    def _supplies_by_name(self, owner: str, chosen: Collection[str] = ()) -> dict[str, str]:
        """Return an owner's supplies by name, and those of one name also by their numbers."""
        supplies, numbered = self.session.supplies, labels(self.session.supplies)
        carried = [key for key in self._fullest_last() if supplies[key].owner == owner]
        named = {supplies[key].name: key for key in sorted(carried, key=chosen.__contains__, reverse=True)}
        return {numbered[key]: key for key in carried} | named

    def _fullest_last(self) -> list[str]:
        supplies = self.session.supplies
        return sorted(supplies, key=lambda key: supplies[key].is_depleted, reverse=True)

    def _supply_among(self, *groups: Mapping[str, str]) -> str:
        """Take the name of a supply, searched in one group after another."""
        for names in groups:
            if (key := self._whole_name(names)) is not None:
                return key
        word = self.take(blank("supply"))
        for names in groups:
            if (key := match_one(word, names)) is not None:
                return key
        raise unknown(word, dict.fromkeys(chain(*groups)), "unknown_supply")

    def _whole_name(self, names: Mapping[str, str]) -> str | None:
        """Take a whole name of several words."""
        whole = {normalize(name): key for name, key in names.items()}
        for length in range(LONGEST_NAME, 1, -1):
            several = self._words_from(self._at)[:length]
            if len(several) == length and (key := whole.get(normalize(" ".join(several)))) is not None:
                self._at += length
                return key
        return None

    def _supply_label(self, key: str) -> str:
        supply = self.session.supplies[key]
        alone = sum(each.name == supply.name for each in self.session.supplies.values()) == 1
        owner = self.context.history.names.get(supply.owner, shown_word("party"))
        return supply.name if alone else f"{supply.name}-{owner}"

    def _next_creatures(self, *, whole: bool) -> tuple[list[str], bool]:
        word = self.peek()
        if word is None:
            raise Refusal("nobody")
        for length in range(LONGEST_NAME, 0, -1):
            several = self._words_from(self._at)[:length]
            name = " ".join(several).rstrip(",")
            if len(several) == length and (found := self._names.match_exactly(name, whole=whole)):
                more = several[-1].endswith(",")
                self._at += length
                return found, more
        first, comma, others = word.partition(",")
        if others:
            start, typed = self._words[self._at].start, self._words[self._at].typed
            parts = Word(start, f"{first},", typed[: len(first) + 1])
            rest = Word(start + len(first) + 1, others, typed[len(first) + 1 :])
            self._words[self._at : self._at + 1] = [parts, rest]
            return self._next_creatures(whole=whole)
        self._at += 1
        return self._names.match(first, whole=whole), bool(comma)


def _is_span(word: str) -> bool:
    """Whether a word is a number of rounds or a duration."""
    return bool(ROUNDS.fullmatch(word)) or is_duration(word)


def _is_span_of(word: str, following: str) -> bool:
    """Whether a word is a duration, or is one together with the word behind it: `2 rondas`."""
    return _is_span(word) or (word.isdecimal() and bool(unit_letter(following)))


def visibility(text: str) -> bool | None:
    """Return whether a text is a word for hidden, True, or for shown, False; None for any other.

    >>> visibility("Ocultas"), visibility("a la vista"), visibility("oro")
    (True, False, None)
    """
    return {"hidden": True, "shown": False}.get(full_keyword(text.rstrip(","), ("hidden", "shown")))


def _longest_sight() -> int:
    """Return the most words that one of the words for hidden and shown has."""
    return max(len(form.split()) for form in (*forms("hidden"), *forms("shown")))


def creatures_reader(
    verb: str, move: Callable[[Session, tuple[str, ...]], Draft]
) -> Callable[[Reader], Command]:
    """Return the reader of a verb that takes nothing but creatures: a group means all its members."""

    def read(reader: Reader) -> Command:
        creature_ids = reader.take_creatures(whole=True)
        reader.expect_end()
        return Command(verb, lambda history, roll, fresh: move(history.session, creature_ids))

    return read


def creature_reader(verb: str, move: Callable[[Session, str], Draft]) -> Callable[[Reader], Command]:
    """Return the reader of a verb that takes nothing but one creature."""

    def read(reader: Reader) -> Command:
        who = reader.take_creature()
        reader.expect_end()
        return Command(verb, lambda history, roll, fresh: move(history.session, who))

    return read
