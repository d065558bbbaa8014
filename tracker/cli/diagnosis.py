"""The findings of `tracker doctor`, as lines or as one answer."""

from msgspec import Struct

from tracker.cli.printing import print_answer, print_line
from tracker.wording.contract import Answer


class DoctorLine(Struct, frozen=True):
    """One finding of the doctor."""

    code: str
    text: str
    wrong: bool = False


class DoctorAnswer(Answer, frozen=True, kw_only=True):
    """The findings of the doctor in a save, or in the installation."""

    well: bool
    lines: list[DoctorLine]


class Diagnosis:
    """The findings of one run: text is printed at once, JSON at the end."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._lines: list[DoctorLine] = []

    def add_finding(self, code: str, text: str, *, wrong: bool = False) -> None:
        """Add a finding; `wrong` marks one that a repair, or the GM, should mend."""
        self._lines.append(DoctorLine(code, text, wrong))
        if not self._as_json:
            print_line(text)

    def end(self, *, well: bool) -> None:
        """Print all findings as one answer, if asked for JSON."""
        if self._as_json:
            print_answer(DoctorAnswer(well=well, lines=self._lines))
