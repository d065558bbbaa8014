"""Dados: every throw with its faces, filtered, repeated, kept; by keys."""

import pytest

from tests.screens.game import Folder, party, playing
from tests.told import undone
from tracker.store.paths import examples_folder


async def test_a_roll_keeps_every_face_and_its_label(folder: Folder) -> None:
    folder.begin(*party())
    folder.faces.extend([6, 1, 4])
    async with playing(folder) as game:
        await game.press("4", "r")
        await game.say("3d6kh2+1 # [b]trampa[/]")
        assert "11" in game.rows[0]
        assert "[b]trampa[/]" in game.rows[0]
        assert "6 [1] 4" in game.screen
        last = game.table.history.undoable
        assert last is not None
        assert [die.face for die in last.throws[0].dice] == [6, 1, 4]


async def test_dice_whose_faces_are_counted_show_their_successes(folder: Folder) -> None:
    rules = str(examples_folder("games") / "rescoldos.toml")
    folder.begin("pj Nela brazo=4", "prueba Nela brazo = 6 5 1 6", system=rules)
    async with playing(folder) as game:
        await game.press("4")
        assert "3 crítico" in " ".join(game.rows[0].split())
        assert ": 3 éxitos" in game.screen


@pytest.mark.slow
async def test_a_bad_expression_points_at_what_is_wrong(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.events
        await game.press("r")
        await game.say("2d6+")
        assert game.dialog == "CommandPrompt"
        assert game.hint
        await game.press("ctrl+c")
        assert game.events == before


async def test_a_throw_is_repeated_with_its_own_expression(folder: Folder) -> None:
    folder.begin(*party("2d6+3 # emboscada"))
    folder.faces.extend([1, 2])
    async with playing(folder) as game:
        await game.press("4", ".")
        assert [throw.total for event in game.table.history for throw in event.throws] == [15, 6]
        await game.press(".")
        assert len(game.rows) == 3


@pytest.mark.slow
async def test_repeating_a_throw_keeps_its_person_and_label(folder: Folder) -> None:
    folder.begin(*party("guarda lia.ataque 1d20+3", "tira lia.ataque"))
    folder.faces.extend([7])
    async with playing(folder) as game:
        await game.press("4", ".")
        assert game.notice == "Lía, ataque: 1d20+3 = 10 (d20 → 7 +3)."


async def test_the_cursor_follows_this_gms_new_throws(folder: Folder) -> None:
    folder.begin(*party("2d6", "1d8"))
    folder.faces.extend([1, 2, 3])
    async with playing(folder) as game:
        await game.press("4", "r", *"1d20", "enter")
        assert "1d20" in game.side_text
        await game.press("up", ".")
        assert "1d8" in game.side_text
        assert len(game.rows) == 4
        await game.press("end")
        folder.play("1d4", gm="bea")
        await game.wait_until(lambda: len(game.rows) == 5, "the other GM's roll")
        assert "1d8" in game.side_text


@pytest.mark.slow
async def test_a_throw_without_an_expression_is_not_repeated(folder: Folder) -> None:
    folder.begin(*party("lleva Lía Cuerda d6", "usa Lía Cuerda = 4"))
    async with playing(folder) as game:
        before = game.events
        await game.press("4", ".")
        assert game.notice.startswith("Esa tirada no tiene expresión")
        assert game.events == before


@pytest.mark.slow
async def test_throws_are_filtered_by_person_and_kind(folder: Folder) -> None:
    folder.begin(*party("prueba Lía fuerza = 4", "prueba Bruno fuerza = 5", "daño Lía 3 = 2", "2d6"))
    async with playing(folder) as game:
        await game.press("4")
        assert len(game.rows) == 4
        await game.menu("dice.person")
        assert game.notice == "Tiradas de Lía"
        assert len(game.rows) == 2
        await game.menu("dice.person")
        assert (game.notice, len(game.rows)) == ("Tiradas de Bruno", 1)
        await game.menu("dice.person")
        await game.menu("dice.kind")
        assert len(game.rows) == 1
        await game.menu("dice.kind")
        assert game.notice == "Tiradas: Blindaje"
        await game.press("/")
        await game.say("espada")
        assert [row.strip() for row in game.rows] == ["Nada contiene «espada»: / sin texto lo muestra todo."]
        await game.press("/", "ctrl+u", "enter")
        assert game.notice == "Se ve todo."


@pytest.mark.slow
async def test_a_roll_is_kept_under_a_name_and_rolled_by_it(folder: Folder) -> None:
    folder.begin(*party("1d20+3 # espada"))
    async with playing(folder) as game:
        await game.press("4")
        await game.menu("dice.keep")
        await game.press("home")
        await game.paste("espada")
        await game.press("enter")
        assert dict(folder.saved().rolls)["espada"].expression == "1d20+3"
        await game.press("m", "g", "e")
        assert game.notice.startswith("espada: 1d20+3 = 23")
        await game.command("olvida espada")
        await game.press("m", "g")
        assert game.notice == "No hay tiradas guardadas: + guarda una."


@pytest.mark.slow
async def test_an_undone_throw_stays_and_says_so(folder: Folder) -> None:
    folder.begin(*party("2d6"))
    async with playing(folder) as game:
        await game.press("4", "u", "u")
        assert len(game.rows) == 1
        assert "(deshecho)" in game.side_text


async def test_what_was_undone_is_told_under_a_full_list_of_throws_while_a_roll_waits(folder: Folder) -> None:
    folder.begin(*party(*["2d6"] * 30, "vigila 18+ cada 1", "intervalo 10m", "nota Cae la noche"))
    async with playing(folder, size=(60, 20)) as game:
        await game.press("4")
        assert "Pendiente" in game.screen
        await game.press("u", "u")
        assert undone() in game.screen


async def test_enter_rolls_refused_dice_as_they_are_written_here(folder: Folder) -> None:
    folder.begin(*party())
    folder.faces.extend([6, 1, 2, 3, 5, 5, 4, 2])
    async with playing(folder) as game:
        await game.press("r", *"3d6!")
        assert "3d6e6" in game.screen
        await game.press("enter", ":", *"4d6k3", "down")
        assert "4d6kh3" in game.screen
        await game.press("enter")
        events = [*game.table.history][-2:]
        assert [event.throws[0].expression for event in events] == ["3d6e6", "4d6kh3"]
        assert [event.throws[0].total for event in events] == [12, 14]
