"""The keys that show the last evenings, and write one as a page."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (Key("g r", "open_feature('recap')", "table.recap", NOWHERE, before="table.settings"),),
    "recap": (Key("w", "write_page", "recap.write_page"),),
}
