"""The clipboard on the screen stands on what every test of a screen stands on."""

from tests.screens.conftest import folder

__all__ = ["folder"]
