"""Meals use up food and drink, and the last light that goes out says what darkness is in this game."""

import pytest

from tests.rules.faces import Faces
from tests.session.game import DAY, Game, fact
from tests.told import kept_die
from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Trigger
from tracker.session.moves import supplies
from tracker.wording.sentences import refusal_sentence, sentences

PARTY = ("pj Lía", "pj Odón", "intervalo 1h")


def test_a_meal_rolls_the_rations_of_the_party_once() -> None:
    game = Game(*PARTY, "lleva grupo raciones d6")

    assert game.facts("come todos", 2) == [
        fact("ate", who="Lía", lapsed=0, owed=0),
        fact("ate", who="Odón", lapsed=0, owed=0),
        fact("supply_worn", supply="raciones", name="raciones", die=4),
    ]
    game.do("deshacer")
    assert [each.die for each in game.session.supplies.values()] == [6]


def test_a_meal_uses_what_its_eater_carries_before_what_the_party_does() -> None:
    game = Game(
        *PARTY, "lleva grupo raciones d6", "lleva lia pan d8 comida", "lleva lia queso d4 cada comida"
    )

    assert game.facts("come lia", 1) == [
        fact("ate", who="Lía", lapsed=0, owed=0),
        fact("supply_depleted", supply="queso", who="Lía", name="queso", die=0),
    ]
    assert game.sentences("come lia", 3) == f"Lía come y bebe. {kept_die('pan', 8, 'Lía')} (d8 → 3)."
    assert game.sentences("come odon", 3) == f"Odón come y bebe. {kept_die('raciones', 6)} (d6 → 3)."


def test_water_goes_with_the_meal() -> None:
    game = Game(*PARTY, "lleva lia raciones d6", "lleva lia agua d4")

    assert game.facts("come lia", 6, 2) == (
        [
            fact("ate", who="Lía", lapsed=0, owed=0),
            fact("supply_kept", supply="raciones", who="Lía", name="raciones", die=6),
            fact("supply_depleted", supply="agua", who="Lía", name="agua", die=0),
        ]
    )
    assert refusal_of(game, "come lia") == "no_drink"
    assert [each.die for each in game.session.supplies.values()] == [6, 0], (
        "a meal that is refused uses nothing"
    )


def test_who_has_no_rations_left_does_not_eat_and_the_others_do() -> None:
    game = Game(*PARTY, "lleva lia raciones d4", "usa lia raciones = 1")

    assert game.facts("come todos") == [
        fact("ate", who="Odón", lapsed=0, owed=0),
        fact("lacks_meal", who="Lía"),
    ]
    fed = {
        who: game.session.game.needs(game.session.rules_context(), who)[0].since
        for who in game.session.party()
    }
    assert fed == {game.id_of("Lía"): 3_600, game.id_of("Odón"): 0}


def test_without_rations_nobody_eats_unless_the_gm_says_so() -> None:
    game = Game(*PARTY, "lleva grupo raciones d4", "usa grupo raciones = 2")

    with pytest.raises(Refusal) as caught:
        game.do("come todos")
    assert "come todos sin raciones" in refusal_sentence(caught.value)
    assert game.facts("come todos sin raciones") == [
        fact("ate", who="Lía", lapsed=0, owed=0),
        fact("ate", who="Odón", lapsed=0, owed=0),
    ]


def test_a_meal_elsewhere_uses_no_rations() -> None:
    game = Game(*PARTY, "lleva grupo raciones d4")

    assert game.facts("come todos sin raciones") == [
        fact("ate", who="Lía", lapsed=0, owed=0),
        fact("ate", who="Odón", lapsed=0, owed=0),
    ]


def test_ordinary_days_owe_a_roll_of_the_rations_for_each_day() -> None:
    game = Game(*PARTY, "lleva grupo raciones d4", "lleva lia odre d4", "intervalo 3d corriente")

    owed = [(each.data["name"], each.data["span"]) for each in game.session.pending.values()]
    assert owed == [("raciones", 3), ("odre", 3)]
    assert game.session.elapsed == 3 * DAY + 3_600


@each_of(
    ("line", "trigger"),
    [
        ("lleva grupo raciones d6", Trigger.MEAL),
        ("lleva grupo Víveres d6", Trigger.MEAL),
        ("lleva grupo cantimplora d6", Trigger.DRINK),
        ("lleva grupo agua bendita d6", Trigger.MANUAL),
        ("lleva grupo raciones d6 cada 1d", Trigger.TIME),
        ("lleva grupo raciones d6 detonante al acampar", Trigger.MANUAL),
        ("lleva grupo setas d6 comida", Trigger.MEAL),
        ("lleva grupo vino d6 bebida", Trigger.DRINK),
    ],
)
def test_food_and_drink_are_known_by_their_names_or_by_a_word(line: str, trigger: Trigger) -> None:
    [supply] = Game("pj Lía", line).session.supplies.values()
    assert supply.trigger is trigger


@each_of(
    ("system", "told"),
    [
        ("chronicle", "la Ceguera da la medida: Desventaja"),
        ("horror", "el DJ decide qué es DIFÍCIL: −2"),
        ("percentile", "Oscuridad total: un cuarto, como mucho POD×3 o INT×3"),
        ("margin", "buscar con solo la pantalla del teléfono ya es 1"),
    ],
)
def test_the_last_light_says_what_darkness_is_in_each_game(system: str, told: str) -> None:
    lines = ("lleva grupo antorcha d4 luz encendida", "lleva grupo vela d4 luz encendida")
    game = Game("pj Lía", *lines, system=system)

    assert "última luz" not in game.sentences("apaga vela")
    event = game.play(supplies.use(game.session, game.supply("antorcha"), Faces(1)))
    last = sentences(event, game.history)[-1]
    assert last.startswith("Era la última luz encendida.")
    assert told in last


def refusal_of(game: Game, line: str) -> str:
    with pytest.raises(Refusal) as caught:
        game.do(line)
    return caught.value.code
