"""Exports read back equal: every die, its fate, and the outcome."""

import csv
import json
import re
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from tests.session.game import Game
from tests.trials import each_of
from tracker.rules.dice import Die, Fate, Throw
from tracker.session.event import Draft, InMemory, read_event
from tracker.session.history import History
from tracker.wording.exports import EXPORTS
from tracker.wording.faces import dice_text

THROWS = (
    Throw(
        "free",
        (
            Die(20, 7, kept=False),
            Die(20, 14, typed=True),
            Die(6, 1, kept=False, fate=Fate.REROLLED),
            Die(6, 6, fate=Fate.EXPLODED),
            Die(6, 1, counted=2),
        ),
        22,
        expression="=2d20kh1, \"x\"",
        label="salto; *y* `caída`",
        target=15,
        outcome="met",
        static=3,
        margin=7,
        mode="advantage",
    ),
    Throw("usage", (Die(8, 2),), 2, outcome="dropped"),
)  # fmt: skip


@pytest.fixture
def history() -> History:
    document = Draft(throws=THROWS).document("ana|bea", 1_700_000_000, 3_600)
    return History("chronicle", [read_event("1-aa", InMemory(document))])


def export_text(history: History, form: str) -> str:
    return "\n".join(EXPORTS[form](history, history))


def test_json_lines_read_back_equal(history: History) -> None:
    told = json.loads(export_text(history, "jsonl"))

    assert [throw_of(each) for each in told["throws"]] == [core(throw) for throw in THROWS]


def throw_of(raw: Mapping[str, object]) -> tuple[object, ...]:
    columns = (raw[name] for name in ("sides", "faces", "counted", "counts", "typed", "fate"))
    dice = list(zip(*columns, strict=True))
    return (dice, *(raw[name] for name in MEANINGS))


MEANINGS = ("purpose", "label", "expression", "total", "static", "target", "outcome", "margin", "mode")


_WORDS = ("purpose", "label", "expression", "outcome", "mode")


def core(throw: Throw) -> tuple[object, ...]:
    dice = [(die.sides, die.face, die.worth, die.kept, die.typed, str(die.fate)) for die in throw.dice]
    return (dice, *(getattr(throw, name) for name in MEANINGS))


def test_csv_reads_back_equal(history: History) -> None:
    rows = list(csv.DictReader(export_text(history, "csv").splitlines()))

    assert [row_of(row) for row in rows] == [core(throw) for throw in THROWS]


@each_of("label", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "'=1+1", "''tis", 'a, "b"; c', "=1,=2"])
def test_a_label_is_no_formula_in_a_spreadsheet_and_reads_back_equal(label: str) -> None:
    document = Draft(throws=(replace(THROWS[1], label=label),)).document("=ana", 0, 0)
    given = History("chronicle", [read_event("1-aa", InMemory(document))])
    [row] = csv.DictReader(export_text(given, "csv").splitlines())

    assert row["label"][0] not in "=+-@"
    assert row["label"].removeprefix("'") == label
    assert row["gm"].removeprefix("'") == "=ana"


def test_no_text_is_a_formula_in_a_spreadsheet_whatever_its_column() -> None:
    formula = "=1+1"
    throw = replace(
        THROWS[1], purpose=formula, label=formula, expression=formula, outcome=formula, mode=formula
    )
    document = Draft(throws=(throw,)).document(formula, 0, 0)
    given = History("chronicle", [read_event("1-aa", InMemory(document))])
    [row] = csv.DictReader(export_text(given, "csv").splitlines())

    assert [name for name, cell in row.items() if cell.startswith(("=", "+", "-", "@"))] == []
    assert {row[name] for name in (*_WORDS, "gm")} == {f"'{formula}"}


def test_a_number_below_nothing_stays_a_number() -> None:
    document = Draft(throws=(replace(THROWS[1], total=-3, margin=-5),)).document("ana", 0, 0)
    given = History("chronicle", [read_event("1-aa", InMemory(document))])
    [row] = csv.DictReader(export_text(given, "csv").splitlines())

    assert (row["total"], row["margin"]) == ("-3", "-5")


