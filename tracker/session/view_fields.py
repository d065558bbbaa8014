"""The lines of the players' view that the GM may read and edit."""

from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.session.players_view import Arrival, Health, Shown

_GROUP = "players"
VIEW_FIELDS = (
    *(SheetField(f"players_{each}", (each.value,), FieldKind.TEXT, _GROUP) for each in Health),
    SheetField("players_hurt_at", ("hurt_at",), FieldKind.NUMBER, _GROUP, 1, 99),
    SheetField("players_badly_hurt_at", ("badly_hurt_at",), FieldKind.NUMBER, _GROUP, 1, 99),
    SheetField("players_conditions", ("conditions",), FieldKind.CHOICE, _GROUP, choices=tuple(Shown)),
    SheetField("players_arrival", ("arrival",), FieldKind.CHOICE, _GROUP, choices=tuple(Arrival)),
)
"""They stand beside the choices that the game leaves to the campaign."""
