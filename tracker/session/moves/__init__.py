"""The acts of a GM: each move is a pure function from a session, and often dice, to a draft."""
