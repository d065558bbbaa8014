"""Cooperation: helping one person, or all pulling together (R4-029..R4-032)."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from tracker.rules.fields import Scalar
from tracker.rules.games.margin.bands import attain
from tracker.rules.games.margin.sheet import Helper
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact

ORDINARY_BONUSES = 1
COMPETENT_BONUSES = 2


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


def helped_fact(who: str, other: str, helpers: Mapping[str, Helper]) -> Fact:
    """Return the fact of help: the bonuses of all the help for the roll that `who` helps with."""
    name = helpers[who].characteristic
    serving = [each for each in helpers.values() if each.serves(name)]
    data: dict[str, Scalar] = {
        "who": who,
        "other": other,
        "bonuses": help_bonuses(serving),
        "characteristic": name,
    }
    return Fact("helped", data)


def group_effort(margins: Sequence[int]) -> GroupEffort:
    """Add the signed margins of everyone in a group, failures taking away (R4-031, A4-12).

    Raises `Refusal` when nobody takes part.
    """
    if not margins:
        raise Refusal("nobody_takes_part")
    return GroupEffort(sum(margins))


def group_facts(margins: tuple[int, ...], count: int, minimum: int | None) -> tuple[Fact, ...]:
    """Return the facts of the effort of `count` people (R4-031, R4-032)."""
    effort = group_effort(margins)
    kind = "group_succeeded" if effort.success else "group_failed"
    facts = (Fact(kind, {"count": count, "total": effort.total}),)
    if minimum is None or not effort.success:
        return facts
    attained = attain(effort.total, minimum, success=effort.success)
    return (*facts, Fact(f"minimum_{attained}", {"minimum": minimum}))
