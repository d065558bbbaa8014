"""The key that copies rows; the log and the players' page have keys of their own."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (
        Key(
            "y",
            "open_feature('clipboard')",
            "table.copy",
            NOWHERE,
            before="table.redo",
            verb_named="copy",
        ),
    ),
}
