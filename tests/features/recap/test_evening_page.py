"""An evening's page: who took and dealt what, the dice, the hours; and nothing that players do not know."""

from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from time import process_time

import pytest
from msgspec.structs import replace

from tests.screens.game import Folder, playing
from tests.session.game import Game
from tracker.features.recap.evening_page import evening_page
from tracker.features.recap.store import write_evening_page
from tracker.session.damage import Damage
from tracker.session.recap import evenings

NAMES = "BCDFGHJKLMNÑPQRSTVXZ"
FIGHT = (
    "pj Lía salud_total=30 salud=30 daño=1d6",
    "pj Bren salud_total=30 salud=30",
    "aparece 2 goblin salud_total=9 salud=9",
    "aparece Morda salud_total=20 salud=20",
    "combate Torre grupo,goblin*,morda",
    *("iniciativa lía 9", "iniciativa goblin* 5", "iniciativa bren 3", "iniciativa morda 1"),
    "siguiente",
)


class Tables(HTMLParser):
    """Reads the tables of a page, by caption: a list of cells for each row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.tags: set[str] = set()
        self._caption, self._within = "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._within = tag if tag in ("caption", "td", "th", "i") else self._within
        if tag == "tr":
            self.tables[self._caption].append([])
        if tag in ("td", "th"):
            self.tables[self._caption][-1].append("")

    def handle_data(self, data: str) -> None:
        if self._within == "caption":
            self._caption = data
            self.tables.setdefault(data, [])
            self._within = ""
        elif self._within in ("td", "th", "i") and self._caption and self.tables[self._caption]:
            self.tables[self._caption][-1][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._caption = self._within = ""


def turn_of(game: Game) -> str:
    """Name the creature whose turn it is."""
    return game.session.creatures[game.session.encounters[game.session.encounter].active].name


def page_of(game: Game, *, players: bool = False) -> str:
    return evening_page(game.history, evenings(game.history, players=players))


def rows(page: str, caption: str) -> Mapping[str, list[str]]:
    return {row[0]: row[1:] for row in Tables(page).tables[caption][1:]}


def test_damage_taken_is_told_by_round_and_kind() -> None:
    game = Game(*FIGHT, 'daño "goblin 1" 4', 'daño "goblin 2" 2', "daño lía 3", "daño bren 1")
    while game.session.encounters[game.session.encounter].round == 1:
        game.do("siguiente")
    game.do("daño lía 5")

    assert rows(page_of(game), "Daño recibido, por ronda") == {
        "Lía": ["8", "3", "5"],
        "goblin ×2": ["6", "6", "·"],
        "Bren": ["1", "1", "·"],
    }


def test_who_dealt_it_is_named_by_the_attack_else_by_the_turn_of_the_other_side() -> None:
    game = Game(*FIGHT)
    game.do('ataca lía "goblin 1"', 5)
    game.do("daño morda 2")
    game.do("daño morda 4 de bren")
    game.do("daño bren 1")
    dealt = rows(page_of(game), "Daño causado, por ronda")

    assert dealt["en el turno de Lía"] == ["2", "2"]
    assert dealt["no se dijo quién"] == ["1", "1"]
    assert (dealt["Lía"], dealt["Bren"]) == (["5", "5"], ["4", "4"])


def test_a_figure_set_by_hand_and_what_was_undone_are_no_damage() -> None:
    game = Game(*FIGHT, "ficha lía salud=3", "daño bren 4", "deshacer")
    assert "Daño recibido" not in page_of(game)


def test_players_see_damage_of_the_party_alone_and_no_hidden_author() -> None:
    game = Game(*FIGHT, "oculta morda", 'daño "goblin 1" 4')
    while turn_of(game) != "Morda":
        game.do("siguiente")
    game.do("daño bren 6")
    page = page_of(game, players=True)

    assert rows(page, "Daño recibido, por ronda") == {"Bren": ["6", "6"]}
    assert "Morda" not in page


def test_players_see_what_attacks_of_the_party_dealt_but_not_who_lost_how_much() -> None:
    game = Game(*FIGHT, "oculta morda")
    game.do('ataca lía "goblin 1"', 5)
    game.do('secreto ataca lía "goblin 2"', 3)
    game.do("ataca lía morda", 6)
    game.do('daño "goblin 2" 2')
    page = page_of(game, players=True)

    assert rows(page, "Daño causado, por ronda") == {"Lía": ["5", "5"]}
    assert "Daño recibido" not in page


def test_dice_stand_beside_what_a_fair_die_falls() -> None:
    game = Game("pj Lía")
    for face in (20, 10, 3):
        game.do("prueba lía fuerza", face)
    assert rows(page_of(game), "Los dados")["Lía"][:4] == ["3d20", "11,00", "10,50", "pocos"]
    for _ in range(2):
        game.do("prueba lía fuerza", 20)
    # The mean is 4.1 above the expected one, whose standard error is 5.77 / √5.
    assert rows(page_of(game), "Los dados")["Lía"][:4] == ["5d20", "14,60", "10,50", "+1,6 EE"]


def test_hours_are_told_once_and_in_order() -> None:
    game = Game("pj Lía", "intervalo 10m", "intervalo 20m", *FIGHT[1:], "fin", "intervalo 1h")
    page = page_of(game)
    assert page.count("Pasa el tiempo") == 2
    parts = ("Pasa el tiempo: 30 min", "<dd>Torre: ", "Pasa el tiempo: 1 h")
    assert [*map(page.index, parts)] == sorted(map(page.index, parts))
    assert page.count("<h4>") == 1, "the day is said once"
    game = Game("pj Lía", "intervalo 20h", "combate Torre", "siguiente", "fin", "intervalo 1h")
    assert [line for line in page_of(game).split("<h4>") if line.startswith("Día 2")]


@pytest.mark.parametrize("players", [False, True])
def test_nothing_typed_becomes_a_part_of_the_page(players: bool) -> None:
    game = Game(
        'pj "<script>alert(1)</script>" salud_total=9 salud=9',
        'aparece 2 "</title><img src=x>" salud_total=9 salud=9',
        "combate <b>",
        "siguiente",
        "daño grupo 2",
        "nota </p><iframe src=http://x>",
    )
    tags = Tables(page_of(game, players=players)).tags
    assert tags.isdisjoint({"script", "img", "iframe", "b", "link", "form"})


def test_a_page_without_fights_dice_or_hours_has_only_its_prose() -> None:
    page = page_of(Game("pj Lía", "nota Llueve."))
    assert "Llueve." in page
    assert Tables(page).tables == {}


def test_forty_people_in_fifty_rounds_stay_small_and_are_soon_written() -> None:
    game = Game(*FIGHT)
    [evening] = evenings(game.history)
    people = [(f"{name}urrona", party) for name in NAMES for party in (True, False)]
    damage = tuple(Damage(name, 7, each, party) for each in range(1, 51) for name, party in people)
    start = process_time()
    page = evening_page(game.history, [replace(evening, fights=(replace(evening.fights[0], damage=damage),))])
    assert process_time() - start < 1
    assert len(page.encode()) < 300_000


def test_several_evenings_begin_with_a_line_for_each() -> None:
    game = Game("pj Lía", "nota primera")
    game.at += 86_400
    game.do("nota segunda")
    assert len(Tables(page_of(game)).tables["Las sesiones"]) == 3


def test_a_page_goes_over_its_earlier_one_and_over_nothing_else(tmp_path: Path) -> None:
    save = tmp_path / "torre.json"
    (tmp_path / "torre - 02.html").write_text("mía")
    (tmp_path / "torre - 02 2.html").symlink_to(tmp_path / "fuera.html")
    page = page_of(Game("pj Lía", "nota Llueve."))
    written = write_evening_page(save, 2, page)
    assert written.name == "torre - 02 3.html"
    assert write_evening_page(save, 2, page) == written
    assert (tmp_path / "torre - 02.html").read_text() == "mía"
    assert not (tmp_path / "fuera.html").exists()


async def test_the_page_of_the_last_evening_is_written_from_the_table(folder: Folder) -> None:
    folder.begin("pj Lía", "nota la bruja miente", "intervalo 1h")
    async with playing(folder) as game:
        await game.press("g", "r")
        await game.wait_until(lambda: "bruja" in game.screen, "the recap")
        await game.press("w")
        assert "Guardada en" in game.screen
    [page] = folder.folders.saves.glob("*.html")
    assert "Lía" in page.read_text()
    assert "bruja" not in page.read_text()
