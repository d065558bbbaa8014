"""The language of the screen, and how it counts and lists."""

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct, convert, field

from tracker.wording.word_files import PROGRAM, languages_in, words_in

DEFAULT, REFERENCE = "es", "en"
"""The language of a GM who chooses none, and the one that every other falls back to."""
LANGUAGES = tuple(dict.fromkeys((DEFAULT, REFERENCE, *languages_in(PROGRAM))))
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the locale, the strongest first."""
_NOBODYS = ("", "c", "posix")
"""Locales of no language."""
_NEIGHBOURS = dict.fromkeys(("ast", "ca", "eu", "gl"), "es")
"""Languages whose speakers read Spanish."""


class Grammar(Struct, frozen=True):
    """The counting and listing of a language: the block `language` of its words."""

    name: str
    """Its name among its speakers."""
    plural: str
    """The formula for the place of the form of a count `n`, as gettext writes it."""
    decimal: str
    joined: str = field(name="and")
    """The word before the last of a list."""
    joined_i: str = field(name="and_i", default="")
    question: str = ""
    """The question which language it shall be, asked of a GM whose system names none."""
    sound_i: str = field(name="i", default="")
    """The names, as a regular expression, before which `and_i` stands."""
    several: str = ""
    """The names of things, as a regular expression, that are plurals: `flechas`."""

    def form(self, count: int) -> int:
        """Return the place of the plural form for a count."""
        if self.plural == "n != 1":
            return int(count != 1)
        from gettext import c2py  # noqa: PLC0415 - the formula of most languages needs no parser

        return c2py(self.plural)(count)

    def joiner(self, last: str) -> str:
        """Return what stands before the last name of a list."""
        before_i = self.sound_i and re.match(self.sound_i, last, re.IGNORECASE)
        return self.joined_i if before_i else self.joined


_language = DEFAULT


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
    return next((each for each in spoken if each in LANGUAGES), REFERENCE if spoken else "")


def _code(locale: str) -> str:
    """Return the language of a locale: `pt` of `pt_BR.UTF-8`."""
    return re.split(r"[_.@-]", locale, maxsplit=1)[0].lower()


def speak(language: str) -> None:
    """Set the language of everything that is shown from now on."""
    global _language  # noqa: PLW0603 - a program speaks one language at a time
    _language = language


def language() -> str:
    """Return the language in use, as a code."""
    return _language


def grammar() -> Grammar:
    """Return how the language in use counts and lists."""
    return grammar_of(_language)


@lru_cache
def grammar_of(language: str) -> Grammar:
    """Return how a language counts and lists."""
    return convert(words_in(PROGRAM, language)["language"], Grammar)
