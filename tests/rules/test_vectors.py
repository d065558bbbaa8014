"""Every conformance case of every system, one test each.

The cases stand in `tests/vectors/<system>.jsonl`, and in the folder named by `RULES_VECTORS`.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.trials import each_of

FOLDERS = [
    Path(__file__).parents[1] / "vectors",
    *(Path(folder) for folder in [os.environ.get("RULES_VECTORS", "")] if folder),
]


@dataclass(frozen=True)
class Case:
    system: str
    inputs: dict[str, Any]
    expect: dict[str, Any]
    why: str
    id: str


def cases() -> Iterator[Case]:
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.jsonl")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if line.strip():
                    yield case(path.stem, number, json.loads(line))


def case(system: str, number: int, raw: dict[str, Any]) -> Case:
    name = f"{system}:{number}-{raw['rule']}-{raw['inputs']['op']}"
    return Case(system, raw["inputs"], raw["expect"], raw.get("why", ""), name)


def answer(system: str, inputs: dict[str, Any]) -> dict[str, Any]:
    module = f"tests.rules.adapters.{system}"
    assert find_spec(module), f"no adapter for the system {system}"
    operations = import_module(module).OPERATIONS
    assert inputs["op"] in operations, f"no adapter for the operation {inputs['op']} of {system}"
    arguments = {name: value for name, value in inputs.items() if name != "op"}
    return dict(operations[inputs["op"]](**arguments))


@each_of("each", cases())
def test_the_rules_answer_as_the_conformance_case_expects(each: Case) -> None:
    given = answer(each.system, each.inputs)

    assert {key: given[key] for key in each.expect} == each.expect, each.why


@each_of(
    ("inputs", "expect"),
    [
        ({"op": "d20_test", "dice": [12], "da": 12}, {"mode": "normal", "success": True}),
        (
            {"op": "d20_test", "dice": [4, 12], "da": 12, "effort_spent": True},
            {"mode": "advantage", "success": True},
        ),
        ({"op": "roll_mode", "modifiers": [4]}, {"mode": "advantage", "static": 0}),
        ({"op": "roll_mode", "disadvantage": 1, "effort_spent": True}, {"mode": "normal", "static": 0}),
        ({"op": "armour", "damage": 8}, {"taken": 8}),
        ({"op": "armour", "damage": 8, "armour_face": 3}, {"taken": 5}),
        ({"op": "usage_die", "die": "depleted", "faces": []}, {"die": "depleted", "depleted": True}),
        ({"op": "fall", "metres": 5.999, "kind": "pc", "static": True}, {"dice": 1, "taken": 4}),
    ],
)
def test_a_case_may_leave_out_what_changes_nothing_and_say_what_is_finer(
    inputs: dict[str, Any], expect: dict[str, Any]
) -> None:
    given = answer("chronicle", inputs)

    assert {key: given[key] for key in expect} == expect


@each_of(
    ("system", "inputs", "expect"),
    [
        ("percentile", {"op": "check", "skill": 40, "possible": False}, {"success": False}),
        ("percentile", {"op": "opposed", "active": 20, "passive": 5}, {"success": True}),
        ("percentile", {"op": "light", "skill": 30, "level": "dim", "pow": None, "int": None}, {"skill": 15}),
        ("horror", {"op": "dying", "turns_rolled": 3}, {"dead": True, "death_turn": 3}),
        ("horror", {"op": "attribute_roll", "dice": [4, 4], "attribute": 0}, {"total": 8, "success": True}),
        ("margin", {"op": "check", "die": 5, "characteristic": 9}, {"margin": 4, "result": "success"}),
        ("margin", {"op": "help", "helpers": [{"competent": True}]}, {"bonuses": 1}),
    ],
)
def test_a_case_of_the_other_games_may_leave_out_what_changes_nothing(
    system: str, inputs: dict[str, Any], expect: dict[str, Any]
) -> None:
    given = answer(system, inputs)

    assert {key: given[key] for key in expect} == expect


def test_a_case_without_an_adapter_fails() -> None:
    with pytest.raises(AssertionError, match="no adapter for the operation"):
        answer("chronicle", {"op": "no_such_operation"})
    with pytest.raises(AssertionError, match="no adapter for the system"):
        answer("no_such_system", {"op": "d20_test"})
