"""The stat block of another program as a template: what the sheet of the game has a field for.

The figures of every program go by the names of Improved Initiative: `HP`, `AC`, `Str`, `Type`, `Languages`,
`Description`. A game says which field of its sheet each of them fills.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.session.exchange.batch import ImportBatch, check_count
from tracker.session.exchange.element import NAME, NOTES, template_of
from tracker.session.pasted import Pasted
from tracker.session.state import Template
from tracker.session.text import clean

ABILITIES = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
_STATIC, _DICE = "Damage", "Damage dice"
"""The names under which a game says which field holds attacks: each with a figure, or with dice."""
_ROLLED = re.compile(r"(\d{1,4})\s*\((\d{1,3}d\d{1,3}(?:\s*[+-]\s*\d{1,3})?)\)")
"""The damage in the text of an action: `7 (1d8 + 3)`."""
_FIXED = re.compile(r"(?:hit|impacto):\s*(\d{0,3}d\d{1,3}(?:\s*[+-]\s*\d{1,3})?|\d{1,4})\b", re.IGNORECASE)
"""A damage without dice, or with dice alone: `Hit: 1 piercing damage`, `Hit: 1d6`."""
NAME_WORDS = 5
"""Most words of the name of a figure or of an attack."""
DICE = r"\d{0,3}d\d{1,3}(?:\s*[+-]\s*\d{1,3})?"
HIT = re.compile(r"\b(?:hit|impacto):", re.IGNORECASE)
_ATTACK = re.compile(r"\b(?:attack|ataque)\b[^:]*:", re.IGNORECASE)
_MORE_DAMAGE = re.compile(rf"\({DICE}\).*\({DICE}\)|\b(?:plus|más|or|o|and|y)\s+\d", re.IGNORECASE)
_AVERAGE = re.compile(r"(\d{1,4})\s*\((\d{1,3})d(\d{1,3})(?:\s*([+-])\s*(\d{1,3}))?\)")
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
    """The file's names of those that it calls otherwise."""
    actions: Sequence[Action] = ()
    others: tuple[str, ...] = ()
    """All else that stands in the file, by its names there."""
    notes: Sequence[Action] = ()
    """All else that stands in it as texts for the notes."""
    doubtful: frozenset[str] = frozenset()
    """The figures that a person should look at, by the names of Improved Initiative."""


def template_from(block: StatBlock, game: GameSystem) -> tuple[Template, tuple[str, ...]]:
    """Return the template of a stat block, and what was left out, by the names of its file.

    Refuses a figure that its field cannot hold.
    """
    row, left = row_in(block, game)
    return template_of(game, row), (*left, *block.others)


def read_in(block: StatBlock, game: GameSystem) -> tuple[Pasted, tuple[str, ...]]:
    """Return the creature of a stat block with the rest of it in its notes, and what they have no room for.

    Refuses a figure that its field cannot hold.
    """
    row, _left = row_in(block, game)
    rest = [
        Action(block.written.get(figure, figure), text)
        for figure, text in block.figures.items()
        if figure != "Description" and figure not in game.foreign
    ]
    paragraphs, left = [row.get(NOTES, "")[:NOTES_LENGTH]], list[str]()
    for each in (*rest, *block.notes, *block.actions):
        told = f"{each.name}: {each.text}".removesuffix(": ")
        if sum(map(len, paragraphs)) + len(paragraphs) + len(told) <= NOTES_LENGTH:
            paragraphs.append(told)
        else:
            left.append(each.name)
    template = template_of(game, {**row, NOTES: "\n".join(filter(None, paragraphs))})
    doubtful = {game.foreign.get(each, each) for each in block.doubtful} & row.keys()
    fields = (NAME, *(field.id for field in game.fields if field.id in row))
    return Pasted(template, fields, frozenset(doubtful)), (*left, *block.others)


def creatures_in(document: Any, name: str) -> Iterator[Any]:
    """Yield the creatures of a document: of its list of that name, of a bare list, or the document itself."""
    if isinstance(document, dict) and isinstance(document.get(name), list):
        yield from document[name]
    elif isinstance(document, list):
        yield from document
    else:
        yield document


def read_all(found: Iterable[Any], block_of: Callable[[Any], StatBlock], game: GameSystem) -> ImportBatch:
    """Return the creatures found, the wrong ones, and what is doubtful or was left out of each."""
    batch, elements = ImportBatch(), list(found)
    check_count(elements)
    for number, each in enumerate(elements, start=1):
        try:
            batch.take_read(number, *read_in(block_of(each), game))
        except Refusal as refusal:
            batch.refuse("templates", number, refusal)
    return batch


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


def is_average(text: str) -> bool:
    """Whether each number before dice in brackets is their average: `7 (2d6)`."""
    for number, count, sides, sign, more in _AVERAGE.findall(text):
        usual = int(count) * (int(sides) + 1) // 2 + int(f"{sign}{more}" or 0)
        if int(number) != max(usual, 1):
            return False
    return True


def is_plain_attack(action: Action) -> bool:
    """Whether an action is surely an attack with one damage: `Melee Attack: +4. Hit: 5 (1d6 + 2)`."""
    hit = HIT.search(action.text)
    if hit is None:
        return False
    after = action.text[hit.start() :]
    sure = _ATTACK.search(action.text[: hit.start()]) is not None and len(action.name.split()) <= NAME_WORDS
    sure &= not HIT.search(after[len(hit[0]) :]) and not _MORE_DAMAGE.search(after)
    return sure and is_average(after)


def damage_doubts(actions: Sequence[Action]) -> frozenset[str]:
    """Return the figures of the attacks among actions if any of them has no plain damage; else nothing."""
    doubtful = any(has_damage(each) and not is_plain_attack(each) for each in actions)
    return frozenset((_STATIC, _DICE) if doubtful else ())


def has_damage(action: Action) -> bool:
    return bool(_damage_in(action.text.translate(_MINUS), static=True))


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
