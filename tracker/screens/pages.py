"""The contents of the pages: help, rules, dates, tables."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import ClassVar

from textual.binding import ActiveBinding, Binding, BindingType
from textual.screen import Screen

from tracker.commands.completion import usage_by_verb
from tracker.commands.search import search_examples
from tracker.rules.fields import ENTRY
from tracker.rules.system import PendingRoll
from tracker.screens.page_screen import PageScreen
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.screens.table.game_acts import has_key
from tracker.screens.table.ways import way_to
from tracker.session.history import History
from tracker.session.state import Session
from tracker.widgets.bindings import binding_of, bindings_of, in_declared_order, keys_at
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.key_table import BY_ID
from tracker.widgets.line_table import LineTable
from tracker.widgets.preferences import PLACES, OwnKey
from tracker.widgets.text_panel import Block
from tracker.widgets.themed_app import ThemedApp, key_shown
from tracker.wording.dice_grammar import GRAMMAR, dice_examples, odds_limit
from tracker.wording.messages import say
from tracker.wording.report import table_lines
from tracker.wording.rule_tables import RuleTable, tables_of
from tracker.wording.sentences import pending_text
from tracker.wording.words import term, words_of

_KEY_WIDTH = 9


class HelpScreen(PageScreen):
    """The help, from which a key leads on to the manual."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("help")

    def action_manual(self) -> None:
        from tracker.screens.manual import ManualScreen

        self.app.push_screen(ManualScreen())


def help_page(screen: Screen[None], app: ThemedApp) -> PageScreen:
    bindings = in_declared_order(screen.active_bindings.values())
    display = [app.get_key_display(each.binding) for each in bindings]
    return HelpScreen([_keys_block(keys_of(app, bindings, display), say("pages.keys_here"))])


def table_help_page(screen: CampaignScreen) -> PageScreen:
    """Return the help of the table: ten keys, this tab, the other tabs, the keys everywhere, the game."""
    app = screen.app
    ten_keys = [*islice(_needed_keys(screen), 10)]
    places = screen.places()
    blocks = [Block(tuple(_in_two_columns(ten_keys)), say("pages.ten_keys"))]
    known_ids: set[str] = set()
    for tab in (screen.tab, *(tab for tab in places if tab != screen.tab)):
        name, pane = places[tab]
        bindings = [each for each in bindings_of(pane) if _is_helpful(each) and each.id not in known_ids]
        known_ids |= {str(each.id) for each in bindings}
        keys = [(key_shown(app, each), app.description_in_full(each)) for each in bindings]
        heading = "pages.keys_here" if tab == screen.tab else "pages.also_in"
        blocks.append(_keys_block(keys, say(heading, tab=say(name))))
    keys_everywhere = [
        (key_shown(app, each), app.description_in_full(each))
        for place in (type(screen), LineTable, type(app))
        for each in bindings_of(place)
        if _is_helpful(each)
    ]
    blocks.append(_keys_block(keys_everywhere, say("pages.keys_everywhere")))
    if app.preferences.own:
        own_keys = [
            (app.get_key_display(Binding(key, "")), own_key_text(app, each))
            for key, each in app.preferences.own.items()
        ]
        blocks.append(_keys_block(own_keys, say("own_keys.heading")))
    return HelpScreen([*blocks, *_game_blocks(screen.session)], goes_to_palette=True)


def own_key_text(app: ThemedApp, own: OwnKey) -> str:
    """Describe one of the GM's own keys: what it plays, where it works and which key it covers."""
    covered_names = (
        app.description(each) for each in map(binding_of, own.covers) if each and each.description
    )
    place_names = () if own.places == PLACES else (say(f"key.table.{each}") for each in own.places)
    return say(
        "own_keys.told",
        name=own.name,
        line=own.line if own.label else "",
        tip=own.tip,
        places=", ".join(place_names),
        covers=", ".join(covered_names),
    )


_TEN_KEYS = {
    "due.settle": "pages.settles",
    "encounter.next": "pages.next_turn",
    "creature.damage": "pages.damage",
    "creature.condition": "pages.condition",
    "creature.test": "pages.roll",
    "table.roll": "pages.free_dice",
    "exploration.ten_minutes": "pages.ten_minutes_pass",
    "table.undo": "pages.undo",
    "table.palette": "pages.finds_action",
    "creature.sheet": "pages.sheet",
    "creature.heal": "key.creature.heal",
}
"""The most needed bindings, with word keys of what they do; one more for games that lack one of the ten."""
_HALF = 38
"""Width of a column of keys, in cells."""


