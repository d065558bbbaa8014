"""Forms for somebody or something new at the table: a player's character, a supply."""

from collections.abc import Callable, Mapping

from tracker.commands.command import Command
from tracker.commands.group import join
from tracker.commands.parse import reader_of
from tracker.commands.preview import preview
from tracker.commands.supplies import TEN_MINUTES, get_in_form, says_whole
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.screens.asking.sheet_form import NAME, new_sheet_fields, written
from tracker.screens.asking.supply_form import new_supply_fields, supply_with
from tracker.screens.table.move_player import MovePlayer
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
        typed = written(session.game.fields, others, words_of(session.system))
        return join(reader_of("join", values.get(NAME, ""), player.context()), typed)

    hint = say("newcomers.a_name_or_a")
    fields = new_sheet_fields(session, _name(player, hint, read))
    _ask((player, say("newcomers.new_pc"), fields, lambda line: "=" in line), read, then)


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

    hint = say("newcomers.a_name_or_a_whole")
    if not owner:
        hint = say("newcomers.a_name_or_a_whole_line")
    fields = new_supply_fields(player.session, _name(player, hint, read), new)
    _ask((player, say("newcomers.new_object"), fields, is_whole), read, then)


def _name(player: MovePlayer, hint: str, read: _Read) -> Field:
    """Return the field of the name, which tells what Enter will do; `hint` while nothing is typed."""

    def told(text: str) -> str:
        return hint if not text else preview(read({NAME: text}), player.context()).told

    def wrong(text: str) -> str | None:
        try:
            told(text)
        except Refusal as refusal:
            return player.screen.why(refusal)
        return None

    return Field(NAME, say("newcomers.name"), "", validate=wrong, explain=told)


def _ask(
    asked: tuple[MovePlayer, str, list[Field], Callable[[str], bool]],
    read: _Read,
    then: Callable[[], object],
    written_before: Mapping[str, str] | None = None,
    refused: str = "",
) -> None:
    """Ask with a form until its values are accepted or given up."""
    player, title, fields, is_whole = asked

    def answered(values: dict[str, str] | None) -> None:
        if values is None:
            return

        def again(why: str) -> None:
            _ask(asked, read, then, values, why)

        if player.attempt(lambda: player.carry_out(read(values)), again):
            then()

    form = Form(title, fields, written_before, refused, is_whole=is_whole)
    player.screen.app.push_screen(form, answered)
