"""Creatures of other programs: what the game has a field for comes in, and the rest is named."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import refusal_code
from tests.trials import each_of, few_examples
from tracker.features.library.exchange.front_matter import read_front_matter
from tracker.features.library.exchange.json_file import read_json
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.element import NO_NAMES, row_of
from tracker.session.state import empty_session
from tracker.wording.sentences import refusal_sentence

GOBLIN: dict[str, Any] = {
    "Id": "gob",
    "Name": "Goblin",
    "Path": "",
    "Source": "mm",
    "Type": "Small humanoid",
    "HP": {"Value": 7, "Notes": "(2d6)"},
    "AC": {"Value": 15, "Notes": "(leather armor, shield)"},
    "InitiativeModifier": 2,
    "Speed": ["30 ft."],
    "Abilities": {"Str": 8, "Dex": 14, "Con": 10, "Int": 10, "Wis": 8, "Cha": 8},
    "DamageVulnerabilities": [],
    "Languages": ["Common", "Goblin"],
    "Challenge": "1/4",
    "Traits": [{"Name": "Nimble Escape", "Content": "…"}],
    "Actions": [
        {"Name": "Multiattack", "Content": "It attacks twice."},
        {"Name": "Scimitar", "Content": "+4 to hit, reach 5 ft. Hit: 5 (1d6 + 2) slashing damage."},
        {"Name": "Bite, small (Recharge 5–6)", "Content": "Hit: 1 piercing damage."},
    ],
    "Description": "It hides.",
}
WOLF = """---
statblock: true
name: Lobo
type: beast
ac: 13
hp: 11 (2d8+2)
stats: [12, 15, 12, 3, 12, 6]
speed: 40 ft.
languages: []

# what follows is for the table
traits:
  - name: Olfato
    desc: Huele bien
actions:
  - name: Mordisco
    desc: "+4 to hit. Hit: 7 (2d4 + 2) piercing damage."
  - name: Aullido
    desc: 'Llama a la manada'
---
# Lobo

hp: 99
"""


def import_improved(document: Any, system: str = "chronicle") -> ImportBatch:
    return read_json(json.dumps(document), system_of(system), empty_session(system))


def noted(text: str, system: str = "chronicle") -> ImportBatch:
    return read_front_matter(text, system_of(system), empty_session(system), NO_NAMES)


def row(batch: ImportBatch, system: str = "chronicle") -> dict[str, str]:
    assert batch.wrong == []
    (template,) = batch.sections["templates"].values()
    return row_of(system_of(system), template)


def wrong(batch: ImportBatch) -> list[str]:
    return [refusal_sentence(each.refusal, "chronicle") for each in batch.wrong]


def test_chronicle_takes_health_attributes_and_static_damage() -> None:
    batch = import_improved({"Creatures": [GOBLIN]})
    taken = row(batch)
    assert (taken["name"], taken["species"], taken["notes"]) == ("Goblin", "Small humanoid", "It hides.")
    assert (taken["health"], taken["health_max"], taken["kind"]) == ("7", "7", "npc")
    values = ("strength", "agility", "endurance", "mind", "intuition", "presence")
    assert [taken[f"{each}_value"] for each in values] == ["8", "14", "10", "10", "8", "8"]
    assert taken["attacks"] == "Scimitar 5, Bite small 1"
    assert taken["languages"] == "Common, Goblin"
    assert batch.left_out == {
        "Goblin": (
            "AC",
            "AC.Notes",
            "Actions (Multiattack)",
            "InitiativeModifier",
            "Speed",
            "Challenge",
            "Traits",
        )
    }


def test_horror_and_percentile_take_dice_and_margin_takes_no_figure() -> None:
    horror = import_improved(GOBLIN, "horror")
    assert row(horror, "horror")["weapons"] == "Scimitar 1d6+2, Bite small 1"
    assert row(horror, "horror")["armour"] == "leather armor, shield"
    assert row(horror, "horror")["hit_points"] == "7"
    percentile = import_improved(GOBLIN, "percentile")
    assert row(percentile, "percentile")["strength"] == "8"
    assert row(percentile, "percentile")["weapons"] == "Scimitar 1d6+2, Bite small 1"
    margin = import_improved(GOBLIN, "margin")
    assert row(margin, "margin")["concept"] == "Small humanoid"
    left = margin.left_out["Goblin"]
    assert {"HP", "AC", "Str", "Actions (Multiattack, Scimitar, Bite, small (Recharge 5–6))"} <= {*left}


@each_of(
    "document",
    [
        GOBLIN,
        [GOBLIN],
        {"Creatures": [GOBLIN]},
        {"Creatures": {"gob": GOBLIN}},
        {"Creatures.gob": GOBLIN},
        {"ImprovedInitiative.Creatures": '["gob"]', "ImprovedInitiative.Creatures.gob": json.dumps(GOBLIN)},
    ],
)
def test_every_form_of_a_library_of_improved_initiative_gives_the_same(document: Any) -> None:
    batch = import_improved(document)
    assert row(batch) == row(import_improved({"Creatures": [GOBLIN]}))
    assert batch.left_out == import_improved({"Creatures": [GOBLIN]}).left_out


def test_other_parts_of_a_library_are_named_once() -> None:
    batch = import_improved(
        {"Creatures": [GOBLIN], "Spells.a": {}, "Spells.b": {}, "ImprovedInitiative.Settings": "{}"}
    )
    assert batch.left_out[""] == ("Spells", "Settings")


def test_a_note_gives_its_front_matter_and_no_more() -> None:
    batch = noted(WOLF)
    taken = row(batch)
    assert (taken["name"], taken["species"], taken["health_max"]) == ("Lobo", "beast", "11")
    assert (taken["agility_value"], taken["presence_value"]) == ("15", "6")
    assert taken["attacks"] == "Mordisco 7"
    assert batch.left_out == {"Lobo": ("ac", "actions (Aullido)", "speed", "traits")}
    assert row(noted(WOLF.replace("\n", "\r\n")))["health_max"] == "11"


@each_of(
    ("figure", "said"),
    [
        ({"HP": {"Value": "muchos"}}, "«muchos» no vale ahí (HP): hace falta un número entero."),
        ({"HP": {"Value": True}}, "«true» no vale ahí (HP): hace falta un número entero."),
        ({"HP": {"Value": 0}}, "0"),
        ({"Abilities": {"Str": 1_000}}, "1000"),
        ({"Abilities": []}, "«[]» no vale"),
        ({"Name": ""}, "nombre"),
        ({"Name": "x" * 200}, "200"),
        ({"Actions": "muerde"}, "«muerde» no vale"),
        ({"Actions": ["muerde"]}, "«muerde» no vale"),
        ({"Type": {"a": 1}}, "no vale"),
    ],
)
def test_a_wrong_figure_is_a_wrong_row_and_the_others_are_read(figure: dict[str, Any], said: str) -> None:
    batch = import_improved({"Creatures": [GOBLIN, {**GOBLIN, "Name": "Otro", **figure}]})
    assert [each.row for each in batch.wrong] == [2]
    assert said in wrong(batch)[0]
    assert batch.count == 1


@each_of(
    ("text", "row", "value"),
    [
        ("---\nname: X\n\thp: 7\n---\n", 3, "hp: 7"),
        ("---\nname: X\n  hp: 7\n---\n", 3, "hp: 7"),
        ("---\n- uno\n---\n", 2, "- uno"),
        ('---\nname: "X\n---\n', 2, 'name: "X'),
        ("---\nactions:\n  - name: a\n    name: b\n---\n", 4, "name: b"),
        ("---\nname: X\nname: Y\n---\n", 3, "name: Y"),
        ("---\na: &a [x]\nb: [*a, *a]\n---\n", 3, "b: [*a, *a]"),
        ("---\nname: !!python/object:os.system [x]\nhp: *x\n---\n", 3, "hp: *x"),
        ("---\n? [a]\n: 1\n---\n", 2, "? [a]"),
    ],
)
def test_a_line_that_is_no_yaml_is_refused_with_its_number(text: str, row: int, value: str) -> None:
    with pytest.raises(Refusal) as told:
        noted(text)
    assert (told.value.code, told.value.data["value"]) == ("bad_front_matter", value)
    assert told.value.data["row"] == row


def test_any_valid_yaml_is_read() -> None:
    text = """---
