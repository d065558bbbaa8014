"""A file of things for the library: read whole, then put into the library."""

from collections.abc import Iterator
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.event import Event
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.csv_file import read_csv
from tracker.session.exchange.json_file import read_json
from tracker.session.moves.library import stock
from tracker.store.files import refusing
from tracker.store.library import Library
from tracker.wording.library_columns import column_names

JSON, CSV = ".json", ".csv"
_AT_ONCE = 200
"""Things in one event, whose size is limited."""
_LARGEST = 8
"""Size limit of a file, in mebibytes."""


def ending_of(path: Path) -> str:
    """Return the ending of a file's name, which says its format; refuses any other ending."""
    ending = path.suffix.lower()
    if ending not in (JSON, CSV):
        raise Refusal("unknown_ending", path=str(path))
    return ending


def read_import(path: Path, library: Library) -> ImportBatch:
    """Return the things in a file for a library, and its wrong rows; refuses a file that cannot be read."""
    session = library.look().session
    if library.refusal is not None:
        raise library.refusal
    read = read_csv if ending_of(path) == CSV else read_json
    batch = read(_text(path), system_of(session.system), session, column_names(session.system))
    if not batch.count and not batch.wrong:
        raise Refusal("nothing_to_import", path=str(path))
    return batch


def put_import(library: Library, batch: ImportBatch, name: str) -> Event:
    """Put an import batch into the library; returns the event that tells the whole.

    A large batch takes several events. Their shared `name` lets one undo take them all back.
    """
    *_, last = _put(library, batch, name)
    return last


def _put(library: Library, batch: ImportBatch, name: str) -> Iterator[Event]:
    everything = [
        (section, key, each) for section, new in batch.sections.items() for key, each in new.items()
    ]
    before = library.history.session
    existing = [key in getattr(before, section) for section, key, _ in everything]
    for start in range(0, len(everything), _AT_ONCE):
        sections: dict[str, dict[str, object]] = {}
        for section, key, each in everything[start : start + _AT_ONCE]:
            sections.setdefault(section, {})[key] = each
        session, known_earlier = library.history.session, sum(existing[:start])
        yield library.put(stock(session, sections, name, earlier=start, known_earlier=known_earlier))


def _text(path: Path) -> str:
    with refusing(path):
        if not path.is_file():
            raise Refusal("no_such_file", path=str(path))
        if path.stat().st_size > _LARGEST << 20:
            raise Refusal("file_too_big", path=str(path), most=_LARGEST)
        try:
            return path.read_bytes().decode()
        except UnicodeDecodeError as error:
            raise Refusal("not_utf8", path=str(path)) from error
