"""Counts of the dice that fell, and how odd they are."""

import re

import pytest

from tests.session.game import Game
from tests.trials import each_of
from tracker.features.tally.wording import histogram, oddity, tally_answer, tally_text
from tracker.rules.dice import Die, Throw
from tracker.session.event import Draft, Event, InMemory, read_event
from tracker.session.history import History
from tracker.session.tally import Falls, Total, Whose, survival, tally
from tracker.wording.contract import in_json


def roll_event(*dice: Die, who: str = "", outcome: str = "", number: int = 1) -> Event:
    throw = Throw("free", dice, sum(die.worth for die in dice), who, outcome=outcome)
    return read_event(f"{number:016x}-aa", InMemory(Draft(throws=(throw,)).document("ana", 0, 0)))


def falls(sides: int, *counts: int) -> Falls:
    given = Falls(sides)
    for face, count in enumerate(counts, start=1):
        given.faces[face] = count
    return given


def test_every_die_that_fell_counts_dropped_and_typed_ones_too() -> None:
    given = tally([roll_event(Die(20, 3, kept=False), Die(20, 20, typed=True), Die(6, 2), who="lia")])

    twenties = given.falls[Whose("lia"), 20]
    assert (twenties.count, twenties.typed_count, twenties.mean, twenties.mean_face) == (2, 1, 11.5, 10.5)
    assert given.falls[Whose("lia"), 6].count == 1


def test_dice_without_a_creature_belong_to_the_gm() -> None:
    assert Whose(gm="ana") in {whose for whose, _sides in tally([roll_event(Die(6, 1))]).falls}


@each_of(
    "throw",
    [
        Throw("test", (Die(20, 18, typed=True),), 18, "lia", expression="2d20kh1", mode="advantage"),
        Throw("free", (Die(20, 18, typed=True),), 21, "lia", expression="1d20+3 adv"),
        Throw("usage", (Die(20, 18, typed=True),), 18, "lia", mode="disadvantage"),
    ],
)
def test_a_kept_face_without_its_other_is_no_fair_die_and_stands_apart(throw: Throw) -> None:
    alone = read_event(f"{1:016x}-aa", InMemory(Draft(throws=(throw,)).document("ana", 0, 0)))
    history = History("chronicle", [alone, roll_event(Die(20, 4), who="bea", number=2)])
    given = tally(history)

    assert (given.falls[Whose("lia"), 20].count, given.falls[Whose("lia"), 20].alone) == (0, 1)
    together = Falls.merge(given.by_size[20])
    assert (together.count, together.alone) == (1, 1)
    assert "lia: 1 aparte: con ventaja o desventaja, y la otra cara sin decir" in tally_text(given, history)
    assert "todos: 1 (0 tecleados ✎), media 4," in tally_text(given, history)


def test_a_kept_face_with_its_other_counts_as_two_dice() -> None:
    dice = (Die(20, 18, typed=True), Die(20, 3, kept=False, typed=True))
    both = Throw("test", dice, 18, "lia", expression="2d20kh1", mode="advantage")
    event = read_event(f"{1:016x}-aa", InMemory(Draft(throws=(both,)).document("ana", 0, 0)))

    assert tally([event]).falls[Whose("lia"), 20].count == 2


def test_outcomes_are_counted_by_person() -> None:
    given = tally(roll_event(Die(20, 20), who="lia", outcome="critical", number=n) for n in range(3))
    assert given.outcomes[Whose("lia")]["critical"] == 3


@each_of(
    ("chi_square", "freedom", "chance"),
    [(0, 5, 1.0), (3.841, 1, 0.05), (11.070, 5, 0.05), (30.144, 19, 0.05), (36.191, 19, 0.01), (3.0, 5, 0.7)],
)
def test_the_chance_of_a_chi_square_is_the_one_of_the_tables(
    chi_square: float, freedom: int, chance: float
) -> None:
    assert survival(chi_square, freedom) == pytest.approx(chance, abs=5e-4)


@each_of(
    ("given", "said"),
    [
        (falls(6, 2, 1), "pocas tiradas"),
        (falls(6, 10, 11, 9, 10, 12, 8), "nada raro"),
        (falls(6, 20, 6, 8, 10, 7, 9), "algo raro"),
        (falls(6, 60, 0, 0, 0, 0, 0), "muy raro"),
    ],
)
def test_how_odd_dice_are_is_said_in_words(given: Falls, said: str) -> None:
    assert oddity(given).startswith(said)


def test_a_histogram_has_a_bar_for_each_face_or_stretch() -> None:
    assert histogram(falls(4, 2, 4, 0, 1)) == [
        "  1 ############ 2",
        "  2 ######################## 4",
        "  3  0",
        "  4 ###### 1",
    ]
    assert len(histogram(falls(100, 1))) == 20


def test_the_whole_is_told_by_die_and_by_person() -> None:
    history = History("chronicle", [roll_event(Die(20, 20, typed=True), outcome="critical")])
    told = tally_text(tally(history), history)

    assert "d20\ntodos: 1 (1 tecleado ✎), media 20" in told
    assert "ana (DJ)" in told


