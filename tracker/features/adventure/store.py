"""Files of pages."""

from pathlib import Path

from tracker.features.adventure.page import MOST_BYTES
from tracker.rules.refusal import Refusal
from tracker.store.files import exists, status
from tracker.store.text_file import read_text_file

_EXAMPLES = Path(__file__).with_name("examples")
SUFFIX = ".md"


def read_page(path: Path) -> str:
    """Read the text of a page; refuses one that is missing, too big or not UTF-8."""
    info = status(path)
    # A byte order mark may say that each letter has two bytes.
    if info is not None and info.st_size > 2 * MOST_BYTES:
        raise Refusal("page_too_big", most=MOST_BYTES >> 10)
    return read_text_file(path)


def example_page(language: str) -> str:
    """Read the page to start from, in English where there is none in the language in use."""
    path = _EXAMPLES / f"{language}{SUFFIX}"
    return read_text_file(path if exists(path) else _EXAMPLES / f"en{SUFFIX}")
