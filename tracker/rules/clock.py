"""The units of a clock, in seconds, whatever the game. Each game says itself how long its turns are."""

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": 1}
"""The units by the letters that are typed for them."""
