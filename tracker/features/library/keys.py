"""The key that asks what to do with the library."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (
        Key(
            "g b",
            "open_feature('library')",
            "table.library",
            NOWHERE,
            before="table.settings",
            verb_named="library",
        ),
    ),
}
