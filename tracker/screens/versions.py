"""Choosing between the versions of a text that two GMs wrote at once."""

from datetime import datetime

from tracker.screens.desk import Desk
from tracker.session.versions import Divided, Version, choose_version
from tracker.widgets.picker import Option, Picker
from tracker.wording.language import N_, _
from tracker.wording.sentences import LINE_FEED
from tracker.wording.words import term, words_of

_PARTS = {"title": N_("título"), "name": N_("nombre"), "notes": N_("notas")}


def ask_version(desk: Desk) -> None:
    """Show every version of every text that has several, and let the chosen one be the text."""
    found = {
        f"{number}.{place}": (each, version)
        for number, each in enumerate(desk.divided)
        for place, version in enumerate(each.versions)
    }
    if not found:
        return
    options = [
        Option(key, version.text.replace("\n", LINE_FEED) or "—", _hint(desk, each, version))
        for key, (each, version) in found.items()
    ]

    def chosen(key: str | None) -> None:
        if key is not None:
            each, version = found[key]
            desk.play(lambda history: choose_version(history, each.path, version.text))

    desk.app.push_screen(Picker(_("¿Qué versión se queda?"), options), chosen)


def _hint(desk: Desk, each: Divided, version: Version) -> str:
    words, last = words_of(desk.session.system), each.path[-1]
    part = _(_PARTS[last]) if last in _PARTS else term(words, "field", last)
    whose = desk.history.names.get(each.path[1], "") if len(each.path) > 1 else ""
    when = datetime.fromtimestamp(version.at).strftime("%d/%m %H:%M")
    shown = _("se ve") if version is each.versions[0] else ""
    return " · ".join(filter(None, [shown, " ".join(filter(None, [whose, part])), version.gm, when]))
