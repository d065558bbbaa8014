"""A character sheet as blocks to read."""

from tracker.rules.sheet_field import SheetField
from tracker.session.sheet_fields import read_field
from tracker.session.state import Session
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.text_panel import Block
from tracker.wording.language import _
from tracker.wording.report import supply_text, value_text
from tracker.wording.words import Words, term, words_of

_SCORE_PARTS = 3
"""Steps of the path to a part of a score: the collection, the score, the part."""


def sheet_blocks(session: Session, who: str) -> tuple[Block, ...]:
    """Return a sheet to read: what says something, scores on a line each and the rest joined."""
    creature, words = session.creatures[who], words_of(session.system)
    groups: dict[str, list[Line]] = {}
    for field in session.game.fields:
        entry = _entry(creature.sheet, field, session.game.fields, words)
        lines = groups.setdefault(field.group, [])
        if entry and lines and len(field.path) != _SCORE_PARTS:
            lines[-1] = (*lines[-1], *line((" · ", Emphasis.MUTED)), *entry)
        elif entry:
            lines.append(entry)
    blocks = [Block(tuple(lines), term(words, "group", group)) for group, lines in groups.items() if lines]
    own = [supply for supply in session.supplies.values() if supply.owner == who]
    if own:
        blocks.append(Block(tuple(line(supply_text(supply, words)) for supply in own), _("Objetos")))
    if creature.notes:
        blocks.append(Block(tuple(line(part) for part in creature.notes.split("\n")), _("Notas")))
    return (Block((line((creature.name, Emphasis.STRONG)),)), *blocks)


def _entry(sheet: object, field: SheetField, fields: tuple[SheetField, ...], words: Words) -> Line | None:
    value = read_field(sheet, field)
    if len(field.path) == _SCORE_PARTS:
        parts = [each for each in fields if each.path[:2] == field.path[:2]]
        if field is not parts[0]:
            return None
        figures = [read_field(sheet, each) for each in parts]
        shown = "/".join(figures[:2]) + "".join(f" −{each}" for each in figures[2:] if each != "0")
        return line((f"{term(words, 'attribute', field.path[1])} ", Emphasis.MUTED), shown)
    if value in ("", "-", "0", "false"):
        return None
    return line((f"{term(words, 'field', field.id)} ", Emphasis.MUTED), value_text(field, value, words))
