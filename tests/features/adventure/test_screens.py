"""The rooms by keys: walked, emptied, described, found and drawn."""

from tests.screens.game import Folder, Game, party, playing, spoken_by
from tracker.session.whereabouts import rooms_with_party
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice

LINES = (
    "sala 1 Puerta salidas norte 2, este 3 secreta",
    "sala 2 Cripta salidas arriba 4",
    "sala 2 criatura 2 goblin",
    "sala 2 botín 30 oro",
    "ve 1",
)


def notice_text(game: Game) -> str:
    return spoken_by(game.app.screen.query_one(Notice))


async def test_the_page_of_rooms_walks_takes_loot_and_takes_it_back(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await game.press("g", "p")
        assert "<1>···(3)" in game.screen
        await game.press("down", "enter")
        assert list(rooms_with_party(game.session)) == ["2"]
        assert notice_text(game).startswith("Lía")
        assert "goblin 1" in game.screen
        await game.press("b")
        assert notice_text(game) == "Va al botín: 30 oro."
        await game.press("b")
        assert notice_text(game) == "Va al botín: 30 oro."
        await game.press("e")
        assert "Estado de 2 Cripta" in game.screen
        await game.say("saqueada")
        assert game.session.rooms["2"].status == "saqueada"
        await game.press("u", "s")
        assert notice_text(game) == "Se deshace: Sala 2 (Cripta): saqueada."
        await game.press("u", "s")
        assert "botín" in game.screen
        assert not any(each.done for each in game.session.rooms["2"].items.values() if each.kind == "loot")
        await game.press("q")
        assert game.dialog == ""


async def test_the_page_of_rooms_says_what_a_walk_does_to_light_and_pending_rolls(folder: Folder) -> None:
    folder.begin(*party(*LINES, "lleva lía antorcha d6 luz", "enciende antorcha"))
    async with playing(folder) as game:
        await game.press("g", "p")
        assert "antorcha d6" in game.screen
        assert "pendiente" not in game.screen
        await game.press("down", "enter")
        assert "Una tirada pendiente" in game.screen
        folder.play("apaga antorcha", gm="bea")
        await game.wait_until(lambda: "SIN LUZ" in game.screen, "the dark")


async def test_the_first_room_is_written_on_the_page_of_rooms(folder: Folder) -> None:
    folder.begin("pj Lía")
    async with playing(folder) as game:
        await game.press("g", "p", "+")
        await game.say("1 Puerta salidas norte 2")
        assert game.session.rooms["1"].name == "Puerta"
        await game.press("+")
        await game.say("")
        await game.press("q")
        assert (game.dialog, len(game.session.rooms)) == ("", 2)


async def test_the_page_begins_where_the_party_is(folder: Folder) -> None:
    folder.begin(*party(*LINES, "ve 2"))
    async with playing(folder) as game:
        await game.press("g", "p")
        assert game.app.screen.query_one(LineTable).cursor_key == "2"


async def test_a_search_finds_a_room_and_goes_there(folder: Folder) -> None:
    folder.begin(*party(*LINES, "sala 3 nota Huele a humo"))
    async with playing(folder) as game:
        await game.press("slash")
        await game.say("humo")
        assert game.dialog == "RoomsScreen"
        assert game.app.screen.query_one(LineTable).cursor_key == "3"


async def test_exploration_says_where_the_party_is(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await game.press("3")
        assert "1 Puerta" in game.screen
        assert "norte 2, este 3 (secreta)" in game.screen
        await game.press("v")
        await game.say("norte")
        assert list(rooms_with_party(game.session)) == ["2"]


SPLIT = (
    "sala 1 Puerta salidas norte 2, sur 6, este 3, oeste 4, abajo 5 secreta",
    "sala 2 criatura oculto ogro",
    "sala 2 trampa aguja daño 1d6",
    "sala 2 estado en llamas",
    "lleva lía antorcha d6 luz",
    "enciende antorcha",
    "ve 1",
)


async def test_a_split_party_sees_who_is_where_and_who_is_in_the_dark(folder: Folder) -> None:
    folder.begin(*party(*SPLIT))
    async with playing(folder) as game:
        await game.press("3")
        assert "n 2, s 6, e 3, o 4, (baja 5)" in game.screen
        await game.command("ve 2 Bruno")
        [row] = [each for each in game.rows if "SIN LUZ" in each]
        assert "Bruno" in row
        await game.press("1")
        [row] = [each for each in game.rows if "Bruno" in each]
        assert "sala 2" in row
        await game.press("2")
        [row] = [each for each in game.rows if "ogro" in each]
        assert "oculto" in row


async def test_a_long_text_of_a_room_is_read_by_pages(folder: Folder) -> None:
    folder.begin(*party(*LINES, f"sala 1 nota {'Prosa larga. ' * 40}fin"))
    async with playing(folder) as game:
        await game.press("g", "p")
        assert "fin" not in game.screen
        await game.press("tab")
        assert "fin" in game.screen
        await game.press("down", "up")
        assert "fin" not in game.screen
        await game.press("question_mark")
        assert "Pasar la página de lo que se lee de la sala" in game.screen
