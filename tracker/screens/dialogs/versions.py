"""Choosing between the versions of a text that two GMs wrote at once."""

from tracker.screens.table.move_player import MovePlayer
from tracker.session.versions import choose_version, divided
from tracker.widgets.picker import Option, Picker
from tracker.wording.language import _
from tracker.wording.versions import version_hint, version_text


def ask_version(player: MovePlayer) -> None:
    """Show every version of every text that has several, and let the chosen one be the text."""
    found = {
        f"{number}.{place}": (each, version)
        for number, each in enumerate(divided(player.history))
        for place, version in enumerate(each.versions)
    }
    if not found:
        return
    options = [
        Option(key, version_text(version), version_hint(player.history, each, version))
        for key, (each, version) in found.items()
    ]

    def chosen(key: str | None) -> None:
        if key is not None:
            each, version = found[key]
            player.play(lambda history: choose_version(history, each.path, version.text))

    player.screen.app.push_screen(Picker(_("¿Qué versión se queda?"), options), chosen)