def both() -> History:
    """Return a campaign with five dice of six: three of the program's and two real ones."""
    program, table = [Die(6, face) for face in (1, 1, 4)], [Die(6, face, typed=True) for face in (6, 6)]
    return History("chronicle", [roll_event(*program, who="lia"), roll_event(*table, who="lia", number=2)])


def test_digital_and_real_dice_are_judged_separately() -> None:
    lines = tally_text(tally(both()), both()).splitlines()

    judged = [
        "(2 tecleados ✎), media esperada 3,5; el 1 ×2, el 6 ×2",
        "  del programa: 3, media 2; pocas tiradas para decir si es raro",
        "  de la mesa ✎: 2, media 6; pocas tiradas para decir si es raro",
    ]
    lines = lines[lines.index("d6") :]
    assert lines[:4] == ["d6", f"todos: 5 {judged[0]}", *judged[1:]]
    assert lines[4] == "  1 ######################## 2"
    assert lines[9] == "  6 ======================== 2 (2 ✎)"
    assert lines[10:] == [f"lia: 5 {judged[0]}", *judged[1:], "  ▇..▃..  ✎ .....▇"]
    assert max(map(len, lines)) < 72


def test_the_two_kinds_stand_apart_in_json_too() -> None:
    given = in_json(tally_answer(tally(both()), both()))

    for part in (*given["dice"], *given["together"]):
        assert (part["count"], part["program"]["mean"], part["table"]["mean"]) == (5, 2, 6)
        assert part["program"]["faces"] == {"1": 2, "4": 1}
        assert part["table"]["chance"] is None


def test_dice_of_one_kind_are_judged_once() -> None:
    history = History("chronicle", [roll_event(Die(6, 2, typed=True), who="lia")])
    given = tally(history)

    assert "programa" not in tally_text(given, history)
    assert tally_answer(given, history).together[0].program is None


def test_each_person_has_a_small_histogram_of_dice_of_up_to_twenty_faces() -> None:
    history = History("chronicle", [roll_event(Die(8, 1), Die(8, 8), Die(8, 8), Die(100, 3), who="lia")])
    lines = tally_text(tally(history), history).splitlines()

    assert lines[-1] == "  ▃......▇"
    assert sum("▇" in each for each in lines) == 1


@each_of(
    ("given", "distance"),
    [
        # Standard deviations: 5.77 of a d20, 1.71 of a d6. Of five: 12.9 and 3.82.
        ([falls(20, *[0] * 19, 5)], 47.5 / 12.894),
        ([falls(6, 5)], -12.5 / 3.8188),
        ([falls(20, *[0] * 19, 5), falls(6, 2)], 42.5 / 13.118),
        ([falls(6, 2, 1, 1, 1, 1, 2)], 0),
        ([falls(20, *[0] * 19, 4)], None),
        ([falls(1, 9)], None),
        ([], None),
    ],
)
def test_the_distance_from_the_expected_counts_standard_errors(
    given: list[Falls], distance: float | None
) -> None:
    assert Total.add_up(given).distance == pytest.approx(distance, abs=1e-3)


def test_each_person_has_a_row_with_the_distance_from_the_expected() -> None:
    history = History(
        "chronicle",
        [
            roll_event(*[Die(20, 20)] * 3, *[Die(20, 20, typed=True)] * 2, Die(6, 1), Die(6, 1), who="lia"),
            roll_event(*[Die(6, 1)] * 5, who="bea", number=2),
            roll_event(*[Die(6, 3)] * 4, who="ada", number=3),
            roll_event(*[Die(2, 1), Die(2, 2)] * 3, who="eva", number=4),
        ],
    )
    lines = tally_text(tally(history), history).splitlines()

    assert lines[:6] == [
        "Por persona",
        "  pocos  ada: 4 dados suman 12 (se espera 14)",
        "-3,3 EE  bea: 5 dados suman 5 (se espera 17,5)",
        " 0,0 EE  eva: 6 dados suman 9 (se espera 9)",
        "+3,2 EE  lia: 7 dados suman 102 (se espera 59,5)",
        "EE: errores estándar por encima (+) o por debajo (-) de la suma esperada."
        " Con dados sin trucar son menos de 2 en 19 de cada 20 casos.",
    ]
    people = in_json(tally_answer(tally(history), history))["people"]
    assert [(each["who"]["id"], each["count"], each["distance"] is None) for each in people][1:3] == [
        ("bea", 5, False),
        ("ada", 4, True),
    ]


def test_a_face_that_was_typed_alone_is_in_no_sum() -> None:
    alone = Throw("free", (Die(20, 18, typed=True),), 18, "lia", mode="advantage")
    event = read_event(f"{1:016x}-aa", InMemory(Draft(throws=(alone,)).document("ana", 0, 0)))
    history = History("chronicle", [event])

    assert "Por persona" not in tally_text(tally(history), history)


def test_people_stand_by_their_names() -> None:
    game = Game("pj Zoe", "pj Ágata", "pj Lía")
    for who in ("zoe", "lia", "agata"):
        game.do(f"prueba {who} fuerza", 12)
    told = tally_text(tally(game.history), game.history)

    assert re.findall(r"^(\w+): 1 \(", told, re.MULTILINE) == ["Ágata", "Lía", "Zoe"]
    assert told.index("Ágata: éxito") < told.index("Lía: éxito") < told.index("Zoe: éxito")
