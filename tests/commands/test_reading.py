"""The creatures that a line means, by names as GMs type them."""

import pytest

from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.reading import Reader
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.refusal import Refusal

TABLE = Game(
    "pj Lía la Roja",
    "pj Ñandú [b]x[/b]",
    "pj 李白",
    'pj "Rufus, el gordo"',
    'pj El "Tuerto"',
    "aparece 3 goblin",
    "aparece goblin jefe",
    "aparece Lobo*",
    "combate Uno",
)
GOBLINS = ["goblin 1", "goblin 2", "goblin 3"]
PARTY = ["Lía la Roja", "Ñandú [b]x[/b]", "李白", "Rufus, el gordo", "El Tuerto"]


def parse_names(text: str, here: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    """Return the creatures that a text names, and the remaining words."""
    reader = Reader(text, CommandContext(TABLE.history, here), "USO")
    creature_ids = reader.take_creatures()
    return [TABLE.session.creatures[who].name for who in creature_ids], list(reader.take_remaining())


@each_of(
    ("text", "names", "rest"),
    [
        ("lía 5", ["Lía la Roja"], ["5"]),
        ("lia 5", ["Lía la Roja"], ["5"]),
        ("LIA LA ROJA 5", ["Lía la Roja"], ["5"]),
        ('"Lía la Roja" 5', ["Lía la Roja"], ["5"]),
        ('"lia la roja 5', [], []),
        ("li 5", ["Lía la Roja"], ["5"]),
        ("nandu 5", ["Ñandú [b]x[/b]"], ["5"]),
        ("ñandú [b]x[/b] 5", ["Ñandú [b]x[/b]"], ["5"]),
        ("李 5", ["李白"], ["5"]),
        ("李白,lia 5", ["李白", "Lía la Roja"], ["5"]),
        ("goblin 1 5", ["goblin 1"], ["5"]),
        ("goblin 2, goblin 1 5", ["goblin 2", "goblin 1"], ["5"]),
        ("goblin1 5", ["goblin 1"], ["5"]),
        ("goblin1,goblin3 5", ["goblin 1", "goblin 3"], ["5"]),
        ("lia, goblin 2, 李白 5", ["Lía la Roja", "goblin 2", "李白"], ["5"]),
        ('"goblin 1","goblin 2" 5', ["goblin 1", "goblin 2"], ["5"]),
        ('"goblin 1",lia 5', ["goblin 1", "Lía la Roja"], ["5"]),
        ('lia,"goblin 1" 5', ["Lía la Roja", "goblin 1"], ["5"]),
        ("lia,goblin 1,goblin 2 5", ["Lía la Roja", "goblin 1", "goblin 2"], ["5"]),
        ("lia,lia 5", ["Lía la Roja"], ["5"]),
        ("Rufus, el gordo 5", ["Rufus, el gordo"], ["5"]),
        ('"Rufus, el gordo" 5', ["Rufus, el gordo"], ["5"]),
        ("ruf 5", ["Rufus, el gordo"], ["5"]),
        ('El "Tuerto" 5', ["El Tuerto"], ["5"]),
        ("el tuerto 5", ["El Tuerto"], ["5"]),
        ("goblin* 5", GOBLINS, ["5"]),
        ("gob* 5", GOBLINS, ["5"]),
        ("goblin*,goblin jefe 5", [*GOBLINS, "goblin jefe"], ["5"]),
        ("goblin** 5", [*GOBLINS, "goblin jefe"], ["5"]),
        ('"goblin j*" 5', ["goblin jefe"], ["5"]),
        ("goblin?* 5", [], []),
        ("*jefe 5", ["goblin jefe"], ["5"]),
        ("g*1 5", ["goblin 1"], ["5"]),
        ("lobo* 5", ["Lobo*"], ["5"]),
        ("goblin*,lia 5", [*GOBLINS, "Lía la Roja"], ["5"]),
        ("todos 5", PARTY, ["5"]),
        ("TODOS 5", PARTY, ["5"]),  # everybody, in capitals
        ("all 5", PARTY, ["5"]),
        ("grupo 5", PARTY, ["5"]),
        ("enemigos 5", [*GOBLINS, "goblin jefe", "Lobo*"], ["5"]),
        ("foes,lia 5", [*GOBLINS, "goblin jefe", "Lobo*", "Lía la Roja"], ["5"]),
    ],
)
def test_a_text_names_creatures(text: str, names: list[str], rest: list[str]) -> None:
    if names:
        assert parse_names(text) == (names, rest)
    else:
        assert refusal_code(lambda: parse_names(text)) == "unknown_creature"


@pytest.mark.parametrize("text", ["goblin 5", "gob 5", "goblin"])
def test_the_refusal_of_an_ambiguous_name_lists_all_creatures(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse_names(text)

    assert refusal.value.code == "ambiguous_creature"
    assert refusal.value.data["known"] == "goblin 1, goblin 2, goblin 3, goblin jefe"


@each_of(
    ("text", "code"),
    [("", "nobody"), ("  ", "nobody"), (".", "nobody"), ("nadie", "unknown_creature")]
    + [(each, "unknown_creature") for each in (",", "nadie* 3", "lia,nadie", '""', "[b]", "%s", "{who}")],
)
def test_an_unknown_creature_is_refused(text: str, code: str) -> None:
    assert refusal_code(lambda: parse_names(text)) == code


def test_a_dot_means_the_creatures_under_the_cursor() -> None:
    creature_ids = (TABLE.id_of("goblin 2"), TABLE.id_of("李白"))

    assert parse_names(". 5", creature_ids) == (["goblin 2", "李白"], ["5"])


def test_the_exact_name_wins_among_names_that_differ_in_accents_or_case() -> None:
    game = Game("pj Lía", "pj lia")
    for name in ("Lía", "lia"):
        game.do(f"daño {name} 1")
    assert [game.sheet(name).health for name in ("Lía", "lia")] == [9, 9]

    assert refusal_code(lambda: game.do("daño LIA 1")) == "ambiguous_creature"


def test_a_name_of_two_creatures_is_ambiguous() -> None:
    """Two GMs bring a goblin into play at the same moment."""
    game = Game("pj Lía")
    bea = game.copy("0195939070")
    for each in (game, bea):
        each.do("aparece goblin salud_total=7 salud=7")
    game.history.add(bea.events[-1:])
    game.events.append(bea.events[-1])

    assert refusal_code(lambda: game.do("daño goblin 1")) == "ambiguous_creature"
    game.do("daño goblin* 1")
    sheets = [each.sheet for each in game.session.creatures.values()]
    assert [each.health for each in sheets if isinstance(each, Character)] == [10, 6, 6]


@pytest.mark.parametrize("line", ["renombra goblin* Orco", "apunta lia,goblin 1 hola"])
def test_several_creatures_are_refused_where_one_is_needed(line: str) -> None:
    assert refusal_code(lambda: TABLE.draft(line)) == "unknown_word"
