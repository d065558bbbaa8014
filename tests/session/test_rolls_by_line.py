"""Many rolls alike share a line: its number, its count, and what becomes of each of them."""

from collections.abc import Callable

import pytest

from tests.session.game import BEA, DAY, Game, meet
from tests.session.status import status_json
from tracker.rules.pending import figure
from tracker.session.event import Draft
from tracker.session.moves.resolution import resolve, skip
from tracker.session.pending import keys_by_line, line_of
from tracker.store.paths import examples_folder
from tracker.wording.brief import brief_sentences
from tracker.wording.sentences import sentences
from tracker.wording.waiting import pending_lines


def month(*lines: str) -> Game:
    """Return a month of two people with a lantern that nobody has filled, fed or put to sleep."""
    return Game("pj Lía", "pj Bren", "lleva lia farol d20 luz cada 1h encendida", *lines, "intervalo 30d")


def test_a_program_reads_the_number_that_resolves_a_roll_and_for_how_many_it_stands() -> None:
    game = month()
    told = status_json(game.history)["pending"]
    kinds = {each["number"]: (each["kind"], each["who"] and each["who"]["name"]) for each in told}
    assert kinds == {
        1: ("hunger", "Lía"),
        2: ("sleep", "Lía"),
        3: ("hunger", "Bren"),
        4: ("sleep", "Bren"),
        5: ("usage", None),
    }
    assert sum(each["rolls"] for each in told if each["number"] == 5) == 30 * 24
    for key, each in zip(game.session.pending, told, strict=True):
        keys = line_of(game.session, key)
        assert keys_by_line(game.session)[each["number"] - 1] == keys
    assert game.sentences("omite 3") == "No se tira: Hambre: Resistencia, 30 tiradas, de Bren."


YEAR = ("pj Lía", "pj Bren", "lleva lia farol d20 luz cada 10m encendida", "intervalo 365d")


def test_a_year_calls_for_each_hungry_day_each_day_awake_too_many_and_a_birthday() -> None:
    """R1-047, R1-072, R1-077, R1-079: no roll of a year is left out, nor of the ten that may pass at once."""
    for years in (1, 10):
        days = 365 * years
        game = Game(*YEAR[:3], f"intervalo {days}d")
        found = [(kind, count) for kind, count in rolls(game).items() if kind[0] != "ageing"]
        assert found == [
            (("hunger", "Lía"), days),
            (("sleep", "Lía"), days - 3),
            (("hunger", "Bren"), days),
            (("sleep", "Bren"), days - 3),
            (("usage", "Lía"), days * 24 * 6),
        ]
        assert rolls(game)["ageing", "Bren"] == years


def rolls(game: Game) -> dict[tuple[str, str], int]:
    """Return how many rolls wait of each kind for each, as other programs read them."""
    found: dict[tuple[str, str], int] = {}
    for each, pending in zip(
        status_json(game.history)["pending"], game.session.pending.values(), strict=True
    ):
        supply = game.session.supplies.get(str(pending.data.get("supply")))
        who = supply.owner if supply else pending.who
        key = each["kind"], game.history.names[who]
        found[key] = found.get(key, 0) + each["rolls"]
    return found


@pytest.mark.parametrize("system", ["horror", "percentile", "margin"])
def test_a_year_without_needs_calls_for_the_rolls_of_its_lantern_alone(system: str) -> None:
    """R2 and R3 have no rule of hunger or sleep by the day, and none of a year."""
    game = Game(*YEAR, system=system)
    assert rolls(game) == {("usage", "Lía"): 365 * 24 * 6}
    assert len(pending_lines(game.history)) == 1


def test_a_year_of_a_game_file_waits_whole_and_is_rolled_a_hundred_at_a_time() -> None:
    text = (examples_folder("games") / "travesia.toml").read_text(encoding="utf-8")
    game = Game("pj Omar", "pj Zaira", "intervalo 365d", system="file.travesia", rules=text)
    assert pending_lines(game.history)[:3] == [
        "1. Omar · la marcha del día, 365 veces",
        "2. Omar · sed, 1460 veces",
        "3. Omar · hambre, 365 veces",
    ]
    assert "Omar gana 100 de cansancio" in game.sentences("resuelve")
    assert pending_lines(game.history)[0] == "1. Omar · la marcha del día, 265 veces"
    for _ in range(3):
        game.do("resuelve")
    omar, *_others = status_json(game.history)["creatures"]
    assert omar["sheet"]["cansancio"] == 365
    assert pending_lines(game.history)[0] == "1. Omar · sed, 1460 veces"


