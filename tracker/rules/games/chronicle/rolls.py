"""Rolling a d20: when, in which mode, and what the face means (R1-004..R1-012, R1-021..R1-034)."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Mode, kept_face

STATIC_LIMIT = 3
"""Beyond this, modifiers become Advantage or Disadvantage (R1-025, R1-026)."""


class Outcome(StrEnum):
    """The outcome of a roll against a difficulty (R1-005..R1-008)."""

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    FUMBLE = "fumble"

    @property
    def succeeds(self) -> bool:
        """Whether the action succeeds."""
        return self in {Outcome.CRITICAL, Outcome.SUCCESS}


class Handling(Struct, frozen=True):
    """How a roll is made: its mode, and the number added to the face."""

    mode: Mode = Mode.NORMAL
    static: int = 0


class Test(Struct, frozen=True):
    """A d20 roll read against a difficulty."""

    natural: int
    total: int
    outcome: Outcome


def roll_mode(
    modifiers: Iterable[int] = (), advantage: int = 0, disadvantage: int = 0, *, effort: bool = False
) -> Handling:
    """Weigh modifiers and sources of Advantage and Disadvantage (R1-021..R1-026, R1-053).

    The modifiers are summed; a sum beyond ±3 is wholly replaced by Advantage or Disadvantage (A1-06), which
    cancel each other whatever their number (A1-05). A point of Effort counts after that (A1-43).

    >>> roll_mode([-2, -2])
    Handling(mode=<Mode.DISADVANTAGE: 'disadvantage'>, static=0)
    """
    total = sum(modifiers)
    favoured = advantage > 0 or total > STATIC_LIMIT
    hindered = disadvantage > 0 or total < -STATIC_LIMIT
    static = total if abs(total) <= STATIC_LIMIT else 0
    mode = Mode.NORMAL
    if favoured != hindered:
        mode = Mode.ADVANTAGE if favoured else Mode.DISADVANTAGE
    return with_effort(Handling(mode, static)) if effort else Handling(mode, static)


def with_effort(how: Handling) -> Handling:
    """Return a roll with a point of Effort: it cancels Disadvantage, or gives Advantage (R1-053, A1-43).

    >>> str(with_effort(Handling(Mode.DISADVANTAGE)).mode), str(with_effort(Handling()).mode)
    ('', 'advantage')
    """
    return replace(how, mode=Mode.NORMAL if how.mode is Mode.DISADVANTAGE else Mode.ADVANTAGE)


def judge(natural: int, total: int, difficulty: int) -> Outcome:
    """Read a roll: the natural face before the total, which must reach the difficulty (R1-005..R1-008).

    >>> str(judge(natural=1, total=4, difficulty=2))
    'fumble'
    """
    if natural == 20:
        return Outcome.CRITICAL
    if natural == 1:
        return Outcome.FUMBLE
    return Outcome.SUCCESS if total >= difficulty else Outcome.FAILURE


def d20_test(faces: tuple[int, ...], difficulty: int, handling: Handling) -> Test:
    """Read the faces of a d20 roll; the natural face is that of the kept die (R1-004, R1-021, A1-03)."""
    natural = kept_face(faces, handling.mode)
    total = natural + handling.static
    return Test(natural, total, judge(natural, total, difficulty))


class Winner(StrEnum):
    """The winner of an opposed roll."""

    A = "a"
    B = "b"
    REROLL = "reroll"


class Contender(Struct, frozen=True):
    """One side of an opposed roll: its total, its outcome against its own difficulty, and its value."""

    total: int
    outcome: Outcome
    value: int


def opposed(a: Contender, b: Contender) -> Winner:
    """Compare two rolls: who passes, then the higher result, then the higher value (R1-029..R1-033).

    A Critical counts as passed and a fumble as failed, with no further precedence (A1-10).
    """
    left = (a.outcome.succeeds, a.total, a.value)
    right = (b.outcome.succeeds, b.total, b.value)
    if left == right:
        return Winner.REROLL
    return Winner.A if left > right else Winner.B


def needs_roll(
    *,
    within_interval: bool,
    threat: bool,
    failure_adds: bool,
    untrained_or_impeded: bool,
    rushed_or_risky: bool,
) -> bool | None:
    """Whether an action calls for a roll; None leaves it to the GM (R1-002, R1-010..R1-012, A1-35)."""
    if rushed_or_risky or untrained_or_impeded:
        return True
    if within_interval and not threat and not failure_adds:
        return False
    return None
