"""A folder of notes in Markdown: one file for each evening, in which the program writes one block.

The front matter of a note says which evening it belongs to. Its name cannot: it may be taken, and the number
of an evening changes when an earlier one comes from another copy. Text around the block stays, byte for byte.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

from msgspec import Struct
from msgspec.structs import fields

from tracker.rules.refusal import Refusal
from tracker.store.files import (
    exists,
    is_link,
    names_in,
    opened,
    read_regular,
    real,
    replace,
    write_new,
    write_regular,
)

SUFFIX = ".md"
BEGIN, END = b"<!-- tracker -->\n", b"<!-- /tracker -->\n"
PAGE_BEGINS = b"<!DOCTYPE html>\n<!-- tracker -->\n"
MOST_BYTES = 4 << 20
FRONT_BYTES = 16 << 10
"""More bytes than the front matter of a note has."""


class NoteIds(Struct, frozen=True):
    """The owner of a note, with the names of the front matter."""

    campaign_id: str
    """The identity of the campaign."""
    evening_id: str
    """The id of an event of the evening: the first one when the note was made."""
    players: str
    """Whether players may read the note: "true" or "false"."""


class Vault(Struct, frozen=True):
    """A folder of notes, and the owner of each note that names one."""

    folder: Path
    notes: Mapping[Path, NoteIds]

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the owner of each note in a folder.

        Raises the refusal of a folder that cannot be read.
        """
        paths = [folder / name for name in names_in(folder) if name.endswith(SUFFIX)]
        notes = {path: ids for path in paths if (ids := _ids_in(path))}
        return cls(folder, notes)

    def new_note(self, name: str, ids: NoteIds) -> Path:
        """Find the file of a new note: the first of that name that is no other evening's note.

        Refuses `note_of_nobody` if that file exists and names no owner.
        """
        path, number = self.folder / f"{name}{SUFFIX}", 1
        while path in self.notes:
            number += 1
            path = self.folder / f"{name} {number}{SUFFIX}"
        if exists(path) and not is_link(path):
            raise Refusal(
                "note_of_nobody",
                path=str(path),
                campaign=ids.campaign_id,
                evening=ids.evening_id,
                players=ids.players,
            )
        return path


def write_evening_page(save: Path, number: int, page: str) -> Path:
    """Write the page of an evening beside the save, over an earlier page of it; return its path.

    A file that is no such page keeps its name: the page takes another. Raises the refusals of a file.
    """
    path, attempt = save.with_name(f"{save.stem} - {number:02}.html"), 1
    while not _may_write_page(path):
        attempt += 1
        path = save.with_name(f"{save.stem} - {number:02} {attempt}.html")
    write_regular(path, page.encode())
    return path


def _may_write_page(path: Path) -> bool:
    if not exists(path):
        return not is_link(path)
    with suppress(Refusal), opened(path) as file:
        return file.read(len(PAGE_BEGINS)) == PAGE_BEGINS
    return False


def write_note(folder: Path, path: Path, head: str, block: str) -> None:
    """Write the block of a note, and its `head` if the note is new.

    Raises `not_in_vault` for a link out of the folder, `no_block` for a note without its two marks or with
    more of them, and the refusals of a file.
    """
    if is_link(path) or real(path.parent) != real(folder):
        raise Refusal("not_in_vault", path=str(path))
    new_block = BEGIN + block.encode() + b"\n" + END
    if write_new(path, head.encode() + new_block, 0o644):
        return
    old_text, _signature = read_regular(path, MOST_BYTES)
    start, stop = old_text.find(BEGIN), old_text.find(END)
    if not 0 <= start < stop or old_text.count(BEGIN) > 1 or old_text.count(END) > 1:
        raise Refusal("no_block", path=str(path), begin=BEGIN.decode().strip(), end=END.decode().strip())
    new_text = old_text[:start] + new_block + old_text[stop + len(END) :]
    if new_text != old_text:
        replace(path, new_text, backup=False)


def _ids_in(path: Path) -> NoteIds | None:
    """Read the owner of a note; None for a file that names none, or that cannot be read."""
    front = b""
    with suppress(Refusal), opened(path) as file:
        front = file.read(FRONT_BYTES)
    first_line, _line, rest = front.partition(b"\n")
    if first_line.strip() != b"---":
        return None
    front, end_mark, _body = re.sub(rb"\r\n", b"\n", rest).partition(b"\n---\n")
    values_by_name = re.findall(
        r"^(\w+):[ \t]*[\"']?([^\"'\n]*?)[\"']?[ \t]*$", front.decode("utf-8", "replace"), re.MULTILINE
    )
    values = [dict(values_by_name).get(each.name, "") for each in fields(NoteIds)]
    return NoteIds(*values) if end_mark and all(values) else None
