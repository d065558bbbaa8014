"""Faults of game files and what a file holds, in words."""

from tracker.rules.game_file.records import GameFile
from tracker.rules.refusal import Refusal
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence


def fault_text(fault: Refusal) -> str:
    """Return a fault with its line and its place: `línea 3, [act.daño.do]: …`."""
    line, text = fault.data.get("line", 1), refusal_sentence(fault)
    where = fault.data.get("where")
    if not where:
        return say("game_file.in_line", line=line, text=text)
    return say("game_file.at", line=line, where=where, text=text)


def contents(game: GameFile) -> str:
    """Return what a file holds, counted."""
    return say(
        "game_file.contents",
        name=game.name,
        figures=len(game.attributes) + len(game.derived) + len(game.counters) + len(game.lists),
        checks=len(game.checks),
        acts=len(game.acts),
        conditions=len(game.conditions),
        dues=len(game.dues),
    )
