"""The notation of dice: text in, expression out. Its grammar is `wording.dice_grammar.GRAMMAR`."""

import re
from collections.abc import Mapping
from functools import lru_cache

from tracker.rules.dice.arithmetic import COMPARISONS, Comparison, SignedTerm, Sum, Twice
from tracker.rules.dice.choosing import Chosen, Members
from tracker.rules.dice.expression import AnnotatedTerm, Expression, Number, TwoDigits, UsageDie
from tracker.rules.dice.habits import own_notation, with_label
from tracker.rules.dice.hand import COMPARING, IMMEDIATE, OF_ANYTHING, Operation, Operator, Selector
from tracker.rules.dice.handful import Dice
from tracker.rules.dice.node import Node
from tracker.rules.dice.throw import MOST_SIDES, USAGE_SIDES
from tracker.rules.dice.tokens import LONGEST, MODES, Names, Token, Tokens
from tracker.rules.fields import LARGEST
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs

MOST_DICE = 1_000
MOST_TIMES = 20
DEEPEST = 20
MOST_CHOICES = 3_000
"""The limit of dice that operators look at, once for each selector, so that a roll stays quick."""
_KNOWN: Mapping[str, Operator] = {operator.value: operator for operator in Operator}
_PRODUCTS = {"*": "*", "×": "*", "/": "/", "//": "/", "%": "%"}
_QUOTED = re.compile(r'\s*"(\s*(?:[\d(+-]|d[\d%])[^"]*)"')
"""Dice in quotes."""
_COMMAND = re.compile(r"\s*[/!.&]r(?:oll)?\s+", re.IGNORECASE)
_BRACKETS = re.compile(r"(\s*)\[\[([^\[\]]*)\]\](?=\s*(?:#|$))")
_DROP = "d"
"""`dl1` is another way to write `pl1`; a `d` behind dice means nothing else."""


def parse(text: str, names: Names | None = None) -> Expression:
    """Parse a notation of at most 200 characters, 1000 dice, 1,000,000 sides and 20 levels.

    `names` returns the number of a name from a sheet; the expression shows that number beside the name.

    >>> str(parse("4D6 kh3 + 2 # fuerza"))
    '4d6kh3+2 # fuerza'
    >>> str(parse("1d20 + lia.nivel", lambda name: 3))
    '1d20+3[lia.nivel]'

    Raises `Refusal`: `dice_syntax`, `dice_unfinished`, `dice_too_many`, `dice_sides`, `dice_choosing`,
    `dice_too_deep`, `dice_too_large`, `dice_division`, `dice_never_ends`, `dice_usage`, `dice_alone`,
    `dice_names`, `dice_too_busy`, `dice_once`, `dice_equals`, `dice_faces`, each with its 0-based `position`;
    `dice_too_long`; what `names` raises.
    """
    if names is None:
        return _parse_nameless(text)
    return _parse(text, names, 1)


def parse_series(text: str, names: Names | None = None) -> Expression:
    """Parse a notation that may have a number of repetitions.

    >>> parse_series("3x 2d6").times
    3

    Raises what `parse` raises, and `dice_times`.
    """
    return _parse(text, names, MOST_TIMES)


def is_dice(text: str) -> bool:
    """Whether a text is a notation, perhaps repeated, without names.

    >>> is_dice("2d6"), is_dice("ataque")
    (True, False)
    """
    try:
        parse_series(text)
    except Refusal:
        return False
    return True


def times_of(text: str) -> tuple[int, str]:
    """Split off the number of repetitions from a notation.

    >>> times_of("3x 2d6")
    (3, '2d6')

    Raises `Refusal`: `dice_times`, `dice_too_large`.
    """
    reader = _Reader(without_wrapper(text), None)
    return reader.times(MOST_TIMES), text[reader.token.position :]


