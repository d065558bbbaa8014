"""Encuentro by keys: turns, initiative, pending rolls, hidden and fled creatures."""

import pytest

from tests.screens.game import Folder, Game, fight, party, playing
from tests.told import kept_die, refusal, turn, undone, worn_die
from tests.trials import one_of, one_row_of
from tracker.screens.asking import pending_queue
from tracker.widgets.entry import Entry
from tracker.widgets.preferences import Preferences
from tracker.wording.language import speak
from tracker.wording.messages import say


def active(game: Game) -> str:
    """Return whose turn the sign says it is."""
    return next(row for row in game.rows if row.startswith("▶")).split()[2]


def at_turn(game: Game) -> str:
    """Return whose turn the sign says it is, where rows have no initiative."""
    return next(row for row in game.rows if row.startswith("▶")).split()[1]


async def test_the_key_bar_leads_from_no_fight_to_the_first_turn(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("2")
        bar = game.screen.splitlines()[-1]
        assert "w Combate  + Añadir criatura" in bar
        assert "n Turno" not in bar
        await game.press("w")
        await game.say("El puente")
        bar = game.screen.splitlines()[-1]
        assert "n Turno  a Ataque" in bar
        await game.press("n")
        bar = game.screen.splitlines()[-1]
        assert bar.startswith("n Turno  a Ataque  d Daño")
        assert "i Iniciativa" not in bar


@pytest.mark.parametrize(
    ("system", "spanish", "english"),
    one_row_of(
        [
            ("percentile", "Cada turno son 12 s", "Each turn is 12 s"),
            ("horror", "Cada TURNO son 10 s", "Each TURN is 10 s"),
        ]
    ),
)
async def test_a_fight_ends_in_the_game_s_own_word_for_a_round(
    folder: Folder, system: str, spanish: str, english: str
) -> None:
    folder.begin(
        "pj Ana", "aparece Goblin", "combate Emboscada", "iniciativa todos 9", "siguiente", system=system
    )
    async with playing(folder) as game:
        await game.press("2", "w")
        assert spanish in game.screen
        assert "ronda" not in game.screen
        await game.press("escape")
        speak("en")
        await game.press("w")
        assert english in game.screen
        assert "round" not in game.screen


async def test_turns_go_on_and_back_by_identity(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("2", "n", "n")
        assert active(game) == "Bruno"
        assert "R1" in game.screen
        await game.press("n", "n", "n")
        assert (active(game), game.session.fight and game.session.fight.round) == ("Lía", 2)
        await game.press("m", "b")
        assert game.rows[3].startswith("▶")
        assert folder.saved().fight == game.session.fight


async def test_where_the_gm_gives_the_turns_the_next_key_asks_to_whom(folder: Folder) -> None:
    folder.begin(*party(), "aparece goblin", "combate Puente sin orden")
    async with playing(folder) as game:
        await game.press("2", "n")
        assert "¿Quién actúa?" in game.screen
        await game.press("down", "enter")
        assert at_turn(game) == "Bruno"
        assert "BRUNO · faltan Lía" in game.screen
        await game.press("n", "full_stop")
        assert "¿quién? · faltan Lía" in game.screen
        await game.press("n", "equals_sign")
        assert "R2" in game.screen


@pytest.mark.slow
async def test_who_is_asked_for_has_the_letter_of_the_row(folder: Folder) -> None:
    folder.begin(*party(), "aparece Bruja", "combate Puente sin orden")
    async with playing(folder) as game:
        await game.press("2", "n", "b")
        assert at_turn(game) == "Bruno"
        await game.press("n", "a")
        assert at_turn(game) == "Bruja"


async def test_lists_of_creatures_have_the_letters_of_their_rows(folder: Folder) -> None:
    orders = ("iniciativa lia 20", "iniciativa goblin* 9", "iniciativa bruno 5", "siguiente")
    folder.begin(*party("aparece Ada", "aparece 3 goblin", "combate Puente"), *orders)
    async with playing(folder) as game:
        letters = {game.table.history.names[who]: letter for who, letter in game.table.letters.items()}
        await game.press("2", "m", "q", letters["goblin 3"])
        assert "Lía aguarda y actúa justo antes que goblin 3" in game.screen
        await game.press("m", "q", letters["Lía"].upper())
        assert "▶" in next(row for row in game.rows if "Lía" in row)


@pytest.mark.slow
async def test_where_the_gm_gives_the_turns_the_row_of_the_cursor_gets_it(folder: Folder) -> None:
    folder.begin(*party(), "aparece goblin", "combate Puente sin orden")
    async with playing(folder) as game:
        await game.press("2", "end", "n")
        last = at_turn(game)
        assert last != "Lía"
        await game.press("home", "n")
        assert at_turn(game) == "Lía"
        assert [row for row in game.rows if "ya" in row.split()] == [game.rows[2]]
        await game.press("m", "b")
        assert at_turn(game) == last
        assert not any("ya" in row.split() for row in game.rows)


@pytest.mark.slow
async def test_marked_rows_act_together_and_a_side_before_another(folder: Folder) -> None:
    folder.begin(*party(), "aparece goblin", "combate Puente por bandos")
    async with playing(folder) as game:
        await game.press("2", "*", "*", "n")
        assert sum("▶" in row for row in game.rows) == len(game.session.party())
        assert not game.line_table.marked
        await game.press("n")
        assert at_turn(game) == "goblin"
        await game.press("n")
        assert "R2 · ¿quién?" in game.screen


@pytest.mark.slow
async def test_a_row_of_several_kinds_says_how_each_is_and_damage_asks_whom(folder: Folder) -> None:
    folder.begin(*party(), "aparece caballo salud_total=9 salud=7", "combate Puente", "agrupa lía, caballo")
    async with playing(folder) as game:
        await game.press("2", "home")
        assert "Lía + caballo" in game.rows[0]
        assert "Lía 14/14 caballo 7/9" in game.rows[0]
        await game.press("d")
        assert "¿Quién de la fila?" in game.screen
        await game.press("down", "enter", "3", "enter")
        assert "Lía 14/14 caballo 4/9" in game.rows[0]
        await game.press("m", "a")
        assert "caballo" not in game.rows[0]


@pytest.mark.slow
async def test_the_order_of_the_turns_is_chosen_in_the_middle_of_a_fight(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2", "m", "t")
        await game.press("s")
        assert " Ya " in game.screen
        await game.press("m", "t", "i")
        assert " Ini " in game.screen
        assert " Ya " not in game.screen


@pytest.mark.slow
async def test_marked_creatures_leave_the_encounter_together_and_one_undo_brings_them_back(
    folder: Folder,
) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        before = game.session
        await game.press("2", "home", "space", "down", "space", "m", "x")
        assert game.notice == f"Goblin 1 y Lía ya no están en el encuentro. {turn('Bruno')}."
        assert (len(game.rows), active(game), len(game.session.creatures)) == (2, "Bruno", 4)
        await game.press("u", "u")
        assert game.session == before


@pytest.mark.slow
async def test_what_is_done_in_an_encounter_says_that_there_is_none(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("2")
        for key in ("m x", "m h", "m v", "m k", "m w", "m e", "m q", "n"):
            game.table.say("")
            await game.press(*key.split())
            assert (key, game.notice) == (key, refusal("no_encounter"))
            assert game.dialog == ""
        for key in ("m i", "m p"):
            game.table.say("")
            await game.press(*key.split())
            assert (game.dialog, "ningún encuentro" in game.notice) == ("", True), key


@pytest.mark.slow
async def test_what_is_done_to_somebody_says_that_nobody_is_there(folder: Folder) -> None:
    folder.begin(*party("combate Vacío lia", "quita lia"))
    async with playing(folder) as game:
        await game.press("2")
        for key in ("m x", "m h", "m v", "m k", "m i"):
            game.table.say("")
            await game.press(*key.split())
            assert (key, game.notice[:9], game.dialog) == (key, "¿A quién?", "")


async def test_what_is_pending_takes_the_face_on_the_table(folder: Folder) -> None:
    """A face that may be the beginning of another waits for enter; the rule behind the roll is a key away."""
    folder.begin(*fight("estado Lía parálisis", "siguiente"))
    async with playing(folder) as game:
        await game.press("4", "=", "?")
        assert game.dialog == "PageScreen"
        assert "Salvación contra Parálisis" in game.screen
        await game.press("q")
        assert game.dialog == ""
        await game.press("=", "1")
        assert game.dialog == "FacePrompt"
        await game.press("enter")
        assert game.notice == "Lía no se libra de la Parálisis (d20 → 1✎ contra 12)."
        assert len(game.session.pending) == 1
        await game.press("=", "4")
        assert game.notice == "Lía (d20 → 4✎ contra 11) puede actuar este turno."
        assert game.dialog == ""


async def test_a_face_resolves_the_roll_it_was_asked_for(folder: Folder) -> None:
    folder.begin(*fight("estado Lía parálisis", "estado Lía miedo", "siguiente"))
    async with playing(folder) as game:
        asked = next(iter(game.session.pending))
        await game.press("=")
        folder.play("resuelve = 3", gm="bea")
        await game.wait_until(lambda: asked not in game.session.pending, "what waits next")
        await game.press("1", "9")
        assert game.notice == "Esa tirada no está entre las pendientes."
        assert len(game.saved("Lía").states) == 2


@pytest.mark.slow
async def test_an_enter_of_habit_is_one_too_many_after_a_second_face_too(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending_queue, "HABIT", 2.0)
    folder.begin("pj Lía", "lleva lia antorcha d8 luz encendida", "intervalo 50m")
    async with playing(folder) as game:
        now = 100.0
        monkeypatch.setattr(pending_queue, "monotonic", lambda: now)
        await game.press("=", "5", "enter")
        now += 1.2
        await game.press("=", "5")
        now += 1.0
        await game.press("enter")
        assert len(game.session.pending) == 3
        await game.press("=", "5", "1", "enter")
        assert len(game.session.pending) == 1


async def test_an_enter_of_habit_rolls_nothing_on_any_tab_and_after_a_step_of_the_cursor_it_is_meant(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending_queue, "HABIT", 60.0)
    folder.begin("pj Lía", "pj Bruno", "lleva lia antorcha d8 luz encendida", "intervalo 50m")
    async with playing(folder) as game:
        for tab, left in (("1", 4), ("4", 3)):
            await game.press(tab, "=", "5", "enter")
            assert len(game.session.pending) == left
        await game.press("1", "=", "5", "down", "enter")
        assert len(game.session.pending) == 1


@pytest.mark.slow
async def test_effort_is_spent_on_a_pending_roll_and_rolled_here_or_on_the_table(folder: Folder) -> None:
    folder.begin(*fight("ficha Lía esfuerzo_total=2 esfuerzo=1", "estado Lía miedo", "siguiente"))
    async with playing(folder) as game:
        folder.faces.extend([3, 12])
        before = game.events
        await game.press("=")
        assert "Lía · Salvación contra Miedo" in game.screen
        assert "V ventaja, D desventaja, +N, E Esfuerzo; * su clase, ? regla" in " ".join(game.screen.split())
        await game.press("escape")
        assert (game.dialog, game.events) == ("", before)
        await game.press("=", "E", "enter")
        assert (
            game.notice == "Lía gasta 1 de Esfuerzo y tira con Ventaja (le quedan 0). "
            "Lía se libra del Miedo (d20 → [3] 12 contra 12)."
        )
        assert (game.saved("Lía").effort, game.saved("Lía").states) == (0, {})
        await game.press("u", "u")
        assert (game.saved("Lía").effort, list(game.saved("Lía").states)) == (1, ["frightened"])
        await game.press("=", "e", "space", "3", "space", "1", "2", "enter")
        assert (
            game.notice == "Lía gasta 1 de Esfuerzo y tira con Ventaja (le quedan 0). "
            "Lía se libra del Miedo (d20 → [3✎] 12✎ contra 12)."
        )


@pytest.mark.slow
async def test_effort_that_another_gm_spent_meanwhile_is_not_there(folder: Folder) -> None:
    folder.begin(*fight("ficha Lía esfuerzo_total=2 esfuerzo=1", "estado Lía miedo", "siguiente"))
    async with playing(folder) as game:
        await game.press("=")
        folder.play("esfuerzo Lía talento", gm="bea")
        await game.wait_until(lambda: not game.sheet("Lía").effort, "the other's deed")
        before = game.events
        await game.press("E", "3", "space", "1", "2", "enter")
        assert "Lía no tiene Esfuerzo que gastar" in game.screen
        assert game.events == before


async def test_a_key_that_settles_says_so_when_nothing_is_pending(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        for key in "=sp":
            game.table.say("")
            await game.press(key)
            assert (key, game.dialog, game.notice) == (
                key,
                "",
                "Nada pendiente.",
            )


async def test_a_key_that_the_gm_has_given_something_else_says_nothing_of_what_it_was_for(
    folder: Folder,
) -> None:
    folder.begin(*fight("siguiente"))
    keys = {"due.skip": "f6", "table.note": "s"}
    async with playing(folder, preferences=Preferences(keys=keys)) as game:
        await game.press("s")
        assert game.dialog == "CommandPrompt"
        await game.press("escape", "f6")
        assert (game.dialog, game.notice) == ("", "Nada pendiente.")


async def test_pending_rolls_alike_are_rolled_with_one_key(folder: Folder) -> None:
    folder.begin("pj Lía", "lleva lia antorcha d8 luz encendida", "intervalo 8h")
    folder.faces.extend([5] * 48)
    async with playing(folder) as game:
        assert "=* las 48" in game.pending
        await game.press("=", "*")
        assert game.notice == f"{kept_die('antorcha', 8, 'Lía')} (×48)."
        assert (game.pending, len(folder.saved().pending)) == ("", 0)
        await game.press("u", "u")
        assert "=* las 48" in game.pending


@pytest.mark.slow
async def test_what_is_pending_can_be_skipped_at_every_tab(folder: Folder) -> None:
    folder.begin(*fight("lleva Lía Flechas d8 munición", "estado Lía parálisis", "siguiente"))
    async with playing(folder) as game:
        for tab in "1234":
            await game.press(tab, "s")
            assert len(game.session.pending) == len(folder.saved().pending) == 1
            await game.press("u", "u")
            assert len(game.session.pending) == 2
        await game.press("s", "s")
        assert (game.pending, game.saved("Lía").states.keys()) == ("", {"paralysed"})


@pytest.mark.slow
async def test_initiative_is_a_number_or_dice_for_the_marked_ones(folder: Folder) -> None:
    folder.begin(*fight())
    folder.faces.extend([6, 5])
    async with playing(folder) as game:
        await game.press("2", "end", "m", "i")
        await game.say("15")
        assert game.rows[0].split()[:3] == ["15", "Goblin", "2"]
        await game.press("home", "down", "space", "space", "m", "i")
        await game.say("1d6 + 2")
        assert [row.split()[0] for row in game.rows] == ["15", "8", "7", "6"]


async def test_before_the_first_turn_initiatives_are_asked_one_after_another(folder: Folder) -> None:
    folder.begin(*party("pj Zoe", "aparece 2 Goblin", "combate Emboscada"))
    async with playing(folder) as game:
        await game.press("2", "down", "m", "i", *"12", "enter", *"7", "enter")
        assert "Iniciativa de Lía" in game.screen
        await game.press(*"15", "enter")
        assert game.dialog == ""
        assert [row.split()[:2] for row in game.rows[:4]] == [
            ["15", "Lía"],
            ["12", "Bruno"],
            ["7", "Zoe"],
            ["–", "Goblin"],
        ]
        folder.faces.extend([4, 3])
        await game.press("m", "i")
        assert [row.split()[:2] for row in game.rows[3:]] == [["4", "Goblin"], ["3", "Goblin"]]


@pytest.mark.slow
async def test_once_the_fight_has_begun_one_initiative_is_asked_alone(folder: Folder) -> None:
    folder.begin(*party("aparece 2 Goblin", "combate Emboscada", "siguiente"))
    async with playing(folder) as game:
        await game.press("2", "m", "i", *"12", "enter")
        assert game.dialog == ""


@pytest.mark.slow
async def test_a_tie_is_settled_by_hand_and_the_cursor_goes_along(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("2", "m", "j")
        assert [row.split()[1] for row in game.rows[:2]] == ["Bruno", "Lía"]
        assert game.session.creatures[game.line_table.cursor_key or ""].name == "Lía"
        await game.press("m", "k")
        assert game.rows[0].split()[1] == "Lía"
        before = game.events
        await game.press("m", "k")
        assert game.notice == "No se puede mover más en esa dirección."
        assert game.events == before
        await game.press("end")
        await game.command("iniciativa Goblin 2 30")
        assert "Goblin 2" in game.rows[0]
        assert game.session.creatures[game.line_table.cursor_key or ""].name == "Goblin 2"


@pytest.mark.slow
async def test_whoever_hides_or_flees_comes_back_with_the_same_key(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2", "end", "m", "v", "m", "h")
        assert "oculto en fuga" in game.rows[3]
        await game.press("home", "n", "n", "n")
        assert active(game) == "Lía"
        await game.press("end", "m", "v", "m", "h")
        assert "oculto" not in game.rows[3]
        assert "en fuga" not in game.rows[3]


@pytest.mark.slow
async def test_an_encounter_is_opened_filled_and_ended(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("2")
        assert "w empieza uno." in " ".join(game.screen.split())
        await game.press("w")
        await game.say('"Emboscada en el [b]puente[/]"')
        assert game.session.fight
        assert game.session.fight.name == "Emboscada en el [b]puente[/]"
        assert game.notice_text == "Aún no hay enemigos: + los añade."
        await game.press("+")
        await game.say("3 Goblin salud_total=6 salud=6")
        await game.wait_until(lambda: sum("Goblin" in row for row in game.rows) == 3, "the goblins")
        await game.press("n", "w", "q")
        assert game.session.fight is not None
        await game.press("w", "c")
        assert folder.saved().fight is None
        assert folder.saved().elapsed == 10


@pytest.mark.slow
async def test_two_encounters_are_kept_apart(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "combate Retaguardia Bruno"))
    async with playing(folder) as game:
        before = game.events
        await game.press("2")
        assert len(game.rows) == 1
        assert "Retaguardia" in game.screen.splitlines()[0]
        await game.menu("encounter.switch")
        await game.press("enter")
        assert game.events == before, "to stay with an encounter is nothing to take back"
        await game.menu("encounter.switch")
        await game.press("e")
        assert "Emboscada · R1" in game.screen.splitlines()[0]
        assert game.session.fight
        assert (game.session.fight.name, active(game)) == ("Emboscada", "Lía")


@pytest.mark.slow
async def test_a_creature_becomes_a_template_for_more_like_it(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("2", "end")
        await game.menu("encounter.template")
        await game.say("Jefe goblin")
        await game.press("+")
        await game.say("2 jefe")
        assert (game.saved("Jefe goblin 1").health, game.saved("Jefe goblin 2").health) == (6, 6)


@pytest.mark.slow
async def test_ammunition_is_shot_as_the_campaign_counts_it(folder: Folder) -> None:
    folder.begin(*fight("lleva Lía Flechas d8 munición", "siguiente"))
    folder.faces.extend([2, 1])
    async with playing(folder) as game:
        await game.press("2", "x", "u", "enter")
        assert game.notice == f"{worn_die('Flechas', 6, 'Lía')} (d8 → 2)."
        await game.press("g", "a", "enter", "down", "enter", "ctrl+s")
        await game.press("x", "u", "enter")
        assert game.notice == "Lía dispara. Al terminar se tira por sus Flechas."
        await game.press("w", "c")
        assert "munición Flechas · d6" in game.pending
        await game.press("enter")
        assert [supply.die for supply in folder.saved().supplies.values()] == [4]


@pytest.mark.slow
async def test_the_fallen_say_so(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("2", "d", *"20", "X", "enter")
        assert "inconsciente" in game.rows[0]
        await game.press("end", "d")
        await game.say("9")
        assert "ha muerto" in game.rows[3]
        await game.press("n")
        assert "Turno de" in game.notice


@pytest.mark.slow
async def test_an_empty_encounter_says_how_to_fill_it(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        assert any("Goblin 2" in row for row in game.rows)
        await game.command("combate Otra")
        assert "Aquí no hay nadie: + añade criaturas" in game.screen
        assert not any("Goblin 2" in row for row in game.rows)
        await game.press("u", "u")
        await game.wait_until(lambda: any("Goblin 2" in row for row in game.rows), "the fight as it was")


@pytest.mark.slow
async def test_a_round_is_decided_about_by_letters(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        for letter, told in (
            ("t i", "La iniciativa dura todo el encuentro."),
            ("t n", "La iniciativa se decide de nuevo cada ronda."),
            ("t c", "La iniciativa que se tiró se tira de nuevo cada ronda."),
            ("s", "La sorpresa le cuesta esta ronda a Lía."),
        ):
            await game.press("m", *letter.split())
            assert game.notice == told
        await game.press("u", "u")
        assert game.notice == f"{undone()}{told}"


@pytest.mark.slow
async def test_somebody_comes_in_from_another_encounter(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "combate Torre Bruno"))
    async with playing(folder) as game:
        await game.press("2", "m", "e")
        assert "Emboscada" in game.screen
        await game.press("l")
        assert game.notice.endswith("Lía entra en el encuentro.")
        await game.wait_until(
            lambda: [row.split()[1] for row in game.rows] == ["Bruno", "Lía"], "Lía in the fight"
        )


@pytest.mark.slow
async def test_morale_is_the_gms_own_table_or_a_kept_roll_or_dice(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("2", "m", "m")
        assert game.dialog == "CommandPrompt"
        folder.faces.extend([3, 4])
        await game.press("enter")
        assert game.notice == "Moral: 2d6 = 7 (d6 → 3 4)."
        await game.command("guarda moral 1d10")
        folder.faces.append(9)
        await game.press("m", "m")
        assert "9" in game.notice
        await game.command("tabla Moral 2d6 2-6: huyen; 7-12: siguen")
        folder.faces.extend([1, 1])
        await game.press("m", "m")
        assert game.notice == "Moral 2 (d6 → 1 1): huyen."


async def test_a_hit_on_many_is_told_to_its_end_and_so_is_its_undo(folder: Folder) -> None:
    folder.begin("aparece 8 goblin salud_total=6 salud=6", "combate Puente")
    async with playing(folder, size=(60, 20)) as game:
        await game.press("2")
        await game.pilot.press(*["space"] * 8)
        await game.press("d", "7", "enter")
        assert game.notice == "goblin 1–8 reciben 7 de daño y mueren."
        await game.press("u")
        assert "goblin 1–8 reciben 7 de daño y mueren." in " ".join(game.screen.split())
        await game.press("u")
        assert game.notice.startswith(f"{undone()}goblin 1–8")


async def test_the_active_row_is_in_view_in_a_crowded_fight(folder: Folder) -> None:
    folder.begin(*party("aparece 16 goblin salud_total=6 salud=6", "combate Puente", *["siguiente"] * 13))
    async with playing(folder, size=(60, 20)) as game:
        await game.press("2")
        for _turn in range(6):
            await game.press("n")
            assert any(row.startswith("▶") for row in game.rows), game.screen
            assert game.line_table.cursor_key == game.line_table.active, "the cursor goes with my own turn"


@pytest.mark.slow
async def test_everything_pending_is_rolled_from_the_list_with_two_keys_and_undone_as_one(
    folder: Folder,
) -> None:
    folder.begin(
        *fight("lleva bruno antorcha d8 luz encendida", "estado Lía parálisis", "intervalo 10m", "siguiente")
    )
    async with playing(folder) as game:
        waiting = dict(game.session.pending)
        assert len(waiting) > 1
        await game.press("p", "t")
        assert (game.dialog, dict(game.session.pending)) == ("", {})
        await game.press("u", "u")
        assert dict(game.session.pending) == waiting


@pytest.mark.slow
async def test_the_list_of_pending_rolls_is_resolved_in_any_order(folder: Folder) -> None:
    folder.begin(
        *party("lleva lia antorcha d6 luz encendida", "lleva bruno vela d8 luz encendida", "intervalo 10m")
    )
    folder.faces.extend([5])
    async with playing(folder) as game:
        await game.press("p", "down", "enter")
        assert game.dialog == "PendingList"
        assert "sigue en d8" in game.screen
        assert [str(each.data["name"]) for each in game.session.pending.values()] == ["antorcha"]
        await game.press("s")
        assert (game.dialog, dict(game.session.pending)) == ("", {})


async def test_the_row_of_the_first_pending_roll_has_a_sign_and_the_list_a_key_that_rolls_one(
    folder: Folder,
) -> None:
    folder.begin(*fight("estado Bruno parálisis", "siguiente", "siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        assert [row[1] for row in game.rows] == [" ", "!", " ", " "]
        await game.press("p")
        assert "Intro Tirar" in game.screen


@pytest.mark.slow
async def test_a_new_encounter_takes_the_party_and_who_is_prepared(folder: Folder) -> None:
    folder.begin(*party("aparece posadera", "aparece goblin", "plantilla goblin"))
    async with playing(folder) as game:
        await game.press("2", "w", *"Puente", "enter")
        assert game.dialog == ""
        assert {row.split()[1] for row in game.rows} == {"Lía", "Bruno", "posadera", "goblin"}


@pytest.mark.slow
async def test_the_key_of_a_fight_rolls_the_initiatives_of_all_in_order(folder: Folder) -> None:
    folder.begin(*party("aparece 2 goblin"))
    async with playing(folder) as game:
        await game.press("2")
        for name in ("", "Puente"):
            folder.faces.extend([4, 18, 9, 12])
            await game.press("w")
            assert "Intro: todos (2 tuyos y 2" in game.screen
            await game.press(*name, "enter")
            assert [row.split()[:2] for row in game.rows] == [
                ["18", "Bruno"],
                ["12", "goblin"],
                ["9", "goblin"],
                ["4", "Lía"],
            ]
            await game.press("u", "u")
            assert game.session.fight
            assert {each.initiative for each in game.session.fight.combatants.values()} == {None}
            await game.press("u", "u")
            assert not game.session.fight


@pytest.mark.slow
async def test_the_key_of_a_fight_rolls_nothing_where_the_gm_gives_the_turns(folder: Folder) -> None:
    folder.begin(*party("aparece 2 goblin"))
    async with playing(folder) as game:
        await game.press("2", "w")
        await game.say("Puente sin orden")
        assert game.session.fight
        assert {each.initiative for each in game.session.fight.combatants.values()} == {None}


@pytest.mark.slow
async def test_who_is_left_of_another_fight_is_told_and_takes_no_key(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "fin"))
    async with playing(folder) as game:
        await game.press("2", "w", "enter")
        assert game.dialog == ""
        assert game.notice_text == (
            "Aún no hay enemigos: + los añade. Fuera quedan Goblin 1 y Goblin 2: con m e entran."
        )
        await game.press("n")
        assert game.session.fight
        assert game.session.fight.round == 1
        await game.press("m", "e", "enter")
        assert len(game.session.fight.combatants) > 2


@pytest.mark.slow
async def test_the_initiative_of_all_foes_is_rolled_with_one_key(folder: Folder) -> None:
    folder.begin(*party("aparece 3 goblin", "combate Puente", "mata goblin 3"))
    folder.faces.extend([7, 12])
    async with playing(folder) as game:
        await game.press("2", "space", "space")
        assert len(game.line_table.marked) == 2
        await game.press("escape")
        assert not game.line_table.marked, "one key clears every mark"
        game.cursor_on("goblin 1")
        await game.press("m", "i")
        fight_now = game.session.fight
        assert fight_now
        assert [each.initiative for each in fight_now.combatants.values()] == [None, None, 7, 12, None]
        await game.press("m", "i")
        assert game.dialog == "CommandPrompt"


async def test_typed_lines_come_back_with_the_cursor_keys_in_this_session_and_the_next(
    folder: Folder,
) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.command("nota uno")
        await game.command("nota dos")
        await game.press(":", "up", "up", "enter")
        assert game.notice == "Nota: uno"
    async with playing(folder) as game:
        await game.press(":", "up", "enter")
        assert game.notice == "Nota: uno"
        await game.press(":", *"x", "up", "down")
        assert game.app.screen.query_one(Entry).value == "x"


@pytest.mark.slow
async def test_attacks_follow_each_other_and_the_last_foe_is_proposed(folder: Folder) -> None:  # R1-093
    folder.begin(
        "pj Lía",
        "pj Bruno",
        "aparece Lobo salud=20 ataques=Mordisco 4, Zarpa 3",
        "combate Cueva",
        "iniciativa Lobo 30",
        "siguiente",
    )
    async with playing(folder) as game:
        await game.press("2")
        game.cursor_on("Lobo")
        assert "a Ataque" in game.screen
        await game.press("a")
        assert "ATAQUE  Lobo · Mordisco  → ¿a quién?" in game.line
        await game.press("b", "enter")
        assert game.notice.startswith("Lobo ataca a Bruno: Mordisco.")
        await game.press("a")
        assert "ATAQUE  Lobo · Zarpa" in game.line
        assert "→ Bruno" in game.line
        await game.press("l", "enter")
        assert game.notice.startswith("Lobo ataca a Lía: Zarpa.")
        await game.press("a", "enter")
        assert game.notice.startswith("Lobo ataca a Lía: Mordisco.")


@pytest.mark.slow
async def test_the_marked_are_attacked_in_one_event(folder: Folder) -> None:
    folder.begin(*fight("ficha Lía daño=3"))
    async with playing(folder) as game:
        await game.press("2")
        for name in ("Goblin 1", "Goblin 2"):
            game.cursor_on(name)
            await game.press("space")
        game.cursor_on("Lía")
        before = game.events
        await game.press("a")
        assert "→ Goblin 1, Goblin 2" in game.line
        await game.press("enter")
        assert (game.events - before, game.line_table.marked) == (1, frozenset())
        assert [game.sheet(name).health for name in ("Goblin 1", "Goblin 2")] == [3, 3]
        await game.press("u", "u")
        assert [game.sheet(name).health for name in ("Goblin 1", "Goblin 2")] == [6, 6]


@pytest.mark.slow
async def test_a_player_attacks_from_the_tab_of_the_group(folder: Folder) -> None:
    folder.begin(*fight("ficha Lía daño=3", "estado Bruno parálisis"))
    async with playing(folder) as game:
        game.cursor_on("Bruno")
        await game.press("x", "i")
        assert "Parálisis" in game.screen
        assert "Ceguera" not in game.screen, "only suffered conditions are offered to end"
        await game.press("ctrl+c")
        game.cursor_on("Lía")
        await game.press("a", "c", "enter")
        assert game.notice.startswith("Lía ataca a Goblin 2. Lía acierta sin tirar. Goblin 2 recibe 3")


@pytest.mark.slow
async def test_one_of_several_attacks_is_taken_in_turn(folder: Folder) -> None:  # R1-093
    folder.begin(*fight("ficha Lía ataques=Mordisco 4, Zarpa 6"))
    async with playing(folder) as game:
        await game.press("2")
        game.cursor_on("Lía")
        await game.press("a", "enter")
        assert (game.dialog, "¿a quién?" in game.line) == ("ActDialog", True)
        await game.press("tab", "!", "b", "enter")
        assert game.notice.startswith("Lía ataca a Bruno: Zarpa.")


async def test_the_rolls_of_fighters_are_counted_on_the_tab_of_the_fight(folder: Folder) -> None:
    folder.begin(
        "pj Ada",
        "pj Beto",
        "combate Cripta Ada Beto",
        "siguiente",
        "prueba ada violencia beto = 6 6",
        system="horror",
    )
    async with playing(folder) as game:
        assert [each.encounter for each in game.session.pending.values()] == [""]
        assert "2 Encuentro (1)" in game.screen


@pytest.mark.slow
async def test_the_end_of_a_fight_tells_what_it_was_until_the_next_one(folder: Folder) -> None:
    folder.begin(*fight("siguiente", 'mata "goblin 1"', "estado Bruno ceguera"))
    async with playing(folder, size=(60, 20)) as game:
        await game.press("2", "w", "enter")
        assert game.notice.startswith("«Emboscada» termina en la ronda 1, tras 10 s. Cayó Goblin 1.")
        told = " ".join(game.screen.split())
        assert "En «Emboscada» combatieron contra Goblin ×2: 1 ronda" in told
        assert "Siguen sufriendo: Bruno, Ceguera." in told
        assert "Ahora: z para descansar, 3 para explorar." in told
        await game.press("z", "d")
        assert game.dialog == "JumpQuestion"
        await game.press("ctrl+c", "w")
        await game.say("Otra")
        assert "En «Emboscada»" not in " ".join(game.screen.split())
        await game.press("u", "u", "u", "u", "u", "u")
        assert "En «Emboscada»" not in game.screen
        assert "R1" in game.screen


async def test_a_group_is_one_row_that_takes_damage_and_splits(folder: Folder) -> None:
    folder.begin(*party("combate Torre", "aparece 4 goblin grupo salud_total=6 salud=6", "siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        assert len(game.rows) == 3
        assert "goblin ×4" in game.rows[2]
        game.cursor_on("goblin 1")
        await game.press("d", "9", "enter")
        assert "goblin ×3" in game.rows[2]
        assert "18/18" in game.rows[2]
        assert "1 baja" in game.rows[2]
        assert game.rows[2].count("–") == 1, "the initiative; nobody asks a foe for Effort"
        await game.menu("encounter.band")
        await game.wait_until(lambda: len(game.rows) == 6, "a row for each goblin")
        await game.press("u", "u")
        assert "goblin ×3" in game.rows[2]


@pytest.mark.slow
async def test_a_group_says_what_some_of_it_suffer_and_gathers_without_the_rest(folder: Folder) -> None:
    folder.begin(
        *party(
            "combate Torre", "aparece 4 goblin grupo salud_total=6 salud=6", "siguiente", "daño goblin 1 9"
        )
    )
    async with playing(folder) as game:
        await game.press("2")
        game.cursor_on("goblin 2")
        await game.press("space")
        await game.command("estado . ceguera")
        assert "Ceguera ×3" in game.rows[2]
        assert "goblin 2 6/6 Ceguera · goblin 3 6/6 Ceguera" in " ".join(game.side_text.split())
        letter = game.table.letters[next(iter(game.table.chosen))]
        await game.press("d", "2", letter, "enter")
        assert [game.sheet(f"goblin {number}").health for number in (2, 3, 4)] == [4, 4, 4]
        assert "12/18" in game.rows[2]
        await game.press("escape")
        assert "4/6 cada uno" in game.rows[2]
        await game.command("daño goblin 3 2")
        assert "10/18" in game.rows[2]
        assert "goblin 3 2/6" in game.rows[2]
        await game.press("u", "u")
        await game.command("daño goblin* 9")
        assert "goblin ×0 " in game.rows[2]
        assert "4 bajas" in game.rows[2]
        assert "/" not in game.rows[2]
        await game.press("u", "u")
        await game.menu("encounter.band")
        await game.wait_until(lambda: len(game.rows) == 6, "a row for each goblin")
        for name in ("goblin 3", "goblin 4"):
            game.cursor_on(name)
            await game.press("space")
        await game.menu("encounter.band")
        await game.wait_until(lambda: any("goblin ×2" in row for row in game.rows), "the smaller group")
        game.cursor_on("goblin 3")
        await game.press("m", "h")
        assert "en fuga" in game.rows[-1] or "baja" in game.rows[-1]
        await game.press("u", "u", "u", "u", "u", "u")
        assert "goblin ×3" in game.rows[2]


async def test_a_turn_later_the_cursor_has_left_who_died_under_it(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        game.cursor_on("Goblin 1")
        await game.press("d", "9", "enter", "d", "1", "enter")
        assert game.sheet("Goblin 2").health == 6, "a key too many hits nobody else"
        await game.press("n")
        assert under_cursor(game) == active(game)
        await game.press("d", "1", "enter")
        assert game.sheet("Goblin 2").health == 5, "the only foe that stands"


async def test_damage_on_the_row_of_the_turn_asks_whom(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("2", "end", "n")
        assert under_cursor(game) == active(game)
        before = game.events
        await game.press("d", "2", "enter")
        assert game.events == before
        assert say("act_dialog.whom") in game.screen
        await game.press("j", "enter")
        assert under_cursor(game) == active(game), "the line has only chosen with the cursor"


async def test_a_filter_hides_no_row_of_the_turn(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        whose = active(game)
        await game.press("/", *"goblin", "enter")
        assert len(game.rows) == 3, game.screen
        assert under_cursor(game) == "Goblin 1"
        assert active(game) == whose


CROWD = party(
    "aparece 10 goblin salud_total=6 salud=6",
    "aparece 6 lobo salud_total=6 salud=6",
    "combate Sala",
    "iniciativa grupo 9",
    "iniciativa enemigos 6",
    "siguiente",
    *(f'mata "goblin {n}"' for n in range(1, 6)),
)


def under_cursor(game: Game) -> str:
    return game.session.creatures[game.line_table.cursor_key or ""].name


@pytest.mark.parametrize(
    ("size", "told"),
    one_row_of(
        [
            ((80, 24), "han caído: a goblin 1, c goblin 2, e goblin 3, f goblin 4, g goblin 5"),
            ((60, 20), "han caído: goblin 1–5"),
        ]
    ),
)
async def test_the_fallen_share_a_row_where_room_is_short_until_the_cursor_comes(
    folder: Folder, size: tuple[int, int], told: str
) -> None:
    folder.begin(*CROWD)
    async with playing(folder, size=size) as game:
        await game.press("2")
        assert told in game.screen
        assert "ha muerto" not in game.screen
        await game.press("end")
        assert told not in game.screen
        assert under_cursor(game) == "goblin 1"
        await game.press("down")
        assert under_cursor(game) == "goblin 2"
        await game.press("home")
        assert told in game.screen


@pytest.mark.slow
async def test_who_has_fled_is_told_apart_in_the_shared_row_and_an_undo_takes_one_out_of_it(
    folder: Folder,
) -> None:
    folder.begin(*CROWD, 'huye "lobo 1"')
    async with playing(folder) as game:
        await game.press("2")
        assert "fuera: " in game.screen
        assert "lobo 1 (en fuga)" in game.screen
        await game.press("u", "u")
        assert "han caído: " in game.screen
        await game.press("u", "u")
        assert any(row.split()[:3] == ["6", "goblin", "5"] for row in game.rows)


@pytest.mark.slow
async def test_the_fallen_have_rows_of_their_own_where_there_is_room_for_all(folder: Folder) -> None:
    folder.begin(*CROWD)
    async with playing(folder, size=(120, 40)) as game:
        await game.press("2")
        assert "han caído" not in game.screen
        assert sum("ha muerto" in row for row in game.rows) == 5


@pytest.mark.parametrize(
    ("size", "tells"),
    one_row_of([((60, 20), "goblin 3 → Cid · 2 aguardan"), ((80, 24), "· Cid, Ana aguardan")]),
)
async def test_the_top_line_tells_who_delays_or_at_least_how_many(
    folder: Folder, size: tuple[int, int], tells: str
) -> None:
    people = ("pj Ana", "pj Bea", "pj Cid", "aparece 3 goblin", "combate Puente")
    order = [f"iniciativa {who} {n}" for who, n in (("ana", 15), ("bea", 12), ('"goblin 1"', 10), ("cid", 8))]
    order += ['iniciativa "goblin 2" 6', 'iniciativa "goblin 3" 3', "siguiente"]
    folder.begin(*people, *order, "aguarda", "siguiente", "siguiente", "aguarda antes de ana")
    async with playing(folder, size=size) as game:
        assert tells in game.screen.splitlines()[0]
        await game.press("2", "m", "q")
        assert "q Volver" in game.screen
        await game.press("q", "m")
        bar = game.screen.splitlines()[-1]
        assert ("Esc Volver" in bar, "q Volver" in bar) == (True, False)


@pytest.mark.parametrize("language", one_of(["es", "en"]))
async def test_food_and_sleep_are_in_the_footer_of_every_tab_at_80_columns(
    folder: Folder, language: str
) -> None:
    folder.begin(*party("aparece 2 goblin salud=6", "combate Sala", "iniciativa todos 9", "siguiente"))
    speak(language)
    eat = {"es": "z Comer", "en": "z Eat"}[language]
    async with playing(folder) as game:
        for tab in "1234":
            await game.press(tab)
            assert eat in game.screen.splitlines()[-1]
        await game.press("2")
        bar = game.screen.splitlines()[-1]
        assert all(f" {key} " in f" {bar}" for key in "nadcetzm?"), bar
        await game.press("3")
        bar = game.screen.splitlines()[-1]
        assert not any(f" {key} " in f" {bar}" for key in "dce"), bar
