"""The lines of a GM's own key, and the blanks that are asked for when it is pressed."""

import re
from collections.abc import Callable, Iterable, Mapping

from tracker.commands.matching import matches, without_quotes
from tracker.commands.parse import is_dice
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs
from tracker.wording.words import forms_of, typed_languages, words_of

_BETWEEN = re.compile(r"(?<!;);(?!;)")
_SEMICOLON = ";;"
"""A semicolon that does not end a line."""
_ASKED = re.compile(r"\{([^{}]*\?)\}")
_QUOTE = '"'
Games = Callable[[], Iterable[str]]
"""A function that finds games besides those of the program."""


def lines_of(text: str) -> list[str]:
    """Split the text of a key at semicolons; two semicolons stand for one inside a line.

    >>> lines_of("resuelve todo; nota fin;; por hoy")
    ['resuelve todo', 'nota fin; por hoy']
    """
    lines = (each.replace(_SEMICOLON, ";").strip().removeprefix(":") for each in _BETWEEN.split(text))
    return [each for each in lines if each]


def questions_in(text: str) -> tuple[str, ...]:
    """Find the questions of a key's lines, each once: they stand in braces and end in a question mark.

    >>> questions_in("daño . {¿Cuánto?}; nota {¿Por qué?}")
    ('¿Cuánto?', '¿Por qué?')
    """
    return tuple(dict.fromkeys(_ASKED.findall(text)))


def fill_in(line: str, answers: Mapping[str, str]) -> str:
    r"""Return a line with answers in place of its questions, as they were typed.

    In quotes an answer is one name, whatever it holds. A quote without its pair would take in the rest of
    the line, so it stays only where no more of the line follows.

    >>> fill_in('aparece "{Name?}" salud=5', {"Name?": 'Bren "el Rojo'})
    'aparece "Bren el Rojo" salud=5'
    >>> fill_in("nota {What?}", {"What?": 'mide 5" de largo'})
    'nota mide 5" de largo'
    """

    def answer(match: re.Match[str]) -> str:
        text = answers[match[1]]
        is_quoted = with_plain_signs(line[: match.start()]).count(_QUOTE) % 2
        is_open = with_plain_signs(text).count(_QUOTE) % 2 and line[match.end() :].strip()
        return without_quotes(text) if is_quoted or is_open else text

    return _ASKED.sub(answer, line)


def no_others() -> tuple[str, ...]:
    return ()


def refuse_unplayable(key: str, text: str, other_games: Games) -> None:
    """Refuse a key whose lines cannot be played in any game.

    The games of the program are tried first, then `other_games`. Raises `key_without_line`,
    `key_asks_nothing` or `key_without_verb`.
    """
    lines = lines_of(text)
    if not lines:
        raise Refusal("key_without_line", key=key)
    for line in lines:
        rest = _ASKED.sub("", line)
        if "{" in rest or "}" in rest:
            raise Refusal("key_asks_nothing", key=key, line=line)
        verb = line.split(maxsplit=1)[0].removesuffix("…").removesuffix("...")
        # `other_games` reads files: ask for them only if the program's games do not know the verb.
        is_known = verb.startswith("{") or is_dice(line) or _is_verb(verb, SYSTEMS)
        if not (is_known or _is_verb(verb, other_games())):
            raise Refusal("key_without_verb", key=key, verb=verb)


def _is_verb(word: str, games: Iterable[str]) -> bool:
    return any(matches(word, _verbs(each)) for each in games)


def _verbs(system: str) -> set[str]:
    return {
        form
        for words in typed_languages(words_of(system))
        for verb_id in words.space("verb")
        for form in (verb_id, *forms_of(words, "verb", verb_id))
    }
