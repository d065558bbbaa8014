"""Forms for somebody or something new at the table: a player's character, a supply."""

from collections.abc import Callable, Mapping

from tracker.commands.command import Command
from tracker.commands.group import join
from tracker.commands.parse import reader_of
from tracker.commands.preview import preview
from tracker.commands.supplies import TEN_MINUTES, get_in_form, says_whole
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.screens.asking.sheet_form import NAME, filled_values, new_sheet_fields
from tracker.screens.asking.supply_form import new_supply_fields, supply_with
from tracker.screens.dialogs.sheet_preview import SheetPreview
from tracker.screens.table.move_player import MovePlayer
from tracker.session.pasted import Pasted
from tracker.widgets.form import Field, Form
from tracker.wording.messages import say
from tracker.wording.words import words_of

_Read = Callable[[Mapping[str, str]], Command]
"""Reads the command of a form's values."""


def ask_character(player: MovePlayer, then: Callable[[], object]) -> None:
    """Ask for a player's character, bring it into play, and then call `then`."""
    session = player.session

    def read(values: Mapping[str, str]) -> Command:
        others = {key: text for key, text in values.items() if key != NAME}
        typed = filled_values(session.game.fields, others, words_of(session.system))
        return join(reader_of("join", values.get(NAME, ""), player.context()), typed)

    hint = say("newcomers.creature_prompt")
    fields = new_sheet_fields(session, _name(player, hint, read))

    def is_block(line: str) -> bool:
        return _find_stat_block(read, {NAME: line}) is not None

    def is_whole(line: str) -> bool:
        return "=" in line or "," in line or is_block(line)

    def form(written_before: Mapping[str, str] | None, refused: str) -> Form:
        title = say("newcomers.new_pc")
        return Form(title, fields, written_before, refused, is_whole=is_whole, is_pasted=is_block)

    _ask(player, form, read, then)


def ask_supply(player: MovePlayer, owner: str, then: Callable[[], object]) -> None:
    """Ask for a supply of a creature or, without an id, of the party; hand it over, and then call `then`."""
    new = Supply(owner=owner, every=TEN_MINUTES)

    def read(values: Mapping[str, str]) -> Command:
        others = {key: text for key, text in values.items() if key != NAME}
        if owner:
            player.session.creature(owner)
        supply = supply_with(player.session, new, others)
        return get_in_form(reader_of("get", values.get(NAME, ""), player.context()), supply)

    def is_whole(line: str) -> bool:
        return says_whole(reader_of("get", line, player.context()))

    hint = say("newcomers.own_supply_prompt")
    if not owner:
        hint = say("newcomers.supply_prompt")
    fields = new_supply_fields(player.session, _name(player, hint, read), new)

    def form(written_before: Mapping[str, str] | None, refused: str) -> Form:
        return Form(say("newcomers.new_object"), fields, written_before, refused, is_whole=is_whole)

    _ask(player, form, read, then)


def _name(player: MovePlayer, hint: str, read: _Read) -> Field:
    """Return the field of the name, which tells what Enter will do; `hint` while nothing is typed."""

    def preview_text(text: str) -> str:
        return hint if not text else preview(read({NAME: text}), player.context()).text

    def wrong(text: str) -> str | None:
        try:
            preview_text(text)
        except Refusal as refusal:
            return player.screen.refusal_text(refusal)
        return None

    return Field(NAME, say("newcomers.name"), "", validate=wrong, explain=preview_text)


def _find_stat_block(read: _Read, values: Mapping[str, str]) -> Pasted | None:
    """Return the creature of a stat block among the values of a form; None if there is none."""
    try:
        return read(values).pasted
    except Refusal:
        return None


def _ask(
    player: MovePlayer,
    form: Callable[[Mapping[str, str] | None, str], Form],
    read: _Read,
    then: Callable[[], object],
    refused: tuple[Mapping[str, str], str] | None = None,
) -> None:
    """Ask with a form until its values are accepted or given up; the sheet of a stat block is shown first.

    `refused` are the values written before, and why they are asked for again.
    """
    app = player.screen.app

    def on_answer(values: dict[str, str] | None) -> None:
        if values is None:
            return

        def ask_again(why: str) -> None:
            _ask(player, form, read, then, (values, why))

        def show_newcomers(made: bool | None) -> None:
            if not made:
                ask_again("")
            elif player.attempt(lambda: player.carry_out(read(values)), ask_again):
                then()

        if (pasted := _find_stat_block(read, values)) is not None:
            app.push_screen(SheetPreview(pasted, player.session.system), show_newcomers)
        else:
            show_newcomers(made=True)

    app.push_screen(form(*(refused or (None, ""))), on_answer)
