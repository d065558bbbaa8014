"""What the journals hold: those of a save, and those of a place where there is none any more."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.files import SAVE_BYTES, open_regular, read_regular, signature
from tracker.store.journal import JOURNAL, MARK, TAIL_BYTES, Owner, campaign_in, place_of
from tracker.store.line import (
    Entries,
    Entry,
    Unreadable,
    known_or_read,
    preferred,
    read_intact_line,
    read_json,
)

JOURNAL_BYTES = 4 * SAVE_BYTES
_MARK_BYTES = 64


class Journalled(Struct, frozen=True):
    """What the journals of a save hold, and how many of their lines could not be read."""

    entries: dict[str, Entry]
    unreadable: int = 0
    unread: tuple[Refusal, ...] = ()
    """Why some of them could not be read at all."""


class LeftBehind(Struct, frozen=True):
    """What was acknowledged at a place where there is no save any more, and had not reached it."""

    save: Path
    entries: Entries


def read_journals(folder: Path, owner: Owner, known: Entries) -> Journalled:
    """Return the events of every journal of this save; lines that are known already are not read again."""
    entries: dict[str, Entry] = {}
    unreadable, unread = 0, []
    for path in sorted(folder.glob(owner.pattern)):
        try:
            content, _ = read_regular(path, JOURNAL_BYTES)
        except OSError as error:
            unread.append(Refusal("journal_unreadable", path=str(path), reason=str(error.strerror)))
            continue
        except Refusal as refusal:
            unread.append(refusal)
            continue
        lines = _lines(content)
        if campaign_in(next(lines, b"")) == owner.campaign:
            unreadable += _read(lines, known, entries)
    return Journalled(entries, unreadable, tuple(unread))


def left_behind(folder: Path, owner: Owner, known: Entries) -> Iterator[LeftBehind]:
    """Find what had not reached the saves of a campaign that were elsewhere and are there no more.

    A save that is still there, or of which that cannot be told, is another copy, with journals of its own;
    and of a journal without a mark, of an earlier version, nobody knows what had reached its save.
    """
    for path in sorted(folder.glob(owner.pattern_elsewhere)):
        if not path.match(owner.pattern):
            with suppress(OSError, Refusal, Unreadable), open(open_regular(path), "rb") as file:
                header = file.readline(TAIL_BYTES)
                names = read_json(header)
                save, marks = names.get("save"), names.get("marks") is True
                if not isinstance(save, str) or campaign_in(header) != owner.campaign:
                    continue
                if signature(Path(save)) is not None:
                    continue
                file.seek(max(len(header), _marked(path, default=0 if marks else None)))
                entries: dict[str, Entry] = {}
                _read(_lines(file.read(JOURNAL_BYTES)), known, entries)
                yield LeftBehind(Path(save), {key: each for key, each in entries.items() if key not in known})


def last_owner(folder: Path, path: Path) -> Owner | None:
    """Return the campaign last played at a place whose save is gone, as its newest journal tells."""
    journals = sorted(folder.glob(f"{place_of(path)}-*{JOURNAL}"), key=lambda found: found.stat().st_mtime_ns)
    for journal in reversed(journals):
        with suppress(OSError, Refusal), open(open_regular(journal), "rb") as file:
            if campaign := campaign_in(file.readline(TAIL_BYTES)):
                return Owner(path, campaign)
    return None


def _marked(path: Path, default: int | None) -> int:
    """Return how many bytes of a journal have reached its save.

    Raises `Unreadable` when nothing says it, `OSError` and the refusals of `read_regular`.
    """
    try:
        content, _ = read_regular(path.with_suffix(MARK), _MARK_BYTES)
        return int(content)
    except (FileNotFoundError, ValueError) as error:
        if default is None:
            raise Unreadable("no mark") from error
        return default


def _lines(content: bytes) -> Iterator[bytes]:
    """Yield the lines of a journal; what no line feed ends was never acknowledged."""
    return (line[:-1] for line in BytesIO(content) if line.endswith(b"\n"))


def _read(lines: Iterable[bytes], known: Entries, entries: dict[str, Entry]) -> int:
    """Add to `entries` what these lines hold and return how many cannot be read."""
    unreadable = 0
    for line in lines:
        try:
            event_id, entry = known_or_read(line[1:-1], known, read_intact_line)
        except Unreadable:
            unreadable += 1
        else:
            entries[event_id] = preferred(entries[event_id], entry) if event_id in entries else entry
    return unreadable
