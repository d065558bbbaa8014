"""Durations, and the faces of real dice, as they are typed."""

import re

from tracker.commands.vocabulary import unit_letter
from tracker.rules.clock import UNITS
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs
from tracker.session.text import clean

MOST_FACES = 1_000
_FACES = r"(?:^|\s)=\s*([^=]*)$"
ROUNDS = re.compile(r"(\d{1,4})[rt][a-z]*", re.IGNORECASE)
"""Rounds, `3r` or `3t` (turns): each creature has one turn in a round."""
_PART = r"(?:(\d{1,5})\s*([dhms])|(\d{0,5})½\s*([dhm]))"
_DURATION = rf"(?:{_PART}\s*)+"


def split_faces(line: str, comment: str = "") -> tuple[str, tuple[int, ...] | None]:
    """Split `= 14 3` from a line; the faces are None for a line without any. Refuses `bad_faces`.

    Behind the sign of a comment an equals sign is ordinary text, if the line may have a comment.

    >>> split_faces("prueba lia fuerza = 14")
    ('prueba lia fuerza', (14,))
    >>> split_faces("1d20 = 14 # ataque = 3", "#")
    ('1d20 # ataque = 3', (14,))

    It is ordinary text in an annotation too.

    >>> split_faces("1d20[filo = 2] = 14")
    ('1d20[filo = 2]', (14,))
    """
    if comment and comment in line:
        expression, label = line.split(comment, 1)
        expression, faces = split_faces(expression.rstrip())
        return f"{expression} {comment}{label}", faces
    match = re.search(_FACES, with_plain_signs(line))
    if not match or "]" in match[1]:
        return line, None
    words = match[1].replace(",", " ").split()
    if not words or len(words) > MOST_FACES or not all(re.fullmatch(r"\d{1,7}", word) for word in words):
        raise Refusal("bad_faces", value=clean(match[1].strip(), NAME_LENGTH))
    return line[: match.start()], tuple(int(word) for word in words)


def parse_duration(word: str) -> int:
    """Parse `1h30m`, `1h30`, `2 hours` or `1½h` into seconds, or refuse `bad_duration`."""
    if not is_duration(word):
        raise Refusal("bad_duration", seconds=0, value=clean(word, NAME_LENGTH))
    return sum(
        int(count) * UNITS[unit] if unit else int(halved or 0) * UNITS[halved_unit] + UNITS[halved_unit] // 2
        for count, unit, halved, halved_unit in re.findall(_PART, _in_letters(word))
    )


def is_duration(text: str) -> bool:
    return re.fullmatch(_DURATION, _in_letters(text)) is not None


def _in_letters(text: str) -> str:
    letters = re.sub(
        r"[^\W\d]+", lambda unit: unit_letter(unit[0]) or unit[0], with_plain_signs(text).lower()
    )
    return re.sub(r"(?<=\dh)(\d\d)$", r"\1m", letters)
