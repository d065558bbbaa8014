"""The log as a lens: the table as it was, the way back, another campaign, notes, comparisons."""

import pytest

from tests.screens.game import Folder, Game, playing
from tests.session.game import event_id
from tests.widgets.stage import shown_lines
from tracker.session.event import InMemory, read_event
from tracker.session.event_id import number_of
from tracker.widgets.text_panel import TextPanel
from tracker.wording.language import speak
from tracker.wording.report import status_text

LINES = (
    "pj Lía salud_total=14 salud=14",
    "pj Bren",
    "aparece 2 goblin",
    "combate Puente",
    "oculta goblin 2",
    "siguiente",
    "daño Lía 3",
    "nota fin",
)


@pytest.fixture
def past(folder: Folder) -> Folder:
    folder.begin(*LINES)
    return folder


def lines_beside_log(game: Game) -> list[str]:
    """Return what stands beside the list of the log."""
    return shown_lines(game.app.screen.query_one(TextPanel))


def row(game: Game, name: str) -> str:
    return next(line for line in lines_beside_log(game) if name in line)


async def test_the_cursor_shows_the_table_as_it_was_with_what_the_act_changed(past: Folder) -> None:
    async with playing(past, size=(80, 40)) as game:
        await game.press("g", "l")
        assert "  Lía · Salud 11/14" in row(game, "Lía · Salud").replace("-  ", "  ")
        await game.press("up")
        assert row(game, "Lía · Salud").lstrip().startswith("*")
        assert "11/14" in row(game, "Lía · Salud")
        await game.press("up")
        assert "14/14" in row(game, "Lía · Salud")
        assert any("Puente" in line for line in lines_beside_log(game))
        await game.press("up")
        assert row(game, "goblin 2 · Salud").lstrip().startswith("*")
        assert "oculto" in row(game, "goblin 2 · Salud")
        await game.press("home")
        assert not any("Lía" in line for line in lines_beside_log(game))


async def test_one_goes_back_to_a_moment_and_undo_brings_everything_forward(past: Folder) -> None:
    async with playing(past) as game:
        now = game.session
        await game.press("g", "l", "up", "up")
        await game.press("r")
        assert game.dialog == "Confirm"
        assert "De ana" not in game.screen
        assert "Se deshacen 2 actos: Nota: fin" in game.screen
        assert "Lía: Salud +3" in game.screen
        await game.press("n")
        assert game.session == now
        await game.press("g", "l", "up", "up", "r", "s")
        assert game.sheet("Lía").health == 14
        assert game.saved("Lía").health == 14
        await game.press("u", "u")
        assert game.session == now


async def test_what_others_did_stands_apart_and_what_comes_meanwhile_asks_again(past: Folder) -> None:
    past.play("daño Lía 1", gm="bea")
    async with playing(past) as game:
        await game.press("g", "l", "up", "up", "up", "r")
        assert "De bea se deshace un acto: " in game.screen
        past.play("daño Lía 2", gm="bea")
        await game.wait_until(lambda: game.sheet("Lía").health == 8, "what Bea did")
        await game.press("s")
        assert game.dialog == "Confirm"
        assert "De bea se deshacen 2 actos: " in game.screen
        await game.press("s")
        assert game.sheet("Lía").health == 14


@pytest.mark.slow
async def test_another_campaign_begins_at_a_moment(past: Folder) -> None:
    async with playing(past) as game:
        now, events = game.session, game.events
        await game.press("g", "l", "up", "up", "b")
        assert "Nombre de la campaña" in game.screen
        await game.press("ctrl+u")
        await game.say("Otra mesa")
        assert "Otra mesa.json" in game.notice
        assert (game.session, game.events) == (now, events)
    other = past.open(title="Otra mesa")
    assert (other.session.title, len(other.history)) == ("Otra mesa", events - 1)
    assert "Lía · Salud 14/14" in status_text(other.history)
    other.save.close()


