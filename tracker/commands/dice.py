"""Commands of free dice: a roll, and rolls kept under a name."""

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.commands.sheet_names import SheetNames, named_roll, saved_key, saved_names
from tracker.commands.vocabulary import blank, says
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.notation import times_of
from tracker.rules.refusal import Refusal
from tracker.session.history import History
from tracker.session.moves import rolls
from tracker.session.moves.pending import resolve_all
from tracker.session.state import Session


def throw(reader: Reader) -> Command:
    """Read `tira EXPRESIÓN`, `tira lia.ataque` for a kept roll, or `tira todo` for all pending rolls."""
    session = reader.session
    if reader.is_only("everything") and not any(says(name, "everything") for name in saved_names(session)):
        return Command(
            "settle", lambda history, roll, fresh: resolve_all(history.session, _first_pending(history), roll)
        )
    names, text = SheetNames(session), _by_key(session, reader.rest())
    expression = _parsed(session, text, names)
    return Command(
        "throw",
        lambda history, roll, fresh: rolls.throw(
            history.session, text, roll, names.only_one, SheetNames(history.session)
        ),
        expression=expression,
    )


def _first_pending(history: History) -> str:
    return next(iter(history.session.pending), "")


def _parsed(session: Session, text: str, names: SheetNames) -> Expression:
    """Read a roll. The refusal of an unknown word lists the kept rolls.

    In games that add numbers of sheets to rolls, a missing number lists those names too.
    """
    try:
        return rolls.expression_of(session, text, names)
    except Refusal as refusal:
        data = dict(refusal.data)
        if data.get("expected") == "number" and session.game.adds:
            data["expected"] = "named_number"
        if refusal.code == "dice_syntax" and not data["before"] and (text[0].isalpha() or text[0] == '"'):
            data["rolls"] = ", ".join(saved_names(session))
        raise Refusal(refusal.code, **data) from refusal


def _by_key(session: Session, written: str) -> str:
    """Return the text with the key of a kept roll in place of its name."""
    name, sign, label = written.partition("#")
    times, again = times_of(name)
    for often, called, rest in (
        ("", written, ""),
        ("", name, sign + label),
        (f"{times}x ", again, sign + label),
    ):
        if (key := saved_key(session, called)) is not None:
            return f"{often}{key}{rest}"
    return written


def keep(reader: Reader) -> Command:
    """Read `guarda NOMBRE EXPRESIÓN`; `guarda lia.ataque 1d20+3` keeps the roll for Lia."""
    who, name = named_roll(reader.session, reader.take(blank("name")))
    text = reader.rest()
    return Command(
        "keep_roll",
        lambda history, roll, fresh: rolls.keep_roll(
            history.session, name, text, who, SheetNames(history.session)
        ),
    )


def forget(reader: Reader) -> Command:
    """Read `olvida NOMBRE`."""
    written = reader.rest()
    key = saved_key(reader.session, written) or written
    return Command("drop_roll", lambda history, roll, fresh: rolls.drop_roll(history.session, key))
