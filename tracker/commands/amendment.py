"""The line that changes one event of a long time: how many, an hour, a creature, faces of real dice."""

from tracker.commands.command import CommandContext
from tracker.commands.dates import is_hour, second_of_day
from tracker.commands.figures import split_faces
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, in_words
from tracker.session.history import History
from tracker.session.moves.jump import Amendment

USAGE = "[N] [HOUR] [WHO] [= FACES]"
"""The pattern of the line."""


def read_amendment(text: str, history: History) -> Amendment:
    """Read `3 18:30 bren = 4`, in any order with the faces last; refuses unknown words."""
    rest, faces = split_faces(f" {text.strip()}")
    reader = Reader(rest, CommandContext(history), in_words(USAGE))
    times = second = who = None
    while (word := reader.peek()) is not None:
        if is_hour(word):
            second = second_of_day(reader.take(blank("hour")), history.session, history.session.day)
        elif word.isdigit():
            times = reader.number("N")
        else:
            who = reader.creature()
    return Amendment(times, faces or (), second, who)
