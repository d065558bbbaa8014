"""What is refused is asked for again, with what was given and why."""

from collections.abc import Callable

Again = Callable[[str], object]
"""Asks once more for what was refused, with the sentence of why."""


def let_be(_why: str) -> None:
    """Ask for nothing again: nothing that was typed is lost."""
