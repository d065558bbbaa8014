"""The key of the recap that is tried with all others."""

KEYS = (("1", "g r", "RecapScreen", "Anteriormente"),)
