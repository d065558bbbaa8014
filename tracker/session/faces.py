"""Faces read off real dice, before those that the program rolls."""

from collections import deque
from collections.abc import Iterable

from tracker.rules.dice import Roll, Typed
from tracker.rules.refusal import Refusal


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
        """Return the next face of a die of `sides`; refuses one that it cannot show, or a missing one."""
        self._asked += 1
        if not self._given:
            return self._roll(sides)
        if not self._faces:
            raise Refusal("too_few_faces", needed=self._asked, given=self._given, sides=sides)
        face = self._faces.popleft()
        if not 1 <= face <= sides:
            raise Refusal("face_out_of_range", face=face, sides=sides)
        return Typed(face)

    def announced(self, count: int, sides: int) -> int | None:
        """Return the kept face of several dice when it is the only one left."""
        return self(sides) if count > 1 and len(self._faces) == 1 else None

    def used_up(self) -> None:
        """Refuse faces that nothing asked for."""
        if self._faces:
            raise Refusal("too_many_faces", needed=self._asked, given=self._given)
