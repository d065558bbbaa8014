"""The first start: an example or a new campaign says what to press, through a whole fight."""

import re
from pathlib import Path

import pytest

from tests.screens.game import Folder, Game, playing
from tests.session.game import Game as AnyGame
from tests.trials import each_of, one_of
from tracker.rules.clock import HOUR
from tracker.rules.systems import known_systems
from tracker.screens.asking.sheet_form import new_sheet_fields
from tracker.screens.table.guide import guide_of
from tracker.screens.table_screen import TableScreen
from tracker.widgets.form import Field
from tracker.wording.messages import names_in, say

FILES = Path(__file__).parents[1] / "rules/game_file/files"
WITHOUT_DAMAGE = ("margin",)


async def open_example(game: Game, folder: Folder, system: str) -> None:
    await game.press("m", "e", *["down"] * [*folder.workspace().examples()].index(system), "enter")
    await game.wait_until(lambda: any(isinstance(s, TableScreen) for s in game.app.screen_stack), "the table")
    await game.wait_until(lambda: bool(game.pending), "the first thing to try")
    assert game.session.system == system
    # What is pending comes first, and its line is the guide's.
    while game.session.pending:
        await game.press("s")


@pytest.mark.parametrize("system", one_of(sorted(known_systems(), key="margin".__ne__)))
async def test_it_walks_through_a_fight_in_every_game(folder: Folder, system: str) -> None:
    async with playing(folder, home=True) as game:
        await open_example(game, folder, system)
        assert game.table.tab == "2", "who comes back in the middle of a fight wants the fight"
        assert game.pending == "Prueba: n pasa el turno; con m b se vuelve atrás."
        await game.press("n", "1")
        if system not in WITHOUT_DAMAGE:
            assert game.pending == "Prueba: 2 abre el combate en marcha."
            await game.press("2")
            await do_blow(game)
        assert "u dice qué volvería" in game.pending
        await game.press("u", "u")
        assert game.pending == f"Prueba: con {'3 ' * (game.table.tab != '3')}h h pasa un rato."
        await game.press("3")
        assert game.pending == "Prueba: con h h pasa un rato."
        await game.press("h", "h")
        while game.session.pending:
            await game.press("s")
        assert game.pending.startswith("Eso es todo")
        await game.press("1")
        assert game.pending.startswith("Eso es todo")
        await game.press("o")
        await game.say("seguimos")
        assert game.pending == ""
        await game.press("2")
        assert game.pending == ""


async def do_blow(game: Game) -> None:
    """Press what the guide says of a blow; it hurts whom the guide names."""
    said = re.search(r"d 4 (\w) Intro hiere a ([^,]+), que tiene la letra \1", game.pending)
    assert said is not None, game.pending
    before = len(game.table.history)
    await game.press("d", "4", said[1], "enter")
    facts = [fact for event in [*game.table.history][before:] for fact in event.facts]
    foe = game.creature(said[2]).name
    assert any(game.table.history.names.get(str(fact.data.get("who"))) == foe for fact in facts), facts


@pytest.mark.parametrize("system", one_of(known_systems()))
async def test_it_leads_through_what_is_left_in_a_new_campaign_of_every_game(
    folder: Folder, system: str
) -> None:
    folder.begin(system=system)
    async with playing(folder) as game:
        assert game.pending.startswith(
            "Para empezar: + añade los PJ, por su nombre o con su ficha. Después: ene"
        )
        await game.press("+")
        await game.say("Lía")
        await game.press("ctrl+s")
        assert re.search(r"m y añade los enemigos: «\d \w+». Después: un combate, ", game.pending)
        await game.press("m", "y")
        await game.say("3 goblin")
        assert "w Intro prepara un combate con todos" in game.pending
        await game.press("w", "enter")
        assert "«Combate 1» está listo: 1 tuyo y 3 enemigos." in game.screen
        assert "Para empezar: n da el turno. Después: " in game.pending
        await game.press("n")
        assert "un combate" not in game.pending
        if system not in WITHOUT_DAMAGE:
            await do_blow(game)
        assert "Para empezar: w Intro termina el combate" in game.pending
        await game.press("w", "enter")
        assert game.session.fight is None
        while game.session.pending:
            await game.press("s")
        assert "m z añade lo que llevan" in game.pending
    async with playing(folder) as game:
        assert "Para empezar: m z añade lo que llevan" in game.pending
        await game.press("m", "z")
        await game.say("Antorcha d6 luz")
        if not game.pending.startswith("Eso es todo"):
            assert "Para empezar: con 3 h h pasa un rato" in game.pending
            await game.press("3", "h", "h")
        while game.session.pending:
            await game.press("s")
        assert game.pending.startswith("Eso es todo")
        await game.press("o")
        await game.say("seguimos")
        assert game.pending == ""
    async with playing(folder) as game:
        assert game.pending == ""


