"""Stat blocks of other programs as templates, as far as the game's sheet has fields for them.

The figures of every program have the names of Improved Initiative: `HP`, `AC`, `Str`, `Type`, `Languages`,
`Description`. A game says which field of its sheet each of them fills.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tracker.rules.fields import NOTES_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs
from tracker.session.exchange.batch import ImportBatch, check_count
from tracker.session.exchange.element import NAME, NOTES, template_of, unfit
from tracker.session.pasted import Pasted

_STATIC, _DICE = "Damage", "Damage dice"
"""The names by which a game says which field has attacks: with a figure each, or with dice."""
_ROLLED = re.compile(r"(?<![d\d+-])(?<![+-] )(\d{1,4})\s*\((\d{1,3}d\d{1,3}(?:\s*[+-]\s*\d{1,3})?)\)")
"""Damage with its average in the text of an action: `7 (1d8 + 3)`."""
NAME_WORDS = 5
"""Most words in the name of a figure or an attack."""
DICE = r"\d{0,3}d\d{1,3}(?:\s*[+-]\s*\d{1,3})?"
HIT = re.compile(r"(?<!to )(?<!de )\b(?:hit|impacto|acierto|golpe)\b(?:\s*:|(?=\s+\(?\d))", re.IGNORECASE)
_FIXED = re.compile(rf"\s*\(?({DICE}|\d{{1,4}}\b)")
"""Damage without an average, after `HIT`: `1d6`, `(1d6 + 2)`, `1 piercing damage`."""
_THROW = re.compile(
    r"(?:(?:melee|ranged|weapon|spell|attack|roll|atk|or|cuerpo|distancia|ataque|tirada|arma|conjuro|con|de|a|o|y)"
    r"\s*)*:?\s*[+-]\s?\d{1,2}\b(?=\s*(?:to hit|a impactar|para impactar|[,;.(]|$))",
    re.IGNORECASE,
)
"""The beginning of an attack that has no `Hit:`: `Melee Weapon Attack: +5`, `+5 to hit`."""
_DAMAGE = re.compile(rf"\b({DICE})|\b(\d{{1,4}})(?=\s+(?:\w+\s+){{0,2}}(?:damage|daño)\b|\s+de\s+daño\b)")
"""Damage in an attack that has no `Hit:`: dice, or a number that is said to be damage."""
_ATTACK = re.compile(r"\b(?:attack|ataque)\b[^:]*:", re.IGNORECASE)
_MORE_DAMAGE = re.compile(rf"\({DICE}\).*\({DICE}\)|\b(?:plus|más|or|o|and|y)\s+\(?\d", re.IGNORECASE)
_AVERAGE = re.compile(r"(?<![d\d+-])(?<![+-] )(\d{1,4})\s*\((\d{1,3})d(\d{1,3})(?:\s*([+-])\s*(\d{1,3}))?\)")


_ROLLER = re.compile(r"`?\bdice:\s*([\dd+\- ]+)((?:\|\w+(?:\([^()]*\))?)*)`?")
"""A roll for the dice roller of Obsidian, with what it shows: `dice:1d6+2|avg|text(5)`."""


class Action(Struct, frozen=True):
    """An ability of a creature: its name and its text."""

    name: str
    text: str = ""


class StatBlock(Struct, frozen=True):
    """A creature of another program."""

    name: str
    figures: Mapping[str, str]
    """Texts, by the names of Improved Initiative."""
    written: Mapping[str, str]
    """The names in the file, where they are others."""
    actions: Sequence[Action] = ()
    others: tuple[str, ...] = ()
    """Names of everything else in the file."""
    notes: Sequence[Action] = ()
    """Everything else as texts for the notes."""
    doubtful: frozenset[str] = frozenset()
    """Figures that a person should check, by the names of Improved Initiative."""


def template_from(block: StatBlock, game: GameSystem) -> tuple[Pasted, tuple[str, ...]]:
    """Make a creature, and list what was left out by the names of the file.

    Refuses a figure that its field cannot hold.
    """
    row, left_out = row_in(block, game)
    paragraphs = [row.get(NOTES, "")]
    return _make_pasted(block, game, row, paragraphs, left_out), (*left_out, *block.others)


def read_in(block: StatBlock, game: GameSystem) -> tuple[Pasted, tuple[str, ...]]:
    """Make a creature with everything else in its notes, and list what does not fit there.

    Refuses a figure that its field cannot hold.
    """
    row, _left = row_in(block, game)
    rest = [
        Action(block.written.get(figure, figure), text)
        for figure, text in block.figures.items()
        if figure != "Description" and not _field_of(figure, game)
    ]
    paragraphs, left_out = [row.get(NOTES, "")[:NOTES_LENGTH]], list[str]()
    for each in (*rest, *block.notes, *block.actions):
        paragraph = f"{each.name}: {each.text}".removesuffix(": ")
        if sum(map(len, paragraphs)) + len(paragraphs) + len(paragraph) <= NOTES_LENGTH:
            paragraphs.append(paragraph)
        else:
            left_out.append(each.name)
    paragraphs[0] = row.get(NOTES, "")
    return _make_pasted(block, game, row, paragraphs, left_out), (*left_out, *block.others)


def _make_pasted(
    block: StatBlock, game: GameSystem, row: Mapping[str, str], paragraphs: Sequence[str], left_out: list[str]
) -> Pasted:
    """Make the creature of a row and of the paragraphs of its notes, which are kept to their limit."""
    first, *others = paragraphs
    if len(first) > NOTES_LENGTH:
        left_out.insert(0, f"{block.written.get('Description', 'Description')} ({NOTES_LENGTH}/{len(first)})")
    notes = "\n".join(filter(None, (first[:NOTES_LENGTH], *others)))
    template = template_of(game, {**row, NOTES: notes})
    doubtful = {_field_of(each, game) or each for each in block.doubtful} & row.keys()
    fields = (NAME, *(field.id for field in game.fields if field.id in row))
    return Pasted(template, fields, frozenset(doubtful | missing_main_figure(game, row)))


def missing_main_figure(game: GameSystem, row: Mapping[str, str]) -> set[str]:
    """Return the field of a creature's points, if a row has neither them nor their maximum."""
    points = game.foreign.get("HP")
    present = {gauge.current for gauge in game.gauges if gauge.maximum == points} | {points}
    return {points} if points and not present & row.keys() else set()


