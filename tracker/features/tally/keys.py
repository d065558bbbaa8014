"""The key that opens the statistics of the dice."""

from tracker.feature import Keys
from tracker.widgets.key import NOWHERE, Key

KEYS: Keys = {"dice": (Key("m e", "screen.open_feature('tally')", "dice.tally", NOWHERE),)}
