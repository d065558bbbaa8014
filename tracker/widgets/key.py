"""A key of the table of keys: what it does, and when the footer shows it."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from tracker.rules.fields import NOTHING

Moments = Mapping[str, int]
"""Moments at which the footer shows a key, each with the key's place in the footer then."""
ALWAYS = ""
NOBODY, SOMEBODY, AMONG_PEOPLE = "nobody", "somebody", "among_people"
NO_FIGHT, FIGHT, NO_TURN, TURNS, NO_FOES = "no_fight", "fight", "no_turn", "turns", "no_foes"
WAITING, DARK, IN_EXPLORATION, AWAY = "waiting", "dark", "in_exploration", "away"
NEXT_FIELD, WHOLE_LINE = "next_field", "whole_line"
"""`AMONG_PEOPLE` is a tab other than exploration, in a campaign with somebody. A fight is open from `FIGHT`
on, and has turns from `TURNS` on; at `NO_FOES` no adversary stands. `AWAY` is the list of campaigns put away.
At `NEXT_FIELD` a value is typed that is not the last of its form, and at `WHOLE_LINE` a line that fills a
whole form.
"""
MOMENTS = frozenset(
    (
        *(ALWAYS, NOBODY, SOMEBODY, AMONG_PEOPLE, NO_FIGHT, FIGHT, NO_TURN, TURNS, NO_FOES, WAITING, DARK),
        *(IN_EXPLORATION, AWAY, NEXT_FIELD, WHOLE_LINE),
    )
)
"""All moments."""
HELP_KEY = "question_mark"
LAST = 90
"""First place of the keys for which the footer keeps room, however narrow it is."""
USUAL = 50
"""Place of a key for which the table states none."""
SHOWN: Moments = MappingProxyType({ALWAYS: USUAL})
NOWHERE: Moments = NOTHING
_MENU = "menu:"
"""Prefix of a key that no keyboard has: its action stands in the menu of its tab."""
_LINE, _REST = ":", "…"


class Key(Struct, frozen=True):
    """One key. Its words have keys made of its id: `key.exploration.light` and `tip.exploration.light`."""

    key: str
    """One key, or several with commas. `m b` is the letter b in the menu of m, and never changes; empty for a
    rare action, which only the palette names.
    """
    does: str
    id: str
    footer: Moments = SHOWN
    silent: bool = False
    """Whether no page of keys lists it, since it does the same as another key there."""
    priority: bool = False
    shown: str | None = None
    """The sign shown for the key, if it is not its name."""
    before: str = ""
    """For a key of a feature, the id of the key of its place that follows it."""
    verb_named: str = ""
    """For an action of a feature, the verb of its line, if that is not the action's name."""
    instead: str = ""
    """For a key of an act, the id of the key whose line it plays in a game without the act."""

    @property
    def line(self) -> str:
        """The typed line; empty if the key has an action."""
        return self.does.removeprefix(_LINE) if self.does.startswith(_LINE) else ""

    @property
    def verb(self) -> str:
        """The first word of the line, or the name of the action."""
        return (self.line or self.does).split(maxsplit=1)[0].partition("(")[0]

    @property
    def action(self) -> str:
        """The action that Textual runs."""
        return f"line('{self.id}')" if self.line else self.does

    @property
    def ways(self) -> tuple[str, ...]:
        """The keys, one by one: `d`, or `m b` for a letter of a menu."""
        return tuple(filter(None, self.key.split(",")))

    @property
    def keys(self) -> str:
        """The keys for Textual's binding: for a letter of a menu, one that no keyboard has."""
        ways = (f"{_MENU}{way}" if " " in way else way for way in self.ways)
        return ",".join(ways) or palette_key(self.id)


def palette_key(key_id: str) -> str:
    """Make the key of an action that only the palette names; no keyboard has it."""
    return f"{_MENU}{key_id}"


def is_menu_key(key: str) -> bool:
    """Whether the action stands in a menu or in the palette only, so that no keyboard has its key."""
    return key.startswith(_MENU)


def split_menu_key(key: str) -> tuple[str, str]:
    """Split the key of an entry of a menu into the menu's key and the letter; both empty for any other key.

    >>> split_menu_key("menu:m b"), split_menu_key("menu:table.rule"), split_menu_key("d")
    (('m', 'b'), ('', ''), ('', ''))
    """
    menu, _space, letter = key.removeprefix(_MENU).partition(" ")
    return (menu, letter) if letter and is_menu_key(key) else ("", "")


def strip_rest(line: str) -> str | None:
    """Strip the dots from a line that asks for its rest; None for a line that is whole.

    >>> strip_rest("loot …"), strip_rest("daño .…"), strip_rest("next")
    ('loot', 'daño .', None)
    """
    lead = line.removesuffix(_REST).removesuffix("...")
    return None if lead == line else lead.rstrip()


def _opens_menu(key: Key) -> bool:
    """Whether a key opens a menu; the menu of acts also has what the game offers."""
    return key.does.startswith("menu(") or key.id == "creature.menu"
