"""The grammar of a sentence: its data, their plural forms, the parts that may be left out."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from tracker.wording.language import grammar

GAP = "…"
"""A datum that a save lacks."""
_TOKEN = re.compile(r"\{\{|\}\}|\[\[|\]\]|\{(?P<datum>[^{}]*)\}|[][]|[^][{}]+|.", re.DOTALL)
Speaker = Callable[[object, str, Mapping[str, object]], str]
"""Returns the words for a datum in a space, as `{who:name}` and `{band:band}` ask for.

The other data of the sentence are for words that hold some: `{count:hexágono|hexágonos}`.
"""


class Datum(Struct, frozen=True):
    """A datum: `{text}`, `{who:name}`, or with plural forms `{n:queda # turno|quedan # turnos}`."""

    name: str
    space: str = ""
    forms: tuple[str, ...] = ()


class OptionalPart(Struct, frozen=True):
    """A part that is left out if a datum in it is empty: `[; toca en {left:duration}]`."""

    parts: tuple[str | Datum, ...]


class RepeatedPart(Struct, frozen=True):
    """A part that is said of each of several, in a list: `[*{who:name} → {initiative}]`."""

    parts: tuple[str | Datum, ...]


EACH = "each"
"""The datum with the data of each of several; without it a repeated part is said once."""
Part = str | Datum | OptionalPart | RepeatedPart


def fill(text: str, data: Mapping[str, object], speaker: Speaker) -> str:
    """Return a sentence with its data in words."""
    return "".join(_part_text(part, data, speaker) for part in parse_template(text))


def _part_text(part: Part, data: Mapping[str, object], speaker: Speaker) -> str:
    match part:
        case str():
            return part
        case Datum(name=name, space=space, forms=forms):
            value = data.get(name, GAP)
            if forms:
                return _form(forms, value)
            if isinstance(value, tuple | list):
                return join_names([speaker(each, space, data) for each in value])
            return speaker(value, space, data)
        case OptionalPart(parts=parts):
            empty = any(isinstance(each, Datum) and _is_empty(each, data.get(each.name)) for each in parts)
            return "" if empty else "".join(_part_text(each, data, speaker) for each in parts)
        case RepeatedPart(parts=parts):
            several = data.get(EACH)
            members = several if isinstance(several, tuple) else (data,)
            each_said = [_said_of(each, parts, speaker) for each in members]
            has_lists = any(", " in each for each in each_said)
            return "; ".join(each_said) if has_lists else join_names(each_said)


def _said_of(each: object, parts: Sequence[str | Datum], speaker: Speaker) -> str:
    """Return a repeated part for one of several; who are not told one by one are a text."""
    return (
        "".join(_part_text(part, each, speaker) for part in parts) if isinstance(each, Mapping) else str(each)
    )


def _is_empty(datum: Datum, value: object) -> bool:
    """Whether there is nothing to say: a count or an amount of 0 is nothing, a bare figure of 0 is not."""
    return not value and not (type(value) is int and not datum.space and not datum.forms)


def _form(forms: Sequence[str], value: object) -> str:
    """Return the form for a count; a list counts its members, and a text is one."""
    count = len(value) if isinstance(value, tuple | list) else value
    place = grammar().form(count if isinstance(count, int) else 1)
    return forms[min(place, len(forms) - 1)].replace("#", str(count))


_RUN = 4
"""Numbered names in a row from which on they are told by the first and the last number."""


def in_runs(names: Sequence[str]) -> list[str]:
    """Return names in which several numbered in a row are one.

    >>> in_runs(["Lía", "lobo 1", "lobo 2", "lobo 3", "lobo 4", "lobo 6"])
    ['Lía', 'lobo 1–4', 'lobo 6']
    """
    told: list[str] = []
    run: list[str] = []
    for name in [*names, ""]:
        if run and not _follows(run[-1], name):
            told += [f"{run[0]}–{run[-1].rpartition(' ')[2]}"] if len(run) >= _RUN else run
            run = []
        run.append(name)
    return told


def _follows(before: str, name: str) -> bool:
    """Whether a name is the next numbered one."""
    (stem, _blank, number), (other, _other, following) = before.rpartition(" "), name.rpartition(" ")
    are_numbered = number.isdecimal() and following.isdecimal()
    return are_numbered and stem == other and int(following) == int(number) + 1


def capital(text: str) -> str:
    """Return a text with a capital at its beginning, as a sentence and an entry of a menu have it."""
    return text[:1].upper() + text[1:]


def join_names(names: Sequence[str]) -> str:
    """Return names as people list them; equal names become one with their number.

    >>> join_names(["Lía", "goblin", "goblin", "Iria"]), join_names(["Bren", "Hilda"])
    ('Lía, goblin ×2 e Iria', 'Bren e Hilda')
    >>> join_names(["sal", "hielo"])
    'sal y hielo'
    """
    each = [f"{name} ×{count}" if count > 1 else name for name, count in Counter(in_runs(names)).items()]
    if len(each) < 2:
        return "".join(each)
    *first, last = each
    return f"{', '.join(first)}{grammar().joiner(last)}{last}"


def data_of(parts: Sequence[Part]) -> Iterator[Datum]:
    """Yield the data that a sentence must have: those of no optional part."""
    for part in parts:
        match part:
            case Datum():
                yield part
            case RepeatedPart(parts=inner):
                yield from data_of(inner)


def every_datum(parts: Sequence[Part]) -> Iterator[Datum]:
    """Yield the data of a sentence, those of its optional parts too."""
    for part in parts:
        match part:
            case Datum():
                yield part
            case OptionalPart(parts=inner) | RepeatedPart(parts=inner):
                yield from every_datum(inner)


@lru_cache(maxsize=8_192)
def parse_template(text: str) -> tuple[Part, ...]:
    """Return the parts of a sentence.

    Brackets around a datum make an optional part, or with a star a repeated one. Doubled brackets and
    braces, and brackets around no datum, stand for themselves.
    """
    parts: list[Part] = []
    inner: list[str | Datum] | None = None
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "[" if inner is None:
                inner = []
                continue
            case "]" if inner is not None:
                parts += _parse_optional(inner)
                inner = None
                continue
            case "{{" | "}}" | "[[" | "]]":
                part: str | Datum = token[0][0]
            case _:
                part = token[0] if token["datum"] is None else _datum(token["datum"])
        (parts if inner is None else inner).append(part)
    return tuple(parts if inner is None else [*parts, "[", *inner])


def _parse_optional(inner: Sequence[str | Datum]) -> tuple[Part, ...]:
    if not any(isinstance(each, Datum) for each in inner):
        return ("[", *inner, "]")
    first, *others = inner
    if isinstance(first, str) and first.startswith("*"):
        return (RepeatedPart((first[1:], *others)),)
    return (OptionalPart(tuple(inner)),)


def _datum(text: str) -> Datum:
    name, _colon, space = text.partition(":")
    return Datum(name, forms=tuple(space.split("|"))) if "|" in space else Datum(name, space)
