"""The library in words: its sections in short, and what was not taken from a file."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tracker.rules.system import Fact
from tracker.session.exchange.batch import ImportBatch, Wrong
from tracker.session.history import History
from tracker.session.moves.library import SECTIONS
from tracker.session.state import Session
from tracker.wording.library import DOUBT, summary
from tracker.wording.messages import say
from tracker.wording.sentences import fact_sentence, refusal_sentence
from tracker.wording.words import term, words_of


def complaint(wrong: Wrong, system: str) -> str:
    """Say which row of a file is wrong, and why."""
    section = term(words_of(system), "section", wrong.section)
    reason = refusal_sentence(wrong.refusal, system)
    return say("library_sections.row", shelf=section, row=wrong.row, why=reason)


def left_out_lines(batch: ImportBatch) -> Iterator[str]:
    """Say what was left out of each creature of a file, and of the file itself."""
    for name, parts in batch.left_out.items():
        sentence = "library_sections.left_out_of" if name else "library_sections.left_out_of_file"
        yield say(sentence, name=name, parts=", ".join(parts))


def doubtful_lines(batch: ImportBatch, library: History) -> Iterator[str]:
    """Say which fields of a file's creatures the GM should check."""
    for name, fields in batch.doubtful.items():
        yield fact_sentence(Fact("doubtful", {"name": name, "fields": " ".join(fields)}), library)


def preview_lines(batches: Sequence[ImportBatch], library: History) -> Iterator[str]:
    """Say what would come into the library: each thing in short, a mark before those to be checked."""
    session = library.session
    for batch in batches:
        added = {section: {**getattr(session, section), **batch.sections[section]} for section in SECTIONS}
        session = replace(session, **added)
        for section, elements in batch.sections.items():
            if elements:
                yield f"{term(words_of(session.system), 'section', section)}:"
            for each in elements.values():
                mark = DOUBT if section == "templates" and each.name in batch.doubtful else "  "
                yield mark + " · ".join(filter(None, [each.name, summary(each, session)]))
        yield from doubtful_lines(batch, library)
        yield from left_out_lines(batch)


def section_lines(library: Session) -> dict[str, list[tuple[str, str]]]:
    """List each name with a short summary, by section; empty sections are left out."""
    lines = {
        section: sorted((each.name, summary(each, library)) for each in getattr(library, section).values())
        for section in SECTIONS
    }
    return {section: entries for section, entries in lines.items() if entries}
