"""Lighting and putting out a light: that of a row, the only one, or one of several."""

from collections.abc import Iterable

from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger, labels
from tracker.rules.text import fold
from tracker.screens.table.move_player import MovePlayer
from tracker.session.moves import supplies
from tracker.session.state import Session
from tracker.widgets.picker import Option, Picker
from tracker.wording.messages import say, say_of


def ask_light(player: MovePlayer, row: str) -> None:
    """Light or put out the supply of a row; if the row has no light, the only one; else ask which.

    A spent one gives way to the next: of its name and owner, of its name, of its owner, else any.
    """
    session = player.session
    lights = [key for key, each in session.supplies.items() if each.light and not each.is_depleted]
    supply = session.supplies.get(row)
    if supply is not None and supply.is_depleted and supply.light and (unlit := _unlit(session, lights)):
        _turn(player, min(unlit, key=lambda key: _likeness(session.supplies[key], supply)))
    elif supply is not None and (supply.light or supply.trigger is Trigger.TIME):
        _turn(player, row)
    elif len(lights) == 1:
        _turn(player, lights[0])
    elif lights:
        _ask_which(player, lights)
    else:
        player.refuse(Refusal("nothing_to_light"))


def _unlit(session: Session, lights: Iterable[str]) -> list[str]:
    return [key for key in lights if not session.supplies[key].active]


def _likeness(light: Supply, spent: Supply) -> tuple[bool, bool]:
    """Sort key of the lights that may replace a spent one, the likest first."""
    return fold(light.name) != fold(spent.name), light.owner != spent.owner


def _ask_which(player: MovePlayer, lights: list[str]) -> None:
    session, names = player.session, labels(player.session.supplies)
    options = [
        Option(key, names[key], " · ".join(filter(None, _facts(player, key))))
        for key in sorted(lights, key=lambda key: session.supplies[key].active)
    ]

    def chosen(key: str | None) -> None:
        if key is not None:
            _turn(player, key)

    player.screen.app.push_screen(Picker(say("lights.which"), options), chosen)


def _facts(player: MovePlayer, key: str) -> tuple[str, ...]:
    """Describe a light: its owner, its die, and whether it burns."""
    supply = player.session.supplies[key]
    burns = say_of("lights.burns", supply.name) if supply.active else ""
    return player.history.names.get(supply.owner, ""), f"d{supply.die}", burns


def _turn(player: MovePlayer, key: str) -> None:
    if key in player.session.supplies:
        lit = not player.session.supplies[key].active
        player.play(lambda history: supplies.light(history.session, key, lit=lit))
    else:
        player.refuse(Refusal("row_gone"))
