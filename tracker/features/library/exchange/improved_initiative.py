"""Reads creatures and encounters of Improved Initiative: an exported library, or its storage in a browser."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.session.exchange.batch import ImportBatch, check_count
from tracker.session.exchange.element import READERS, as_object, unfit
from tracker.session.exchange.stat_block import (
    Action,
    StatBlock,
    as_text,
    damage_doubts,
    leading_number,
    points_doubts,
    template_from,
)
from tracker.session.moves.library import section_key
from tracker.session.text import clean

CREATURES = "templates"
_LIST = "Creatures"
_ENCOUNTERS = ("Encounters", "SavedEncounters", "AutoSavedEncounters")
_KNOWN = (_LIST, *_ENCOUNTERS)
_UNNAMED = "Encounter"
_PREFIX = "ImprovedInitiative."
_TEXTS = ("Type", "Languages", "Description")
_OWN = ("Name", "HP", "AC", "Abilities", "Actions", *_TEXTS)
_TECHNICAL = ("Id", "Version", "Path", "Player", "LastUpdateMs", "Source", "ImageURL")
"""Keys that say where a block is kept, and nothing about the creature."""


def is_improved_initiative(document: Any) -> bool:
    """Tell whether a JSON document looks like one of Improved Initiative."""
    if isinstance(document, list):
        return any(_is_block(each) or _is_encounter(each) for each in document)
    if not isinstance(document, dict):
        return False
    return (
        _is_block(document) or _is_encounter(document) or any(_section_of(key) in _KNOWN for key in document)
    )


def read_improved_initiative(document: Any, game: GameSystem) -> ImportBatch:
    """Read the creatures and encounters of a document, the wrong ones, and what was left out of each.

    A creature of an encounter comes in with it; a character of a player stays out.
    """
    batch, number = ImportBatch(), 0
    blocks, encounters = list(_values_in(document, _is_block, (_LIST,))), list[Any]()
    encounters += _values_in(document, _is_encounter, _ENCOUNTERS)
    check_count(blocks)
    check_count(encounters)
    for number, block in enumerate(blocks, start=1):
        try:
            batch.take_read(number, *template_from(_block(as_object(_parse_text(block))), game))
        except Refusal as refusal:
            batch.refuse(CREATURES, number, refusal)
    for number, encounter in enumerate(encounters, start=1):
        try:
            _read_encounter(batch, number, as_object(_parse_text(encounter)), game)
        except Refusal as refusal:
            batch.refuse("lineups", number, refusal)
    if isinstance(document, dict) and not _is_block(document) and not _is_encounter(document):
        other_sections = dict.fromkeys(_section_of(key) for key in document if _section_of(key) not in _KNOWN)
        batch.leave_out("", tuple(clean(each, NAME_LENGTH) for each in other_sections))
    return batch


def _read_encounter(batch: ImportBatch, number: int, raw: Mapping[str, Any], game: GameSystem) -> None:
    """Add an encounter, and those of its creatures that are not there yet."""
    combatants = raw.get("Combatants", raw.get("Creatures"))
    if not isinstance(combatants, list):
        raise unfit(combatants, "Combatants", "not_a_list")
    members, left_out = dict[str, int](), list[str]()
    for each in map(as_object, combatants):
        stats = as_object(each.get("StatBlock", each.get("Statblock")))
        if stats.get("Player"):
            left_out.append(clean(str(stats.get("Name", "")), NAME_LENGTH))
            continue
        if "HP" not in stats and each.get("MaxHP"):
            stats = {**stats, "HP": each["MaxHP"]}
        pasted, unread = template_from(_block(stats), game)
        key = section_key(pasted.template.name)
        if key not in batch.sections[CREATURES]:
            batch.take_read(number, pasted, unread)
        members[key] = members.get(key, 0) + 1
    name = as_text(raw.get("Name") or _UNNAMED, "Name")
    batch.take("lineups", number, READERS["lineups"]({"name": name, "members": members}, game))
    batch.leave_out(name, left_out)


def _is_encounter(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    combatants = value.get("Combatants", value.get("Creatures"))
    return isinstance(combatants, list) and any(
        isinstance(each, dict) and isinstance(each.get("StatBlock", each.get("Statblock")), dict)
        for each in combatants
    )


def _is_block(value: Any) -> bool:
    return isinstance(value, dict) and "Name" in value and "HP" in value


def _section_of(key: str) -> str:
    """Find the section of a key: `Creatures` of `ImprovedInitiative.Creatures.abc123`."""
    return key.removeprefix(_PREFIX).partition(".")[0]


def _values_in(document: Any, is_one: Callable[[Any], bool], sections: Sequence[str]) -> Iterator[Any]:
    """Find the values of some sections of a document; a browser's storage has each under its own key."""
    if isinstance(document, list):
        yield from (each for each in document if is_one(each) or (not _is_any(each) and sections == (_LIST,)))
    elif _is_any(document):
        yield from [document] if is_one(document) else []
    else:
        for key, value in document.items():
            name = key.removeprefix(_PREFIX)
            if name.startswith(tuple(f"{section}." for section in sections)):
                yield value
            elif name in sections:
                yield from _creature_values(_parse_text(value))


def _is_any(value: Any) -> bool:
    return _is_block(value) or _is_encounter(value)


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
        raise unfit(value) from error


def _block(raw: Mapping[str, Any]) -> StatBlock:
    figures = dict[str, str]()
    if "HP" in raw:
        figures["HP"] = leading_number(_value_of(raw["HP"]), "HP")
    if "AC" in raw:
        figures |= {"AC": as_text(_value_of(raw["AC"]), "AC"), "AC.Notes": _notes_of(raw["AC"])}
    for ability, value in as_object(raw.get("Abilities", {})).items():
        figures[clean(ability, NAME_LENGTH)] = leading_number(value, ability)
    figures |= {name: as_text(raw[name], name) for name in _TEXTS if raw.get(name)}
    filled = {name: text for name, text in figures.items() if text}
    actions = _actions(raw.get("Actions"))
    unread = tuple(clean(name, NAME_LENGTH) for name, value in raw.items() if _says_something(name, value))
    return StatBlock(
        as_text(raw.get("Name", ""), "Name"),
        filled,
        {},
        actions,
        unread,
        doubtful=points_doubts(filled.get("HP", ""), _notes_of(raw.get("HP"))) | damage_doubts(actions),
    )


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
        raise unfit(value, "Actions", "not_a_list")
    actions = [as_object(action) for action in value or ()]
    return [Action(as_text(action.get("Name", "")), as_text(action.get("Content", ""))) for action in actions]
