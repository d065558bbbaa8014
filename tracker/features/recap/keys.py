"""The key that shows the last evenings."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (Key("g r", "open_feature('recap')", "table.recap", NOWHERE, before="table.settings"),),
}
