"""The shell verbs that link two copies: one side dials, the other answers."""
