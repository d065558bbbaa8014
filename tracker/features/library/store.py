"""Files of elements: read whole, then put into the library."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec.json import encode as as_json

from tracker.features.library.exchange.csv_file import read_csv
from tracker.features.library.exchange.front_matter import read_front_matter
from tracker.features.library.exchange.json_file import read_json
from tracker.features.library.moves import check_room, stock
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.event import Event
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.element import Names
from tracker.session.schema import encode
from tracker.session.state import Session
from tracker.store.event_line import EVENT_BYTES
from tracker.store.library import Library
from tracker.store.text_file import read_text_file
from tracker.wording.library import column_names

JSON, CSV, TABS, MARKDOWN = ".json", ".csv", ".tsv", ".md"
_READERS: Mapping[str, Callable[[str, GameSystem, Session, Names], ImportBatch]] = {
    JSON: read_json,
    CSV: read_csv,
    TABS: read_csv,
}
_AT_ONCE = 200
"""Elements in one event."""
_TOGETHER = EVENT_BYTES // 2
"""Bytes of the elements in one event, so that it stays within its limit."""


def ending_of(path: Path, *known: str) -> str:
    """Return a file's suffix, which decides its format; refuses `unknown_ending`."""
    ending = path.suffix.lower()
    if ending not in known:
        raise Refusal("unknown_ending", path=str(path), known=", ".join(known))
    return ending


def read_import(path: Path, library: Library) -> ImportBatch:
    """Read the elements of a file and its wrong rows; refuses a file that cannot be read."""
    session = library.look().session
    if library.refusal is not None:
        raise library.refusal
    ending = ending_of(path, *_READERS, MARKDOWN)
    text, game, names = read_text_file(path), system_of(session.system), column_names(session.system)
    if ending == MARKDOWN:
        batch = read_front_matter(text, game, session, names, path.stem)
    else:
        batch = _READERS[ending](text, game, session, names)
    check_room(session, batch.sections)
    if not batch.count and not batch.wrong:
        raise Refusal("nothing_to_import", path=str(path))
    return batch


def put_import(library: Library, batch: ImportBatch, name: str) -> Event:
    """Put an import batch into the library; returns the last event, which says the total.

    A large batch takes several events. Their shared `name` lets one undo take them all back.
    """
    *_, last = _put(library, batch, name)
    return last


def _put(library: Library, batch: ImportBatch, name: str) -> Iterator[Event]:
    elements = [(section, key, each) for section, new in batch.sections.items() for key, each in new.items()]
    old_session = library.history.session
    existing = [key in getattr(old_session, section) for section, key, _ in elements]
    for start, end in pairwise(_cuts([each for _section, _key, each in elements])):
        sections: dict[str, dict[str, object]] = {}
        for section, key, each in elements[start:end]:
            sections.setdefault(section, {})[key] = each
        session, known_earlier = library.history.session, sum(existing[:start])
        yield library.add_event(stock(session, sections, name, earlier=start, known_earlier=known_earlier))


def _cuts(elements: Sequence[object]) -> list[int]:
    """Divide elements among events: the index at which each event begins, and the end."""
    cuts, size = [0], 0
    for place, element in enumerate(elements):
        length = len(as_json(encode(element)))
        if place > cuts[-1] and (place - cuts[-1] == _AT_ONCE or size + length > _TOGETHER):
            cuts.append(place)
            size = 0
        size += length
    return [*cuts, len(elements)]
