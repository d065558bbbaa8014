"""A crowded fight at every size: who suffers what, who acts, and how hurt everybody is."""

import re

import pytest

from tests.screens.game import Folder, Game, playing
from tests.trials import one_of
from tests.widgets.stage import painted_lines, shown_lines
from tracker.screens.table.recent import Recent
from tracker.store.campaigns import copy_of
from tracker.store.paths import examples_folder
from tracker.widgets.ink import whole_of
from tracker.widgets.preferences import Preferences

PARTY = ("Lía", "Morda", "Odón", "Bernardina", "Fray Bartolomé", "Zoe")
FOES = tuple(f"goblin {number}" for number in range(1, 7))
SIZES = ((60, 20), (80, 24), (120, 40), (160, 50))


def crowd(folder: Folder) -> None:
    """Begin a fight of twelve, each with three conditions and an effect."""
    folder.begin(
        *(f"pj {name} salud_total=14 salud={14 - 2 * place}" for place, name in enumerate(PARTY)),
        "aparece 6 goblin salud_total=6 salud=6",
        "combate La cripta",
        "iniciativa grupo 12",
        "iniciativa enemigos 11",
        *(
            f"estado {name} {condition}"
            for name in (*PARTY, *FOES)
            for condition in ("veneno nivel 2", "parálisis", "ceguera")
        ),
        *(f"efecto {name} bendición 3r" for name in (*PARTY, *FOES)),
        "siguiente",
        "siguiente",
    )


def row_of(game: Game, name: str) -> str:
    return next(row for row in game.rows if re.search(rf"\b{name[:8]}", row))


@pytest.mark.parametrize("size", one_of(SIZES))
async def test_every_condition_of_everybody_is_on_its_row(folder: Folder, size: tuple[int, int]) -> None:
    """The row of the turn is filled, gauges are in one column, and the last of twelve is in view."""
    crowd(folder)
    async with playing(folder, size=size) as game:
        await game.press("2")
        assert len(game.rows) == 12
        assert "goblin 6" in game.screen
        for name in (*PARTY, *FOES):
            row = row_of(game, name)
            whole = all(word in row for word in ("Veneno 2", "Parálisis", "Ceguera", "bendición"))
            short = all(re.search(rf" {word}\b", row) for word in ("VEN2", "PAR", "CEG", r"BEN\dr"))
            assert whole or short, row
        gauges = [re.search("[█▏▎▍▌▋▊▉]+", row) for row in game.rows]
        assert len({gauge.start() for gauge in gauges if gauge}) == 1
        filled = [
            {segment.style.bgcolor for segment in strip if segment.style and segment.text.isspace()}
            for strip in painted_lines(game.app.screen)[2 + game.line_table._title_height :][:12]
        ]
        active = next(place for place, each in enumerate(game.rows) if each.startswith("▶"))
        assert "Morda" in game.rows[active]
        assert filled[active] not in [each for place, each in enumerate(filled) if place != active]


async def test_all_eleven_conditions_are_seen_at_60_columns(folder: Folder) -> None:
    conditions = (
        *("apresamiento", "ceguera", "confusión", "dominio", "enfermedad", "fascinación"),
        *("miedo", "parálisis", "petrificación", "sordera", "veneno nivel 2"),
    )
    folder.begin(
        "pj Lía salud_total=14 salud=14", "combate Foso", *(f"estado lia {each}" for each in conditions)
    )
    async with playing(folder, size=(60, 20)) as game:
        await game.press("2")
        for short in ("APR", "CEG", "CON", "DOM", "ENF", "FAS", "MIE", "PAR", "PET", "SOR", "VEN2"):
            assert f"{short}" in game.rows[0], game.rows[0]


@pytest.mark.parametrize(("preferences", "edges"), [(Preferences(), "▌▌"), (Preferences(plain=True), "AE")])
async def test_sides_are_told_apart_with_and_without_colour(
    folder: Folder, preferences: Preferences, edges: str
) -> None:
    folder.begin("pj Lía", "aparece goblin salud_total=6 salud=6", "combate Foso")
    async with playing(folder, preferences=preferences) as game:
        await game.press("2")
        rows = painted_lines(game.app.screen)[3:5]
        assert [strip.text[0] for strip in rows] == list(edges)
        colours = {strip._segments[0].style.color for strip in rows if strip._segments[0].style}
        assert len(colours) == (1 if preferences.plain else 2)


async def test_the_dead_and_the_fled_come_last_and_dim(folder: Folder) -> None:
    folder.begin(
        "pj Lía salud_total=14 salud=14",
        "aparece 3 goblin salud_total=6 salud=6",
        "combate Foso",
        "iniciativa enemigos 15",
        "iniciativa grupo 5",
        "siguiente",
        "siguiente",
        "daño goblin 1 9",
        "huye goblin 3",
    )
    async with playing(folder) as game:
        await game.press("2")
        names = ["".join(text for text, _ink in whole_of(row.cells[1])) for row in game.line_table.rows]
        assert names == ["goblin 2", "Lía", "goblin 1", "goblin 3"]
        assert [row.gone for row in game.line_table.rows] == [False, False, True, True]


