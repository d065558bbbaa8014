"""The card of a creature, with the most needed figures first."""

from collections.abc import Iterator, Sequence

from tracker.rules.body import Nature
from tracker.rules.glance import Gauge
from tracker.rules.sheet_field import OF_ATTRIBUTES, FieldKind, SheetField
from tracker.rules.supply import Supply, Trigger
from tracker.rules.system import Sheet
from tracker.session.sheet_fields import read_field
from tracker.session.state import Creature, Session
from tracker.widgets.ink import GLUE, Emphasis, Line, line
from tracker.widgets.text_panel import Block
from tracker.wording import amounts
from tracker.wording.glance import UNSAID, gauge_figures, marks_of, room_text
from tracker.wording.goods import carried_text
from tracker.wording.messages import say
from tracker.wording.progress import clock_texts
from tracker.wording.words import Words, term, value_text, words_of

_BETWEEN = line((" · ", Emphasis.MUTED))


def card(session: Session, who: str, *, declared: str = "", unicode: bool = True) -> Block:
    """Return the card of a creature, without values at their defaults other than the scores of the party.

    In order: protection, attacks and resources, conditions with their rules, scores, supplies, notes, and
    the rest of the sheet.
    """
    creature, words = session.creatures[who], words_of(session.system)
    fresh = session.game.new_sheet(Nature.PC if creature.party else Nature.NPC, session.elapsed)
    entries = dict(_entries(session, creature.sheet, fresh, words))
    first = [entries.pop(field_id) for field_id in session.game.looked_up if field_id in entries]
    own = [supply for supply in session.supplies.values() if supply.owner == who]
    lines = [
        _join(first),
        line((say("sheet.declares"), Emphasis.MUTED), declared) if declared else (),
        _join([*_conditions(session, who, words)]),
        _scores(session, creature, words),
        _join([line(each.replace(" ", GLUE)) for each in clock_texts(session, who, unicode=unicode)]),
        _join([_supply(supply, session) for supply in own]),
        _join([_named(word, text) for word, text in carried_text(session, who).items()]),
        *(line(part) for part in creature.notes.split("\n") if part),
        _join([*entries.values()]),
    ]
    return Block(tuple(filter(None, lines)), creature.name)


def _join(parts: Sequence[Line]) -> Line:
    return tuple(run for place, part in enumerate(parts) for run in (*(_BETWEEN if place else ()), *part))


def _conditions(session: Session, who: str, words: Words) -> Iterator[Line]:
    """Yield the marks of a creature, with the rule of each condition that has one."""
    for mark in marks_of(session, who, whole=True):
        rule = words.find("rule", session.game.rule_of.get(mark.id, ""))
        meaning = rule.partition(": ")[2] if rule else ""
        told = f": {meaning.rstrip('.')}" if meaning else ""
        yield line((mark.text.replace(" ", GLUE), mark.tone), (told, Emphasis.MUTED))


def _supply(supply: Supply, session: Session) -> Line:
    """Return a supply with its die, and when the die is rolled next: `Antorcha d6, en 10 min`."""
    if supply.is_depleted:
        return line(say("sheet.depleted", name=supply.name))
    told = f"{supply.name} d{supply.die}".replace(" ", GLUE)
    if supply.active and supply.trigger is Trigger.TIME:
        left = amounts.roughly(max(0, supply.due - session.elapsed))
        told += say("sheet.in", time=left)
    return line(told)


def _scores(session: Session, creature: Creature, words: Words) -> Line:
    """Return the scores, each with the first letters of its name, and what the game computes of the sheet.

    Outside the party, scores that are all at their defaults stand for none.
    """
    sheet = creature.sheet
    parts: dict[str, list[SheetField]] = {}
    for field in session.game.fields:
        if _is_score(field):
            parts.setdefault(field.path[len(field.path) > 1], []).append(field)
    fresh = session.game.sheet()
    if not creature.party and all(
        read_field(sheet, each) == read_field(fresh, each) for fields in parts.values() for each in fields
    ):
        parts = {}
    named = [(term(words, "attribute", name), _score_text(sheet, fields)) for name, fields in parts.items()]
    shown = [_named(name[:3] if len(parts) > _FEW else name, value) for name, value in named]
    computed = session.game.derived_figures(sheet)
    shown += [_named(term(words, "field", name), str(number)) for name, number in computed.items()]
    return tuple(run for place, part in enumerate(shown) for run in (*(line("  ") if place else ()), *part))


def _is_score(field: SheetField) -> bool:
    """Whether a field is an attribute, or a part of one."""
    return field.group == OF_ATTRIBUTES and field.kind is FieldKind.NUMBER


_FEW = 4
"""Scores whose names are written whole."""


def _entries(session: Session, sheet: Sheet, fresh: Sheet, words: Words) -> Iterator[tuple[str, Line]]:
    """Yield the fields that are not scores and not as on a fresh sheet, by id; a resource is one."""
    game = session.game
    gauges: dict[tuple[str, ...], Gauge] = {(each.current,): each for each in game.gauges if each.maximum}
    maxima = {(each.maximum,) for each in game.gauges}
    shown = game.health_gauge.current if game.health_gauge else ""
    for field in game.fields:
        if _is_score(field) or field.path in maxima or field.path == (shown,):
            continue
        gauge = gauges.get(field.path)
        value = read_field(sheet, field) if gauge is None else gauge_figures(sheet, gauge)
        if value not in UNSAID and value != read_field(fresh, field):
            room = room_text(sheet, field, game, words)
            text = value_text(field, value, words) + (f" ({room})" if room else "")
            yield field.id, _named(term(words, "field", field.id), text)


def _score_text(sheet: Sheet, parts: Sequence[SheetField]) -> str:
    figures = [read_field(sheet, each) for each in parts]
    return "/".join(figures[:2]) + "".join(f" −{each}" for each in figures[2:] if each != "0")


def _named(name: str, value: str) -> Line:
    """Return a figure behind its name, of which no line ends in between."""
    return line((f"{name} ".replace(" ", GLUE), Emphasis.MUTED), value)
