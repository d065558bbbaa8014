"""What the GM lets the players' screen say of creatures: the campaign's own words and where they begin."""

from enum import StrEnum

from tracker.rules.fields import number, text
from tracker.rules.record import dataclass


class Health(StrEnum):
    """How a creature looks to those who face it."""

    UNHURT = "unhurt"
    HURT = "hurt"
    BADLY_HURT = "badly_hurt"
    FALLEN = "fallen"


class Shown(StrEnum):
    """Whether the conditions of creatures are told; one may be a secret, so they are not by themselves."""

    NO = "untold"
    YES = "told"


class Arrival(StrEnum):
    """Whether creatures that come into an encounter are seen at once."""

    SEEN = "seen"
    HIDDEN = "unseen"


@dataclass(frozen=True, slots=True)
class PlayersView:
    """An empty word is the usual one; the shares are per cent of what a creature has unhurt."""

    unhurt: str = text()
    hurt: str = text()
    badly_hurt: str = text()
    fallen: str = text()
    hurt_at: int = number(99, low=1, high=99)
    badly_hurt_at: int = number(50, low=1, high=99)
    conditions: Shown = Shown.NO
    arrival: Arrival = Arrival.SEEN

    def health(self, current: int, maximum: int) -> Health:
        """Return how somebody with this much left looks who is still up.

        >>> [PlayersView().health(left, 200).value for left in (200, 199, 100)]
        ['unhurt', 'hurt', 'badly_hurt']
        """
        share = current * 100 // maximum
        if share <= self.badly_hurt_at:
            return Health.BADLY_HURT
        return Health.HURT if share <= self.hurt_at else Health.UNHURT

    def own_word(self, health: Health) -> str:
        """Return the campaign's own word for it, if it has one."""
        word: str = getattr(self, health.value)
        return word
