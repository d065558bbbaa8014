"""Commands of progress clocks: `reloj Ritual 6`, `avanza Ritual`."""

from msgspec import UNSET, UnsetType

from tracker.commands.command import Command
from tracker.commands.dates import NOTHING
from tracker.commands.matching import by_name, known, plain
from tracker.commands.reading import Reader
from tracker.rules.text import key_of
from tracker.session.moves import progress as moves
from tracker.wording.language import _

_SHOWN = {"visible": True, "shown": True, "oculto": False, "hidden": False}
_OUTCOME = ("desenlace", "outcome")


def keep(reader: Reader) -> Command:
    """Read `reloj NOMBRE N [visible|oculto] [desenlace TEXTO]`; without N, a clock that there is already.

    `reloj NOMBRE nada` removes it.
    """
    name = _name(reader)
    if plain(reader.peek() or "") in NOTHING:
        reader.take("")
        reader.end()
        gone = _known(reader, name)
        return Command("clock", lambda history, roll, fresh: moves.drop_progress(history.session, gone))
    segments: int | UnsetType = UNSET
    if _is_number(reader.peek() or ""):
        segments = reader.number("N")
    key = _key(reader, name)
    if segments is UNSET and key not in reader.session.progress:
        segments = reader.number("N")
    shown: bool | UnsetType = UNSET
    outcome: str | UnsetType = UNSET
    while (word := reader.peek()) is not None:
        if plain(word) in _SHOWN:
            shown = _SHOWN[plain(reader.take(""))]
        elif reader.is_next(*_OUTCOME):
            outcome = reader.rest()
        else:
            raise reader.unknown(word)
    return Command(
        "clock",
        lambda history, roll, fresh: moves.keep_progress(
            history.session, key, name, segments, shown=shown, outcome=outcome
        ),
    )


def advance(reader: Reader) -> Command:
    """Read `avanza NOMBRE [N]`: one segment, several, or back with `-1`."""
    name = _name(reader)
    steps = reader.number("N") if reader.peek() is not None else 1
    reader.end()
    key = _known(reader, name)
    return Command("advance", lambda history, roll, fresh: moves.advance(history.session, key, steps))


def _name(reader: Reader) -> str:
    """Take the words up to a number or a word of this command."""
    words = [reader.take(_("NOMBRE"))]
    ends = {*_SHOWN, *_OUTCOME, *NOTHING}
    while (word := reader.peek()) is not None and not _is_number(word) and plain(word) not in ends:
        words.append(reader.take(""))
    return " ".join(words)


def _is_number(word: str) -> bool:
    return word.lstrip("+-").isdecimal()


def _key(reader: Reader, name: str) -> str:
    """Return the key of a clock with exactly this name, else a new one."""
    names = by_name(reader.session.progress)
    return _known(reader, name) if plain(name) in map(plain, names) else key_of(plain(name))


def _known(reader: Reader, name: str) -> str:
    return known(name, by_name(reader.session.progress), "unknown_progress")
