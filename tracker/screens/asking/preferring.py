"""The GM's own preferences, as fields of the form of settings: the time at the table, the bell, the port."""

from collections.abc import Mapping

from msgspec.structs import replace
from textual.binding import Binding

from tracker.commands.figures import parse_duration
from tracker.commands.matching import normalize
from tracker.rules.clock import DAY, duration_text
from tracker.rules.refusal import Refusal
from tracker.screens.pages import own_key_text
from tracker.screens.table.move_player import MovePlayer
from tracker.widgets.form import Field
from tracker.widgets.preferences import FIRST_PORT, LAST_PORT, NEVER, Bell, Preferences, Shown, parse_port
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

PREFERENCES = ("timer", "overdue", "bell", "port")
"""The preferences of the form; they are kept in the GM's file and in no save."""


def preference_fields(preferences: Preferences) -> list[Field]:
    group, hint, timers, bells = (
        say("preferring.program"),
        say("preferring.yours_alone"),
        _shown_words(),
        _bell_words(),
    )
    never = say("preferring.never")
    overdue = duration_text(preferences.overdue) if preferences.overdue else never
    return [
        Field(
            "port",
            say("preferring.port"),
            str(preferences.port),
            hint,
            group,
            validate=wrong_port,
            figure=True,
        ),
        Field(
            "timer",
            say("preferring.real_time"),
            timers[preferences.timer],
            hint,
            group,
            tuple(timers.values()),
        ),
        Field(
            "overdue",
            say("preferring.overdue"),
            overdue,
            f"5m, {never}",
            group,
            validate=_wrong_overdue,
            figure=True,
        ),
        Field("bell", say("preferring.bell"), bells[preferences.bell], hint, group, tuple(bells.values())),
    ]


def own_key_fields(app: ThemedApp) -> list[Field]:
    """Return the GM's own keys as fields that only show them: they are edited in the file of preferences."""
    texts = {key: own_key_text(app, own) for key, own in app.preferences.own.items()}
    heading = say("own_keys.heading")
    return [
        Field(f"own.{key}", app.get_key_display(Binding(key, "")), text, "", heading, (text,))
        for key, text in texts.items()
    ]


def prefer(player: MovePlayer, values: Mapping[str, str]) -> None:
    """Apply the values of the form from now on, and write them into the GM's file."""
    app = player.screen.app
    preferences, texts = app.preferences, dict[str, str]()
    if "timer" in values:
        timer = next(each for each, word in _shown_words().items() if word == values["timer"])
        preferences, texts["timer"] = replace(preferences, timer=timer), str(timer)
    if "overdue" in values:
        seconds = _seconds(values["overdue"])
        preferences = replace(preferences, overdue=seconds)
        texts["overdue"] = duration_text(seconds) if seconds else NEVER
    if "bell" in values:
        bell = next(each for each, word in _bell_words().items() if word == values["bell"])
        preferences, texts["bell"] = replace(preferences, bell=bell), str(bell)
    if (port := parse_port(values.get("port", ""))) is not None:
        preferences, texts["port"] = replace(preferences, port=port), str(port)
    if texts:
        app.preferences = preferences
        player.screen.picture_status()
        app.keep_preferences(**texts)


def wrong_port(text: str) -> str | None:
    """Return the mistake in a port; None if the program may use it."""
    if parse_port(text) is not None:
        return None
    return say("preferring.port_range", first=FIRST_PORT, last=LAST_PORT)


def _shown_words() -> dict[Shown, str]:
    return {
        Shown.OFF: say("preferring.none"),
        Shown.TURN: say("preferring.the_turn"),
        Shown.EVENING: say("preferring.the_evening"),
        Shown.BOTH: say("preferring.both"),
    }


def _bell_words() -> dict[Bell, str]:
    return {
        Bell.OFF: say("preferring.never"),
        Bell.OVERDUE: say("preferring.long_turn"),
        Bell.WAITING: say("preferring.something_waits"),
        Bell.BOTH: say("preferring.both_choice"),
    }


def _seconds(text: str) -> int:
    """Parse the time after which a turn takes too long; refuses more than a day, `never` is 0."""
    is_never = normalize(text) in (normalize(say("preferring.never")), NEVER)
    seconds = 0 if is_never else parse_duration(text.strip())
    if seconds > DAY:
        raise Refusal("bad_duration", seconds=seconds)
    return seconds


def _wrong_overdue(text: str) -> str | None:
    try:
        _seconds(text)
    except Refusal as refusal:
        return refusal_sentence(refusal)
    return None
