"""How the players' screen speaks of creatures: the campaign's own words and thresholds."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from tracker.rules.fields import Text, number
from tracker.rules.sheet_field import FieldKind, SheetField, number_field


class Health(StrEnum):
    """How hurt a creature looks."""

    UNHURT = "unhurt"
    HURT = "hurt"
    BADLY_HURT = "badly_hurt"
    FALLEN = "fallen"


class Shown(StrEnum):
    """Whether players see conditions of creatures. No by default: a condition may be a secret."""

    NO = "untold"
    YES = "told"


class Arrival(StrEnum):
    """Whether players see creatures as soon as they enter an encounter."""

    SEEN = "seen"
    HIDDEN = "unseen"


class RoomNames(StrEnum):
    """How players know the rooms that they have seen: a name may be a surprise."""

    NUMBERS = "by_number"
    NAMES = "by_name"


class PlayersView(Struct, frozen=True):
    """Own words for each look, empty for the usual one; thresholds in per cent of full health."""

    unhurt: Text = ""
    hurt: Text = ""
    badly_hurt: Text = ""
    fallen: Text = ""
    hurt_at: Annotated[int, number(low=1, high=99)] = 99
    badly_hurt_at: Annotated[int, number(low=1, high=99)] = 50
    conditions: Shown = Shown.NO
    arrival: Arrival = Arrival.SEEN
    rooms: RoomNames = RoomNames.NUMBERS

    def health(self, current: int, maximum: int) -> Health:
        """Tell how a standing creature with this much health looks.

        >>> [PlayersView().health(left, 200).value for left in (200, 199, 100)]
        ['unhurt', 'hurt', 'badly_hurt']
        """
        share = current * 100 // maximum
        if share <= self.badly_hurt_at:
            return Health.BADLY_HURT
        return Health.HURT if share <= self.hurt_at else Health.UNHURT

    def own_word(self, health: Health) -> str:
        """Look up the campaign's own word for a look; empty without one."""
        word: str = getattr(self, health.value)
        return word


_GROUP = "players"
VIEW_FIELDS = (
    *(SheetField(f"players_{each}", (each.value,), FieldKind.TEXT, _GROUP) for each in Health),
    number_field(PlayersView, "players_hurt_at", _GROUP, path=("hurt_at",)),
    number_field(PlayersView, "players_badly_hurt_at", _GROUP, path=("badly_hurt_at",)),
    SheetField("players_conditions", ("conditions",), FieldKind.CHOICE, _GROUP, choices=tuple(Shown)),
    SheetField("players_arrival", ("arrival",), FieldKind.CHOICE, _GROUP, choices=tuple(Arrival)),
    SheetField("players_rooms", ("rooms",), FieldKind.CHOICE, _GROUP, choices=tuple(RoomNames)),
)
"""Fields for the settings of the campaign."""
