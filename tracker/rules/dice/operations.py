"""Reading the operators of a handful: `kh3`, `rr<3`, `e6mi2`, `c>=8`."""

from collections.abc import Mapping

from tracker.rules.dice.hand import COMPARING, IMMEDIATE, OF_ANYTHING, Operation, Operator, Selector
from tracker.rules.dice.tokens import Token, Tokens
from tracker.rules.refusal import Refusal

_KNOWN: Mapping[str, Operator] = {operator.value: operator for operator in Operator}
_DROP = "d"
"""`dl1` is another way to write `pl1`. A `d` behind dice means nothing else."""


class Operations:
    """The operators behind dice or behind a parenthesis. `sides` is 0 if there are no dice."""

    def __init__(self, tokens: Tokens, members: int, sides: int = 0) -> None:
        self._tokens = tokens
        self._members = members
        """The number of values, 0 if unknown."""
        self._sides = sides
        self._read: list[Operation] = []

    def read(self) -> tuple[Operation, ...]:
        """Return the operators in order. Equal operators in a row become one with all their selectors."""
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
        most = self._members - (operator is Operator.DROP)
        if not 1 <= selector.number <= most:
            raise Refusal("dice_choosing", **self._tokens.place(place), count=self._members, limit=most)

    def _refuse_endless(self, operation: Operation, place: Token) -> None:
        """Refuse rerolls and explosions that no face ends."""
        if operation.operator not in (Operator.REROLL, Operator.EXPLODE):
            return
        highest = any(not each.by_value and each.number for each in operation.selectors)
        by_rank = operation.operator is Operator.REROLL and highest
        if by_rank or operation.faces_taken(self._sides) == self._sides:
            raise Refusal("dice_never_ends", **self._tokens.place(place))
