"""Dice that fall as told."""

from tracker.rules.dice import Roll, Typed


class Faces:
    """A `Roll` that gives these faces in order; `announced` is what a player says of a pair."""

    def __init__(self, *faces: int, announced: int | None = None) -> None:
        self.left = list(faces)
        self._announced = announced
        self.asked: list[int] = []

    def __call__(self, sides: int) -> int:
        self.asked.append(sides)
        return self.left.pop(0)

    def take_announced_face(self, count: int, sides: int) -> int | None:
        kept, self._announced = self._announced, None
        return None if kept is None else Typed(kept)


def falls(*faces: int) -> Roll:
    return Faces(*faces)


def announces(face: int) -> Roll:
    return Faces(announced=face)


NEVER: Roll = falls()
"""For what rolls no dice."""
