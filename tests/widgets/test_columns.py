from hypothesis import given
from hypothesis import strategies as st

from tracker.widgets.columns import GAP, Column, share_width

COLUMNS = (
    Column("Nombre", 18, least=10, flexible=True),
    Column("Ini", 3),
    Column("PV", 6),
    Column("Estados", 20, least=8, priority=1),
    Column("Notas", 16, priority=2),
)


def widths(room: int) -> dict[str, int]:
    return {slot.column.title: slot.width for slot in share_width(COLUMNS, room)}


def test_all_columns_fit_and_the_flexible_one_takes_the_rest() -> None:
    assert widths(120) == {"Nombre": 71, "Ini": 3, "PV": 6, "Estados": 20, "Notas": 16}


def test_columns_shrink_before_any_disappears() -> None:
    assert widths(50) == {"Nombre": 13, "Ini": 3, "PV": 6, "Estados": 8, "Notas": 16}


def test_the_least_important_column_disappears_first() -> None:
    assert widths(40) == {"Nombre": 18, "Ini": 3, "PV": 6, "Estados": 10}
    assert widths(25) == {"Nombre": 14, "Ini": 3, "PV": 6}


@given(st.integers(1, 200))
def test_columns_are_never_wider_than_the_room(room: int) -> None:
    slots = share_width(COLUMNS, room)
    assert sum(slot.width for slot in slots) + GAP * (len(slots) - 1) <= room
    assert slots[0].column.title == "Nombre"
