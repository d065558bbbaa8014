"""The GM's own preferences, as fields of the form of settings: times, what calls, the title, the port."""

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace
from textual.binding import Binding

from tracker.commands.figures import parse_duration
from tracker.commands.matching import normalize
from tracker.rules.clock import DAY, duration_text
from tracker.rules.refusal import Refusal
from tracker.screens.pages import own_key_text
from tracker.screens.table.move_player import MovePlayer
from tracker.widgets.form import Field
from tracker.widgets.preferences import FIRST_PORT, LAST_PORT, NEVER, Occasion, Preferences, Shown, parse_port
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

T = TypeVar("T")

PREFERENCES = ("timer", "overdue", "bell", "notification", "title", "port")
"""The preferences of the form; they are kept in the GM's file and in no save."""


def preference_fields(preferences: Preferences) -> list[Field]:
    hint, group, never = say("preferring.yours_alone"), say("preferring.program"), say("preferring.never")
    overdue = duration_text(preferences.overdue) if preferences.overdue else never
    timers, occasions, titles = (tuple(words.values()) for words in (_timers(), _occasions(), _titles()))
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
        Field("timer", say("preferring.real_time"), _timers()[preferences.timer], hint, group, timers),
        Field(
            "overdue",
            say("preferring.overdue"),
            overdue,
            f"5m, {never}",
            group,
            validate=_wrong_overdue,
            figure=True,
        ),
        Field("bell", say("preferring.bell"), _occasions()[preferences.bell], hint, group, occasions),
        Field(
            "notification",
            say("preferring.notification"),
            _occasions()[preferences.notification],
            hint,
            group,
            occasions,
        ),
        Field("title", say("preferring.title"), _titles()[preferences.title], hint, group, titles),
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
    preferences, kept = app.preferences, dict[str, str | bool]()
    if "timer" in values:
        timer = _meaning(values["timer"], _timers())
        preferences, kept["timer"] = replace(preferences, timer=timer), str(timer)
    if "overdue" in values:
        seconds = _seconds(values["overdue"])
        preferences = replace(preferences, overdue=seconds)
        kept["overdue"] = duration_text(seconds) if seconds else NEVER
    if "bell" in values:
        bell = _meaning(values["bell"], _occasions())
        preferences, kept["bell"] = replace(preferences, bell=bell), str(bell)
    if "notification" in values:
        notification = _meaning(values["notification"], _occasions())
        preferences = replace(preferences, notification=notification)
        kept["notification"] = str(notification)
    if "title" in values:
        title = _meaning(values["title"], _titles())
        preferences, kept["title"] = replace(preferences, title=title), title
    if (port := parse_port(values.get("port", ""))) is not None:
        preferences, kept["port"] = replace(preferences, port=port), str(port)
    if kept:
        app.preferences = preferences
        player.screen.picture_status()
        app.keep_preferences(**kept)


def _meaning(text: str, words: Mapping[T, str]) -> T:
    return next(each for each, word in words.items() if word == text)


def wrong_port(text: str) -> str | None:
    """Return the mistake in a port; None if the program may use it."""
    if parse_port(text) is not None:
        return None
    return say("preferring.port_range", first=FIRST_PORT, last=LAST_PORT)


def _timers() -> dict[Shown, str]:
    return {
        Shown.OFF: say("preferring.none"),
        Shown.TURN: say("preferring.the_turn"),
        Shown.EVENING: say("preferring.the_evening"),
        Shown.BOTH: say("preferring.both"),
    }


def _occasions() -> dict[Occasion, str]:
    return {
        Occasion.OFF: say("preferring.never"),
        Occasion.OVERDUE: say("preferring.long_turn"),
        Occasion.WAITING: say("preferring.something_waits"),
        Occasion.BOTH: say("preferring.both_choice"),
    }


def _titles() -> dict[bool, str]:
    return {True: say("preferring.campaign_and_turn"), False: say("preferring.none")}


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
