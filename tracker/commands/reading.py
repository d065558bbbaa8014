"""Read a line word by word: names, numbers, words of the game and of the campaign."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain, zip_longest
from typing import NamedTuple, TypeVar

from tracker.commands.command import Command, CommandContext
from tracker.commands.figures import ROUNDS, is_duration, parse_duration, split_faces
from tracker.commands.matching import match_one, matches, normalize, unknown_name_refusal
from tracker.commands.names import ACTING, HERE, Names, is_everybody
from tracker.commands.vocabulary import blank, forms, full_keyword, is_keyword, shown_word, unit_letter
from tracker.rules.clock import UNITS
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
"""Single quotes count as quotes only around a comma; anywhere else they are apostrophes."""
_PAIR = re.compile(r"“[^“”]*”|«[^«»]*»|„[^„“”]*[“”]")
_QUOTE = re.compile(r'["“”„‟«»‹›″]')
_PARTS = ("field", "quoted", "tail", "plain")
T = TypeVar("T")
LONGEST_NAME = 5
"""The most words that a name without quotes may have."""

_LONG_TIME = re.compile(r"(\d{1,3})([^\W\d]+)")
DICE = re.compile(r"\d{0,3}d\d{1,4}(?:[+*-]\d{1,4})?", re.IGNORECASE)
"""Dice in one word: `1d4`, `2d6+1`."""
_LETTERS = (*UNITS, "r", "t")
"""What a unit of time or of rounds is called in one letter."""
_LONG_UNITS = ("weeks", "month")
"""Units of a duration whose seconds depend on the campaign's calendar."""

_LINKS = ("from", "by", "of", "during", "before")
"""Keywords that need something behind them, so that no name may end in one."""

MOST_TOGETHER = 500
"""The most creatures of one command: their facts must fit one event."""


def is_number(word: str) -> bool:
    """Whether a word is a whole number, with or without a sign."""
    return word.lstrip("+-").isdecimal()


class Word(NamedTuple):
    """A word of a line, or several in quotes."""

    start: int
    """The index of its first letter in the line."""
    text: str
    """The word without its quotes, with plain signs."""
    typed: str
    """The word without its quotes, with the signs as typed: names and texts are saved in this form."""
    quoted: bool = False
    """In quotes a word is a whole name, never a keyword."""
    comma: bool = False
    """A comma stands right behind the quotes and is the last letter of `text`."""
    field: str = ""
    """The field of a value in quotes: `species=` of `species="elf, tall"`."""


def _without_inner_quotes(text: str) -> str:
    """Hide the quotes inside of other ones, place for place: `“Jefe «Muerde»”` is one word.

    >>> _without_inner_quotes("“Jefe «Muerde»” y «Ana»")
    '“Jefe _Muerde_” y «Ana»'
    """
    return _PAIR.sub(lambda pair: pair[0][0] + _QUOTE.sub("_", pair[0][1:-1]) + pair[0][-1], text)


def _words_in(text: str) -> Iterator[Word]:
    plain = with_plain_signs(text)
    for match in _WORD.finditer(_AROUND_A_COMMA.sub(r'"\1"', with_plain_signs(_without_inner_quotes(text)))):
        spans = [match.span(part) for part in _PARTS]
        typed = "".join(text[start:end] for start, end in spans if start >= 0)
        plain_text = "".join(plain[start:end] for start, end in spans if start >= 0)
        field = match["field"] or ""
        quoted, comma = match["quoted"] is not None, match["tail"] == ","
        yield Word(match.start(), plain_text, typed, quoted and not field, comma, field)