@pytest.mark.parametrize("system", one_of(["percentile", str(FILES / "ascuas.toml")]))
async def test_damage_counts_without_points_to_lose_and_in_a_game_of_a_file(
    folder: Folder, system: str
) -> None:
    folder.begin(system=system)
    async with playing(folder) as game:
        await game.command("pj Lía")
        await game.command("aparece goblin")
        assert "un golpe" in game.pending
        await game.command("daño goblin 6")
        assert "un golpe" not in game.pending


async def test_nothing_done_early_ends_the_list(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.press("3", "h", "h")
        while game.session.pending:
            await game.press("s")
        assert game.pending.startswith("Para empezar: m u añade los PJ")
        assert "un rato" not in game.pending
        await game.command("aparece 3 goblin")
        assert game.pending.startswith("Para empezar: m u añade los PJ")
        assert "enemigos" not in game.pending
        await game.command("pj Lía")
        assert game.pending.startswith("Para empezar: w Intro prepara un combate")


def guide_after(*lines: str, later: int = 0) -> str:
    """Return what the guide of a campaign says that was left after some lines, and opened again later."""
    game = AnyGame("nota empieza", *lines)
    guide = guide_of(game.history, next(iter(game.history)).at + later)
    return guide.text("1", say_as_it_is, {}) if guide else ""


FIRST_HOURS = ("pj Lía", "aparece 3 goblin", "combate", "siguiente", "daño goblin* 3", "fin")


@each_of(
    ("lines", "later", "beginning"),
    [
        ((), 0, "Para empezar: group.join"),
        (FIRST_HOURS[:1], 0, "Para empezar: creature.appear"),
        (FIRST_HOURS[:1], 7 * HOUR, "Para empezar: creature.appear"),
        (FIRST_HOURS[:1], 9 * HOUR, ""),
        (FIRST_HOURS[:2], 0, "Para empezar: encounter.begin entry.accept"),
        (FIRST_HOURS[:3], 0, "Para empezar: encounter.next da"),
        ((*FIRST_HOURS[:4], "fin"), 0, "Para empezar: encounter.begin entry.accept"),
        (FIRST_HOURS, 0, "Para empezar: group.get"),
        ((*FIRST_HOURS, "lleva Lía Antorcha d6 luz"), 0, ""),
    ],
)
def test_it_goes_on_where_it_was_for_the_whole_first_evening(
    lines: tuple[str, ...], later: int, beginning: str
) -> None:
    said = guide_after(*lines, later=later)
    assert said.startswith(beginning)
    assert bool(said) == bool(beginning)


async def test_it_is_silent_where_somebody_has_played(folder: Folder) -> None:
    folder.begin("nota una mesa de verdad")
    async with playing(folder) as game:
        assert game.pending == ""


@each_of(
    ("system", "foes"),
    [("chronicle", "3 goblin"), ("horror", "2 cultista"), ("percentile", "3 bandido"), ("margin", "2 matón")],
)
def test_the_first_evening_proposes_foes_of_the_game(system: str, foes: str) -> None:
    game = AnyGame("nota empieza", "pj Lía", system=system)
    guide = guide_of(game.history, 0)
    assert guide is not None
    assert f"«{foes}»" in guide.text("1", say_as_it_is, {})


def say_as_it_is(key: str, **values: object) -> str:
    return say(key, **values, **{name: name for name in names_in(key) if "." in name})


@each_of(
    ("system", "field", "example"),
    [
        ("percentile", "skills", "Escuchar 45, Nadar 30"),
        ("horror", "weapons", "Navaja 1d4, Escopeta 2d6"),
        ("margin", "skills", "sigilo 12, trepar 9*"),
        ("margin", "concept", ""),
        ("percentile", "hit_points", "12/12, con su máximo; mientras sea 0 no se cuentan"),
    ],
)
def test_a_new_sheet_shows_how_named_figures_are_typed(system: str, field: str, example: str) -> None:
    session = AnyGame(system=system).session
    shown = next(each for each in new_sheet_fields(session, Field("name", "", "")) if each.key == field)
    assert shown.explain("") == (f"Por ejemplo: {example}" if example else "")
    if example:
        assert shown.among is not None
        assert shown.among(example.partition(", con ")[0], {}) is None
    assert shown.explain(shown.value) == shown.explain("")
    assert shown.explain("x") == ""
