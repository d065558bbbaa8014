"""Every word for hidden and for shown, in every command that takes one."""

import re
from collections.abc import Callable

import pytest

from tests.session.game import ANA, Game, refusal_code
from tests.trials import each_of
from tracker.commands.specs import SPECS
from tracker.commands.vocabulary import forms
from tracker.session.almanac import Moon
from tracker.session.holdings import heap_of
from tracker.session.schema import decode, encode, record_of
from tracker.session.state import Combatant

TABLE = (
    *("pj Lía", "aparece orco", "aparece goblin", "combate Foso Lía,orco", "calendario Sal 30; hoy 1 Sal 10"),
    *("cuaderno persona Morda", "reloj Ritual 6", "luna Ur 7", "fiesta Siega 9 Sal", "cita 20 Sal: vence"),
)


def place(game: Game, name: str) -> Combatant:
    assert game.session.fight is not None
    return game.session.fight.combatants[game.id_of(name)]


def loot(game: Game) -> bool | None:
    """Return whether the loot is hidden, if it is a crown and three of gold and nothing else."""
    sides = {hidden: heap_of(game.session, hidden=hidden) for hidden in (False, True)}
    found = [hidden for hidden, goods in sides.items() if (goods.coins, goods.things) == LOOT]
    return found[0] if len(found) == 1 and not sides[not found[0]] else None


def sees(name: str) -> Callable[[Game], bool]:
    return lambda game: place(game, name).hidden


LOOT = ({"gold": 3}, {"corona": 1})
LINES: dict[str, tuple[tuple[str, ...], Callable[[Game], object]]] = {
    "appear": (("aparece {} lobo", "appear {} lobo"), sees("lobo")),
    "enter": (("entra {} goblin", "enter {} goblin"), sees("goblin")),
    "fight": (
        ("combate {} Torre goblin", "encounter {} Torre goblin"),
        sees("goblin"),
    ),
    "name": (
        ("nombre {} orco", "name {} orco"),
        lambda game: game.session.creatures[game.id_of("orco")].unnamed,
    ),
    "loot": (("botín {} 3 oro, corona", "loot {} 3 gold, corona"), loot),
    "clock": (
        ("reloj Ritual {}", "reloj Ritual 5 {} desenlace cae", "clock Ritual {}"),
        lambda game: game.session.progress["ritual"].hidden,
    ),
    "moon": (
        ("luna Ur {}", "luna Ur 9 llena 3 {}", "moon Ur {}"),
        lambda game: game.session.moons["ur"].hidden,
    ),
    "feast": (
        ("fiesta Siega {}", "fiesta Siega 8 Sal {}", "feast Siega {}"),
        lambda game: game.session.feasts["siega"].hidden,
    ),
    "appointment": (
        ("cita vence {}", "cita 22 {}: más", "appointment vence {}"),
        lambda game: [*game.session.appointments.values()][-1].hidden,
    ),
    "notebook": (
        ("cuaderno Morda {}", "notebook Morda {}"),
        lambda game: next(iter(game.session.notebook.values())).hidden,
    ),
    "setting": (
        ("ajuste criaturas_que_llegan {}", "setting criaturas_que_llegan {}"),
        lambda game: game.session.players_view.arrival == "unseen",
    ),
}
SIGHT = {form: word_id == "hidden" for word_id in ("hidden", "shown") for form in forms(word_id)}
OPPOSITE = {True: "visible", False: "oculto"}


def test_every_command_whose_usage_names_them_is_tried() -> None:
    naming = {each.id for each in SPECS if re.search(r"\b(hidden|shown)\b", " ".join(each.patterns))}
    assert naming <= LINES.keys()


@each_of("line", [line for lines, _is_hidden in LINES.values() for line in lines])
def test_every_word_means_the_same_in_every_command(line: str) -> None:
    is_hidden = next(each for lines, each in LINES.values() if line in lines)
    before = Game(*TABLE)
    for word, hidden in SIGHT.items():
        game = before.copy(ANA)
        if "cuaderno" in line or "notebook" in line:
            game.attempt(line.format(OPPOSITE[hidden]), lambda sides: sides)
        game.attempt(line.format(word), lambda sides: sides)
        assert is_hidden(game) is hidden, word


@pytest.mark.parametrize(
    ("word", "hidden"), [("Ocultas", True), ("oculto,", True), ("VISIBLES", False), ("a  la  vista", False)]
)
def test_case_and_blanks_do_not_matter(word: str, *, hidden: bool) -> None:
    game = Game(*TABLE, f"botín {word} 3 oro, corona")
    assert loot(game) is hidden


@pytest.mark.parametrize("line", ["botín oculta", "botín ocultos", "botín hidden"])
def test_loot_needs_something_to_hide(line: str) -> None:
    game = Game(*TABLE)
    assert refusal_code(lambda: game.do(line)) == "missing"
    assert not heap_of(game.session, hidden=True)


def test_a_word_in_quotes_is_a_name() -> None:
    game = Game(*TABLE, 'aparece "Oculto" lobo', 'botín "Visible corona"')
    assert not place(game, "Oculto lobo").hidden
    assert heap_of(game.session).things == {"Visible corona": 1}


def test_a_name_that_only_begins_like_one_of_them_is_a_name() -> None:
    game = Game(*TABLE, "aparece o culto", "aparece Vista larga")
    assert not place(game, "o culto").hidden
    assert not place(game, "Vista larga").hidden


def test_saves_write_it_as_ever() -> None:
    """Older programs read new events, and old events mean the same."""
    game = Game(*TABLE)
    written = {
        change.path[-1]: change.value
        for line in (
            "cuaderno Morda visible",
            "reloj Ritual visible",
            "luna Ur visible",
            "nombre oculto orco",
        )
        for change in game.do(line).changes
    }
    assert written == {"told": True, "shown": True, "unnamed": True}
    moon = encode(game.session.moons["ur"])
    assert moon["told"] is True
    assert decode(record_of(Moon), {**moon, "told": False}).hidden
    assert decode(record_of(Moon), {"name": "Ur"}).hidden
