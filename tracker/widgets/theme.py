"""Colours and signs that each terminal can show.

Over ssh most terminals show 256 colours, so the themes use exact entries of the xterm palette: nothing is
rounded to a neighbour. Colour never speaks alone: `styles/tokens.tcss` gives the inks weight and lines too.
"""

from collections.abc import Mapping

from msgspec import Struct
from textual.theme import BUILTIN_THEMES, Theme

DARK, LIGHT, CONTRAST, ANSI = "tracker-dark", "tracker-light", "tracker-contrast", "tracker-ansi"
NAMES = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST, "16": ANSI}
"""The themes by the names that people choose them by; the last leaves the sixteen colours to the terminal."""


class Look(Struct, frozen=True):
    """What a terminal can show besides letters."""

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


_VARIABLES = {
    "primary": "primary",
    "secondary": "panel",
    "accent": "accent",
    "success": "good",
    "warning": "warning",
    "error": "bad",
    "foreground": "foreground",
    "background": "background",
    "surface": "surface",
    "panel": "panel",
    "boost": "panel",
    "text": "foreground",
    "text-muted": "muted",
    "text-disabled": "muted",
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
"""Which of our colours each of Textual's names stands for."""


def _theme(name: str, *, dark: bool = True, **colours: str) -> Theme:
    """Make a theme in which every colour is given and none is mixed.

    Textual converts its own colours through another colour space, which changes some by one. It leaves the
    variables alone.
    """
    variables = {variable: colours[colour] for variable, colour in _VARIABLES.items()}
    return Theme(
        name,
        primary=variables["primary"],
        secondary=variables["secondary"],
        accent=variables["accent"],
        success=variables["success"],
        warning=variables["warning"],
        error=variables["error"],
        foreground=variables["foreground"],
        background=variables["background"],
        surface=variables["surface"],
        panel=variables["panel"],
        boost=variables["boost"],
        dark=dark,
        variables=variables,
    )


THEMES = (
    _theme(
        DARK,
        foreground="#dadada",
        background="#121212",
        surface="#1c1c1c",
        panel="#303030",
        muted="#949494",
        primary="#87afd7",
        accent="#d7af5f",
        good="#87af5f",
        warning="#d7af5f",
        bad="#ff8787",
    ),
    _theme(
        LIGHT,
        foreground="#1c1c1c",
        background="#eeeeee",
        surface="#e4e4e4",
        panel="#d0d0d0",
        muted="#585858",
        primary="#005f87",
        accent="#5f00af",
        good="#005f00",
        warning="#875f00",
        bad="#af0000",
        dark=False,
    ),
    _theme(
        CONTRAST,
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#3a3a3a",
        muted="#d0d0d0",
        primary="#ffff00",
        accent="#00ffff",
        good="#00ff00",
        warning="#ffff00",
        bad="#ff87af",
    ),
    Theme(
        ANSI,
        ansi=True,
        primary="ansi_cyan",
        secondary="ansi_default",
        accent="ansi_cyan",
        success="ansi_green",
        warning="ansi_yellow",
        error="ansi_red",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        variables=BUILTIN_THEMES["ansi-dark"].variables
        | {
            "text-muted": "ansi_default",
            "text-disabled": "ansi_default",
            "block-cursor-background": "ansi_default",
            "block-cursor-foreground": "ansi_default",
            "block-cursor-blurred-background": "ansi_default",
            "block-cursor-blurred-foreground": "ansi_default",
            "input-cursor-background": "ansi_default",
            "input-cursor-foreground": "ansi_default",
            "input-cursor-text-style": "reverse",
        },
    ),
)
