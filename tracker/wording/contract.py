"""Answers of the shell for other programs: their version, common parts and JSON Schema.

An answer is a frozen struct beside the function that builds it. Its fields are those of the JSON; the schema
and the manual's page are generated from them.
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
"""Where a JSON Schema defines types that it uses more than once."""

SECRET = Meta(extra_json_schema={"secret": True})
"""Marks a field that players must not see."""

JsonObject = dict[str, Any]


class Answer(Struct, frozen=True, kw_only=True):
    """An object that the shell prints.

    Adding a field keeps the version; changing or removing one raises it.
    """

    version: Literal[1] = 1


class OrderAnswer(Answer, frozen=True, kw_only=True):
    """The answer to one order of `tracker do`; without an id, nothing was saved."""

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
    """Build a second of the campaign's clock for other programs."""
    day = session.day_of(elapsed)
    hour = amounts.hour(session.second_of(elapsed))
    return Moment(elapsed, day, hour, session.calendar.date(day), moment_text(session, elapsed))


def creature_answer(who: str, names: Mapping[str, str]) -> Named | None:
    """Build a creature for other programs; None for nobody."""
    return Named(who, names.get(who, "")) if who else None


RECORD = "record"
"""Key, in a mark, of the struct whose fields the object has."""


class Saved(Struct):
    """An object with the fields of a saved record; fields at their default may be missing."""


def record(kind: type[Struct], **instead: Any) -> Meta:
    """Mark an object as a saved record, with another type for some of its fields."""
    saved = record_of_value(kind)
    field_specs: list[Any] = [
        (each.name, instead.get(each.name, each.type))
        if each.name in instead or each.name not in saved.defaults
        else (each.name, each.type, field(default=saved.defaults[each.name]))
        for each in fields(kind)
        if each.name in saved.fields
    ]
    record_type = defstruct(kind.__name__, field_specs, bases=(Saved,), kw_only=True)
    return Meta(extra={RECORD: record_type}, extra_json_schema={"$ref": f"{DEFINITIONS}{kind.__name__}"})


def in_json(value: Any) -> Any:
    """Convert an answer to the JSON value that is printed; read-only mappings become objects."""
    return msgspec.to_builtins(value, str_keys=True, enc_hook=dict)