def without_wrapper(text: str) -> str:
    """Blank out what stands around a notation: quotes, and what other programs write, `/r 1d20`, `[[1d20]]`.

    Positions in it are those in the text.
    """
    command = _COMMAND.match(text)
    start = command.end() if command else 0
    inner = " " * start + text[start:]
    if quoted := _QUOTED.match(with_plain_signs(inner)):
        opening, closing = quoted.span(1)
        inner = f"{inner[: opening - 1]} {inner[opening:closing]} {inner[closing + 1 :]}"
    return _BRACKETS.sub(r"\1  \2  ", inner, count=1) if inner.lstrip().startswith("[[") else inner


@lru_cache(maxsize=512)
def _parse_nameless(text: str) -> Expression:
    return _parse(text, None, 1)


def _parse(text: str, names: Names | None, limit: int) -> Expression:
    if len(text) > LONGEST:
        raise Refusal("dice_too_long", length=len(text), limit=LONGEST)
    notation, _, label = without_wrapper(text).partition("#")
    reader = _Reader(notation, names)
    try:
        times = reader.times(limit)
        node = reader.expression()
        times = reader.times_behind(times, limit)
        if reader.token.text:
            raise reader.misread("operator")
    except Refusal as refusal:
        if refusal.code != "dice_syntax" or not (suggestion := _suggestion(notation, names, limit)):
            raise
        here = suggestion if "#" in suggestion or not label.strip() else f"{suggestion} # {label.strip()}"
        raise Refusal(refusal.code, **refusal.data, here=here) from refusal
    return Expression(node, " ".join(label.split()), times)


def _suggestion(notation: str, names: Names | None, limit: int) -> str:
    """Translate dice of another program; empty if even the translation cannot be parsed."""
    plain_text = with_plain_signs(notation)
    translated = own_notation(plain_text)
    for suggestion in (translated, with_label(plain_text), with_label(translated)):
        if suggestion not in ("", plain_text):
            try:
                _parse(suggestion, names, limit)
            except Refusal:
                continue
            return suggestion.strip()
    return ""


