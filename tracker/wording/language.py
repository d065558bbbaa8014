"""The language of the screen: Spanish stands in the source, English in a gettext catalogue."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES = ("es", "en")
_CATALOGUES = Path(__file__).with_name("locale")
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the locale, the strongest first."""
_NOBODYS = ("", "c", "posix")
"""Locales of no language."""
_NEIGHBOURS = dict.fromkeys(("ast", "ca", "eu", "gl"), "es")
"""Languages whose speakers read Spanish."""


class _Source:
    """Spanish, the language of the source: it needs no catalogue, and gettext is not imported."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return one if count == 1 else many


_language = LANGUAGES[0]
_catalogue: "_Source | NullTranslations" = _Source()


def N_(message: str) -> str:  # noqa: N802 - the customary name
    """Mark a message for translation in its declaration; it is translated when it is shown."""
    return message


def _(message: str) -> str:
    """Return the message in the language in use. An empty message stays empty."""
    return _catalogue.gettext(message) if message else message


def _n(one: str, many: str, count: int) -> str:
    """Return the message for a count, by the plurals of the language in use."""
    return _catalogue.ngettext(one, many, count)


class Counted(str):
    """A sentence with a singular and a plural form."""

    __slots__ = ("by", "one")

    by: str
    """Name of the datum that holds the count."""
    one: str


def counted(by: str, one: str, many: str) -> str:
    """Mark a sentence with plural forms, counted by the datum `by`; it is translated when it is shown."""
    sentence = Counted(many)
    sentence.by, sentence.one = by, one
    return sentence


def worded(sentence: str, data: Mapping[str, object]) -> str:
    """Return a marked sentence in the language in use, in the form for its count."""
    if not isinstance(sentence, Counted):
        return _(sentence)
    count = data.get(sentence.by)
    return _n(sentence.one, str(sentence), count if isinstance(count, int) else 0)


def language_of_locale(environment: Mapping[str, str]) -> str:
    """Return the language for a locale, or nothing if the system names none (`C`, `POSIX`, unset).

    A language without words here is read in English, those of Spain's other languages in Spanish. `LANGUAGE`
    may name several, the best first.

    >>> [language_of_locale({"LANG": locale}) for locale in ("es_MX.UTF-8", "gl_ES", "de_DE", "C.UTF-8")]
    ['es', 'es', 'en', '']
    """
    locale = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    wanted = [_code(each) for each in (*environment.get("LANGUAGE", "").split(":"), locale)]
    spoken = [_NEIGHBOURS.get(each, each) for each in wanted if each not in _NOBODYS]
    return next((each for each in spoken if each in LANGUAGES), "en" if spoken else "")


def _code(locale: str) -> str:
    """Return the language of a locale: `pt` of `pt_BR.UTF-8`."""
    return re.split(r"[_.@-]", locale, maxsplit=1)[0].lower()


def speak(language: str) -> None:
    """Set the language of everything that is shown from now on."""
    global _language, _catalogue
    _language, _catalogue = language, _Source() if language == LANGUAGES[0] else _translations(language)


def _translations(language: str) -> "NullTranslations":
    from gettext import translation  # noqa: PLC0415 - the source needs none

    return translation("tracker", str(_CATALOGUES), [language])


def language() -> str:
    """Return the language in use, as a code."""
    return _language
