"""The grammar of a sentence: its data, their plural forms, its optional and repeated parts."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from tracker.wording.language import grammar

GAP = "…"
"""Stands for a datum that a save lacks."""
_TOKEN = re.compile(r"\{\{|\}\}|\[\[|\]\]|\{(?P<datum>[^{}]*)\}|[][]|[^][{}]+|.", re.DOTALL)
Speaker = Callable[[object, str, Mapping[str, object]], str]
"""Writes a datum in words, by its space: `{who:name}`, `{band:band}`.

It also gets the sentence's other data, for words that hold some: `{count:hexágono|hexágonos}`.
"""


class Datum(Struct, frozen=True):
    """A datum: `{text}`, `{who:name}`, or with plural forms `{n:queda # turno|quedan # turnos}`."""

    name: str
    space: str = ""
    forms: tuple[str, ...] = ()


class OptionalPart(Struct, frozen=True):
    """A part that disappears if a datum in it is empty: `[; toca en {left:duration}]`."""

    parts: tuple[str | Datum, ...]


class RepeatedPart(Struct, frozen=True):
    """A part that is said for each of several creatures, in a list: `[*{who:name} → {initiative}]`."""

    parts: tuple[str | Datum, ...]


EACH = "each"
"""The datum that lists the data of a repeated part; without it, the part is said once."""
Part = str | Datum | OptionalPart | RepeatedPart


def fill(text: str, data: Mapping[str, object], speaker: Speaker) -> str:
    """Write a sentence with its data in words."""
    return "".join(_part_text(part, data, speaker) for part in parse_template(text))


def _part_text(part: Part, data: Mapping[str, object], speaker: Speaker) -> str:
    match part:
        case str():
            return part
        case Datum(name=name, space=space, forms=forms):
            value = data.get(name, GAP)
            if forms:
                return _plural_form(forms, value)
            if isinstance(value, tuple | list):
                return join_names([speaker(each, space, data) for each in value])
            return speaker(value, space, data)
        case OptionalPart(parts=parts):
            is_empty = any(isinstance(each, Datum) and _is_empty(each, data.get(each.name)) for each in parts)
            return "" if is_empty else "".join(_part_text(each, data, speaker) for each in parts)
        case RepeatedPart(parts=parts):
            member_data = data.get(EACH)
            members = member_data if isinstance(member_data, tuple) else (data,)
            texts = [_member_text(each, parts, speaker) for each in members]
            has_lists = any(", " in each for each in texts)
            return "; ".join(texts) if has_lists else join_names(texts)


def _member_text(member: object, parts: Sequence[str | Datum], speaker: Speaker) -> str:
    """Write a repeated part for one member; the text that counts the rest ("4 more") stands as it is."""
    return (
        "".join(_part_text(part, member, speaker) for part in parts)
        if isinstance(member, Mapping)
        else str(member)
    )


def _is_empty(datum: Datum, value: object) -> bool:
    """Tell whether a datum is nothing to say: a count or amount of 0 is, a bare figure of 0 is not."""
    return not value and not (type(value) is int and not datum.space and not datum.forms)


def _plural_form(forms: Sequence[str], value: object) -> str:
    """Choose the plural form for a count; a list counts its members, any other text counts 1."""
    count = len(value) if isinstance(value, tuple | list) else value
    place = grammar().form(count if isinstance(count, int) else 1)
    return forms[min(place, len(forms) - 1)].replace("#", str(count))


_RUN = 4
"""Names numbered in a row are written as a range from this many on."""


def in_runs(names: Sequence[str], least: int = _RUN) -> list[str]:
    """Write names that are numbered in a row as a range, from `least` names on.

    >>> in_runs(["Lía", "lobo 1", "lobo 2", "lobo 3", "lobo 4", "lobo 6"])
    ['Lía', 'lobo 1–4', 'lobo 6']
    """
    texts: list[str] = []
    run: list[str] = []
    for name in [*names, ""]:
        if run and not _follows(run[-1], name):
            texts += [f"{run[0]}–{run[-1].rpartition(' ')[2]}"] if len(run) >= least else run
            run = []
        run.append(name)
    return texts


def _follows(previous: str, name: str) -> bool:
    (stem, _blank, number), (next_stem, _other, next_number) = previous.rpartition(" "), name.rpartition(" ")
    are_numbered = number.isdecimal() and next_number.isdecimal()
    return are_numbered and stem == next_stem and int(next_number) == int(number) + 1


def capital(text: str) -> str:
    """Capitalise the first letter and leave the others alone."""
    return text[:1].upper() + text[1:]


def join_names(names: Sequence[str]) -> str:
    """List names as people do; equal names become one with their number.

    >>> join_names(["Lía", "goblin", "goblin", "Iria"]), join_names(["Bren", "Hilda"])
    ('Lía, goblin ×2 e Iria', 'Bren e Hilda')
    >>> join_names(["sal", "hielo"])
    'sal y hielo'
    """
    texts = [f"{name} ×{count}" if count > 1 else name for name, count in Counter(in_runs(names)).items()]
    if len(texts) < 2:
        return "".join(texts)
    *others, last = texts
    return f"{', '.join(others)}{grammar().joiner(last)}{last}"


def data_of(parts: Sequence[Part]) -> Iterator[Datum]:
    """List the data that a sentence requires: those of no optional part."""
    for part in parts:
        match part:
            case Datum():
                yield part
            case RepeatedPart(parts=inner):
                yield from data_of(inner)


def every_datum(parts: Sequence[Part]) -> Iterator[Datum]:
    """List the data of a sentence, those of optional parts included."""
    for part in parts:
        match part:
            case Datum():
                yield part
            case OptionalPart(parts=inner) | RepeatedPart(parts=inner):
                yield from every_datum(inner)


@lru_cache(maxsize=8_192)
def parse_template(text: str) -> tuple[Part, ...]:
    """Parse a sentence into its parts.

    Brackets around a datum make an optional part, with a star a repeated one. Doubled brackets and braces,
    and brackets around no datum, stand for themselves.
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
                part = token[0] if token["datum"] is None else _parse_datum(token["datum"])
        (parts if inner is None else inner).append(part)
    return tuple(parts if inner is None else [*parts, "[", *inner])


def _parse_optional(inner: Sequence[str | Datum]) -> tuple[Part, ...]:
    if not any(isinstance(each, Datum) for each in inner):
        return ("[", *inner, "]")
    first, *others = inner
    if isinstance(first, str) and first.startswith("*"):
        return (RepeatedPart((first[1:], *others)),)
    return (OptionalPart(tuple(inner)),)


def _parse_datum(text: str) -> Datum:
    name, _colon, space = text.partition(":")
    return Datum(name, forms=tuple(space.split("|"))) if "|" in space else Datum(name, space)
