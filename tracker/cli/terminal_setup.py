"""The terminal in which the program was started, with the preferences for it."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.widgets.preferences import Preferences
from tracker.wording.sentences import refusal_sentence


class TerminalSetup(Struct, frozen=True):
    """The terminal's environment, the preferences, and the mistakes in them."""

    environment: Mapping[str, str]
    preferences: Preferences
    mistakes: tuple[Refusal, ...] = ()
    file: Path | None = None
    """The file of the preferences; None if the program writes nothing outside the saves folder."""

    def keep(self, name: str, value: str | bool) -> Path:
        """Write a preference into the GM's file and return it; refuses as `keep_preference` does."""
        from tracker.cli.config_file import example, keep_preference  # noqa: PLC0415 - seldom chosen

        assert self.file is not None  # noqa: S101 - only offered where there is one
        keep_preference(self.file, name, value, partial(example, self.file))
        return self.file

    def settled(self) -> tuple[Preferences, tuple[str, ...]]:
        """Return the preferences without the wrong keys, and a sentence for each mistake."""
        preferences, wrong = _checked(self.preferences) if self.preferences.keys else (self.preferences, [])
        return preferences, tuple(refusal_sentence(each) for each in (*self.mistakes, *wrong))


def _checked(preferences: Preferences) -> tuple[Preferences, list[Refusal]]:
    from tracker.cli.config_file import import_every_screen  # noqa: PLC0415 - few have keys of their own
    from tracker.widgets.keymap import checked_keys  # noqa: PLC0415 - as above

    import_every_screen()
    keys, lines, mistakes = checked_keys(preferences.keys)
    return replace(preferences, keys=keys, lines=lines), mistakes
