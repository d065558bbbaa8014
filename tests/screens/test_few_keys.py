"""Few keys: the most frequent wishes of a GM, with their keys counted from the shown tab, digits included."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.screens.game import Folder, Game, party, playing
from tests.trials import one_in, one_of
from tracker.session.groups import initiative_of

HOUR = 3_600
Before = tuple[str, ...]
FIGHT = (
    "lleva lia antorcha d6 luz encendida",
    "aparece 3 goblin salud_total=20 salud=20",
    "combate Emboscada",
    "iniciativa lia 12",
    "iniciativa bruno 9",
    "iniciativa enemigos 6",
    "siguiente",
)


@dataclass(frozen=True)
class Wish:
    """What the GM wants, where, the keys that give it, how many they may be at most, and how it shows."""

    name: str
    tab: str
    keys: str
    most: int
    came: Callable[[Game], bool]
    lines: Before = ()
    cursor: str = ""


def _hurt(game: Game, name: str, by: int) -> bool:
    sheet = game.sheet(name)
    return bool(sheet.health == sheet.health_max - by)


PARALYSED = ("estado bruno parálisis", "siguiente")
WISHES = (
    Wish("3 damage to one", "2", "d 3 enter", 3, lambda g: _hurt(g, "goblin 1", 3), (), "goblin 1"),
    Wish(
        "a condition with its level",
        "2",
        "e v 3 enter",
        4,
        lambda game: [each.level for each in game.sheet("goblin 1").states.values()] == [3],
        (),
        "goblin 1",
    ),
    Wish(
        "ten minutes and the roll of the torch",
        "3",
        "h h enter",
        3,
        lambda game: game.session.elapsed == 600 and not game.session.pending,
    ),
    Wish(
        "a day's hunger of the party",
        "3",
        "p t",
        2,
        lambda game: not game.session.pending,
        ("apaga lia antorcha", "intervalo 2d"),
    ),
    Wish(
        "a day's hunger of four",
        "3",
        "p t",
        2,
        lambda game: not game.session.pending and _throwers(game) == ["Lía", "Bruno", "Zoe", "Milo"],
        ("pj Zoe", "pj Milo", "apaga lia antorcha", "intervalo 1d"),
    ),
    Wish(
        "a rest of four, with its dice",
        "1",
        "z d t",
        3,
        lambda game: (
            game.session.elapsed == 8 * HOUR
            and not game.session.pending
            and set(_throwers(game)) >= {"Lía", "Bruno", "Zoe", "Milo"}
        ),
        ("pj Zoe", "pj Milo", *(f"daño {name} 4 directo" for name in ("lia", "bruno", "zoe", "milo"))),
    ),
    Wish(
        "the initiative of the foes",
        "2",
        "m i enter",
        3,
        lambda game: len(_initiatives(game)) == 3 and None not in _initiatives(game),
        ("fin sinreloj", "combate Cripta goblin*"),
        "goblin 2",
    ),
    Wish(
        "three goblins of a template",
        "2",
        "+ 3 space g enter",
        5,
        lambda game: sum(each.name.startswith("goblin") for each in game.session.creatures.values()) == 6,
        ('plantilla "goblin 1" goblin',),
    ),
    Wish(
        "4 damage to every foe",
        "2",
        "* d 4 enter",
        4,
        lambda game: all(_hurt(game, f"goblin {n}", 4) for n in (1, 2, 3)) and _hurt(game, "Lía", 0),
    ),
    Wish("a meal of the party", "1", "z m", 2, lambda game: "comen y beben" in game.notice),
    Wish("next turn from another tab", "1", "n", 1, lambda game: _active(game) == "Bruno"),
    Wish("one hour", "3", "h 2", 2, lambda game: game.session.elapsed == HOUR),
    Wish("the end of a fight", "2", "w enter", 2, lambda game: game.session.fight is None),
    Wish("the phones of the players", "1", "g m", 2, lambda game: game.dialog == "WebPageDialog"),
    Wish(
        "a light, with the cursor elsewhere",
        "1",
        "l f",
        2,
        lambda game: sum(each.burns for each in game.session.supplies.values()) == 1,
        ("apaga lia antorcha", "lleva bruno farol d8 luz"),
    ),
    Wish(
        "a night's sleep",
        "1",
        "z z enter",
        3,
        lambda game: game.session.elapsed == 8 * HOUR,
        ("fin sinreloj", "apaga lia antorcha"),
    ),
    Wish(
        "a fight with all that are prepared",
        "2",
        "w enter",
        2,
        lambda game: game.session.fight is not None and len(game.session.fight.combatants) == 5,
        ("fin sinreloj", "aparece 3 rata"),
    ),
    Wish(
        "a 14 of the table for what waits", "2", "= 1 4", 4, lambda game: _mode(game) == ("", True), PARALYSED
    ),
    Wish(
        "what waits, with advantage",
        "2",
        "= v enter",
        3,
        lambda game: _mode(game) == ("advantage", False),
        PARALYSED,
    ),
    Wish("all that waits", "2", "p t", 2, lambda game: not game.session.pending, PARALYSED),
    Wish("next turn", "2", "n", 1, lambda game: _active(game) == "Bruno"),
    Wish("back", "2", "m b", 2, lambda game: _active(game) == "Lía", ("siguiente",)),
    Wish(
        "take back the last thing",
        "2",
        "u u",
        2,
        lambda game: _hurt(game, "goblin 1", 0),
        ("daño goblin* 2",),
    ),
    Wish(
        "7 damage to three goblins at once",
        "2",
        "space space space d 7 enter",
        6,
        lambda game: all(_hurt(game, f"goblin {n}", 7) for n in (1, 2, 3)),
        (),
        "goblin 1",
    ),
    Wish(
        "half damage to one of several",
        "2",
        "d 7 H enter",
        4,
        lambda g: _hurt(g, "goblin 2", 3),
        (),
        "goblin 2",
    ),
    Wish(
        "a test with advantage",
        "2",
        "t 1 V enter",
        4,
        lambda game: _mode(game) == ("advantage", False),
        (),
        "Lía",
    ),
    Wish(
        "a test with advantage and the player's own 14",
        "2",
        "t 1 V = 1 4 enter",
        7,
        lambda game: _mode(game) == ("advantage", True),
        (),
        "Lía",
    ),
    Wish(
        "settle what is pending, rolled",
        "3",
        "enter",
        1,
        lambda game: not game.session.pending,
        ("intervalo 10m",),
    ),
    Wish(
        "settle what is pending with a face",
        "3",
        "= 4",
        3,
        lambda game: not game.session.pending,
        ("intervalo 10m",),
    ),
    Wish(
        "a condition until the end of their next turn",
        "2",
        "e c F enter",
        4,
        lambda game: any(each.condition == "blinded" for each in game.session.effects.values()),
        (),
        "Bruno",
    ),
    Wish(
        "three goblins into the fight, unseen",
        "2",
        "m l 3 space g o b enter",
        9,
        lambda game: len(_hidden(game)) == 3,
        ('plantilla "goblin 1" goblin',),
    ),
    Wish("reveal the ambush", "2", "m r", 2, lambda game: _hidden(game) == [], ("aparece oculto 3 lobo",)),
)


@pytest.mark.parametrize("wish", one_in(12, WISHES), ids=lambda wish: wish.name)
async def test_it_takes_no_more_keys_than_promised(wish: Wish, folder: Folder) -> None:
    keys = wish.keys.split()
    assert len(keys) <= wish.most
    folder.begin(*party(*FIGHT, *wish.lines))
    async with playing(folder) as game:
        await game.press(wish.tab)
        if wish.cursor:
            game.cursor_on(wish.cursor)
        assert not wish.came(game)
        await game.press(*keys)
        assert wish.came(game), game.screen


@pytest.mark.parametrize("tab", one_of("2134"))
async def test_a_roll_takes_two_keys_and_its_dice_and_a_note_two_and_its_text(
    folder: Folder, tab: str
) -> None:
    folder.begin(*party(*FIGHT))
    async with playing(folder) as game:
        await game.press(tab, "r", *"2d6+3", "enter")
        assert _total(game) == 12 + 3
        await game.press(tab, "o")
        await game.say("la puerta cede")
        assert game.notice == "Nota: la puerta cede"


def _active(game: Game) -> str:
    fight = game.session.fight
    return game.session.creatures[fight.active].name if fight and fight.active else ""


def _initiatives(game: Game) -> list[int | None]:
    fight = game.session.fight
    return [initiative_of(fight, who) for who in fight.combatants] if fight else []


def _hidden(game: Game) -> list[str]:
    fight = game.session.fight
    combatants = fight.combatants if fight else {}
    return [game.session.creatures[who].name for who, each in combatants.items() if each.hidden]


def _mode(game: Game) -> tuple[str, bool] | None:
    event = game.table.history.undoable
    if event is None or not event.throws:
        return None
    return event.throws[0].mode, event.throws[0].dice[-1].typed


def _total(game: Game) -> int:
    event = game.table.history.undoable
    return event.throws[0].total if event and event.throws else 0


def _throwers(game: Game) -> list[str]:
    """Return who the dice of the last event were for."""
    event = game.table.history.undoable
    return [game.session.creatures[each.who].name for each in event.throws] if event else []


async def test_who_joins_in_mid_fight_is_asked_for_initiative_in_the_same_step(folder: Folder) -> None:
    folder.begin("pj Ana", "aparece rata", "combate x", "iniciativa Ana 9", "iniciativa rata 5", "siguiente")
    async with playing(folder) as game:
        await game.press("2", "+", *"3 goblin", "enter")
        assert "Iniciativa de goblin 1–3" in game.screen
        await game.press(*"10", "enter")
        fight = game.session.fight
        assert fight is not None
        who = {each.name: key for key, each in game.session.creatures.items()}
        assert [fight.combatants[who[f"goblin {n}"]].initiative for n in (1, 2, 3)] == [10, 10, 10]
        await game.press("+", *"ogro", "enter", "enter")
        names = {each.name: key for key, each in game.session.creatures.items()}
        assert game.session.fight is not None
        assert game.session.fight.combatants[names["ogro"]].initiative is not None
        await game.press("+", *"lobo", "enter", "escape", "n")
        assert game.dialog == ""


IN_MID_FIGHT = ("pj Ana", "aparece rata", "combate x", "iniciativa Ana 9", "iniciativa rata 5", "siguiente")


def _by_name(game: Game) -> dict[str, int | None]:
    fight = game.session.fight
    assert fight is not None
    return {game.session.creatures[who].name: initiative_of(fight, who) for who in fight.combatants}


async def test_several_lines_ask_at_their_end_for_the_initiatives_that_they_left_out(folder: Folder) -> None:
    folder.begin(*IN_MID_FIGHT)
    async with playing(folder) as game:
        await game.press("2", ":")
        await game.paste("aparece 2 goblin\niniciativa goblin* 7\naparece ogro\naparece lobo\nnota hola")
        await game.press("enter")
        assert "Iniciativa de ogro y lobo" in game.screen
        await game.press(*"11", "enter")
        assert game.dialog == ""
        joined = {"goblin 1": 7, "goblin 2": 7, "ogro": 11, "lobo": 11}
        assert _by_name(game) == {"Ana": 9, "rata": 5, **joined}


async def test_who_comes_back_with_an_older_moment_is_not_asked_for_initiative_again(folder: Folder) -> None:
    folder.begin(*IN_MID_FIGHT)
    async with playing(folder) as game:
        await game.press("2", "+", *"ogro", "enter")
        assert "Iniciativa de ogro" in game.screen
        await game.press("escape", "u", "u", ":", *"rehacer", "enter")
        assert (game.dialog, _by_name(game)["ogro"]) == ("", None)
        await game.press(":", *"retira ogro", "enter", ":", *"regresa -1", "enter")
        assert (game.dialog, _by_name(game)["ogro"]) == ("", None)
