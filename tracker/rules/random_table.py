"""A GM's random table, for what the rules leave open: dice, and a text for each total."""

from msgspec import Struct

from tracker.rules.fields import Int, Name, Text
from tracker.rules.refusal import Refusal


class Row(Struct, frozen=True):
    """The text for the totals from `low` to `high`."""

    low: Int = 0
    high: Int = 0
    text: Text = ""


class RandomTable(Struct, frozen=True):
    """A random table: `rows` for the totals of `dice`, in order and without overlap."""

    name: Name = ""
    dice: Text = "1d6"
    rows: tuple[Row, ...] = ()

    def row_text(self, total: int) -> str:
        """Find the text for a total; raises `Refusal` `no_such_row`.

        >>> RandomTable("lluvia", "1d6", (Row(1, 4, "no"), Row(5, 6, "llueve"))).row_text(5)
        'llueve'
        """
        for row in self.rows:
            if row.low <= total <= row.high:
                return row.text
        raise Refusal("no_such_row", name=self.name, total=total)