class Reader:
    """The words of one line, taken one by one. A wrong word is refused with the usage of the line."""

    def __init__(self, text: str, context: CommandContext, usage: str) -> None:
        self.context = context
        self.usage = usage
        self._text = text
        self._words = list(_words_in(text))
        self._position = 0

    @property
    def session(self) -> Session:
        return self.context.history.session

    @cached_property
    def _names(self) -> Names:
        return Names(self.session, self.context.here)

    @property
    def words(self) -> Words:
        return words_of(self.session.system)

    # Words, one after another; the position can be taken back.
    def peek(self) -> str | None:
        return self._words[self._position].text if self._position < len(self._words) else None

    def peek_measured(self) -> str | None:
        """Return the next word; a number and its unit are one word: `3r` for `3 rounds`."""
        with self.rewinding():
            return self.take_measured("") if self.peek() is not None else None

    def take_measured(self, expected: str) -> str:
        """Take the next word; a number and its unit are one word."""
        return self.take_unit_after(self.take(expected))

    def take_unit_after(self, word: str) -> str:
        """Append the letter of the unit that follows a number: `3` with `rounds` behind it becomes `3r`."""
        following = self.peek() or ""
        letter = unit_letter(following)
        if following.lower() in _LETTERS and not self.is_somebody(following):
            letter = following.lower()
        letter = letter if word.removesuffix("½").isdecimal() else ""
        if letter:
            self.take("")
        return word + letter

    def take(self, expected: str) -> str:
        """Take the next word. Raises `missing`, with `expected`, at the end of the line."""
        return self.take_word(expected).text

    def take_typed(self, expected: str) -> str:
        """Take the next word with its signs as typed, for a name or a text that is saved."""
        return self.take_word(expected).typed

    def take_word(self, expected: str) -> Word:
        if self._position == len(self._words):
            raise Refusal("missing", what=expected, usage=self.usage)
        self._position += 1
        return self._words[self._position - 1]

    def untake(self) -> "Reader":
        """Go back one word, to take it in another way."""
        self._position -= 1
        return self

    @contextmanager
    def rewinding(self) -> Iterator[None]:
        """Restore the position at the end of the block, whatever was taken in it."""
        start, words = self._position, [*self._words]
        try:
            yield
        finally:
            self._position, self._words = start, words

    def last(self) -> str:
        """Return the word taken last, with its signs as typed."""
        return self._words[self._position - 1].typed

    @property
    def was_quoted(self) -> bool:
        """Whether the word taken last stood in quotes: then it is a whole name, never a keyword."""
        return self._position > 0 and self._words[self._position - 1].quoted

    def take_keyword_or_prefix(self, word_id: str) -> bool:
        """Take the next word if it is this keyword or abbreviates it."""
        return self.take_one_of(forms(word_id))

    def take_one_of(self, words: Iterable[str]) -> bool:
        """Take the next word if it is one of these or abbreviates one."""
        word = self.peek()
        if word is None or not matches(word, words):
            return False
        self._position += 1
        return True

    def take_keyword(self, *word_ids: str, behind: str = "") -> bool:
        """Take the next word if it is one of these keywords in full; a sign `behind` it is allowed."""
        is_taken = is_keyword((self.peek() or "").removesuffix(behind), *word_ids)
        self._position += is_taken
        return is_taken

    def take_keyword_phrase(self, word_id: str) -> bool:
        """Take the next words if together they are this keyword in full: `no order`."""
        remaining = self._words_from(self._position)
        lengths = (
            n
            for n in range(min(len(remaining), LONGEST_NAME), 0, -1)
            if is_keyword(" ".join(remaining[:n]), word_id)
        )
        length = next(lengths, 0)
        self._position += length
        return length > 0

    def take_trailing_keyword(self, *word_ids: str) -> str:
        """Take one of these keywords from the end of the line and return its id.

        Only keywords of several words are taken, `no order`: a single word may be part of a name.
        """
        remaining = self._words_from(self._position)
        for length in range(2, min(len(remaining), LONGEST_NAME) + 1):
            start = self._words[-length].start
            word_id = full_keyword(self._text[start:].strip(), word_ids)
            if word_id:
                del self._words[-length:]
                self._text = self._text[:start]
                return word_id
        return ""

    def text(self) -> str:
        """Return the whole line behind its verb."""
        return self._text.strip()

    def is_last_keyword(self, word_id: str) -> bool:
        """Whether this keyword is all that remains of the line."""
        return len(self._words_from(self._position)) == 1 and is_keyword(self.peek(), word_id)

    def take_visibility(self, *, before_name: bool = False) -> bool | None:
        """Take a word for hidden (True) or shown (False); None if the next word is neither.

        With `before_name` the last word of the line is left, because it must be the name.
        """
        hidden, length = self._peek_visibility()
        if before_name and self._position + length == len(self._words):
            return None
        self._position += length
        return hidden

    def take_name_until(self, *word_ids: str) -> str:
        """Take a name: it ends before a number, a word for hidden or shown, or one of these keywords."""
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
        return self._peek_visibility()[0] is not None

    def _peek_visibility(self) -> tuple[bool | None, int]:
        """Return whether the next words mean hidden or shown, and how many words say it."""
        words = [] if self._is_quoted_next() else self._words_from(self._position)[: _longest_visibility()]
        for length in range(len(words), 0, -1):
            if (hidden := visibility(" ".join(words[:length]))) is not None:
                return hidden, length
        return None, 0

    def _is_quoted_next(self) -> bool:
        return self._position < len(self._words) and self._words[self._position].quoted

    def take_rest(self) -> str:
        """Take the rest of the line as typed."""
        if self._position == len(self._words):
            return ""
        start = self._words[self._position].start
        self._position = len(self._words)
        return self._text[start:].strip()

    def take_rest_name(self) -> str:
        """Take the rest of the line as a name; quotes around it only group its words."""
        return self.take_typed("") if self.has_quoted_rest else self.take_rest()

    @property
    def has_quoted_rest(self) -> bool:
        """Whether the rest of the line is one text in quotes."""
        return self._is_quoted_next() and len(self._words) == self._position + 1

    def take_faces(self) -> tuple[int, ...]:
        """Take the rest of the line as faces of real dice, `= 14 3`; empty at the end of the line."""
        extra, faces = split_faces(self.take_rest())
        if extra:
            raise self.unknown_word_refusal(extra)
        return faces or ()

    def take_longest_name(self, word: str, names: Iterable[str]) -> str:
        """Join a taken word with the following words as long as together they begin one of the names."""
        long_names = [normalize(name) for name in names if " " in name]
        for extra in range(LONGEST_NAME - 1, 0, -1):
            words = [word, *(each.text for each in self._words[self._position : self._position + extra])]
            prefix = normalize(" ".join(words))
            if len(words) == extra + 1 and any(name.startswith(prefix) for name in long_names):
                self._position += extra
                return " ".join(words)
        return word

    def is_before_duration(self, word: str) -> bool:
        """Whether the word just taken only introduces a duration: `for 3 rounds`, `by 2h`."""
        return (
            _is_span(self.peek_measured() or "") and not self.was_quoted and is_keyword(word, "during", "by")
        )

    def refuse_reserved(
        self, words: Sequence[str], *names: str, holds_spans: bool = True, holds_dice: bool = True
    ) -> None:
        """Refuse a name in which words mean something else in the line, or that ends before a link's object.

        Such words are a unit, and `names` before a figure. A duration may be part of a name if the name
        `holds_spans`, but not all of it; dice, if it `holds_dice`. In quotes any word is allowed. Raises
        `reserved_word`.
        """
        dice = next(filter(DICE.fullmatch, words), "")
        if dice and not holds_dice:
            raise self.reserved_word_refusal(dice)
        reserved = {normalize(each) for each in names}
        for word, following in zip_longest(words, words[1:], fillvalue=""):
            is_label = bool(unit_letter(word)) or normalize(word) in reserved or is_keyword(word, "during")
            is_span = (not holds_spans or [word] == words) and _is_span_of(word, following)
            if is_span or (is_label and (word is words[0] or following.isdecimal())):
                raise self.reserved_word_refusal(f"{word} {following}".strip())
        if words and is_keyword(words[-1], *_LINKS):
            raise self.reserved_word_refusal(words[-1])
        if len(words) == 1:
            self.refuse_everybody(words[0])

    def refuse_everybody(self, name: str) -> None:
        """Refuse `reserved_word` as a name: words for several creatures, durations, signs and links."""
        if (
            is_everybody(name)
            or is_keyword(name, "foes", "each", *_LINKS)
            or name in (HERE, ACTING)
            or unit_letter(name)
            or _is_span(name)
        ):
            raise self.reserved_word_refusal(name)

    def reserved_word_refusal(self, words: str) -> Refusal:
        return Refusal("reserved_word", word=clean(words, NAME_LENGTH), usage=self.usage)

    def is_somebody(self, word: str) -> bool:
        """Whether a word is the whole name of a creature."""
        return word in self._names

    def take_remaining_words(self) -> Iterator[Word]:
        """Take all remaining words, with the forms in which they were typed."""
        while self._position < len(self._words):
            yield self.take_word("")

    def take_remaining(self) -> Iterator[str]:
        """Take all remaining words."""
        while self.peek() is not None:
            yield self.take("")

    def expect_end(self) -> None:
        """Refuse `unknown_word` if a word remains."""
        if (word := self.peek()) is not None:
            raise self.unknown_word_refusal(word)

    def unknown_word_refusal(self, word: str) -> Refusal:
        return Refusal("unknown_word", word=clean(word, NAME_LENGTH), usage=self.usage)

    # Figures, durations and words of the game.
    def take_number(self, expected: str) -> int:
        """Take a whole number of up to nine digits; refuses `unknown_word`."""
        word = self.take(expected)
        if not re.fullmatch(r"[+-]?\d{1,9}", word):
            raise self.unknown_word_refusal(word)
        return int(word)

    def take_duration(self, expected: str) -> int:
        """Take a duration, in seconds: `1h30m`, `1 hour 30 minutes`; weeks and months go by the calendar."""
        word, calendar = self.take_measured(expected), self.session.calendar
        while (self.peek() or "").isdecimal() and self.peek_measured() != self.peek():
            word += self.take_measured("")
        if word.isdigit() and is_keyword(self.peek(), *_LONG_UNITS):
            word += self.take("")
        match = _LONG_TIME.fullmatch(word)
        unit = full_keyword(match[2], _LONG_UNITS) if match else ""
        if match is None or not unit:
            return parse_duration(word)
        count = int(match[1])
        if unit == "weeks":
            return calendar.days_of_weeks(count) * calendar.day_seconds
        return calendar.days_of_months(self.session.day, count) * calendar.day_seconds

    def take_choice(self, choices: str, meanings: Mapping[str, T]) -> T:
        """Take a word of the `meanings` (word -> id); the refusal lists `choices`, which is `a|b`."""
        word = self.take(choices)
        meaning = match_one(word, meanings)
        if meaning is None:
            known_choices = ", ".join(choices.split("|"))
            raise Refusal("unknown_choice", value=clean(word, NAME_LENGTH), known=known_choices)
        return meaning

    # Creatures and owners of things.
    def take_creatures(self, *, whole: bool = False) -> tuple[str, ...]:
        """Take one or several creatures: names separated by commas, `goblin*`, `all`, `.`.

        The name of a group means its first member that stands; with `whole`, all members. Raises
        `too_many_creatures` beyond `MOST_TOGETHER`.
        """
        ids: dict[str, None] = {}
        while True:
            creature_ids, has_more = self._take_creatures_of_name(whole=whole)
            ids.update(dict.fromkeys(creature_ids))
            if len(ids) > MOST_TOGETHER:
                raise Refusal("too_many_creatures", count=len(ids), most=MOST_TOGETHER)
            if not has_more:
                return tuple(ids)

    def without_dead(self, word: str | None, creature_ids: tuple[str, ...]) -> tuple[str, ...]:
        """Keep only the living of a word for many creatures; if none lives, keep all."""
        if is_everybody(word or "") or is_keyword(word, "foes") or "*" in (word or ""):
            return tuple(who for who in creature_ids if not self.session.is_out(who)) or creature_ids
        return creature_ids

    def take_group_before_figure(self) -> tuple[str, ...]:
        """Take the name of a group if one figure follows, `goblin 4`; else return nothing.

        A member may have the same name: `goblin 4 6` means the member "goblin 4".
        """
        words = self._words_from(self._position)
        for length in range(min(LONGEST_NAME, len(words) - 1), 0, -1):
            name, following = " ".join(words[:length]), words[length + 1 : length + 2]
            figures = words[length].isdecimal(), any(word[0].isdecimal() for word in following)
            if self._names.is_group(name) and figures == (True, False):
                self._position += length
                return tuple(self._names.match_exactly(name) or ())
        return ()

    def names_somebody(self) -> bool:
        """Whether the next words are meant as a creature, known or unknown."""
        text = " ".join(self._words_from(self._position))
        with self.rewinding():
            try:
                self.take_creatures()
            except Refusal as refusal:
                return refusal.code != "unknown_creature" or bool(re.search(r"[*,]", text))
            return True

    def _words_from(self, start: int) -> list[str]:
        return [word.text for word in self._words[start:]]

    def take_creature(self) -> str:
        """Take exactly one creature."""
        word = self.peek() or ""
        creature_ids = self.take_creatures()
        if len(creature_ids) != 1:
            raise self.unknown_word_refusal(word)
        return creature_ids[0]

    def take_creature_or_word(self, shortest: int) -> str | None:
        """Take one creature and return it, or take a word that names none and return None.

        A word shorter than `shortest` abbreviates no name, because it may be free text.
        """
        start, word = self._position, self.peek() or ""
        if len(word) < shortest and not self._names.match_exactly(word):
            self._position += 1
            return None
        try:
            return self.take_creature()
        except Refusal as refusal:
            if refusal.code != "unknown_creature":
                raise
            self._position = start + 1
            return None

    def take_owner(self) -> str:
        """Take an owner: a creature, or the party, which is the empty string."""
        if self._is_party_next():
            self.take("")
            return ""
        try:
            return self.take_creature()
        except Refusal as refusal:
            if refusal.code == "unknown_creature":
                known_names = f"{shown_word('party')}, {refusal.data['known']}"
                raise Refusal(refusal.code, **{**refusal.data, "known": known_names}) from None
            raise

    def take_owners(self) -> tuple[str, ...]:
        """Take one or several creatures, or the party, which is the empty string."""
        return (self.take_owner(),) if self._is_party_next() else self.take_creatures()

    def find_creature(self, name: str) -> str:
        """Return the creature with this whole name; empty if there is none."""
        return next(iter(self._names.match_exactly(name) or ()), "")

    def names_owner(self) -> bool:
        """Whether the next words are meant as a creature or as the party."""
        return self._is_party_next() or self.names_somebody()

    def _is_party_next(self) -> bool:
        return is_keyword(self.peek(), "party")

    def has_word_like(self, pattern: re.Pattern[str]) -> bool:
        """Whether any remaining word has this form."""
        return any(pattern.fullmatch(word) for word in self._words_from(self._position))

    # Supplies, by label or by owner.
    def take_supply(self, owner: str = "", used_keys: Collection[str] = ()) -> str:
        """Take a supply by name; the owner's supplies come first.

        If several have the name, one that is not among the `used_keys` is meant.
        """
        supplies = self.session.supplies
        other_supplies = {
            self._supply_label(key): key
            for key in self._fullest_last()
            if not owner or supplies[key].owner != owner
        }
        return self._take_supply_from(
            self._supplies_by_name(owner, used_keys) if owner else {}, other_supplies
        )

    def take_supply_of_anybody(self) -> str:
        """Take a supply by name, or by owner and name: `torch-bren`, `bren torch`."""
        start = self._position
        supplies = {self._supply_label(key): key for key in self._fullest_last()}
        if (key := self._take_beginning(supplies)) is not None:
            return key
        self._position = start
        # The name of an owner before a later word of a supply's name: `roja torch` is no `manta roja`.
        if self.names_owner():
            return self._take_supply_from(self._supplies_by_name(self.take_owner()))
        return self._take_supply_from(supplies)

    def _supplies_by_name(self, owner: str, used_keys: Collection[str] = ()) -> dict[str, str]:
        """Map an owner's supplies by name, and supplies of the same name also by their numbers."""
        supplies, numbered = self.session.supplies, labels(self.session.supplies)
        carried = [key for key in self._fullest_last() if supplies[key].owner == owner]
        keys_by_name = {
            supplies[key].name: key for key in sorted(carried, key=used_keys.__contains__, reverse=True)
        }
        return {numbered[key]: key for key in carried} | keys_by_name

    def _fullest_last(self) -> list[str]:
        supplies = self.session.supplies
        # The last supply of a name wins in a dictionary: one that is not depleted.
        return sorted(supplies, key=lambda key: supplies[key].is_depleted, reverse=True)

    def _take_supply_from(self, *groups: Mapping[str, str]) -> str:
        """Take a supply by the beginning of its name, else by a later word of it.

        One group is searched after another.
        """
        if (key := self._take_beginning(*groups)) is not None:
            return key
        word, supplies = self.last(), self.session.supplies
        for names in groups:
            # A label may end with the owner's name, which is no word of the supply's.
            if fitting := {
                label: key for label, key in names.items() if matches(word, supplies[key].name.split()[1:])
            }:
                if len({*fitting.values()}) > 1:
                    raise Refusal("ambiguous_word", word=word, known=", ".join(fitting))
                return next(iter(fitting.values()))
        raise unknown_name_refusal(word, dict.fromkeys(chain(*groups)), "unknown_supply")

    def _take_beginning(self, *groups: Mapping[str, str]) -> str | None:
        """Take the whole name of a supply, or the word that begins it."""
        for names in groups:
            if (key := self._take_whole_name(names)) is not None:
                return key
        word = self.take(blank("supply"))
        return next((key for names in groups if (key := match_one(word, names)) is not None), None)

    def _take_whole_name(self, names: Mapping[str, str]) -> str | None:
        """Take a whole name of several words."""
        keys = {normalize(name): key for name, key in names.items()}
        for length in range(LONGEST_NAME, 1, -1):
            words = self._words_from(self._position)[:length]
            if len(words) == length and (key := keys.get(normalize(" ".join(words)))) is not None:
                self._position += length
                return key
        return None

    def _supply_label(self, key: str) -> str:
        supply = self.session.supplies[key]
        is_only_one = sum(each.name == supply.name for each in self.session.supplies.values()) == 1
        owner = self.context.history.names.get(supply.owner, shown_word("party"))
        return supply.name if is_only_one else f"{supply.name}-{owner}"

    def _take_creatures_of_name(self, *, whole: bool) -> tuple[list[str], bool]:
        word = self.peek()
        if word is None:
            raise Refusal("nobody")
        for length in range(LONGEST_NAME, 0, -1):
            words = self._words_from(self._position)[:length]
            name = " ".join(words).rstrip(",")
            if len(words) == length and (creature_ids := self._names.match_exactly(name, whole=whole)):
                has_more = words[-1].endswith(",")
                self._position += length
                return creature_ids, has_more
        first_part, comma, rest_text = word.partition(",")
        if rest_text:
            # `lia,bren` is one word: divide it, because each part may be a name with a blank.
            start, typed = self._words[self._position].start, self._words[self._position].typed
            parts = Word(start, f"{first_part},", typed[: len(first_part) + 1])
            rest = Word(start + len(first_part) + 1, rest_text, typed[len(first_part) + 1 :])
            self._words[self._position : self._position + 1] = [parts, rest]
            return self._take_creatures_of_name(whole=whole)
        self._position += 1
        return self._names.match(first_part, whole=whole), bool(comma)


