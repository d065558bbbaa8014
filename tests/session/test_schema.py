"""Saved values come back unchanged, and values of another shape are refused."""

import json
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields, replace

from tests.session.game import refusal_code
from tests.trials import each_of
from tracker.rules.dice import Die, Throw
from tracker.rules.fields import LARGEST, NAME_LENGTH
from tracker.rules.games import SYSTEMS
from tracker.rules.games.chronicle.sheet import (
    AttributeScore,
    Character,
    Choices,
    Modifier,
    Slot,
    State,
    new_character,
)
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.system import PendingRoll
from tracker.session.calendar import Calendar, Month
from tracker.session.change import apply, diff
from tracker.session.outdoors import EncounterWatch, Pace, Weather
from tracker.session.schema import (
    Keyed,
    Leaf,
    Listing,
    Record,
    Shape,
    decode,
    encode,
    record_of_value,
    within_bounds,
)
from tracker.session.state import (
    Combatant,
    Creature,
    Encounter,
    SavedRoll,
    Session,
    Template,
    empty_session,
    session_shape,
)

GOBLIN = replace(
    new_character("npc"),
    health=-3,
    languages=("Común", "Goblínico"),
    attributes={"strength": AttributeScore(12, 1, 9)},
    slots={"nivel 1": Slot(1, 2)},
    states={"poisoned": State("poisoned", 5, "araña", 3)},
    modifiers={"bendición": Modifier(-2, "bendición", 1, "mind")},
    damage="1d6+1",
)
WHOLE = Session(
    "chronicle",
    Choices(),
    "Ylat",
    elapsed=90_000,
    calendar=Calendar((Month("Frío", 2), Month("Calor")), ("Luna", "Sol"), 20, -3, 2, 30, 2),
    creatures={"id1": Creature(GOBLIN, "Goblin", notes="dos\nlíneas")},
    templates={"id2": Template(GOBLIN, "Goblin")},
    encounters={
        "id3": Encounter(
            "Puente",
            2,
            "id1",
            {"id1": Combatant(None, 1, "foes", hidden=True), "id4": Combatant(-2)},
            {"foes": 7},
            {"id3.1.start.id1.save.poisoned": True},
        )
    },
    encounter="id3",
    supplies={"id5": Supply("antorcha", "id1", 6, Trigger.TIME, 600, light=True, active=True, due=90_600)},
    pending={
        "id1.hunger.0.1": PendingRoll("id1.hunger.0.1", "hunger", "id1", {"since": 0, "day": 1, "at": 86_400})
    },
    watch=EncounterWatch("2d6", 10, 2, 1, automatic=True, table="bestias"),
    weather=Weather("cielo", "niebla", 600),
    travelled={"hex": 3},
    paces={"bosque": Pace("Bosque", 21_600)},
    rolls={"fuego": SavedRoll("8d6")},
)
SHAPE = session_shape("chronicle")


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(encode(value)))


@each_of("name", [each.name for each in fields(Session)])
def test_every_part_of_a_session_comes_back_unchanged(name: str) -> None:
    assert decode(SHAPE.fields[name], through_json(getattr(WHOLE, name))) == getattr(WHOLE, name)


def test_a_whole_session_comes_back_unchanged() -> None:
    assert decode(SHAPE, through_json(WHOLE)) == WHOLE


def test_a_throw_comes_back_with_every_face() -> None:
    throw = Throw(
        "test", (Die(20, 3, kept=False), Die(20, 17, typed=True)), 19, "id1", "strength", static=2, target=11
    )

    assert decode(record_of_value(Throw), through_json(throw)) == throw


def test_a_default_value_takes_no_room() -> None:
    assert encode(Combatant()) == {}
    assert encode(EncounterWatch(threshold=18)) == {"threshold": 18}


BAD: list[tuple[type, Mapping[str, Any]]] = [
    (Combatant, {"order": "uno"}),
    (Combatant, {"order": 1.0}),
    (Combatant, {"order": True}),
    (Combatant, {"order": None}),
    (Combatant, {"order": LARGEST + 1}),
    (Combatant, {"order": 10**4_000}),
    (Combatant, {"order": [1]}),
    (Combatant, {"hidden": 1}),
    (Combatant, {"hidden": "true"}),
    (Combatant, {"side": 3}),
    (Combatant, {"side": {"a": {"b": {"c": []}}}}),
    (Supply, {"trigger": "whenever"}),
    (Supply, {"trigger": []}),
    (Character, {"kind": "monster"}),
    (Character, {"languages": "Común"}),
    (Character, {"languages": {"0": "Común"}}),
    (Character, {"languages": [["Común"]]}),
    (Character, {"languages": ["a"] * 1_001}),
    (Character, {"states": []}),
    (Character, {"states": {"poisoned": 5}}),
    (Character, {"states": {"": {}}}),
    (Character, {"states": {"a/b": {}}}),
    (Character, {"states": {"a\x1b[2J": {}}}),
    (Character, {"states": {"a\u202eb": {}}}),
    (Character, {"states": {"x" * 181: {}}}),
    (Character, {"states": {str(n): {} for n in range(2_001)}}),
    (PendingRoll, {"data": {"at": 1.5}}),
    (PendingRoll, {"data": {"at": [1]}}),
    (Throw, {"purpose": "free", "dice": []}),
    (Throw, {"purpose": "free", "dice": [{}], "total": 1}),
    (Throw, {"purpose": "free", "dice": [[20, 3]], "total": 1}),
]


