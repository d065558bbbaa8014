"""The line of an act: rows by letters, and nothing done to anybody who was not meant."""

import re
from collections.abc import Callable

import pytest

from tests.screens.game import Folder, Game, playing
from tests.screens.test_few_keys import Wish
from tests.trials import one_in, one_of, one_row_in
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.screens.dialogs.act_dialog import ActDialog
from tracker.widgets.entry import Entry

PARTY = ("Lía", "Bren", "Iria", "Sor Inés", "Tarasca", "Morda", "Odón", "Milo")
SALA = (
    *(f"pj {name} salud_total=20 salud=20 ataques=Espada 1d8" for name in PARTY),
    *("aparece 10 goblin salud_total=20 salud=20", "aparece 8 esqueleto salud_total=20 salud=20"),
    *("aparece 5 lobo salud_total=20 salud=20 ataques=mordisco 3", "aparece 2 ogro salud_total=60 salud=60"),
    *("combate Sala", "iniciativa todos 12", "iniciativa enemigos 9", "iniciativa lía 19", "siguiente"),
)
"""8 against 25, each in a row of its own, at the turn of Lía."""
GROUPED = (
    *(f"pj {name} salud_total=20 salud=20 ataques=Espada 1d8" for name in PARTY),
    *("aparece 10 goblin grupo salud_total=20 salud=20", "aparece 5 lobo grupo salud=20 ataques=mordisco 3"),
    *("combate Sala", "iniciativa todos 12", "iniciativa enemigos 9", "iniciativa lobo* 30", "siguiente"),
)
"""8 against two groups, at the turn of the wolves."""


def health(game: Game, name: str) -> int:
    return int(game.sheet(name).health)


def hurt(*names: str) -> Callable[[Game], bool]:
    """Return whether these and nobody else of the fight are hurt."""
    return lambda game: (
        {
            each.name
            for each in game.session.creatures.values()
            if health(game, each.name) < int(game.sheet(each.name).health_max)
        }
        == {*names}
    )


def sentence_is(text: str) -> Callable[[Game], bool]:
    return lambda game: text in game.notice


GOBLINS = tuple(f"goblin {n}" for n in range(1, 11))
FOES = (
    *GOBLINS,
    *(f"esqueleto {n}" for n in range(1, 9)),
    *(f"lobo {n}" for n in range(1, 6)),
    "ogro 1",
    "ogro 2",
)
ONCE = ('ataca lía contra "goblin 3" fuerza = 20 1',)
WISHES = (
    Wish("damage 4, cursor", "2", "d 4 enter", 3, hurt("goblin 3"), (), "goblin 3"),
    Wish("damage 4, row six away", "2", "d 4 c enter", 4, hurt("goblin 1"), (), "Iria"),
    Wish("damage three rows", "2", "d 4 c e f enter", 6, hurt("goblin 1", "goblin 2", "goblin 3")),
    Wish("damage every foe of 25", "2", "d 4 * enter", 4, hurt(*FOES)),
    Wish("heal 3, row six away", "2", "c 3 o enter", 4, lambda g: health(g, "Odón") == 18, ("daño Odón 5",)),
    Wish("attack, shown target", "2", "a c enter", 3, sentence_is("Lía ataca a goblin 1: Espada.")),
    Wish(
        "attack, beyond the twelfth", "2", "a z c enter", 4, sentence_is("Lía ataca a esqueleto 6: Espada.")
    ),
    Wish(
        "attack with advantage",
        "2",
        "a c V enter",
        4,
        sentence_is("Lía, Tirada de Fuerza con ventaja"),
        ONCE,
    ),
    Wish("attack, same target again", "2", "a enter", 2, sentence_is("Lía ataca a goblin 3: Espada."), ONCE),
    Wish(
        "attack, faces 14 and 5",
        "2",
        "a c = 1 4 space 5 enter",
        8,
        lambda g: health(g, "goblin 1") == 15 and "d20 → 14✎" in g.notice,
        ONCE,
    ),
    Wish("veneno 2, row six away", "2", "e v c 2 enter", 5, sentence_is("goblin 1 sufre Veneno de nivel 2.")),
    Wish(
        "remove a condition",
        "2",
        "e v enter",
        3,
        sentence_is("goblin 3 queda libre del Veneno."),
        ('estado "goblin 3" veneno nivel 2',),
        "goblin 3",
    ),
    Wish("test of another pc", "2", "t 1 m enter", 4, sentence_is("Morda, Tirada de Fuerza")),
    Wish(
        "test of the whole party",
        "2",
        "t 1 * enter",
        4,
        lambda game: _throws(game) == len(PARTY),
    ),
    Wish(
        "amend the last figure",
        "2",
        "backspace 7 enter",
        3,
        lambda g: health(g, "goblin 1") == 13,
        ('daño "goblin 1" 5',),
    ),
)


