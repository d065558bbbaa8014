"""Reads the creatures of Improved Initiative: an exported library, or its storage in a browser."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.session.exchange.batch import ImportBatch, check_count
from tracker.session.exchange.element import as_object
from tracker.session.exchange.stat_block import Action, StatBlock, as_text, leading_number, template_from
from tracker.session.text import clean

CREATURES = "templates"
_LIST = "Creatures"
_PREFIX = "ImprovedInitiative."
_TEXTS = ("Type", "Languages", "Description")
_OWN = ("Name", "HP", "AC", "Abilities", "Actions", *_TEXTS)
_TECHNICAL = ("Id", "Version", "Path", "Player", "LastUpdateMs", "Source", "ImageURL")
"""Keys that say where a block is kept, and nothing about the creature."""


def is_improved_initiative(document: Any) -> bool:
    """Tell whether a JSON document looks like one of Improved Initiative."""
    if isinstance(document, list):
        return any(_is_block(each) for each in document)
    if not isinstance(document, dict):
        return False
    return _is_block(document) or any(_section_of(key) == _LIST for key in document)


def read_improved_initiative(document: Any, game: GameSystem) -> ImportBatch:
    """Read the creatures of a document, the wrong ones, and what was left out of each."""
    batch = ImportBatch()
    blocks = list(_blocks_in(document))
    check_count(blocks)
    for number, block in enumerate(blocks, start=1):
        try:
            template, unread = template_from(_block(as_object(_parse_text(block))), game)
            batch.take(CREATURES, number, template)
            batch.leave_out(template.name, unread)
        except Refusal as refusal:
            batch.refuse(CREATURES, number, refusal)
    if isinstance(document, dict) and not _is_block(document):
        other_sections = dict.fromkeys(_section_of(key) for key in document if _section_of(key) != _LIST)
        batch.leave_out("", tuple(clean(each, NAME_LENGTH) for each in other_sections))
    return batch


def _is_block(value: Any) -> bool:
    return isinstance(value, dict) and "Name" in value and "HP" in value


def _section_of(key: str) -> str:
    """Find the section of a key: `Creatures` of `ImprovedInitiative.Creatures.abc123`."""
    return key.removeprefix(_PREFIX).partition(".")[0]


def _blocks_in(document: Any) -> Iterator[Any]:
    """Find the creatures of a document; a browser's storage has each under its own key."""
    if isinstance(document, list):
        yield from document
    elif _is_block(document):
        yield document
    else:
        for key, value in document.items():
            if key.removeprefix(_PREFIX).startswith(f"{_LIST}."):
                yield value
            elif _section_of(key) == _LIST:
                yield from _creature_values(_parse_text(value))


def _creature_values(value: Any) -> Iterator[Any]:
    """Find the creatures of a list or of an object; a list of mere ids refers to others in the file."""
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from (each for each in value if not isinstance(each, str))
    else:
        yield value


def _parse_text(value: Any) -> Any:
    """Parse a value that a browser stores as text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise Refusal("not_importable", value=clean(value, NAME_LENGTH)) from error


def _block(raw: Mapping[str, Any]) -> StatBlock:
    figures = dict[str, str]()
    if "HP" in raw:
        figures["HP"] = leading_number(_value_of(raw["HP"]))
    if "AC" in raw:
        figures |= {"AC": as_text(_value_of(raw["AC"])), "AC.Notes": _notes_of(raw["AC"])}
    for ability, value in as_object(raw.get("Abilities", {})).items():
        figures[clean(ability, NAME_LENGTH)] = leading_number(value)
    figures |= {name: as_text(raw[name]) for name in _TEXTS if raw.get(name)}
    filled = {name: text for name, text in figures.items() if text}
    actions = _actions(raw.get("Actions"))
    unread = tuple(clean(name, NAME_LENGTH) for name, value in raw.items() if _says_something(name, value))
    return StatBlock(as_text(raw.get("Name", "")), filled, {}, actions, unread)


def _says_something(name: str, value: Any) -> bool:
    """Tell whether a part that no sheet has a place for says anything."""
    return name not in (*_OWN, *_TECHNICAL) and value not in (None, "", 0, False, [], {})


def _value_of(value: Any) -> Any:
    return value.get("Value") if isinstance(value, dict) else value


def _notes_of(value: Any) -> str:
    notes = value.get("Notes") if isinstance(value, dict) else ""
    return as_text(notes or "").strip("() ")


def _actions(value: Any) -> list[Action]:
    if not isinstance(value, list | None):
        raise Refusal("not_importable", value=clean(str(value), NAME_LENGTH))
    actions = [as_object(action) for action in value or ()]
    return [Action(as_text(action.get("Name", "")), as_text(action.get("Content", ""))) for action in actions]
