"""Forms for a new player's character and for a new supply."""

from collections.abc import Callable, Mapping

from tracker.commands.command import Command
from tracker.commands.group import join
from tracker.commands.parse import reader_of
from tracker.commands.preview import preview
from tracker.commands.supplies import TEN_MINUTES, get_in_form, says_whole
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.rules.text import with_plain_signs
from tracker.screens.asking.sheet_form import NAME, filled_values, new_sheet_fields
from tracker.screens.asking.supply_form import new_supply_fields, supply_with
from tracker.screens.dialogs.sheet_preview import SheetPreview
from tracker.screens.table.move_player import MovePlayer
from tracker.session.pasted import Pasted
from tracker.widgets.form import Field, Form
from tracker.wording.messages import say
from tracker.wording.words import words_of

_Read = Callable[[Mapping[str, str]], Command]
"""Parses the values of a form into a command."""


def ask_character(player: MovePlayer, then: Callable[[], object]) -> None:
    session = player.session

    def read(values: Mapping[str, str]) -> Command:
        field_values = {key: text for key, text in values.items() if key != NAME}
        sheet_values = filled_values(session.game.fields, field_values, words_of(session.system))
        return join(reader_of("join", values.get(NAME, ""), player.context()), sheet_values)

    hint = say("newcomers.creature_prompt")
    fields = new_sheet_fields(session, _name(player, hint, read))

    def is_block(line: str) -> bool:
        return bool(_find_stat_blocks(read, {NAME: line}))

    def is_whole(line: str) -> bool:
        return not {"=", ","}.isdisjoint(with_plain_signs(line)) or is_block(line)

    def form(old_values: Mapping[str, str] | None, refusal: str) -> Form:
        title = say("newcomers.new_pc")
        return Form(title, fields, old_values, refusal, is_whole=is_whole, is_pasted=is_block)

    _ask(player, form, read, then)


def ask_supply(player: MovePlayer, owner: str, then: Callable[[], object]) -> None:
    """Ask for a supply of a creature (of the party if `owner` is empty), play it, and then call `then`."""
    new_supply = Supply(owner=owner, every=TEN_MINUTES)

    def read(values: Mapping[str, str]) -> Command:
        further_values = {key: text for key, text in values.items() if key != NAME}
        if owner:
            player.session.creature(owner)
        supply = supply_with(player.session, new_supply, further_values)
        return get_in_form(reader_of("get", values.get(NAME, ""), player.context()), supply)

    def is_whole(line: str) -> bool:
        return says_whole(reader_of("get", line, player.context()))

    hint = say("newcomers.own_supply_prompt")
    if not owner:
        hint = say("newcomers.supply_prompt")
    fields = new_supply_fields(player.session, _name(player, hint, read), new_supply)

    def form(old_values: Mapping[str, str] | None, refusal: str) -> Form:
        return Form(say("newcomers.new_object"), fields, old_values, refusal, is_whole=is_whole)

    _ask(player, form, read, then)


def _name(player: MovePlayer, hint: str, read: _Read) -> Field:
    """Return the field of the name, which shows what Enter will do; `hint` while it is empty."""

    def preview_text(text: str) -> str:
        return hint if not text else preview(read({NAME: text}), player.context()).text

    def wrong(text: str) -> str | None:
        try:
            preview_text(text)
        except Refusal as refusal:
            return player.screen.refusal_text(refusal)
        return None

    return Field(NAME, say("newcomers.name"), "", validate=wrong, explain=preview_text)


def _find_stat_blocks(read: _Read, values: Mapping[str, str]) -> tuple[Pasted, ...]:
    """Return the creatures of the stat blocks among the values of a form."""
    try:
        return read(values).pasted
    except Refusal:
        return ()


def _ask(
    player: MovePlayer,
    form: Callable[[Mapping[str, str] | None, str], Form],
    read: _Read,
    then: Callable[[], object],
    refused: tuple[Mapping[str, str], str] | None = None,
) -> None:
    """Ask with a form until its values are accepted or given up.

    The sheet of a pasted stat block is shown first. `refused` is the refused values and the reason.
    """
    app = player.screen.app

    def on_answer(values: dict[str, str] | None) -> None:
        if values is None:
            return

        def ask_again(why: str) -> None:
            _ask(player, form, read, then, (values, why))

        def show_newcomers(agreed: bool | None) -> None:
            if not agreed:
                ask_again("")
            elif player.attempt(lambda: player.carry_out(read(values)), ask_again):
                then()

        if pasted := _find_stat_blocks(read, values):
            app.push_screen(SheetPreview(pasted, player.session.system), show_newcomers)
        else:
            show_newcomers(agreed=True)

    app.push_screen(form(*(refused or (None, ""))), on_answer)
