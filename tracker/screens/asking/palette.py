"""The palette: every action of every tab, act of the game and verb of the line, found by any of its names."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from functools import partial

from msgspec import Struct
from textual.binding import Binding
from textual.dom import DOMNode

from tracker.commands.completion import usage_by_verb
from tracker.commands.matching import search_target
from tracker.commands.parse import ALSO, LABEL, names_of_verb, verb_words
from tracker.commands.specs import SPECS
from tracker.rules.refusal import Refusal
from tracker.screens.asking.acting import letters_of
from tracker.screens.dialogs.palette import IN_THE_GAME, IN_THE_MANUAL, Choice, Palette
from tracker.screens.pages import own_key_text
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.session.state import Session
from tracker.widgets.bindings import binding_of_own, bindings_of, menu_of
from tracker.widgets.key_table import BY_ID, VERBS
from tracker.widgets.preferences import PLACES
from tracker.widgets.themed_app import key_shown
from tracker.wording.messages import has, say
from tracker.wording.words import act_title, synonyms, term, words_of

_ABOUT = 0.6
"""Weight of the description of an action among its names."""
_MOST_USES, _NOW = 8, 5
"""Most weight added for an action that this GM has chosen often, and weight added if it can run at once."""
_OFTEN = 5
"""Number of actions chosen most often that come first while nothing is typed."""


class _Entry(Struct, frozen=True):
    """One action: its name, its key, and the widget that runs it."""

    id: str
    label: str
    key: str = ""
    action: str = ""
    node: DOMNode | None = None
    """The widget that has the binding; None for an action of another tab."""
    tab: str = ""
    """The tab to turn to first."""
    verb: str = ""
    """The verb of the line that does the same; empty if there is none."""
    about: str = ""
    now: bool = False


def ask_action(screen: CampaignScreen, search: Callable[[str, str], None]) -> None:
    """Ask for an action, turn to its tab and run it; `search` gets a text that no action matches."""
    entries: dict[str, _Entry] = {}
    for entry in (*_local_entries(screen), *_elsewhere(screen), *_milestones(screen), *_own(screen)):
        entries.setdefault(entry.id, entry)
    covered_verbs = {entry.verb for entry in entries.values()}
    entries |= {entry.id: entry for entry in (*_acts(screen, covered_verbs), *_verbs(covered_verbs))}
    chosen_acts = screen.campaign.chosen_acts
    choices = choices_of(entries, screen.session, Counter(chosen_acts.lines()))

    rows = screen.chosen

    async def chosen(key: str | None) -> None:
        where, _dot, text = (key or "").partition(".")
        if where in (IN_THE_GAME, IN_THE_MANUAL):
            search(where, text)
        elif key is not None and rows != screen.chosen:
            screen.refuse(Refusal("row_gone"))
        elif key is not None:
            screen.run_worker(partial(chosen_acts.add, key), thread=True)
            await _run(screen, entries[key])

    screen.app.push_screen(Palette(say("palette.question"), choices), chosen)


def choices_of(entries: Mapping[str, _Entry], session: Session, uses: Counter[str]) -> list[Choice]:
    """Return the actions in their order while nothing is typed: first those chosen most often."""
    words, usages = words_of(session.system), usage_by_verb(session)

    def search_words(space: str, name: str, weight: float) -> list[tuple[str, float]]:
        return [(text, weight) for text in synonyms(words, space, name)[:-1]]

    def choice(entry: _Entry) -> Choice:
        texts = [(entry.label, LABEL), (entry.about, _ABOUT), *names_of_verb(entry.verb, words)]
        texts += [*search_words("key", entry.id, LABEL), *search_words("long", entry.id, LABEL)]
        texts += search_words("also", entry.id, ALSO)
        bonus = min(_MOST_USES, uses[entry.id]) + _NOW * entry.now
        about = usages.get(entry.verb) or (entry.about if entry.about != entry.label else "")
        return Choice(entry.id, entry.label, entry.key, about, search_target(entry.id, texts), bonus)

    most_used = [key for key, _count in uses.most_common() if key in entries][:_OFTEN]
    ordered = [
        *(entries[key] for key in most_used),
        *(each for each in entries.values() if each.id not in most_used),
    ]
    return [choice(each) for each in ordered]


async def run_key(screen: CampaignScreen, key_id: str) -> None:
    """Run the action of a key, here or in the first tab that has it."""
    entries = (*_local_entries(screen), *_elsewhere(screen))
    entry = next((each for each in entries if each.id == key_id), None)
    if entry is None:
        screen.refuse(Refusal("not_now", name=say(f"key.{key_id}")))
    else:
        await _run(screen, entry)


async def _run(screen: CampaignScreen, entry: _Entry) -> None:
    if entry.tab:
        await screen.turn_to(entry.tab)
    if not entry.action:
        verb = term(words_of(screen.session.system), "verb", entry.verb)
        screen.ask_line(entry.label, f"{verb} ", screen.chosen)
    elif not await screen.app.run_action(entry.action, entry.node or screen.pane):
        screen.refuse(Refusal("not_now", name=entry.label))


def _local_entries(screen: CampaignScreen) -> Iterator[_Entry]:
    """Yield the actions that have a key here, and those of the tab's menu."""
    for active in screen.active_bindings.values():
        if active.enabled and _is_worth_a_name(active.binding):
            yield _of_binding(screen, active.binding, node=active.node)


