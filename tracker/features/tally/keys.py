"""The key of the dice that opens their statistics."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {"dice": (Key("m e", "screen.open_feature('tally')", "dice.tally", NOWHERE),)}
