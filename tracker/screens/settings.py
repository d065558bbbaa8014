"""The choices that a game leaves to the campaign, asked for together."""

from collections.abc import Mapping
from functools import partial

from tracker.screens.desk import Desk
from tracker.screens.tabs.sheet_form import scene_form_fields, written
from tracker.session.event import Draft
from tracker.session.history import History
from tracker.session.moves import settings
from tracker.widgets.form import Form
from tracker.wording.language import _
from tracker.wording.words import words_of


def ask_settings(desk: Desk, written_before: Mapping[str, str] | None = None, refused: str = "") -> None:
    """Show what is settled and settle what is changed; from what is refused on, it is asked again."""

    def answered(values: dict[str, str] | None) -> None:
        left = dict(values or {})
        words = words_of(desk.session.system)
        for setting, value in written(settings.settings_of(desk.session), left.copy(), words).items():
            if not desk.play(partial(_chosen, setting, value), partial(ask_settings, desk, left)):
                break
            del left[setting]

    form = Form(_("Ajustes de la campaña"), scene_form_fields(desk.session), written_before, refused)
    desk.app.push_screen(form, answered)


def _chosen(setting: str, value: str, history: History) -> Draft:
    return settings.choose(history.session, setting, value)
