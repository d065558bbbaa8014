"""One key of the table of keys: where the footer shows it, and what it does."""

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
    before: str = ""
    """The id of the key of its place before which one of a feature stands."""
    verb_named: str = ""
    """The verb of the line of an action of a feature, if that has another name."""

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
