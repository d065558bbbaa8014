"""Rescue the events of a save that is damaged or gone."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.session.event_id import SHAPE
from tracker.store.event_line import (
    BEGINNING,
    DEPTH,
    EVENT_BYTES,
    Entries,
    Entry,
    ReadAll,
    Unreadable,
    cached_or_read,
    document_in,
    is_checked,
    is_intact,
    preferred_version,
    read_intact_line,
    read_json,
    read_lines,
    standard_line,
)
from tracker.store.files import kept_suffix, read_regular, sibling_path
from tracker.store.save_format import campaign_of, decode, documents_in, read_head
from tracker.store.sharing import Note

_ONE_LINE = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{"(?:meta|events)": ?\{')
"""How a file of TinyDB's own layout begins."""
_EVENT = re.compile(rb'"(%s)": ?\{' % SHAPE.encode())
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[{}]', re.DOTALL)
_PATIENCE = 16 * EVENT_BYTES
"""Bytes looked through in vain, beside those of the file, until no more events on its line are looked for."""
_WITH_ID = re.compile(BEGINNING)


class Rescued(Struct, frozen=True):
    """Rescued events, and the id of their campaign: empty if it is unknown, or if two lines disagree."""

    entries: Entries
    campaign: str


class Copy(Struct, frozen=True):
    """The events of a campaign in one file: all of a whole file, the readable ones of a damaged file."""

    entries: Entries
    campaign: str
    whole: bool


def read_copy(content: bytes, read: ReadAll = read_lines) -> Copy:
    """Read the events of a file, damaged or not; raises `newer_format`."""
    try:
        contents = decode(content, read)
    except Unreadable:
        rescued = _rescue(content)
        return Copy(rescued.entries, rescued.campaign, whole=False)
    return Copy(contents.entries, contents.campaign.id, whole=True)


def salvage(content: bytes) -> dict[str, Entry]:
    """Read every readable event of a damaged save, torn or with git's conflict marks.

    Lines that do not fit their own checksum are left out. `preferred_version` chooses between two versions.
    """
    entries: dict[str, Entry] = {}
    for line in (*_lines_of_other_layout(content), *_lines_with_id(content), *_lines_of_one_line(content)):
        with suppress(Unreadable):
            event_id, entry = cached_or_read(line, entries, read_intact_line)
            version = entries.setdefault(event_id, entry)
            if version is not entry:
                entries[event_id] = preferred_version(version, entry)
    return entries


def _lines_with_id(content: bytes) -> Iterator[bytes]:
    """Yield the lines that begin with the id of an event."""
    # One search for all of them: a file may have millions of other lines, or one line of millions of events.
    place = 0
    while match := _WITH_ID.search(content, place):
        start, line_end = match.start(), content.find(b"\n", match.end())
        is_first = not content[content.rfind(b"\n", place, start) + 1 or place : start].strip()
        place = len(content) if line_end < 0 else line_end
        if is_first and (end := content.rfind(b"}", start, place) + 1):
            yield content[start:end]


def _lines_of_one_line(content: bytes) -> Iterator[bytes]:
    """Yield the whole events of a torn file that TinyDB has written on one line, as this store writes them.

    Only events with a checksum: a damaged event before them may hide where they begin.
    """
    if not _ONE_LINE.match(content):
        return
    place, patience = 0, _PATIENCE + len(content)
    # Every beginning of a file made to be slow could be looked behind as far as an event may reach.
    while patience > 0 and (match := _EVENT.search(content, place)):
        place = match.end()
        end, reached = _object_end(content, match.end() - 1)
        patience -= reached - place
        if end:
            with suppress(Unreadable):
                line = standard_line(match[1].decode(), read_json(content[match.end() - 1 : end]))
                if is_checked(line) and is_intact(line):
                    place = end  # behind a damaged event, the next one is looked for inside it too
                    yield line


def _object_end(content: bytes, start: int) -> tuple[int, int]:
    """Find the end of the JSON object that begins at a place, and where the look for it ended.

    The end is 0 if the object is torn, too long or too deep.
    """
    depth, reached = 0, start + 1
    for token in _TOKEN.finditer(content, start, start + EVENT_BYTES):
        depth += {b"{": 1, b"}": -1}.get(token[0], 0)
        reached = token.end()
        if depth == 0:
            return reached, reached
        if depth > DEPTH:
            return 0, reached
    return 0, reached


def rescue(path: Path, content: bytes) -> Rescued:
    """Unite the whole lines of a damaged save with its `.bak`."""
    lines, backup = _rescue(content), _rescue(_backup(path))
    # Another campaign had this name before.
    if lines.campaign and backup.campaign not in ("", lines.campaign):
        return lines
    missing = entries_missing_from(backup.entries, lines.entries)
    # The backup wins, unless only the line of the save has a checksum.
    checked = {
        event_id: lines.entries[event_id]
        for event_id, entry in backup.entries.items()
        if not is_checked(entry.line)
        and event_id in lines.entries
        and is_checked(lines.entries[event_id].line)
    }
    return Rescued({**missing, **backup.entries, **checked}, lines.campaign or backup.campaign)


def entries_missing_from(trusted: Entries, lines: Entries) -> Entries:
    """Find the salvaged events that are not among the trusted ones."""
    # A salvaged event with the document of a trusted event that was not salvaged is that same event with a
    # damaged id. It would count twice.
    documents = {document_in(trusted[event_id].line) for event_id in trusted.keys() - lines.keys()}
    return {
        event_id: entry
        for event_id, entry in lines.items()
        if event_id not in trusted and document_in(entry.line) not in documents
    }


def damage_note(path: Path, content: bytes, events: int) -> Note:
    """Describe a damaged save for the GM: the damage, how many events came back, and where its bytes are."""
    if not content:
        return Note("gone", {"events": events})
    code = "git_conflict" if _has_conflict_marks(content) else "damaged"
    return Note(code, {"events": events, "kept": path.name + kept_suffix(content)})


def _lines_of_other_layout(content: bytes) -> Iterator[bytes]:
    """Yield the lines of a file that is still JSON, but in another layout."""
    with suppress(Unreadable):
        for each in documents_in(read_json(content)):
            with suppress(Unreadable):
                yield standard_line(*each)


def _has_conflict_marks(content: bytes) -> bool:
    """Whether git has left both sides of a conflict in these bytes."""
    return all(mark in b"\n" + content for mark in (b"\n<<<<<<< ", b"\n=======", b"\n>>>>>>> "))


def _rescue(content: bytes) -> Rescued:
    entries = salvage(content)
    campaign = campaign_of(entries)
    campaigns = {campaign.id if campaign else "", _campaign_in_head(content)} - {""}
    return Rescued(entries, campaigns.pop() if len(campaigns) == 1 else "")


def _campaign_in_head(content: bytes) -> str:
    try:
        return read_head(content).campaign.id
    except (Unreadable, Refusal):
        return ""


def _backup(path: Path) -> bytes:
    try:
        return read_regular(sibling_path(path, ".bak"))[0]
    except Refusal:
        return b""
