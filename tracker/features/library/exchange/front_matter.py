"""Reads the stat blocks of Markdown notes, in front matter or in a block, and those of Fantasy Statblocks.

It may use any YAML but aliases: with them, a few lines could expand to millions.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.session.exchange.batch import ImportBatch, check_count
from tracker.session.exchange.element import NOTES, Names, as_object, column_of, fits, unfit
from tracker.session.exchange.figure_names import ABILITIES, figure_of, is_figure
from tracker.session.exchange.stat_block import (
    Action,
    StatBlock,
    as_text,
    damage_doubts,
    leading_number,
    points_doubts,
    template_from,
    without_roller,
)
from tracker.session.state import Session
from tracker.session.text import clean

CREATURES = "templates"
NO_NOTE = "no_front_matter"
"""The refusal of a note that holds no creature: a folder of notes has many."""
_FENCE = "---"
_BLOCK = "```statblock"
"""Begins a stat block in the text of a note."""
MOST_LETTERS = 1 << 16
"""Letters of the longest front matter: a stat block has a few thousand."""
_NUMBERS = ("HP", "HP.Max", *ABILITIES)
_EMPHASIS = str.maketrans(dict.fromkeys("*`"))
_TEXTS = ("AC", "AC.Notes", "Type", "Languages", "Description")
_LISTS = ("actions", "bonus_actions", "reactions", "legendary_actions")
"""Lists whose elements may be attacks; the first is that of every creature."""
_TECHNICAL = (
    *("statblock", "layout", "tags", "aliases", "cssclass", "cssclasses", "image", "bestiary", "source"),
    *("monster", "creature", "note", "path", "columns", "forcecolumns", "dice", "render"),
)
"""Keys that say how a note is kept or shown, or another creature, and nothing about this one."""


def read_front_matter(
    text: str, game: GameSystem, _library: Session, names: Names, title: str = ""
) -> ImportBatch:
    """Read the creatures of a note, from its blocks or its front matter, or the line that is wrong.

    A creature without a name has the note's `title`. Refuses a text without either.
    """
    batch = ImportBatch()
    for number, entries in enumerate(_notes_in(text), start=1):
        _read_entries(batch, number, entries, game, names, title=title)
    return batch


def is_fantasy_statblock(value: Any) -> bool:
    """Tell whether a JSON document looks like one of Fantasy Statblocks: a creature, or a list of them."""
    each = value[0] if isinstance(value, list) and value else value
    keys = {str(key).lower() for key in each} if isinstance(each, dict) else set[str]()
    return "name" in keys and bool(keys & {"hp", "stats"}) and not keys & {"system", "library"}


def read_fantasy_statblocks(document: Any, game: GameSystem, names: Names) -> ImportBatch:
    """Read the creatures of a document, the wrong ones, and what is doubtful or was left out of each."""
    batch, rows = ImportBatch(), document if isinstance(document, list) else [document]
    check_count(rows)
    for number, each in enumerate(rows, start=1):
        _read_entries(batch, number, each, game, names)
    return batch


def _read_entries(
    batch: ImportBatch, number: int, entries: Any, game: GameSystem, names: Names, *, title: str = ""
) -> None:
    """Add a creature from the keys of a note or of an object."""
    try:
        block = _with_title(_block(as_object(entries), game, names), title)
        batch.take_read(number, *template_from(block, game))
    except Refusal as refusal:
        batch.refuse(CREATURES, number, refusal)


def _with_title(block: StatBlock, title: str) -> StatBlock:
    """Name a creature that has no name after its note; refuses a note without a name or figures."""
    if block.name or not title:
        return block
    if not block.figures and not block.actions:
        raise Refusal(NO_NOTE)
    return replace(block, name=title[:NAME_LENGTH])


def _block(entries: Mapping[str, Any], game: GameSystem, names: Names) -> StatBlock:
    figures, source_names, actions = dict[str, str](), dict[str, str](), list[Action]()
    creature_name, unread = "", list[str]()
    for key, value in entries.items():
        figure = figure_of(key)
        if figure == "Name":
            creature_name = as_text(value, key)
        elif value in (None, "", [], {}):
            continue
        elif text_id := _text_place(key, value, game, names):
            earlier = figures.get(text_id, "") if text_id == "Description" else ""
            figures[text_id] = "\n".join(filter(None, (earlier, as_text(value, key))))
            source_names[text_id] = key
        elif figure in _NUMBERS:
            figures[figure], source_names[figure] = leading_number(value, key), key
        elif figure == "Stats":
            scores = _scores(value, key)
            figures |= scores
            source_names |= {ability: f"{key}.{ability.lower()}" for ability in scores}
        elif figure == "Actions" or key.lower() in _LISTS:
            actions += _actions(value, key)
            source_names.setdefault("Actions", key)
        elif key.lower() not in _TECHNICAL:
            unread.append(clean(key, NAME_LENGTH))
    return StatBlock(
        creature_name,
        figures,
        source_names,
        actions,
        tuple(unread),
        doubtful=_doubts(entries, figures, actions),
    )


def _text_place(key: str, value: Any, game: GameSystem, names: Names) -> str:
    """Find the field of the game's own sheet for a text, else its figure; empty for none.

    What has parts of its own has no place, nor a figure of other games that the game's field cannot hold.
    """
    if any(isinstance(each, dict) for each in (value if isinstance(value, list) else [value])):
        return ""
    figure, own_ids = figure_of(key), [field.id for field in game.fields]
    column = column_of(key, own_ids, names)
    if column not in own_ids or figure in game.foreign:
        is_notes = column_of(key, (NOTES,), names) == NOTES
        return "Description" if is_notes else figure if figure in _TEXTS else ""
    return column if not is_figure(key) or fits(game, column, as_text(value, key)) else ""


def _doubts(
    entries: Mapping[str, Any], figures: Mapping[str, str], actions: Sequence[Action]
) -> frozenset[str]:
    dice = next((str(value) for key, value in entries.items() if figure_of(key) == "HP.Dice" and value), "")
    return damage_doubts(actions) | points_doubts(figures.get("HP", ""), dice)


def _scores(value: Any, name: str) -> dict[str, str]:
    """Read the six abilities of `stats: [15, 14, 13, 12, 10, 8]`, or of an object of them."""
    if isinstance(value, dict):
        scores = {figure_of(str(key)): leading_number(score, str(key)) for key, score in value.items()}
        return {ability: score for ability, score in scores.items() if ability in ABILITIES}
    if not isinstance(value, list) or len(value) != len(ABILITIES):
        raise unfit(value, name, "six_figures")
    return {ability: leading_number(score, name) for ability, score in zip(ABILITIES, value, strict=True)}


def _actions(value: Any, name: str) -> list[Action]:
    if not isinstance(value, list):
        raise unfit(value, name, "not_a_list")
    pairs = [_name_and_text(action, name) for action in value]
    return [
        Action(as_text(title, name), without_roller(as_text(text, name)).translate(_EMPHASIS))
        for title, text in pairs
    ]


def _name_and_text(action: Any, name: str) -> tuple[Any, Any]:
    """Read `{"name": …, "desc": …}`, or `[name, text]` in short."""
    match action:
        case {}:
            return action.get("name", ""), action.get("desc", action.get("text", ""))
        case [title, text]:
            return title, text
        case _:
            raise unfit(action, name, "not_a_list")


def _notes_in(text: str) -> Iterator[dict[str, Any]]:
    """Parse the blocks of a note; without any, its front matter."""
    lines = text.removeprefix("\ufeff").splitlines()
    blocks = [row for row, line in enumerate(lines) if line.strip().lower().startswith(_BLOCK)]
    check_count(blocks)
    for first, end in pairwise((*blocks, len(lines))):
        last = next((row for row in range(first + 1, end) if lines[row].strip() == "```"), end)
        yield _entries(lines, first, last)
    if not blocks:
        end = next((row for row, line in enumerate(lines) if row and line.rstrip() in (_FENCE, "...")), 0)
        if not end or lines[0].rstrip() != _FENCE:
            raise Refusal(NO_NOTE)
        yield _entries(lines, 0, end)


def _entries(lines: Sequence[str], first: int, end: int) -> dict[str, Any]:
    """Parse the lines between two fences by their keys; every plain value stays the text that was written."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.events import AliasEvent

    front_matter = "\n".join(lines[first + 1 : end])
    if len(front_matter) > MOST_LETTERS:
        raise Refusal("front_matter_too_long", most=MOST_LETTERS)
    try:
        aliases = [
            each for each in YAML(typ="base", pure=True).parse(front_matter) if isinstance(each, AliasEvent)
        ]
        entries = YAML(typ="base", pure=True).load(front_matter)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _line_refusal(lines, first + (0 if mark is None else mark.line + 1)) from error
    except YAMLError as error:
        raise _line_refusal(lines, first + 1) from error
    if aliases:
        raise _line_refusal(lines, first + aliases[0].start_mark.line + 1)
    if not isinstance(entries, dict) or not all(isinstance(key, str) for key in entries):
        raise _line_refusal(lines, first + 1)
    return entries


def _line_refusal(lines: Sequence[str], index: int) -> Refusal:
    """Build the refusal of a line, given its index in the note."""
    value = lines[min(index, len(lines) - 1)].strip()
    return Refusal("bad_front_matter", row=index + 1, value=clean(value, NAME_LENGTH))
