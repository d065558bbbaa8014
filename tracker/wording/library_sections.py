"""The library's sections in short."""

from collections.abc import Iterator

from tracker.rules.random_table import RandomTable
from tracker.rules.systems import system_of
from tracker.session.exchange.batch import ImportBatch, Wrong
from tracker.session.exchange.element import NAME, NOTES, row_of
from tracker.session.exchange.pasted import Pasted
from tracker.session.moves.library import SECTIONS
from tracker.session.state import Kit, Lineup, Session, Template
from tracker.wording.glance import gauge_figures
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import term, words_of

DOUBT = "? "
"""Stands before what a person should look at in a pasted creature."""


def complaint(wrong: Wrong, system: str) -> str:
    """Return the sentence for a wrong row of a file."""
    section = term(words_of(system), "section", wrong.section)
    why = refusal_sentence(wrong.refusal, system)
    return say("library_sections.row", shelf=section, row=wrong.row, why=why)


def left_out_lines(batch: ImportBatch) -> Iterator[str]:
    """Yield what was left out of each creature of a file, and of the file itself."""
    for name, parts in batch.left_out.items():
        told = "library_sections.is_left_out" if name else "library_sections.of_the_file_is"
        yield say(told, name=name, parts=", ".join(parts))


def pasted_lines(pasted: Pasted, system: str) -> Iterator[str]:
    """Yield the preview of a pasted creature: its name, its fields, the doubtful ones marked, its notes."""
    words, template = words_of(system), pasted.template
    row = row_of(system_of(system), template)
    yield f"{DOUBT if NAME in pasted.doubtful else ''}{template.name}"
    for each in pasted.fields[1:]:
        mark = DOUBT if each in pasted.doubtful else "  "
        yield f"{mark}{term(words, 'field', each)}: {row[each]}"
    if template.notes:
        yield f"  {term(words, 'column', NOTES)}:"
        yield from (f"    {line}" for line in template.notes.split("\n"))
    if pasted.doubtful:
        yield say("library_sections.doubtful", count=len(pasted.doubtful))


def section_lines(library: Session) -> dict[str, list[tuple[str, str]]]:
    """Return each name with a short description, by section; empty sections are left out."""
    lines = {
        section: sorted((each.name, _in_short(each, library)) for each in getattr(library, section).values())
        for section in SECTIONS
    }
    return {section: entries for section, entries in lines.items() if entries}


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
            return say("library_sections.rows", dice=element.dice, rows=len(element.rows))


def _figures(template: Template, library: Session) -> str:
    words = words_of(library.system)
    figures = (
        (term(words, "short", each.id), gauge_figures(template.sheet, each)) for each in library.game.gauges
    )
    return " · ".join(f"{name} {figure}" for name, figure in figures if figure)
