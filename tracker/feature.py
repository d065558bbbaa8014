"""A feature: a folder in `tracker/features/`, and what it may add to the program.

A part is data, or a function that imports what it needs when it is called, because declarations are read at
every start. At run time this module is below every layer: it imports their types only for the type checker.
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
"""A history, one of its events, and the session after the event."""
Companion: TypeAlias = "TableCompanion"
Screens: TypeAlias = "tuple[type, ...]"
ShellVerbs: TypeAlias = "Mapping[str, Verb]"
Reply: TypeAlias = "Callable[[Invocation], int]"
Answers: TypeAlias = "tuple[type[Answer], ...]"


class Shell(Struct, frozen=True):
    """Verbs of the shell: their rows, the function that answers one, and the JSON that it prints."""

    verbs: Callable[[], ShellVerbs]
    reply: Callable[[str], Reply]
    answers: Callable[[str], Answers] | None = None


class CarriedOut(Struct, frozen=True):
    """Commands that are not played in the campaign: their preview, at the table, in the shell."""

    foreseen: Callable[[Command, Context], Preview]
    at_table: Callable[[Player, Command], Played]
    """Plays the command into an event, or shows something and returns None."""
    in_shell: Callable[[Orders, Command], OrderAnswer]
    answers: Callable[[], Answers] | None = None
    """The types of JSON answers beside those of played commands."""
    saves: bool = False
    """Whether they write outside the campaign, so that a rehearsal only shows their preview."""


class AtMoment(Struct, frozen=True):
    """What the log offers at the event under the cursor."""

    finds: Callable[[Moment], str]
    """Finds the key at which the feature opens; empty if the event has none."""
    page: Callable[[Past, str], Page] | None = None
    """Builds a page on top of the log; without it the log closes and the feature's screen opens."""


class Feature(Struct, frozen=True, kw_only=True):
    """The parts that one feature adds to the program. A part that is left out adds nothing."""

    id: str
    lines: Callable[[], Lines] | None = None
    """Verbs of the typed language."""
    keys: Callable[[], Keys] | None = None
    """Keys by place, for its own screens and for others."""
    opens: Callable[[Player, str], None] | None = None
    """Shows its screen, at one of the feature's keys unless the key is empty."""
    carries: CarriedOut | None = None
    """How its commands are carried out."""
    at_moment: AtMoment | None = None
    """What its key in the log does."""
    screens: Callable[[], Screens] | None = None
    """Its screens that have keys of their own."""
    companion: Callable[[Player], Companion] | None = None
    """Builds its companion of a table screen."""
    shell: Shell | None = None
