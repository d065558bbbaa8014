"""The end of a fight is an end for the foes that it brought, and none for the party."""

import pytest

from tests.session.game import Game, meet
from tests.session.test_any_game import Player
from tests.trials import each_of, one_in, one_of
from tracker.rules.refusal import Refusal
from tracker.session.moves import clock, encounter, party, turns
from tracker.session.pending import creature_of_roll
from tracker.session.state import Session

GAMES = ("chronicle", "horror", "percentile", "margin", "rescoldos", "travesia", "casa")
TURN = 10


def low(sides: int) -> int:
    return 1


def aliens(session: Session) -> list[str]:
    """Return the kinds of the rolls that concern somebody who is neither of the party nor in play."""
    rolls = ((each.kind, creature_of_roll(session, each)) for each in session.pending.values())
    return [kind for kind, who in rolls if who and (who not in session.creatures or session.is_away(who))]


def cave(*lines: str) -> Game:
    """Return a fight of Lía against two goblins, one of them paralysed and poisoned, in its second round."""
    start = ("pj Lía", "aparece 2 goblin", "combate Cueva", "iniciativa lia 9", "siguiente")
    game = Game(*start, 'estado "goblin 2" parálisis', 'estado "goblin 2" veneno nivel 2', *lines)
    game.turns(4)
    assert "poison" in game.pending
    return game


@each_of("order", ["fin", "fin sinreloj", "fin 10m", 'huye "goblin 2"', 'quita "goblin 2"'])
def test_what_a_foe_suffers_stops_with_its_fight(order: str) -> None:
    game = cave()
    told = game.sentences(order)
    assert aliens(game.session) == []
    assert game.pending == []
    assert "4 tiradas ya no hacen falta." in told
    for line in ("fin",) if game.session.fight else ():
        game.do(line)
    for line in ("combate Puente lia", "siguiente", "siguiente", "intervalo 1h", "turno", "fin"):
        game.do(line)
        assert game.pending == [], line


def test_what_the_party_suffers_goes_on_and_is_said() -> None:
    game = cave("estado lia veneno nivel 1", "pj Bo", "estado bo miedo")
    assert "Estados que siguen: Lía (Veneno) y Bo (Miedo)." in game.sentences("fin")
    game.do("turno")
    assert {each.who for each in game.session.pending.values()} == {game.id_of("Lía"), game.id_of("Bo")}


@each_of(
    ("leaves", "returns"),
    [
        ("fin", ('combate Puente lia, "goblin 2"',)),
        ("fin", ("combate Puente lia", 'entra "goblin 2"')),
        ('huye "goblin 2"', ('vuelve "goblin 2"',)),
        ('quita "goblin 2"', ('entra "goblin 2"',)),
        ('quita "goblin 2"', ('recluta "goblin 2"',)),
    ],
)
def test_a_foe_that_comes_back_brings_what_it_had_and_catches_up(
    leaves: str, returns: tuple[str, ...]
) -> None:
    game = cave()
    game.do(leaves)
    game.do("intervalo 1m")
    assert game.pending == []
    for line in returns:
        game.do(line)
    [poison] = [each for each in game.session.pending.values() if each.kind == "poison"]
    assert poison.who == game.id_of("goblin 2")
    assert abs(int(str(poison.data["span"])) - 60 // TURN) <= 1
    assert "save" in game.pending


def test_a_torch_of_a_foe_that_stays_behind_calls_for_nothing() -> None:
    game = Game(
        "pj Lía", "aparece goblin", "lleva goblin antorcha d6", "enciende antorcha", "combate x", "fin"
    )
    game.do("intervalo 5h")
    assert aliens(game.session) == []


def test_the_clock_set_by_hand_is_no_time_that_a_foe_lives() -> None:
    game = cave()
    game.do("fin")
    game.do("reloj 3 12:00")
    game.do("combate Puente")
    game.do('entra "goblin 2"')
    assert game.pending == []


def test_a_copy_that_played_on_calls_for_nothing_of_a_foe_that_another_left_behind() -> None:
    ana = cave()
    bea = ana.copy("0195939070")
    ana.do("fin")
    for _ in range(4):
        bea.do("siguiente", gm="bea")
    meet(ana, bea)
    assert aliens(ana.session) == []


class Evening(Player):
    """Plays at random; ends fights often, and brings foes back."""

    def leave_or_come(self) -> None:
        session, chance = self.game.session, self.chance.random()
        if session.fight is None:
            who = tuple(self.chance.sample(list(session.creatures), 2))
            sides = {each: "party" if session.creatures[each].party else "foes" for each in who}
            draft = encounter.open_encounter(session, "otro", sides, self.game.fresh)
        elif chance < 0.3:
            draft = encounter.end_encounter(session)
        else:
            who = tuple(self.chance.sample(list(session.creatures), 1))
            moves = (encounter.enter, encounter.leave)
            draft = (
                self.chance.choice(moves)(session, who)
                if chance < 0.6
                else encounter.flee(session, who, fled=self.chance.random() < 0.5)
            )
        self.game.play(draft)

    def suffer(self) -> None:
        """Let somebody who is there suffer a condition of the game."""
        session = self.game.session
        who = self.chance.choice([each for each in session.creatures if not session.is_away(each)])
        condition = self.chance.choice(list(session.game.conditions))
        self.game.play(party.act(session, "condition", (who,), {"condition": str(condition)}, low))

    def pass_on(self) -> None:
        session = self.game.session
        if session.fight is not None and self.chance.random() < 0.7:
            self.game.play(turns.next_turn(session, low))
            return
        seconds = self.chance.choice((10, 600, 8 * 3_600))
        self.game.play(clock.pass_time(session, self.chance.choice(list(clock.Passage)), seconds, low))


@pytest.mark.parametrize("system", one_in(3, GAMES))
@pytest.mark.parametrize("seed", one_of(range(4)))
def test_in_random_play_nothing_waits_for_anybody_who_is_away(system: str, seed: int) -> None:
    player = Evening.for_system(system, seed)
    assert isinstance(player, Evening)
    steps = (player.pass_on, player.pass_on, player.suffer, player.leave_or_come)
    for _ in range(80):
        before = player.game.session
        try:
            player.chance.choice(steps)()
        except (Refusal, KeyError, IndexError):
            continue
        session = player.game.session
        assert aliens(session) == []
        for who, each in session.creatures.items():
            if who in before.creatures and each.is_away and before.is_away(who):
                assert each.sheet == before.creatures[who].sheet


def test_a_fight_without_a_name_gets_one_that_no_fight_before_it_had() -> None:
    game = Game("pj Lía", "aparece goblin", "combate")
    names = [fight.name for fight in game.session.encounters.values()]
    for line in ("combate Puente", "combate", "combate"):
        game.do("fin")
        game.do(line)
        names += [fight.name for fight in game.session.encounters.values()]
    assert names == ["Combate 1", "Puente", "Combate 2", "Combate 3"]
    game.do("deshacer")
    assert "«Combate 3»" in game.sentences("combate")
