"""The keys that forecast a fight, in the encounter and in the log."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "encounter": (Key("m p", ":forecast", "encounter.forecast", NOWHERE, before="encounter.switch"),),
    "log": (
        Key(
            "f",
            "open_feature('forecast')",
            "log.forecast",
            before="log.branch",
            verb_named="forecast",
        ),
    ),
}
