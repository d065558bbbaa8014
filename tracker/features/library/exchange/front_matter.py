"""Reads the stat block in the front matter of a Markdown note: `hp: 27`, lists, actions with texts.

It may use any YAML but aliases: with them, a few lines could expand to millions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.element import Names, as_object
from tracker.session.exchange.stat_block import (
    ABILITIES,
    Action,
    StatBlock,
    as_text,
    leading_number,
    template_from,
)
from tracker.session.state import Session
from tracker.session.text import clean

CREATURES = "templates"
_FENCE = "---"
MOST_LETTERS = 1 << 16
"""Letters of the longest front matter: a stat block has a few thousand."""
_NUMBERS = {"hp": "HP", "hit_points": "HP", "hit points": "HP", **{name.lower(): name for name in ABILITIES}}
_TEXTS = {
    "ac": "AC",
    "armor": "AC.Notes",
    **{name.lower(): name for name in ("Type", "Languages", "Description")},
}
_OWN = ("name", "stats", "actions", *_NUMBERS, *_TEXTS)
_TECHNICAL = ("statblock", "layout", "tags", "aliases", "cssclass", "cssclasses", "image")
"""Keys that say how a note is kept or shown, and nothing about the creature."""


def read_front_matter(text: str, game: GameSystem, _library: Session, _names: Names) -> ImportBatch:
    """Read the creature of a note, or the line that is wrong, and what was left out.

    Refuses a text that does not begin with front matter.
    """
    batch = ImportBatch()
    entries = _entries(text)
    try:
        template, unread = template_from(_block(entries), game)
    except Refusal as refusal:
        batch.refuse(CREATURES, 1, refusal)
    else:
        batch.take(CREATURES, 1, template)
        batch.leave_out(template.name, unread)
    return batch


def _block(entries: Mapping[str, Any]) -> StatBlock:
    figures, source_names = dict[str, str](), dict[str, str]()
    for name, value in entries.items():
        if (figure := _NUMBERS.get(name.lower())) is not None:
            figures[figure], source_names[figure] = leading_number(value), name
        elif (figure := _TEXTS.get(name.lower())) is not None and value:
            figures[figure], source_names[figure] = as_text(value), name
        elif name.lower() == "stats":
            scores = _scores(value)
            figures |= scores
            source_names |= {ability: f"{name}.{ability.lower()}" for ability in scores}
    actions_key = next((name for name in entries if name.lower() == "actions"), "actions")
    name = next((value for key, value in entries.items() if key.lower() == "name"), "")
    unread = tuple(
        clean(key, NAME_LENGTH)
        for key, value in entries.items()
        if value not in ("", []) and key.lower() not in (*_OWN, *_TECHNICAL)
    )
    source_names["Actions"] = actions_key
    return StatBlock(as_text(name), figures, source_names, _actions(entries.get(actions_key)), unread)


def _scores(value: Any) -> dict[str, str]:
    """Read the six abilities of `stats: [15, 14, 13, 12, 10, 8]`."""
    if not isinstance(value, list) or len(value) != len(ABILITIES):
        raise Refusal("not_importable", value=clean(str(value), NAME_LENGTH))
    return {ability: leading_number(score) for ability, score in zip(ABILITIES, value, strict=True)}


def _actions(value: Any) -> list[Action]:
    if value in (None, ""):
        return []
    if not isinstance(value, list):
        raise Refusal("not_importable", value=clean(str(value), NAME_LENGTH))
    actions = [as_object(action) for action in value]
    return [
        Action(as_text(action.get("name", "")), as_text(action.get("desc", action.get("text", ""))))
        for action in actions
    ]


def _entries(text: str) -> dict[str, Any]:
    """Parse the front matter by its keys; every plain value stays the text that was written."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.events import AliasEvent

    lines = text.removeprefix("\ufeff").splitlines()
    end = next((row for row, line in enumerate(lines) if row and line.rstrip() in (_FENCE, "...")), 0)
    if not end or lines[0].rstrip() != _FENCE:
        raise Refusal("no_front_matter")
    front_matter = "\n".join(lines[1:end])
    if len(front_matter) > MOST_LETTERS:
        raise Refusal("front_matter_too_long", most=MOST_LETTERS)
    try:
        aliases = [
            each for each in YAML(typ="base", pure=True).parse(front_matter) if isinstance(each, AliasEvent)
        ]
        entries = YAML(typ="base", pure=True).load(front_matter)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _line_refusal(lines, 0 if mark is None else mark.line + 1) from error
    except YAMLError as error:
        raise _line_refusal(lines, 1) from error
    if aliases:
        raise _line_refusal(lines, aliases[0].start_mark.line + 1)
    if not isinstance(entries, dict) or not all(isinstance(key, str) for key in entries):
        raise _line_refusal(lines, 1)
    return entries


def _line_refusal(lines: Sequence[str], index: int) -> Refusal:
    """Build the refusal of a line, given its index in the note."""
    value = lines[min(index, len(lines) - 1)].strip()
    return Refusal("bad_front_matter", row=index + 1, value=clean(value, NAME_LENGTH))
