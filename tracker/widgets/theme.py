"""Themes, and the colours and signs that a terminal can show.

Over ssh most terminals show 256 colours, so the themes, in `styles/themes/`, use exact entries of the xterm
palette: none is rounded to its neighbour. Nothing is marked by colour alone: `styles/tokens.tcss` also gives
the inks weight and lines.
"""

import re
from collections.abc import Mapping

from msgspec import Struct
from textual.theme import BUILTIN_THEMES, Theme

from tracker import package_folder, read_shipped

DARK, LIGHT, CONTRAST, ANSI = "tracker-dark", "tracker-light", "tracker-contrast", "tracker-ansi"
NAMES = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST, "16": ANSI}
"""Themes by the names that GMs choose them by; the last one uses the terminal's own sixteen colours."""


class Look(Struct, frozen=True):
    """What a terminal can show besides letters."""

    unicode: bool = True
    """Whether signs that are on no keyboard are drawn: █, ▶, …"""
    colour: bool = True

    @property
    def ellipsis(self) -> str:
        """The sign at the end of a cut text."""
        return "…" if self.unicode else "~"

    @property
    def turn(self) -> str:
        """The sign of who acts."""
        return "▶" if self.unicode else ">"

    @property
    def aim(self) -> str:
        """The sign of whom an act is for."""
        return "→" if self.unicode else "-"


class Appearance(Struct, frozen=True):
    """The theme and the look for a terminal."""

    theme: str
    look: Look


def is_colourless(env: Mapping[str, str]) -> bool:
    """Whether the environment asks for no colour; NO_COLOR does so even when empty."""
    return "NO_COLOR" in env or env.get("TERM") == "dumb"


def appearance(
    env: Mapping[str, str], colour_system: str | None, *, theme: str = DARK, plain: bool = False
) -> Appearance:
    """Choose theme and look for a terminal, by its environment and its Rich colour system.

    >>> appearance({"TERM": "linux"}, "standard")
    Appearance(theme='tracker-ansi', look=Look(unicode=False, colour=True))
    >>> appearance({"NO_COLOR": ""}, "256").theme
    'tracker-ansi'
    """
    colour = not (plain or is_colourless(env)) and colour_system is not None
    few_colours = not colour or colour_system == "standard"
    signs = not plain and env.get("TERM") not in ("linux", "dumb", "vt100")
    return Appearance(ANSI if few_colours else theme, Look(unicode=signs, colour=colour))


_TEXTUALS = {
    "primary": "primary",
    "secondary": "panel",
    "accent": "key",
    "success": "good",
    "warning": "caution",
    "error": "bad",
    "foreground": "foreground",
    "background": "background",
    "surface": "surface",
    "panel": "panel",
    "boost": "panel",
    "text": "foreground",
    "text-muted": "dim",
    "text-disabled": "dim",
    "block-cursor-background": "primary",
    "block-cursor-foreground": "background",
    "block-cursor-blurred-background": "panel",
    "block-cursor-blurred-foreground": "foreground",
    "input-cursor-background": "foreground",
    "input-cursor-foreground": "background",
    "input-selection-background": "primary",
    "input-selection-foreground": "background",
    "border": "primary",
    "border-blurred": "panel",
}
"""The name of our colour for each of Textual's variables."""
_COLOUR = re.compile(r"^\$([a-z-]+): (.+);$", re.MULTILINE)


def colours_of_file(name: str) -> dict[str, str]:
    """Read the colours of a theme, by their meaning, from its file in `styles/themes/`."""
    return dict(_COLOUR.findall(read_shipped(package_folder("styles") / "themes" / f"{name}.tcss").decode()))


def theme_of(name: str, colours: dict[str, str], *, dark: bool, ansi: bool = False) -> Theme:
    """Make a theme from its colours, in which every colour is given and none is mixed."""
    # Textual converts the colours of a theme through another colour space, which changes some by one; it
    # leaves variables alone, so that every colour is a variable too.
    variables = colours | {variable: colours[colour] for variable, colour in _TEXTUALS.items()}
    if ansi:
        textuals = BUILTIN_THEMES["ansi-dark"].variables
        plain = dict.fromkeys((each for each in variables if each.startswith("block-cursor")), "ansi_default")
        variables = (
            textuals | colours | plain | {"text-muted": "ansi_default", "text-disabled": "ansi_default"}
        )
        variables |= {
            "input-cursor-background": "ansi_default",
            "input-cursor-foreground": "ansi_default",
            "input-cursor-text-style": "reverse",
        }
    return Theme(
        name,
        ansi=ansi,
        primary=colours["primary"],
        secondary=colours["panel"],
        accent=colours["key"],
        success=colours["good"],
        warning=colours["caution"],
        error=colours["bad"],
        foreground=colours["foreground"],
        background=colours["background"],
        surface=colours["surface"],
        panel=colours["panel"],
        boost=None if ansi else colours["panel"],
        dark=dark,
        variables=variables,
    )


THEMES = tuple(
    theme_of(theme, colours_of_file(name), dark=theme != LIGHT, ansi=theme == ANSI)
    for name, theme in NAMES.items()
)
