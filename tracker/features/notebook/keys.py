"""The keys of the notebook, and those of other places that open it."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (
        Key(
            "g c",
            "open_feature('notebook')",
            "table.notebook",
            NOWHERE,
            before="table.settings",
            verb_named="notebook",
        ),
    ),
    "log": (
        Key(
            "c",
            "open_feature('notebook')",
            "log.notebook",
            before="log.turn_page",
            verb_named="notebook",
        ),
    ),
    "entries": (Key("enter", "choose", "notebook.edit"),),
    "notebook": (
        Key("a", "add", "notebook.add"),
        Key("o", "write", "notebook.write"),
        Key("e", "status", "notebook.status"),
        Key("v", "tell", "notebook.tell"),
        Key("l", "links", "notebook.links"),
        Key("r", "log", "notebook.log", NOWHERE),
        Key("delete", "drop", "notebook.drop", NOWHERE),
        Key("u", "undo", "notebook.undo", NOWHERE),
        Key("q,escape,backspace", "leave", "notebook.leave"),
        Key("ctrl+c", "leave", "notebook.abort", NOWHERE, silent=True, priority=True),
    ),
}
