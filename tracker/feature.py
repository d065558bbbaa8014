"""A feature: a folder in `tracker/features/`, and what it may add to the program.

A declaration is read at every start, so a part is data, or a function that imports what it needs when it is
called. At run time this module stands below every layer: it imports their types for the type checker alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tracker.cli.invocation import Invocation
    from tracker.cli.play import Orders as ShellOrders
    from tracker.cli.verb import Verb
    from tracker.commands.command import Command as TypedCommand
    from tracker.commands.command import CommandContext
    from tracker.commands.command_spec import CommandSpec
    from tracker.commands.preview import Preview as CommandPreview
    from tracker.screens.page_screen import PageScreen
    from tracker.screens.table.companion import Companion as TableCompanion
    from tracker.screens.table.move_player import MovePlayer
    from tracker.session.event import Event
    from tracker.session.history import History
    from tracker.session.state import Session
    from tracker.widgets.key import Key
    from tracker.wording.contract import Answer
    from tracker.wording.contract import OrderAnswer as AnswerOfOrder

Lines: TypeAlias = "tuple[CommandSpec, ...]"
Keys: TypeAlias = "Mapping[str, tuple[Key, ...]]"
Player: TypeAlias = "MovePlayer"
Orders: TypeAlias = "ShellOrders"
Command: TypeAlias = "TypedCommand"
Context: TypeAlias = "CommandContext"
Preview: TypeAlias = "CommandPreview"
Played: TypeAlias = "Event | None"
OrderAnswer: TypeAlias = "AnswerOfOrder"
Past: TypeAlias = "History"
Page: TypeAlias = "PageScreen"
Moment: TypeAlias = "tuple[History, Event, Session]"
"""An event of a history, and the session as it left it."""
Companion: TypeAlias = "TableCompanion"
Screens: TypeAlias = "tuple[type, ...]"
ShellVerbs: TypeAlias = "Mapping[str, Verb]"
Reply: TypeAlias = "Callable[[Invocation], int]"
Answers: TypeAlias = "tuple[type[Answer], ...]"


class Shell(Struct, frozen=True):
    """Verbs of the shell: their rows, the function that answers one, and what it prints as JSON."""

    verbs: Callable[[], ShellVerbs]
    reply: Callable[[str], Reply]
    answers: Callable[[str], Answers] | None = None


class CarriedOut(Struct, frozen=True):
    """Commands that are not played in the campaign: what happens to one at the table, and in the shell."""

    foreseen: Callable[[Command, Context], Preview]
    at_table: Callable[[Player, Command], Played]
    """Returns the event, or None if something is shown instead."""
    in_shell: Callable[[Orders, Command], OrderAnswer]
    answers: Callable[[], Answers] | None = None
    """What the shell answers besides what is played, as JSON."""


class AtMoment(Struct, frozen=True):
    """What the log offers at the event under the cursor."""

    finds: Callable[[Moment], str]
    """Returns where it opens; empty if the event has nothing for it."""
    page: Callable[[Past, str], Page] | None = None
    """Makes a page over the log; without one, the log closes and the screen of the feature opens."""


class Feature(Struct, frozen=True, kw_only=True):
    """What one feature adds. A part that is left out adds nothing."""

    id: str
    lines: Callable[[], Lines] | None = None
    """Verbs of the typed language."""
    keys: Callable[[], Keys] | None = None
    """Keys by place, of its own screens and of others."""
    opens: Callable[[Player, str], None] | None = None
    """Shows its screen, at a key of its own if one is given."""
    carries: CarriedOut | None = None
    """Carries out its own commands."""
    at_moment: AtMoment | None = None
    """Its key of the log."""
    screens: Callable[[], Screens] | None = None
    """Its screens with keys of their own."""
    companion: Callable[[Player], Companion] | None = None
    """Makes what goes along with a table screen."""
    shell: Shell | None = None
