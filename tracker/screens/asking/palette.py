"""The palette: every action of every tab and every act of the game, found by its name or its key."""

from collections.abc import Iterator

from msgspec import Struct
from textual.binding import Binding
from textual.dom import DOMNode

from tracker.rules.refusal import Refusal
from tracker.rules.system import SHARED_ACTS
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.widgets.bindings import bindings_of
from tracker.widgets.picker import Option, Picker
from tracker.widgets.themed_app import key_shown
from tracker.wording.messages import say
from tracker.wording.words import term, words_of


class _Entry(Struct, frozen=True):
    """One action: its name, its key, and the widget that runs it."""

    id: str
    label: str
    key: str
    action: str
    node: DOMNode | None = None
    """The widget that has the binding; None for an action of another tab."""
    tab: str = ""
    """The tab to go to first."""


def ask_action(screen: CampaignScreen) -> None:
    """Ask for an action, go to its tab and run it."""
    entries: dict[str, _Entry] = {}
    for entry in (*_here(screen), *_elsewhere(screen), *_acts(screen), *_milestones(screen)):
        entries.setdefault(entry.id, entry)
    options = [Option(entry.id, entry.label, entry.key) for entry in entries.values()]

    rows = screen.chosen

    async def chosen(key: str | None) -> None:
        if key is not None and rows != screen.chosen:
            screen.refuse(Refusal("row_gone"))
        elif key is not None:
            await _run(screen, entries[key])

    screen.app.push_screen(Picker(say("palette.which_action_type_part"), options, by_name=True), chosen)


async def _run(screen: CampaignScreen, entry: _Entry) -> None:
    if entry.tab:
        await screen.turn_to(entry.tab)
    if not await screen.app.run_action(entry.action, entry.node or screen.pane):
        screen.refuse(Refusal("not_now", name=entry.label))


def _here(screen: CampaignScreen) -> Iterator[_Entry]:
    """Yield the actions that have a key here, and those of the tab's menu."""
    for active in screen.active_bindings.values():
        binding = active.binding
        if active.enabled and _is_worth_a_name(binding):
            label = screen.app.description(binding)
            yield _Entry(str(binding.id), label, key_shown(screen.app, binding), binding.action, active.node)


def _elsewhere(screen: CampaignScreen) -> Iterator[_Entry]:
    """Yield the actions of the other tabs that the game offers."""
    acts = screen.session.game.acts
    for tab, (name, pane) in screen.places().items():
        if tab == screen.tab:
            continue
        for binding in bindings_of(pane):
            act_id = binding.action.removeprefix("act('").removesuffix("')")
            if _is_worth_a_name(binding) and (act_id == binding.action or act_id in acts):
                label = say("palette.in", what=screen.app.description(binding), tab=say(name))
                yield _Entry(str(binding.id), label, key_shown(screen.app, binding), binding.action, tab=tab)


def _acts(screen: CampaignScreen) -> Iterator[_Entry]:
    """Yield the acts of the game that have no key of their own."""
    words = words_of(screen.session.system)
    tab = "" if screen.tab in ("1", "2", "3") else "1"
    for act_id in screen.session.game.acts:
        if act_id not in SHARED_ACTS:
            label = term(words, "act", act_id)
            yield _Entry(f"act.{act_id}", label[:1].upper() + label[1:], "", f"act('{act_id}')", tab=tab)


def _milestones(screen: CampaignScreen) -> Iterator[_Entry]:
    """Yield the milestones of the game: the end of a session, of a scene."""
    words = words_of(screen.session.system)
    for each in screen.session.game.milestones:
        yield _Entry(f"occasion.{each}", term(words, "occasion", each), "", f"milestone('{each}')", screen)


def _is_worth_a_name(binding: Binding) -> bool:
    """Whether the palette offers a binding; cursor keys and the palette's own key are left out."""
    return bool(binding.id) and not str(binding.id).startswith(("list.", "panel.", "table.palette"))
