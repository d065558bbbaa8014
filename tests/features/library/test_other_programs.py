"""Monsters of Open5e and actors of Foundry: fields, doubts, notes, and documents that are none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import refusal_code
from tests.trials import each_of, few_examples
from tracker.features.library.exchange.json_file import read_json
from tracker.rules.fields import NOTES_LENGTH
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import system_of
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.element import row_of
from tracker.session.state import empty_session

LURKER: dict[str, Any] = {
    "slug": "marsh-lurker",
    "name": "Marsh Lurker",
    "desc": "It waits.",
    "size": "Small",
    "type": "Beast",
    "subtype": "eel",
    "alignment": "unaligned",
    "armor_class": 13,
    "armor_desc": "slick skin",
    "hit_points": 11,
    "hit_dice": "2d8+2",
    "speed": {"walk": 10, "swim": 40, "hover": True},
    "strength": 12,
    "dexterity": 15,
    "constitution": 12,
    "intelligence": 2,
    "wisdom": 11,
    "charisma": 4,
    "strength_save": None,
    "perception": 3,
    "skills": {"stealth": 4},
    "senses": "darkvision 60 ft.",
    "languages": "",
    "challenge_rating": "1/4",
    "cr": 0.25,
    "reactions": "",
    "legendary_actions": "",
    "actions": [{"name": "Bite", "desc": "Melee Weapon Attack: +4. Hit: 5 (1d6 + 2) piercing damage."}],
    "special_abilities": [{"name": "Slick", "desc": "It cannot be held."}],
    "page_no": 12,
    "document__slug": "own",
}
STALKER: dict[str, Any] = {
    "key": "own_stalker",
    "name": "Reed Stalker",
    "document": {"name": "Own", "key": "own"},
    "type": {"name": "Plant", "key": "plant"},
    "size": {"name": "Large", "key": "large"},
    "challenge_rating_decimal": "2.000",
    "challenge_rating_text": "2",
    "alignment": "unaligned",
    "speed": {"walk": 20.0, "unit": "feet"},
    "speed_all": {"walk": 20.0},
    "armor_class": 12,
    "languages": {"as_string": "Reedspeech", "data": []},
    "hit_points": 40,
    "hit_dice": "4d10+8",
    "ability_scores": {
        "strength": 16,
        "dexterity": 8,
        "constitution": 14,
        "intelligence": 5,
        "wisdom": 10,
        "charisma": 6,
    },
    "actions": [
        {
            "name": "Lash",
            "desc": "Melee Attack Roll: +5. Hit: 10 (2d6 + 3) damage plus 3 (1d6) more.",
        }
    ],
    "traits": [{"name": "Rooted", "desc": "It does not fall."}],
}


def abilities(*values: int) -> dict[str, Any]:
    names = ("str", "dex", "con", "int", "wis", "cha")
    return {name: {"value": value, "proficient": 0} for name, value in zip(names, values, strict=True)}


RAT: dict[str, Any] = {
    "name": "Bog Rat",
    "type": "npc",
    "img": "x",
    "prototypeToken": {},
    "_stats": {"systemId": "dnd5e"},
    "system": {
        "abilities": abilities(7, 15, 11, 2, 10, 4),
        "attributes": {
            "ac": {"flat": 12},
            "hp": {"value": 3, "max": 7, "formula": "2d6"},
            "movement": {"walk": 30, "swim": 0, "units": "ft", "hover": True},
            "senses": {"darkvision": 60},
        },
        "details": {
            "biography": {"value": "<p>Lives in <em>mud</em>.</p>"},
            "alignment": "Unaligned",
            "cr": 0.125,
            "type": {"value": "beast", "subtype": "rat"},
        },
        "traits": {
            "size": "sm",
            "di": {"value": ["poison"], "custom": ""},
            "languages": {"value": ["common"], "custom": "Ratspeak"},
        },
        "skills": {"ste": {"value": 1}, "acr": {"value": 0}},
    },
    "items": [
        {
            "name": "Bite",
            "type": "weapon",
            "system": {
                "description": {"value": "<p>[[/attack extended]].</p><p>It is @UUID[Item.x]{filthy}.</p>"},
                "damage": {"base": {"number": 1, "denomination": 4, "bonus": ""}},
                "activities": {"a": {"type": "attack", "attack": {"ability": "dex"}}},
            },
        },
        {"name": "Nose", "type": "feat", "system": {"description": {"value": "<p>Smells &amp; hears.</p>"}}},
    ],
}
TAR: dict[str, Any] = {
    "name": "Tar Thing",
    "type": "npc",
    "_stats": {"systemId": "pf2e"},
    "system": {
        "attributes": {"hp": {"value": 30, "max": 30}},
        "details": {"publicNotes": "<p>Sticky.</p>", "level": {"value": 3}},
        "abilities": {"str": {"mod": 4}},
    },
    "items": [{"name": "Slam", "type": "melee", "system": {}}],
}


def read(document: Any, system: str = "chronicle") -> ImportBatch:
    return read_json(json.dumps(document), system_of(system), empty_session(system))


def row(document: Any, system: str = "chronicle") -> dict[str, str]:
    batch = read(document, system)
    assert batch.wrong == []
    (template,) = batch.sections["templates"].values()
    return row_of(system_of(system), template)


def field_lines(found: dict[str, str], *names: str) -> list[str]:
    return [found[name] for name in names]


NAMES = ("strength", "agility", "endurance", "mind", "intuition", "presence")
SCORES = tuple(f"{each}_value" for each in NAMES)


def test_a_monster_of_the_first_open5e_fills_its_sheet_and_the_rest_is_in_its_notes() -> None:
    found = row(LURKER)
    assert field_lines(found, "name", "health", "health_max", "species") == [
        *("Marsh Lurker", "11", "11", "Small beast (eel)")
    ]
    assert field_lines(found, *SCORES) == ["12", "15", "12", "2", "11", "4"]
    assert found["attacks"] == "Bite 5"
    assert found["notes"].splitlines() == [
        *("It waits.", "AC: 13", "armor: slick skin", "hit dice: 2d8+2", "Slick: It cannot be held."),
        *("speed: walk 10, swim 40", "perception: 3", "skills: stealth 4", "senses: darkvision 60 ft."),
        *("challenge rating: 1/4", "Bite: Melee Weapon Attack: +4. Hit: 5 (1d6 + 2) piercing damage."),
    ]
    assert read(LURKER).doubtful == {}
    assert read(LURKER).left_out == {}


def test_a_page_of_the_second_open5e_tells_what_is_doubtful() -> None:
    batch = read({"count": 2, "next": None, "results": [LURKER, STALKER]})
    assert list(batch.sections["templates"]) == ["marsh lurker", "reed stalker"]
    assert batch.doubtful == {"Reed Stalker": ("health_max", "attacks")}
    found = row(STALKER)
    assert field_lines(found, "species", "languages", "health_max", "strength_value") == [
        *("Large plant", "Reedspeech", "40", "16")
    ]
    assert "speed: walk 20, unit feet" in found["notes"]


def test_each_game_takes_of_open5e_what_it_has_a_field_for() -> None:
    assert field_lines(row(LURKER, "horror"), "hit_points_max", "armour", "weapons") == [
        *("11", "slick skin", "Bite 1d6+2")
    ]
    assert field_lines(row(LURKER, "margin"), "concept") == ["Small beast (eel)"]
    assert field_lines(row(LURKER, "percentile"), "strength", "hit_points_max") == ["12", "11"]


def test_an_actor_of_foundry_fills_its_sheet_and_its_guessed_damage_is_doubtful() -> None:
    found = row(RAT)
    assert field_lines(found, "name", "health", "health_max", "species", "languages", "attacks") == [
        *("Bog Rat", "7", "7", "Small beast (rat)", "common, Ratspeak", "Bite 1d4+2")
    ]
    assert field_lines(found, *SCORES) == ["7", "15", "11", "2", "10", "4"]
    assert found["notes"].splitlines() == [
        *("Lives in mud.", "AC: 12", "Alignment: Unaligned", "CR: 0.125", "Hit dice: 2d6"),
        *("Movement: walk 30", "Senses: darkvision 60", "Immune: poison", "Skills: ste"),
        *("Nose: Smells & hears.", "Bite: Hit: 1d4+2. It is filthy."),
    ]
    assert read(RAT).doubtful == {"Bog Rat": ("attacks",)}


@each_of(
    ("weapon", "damage"),
    [
        ({"damage": {"parts": [["1d8 + @mod", "piercing"]]}, "actionType": "rwak"}, "1d8+2"),
        ({"damage": {"parts": [["2d6 + 4[piercing]", "piercing"]]}}, "2d6+4"),
        ({"damage": {"base": {"number": 2, "denomination": 6, "bonus": "3"}}}, "2d6+1"),
        ({"damage": {"base": {"number": 1, "denomination": 4}}, "properties": ["fin"]}, "1d4+2"),
        ({"damage": {"parts": [["1d6", "x"]]}, "range": {"long": 60}}, "1d6"),
    ],
)
def test_the_damage_of_a_weapon_comes_from_its_figures(weapon: dict[str, Any], damage: str) -> None:
    actor = {**RAT, "items": [{"name": "Claw", "type": "weapon", "system": weapon}]}
    assert row(actor)["attacks"] == f"Claw {damage}"
    assert read(actor).doubtful == {"Bog Rat": ("attacks",)}


def test_a_weapon_whose_text_tells_its_damage_needs_no_guess() -> None:
    text = "<p><em>Melee Weapon Attack:</em> +4 to hit. <em>Hit:</em> 4 (1d4 + 2) piercing damage.</p>"
    actor = {**RAT, "items": [{"name": "Bite", "type": "weapon", "data": {"description": {"value": text}}}]}
    assert row(actor)["attacks"] == "Bite 4"
    assert read(actor).doubtful == {}


def test_of_another_system_of_foundry_what_can_be_told_is_doubtful() -> None:
    batch = read({"name": "Adventure", "actors": [TAR, RAT]})
    assert list(batch.sections["templates"]) == ["tar thing", "bog rat"]
    found = row(TAR)
    assert field_lines(found, "name", "health_max", "notes") == ["Tar Thing", "30", "Sticky.\nlevel: 3\nSlam"]
    assert batch.doubtful["Tar Thing"] == ("health_max",)
    assert batch.left_out["Tar Thing"] == ("attributes", "abilities")


def test_what_the_notes_have_no_room_for_is_named() -> None:
    long = {**LURKER, "special_abilities": [{"name": "Endless", "desc": "a b " * NOTES_LENGTH}]}
    batch = read(long)
    assert batch.left_out == {"Marsh Lurker": ("Endless",)}
    assert "Bite: Melee" in row(long)["notes"]


@each_of(
    "wrong",
    [{"name": "x"}, 3, {**RAT, "name": ""}, {**RAT, "system": {"abilities": {"str": {"value": "strong"}}}}],
)
def test_a_wrong_actor_is_a_row_with_its_reason(wrong: Any) -> None:
    batch = read([RAT, wrong])
    assert [each.row for each in batch.wrong] == [2]
    assert list(batch.sections["templates"]) == ["bog rat"]


@each_of(
    "document",
    [[], {}, {"results": []}, {"actors": []}, {"name": "Sword", "type": "weapon", "system": {}}, "x", 3],
)
def test_a_document_of_nobody_is_refused_in_a_sentence(document: Any) -> None:
    assert refusal_code(lambda: read(document)) == "not_a_library"


def test_parts_that_lie_too_deep_are_refused() -> None:
    text = json.dumps({**LURKER, "deep": 0})
    deep = text.replace('"deep": 0', '"deep": ' + "[" * 700 + "]" * 700)
    code = refusal_code(lambda: read_json(deep, system_of("chronicle"), empty_session("chronicle")))
    assert code in {"", "not_a_library", "not_json"}


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("document", [LURKER, STALKER, RAT, TAR], ids=lambda each: each["name"])
@few_examples(8)
@given(data=st.data())
def test_any_part_may_be_anything(system: str, document: dict[str, Any], data: st.DataObject) -> None:
    part = data.draw(st.sampled_from([*document, *(document.get("system") or {})]))
    junk = data.draw(JUNK)
    changed = {**document, part: junk}
    if part in (document.get("system") or {}):
        changed = {**document, "system": {**document["system"], part: junk}}
    assert refusal_code(lambda: read(changed, system)) in {"", "not_a_library", "too_many_rows"}
