"""The title of the terminal's window."""

from collections.abc import Sequence

from tracker.wording.messages import say
from tracker.wording.template import join_names


def title_text(campaign: str, acting: Sequence[str]) -> str:
    """Write a title, `Turno de Lía · La Torre`; a window that is too narrow shows the turn."""
    return " · ".join(filter(None, [acting_text(acting), campaign]))


def acting_text(names: Sequence[str]) -> str:
    """Say whose turn it is; empty between turns."""
    return say("players.s_turn", name=join_names(names)) if names else ""
