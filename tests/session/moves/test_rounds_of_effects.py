"""What lasts N rounds from somebody's turn ends at that creature's turn N rounds later."""

from random import Random

import pytest

from tests.session.game import Game, refusal_code
from tests.session.test_any_game import ALL_TABLES, FOLDERS, Player
from tests.trials import each_of, one_of
from tracker.rules.system import Lasting, TurnOrder, Until
from tracker.session.groups import acting_leaders
from tracker.session.moves import effects, encounter, given_turns, initiative, party, turns
from tracker.session.state import Effect
from tracker.store.game_files import Shelf
from tracker.wording.glance import remaining_text

GAMES = ("chronicle", "horror", "percentile", "margin", "rescoldos", "posada")
ROUNDS = (1, 1, 2, 3)


def six(sides: int) -> int:
    return min(6, sides)


def fight(system: str, seed: int) -> Game:
    """Return a fight of a game, in any order, on the turn of anybody in its first rounds."""
    game, chance = Player.for_system(system, seed).game, Random(seed)
    if game.session.game.turn_order is not TurnOrder.INITIATIVE:
        game.play(given_turns.order_turns(game.session, TurnOrder.INITIATIVE))
    assert game.session.fight is not None
    people = list(game.session.fight.combatants)
    for place, who in enumerate(chance.sample(people, len(people))):
        game.play(initiative.set_initiative(game.session, (who,), str(20 - place), six))
    for _ in range(chance.randint(1, 2 * len(people))):
        game.play(turns.next_turn(game.session, six))
    return game


def set_on(game: Game, who: str, rounds: int, chance: Random) -> str:
    """Let something last some rounds for a creature; return the key of its effect."""
    session, act = game.session, game.session.game.acts.get("condition")
    before = set(session.effects)
    if act is not None and act.lasting and chance.random() < 0.6:
        condition = chance.choice(list(session.game.conditions))
        args = {"condition": str(condition), "rounds": rounds}
        if refusal_code(lambda: game.play(party.act(game.session, "condition", (who,), args, six))):
            return ""
    else:
        game.play(effects.begin_effect(session, (who,), "sombra", Lasting(Until.TURN_START, rounds=rounds)))
    return next((key for key in game.session.effects if key not in before), "")


def next_turn(game: Game) -> tuple[str, int]:
    game.play(turns.next_turn(game.session, six))
    assert game.session.fight is not None
    return game.session.fight.active, game.session.fight.round


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("seed", one_of(range(6)))
def test_rounds_are_counted_from_the_turn_on_which_they_begin(system: str, seed: int) -> None:
    chance = Random(seed)
    for who in fight(system, seed).session.creatures:
        game = fight(system, seed)
        started = game.session.fight
        assert started is not None
        rounds = chance.choice(ROUNDS)
        if not (key := set_on(game, who, rounds, chance)):
            continue
        end = (started.active, started.round + rounds)
        while (now := next_turn(game)) != end:
            assert key in game.session.effects, (now, end)
            assert now[1] <= end[1]
        assert key not in game.session.effects


@each_of("system", GAMES)
def test_before_the_first_turn_rounds_are_those_that_come(system: str) -> None:
    for place in range(4):
        game = Player.for_system(system, 1).game
        if game.session.game.turn_order is not TurnOrder.INITIATIVE:
            game.play(given_turns.order_turns(game.session, TurnOrder.INITIATIVE))
        assert game.session.fight is not None
        who = acting_leaders(game.session, game.session.fight)[place]
        lasting = Lasting(Until.TURN_START, rounds=1)
        game.play(effects.begin_effect(game.session, (who,), "sombra", lasting))
        while (now := next_turn(game)) != (who, 2):
            assert game.session.effects, now
        assert not game.session.effects


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_rounds_that_a_game_file_gives_are_whole(rounds: int) -> None:
    rules = Shelf(FOLDERS).text("posada").replace("borracho 3 rondas", f"borracho {rounds} rondas")
    lines = ("combate x", "iniciativa lia 9", "iniciativa bo 5", "siguiente", "bebe bo")
    played = Shelf(FOLDERS).ruling(rules)
    setup = (*ALL_TABLES["posada"][:2], *lines)
    game = Game(*setup, system=played.system, rules=played.rules, house=played.house)
    for _ in range(2 * rounds - 1):
        assert game.session.effects
        game.do("siguiente")
    game.do("siguiente")
    assert not game.session.effects


def test_until_a_start_is_until_the_next_one_and_stays_so_in_a_save() -> None:
    game = Game("pj Lía", "pj Bren", "combate x", "iniciativa lia 9", "iniciativa bren 5", "siguiente")
    game.do("efecto bren niebla inicio")
    bren = game.id_of("Bren")
    saved = {f"{bren}.niebla": Effect("niebla", bren, "", Until.TURN_START, bren, 1, 0)}
    assert game.session.effects == saved
    game.do("siguiente")
    assert not game.session.effects


def test_rounds_count_in_the_fight_in_which_their_creature_is() -> None:
    game = Game("pj Lía", "pj Bren", "pj Cai", "combate uno lia bren")
    game.do("iniciativa lia 9")
    game.do("siguiente")
    game.do("combate dos cai")
    game.do("siguiente")
    game.do("efecto bren niebla 1r")
    [effect] = game.session.effects.values()
    assert effect.anchor == game.id_of("Lía")


def test_a_condition_for_a_round_outlasts_the_turn_of_its_bearer() -> None:
    game = Game("pj Lía", "pj Bren", "combate x", "iniciativa lia 9", "iniciativa bren 5", "siguiente")
    assert "Bren sufre Miedo durante 1 ronda." in game.sentences("estado bren miedo 1r")
    assert "acaba" not in game.sentences("siguiente")
    assert "A Bren se le acaba" in game.sentences("siguiente")


def test_rounds_that_have_not_begun_go_on_by_the_clock() -> None:
    game = Game(
        "pj Lía", "pj Bren", "combate x", "iniciativa lia 9", "iniciativa bren 5", "efecto lia luz 2r"
    )
    game.play(encounter.end_encounter(game.session))
    [effect] = game.session.effects.values()
    assert effect.at == 20


def test_the_rounds_left_are_those_that_were_asked_for() -> None:
    game = Game("pj Lía", "pj Bren", "combate x", "iniciativa lia 9", "iniciativa bren 5")

    def left() -> str:
        [effect] = game.session.effects.values()
        return remaining_text(effect, game.session)

    game.do("efecto bren luz 2r")
    assert left() == "2r"
    game.turns(2)
    assert left() == "2r"
    game.turns(2)
    assert left() == "inicio"


@pytest.mark.parametrize("bearer", ["Ana", "Bea", "Cid"])
def test_rounds_set_before_anybody_acts_never_seem_to_grow(bearer: str) -> None:
    game = Game("pj Ana", "pj Bea", "pj Cid", "combate Puente")
    for name, initiative_of in (("Ana", 15), ("Bea", 12), ("Cid", 8)):
        game.do(f"iniciativa {name} {initiative_of}")
    game.do(f"efecto {bearer} bendición 3r")
    shown = []
    while game.session.effects:
        (effect,) = game.session.effects.values()
        shown.append(remaining_text(effect, game.session))
        next_turn(game)
    before = ("Ana", "Bea", "Cid").index(bearer)
    assert shown == ["3r"] * (before + 4) + ["2r"] * 3 + ["inicio"] * 3
