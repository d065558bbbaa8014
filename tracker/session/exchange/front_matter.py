"""Reads the stat block in the front matter of a Markdown note: `hp: 27`, lists, actions with their texts.

Only the plain part of YAML is read; any other line is refused with its number.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.columns import Names
from tracker.session.exchange.element import as_object
from tracker.session.exchange.stat_block import (
    ABILITIES,
    Action,
    StatBlock,
    as_text,
    leading_number,
    taken_in,
)
from tracker.session.state import Session
from tracker.session.text import clean

CREATURES = "templates"
_FENCE = "---"
_KEY = re.compile(r"[^\W\d][\w .-]*")
_NUMBERS = {"hp": "HP", "hit_points": "HP", "hit points": "HP", **{name.lower(): name for name in ABILITIES}}
_TEXTS = {
    "ac": "AC",
    "armor": "AC.Notes",
    **{name.lower(): name for name in ("Type", "Languages", "Description")},
}
_OWN = ("name", "stats", "actions", *_NUMBERS, *_TEXTS)
_TECHNICAL = ("statblock", "layout", "tags", "aliases", "cssclass", "cssclasses", "image")
"""Parts that say how a note is kept or shown, and nothing of the creature."""


def read_front_matter(text: str, game: GameSystem, _library: Session, _names: Names) -> ImportBatch:
    """Return the creature of a note, or the line that is wrong, and what was left out.

    Refuses a text that does not begin with front matter.
    """
    batch = ImportBatch()
    entries = _entries(text)
    try:
        template, left = taken_in(_block(entries), game)
    except Refusal as refusal:
        batch.refuse(CREATURES, 1, refusal)
    else:
        batch.take(CREATURES, 1, template)
        batch.leave_out(template.name, left)
    return batch


def _block(entries: Mapping[str, Any]) -> StatBlock:
    figures, written = dict[str, str](), dict[str, str]()
    for name, value in entries.items():
        if (figure := _NUMBERS.get(name.lower())) is not None:
            figures[figure], written[figure] = leading_number(value), name
        elif (figure := _TEXTS.get(name.lower())) is not None and value:
            figures[figure], written[figure] = as_text(value), name
        elif name.lower() == "stats":
            scores = _scores(value)
            figures |= scores
            written |= {ability: f"{name}.{ability.lower()}" for ability in scores}
    called = next((name for name in entries if name.lower() == "actions"), "actions")
    name = next((value for key, value in entries.items() if key.lower() == "name"), "")
    others = tuple(
        clean(key, NAME_LENGTH)
        for key, value in entries.items()
        if value not in ("", []) and key.lower() not in (*_OWN, *_TECHNICAL)
    )
    written["Actions"] = called
    return StatBlock(as_text(name), figures, written, _actions(entries.get(called)), others)


def _scores(value: Any) -> dict[str, str]:
    """Return the six abilities of `stats: [15, 14, 13, 12, 10, 8]`."""
    if not isinstance(value, list) or len(value) != len(ABILITIES):
        raise Refusal("not_importable", value=clean(str(value), NAME_LENGTH))
    return {ability: leading_number(score) for ability, score in zip(ABILITIES, value, strict=True)}


def _actions(value: Any) -> list[Action]:
    if value in (None, ""):
        return []
    if not isinstance(value, list):
        raise Refusal("not_importable", value=clean(str(value), NAME_LENGTH))
    each = [as_object(action) for action in value]
    return [
        Action(as_text(action.get("name", "")), as_text(action.get("desc", action.get("text", ""))))
        for action in each
    ]


def _entries(text: str) -> dict[str, Any]:
    """Return the front matter by its keys: texts, lists of texts, and lists of objects of texts."""
    lines = iter(enumerate(text.removeprefix("\ufeff").splitlines(), start=1))
    if next(lines, (1, ""))[1].rstrip() != _FENCE:
        raise Refusal("no_front_matter")
    entries: dict[str, Any] = {}
    key = ""
    for row, line in _told(lines):
        bare = line.lstrip(" ")
        indent = len(line) - len(bare)
        if bare.startswith("- ") or bare == "-":
            _listed(entries, key, bare[1:].strip(), row)
        elif indent:
            _continued(entries, key, bare, row)
        else:
            key, value = _pair(bare, row)
            if key in entries:
                raise Refusal("repeated_name", name=clean(key, NAME_LENGTH))
            entries[key] = value
    return entries


def _told(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the lines up to the closing fence, without blanks and comments; refuses one that never closes."""
    for row, line in lines:
        if line.rstrip() in (_FENCE, "..."):
            return
        if "\t" in line:
            raise _wrong(row, line)
        if line.strip() and not line.lstrip().startswith("#"):
            yield row, line.rstrip()
    raise Refusal("no_front_matter")


def _listed(entries: dict[str, Any], key: str, item: str, row: int) -> None:
    """Add an item to the list of the key above; an item `name: value` begins an object."""
    if not key or (entries[key] not in ("", []) and not isinstance(entries[key], list)):
        raise _wrong(row, item)
    items = entries[key] = entries[key] or []
    pair = _split(item) if not item.startswith(('"', "'")) else None
    items.append({pair[0]: _scalar(pair[1], row)} if pair else _scalar(item, row))


def _continued(entries: dict[str, Any], key: str, line: str, row: int) -> None:
    """Add a further pair to the object that the last item of a list has begun."""
    items = entries.get(key)
    if not isinstance(items, list) or not items or not isinstance(items[-1], dict):
        raise _wrong(row, line)
    name, value = _pair(line, row)
    if name in items[-1]:
        raise _wrong(row, line)
    items[-1][name] = value


def _pair(line: str, row: int) -> tuple[str, Any]:
    pair = _split(line)
    if pair is None:
        raise _wrong(row, line)
    key, value = pair
    if value.startswith("[") and value.endswith("]"):
        inner = value[1:-1].strip()
        return key, [_scalar(each.strip(), row) for each in inner.split(",")] if inner else []
    return key, _scalar(value, row)


def _split(line: str) -> tuple[str, str] | None:
    """Return the key and the value of `name: value`, or None for any other line."""
    key, colon, value = line.partition(":")
    key = key.rstrip()
    if not colon or not _KEY.fullmatch(key) or (value and not value[0].isspace()):
        return None
    return key, value.strip()


def _scalar(text: str, row: int) -> str:
    """Return a plain or quoted text; refuses what YAML reads as something else."""
    if text[:1] in ('"', "'"):
        if len(text) < 2 or text[-1] != text[0]:
            raise _wrong(row, text)
        inner = text[1:-1]
        return inner.replace('\\"', '"').replace("\\n", "\n") if text[0] == '"' else inner.replace("''", "'")
    if text[:1] in ("[", "{", "|", ">", "&", "*", "!", "%", "@", "`"):
        raise _wrong(row, text)
    return text


def _wrong(row: int, line: str) -> Refusal:
    return Refusal("bad_front_matter", row=row, value=clean(line.strip(), NAME_LENGTH))