class _Reader(Tokens):
    """A recursive descent parser of a notation, which looks one token ahead."""

    def __init__(self, text: str, names: Names | None) -> None:
        super().__init__(text)
        self._names = names
        self._depth = 0
        self._choices = 0

    def times(self, limit: int) -> int:
        """Take the number of repetitions, `3x`; 1 if there is none."""
        if not self.begins_with_times or (limit == 1 and self._remaining[-1].text == "×"):
            return 1
        token = self.token
        times = self.number() or 0
        self.advance()
        if not 1 <= times <= limit:
            code = "dice_times" if limit > 1 else "dice_once"
            raise Refusal(code, position=token.position, limit=limit)
        return times

    def times_behind(self, times_before: int, limit: int) -> int:
        """Take the number of repetitions behind dice, `(4d6kh3) x6`, unless one stood before them."""
        if self.token.text != "x" or times_before > 1 or not self.ends_with_times:
            return times_before
        self.advance()
        token = self.token
        times = self.number() or 0
        if not 1 <= times <= limit:
            raise Refusal("dice_times" if limit > 1 else "dice_once", position=token.position, limit=limit)
        return times

    def expression(self) -> Node:
        """Take a sum, or a comparison of sums."""
        node = self._sum()
        while self.token.text in COMPARISONS:
            sign = self.advance()
            node = self._within_limits(Comparison(node, sign.text, self._sum()), sign)
        return node

    def _sum(self) -> Node:
        """Take a sum, whose terms may be rolled twice."""
        node = self._product(self._unary())
        while True:
            sign = self.token
            if sign.text in ("+", "-"):
                self.advance()
                node = self._within_limits(Sum(node, sign.text, self._product(self._unary())), sign)
            elif sign.text in MODES:
                node = self._product(self._twice(node, self.advance()))
            else:
                return node

    def _product(self, node: Node) -> Node:
        while self.token.text in _PRODUCTS:
            sign = self.advance()
            right = self._unary()
            low, high, _falls = right.extent
            if _PRODUCTS[sign.text] != "*" and low <= 0 <= high:
                raise Refusal("dice_division", **self.place(sign))
            node = self._within_limits(Sum(node, _PRODUCTS[sign.text], right), sign)
        return node

    def _unary(self) -> Node:
        if self.token.text in ("-", "+"):
            self._enter()
            sign = self.advance()
            node = SignedTerm(sign.text, self._unary())
            self._depth -= 1
            return node
        return self._take_annotations(self._group() if self.token.text == "(" else self._atom())

    def _take_annotations(self, node: Node) -> Node:
        notes: list[str] = []
        while self.token.text.startswith("["):
            token = self.advance()
            if not token.text.endswith("]"):
                raise Refusal("dice_unfinished", **self.context(self.end), expected="annotation")
            notes.append(" ".join(token.written[1:-1].split()))
        if notes and isinstance(node, AnnotatedTerm):
            return AnnotatedTerm(node.operand, (*node.notes, *notes))
        return AnnotatedTerm(node, tuple(notes)) if notes else node

    def _group(self) -> Node:
        """Take parentheses: a term, or with commas a set."""
        self._enter()
        self.advance()
        members: list[Node] = []
        commas = False
        while self.token.text != ")":
            members.append(self.expression())
            if self.token.text != ",":
                break
            commas = True
            self.advance()
        if self.token.text != ")":
            raise self.misread("close")
        closing = self.advance()
        self._depth -= 1
        operations = Operations(self, len(members) if commas else 0).parse()
        self._count_choices(
            len(members) if commas else sum(each.extent.falls for each in members), operations, closing
        )
        if commas or not members:
            return self._within_limits(Members(tuple(members), operations), closing)
        if not operations:
            return members[0]
        return self._within_limits(Chosen(members[0], operations), closing)

    def _atom(self) -> Node:
        start = self.token
        if start.text == "du":
            return self._usage_die()
        if start.is_name:
            return self._name()
        count = self.number()
        if self.token.text != "d":
            if count is None:
                raise self.misread("number")
            if self.token.position == start.position + len(start.text) and self.break_off("d"):
                raise self.misread("sides")
            return Number(count)
        self.advance()
        return self._dice(1 if count is None else count, start)

    def _usage_die(self) -> Node:
        self.advance()
        token = self.token
        sides = self.number()
        if sides is None:
            raise self.misread("usage_sides")
        if sides not in USAGE_SIDES:
            raise Refusal("dice_usage", position=token.position, die=sides)
        return UsageDie(sides)

    def _name(self) -> Node:
        token = self.advance()
        if self._names is None:
            raise Refusal("dice_names", position=token.position, name=token.written)
        value = self._names(token.written)
        number: Node = Number(abs(value))
        note = token.written.replace('"', "")
        return AnnotatedTerm(number if value >= 0 else SignedTerm("-", number), (note,))

    def _dice(self, count: int, start: Token) -> Node:
        if not 1 <= count <= MOST_DICE:
            raise Refusal("dice_too_many", **self.place(start), limit=MOST_DICE)
        place = self.token
        if place.text == "%":
            self.advance()
            sides: int | None = 100
        else:
            sides = self.number()
        if sides is None:
            raise self.misread("sides")
        if not 1 <= sides <= MOST_SIDES:
            raise Refusal("dice_sides", **self.place(place), limit=MOST_SIDES)
        if sides == 66:
            if count > 1:
                raise Refusal("dice_alone", position=start.position, count=count)
            return TwoDigits()
        operations = Operations(self, count, sides).parse()
        self._count_choices(count, operations, start)
        return self._within_limits(Dice(count, sides, operations), start)

    def _twice(self, node: Node, sign: Token) -> Node:
        if not node.extent.falls:
            raise Refusal("dice_syntax", **self.context(sign), expected="die", found=sign.written)
        self._choices *= 2
        return self._within_limits(Twice(node, MODES[sign.text]), sign)

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Refusal("dice_too_deep", **self.place(self.token), limit=DEEPEST)

    def _count_choices(self, count: int, operations: tuple[Operation, ...], place: Token) -> None:
        """Count the dice that operators look at; raises `Refusal` `dice_too_busy` beyond a limit."""
        self._choices += count * sum(len(each.selectors) for each in operations)
        if self._choices > MOST_CHOICES:
            raise Refusal("dice_too_busy", **self.place(place), limit=MOST_CHOICES)

    def _within_limits(self, node: Node, sign: Token) -> Node:
        low, high, falls = node.extent
        if falls > MOST_DICE:
            raise Refusal("dice_too_many", **self.place(sign), limit=MOST_DICE)
        if high > LARGEST or low < -LARGEST:
            raise Refusal("dice_too_large", **self.place(sign), limit=LARGEST)
        return node


