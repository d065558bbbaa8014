"""Reads actors exported by Foundry: those of its fifth-edition system, and the basics of any other.

A file holds one actor, a list of them, or `actors` (an adventure, a folder). Other systems store their
figures in their own ways: only name, hit points and description are read there, and marked as doubtful.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
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
    has_damage,
    leading_number,
    points_doubts,
    read_all,
)
from tracker.session.text import clean

_LIST = "actors"
"""The part of a document that lists its creatures."""
_ACTORS = ("npc", "character")
_MARKS = {"prototypeToken", "token"}
"""Parts that an actor has whatever its system calls its type, and an item has not."""
_POINTS = ("hp", "hitpoints", "hits", "health", "pv", "pg", "puntosdegolpe", "vida", "salud", "wounds", "lp")
"""Names for points in systems of all kinds, the surest first."""
_MAXIMA = ("max", "maximum")
_DEEPEST = 5
"""How deep in an actor points are looked for."""
_SIZES = {"tiny": "Tiny", "sm": "Small", "med": "Medium", "lg": "Large", "huge": "Huge", "grg": "Gargantuan"}
_TRAITS = {"di": "Immune", "dr": "Resistant", "dv": "Vulnerable", "ci": "Condition immunities"}
_LABEL = re.compile(r"[@&]\w+\[([^\]]*)\](?:\{([^}]*)\})?")
"""A link within a text: `@UUID[…]{Prone}`, `&Reference[prone]`."""
_ROLL = re.compile(r"\[\[[^\]]*\]\](?:\{([^}]*)\})?")
_BREAK = re.compile(r"(?i)</(?:p|li|h\d|tr|div)>|<br\s*/?>")
_TAG = re.compile(r"<[^>]*>")
_PART = re.compile(r"(\d{0,3}d\d{1,3})\s*(?:\+\s*@mod|([+-]\s*\d{1,3}))?(?:\[[^\]]*\])?")
"""The damage of a weapon: `1d8 + @mod`, `2d6 + 4[piercing]`."""
_OWN_SYSTEM = "dnd5e"


def is_foundry(document: Any) -> bool:
    """Tell whether a JSON document looks like one of Foundry."""
    return any(_is_actor(each) for each in creatures_in(document, _LIST))


def read_foundry(document: Any, game: GameSystem) -> ImportBatch:
    """Read the creatures of a document, the wrong ones, and what is doubtful or was left out of each."""
    return read_all(creatures_in(document, _LIST), _block, game)


def _is_actor(value: Any) -> bool:
    return isinstance(value, dict) and "name" in value and "type" in value and bool(_system_of(value))


def _system_of(actor: Mapping[str, Any]) -> Mapping[str, Any]:
    """Find the figures of an actor; empty for any other document."""
    is_actor = (
        actor.get("type") in _ACTORS or bool(_MARKS & actor.keys()) or isinstance(actor.get("items"), list)
    )
    return _figures_of(actor) if is_actor else {}


def _figures_of(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Find the part of an actor or an item that its game system stores."""
    for name in ("system", "data"):  # Foundry called it `data` before version 10
        if isinstance(document.get(name), dict):
            return as_object(document[name])
    return {}


def _block(actor: Any) -> StatBlock:
    if not _is_actor(actor):
        raise unfit(actor)
    system = _system_of(actor)
    scores = {
        each: score
        for each in ABILITIES
        if (score := _value_at(system, f"abilities/{each.lower()}/value")) is not None
    }
    system_id = _value_at(actor, "_stats/systemId")
    if system_id not in (None, _OWN_SYSTEM) or not scores:
        return _foreign_block(actor, system)
    figures, doubtful = _hit_points(system)
    figures |= {each: leading_number(score) for each, score in scores.items()}
    armour = _value_at(system, "attributes/ac/flat") or _value_at(system, "attributes/ac/value")
    if armour:
        figures["AC"] = leading_number(armour)
    figures |= {"Type": _type_text(system), "Languages": _choices_text(_value_at(system, "traits/languages"))}
    figures["Description"] = _plain(_value_at(system, "details/biography/value"))
    notes, actions = list(_unplaced_figures(system)), list[Action]()
    for item in map(as_object, _as_list(actor.get("items"))):
        action = _action(item)
        damage = "" if has_damage(action) else _weapon_damage(item, scores)
        if damage or has_damage(action):
            actions.append(Action(action.name, f"Hit: {damage}. {action.text}") if damage else action)
        else:
            notes.append(action)
    return StatBlock(
        as_text(actor["name"], "name"),
        {name: text for name, text in figures.items() if text},
        {},
        actions,
        notes=notes,
        doubtful=doubtful | damage_doubts(actions),
    )