def _field_of(figure: str, game: GameSystem) -> str:
    """Find the field for a figure, which may be the id of a field; empty for none."""
    own_ids = (figure for field in game.fields if field.id == figure)
    return game.foreign.get(figure) or next(own_ids, "")


def creatures_in(document: Any, name: str) -> Iterator[Any]:
    """Yield the creatures of a document: of its list of that name, of a bare list, or the document itself."""
    if isinstance(document, dict) and isinstance(document.get(name), list):
        yield from document[name]
    elif isinstance(document, list):
        yield from document
    else:
        yield document


def read_all(documents: Iterable[Any], block_of: Callable[[Any], StatBlock], game: GameSystem) -> ImportBatch:
    """Read the creatures, with the wrong ones, and what is doubtful or was left out of each."""
    batch, elements = ImportBatch(), list(documents)
    check_count(elements)
    for number, each in enumerate(elements, start=1):
        try:
            batch.take_read(number, *read_in(block_of(each), game))
        except Refusal as refusal:
            batch.refuse("templates", number, refusal)
    return batch


def row_in(block: StatBlock, game: GameSystem) -> tuple[dict[str, str], list[str]]:
    """Write a stat block as texts by the ids of the game's fields, and list the figures without a field."""
    row, left_out = {NAME: block.name}, list[str]()
    for figure, text in block.figures.items():
        field = NOTES if figure == "Description" else _field_of(figure, game)
        if field:
            row[field] = text
        else:
            left_out.append(block.written.get(figure, figure))
    attacks, idle = _attacks(block.actions, game)
    if attacks:
        row[attacks[0]] = attacks[1]
    if idle:
        left_out.append(f"{block.written.get('Actions', 'Actions')} ({', '.join(idle)})")
    return row, left_out


