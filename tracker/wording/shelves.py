"""What stands on the library's shelves, in short."""

from tracker.rules.random_table import RandomTable
from tracker.session.exchange.batch import Wrong
from tracker.session.moves.library import SECTIONS
from tracker.session.state import Kit, Lineup, Session, Template
from tracker.wording.glance import gauge_figures
from tracker.wording.language import _, _n
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import term, words_of


def complaint(wrong: Wrong, system: str) -> str:
    """Return which row of a file is wrong, and why."""
    shelf = term(words_of(system), "shelf", wrong.shelf)
    why = refusal_sentence(wrong.refusal, system)
    return _("{shelf}, fila {row}: {why}").format(shelf=shelf, row=wrong.row, why=why)


def shelf_lines(library: Session) -> dict[str, list[tuple[str, str]]]:
    """Return the name of each thing and what it is in short, by shelf; empty shelves are left out."""
    lines = {
        shelf: sorted((each.name, _in_short(each, library)) for each in getattr(library, shelf).values())
        for shelf in SECTIONS
    }
    return {shelf: shelved for shelf, shelved in lines.items() if shelved}


def _in_short(element: Template | Lineup | Kit | RandomTable, library: Session) -> str:
    match element:
        case Template():
            return _figures(element, library)
        case Lineup():
            names = {key: template.name for key, template in library.templates.items()}
            return ", ".join(f"{count} {names.get(key, key)}" for key, count in element.members.items())
        case Kit():
            return ", ".join(f"{supply.name} d{supply.die}" for supply in element.supplies)
        case RandomTable():
            return _n("{dice}, {rows} fila", "{dice}, {rows} filas", len(element.rows)).format(
                dice=element.dice, rows=len(element.rows)
            )


def _figures(template: Template, library: Session) -> str:
    words = words_of(library.system)
    figures = (
        (term(words, "short", each.id), gauge_figures(template.sheet, each)) for each in library.game.gauges
    )
    return " · ".join(f"{name} {figure}" for name, figure in figures if figure)
