"""Reads the monsters of 5etools: one, a list, or the `monster` list of a book or of homebrew."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.element import as_object, unfit
from tracker.session.exchange.figure_names import ABILITIES
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

_LIST = "monster"
"""The part of a document that lists its creatures."""
_SIZES = {"T": "Tiny", "S": "Small", "M": "Medium", "L": "Large", "H": "Huge", "G": "Gargantuan"}
_ATTACKS = ("action", "bonus", "reaction", "legendary", "mythic")
_TEXTS = ("trait", "spellcasting", "variant")
_PLACED = ("name", "size", "type", "hp", "ac", "languages", *map(str.lower, ABILITIES), *_ATTACKS, *_TEXTS)
_TECHNICAL = (
    *(
        "source",
        "page",
        "otherSources",
        "additionalSources",
        "referenceSources",
        "srd",
        "srd52",
        "basicRules",
    ),
    *(
        "basicRules2024",
        "hasToken",
        "hasFluff",
        "hasFluffImages",
        "soundClip",
        "tokenCredit",
        "tokenUrl",
        "fluff",
    ),
    *("isNpc", "isNamedCreature", "group", "environment", "dragonCastingColor", "legendaryGroup", "altArt"),
    *(
        "traitTags",
        "senseTags",
        "actionTags",
        "languageTags",
        "damageTags",
        "damageTagsLegendary",
        "miscTags",
    ),
    *("damageTagsSpell", "spellcastingTags", "conditionInflict", "conditionInflictLegendary", "reprintedAs"),
    *("conditionInflictSpell", "savingThrowForced", "savingThrowForcedLegendary", "savingThrowForcedSpell"),
    *("attachedItems", "treasure", "gear", "foundryTokenScale", "token", "uniqueId"),
)
"""Keys that say where a monster is kept, or that repeat what its texts say."""
_TAG = re.compile(r"\{@(\w+)\s*([^{}]*)\}")
_HEADS = {"h": "Hit: ", "m": "Miss: ", "hom": "Hit or Miss: "}
_KINDS = {"m": "Melee", "r": "Ranged", "m,r": "Melee or Ranged", "g": "Magical"}
_ATTACK_TAGS = ("atk", "atkr")
_MOST_TAGS_DEEP = 4
"""How deep tags lie in tags at most."""


def is_five_tools(document: Any) -> bool:
    """Tell whether a JSON document looks like one of 5etools."""
    return any(_is_monster(each) for each in creatures_in(document, _LIST))


def read_five_tools(document: Any, game: GameSystem) -> ImportBatch:
    """Read the creatures of a document, the wrong ones, and what is doubtful or was left out of each."""
    batch = read_all(creatures_in(document, _LIST), lambda each: _block(as_object(each)), game)
    if isinstance(document, dict) and isinstance(document.get(_LIST), list):
        others = (
            clean(key, NAME_LENGTH) for key in document if key != _LIST and not key.startswith(("_", "$"))
        )
        batch.leave_out("", tuple(others))
    return batch


def _is_monster(value: Any) -> bool:
    """Whether a value is a monster: a full one, or a homebrew one that copies another."""
    if not isinstance(value, dict) or "name" not in value:
        return False
    has_points = isinstance(value.get("hp"), dict) and bool({"average", "special"} & value["hp"].keys())
    return has_points or (isinstance(value.get("_copy"), dict) and "name" in value["_copy"])


def _block(raw: Mapping[str, Any]) -> StatBlock:
    figures, doubtful = _hit_points(raw.get("hp"))
    figures |= {
        ability: leading_number(raw[key], key)
        for ability in ABILITIES
        if not isinstance(raw.get(key := ability.lower()), dict | None)
    }
    figures |= {"Type": _type_text(raw), "Languages": _value_text(raw.get("languages")), "AC": _armour(raw)}
    actions = [each for name in _ATTACKS for each in _entries(raw.get(name), name)]
    notes = [each for name in _TEXTS for each in _entries(raw.get(name), name)]
    notes += [
        Action(clean(name, NAME_LENGTH), text)
        for name, value in raw.items()
        if name not in (*_PLACED, *_TECHNICAL) and not name.startswith("_") and (text := _value_text(value))
    ]
    copied = as_object(raw.get("_copy") or {})
    return StatBlock(
        as_text(raw.get("name", ""), "name"),
        {name: text for name, text in figures.items() if text},
        {},
        actions,
        (f"_copy: {clean(str(copied['name']), NAME_LENGTH)}",) if copied.get("name") else (),
        notes,
        doubtful | damage_doubts(actions),
    )


def _hit_points(value: Any) -> tuple[dict[str, str], frozenset[str]]:
    """Read the hit points, and whether they are doubtful: `{"average": 7, "formula": "2d6"}`."""
    points = value if isinstance(value, dict) else {"average": value}
    figure = points.get("average")
    if figure is None:
        special = re.match(r"\d{1,4}", str(points.get("special") or ""))
        return ({"HP": special[0]}, frozenset({"HP"})) if special else ({}, frozenset())
    formula = str(points.get("formula") or "")
    number = leading_number(figure, "hp")
    return {"HP": number, "hit dice": formula}, points_doubts(number, formula)


def _armour(raw: Mapping[str, Any]) -> str:
    """Write an armour class with what it comes from: `15 (leather armor)`."""
    value = raw.get("ac")
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, dict):
        return _value_text(first)
    number, source = _value_text(first.get("ac", first.get("special"))), _value_text(first.get("from"))
    return f"{number} ({source})" if source else number


def _type_text(raw: Mapping[str, Any]) -> str:
    """Join size and type: `Small or Medium humanoid (goblinoid)`."""
    value, size = raw.get("type"), raw.get("size")
    sizes = size if isinstance(size, list) else [size]
    kind, tags = value, ""
    if isinstance(value, dict):
        kind, tags = value.get("type"), _value_text(value.get("tags"))
    if isinstance(kind, dict):
        kind = kind.get("choose")
    words = [
        " or ".join(_SIZES.get(str(each), "") for each in sizes if str(each) in _SIZES),
        _value_text(kind),
    ]
    return " ".join(filter(None, [*words, f"({tags})" if tags else ""]))


def _entries(value: Any, name: str) -> Iterator[Action]:
    if value in (None, "", []):
        return
    if not isinstance(value, list):
        raise unfit(value, name, "not_a_list")
    for each in map(as_object, value):
        texts = [each.get("headerEntries"), each.get("entries"), each.get("will"), each.get("footerEntries")]
        title = re.sub(r"\s*\(\)", "", _plain(as_text(each.get("name", ""), name)))
        yield Action(title, " ".join(filter(None, map(_value_text, texts))))


def _value_text(value: Any) -> str:
    """Write a value on one line: a list, an object by its texts or its parts; an empty one as nothing."""
    match value:
        case None | bool():
            return ""
        case str():
            return _plain(value)
        case list():
            joined = " " if any(isinstance(each, dict | str) and _is_prose(each) for each in value) else ", "
            return joined.join(filter(None, map(_value_text, value)))
        case dict():
            return _object_text(value)
        case _:
            return str(value)


def _is_prose(value: Any) -> bool:
    return (isinstance(value, dict) and "entries" in value) or (isinstance(value, str) and "." in value)


def _object_text(value: Mapping[str, Any]) -> str:
    texts = [value.get(each) for each in ("entries", "entry", "items") if value.get(each)]
    if texts:
        text = " ".join(filter(None, map(_value_text, texts)))
        return f"{_plain(str(value['name']))} {text}" if value.get("name") else text
    if "number" in value and "condition" in value:
        return f"{_value_text(value['number'])} {_value_text(value['condition'])}"
    if "tag" in value:
        return " ".join(filter(None, [_value_text(value.get("prefix")), _value_text(value["tag"])]))
    parts = ((str(name), _value_text(part)) for name, part in value.items())
    return ", ".join(f"{name} {text}" for name, text in parts if text)


def _plain(text: str) -> str:
    """Write tags as 5etools shows them: `{@hit 7}` as `+7`, `{@damage 1d6 + 4}` as its dice."""
    plain = text
    for _depth in range(_MOST_TAGS_DEEP):
        plain, count = _TAG.subn(_shown_tag, plain)
        if not count:
            break
    return " ".join(plain.split())


def _shown_tag(tag: re.Match[str]) -> str:
    name, parts = tag[1], tag[2].split("|")
    first = parts[0].strip()
    if name in _HEADS:
        return _HEADS[name]
    if name in _ATTACK_TAGS:
        words = "Attack Roll:" if name == "atkr" else "Weapon Attack:"
        kind = first.replace("w", "").replace("s", "")
        return f"{_KINDS.get(kind, '')} {words} "
    if name in ("hit", "d20"):
        return first if first.startswith(("+", "-")) else f"+{first}"
    if name == "dc":
        return f"DC {first}"
    if name == "recharge":
        return f"(Recharge {first or 6}{'' if first in ('', '6') else '-6'})"
    # A third part is the text that is shown in place of a name.
    return parts[2] if len(parts) > 2 and name not in ("damage", "dice") else first
