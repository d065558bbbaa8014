"""What the GM does: home, the table and its tabs, and the dialogs that answer with a value."""

from typing import TYPE_CHECKING

from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.screens import (
        act_dialog,
        act_draft,
        acting,
        backups,
        campaigns,
        command_prompt,
        copies,
        due_faces,
        filtering,
        guide,
        home,
        jump,
        library,
        log,
        pages,
        palette,
        round_menu,
        settings,
        too_small,
        undoing,
        versions,
    )

__all__ = [
    "act_dialog",
    "act_draft",
    "acting",
    "backups",
    "campaigns",
    "command_prompt",
    "copies",
    "due_faces",
    "filtering",
    "guide",
    "home",
    "jump",
    "library",
    "log",
    "pages",
    "palette",
    "round_menu",
    "settings",
    "too_small",
    "undoing",
    "versions",
]

if not TYPE_CHECKING:
    __getattr__ = late(__name__, __all__)
