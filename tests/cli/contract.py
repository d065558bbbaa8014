"""Judges what the shell prints for programs by the schema that it publishes."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import fastjsonschema

from tracker.cli.contract import schema_of
from tracker.wording.contract import in_json


@cache
def judge_of(topic: str) -> Callable[[Any], Any]:
    """Return what raises for an object of a verb that differs from its schema, also by a field too many."""
    schema = schema_of(topic)
    for definition in schema["$defs"].values():
        if definition.get("properties"):
            definition["additionalProperties"] = False
    judge: Callable[[Any], Any] = fastjsonschema.compile(schema)
    return judge


def fitting(topic: str, answers: Iterable[Any]) -> list[Any]:
    """Return the objects as they are printed, once each fits the schema."""
    printed = [in_json(answer) for answer in answers]
    for each in printed:
        judge_of(topic)(each)
    return printed
