"""Everything that a key does here, found by its name or its key."""

from textual.binding import Binding

from tracker.screens.desk import Desk
from tracker.widgets.picker import Option, Picker
from tracker.wording.language import _


def ask_action(desk: Desk) -> None:
    """Find what a key does here, and do it."""
    known = {
        active.binding.id: active
        for active in desk.active_bindings.values()
        if active.enabled and _is_worth_a_name(active.binding)
    }
    options = [
        Option(str(key), desk.app.description(active.binding), desk.app.get_key_display(active.binding))
        for key, active in known.items()
    ]

    async def chosen(key: str | None) -> None:
        if key is not None:
            await desk.app.run_action(known[key].binding.action, known[key].node)

    desk.app.push_screen(Picker(_("¿Qué acción? Escribe parte de su nombre."), options, by_name=True), chosen)


def _is_worth_a_name(binding: Binding) -> bool:
    """Whether the palette offers it: what moves the cursor, or opens the palette, needs no name."""
    return bool(binding.id) and not str(binding.id).startswith(("list.", "panel.", "table.palette"))
