"""The card of a creature: its sheet as blocks to read."""

from collections.abc import Iterator, Sequence

from tracker.rules.glance import Gauge
from tracker.rules.sheet_field import SheetField
from tracker.rules.system import Sheet
from tracker.session.sheet_fields import read_field
from tracker.session.state import Session
from tracker.widgets.ink import GLUE, Emphasis, Line, line
from tracker.widgets.text_panel import Block
from tracker.wording.glance import gauge_figures, marks_of, room_text, supply_text, value_text
from tracker.wording.language import _
from tracker.wording.words import Words, term, words_of

_UNSAID = ("", "-", "0", "false")
"""Values of a field that say nothing."""
_SCORE_PARTS = 3
"""Steps of the path to a part of a score: the collection, the score, the part."""


def sheet_blocks(session: Session, who: str) -> tuple[Block, ...]:
    """Return a sheet to read: what says something, scores on a line each, then its marks, things and notes.

    What somebody may be without comes last: a line more would move all that follow it, and a step of the
    cursor would send them anew.
    """
    creature, words = session.creatures[who], words_of(session.system)
    groups: dict[str, list[Line]] = {}
    for field, entry in _entries(session, creature.sheet, words):
        lines = groups.setdefault(field.group, [])
        if lines and len(field.path) != _SCORE_PARTS:
            lines[-1] = (*lines[-1], *line((" · ", Emphasis.MUTED)), *entry)
        else:
            lines.append(entry)
    blocks = [Block(tuple(lines), term(words, "group", group)) for group, lines in groups.items()]
    if marks := marks_of(session, who, whole=True):
        blocks.append(Block(tuple(line(mark) for mark in marks), _("Estado")))
    own = [supply for supply in session.supplies.values() if supply.owner == who]
    if own:
        blocks.append(Block(tuple(line(supply_text(supply, words)) for supply in own), _("Objetos")))
    if creature.notes:
        blocks.append(Block(tuple(line(part) for part in creature.notes.split("\n")), _("Notas")))
    return (Block((line((creature.name, Emphasis.STRONG)),)), *blocks)


def _entries(session: Session, sheet: Sheet, words: Words) -> Iterator[tuple[SheetField, Line]]:
    """Yield what says something: a gauge behind its first field, a score behind its first part."""
    game = session.game
    gauges: dict[tuple[str, ...], Gauge] = {(each.current,): each for each in game.gauges if each.maximum}
    maxima = {(each.maximum,) for each in game.gauges}
    scores: dict[tuple[str, ...], list[SheetField]] = {}
    for field in game.fields:
        if len(field.path) == _SCORE_PARTS:
            scores.setdefault(field.path[:2], []).append(field)
    for field in game.fields:
        if len(field.path) == _SCORE_PARTS:
            parts = scores.pop(field.path[:2], None)
            if parts is not None:
                name, value = term(words, "attribute", field.path[1]), _score_text(sheet, parts)
                yield field, _named(name, value)
        elif field.path not in maxima:
            gauge = gauges.get(field.path)
            value = read_field(sheet, field) if gauge is None else gauge_figures(sheet, gauge)
            if value not in _UNSAID:
                room = room_text(sheet, field, game, words)
                text = value_text(field, value, words) + (f" ({room})" if room else "")
                yield field, _named(term(words, "field", field.id), text)


def _score_text(sheet: Sheet, parts: Sequence[SheetField]) -> str:
    figures = [read_field(sheet, each) for each in parts]
    return "/".join(figures[:2]) + "".join(f" −{each}" for each in figures[2:] if each != "0")


def _named(name: str, value: str) -> Line:
    """Return a figure behind its name, of which no line ends in between."""
    return line((f"{name} ".replace(" ", GLUE), Emphasis.MUTED), value)
