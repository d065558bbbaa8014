"""Showing some of the rows of a tab: which, the GM says in a word."""

from tracker.screens.desk import Desk
from tracker.screens.tabs.pane import Pane
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.language import _


def ask_filter(desk: Desk, pane: Pane) -> None:
    """Ask which rows of a tab to show; nothing shows them all."""

    def answered(text: str | None) -> None:
        if text is not None:
            pane.filter = text
            pane.picture()
            desk.say(_("Solo se ve lo que dice «{text}».").format(text=text) if text else _("Se ve todo."))

    desk.app.push_screen(TextPrompt(pane.filter_title, pane.filter, validate=pane.filter_error), answered)
