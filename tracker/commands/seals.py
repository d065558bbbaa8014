"""Orders of sealed sessions."""

from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.session.moves import seal


def seal_dice(reader: Reader) -> Order:
    """Read `sella`."""
    reader.end()
    return Order("seal", lambda history, roll, fresh: seal.ask_to_seal())


def open_dice(reader: Reader) -> Order:
    """Read `abre`."""
    reader.end()
    return Order("unseal", lambda history, roll, fresh: seal.ask_to_open())