class Operations:
    """The operators behind dice or behind a parenthesis; `sides` is 0 if there are no dice."""

    def __init__(self, tokens: Tokens, members: int, sides: int = 0) -> None:
        self._tokens = tokens
        self._members = members
        """The number of values; 0 if unknown."""
        self._sides = sides
        self._read: list[Operation] = []

    def parse(self) -> tuple[Operation, ...]:
        """Take the operators in order; equal ones in a row become one with all their selectors."""
        while (operator := self._operator()) is not None:
            place = self._tokens.advance()
            self._take(operator, place)
            if operator is Operator.COUNT:
                return tuple(self._read)
        self._tokens.operators_fit("dice" if self._sides else "set")
        return tuple(self._read)

    def _operator(self) -> Operator | None:
        text = self._tokens.token.text
        if text == _DROP:
            return Operator.DROP
        operator = _KNOWN.get(text)
        return operator if operator is None or self._sides or operator in OF_ANYTHING else None

    def _take(self, operator: Operator, place: Token) -> None:
        if operator in IMMEDIATE:
            number = self._tokens.number()
            if number is None:
                raise self._tokens.misread("face")
            self._read.append(Operation(operator, (Selector("", number),)))
            return
        selector = self._selector(place)
        self._refuse_choosing(operator, selector, place)
        last = self._read[-1] if self._read else None
        if last is not None and last.operator is operator:
            self._read[-1] = Operation(operator, (*last.selectors, selector))
        else:
            self._read.append(Operation(operator, (selector,)))
        self._refuse_endless(self._read[-1], place)

    def _selector(self, place: Token) -> Selector:
        kind = self._tokens.token.text
        if kind in ("h", "l"):
            self._tokens.advance()
            number = self._tokens.number()
            return Selector(kind, 1 if number is None else number)
        if place.text == _DROP:
            raise self._tokens.misread("highest")
        if kind in COMPARING:
            self._tokens.advance()
        else:
            kind = "="
        number = self._tokens.number()
        if number is None:
            raise self._tokens.misread("selector" if kind == "=" else "face")
        return Selector(kind, number)

    def _refuse_choosing(self, operator: Operator, selector: Selector, place: Token) -> None:
        """Refuse to keep or drop more values than there are, if their number is known."""
        if selector.by_value or self._read or not self._members:
            return
        limit = self._members - (operator is Operator.DROP)
        if not 1 <= selector.number <= limit:
            raise Refusal("dice_choosing", **self._tokens.place(place), count=self._members, limit=limit)

    def _refuse_endless(self, operation: Operation, place: Token) -> None:
        """Refuse rerolls and explosions that no face ends."""
        if operation.operator not in (Operator.REROLL, Operator.EXPLODE):
            return
        has_rank = any(not each.by_value and each.number for each in operation.selectors)
        by_rank = operation.operator is Operator.REROLL and has_rank
        if by_rank or operation.faces_taken(self._sides) == self._sides:
            raise Refusal("dice_never_ends", **self._tokens.place(place))
