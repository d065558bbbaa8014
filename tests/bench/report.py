"""Figures beside their baselines, and whether each keeps to its budget."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import truediv
from statistics import median

MS = 1_000


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `met` is None for what could not be measured here."""

    number: str
    figure: str
    ours: str = ""
    baseline: str = ""
    ratio: float | None = None
    budget: str = ""
    met: bool | None = None


def ratio_row(  # noqa: PLR0917 - the columns of the table, in their order
    number: str, figure: str, ours: Sequence[float], other: Sequence[float], most: float, what: str, unit: str
) -> Row:
    """Return the row of what was measured in turn with a baseline: the median of each round's ratio.

    A machine changes its speed in a minute, but seldom within a round.
    """
    mine, theirs = median(ours), median(other)
    ratio = median(map(truediv, ours, other))
    return Row(
        number,
        figure,
        f"{mine:.1f} {unit}",
        f"{theirs:.1f} {unit} {what}",
        ratio,
        f"<= {most:.4g} x {what}",
        ratio <= most,
    )


def limit_row(number: str, figure: str, ours: float, most: float, unit: str) -> Row:
    """Return the row of a figure that has a limit of its own."""
    return Row(number, figure, f"{ours:.4g} {unit}", budget=f"<= {most:g} {unit}", met=ours <= most)


def not_measured(number: str, figure: str, why: str) -> Row:
    """Return the row of what could not be measured."""
    return Row(number, figure, f"not measured: {why}")


def p95(values: Sequence[float]) -> float:
    """Return the value that one in twenty exceeds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a table to read."""
    heads = ("#", "figure", "ours", "baseline", "ratio", "budget", "met")
    cells = [heads, *map(_cells, rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(heads))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
    return "\n".join(
        line.rstrip() for line in [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]
    )


def _cells(row: Row) -> tuple[str, ...]:
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    met = {True: "yes", False: "NO", None: "-"}[row.met]
    return (row.number, row.figure, row.ours, row.baseline, ratio, row.budget, met)
