"""The keys of the players' page."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (Key("g m", "open_feature('page')", "table.web_page", NOWHERE, before="table.settings"),),
    "page_server": (
        Key("n", "network", "page_server.network"),
        Key("a", "ask", "page_server.ask"),
        Key("p", "port", "page_server.port"),
        Key("y", "clip", "page_server.clip", NOWHERE),
        Key("delete", "stop", "page_server.stop"),
        Key("q,escape,backspace", "leave", "page_server.leave"),
        Key("ctrl+c", "leave", "page_server.abort", NOWHERE, silent=True, priority=True),
    ),
}
