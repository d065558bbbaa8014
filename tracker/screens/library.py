"""The library from the table: what to put there, and the page that shows it."""

from functools import partial
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.screens.desk import Again, Desk
from tracker.screens.pages import PageScreen
from tracker.session.event import Event
from tracker.session.exchange.batch import ImportBatch
from tracker.session.moves.library import stem
from tracker.session.state import Session
from tracker.store.library_import import put_import, read_import
from tracker.widgets.confirm import Confirm
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_panel import Block
from tracker.widgets.text_prompt import Refused, TextPrompt
from tracker.wording.language import _, _n
from tracker.wording.sentences import sentences
from tracker.wording.shelves import complaint, shelf_lines
from tracker.wording.words import term, words_of

_NAME_WIDTH = 24
_MOST_SAID = 5
"""Wrong rows of a file that are said."""
_PATH = 1_000
"""Letters of a path."""


def ask_library(desk: Desk, key: str) -> None:
    """Ask what to do with the library; `key` is the row under the cursor, somebody or something of theirs."""
    who = _somebody(desk.session, key)
    options = _options(desk.session, who)

    def chosen(what: str | None) -> None:
        if what is not None:
            _do(desk, what, who)

    desk.app.push_screen(Picker(_("Biblioteca"), options), chosen)


def _somebody(session: Session, key: str) -> str:
    """Return whom a row is about: a creature, the owner of a supply, whoever needs something."""
    owner = session.supplies[key].owner if key in session.supplies else key.partition(".")[0]
    return owner if owner in session.creatures else ""


def _options(session: Session, who: str) -> list[Option]:
    """Return what can be done now."""
    name = session.creatures[who].name if who else ""
    owned = any(supply.owner == who for supply in session.supplies.values())
    return [
        Option("show", _("Ver lo que hay")),
        *([Option("creature", _("Criatura: guardarla como plantilla"), name)] if who else []),
        *(
            [Option("encounter", _("Encuentro: guardarlo entero"), session.fight.name)]
            if session.fight
            else []
        ),
        *([Option("kit", _("Objetos: guardarlos como equipo"), name or _("grupo"))] if owned else []),
        *([Option("table", _("Tabla: guardarla"))] if session.tables else []),
        Option("import", _("Traer un fichero (.json o .csv)")),
        Option("undo", _("Deshacer lo último de la biblioteca")),
    ]


def _do(desk: Desk, what: str, who: str) -> None:
    session = desk.session
    fight = session.fight
    match what:
        case "creature":
            initial = stem(desk.history.names[who])
            desk.ask_line(_("Nombre de la plantilla"), "library . ", (who,), initial)
        case "encounter" if fight:
            desk.ask_line(_("Nombre del encuentro"), "library encounter ", initial=fight.name)
        case "kit":
            desk.ask_line(
                _("Nombre del equipo"), f"library kit {'.' if who else 'party'} ", (who,) if who else ()
            )
        case "table":
            desk.ask_line(_("Nombre de la tabla"), "library table ")
        case "import":
            _ask_file(desk)
        case "undo":
            desk.play_line("library undo")
        case "show":
            nothing = desk.app.with_keys(
                _("La biblioteca está vacía: {table.library} guarda en ella lo de la mesa.")
            )
            desk.app.push_screen(library_page(desk.library.look().session, nothing))


def _ask_file(desk: Desk, refused: Refused | None = None) -> None:
    """Ask which file to bring in, until it can be or is given up."""
    if desk.kiosk:
        desk.refuse(Refusal("kiosk", what="library import"))
        return

    def again(text: str, why: str) -> None:
        _ask_file(desk, Refused(text, why))

    def answered(text: str | None) -> None:
        if text:
            desk.attempt(lambda: _bring_in(desk, text, partial(again, text)), partial(again, text))

    prompt = TextPrompt(
        _("Fichero que traer a la biblioteca, .json o .csv"), max_length=_PATH, refused=refused
    )
    desk.app.push_screen(prompt, answered)


def _bring_in(desk: Desk, text: str, again: Again) -> Event | None:
    """Put a file into the library; where rows of it are wrong, the others only once that is wanted."""
    typed = text.strip()
    path = Path.home() / typed[2:] if typed.startswith("~/") else Path(typed)
    batch = read_import(path, desk.library)
    if not batch.wrong:
        return _stock(desk, batch)
    wrong = [complaint(each, desk.session.system) for each in batch.wrong]
    if not batch.count:
        again(" ".join(wrong[:_MOST_SAID]))
        return None

    def answered(others: bool | None) -> None:
        if others:
            desk.attempt(lambda: _stock(desk, batch), again)
        else:
            again(wrong[0])

    question = _n(
        "{count} fila está mal. ¿Se traen las demás?",
        "{count} filas están mal. ¿Se traen las demás?",
        len(wrong),
    )
    more = [_("… y {count} más").format(count=len(wrong) - _MOST_SAID)] if len(wrong) > _MOST_SAID else []
    details = [line(each) for each in (*wrong[:_MOST_SAID], *more)]
    desk.app.push_screen(Confirm(question.format(count=len(wrong)), details), answered)
    return None


def _stock(desk: Desk, batch: ImportBatch) -> Event:
    """Put what a file holds into the library."""
    event = put_import(desk.library, batch, desk.fresh())
    told = sentences(event, desk.library.history)
    desk.say(" ".join([*told, _("«biblioteca deshacer» lo quita todo.")]))
    desk.share_library()
    return event


def library_page(library: Session, nothing: str) -> PageScreen:
    """Return what the library holds, shelf by shelf; `nothing` is what is said of an empty one."""
    words = words_of(library.system)
    blocks = [
        Block(
            tuple(line((name.ljust(_NAME_WIDTH), Emphasis.STRONG), f" {what}") for name, what in shelved),
            term(words, "shelf", shelf),
        )
        for shelf, shelved in shelf_lines(library).items()
    ]
    return PageScreen(blocks or [Block((line(nothing),), _("Biblioteca"))])
