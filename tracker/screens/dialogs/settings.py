"""The form for the settings that a game leaves to the campaign."""

from collections.abc import Mapping
from functools import partial

from tracker.screens.table.move_player import MovePlayer
from tracker.screens.tabs.sheet_form import scene_form_fields, written
from tracker.session.event import Draft
from tracker.session.history import History
from tracker.session.moves import settings
from tracker.widgets.form import Form
from tracker.wording.language import _
from tracker.wording.words import words_of


def ask_settings(
    player: MovePlayer, written_before: Mapping[str, str] | None = None, refused: str = ""
) -> None:
    """Show the settings and play the changed ones; after a refusal, ask again for the rest."""

    def answered(values: dict[str, str] | None) -> None:
        left = dict(values or {})
        words = words_of(player.session.system)
        for setting, value in written(settings.settings_of(player.session), left.copy(), words).items():
            if not player.play(partial(_chosen, setting, value), partial(ask_settings, player, left)):
                break
            del left[setting]

    form = Form(_("Ajustes de la campaña"), scene_form_fields(player.session), written_before, refused)
    player.screen.app.push_screen(form, answered)


def _chosen(setting: str, value: str, history: History) -> Draft:
    return settings.choose(history.session, setting, value)
