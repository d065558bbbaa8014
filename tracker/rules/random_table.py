"""A table of the GM's own, for what the rules leave open: an expression to roll and what each total means."""

from tracker.rules.dice import Roll
from tracker.rules.dice.node import Rolled
from tracker.rules.fields import NAME_LENGTH, number, text
from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Row:
    """What the totals from `low` to `high` mean."""

    low: int = number()
    high: int = number()
    text: str = text()


@dataclass(frozen=True, slots=True)
class RandomTable:
    """Rows for the totals of `dice`, in order and without overlap."""

    name: str = text(length=NAME_LENGTH)
    dice: str = text("1d6")
    rows: tuple[Row, ...] = ()

    def roll(self, roll: Roll) -> tuple[Rolled, str]:
        """Return the dice and the text they point at; refuses a total that no row has."""
        from tracker.rules.dice.notation import parse  # noqa: PLC0415 - most tables open without a roll on one

        rolled = parse(self.dice).roll(roll)
        return rolled, self.at(rolled.total)

    def at(self, total: int) -> str:
        """Return the text for a total.

        >>> RandomTable("lluvia", "1d6", (Row(1, 4, "no"), Row(5, 6, "llueve"))).at(5)
        'llueve'
        """
        for row in self.rows:
            if row.low <= total <= row.high:
                return row.text
        raise Refusal("no_such_row", name=self.name, total=total)
