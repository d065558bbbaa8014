"""What the GM types to change a line of a long time: how many, an hour, whose, faces on the table."""

import re

from tracker.commands.order import Place
from tracker.commands.reading import Reader, split_faces
from tracker.rules.refusal import Refusal
from tracker.session.history import History
from tracker.session.moves.jump import Amendment
from tracker.wording.language import N_, _

USAGE = N_("[N] [HH:MM] [QUIEN] [= CARAS]")
_HOUR = re.compile(r"(\d{1,2}):(\d{2})")


def read_amendment(text: str, history: History) -> Amendment:
    """Read `3 18:30 bren = 4`, in any order but for the faces; refuses what it cannot understand."""
    rest, faces = split_faces(f" {text.strip()}")
    reader = Reader(rest, Place(history), _(USAGE))
    times = second = who = None
    while (word := reader.peek()) is not None:
        if match := _HOUR.fullmatch(word):
            second = _second(match, history)
            reader.take("HH:MM")
        elif word.isdigit():
            times = reader.number("N")
        else:
            who = reader.creature()
    return Amendment(times, faces or (), second, who)


def _second(match: re.Match[str], history: History) -> int:
    calendar = history.session.calendar
    second = int(match[1]) * 3_600 + int(match[2]) * 60
    if second >= calendar.day_seconds or int(match[2]) > 59:
        raise Refusal("bad_date", day=history.session.day, hours=calendar.hours)
    return second
