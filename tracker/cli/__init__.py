"""The verbs of the shell: parse a command line and answer it."""

from tracker.cli.main import main

__all__ = ["main"]
