"""The GM's own preferences about the time at the table, as fields of the settings' form."""

from collections.abc import Mapping

from msgspec.structs import replace
from textual.binding import Binding

from tracker.commands.figures import duration
from tracker.commands.matching import normalize
from tracker.rules.clock import DAY, duration_text
from tracker.rules.refusal import Refusal
from tracker.screens.pages import own_key_text
from tracker.screens.table.move_player import MovePlayer
from tracker.widgets.form import Field
from tracker.widgets.preferences import FIRST_PORT, LAST_PORT, NEVER, Bell, Preferences, Shown, as_port
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

PREFERENCES = ("timer", "overdue", "bell", "port")
"""The preferences that stand in the form; they are in no save."""


def preference_fields(preferences: Preferences) -> list[Field]:
    """Return the preferences as fields of a form."""
    group, own, shown, bells = (
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
            own,
            group,
            validate=wrong_port,
            figure=True,
        ),
        Field(
            "timer", say("preferring.real_time"), shown[preferences.timer], own, group, tuple(shown.values())
        ),
        Field("overdue", say("preferring.overdue"), overdue, f"5m, {never}", group, validate=_wrong_overdue),
        Field("bell", say("preferring.bell"), bells[preferences.bell], own, group, tuple(bells.values())),
    ]


def own_key_fields(app: ThemedApp) -> list[Field]:
    """Return the GM's own keys as fields that only tell: their lines stand in the file of preferences."""
    told = {key: own_key_text(app, own) for key, own in app.preferences.own.items()}
    heading = say("own_keys.heading")
    return [
        Field(f"own.{key}", app.get_key_display(Binding(key, "")), text, "", heading, (text,))
        for key, text in told.items()
    ]


def prefer(player: MovePlayer, values: Mapping[str, str]) -> None:
    """Use the values of the form from now on, and keep them in the GM's file."""
    app = player.screen.app
    chosen, written = app.preferences, dict[str, str]()
    if "timer" in values:
        timer = next(each for each, word in _shown_words().items() if word == values["timer"])
        chosen, written["timer"] = replace(chosen, timer=timer), str(timer)
    if "overdue" in values:
        seconds = _seconds(values["overdue"])
        chosen = replace(chosen, overdue=seconds)
        written["overdue"] = duration_text(seconds) if seconds else NEVER
    if "bell" in values:
        bell = next(each for each, word in _bell_words().items() if word == values["bell"])
        chosen, written["bell"] = replace(chosen, bell=bell), str(bell)
    if (port := as_port(values.get("port", ""))) is not None:
        chosen, written["port"] = replace(chosen, port=port), str(port)
    if written:
        app.preferences = chosen
        player.screen.picture_status()
        app.keep_preferences(**written)


def wrong_port(text: str) -> str | None:
    """Return a sentence if nobody may listen at a port."""
    if as_port(text) is not None:
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
    """Return the seconds from which a turn takes too long; refuses more than a day."""
    is_never = normalize(text) in (normalize(say("preferring.never")), NEVER)
    seconds = 0 if is_never else duration(text.strip())
    if seconds > DAY:
        raise Refusal("bad_duration", seconds=seconds)
    return seconds


def _wrong_overdue(text: str) -> str | None:
    try:
        _seconds(text)
    except Refusal as refusal:
        return refusal_sentence(refusal)
    return None
