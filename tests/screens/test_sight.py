"""What a GM must see without looking twice: who acts, what has just happened, what runs out."""

import pytest

from tests.screens.game import Folder, playing
from tests.trials import one_of, one_row_in
from tests.widgets.stage import shown_lines
from tracker.rules.glance import Tone
from tracker.screens.table.recent import Recent
from tracker.screens.tabs.encounter import EncounterPane
from tracker.screens.tabs.group import need_time
from tracker.session.resources import shared_needs
from tracker.widgets.ink import Emphasis

PARTY = ("Lía", "Bren", "Iria", "Odón", "Morda", "Sor Inés", "Tarasca", "Milo")
FOES = (
    "aparece 10 goblin salud_total=6 salud=6",
    "aparece 8 esqueleto salud_total=8 salud=8",
    "aparece 5 lobo salud_total=9 salud=9",
    "aparece 2 ogro salud_total=30 salud=30",
)


def big_fight(folder: Folder) -> None:
    """Begin a fight of eight against twenty-five, each with a row of its own."""
    folder.begin(
        *(f'pj "{name}" salud_total=14 salud=14' for name in PARTY),
        *FOES,
        "combate La gran sala",
        "iniciativa enemigos 20",
        "siguiente",
        "estado lobo* veneno nivel 3",
    )


async def test_eight_against_twenty_five_stand_in_two_columns_at_80_columns(folder: Folder) -> None:
    big_fight(folder)
    async with playing(folder) as game:
        await game.press("2")
        assert len(game.rows) == 33
        for name in (*PARTY, "goblin 10", "esqueleto 8", "ogro 2"):
            assert any(name in row for row in game.rows), name
        assert sum("Veneno 3" in row or "VEN3" in row for row in game.rows) == 5
        assert game.side_text.startswith("▶ goblin 1 ─")


async def test_the_cursor_goes_down_one_column_and_then_the_other(folder: Folder) -> None:
    big_fight(folder)
    async with playing(folder) as game:
        await game.press("2", *["down"] * 20)
        place = game.line_table.keys.index(game.line_table.cursor_key or "")
        assert game.line_table.cursor_cell.x > 40
        cursor = game.line_table.cursor_cell
        await game.pilot.click(game.line_table, offset=(cursor.x, cursor.y - 2))
        assert game.line_table.keys.index(game.line_table.cursor_key or "") == place - 2


async def test_the_header_says_who_comes_after_an_active_one_that_has_died(folder: Folder) -> None:
    folder.begin(
        "pj Lía salud_total=14 salud=14",
        "pj Bren salud_total=14 salud=14",
        "aparece 2 goblin salud_total=6 salud=6",
        "combate Foso",
        "iniciativa lia 15",
        "iniciativa enemigos 10",
        "iniciativa bren 5",
        "siguiente",
        "siguiente",
    )
    async with playing(folder) as game:
        await game.press("2")
        assert "GOBLIN 1 → goblin 2 → Bren" in game.screen.splitlines()[0]
        await game.command("daño goblin 1 30")
        assert "GOBLIN 1 → goblin 2 → Bren" in game.screen.splitlines()[0]
        await game.press("n")
        assert "GOBLIN 2 → Bren → Lía" in game.screen.splitlines()[0]


@pytest.mark.parametrize("size", one_of([(60, 20), (80, 24), (120, 40)]))
async def test_the_newest_event_stands_whole_and_once(folder: Folder, size: tuple[int, int]) -> None:
    folder.begin("pj Lía", "nota Uno", "nota Dos")
    async with playing(folder, size=size) as game:
        told = "la campana cae un palmo y nadie la oye salvo quien escribe esta nota tan larga, que sigue"
        await game.command(f"nota {told}")
        assert " ".join(game.screen.split()).count("la campana cae un palmo") == 1
        recent = " ".join(" ".join(shown_lines(game.pane.query_one(Recent))).split())
        assert told in recent
        assert "…" not in recent
        assert game.notice_text == ""


