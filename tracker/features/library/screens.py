"""The library at the table: adding to it, and the page that shows it."""

from functools import partial

from tracker.commands.command import Command, draft_of
from tracker.features.library.store import put_import, read_import
from tracker.features.library.wording import (
    complaint,
    doubtful_lines,
    left_out_lines,
    preview_lines,
    section_lines,
)
from tracker.rules.refusal import Refusal
from tracker.screens.page_screen import PageScreen
from tracker.screens.table.move_player import Again, MovePlayer
from tracker.session.event import Event
from tracker.session.exchange.batch import ImportBatch
from tracker.session.state import Session
from tracker.session.text import stem_of
from tracker.store.text_file import typed_path
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.picker import Option, Picker
from tracker.widgets.question import Confirm
from tracker.widgets.text_panel import Block
from tracker.widgets.text_prompt import RefusedText, TextPrompt
from tracker.wording.messages import say
from tracker.wording.sentences import sentences
from tracker.wording.words import term, words_of

_NAME_WIDTH = 24
_MOST_SAID = 5
"""Wrong rows of a file that are shown."""
_PATH = 1_000
"""Letters of the longest path."""


def put_at_table(player: MovePlayer, command: Command) -> Event:
    """Play a command in the library, which has its own save."""
    library = player.library_sharer.library
    draft = draft_of(command, library.look(), player.roll, player.fresh)
    event = player.library_sharer.add_event(draft)
    player.say(" ".join(sentences(event, library.history)))
    return event


def ask_library(player: MovePlayer) -> None:
    """Ask for an action of the library; some concern the row under the cursor."""
    who = _creature_of_row(player.session, player.screen.under_cursor)
    options = _options(player.session, who)

    def chosen(action: str | None) -> None:
        if action is not None:
            _run_action(player, action, who)

    player.screen.app.push_screen(Picker(say("library.library"), options), chosen)


def _creature_of_row(session: Session, key: str) -> str:
    """Find the creature of a row: itself, or the owner of a supply or need."""
    owner = session.supplies[key].owner if key in session.supplies else key.partition(".")[0]
    return owner if owner in session.creatures else ""


def _options(session: Session, who: str) -> list[Option]:
    name = session.creatures[who].name if who else ""
    owned = any(supply.owner == who for supply in session.supplies.values())
    return [
        Option("show", say("library.browse")),
        *([Option("creature", say("library.keep_creature"), name)] if who else []),
        *([Option("encounter", say("library.keep_encounter"), session.fight.name)] if session.fight else []),
        *([Option("kit", say("library.keep_things"), name or say("people.party"))] if owned else []),
        *([Option("table", say("library.keep_table"))] if session.tables else []),
        Option("paste", say("library.paste_a_creature")),
        Option("import", say("library.import")),
        Option("undo", say("library.undo")),
    ]


def _run_action(player: MovePlayer, action: str, who: str) -> None:
    session = player.session
    fight = session.fight
    match action:
        case "creature":
            initial = stem_of(player.history.names[who])
            player.screen.ask_line(say("library.template_name"), "library . ", (who,), initial)
        case "encounter" if fight:
            player.screen.ask_line(say("library.encounter_name"), "library encounter ", initial=fight.name)
        case "kit":
            player.screen.ask_line(
                say("library.kit_name"),
                f"library kit {'.' if who else 'party'} ",
                (who,) if who else (),
            )
        case "table":
            player.screen.ask_line(say("library.table_name"), "library table ")
        case "paste":
            player.screen.ask_line(say("library.stat_block"), "library paste ")
        case "import":
            _ask_file(player)
        case "undo":
            player.play_line("library undo")
        case "show":
            empty_text = player.screen.with_keys("library.empty")
            player.screen.app.push_screen(
                library_page(player.library_sharer.library.look().session, empty_text)
            )


def _ask_file(player: MovePlayer, refused_text: RefusedText | None = None) -> None:
    """Ask for a file until it is imported or the GM gives up."""
    if player.kiosk:
        player.refuse(Refusal("kiosk", what="library import"))
        return

    def ask_again(text: str, reason: str) -> None:
        _ask_file(player, RefusedText(text, reason))

    def on_answer(text: str | None) -> None:
        if text:
            player.attempt(
                lambda: _import_file(player, text, partial(ask_again, text)), partial(ask_again, text)
            )

    prompt = TextPrompt(say("library.import_prompt"), max_length=_PATH, refused=refused_text)
    player.screen.app.push_screen(prompt, on_answer)


def _import_file(player: MovePlayer, text: str, again: Again) -> Event | None:
    """Import a file; show several things first, and ask if some of its rows are wrong."""
    batch = read_import(typed_path(text), player.library_sharer.library)
    if not batch.wrong and batch.count == 1:
        return _stock(player, batch)
    complaints = [complaint(each, player.session.system) for each in batch.wrong]
    preview = [line(each) for each in preview_lines([batch], player.library_sharer.library.history)]
    if not batch.count:
        again(" ".join(complaints[:_MOST_SAID]))
        return None

    def on_answer(skips_wrong: bool | None) -> None:
        if skips_wrong:
            player.attempt(lambda: _stock(player, batch), again)
        else:
            again(complaints[0] if complaints else "")

    rest_lines = (
        [say("library.and_more", count=len(complaints) - _MOST_SAID)] if len(complaints) > _MOST_SAID else []
    )
    details = [*(line(each) for each in (*complaints[:_MOST_SAID], *rest_lines)), *preview]
    question = (
        say("library.skip_question", count=len(complaints))
        if complaints
        else say("library.import_question", count=batch.count)
    )
    player.screen.app.push_screen(Confirm(question, details), on_answer)
    return None


def _stock(player: MovePlayer, batch: ImportBatch) -> Event:
    event = put_import(player.library_sharer.library, batch, player.fresh())
    messages = sentences(event, player.library_sharer.library.history)
    player.say(" ".join([*messages, say("library.undo_hint")]))
    player.library_sharer.share()
    doubtful = tuple(map(line, doubtful_lines(batch, player.library_sharer.library.history)))
    left_out = tuple(map(line, left_out_lines(batch)))
    pages = ((doubtful, "library.doubtful"), (left_out, "library.left_out"))
    if blocks := [Block(lines, say(heading)) for lines, heading in pages if lines]:
        player.screen.app.push_screen(PageScreen(blocks))
    return event


def library_page(library: Session, empty_text: str) -> PageScreen:
    """Build the page of the library, section by section; an empty library shows `empty_text`."""
    words = words_of(library.system)
    blocks = [
        Block(
            tuple(
                line((name.ljust(_NAME_WIDTH), Emphasis.STRONG), f" {summary}") for name, summary in entries
            ),
            term(words, "section", section),
        )
        for section, entries in section_lines(library).items()
    ]
    return PageScreen(blocks or [Block((line(empty_text),), say("library.library"))])