async def test_the_card_is_of_the_one_who_acts_until_the_cursor_moves(folder: Folder) -> None:
    folder.begin(
        "pj Lía blindaje=d6",
        "pj Bruno blindaje=d8",
        "combate Foso",
        "iniciativa lia 9",
        "iniciativa bruno 5",
        "siguiente",
    )
    async with playing(folder) as game:
        await game.press("2")
        assert game.side_text.splitlines()[:2] == [game.side_text.splitlines()[0], "Dado de Blindaje d6"]
        assert game.side_text.startswith("▶ Lía ──")
        assert "LÍA → Bruno" in game.screen.splitlines()[0]
        await game.press("n")
        assert game.side_text.startswith("▶ Bruno ──")
        await game.press("down", "up")
        assert game.side_text.startswith("→ Lía ──")


async def test_the_card_begins_with_protection_and_leaves_out_defaults(folder: Folder) -> None:
    folder.begin(
        "pj Lía fuerza=9/13 blindaje=d6 esfuerzo_total=3 esfuerzo=2 especie=humana",
        "lleva Lía Antorcha d6 luz cada 10m encendida",
        "estado lia parálisis",
        "annotate lia Le debe dinero.",
    )
    async with playing(folder) as game:
        assert [line.strip() for line in game.side_text.splitlines() if line.strip()][1:] == [
            "Dado de Blindaje d6 · Esfuerzo 2/3",
            "Parálisis: 11+ al empezar y pierde el turno; Desventaja al esquivar",
            "Fue 9/13  Agi 10/12  Res 10/12  Men 10/12  Int 10/12  Pre 10/12",
            "Antorcha d6, en 10 min",
            "Le debe dinero.",
            "especie humana",
        ]


async def test_a_long_event_is_cut_before_its_outcome(folder: Folder) -> None:
    folder.begin("pj Lía agilidad=13/9", "nota Uno", "prueba Lía agilidad ventaja = 3 20", "nota Dos")
    async with playing(folder) as game:
        recent = "\n".join(shown_lines(game.pane.query_one(Recent)))
        assert "Nota: Uno" in recent
        assert "Crítico." in recent
        assert "Nota: Dos" in recent


@pytest.mark.parametrize("tab", one_of("21"))
async def test_a_small_terminal_shows_the_card_in_the_lines_that_the_list_leaves(
    folder: Folder, tab: str
) -> None:
    folder.begin("pj Lía blindaje=d6 salud_total=14 salud=14", "combate Foso")
    async with playing(folder, size=(60, 20)) as game:
        await game.press(tab)
        assert len(game.rows) == 1
        assert "Dado de Blindaje d6" in game.side_text


async def test_the_exploration_of_a_small_terminal_can_reach_its_last_row(folder: Folder) -> None:
    folder.begin("pj Lía", *(f"lleva Lía Saco {number} d6" for number in range(1, 15)))
    async with playing(folder, size=(60, 20)) as game:
        await game.press("3", "end")
        assert game.line_table.cursor_key == game.line_table.rows[-1].key
        assert "Sueño" in game.screen


@pytest.mark.parametrize("size", one_of([(120, 40), (160, 50)]))
async def test_a_wide_exploration_has_the_party_and_the_last_events(
    folder: Folder, size: tuple[int, int]
) -> None:
    folder.begin("pj Lía blindaje=d6", "pj Zoe", "lleva Lía Antorcha d6 luz cada 10m", "estado Zoe miedo")
    async with playing(folder, size=size) as game:
        await game.press("3")
        assert "Dado de Blindaje d6" in game.side_text
        assert "Miedo: usa Moverse" in game.side_text
        assert "Zoe sufre Miedo." in game.screen


@pytest.mark.slow
async def test_wide_dice_tell_the_throws_before_the_one_under_the_cursor(folder: Folder) -> None:
    folder.begin("2d6 = 6 1 # alud", "1d8 = 3 # ruina", "1d10 = 7 # niebla")
    async with playing(folder, size=(120, 40)) as game:
        await game.press("4")
        beside = game.side_text
        assert beside.index("niebla") < beside.index("ruina") < beside.index("alud")
        await game.press("up")
        assert "niebla" not in game.side_text
    async with playing(folder) as game:
        await game.press("4")
        assert "ruina" not in game.side_text


@pytest.mark.slow
async def test_what_came_of_a_throw_is_never_cut(folder: Folder) -> None:
    folder.folders.prepare()
    title = copy_of(examples_folder("es") / "chronicle.json", folder.folders.saves).stem
    for size in SIZES[:2]:
        async with playing(folder, title=title, size=size) as game:
            await game.press("4")
            assert any("pierde el turno" in row for row in game.rows), game.rows


@pytest.mark.slow
async def test_the_loot_in_sight_says_so_whole(folder: Folder) -> None:
    folder.begin("pj Lía", "loot 30 mo")
    for size in SIZES[:3]:
        async with playing(folder, size=size) as game:
            await game.press("3")
            assert any("Botín" in row and "a la vista" in row for row in game.rows), game.rows


async def test_a_refusal_is_read_to_its_end_on_a_narrow_screen(folder: Folder) -> None:
    folder.begin("pj Lía")
    async with playing(folder, size=(60, 20)) as game:
        await game.press("3", "l")
        assert "y la ficha de una cosa dice si da luz." in " ".join(game.screen.split()), game.screen
