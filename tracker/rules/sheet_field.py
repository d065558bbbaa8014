"""The lines of a sheet that a GM may read and edit, whatever the game."""

from enum import StrEnum

from tracker.rules.record import dataclass


class FieldKind(StrEnum):
    """What a field of a sheet accepts."""

    NUMBER = "number"
    DIE = "die"
    TEXT = "text"
    NOTES = "notes"
    CHOICE = "choice"
    LIST = "list"
    """Comma-separated texts."""
    SCORES = "scores"
    """Named numbers: `Escuchar 45, Nadar 30`; `part` names the number's field in each element."""
    COUNTERS = "counters"
    """Named counters: `nivel 1 2/3, nivel 2 0/1`."""
    EFFECTS = "effects"
    """Named effects, each a number or dice: `Lanza 1d6+1, Navaja 3`; `part` names the effect's field."""
    MARKED = "marked"
    """Names of the elements of a collection whose yes-or-no `part` is set."""


@dataclass(frozen=True, slots=True)
class SheetField:
    """One line of the sheet that the GM may read and edit.

    `path` leads into the sheet through its fields and keys: `("attributes", "strength", "value")`.
    """

    id: str
    path: tuple[str, ...]
    kind: FieldKind
    group: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    part: str = ""
    mark: str = ""
    """For named numbers, the yes or no of each element that is written as an asterisk: `Nadar 30*`."""
    passing: bool = False
    """Whether only play gives it: a creature that has not been played has none."""
