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
    from tracker.cli.verb import Verb
    from tracker.commands.command_spec import CommandSpec
    from tracker.screens.table.companion import Companion as TableCompanion
    from tracker.screens.table.move_player import MovePlayer
    from tracker.widgets.key import Key
    from tracker.wording.contract import Answer

Lines: TypeAlias = "tuple[CommandSpec, ...]"
Keys: TypeAlias = "Mapping[str, tuple[Key, ...]]"
Player: TypeAlias = "MovePlayer"
Companion: TypeAlias = "TableCompanion"
ShellVerbs: TypeAlias = "Mapping[str, Verb]"
Reply: TypeAlias = "Callable[[Invocation], int]"
Answers: TypeAlias = "tuple[type[Answer], ...]"


class Shell(Struct, frozen=True):
    """Verbs of the shell: their rows, the function that answers one, and what it prints as JSON."""

    verbs: Callable[[], ShellVerbs]
    reply: Callable[[str], Reply]
    answers: Callable[[str], Answers] | None = None


class Feature(Struct, frozen=True, kw_only=True):
    """What one feature adds. A part that is left out adds nothing."""

    id: str
    lines: Callable[[], Lines] | None = None
    """Verbs of the typed language."""
    keys: Callable[[], Keys] | None = None
    """Keys by place, of its own screens and of others."""
    opens: Callable[[Player, str], None] | None = None
    """Shows its screen, at a key of its own if one is given."""
    companion: Callable[[Player], Companion] | None = None
    """Makes what goes along with a table screen."""
    shell: Shell | None = None
