"""The stat block of another program as a template: what the sheet of the game has a field for.

The figures of every program go by the names of Improved Initiative: `HP`, `AC`, `Str`, `Type`, `Languages`,
`Description`. A game says which field of its sheet each of them fills.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.session.exchange.element import NAME, NOTES, template_of
from tracker.session.state import Template
from tracker.session.text import clean

ABILITIES = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
_STATIC, _DICE = "Damage", "Damage dice"
"""The names under which a game says which field holds attacks: each with a figure, or with dice."""
_ROLLED = re.compile(r"(\d{1,4})\s*\((\d{1,3}d\d{1,3}(?:\s*[+-]\s*\d{1,3})?)\)")
"""The damage in the text of an action: `7 (1d8 + 3)`."""
_FIXED = re.compile(r"(?:hit|impacto):\s*(\d{0,3}d\d{1,3}(?:\s*[+-]\s*\d{1,3})?|\d{1,4})\b", re.IGNORECASE)
"""A damage without dice, or with dice alone: `Hit: 1 piercing damage`, `Hit: 1d6`."""
_MINUS = str.maketrans({"−": "-", "–": "-"})


class Action(Struct, frozen=True):
    """An ability of a creature: its name and its text."""

    name: str
    text: str = ""


class StatBlock(Struct, frozen=True):
    """A creature of another program."""

    name: str
    figures: Mapping[str, str]
    """Texts by the names of Improved Initiative."""
    written: Mapping[str, str]
    """What the file calls those that it calls otherwise."""
    actions: Sequence[Action] = ()
    others: tuple[str, ...] = ()
    """What else stands in the file, by its names there."""


def taken_in(block: StatBlock, game: GameSystem) -> tuple[Template, tuple[str, ...]]:
    """Return the template of a stat block, and what was left out, by the names of its file.

    Refuses a figure that its field cannot hold.
    """
    row, left = row_in(block, game)
    return template_of(game, row), (*left, *block.others)


def row_in(block: StatBlock, game: GameSystem) -> tuple[dict[str, str], list[str]]:
    """Return a stat block as texts by the ids of the game's fields, and which of its figures have none."""
    row, left = {NAME: block.name}, list[str]()
    for figure, text in block.figures.items():
        field = NOTES if figure == "Description" else game.foreign.get(figure, "")
        if field:
            row[field] = text
        else:
            left.append(block.written.get(figure, figure))
    attacks, idle = _attacks(block.actions, game)
    if attacks:
        row[attacks[0]] = attacks[1]
    if idle:
        left.append(f"{block.written.get('Actions', 'Actions')} ({', '.join(idle)})")
    return row, left


def _attacks(actions: Sequence[Action], game: GameSystem) -> tuple[tuple[str, str] | None, list[str]]:
    """Return the field for attacks with its text, and the names of the actions that are none."""
    field = game.foreign.get(_STATIC) or game.foreign.get(_DICE)
    if not field:
        return None, [each.name for each in actions]
    attacks, idle = dict[str, str](), list[str]()
    for action in actions:
        damage = _damage_in(action.text.translate(_MINUS), static=_STATIC in game.foreign)
        if not damage:
            idle.append(action.name)
            continue
        name = " ".join(re.sub(r"[,*]|\(.*?\)", " ", action.name).split()) or action.name
        attacks[name] = damage
    return (field, ", ".join(f"{name} {damage}" for name, damage in attacks.items())), idle


def _damage_in(text: str, *, static: bool) -> str:
    """Return the damage in the text of an action, a figure or dice; empty if there is none."""
    if rolled := _ROLLED.search(text):
        return rolled[1] if static else re.sub(r"\s", "", rolled[2])
    fixed = _FIXED.search(text)
    return re.sub(r"\s", "", fixed[1]) if fixed else ""


def leading_number(value: Any) -> str:
    """Return the number that a value is or begins with: `27`, `27 (5d8 + 5)`; refuses any other value."""
    found = re.match(r"\s*(\d{1,9})(?!\w)", str(value)) if not isinstance(value, bool) else None
    if found is None:
        raise Refusal("not_importable", value=clean(str(value), NAME_LENGTH))
    return found[1]


def as_text(value: Any) -> str:
    """Return a text, a number or a list of them as one text; refuses any other value."""
    if isinstance(value, list):
        return ", ".join(as_text(each) for each in value)
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise Refusal("not_importable", value=clean(str(value), NAME_LENGTH))
    return str(value).strip()
