"""Themes made from a few colours: Textual's own ones, and the GM's."""

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
"""The colours from which all others follow, each with Textual's name for it."""
CONTRAST = 4.5
"""The least contrast of a text with its ground that WCAG (AA) accepts."""
_STEPS = 20


def textual_names() -> tuple[str, ...]:
    """Names of Textual's own themes, without those that leave colours to the terminal."""
    return tuple(name for name, theme in BUILTIN_THEMES.items() if not theme.ansi)


def textual_theme(name: str) -> Theme:
    """Complete one of Textual's themes with a colour for everything that the tracker shows by colour."""
    theme = BUILTIN_THEMES[name]
    generated = theme.to_color_system().generate()
    return theme_of(
        name, complete_colours({ours: generated[theirs] for ours, theirs in FEW.items()}), dark=theme.dark
    )


def own_theme(chosen: Mapping[str, str]) -> Theme:
    """Make the GM's own theme; the dark or the light theme gives the colours that are left out."""
    ground = Color.parse(chosen.get("background", colours_of_file("dark")["background"]))
    dark = _luminance(ground) < 0.5
    usual = colours_of_file("dark" if dark else "light")
    few = {name: chosen.get(name, usual[name]) for name in FEW}
    for name, share in (("surface", 0.05), ("panel", 0.12)):
        few[name] = chosen.get(name, ground.blend(Color.parse(few["foreground"]), share).hex6)
    return theme_of(OWN, complete_colours(few), dark=dark)


def complete_colours(few: Mapping[str, str]) -> dict[str, str]:
    """Derive every colour by its meaning; texts are made legible on the grounds that they stand on."""
    colour = {name: Color.parse(value).rgb for name, value in few.items()}
    parsed = {name: Color(*rgb) for name, rgb in colour.items()}
    ground, panel, ink = parsed["background"], parsed["panel"], parsed["foreground"]
    grounds = (ground, parsed["surface"], panel)
    texts = {name: parsed[name] for name in ("foreground", "primary", "key", "good", "caution", "bad")}
    texts |= {"dim": ink.blend(ground, 0.35), "ally": parsed["primary"], "foe": parsed["caution"]}
    legible = {name: _legible(text, grounds) for name, text in texts.items()}
    grounds_by_name = {
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
    texts_on_grounds = {
        "turn-text": _legible(ink, (grounds_by_name["turn"], grounds_by_name["turn-cursor"])),
        "cursor-text": _legible(ink, (grounds_by_name["cursor"], panel)),
        "waiting-text": _legible(ground, (grounds_by_name["waiting"],)),
    }
    gauges = {"well": parsed["good"], "hurt": parsed["caution"], "dying": parsed["bad"]}
    return {
        name: each.hex6.lower()
        for name, each in (legible | grounds_by_name | texts_on_grounds | gauges).items()
    }


def contrast(one: Color, other: Color) -> float:
    """Measure the contrast of two colours as WCAG does: 1 is none, 21 is black on white.

    >>> round(contrast(Color.parse("#000000"), Color.parse("#ffffff")))
    21
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _legible(text: Color, grounds: tuple[Color, ...]) -> Color:
    """Move a text's colour towards white or black until it is legible on its grounds."""
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
