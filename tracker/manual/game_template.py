"""The commented file with which a GM begins a game of their own: it plays as it is."""

import re

from tracker.manual import FOLDER
from tracker.rules.text import fold
from tracker.wording.language import REFERENCE, language

_KEY, _NAME = 'key = "ascuas"', 'name = "Ascuas"'
"""What the template says in the place of the new game's key and name."""


def template(name: str) -> str:
    """Return the template, in the language in use, for a game with this name."""
    own = FOLDER / language() / "game.toml"
    path = own if own.is_file() else FOLDER / REFERENCE / own.name
    key = re.sub(r"[^a-z0-9_]+", "_", fold(name)).lstrip("_0123456789")[:30] or "juego"
    shown = re.sub(r'[\\"{}\[\]]', "", name)[:60] or key
    text = path.read_text(encoding="utf-8")
    return text.replace(_KEY, f'key = "{key}"').replace(_NAME, f'name = "{shown[:1].upper()}{shown[1:]}"')
