"""The card of a creature, with the figures first that a fight needs most."""

from collections.abc import Iterator, Sequence

from tracker.rules.body import Nature
from tracker.rules.glance import Gauge
from tracker.rules.sheet_field import OF_ATTRIBUTES, FieldKind, SheetField
from tracker.rules.supply import Supply, Trigger
from tracker.rules.system import Sheet
from tracker.session.sheet_fields import read_field
from tracker.session.state import Session
from tracker.widgets.ink import GLUE, Emphasis, Line, line
from tracker.widgets.text_panel import Block
from tracker.wording import amounts
from tracker.wording.glance import UNSAID, gauge_figures, marks_of, room_text
from tracker.wording.goods import carried_text
from tracker.wording.messages import say, say_of
from tracker.wording.progress import clock_texts
from tracker.wording.words import Words, term, value_text, words_of

_BETWEEN = line((" · ", Emphasis.MUTED))


def card(session: Session, who: str, *, declared: str = "", unicode: bool = True) -> Block:
    """Describe a creature; values at their defaults are left out, except the scores of the party.

    The order is: protection, attacks and resources; what it declares; conditions with their rules; scores;
    clocks; supplies; goods; notes; the rest of the sheet.
    """
    creature, words = session.creatures[who], words_of(session.system)
    default_sheet = session.game.new_sheet(Nature.PC if creature.party else Nature.NPC, session.elapsed)
    entries = dict(_entries(session, creature.sheet, default_sheet, words))
    first = [entries.pop(field_id) for field_id in session.game.looked_up if field_id in entries]
    own = [supply for supply in session.supplies.values() if supply.owner == who]
    lines = [
        _join(first),
        line((say("sheet.declares"), Emphasis.MUTED), declared) if declared else (),
        _join([*_conditions(session, who, words)]),
        _score_line(session, who, words),
        _join([line(text.replace(" ", GLUE)) for text in clock_texts(session, who, unicode=unicode)]),
        _join([_supply_line(supply, session) for supply in own]),
        _join([_named_figure(word, text) for word, text in carried_text(session, who).items()]),
        *(line(part) for part in creature.notes.split("\n") if part),
        _join([*entries.values()]),
    ]
    return Block(tuple(filter(None, lines)), creature.name)


def _join(parts: Sequence[Line]) -> Line:
    return tuple(run for index, part in enumerate(parts) for run in (*(_BETWEEN if index else ()), *part))


def _conditions(session: Session, who: str, words: Words) -> Iterator[Line]:
    """Yield the marks of a creature, each condition with its rule if the game prints one."""
    for mark in marks_of(session, who, whole=True):
        rule = words.find("rule", session.game.rule_of.get(mark.id, ""))
        meaning = rule.partition(": ")[2] if rule else ""
        rule_text = f": {meaning.rstrip('.')}" if meaning else ""
        yield line((mark.text.replace(" ", GLUE), mark.tone), (rule_text, Emphasis.MUTED))


def _supply_line(supply: Supply, session: Session) -> Line:
    """Format a supply with its die and the time until its next roll: `Antorcha d6, en 10 min`."""
    if supply.is_depleted:
        return line(f"{supply.name} ({say_of('glance.depleted', supply.name)})")
    text = f"{supply.name} d{supply.die}".replace(" ", GLUE)
    if supply.active and supply.trigger is Trigger.TIME:
        remaining = amounts.roughly(max(0, supply.due - session.elapsed))
        text += say("sheet.in", time=remaining)
    return line(text)


def _score_line(session: Session, who: str, words: Words) -> Line:
    """Format the scores, with names of three letters if there are many, and the game's derived figures.

    Scores that are all at their defaults are left out, except the party's.
    """
    creature = session.creatures[who]
    sheet = creature.sheet
    parts: dict[str, list[SheetField]] = {}
    for field in session.game.fields:
        if _is_score(field):
            parts.setdefault(field.path[len(field.path) > 1], []).append(field)
    default_sheet = session.game.sheet()
    if not creature.party and all(
        read_field(sheet, each) == read_field(default_sheet, each)
        for fields in parts.values()
        for each in fields
    ):
        parts = {}
    named_scores = [
        (term(words, "attribute", name), _score_text(sheet, fields)) for name, fields in parts.items()
    ]
    entries = [_named_figure(name[:3] if len(parts) > _FEW else name, value) for name, value in named_scores]
    computed = session.game.derived_figures(session.rules_context(), who)
    entries += [_named_figure(term(words, "field", name), str(number)) for name, number in computed.items()]
    return tuple(run for index, part in enumerate(entries) for run in (*(line("  ") if index else ()), *part))


def _is_score(field: SheetField) -> bool:
    """Whether a field is an attribute, or a part of one."""
    return field.group == OF_ATTRIBUTES and field.kind is FieldKind.NUMBER


_FEW = 4
"""Most scores whose names are written in full."""


def _entries(
    session: Session, sheet: Sheet, default_sheet: Sheet, words: Words
) -> Iterator[tuple[str, Line]]:
    """Yield by id the other fields that differ from a fresh sheet; a resource is one field of two figures."""
    game = session.game
    gauges: dict[tuple[str, ...], Gauge] = {(each.current,): each for each in game.gauges if each.maximum}
    maxima = {(each.maximum,) for each in game.gauges}
    health_field = game.health_gauge.current if game.health_gauge else ""
    for field in game.fields:
        if _is_score(field) or field.path in maxima or field.path == (health_field,):
            continue
        gauge = gauges.get(field.path)
        value = read_field(sheet, field) if gauge is None else gauge_figures(sheet, gauge)
        if value not in UNSAID and value != read_field(default_sheet, field):
            room = room_text(sheet, field, game, words)
            text = value_text(field, value, words) + (f" ({room})" if room else "")
            yield field.id, _named_figure(term(words, "field", field.id), text)


def _score_text(sheet: Sheet, parts: Sequence[SheetField]) -> str:
    figures = [read_field(sheet, each) for each in parts]
    return "/".join(figures[:2]) + "".join(f" −{each}" for each in figures[2:] if each != "0")


def _named_figure(name: str, value: str) -> Line:
    """Put a figure behind its name, glued so that no line breaks between them."""
    return line((f"{name} ".replace(" ", GLUE), Emphasis.MUTED), value)
