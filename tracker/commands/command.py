"""An order: what a typed line asks for, ready to be played."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.dice.expression import Expression
from tracker.rules.system import Fact
from tracker.session.event import SECRET, Draft, Fresh
from tracker.session.faces import FacesOnTheTable
from tracker.session.history import History


class Command(Struct, frozen=True):
    """A line understood. `play` makes the deed; it refuses what the rules do not allow."""

    verb: str
    play: Callable[[History, Roll, Fresh], Draft]
    faces: tuple[int, ...] = ()
    """Faces read off real dice, in the order in which they fell."""
    expression: Expression | None = None
    """What is rolled, where the order is nothing but a roll."""
    library: bool = False
    """Whether its deed is the library's and not the game's."""


def draft_of(command: Command, history: History, roll: Roll, fresh: Fresh) -> Draft:
    """Return what an order does, with its typed faces before the dice of `roll`."""
    faces = FacesOnTheTable(command.faces, roll)
    draft = command.play(history, faces, fresh)
    faces.used_up()
    return draft


def in_secret(command: Command) -> Command:
    """Return the order as one of which the players are told nothing."""

    def played(history: History, roll: Roll, fresh: Fresh) -> Draft:
        draft = command.play(history, roll, fresh)
        return replace(draft, facts=(*draft.facts, Fact(SECRET)))

    return replace(command, play=played)


class CommandContext(Struct, frozen=True):
    """Where a line is typed: the game so far, and whom `.` stands for."""

    history: History
    here: tuple[str, ...] = ()
    shelves: History | None = None
    """The library of the campaign's folder, as it was just read."""

    @property
    def library(self) -> History:
        """The library; an empty one where there is none."""
        return self.shelves or History(self.history.session.system)

    def of(self, command: Command) -> History:
        """Return what an order is played on: the library's history or the game's."""
        return self.library if command.library else self.history