async def test_an_older_event_loses_its_middle_and_never_its_outcome(folder: Folder) -> None:
    folder.begin("pj Lía", f"nota Uno {'y otra cosa ' * 60}fin", "nota Dos", "nota Tres")
    async with playing(folder, size=(60, 20)) as game:
        lines = [each.rstrip() for each in shown_lines(game.pane.query_one(Recent)) if each.strip()]
        cut = " ".join(lines).partition("Nota: Dos")[0]
        assert "Nota: Uno y otra" in cut
        assert "…" in cut
        assert "cosa fin" in cut
        assert lines[-1].endswith("Nota: Tres")


FIFTEEN = (
    *(f"pj {name} salud_total=20 salud=20" for name in ("Lía", "Bruno", "Brunilda", "Teo", "Zoe")),
    "aparece 6 goblin salud_total=9 salud=9",
    "aparece 4 orco salud_total=9 salud=9",
    *("combate Sala", "iniciativa todos 12", "iniciativa enemigos 6", "siguiente", "daño lía 3"),
)


@pytest.mark.parametrize(
    ("size", "log_lines"), one_row_in(3, [((80, 24), 4), ((60, 20), 5), ((120, 40), 21), ((160, 50), 31)])
)
async def test_no_row_is_blank_and_the_log_stands_under_the_list(
    folder: Folder, size: tuple[int, int], log_lines: int
) -> None:
    folder.begin(*FIFTEEN)
    async with playing(folder, size=size) as game:
        await game.press("2")
        log = game.pane.query_one(Recent)
        assert game.notice_text == game.pending == ""
        assert (log.region.x, log.region.y) == (0, game.line_table.region.bottom)
        assert log.size.height == log_lines
        bottom = max(log.region.bottom, game.pane.panel.region.bottom)
        assert bottom == size[1] - 1, "the keys follow, and no empty row of a sentence"
        if size[0] > 80:
            assert game.pane.panel.region.height == game.pane.size.height
            assert all(f"{name} ─" in game.screen for name in ("Lía", "Bruno", "Brunilda", "Teo", "Zoe"))


async def test_a_sentence_takes_its_line_from_the_log_alone(folder: Folder) -> None:
    folder.begin(*FIFTEEN)
    async with playing(folder) as game:
        await game.press("2")
        heights = [each.region.height for each in (game.line_table, game.pane.panel)]
        game.table.say("Una frase.")
        await game.pilot.pause()
        assert game.notice_text
        assert [each.region.height for each in (game.line_table, game.pane.panel)] == heights
        assert game.pane.query_one(Recent).size.height == 3
        game.table.say("")
        await game.pilot.pause()
        assert game.pane.query_one(Recent).size.height == 4


async def test_an_undo_is_a_title_in_plain_ink(folder: Folder) -> None:
    folder.begin(*FIFTEEN, "deshacer")
    async with playing(folder) as game:
        recent = game.pane.query_one(Recent)
        *_older, last = recent.last_lines(game.table.history, 70, 4)
        assert Emphasis.STRONG not in {ink for _text, ink in last}
        assert "Se deshace: Lía recibe 3 de daño" in "".join(text for text, _ink in last)


async def test_after_a_day_without_food_nothing_is_green(folder: Folder) -> None:
    folder.begin("pj Lía", "intervalo 28h")
    folder.play("resuelve = 2")
    async with playing(folder) as game:
        [row] = game.rows
        assert "28 h" in row
        assert "HAMBRE 1/3" in row
        assert "28 h sin comer" in game.side_text
        assert "1d4h" not in game.screen
        need = next(need for need, _who in shared_needs(game.session) if need.id == "meal")
        assert need_time(need, game.session.elapsed) == ("28 h", Tone.WARNING)


async def test_hours_that_cost_nothing_are_quiet(folder: Folder) -> None:
    folder.begin("pj Lía", "intervalo 1h")
    async with playing(folder) as game:
        need = next(need for need, _who in shared_needs(game.session) if need.id == "meal")
        assert need_time(need, game.session.elapsed) == ("1 h", Emphasis.MUTED)