@each_of(("cls", "raw"), BAD)
def test_a_value_of_another_shape_is_refused(cls: type, raw: Mapping[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        decode(record_of_value(cls), raw)

    assert refused.value.code == "bad_value"


@each_of("raw", [None, [], "texto", 3, True, [["a"]]])
def test_only_an_object_is_an_element(raw: object) -> None:
    with pytest.raises(Refusal):
        decode(record_of_value(Combatant), raw)


def test_a_refused_value_says_no_more_than_fits_and_brings_no_escape_sequence() -> None:
    with pytest.raises(Refusal) as refused:
        decode(record_of_value(Combatant), {"order": "\x1b[2J" + "a" * 500})

    value = str(refused.value.data["value"])
    assert len(value) <= NAME_LENGTH
    assert "\x1b" not in value


def test_fields_of_a_newer_version_are_skipped() -> None:
    assert decode(record_of_value(Combatant), {"order": 3, "mount": {"speed": 9}}) == Combatant(order=3)


def test_text_is_cleaned_and_cut_to_its_length() -> None:
    read = decode(record_of_value(Combatant), {"side": "a\x1b\u200b" + "b" * 100})

    assert read.side == "a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}" + "b" * (NAME_LENGTH - 3)


@pytest.mark.parametrize(
    ("raw", "health"),
    [({"health": 99}, 10), ({"health": -400}, -400), ({"health": 9, "health_max": 4}, 4)],
)
def test_health_is_brought_under_its_maximum_on_the_way_in(raw: Mapping[str, Any], health: int) -> None:
    assert decode(record_of_value(Character), raw).health == health


@pytest.mark.parametrize(("dice", "held"), [(-3, 0), (6, 6), (400, 20)])
def test_a_die_stays_within_its_bounds(dice: int, held: int) -> None:
    assert decode(record_of_value(Supply), {"die": dice}).die == held
    assert within_bounds(Supply(die=dice)).die == held


def unbounded_numbers(shape: Shape, path: str) -> Iterator[str]:
    """Yield the places of a shape without bounds for a whole number."""
    match shape:
        case Leaf():
            if not refusal_code(lambda: decode(shape, 10**400)):
                yield path
        case Listing(item=item):
            yield from unbounded_numbers(item, f"{path}[]")
        case Keyed(element=element):
            yield from unbounded_numbers(element, f"{path}{{}}")
        case Record():
            for name, part in shape.fields.items():
                yield from unbounded_numbers(part, f"{path}.{name}")


@each_of("shape", [*map(session_shape, SYSTEMS), record_of_value(Throw)])
def test_every_number_of_a_save_is_bounded(shape: Shape) -> None:
    assert [*unbounded_numbers(shape, "")] == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


def hostile(shape: object, depth: int = 0) -> st.SearchStrategy[Any]:
    """Return JSON that is nearly of a shape, so that checks are reached at every depth."""
    match shape:
        case Record(fields=parts) if depth < 3:
            return st.fixed_dictionaries(
                {}, optional={name: hostile(part, depth + 1) for name, part in parts.items()}
            )
        case Keyed(element=element) if depth < 3:
            return JSON | st.dictionaries(st.text(max_size=8), hostile(element, depth + 1), max_size=2)
        case Listing(item=item) if depth < 3:
            return JSON | st.lists(hostile(item, depth + 1), max_size=2)
        case _:
            return JSON


@given(
    st.one_of(
        [
            st.tuples(st.just(cls), hostile(record_of_value(cls)))
            for cls in (Character, Encounter, Supply, Throw, PendingRoll)
        ]
    )
)
def test_any_json_is_read_or_refused(case: tuple[type, Any]) -> None:
    cls, raw = case
    shape = record_of_value(cls)
    code = refusal_code(lambda: decode(shape, raw))

    assert code in {"", "bad_value"}
    if not code:
        value = decode(shape, raw)
        assert decode(shape, through_json(value)) == value


class Light(StrEnum):
    DAY = "day"


class Watch(Struct, frozen=True):
    light: Light


def test_a_word_of_a_closed_set_comes_back_as_its_member() -> None:
    shape = record_of_value(Watch)
    raw = json.loads(json.dumps(encode(Watch(Light.DAY))))
    assert raw == {"light": "day"}
    assert decode(shape, raw).light is Light.DAY
    assert refusal_code(lambda: decode(shape, {"light": "dawn"})) == "bad_value"


def test_a_pending_roll_knows_its_key_and_the_save_holds_it_once() -> None:
    roll = PendingRoll("id1.hunger.0.1", "hunger", "id1")
    before = replace(empty_session("chronicle"), creatures={"id1": Creature(GOBLIN, "Goblin")})
    changes = diff(before, replace(before, pending={roll.key: roll}))

    assert [(change.path, change.value) for change in changes] == [
        (("pending", roll.key), {"kind": "hunger", "who": "id1"})
    ]
    assert apply(before, (changes,)).pending == {roll.key: roll}
