"""The base of the apps: the theme and signs for the terminal, and the names of keys."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import structs
from textual.app import App
from textual.binding import Binding
from textual.types import CSSPathType

from tracker import package_folder
from tracker.rules.refusal import Refusal
from tracker.widgets.bindings import binding_of, description, description_in_full
from tracker.widgets.ink import INKS, Band
from tracker.widgets.key import is_menu_key, split_menu_key
from tracker.widgets.key_table import BY_ID, OPENERS
from tracker.widgets.preferences import USUAL, Preferences
from tracker.widgets.theme import ANSI, NAMES, THEMES, appearance, is_colourless
from tracker.wording.messages import has, say, with_ways

STYLES = package_folder("styles")
STYLESHEETS = (STYLES / "tokens.tcss", STYLES / "widgets.tcss")
_ARROWS = frozenset({"up", "down", "left", "right"})
_NOTHING: Mapping[str, str] = MappingProxyType({})


class ThemedApp(App[None]):
    """Base of the apps, without any screen."""

    CSS_PATH: ClassVar[CSSPathType | None] = [*STYLESHEETS]
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"ink--{ink}" for ink in INKS),
        *(f"band--{band}" for band in Band if band),
    }
    """Inks and bands of every widget, styled in `styles/tokens.tcss`. The app declares them because Textual
    makes a node of each whenever it styles the widget that declares them.
    """

    def __init__(self, env: Mapping[str, str] = _NOTHING, preferences: Preferences = USUAL) -> None:
        plain = preferences.plain
        # Textual chooses the filter for NO_COLOR in its `__init__`, so colour is decided before.
        super().__init__(ansi_color=True if plain or is_colourless(env) else None)
        for theme in THEMES:
            self.register_theme(theme)
        self.preferences = preferences
        wanted_theme = self.ensure_registered(preferences.theme)
        chosen = appearance(env, self.console.color_system, theme=wanted_theme, plain=plain)
        self.look = chosen.look
        self.no_color = self.no_color or not chosen.look.colour
        self.theme = self._begun_with = chosen.theme
        self.stylesheet.set_variables(self.get_css_variables())
        self.animation_level = "none"
        self.set_keymap(dict(preferences.keys))

    def choose_mouse(self, wanted: bool) -> None:
        """Take clicks and the wheel from now on if `wanted`, else leave them to the terminal."""
        self.preferences = structs.replace(self.preferences, mouse=wanted)

    def keep_preferences(self, **values: str | bool) -> None:
        """Save preferences for the next start; an app with a preferences file overrides this."""

    def action_screenshot(self, *_: Any, **__: Any) -> None:
        """Do nothing: Textual would write a file to a path that a save may contain."""

    def save_screenshot(self, *_: Any, **__: Any) -> str:
        """Write nothing."""
        return ""

    def deliver_screenshot(self, *_: Any, **__: Any) -> None:
        """Write nothing."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Write nothing."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Write nothing."""

    def open_url(self, *_: Any, **__: Any) -> None:
        """Open nothing: over ssh, the browser would start on the server."""

    def action_suspend_process(self) -> None:
        """Do nothing: over ssh, nothing would resume the program."""

    def forget_terminal(self) -> None:
        """Repaint everything at the next frame; an app in a terminal overrides this."""

    def show_title(self, title: str) -> None:
        """Show a title of the terminal's window, if the GM wants one; an app in a terminal overrides this."""

    def send_to_clipboard(self, text: str) -> str:
        """Send a text to the terminal's clipboard, and return the sentence that says so.

        Raises `no_clipboard`, as every app without a terminal does, and `too_long_to_copy`.
        """
        raise Refusal("no_clipboard")

    def notify_desktop(self, sentence: str) -> None:
        """Show a notification on the GM's desktop; an app in a terminal overrides this."""

    def refresh_css(self, animate: bool = True) -> None:
        # Textual calls this at the start too, where everything is styled in the theme's colours anyway.
        begun_with, self._begun_with = self._begun_with, ""
        if self.theme != begun_with:
            super().refresh_css(animate)

    @property
    def themes(self) -> tuple[str, ...]:
        """Names of the themes whose colours this terminal can show."""
        has_few_colours = not self.look.colour or self.console.color_system in (None, "standard")
        if has_few_colours:
            return tuple(name for name, theme in NAMES.items() if theme == ANSI)
        from tracker.widgets.made_theme import OWN, textual_names  # noqa: PLC0415 - seldom chosen

        own = (OWN,) if self.preferences.colours else ()
        return (*NAMES, *own, *textual_names())

    def ensure_registered(self, name: str) -> str:
        """Register a theme if it is not yet; the answer is its name in Textual."""
        if name in NAMES:
            return NAMES[name]
        from tracker.widgets.made_theme import OWN, own_theme, textual_theme  # noqa: PLC0415 - as above

        self.register_theme(own_theme(self.preferences.colours) if name == OWN else textual_theme(name))
        return name

    def act_name(self, binding: Binding, *, in_full: bool = False) -> str:
        """Name the act that a key plays, if the game at the table has another name for it; else empty."""
        return ""

    def description(self, binding: Binding) -> str:
        """Describe a binding in few words."""
        return self.act_name(binding) or description(binding, self.preferences.interval)

    def description_in_full(self, binding: Binding) -> str:
        """Describe a binding at length."""
        return self.act_name(binding, in_full=True) or description_in_full(binding, self.preferences.interval)

    def with_keys(self, key: str, /, **values: object) -> str:
        """Format a text in which `{count}` is a value and `{form.save}` the key of a binding."""
        return with_ways(key, self.key_of, **values)

    def key_of(self, binding_id: str) -> str:
        """Name the first key of a binding, as the GM has set it; empty for an unknown binding."""
        binding = binding_of(binding_id)
        if binding is None:
            return ""
        key, *_others = self.preferences.keys.get(binding_id, binding.key).split(",")
        return self.name_of_key(key.strip(), binding)

    def name_of_key(self, key: str, binding: Binding) -> str:
        """Name one of the keys of a binding, which may be one that the GM has given it."""
        display = binding.key_display if binding.id not in self.preferences.keys else None
        return self.get_key_display(Binding(key, "", key_display=display, id=binding.id))

    def way_shown(self, key: str) -> str:
        """Name the key of a menu and the letter in it; empty for a key that is in no menu."""
        menu, letter = split_menu_key(key)
        opener = self.key_of(OPENERS[menu]) if letter else ""
        return f"{opener} {letter}" if opener else ""

    def _is_first_letter(self, binding: Binding) -> bool:
        """Whether the language in use shows another of a binding's keys than this first one: `y` for Yes."""
        own = str(binding.id)
        known = has(f"first_letter.{own}") and own not in self.preferences.keys
        return known and binding.key == BY_ID[own].ways[0]

    def get_key_display(self, binding: Binding) -> str:
        """Name a key in the language in use; arrows are signs if the terminal can show them."""
        if binding.key_display:
            return binding.key_display
        if self._is_first_letter(binding):
            # Enter answers too, and some GMs press it by habit.
            named = (f"key_name.{way}" for way in BY_ID[str(binding.id)].ways)
            return "/".join((say(f"first_letter.{binding.id}"), *(say(name) for name in named if has(name))))
        if is_menu_key(binding.key):
            return self.way_shown(binding.key)
        if has(name := f"key_name.{binding.key}") and not (self.look.unicode and binding.key in _ARROWS):
            return say(name)
        if "," in binding.key:
            parts = (self.get_key_display(replace(binding, key=key)) for key in binding.key.split(","))
            return " ".join(filter(None, parts))
        return super().get_key_display(binding)


def key_shown(app: ThemedApp, binding: Binding) -> str:
    """Name the key of a binding as the GM has set it; for an entry of a menu, with its letter there."""
    is_own = str(binding.id) in app.preferences.keys
    return app.key_of(str(binding.id)) if is_own else app.get_key_display(binding)
