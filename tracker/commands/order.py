"""An order: what a typed line asks for, ready to be played."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tracker.rules.dice import Roll
from tracker.rules.system import Fact
from tracker.session.event import Deed
from tracker.session.faces import FacesOnTheTable
from tracker.session.history import History
from tracker.session.moves.party import Fresh
from tracker.session.public import SECRET


@dataclass(frozen=True, slots=True)
class Order:
    """A line understood. `play` makes the deed; it refuses what the rules do not allow."""

    verb: str
    play: Callable[[History, Roll, Fresh], Deed]
    faces: tuple[int, ...] = ()
    """Faces read off real dice, in the order in which they fell."""


def deed_of(order: Order, history: History, roll: Roll, fresh: Fresh) -> Deed:
    """Return what an order does, with its typed faces before the dice of `roll`."""
    faces = FacesOnTheTable(order.faces, roll)
    deed = order.play(history, faces, fresh)
    faces.used_up()
    return deed


def in_secret(order: Order) -> Order:
    """Return the order as one of which the players are told nothing."""

    def played(history: History, roll: Roll, fresh: Fresh) -> Deed:
        deed = order.play(history, roll, fresh)
        return replace(deed, facts=(*deed.facts, Fact(SECRET)))

    return replace(order, play=played)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line is typed: the game so far, and whom `.` stands for."""

    history: History
    here: tuple[str, ...] = ()
