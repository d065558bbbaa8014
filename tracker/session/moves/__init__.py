"""The moves of a GM: pure functions from a session, and often a roll, to a draft."""