@pytest.mark.slow
async def test_two_moments_are_compared(past: Folder) -> None:
    async with playing(past, size=(80, 40)) as game:
        await game.press("g", "l", "home", "m")
        await game.press("end")
        told = "\n".join(lines_beside_log(game))
        assert "Desde " in told
        assert "llega Lía" in told
        await game.press("m", "home", "m", "end", "up", "up", "m", "up", "up", "down", "down", "down")
        assert "Lía: Salud -3" in "\n".join(lines_beside_log(game))
        await game.press("up", "m")
        assert "Desde " not in "\n".join(lines_beside_log(game))
        assert "marcado" not in game.hint


@pytest.mark.slow
async def test_the_typed_line_goes_there_too(past: Folder) -> None:
    async with playing(past, size=(80, 40)) as game:
        await game.command("mira -2")
        assert game.dialog == "LogScreen"
        assert "14/14" in row(game, "Lía · Salud")
        await game.press("q")
        await game.command("mira ahora desde -2")
        assert "Lía: Salud -3" in "\n".join(lines_beside_log(game))
        await game.press("q")
        await game.command("pronostico -2")
        assert "nadie puede herir" in game.screen


async def test_an_undone_moment_is_shown_as_it_was_and_marked(past: Folder) -> None:
    past.play("daño Bren 1", "deshacer")
    async with playing(past, size=(80, 40)) as game:
        await game.press("g", "l", "up")
        assert "Deshecho" in lines_beside_log(game)[1]
        assert "9/10" in row(game, "Bren · Salud")
        await game.press("down")
        assert "10/10" in row(game, "Bren · Salud")
        assert row(game, "Bren · Salud").lstrip().startswith("*")


@pytest.mark.slow
async def test_a_moment_that_a_merge_brought_in_says_so(past: Folder) -> None:
    async with playing(past, size=(80, 40)) as game:
        last = next(reversed(game.table.history))
        number = number_of(last.id)
        document = dict(last.document, gm="bea")
        game.table.history.add([read_event(event_id(number, "9" * 10), InMemory(document))])
        await game.press("g", "l", "end")
        assert any("A la vez que ana" in line for line in lines_beside_log(game))
        await game.press("up")
        assert any("A la vez que bea" in line for line in lines_beside_log(game))


async def test_the_lens_speaks_english_and_fits(past: Folder) -> None:
    speak("en")
    async with playing(past, size=(60, 20)) as game:
        await game.press("g", "l", "up")
        assert "The table at that moment" in game.screen
        assert "Lía · " in "\n".join(lines_beside_log(game))


async def test_a_look_at_somebody_is_said_at_the_table(past: Folder) -> None:
    async with playing(past) as game:
        await game.command("mira Lía")
        assert "Lía: Salud 11/14" in game.notice_text
        assert not game.dialog


async def test_one_act_of_the_log_is_undone_with_what_came_of_it_and_no_other(folder: Folder) -> None:
    folder.begin(
        "pj Lía agilidad=10/12 daño=2d6",
        "aparece Lobo salud=20 salud_total=20",
        "ataca lia lobo agilidad = 15",
        "resuelve = 3 4",
        "nota fin",
    )
    async with playing(folder) as game:
        now = game.session
        await game.press("g", "l", "up", "up", "u")
        assert game.dialog == "UndoQuestion"
        assert "¿Se deshace esto? Lía" in game.screen
        assert "También: Daño de Lía a Lobo" in game.screen
        assert "Lobo: Salud +7" in game.screen
        await game.press("u")
        assert (game.sheet("Lobo").health, game.saved("Lobo").health) == (20, 20)
        assert any("fin" in fact.data.values() for event in game.table.history for fact in event.facts)
        await game.press("g", "l", "up", "up", "up", "u")
        assert game.dialog == "LogScreen", "it has been undone"
        await game.press("q", "ctrl+r")
        assert game.session == now