def _is_span(word: str) -> bool:
    """Whether a word is a number of rounds or a duration."""
    return bool(ROUNDS.fullmatch(word)) or is_duration(word)


def _is_span_of(word: str, following: str) -> bool:
    """Whether a word is a duration, alone or with the word behind it: `2 rounds`."""
    return _is_span(word) or (word.isdecimal() and bool(unit_letter(following)))


def visibility(text: str) -> bool | None:
    """Read a text as a word for hidden (True) or shown (False); None for any other.

    >>> visibility("Ocultas"), visibility("a la vista"), visibility("oro")
    (True, False, None)
    """
    return {"hidden": True, "shown": False}.get(full_keyword(text.rstrip(","), ("hidden", "shown")))


def _longest_visibility() -> int:
    return max(len(form.split()) for form in (*forms("hidden"), *forms("shown")))


def creatures_reader(
    verb: str, move: Callable[[Session, tuple[str, ...]], Draft]
) -> Callable[[Reader], Command]:
    """Build the reader of a verb that takes only creatures; a group means all its members."""

    def read(reader: Reader) -> Command:
        creature_ids = reader.take_creatures(whole=True)
        reader.expect_end()
        return Command(verb, lambda history, roll, fresh: move(history.session, creature_ids))

    return read


def creature_reader(verb: str, move: Callable[[Session, str], Draft]) -> Callable[[Reader], Command]:
    """Build the reader of a verb that takes only one creature."""

    def read(reader: Reader) -> Command:
        who = reader.take_creature()
        reader.expect_end()
        return Command(verb, lambda history, roll, fresh: move(history.session, who))

    return read
