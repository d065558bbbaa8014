"""The findings of `tracker doctor`, as lines or as one answer."""

from msgspec import Struct

from tracker.cli.printing import print_answer, print_line
from tracker.wording.contract import Answer


class DoctorLine(Struct, frozen=True):
    """One thing that the doctor looked at."""

    code: str
    text: str
    wrong: bool = False


class DoctorAnswer(Answer, frozen=True, kw_only=True):
    """The findings of the doctor in a save, or in the installation."""

    well: bool
    lines: list[DoctorLine]


class Diagnosis:
    """The lines of one look; text is printed at once, JSON when the look is over."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._lines: list[DoctorLine] = []

    def add_finding(self, code: str, text: str, *, wrong: bool = False) -> None:
        """Say what was found; `wrong` is what a repair, or the GM, should mend."""
        self._lines.append(DoctorLine(code, text, wrong))
        if not self._as_json:
            print_line(text)

    def end(self, *, well: bool) -> None:
        """Print the whole as one answer, if asked for JSON."""
        if self._as_json:
            print_answer(DoctorAnswer(well=well, lines=self._lines))
