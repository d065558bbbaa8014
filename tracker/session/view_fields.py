"""The lines of the players' view that the GM may read and edit."""

from tracker.rules.sheet_field import FieldKind, SheetField, number_field
from tracker.session.players_view import Arrival, Health, PlayersView, Shown

_GROUP = "players"
VIEW_FIELDS = (
    *(SheetField(f"players_{each}", (each.value,), FieldKind.TEXT, _GROUP) for each in Health),
    number_field(PlayersView, "players_hurt_at", _GROUP, path=("hurt_at",)),
    number_field(PlayersView, "players_badly_hurt_at", _GROUP, path=("badly_hurt_at",)),
    SheetField("players_conditions", ("conditions",), FieldKind.CHOICE, _GROUP, choices=tuple(Shown)),
    SheetField("players_arrival", ("arrival",), FieldKind.CHOICE, _GROUP, choices=tuple(Arrival)),
)
"""They stand beside the choices that the game leaves to the campaign."""
