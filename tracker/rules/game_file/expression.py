"""The formulas of a game file: dice notation with names, comparisons and counting.

A formula is parsed once and *bound* for each use: its names become numbers, so that only dice and questions
about their faces are left. There are no loops, and every number stays within `MOST`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

from tracker.rules.dice.arithmetic import ARITHMETIC, COMPARISONS, SignedTerm, Sum
from tracker.rules.dice.expression import Number
from tracker.rules.dice.node import Node
from tracker.rules.dice.notation import parse as parse_dice
from tracker.rules.near import nearest
from tracker.rules.refusal import Refusal

LONGEST = 300
DEEPEST = 20
MOST = 10**9
MOST_DICE, MOST_SIDES = 60, 1_000
NAME = r"[^\W\d_]\w{0,29}"
_SUFFIX = r"(?:[a-ce-z]{1,2}[<>=]{0,2}\d{1,4})*"
_TOKEN = re.compile(
    rf"""\s*(?:
    (?P<dice>\d{{0,9}}d(?:\d{{1,9}}|%){_SUFFIX})(?![\w(])
    |(?P<die>\d{{0,9}}d)(?=\()
    |(?P<number>\d+)
    |(?P<name>(?:(?:target|rival|clock)\.)?[^\W\d]\w*)
    |(?P<sign>==|!=|>=|<=|//|[-+*%()<>,])
    |(?P<other>\S)
    )""",
    re.VERBOSE,
)
_WORDS = {"y": "and", "o": "or", "no": "not", "and": "and", "or": "or", "not": "not"}
FUNCTIONS = ("min", "max", "abs")
CONDITIONS = ("has", "level")
FACES = ("total", "highest", "lowest", "first")
"""What a result may ask about the dice, besides `count`; after `rival.`, about the rival's dice."""
LIGHT = "light"
"""How many things give light at the table, the day among them; a figure of that name hides it."""
CLOCK = "clock."
"""Prefix of a progress clock of the file: how many of its segments are filled."""
RIVAL = "rival"
"""The total of the rival's dice; with a point after it, the prefix of a question about them."""
_CALLED = (*FUNCTIONS, *CONDITIONS, "count")
"""What has brackets behind it."""
RESERVED = frozenset({*_WORDS, *FUNCTIONS, *CONDITIONS, *FACES, RIVAL, "count", "target", "d", "si", "if"})


class Num(Struct, frozen=True):
    """A number."""

    value: int


class Name(Struct, frozen=True):
    """A figure of the creature, of the act's target or of the table."""

    name: str
    target: bool = False


class Has(Struct, frozen=True):
    """Whether a creature has a condition, or at what level."""

    asks: str
    condition: str
    target: bool = False


class Op(Struct, frozen=True):
    """Two terms and the operator between them."""

    sign: str
    left: "Expr"
    right: "Expr"


class Fn(Struct, frozen=True):
    """A function of terms: `min`, `max`, `abs`, and the operators `-` and `not`."""

    name: str
    args: tuple["Expr", ...]


class DiceOf(Struct, frozen=True):
    """Dice whose number and sides are formulas."""

    count: "Expr"
    sides: "Expr"
    suffix: str = ""


class Face(Struct, frozen=True):
    """A question in a result about the fallen dice, or about the rival's."""

    asks: str
    rival: bool = False


class CountOf(Struct, frozen=True):
    """How many dice show certain faces: the creature's, or the rival's."""

    sign: str
    number: "Expr"
    rival: bool = False


class Thrown(Struct, frozen=True):
    """Dice that stand on a sheet or that a player typed."""

    node: Node


Expr = Num | Name | Has | Op | Fn | DiceOf | Face | CountOf | Thrown
ZERO, ONE = Num(0), Num(1)


class Scope(Protocol):
    """Gives the numbers behind the names of a formula."""

    def number(self, name: Name) -> "Num | Thrown":
        """Return the number of a name, or its dice."""

    def condition(self, query: Has) -> int:
        """Return the level of a condition, 0 without it."""


@lru_cache(maxsize=4_096)
def parse(text: str) -> Expr:
    """Parse a formula.

    >>> value(parse("4 + 2 * (1 + 2) // 3"))
    6

    Raises `Refusal`: `game_formula_long`, `game_formula`, `game_formula_deep`, `game_number`, `game_dice`.
    """
    if len(text) > LONGEST:
        raise Refusal("game_formula_long", count=len(text), most=LONGEST)
    return _Reader(text).whole()


class _Reader:
    """Parses a formula from left to right, one token ahead."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [(str(m.lastgroup), m[m.lastgroup or 0], m.end()) for m in _TOKEN.finditer(text)]
        self._at = 0
        self._depth = 0

    def whole(self) -> Expr:
        expr = self._take_disjunction()
        if self._at < len(self._tokens):
            raise self._misread()
        return expr

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _kind(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        if self._at == len(self._tokens):
            raise self._misread()
        self._at += 1
        return self._tokens[self._at - 1][1]

    def _expect(self, text: str) -> None:
        if self._peek() != text:
            raise self._misread(text)
        self._at += 1

    def _misread(self, expected: str = "") -> Refusal:
        start = self._tokens[self._at - 1][2] if self._at else 0
        unread_text = self._text[start:].strip()[:24]
        return Refusal("game_formula", text=self._text, found=unread_text, expected=expected)

    def _take_disjunction(self) -> Expr:
        left = self._take_conjunction()
        while _WORDS.get(self._peek()) == "or":
            self._at += 1
            left = Op("or", left, self._take_conjunction())
        return left

    def _take_conjunction(self) -> Expr:
        left = self._take_negation()
        while _WORDS.get(self._peek()) == "and":
            self._at += 1
            left = Op("and", left, self._take_negation())
        return left

    def _take_negation(self) -> Expr:
        if _WORDS.get(self._peek()) != "not":
            return self._take_comparison()
        self._at += 1
        outer_depth = self._deeper()
        expr = Fn("not", (self._take_negation(),))
        self._depth = outer_depth
        return expr

    def _take_comparison(self) -> Expr:
        left = self._take_sum()
        if self._peek() in COMPARISONS:
            return Op(self._take(), left, self._take_sum())
        return left

    def _take_sum(self) -> Expr:
        left = self._take_product()
        while self._peek() in ("+", "-"):
            left = Op(self._take(), left, self._take_product())
        return left

    def _take_product(self) -> Expr:
        left = self._take_signed()
        while self._peek() in ("*", "//", "%"):
            left = Op(self._take(), left, self._take_signed())
        return left

    def _take_signed(self) -> Expr:
        if self._peek() not in ("-", "+"):
            return self._take_atom()
        sign, outer_depth = self._take(), self._deeper()
        expr = self._take_signed()
        self._depth = outer_depth
        return Fn("-", (expr,)) if sign == "-" else expr

    def _deeper(self) -> int:
        if self._depth >= DEEPEST:
            raise Refusal("game_formula_deep", text=self._text[:40], most=DEEPEST)
        self._depth += 1
        return self._depth - 1

    def _take_atom(self) -> Expr:
        match self._kind():
            case "number":
                return Num(_small(self._take()))
            case "dice":
                return self._dice(self._take(), None)
            case "die":
                return self._dice(self._take(), None)
            case "name":
                return self._name_term(self._take())
        if self._peek() != "(":
            raise self._misread()
        inner = self._take_group()
        if self._kind() in ("dice", "die") and self._touches() and self._peek().startswith("d"):
            return self._dice(self._take(), inner)
        return inner

    def _take_group(self) -> Expr:
        outer_depth = self._deeper()
        self._expect("(")
        inner = self._take_disjunction()
        self._expect(")")
        self._depth = outer_depth
        return inner

    def _touches(self) -> bool:
        """Whether the next token follows the last one without a blank."""
        end = self._tokens[self._at][2] - len(self._peek())
        return self._tokens[self._at - 1][2] == end

    def _dice(self, token: str, count: Expr | None) -> Expr:
        number, _d, rest = token.partition("d")
        count = count or Num(_small(number or "1"))
        if not rest:
            return DiceOf(count, self._take_group())
        sides, suffix = re.match(r"(\d+|%)(.*)", rest, re.DOTALL).groups()  # type: ignore[union-attr]  # as the token
        if suffix:
            # Only to refuse a bad suffix: the count and the sides may not be known yet.
            parse_dice(f"2d6{suffix}")
        return DiceOf(count, Num(100 if sides == "%" else _small(sides)), suffix)

    def _name_term(self, word: str) -> Expr:
        if word == RIVAL:
            return Face("total", rival=True)
        if word.removeprefix(f"{RIVAL}.") in (*FACES, "count"):
            return self._face_term(word.removeprefix(f"{RIVAL}."), rival=word.startswith(f"{RIVAL}."))
        target, name = word.startswith("target."), word.removeprefix("target.")
        if name in CONDITIONS and self._peek() == "(":
            self._expect("(")
            condition = self._take()
            self._expect(")")
            of_target = target or condition.startswith("target.")
            return Has(name, condition.removeprefix("target."), of_target)
        if name in FUNCTIONS:
            return Fn(name, self._arguments())
        if self._peek() == "(" and name not in _WORDS:
            near = nearest(name, _CALLED)
            code = "game_no_function_near" if near else "game_no_function"
            raise Refusal(code, name=name, near=near, known=", ".join(_CALLED))
        if name in _WORDS or not re.fullmatch(NAME, name.removeprefix(CLOCK)):
            self._at -= 1
            raise self._misread()
        return Name(name, target)

    def _face_term(self, asks: str, *, rival: bool) -> Expr:
        if asks != "count":
            return Face(asks, rival)
        self._expect("(")
        sign = self._take() if self._peek() in COMPARISONS else "=="
        count = CountOf(sign, self._take_sum(), rival)
        self._expect(")")
        return count

    def _arguments(self) -> tuple[Expr, ...]:
        outer_depth = self._deeper()
        self._expect("(")
        args = [self._take_disjunction()]
        while self._peek() == ",":
            self._at += 1
            args.append(self._take_disjunction())
        self._expect(")")
        self._depth = outer_depth
        return tuple(args)


def _small(digits: str) -> int:
    if len(digits) > len(str(MOST)) or int(digits) > MOST:
        raise Refusal("game_number", value=digits[:12], most=MOST)
    return int(digits)


def parts(expr: Expr) -> Iterator[Expr]:
    """Yield a formula and every term in it, the formula first."""
    yield expr
    match expr:
        case Op(left=left, right=right):
            yield from parts(left)
            yield from parts(right)
        case Fn(args=args):
            for each in args:
                yield from parts(each)
        case DiceOf(count=count, sides=sides):
            yield from parts(count)
            yield from parts(sides)
        case CountOf(number=number):
            yield from parts(number)


def has_dice(expr: Expr) -> bool:
    """Whether a formula has dice."""
    return any(isinstance(each, DiceOf | Thrown) for each in parts(expr))


def calculate(sign: str, left: int, right: int) -> int:
    """Apply an operator, within `MOST`; a division by zero gives 0."""
    if sign in COMPARISONS:
        return int(COMPARISONS[sign](left, right))
    match sign:
        case "//":
            result = left // right if right else 0
        case "%":
            result = left % right if right else 0
        case "and":
            result = int(bool(left) and bool(right))
        case "or":
            result = int(bool(left) or bool(right))
        case _:
            result = ARITHMETIC[sign](left, right)
    return clamp(result)


def clamp(number: int) -> int:
    return max(-MOST, min(MOST, number))


def call_function(name: str, args: tuple[int, ...]) -> int:
    match name:
        case "min":
            return min(args)
        case "max":
            return max(args)
        case "abs":
            return abs(args[0])
        case "not":
            return int(not args[0])
        case _:
            return -args[0]


def bind_names(expr: Expr, scope: Scope) -> Expr:  # noqa: PLR0911 - a row for each kind of term
    """Replace the names in a formula by numbers; a formula without dice becomes one number.

    Raises `Refusal`: `game_many_dice`, `game_many_sides`, and what the scope raises.
    """
    match expr:
        case Name():
            return scope.number(expr)
        case Has():
            return Num(scope.condition(expr))
        case Op(sign, left, right):
            return _join(sign, bind_names(left, scope), bind_names(right, scope))
        case Fn(name, args):
            inner = tuple(bind_names(each, scope) for each in args)
            numbers = tuple(each.value for each in inner if isinstance(each, Num))
            return Num(call_function(name, numbers)) if len(numbers) == len(inner) else Fn(name, inner)
        case DiceOf(count, sides, suffix):
            return _dice_of(value(bind_names(count, scope)), value(bind_names(sides, scope)), suffix)
        case CountOf(sign, number, rival):
            return CountOf(sign, bind_names(number, scope), rival)
        case _:
            return expr


def _join(sign: str, left: Expr, right: Expr) -> Expr:
    match left, right:
        case Num(one), Num(other):
            return Num(calculate(sign, one, other))
        case Num(0), _ if sign == "+":
            return right
        case _, Num(0) if sign in ("+", "-"):
            return left
        case _:
            return Op(sign, left, right)


def _dice_of(count: int, sides: int, suffix: str) -> Expr:
    if count > MOST_DICE:
        raise Refusal("game_many_dice", count=count, most=MOST_DICE)
    if sides > MOST_SIDES:
        raise Refusal("game_many_sides", count=sides, most=MOST_SIDES)
    return DiceOf(Num(count), Num(sides), suffix) if count > 0 and sides > 0 else ZERO


class _Nothing:
    """The scope of a formula that is already bound: it knows no name and no condition."""

    def number(self, name: Name) -> Num | Thrown:
        raise Refusal("game_unknown_name", name=name.name)

    def condition(self, query: Has) -> int:
        return 0


NOWHERE = _Nothing()


def value(expr: Expr) -> int:
    """Compute a bound formula without dice."""
    bound = bind_names(expr, NOWHERE)
    return bound.value if isinstance(bound, Num) else 0


def node_of(expr: Expr) -> Node | None:  # noqa: PLR0911 - a row for each kind of term
    """Translate the dice of a bound formula into a dice node; None if it is more than a sum of dice."""
    match expr:
        case Num(number):
            return Number(number) if number >= 0 else SignedTerm("-", Number(-number))
        case Thrown(node):
            return node
        case DiceOf(Num(count), Num(sides), suffix):
            return parse_dice(f"{count}d{sides}{suffix}").node
        case Op("+" | "-" as sign, left, right):
            one, other = node_of(left), node_of(right)
            if one is None or other is None:
                return None
            return Sum(*_plain(one, sign, other))
        case Fn("-", (inner,)):
            negated = node_of(inner)
            return SignedTerm("-", negated) if negated is not None else None
        case _:
            return None


def _plain(one: Node, sign: str, other: Node) -> tuple[Node, str, Node]:
    """Avoid two signs in a row: `2d6+-1` becomes `2d6-1`."""
    if isinstance(other, SignedTerm) and other.sign == "-" and isinstance(other.operand, Number):
        return one, "-" if sign == "+" else "+", other.operand
    return one, sign, other


def formula_text(expr: Expr) -> str:  # noqa: C901, PLR0911 - a row for each kind of term
    """Write a bound formula as text that `parse` reads back.

    >>> formula_text(parse("count(>= 5) >= 1 + 2"))
    'count(>=5)>=(1+2)'
    """
    match expr:
        case Num(number):
            # The notation has no negative numbers.
            return str(number) if number >= 0 else f"(0-{-number})"
        case Face(asks, rival):
            return (RIVAL if asks == "total" else f"{RIVAL}.{asks}") if rival else asks
        case CountOf(sign, number, rival):
            return f"{f'{RIVAL}.' if rival else ''}count({sign}{formula_text(number)})"
        case Op(sign, left, right):
            joiner = f" {sign} " if sign.isalpha() else sign
            return f"{_inner(left)}{joiner}{_inner(right)}"
        case Fn("-", (inner,)):
            return f"-{_inner(inner)}"
        case Fn("not", (inner,)):
            return f"no {_inner(inner)}"
        case Fn(name, args):
            return f"{name}({','.join(map(formula_text, args))})"
        case DiceOf(Num(count), Num(sides), suffix):
            return f"{count}d{sides}{suffix}"
        case Name(name, target):
            return f"target.{name}" if target else name
        case Has(asks, condition, target):
            return f"{asks}({'target.' if target else ''}{condition})"
        case Thrown(node):
            return str(node)
        case _:
            return f"{_part(expr.count)}d{_part(expr.sides)}{expr.suffix}"


def _part(expr: Expr) -> str:
    return str(expr.value) if isinstance(expr, Num) else f"({formula_text(expr)})"


def _inner(expr: Expr) -> str:
    return f"({formula_text(expr)})" if isinstance(expr, Op) else formula_text(expr)
