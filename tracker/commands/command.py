"""A command: a typed line, parsed and ready to be played."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from tracker.commands.faults import refusing_faults
from tracker.rules.dice import Roll
from tracker.rules.dice.expression import Expression
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.aim import Pointer
from tracker.session.event import SECRET, Draft, Fresh
from tracker.session.faces import FacesOnTheTable
from tracker.session.history import History
from tracker.session.pasted import Pasted
from tracker.session.state import Session
from tracker.wording.rule_tables import RuleTable

_UNFIT_FACES = ("too_few_faces", "face_out_of_range")
"""Codes of refusals of faces that may be meant in another order."""


class Command(Struct, frozen=True):
    """A parsed line. `play` makes the draft and refuses what the rules do not allow."""

    verb: str
    play: Callable[[History, Roll, Fresh], Draft]
    faces: tuple[int, ...] = ()
    """Faces of real dice, in the order of their fall."""
    expression: Expression | None = None
    """The dice of a command that only rolls."""
    shows: RuleTable | None = None
    """A table of the rules; the command shows it and plays nothing."""
    tells: str = ""
    """An answer about the present state; the command shows it and plays nothing."""
    feature: str = ""
    """Id of the feature that runs it; empty if it is played in the campaign."""
    at: str = ""
    """Id of the event after which the table is shown; empty for now."""
    pasted: tuple[Pasted, ...] = ()
    """The creature of a stat block, shown before it is created."""
    since: str = ""
    """Id of an earlier event to compare that moment with."""

    @property
    def looks(self) -> bool:
        """Whether it only shows a moment of the past and plays nothing."""
        return bool(self.at) and not self.feature


def refuse_to_play(history: History, roll: Roll, fresh: Fresh) -> Draft:
    """Refuse to play a command that only shows something."""
    raise Refusal("only_read")


@refusing_faults()
def draft_of(command: Command, history: History, roll: Roll, fresh: Fresh) -> Draft:
    """Play a command into a draft; its typed faces come before the dice of `roll`.

    Faces that do not suffice for the hits and the damage of several attacks may be those of the hits: then
    all damage waits. Refuses faces that are left over.
    """
    try:
        return _draft_with(FacesOnTheTable(command.faces, roll), command, history, fresh)
    except Refusal as refusal:
        if refusal.code not in _UNFIT_FACES:
            raise
        with suppress(Refusal):
            return _draft_with(FacesOnTheTable(command.faces, roll, only_hits=True), command, history, fresh)
        raise


def _draft_with(faces: FacesOnTheTable, command: Command, history: History, fresh: Fresh) -> Draft:
    draft = command.play(history, faces, fresh)
    faces.require_all_used()
    return draft.with_named_rolls(fresh)


def as_secret(command: Command) -> Command:
    """Wrap a command so that its outcome is hidden from the players."""

    def play_wrapped(history: History, roll: Roll, fresh: Fresh) -> Draft:
        draft = command.play(history, roll, fresh)
        return replace(draft, facts=(*draft.facts, Fact(SECRET)))

    return replace(command, play=play_wrapped)


def no_game_file(name: str) -> str:
    """Refuse every game file: the default where none can be read."""
    raise Refusal("no_such_game", name=name, known="—")


class Label(Struct, frozen=True):
    """What the screen calls by a name: a line, or the action of a key."""

    line: str
    """The beginning of the line that does the same, without those it is for; empty for an action."""
    key_id: str = ""
    key: str = ""
    """The key as it is usually set, for a sentence; empty for an action that only the palette names."""


def no_labels(session: Session) -> Mapping[str, Label]:
    """Know no names of keys: the default where there are no keys."""
    return {}


class CommandContext(Struct, frozen=True):
    """Where a line is typed: the game so far, and the creatures that `.` stands for."""

    history: History
    here: tuple[str, ...] = ()
    library_history: History | None = None
    """The library of the campaign's folder, freshly read."""
    game_text: Callable[[str], str] = no_game_file
    """Finds the text of a game file by name; without a name, of the one that fits the campaign."""
    gm: str = ""
    """The GM who types; empty if it does not matter."""
    labels: Callable[[Session], Mapping[str, Label]] = no_labels
    """Maps what the keys of the screen are called, normalized, to what they do."""
    pointer: Pointer = Pointer()
    """What the GM points at, for an act without a name."""

    @property
    def library(self) -> History:
        """The library, or an empty one."""
        return self.library_history or History(self.history.session.system)
