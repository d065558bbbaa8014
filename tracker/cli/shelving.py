"""`tracker library`: what a folder's library holds, out to a file and in from one."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

from tracker.cli.luck import fresh_id
from tracker.cli.shell import DONE, REFUSED, Shell, now
from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.exchange.csv_file import read_csv, write_csv
from tracker.session.exchange.json_file import read_json, write_json
from tracker.session.exchange.parcel import Parcel, Wrong
from tracker.session.moves.library import stock
from tracker.session.state import Session
from tracker.store.files import refusing
from tracker.store.library import Library
from tracker.store.paths import library_path
from tracker.wording.language import _, _n
from tracker.wording.sentences import refusal_sentence, sentences
from tracker.wording.shelves import shelf_lines
from tracker.wording.words import term, words_of

AT_ONCE = 200
"""Things in one event, which has its size."""
LARGEST = 8
"""Mebibytes of a file that is read."""
_JSON, _CSV = ".json", ".csv"


def answer_library(shell: Shell) -> int:
    """List a library, write it to a file or take one in."""
    system = system_of(shell.arguments.system).key
    if shell.arguments.action in ("export", "import") and shell.arguments.kiosk:
        raise Refusal("kiosk", what=f"library {shell.arguments.action}")
    if shell.arguments.action == "import":
        shell.places.prepare()
    path = library_path(shell.places.saves.absolute(), system)
    library = Library(path, shell.places.journals, system, shell.gm, now)
    done = work(library, shell.arguments, system)
    library.close()
    return DONE if done else REFUSED


def work(library: Library, arguments: SimpleNamespace, system: str) -> bool:
    """Do what was asked of the library; returns whether all of it could be done."""
    library.look()
    if library.refusal is not None:
        raise library.refusal
    match arguments.action:
        case "export":
            _export(library.history.session, Path(arguments.file))
        case "import":
            return _import(library, Path(arguments.file), system, skip_bad=arguments.skip_bad)
        case _:
            _list(library.history.session, as_json=arguments.json)
    return True


def _list(library: Session, *, as_json: bool) -> None:
    lines = shelf_lines(library)
    if as_json:
        print(json.dumps({shelf: dict(each) for shelf, each in lines.items()}, ensure_ascii=False, indent=1))
        return
    words = words_of(library.system)
    for shelf, shelved in lines.items():
        print(f"{term(words, 'shelf', shelf)}:")
        for name, what in shelved:
            print(f"  {name} · {what}" if what else f"  {name}")
    if not lines:
        system = term(words, "system", library.system)
        print(_("La biblioteca de {system} está vacía.").format(system=system))


def _export(library: Session, path: Path) -> None:
    text = write_csv(library) if _ending(path) == _CSV else write_json(library)
    with refusing(path):
        try:
            with path.open("x", encoding="utf-8", newline="") as file:
                file.write(text)
        except FileExistsError as error:
            raise Refusal("file_exists", path=str(path)) from error
    print(_("Biblioteca escrita en {path}.").format(path=path))


def _import(library: Library, path: Path, system: str, *, skip_bad: bool) -> bool:
    text, game = _text(path), system_of(system)
    session = library.history.session
    read = read_csv if _ending(path) == _CSV else read_json
    parcel = read(text, game, session)
    for wrong in parcel.wrong:
        print(_complaint(wrong, system), file=sys.stderr)
    if parcel.wrong and not skip_bad:
        sentence = _n(
            "No se ha traído nada: {count} fila está mal (--skip-bad trae las demás).",
            "No se ha traído nada: {count} filas están mal (--skip-bad trae las demás).",
            len(parcel.wrong),
        )
        print(sentence.format(count=len(parcel.wrong)), file=sys.stderr)
        return False
    if not parcel.count:
        raise Refusal("nothing_to_import", path=str(path))
    _stock(library, parcel)
    return True


def _stock(library: Library, parcel: Parcel) -> None:
    everything = [(shelf, key, each) for shelf, new in parcel.shelves.items() for key, each in new.items()]
    name = fresh_id()
    for start in range(0, len(everything), AT_ONCE):
        shelves: dict[str, dict[str, object]] = {}
        for shelf, key, each in everything[start : start + AT_ONCE]:
            shelves.setdefault(shelf, {})[key] = each
        event = library.put(stock(library.history.session, shelves, name))
        print(" ".join(sentences(event, library.history)))
    print(_("En la mesa, «biblioteca deshacer» lo quita todo."))
    if library.campaign is not None:
        sharing = library.campaign.share()
        if sharing.refusal is not None:
            print(refusal_sentence(sharing.refusal), file=sys.stderr)


def _complaint(wrong: Wrong, system: str) -> str:
    shelf = term(words_of(system), "shelf", wrong.shelf)
    why = refusal_sentence(wrong.refusal, system)
    return _("{shelf}, fila {row}: {why}").format(shelf=shelf, row=wrong.row, why=why)


def _text(path: Path) -> str:
    _ending(path)
    with refusing(path):
        try:
            if path.stat().st_size > LARGEST << 20:
                raise Refusal("file_too_big", path=str(path), most=LARGEST)
            return path.read_bytes().decode()
        except FileNotFoundError as error:
            raise Refusal("no_such_file", path=str(path)) from error
        except UnicodeDecodeError as error:
            raise Refusal("not_utf8", path=str(path)) from error


def _ending(path: Path) -> str:
    ending = path.suffix.lower()
    if ending not in (_JSON, _CSV):
        raise Refusal("unknown_ending", path=str(path))
    return ending
