"""Faces read off real dice, before those that the program rolls."""

from collections import deque
from collections.abc import Iterable

from tracker.rules.dice import Roll, Typed
from tracker.rules.refusal import Refusal

NUMBERED_FROM_ZERO = (10, 100)
"""Sides of the dice whose highest face is printed as 0 or 00."""


def is_whole(typed: str, sides: int) -> bool:
    """Whether no further digit could follow those typed for a face.

    >>> [is_whole(typed, 100) for typed in ("5", "05", "00", "10", "11", "100")]
    [False, True, True, False, True, True]
    """
    if typed.startswith("0"):
        whole = len(typed) >= len(str(sides - 1))
        return whole and (int(typed) > 0 or sides in NUMBERED_FROM_ZERO)
    return int(typed) * 10 > sides


class FacesOnTheTable:
    """A `Roll` that gives the typed faces in order; with none typed, the program's own dice.

    A single face left, where the rules would throw two dice and keep one, is the one that the player
    announced.
    """

    def __init__(self, faces: Iterable[int], roll: Roll) -> None:
        self._faces = deque(faces)
        self._given = len(self._faces)
        self._asked = 0
        self._roll = roll

    def __call__(self, sides: int) -> int:
        """Return the next face of a die of `sides`; refuses one that it cannot show, or a missing one.

        The 0 of a d10 and the 00 of a d100 are their highest faces.
        """
        self._asked += 1
        if not self._given:
            return self._roll(sides)
        if not self._faces:
            raise Refusal("too_few_faces", needed=self._asked, given=self._given, sides=sides)
        face = self._faces.popleft()
        if face == 0 and sides in NUMBERED_FROM_ZERO:
            face = sides
        if not 1 <= face <= sides:
            raise Refusal("face_out_of_range", face=face, sides=sides)
        return Typed(face)

    def announced(self, count: int, sides: int) -> int | None:
        """Return the kept face of several dice when it is the only one left."""
        return self(sides) if count > 1 and len(self._faces) == 1 else None

    @property
    def left(self) -> int:
        """Typed faces that nothing has asked for yet."""
        return len(self._faces)

    def used_up(self) -> None:
        """Refuse faces that nothing asked for."""
        if self._faces:
            raise Refusal("too_many_faces", needed=self._asked, given=self._given)
