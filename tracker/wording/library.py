"""Elements of the library in short, pasted creatures, and names for the columns of files."""

from collections.abc import Iterator

from tracker.rules.fields import NOTES_LENGTH
from tracker.rules.random_table import RandomTable
from tracker.rules.systems import system_of
from tracker.session.exchange.element import NAME, NOTES, Names, row_of
from tracker.session.exchange.figure_names import FIGURES
from tracker.session.pasted import Pasted
from tracker.session.sheet_fields import second_of
from tracker.session.state import Kit, Lineup, Session, Template
from tracker.wording.glance import gauge_figures
from tracker.wording.messages import say
from tracker.wording.words import synonyms, term, words_of

DOUBT = "? "
"""Stands before what the GM should check in a pasted creature."""
_COLUMNS = (
    "name",
    "notes",
    "encounter",
    "creature",
    "count",
    "kit",
    "item",
    "die",
    "trigger",
    "every",
    "light",
    "outcome",
    "when",
    "table",
    "dice",
    "low",
    "high",
    "text",
)


def pasted_lines(pasted: Pasted, system: str) -> Iterator[str]:
    """Preview a pasted creature: its name, its fields, its notes; a mark stands before doubtful ones."""
    words, template = words_of(system), pasted.template
    row = row_of(system_of(system), template)
    yield f"{DOUBT if NAME in pasted.doubtful else ''}{template.name}"
    for field_id in pasted.fields[1:]:
        mark = DOUBT if field_id in pasted.doubtful else "  "
        yield f"{mark}{term(words, 'field', field_id)}: {row[field_id]}"
    for field_id in pasted.missing:
        yield say("library_sections.missing", mark=DOUBT, field=term(words, "field", field_id))
    if template.notes:
        yield f"  {term(words, 'column', NOTES)}:"
        yield from (f"    {line}" for line in template.notes.split("\n"))
    if pasted.cut:
        yield say("library_sections.cut", mark=DOUBT, count=pasted.cut, most=NOTES_LENGTH)
    if pasted.doubtful:
        yield say("library_sections.doubtful", count=len(pasted.doubtful))


def summary(element: Template | Lineup | Kit | RandomTable, library: Session) -> str:
    """Summarise an element of a library, or a template of a campaign."""
    match element:
        case Template():
            return _figures(element, library)
        case Lineup():
            names = {key: template.name for key, template in library.templates.items()}
            return ", ".join(f"{count} {names.get(key, key)}" for key, count in element.members.items())
        case Kit():
            return ", ".join(f"{supply.name} d{supply.die}" for supply in element.supplies)
        case RandomTable():
            return say("library_sections.rows", dice=element.dice, rows=len(element.rows))


def _figures(template: Template, library: Session) -> str:
    words = words_of(library.system)
    figures = (
        (term(words, "short", each.id), gauge_figures(template.sheet, each)) for each in library.game.gauges
    )
    return " · ".join(f"{name} {figure}" for name, figure in figures if figure)


def column_names(system: str) -> Names:
    """List the names of each column of a game's library, those of the language in use first.

    The column of an attribute's value is also found by the attribute's name.
    """
    words, game = words_of(system), system_of(system)
    ids = {id_: ("column", id_) for id_ in _COLUMNS} | {each.id: ("field", each.id) for each in game.fields}
    names = {id_: synonyms(words, *key)[:-1] for id_, key in ids.items()}
    for field in game.fields:
        if second_of(game, field) and len(field.path) > 1:
            names[field.id] += synonyms(words, "attribute", field.path[1])[:-1]
    for figure, field_id in game.foreign.items():
        # Of points with a maximum a file mostly gives the one figure, which fills both.
        current = next((each.current for each in game.gauges if each.maximum == field_id), field_id)
        names[current] += FIGURES.get(figure, ())
    if "HP" in game.foreign:
        names[game.foreign["HP"]] += FIGURES["HP.Max"]
    return names
