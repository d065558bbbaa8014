"""The choices that a game leaves to the campaign, asked for together."""

from functools import partial

from tracker.screens.desk import Desk
from tracker.screens.tabs.sheet_form import scene_form_fields, written
from tracker.session.event import Deed
from tracker.session.history import History
from tracker.session.moves import settings
from tracker.widgets.form import Form
from tracker.wording.language import _
from tracker.wording.words import words_of


def ask_settings(desk: Desk) -> None:
    """Show what is settled, and settle what is changed."""

    def answered(values: dict[str, str] | None) -> None:
        words = words_of(desk.session.system)
        for setting, value in written(settings.settings_of(desk.session), values or {}, words).items():
            desk.play(partial(_chosen, setting, value))

    desk.app.push_screen(Form(_("Ajustes de la campaña"), scene_form_fields(desk.session)), answered)


def _chosen(setting: str, value: str, history: History) -> Deed:
    return settings.choose(history.session, setting, value)
