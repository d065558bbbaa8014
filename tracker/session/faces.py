"""Faces of real dice, which go before the program's own dice."""

from collections import deque
from collections.abc import Iterable

from tracker.rules.dice import Roll, Typed
from tracker.rules.refusal import Refusal

NUMBERED_FROM_ZERO = (10, 100)
"""Sides of the dice whose highest face is printed as 0 or 00."""


def is_whole(typed: str, sides: int) -> bool:
    """Whether the digits typed for a face are complete: a further digit would not fit.

    >>> [is_whole(typed, 100) for typed in ("5", "05", "00", "10", "11", "100")]
    [False, True, True, False, True, True]
    """
    if typed.startswith("0"):
        whole = len(typed) >= len(str(sides - 1))
        return whole and (int(typed) > 0 or sides in NUMBERED_FROM_ZERO)
    return int(typed) * 10 > sides


class FacesOnTheTable:
    """A `Roll` that gives the typed faces in order, or the program's dice if none were typed.

    If one face is left and the rules throw two dice and keep one, that face is the kept one. With
    `only_hits`, they are the faces of rolls to hit, one after another, and no damage is among them.
    """

    def __init__(self, faces: Iterable[int], roll: Roll, *, only_hits: bool = False) -> None:
        self.only_hits = only_hits
        self._faces = deque(faces)
        self._given = len(self._faces)
        self._asked = 0
        self._roll = roll

    def __call__(self, sides: int) -> int:
        """Give the next face. The 0 of a d10 and the 00 of a d100 are their highest faces.

        Refuses a face that the die does not have (`face_out_of_range`), and a missing one (`too_few_faces`).
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
        """Take the only face left as the kept face of several dice."""
        return self(sides) if count > 1 and len(self._faces) == 1 else None

    @property
    def is_used_up(self) -> bool:
        """Faces were typed, and all of them have been used."""
        return bool(self._given) and not self._faces

    @property
    def unused_count(self) -> int:
        """Number of typed faces not used yet."""
        return len(self._faces)

    def require_all_used(self) -> None:
        """Refuse typed faces that no die used (`too_many_faces`)."""
        if self._faces:
            raise Refusal("too_many_faces", needed=self._asked, given=self._given)
