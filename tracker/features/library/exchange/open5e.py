"""Reads the monsters of Open5e: one, a list, or a page of its API, in version 1 or 2."""

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.element import as_object, unfit
from tracker.session.exchange.figure_names import ABILITIES, figure_of
from tracker.session.exchange.stat_block import (
    Action,
    StatBlock,
    as_text,
    creatures_in,
    damage_doubts,
    leading_number,
    points_doubts,
    read_all,
)
from tracker.session.text import clean

_LIST = "results"
"""The part of a document that lists its creatures."""
_SAVE = "_save"
"""Ends the name of an ability's saving throw."""
_TEXTS = {figure.lower(): figure for figure in ("Languages",)}
_LISTS = ("actions", "bonus_actions", "reactions", "legendary_actions", "special_abilities", "traits")
_OWN = (
    *("name", "size", "type", "subtype", "alignment", "desc", "armor_class", "armor_desc", "armor_detail"),
    *("hit_points", "hit_dice", "ability_scores", *_TEXTS, *_LISTS),
)
_TECHNICAL = (
    *("slug", "key", "url", "img_main", "page_no", "document", "creaturesets", "environments"),
    *("illustration", "category", "subcategory", "initiative_bonus", "proficiency_bonus", "cr"),
    *("challenge_rating_decimal", "modifiers", "saving_throws_all", "skill_bonuses_all", "speed_all"),
)
"""Keys that say where a monster is kept, or that follow from its other figures."""


def is_open5e(document: Any) -> bool:
    """Tell whether a JSON document looks like one of Open5e."""
    return any(_is_monster(each) for each in creatures_in(document, _LIST))


def read_open5e(document: Any, game: GameSystem) -> ImportBatch:
    """Read the creatures of a document, the wrong ones, and what is doubtful or was left out of each."""
    return read_all(creatures_in(document, _LIST), lambda each: _block(as_object(each)), game)


def _is_monster(value: Any) -> bool:
    if not isinstance(value, dict) or not {"name", "hit_points"} <= value.keys():
        return False
    return bool({"ability_scores", "armor_class"} & value.keys()) or any(
        figure_of(each) in ABILITIES for each in value
    )


def _block(raw: Mapping[str, Any]) -> StatBlock:
    scores = raw.get("ability_scores") or {}
    figures = dict[str, str]()
    figures["HP"] = leading_number(raw.get("hit_points"), "hit_points")
    dice = as_text(raw.get("hit_dice") or "")
    if raw.get("armor_class") is not None:
        figures["AC"] = _armour(raw["armor_class"])
    figures["AC.Notes"] = _text(raw, "armor_desc") or _text(raw, "armor_detail")
    for name, score in {**raw, **as_object(scores)}.items():
        if figure_of(name) in ABILITIES and score is not None:
            figures[figure_of(name)] = leading_number(score, name)
    figures["Type"] = _type_text(raw)
    figures |= {figure: _text(raw, name) for name, figure in _TEXTS.items()}
    figures["Description"] = _text(raw, "desc")
    actions = [each for name in _LISTS[:4] for each in _entries(raw.get(name))]
    notes = [Action("hit dice", dice)] if dice else []
    notes += [each for name in _LISTS[4:] for each in _entries(raw.get(name))]
    notes += [
        Action(clean(name.replace("_", " "), NAME_LENGTH), text)
        for name, value in raw.items()
        if _belongs_in_notes(name) and (text := _value_text(value))
    ]
    return StatBlock(
        as_text(raw.get("name", "")),
        {name: text for name, text in figures.items() if text},
        {"AC.Notes": "armor"},
        actions,
        notes=notes,
        doubtful=points_doubts(figures["HP"], dice) | damage_doubts(actions),
    )


def _belongs_in_notes(name: str) -> bool:
    """Tell whether a part belongs in the notes: no other figure or part says it."""
    is_score = figure_of(name.removesuffix(_SAVE)) in ABILITIES
    return name.partition("__")[0] not in (*_OWN, *_TECHNICAL) and not is_score


def _armour(value: Any) -> str:
    """Read an armour class; some versions of the API list several."""
    if isinstance(value, list) and value:
        first = value[0]
        return leading_number(first.get("value") if isinstance(first, dict) else first, "armor_class")
    return leading_number(value, "armor_class")


def _type_text(raw: Mapping[str, Any]) -> str:
    """Join size and type: `Small humanoid (goblinoid)`."""
    subtype = _text(raw, "subtype")
    kind = " ".join(filter(None, [_text(raw, "size"), _text(raw, "type").lower()]))
    return f"{kind} ({subtype})" if subtype else kind


def _text(raw: Mapping[str, Any], name: str) -> str:
    return _value_text(raw.get(name))


def _value_text(value: Any) -> str:
    """Write a value on one line: an object by its name or its parts, an empty one as nothing."""
    if isinstance(value, dict):
        name = value.get("as_string", value.get("name"))
        parts = ((each.replace("_", " "), _value_text(part)) for each, part in value.items())
        return name if isinstance(name, str) else ", ".join(f"{each} {text}" for each, text in parts if text)
    if isinstance(value, list):
        return ", ".join(filter(None, map(_value_text, value)))
    if not value or isinstance(value, bool):
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value).strip()


def _entries(value: Any) -> Iterator[Action]:
    if value in (None, "", []):
        return
    if not isinstance(value, list):
        raise unfit(value, code="not_a_list")
    for each in map(as_object, value):
        yield Action(as_text(each.get("name", "")), as_text(each.get("desc") or ""))
