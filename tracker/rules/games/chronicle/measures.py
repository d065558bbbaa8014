"""Time and space as the game counts them (R1-062..R1-067)."""

from tracker.rules.clock import DAY, HOUR

YEAR = 365 * DAY
"""Seconds of a year. Every creature grows a year older when a year of the campaign is complete (R1-079)."""
TURN = 10
"""Seconds of a turn, and of a round, whose turns happen at once (R1-062, R1-063)."""
REST = 8 * HOUR
"""Seconds of little effort that make a rest (R1-067)."""
SQUARE = 200
"""Side of a square in centimetres (R1-065, A1-21)."""
HEX = 960_000
"""Width of a wilderness hex from side to side in centimetres (R1-066, A1-22)."""
DISTANCES = {"square": SQUARE, "hex": HEX}
"""Units in which the GM may count a journey."""
