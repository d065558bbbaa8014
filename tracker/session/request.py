"""Requests of players from their page: a number, faces of their dice, or a note."""

from enum import StrEnum

from tracker.session.text import clean

RECEIVED = "request_received"
"""A fact of older saves, where a request was an event even before the GM granted it."""
MOST_FACES = 10
"""Most faces in one request."""
LONGEST_REQUEST = 80
"""Most characters in one request."""


class RequestKind(StrEnum):
    """What a player may request from the players' page."""

    INITIATIVE = "initiative"
    FACES = "faces"
    """Faces that the player's own dice show."""
    NOTE = "note"


def request_fits(kind: str, text: str) -> bool:
    """Whether a text has what this kind of request needs: a number, faces, or a note."""
    numbers = [each for each in text.split() if each.isascii() and each.isdigit() and len(each) <= 3]
    match kind:
        case RequestKind.INITIATIVE:
            return numbers == [text]
        case RequestKind.FACES:
            return 1 <= len(numbers) <= MOST_FACES and " ".join(numbers) == text
        case RequestKind.NOTE:
            return bool(text)
        case _:
            return False


def request_text(text: str) -> str:
    """Put the text of a request on one line, without control characters."""
    return " ".join(clean(text, LONGEST_REQUEST).split())
