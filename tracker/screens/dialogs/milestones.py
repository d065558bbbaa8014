"""Asking which milestone the game has come to: the end of a session, of a scene."""

from tracker.screens.table.move_player import MovePlayer
from tracker.session.moves.tables import reach
from tracker.widgets.picker import Option, Picker
from tracker.wording.language import _
from tracker.wording.words import term, words_of


def ask_milestone(player: MovePlayer, milestone: str = "") -> None:
    """Reach a milestone; ask which one if none is named."""

    def reached(chosen: str | None) -> None:
        if chosen is not None:
            player.play(lambda history: reach(history.session, chosen))

    if milestone:
        reached(milestone)
        return
    words = words_of(player.session.system)
    options = [Option(each, term(words, "occasion", each)) for each in player.session.game.milestones]
    player.screen.app.push_screen(Picker(_("¿Qué termina?"), options), reached)
