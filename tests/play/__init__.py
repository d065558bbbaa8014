"""The scene of a session, played through the shell and through the real program in a terminal."""
