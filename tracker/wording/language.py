"""The language of the screen, its counting and its lists."""

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct, convert, field

from tracker.wording.word_files import PROGRAM, languages_in, words_in

DEFAULT, REFERENCE = "es", "en"
"""The language of a GM who chooses none, and the one that every other falls back to."""
LANGUAGES = tuple(dict.fromkeys((DEFAULT, REFERENCE, *languages_in(PROGRAM))))
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the locale, in order of precedence."""
_NOBODYS = ("", "c", "posix")
"""Locales that name no language."""
_NEIGHBOURS = dict.fromkeys(("ast", "ca", "eu", "gl"), "es")
"""Languages whose speakers read Spanish."""


class Grammar(Struct, frozen=True):
    """How a language counts and lists: the block `language` of its words."""

    name: str
    """Its name in the language itself."""
    plural: str
    """The formula that maps a count `n` to a plural form, as gettext writes it."""
    decimal: str
    joined: str = field(name="and")
    """The word before the last name of a list."""
    joined_i: str = field(name="and_i", default="")
    question: str = ""
    """The question which language to use, asked of a GM whose system names none."""
    sound_i: str = field(name="i", default="")
    """The names before which `and_i` stands, as a regular expression."""
    several: str = ""
    """Names that are plurals, as a regular expression: `flechas de plata`."""
    feminine: str = ""
    """Names that are feminine, as a regular expression: `antorcha`."""

    def form(self, count: int) -> int:
        """Find the index of the plural form for a count."""
        if self.plural == "n != 1":
            return int(count != 1)
        from gettext import c2py  # noqa: PLC0415 - the formula of most languages needs no parser

        return c2py(self.plural)(count)

    def is_plural(self, name: str) -> bool:
        return bool(self.several and re.search(self.several, name, re.IGNORECASE))

    def agreeing(self, forms: str, name: str) -> str:
        """Choose the form that agrees with a name: masculine, feminine, and the plurals of both.

        A single form agrees with every name.
        """
        texts = forms.split("|")
        is_feminine = bool(self.feminine and re.search(self.feminine, name, re.IGNORECASE))
        return texts[(is_feminine + 2 * self.is_plural(name)) % len(texts)]

    def joiner(self, last: str) -> str:
        """Choose the word before the last name of a list: in Spanish `y`, or `e` before an i."""
        before_i = self.sound_i and re.match(self.sound_i, last, re.IGNORECASE)
        return self.joined_i if before_i else self.joined


_language = DEFAULT


def language_of_locale(environment: Mapping[str, str]) -> str:
    """Choose the language for a locale; empty if the system names none (`C`, `POSIX`, unset).

    Languages without words here fall back to English, other languages of Spain to Spanish. `LANGUAGE` may
    list several, the best first.

    >>> [language_of_locale({"LANG": locale}) for locale in ("es_MX.UTF-8", "gl_ES", "de_DE", "C.UTF-8")]
    ['es', 'es', 'en', '']
    """
    locale = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    codes = [_code(each) for each in (*environment.get("LANGUAGE", "").split(":"), locale)]
    languages = [_NEIGHBOURS.get(each, each) for each in codes if each not in _NOBODYS]
    return next((each for each in languages if each in LANGUAGES), REFERENCE if languages else "")


def _code(locale: str) -> str:
    """Extract the language of a locale: `pt` of `pt_BR.UTF-8`."""
    return re.split(r"[_.@-]", locale, maxsplit=1)[0].lower()


def speak(language: str) -> None:
    """Set the language of everything that is shown from now on."""
    global _language  # noqa: PLW0603 - a program speaks one language at a time
    _language = language


def language() -> str:
    return _language


def grammar() -> Grammar:
    return grammar_of(_language)


@lru_cache
def grammar_of(language: str) -> Grammar:
    return convert(words_in(PROGRAM, language)["language"], Grammar)
