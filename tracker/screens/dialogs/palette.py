"""The palette: every action that has a key here, found by its name or its key."""

from textual.binding import Binding

from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.widgets.picker import Option, Picker
from tracker.wording.language import _


def ask_action(screen: CampaignScreen) -> None:
    """Ask for an action and run it."""
    known = {
        active.binding.id: active
        for active in screen.active_bindings.values()
        if active.enabled and _is_worth_a_name(active.binding)
    }
    options = [
        Option(str(key), screen.app.description(active.binding), screen.app.get_key_display(active.binding))
        for key, active in known.items()
    ]

    async def chosen(key: str | None) -> None:
        if key is not None:
            await screen.app.run_action(known[key].binding.action, known[key].node)

    screen.app.push_screen(
        Picker(_("¿Qué acción? Escribe parte de su nombre."), options, by_name=True), chosen
    )


def _is_worth_a_name(binding: Binding) -> bool:
    """Whether the palette offers a binding; cursor keys and the palette's own key are left out."""
    return bool(binding.id) and not str(binding.id).startswith(("list.", "panel.", "table.palette"))
