"""Grupo: acts on creatures by keys, and their results in the session and the save."""

import pytest

from tests.screens.game import NASTY, Folder, fight, party, playing
from tests.told import damaged_sentence, depleted_sentence, joined_sentence, refusal
from tests.trials import one_of, one_row_of
from tests.widgets.stage import shown_lines
from tracker.screens.tabs.group import GroupPane
from tracker.widgets.entry import Entry
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice


async def test_the_key_bar_of_an_empty_party_offers_to_fill_it(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        bar = game.screen.splitlines()[-1]
        assert bar.startswith("+ Añadir PJ")
        assert "Daño" not in bar
        await game.press("+")
        await game.say("Lía")
        await game.press("ctrl+s")
        bar = game.screen.splitlines()[-1]
        assert bar.startswith("w Combate  a Ataque  d Daño")


@pytest.mark.slow
async def test_several_names_with_commas_are_a_party_at_once(folder: Folder) -> None:
    folder.begin()
    async with playing(folder, size=(120, 24)) as game:
        assert (
            "Todavía no hay nadie en el grupo: + añade personajes, con comas entre sus nombres."
            in " ".join(game.screen.split())
        )
        await game.press("+")
        await game.say("Lía, Morda, Odón")
        assert game.dialog == ""
        assert [row.split()[0] for row in game.rows] == ["Lía", "Morda", "Odón"]
        assert game.notice == "Lía, Morda y Odón se unen al grupo."


@pytest.mark.slow
async def test_damage_passes_the_armour_with_the_face_on_the_table_or_a_die_of_the_program(
    folder: Folder,
) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("d")
        await game.say("7 = 3")
        assert (
            game.notice == f"El Blindaje le para 3 de daño a Lía (d6 → 3✎). {damaged_sentence('Lía', 4, 10)}."
        )
        assert game.sheet("Lía").health == game.saved("Lía").health == 10
        last = game.table.history.undoable
        assert last is not None
        assert last.throws[0].dice[0].typed
        folder.faces.extend([4, 1])
        await game.press("d")
        await game.say("1d6+2")
        assert game.sheet("Lía").health == 10 - (4 + 2 - 1)
        await game.press("c", "backspace", "d", *"7 = 6", "enter")
        assert game.sheet("Lía").health == 5 - (7 - 6), "typed keys are as good as pasted ones"


@pytest.mark.slow
async def test_a_condition_goes_by_letters_and_digits(folder: Folder) -> None:
    """Without the level that it needs it is refused, and the marks stay."""
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.events
        await game.press("home", "space", "e", "v", "enter")
        assert "Falta el nivel del Veneno: «nivel» y su número, de 1 a 100." in game.screen
        assert (game.events, game.sheet("Lía").states) == (before, {})
        await game.press("ctrl+c")
        assert game.line_table.marked
        await game.press("escape", "home", "e", "v", "5", "enter")
        assert game.sheet("Lía").states["poisoned"].level == game.saved("Lía").states["poisoned"].level == 5
        assert "Veneno 5" in game.rows[0]
        await game.press("x", "i", "v", "enter")
        assert not game.saved("Lía").states


async def test_a_choice_of_an_act_is_taken_back_by_erasing(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.events
        await game.press("e", "c", "backspace", "p", "enter")
        assert game.sheet("Lía").states.keys() == {"paralysed"}
        await game.press("t", "1", "backspace", "backspace")
        assert (game.dialog, game.events) == ("", before + 1)


@pytest.mark.slow
async def test_a_test_goes_by_letters(folder: Folder) -> None:
    folder.begin(*party())
    cases: tuple[tuple[tuple[str, ...], list[tuple[int, bool]], str], ...] = (
        (("1", "V", "=", "2", "space", "1", "1"), [(2, True), (11, True)], "success"),
        (("1", "'", "d", "=", "2", "space", "1", "1"), [(2, True), (11, True)], "failure"),
        (("1", "+", "3", "=", "8"), [(8, True)], "success"),
        (("1",), [(20, False)], "critical"),
        (("1", "=", "1"), [(1, True)], "fumble"),
    )
    async with playing(folder) as game:
        for keys, dice, outcome in cases:
            await game.press("t", *keys, "enter")
            event = game.table.history.undoable
            assert event is not None, game.notice
            assert [(die.face, die.typed) for die in event.throws[0].dice] == dice
            assert event.throws[0].outcome == outcome
            assert "Lía, Tirada de Fuerza" in game.notice


async def test_choosing_a_test_shows_each_chance_and_when_nobody_rolls(folder: Folder) -> None:
    """R1-010..R1-012: the advice waits behind the attributes and the options until one is chosen."""
    folder.begin(*party("ficha lia fuerza=10/12"))
    async with playing(folder) as game:
        await game.press("t")
        assert "1 Fue 45 %" in game.screen
        await game.press("right", "right", "right")
        assert "Si cabe en un Intervalo, sin amenaza ni nada que perder, no se tira." in game.screen
        await game.press("1", "V")
        assert "TIRADA  Fuerza · ventaja 70 %  → Lía" in game.line
        assert "Si cabe en un Intervalo" not in game.screen


@pytest.mark.slow
async def test_effort_is_spent_for_advantage_and_the_roll_is_told(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("t", "1", "E", "=", *"3 15", "enter")
        assert game.saved("Lía").effort == 1
        assert "Éxito" in game.notice


@pytest.mark.slow
async def test_an_impossible_face_is_refused_and_can_be_corrected(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.events
        await game.press("t", "1", "=", "2", "1", "enter")
        assert game.events == before
        assert "Un d20 no puede sacar 21: de 1 a 20." in game.screen
        assert "TIRADA  Fuerza · = 21" in game.line
        await game.press("backspace")
        assert "21" not in game.screen
        await game.press("enter")
        assert (game.dialog, game.events) == ("", before + 1)


@pytest.mark.slow
async def test_an_act_on_marked_creatures_clears_the_marks(folder: Folder) -> None:
    folder.begin(*party("pj Zoe"))
    async with playing(folder) as game:
        await game.press("down", "space", "space")
        assert {game.session.creatures[who].name for who in game.pane.selected_ids} == {"Bruno", "Zoe"}
        await game.press("d")
        await game.say("2")
        assert (game.saved("Lía").health, game.saved("Bruno").health, game.saved("Zoe").health) == (14, 14, 8)
        assert not game.line_table.marked


@pytest.mark.parametrize("tab", one_of("21"))
async def test_whom_a_wrong_figure_hit_is_marked_again_once_it_is_taken_back(
    folder: Folder, tab: str
) -> None:
    folder.begin(*party("combate Puente"))
    async with playing(folder) as game:
        await game.press(tab, "space", "space")
        marked = game.line_table.marked
        await game.press("d", "9", "enter", "3", "u", "u", tab)
        assert len(marked) == 2
        assert game.line_table.marked == marked, "from another tab too"
        await game.press("d", "7", "enter")
        assert [game.sheet(name).health for name in ("Lía", "Bruno")] == [13, 9]


@pytest.mark.slow
async def test_an_undo_leaves_newer_marks_alone(folder: Folder) -> None:
    folder.begin(*party("pj Cora"))
    async with playing(folder) as game:
        await game.press("space", "space", "d", "9", "enter", "end", "space", "u", "u")
        assert game.line_table.marked == {game.line_table.cursor_key}


@pytest.mark.slow
async def test_a_sheet_is_edited_after_a_bad_value(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("f", "down", "enter")
        assert game.dialog == "Form"
        await game.press("backspace", *"many", "enter")
        assert game.hint == "nivel: «many» no es un número entero."
        await game.press(*["backspace"] * 4, "4", "enter", "ctrl+s")
        assert game.sheet("Lía").level == game.saved("Lía").level == 4
        assert "Ficha de Lía" in game.notice or "nivel" in game.notice


@pytest.mark.slow
async def test_a_new_weapon_is_marked_as_impaling_in_the_same_form(folder: Folder) -> None:
    folder.begin(system="percentile")
    async with playing(folder) as game:
        await game.press("+")
        await game.say("Lía")
        await game.press("end", "enter")
        await game.say("Pica")
        assert game.hint == "No hay dónde marcar «pica»: su lista está vacía en la ficha."
        await game.press("escape", "up", "enter")
        await game.say("Pica 1d8")
        await game.press("enter")
        await game.say("Pica")
        await game.press("up", "enter")
        await game.say(", Honda 1d6")
        await game.press("ctrl+s")
        weapons = game.saved("Lía").weapons
        assert {name: each.impaling for name, each in weapons.items()} == {"Pica": True, "Honda": False}


async def test_the_figures_of_a_sheet_are_typed_one_under_the_other(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("f", *["down"] * 6)
        assert "un número se escribe encima" in game.hint
        await game.press("1", "3", "enter", "9", "enter", "ctrl+s")
        strength = game.saved("Lía").attributes["strength"]
        assert (strength.value, strength.difficulty) == (13, 9)


@pytest.mark.slow
async def test_two_figures_of_a_sheet_are_typed_as_one_where_the_table_shows_one(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("f", *["down"] * 6, *"13/9", "enter")
        assert "13/9" not in game.screen
        game.app.screen.query_one(LineTable).move_to("health")
        await game.press(*"9/12", "enter", "ctrl+s")
        sheet = game.saved("Lía")
        strength = sheet.attributes["strength"]
        assert (strength.value, strength.difficulty, sheet.health, sheet.health_max) == (13, 9, 9, 12)


@pytest.mark.slow
async def test_two_figures_that_do_not_fit_a_field_are_refused(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("f")
        for field, typed, why in (
            ("strength_value", "13/999", "DA Fuerza: 999 se sale de lo posible, 0–99."),
            ("strength_value", "13/", "VA Fuerza: «13/» no es un número entero."),
            ("level", "3/4", "nivel: «3/4» no es un número entero."),
        ):
            game.app.screen.query_one(LineTable).move_to(field)
            await game.press(*typed, "enter")
            assert game.hint == why
            await game.press("escape")
            assert game.dialog == "Form"


async def test_a_sheet_leaves_room_for_its_keys_on_a_low_screen(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder, size=(60, 20)) as game:
        await game.press("f")
        assert "Esc Volver" in game.screen
        await game.press("down", "enter")
        assert "Intro Siguiente dato" in game.screen


async def test_what_was_written_on_a_sheet_can_be_thrown_away(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.events
        await game.press("f", "down", "enter", "backspace", "9", "enter", "escape", "n")
        assert (game.events, game.saved("Lía").level) == (before, 1)


@pytest.mark.slow
async def test_what_only_play_gives_stands_on_a_sheet_once_it_has_a_value(folder: Folder) -> None:
    folder.begin(*party("ficha Lía noches=2"))
    passing = {"strength_reduction", "nights_without_recovery", "hunger_failures", "sleep_kept"}
    passing |= {"ageing_age", "damage"}
    async with playing(folder) as game:
        await game.press("f")
        assert passing & set(game.app.screen.query_one(LineTable).keys) == {"nights_without_recovery"}
        await game.press("escape", "+")
        assert not {*passing, "kind"} & set(game.app.screen.query_one(LineTable).keys)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "other"),
    one_row_of(
        [
            ("percentile", "hit_points_max"),
            ("chronicle", "health"),
            ("horror", "sanity"),
            ("margin", "exhaustion"),
        ]
    ),
)
async def test_the_name_is_the_first_field_of_a_sheet(folder: Folder, system: str, other: str) -> None:
    folder.begin("pj Lía", "pj Bruno", system=system)
    async with playing(folder) as game:
        before = game.events
        await game.press("f", "home", "enter", *["backspace"] * 3)
        await game.say("Bruno")
        assert game.hint == refusal("name_taken", name="Bruno")
        await game.press(*" II", "enter", "ctrl+s")
        assert game.saved("Bruno II") == game.sheet("Bruno II")
        assert (game.events, game.notice) == (before + 1, "Lía se llama ahora Bruno II.")
        await game.press("f", "home", "enter", "ctrl+u")
        await game.say("Lía")
        game.app.screen.query_one(LineTable).move_to(other)
        await game.press("7", "enter", "ctrl+s")
        assert game.saved("Lía") == game.sheet("Lía")
        await game.press("u", "u")
        assert game.saved("Bruno II") == game.sheet("Bruno II")


async def test_a_refused_sheet_keeps_what_was_typed_for_a_value_now_gone(folder: Folder) -> None:
    folder.begin(*party("ficha Lía noches=2"))
    async with playing(folder) as game:
        await game.press("f")
        form = game.app.screen.query_one(LineTable)
        form.move_to("nights_without_recovery")
        await game.press("3", "enter")
        form.move_to("health")
        await game.press("1", "3", "enter")
        folder.play("ficha Lía noches=0 salud_total=5", gm="bea")
        await game.wait_until(lambda: game.sheet("Lía").nights_without_recovery == 0, "the other GM")
        await game.press("ctrl+s")
        assert game.dialog == "Form"
        assert "nights_without_recovery" in game.app.screen.query_one(LineTable).marked


@pytest.mark.slow
async def test_every_field_of_the_sheet_can_be_reached(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("f", "end")
        assert "sobrevive a 0" in game.screen
        await game.press("enter", "s", "ctrl+s")
        assert game.saved("Lía").stays_alive


@pytest.mark.slow
async def test_notes_are_written_kept_and_corrected(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder, size=(80, 40)) as game:
        await game.menu("creature.notes")
        await game.say("debe 5 mo a [b]nadie[/]")
        await game.menu("creature.notes")
        await game.say(" y a Bruno")
        assert game.creature("Lía").notes == "debe 5 mo a [b]nadie[/] y a Bruno"
        assert "[b]nadie[/]" in game.side_text
        await game.menu("creature.notes")
        await game.press("ctrl+u", "enter")
        assert game.creature("Lía").notes == "", "they are taken away by leaving nothing"


async def test_a_character_is_filled_in_field_by_field(folder: Folder) -> None:
    folder.begin()
    async with playing(folder, size=(80, 40)) as game:
        await game.press("+")
        assert "NOMBRE CAMPO=VALOR …" in game.hint
        assert "DA Fuerza               12                   0–99" in game.screen
        await game.paste("Zoe")
        assert game.hint == f"{joined_sentence('Zoe')}."
        await game.press("enter")
        assert game.hint == "^s lo añade; Intro cambia el dato."
        form = game.app.screen.query_one(LineTable)
        form.move_to("strength_difficulty")
        await game.press("9", "enter")
        form.move_to("health_max")
        await game.press("1", "4", "enter", "ctrl+s")
        sheet = game.saved("Zoe")
        assert (sheet.attributes["strength"].difficulty, sheet.health, sheet.health_max) == (9, 14, 14)
        assert game.notice == f"{joined_sentence('Zoe')}."


async def test_tab_goes_to_the_next_field_and_back_as_the_arrows_do(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.press("+", *"Zoe", "tab", "3", "tab", "4", "shift+tab")
        form = game.app.screen.query_one(LineTable)
        fields = list(form.keys)
        assert form.cursor_key == fields[1]
        await game.press("tab", "tab")
        assert form.cursor_key == fields[3]
        await game.press("ctrl+s")
        assert game.creature("Zoe").name == "Zoe"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_why_a_new_sheet_is_refused_stands_whole_over_the_keys(
    folder: Folder, size: tuple[int, int]
) -> None:
    folder.begin(system="margin")
    async with playing(folder, size=size) as game:
        await game.press("+")
        assert "…" not in game.screen.replace("CAMPO=VALOR …", ""), "the form itself is whole"
        await game.paste("Zoe ninguno=3")
        await game.press("enter")
        notice = game.app.screen.query_one(Notice)
        assert notice.size.height == notice.get_content_height(None, None, size[0]) > 1
        assert "^s Guardar" in game.screen


async def test_an_empty_field_shows_how_it_is_typed_as_soon_as_it_is_edited(folder: Folder) -> None:
    folder.begin("pj Zoe", system="margin")
    async with playing(folder) as game:
        await game.press("f")
        game.app.screen.query_one(LineTable).move_to("skills")
        await game.press("enter")
        assert "9*" in game.hint


async def test_leaving_a_new_character_asks_only_if_something_was_typed(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        before = game.events
        for leave in ("escape", "backspace", "ctrl+c"):
            await game.press("+", leave)
            assert game.dialog == ""
        await game.press("+")
        await game.paste("Zoe")
        await game.press("escape")
        assert game.dialog == "KeepQuestion"
        await game.press("escape")
        assert (game.dialog, game.app.screen.query_one(Entry).value) == ("Form", "Zoe")
        await game.press("escape", "n")
        assert (game.dialog, game.events) == ("", before)
        await game.press("+")
        await game.paste("Zoe")
        await game.press("escape", "s")
        assert game.notice == f"{joined_sentence('Zoe')}."


async def test_a_refused_name_loses_no_other_value_of_a_new_character(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.press("+")
        await game.say("Zoe")
        game.app.screen.query_one(LineTable).move_to("level")
        await game.press("3", "enter")
        folder.play("pj Zoe", gm="bea")
        await game.wait_until(lambda: len(game.session.creatures) == 1, "the other one")
        await game.press("ctrl+s")
        assert game.hint == refusal("name_taken", name="Zoe")
        await game.press("home", "enter", *["backspace"] * 3)
        await game.say("Zara")
        await game.press("ctrl+s")
        assert game.saved("Zara").level == 3


@pytest.mark.slow
async def test_a_field_typed_with_blanks_is_not_taken_into_a_new_name(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.press("+")
        await game.say("Zoe fuerza = 12/10")
        assert game.hint == "Antes de «=» no va espacio: escribe «CAMPO=VALOR»."
        assert not game.session.creatures


@pytest.mark.slow
async def test_a_whole_line_outweighs_the_form_of_a_new_character(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.press("+")
        await game.say("Zoe")
        game.app.screen.query_one(LineTable).move_to("level")
        await game.press("3", "enter")
        game.app.screen.query_one(LineTable).move_to("age")
        await game.press("4", "0", "enter", "home", "enter")
        await game.say(" la Larga nivel=2")
        sheet = game.saved("Zoe la Larga")
        assert (sheet.level, sheet.age) == (2, 40)


@pytest.mark.slow
async def test_an_object_is_given_and_used_until_it_runs_out(folder: Folder) -> None:
    folder.begin(*party())
    folder.faces.append(2)
    async with playing(folder) as game:
        await game.press("m", "z")
        await game.say("Ganzúas d4")
        await game.press("x", "u", "enter")
        assert game.notice == f"{depleted_sentence('Ganzúas', 'Lía')} (d4 → 2)."
        assert [supply.die for supply in folder.saved().supplies.values()] == [0]
        await game.press("x", "u")
        assert game.notice == "No lleva nada que usar: + en Exploración le da un objeto."


@pytest.mark.slow
async def test_the_party_rests_once_and_what_is_due_waits(folder: Folder) -> None:
    folder.begin(*party("daño Lía 6 directo", "esfuerzo Lía potencia"))
    folder.faces.extend([5, 12, 9])
    async with playing(folder) as game:
        await game.press("z", "d")
        assert "Lía · Esfuerzo: Resistencia · d20" in game.screen
        assert folder.saved().elapsed == 0
        await game.press("enter")
        assert game.session.elapsed == 8 * 3600
        assert "Pendiente 1/2: Lía · Dado de Salud · d8" in game.pending
        await game.press("enter")
        assert game.saved("Lía").health == 13
        await game.press("enter")
        assert game.saved("Lía").effort == 2
        assert game.pending == ""


@pytest.mark.slow
async def test_each_creature_sleeps_and_eats_by_itself(folder: Folder) -> None:
    folder.begin(*party("pj Zoe", "intervalo 1d", "omite", "omite", "omite"))
    async with playing(folder) as game:
        await game.press("space", "z", "m", "space", "z", "z")
        await game.say("8h")
        assert game.saved("Lía").fed_at == 86_400
        assert game.saved("Bruno").fed_at == 0
        assert game.saved("Bruno").awake_since == 86_400


async def test_the_menu_holds_every_act_of_the_game(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("x", "/")
        await game.paste("caida")
        assert "Caída" in game.screen
        await game.press("enter")
        await game.say("12")
        assert "Lía recibe" in game.notice


async def test_the_cursor_stays_on_its_creature_when_others_come_and_go(folder: Folder) -> None:
    folder.begin(*party("pj Zoe"))
    async with playing(folder) as game:
        await game.press("down")
        await game.command("licencia Lía")
        assert game.session.creatures[game.line_table.cursor_key or ""].name == "Bruno"


@pytest.mark.slow
async def test_a_nasty_name_is_shown_as_it_is_and_never_obeyed(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, size=(110, 30)) as game:
        await game.press("+")
        await game.say(NASTY)
        await game.press("ctrl+s")
        name = next(each.name for each in game.session.creatures.values() if "Ñandú" in each.name)
        assert "\x1b" not in name
        assert "[b]Ñandú[/]" in name
        for tab in "1234":
            await game.press(tab)
            assert "\x1b" not in game.screen
        await game.press("1")
        game.cursor_on(name)
        for keys in (("d", "4", "enter"), ("e", "v", "3", "enter"), ("t", "1", "enter"), ("f", "q")):
            await game.press(*keys)
            assert game.dialog == ""
            assert "龍" in game.screen
        await game.press("u")
        assert "[b]Ñandú[/]" in game.screen


@pytest.mark.parametrize("size", one_of([(12, 5), (60, 20)]))
async def test_the_group_can_be_seen_at_any_size(folder: Folder, size: tuple[int, int]) -> None:
    folder.begin(*party())
    async with playing(folder, size=size) as game:
        if game.dialog == "TooSmall":
            await game.press("enter")
        await game.press("d")
        await game.say("3 = 1")
        for tab in "2341":
            await game.press(tab)
        assert isinstance(game.pane, GroupPane)
        assert game.saved("Lía").health == 12


async def test_a_sheet_below_the_fold_is_read_with_one_key(folder: Folder) -> None:
    folder.begin(
        *party("lleva lia antorcha d6", f"annotate lia {'Ha visto el faro. ' * 60}Le debe dinero a Bruno.")
    )
    async with playing(folder) as game:
        assert "Le debe" not in game.side_text
        for _ in range(20):
            if "Le debe" not in game.side_text:
                await game.press("tab")
        assert "Le debe" in game.side_text


@pytest.mark.parametrize("others", one_of([20, 0]))
async def test_a_page_to_turn_is_offered_at_every_size(folder: Folder, others: int) -> None:
    folder.begin(*party(*(f"pj Guardia {number}" for number in range(others))))
    async with playing(folder, size=(60, 20)) as game:
        assert game.table.active_bindings["tab"].binding.id == "pane.turn_page"


async def test_a_cut_cell_is_whole_beside_the_list(folder: Folder) -> None:
    folder.begin(
        *party("estado lia miedo Dragón", "estado lia veneno nivel 3", "estado lia fascinación Sirena")
    )
    folder.play("modifica lia desventaja mente resaca", "efecto lia Vuelo 10m")
    async with playing(folder, size=(80, 24)) as game:
        assert "Fascinación" not in game.rows[0]
        before = game.side_text
        await game.press("tab")
        told = " ".join(f"{before} {game.side_text}".split())
        for mark in (
            "Miedo (Dragón)",
            "Veneno 3",
            "Fascinación, no ataca (Sirena)",
            "desventaja Mente resaca",
            "Vuelo 10m",
        ):
            assert mark in told


async def test_a_card_leaves_out_what_every_creature_of_its_kind_has(folder: Folder) -> None:
    folder.begin("aparece goblin salud=6", "combate Cueva goblin")
    async with playing(folder, size=(80, 40)) as game:
        await game.press("2")
        assert "goblin" in game.side_text
        assert "tipo" not in game.side_text


async def test_the_scores_of_a_new_member_of_the_party_are_on_its_card(folder: Folder) -> None:
    folder.begin("pj Lía", "aparece goblin", "combate Cueva lía,goblin")
    async with playing(folder) as game:
        assert "Fue 10/12" in game.side_text
        await game.press("2", "down")
        assert "goblin" in game.side_text
        assert "Fue 10/12" not in game.side_text


async def test_on_a_narrow_screen_all_of_what_is_pending_is_read(folder: Folder) -> None:
    folder.begin(*fight("estado lia parálisis", "siguiente"))
    async with playing(folder, size=(60, 20)) as game:
        lines = shown_lines(game.table.query_one("#pending", Notice))
        assert "Intro tira" in " ".join(lines)
        bar = game.screen.splitlines()[-1]
        assert all(each in bar for each in ("= Caras", "s Omite", "p Pendientes")), bar


async def test_a_creature_without_skills_is_told_where_to_write_them(folder: Folder) -> None:
    folder.begin("pj Lía", system="percentile")
    async with playing(folder) as game:
        await game.press("t")
        assert "No tiene nada que elegir: se añade en su ficha (Esc f)." in game.screen


async def test_unwritten_hit_points_are_not_shown_as_zero(folder: Folder) -> None:
    folder.begin("pj Lía", "pj Bruno PV_máximos=9", system="percentile")
    async with playing(folder) as game:
        assert [row.split()[1] for row in game.rows] == ["–", "9/9"]


async def test_the_cursor_goes_to_a_new_character(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("+")
        await game.say("Zoe")
        await game.press("ctrl+s")
        assert game.line_table.cursor_key == next(
            who for who, creature in game.session.creatures.items() if creature.name == "Zoe"
        )


@pytest.mark.parametrize("size", one_of([(60, 20), (80, 24)]))
async def test_the_party_says_how_many_are_hungry_and_what_it_leads_to(
    folder: Folder, size: tuple[int, int]
) -> None:
    folder.begin(*party("pj Zoe", "intervalo 20h", "come lía", "intervalo 8h"))
    async with playing(folder, size=size) as game:
        told = " ".join(game.side_text.split())
        assert "2 con hambre · tirada Día 3 08:00 · con 3 fallos, muerte" in told
        assert "3 con sueño · otro −1 Día 3 08:00" in told


async def test_a_fed_party_says_nothing_of_hunger(folder: Folder) -> None:
    folder.begin(*party("intervalo 2h"))
    async with playing(folder) as game:
        assert "hambre" not in game.screen
