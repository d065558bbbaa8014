"""The verbs of the shell, and the reading and answering of a command line."""

from tracker.cli.main import main

__all__ = ["main"]