def _throws(game: Game) -> int:
    event = game.table.history.undoable
    return len(event.throws) if event else 0


@pytest.mark.parametrize("wish", one_in(5, WISHES), ids=lambda wish: wish.name)
async def test_it_takes_no_more_keys_than_the_note_says(wish: Wish, folder: Folder) -> None:
    keys = wish.keys.split()
    assert len(keys) <= wish.most
    folder.begin(*SALA, *wish.lines)
    async with playing(folder) as game:
        await game.press(wish.tab)
        if wish.cursor:
            game.cursor_on(wish.cursor)
        assert not wish.came(game) or "same target" in wish.name
        before = game.events
        await game.press(*keys)
        assert (game.events - before, game.dialog) == (1, ""), game.screen
        assert wish.came(game), game.screen


async def test_a_group_attacks_one_with_three_keys(folder: Folder) -> None:
    folder.begin(*GROUPED)
    folder.faces.extend([1] * 5)
    async with playing(folder) as game:
        await game.press("2", "a")
        assert "lobo 1–5" in game.line
        await game.press("m", "enter")
        assert health(game, "Morda") == 20 - 5 * 3


@pytest.mark.slow
async def test_a_group_against_two_shares_its_blows_and_a_capital_lets_each_attack_all(
    folder: Folder,
) -> None:
    folder.begin(*GROUPED)
    folder.faces.extend([1] * 5)
    async with playing(folder) as game:
        await game.press("2", "a", "m", "o")
        assert "5 golpes: 1–3 → Morda, 4 y 5 → Odón" in game.line
        await game.press("Y")
        assert "10 golpes" in game.line
        await game.press("Y")
        assert "5 golpes" in game.line
        await game.press("enter")
        lost = [20 - health(game, name) for name in PARTY]
        assert sorted(lost)[-3:] == [0, 6, 9]


@pytest.mark.slow
async def test_a_key_gathers_a_creature_with_its_kind(folder: Folder) -> None:
    folder.begin("pj Lía", "aparece 3 orco", "combate x")
    async with playing(folder) as game:
        await game.press("2", "end", "m", "a")
        assert [each.group for each in game.session.creatures.values()] == ["", "orco", "orco", "orco"]


async def test_any_of_thirty_three_is_reached_with_three_keys(folder: Folder) -> None:
    folder.begin(*SALA)
    async with playing(folder) as game:
        await game.press("2", "d", "1")
        names, letters = game.table.history.names, game.table.letters
        assert len({*letters.values()}) == 33
        assert all(len(letter) <= 2 for letter in letters.values())
        for who, letter in [*letters.items()][::5]:
            await game.pilot.press(*letter)
            assert f"→ {names[who]}" in game.line
            await game.pilot.press(*letter)


@pytest.mark.parametrize("size", one_of([(60, 20), (80, 24), (120, 40)]))
async def test_every_row_shows_its_letter(folder: Folder, size: tuple[int, int]) -> None:
    folder.begin(*SALA)
    async with playing(folder, size=size) as game:
        await game.press("2")
        shown = game.screen
        for who, letter in game.table.letters.items():
            name = game.table.history.names[who]
            if name in shown:
                assert any(
                    f" {letter} " in row.split(name)[0][-8:] for row in shown.splitlines() if name in row
                ), name


async def test_a_friend_stands_behind_a_step_of_their_own(folder: Folder) -> None:
    folder.begin(*SALA)
    async with playing(folder) as game:
        before = game.session
        await game.press("2", "backspace")
        assert game.notice == "Lo último que has hecho no tiene una cifra sola: no hay qué corregir."
        assert game.session is before
        await game.press("a", "m", "enter")
        assert (game.events, health(game, "Morda")) == (len(SALA) + 1, 20)
        assert "¿a quién?" in game.line
        await game.press("m")
        assert "Morda es de los suyos: !m si va en serio." in game.line
        await game.press("!", "m", "enter")
        assert game.notice.startswith("Lía ataca a Morda: Espada.")


