"""Keys of every tab: undo with its preview, notes, the command line, help, the palette, other GMs."""

import gc
from weakref import WeakSet

import pytest
from textual._styles_cache import StylesCache
from textual.events import Paste

from tests.screens.game import NASTY, Folder, fight, party, playing
from tests.told import damaged_sentence, refusal, undone
from tests.trials import one_of
from tests.widgets.stage import shown_lines
from tracker.rules.games.horror.sheet import Vigil
from tracker.screens.table.recent import Recent
from tracker.screens.tabs import creatures
from tracker.screens.tabs.sheet import card
from tracker.session.state import Session
from tracker.store.files import locked
from tracker.store.sharing import Status
from tracker.widgets.entry import Entry
from tracker.widgets.ink import text_of, whole_of
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.text_panel import Block
from tracker.widgets.theme import LIGHT
from tracker.wording.messages import say


async def test_undo_says_what_comes_back_and_the_same_key_does_it(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "daño Goblin 1 5"))
    async with playing(folder) as game:
        await game.press("4", "u")
        assert f"¿Se deshace esto? {damaged_sentence('Goblin 1', 5, 1)}." in game.screen
        assert "Goblin 1: Salud +5" in game.screen
        assert game.saved("Goblin 1").health == 1
        await game.press("u")
        assert game.saved("Goblin 1").health == 6
        assert game.notice == f"{undone()}{damaged_sentence('Goblin 1', 5, 1)}."


async def test_what_is_undone_is_told_once_by_its_undo(folder: Folder) -> None:
    folder.begin(*party("daño bruno 5"))
    async with playing(folder, size=(160, 50)) as game:
        strip = game.table.query_one(Recent)
        assert f"08:00  {damaged_sentence('Bruno', 5, 11)}." in " ".join(shown_lines(strip))
        await game.press("u", "u")
        told = " ".join(" ".join(shown_lines(strip)).split())
        assert told.endswith(f"{undone()}{damaged_sentence('Bruno', 5, 11)}.")
        assert told.count(damaged_sentence("Bruno", 5, 11)) == 1
        await game.press("ctrl+r")
        told = " ".join(" ".join(shown_lines(strip)).split())
        assert f"08:00 {damaged_sentence('Bruno', 5, 11)}." in told
        assert undone() not in told


