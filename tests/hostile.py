"""The texts that a stranger may put into a save, wherever it holds text."""

from typing import Any

from tracker.store.event_line import write_line
from tracker.store.save_format import Contents, decode, encode

SEQUENCES = (
    "\x1b]0;owned\x07",
    "\x1b]52;c;b3duZWQ=\x07",
    "\x1b[2J\x1b[H",
    "\x1b[6n",
    "\x1b[?1049l",
    "\x1bP1$r\x1b\\",
    "\x9b31m",
    "\x90owned\x9c",
    "\x07\x08\r",
    "\x00\x7f",
    "a\nb\tc",
    "\u202egpj.exe",
    "\u2066x\u2069",
    "\u200b\u200f\ufeff",
    "\U000e0041\U000e0042",
)
MARKUP = (
    "[@click=app.screenshot('owned.svg','{folder}')]Goblin[/]",
    "[link=http://x]y",
    "[/nope]",
    "[/]",
    "[$x]V[/]",
    "[red dragon]",
    "roll [d20]",
    "C:\\[x]\\",
    ":skull:",
    "{name} {0.__class__}",
    "%s %d %(x)s",
    "../../etc/passwd",
    "=cmd|'/C calc'!A0",
    "龍" * 40 + "👩‍👩‍👧",
    "x" * 5_000,
    "",
)
PAYLOADS = SEQUENCES + MARKUP
MIXED = "\x1b]0;owned\x07\x1b[6n\x9b31m\u202e\x00[/nope][@click=app.quit()]x[/]{name}"
"""The worst of each kind in one name."""
FORBIDDEN = (b"\x1b]0", b"\x1b]52", b"\x1b[6n", b"owned\x9c", "\x9b".encode(), "\u202e".encode(), b"\x1bP1")
"""The part of it that would be seen in the bytes that reach the terminal."""


def with_payload(content: bytes, marker: str, payload: str) -> bytes:
    """Return a save in which a payload stands wherever a marker stood, with a checksum that agrees."""

    def replaced(value: Any) -> Any:
        match value:
            case str():
                return value.replace(marker, payload)
            case list():
                return [replaced(each) for each in value]
            case dict():
                return {key: replaced(each) for key, each in value.items()}
        return value

    entries = decode(content).entries
    return encode(
        Contents.from_entries(
            {key: write_line(key, replaced(entry.document)) for key, entry in entries.items()}
        )
    )