def _foreign_block(actor: Mapping[str, Any], system: Mapping[str, Any]) -> StatBlock:
    """Read the basics of an actor of another system."""
    figures, _doubtful = _hit_points(system)
    paths = (
        "details/publicNotes",
        "details/biography/value",
        "details/notes/value",
        "biography/personalDescription/value",
        *(f"{name}{end}" for name in ("biography", "notes", "description") for end in ("", "/value")),
    )
    described = next((path for path in paths if _plain(_value_at(system, path))), "")
    figures["Description"] = _plain(_value_at(system, described))
    plain = {name: _flat_text(value) for name, value in system.items() if name not in (*paths, "details")}
    details = system.get("details")
    notes = [Action(clean(name, NAME_LENGTH), text) for name, text in plain.items() if text]
    notes += [
        Action(clean(name, NAME_LENGTH), _flat_text(value))
        for name, value in (details.items() if isinstance(details, dict) else ())
        if f"details/{name}" not in paths and described.split("/")[1:2] != [name] and _flat_text(value)
    ]
    notes += [_action(as_object(each)) for each in _as_list(actor.get("items"))]
    unread = tuple(
        clean(name, NAME_LENGTH)
        for name, value in system.items()
        if name not in ("details", described.partition("/")[0]) and value and not plain.get(name)
    )
    filled_figures = {name: text for name, text in figures.items() if text}
    doubtful = frozenset(figures.keys() - {"Description"})
    return StatBlock(as_text(actor["name"], "name"), filled_figures, {}, (), unread, notes, doubtful)


def _flat_text(value: Any) -> str:
    """Write a figure, or an object of nothing but figures: `hd 4+1, value 19`; empty for any other value."""
    if isinstance(value, dict):
        parts = {name: _flat_text(part) for name, part in value.items() if part not in (None, "", False)}
        if any(isinstance(part, dict) for part in value.values()) or not all(parts.values()):
            return ""
        return parts["value"] if [*parts] == ["value"] else ", ".join(map(" ".join, parts.items()))
    is_figure = isinstance(value, str | int | float) and not isinstance(value, bool)
    return _plain(str(value)).replace("\n", " ") if is_figure else ""


def _hit_points(system: Mapping[str, Any]) -> tuple[dict[str, str], frozenset[str]]:
    """Read the hit points of an actor, and whether they are doubtful.

    An object without a maximum may be of one who is hurt.
    """
    points = min(_points_in(system, _DEEPEST), default=None, key=lambda each: each[0])
    value = points[1] if points else None
    if isinstance(value, dict):
        name = next((each for each in (*_MAXIMA, "value", "current") if value.get(each)), "")
        maximum, formula, is_current = value.get(name), str(value.get("formula") or ""), name not in _MAXIMA
    else:
        maximum, formula, is_current = value, "", False
    if isinstance(maximum, dict):
        maximum = maximum.get("value")
    if not maximum or isinstance(maximum, bool) or not re.match(r"\s*\d", str(maximum)):
        return {}, frozenset()
    figure = leading_number(maximum, "hp")
    return {"HP": figure}, frozenset({"HP"}) if is_current else points_doubts(figure, formula)


def _points_in(value: Any, depth: int, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[int, int], Any]]:
    """Find the fields named like points, ranked by the name's certainty, then by depth."""
    if not isinstance(value, dict) or len(path) == depth:
        return
    for name, part in value.items():
        bare = re.sub(r"[\W_]", "", str(name).lower())
        if bare in _POINTS and (isinstance(part, dict | int | str)):
            yield (_POINTS.index(bare), len(path)), part
        yield from _points_in(part, depth, (*path, name))


def _type_text(system: Mapping[str, Any]) -> str:
    """Join size and type: `Small beast (rat)`."""
    kind, size = _value_at(system, "details/type"), _value_at(system, "traits/size")
    words = [_SIZES.get(str(size), "")]
    if isinstance(kind, dict):
        words.append(str(kind.get("custom") or kind.get("value") or ""))
        words += [f"({kind['subtype']})"] if kind.get("subtype") else []
    else:
        words.append(str(kind or ""))
    return " ".join(filter(None, words))


