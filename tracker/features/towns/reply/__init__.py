"""The verbs of the shell that link two copies: one side dials, the other one answers."""
