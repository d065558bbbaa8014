"""The examples show all that there is: each field of `tracker status --json` is filled in one of them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.examples.__main__ import saved, scripts
from tests.trials import each_of
from tracker.cli.contract import schema_of
from tracker.store.campaign import Spectator
from tracker.wording.contract import in_json
from tracker.wording.language import speak
from tracker.wording.status import status_of

OF_TWO_COPIES = {"Status.versions", "Status.doubled"}
"""Fields of what two copies of a campaign have done apart from each other; an example is one copy."""
OF_A_REFUSAL = {"Item.refused"}
"""Fields of what did not succeed: an example is an evening in which all lines do."""
_DEFINITIONS = schema_of("status")["$defs"]
_FIELDS = {f"{kind}.{name}" for kind, each in _DEFINITIONS.items() for name in each.get("properties", ())}


def filled_fields(value: Any, schema: Any) -> Iterator[str]:
    """Yield the fields of a printed value, and of all within it, that are neither empty nor zero."""
    if reference := schema.get("$ref"):
        kind = reference.rpartition("/")[2]
        for name, part in _DEFINITIONS[kind].get("properties", {}).items():
            if value.get(name):
                yield f"{kind}.{name}"
                yield from filled_fields(value[name], part)
    elif "anyOf" in schema:
        yield from (field for each in schema["anyOf"] if value for field in filled_fields(value, each))
    elif isinstance(value, list):
        yield from (field for each in value for field in filled_fields(each, schema.get("items", {})))
    elif isinstance(value, dict) and isinstance(more := schema.get("additionalProperties"), dict):
        yield from (field for each in value.values() for field in filled_fields(each, more))


@cache
def _filled() -> frozenset[str]:
    filled = set[str]()
    for spoken, system in scripts():
        speak(spoken)
        status = in_json(status_of(Spectator(saved(spoken, system)).history, whole=True))
        filled.update(filled_fields(status, {"$ref": "#/$defs/Status"}))
    return frozenset(filled)


@each_of("field", sorted(_FIELDS - OF_TWO_COPIES - OF_A_REFUSAL))
def test_some_example_fills_each_field_that_the_status_prints(field: str) -> None:
    assert field in _filled()


def test_nothing_is_excused_that_an_example_fills() -> None:
    assert not (OF_TWO_COPIES | OF_A_REFUSAL) & _filled()
    assert _FIELDS >= OF_TWO_COPIES | OF_A_REFUSAL
