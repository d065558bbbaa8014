"""A command: a typed line, understood and ready to be played."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from tracker.commands.faults import refusing_faults
from tracker.rules.dice import Roll
from tracker.rules.dice.expression import Expression
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.event import SECRET, Draft, Fresh
from tracker.session.faces import FacesOnTheTable
from tracker.session.history import History
from tracker.session.pasted import Pasted
from tracker.wording.rule_tables import RuleTable


class Command(Struct, frozen=True):
    """A line understood. `play` makes the draft; it refuses what the rules do not allow."""

    verb: str
    play: Callable[[History, Roll, Fresh], Draft]
    faces: tuple[int, ...] = ()
    """Faces of real dice, in the order in which they fell."""
    expression: Expression | None = None
    """The dice of a command that only rolls."""
    shows: RuleTable | None = None
    """The table of the rules that it only shows: nothing is played."""
    tells: str = ""
    """The answer about the table as it is now; then nothing is played."""
    feature: str = ""
    """Id of the feature that carries it out; empty if it is played in the campaign."""
    at: str = ""
    """Id of the event after which the table is looked at; empty for now."""
    pasted: Pasted | None = None
    """The creature of a stat block, which is shown before it is made."""
    since: str = ""
    """Id of an earlier event with which that moment is compared."""

    @property
    def looks(self) -> bool:
        """Whether it only shows a moment of the past: nothing is played."""
        return bool(self.at) and not self.feature


def refuse_to_play(history: History, roll: Roll, fresh: Fresh) -> Draft:
    """Refuse to play: the command only shows something."""
    raise Refusal("only_read")


@refusing_faults()
def draft_of(command: Command, history: History, roll: Roll, fresh: Fresh) -> Draft:
    """Return the draft of a command; its typed faces come before the dice of `roll`."""
    faces = FacesOnTheTable(command.faces, roll)
    draft = command.play(history, faces, fresh)
    faces.require_all_used()
    return draft


def as_secret(command: Command) -> Command:
    """Return a command with the same outcome, hidden from the players."""

    def play_wrapped(history: History, roll: Roll, fresh: Fresh) -> Draft:
        draft = command.play(history, roll, fresh)
        return replace(draft, facts=(*draft.facts, Fact(SECRET)))

    return replace(command, play=play_wrapped)


def no_game_file(name: str) -> str:
    """Refuse a game file: there are none where a line is typed."""
    raise Refusal("no_such_game", name=name, known="—")


class CommandContext(Struct, frozen=True):
    """The place where a line is typed: the game so far, and the creatures that `.` stands for."""

    history: History
    here: tuple[str, ...] = ()
    library_history: History | None = None
    """The library of the campaign's folder, as just read."""
    game_text: Callable[[str], str] = no_game_file
    """Returns the text of a game file by its name; without a name, of the one that fits the campaign."""
    gm: str = ""
    """The GM who types; empty if that does not matter."""

    @property
    def library(self) -> History:
        """The library; an empty one if there is none."""
        return self.library_history or History(self.history.session.system)
