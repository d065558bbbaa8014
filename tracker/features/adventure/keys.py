"""The keys of the adventure: those that walk and make rooms, and the page of rooms."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {
    "table": (
        Key(
            "g p",
            "open_feature('adventure')",
            "table.rooms",
            NOWHERE,
            before="table.settings",
            verb_named="room",
        ),
    ),
    "room_list": (Key("enter", "choose", "rooms.go"),),
    "rooms": (
        Key("+", "write", "rooms.write"),
        Key("b", "take", "rooms.take"),
        Key("e", "status", "rooms.status"),
        Key("u", "undo", "rooms.undo", NOWHERE),
        Key("tab", "turn_page", "rooms.turn_page", NOWHERE),
        Key("question_mark", "help", "rooms.help", NOWHERE, shown="?"),
        Key("q,escape,backspace", "leave", "rooms.leave"),
        Key("ctrl+c", "leave", "rooms.abort", NOWHERE, silent=True, priority=True),
    ),
    "exploration": (
        Key("v", ":go …", "exploration.go", NOWHERE, before="exploration.travel"),
        Key("m o", ":room …", "exploration.room", NOWHERE, before="exploration.travel"),
        Key("m q", ":prep …", "exploration.prep", NOWHERE, before="exploration.travel"),
    ),
}
