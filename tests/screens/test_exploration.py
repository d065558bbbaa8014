"""Exploración by keys: the clock, lights, hunger, coming events."""

import pytest

from tests.screens.game import Folder, party, playing
from tests.told import depleted_sentence, worn_die
from tests.trials import one_of, one_row_of
from tests.widgets.stage import shown_lines
from tracker.rules.games import SYSTEMS
from tracker.session.calendar import Date
from tracker.widgets.line_table import LineTable
from tracker.wording.dates import date_text

HOUR = 3_600


@pytest.mark.slow
async def test_a_torch_burns_down_to_nothing_and_says_so(folder: Folder) -> None:
    folder.begin(*party())
    folder.faces.extend([2, 1])
    async with playing(folder) as game:
        await game.press("3", "+")
        await game.say("Lía Antorcha d6 luz cada 10m")
        game.cursor_on("Antorcha")
        await game.press("l")
        assert game.notice == "Lía enciende su Antorcha."
        assert "en 10 min" in game.rows[0]
        for told in (
            f"{worn_die('Antorcha', 4, 'Lía')} (d6 → 2).",
            f"{depleted_sentence('Antorcha', 'Lía')} (d4 → 1).",
        ):
            await game.press("h", "h")
            assert "Antorcha" in game.pending
            await game.press("enter")
            assert game.notice.startswith(told)
        assert "Era la última luz encendida. Si no ven, el Cronista decide" in game.notice
        assert "agotada" in game.rows[[*game.session.supplies].index(game.line_table.cursor_key or "")]
        assert folder.saved().time_of_day == 8 * HOUR + 1200