# a comment
"name": >-
  Lobo
  gris
hp: 11 # (2d8+2)
stats: [12, 15,
  12, 3, 12, 6]
actions:
- {name: Mordisco, desc: "Hit: 7 (2d4 + 2) piercing damage."}
- name: Aullido
  desc: |
    No daña.
    A nadie.
...
# Lobo
"""
    taken = row(noted(text))

    assert (taken["name"], taken["health_max"], taken["agility_value"]) == ("Lobo gris", "11", "15")
    assert taken["attacks"] == "Mordisco 7"


@each_of(
    ("text", "code"),
    [
        ("", "no_front_matter"),
        ("# Lobo\n", "no_front_matter"),
        ("---\nname: X\n", "no_front_matter"),
        (f"---\nname: {'x' * 70_000}\n---\n", "front_matter_too_long"),
    ],
)
def test_a_note_without_front_matter_is_refused(text: str, code: str) -> None:
    assert refusal_code(lambda: noted(text)) == code


def test_a_note_with_a_wrong_figure_says_it() -> None:
    assert "«muchos»" in wrong(noted("---\nname: X\nhp: muchos\n---\n"))[0]
    assert wrong(noted("---\nname: X\nstats: [1, 2]\n---\n"))
    assert wrong(noted("---\nhp: 3\n---\n"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*GOBLIN, "Value", "Notes", "Content", "Str"]), inner, max_size=6)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize("system", SYSTEMS)
@few_examples(10)
@given(document=JSON)
def test_any_document_is_read_or_refused(system: str, document: Any) -> None:
    whole = {"Creatures": document, "Creatures.x": document}
    code = refusal_code(lambda: import_improved(whole, system))
    assert code in ("", "not_importable")
    if not code:
        assert all(refusal_sentence(each.refusal, system) for each in import_improved(whole, system).wrong)


@given(
    lines=st.lists(
        st.sampled_from([*WOLF.splitlines(), "- x", "  - hp: 3", "hp: []", "stats: 3", "name:"])
        | st.text(max_size=15),
        max_size=12,
    )
)
def test_any_note_is_read_or_refused(lines: list[str]) -> None:
    text = "\n".join(["---", *lines, "---"])
    code = refusal_code(lambda: noted(text))
    assert code in ("", "bad_front_matter")
    if not code:
        batch = noted(text)
        assert batch.count + len(batch.wrong) == 1


@each_of("line", ["a{0}x", "a{0}: 1", "actions:\n  - a{0}x", "hp: 1{0}(", "a.{0}!"])
def test_a_line_of_blanks_takes_no_longer_than_its_length(line: str) -> None:
    text = f"---\nname: Lobo\n{line.format(' ' * 3_000_000)}\n---\n"
    started = time.process_time()
    refusal_code(
        lambda: read_front_matter(text, system_of("chronicle"), empty_session("chronicle"), NO_NAMES)
    )
    assert time.process_time() - started < 2