@pytest.mark.slow
async def test_an_attack_passes_over_friends_and_the_fallen(folder: Folder) -> None:
    folder.begin(*SALA, 'mata "goblin 1"')
    async with playing(folder) as game:
        await game.press("2", "home", "a", "j")
        assert "→ goblin 2" in game.line
        await game.press("k", "k")
        assert "→ goblin 2" in game.line
        await game.press("ctrl+c", "a", "c")
        assert "goblin 1 ya no está en pie: no se ha hecho nada." in game.line
        assert "→ ¿a quién?" in game.line


async def test_the_foe_under_the_cursor_is_the_target(folder: Folder) -> None:
    """Another is found by a piece of their name, and another attacks by their letter."""
    folder.begin(*SALA)
    async with playing(folder) as game:
        await game.press("2", "a", "/", *"ogro", "down", "enter")
        assert "→ ogro 2" in game.line
        await game.press("ctrl+c")
        game.cursor_on("ogro 2")
        await game.press("a", "enter")
        assert game.notice.startswith("Lía ataca a ogro 2: Espada.")
        await game.press("a", "@", "o", "c", "enter")
        assert game.notice.startswith("Odón ataca a goblin 1: Espada.")


@pytest.mark.slow
async def test_a_group_is_one_target_and_its_letter_again_means_all(folder: Folder) -> None:
    folder.begin(*GROUPED, 'daño "goblin 4" 3')
    async with playing(folder) as game:
        letter = game.table.letters[
            next(who for who, n in game.table.history.names.items() if n == "goblin 4")
        ]
        await game.press("2", "n", "a", letter)
        assert "→ goblin 4" in game.line
        await game.press(letter)
        assert "→ goblin 1–10" in game.line
        await game.press("ctrl+c", "d", "2", letter, letter, "enter")
        assert health(game, "goblin 4") == 15


@pytest.mark.slow
async def test_without_an_attack_on_the_sheet_its_damage_comes_first(folder: Folder) -> None:
    folder.begin(*SALA, 'iniciativa "goblin 1" 15', "siguiente")
    async with playing(folder) as game:
        await game.press("2", "a")
        assert game.dialog == "CommandPrompt"
        assert "goblin 1–10: escribe un ataque y su" in game.screen
        assert "no es un nombre con su daño" not in game.screen
        await game.press("4", "enter")
        assert all(game.sheet(name).attacks for name in GOBLINS)
        assert "ATAQUE  goblin 1 · golpe" in game.line
        await game.press("m", "enter")
        assert game.notice.startswith("goblin 1 ataca a Morda: golpe.")


async def test_a_group_shares_its_blows_out_and_a_capital_lets_each_attack_all(folder: Folder) -> None:
    folder.begin(
        *(
            "pj Brunilda",
            "pj Teo",
            "aparece 6 orco grupo ataques=Hacha 1",
            "combate x",
            "iniciativa orco* 20",
        ),
        *("iniciativa todos 5", "siguiente"),
    )
    async with playing(folder) as game:
        await game.press("2", "a", "b", "t")
        assert "orco 1–6 · Hacha  6 golpes: 1–3 → Brunilda, 4–6 → Teo" in game.line
        assert "Y a-todos" in game.line
        await game.press("Y")
        assert "a-todos · 12 golpes  → Brunilda, Teo" in game.line
        await game.press("Y")
        assert "6 golpes: 1–3 → Brunilda" in game.line


async def test_leaving_the_line_does_nothing(folder: Folder) -> None:
    folder.begin(*SALA)
    async with playing(folder) as game:
        await game.press("2")
        before = game.session
        for keys in ("d 4 q", "d 4 escape", "a c escape", "a x x x x", "e v c q", "t 1 m q"):
            await game.press(*keys.split())
            assert game.session is before, keys
            if game.dialog:
                await game.press("ctrl+c")
            assert (game.dialog, game.session) == ("", before), keys


