"""A keyboard-driven session tracker for game masters."""

from pathlib import Path

__version__ = "0.1.0"

_PACKAGE = Path(__file__).parent


def shipped(name: str) -> Path:
    """Return a folder that comes with the program: in the package once installed, beside it in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
