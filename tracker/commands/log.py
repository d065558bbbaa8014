"""Orders of the log: notes, undo and redo, the campaign's name, versions of a text."""

from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session import versions
from tracker.session.event import Deed, Fresh
from tracker.session.history import History
from tracker.session.moves import campaign, seal
from tracker.session.moves import undo as moves


def note(reader: Reader) -> Order:
    """Read `nota TEXTO`."""
    text = reader.rest()
    return Order("note", lambda history, roll, fresh: campaign.note(history.session, text))


def rename(reader: Reader) -> Order:
    """Read `titulo NOMBRE`."""
    title = reader.rest()
    return Order("title", lambda history, roll, fresh: campaign.rename(history.session, title))


def undo(reader: Reader) -> Order:
    """Read `deshacer`."""
    reader.end()
    return Order("undo", lambda history, roll, fresh: moves.undo(history))


def redo(reader: Reader) -> Order:
    """Read `rehacer`."""
    reader.end()
    return Order("redo", lambda history, roll, fresh: moves.redo(history))


def version(reader: Reader) -> Order:
    """Read `version [N]`: which of the versions not shown of a text is the one."""
    place = reader.number("N") if reader.peek() is not None else 1
    reader.end()

    def chosen(history: History, _roll: Roll, _fresh: Fresh) -> Deed:
        found = versions.not_shown(history)
        if not 1 <= place <= len(found):
            raise Refusal("no_such_version")
        each, version = found[place - 1]
        return versions.choose_version(history, each.path, version.text)

    return Order("version", chosen)


def seal_dice(reader: Reader) -> Order:
    """Read `sella`."""
    reader.end()
    return Order("seal", lambda history, roll, fresh: seal.ask_to_seal())


def open_dice(reader: Reader) -> Order:
    """Read `abre`."""
    reader.end()
    return Order("unseal", lambda history, roll, fresh: seal.ask_to_open())