def _elsewhere(screen: CampaignScreen) -> Iterator[_Entry]:
    """Yield the actions of the other tabs that the game offers."""
    game_verbs = {*verb_words(screen.session)}
    for tab, (name, pane) in screen.places().items():
        if tab == screen.tab:
            continue
        for binding in bindings_of(pane):
            key = BY_ID.get(str(binding.id))
            if _is_worth_a_name(binding) and not (key and key.line and key.verb not in game_verbs):
                yield _of_binding(screen, binding, tab=tab, tab_name=say(name))


def _of_binding(
    screen: CampaignScreen,
    binding: Binding,
    *,
    node: DOMNode | None = None,
    tab: str = "",
    tab_name: str = "",
) -> _Entry:
    binding_id = str(binding.id)
    label = say(f"long.{binding_id}") if has(f"long.{binding_id}") else screen.app.description(binding)
    label = say("palette.in", what=label, tab=tab_name) if tab else label
    key = key_shown(screen.app, binding)
    verb = _verb_of(binding_id, screen.session)
    about = screen.app.description_in_full(binding)
    return _Entry(binding_id, label, key, binding.action, node, tab, verb, about, now=node is not None)


def _verb_of(key_id: str, session: Session) -> str:
    """Return the verb that a key plays or whose name its action has; empty if there is none."""
    verb = VERBS.get(key_id, BY_ID[key_id].verb) if key_id in BY_ID else ""
    verb_by_word = verb_words(session)
    return verb_by_word.get(verb, verb if verb in verb_by_word.values() else "")


def _own(screen: CampaignScreen) -> Iterator[_Entry]:
    """Yield the GM's own keys; one that does not work on this tab turns to one on which it does."""
    here, app = screen.own_here, screen.app
    for key, own in app.preferences.own.items():
        binding = binding_of_own(key, own)
        tab = "" if key in here else str(PLACES.index(own.places[0]) + 1)
        label = say("palette.in", what=own.name, tab=say(f"key.table.{own.places[0]}")) if tab else own.name
        about = own_key_text(app, own)
        key_text = app.get_key_display(binding)
        yield _Entry(f"own.{key}", label, key_text, binding.action, screen, tab, about=about, now=not tab)


def _acts(screen: CampaignScreen, covered_verbs: Set[str]) -> Iterator[_Entry]:
    words = words_of(screen.session.system)
    tab = "" if screen.tab in ("1", "2", "3") else "1"
    _name, people = screen.places()["1"]
    letters = letters_of(screen.session.game.menu_acts, menu_of(people, "x"), words)
    for act_id in screen.session.game.acts:
        if act_id not in covered_verbs:
            label = act_title(words, act_id)
            key = f"{screen.app.key_of('creature.menu')} {letters[act_id]}" if act_id in letters else ""
            yield _Entry(f"act.{act_id}", label, key, f"act('{act_id}')", tab=tab, verb=act_id, now=not tab)


def _milestones(screen: CampaignScreen) -> Iterator[_Entry]:
    words = words_of(screen.session.system)
    for each in screen.session.game.milestones:
        label, action = term(words, "occasion", each), f"milestone('{each}')"
        yield _Entry(f"occasion.{each}", label, action=action, node=screen, verb="reach", now=True)


def _verbs(covered_verbs: Set[str]) -> Iterator[_Entry]:
    """Yield the verbs of the line that no other action plays here; a key of another place may play them."""
    for spec in SPECS:
        if spec.id not in covered_verbs and has(f"does.{spec.id}"):
            yield _Entry(f"verb.{spec.id}", say(f"does.{spec.id}"), verb=spec.id)


def _is_worth_a_name(binding: Binding) -> bool:
    """Whether the palette offers a binding: not for keys of the cursor, nor for its own key."""
    return bool(binding.id) and not str(binding.id).startswith(("list.", "panel.", "table.palette"))
