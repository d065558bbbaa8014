"""Typed durations, and typed faces."""

from tests.session.game import refusal_code
from tests.trials import each_of
from tracker.commands.figures import parse_duration, split_faces


@each_of(
    ("word", "seconds"),
    [
        ("10s", 10),
        ("10m", 600),
        ("2h", 7_200),
        ("1h30m", 5_400),
        ("1d", 86_400),
        ("1D2H", 93_600),
        ("90m", 5_400),
        ("1½h", 5_400),
        ("½h", 1_800),
        ("1d ½h", 88_200),
    ],
)
def test_a_duration_has_numbers_with_units(word: str, seconds: int) -> None:
    assert parse_duration(word) == seconds


@each_of("word", ["", "10", "h", "10x", "1.5h", "-1h", "1h-", "diez", "100000h", "1h h", "½", "1½s", "½½h"])
def test_a_duration_is_a_number_and_its_unit(word: str) -> None:
    assert refusal_code(lambda: parse_duration(word)) == "bad_duration"


@each_of(
    ("line", "rest", "faces"),
    [
        ("x = 14", "x", (14,)),
        ("x = 14 3", "x", (14, 3)),
        ("x = 14, 3", "x", (14, 3)),
        ("x =14", "x", (14,)),
        ("= 14", "", (14,)),
        ("x", "x", None),
        ("x a=b", "x a=b", None),
        ("x a=b = 3", "x a=b", (3,)),
    ],
)
def test_faces_stand_behind_an_equals_sign(line: str, rest: str, faces: tuple[int, ...] | None) -> None:
    assert split_faces(line) == (rest, faces)


@each_of(
    ("line", "rest", "faces"),
    [
        ("1d20 # ataque = 3", "1d20 # ataque = 3", None),
        ("1d20 = 14 # ataque = 3", "1d20 # ataque = 3", (14,)),
        ("1d20 = 14 # a # b", "1d20 # a # b", (14,)),
        ("1d20 = 14", "1d20", (14,)),
    ],
)
def test_an_equals_sign_in_a_label_is_text(line: str, rest: str, faces: tuple[int, ...] | None) -> None:
    assert split_faces(line, "#") == (rest, faces)


@each_of("line", ["x = ", "x = a", "x = 1 a", "x = -1", "x = 1.5", "x = " + "1 " * 1_001, "x = 12345678"])
def test_only_numbers_are_faces(line: str) -> None:
    assert refusal_code(lambda: split_faces(line)) == "bad_faces"
