"""What the GM sees: each widget shows one slice of the session and knows nothing else."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.widgets import (
        confirm,
        form,
        keymap,
        picker,
        text_prompt,
    )

__all__ = [
    "confirm",
    "form",
    "keymap",
    "picker",
    "text_prompt",
]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
