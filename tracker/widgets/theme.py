"""Colours and signs that each terminal can show.

Over ssh most terminals show 256 colours, so the themes use exact entries of the xterm palette: nothing is
rounded to a neighbour. The colours stand in `styles/themes/`. Colour never speaks alone: `styles/tokens.tcss`
gives the inks weight and lines too.
"""

import re
from collections.abc import Mapping

from msgspec import Struct
from textual.theme import BUILTIN_THEMES, Theme

from tracker import package_folder, read_shipped

DARK, LIGHT, CONTRAST, ANSI = "tracker-dark", "tracker-light", "tracker-contrast", "tracker-ansi"
NAMES = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST, "16": ANSI}
"""The themes by the names that people choose them by; the last leaves the sixteen colours to the terminal."""


class Look(Struct, frozen=True):
    """The signs that a terminal can show besides letters."""

    unicode: bool = True
    """Whether signs beyond the keyboard's are drawn: █, ▶, …"""
    colour: bool = True

    @property
    def ellipsis(self) -> str:
        """Sign that a text is cut."""
        return "…" if self.unicode else "~"


class Appearance(Struct, frozen=True):
    """The theme for a terminal and its look."""

    theme: str
    look: Look


def is_colourless(env: Mapping[str, str]) -> bool:
    """Whether the GM or the terminal wants no colour; NO_COLOR counts even when empty."""
    return "NO_COLOR" in env or env.get("TERM") == "dumb"


def appearance(
    env: Mapping[str, str], colour_system: str | None, *, theme: str = DARK, plain: bool = False
) -> Appearance:
    """Choose theme and signs for a terminal with this environment and this Rich colour system.

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
"""Our colour for each of Textual's names."""
_COLOUR = re.compile(r"^\$([a-z-]+): (.+);$", re.MULTILINE)


def colours_of_file(name: str) -> dict[str, str]:
    """Return the colours of a theme by what they mean, from its file in `styles/themes/`."""
    return dict(_COLOUR.findall(read_shipped(package_folder("styles") / "themes" / f"{name}.tcss").decode()))


def theme_of(name: str, colours: dict[str, str], *, dark: bool, ansi: bool = False) -> Theme:
    """Make a theme from its colours, in which every colour is given and none is mixed.

    Textual converts its own colours through another colour space, which changes some by one. It leaves the
    variables alone.
    """
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
