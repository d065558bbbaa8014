"""Cooperation: helping one person, or all pulling together (R4-029..R4-032)."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from tracker.rules.refusal import Refusal

ORDINARY_BONUSES = 1
COMPETENT_BONUSES = 2


class Helper(Struct, frozen=True):
    """Somebody who helps. `success` is how the same check, made before, went; None if it was not made."""

    competent: bool = False
    """Whether they have the same skill, technique or knowledge (R4-030)."""
    success: bool | None = None

    @property
    def excels(self) -> bool:
        """Whether they bring more than ordinary help."""
        return self.competent and self.success is True


class GroupEffort(Struct, frozen=True):
    """The margins of a whole group, added up."""

    total: int

    @property
    def success(self) -> bool:
        """Whether the group did it; 0 is a marginal success (R4-032)."""
        return self.total >= 0


def help_bonuses(helpers: Iterable[Helper]) -> int:
    """Count the bonuses that help is worth to the one who rolls (R4-029, R4-030).

    Two for each competent helper whose own check succeeded, and one for all the others together (A4-11).

    >>> help_bonuses((Helper(), Helper(), Helper(competent=True, success=True)))
    3
    """
    excelling = [helper.excels for helper in helpers]
    ordinary = 0 if all(excelling) else ORDINARY_BONUSES
    return COMPETENT_BONUSES * sum(excelling) + ordinary


def group_effort(margins: Sequence[int]) -> GroupEffort:
    """Add the signed margins of everyone in a group, failures taking away (R4-031, A4-12).

    Raises `Refusal` when nobody takes part.
    """
    if not margins:
        raise Refusal("nobody_takes_part")
    return GroupEffort(sum(margins))
