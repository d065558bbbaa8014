"""Which language the screen speaks: Spanish is the source, English a gettext catalogue."""

import gettext as _gettext
from importlib.resources import files

LANGUAGES = ("es", "en")

_translations: _gettext.NullTranslations = _gettext.NullTranslations()


def N_(message: str) -> str:  # noqa: N802 - the customary name
    """Mark a message for translation where it is declared; it is translated where it is shown."""
    return message


def _(message: str) -> str:
    """Return the message in the language in use; the empty message is the catalogue's own header."""
    return _translations.gettext(message) if message else message


def speak(language: str) -> None:
    """Choose the language of everything that is shown from now on."""
    global _translations  # noqa: PLW0603 - one program speaks one language at a time
    _translations = _gettext.translation(
        "tracker", str(files("tracker.wording") / "locale"), [language], fallback=language == "es"
    )


def language() -> str:
    """Return the language in use, as a code."""
    return _translations.info().get("language", "es")
