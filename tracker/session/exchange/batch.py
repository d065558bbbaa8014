"""What comes out of a file on its way to the library, and what in it is wrong, row by row."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from tracker.rules.refusal import Refusal
from tracker.session.moves.library import SECTIONS, section_key
from tracker.session.state import Session


class Wrong(Struct, frozen=True):
    """One row that cannot be taken in, and why."""

    section: str
    row: int
    """As a spreadsheet counts them, or the place in its list, from 1."""
    refusal: Refusal


class ImportBatch(Struct, frozen=True):
    """The elements of a file by section and key, and the rows that hold none."""

    sections: Mapping[str, dict[str, Any]] = field(
        default_factory=lambda: {section: {} for section in SECTIONS}
    )
    wrong: list[Wrong] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many elements there are."""
        return sum(map(len, self.sections.values()))

    def take(self, section: str, row: int, element: Any) -> None:
        """Take an element in; the second of a name is wrong."""
        key = section_key(element.name)
        if key in self.sections[section]:
            self.wrong.append(Wrong(section, row, Refusal("repeated_name", name=element.name)))
        else:
            self.sections[section][key] = element

    def check_lineups(self, rows: Mapping[str, int], library: Session) -> None:
        """Leave out encounters of creatures that are neither here nor in the library; `rows` says where."""
        known = self.sections["templates"].keys() | library.templates.keys()
        for key, lineup in list(self.sections["lineups"].items()):
            if missing := [member for member in lineup.members if member not in known]:
                del self.sections["lineups"][key]
                refusal = Refusal("lineup_lacks", name=lineup.name, missing=", ".join(missing))
                self.refuse("lineups", rows.get(key, 0), refusal)

    def refuse(self, section: str, row: int, refusal: Refusal) -> None:
        """Note down a row that is wrong."""
        self.wrong.append(Wrong(section, row, refusal))
