"""The keys of the encounter and of the log that forecast its fight."""

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