@pytest.mark.slow
async def test_a_key_that_means_nothing_says_so(folder: Folder) -> None:
    folder.begin(*SALA)
    async with playing(folder) as game:
        await game.press("2")
        for keys, said in (("a d", "«d» no está"), ("a 9", "«9» no está"), ("d 4 z z", "«z»")):
            await game.press(*keys.split())
            assert game.dialog == "ActDialog", keys
            assert said in game.line
            await game.press("ctrl+c")


@pytest.mark.parametrize("keys", one_of(["d 4 c", "a c", "e v c 2", "t 1 c"]))
async def test_nothing_is_done_to_anybody_else_if_the_target_has_just_died(folder: Folder, keys: str) -> None:
    folder.begin(*SALA)
    async with playing(folder) as game:
        await game.press("2", *keys.split())
        folder.play('mata "goblin 1"', gm="bea")
        await game.wait_until(lambda: game.sheet("goblin 1").dead, "it dead")
        before = game.session
        await game.press("enter")
        assert "goblin 1 ya no está en pie: no se ha hecho nada." in game.screen
        assert game.session is before


async def test_enter_does_nothing_at_once_after_a_key_that_stood_for_nothing(folder: Folder) -> None:
    folder.begin(*SALA, 'mata "goblin 1"')
    async with playing(folder) as game:
        await game.press("2")
        before = game.session
        for keys in ("d 4 c", "a c", "d 4 z", "d 4 z z", "e x v 2", "d 4 Q", "c 3 q"):
            game.cursor_on("goblin 5")
            await game.press(*keys.split(), "enter")
            assert game.session is before, keys
            if game.dialog:
                assert "Intro otra vez" in game.line or "Falta" in game.line, keys
                await game.press("ctrl+c")
        await game.press("d", "4", "z", "z", "e", "enter")
        assert "«z» no se ha tomado: Intro otra vez si es para goblin 2." in game.line
        await game.press("enter")
        assert health(game, "goblin 2") == 20 - 4


async def test_a_burst_of_keys_does_what_its_letters_say(folder: Folder) -> None:
    """A side is one mark, and marked at once too."""
    folder.begin(*SALA)
    async with playing(folder) as game:
        await game.press("2")
        await game.pilot.press(*"d4c", "enter", *"d3e", "enter")
        await game.pilot.pause()
        assert (health(game, "goblin 1"), health(game, "goblin 2")) == (16, 17)
        assert hurt("goblin 1", "goblin 2")(game)
        await game.press("d", "1", "*", "*", "enter")
        assert hurt("goblin 1", "goblin 2", *PARTY)(game)
        await game.press("c", "1", "*")
        assert "→ Lía, Bren, Iria, Sor Inés y 4 más" in game.line


@pytest.mark.parametrize("keys", one_of(["x o 1 c V F", "a c 1 V", "d 4 c e H"]))
async def test_an_act_is_a_line_that_can_be_typed(folder: Folder, keys: str) -> None:
    folder.begin(*SALA)
    async with playing(folder) as game:
        await game.press("2", *keys.split(), ":")
        line = game.app.screen.query_one(Entry).value
        history = game.table.history
        typed = draft_of(parse(line, CommandContext(history)), history, folder.roll, folder.fresh)
        await game.press("ctrl+c", *keys.split(), "enter")
        event = game.table.history.undoable
        assert event is not None
        assert (typed.facts, typed.throws, typed.changes) == (event.facts, event.throws, event.changes)