def test_each_day_of_a_year_is_rolled_as_hard_as_it_was() -> None:
    """R1-072, A1-41: a day of the fold is as hard as in a year that passed day by day."""
    whole, daily = Game("pj Lía", "intervalo 20d"), Game("pj Lía")
    for _ in range(20):
        daily.do("intervalo 1d")
    for of in ("hunger", "sleep"):
        ways = []
        for game in (whole, daily):
            place = next(
                each["number"] for each in status_json(game.history)["pending"] if each["kind"] == of
            )
            event = game.play(game.draft(f"resuelve {place}", roll=lambda sides: sides))
            ways.append([(throw.target, throw.total, throw.mode) for throw in event.throws])
        assert ways[0] == ways[1]
    assert not whole.session.pending


def test_years_of_a_short_calendar_all_make_older() -> None:
    """R1-079."""
    game = Game("pj Lía edad=20", "calendario Enero 12", "intervalo 720d")
    assert rolls(game)["ageing", "Lía"] == 60
    place = next(each for each in pending_lines(game.history) if "Envejecimiento" in each).split(".")[0]
    game.play(game.draft(f"resuelve {place}", roll=lambda sides: sides))
    assert game.sheet("Lía").age == 80


def test_what_was_owed_before_a_meal_ends_once_it_cannot_kill() -> None:
    """R1-073, R1-074."""
    game = Game("pj Lía", "intervalo 365d", "come lia")
    for made, left in ((362, 3), (1, 0)):
        game.play(game.draft(f"resuelve turnos {made}", roll=lambda sides: sides))
        assert rolls(game).get(("hunger", "Lía"), 0) == left


def test_dates_that_are_too_many_are_counted() -> None:
    game = Game("calendario Enero 2", "fiesta Luna 1 Enero", "fiesta Sol 2 Enero")
    said = sentences(game.do("intervalo 100d"), game.history)
    assert "Además pasan 50 fechas señaladas antes de las que esperan." in said
    days = [(figure(each, "at") + game.session.begins) // DAY + 1 for each in game.session.pending.values()]
    assert days == list(range(52, 102))


def draft_of_line(game: Game, line: str) -> Draft:
    return game.draft(line, roll=lambda sides: sides)


def skip_one(place: int) -> Callable[[Game], Draft]:
    """Return the skip of one roll of the first line."""
    return lambda game: skip(game.session, keys_by_line(game.session)[0][place])


LINE: dict[str, Callable[[Game], Draft]] = {
    "whole": lambda game: draft_of_line(game, "resuelve 1"),
    "skipped": lambda game: game.draft("omite 1"),
}
ONE: dict[str, Callable[[Game], Draft]] = {
    "first": lambda game: draft_of_line(game, "resuelve turnos 1"),
    "skipped": skip_one(4),
    "last": skip_one(49),
    "of the last": lambda game: resolve(game.session, keys_by_line(game.session)[0][49], lambda sides: sides),
}


@pytest.mark.parametrize("one", ONE)
@pytest.mark.parametrize("line", LINE)
@pytest.mark.parametrize("line_first", [True, False])
def test_a_line_and_one_of_its_rolls_settled_by_two_gms_count_once(
    line: str, one: str, *, line_first: bool
) -> None:
    game = Game("pj Lía", "intervalo 365d")
    bea = game.copy(BEA)
    acts = [LINE[line], ONE[one]] if line_first else [ONE[one], LINE[line]]
    first, second = (
        each.play(act(each), gm) for each, act, gm in zip((game, bea), acts, ("ana", "bea"), strict=True)
    )
    meet(game, bea)
    assert bea.session == game.session
    assert (game.history.counts(first.id), game.history.counts(second.id)) == (True, False)

    settled = {"whole": 365, "skipped": 365}[line] if line_first else {"last": 316}.get(one, 1)
    assert rolls(game).get(("hunger", "Lía"), 0) == 365 - settled
    assert "ana" in " ".join(sentences(second, game.history))
    if not line_first:
        game.do("omite 1")
        assert ("hunger", "Lía") not in rolls(game)


def test_parts_of_a_fold_rolled_one_after_the_other_all_count() -> None:
    game = Game("pj Lía", "intervalo 365d")
    for made in (60, 60):
        game.play(draft_of_line(game, f"resuelve turnos {made}"))
    bea = game.copy(BEA)
    game.play(draft_of_line(game, "resuelve turnos 10"))
    bea.play(draft_of_line(bea, "resuelve turnos 20"), "bea")
    meet(game, bea)
    assert bea.session == game.session
    assert rolls(game)["hunger", "Lía"] == 365 - 130
    game.do("deshacer")
    assert rolls(game)["hunger", "Lía"] in (365 - 120, 365 - 140)


def test_what_one_creature_did_often_is_told_of_it_alone() -> None:
    game = Game("pj Lía", "intervalo 365d")
    event = game.play(draft_of_line(game, "resuelve 2"))
    assert sentences(event, game.history) == ["Lía aguanta un día más sin dormir (×362)."]
    assert brief_sentences(event.facts, game.history, 3) == ("Lía aguanta un día más sin dormir.",)
