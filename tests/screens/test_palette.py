"""The palette: what people call an act finds it, in both languages, with slips, most used first."""

import pytest

from tests.screens.game import Folder, Game, fight, playing
from tests.trials import one_of
from tracker.commands.matching import search_target
from tracker.screens.dialogs.palette import Choice, Palette, matching_choices
from tracker.widgets.entry import Entry
from tracker.widgets.ink import text_of, whole_of
from tracker.widgets.line_table import LineTable
from tracker.wording.language import speak

WANTED = {
    "act.kill": "matar morir kill muerte",
    "exploration.light": "antorcha encender apagar farol torch lantern luz",
    "encounter.flee": "huir escapar huida flee run",
    "group.sleep": "dormir noche sueño sleep",
    "group.eat": "comer raciones hambre comida eat food",
    "encounter.next": "siguiente turno next pasar",
    "verb.rename": "renombrar apodo rename",
    "table.web_page": "QR móvil teléfono página phone",
    "table.recap": "resumen anteriormente recap story",
    "creature.dismiss": "retirar eliminar quitar delete remove",
    "creature.appear": "monstruo enemigo bicho monster npc añadir",
    "group.join": "jugador personaje player",
    "creature.attack": "atacar pegar golpear hit attack",
    "creature.sheet": "nivel ficha xp level",
    "exploration.interval": "hora esperar wait",
    "group.loot": "tesoro botín loot treasure",
    "encounter.surprise": "emboscada ambush sorpresa",
    "encounter.delay": "esperar retrasar wait hold",
    "exploration.travel": "mapa viaje map hex",
    "table.log": "diario historial history registro",
    "creature.damage": "herir vida pg hurt hp",
    "creature.heal": "curar sanar poción heal",
    "creature.condition": "veneno parálisis buff poison",
    "exploration.use": "flecha munición ammo",
    "group.pay": "dinero comprar buy",
    "group.gain": "oro monedas gold",
    "encounter.gather": "horda agrupar mob",
    "exploration.weather": "lluvia clima rain",
    "encounter.hide": "invisible esconder ocultar hide",
    "app.theme": "tema oscuro colores dark",
    "table.settings": "ajustes opciones options",
    "encounter.begin": "pelea combate fight",
    "exploration.round": "ronda round",
}
ALIKE = {"exploration.use": ("creature.use",)}
SLIPS = {
    "creature.attack": "atcar golpera",
    "group.join": "personje",
    "act.kill": "mtaar",
    "group.loot": "tseoro",
}
CRYPTIC = {
    "Más",
    "More",
    "Seguir",
    "Página",
    "Cara",
    "Menú",
    "Uso",
    "Salir",
    "Regla",
    "Follow",
    "Page",
    "Face",
    "Menu",
    "Use",
}


async def choices(game: Game) -> list[Choice]:
    """Return what the palette offers, as it stands while nothing is typed."""
    await game.press("ctrl+p")
    shown = game.app.screen
    assert isinstance(shown, Palette)
    return [*shown.choices]


async def test_what_people_say_finds_its_act_among_the_first_three(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        offered = await choices(game)
        missed = {
            word: [each.key for each in matching_choices(word, offered)[:3]]
            for key, words in [*WANTED.items(), *SLIPS.items()]
            for word in words.split()
            if not {key, *ALIKE.get(key, ())} & {each.key for each in matching_choices(word, offered)[:3]}
        }
        assert missed == {}


@pytest.mark.parametrize("language", one_of(["es", "en"]))
async def test_no_action_has_a_cryptic_name_and_no_two_have_the_same(folder: Folder, language: str) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        speak(language)
        for tab in "1234":
            await game.press(tab)
            labels = [each.label for each in await choices(game)]
            assert [each for each in labels if each in CRYPTIC] == []
            assert sorted(labels) == sorted(set(labels))
            await game.press("ctrl+c")


async def test_it_shows_the_key_and_what_the_typed_line_asks_for_on_all_of_the_screen(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2", "ctrl+p", *"herir")
        rows = game.app.screen.query_one(LineTable).rows
        assert [text_of(whole_of(cell)) for cell in rows[0].cells][:2] == ["Daño", "d"]
        assert text_of(whole_of(rows[0].cells[2])).startswith("daño QUIEN CANTIDAD")
        await game.press(*["backspace"] * 5)
        assert game.app.screen.query_one(LineTable).size.height > game.app.size.height - 6


async def test_what_is_typed_is_seen_under_the_actions(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2", "ctrl+p", *"herir")
        entry = game.app.screen.query_one(Entry)
        assert entry.value == "herir"
        assert entry.region.height == 1


@pytest.mark.slow
async def test_what_is_chosen_often_stands_first_and_is_remembered(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        for _time in range(2):
            await game.press("2", "ctrl+p", *"renombrar", "enter")
            await game.press("ctrl+c")
        await game.press("ctrl+p", *"horda", "enter", "ctrl+c")
        await game.app.workers.wait_for_complete()
    async with playing(folder) as game:
        assert [each.key for each in await choices(game)][:2] == ["verb.rename", "encounter.gather"]


@pytest.mark.slow
async def test_a_verb_without_a_key_asks_for_the_rest_of_its_line(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("1", "ctrl+p", *"renombrar", "enter", *"bruno Brunilda", "enter")
        assert "Brunilda" in [each.name for each in game.session.creatures.values()]


@pytest.mark.slow
async def test_what_no_act_is_called_is_searched_for_in_the_game_and_in_the_manual(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "nota la bruja sabe algo"))
    async with playing(folder) as game:
        await game.press("ctrl+p", *"bruja")
        assert "Buscar «bruja» en la campaña" in game.screen
        await game.press("enter")
        await game.wait_until(lambda: "la bruja sabe algo" in game.screen, "the note")
        await game.press("ctrl+c", "ctrl+p", *"qxqx", "down", "enter")
        assert "«qxqx» no está en el manual" in game.notice


def test_of_two_that_fit_alike_the_one_used_more_comes_first() -> None:
    offered = [
        Choice(key, "Salto", "", "", search_target(key, [("salto", 1.0)]), bonus)
        for key, bonus in (("a", 0), ("b", 3))
    ]
    assert [each.key for each in matching_choices("salto", offered)] == ["b", "a"]
