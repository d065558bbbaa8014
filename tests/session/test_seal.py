"""Every digital die of every command bears its place in the seal."""

import hashlib
import hmac

from tests.commands.test_parse import BOTH, TABLE
from tracker.features.verify.verdict import adds_up
from tracker.rules.refusal import Refusal
from tracker.session.seal import SealedDice, mark, sealed_face


def test_the_dice_of_every_command_come_from_the_seal() -> None:
    seed = bytes(32)
    for line in sorted({each for *lines, _verb in BOTH for each in lines}):
        try:
            draft = TABLE.draft(line, roll=SealedDice(seed, 0, 5))
        except Refusal:
            continue
        fallen = [die for throw in draft.throws for die in throw.dice if not die.typed]

        assert len({die.place for die in fallen}) == len(fallen), line
        for die in fallen:
            assert die.place is not None, line
            assert die.face == sealed_face(seed, 0, 5, die.place, die.sides), line
        assert all(adds_up(throw) for throw in draft.throws), line


def test_the_construction_is_what_its_document_says() -> None:
    seed = bytes(range(32))
    told = b"tracker die 1|2|7|3|20|0"
    value = int.from_bytes(hmac.new(seed, told, hashlib.sha256).digest()[:8], "big")

    assert sealed_face(seed, 2, 7, 3, 20) == value % 20 + 1


def test_the_mark_of_a_roll_is_what_its_document_says() -> None:
    seed = bytes(range(32))
    told = b'tracker roll 2|2|7|0000000009-00c0ffee|{"at":0,"gm":"l\\u00eda"}'
    document = {"gm": "lía", "at": 0, "drawn": ["0", 2, 7]}

    marked = hmac.new(seed, told, hashlib.sha256).hexdigest()
    assert mark(seed, 2, 7, "0000000009-00c0ffee", document) == marked


def test_all_faces_come_about_as_often() -> None:
    counts = [0] * 6
    for draw in range(6_000):
        counts[sealed_face(bytes(32), 0, draw, 0, 6) - 1] += 1

    assert all(850 < count < 1_150 for count in counts)
