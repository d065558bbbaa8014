"""The terminal in which the program was started, with the preferences for it."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.widgets.preferences import Preferences
from tracker.wording.language import language_of_locale
from tracker.wording.sentences import refusal_sentence


class TerminalSetup(Struct, frozen=True):
    """The terminal's environment, the preferences, and the mistakes in them."""

    environment: Mapping[str, str]
    preferences: Preferences
    mistakes: tuple[Refusal, ...] = ()
    file: Path | None = None
    """The file of the preferences; None if the program writes nothing outside the saves folder."""

    games: Callable[[], Iterable[str]] = tuple
    """Returns the names of the games besides those of the program."""

    def keep(self, name: str, value: str | bool) -> Path:
        """Write a preference into the GM's file and return its path; refuses as `keep_preference` does."""
        from tracker.cli.config_file import example, keep_preference

        assert self.file is not None  # noqa: S101 - only offered where there is one
        system_language = language_of_locale(self.environment)
        keep_preference(self.file, name, value, partial(example, self.file, system_language))
        return self.file

    def valid_preferences(self) -> tuple[Preferences, tuple[str, ...]]:
        """Return the preferences without the wrong keys, and a sentence for each mistake."""
        preferences, key_mistakes = self.preferences, list[Refusal]()
        if preferences.keys or preferences.own:
            from tracker.cli.config_file import import_every_screen
            from tracker.widgets.keymap import with_usable_keys

            import_every_screen()
            preferences, key_mistakes = with_usable_keys(preferences, self.games)
        return preferences, tuple(refusal_sentence(each) for each in (*self.mistakes, *key_mistakes))
