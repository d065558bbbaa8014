"""Themes made from a few colours: those that Textual has registered, and the GM's own."""

from collections.abc import Mapping

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tracker.widgets.theme import colours_of_file, theme_of

OWN = "own"
"""The name of the theme that the preferences hold."""
FEW = {
    "foreground": "foreground",
    "background": "background",
    "surface": "surface",
    "panel": "panel",
    "primary": "primary",
    "key": "accent",
    "good": "success",
    "caution": "warning",
    "bad": "error",
}
"""The colours from which the others follow, and Textual's name of each."""
CONTRAST = 4.5
"""The least contrast of a text with its ground, as WCAG measures it."""
_STEPS = 20


def textual_names() -> tuple[str, ...]:
    """Return the names of Textual's own themes, without those that leave the colours to the terminal."""
    return tuple(name for name, theme in BUILTIN_THEMES.items() if not theme.ansi)


def textual_theme(name: str) -> Theme:
    """Return one of Textual's themes with a colour for everything that the tracker means by colours."""
    theme = BUILTIN_THEMES[name]
    made = theme.to_color_system().generate()
    return theme_of(
        name, complete_colours({ours: made[theirs] for ours, theirs in FEW.items()}), dark=theme.dark
    )


def own_theme(given: Mapping[str, str]) -> Theme:
    """Return the GM's own theme; the colours that they leave out are those of the dark or the light theme."""
    ground = Color.parse(given.get("background", colours_of_file("dark")["background"]))
    dark = _luminance(ground) < 0.5
    usual = colours_of_file("dark" if dark else "light")
    few = {name: given.get(name, usual[name]) for name in FEW}
    for name, share in (("surface", 0.05), ("panel", 0.12)):
        few[name] = given.get(name, ground.blend(Color.parse(few["foreground"]), share).hex6)
    return theme_of(OWN, complete_colours(few), dark=dark)


def complete_colours(few: Mapping[str, str]) -> dict[str, str]:
    """Return every colour by what it means; texts are made legible on the grounds they stand on."""
    colour = {name: Color.parse(value).rgb for name, value in few.items()}
    parsed = {name: Color(*rgb) for name, rgb in colour.items()}
    ground, panel, ink = parsed["background"], parsed["panel"], parsed["foreground"]
    grounds = (ground, parsed["surface"], panel)
    texts = {name: parsed[name] for name in ("foreground", "primary", "key", "good", "caution", "bad")}
    texts |= {"dim": ink.blend(ground, 0.35), "ally": parsed["primary"], "foe": parsed["caution"]}
    legible = {name: _legible(text, grounds) for name, text in texts.items()}
    under = {
        "background": ground,
        "surface": parsed["surface"],
        "panel": panel,
        "chip": panel,
        "cursor-waits": panel,
        "cursor": ground.blend(ink, 0.25),
        "turn": ground.blend(parsed["primary"], 0.3),
        "turn-cursor": ground.blend(parsed["primary"], 0.45),
        "waiting": parsed["caution"],
    }
    over = {
        "turn-text": _legible(ink, (under["turn"], under["turn-cursor"])),
        "cursor-text": _legible(ink, (under["cursor"], panel)),
        "waiting-text": _legible(ground, (under["waiting"],)),
    }
    gauges = {"well": parsed["good"], "hurt": parsed["caution"], "dying": parsed["bad"]}
    return {name: each.hex6.lower() for name, each in (legible | under | over | gauges).items()}


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colours: 1 is none, 21 is black on white.

    >>> round(contrast(Color.parse("#000000"), Color.parse("#ffffff")))
    21
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _legible(text: Color, grounds: tuple[Color, ...]) -> Color:
    """Return a text's colour, moved towards white or black until it can be read on its grounds."""
    ends = (Color(255, 255, 255), Color(0, 0, 0))
    end = max(ends, key=lambda each: min(contrast(each, ground) for ground in grounds))
    moved = (text.blend(end, step / _STEPS) for step in range(_STEPS + 1))
    return next(
        (each for each in moved if all(contrast(each, ground) >= CONTRAST for ground in grounds)), end
    )


def _luminance(colour: Color) -> float:
    channels = (value / 255 for value in colour.rgb)
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