async def test_a_light_is_filled_in_field_by_field(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("3", "+")
        assert game.hint == "Un nombre, o una línea entera: QUIEN|grupo NOMBRE dN luz cada 10m …"
        await game.say("Antorcha")
        form = game.app.screen.query_one(LineTable)
        form.move_to("owner")
        await game.press("enter", "b")
        form.move_to("light")
        await game.press("enter", "s", "ctrl+s")
        assert game.notice == "Bruno lleva Antorcha (d6)."
        [torch] = folder.saved().supplies.values()
        assert (torch.light, torch.trigger, torch.every) == (True, "time", 600)
        assert game.session.supplies[game.line_table.cursor_key or ""] == torch


@pytest.mark.slow
async def test_time_passes(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.events
        await game.press("3", "h", "o")
        await game.say("pronto")
        assert game.hint.startswith("Esa duración no vale")
        await game.press("ctrl+c")
        assert game.events == before
        for key, elapsed in (("t", 10), ("r", 20), ("enter", 620)):
            await game.press("h", key)
            assert folder.saved().elapsed == elapsed
        await game.press("h", "o")
        await game.say("1h30m")
        assert folder.saved().elapsed == 620 + 5400


@pytest.mark.slow
async def test_hunger_and_sleep_are_counted_for_each_character(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder, size=(110, 30)) as game:
        await game.press("3", "h", "o")
        await game.say("23h")
        assert sum("grupo" in row and " 23 h " in row and "en 1 h" in row for row in game.rows) == 2
        await game.press("z", "m", "h", "o")
        await game.say("1h")
        assert [row.split()[:4] for row in game.rows] == [
            ["Comida", "grupo", "1", "h"],
            ["Sueño", "grupo", "24", "h"],
        ]
        await game.press("z", "z", "enter")
        assert folder.saved().elapsed == 32 * HOUR
        assert game.saved("Lía").awake_since == 32 * HOUR


@pytest.mark.slow
async def test_encounters_are_watched_for_and_remind(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("3")
        await game.menu("exploration.check")
        assert game.notice.startswith("No se controlan los encuentros")
        await game.menu("exploration.watch")
        await game.say("18+ cada 2")
        await game.press("h", "h")
        assert game.pending == ""
        await game.press("h", "h")
        assert "control de encuentros · d20" in game.pending
        await game.press("=", *"17")
        assert game.notice == "No aparece nadie (d20 → 17✎ contra 18)."
        await game.menu("exploration.watch")
        await game.say("0")
        assert folder.saved().watch.threshold == 0


@pytest.mark.slow
async def test_the_party_travels_and_the_clock_is_set_right(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("3")
        await game.menu("exploration.travel")
        await game.say("2 hex 8h")
        assert dict(folder.saved().travelled) == {"hex": 2}
        assert folder.saved().elapsed == 8 * HOUR
        await game.menu("exploration.clock")
        await game.say("3 21:30")
        assert (game.session.day, game.session.time_of_day) == (3, 21 * HOUR + 1800)
        assert "Día 3 21:30" in game.screen


@pytest.mark.slow
async def test_a_supply_is_edited_line_by_line(folder: Folder) -> None:
    folder.begin(*party("lleva Lía Antorcha d6 luz cada 10m"))
    async with playing(folder) as game:
        await game.press("3")
        game.cursor_on("Antorcha")
        await game.press("f", "down", "enter", "down", "down", "enter")
        await game.press("down", "down", "down", "enter")
        assert game.dialog == "Form"
        await game.press(*["backspace"] * 5, *"nunca", "enter")
        assert game.hint.startswith("Esa duración no vale")
        await game.press(*["backspace"] * 5, *"1h", "enter", "ctrl+s")
        supply = next(iter(folder.saved().supplies.values()))
        assert (game.session.creatures[supply.owner].name, supply.every) == ("Bruno", HOUR)


async def test_all_who_share_a_row_are_named_beside_it(folder: Folder) -> None:
    folder.begin(*party("pj Ignacio Montoya de la Vega", "pj Zoe", "intervalo 2h", "come lia"))
    async with playing(folder) as game:
        await game.press("3", "home", "down")
        assert "Zoe" not in game.rows[1]
        assert "Comida: Bruno, Ignacio Montoya de la Vega, Zoe" in game.side_text


@pytest.mark.slow
async def test_those_who_have_waited_as_long_share_a_row_and_eat_and_sleep_together(folder: Folder) -> None:
    folder.begin(*party("pj Zoe", "intervalo 2h", "come bruno, zoe"))
    async with playing(folder) as game:
        await game.press("3")
        assert [row.split()[:4] for row in game.rows if row.split()] == [
            ["Comida", "Lía", "2", "h"],
            ["Comida", "Bruno,", "Zoe", "0"],
            ["Sueño", "grupo", "2", "h"],
        ]
        await game.press("z", "m")
        assert game.notice == "Lía come y bebe."
        assert [row.split()[:2] for row in game.rows if row.split()] == [
            ["Comida", "grupo"],
            ["Sueño", "grupo"],
        ]
        await game.press("end", "z", "z")
        assert "Duermen todos" in game.screen
        await game.press("enter")
        await game.wait_until(lambda: " 0 h " in game.rows[-1], "sleep")


@pytest.mark.slow
async def test_the_heap_is_a_row_that_a_key_shares_out(folder: Folder) -> None:
    folder.begin(*party("botín 21 oro, rubí", "botín oculto mapa"))
    async with playing(folder) as game:
        await game.press("3")
        assert game.rows[0].split() == ["Botín", "a", "la", "vista", "21", "oro,", "rubí"]
        assert game.rows[1].split() == ["Botín", "oculto", "mapa"]
        await game.press("home", "x")
        assert (
            game.notice == "Lía y Bruno reciben 10 oro del botín cada cual. Sigue en el botín: 1 oro, rubí."
        )
        await game.press("down", "x")
        assert game.notice == "El botín oculto queda a la vista: mapa."
        await game.press("home", "f")
        assert game.dialog == "CommandPrompt"
        await game.press("escape", "delete")
        assert game.notice == "Se deja atrás: 1 oro, rubí, mapa."
        await game.press("1", "home")
        assert "Bolsa 10 oro" in game.side_text


@pytest.mark.slow
async def test_a_counter_is_spent_by_a_key_and_drawn_on_the_card(folder: Folder) -> None:
    folder.begin(*party("reloj Lía: Furia 3 cada descanso"))
    async with playing(folder) as game:
        await game.press("3", "home", "x")
        assert game.notice == "El reloj Lía · Furia va por 2/3."
        await game.press("1", "home")
        assert "Furia ■■□ 2/3" in game.side_text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.slow
async def test_what_a_table_gave_becomes_loot_by_one_key(folder: Folder) -> None:
    folder.begin(*party("tabla bolsillos 1d4 1-4: 7 oro, rubí"))
    async with playing(folder) as game:
        await game.press("3")
        await game.pane.run_action("consult")
        await game.press("enter")
        assert game.dialog == "Picker"
        assert "7 oro, rubí" in game.screen
        await game.press("b")
        assert game.notice == "Va al botín: 7 oro, rubí."


@pytest.mark.slow
async def test_a_meal_without_rations_asks_and_enter_lets_them_eat_something_else(folder: Folder) -> None:
    folder.begin(*party("lleva grupo raciones d4"))
    folder.faces.append(1)
    async with playing(folder) as game:
        await game.press("3", "z", "m")
        assert game.notice == f"Lía y Bruno comen y beben. {depleted_sentence('raciones')} (d4 → 1)."
        before = game.session
        await game.press("z", "m")
        assert (game.dialog, game.session) == ("CommandPrompt", before)
        assert "No queda nada: ¿comen otra cosa?" in game.screen
        await game.press("escape")
        assert game.session is before
        await game.press("z", "m", "enter")
        assert game.notice == "Lía y Bruno comen y beben."


async def test_enter_with_nothing_pending_opens_and_changes_nothing(folder: Folder) -> None:
    folder.begin(*party("lleva Lía Antorcha d6 luz cada 10m", "combate Emboscada", "1d6"))
    async with playing(folder) as game:
        before = game.session
        for tab in "1234":
            game.table.say("")
            await game.press(tab, "enter", "enter")
            assert game.notice.startswith("Nada pendiente: ")
            assert (game.dialog, game.session) == ("", before)


@pytest.mark.slow
async def test_the_campaign_has_a_calendar_of_its_own(folder: Folder) -> None:
    folder.begin(system="margin")
    async with playing(folder, size=(110, 30)) as game:
        await game.press("3")
        await game.menu("exploration.calendar")
        await game.say("Siembra 31, Brasa 28; semana Luz, Sal; hoy 27 Brasa 1043 Sal")
        assert "Sal, 27 de Brasa de 1043" in game.screen
        assert "27 Brasa 08:00" in game.screen.splitlines()[0]
        await game.press("h", "o")
        await game.say("1d")
        assert "Luz, 28 de Brasa de 1043" in game.screen
        await game.menu("exploration.clock")
        await game.say("1 siembra 1044 09:30")
        assert "Sal, 1 de Siembra de 1044" in game.screen
        assert date_text(folder.saved().day, folder.saved().date) == "Sal, 1 de Siembra de 1044"
        await game.press("g", "l")
        assert "27 Brasa 1043 08:00" in game.screen or "28 Brasa 1043 08:00" in game.screen


@pytest.mark.slow
async def test_a_calendar_is_corrected_in_place_and_undone(folder: Folder) -> None:
    folder.begin("calendario Siembra 31, Brasa 28; hoy 27 Brasa 1043")
    async with playing(folder) as game:
        await game.press("3")
        await game.menu("exploration.calendar")
        await game.press(*["backspace"] * 4, *"1050", "enter")
        assert game.session.date == Date(1050, 2, "Brasa", 27)
        await game.press("u")
        assert "calendario: como antes" in game.screen
        await game.press("u")
        assert folder.saved().date == Date(1043, 2, "Brasa", 27)
        await game.menu("exploration.calendar")
        await game.press("ctrl+u")
        await game.say("Brasa")
        assert game.hint.startswith("«Brasa» no es un mes con sus días")


@pytest.mark.slow
async def test_travel_at_a_pace_asks_about_its_hours_first(folder: Folder) -> None:
    folder.begin("pj Lía", "lleva grupo Farol d8 luz cada 4h encendida")
    async with playing(folder) as game:
        await game.press("3")
        await game.menu("exploration.pace")
        await game.say("bosque 6h")
        assert game.notice == "El paso «bosque» es de 6h por hexágono."
        await game.menu("exploration.travel")
        assert "bosque 6h" in game.screen
        await game.say("3 bosque")
        assert game.dialog == "JumpQuestion"
        assert "En 18 h tocaría" in game.screen
        assert folder.saved().elapsed == 0
        await game.press("enter")
        assert (dict(folder.saved().travelled), folder.saved().elapsed) == ({"hex": 3}, 18 * HOUR)
        assert "bosque 6h" in game.side_text
        await game.press("u")
        assert "viaje -3 hexágonos" in game.screen
        await game.press("u")
        assert (dict(folder.saved().travelled), folder.saved().elapsed) == ({}, 0)


@pytest.mark.slow
async def test_the_weather_is_pending_each_day_and_shown_beside_the_hour(folder: Folder) -> None:
    folder.begin("tabla cielo 1d6 1-5: sol; 6: tormenta")
    async with playing(folder) as game:
        await game.press("3")
        await game.menu("exploration.weather")
        await game.say("tabla cielo")
        await game.menu("exploration.weather")
        await game.press("enter")
        assert game.notice == "Clima 6 (d6): tormenta."
        assert "Día 1 · tormenta" in game.screen.splitlines()[2]
        await game.press("h", "o")
        await game.say("16h")
        assert "clima: cielo · d6" in game.screen
        await game.press("enter")
        assert folder.saved().weather.now == "tormenta"
        await game.press("=", "2")
        assert (folder.saved().weather.now, game.pending) == ("sol", "")
        await game.press("u", "u")
        assert folder.saved().weather.now == "tormenta"
        assert "clima: cielo" in game.pending


@pytest.mark.slow
async def test_a_successful_check_goes_on_with_the_encounter_table(folder: Folder) -> None:
    folder.begin("tabla bestias 1d6 1-5: lobos; 6: un oso", system="percentile")
    async with playing(folder) as game:
        await game.press("3")
        await game.menu("exploration.watch")
        await game.say("12+ tabla bestias")
        assert "bestias" in game.side_text
        await game.press("h", "h", "enter")
        assert "qué encuentro es: bestias · d6" in game.pending
        await game.press("enter")
        assert (game.notice, game.pending) == ("bestias 6 (d6): un oso.", "")
        assert not folder.saved().pending


LONG_TIME = party(
    "lleva Lía Antorcha d6 luz cada 1h encendida", "lleva Bruno Antorcha d8", "efecto lia Luz 2h"
)


async def test_a_line_of_a_long_time_is_changed_before_it_counts(folder: Folder) -> None:
    folder.begin(*LONG_TIME)
    async with playing(folder) as game:
        await game.press("3", "h", "o")
        await game.say("8h")
        assert "09:00 Lía · Dado de Uso de Antorcha, 8 tiradas · d6" in game.screen
        assert "10:00 Lía · acaba Luz" in game.screen
        await game.press("c")
        assert "Lía · Dado de Uso de Antorcha, 8 tiradas · d6:" in game.screen
        await game.say("13:30 2 = 1")
        assert game.dialog == "JumpQuestion"
        assert "8 tiradas · d6 → 13:30 2 = 1" in game.screen
        assert folder.saved().elapsed == 0
        await game.press("down", "c")
        await game.say("18:00")
        await game.press("enter")
        saved = folder.saved()
        assert (saved.elapsed, [each.die for each in saved.supplies.values()]) == (8 * HOUR, [4, 8])
        assert [each.data["at"] for each in saved.pending.values()] == [6 * HOUR + HOUR // 2]
        assert [each.at for each in saved.effects.values()] == [10 * HOUR]
        await game.press("u", "u")
        assert (folder.saved().elapsed, dict(folder.saved().pending)) == (0, {})


async def test_what_needs_a_supply_asks_for_the_cursor_on_one(folder: Folder) -> None:
    folder.begin(*party("intervalo 2h", "intervalo 11m", "turno"))
    async with playing(folder) as game:
        before = game.events
        await game.press("3")
        assert sum(" 2 h " in row for row in game.rows) == 2, "a meal and sleep, as the party's list has them"
        for key in ("x", "f", "delete"):
            game.table.say("")
            await game.press(key)
            assert (key, game.notice) == (key, "Pon el cursor en un objeto.")
            assert game.events == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "units"),
    one_row_of(
        [("chronicle", "Viaje: N casillas|hexágonos|PASO"), ("percentile", "Viaje: N hexágonos|PASO [8h]")]
    ),
)
async def test_the_units_of_a_journey_are_named_where_they_are_asked_for(
    folder: Folder, system: str, units: str
) -> None:
    folder.begin(system=system)
    async with playing(folder) as game:
        await game.press("3")
        await game.menu("exploration.travel")
        assert units in game.screen


@pytest.mark.slow
async def test_a_change_that_cannot_be_is_said_while_it_is_typed_and_a_line_is_given_back(
    folder: Folder,
) -> None:
    folder.begin(*LONG_TIME)
    async with playing(folder) as game:
        await game.press("3", "h", "o")
        await game.say("8h")
        await game.press("c", *"9", "enter")
        assert game.hint == "9 no vale: de 1 a 8."
        await game.press("backspace", "2", "enter", "c", "backspace", "enter", "down", "space", "enter")
        saved = folder.saved()
        assert (saved.elapsed, len(saved.pending), len(saved.effects)) == (8 * HOUR, 8, 1)
        assert "sin plazo" in game.screen or game.notice.endswith("Lía sigue con «Luz».")


@pytest.mark.slow
@pytest.mark.parametrize("system", one_of(reversed(SYSTEMS)))
async def test_in_every_game_a_long_time_is_reviewed(folder: Folder, system: str) -> None:
    folder.begin("pj Lía", "lleva grupo Farol d8 luz cada 4h encendida", system=system)
    async with playing(folder) as game:
        await game.press("3", "h", "o")
        await game.say("9h")
        await game.press("c")
        await game.say("1 = 1")
        await game.press("enter")
        assert [each.die for each in folder.saved().supplies.values()] == [6]
        assert (folder.saved().elapsed, len(folder.saved().pending)) == (9 * HOUR, 0)


@pytest.mark.slow
async def test_contradictory_changes_are_refused_and_no_time_passes(folder: Folder) -> None:
    folder.begin(
        *party("lleva Lía Antorcha d4 luz cada 1h encendida", "lleva Bruno Antorcha d4 luz cada 2h encendida")
    )
    async with playing(folder) as game:
        await game.press("3", "h", "o")
        await game.say("8h")
        for change in ("= 1", "Lía = 3"):
            await game.press("c")
            await game.say(change)
            await game.press("down")
        await game.press("enter")
        assert (game.dialog, game.hint) == ("JumpQuestion", "Sobran caras: hacen falta 0, hay 1.")
        assert folder.saved().elapsed == 0
        await game.press("space", "enter")
        assert folder.saved().elapsed == 8 * HOUR


@pytest.mark.slow
async def test_a_paused_light_shows_its_time_left_and_its_form_corrects_it(folder: Folder) -> None:
    folder.begin("lleva grupo Farol d6 luz cada 1h encendida", "intervalo 20m")
    async with playing(folder) as game:
        await game.press("3")
        game.cursor_on("Farol")
        await game.press("l")
        assert "pausa 40 min" in game.rows[0]
        await game.press("f", *["down"] * 5, "enter", *["backspace"] * 5, *"5m", "enter", "ctrl+s")
        assert "pausa 5 min" in game.rows[0]
        await game.press("l")
        assert "en 5 min" in game.rows[0]
        await game.press("h", "h")
        assert "Dado de Uso de Farol" in game.pending
        assert [each.due for each in folder.saved().supplies.values()] == [25 * 60 + HOUR]
        await game.press("u", "u", "u", "u")
        assert "pausa 5 min" in game.rows[0]


@pytest.mark.parametrize(
    ("meanwhile", "gone"),
    one_row_of(
        [("apaga Antorcha-Lía", "Antorcha"), ("retira lia", "acaba Luz"), ("quitaefecto Luz", "acaba Luz")]
    ),
)
async def test_a_long_time_is_shown_anew_once_another_gm_has_changed_what_it_brings(
    folder: Folder, meanwhile: str, gone: str
) -> None:
    folder.begin(*LONG_TIME, "efecto bruno Prisa 3h")
    async with playing(folder) as game:
        await game.press("3", "h", "o")
        await game.say("8h")
        assert gone in game.screen
        await game.press("end", "c")
        await game.say("18:00")
        folder.play(meanwhile, gm="bea")
        await game.wait_until(lambda: game.session == folder.saved(), "what bea did")
        await game.press("enter")
        assert game.dialog == "JumpQuestion"
        assert game.hint == "Mientras lo mirabas ha cambiado la mesa: ahora tocaría esto."
        listed = "\n".join(shown_lines(game.app.screen.query_one(LineTable)))
        assert gone not in listed
        assert "acaba Prisa → 18:00" in listed
        assert folder.saved().elapsed == 0
        await game.press("enter")
        saved = folder.saved()
        assert saved.elapsed == 8 * HOUR
        assert [each.at for each in saved.effects.values() if each.name == "Prisa"] == [10 * HOUR]


@pytest.mark.slow
async def test_a_long_time_counts_as_shown_if_another_gm_changed_something_else(
    folder: Folder,
) -> None:
    folder.begin(*LONG_TIME)
    async with playing(folder) as game:
        await game.press("3", "h", "o")
        await game.say("8h")
        folder.play("nota llueve", "daño bruno 1", gm="bea")
        await game.wait_until(lambda: game.session == folder.saved(), "what bea did")
        await game.press("space", "enter")
        assert (game.dialog, folder.saved().elapsed, len(folder.saved().pending)) == ("", 8 * HOUR, 0)


@pytest.mark.slow
async def test_a_printed_table_is_read_by_key_by_line_and_in_help(folder: Folder) -> None:  # R1-060
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.events
        await game.press("3")
        await game.menu("exploration.consult")
        await game.press("i")
        assert game.dialog == "PageScreen"
        assert "Goblínico  Común     hobgoblins y goblins" in game.screen
        await game.press("q", ":")
        await game.say("consulta dado de uso")
        assert "d12   6     20" in game.screen
        await game.press("q", "question_mark", "/")
        await game.say("purrense")
        assert "gatónidos y espíritus felinos" in game.screen
        assert game.events == before


async def test_a_progress_clock_is_a_row_that_fills_and_waits(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("3")
        await game.command("reloj Ritual 2 desenlace despierta")
        game.line_table.move_to("progress.ritual")
        await game.press("x")
        assert "■□" in game.rows[0]
        await game.press("x")
        assert "se ha llenado el reloj Ritual: despierta" in game.pending
        await game.press("enter")
        assert (game.notice, game.pending) == ("Se cumple el reloj Ritual: despierta.", "")
        await game.press("delete")
        assert folder.saved().progress == {}


@pytest.mark.slow
async def test_moons_stand_beside_the_hour_and_dates_wait_on_their_morning(folder: Folder) -> None:
    folder.begin(
        *party("calendario Brasa 28, Sal 30; hoy 10 Sal 412", "luna Sel 29 llena 10", "cita 11: pagan")
    )
    async with playing(folder) as game:
        await game.press("3")
        assert "10 de Sal de 412 · Sel llena" in game.screen
        assert "pagan" in game.screen
        await game.command("intervalo 7h")
        await game.command("intervalo 7h")
        await game.command("intervalo 7h")
        assert "11 de Sal: pagan" in game.pending
        await game.press("enter")
        assert game.notice == "Llega el 11 de Sal: pagan."
        await game.menu("exploration.dates")
        assert "Sel (29 días): menguante, llena: 9 Brasa" in game.screen


@pytest.mark.slow
async def test_a_jump_lists_the_dates_that_it_passes(folder: Folder) -> None:
    folder.begin(*party("cita 2: pagan", "cita 3: cobran"))
    async with playing(folder) as game:
        await game.press("3")
        await game.command("intervalo 3d")
        assert game.dialog == "JumpQuestion"
        assert "día 2: pagan" in game.screen
        await game.press("enter")
        assert sum(each.kind == "date" for each in game.session.pending.values()) == 2


@pytest.mark.slow
async def test_a_trap_has_a_row_that_springs_corrects_and_removes_it(folder: Folder) -> None:
    folder.begin(*party("trampa Foso con pinchos activador pisar la losa efecto caen al foso daño 3"))
    async with playing(folder) as game:
        await game.press("3")
        row = game.rows[0].strip()
        assert row.startswith("Foso con pinchos")
        assert "trampa" in row
        assert "oculta" in row
        assert "activador: pisar la losa" in game.side_text
        await game.press("home", "f")
        await game.say("efecto caen al agua")
        assert "efecto: caen al agua" in game.side_text
        await game.press("x", "enter")
        assert "¡Salta la trampa «Foso con pinchos»: caen al agua!" in game.notice
        assert game.sheet("Bruno").health == 13
        assert "ya saltó" in game.rows[0]
        await game.press("delete")
        assert "ya no está" in game.notice
        assert "Foso" not in game.rows[0]
        await game.press("u", "u")
        assert "Foso" in game.rows[0]


@pytest.mark.slow
async def test_a_note_that_waits_has_a_row_before_it_is_due_and_is_removed_there(folder: Folder) -> None:
    folder.begin(*party("cuando bruno salud<=mitad: huye la tropa", "cuando 2h: vuelven"))
    async with playing(folder) as game:
        await game.press("3", "home")
        assert game.rows[0].split()[:5] == ["huye", "la", "tropa", "Bruno", "espera"]
        assert "Salud ≤ mitad" in game.rows[0]
        assert "vuelven" in game.rows[1]
        assert "Salud ≤ mitad: huye la tropa" in game.side_text
        await game.press("x")
        assert "Espera sola" in game.notice
        await game.command("intervalo 2h")
        assert "toca" in game.rows[1]
        await game.press("home", "delete")
        assert game.notice == "Ya no se espera: huye la tropa."
        assert [each.text for each in game.session.reminders.values()] == ["vuelven"]
        await game.press("u", "u")
        assert "huye la tropa" in game.rows[0]


@pytest.mark.parametrize("next_light", one_of(["lía antorcha", "grupo antorcha", "lía farol", "grupo vela"]))
async def test_the_key_of_lights_on_a_spent_one_takes_the_next_like_it(
    folder: Folder, next_light: str
) -> None:
    lights = ["lía antorcha", "grupo antorcha", "lía farol", "grupo vela"]
    lights = lights[lights.index(next_light) :]
    spent = ("lleva lía antorcha d4 luz cada 10m encendida", "intervalo 10m", "resuelve = 1")
    folder.begin("pj Lía", *spent, *(f"lleva {each} d6 luz cada 10m" for each in reversed(lights)))
    async with playing(folder) as game:
        await game.press("3", "home")
        game.line_table.move_to(next(key for key, each in game.session.supplies.items() if each.is_depleted))
        await game.press("l")
        assert game.dialog == ""
        burning = [each for each in folder.saved().supplies.values() if each.active]
        owner, _blank, name = next_light.partition(" ")
        assert [(each.name, bool(each.owner)) for each in burning] == [(name, owner == "lía")]
