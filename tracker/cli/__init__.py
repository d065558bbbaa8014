"""The program: what was typed in the shell, and what is built to answer it."""

from tracker.cli.main import main

__all__ = ["main"]
