"""The English catalogue: `python -m tests.catalogue` brings it up to date with the messages in the code.

The manual's made pages say the same messages, so they are written again too.
"""

import sys
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tracker/wording/locale/en/LC_MESSAGES"
PO, MO = FOLDER / "tracker.po", FOLDER / "tracker.mo"
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""Git knows when the catalogue changed; a date in it would only make two copies differ."""
KEYWORDS = {"_": None, "N_": None, "_n": (1, 2), "counted": (2, 3)}

Texts = tuple[str, ...]
"""One sentence, or the one for a single thing and the one for several."""


@cache
def messages() -> set[Texts]:
    """Return every message marked in the code."""
    found = extract_from_dir(ROOT / "tracker", [("**.py", "python")], keywords=KEYWORDS)
    return {texts(message) for _file, _line, message, _comments, _context in found if message}


def texts(message: object) -> Texts:
    """Return what a message, or its translation, says of one and of several."""
    return tuple(map(str, message)) if isinstance(message, tuple | list) else (str(message or ""),)


def translated() -> dict[Texts, Texts]:
    """Return what the catalogue says for each message; nothing where a form is missing."""
    return {
        texts(message.id): texts(message.string) if all(texts(message.string)) else ()
        for message in catalogue()
        if message.id
    }


def catalogue() -> Catalog:
    """Return the English catalogue as it stands."""
    with PO.open("rb") as file:
        return read_po(file, locale="en")


def compiled(english: Catalog) -> bytes:
    """Return a catalogue as the program reads it."""
    file = BytesIO()
    write_mo(file, english)
    return file.getvalue()


def update() -> list[str]:
    """Keep what is translated and still said, add what is new; returns what lacks English."""
    known = translated() if PO.exists() else {}
    english = Catalog(locale="en", project="tracker", creation_date=EPOCH, revision_date=EPOCH)
    for message in sorted(messages()):
        forms = known.get(message) or ("",) * len(message)
        english.add(*((message, forms) if len(message) > 1 else (message[0], forms[0])))
    FOLDER.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, english, width=100, omit_header=False, sort_output=True)
    MO.write_bytes(compiled(english))
    return sorted(" / ".join(message) for message, forms in translated().items() if not forms)


if __name__ == "__main__":
    from tests.manual.__main__ import main as write_manual  # the tests of the catalogue need no screens

    missing = update()
    write_manual()
    print("\n".join(missing))
    sys.exit(1 if missing else 0)
