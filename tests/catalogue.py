"""The English catalogue: `python -m tests.catalogue` brings it up to date with the messages in the code."""

import sys
from datetime import UTC, datetime
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
KEYWORDS = {"_": None, "N_": None}


def messages() -> set[str]:
    """Return every message marked in the code."""
    found = extract_from_dir(ROOT / "tracker", [("**.py", "python")], keywords=KEYWORDS)
    return {message for _file, _line, message, _comments, _context in found if isinstance(message, str)}


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
    known = {str(m.id): str(m.string) for m in catalogue() if m.id} if PO.exists() else {}
    english = Catalog(locale="en", project="tracker", creation_date=EPOCH, revision_date=EPOCH)
    for message in sorted(messages()):
        english.add(message, known.get(message, ""))
    FOLDER.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, english, width=100, omit_header=False, sort_output=True)
    MO.write_bytes(compiled(english))
    return [str(m.id) for m in english if m.id and not m.string]


if __name__ == "__main__":
    missing = update()
    print("\n".join(missing))
    sys.exit(1 if missing else 0)