def test_markdown_shows_entities_as_plain_letters() -> None:
    document = Draft(throws=(replace(THROWS[1], label="&lt;b&gt; &copy;"),)).document("ana", 0, 0)
    given = History("chronicle", [read_event("1-aa", InMemory(document))])

    assert r"\&lt;b\&gt; \&copy;" in export_text(given, "md")


def row_of(row: Mapping[str, str]) -> tuple[object, ...]:
    numbers = [[int(cell) for cell in row[name].split()] for name in ("sides", "faces", "counted")]
    flags = [[cell == "1" for cell in row[name].split()] for name in ("kept", "typed")]
    fates = [cell.replace(".", "") for cell in row["fate"].split()]
    dice = list(zip(*numbers, *flags, fates, strict=True))
    whole = {name: int(row[name]) if row[name] else None for name in ("total", "static", "target", "margin")}
    words = {name: row[name].removeprefix("'") for name in _WORDS}
    return (dice, *((whole | words)[name] for name in MEANINGS))


def test_the_text_of_two_gms_and_of_day_ten_stands_in_one_column() -> None:
    game = Game("pj Lía")
    game.play(game.draft("nota cruje"), gm="Bernardina")
    game.do("intervalo 9d corriente")
    game.do("nota cae")
    lines = export_text(game.history, "text").splitlines()
    notes = [line for line in lines if "Nota:" in line]
    assert len(notes) == 2
    assert len({line.index("Nota:") for line in notes}) == 1
    assert not any(line.endswith(" ") for line in lines)


@pytest.mark.parametrize("form", ["text", "md"])
def test_text_and_markdown_show_every_face_and_its_meaning(history: History, form: str) -> None:
    told = re.sub(r"\\(.)", r"\1", export_text(history, form))
    dice = told.replace(" →", "").replace(", d", " d")

    for throw in THROWS:
        assert dice_text(throw) in dice
        assert faces_in(dice_text(throw)) == [
            (die.sides, die.face, die.worth, die.kept, die.typed, die.fate) for die in throw.dice
        ]
    assert "= 22 contra 15. Se cumple" in told


_FACE = re.compile(r"(\[?)(\d+)(?:→(\d+))?([↻!]?)(✎?)\]?")


def faces_in(text: str) -> list[tuple[object, ...]]:
    """Read dice back from `d20 [7] 14✎ d6 [1↻] 6!`."""
    fates = {"": Fate.STOOD, "↻": Fate.REROLLED, "!": Fate.EXPLODED}
    found: list[tuple[object, ...]] = []
    sides = 0
    for word in text.split():
        if word.startswith("d"):
            sides = int(word[1:])
        elif match := _FACE.fullmatch(word):
            bracket, face, counted, fate, typed = match.groups()
            worth = int(counted or face)
            found.append((sides, int(face), worth, not bracket, bool(typed), fates[fate]))
    return found


def test_in_a_campaign_with_a_calendar_every_moment_has_its_date() -> None:
    game = Game("intervalo 1h", "calendario Brasa 28; hoy 27 Brasa -4")
    game.do("2d6 # salto", 1, 2)

    told = export_text(game.history, "jsonl").splitlines()[-1]
    rows = list(csv.DictReader(export_text(game.history, "csv").splitlines()))

    assert json.loads(told)["now"]["text"] == "27 Brasa -4 09:00"
    assert "[27 Brasa -4 09:00]" in export_text(game.history, "text")
    assert [row["date"][-5:] for row in rows] == ["08:00", "08:00", "09:00", "09:00"]


def test_without_a_calendar_no_moment_has_a_date() -> None:
    game = Game("intervalo 1h")

    assert json.loads(export_text(game.history, "jsonl").splitlines()[-1])["now"]["date"] is None
    assert {row["date"] for row in csv.DictReader(export_text(game.history, "csv").splitlines())} == {""}


def test_a_spreadsheet_keeps_every_digit_of_an_id() -> None:
    document = Draft().document("ana", 1_700_000_000, 3_600)
    history = History("chronicle", [read_event("100000000070012648430", InMemory(document))])
    [row] = csv.DictReader(export_text(history, "csv").splitlines())
    assert [*row.values()][:2] == ["'100000000070012648430", "1700000000"]
