"""The key that opens the hosts with which a campaign is shared."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (Key("g e", "open_feature('towns')", "table.towns", NOWHERE, before="table.manual"),),
}