async def test_light_stands_beside_the_tabs_and_its_absence_is_loud(folder: Folder) -> None:
    folder.begin("pj Lía", "lleva lia antorcha d8 luz cada 10m", "lleva lia cuerda d6")
    for size in ((60, 20), (80, 24), (120, 40)):
        async with playing(folder, size=size) as game:
            assert game.screen.splitlines()[1].rstrip().endswith("de día")
            await game.command("luz noche")
            assert game.screen.splitlines()[1].rstrip().endswith("SIN LUZ")
            await game.press("3", "m", "m", "home", "enter")
            assert game.screen.splitlines()[1].rstrip().endswith("de día")
    folder.play("luz oscuro", "enciende antorcha")
    async with playing(folder) as game:
        assert game.screen.splitlines()[1].rstrip().endswith("antorcha d8 ███ 10 min")
        await game.command("apaga antorcha")
        assert game.screen.splitlines()[1].rstrip().endswith("SIN LUZ")
    async with playing(folder, size=(60, 20)) as game:
        await game.command("enciende antorcha")
        assert game.screen.splitlines()[1].rstrip().endswith("d8 10 min")


async def test_what_burns_comes_first_and_spent_things_share_a_row(folder: Folder) -> None:
    folder.begin(
        "pj Lía",
        *(f"lleva lia {name} d4" for name in ("aceite", "vela")),
        "lleva lia raciones d8",
        "lleva lia farol d8 luz cada 10m encendida",
    )
    async with playing(folder) as game:
        folder.faces.extend([1, 1])
        await game.press("3", "home", "down", "x", "home", "down", "x")
        names = [row.split()[0] for row in game.rows]
        assert names[:3] == ["farol", "raciones", "2"]
        assert "2 objetos agotados" in game.rows[2]
        assert "aceite, vela" in game.rows[2]
        await game.press("home", "down", "down", "delete")
        assert [row.split()[0] for row in game.rows][:2] == ["farol", "raciones"]
        assert "agotado" not in "".join(game.rows)
        await game.press("u", "u")
        assert "2 objetos agotados" in game.rows[2]


async def test_a_light_that_went_out_long_ago_is_told_at_its_hour(folder: Folder) -> None:
    folder.begin("pj Lía", "lleva lia vela d4 luz cada 10m encendida", "intervalo 2h")
    async with playing(folder) as game:
        await game.command("resuelve = 1")
        lines = [each.strip() for each in shown_lines(game.pane.query_one(Recent)) if "sin vela" in each]
        assert lines[-1].startswith("08:10")
        assert "10:00" in game.screen.splitlines()[0]


async def test_time_that_passes_is_told_at_its_end(folder: Folder) -> None:
    folder.begin("pj Lía", "intervalo 1h")
    async with playing(folder) as game:
        recent = [each for each in shown_lines(game.pane.query_one(Recent)) if each.strip()]
        assert recent[-1].strip().startswith("09:00")


async def test_creatures_are_seen_before_a_fight_and_join_it_with_two_keys(folder: Folder) -> None:
    folder.begin("pj Lía salud_total=14 salud=14", *FOES)
    async with playing(folder) as game:
        assert "Preparados: 25" in game.screen.splitlines()[0]
        await game.press("2")
        assert len(game.rows) == 25
        await game.press("d", "3", "enter")
        assert game.sheet("goblin 1").health == 3
        await game.press("w", "enter")
        fight = game.session.fight
        assert fight is not None
        assert len(fight.combatants) == 26
        assert game.dialog == ""
        assert "Preparados" not in game.screen.splitlines()[0]


async def test_what_needs_a_fight_does_nothing_to_who_is_only_prepared(folder: Folder) -> None:
    folder.begin("pj Lía", "aparece 2 goblin")
    async with playing(folder) as game:
        await game.press("2")
        before = game.events
        pane = game.pane
        assert isinstance(pane, EncounterPane)
        pane.action_initiative()
        assert (game.events, game.dialog) == (before, "")
        assert "No hay ningún encuentro" in game.notice_text


async def test_a_full_bar_is_blank_and_a_wound_is_not(folder: Folder) -> None:
    folder.begin("pj Lía salud_total=14 salud=14", "pj Bren salud_total=14 salud=3")
    async with playing(folder) as game:
        whole, hurt = game.rows
        assert "█" not in whole
        assert "█" in hurt
