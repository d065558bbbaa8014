"""The table of keys: each with where it works, what it does, and when the footer shows it.

A key does a typed line, written behind a colon, or an action where no line exists: what moves a
cursor or opens a page. In a line `.` stands for the marked rows, or else for the row under the cursor. A line
that ends in `…` asks for the rest, and so does an act that lacks a part.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from tracker.rules.fields import NOTHING

Moments = Mapping[str, int]
"""The moments at which the footer shows a key, each with its place in the footer then."""
ALWAYS = ""
NOBODY, SOMEBODY = "nobody", "somebody"
NO_FIGHT, FIGHT, NO_TURN, TURNS, NO_FOES = "no_fight", "fight", "no_turn", "turns", "no_foes"
WAITING, DARK, IN_EXPLORATION, AWAY = "waiting", "dark", "in_exploration", "away"
NEXT_FIELD, WHOLE_LINE = "next_field", "whole_line"
"""A fight is open from `FIGHT` on, and has turns from `TURNS` on; at `NO_FOES` no adversary stands. `AWAY`
is the list of campaigns put away. At `NEXT_FIELD` a value is typed that another one follows, and at
`WHOLE_LINE` a line that says a whole form.
"""
MOMENTS = frozenset(
    (
        *(ALWAYS, NOBODY, SOMEBODY, NO_FIGHT, FIGHT, NO_TURN, TURNS, NO_FOES, WAITING, DARK),
        *(IN_EXPLORATION, AWAY, NEXT_FIELD, WHOLE_LINE),
    )
)
"""Every moment that there is."""
HELP_KEY = "question_mark"
LAST = 90
"""The place from which on the footer keeps room for a key, however narrow it is."""
USUAL = 50
"""The place of a key that stands in no order of its own."""
SHOWN: Moments = MappingProxyType({ALWAYS: USUAL})
NOWHERE: Moments = NOTHING
_MENU = "menu:"
"""The beginning of a key that no keyboard has: the action stands in the menu of its tab."""
_LINE, _REST = ":", "…"


class Key(Struct, frozen=True):
    """One key: its words are found by its id, as `key.exploration.light` and `tip.exploration.light`."""

    key: str
    """One key or several with commas. Two keys with a space between them are one of a menu and its letter
    there, which never changes; empty for a rare action, which only the palette names.
    """
    does: str
    id: str
    footer: Moments = SHOWN
    silent: bool = False
    """Whether no page of keys names it: it does the same as another key there."""
    priority: bool = False
    shown: str | None = None
    """The sign of the key, if it is not written by its name."""

    @property
    def line(self) -> str:
        """The typed line; empty if the key has an action."""
        return self.does.removeprefix(_LINE) if self.does.startswith(_LINE) else ""

    @property
    def verb(self) -> str:
        """The first word of the line; the name of an action."""
        return (self.line or self.does).split(maxsplit=1)[0].partition("(")[0]

    @property
    def action(self) -> str:
        """The action that Textual runs."""
        return f"line('{self.id}')" if self.line else self.does

    @property
    def ways(self) -> tuple[str, ...]:
        """The keys, one by one; those of menus with their letters."""
        return tuple(filter(None, self.key.split(",")))

    @property
    def keys(self) -> str:
        """The keys as Textual takes them: for a letter of a menu, a key that no keyboard has."""
        ways = (f"{_MENU}{way}" if " " in way else way for way in self.ways)
        return ",".join(ways) or only_in_palette(self.id)


def only_in_palette(key_id: str) -> str:
    """Return what stands for the key of an action that the palette alone names."""
    return f"{_MENU}{key_id}"


def is_menu_key(key: str) -> bool:
    """Whether none of the keys is one of a keyboard: the action stands in a menu, or in the palette only."""
    return key.startswith(_MENU)


def way_of(key: str) -> tuple[str, str]:
    """Return the key of a menu and the letter in it; both empty for any other key.

    >>> way_of("menu:m b"), way_of("menu:table.rule"), way_of("d")
    (('m', 'b'), ('', ''), ('', ''))
    """
    menu, _space, letter = key.removeprefix(_MENU).partition(" ")
    return (menu, letter) if letter and is_menu_key(key) else ("", "")


def lead_of(line: str) -> str | None:
    """Return the beginning of a line that asks for the rest; None for a line that is whole.

    >>> lead_of("loot …"), lead_of("daño .…"), lead_of("next")
    ('loot', 'daño .', None)
    """
    lead = line.removesuffix(_REST).removesuffix("...")
    return None if lead == line else lead.rstrip()


def _opens_menu(key: Key) -> bool:
    """Whether a key opens a menu; that of the acts has what the game offers too."""
    return key.does.startswith("menu(") or key.id == "creature.menu"


KEYS: Mapping[str, tuple[Key, ...]] = {
    "table": (
        Key("enter", "settle", "due.settle", {WAITING: 1}),
        Key("=", "adjust", "due.face", {WAITING: 2}),
        Key("s", "skip", "due.skip", {WAITING: 3}),
        Key("p", "pending", "due.list", {WAITING: 4}),
        Key("", "settle_kind", "due.settle_alike", NOWHERE),
        Key("", "favour", "due.favour", NOWHERE),
        Key("", "rule", "due.rule", NOWHERE),
        Key("n", "next", "encounter.next", {FIGHT: 10}),
        Key("w", "fight", "encounter.begin", {NO_FIGHT: 15, NO_FOES: 8}),
        Key("l", "lights", "exploration.light", {DARK: 9, IN_EXPLORATION: 13}),
        Key("u", "undo", "table.undo", {ALWAYS: 40}),
        Key("backspace", "amend", "table.amend", NOWHERE),
        Key("r", ":roll …", "table.roll", {ALWAYS: 42}),
        Key("o", ":note …", "table.note", NOWHERE),
        Key(":", "command", "table.command", {ALWAYS: 43}),
        Key("/", "search", "table.filter", NOWHERE),
        Key("g", "menu('g')", "table.go", {ALWAYS: 41}),
        Key("1", "tab('1')", "table.group", NOWHERE),
        Key("2", "tab('2')", "table.encounter", NOWHERE),
        Key("3", "tab('3')", "table.exploration", NOWHERE),
        Key("4", "tab('4')", "table.dice", NOWHERE),
        Key("g l", "log", "table.log", NOWHERE),
        Key("g c", "notebook", "table.notebook", NOWHERE),
        Key("g r", "recap", "table.recap", NOWHERE),
        Key("g b", "library", "table.library", NOWHERE),
        Key("g m", "web_page", "table.web_page", NOWHERE),
        Key("g a", "settings", "table.settings", NOWHERE),
        Key("g s", "milestone", "table.milestone", NOWHERE),
        Key("g o", "follow", "table.follow", NOWHERE),
        Key("g v", "versions", "table.versions", NOWHERE),
        Key("g j", "game_file", "table.game_file", NOWHERE),
        Key("g e", "towns", "table.towns", NOWHERE),
        Key("g h", "manual", "table.manual", NOWHERE),
        Key("q,g i", "leave", "table.leave", NOWHERE),
        Key("ctrl+r", ":redo", "table.redo", NOWHERE),
        Key("ctrl+l", "repaint", "table.repaint", NOWHERE),
        Key("ctrl+p", "palette", "table.palette", NOWHERE),
        Key("question_mark", "help", "table.help", {ALWAYS: 99}, shown="?"),
    ),
    "pane": (
        Key("tab", "turn_page", "pane.turn_page", NOWHERE),
        Key("escape", "unmark", "pane.unmark", NOWHERE),
        Key("m", "menu('m')", "pane.menu", {ALWAYS: 90}),
    ),
    "people": (
        Key("d", ":damage .", "creature.damage", {SOMEBODY: 21}),
        Key("c", ":heal .", "creature.heal", {SOMEBODY: 22}),
        Key("e", ":condition .", "creature.condition", {SOMEBODY: 23}),
        Key("t", ":test .", "creature.test", {SOMEBODY: 24}),
        Key("z", "menu('z')", "group.rests", {SOMEBODY: 30}),
        Key("z m", "eat", "group.eat", NOWHERE),
        Key("z d", "rest", "group.rest", NOWHERE),
        Key("z z", "sleep", "group.sleep", NOWHERE),
    ),
    "creatures": (
        Key("a", "attack", "creature.attack", {SOMEBODY: 20}),
        Key("x", "acts", "creature.menu", {SOMEBODY: 31}),
        Key("f", "sheet", "creature.sheet", {SOMEBODY: 32}),
        Key("x u", "use", "creature.use", NOWHERE),
        Key("x i", ":release .", "creature.release", NOWHERE),
    ),
    "encounter": (
        Key("+", ":appear …", "creature.appear", {NO_FIGHT: 16, NO_TURN: 33, TURNS: 33}),
        Key("*", "mark_side", "encounter.side", NOWHERE),
        Key("m i", "initiative", "encounter.initiative", NOWHERE),
        Key("m t", "renewals", "encounter.renewal", NOWHERE),
        Key("m k", "shift(-1)", "encounter.up", NOWHERE),
        Key("m j", "shift(1)", "encounter.down", NOWHERE),
        Key("m b", ":previous", "encounter.previous", NOWHERE),
        Key("m v", "hide", "encounter.hide", NOWHERE),
        Key("m r", ":reveal", "encounter.reveal", NOWHERE),
        Key("m h", "flee", "encounter.flee", NOWHERE),
        Key("m x", ":leave .", "encounter.leave", NOWHERE),
        Key("m e", "enter", "encounter.enter", NOWHERE),
        Key("m s", ":surprise .", "encounter.surprise", NOWHERE),
        Key("m d", ":declare . …", "encounter.declare", NOWHERE),
        Key("m m", "morale", "encounter.morale", NOWHERE),
        Key("m c", "reaction", "encounter.reaction", NOWHERE),
        Key("m n", "name", "encounter.name", NOWHERE),
        Key("m p", ":forecast", "encounter.forecast", NOWHERE),
        Key("m o", "switch", "encounter.switch", NOWHERE),
        Key("m g", ":template . …", "encounter.template", NOWHERE),
        Key("m a", "band", "encounter.band", NOWHERE),
        Key("m y", ":effect . …", "encounter.effect", NOWHERE),
        Key("m l", ":appear hidden …", "encounter.appear_hidden", NOWHERE),
        Key("m f", "annotate", "creature.notes", NOWHERE),
        Key("m u", "join", "group.join", NOWHERE),
        Key("m z", "get", "group.get", NOWHERE),
        Key("m w", "end", "encounter.end", NOWHERE),
        Key("delete", ":dismiss .", "creature.dismiss", NOWHERE),
        Key("", ":eachround keep", "encounter.keep", NOWHERE),
        Key("", ":eachround clear", "encounter.clear", NOWHERE),
        Key("", ":eachround reroll", "encounter.reroll", NOWHERE),
        Key("", ":turns free", "encounter.free", NOWHERE),
        Key("", ":turns sides", "encounter.sides", NOWHERE),
        Key("", ":gather .", "encounter.gather", NOWHERE),
        Key("", ":split .", "encounter.split", NOWHERE),
    ),
    "exploration": (
        Key("h", "menu('h')", "exploration.time", {ALWAYS: 12}),
        Key("h h", ":interval {interval}", "exploration.ten_minutes", NOWHERE),
        Key("h 1", ":interval 30m", "exploration.half_an_hour", NOWHERE),
        Key("h 2", ":interval 1h", "exploration.one_hour", NOWHERE),
        Key("h 3", ":interval 2h", "exploration.two_hours", NOWHERE),
        Key("h 4", ":interval 4h", "exploration.four_hours", NOWHERE),
        Key("h 5", ":interval 8h", "exploration.eight_hours", NOWHERE),
        Key("h 6", ":interval 1d", "exploration.one_day", NOWHERE),
        Key("h t", ":turn", "exploration.turn", NOWHERE),
        Key("h r", ":round", "exploration.round", NOWHERE),
        Key("h o", ":interval …", "exploration.interval", NOWHERE),
        Key("x", "use", "exploration.use", {ALWAYS: 14}),
        Key("f", "edit", "exploration.edit", NOWHERE),
        Key("+", "get", "group.get", {ALWAYS: 33}),
        Key("m v", "travel", "exploration.travel", NOWHERE),
        Key("m p", ":pace …", "exploration.pace", NOWHERE),
        Key("m c", ":weather …", "exploration.weather", NOWHERE),
        Key("m e", ":check", "exploration.check", NOWHERE),
        Key("m g", ":watch …", "exploration.watch", NOWHERE),
        Key("m k", "consult", "exploration.consult", NOWHERE),
        Key("m r", "result", "exploration.result", NOWHERE),
        Key("m w", "write", "exploration.write", NOWHERE),
        Key("m n", "progress", "exploration.progress", NOWHERE),
        Key("m a", "advance", "exploration.advance", NOWHERE),
        Key("m h", "clock", "exploration.clock", NOWHERE),
        Key("m d", "calendar", "exploration.calendar", NOWHERE),
        Key("m f", "dates", "exploration.dates", NOWHERE),
        Key("m l", ":moon …", "exploration.moon", NOWHERE),
        Key("m s", ":feast …", "exploration.feast", NOWHERE),
        Key("m i", ":appointment …", "exploration.appointment", NOWHERE),
        Key("m z", ":when …", "exploration.when", NOWHERE),
        Key("m j", "merge", "exploration.merge", NOWHERE),
        Key("delete,m x", "drop", "exploration.drop", NOWHERE),
        Key("m t", "traps", "exploration.traps", NOWHERE),
        Key("m b", ":loot …", "group.loot", NOWHERE),
        Key("m u", "join", "group.join", NOWHERE),
        Key("m y", ":appear …", "creature.appear", NOWHERE),
        Key("", "acts", "creature.menu", NOWHERE),
    ),
    "dice": (
        Key(".", "again", "dice.again", {ALWAYS: 20}),
        Key("+,m k", "keep", "dice.keep", {ALWAYS: 33}),
        Key("m g", "kept", "dice.kept", NOWHERE),
        Key("m p", "person", "dice.person", NOWHERE),
        Key("m c", "kind", "dice.kind", NOWHERE),
        Key("m m", "moment", "dice.moment", NOWHERE),
        Key("m e", "tally", "dice.tally", NOWHERE),
    ),
    "group": (
        Key("+", "join", "group.join", {NOBODY: 9, SOMEBODY: 33}),
        Key("m b", ":loot …", "group.loot", NOWHERE),
        Key("m r", ":share", "group.share", NOWHERE),
        Key("m d", ":give . …", "group.give", NOWHERE),
        Key("m g", ":gain . …", "group.gain", NOWHERE),
        Key("m p", ":pay . …", "group.pay", NOWHERE),
        Key("m n", "annotate", "creature.notes", NOWHERE),
        Key("m l", ":part .", "group.part", NOWHERE),
        Key("delete,m x", ":dismiss .", "creature.dismiss", NOWHERE),
        Key("m y", ":appear …", "creature.appear", NOWHERE),
        Key("m z", "get", "group.get", NOWHERE),
    ),
    "list": (
        Key("up,k", "move(-1)", "list.up", NOWHERE),
        Key("down,j", "move(1)", "list.down", NOWHERE),
        Key("pageup", "page(-1)", "list.page_up", NOWHERE),
        Key("pagedown", "page(1)", "list.page_down", NOWHERE),
        Key("home", "first", "list.first", NOWHERE),
        Key("end", "last", "list.last", NOWHERE),
        Key("space", "mark", "list.mark", NOWHERE),
        Key("enter", "choose", "list.choose", NOWHERE),
    ),
    "panel": (
        Key("up", "scroll_lines(-1)", "panel.up", NOWHERE),
        Key("down", "scroll_lines(1)", "panel.down", NOWHERE),
        Key("pageup", "scroll_pages(-1)", "panel.page_up", NOWHERE),
        Key("pagedown", "scroll_pages(1)", "panel.page_down", NOWHERE),
        Key("home", "scroll_start", "panel.start", NOWHERE),
        Key("end", "scroll_finish", "panel.end", NOWHERE),
    ),
    "app": (Key("g t", "choose_theme", "app.theme", NOWHERE),),
    "home": (
        Key("+", "new", "home.new", {ALWAYS: 31}),
        Key("delete,m a", "put_away", "home.put_away", {ALWAYS: 32}),
        Key("/", "search", "home.search", {ALWAYS: 34}),
        Key("u", "bring_back", "home.bring_back", {AWAY: 32}),
        Key("escape", "back", "home.back", {AWAY: 33}),
        Key("m", "menu('m')", "pane.menu", {ALWAYS: 90}),
        Key("m e", "example", "home.example", NOWHERE),
        Key("m b", "backups", "home.backups", NOWHERE),
        Key("m c", "chapter", "home.chapter", NOWHERE),
        Key("m r", "rename", "home.rename", NOWHERE),
        Key("m v", "away", "home.away", NOWHERE),
        Key("g", "menu('g')", "table.go", NOWHERE),
        Key("g h", "manual", "table.manual", NOWHERE),
        Key("up", "move(-1)", "home.up", NOWHERE),
        Key("down", "move(1)", "home.down", NOWHERE),
        Key("q", "app.quit", "home.quit", {ALWAYS: 35}),
        Key("question_mark", "help", "home.help", {ALWAYS: 99}, shown="?"),
    ),
    "campaigns": (Key("enter", "choose", "home.open", {ALWAYS: 30}),),
    "players": (
        Key("q", "app.quit", "players.leave"),
        Key("t", "app.choose_theme", "players.theme", NOWHERE),
        Key("ctrl+l", "repaint", "players.repaint", NOWHERE),
        Key("question_mark", "help", "players.help", {ALWAYS: 99}, shown="?"),
    ),
    "log": (
        Key("/", "search", "log.search"),
        Key("r", "return", "log.return"),
        Key("m", "mark", "log.mark"),
        Key("n", "copy", "log.copy"),
        Key("f", "forecast", "log.forecast"),
        Key("b", "branch", "log.branch"),
        Key("v", "around", "log.around"),
        Key("c", "notebook", "log.notebook"),
        Key("tab", "turn_page", "log.turn_page", NOWHERE),
        Key("q,escape,backspace", "leave", "log.leave"),
    ),
    "entries": (Key("enter", "choose", "notebook.edit"),),
    "notebook": (
        Key("a", "add", "notebook.add"),
        Key("o", "write", "notebook.write"),
        Key("e", "status", "notebook.status"),
        Key("v", "tell", "notebook.tell"),
        Key("l", "links", "notebook.links"),
        Key("r", "log", "notebook.log", NOWHERE),
        Key("delete", "drop", "notebook.drop", NOWHERE),
        Key("u", "undo", "notebook.undo", NOWHERE),
        Key("q,escape,backspace", "leave", "notebook.leave"),
        Key("ctrl+c", "leave", "notebook.abort", NOWHERE, silent=True, priority=True),
    ),
    "page": (
        Key("/", "filter", "page.filter"),
        Key("enter,ctrl+p", "act", "page.act"),
        Key("q,escape,backspace", "leave", "page.leave"),
        Key("question_mark", "leave", "page.toggle", NOWHERE, silent=True),
        Key("ctrl+c", "leave", "page.abort", NOWHERE, silent=True, priority=True),
    ),
    "help": (Key("m", "manual", "help.manual"),),
    "manual": (
        Key("enter,m", "choose", "manual.choose"),
        Key("n", "turn(1)", "manual.next"),
        Key("b", "turn(-1)", "manual.previous"),
    ),
    "search": (
        Key("up", "move(-1)", "search.up", NOWHERE),
        Key("down", "move(1)", "search.down", NOWHERE),
        Key("pageup", "page(-1)", "search.page_up", NOWHERE),
        Key("pagedown", "page(1)", "search.page_down", NOWHERE),
        Key("ctrl+c", "leave", "search.abort", NOWHERE, silent=True, priority=True),
    ),
    "question": (Key("ctrl+c", "cancel", "question.abort", NOWHERE, priority=True),),
    "confirm": (
        Key("s,y,enter", "answer(True)", "confirm.yes"),
        Key("n,q,escape,backspace", "answer(False)", "confirm.no"),
    ),
    "undo": (Key("u", "answer(True)", "undo.yes", NOWHERE),),
    "entry": (
        Key("enter", "submit", "entry.accept", {ALWAYS: USUAL, NEXT_FIELD: USUAL - 1, WHOLE_LINE: USUAL - 2}),
        Key("tab", "complete", "entry.complete"),
        Key("escape", "abandon", "entry.abandon"),
    ),
    "line": (
        Key("up", "recall(-1)", "line.before", NOWHERE),
        Key("down", "recall(1)", "line.after", NOWHERE),
    ),
    "act": (
        Key("enter", "give", "act.give"),
        Key("backspace", "erase", "act.erase"),
        Key("tab", "turn", "act.turn"),
        Key("*", "sign('*')", "act.side"),
        Key("=", "sign('=')", "act.dice"),
        Key("escape,q", "cancel", "act.cancel"),
        Key("@", "sign('@')", "act.actor"),
        Key("!", "sign('!')", "act.friend", NOWHERE),
        Key("/", "name", "act.name"),
        Key(":", "type", "act.type", NOWHERE),
        Key("right", "more", "act.more", NOWHERE),
        Key("up,k", "move(-1)", "act.up", NOWHERE),
        Key("down,j", "move(1)", "act.down", NOWHERE),
    ),
    "picker": (
        Key("enter", "choose", "picker.choose"),
        Key("/", "filter", "picker.filter"),
        Key("q,escape,backspace", "cancel", "picker.cancel"),
    ),
    "form": (
        Key("enter", "edit", "form.edit"),
        Key("ctrl+s", "save", "form.save"),
        Key("escape,q,backspace", "leave", "form.leave"),
        Key("delete", "revert", "form.revert"),
    ),
    "keep": (
        Key("s,y,enter", "answer(True)", "keep.yes"),
        Key("n", "answer(False)", "form.discard"),
        Key("escape,q,backspace", "cancel", "keep.stay"),
    ),
    "pending_rolls": (Key("enter", "choose", "pending.settle"),),
    "pending": (
        Key("t", "answer('all')", "pending.all"),
        Key("*", "answer('kind')", "pending.kind"),
        Key("=", "answer('face')", "pending.face"),
        Key("+", "answer('favour')", "pending.favour", NOWHERE),
        Key("s", "answer('skip')", "pending.skip"),
        Key("o", "answer('skip_all')", "pending.skip_all"),
        Key("question_mark", "answer('rule')", "pending.rule", NOWHERE, shown="?"),
        Key("q,p,escape,backspace", "cancel", "pending.cancel"),
    ),
    "jump": (
        Key("enter", "accept", "jump.accept"),
        Key("t", "accept_and_roll", "jump.roll"),
        Key("space", "drop", "jump.drop"),
        Key("c", "change", "jump.change"),
        Key("q,escape,backspace", "cancel", "jump.cancel"),
    ),
    "page_server": (
        Key("n", "network", "page_server.network"),
        Key("a", "ask", "page_server.ask"),
        Key("p", "port", "page_server.port"),
        Key("delete", "stop", "page_server.stop"),
        Key("q,escape,backspace", "leave", "page_server.leave"),
        Key("ctrl+c", "leave", "page_server.abort", NOWHERE, silent=True, priority=True),
    ),
    "small": (
        Key("enter", "go_on", "small.go_on"),
        Key("q", "app.quit", "small.leave"),
    ),
}
"""The keys of each place. The first of two keys that the footer shows at one place of it stands first."""
OPENERS: Mapping[str, str] = {
    each.key: each.id
    for keys in reversed([*KEYS.values()])
    for each in keys
    if each.key and _opens_menu(each)
}
"""The id of the key that opens each menu."""
_EVERY = [each for keys in KEYS.values() for each in keys]
_FIRST = {each.id: each for each in reversed(_EVERY)}
_DIRECT = {each.id: each for each in reversed(_EVERY) if not is_menu_key(each.keys)}
BY_ID: Mapping[str, Key] = {each.id: _DIRECT.get(each.id, _FIRST[each.id]) for each in _EVERY}
"""A key of each id: of several, one that is pressed alone."""
VERBS: Mapping[str, str] = {
    "encounter.begin": "fight",
    "exploration.light": "light",
    "encounter.up": "up",
    "encounter.down": "down",
    "exploration.write": "table",
    "exploration.progress": "clock",
    "table.versions": "version",
    "table.game_file": "rules",
    "table.settings": "setting",
    "table.milestone": "reach",
    "table.leave": "",
}
"""The verbs of the lines of actions with another name; empty where the name misleads."""