SIZES = one_of([(60, 20), (80, 24)])
ARROW = "\N{RIGHTWARDS ARROW}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", one_in(4, ["e v * 2", "a", "d 5 *", "c 3", "a c 2 V", "t", "t 2 V"]))
async def test_the_line_takes_three_rows_and_leaves_the_table_in_view(
    folder: Folder, keys: str, size: tuple[int, int]
) -> None:
    folder.begin(*SALA)
    async with playing(folder, size=size) as game:
        await game.press("2")
        before = game.screen.splitlines()[: -3 - (keys == "e v * 2" and size == (60, 20))]
        await game.press(*keys.split())
        # Only the sign of the rows that the act is for is new.
        shown = [line.replace(f"▌{ARROW}", "▌ ") for line in game.screen.splitlines()]
        assert shown[: len(before)] == before


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", one_of(["t", "a", "d", "e", "e v", "t 2"]))
async def test_what_does_not_fit_is_counted_and_waits_behind_a_key(
    folder: Folder, keys: str, size: tuple[int, int]
) -> None:
    folder.begin(*SALA)
    async with playing(folder, size=size) as game:
        await game.press("2", *keys.split())
        dialog = game.app.screen
        assert isinstance(dialog, ActDialog)
        offers, shown = {f"{each.letter} {each.label}" for each in dialog._draft.offers}, set()
        for page in range(dialog._count):
            if page:
                await game.press("right")
            here = {each for each in offers if f" {each}" in f" {' '.join(game.line.split())}"}
            left = game.line.rpartition(f"{ARROW} +")[2] if dialog._count > 1 and offers - here else ""
            assert left == (str(len(offers - here)) if left else ""), game.line
            shown |= here
        assert shown == offers


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("keys", "lacks"),
    one_row_in(3, [(("e",), "Falta algo"), (("e", "v", "l"), "Falta el nivel"), (("t",), "Falta algo")]),
)
async def test_what_is_missing_covers_no_key_that_gives_it(
    folder: Folder, keys: tuple[str, ...], lacks: str, size: tuple[int, int]
) -> None:
    folder.begin(*SALA)
    async with playing(folder, size=size) as game:
        await game.press("2", *keys)
        before = game.line.splitlines()[1 + (lacks in game.line) :]
        await game.press("enter")
        _head, missing, *offers = game.line.splitlines()
        assert lacks in missing
        assert before == offers


@pytest.mark.parametrize("size", SIZES)
async def test_all_conditions_are_shown_at_once(folder: Folder, size: tuple[int, int]) -> None:
    folder.begin(*SALA)
    async with playing(folder, size=size) as game:
        await game.press("2", "e")
        assert ARROW + " +" not in game.line
        assert "v Veneno" in game.line


@pytest.mark.parametrize(("arrow", "letter", "start"), [("down", "j", "home"), ("up", "k", "end")])
async def test_an_arrow_moves_in_the_line_as_its_letter_does(
    folder: Folder, arrow: str, letter: str, start: str
) -> None:
    folder.begin(*SALA)
    async with playing(folder) as game:
        heads = []
        for key in (arrow, letter):
            await game.press("2", start, "a", key, key)
            heads.append(game.line.splitlines()[0])
            await game.press("ctrl+c")
        assert heads[0] == heads[1]
        assert "¿a quién?" not in heads[0]


async def test_what_is_not_in_view_can_be_pressed_all_the_same(folder: Folder) -> None:
    folder.begin(*SALA)
    async with playing(folder, size=(60, 20)) as game:
        await game.press("2", "t")
        assert "ventaja" not in game.line
        await game.press("1", "V")
        assert "TIRADA  Fuerza · ventaja" in game.line
        assert "desventaja" in game.line, "the digits make room for the rest once one is pressed"


@pytest.mark.parametrize("size", SIZES)
async def test_what_an_act_does_to_many_is_told_in_whole_sentences(
    folder: Folder, size: tuple[int, int]
) -> None:
    folder.begin(*SALA, "daño goblin* 2", "daño esqueleto* 3", "daño lobo* 4")
    async with playing(folder, size=size) as game:
        await game.press("2", "d", "1", "*")
        told = game.line.splitlines()[1]
        assert re.match(r"goblin 1–10.* y \d+ más reciben 1 de daño\. +" + ARROW, told), told
        await game.press("ctrl+c", ":")
        await game.paste("daño enemigos 1")
        assert re.match(r"goblin 1–10\D.*reciben 1 de daño\.$", game.hint), game.hint


@pytest.mark.slow
async def test_an_attack_that_nobody_rolls_says_so_before_and_after(folder: Folder) -> None:
    folder.begin(*SALA)
    async with playing(folder) as game:
        await game.press("2", "a", "c")
        assert "Lía · Espada · acierta sin tirar  → goblin 1" in game.line
        await game.press("1")
        assert "acierta sin tirar" not in game.line
        await game.press("1", "enter")
        assert game.notice.startswith("Lía ataca a goblin 1: Espada. Lía acierta sin tirar. goblin 1 recibe ")
