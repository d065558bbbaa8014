"""Text files that people and other programs wrote."""

import codecs
import stat
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.files import SAVE_BYTES, opened, status

# That of UTF-32 begins with that of UTF-16.
_MARKS = (
    *((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32")),
    *((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"), (codecs.BOM_UTF8, "utf-8-sig")),
)
"""Byte order marks, and the encodings that they stand for."""

_UNMARKED = {(True, False): "utf-16-be", (False, True): "utf-16-le"}
"""Encodings of texts without a mark, by whether their first and their second byte is zero."""


def typed_path(text: str) -> Path:
    """Make the path that a person typed; `~/` stands for their folder."""
    typed = text.strip()
    return Path.home() / typed[2:] if typed.startswith("~/") else Path(typed)


def read_text_file(path: Path) -> str:
    """Read the text of a file; refuses one that is missing, too big or not UTF-8."""
    status_ = status(path)
    if status_ is None or not stat.S_ISREG(status_.st_mode):
        raise Refusal("no_such_file", path=str(path))
    if status_.st_size > SAVE_BYTES:
        raise Refusal("file_too_big", path=str(path), most=SAVE_BYTES >> 20)
    try:
        with opened(path, follows=True) as file:
            return decode_text(file.read())
    except UnicodeDecodeError as error:
        raise Refusal("not_utf8", path=str(path)) from error


def decode_text(content: bytes) -> str:
    """Decode a text by its byte order mark; without one as UTF-8, or as UTF-16 if every other byte is 0."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "")
    return content.decode(encoding or _UNMARKED.get((content[:1] == b"\0", content[1:2] == b"\0"), "utf-8"))
