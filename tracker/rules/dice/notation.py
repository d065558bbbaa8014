"""The notation of dice: text in, expression out.

    expression = product { ("+" | "-") product | twice [ ("*" | "/") unary ] } [ "#" label ]
    product    = unary { ("*" | "/") unary }
    unary      = "-" unary | number | dice | "(" expression ")"
    dice       = [ number ] "d" ( number | "%" ) [ ("kh" | "kl" | "dh" | "dl") [ number ] ]
    twice      = "adv" | "dis" | "ventaja" | "desventaja"

Case and spaces do not matter. `twice` rolls all that is written before it, back to the opening parenthesis,
two times and takes the better or the worse total: `1d20+3 adv` and `1d20 adv +3` are the same roll.
"""

import re
from dataclasses import dataclass

from tracker.rules.dice.expression import Choosing, Dice, Expression, Negative, Node, Number, Operation, Twice
from tracker.rules.dice.throw import Mode
from tracker.rules.fields import LARGEST
from tracker.rules.refusal import Refusal

LONGEST = 200
MOST_DICE = 1_000
MOST_SIDES = 1_000_000
DEEPEST = 20

_MODES = {
    "adv": Mode.ADVANTAGE,
    "advantage": Mode.ADVANTAGE,
    "ventaja": Mode.ADVANTAGE,
    "dis": Mode.DISADVANTAGE,
    "disadvantage": Mode.DISADVANTAGE,
    "desventaja": Mode.DISADVANTAGE,
}
_WORDS = "|".join(sorted((*_MODES, *Choosing, "d"), key=len, reverse=True))
_TOKEN = re.compile(rf"\s*([0-9]+|{_WORDS}|[^\W\d_]+|\S)", re.IGNORECASE)


def parse(text: str) -> Expression:
    """Read a notation of at most 200 characters, 1000 dice, 1,000,000 sides and 20 levels.

    >>> str(parse("4D6 kh3 + 2 # fuerza"))
    '4d6kh3+2 # fuerza'

    Raises `Refusal`: `dice_syntax`, `dice_unfinished`, `dice_too_many`, `dice_sides`, `dice_choosing`,
    `dice_too_deep`, `dice_too_large`, `dice_division`, each with its 0-based `position`; `dice_too_long`.
    """
    if len(text) > LONGEST:
        raise Refusal("dice_too_long", length=len(text), limit=LONGEST)
    notation, _, label = text.partition("#")
    reader = _Reader(notation)
    node = reader.expression()
    if reader.token.text:
        raise reader.misread("operator")
    return Expression(node, " ".join(label.split()))


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of the text, in lower case, and where it begins; empty at the end."""

    text: str
    position: int


class _Reader:
    """Reads a notation from left to right, one token ahead."""

    def __init__(self, text: str) -> None:
        found = [_Token(match[1].lower(), match.start(1)) for match in _TOKEN.finditer(text)]
        self._tokens = iter(found)
        self._end = _Token("", len(text.rstrip()))
        self._depth = 0
        self.token = self._end
        self._advance()

    def misread(self, expected: str) -> Refusal:
        """Say what was expected where the reader stands."""
        token = self.token
        if not token.text:
            return Refusal("dice_unfinished", position=token.position, expected=expected)
        return Refusal("dice_syntax", position=token.position, expected=expected, found=token.text)

    def expression(self) -> Node:
        """Read sums, and what is to be rolled twice."""
        node = self._product()
        while self.token.text in {"+", "-", "*", "/"} or self.token.text in _MODES:
            sign = self._advance()
            if sign.text in _MODES:
                node = self._twice(node, sign)
            else:  # a `*` is met here only behind a `twice`, which the product could not read
                node = self._operation(
                    node, sign, self._product() if sign.text in {"+", "-"} else self._unary()
                )
        return node

    def _product(self) -> Node:
        node = self._unary()
        while self.token.text in {"*", "/"}:
            sign = self._advance()
            node = self._operation(node, sign, self._unary())
        return node

    def _unary(self) -> Node:
        if self.token.text == "-":
            self._deeper()
            self._advance()
            node: Node = Negative(self._unary())
            self._depth -= 1
            return node
        if self.token.text == "(":
            return self._group()
        return self._atom()

    def _group(self) -> Node:
        self._deeper()
        self._advance()
        node = self.expression()
        if self.token.text != ")":
            raise self.misread("close")
        self._advance()
        self._depth -= 1
        return node

    def _atom(self) -> Node:
        start = self.token
        count = self._number()
        if self.token.text != "d":
            if count is None:
                raise self.misread("number")
            return Number(count)
        self._advance()
        return self._dice(1 if count is None else count, start)

    def _dice(self, count: int, start: _Token) -> Node:
        if not 1 <= count <= MOST_DICE:
            raise Refusal("dice_too_many", position=start.position, limit=MOST_DICE)
        place = self.token
        if place.text == "%":
            self._advance()
            sides: int | None = 100
        else:
            sides = self._number()
        if sides is None:
            raise self.misread("sides")
        if not 1 <= sides <= MOST_SIDES:
            raise Refusal("dice_sides", position=place.position, limit=MOST_SIDES)
        return self._chosen(count, sides)

    def _chosen(self, count: int, sides: int) -> Node:
        place = self.token
        if place.text not in set(Choosing):
            return Dice(count, sides)
        self._advance()
        chosen = self._number()
        dice = Dice(count, sides, Choosing(place.text), 1 if chosen is None else chosen)
        if not (1 <= dice.kept <= count and dice.chosen >= 1):
            raise Refusal("dice_choosing", position=place.position, count=count)
        return dice

    def _twice(self, node: Node, sign: _Token) -> Node:
        if not node.sides:
            raise Refusal("dice_syntax", position=sign.position, expected="die", found=sign.text)
        return _within_limits(Twice(node, _MODES[sign.text]), sign)

    def _operation(self, left: Node, sign: _Token, right: Node) -> Node:
        low, high = right.bounds
        if sign.text == "/" and low <= 0 <= high:
            raise Refusal("dice_division", position=sign.position)
        return _within_limits(Operation(left, sign.text, right), sign)

    def _number(self) -> int | None:
        if not (self.token.text.isascii() and self.token.text.isdigit()):
            return None
        token = self._advance()
        value = int(token.text)
        if value > LARGEST:
            raise Refusal("dice_too_large", position=token.position, limit=LARGEST)
        return value

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Refusal("dice_too_deep", position=self.token.position, limit=DEEPEST)

    def _advance(self) -> _Token:
        passed, self.token = self.token, next(self._tokens, self._end)
        return passed


def _within_limits(node: Node, sign: _Token) -> Node:
    if len(node.sides) > MOST_DICE:
        raise Refusal("dice_too_many", position=sign.position, limit=MOST_DICE)
    if max(abs(bound) for bound in node.bounds) > LARGEST:
        raise Refusal("dice_too_large", position=sign.position, limit=LARGEST)
    return node
