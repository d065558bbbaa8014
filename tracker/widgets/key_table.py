"""The table of keys: each with where it works, what it does, and when the footer shows it.

What a key does is a typed line behind a colon, or the name of an action where no line exists: what moves a
cursor or opens a page. In a line `.` stands for the marked rows, or else the one under the cursor; `@` for
whoever has the turn. A line that ends in `…` asks for the rest, and so does an act that lacks a part.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from tracker.rules.fields import NOTHING

Moments = Mapping[str, int]
"""The moments at which the footer shows a key, each with its place in the footer then."""
ALWAYS = ""
NOBODY, SOMEBODY = "nobody", "somebody"
NO_FIGHT, FIGHT, NO_TURN, TURNS = "no_fight", "fight", "no_turn", "turns"
MOMENTS = frozenset((ALWAYS, NOBODY, SOMEBODY, NO_FIGHT, FIGHT, NO_TURN, TURNS))
"""Every moment that there is: a fight is open from `FIGHT` on, and has turns from `TURNS` on."""
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
    """One key or several with commas; empty for a rare action, which stands in the menu of its tab."""
    does: str
    id: str
    footer: Moments = SHOWN
    silent: bool = False
    """Whether no page of keys names it: it does the same as another key there."""
    priority: bool = False
    shown: str | None = None
    """How the key is written, if not by its name."""

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
    def keys(self) -> str:
        """The key, or what stands for one in a menu."""
        return self.key or f"{_MENU}{self.id}"


def is_menu_key(key: str) -> bool:
    """Whether a key is none of a keyboard: its action stands in a menu."""
    return key.startswith(_MENU)


def lead_of(line: str) -> str | None:
    """Return the beginning of a line that asks for the rest; None for a line that is whole.

    >>> lead_of("loot …"), lead_of("daño .…"), lead_of("next")
    ('loot', 'daño .', None)
    """
    lead = line.removesuffix(_REST).removesuffix("...")
    return None if lead == line else lead.rstrip()


KEYS: Mapping[str, tuple[Key, ...]] = {
    "table": (
        Key("enter", "settle", "due.settle", NOWHERE),
        Key("p", "pending", "due.list", NOWHERE),
        Key("=", "face", "due.face"),
        Key("*", "settle_kind", "due.settle_alike", NOWHERE),
        Key("+", "favour", "due.favour", NOWHERE),
        Key(">", "adjust", "due.adjust", NOWHERE),
        Key("s", "skip", "due.skip"),
        Key("R", "rule", "due.rule", NOWHERE),
        Key("1", "tab('1')", "table.group", NOWHERE),
        Key("2", "tab('2')", "table.encounter", NOWHERE),
        Key("3", "tab('3')", "table.exploration", NOWHERE),
        Key("4", "tab('4')", "table.dice", NOWHERE),
        Key("u", "undo", "table.undo"),
        Key("ctrl+r", ":redo", "table.redo", NOWHERE),
        Key("r", ":roll …", "table.roll"),
        Key("o", ":note …", "table.note", NOWHERE),
        Key(":", "command", "table.command"),
        Key("/", "search", "table.filter", NOWHERE),
        Key("V", "versions", "table.versions"),
        Key("G", "follow", "table.follow", NOWHERE),
        Key("B", "library", "table.library", NOWHERE),
        Key("I", "web_page", "table.web_page", NOWHERE),
        Key("", "towns", "table.towns", NOWHERE),
        Key("P", "recap", "table.recap", NOWHERE),
        Key("Z", "milestone", "table.milestone", NOWHERE),
        Key("L", "log", "table.log", NOWHERE),
        Key("O", "notebook", "table.notebook", NOWHERE),
        Key("S", "settings", "table.settings", NOWHERE),
        Key("ctrl+p", "palette", "table.palette", NOWHERE),
        Key("q", "leave", "table.leave", NOWHERE),
        Key("ctrl+l", "repaint", "table.repaint", NOWHERE),
        Key("question_mark", "help", "table.help", shown="?"),
    ),
    "pane": (
        Key("comma", "turn_page", "pane.turn_page", NOWHERE, shown=","),
        Key("0,escape", "unmark", "pane.unmark", NOWHERE),
        Key("E", "menu", "pane.menu", NOWHERE),
    ),
    "people": (
        Key("d", ":damage .", "creature.damage", {SOMEBODY: 40}),
        Key("c", ":heal .", "creature.heal", {SOMEBODY: 40}),
        Key("e", ":condition .", "creature.condition", {SOMEBODY: 40}),
        Key("l", ":release .", "creature.release", NOWHERE),
        Key("t", ":test .", "creature.test", {SOMEBODY: 40}),
        Key("m", "eat", "group.eat", NOWHERE),
        Key("z", "sleep", "group.sleep", NOWHERE),
        Key("D", "rest", "group.rest", NOWHERE),
        Key("k", "acts", "creature.menu", NOWHERE),
        Key("g", "get", "group.get", NOWHERE),
        Key("a", ":appear …", "creature.appear", NOWHERE),
        Key("A", "join", "group.join", {NOBODY: 10}),
        Key("", ":loot …", "group.loot", NOWHERE),
        Key("", ":share", "group.share", NOWHERE),
        Key("", ":give . …", "group.give", NOWHERE),
        Key("", ":gain . …", "group.gain", NOWHERE),
        Key("", ":pay . …", "group.pay", NOWHERE),
    ),
    "creatures": (
        Key("U", "attack", "creature.attack", {TURNS: 40}),
        Key("x", "use", "creature.use", NOWHERE),
        Key("f", "sheet", "creature.sheet", NOWHERE),
        Key("", "annotate", "creature.notes", NOWHERE),
        Key("delete", ":dismiss .", "creature.dismiss", NOWHERE),
    ),
    "encounter": (
        Key("n", ":next", "encounter.next", {FIGHT: 20}),
        Key("b", ":previous", "encounter.previous", NOWHERE),
        Key("i", "initiative", "encounter.initiative", {NO_TURN: 20}),
        Key("K", "shift(-1)", "encounter.up", NOWHERE),
        Key("J", "shift(1)", "encounter.down", NOWHERE),
        Key("v", "hide", "encounter.hide", NOWHERE),
        Key("M", ":reveal", "encounter.reveal", NOWHERE),
        Key("Q", ":appear hidden …", "encounter.appear_hidden", NOWHERE),
        Key("F", "flee", "encounter.flee", NOWHERE),
        Key("X", ":leave .", "encounter.leave", NOWHERE),
        Key("Y", ":effect . …", "encounter.effect", NOWHERE),
        Key("w", "begin", "encounter.begin", {NO_FIGHT: 20}),
        Key("W", "end", "encounter.end", NOWHERE),
        Key("", ":declare . …", "encounter.declare", NOWHERE),
        Key("", ":surprise .", "encounter.surprise", NOWHERE),
        Key("", "enter", "encounter.enter", NOWHERE),
        Key("", ":eachround keep", "encounter.keep", NOWHERE),
        Key("", ":eachround clear", "encounter.clear", NOWHERE),
        Key("", ":eachround reroll", "encounter.reroll", NOWHERE),
        Key("", "morale", "encounter.morale", NOWHERE),
        Key("", "reaction", "encounter.reaction", NOWHERE),
        Key("", "name", "encounter.name", NOWHERE),
        Key("", ":forecast", "encounter.forecast", NOWHERE),
        Key("", "switch", "encounter.switch", NOWHERE),
        Key("", ":template . …", "encounter.template", NOWHERE),
        Key("", ":gather .", "encounter.gather", NOWHERE),
        Key("", ":split .", "encounter.split", NOWHERE),
    ),
    "exploration": (
        Key("n", ":turn", "exploration.turn"),
        Key("N", ":round", "exploration.round", NOWHERE),
        Key("h", ":interval {interval}", "exploration.ten_minutes"),
        Key("H", ":interval …", "exploration.interval"),
        Key("y", "light", "exploration.light"),
        Key("x", "use", "exploration.use"),
        Key("f", "edit", "exploration.edit", NOWHERE),
        Key("delete", "drop", "exploration.drop", NOWHERE),
        Key("", "merge", "exploration.merge", NOWHERE),
        Key("", "travel", "exploration.travel", NOWHERE),
        Key("", ":pace …", "exploration.pace", NOWHERE),
        Key("", ":weather …", "exploration.weather", NOWHERE),
        Key("", ":check", "exploration.check", NOWHERE),
        Key("", ":watch …", "exploration.watch", NOWHERE),
        Key("", "consult", "exploration.consult", NOWHERE),
        Key("", "result", "exploration.result", NOWHERE),
        Key("", "write", "exploration.write", NOWHERE),
        Key("", "progress", "exploration.progress", NOWHERE),
        Key("", "advance", "exploration.advance", NOWHERE),
        Key("", "clock", "exploration.clock", NOWHERE),
        Key("", "calendar", "exploration.calendar", NOWHERE),
        Key("", "dates", "exploration.dates", NOWHERE),
        Key("", ":moon …", "exploration.moon", NOWHERE),
        Key("", ":feast …", "exploration.feast", NOWHERE),
        Key("", ":appointment …", "exploration.appointment", NOWHERE),
        Key("", ":when …", "exploration.when", NOWHERE),
    ),
    "dice": (
        Key(".", "again", "dice.again"),
        Key("T", "kept", "dice.kept"),
        Key("", "person", "dice.person", NOWHERE),
        Key("", "kind", "dice.kind", NOWHERE),
        Key("", "keep", "dice.keep", NOWHERE),
        Key("", "moment", "dice.moment", NOWHERE),
        Key("", "tally", "dice.tally", NOWHERE),
    ),
    "list": (
        Key("up", "move(-1)", "list.up", NOWHERE),
        Key("down", "move(1)", "list.down", NOWHERE),
        Key("pageup", "page(-1)", "list.page_up", NOWHERE),
        Key("pagedown", "page(1)", "list.page_down", NOWHERE),
        Key("home", "first", "list.first", NOWHERE),
        Key("end", "last", "list.last", NOWHERE),
        Key("space", "mark", "list.mark", NOWHERE),
        Key("j", "letter", "list.letter", NOWHERE),
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
    "app": (Key("C", "choose_theme", "app.theme", NOWHERE),),
    "home": (
        Key("n", "new", "home.new"),
        Key("e", "example", "home.example"),
        Key("b", "backups", "home.backups"),
        Key("c", "chapter", "home.chapter"),
        Key("r", "rename", "home.rename", NOWHERE),
        Key("a", "put_away", "home.put_away"),
        Key("u", "bring_back", "home.bring_back", NOWHERE),
        Key("v", "away", "home.away", NOWHERE),
        Key("q", "app.quit", "home.quit"),
        Key("question_mark", "help", "home.help", shown="?"),
    ),
    "campaigns": (Key("enter", "choose", "home.open"),),
    "players": (
        Key("q", "app.quit", "players.leave"),
        Key("ctrl+l", "repaint", "players.repaint", NOWHERE),
        Key("question_mark", "help", "players.help", shown="?"),
    ),
    "log": (
        Key("/", "search", "log.search"),
        Key("r", "return", "log.return"),
        Key("m", "mark", "log.mark"),
        Key("n", "copy", "log.copy"),
        Key("f", "forecast", "log.forecast"),
        Key("b", "branch", "log.branch"),
        Key("v", "around", "log.around"),
        Key("O", "notebook", "log.notebook"),
        Key("comma,tab", "turn_page", "log.turn_page", NOWHERE, shown=","),
        Key("q,L,escape,backspace", "leave", "log.leave"),
    ),
    "entries": (Key("enter", "choose", "notebook.edit"),),
    "notebook": (
        Key("a", "add", "notebook.add"),
        Key("o", "write", "notebook.write"),
        Key("e", "status", "notebook.status"),
        Key("v", "tell", "notebook.tell"),
        Key("l", "links", "notebook.links"),
        Key("L", "log", "notebook.log", NOWHERE),
        Key("delete", "drop", "notebook.drop", NOWHERE),
        Key("u", "undo", "notebook.undo", NOWHERE),
        Key("q,O,escape,backspace", "leave", "notebook.leave"),
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
        Key("q,escape,backspace", "leave", "manual.leave"),
        Key("ctrl+c", "leave", "manual.abort", NOWHERE, silent=True, priority=True),
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
        Key("enter", "submit", "entry.accept"),
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
        Key("escape,q", "cancel", "act.cancel", NOWHERE),
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
        Key("O", "answer('skip_all')", "pending.skip_all"),
        Key("R", "answer('rule')", "pending.rule", NOWHERE),
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
        Key("q,I,escape,backspace", "leave", "page_server.leave"),
        Key("ctrl+c", "leave", "page_server.abort", NOWHERE, silent=True, priority=True),
    ),
    "small": (
        Key("enter", "go_on", "small.go_on"),
        Key("q", "app.quit", "small.leave"),
    ),
}
"""The keys of each place. The first of two keys that the footer shows at one place of it stands first."""
BY_ID: Mapping[str, Key] = {each.id: each for keys in KEYS.values() for each in keys}
VERBS: Mapping[str, str] = {
    "encounter.begin": "fight",
    "encounter.up": "up",
    "encounter.down": "down",
    "exploration.write": "table",
    "exploration.progress": "clock",
    "table.versions": "version",
    "table.settings": "setting",
    "table.milestone": "reach",
    "table.leave": "",
}
"""The verbs of the lines of actions with another name; empty where the name misleads."""
