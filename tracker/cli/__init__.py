"""The verbs of the shell, and how a command line is read and answered."""

from tracker.cli.main import main

__all__ = ["main"]