def _needed_keys(screen: CampaignScreen) -> Iterator[tuple[str, str]]:
    """Yield the ways to the most needed bindings that the game has, and what they do."""
    for binding_id, text in _TEN_KEYS.items():
        binding = binding_of(binding_id)
        if binding is not None and has_key(screen.session, BY_ID[binding_id]):
            yield way_to(screen, binding_id), (screen.app.act_name(binding) or say(text)).lower()


def _in_two_columns(entries: Sequence[tuple[str, str]]) -> Iterator[Line]:
    """Yield two entries on each line, ordered down the first column and then down the second."""
    half = (len(entries) + 1) // 2
    for left_entry, right_entry in zip_longest(entries[:half], entries[half:], fillvalue=("", "")):
        left_text = left_entry[1].ljust(_HALF - _KEY_WIDTH)
        yield line(
            (left_entry[0].ljust(_KEY_WIDTH), Emphasis.KEY),
            left_text,
            (right_entry[0].ljust(_KEY_WIDTH), Emphasis.KEY),
            right_entry[1],
        )


def _is_helpful(binding: Binding) -> bool:
    return bool(binding.id and binding.description)


def rule_page(history: History, pending: PendingRoll) -> PageScreen:
    """Return the page of the rule behind a pending roll; of every rule if it names none."""
    rules = words_of(history.session.system).space("rule")
    rule = history.session.game.rule_of.get(pending.kind, "")
    rules_shown = {rule: rules[rule]} if rule in rules else rules
    return PageScreen([Block(_rule_lines(rules_shown), pending_text(pending, history))])


def dates_page(session: Session) -> PageScreen:
    """Return the page of the almanac: moons, feasts and appointments; a sentence if there are none."""
    from tracker.wording.almanac import appointment_lines, feast_lines, moon_lines

    parts = {
        say("pages.moons"): moon_lines(session),
        say("pages.feasts"): feast_lines(session),
        say("pages.appointments"): appointment_lines(session),
    }
    blocks = [Block(tuple(map(line, lines)), heading) for heading, lines in parts.items() if lines]
    nothing = say("pages.almanac_empty")
    return PageScreen(blocks or [Block((line(nothing),))])


def rules_page(session: Session, wanted: str) -> PageScreen:
    """Return the page of the game's rules, at first only those that contain a text."""
    rules = words_of(session.system).space("rule")
    return PageScreen([Block(_rule_lines(rules), say("pages.rules"))], wanted=wanted)


def _rule_lines(rules: Mapping[str, str]) -> tuple[Line, ...]:
    """Return the lines of rules, each behind its number in its book if it has one."""
    return tuple(line(text) if rule.startswith(ENTRY) else _entry(rule, text) for rule, text in rules.items())


def table_page(table: RuleTable) -> PageScreen:
    return PageScreen([_table_block(table)])


def _table_block(table: RuleTable) -> Block:
    return Block(tuple(map(line, table.lines())), table.name)


def keys_of(
    app: ThemedApp, bindings: Sequence[ActiveBinding], display: Sequence[str]
) -> list[tuple[str, str]]:
    """Return each shown key and its action, without bindings that cannot be used now."""
    action_by_key: dict[str, str] = {}
    for active, key in zip(bindings, display, strict=True):
        if _is_helpful(active.binding) and active.enabled:
            action_by_key.setdefault(key, app.description_in_full(active.binding))
    return list(action_by_key.items())


def _keys_block(keys: Sequence[tuple[str, str]], heading: str) -> Block:
    return Block(tuple(_entry(key, text) for key, text in keys), heading)


def _game_blocks(session: Session) -> tuple[Block, ...]:
    words = words_of(session.system)
    orders = tuple(
        line((usage, Emphasis.KEY), (f"  {term(words, 'example', verb_id)}", Emphasis.MUTED))
        if words.has("example", verb_id)
        else line((usage, Emphasis.KEY))
        for verb_id, usage in usage_by_verb(session).items()
    )
    rules = _rule_lines(words.space("rule"))
    dice = tuple(
        line((each.text, Emphasis.KEY), f"  {each.what}", (f"  → {each.rolled}", Emphasis.MUTED))
        if each.rolled
        else line((each.text, Emphasis.KEY), f"  {each.what}")
        for each in dice_examples()
    )
    searches = tuple(line((text, Emphasis.KEY), f"  {what}") for text, what in search_examples())
    tables = tuple(line(each) for each in table_lines(session))
    return (
        Block(orders, say("pages.commands")),
        Block((*dice, *map(line, say(GRAMMAR).splitlines()), line(odds_limit())), say("pages.dice")),
        Block(searches, say("pages.searches")),
        *([Block(tables, say("pages.tables"))] if tables else []),
        *map(_table_block, tables_of(session.system)),
        Block(rules, say("pages.rules")),
    )


def _entry(key: str, text: str) -> Line:
    return line((key.ljust(_KEY_WIDTH), Emphasis.KEY), text)