def _unplaced_figures(system: Mapping[str, Any]) -> Iterator[Action]:
    """Turn figures that no sheet here has a place for into texts."""
    if alignment := _value_at(system, "details/alignment"):
        yield Action("Alignment", as_text(alignment))
    if (challenge := _value_at(system, "details/cr")) is not None:
        yield Action("CR", as_text(challenge))
    if formula := _value_at(system, "attributes/hp/formula"):
        yield Action("Hit dice", as_text(formula))
    for name in ("movement", "senses"):
        values = _value_at(system, f"attributes/{name}")
        parts = [
            f"{each} {value}"
            for each, value in (values.items() if isinstance(values, dict) else ())
            if value and value is not True and each != "units"
        ]
        if parts:
            yield Action(name.capitalize(), ", ".join(parts))
    for name, label in _TRAITS.items():
        if choices := _choices_text(_value_at(system, f"traits/{name}")):
            yield Action(label, choices)
    skills = _value_at(system, "skills")
    trained = [
        name
        for name, each in (skills.items() if isinstance(skills, dict) else ())
        if _value_at(each, "value")
    ]
    if trained:
        yield Action("Skills", ", ".join(trained))


def _choices_text(value: Any) -> str:
    """Join a list of choices and the GM's own words: `{"value": ["common"], "custom": "Ratspeak"}`."""
    if not isinstance(value, dict):
        return ""
    words = [str(each) for each in _as_list(value.get("value"))]
    return ", ".join(filter(None, [*words, str(value.get("custom") or "")]))


def _action(item: Mapping[str, Any]) -> Action:
    """Read the name and the text of an item: a weapon, a feature, a spell."""
    system = _figures_of(item)
    description = _value_at(system, "description/value")
    return Action(as_text(item.get("name", "")), _plain(description or _value_at(system, "description")))


def _weapon_damage(item: Mapping[str, Any], scores: Mapping[str, Any]) -> str:
    """Compute the damage of a weapon from its figures; which ability adds to it is only guessed."""
    system = _figures_of(item)
    if item.get("type") != "weapon":
        return ""
    modifier = _modifier(system, scores)
    base = _value_at(system, "damage/base")
    if isinstance(base, dict) and base.get("number") and base.get("denomination"):
        bonus = str(base.get("bonus") or "")
        addend = modifier + (int(bonus) if re.fullmatch(r"[+-]?\d{1,3}", bonus) else 0)
        return f"{base['number']}d{base['denomination']}{addend:+d}".removesuffix("+0")
    parts = _value_at(system, "damage/parts")
    first_part = parts[0] if isinstance(parts, list) and parts else None
    formula = str(first_part[0]) if isinstance(first_part, list) and first_part else ""
    if (match := _PART.match(formula)) is None:
        return ""
    addend = modifier if "@mod" in match[0] else int(re.sub(r"\s", "", match[2] or "0"))
    return f"{match[1]}{addend:+d}".removesuffix("+0")


def _modifier(system: Mapping[str, Any], scores: Mapping[str, Any]) -> int:
    """Guess the modifier that a weapon uses: of its named ability, else the better one that it may use."""
    activities = _value_at(system, "activities")
    each = activities.values() if isinstance(activities, dict) else ()
    abilities = [_value_at(activity, "attack/ability") for activity in each]
    ability = next((str(each) for each in (system.get("ability"), *abilities) if each), "")
    ranged = system.get("actionType") == "rwak" or bool(_value_at(system, "range/long"))
    finesse = "fin" in _as_list(system.get("properties"))
    names = [ability] if ability else ["str", "dex"] if finesse else ["dex" if ranged else "str"]
    scores_of_names = [int(leading_number(score)) for each, score in scores.items() if each.lower() in names]
    return (max(scores_of_names) - 10) // 2 if scores_of_names else 0


def _plain(text: Any) -> str:
    """Strip the markup of an HTML text; empty for anything else."""
    if not isinstance(text, str):
        return ""
    unlinked = _ROLL.sub(lambda roll: roll[1] or "", _LABEL.sub(lambda link: link[2] or link[1], text))
    lines = unescape(_TAG.sub("", _BREAK.sub("\n", unlinked))).splitlines()
    return "\n".join(" ".join(line.split()) for line in lines if any(map(str.isalnum, line)))


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _value_at(value: Any, path: str) -> Any:
    """Follow a path of nested objects, `attributes/hp/max`; None where it ends."""
    for name in path.split("/"):
        value = value.get(name) if isinstance(value, dict) else None
    return value
