"""`tracker library`: list a folder's library, export it, import into it, paste a creature."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from tracker.cli.campaigns import ruling_named, shelf_of
from tracker.cli.invocation import DONE, REFUSED, Invocation, fresh_id, unix_time
from tracker.cli.play import Orders
from tracker.cli.printing import print_answer, print_done, print_line
from tracker.commands.command import Command, draft_of
from tracker.features.library.exchange.csv_file import write_csv
from tracker.features.library.exchange.front_matter import NO_NOTE
from tracker.features.library.exchange.json_file import write_json
from tracker.features.library.moves import check_room
from tracker.features.library.store import CSV, JSON, ending_of, put_import, read_import
from tracker.features.library.wording import (
    complaint,
    doubtful_lines,
    left_out_lines,
    preview_lines,
    section_lines,
)
from tracker.rules.refusal import Refusal
from tracker.rules.systems import saved_name, system_of
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.several import read_all_pasted
from tracker.session.pasted import MOST_BYTES
from tracker.session.state import Session
from tracker.store.files import absolute, files_below, is_folder, write_new
from tracker.store.library import Library
from tracker.store.paths import library_path
from tracker.store.text_file import read_text_file
from tracker.wording.contract import Answer, OrderAnswer
from tracker.wording.library import column_names, pasted_lines
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence, sentences
from tracker.wording.words import game_name, term, words_of


class LibraryAnswer(Answer, frozen=True, kw_only=True):
    """The names of a library, each with a short summary, by section."""

    sections: dict[str, dict[str, str]]


def answer_put(orders: Orders, command: Command) -> OrderAnswer:
    """Play a command of `tracker do` in the library."""
    library = orders.library
    event = library.add_event(
        draft_of(command, library.history, orders.campaign.dice(orders.roll), orders.fresh)
    )
    assert library.campaign is not None  # noqa: S101 - putting something into a library opens it
    return orders.share(event, command, library.campaign)


def answer_library(invocation: Invocation) -> int:
    """List a library, write it to a file, or import a file."""
    system = ruling_named(invocation.arguments.system, shelf_of(invocation)).name
    if invocation.arguments.action in ("export", "import", "paste") and invocation.arguments.kiosk:
        raise Refusal("kiosk", what=f"library {invocation.arguments.action}")
    if invocation.arguments.action in ("import", "paste"):
        invocation.folders.prepare()
    path = library_path(absolute(invocation.folders.saves), saved_name(system))
    library = Library(path, invocation.folders.journals, system, invocation.gm, unix_time)
    succeeded = run_action(library, invocation.arguments, system)
    library.close()
    return DONE if succeeded else REFUSED


def run_action(library: Library, arguments: SimpleNamespace, system: str) -> bool:
    """List, export, import or paste; returns whether everything succeeded."""
    library.look()
    if library.refusal is not None:
        raise library.refusal
    match arguments.action:
        case "export":
            _export(library.history.session, Path(arguments.file))
        case "import":
            keeps = arguments.yes or not _is_watched()
            return _import(library, Path(arguments.file), system, skip_bad=arguments.skip_bad, keeps=keeps)
        case "paste":
            _paste(library, arguments.file, keep=arguments.yes)
        case _:
            _list(library.history.session, as_json=arguments.json)
    return True


def _list(library: Session, *, as_json: bool) -> None:
    lines = section_lines(library)
    if as_json:
        print_answer(
            LibraryAnswer(sections={section: dict(each) for section, each in lines.items()}), indent=1
        )
        return
    words = words_of(library.system)
    for section, entries in lines.items():
        print_line(f"{term(words, 'section', section)}:")
        for name, summary in entries:
            print_line(f"  {name} · {summary}" if summary else f"  {name}")
    if not lines:
        system = game_name(library.system)
        print_line(say("library.empty_of", system=system))


def _export(library: Session, path: Path) -> None:
    text = write_csv(library) if ending_of(path, JSON, CSV) == CSV else write_json(library)
    if not write_new(path, text.encode()):
        raise Refusal("file_exists", path=str(path))
    print_done(say("library.written", path=path))


def _is_watched() -> bool:
    """Whether a person is at the terminal, who sees a preview; a script imports at once."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()


def _import(library: Library, path: Path, system: str, *, skip_bad: bool, keeps: bool) -> bool:
    """Import a file, or every note of a folder, so that one undo takes all of it back.

    Several things are only shown unless `keeps`.
    """
    batches, wrong_count = _read(library, path, system)
    if wrong_count and not (skip_bad and batches):
        print_line(say("library.nothing_imported", count=wrong_count), error=True)
        return False
    filled_batches = [each for each in batches if each.count]
    if not filled_batches:
        raise Refusal("nothing_to_import", path=str(path))
    if not keeps and sum(each.count for each in filled_batches) > 1:
        for line in preview_lines(filled_batches, library.history):
            print_line(line)
        print_line(say("library.paste_yes"))
        return True
    _put(library, filled_batches)
    return True


def _put(library: Library, batches: Sequence[ImportBatch]) -> None:
    """Put batches into the library as one import, print what came in, and share it with the other copies."""
    name = fresh_id()
    for batch in batches:
        print_done(" ".join(sentences(put_import(library, batch, name), library.history)))
        for remark in (*doubtful_lines(batch, library.history), *left_out_lines(batch)):
            print_line(remark)
    print_done(say("library.table_undo_hint"))
    if library.campaign is not None:
        sharing = library.campaign.share()
        if sharing.refusal is not None:
            print_line(refusal_sentence(sharing.refusal), error=True)


def _paste(library: Library, file: str | None, *, keep: bool) -> None:
    """Show the creatures in a pasted text; put them into the library only with `--yes`."""
    text = read_text_file(Path(file)) if file is not None else _piped_text()
    system = library.history.session.system
    pasted = read_all_pasted(text, system_of(system), column_names(system))
    for line in (line for each in pasted for line in pasted_lines(each, system)):
        print_line(line)
    if not keep:
        print_line(say("library.paste_yes"))
        return
    batch = ImportBatch()
    for number, each in enumerate(pasted, start=1):
        batch.take("templates", number, each.template)
    for wrong in batch.wrong:
        print_line(complaint(wrong, system), error=True)
    check_room(library.history.session, batch.sections)
    _put(library, [batch])


def _piped_text() -> str:
    """Read the standard input, one byte beyond the limit at most: enough to refuse it as too big."""
    return sys.stdin.read(MOST_BYTES + 1) if sys.stdin else ""


def _read(library: Library, path: Path, system: str) -> tuple[list[ImportBatch], int]:
    """Read a file, or each note of a folder; returns the batches and the number of rows printed as wrong."""
    batches, wrong_count = list[ImportBatch](), 0
    for file in _notes_in(path) if is_folder(path) else [path]:
        try:
            batch = read_import(file, library)
        except Refusal as refusal:
            if refusal.code == NO_NOTE and is_folder(path):
                continue
            if "path" in refusal.data:
                raise
            print_line(f"{file}: {refusal_sentence(refusal, system)}", error=True)
            wrong_count += 1
            continue
        if is_folder(path) and not batch.count and all(each.refusal.code == NO_NOTE for each in batch.wrong):
            continue
        for wrong in batch.wrong:
            print_line(f"{file}: {complaint(wrong, system)}", error=True)
        wrong_count += len(batch.wrong)
        batches.append(batch)
    return batches, wrong_count


def _notes_in(folder: Path) -> list[Path]:
    """List the notes of a folder and its subfolders, without hidden ones."""
    files = files_below(folder, "*.md")
    return [each for each in files if "/." not in f"/{each.relative_to(folder)}"]