def _attacks(actions: Sequence[Action], game: GameSystem) -> tuple[tuple[str, str] | None, list[str]]:
    """Find the field for attacks with its text, and the names of the actions without damage."""
    field = game.foreign.get(_STATIC) or game.foreign.get(_DICE)
    if not field:
        return None, [each.name for each in actions]
    attacks, idle = dict[str, str](), list[str]()
    for action in actions:
        damage = _damage_in(with_plain_signs(action.text), static=_STATIC in game.foreign)
        if not damage:
            idle.append(action.name)
            continue
        name = " ".join(re.sub(r"[,*]|\(.*?\)", " ", action.name).split()) or action.name
        attacks[name] = damage
    return (field, ", ".join(f"{name} {damage}" for name, damage in attacks.items())), idle


def _damage_in(text: str, *, static: bool) -> str:
    """Find the damage in the text of an action, a figure or dice; empty if there is none."""
    if match := _ROLLED.search(text):
        return match[1] if static else re.sub(r"\s", "", match[2])
    if (hit := HIT.search(text)) is not None:
        figure = _FIXED.match(text, hit.end())
    else:
        throw = _THROW.match(text)
        figure = throw and _DAMAGE.search(text, throw.end())
    return re.sub(r"\s", "", next(filter(None, figure.groups()))) if figure else ""


def without_roller(text: str) -> str:
    """Write rolls for Obsidian's dice roller as it shows them, or as their dice."""
    return _ROLLER.sub(_shown_roll, text)


def _shown_roll(roll: re.Match[str]) -> str:
    shown = re.search(r"\|text\(([^()]*)\)", roll[2])
    return shown[1] if shown else roll[1]


def is_average(text: str) -> bool:
    """Whether each number before dice in brackets is their average: `7 (2d6)`."""
    for number, count, sides, sign, more in _AVERAGE.findall(text):
        average = int(count) * (int(sides) + 1) // 2 + int(f"{sign}{more}" or 0)
        if int(number) != max(average, 1):
            return False
    return True


def points_doubts(points: str, dice: str) -> frozenset[str]:
    """List the hit points as doubtful, if they are not the average of their dice."""
    is_sure = not points or is_average(f"{points} ({dice.strip('() ')})")
    return frozenset(() if is_sure else ("HP",))


def is_plain_attack(action: Action) -> bool:
    """Whether an action is surely an attack with one damage: `Melee Attack: +4. Hit: 5 (1d6 + 2)`."""
    text, hit = with_plain_signs(action.text), HIT.search(with_plain_signs(action.text))
    if hit is not None:
        effect = text[hit.start() :]
        sure = _ATTACK.search(text[: hit.start()]) is not None and not HIT.search(effect[len(hit[0]) :])
    else:
        throw = _THROW.match(text)
        effect = text[throw.end() :] if throw else ""
        sure = len(re.findall(DICE, effect)) == 1
    sure &= len(action.name.split()) <= NAME_WORDS and not _MORE_DAMAGE.search(effect)
    return sure and is_average(effect)


def is_throw(action: Action) -> bool:
    """Whether an action begins as an attack and has damage: `+5 to hit, 1d6 + 3 damage`."""
    return _THROW.match(action.text) is not None and has_damage(action)


def damage_doubts(actions: Sequence[Action]) -> frozenset[str]:
    """List the figures of attacks as doubtful, if any action has a damage that is not plain."""
    doubtful = any(has_damage(each) and not is_plain_attack(each) for each in actions)
    return frozenset((_STATIC, _DICE) if doubtful else ())


def has_damage(action: Action) -> bool:
    return bool(_damage_in(with_plain_signs(action.text), static=True))


def leading_number(value: Any, name: str = "") -> str:
    """Take the number that a value is or begins with: `27`, `27 (5d8 + 5)`; refuses any other value.

    `name` is that of the figure in the file.
    """
    match = None if isinstance(value, bool) else re.match(r"\s*(\d{1,9})(?!\w)", with_plain_signs(str(value)))
    if match is None:
        raise unfit(value, name, "not_a_figure")
    return match[1]


def as_text(value: Any, name: str = "") -> str:
    """Join a text, a number or a list of them; refuses any other value."""
    if isinstance(value, list):
        return ", ".join(as_text(each, name) for each in value)
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise unfit(value, name, "not_a_text")
    return str(value).strip()
