"""Requests of players from their page: a number, faces of their dice, a note."""

from enum import StrEnum

from tracker.session.text import clean

RECEIVED = "request_received"
"""The fact of older saves, in which a request was an event before anybody granted it."""
MOST_FACES = 10
"""Most faces in one request."""
LONGEST_REQUEST = 80
"""Most letters in one request."""


class RequestKind(StrEnum):
    """The requests of a player from the players' page."""

    INITIATIVE = "initiative"
    FACES = "faces"
    """Faces that the player's own dice show."""
    NOTE = "note"


def request_fits(kind: str, text: str) -> bool:
    """Whether a text says what this kind of request needs: a number, faces, or a note."""
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
    """Return the text of a request on one line, with nothing in it that a terminal obeys."""
    return " ".join(clean(text, LONGEST_REQUEST).split())
