"""The elements of an imported file, and its wrong rows."""

from collections.abc import Mapping, Sequence, Sized
from typing import Any

from msgspec import Struct, field

from tracker.rules.refusal import Refusal
from tracker.session.moves.library import SECTIONS, section_key
from tracker.session.pasted import Pasted
from tracker.session.schema import MOST_ELEMENTS
from tracker.session.state import Session


def check_count(elements: Sized) -> None:
    """Refuse a file with more elements of a section than a library may have, before any is read."""
    if len(elements) > MOST_ELEMENTS:
        raise Refusal("too_many_rows", count=len(elements), most=MOST_ELEMENTS)


class Wrong(Struct, frozen=True):
    """A row that the library cannot take, with the reason."""

    section: str
    row: int
    """Number of the row in a spreadsheet, or place in a list, from 1."""
    refusal: Refusal


class ImportBatch(Struct, frozen=True):
    """The elements of a file by section and key, and its wrong rows."""

    sections: Mapping[str, dict[str, Any]] = field(
        default_factory=lambda: {section: {} for section in SECTIONS}
    )
    wrong: list[Wrong] = field(default_factory=list)
    left_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Figures for which sheets have no field, by their names in the file, for each creature by its name.

    Those of the whole file have an empty name.
    """
    doubtful: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields that a person should check, for each creature by its name."""

    @property
    def count(self) -> int:
        """Number of elements."""
        return sum(map(len, self.sections.values()))

    def take(self, section: str, row: int, element: Any) -> None:
        """Add an element. A second one of the same name is a wrong row."""
        key = section_key(element.name)
        if key in self.sections[section]:
            self.wrong.append(Wrong(section, row, Refusal("repeated_name", name=element.name)))
        else:
            self.sections[section][key] = element

    def leave_out(self, name: str, parts: Sequence[str]) -> None:
        """Record what of a creature is left out."""
        if parts:
            self.left_out[name] = tuple(dict.fromkeys((*self.left_out.get(name, ()), *parts)))

    def take_read(self, row: int, pasted: Pasted, left_out: Sequence[str]) -> None:
        """Add a creature that was read, with its doubtful fields and what was left out."""
        name = pasted.template.name
        self.take("templates", row, pasted.template)
        self.leave_out(name, left_out)
        if pasted.to_check:
            self.doubtful[name] = pasted.to_check

    def check_lineups(self, rows: Mapping[str, int], library: Session) -> None:
        """Drop encounters with creatures that neither file nor library has. `rows` are their rows."""
        templates = self.sections["templates"].keys() | library.templates.keys()
        for key, lineup in list(self.sections["lineups"].items()):
            if missing := [member for member in lineup.members if member not in templates]:
                del self.sections["lineups"][key]
                refusal = Refusal("lineup_lacks", name=lineup.name, missing=", ".join(missing))
                self.refuse("lineups", rows.get(key, 0), refusal)

    def refuse(self, section: str, row: int, refusal: Refusal) -> None:
        self.wrong.append(Wrong(section, row, refusal))
