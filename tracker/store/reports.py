"""Reports of unexpected errors: private files with lines of the code and no value of the campaign."""

import os
import platform
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from tracker import __version__
from tracker.rules.refusal import Refusal
from tracker.store.files import PRIVATE, PRIVATE_MODE, make_folder, write_new

LIBRARIES = ("textual", "rich", "tinydb", "msgspec")
_NUMBERS = count(1)


def report_text(error: BaseException, about: Sequence[str] = ()) -> str:
    """Write a report: versions, the lines `about` the place where it happened, and the traceback."""
    return "\n".join((*versions(), *about, *_traces(error))) + "\n"


def _traces(error: BaseException) -> Iterator[str]:
    import traceback  # noqa: PLC0415 - errors are rare

    current: BaseException | None = error
    while current is not None:
        yield ""
        # The class of the error without its message, since messages hold values.
        yield f"{type(current).__module__}.{type(current).__qualname__}"
        for frame in traceback.extract_tb(current.__traceback__):
            yield f"  {frame.filename}:{frame.lineno} {frame.name}: {frame.line}"
        current = current.__cause__ or current.__context__


def versions() -> Iterator[str]:
    """Yield the versions of the program, of Python, of the system, and of the libraries."""
    system = f"{platform.system()} {platform.release()}"
    yield f"tracker {__version__}, Python {platform.python_version()}, {system}"
    yield ", ".join(f"{name} {_version_of(name)}" for name in LIBRARIES)


def _version_of(library: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - as above

    try:
        return version(library)
    except PackageNotFoundError:
        return "?"


def keep_report(folder: Path, report: str) -> Path:
    """Write a report into a private folder, and return its path; refuses a folder that cannot be written."""
    make_folder(folder, PRIVATE)
    path = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{next(_NUMBERS)}.txt"
    write_new(path, report.encode("utf-8", "replace"), PRIVATE_MODE)
    return path


class FaultReports:
    """The reports of one run of the program: one for each place in the code that fails."""

    def __init__(self, folder: Path, about: Sequence[str] = ()) -> None:
        self._folder = folder
        self._about = about
        self._places: set[tuple[str, int | None]] = set()

    def keep(self, error: BaseException) -> Path | None:
        """Write the report of an error; None if its place has one already, or if it cannot be written."""
        import traceback  # noqa: PLC0415 - errors are rare

        last = traceback.extract_tb(error.__traceback__)[-1]
        place = (last.filename, last.lineno)
        if place in self._places:
            return None
        self._places.add(place)
        try:
            return keep_report(self._folder, report_text(error, self._about))
        except Refusal:
            return None
