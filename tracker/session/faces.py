"""Faces of real dice, used before the program's own dice."""

from collections import deque
from collections.abc import Iterable

from tracker.rules.dice import Roll, Typed
from tracker.rules.refusal import Refusal

NUMBERED_FROM_ZERO = (10, 100)
"""Sides of the dice that print their highest face as 0 or 00."""


def is_whole(typed: str, sides: int) -> bool:
    """Whether the digits typed for a face can take no further digit.

    >>> [is_whole(typed, 100) for typed in ("5", "05", "00", "10", "11", "100")]
    [False, True, True, False, True, True]
    """
    if typed.startswith("0"):
        whole = len(typed) >= len(str(sides - 1))
        return whole and (int(typed) > 0 or sides in NUMBERED_FROM_ZERO)
    return int(typed) * 10 > sides


class FacesOnTheTable:
    """A `Roll` that gives the typed faces in order; without typed faces, the program's dice.

    If one face is left and the rules throw two dice and keep one, that face is the kept one.
    """

    def __init__(self, faces: Iterable[int], roll: Roll) -> None:
        self._faces = deque(faces)
        self._given = len(self._faces)
        self._asked = 0
        self._roll = roll

    def __call__(self, sides: int) -> int:
        """Return the next face of a die; refuses a face that the die does not have, and a missing face.

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

    def take_announced_face(self, count: int, sides: int) -> int | None:
        """Return the only face left, as the kept face of several dice."""
        return self(sides) if count > 1 and len(self._faces) == 1 else None

    @property
    def is_used_up(self) -> bool:
        """Whether faces were typed and all of them have been given."""
        return bool(self._given) and not self._faces

    @property
    def unused_count(self) -> int:
        """Typed faces that no die has used yet."""
        return len(self._faces)

    def require_all_used(self) -> None:
        """Refuse typed faces that no die used."""
        if self._faces:
            raise Refusal("too_many_faces", needed=self._asked, given=self._given)
