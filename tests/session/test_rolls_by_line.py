"""Many rolls alike share a line: its number, its count, and what becomes of each of them."""

from tests.session.game import Game
from tests.session.status import status_json
from tracker.session.pending import keys_by_line, line_of


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
    assert [fact.data["due"] for fact in game.do("omite 3").facts] == ["hunger"] * 30
