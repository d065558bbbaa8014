"""A folder of notes in Markdown: one file for each evening, in which the program writes one block.

A person's text around the block stays, byte for byte.
"""

import os
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.files import read_regular, refusing, replace

BEGIN, END = b"<!-- tracker -->\n", b"<!-- /tracker -->\n"
MOST_BYTES = 4 << 20


def write_note(folder: Path, name: str, head: str, block: str) -> Path:
    """Write the block of a note, and its `head` if the note is new; returns the file.

    Raises `Refusal`: `not_in_vault` for a link out of the folder, `no_block` for a note without its marks,
    and the refusals of a file.
    """
    path = folder / f"{name}.md"
    with refusing(path):
        if not folder.is_dir():
            raise Refusal("no_folder", path=str(folder))
        if path.is_symlink() or path.parent.resolve() != folder.resolve():
            raise Refusal("not_in_vault", path=str(path))
        written = BEGIN + block.encode() + b"\n" + END
        try:
            before, _signature = read_regular(path, MOST_BYTES)
        except FileNotFoundError:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
            with os.fdopen(descriptor, "wb") as file:
                file.write(head.encode() + written)
            return path
        start, stop = before.find(BEGIN), before.find(END)
        if not 0 <= start < stop:
            raise Refusal("no_block", path=str(path), begin=BEGIN.decode().strip(), end=END.decode().strip())
        after = before[:start] + written + before[stop + len(END) :]
        if after != before:
            replace(path, after, backup=False)
    return path
