"""The answers of the shell for other programs: their version, common parts and JSON Schema.

An answer is a frozen struct beside the function that makes it. Its fields are the fields of the JSON; the
schema and the manual's page are made from them.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Meta, Struct, defstruct, field
from msgspec.structs import fields

from tracker.session.calendar import Date
from tracker.session.schema import record_of_value
from tracker.session.state import Named, Session
from tracker.wording import amounts
from tracker.wording.dates import moment_text

DEFINITIONS = "#/$defs/"
"""The place at which a JSON Schema defines what it uses several times."""

SECRET = Meta(extra_json_schema={"secret": True})
"""Marks a field that players must not see."""

JsonObject = dict[str, Any]


class Answer(Struct, frozen=True, kw_only=True):
    """An object that the shell prints.

    A new field leaves the version; a field that changes or goes raises it.
    """

    version: Literal[1] = 1


class OrderAnswer(Answer, frozen=True, kw_only=True):
    """The answer to one order of `tracker do`; without an id, nothing has been saved."""

    id: str | None = None
    kind: str
    text: str


class Moment(Struct, frozen=True):
    """A second of the campaign's clock."""

    elapsed: int
    day: int
    hour: str
    date: Date | None
    text: str


def moment_of(session: Session, elapsed: int) -> Moment:
    """Return a second of the campaign's clock for other programs."""
    day = session.day_of(elapsed)
    hour = amounts.hour(session.second_of(elapsed))
    return Moment(elapsed, day, hour, session.calendar.date(day), moment_text(session, elapsed))


def creature_answer(who: str, names: Mapping[str, str]) -> Named | None:
    """Return a creature for other programs; None for nobody."""
    return Named(who, names.get(who, "")) if who else None


RECORD = "record"
"""The name in a mark of the struct whose fields an object has."""


class Saved(Struct):
    """An object with the fields of a saved record; those at their default may be left out."""


def record(kind: type[Struct], **instead: Any) -> Meta:
    """Return the mark of an object with the fields of a saved record, some of them of another type."""
    saved = record_of_value(kind)
    parts: list[Any] = [
        (each.name, instead.get(each.name, each.type))
        if each.name in instead or each.name not in saved.defaults
        else (each.name, each.type, field(default=saved.defaults[each.name]))
        for each in fields(kind)
        if each.name in saved.fields
    ]
    told = defstruct(kind.__name__, parts, bases=(Saved,), kw_only=True)
    return Meta(extra={RECORD: told}, extra_json_schema={"$ref": f"{DEFINITIONS}{kind.__name__}"})


def in_json(value: Any) -> Any:
    """Return an answer as the JSON value that is printed; read-only mappings become objects."""
    return msgspec.to_builtins(value, str_keys=True, enc_hook=dict)