async def test_ctrl_c_says_how_to_leave_the_program(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("ctrl+c")
        assert (game.notice, game.dialog) == ("ctrl+q sale del programa.", "")
        assert "Press" not in game.screen


@pytest.mark.parametrize("keys", one_of([("?", "/", "d"), ("?",)]))
async def test_the_key_that_interrupts_a_program_leaves_a_page_as_it_leaves_a_question(
    folder: Folder, keys: tuple[str, ...]
) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press(*keys)
        assert game.dialog == "HelpScreen"
        await game.press("ctrl+c")
        assert game.dialog == ""


async def test_help_names_both_keys_of_an_action(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder, size=(80, 60)) as game:
        await game.press("question_mark")
        assert "Supr m x" in game.screen
        assert "escape" not in game.screen


async def test_the_prompt_is_used_again_and_starts_empty(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press(":", *"daño nadie")
        prompt, key_bar = game.app.screen, game.screen.splitlines()[-1]
        assert "nadie" in game.hint
        await game.press("ctrl+c", "o")
        assert game.app.screen is prompt
        assert (game.hint, prompt.query_one(Entry).value) == ("", "")
        assert "daño" not in game.screen.replace(key_bar, "")
        await game.say("La niebla sube.")
        assert game.notice == "Nota: La niebla sube."


@pytest.mark.slow
async def test_in_other_colours_the_prompt_is_another(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press(":")
        prompt = game.app.screen
        await game.press("ctrl+c")
        game.app.theme = LIGHT
        await game.press(":")
        assert game.app.screen is not prompt
        inks = [screen.query_one(Notice).rich_style.color for screen in (game.app.screen, game.table)]
        assert inks[0] == inks[1] != prompt.query_one(Notice).rich_style.color


@pytest.mark.slow
async def test_undo_reaches_across_a_restart_and_says_whose_it_is(folder: Folder) -> None:
    folder.begin(*party("daño Lía 3 = 1"))
    folder.play("daño Bruno 4", gm="benito")
    async with playing(folder) as game:
        await game.press("u")
        assert f"¿Se deshace lo que hizo benito? {damaged_sentence('Bruno', 4, 12)}." in game.screen
        await game.press("u", "u", "u")
        assert (game.saved("Bruno").health, game.saved("Lía").health) == (16, 14)


async def test_what_another_gm_does_shows_within_a_second(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("2", "end")
        folder.play("daño Goblin 1 4", gm="benito")
        await game.wait_until(lambda: game.sheet("Goblin 1").health == 2, "what benito did")
        assert game.notice == f"benito: {damaged_sentence('Goblin 1', 4, 2)}."
        assert "2/6" in game.rows[2]
        assert game.session.creatures[game.line_table.cursor_key or ""].name == "Goblin 2"


@pytest.mark.slow
async def test_two_gms_at_once_are_both_right(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        folder.play("daño Bruno 4", gm="benito")
        await game.command("daño Bruno 5")
        await game.wait_until(lambda: game.sheet("Bruno").health == 7, "both wounds")


async def test_an_unshared_action_says_so_and_is_shared_later(folder: Folder) -> None:
    path = folder.begin(*party())
    async with playing(folder) as game:
        with locked(path):
            await game.command("daño Bruno 5")
            assert game.notice == f"{damaged_sentence('Bruno', 5, 11)}."
            await game.wait_until(lambda: "sin compartir" in game.screen, "sin compartir")
        await game.wait_until(lambda: game.table.sharer.status is Status.SHARED, "shared")
        assert f" {say('top_line.saved')}" in game.screen


@pytest.mark.slow
async def test_a_line_for_the_log_is_text_and_nothing_else(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("o")
        await game.say(f"la puerta = 3 llaves {NASTY}")
        assert game.notice.startswith("Nota: la puerta = 3 llaves [b]Ñandú[/]")
        await game.press("g", "l")
        assert "la puerta = 3 llaves [b]Ñandú[/]" in game.screen


async def test_text_pasted_without_a_line_to_write_it_in_does_nothing_and_says_so(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.events
        game.app.post_message(Paste("daño lia 5"))
        await game.pilot.pause()
        assert game.notice == "Lo pegado no va a ninguna parte: antes se abre una línea (:)."
        assert game.events == before


async def test_the_command_line_completes_names(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press(":", *"dañ", "tab", "space", *"bru", "tab", "space", "3", "enter")
        assert game.saved("Bruno").health == 13


async def test_the_command_line_says_what_enter_would_do(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        before = game.events
        await game.press(":")
        await game.paste("daño goblin* 5")
        assert game.hint == ("Goblin 1 y Goblin 2 reciben 5 de daño: quedan en 1.") or game.hint.startswith(
            damaged_sentence("Goblin 1", 5)
        )
        assert game.events == before
        await game.press("enter")
        assert (game.saved("Goblin 1").health, game.saved("Goblin 2").health) == (1, 1)


async def test_what_a_line_will_change_is_made_ready_while_it_is_read(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Session] = []

    def card_of(session: Session, who: str, **shown: bool) -> Block:
        made.append(session)
        return card(session, who, unicode=shown["unicode"])

    folder.begin(*party())
    async with playing(folder) as game:
        game.cursor_on("Bruno")
        await game.pilot.pause()
        monkeypatch.setattr(creatures, "card", card_of)
        await game.press("d", "3")
        (supposed,) = made
        assert supposed is not game.session
        assert "16/16" in game.rows[1]
        await game.press("enter")
        assert (game.session, made) == (supposed, [supposed])
        assert "13/16" in game.rows[1]
        assert "Bruno" in game.side_text


async def test_what_was_made_ready_is_shown_for_nothing_else(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        game.cursor_on("Bruno")
        await game.press("d", "3", "ctrl+c", "up", "down")
        assert "16/16" in game.rows[1]
        await game.press("d", "3")
        folder.play("daño bruno 2", gm="bea")
        await game.wait_until(lambda: game.sheet("Bruno").health == 14, "what the other GM did")
        assert "14/16" in game.rows[1]
        await game.press("enter")
        assert "11/16" in game.rows[1]


WIDE = (120, 24)
"""A terminal in which the chance of every outcome stands on the one line of a preview."""


@pytest.mark.slow
async def test_the_command_line_says_which_dice_would_fall(folder: Folder) -> None:
    folder.begin(*party("aparece 3 goblin"))
    cases = (
        (
            "prueba lia fuerza",
            "Se tira un d20 contra 11. Probabilidad: "
            "50 % (Crítico 5 %, éxito 45 %, fallo 45 %, Fracaso 5 %).",
        ),
        (
            "prueba lia fuerza ventaja +2",
            "Se tiran 2d20 +2 contra 11. Probabilidad: "
            "84 % (Crítico 10 %, éxito 74 %, fallo 16 %, Fracaso <1 %).",
        ),
        ("prueba goblin* fuerza", "Se tiran 3d20."),
        ("daño goblin 3 2d6", "2d6: de 2 a 12, media 7."),
        ("daño goblin* 2d6+1", "2d6+1: de 3 a 13, media 8."),
        ("daño lia 1d8", "1d8: de 1 a 8, media 4,5. Se tira un d6."),
        (
            "daño lia,goblin* 5 = 3",
            f"El Blindaje le para 3 de daño a Lía (d6 → 3✎). {damaged_sentence('Lía', 2, 12)}.",
        ),
        ("daño goblin 1 3d6e6", "3d6e6: vistos de 3 a"),
        ("daño goblin 1 900d6", "900d6: de 900 a 5400"),
    )
    async with playing(folder, size=WIDE) as game:
        for line, foreseen in cases:
            await game.press(":")
            await game.paste(line)
            assert game.hint.startswith(foreseen), line
            await game.press("ctrl+c")


async def test_where_the_whole_preview_does_not_fit_every_chance_still_does(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder, size=(80, 24)) as game:
        await game.press(":")
        await game.paste("prueba lia fuerza ventaja +2")
        assert game.hint == "2d20 +2 contra 11: 84 % (Crítico 10 %, éxito 74 %, fallo 16 %, Fracaso <1 %)."


@pytest.mark.slow
async def test_the_command_line_says_the_target_in_this_light(folder: Folder) -> None:
    folder.begin("pj Ilse POD=17 INT=14 habilidades=Fusil 80", "luz penumbra", system="percentile")
    async with playing(folder, size=WIDE) as game:  # R3-027, R3-049
        await game.press(":")
        await game.paste("prueba ilse fusil desfavorables")
        assert game.hint == (
            "Se tira un d100 contra 30. Probabilidad: "
            "30 % (crítico 2 %, especial 4 %, éxito 24 %, fallo 65 %, pifia 5 %)."
        )


@pytest.mark.slow
async def test_a_line_that_cannot_be_says_why_and_changes_nothing(folder: Folder) -> None:
    folder.begin(*party())
    cases = (
        ("vuela Lía", "No conozco la orden «vuela»."),
        ("daño nadie 4", refusal("unknown_creature", name="nadie", known="Lía, Bruno")),
        ("daño Lía mucho", "No entiendo «mucho»."),
        ("daño Lía", "Falta un dato: cantidad."),
        ("prueba Lía fuerza = 99", "Un d20 no puede sacar 99"),
        ("prueba Lía fuerza = x", "«x» no son caras"),
        ("siguiente", refusal("no_encounter")),
        ("reloj 25:00", "Esa fecha no vale"),
        ("estado Lía mal", refusal("unknown_choice", value="mal", known="Apresamiento").removesuffix(".")),
        ("2d6d6d6(", ""),
        ("999999d6", ""),
        (f"daño {NASTY} 4", "No hay nadie que se llame «[b]Ñandú[/]"),
    )
    async with playing(folder) as game:
        before = (game.events, folder.path().read_bytes())
        for line, says in cases:
            await game.command(line)
            assert game.dialog == "CommandPrompt"
            assert game.hint.startswith(says), line
            assert game.hint
            await game.press("ctrl+c")
            assert (game.events, folder.path().read_bytes()) == before


@pytest.mark.slow
async def test_a_filter_stays_until_it_is_cleared(folder: Folder) -> None:
    folder.begin(*party("pj Ñandú"))
    async with playing(folder) as game:
        await game.press("/")
        await game.say("ñan")
        await game.press("d")
        await game.say("2")
        assert (len(game.rows), game.saved("Ñandú").health) == (1, 8)
        await game.press("/", *["backspace"] * 3, "enter")
        await game.wait_until(lambda: len(game.rows) == 3, "everybody")


async def test_help_is_searched_without_accents(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("question_mark")
        assert "Teclas de aquí" in game.screen
        await game.press("/", *"inconsci", "enter")
        assert "Teclas de aquí" not in game.screen
        assert "nconsciente" in game.screen
        await game.press("/", "ctrl+u")
        await game.say("dano quien")
        assert "daño QUIEN CANTIDAD" in game.screen
        await game.press("q")
        assert game.dialog == ""


@pytest.mark.slow
async def test_the_palette_finds_every_action_of_the_tab(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("ctrl+p", *"pj", "enter")
        await game.say("Zoe")
        await game.press("ctrl+s")
        assert game.saved("Zoe").health == 10


@pytest.mark.slow
async def test_typing_in_the_palette_does_nothing_before_enter(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.session
        await game.press("ctrl+p", *"descans")
        assert "Descanso" in game.screen
        assert "Cura" not in game.screen
        await game.press("tab", *"o")
        assert game.app.screen.query_one(Entry).value == "descanso"
        await game.press(*["backspace"] * 9)
        assert (game.dialog, game.session) == ("", before)


@pytest.mark.slow
async def test_the_palette_finds_an_action_by_its_key_too(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        for key, found in (("z", "Comer, dormir"), ("u", "Deshacer"), ("/", "Buscar")):
            await game.press("ctrl+p", key)
            names = game.app.screen.query_one(LineTable).rows[0].cells[:2]
            assert [text_of(whole_of(name)) for name in names] == [found, key]
            await game.press("ctrl+c")


@pytest.mark.slow
@pytest.mark.parametrize("keys", one_of([("g", "s", "t"), ("ctrl+p", *"termina la sesi", "enter")]))
async def test_a_session_ends_by_its_key_and_in_the_palette(folder: Folder, keys: tuple[str, ...]) -> None:
    folder.begin("pj Ada Cordura_máxima=6 Cordura=2", system="horror")
    async with playing(folder) as game:
        await game.press(*keys)
        assert "En la próxima sesión se recupera toda la Cordura" in game.notice
        await game.press("u", "u")
        assert game.session.scene == Vigil()


@pytest.mark.slow
async def test_the_milestones_of_a_game_are_named_to_choose_from(folder: Folder) -> None:
    folder.begin("pj Ada", system="percentile")
    async with playing(folder) as game:
        await game.press("g", "s")
        for milestone in ("Termina la escena", "Termina la sesión", "Termina el escenario"):
            assert milestone in game.screen


async def test_a_game_without_milestones_has_no_key_for_them(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.press("g")
        assert "Fin de sesión" not in game.screen
        await game.press("s")
        assert (game.dialog, game.events) == ("Picker", 1)


@pytest.mark.slow
async def test_settings_are_chosen_in_words(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("g", "a", "enter", "down", "enter", "ctrl+s")
        assert game.notice == "Ajuste: munición = por encuentro."
        assert getattr(folder.saved().scene, "ammo_mode", "") == "per_encounter"


async def test_leaving_goes_home_where_the_campaign_is_listed(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("q")
        await game.wait_until(lambda: "Última vez" in game.screen, "home")
        assert "mesa" in game.screen
        await game.press("enter")
        await game.wait_until(lambda: "Grupo" in game.screen, "the table")
        assert "Lía" in game.screen


async def test_a_tab_keeps_its_cursor_while_others_are_seen(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("2", "end", "1", "4", "3", "2")
        assert game.session.creatures[game.line_table.cursor_key or ""].name == "Goblin 2"


@pytest.mark.slow
async def test_a_page_that_is_left_takes_its_lines_along(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, make = WeakSet[StylesCache](), StylesCache.__init__

    def noted(lines: StylesCache) -> None:
        make(lines)
        kept.add(lines)

    monkeypatch.setattr(StylesCache, "__init__", noted)
    folder.begin(*party())
    async with playing(folder) as game:

        async def kept_after(looks: int) -> int:
            await game.press(*["question_mark", "escape"] * looks)
            # The program freezes what there is a moment after its start, a page that is open then too.
            gc.unfreeze()
            gc.collect()
            return len(kept)

        few = await kept_after(2)
        assert 0 < await kept_after(2) <= few


@pytest.mark.slow
async def test_a_tall_terminal_shows_the_last_events_under_every_tab(folder: Folder) -> None:
    folder.begin(*party("nota Llueve"))
    async with playing(folder, size=(160, 50)) as game:
        for tab in "1234":
            await game.press(tab)
            assert "Nota: Llueve" in game.screen
        await game.press("1", "o")
        await game.say("Escampa")
        assert game.screen.index("Nota: Llueve") < game.screen.index("Nota: Escampa")


@pytest.mark.parametrize("size", one_of([(60, 20), (80, 24)]))
async def test_the_last_three_events_are_shown_at_every_size(folder: Folder, size: tuple[int, int]) -> None:
    folder.begin(*party("nota Uno", "nota Dos", "nota Tres"))
    async with playing(folder, size=size) as game:
        for tab in "1234":
            await game.press(tab)
            assert all(f"Nota: {each}" in game.screen for each in ("Uno", "Dos", "Tres")), game.screen


async def test_the_log_tells_the_hour_and_the_day_unless_it_is_today(folder: Folder) -> None:
    folder.begin("pj Lía", "nota pronto", "intervalo 1d11h10m40s", "nota tarde")
    async with playing(folder) as game:
        await game.press("g", "l")
        pronto, tarde = [row.text for row in game.app.screen.query_one(LineTable).rows if "Nota" in row.text]
        assert pronto.startswith("Día 1 08:00")
        assert tarde.startswith("19:10")
