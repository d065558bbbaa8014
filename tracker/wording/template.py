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


Part = str | Datum | OptionalPart


def fill(text: str, data: Mapping[str, object], speaker: Speaker) -> str:
    """Return a sentence with its data in words."""
    return "".join(_said(part, data, speaker) for part in parsed(text))


def _said(part: Part, data: Mapping[str, object], speaker: Speaker) -> str:
    match part:
        case str():
            return part
        case Datum(name=name, space=space, forms=forms):
            value = data.get(name, GAP)
            if forms:
                return _form(forms, value)
            if isinstance(value, tuple | list):
                return listed([speaker(each, space, data) for each in value])
            return speaker(value, space, data)
        case OptionalPart(parts=parts):
            empty = any(isinstance(each, Datum) and not data.get(each.name) for each in parts)
            return "" if empty else "".join(_said(each, data, speaker) for each in parts)


def _form(forms: Sequence[str], value: object) -> str:
    """Return the form for a count; a list counts its members, and another value of a save counts none."""
    count = len(value) if isinstance(value, tuple | list) else value
    place = grammar().form(count if isinstance(count, int) else 0)
    return forms[min(place, len(forms) - 1)].replace("#", str(count))


def listed(names: Sequence[str]) -> str:
    """Return names as people list them; equal names become one with their number.

    >>> listed(["Lía", "goblin", "goblin", "Iria"]), listed(["Bren", "Hilda"]), listed(["sal", "hielo"])
    ('Lía, goblin ×2 e Iria', 'Bren e Hilda', 'sal y hielo')
    """
    each = [f"{name} ×{count}" if count > 1 else name for name, count in Counter(names).items()]
    if len(each) < 2:
        return "".join(each)
    *first, last = each
    return f"{', '.join(first)}{grammar().joiner(last)}{last}"


def data_of(parts: Sequence[Part]) -> Iterator[Datum]:
    """Yield the data that a sentence must have: those of no optional part."""
    return (part for part in parts if isinstance(part, Datum))


def every_datum(parts: Sequence[Part]) -> Iterator[Datum]:
    """Yield the data of a sentence, those of its optional parts too."""
    for part in parts:
        match part:
            case Datum():
                yield part
            case OptionalPart(parts=inner):
                yield from every_datum(inner)


@lru_cache(maxsize=8_192)
def parsed(text: str) -> tuple[Part, ...]:
    """Return the parts of a sentence.

    Brackets around a datum make an optional part. Doubled brackets and braces, and brackets around no datum,
    stand for themselves.
    """
    parts: list[Part] = []
    inner: list[str | Datum] | None = None
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "[" if inner is None:
                inner = []
                continue
            case "]" if inner is not None:
                parts += _bracketed(inner)
                inner = None
                continue
            case "{{" | "}}" | "[[" | "]]":
                part: str | Datum = token[0][0]
            case _:
                part = token[0] if token["datum"] is None else _datum(token["datum"])
        (parts if inner is None else inner).append(part)
    return tuple(parts if inner is None else [*parts, "[", *inner])


def _bracketed(inner: Sequence[str | Datum]) -> tuple[Part, ...]:
    is_optional = any(isinstance(each, Datum) for each in inner)
    return (OptionalPart(tuple(inner)),) if is_optional else ("[", *inner, "]")


def _datum(text: str) -> Datum:
    name, _colon, space = text.partition(":")
    return Datum(name, forms=tuple(space.split("|"))) if "|" in space else Datum(name, space)
