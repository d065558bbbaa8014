"""The key that asks for a host to share the campaign with."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (Key("g e", "open_feature('towns')", "table.towns", NOWHERE, before="table.manual"),),
}
