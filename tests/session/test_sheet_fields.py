"""Lines of a sheet: what each kind of field takes, refuses and reads back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import refusal_code
from tests.session.test_schema import through_json
from tests.trials import each_of
from tracker.rules.games.chronicle.sheet import FIELDS, SCENE_FIELDS, Choices, new_character
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.session.schema import decode, record_of_value
from tracker.session.sheet_fields import MOST_LISTED, field_of, read_field, write_field

SHEET = new_character("pc")
NOTES = SheetField("notes", ("cause",), FieldKind.NOTES, "identity")


def field_text(field: str, text: str) -> str:
    line = field_of(FIELDS, field)
    return read_field(write_field(SHEET, line, text), line)


GOOD: list[tuple[str, str, str]] = [
    ("attacks", "Mordisco 4, Zarpa 1d6+1", "Mordisco 4, Zarpa 1d6+1"),
    ("level", "3", "3"),
    ("level", " +3 ", "3"),
    ("health", "-5", "-5"),
    ("strength_difficulty", "99", "99"),
    ("armour_die", "d4", "d4"),
    ("armour_die", "1D8", "d8"),
    ("armour_die", "20", "d20"),
    ("armour_die", "-", "-"),
    ("armour_die", "0", "-"),
    ("armour_die", "", "-"),
    ("species", "elfa", "elfa"),
    ("species", "[red]elfa[/red] 李", "[red]elfa[/red] 李"),
    ("species", "a\x1b[2J", "a\N{REPLACEMENT CHARACTER}[2J"),
    ("species", "x" * 60, "x" * 60),
    ("languages", "Común,  Goblínico ,,Lítico", "Común, Goblínico, Lítico"),
    ("languages", "", ""),
    ("kind", "npc", "npc"),
    ("stays_alive", "true", "true"),
    ("slots", "nivel 1 2/3, nivel 2 0/1", "nivel 1 2/3, nivel 2 0/1"),
    ("slots", "a/b 1/2", "a-b 1/2"),
    ("slots", "", ""),
]


@each_of(("field", "text", "read"), GOOD)
def test_a_field_takes_valid_values(field: str, text: str, read: str) -> None:
    assert field_text(field, text) == read


BAD: list[tuple[str, str, str]] = [
    ("level", "tres", "bad_number"),
    ("species", "x" * 61, "field_too_long"),
    ("languages", f"Común, {'x' * 201}", "field_too_long"),
    ("languages", ", ".join(map(str, range(31))), "list_too_long"),
    ("slots", f"{'x' * 61} 1/2", "field_too_long"),
    ("level", "1.5", "bad_number"),
    ("level", "", "bad_number"),
    ("level", "1" * 10, "bad_number"),
    ("level", "0", "number_out_of_range"),
    ("level", "100", "number_out_of_range"),
    ("health_max", "-1", "number_out_of_range"),
    ("armour_die", "d7", "bad_die"),
    ("armour_die", "2d6", "bad_die"),
    ("armour_die", "dado", "bad_die"),
    ("kind", "monstruo", "bad_choice"),
    ("stays_alive", "quizás", "bad_choice"),
    ("slots", "nivel 1", "bad_counter"),
    ("slots", "nivel 1 3/2", "bad_counter"),
    ("slots", "nivel 1 2-3", "bad_counter"),
    ("slots", "2/3", "bad_counter"),
    ("slots", "nivel 1 2/3, 2/3", "bad_counter"),
]


@each_of(("field", "text", "code"), BAD)
def test_a_field_refuses_invalid_values(field: str, text: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        field_text(field, text)

    assert refusal.value.code == code
    assert "field" in refusal.value.data or code == "bad_counter"


def test_notes_keep_their_lines() -> None:
    assert read_field(write_field(SHEET, NOTES, "una\ndos\x07"), NOTES) == "una\ndos\N{REPLACEMENT CHARACTER}"


def test_a_list_has_an_end() -> None:
    assert field_text("languages", ",".join(map(str, range(MOST_LISTED)))).count(",") == MOST_LISTED - 1
    assert (
        refusal_code(lambda: field_text("languages", ",".join(map(str, range(MOST_LISTED + 1)))))
        == "list_too_long"
    )


def test_every_kind_of_field_on_a_sheet_is_tried_here() -> None:
    tried = {field_of(FIELDS, name).kind for name, *_ in GOOD}

    assert {field.kind for field in FIELDS} <= tried


@each_of("field", FIELDS)
def test_a_field_writes_the_text_that_it_reads(field: SheetField) -> None:
    assert write_field(SHEET, field, read_field(SHEET, field)) == SHEET


def test_the_choices_of_a_campaign_are_fields_too() -> None:
    (field,) = SCENE_FIELDS

    assert read_field(write_field(Choices(), field, "per_encounter"), field) == "per_encounter"


def test_a_field_that_no_sheet_has_is_refused() -> None:
    assert refusal_code(lambda: field_of(FIELDS, "fuerzza")) == "unknown_field"


@given(st.sampled_from(FIELDS), st.text(max_size=40))
def test_every_written_value_can_be_saved(field: SheetField, text: str) -> None:
    after: list[Any] = []
    code = refusal_code(lambda: after.append(write_field(SHEET, field, text)))

    for sheet in after:
        saved = decode(record_of_value(type(sheet)), through_json(sheet))
        if field.path not in (("health",), ("effort",)):
            assert read_field(saved, field) == read_field(sheet, field)
    bad = {
        "bad_number",
        "number_out_of_range",
        "bad_die",
        "bad_choice",
        "bad_counter",
        "bad_score",
        "bad_effect",
    }
    assert code in {"", *bad} or code.startswith("dice_")
