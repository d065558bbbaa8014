"""The GM's preferences, which stand in one TOML file."""

from pathlib import Path

from msgspec import Struct, field

from tracker.rules.refusal import Refusal
from tracker.widgets.preferences import Preferences

MOST_BYTES = 64 << 10
"""What stands after them is not read."""
THEMES = ("dark", "light", "contrast", "16")


class Config(Struct, frozen=True):
    """What the file says, as far as it can be believed; every mistake is worth a sentence and no more."""

    preferences: Preferences = field(default_factory=Preferences)
    language: str = ""
    mistakes: tuple[Refusal, ...] = ()


def read_config(path: Path) -> Config:
    """Return what a file says; nothing when there is none."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES)
    except FileNotFoundError:
        return Config()
    except OSError as error:
        return Config(mistakes=(Refusal("config_unreadable", path=str(path), reason=str(error.strerror)),))
    import tomllib  # noqa: PLC0415 - most GMs have no such file

    from tracker.cli.config_values import config_of  # noqa: PLC0415 - as above

    try:
        return config_of(tomllib.loads(content.decode()))
    except ValueError as error:
        return Config(mistakes=(Refusal("config_wrong", path=str(path), reason=str(error)),))
