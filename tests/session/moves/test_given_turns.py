"""Turns that the GM gives: to anybody, or to one side after another; the clock goes on by whole rounds."""

from tests.session.game import BEA, Game, refusal_code
from tests.session.test_one_clock import owed
from tests.told import free_turn, group_turn, round_begins, turn
from tests.trials import each_of
from tracker.features.forecast.trials import Trials
from tracker.rules.system import TurnOrder
from tracker.session.change import How
from tracker.session.moves.undo import undo
from tracker.session.public import public_table
from tracker.wording.players import page_view, public_text
from tracker.wording.report import now_sentence, status_text

TURN = 10


def table(how: str = "sin orden", *lines: str) -> Game:
    """Return a fight of Ana, Bea and two goblins, whose turns the GM gives."""
    game = Game("pj Ana", "pj Bea", "aparece 2 goblin", *lines)
    game.do(f"combate Puente {how}")
    return game


def acting(game: Game) -> list[str]:
    """Return the names of those whose turn it is."""
    assert game.session.fight is not None
    return [game.session.creatures[who].name for who in game.session.fight.acting]


def test_anybody_who_is_left_may_be_given_the_turn_and_the_last_of_them_has_it_by_itself() -> None:
    game = table()
    assert game.sentences("siguiente bea") == f"Empieza «Puente». {round_begins(1)}. {turn('Bea')}."
    game.do('siguiente "goblin 2"')
    game.do("siguiente ana")
    assert game.sentences("siguiente") == f"{turn('goblin 1')}."
    assert game.sentences("siguiente") == f"{round_begins(2)}. {free_turn()}."
    assert (game.active, game.session.elapsed) == ("", TURN)


def test_a_turn_ends_without_another_where_several_are_left() -> None:
    game = table()
    assert game.sentences("siguiente") == f"Empieza «Puente». {round_begins(1)}. {free_turn()}."
    assert refusal_code(lambda: game.do("siguiente")) == "whose_turn"
    game.do("siguiente ana")
    assert game.sentences("siguiente") == f"{free_turn()}."


@each_of(
    ("before", "line", "code"),
    [
        ("siguiente ana", "siguiente ana", "has_acted"),
        ("sorprende bea", "siguiente bea", "loses_turn"),
        ("mata bea", "siguiente bea", "cannot_act"),
        ("huye bea", "siguiente bea", "cannot_act"),
        ("quita bea", "siguiente bea", "not_in_encounter"),
        ("siguiente ana", "siguiente enemigos", "no_sides"),
        ("turnos por iniciativa", "siguiente ana, bea", "in_order"),
        ("siguiente ana", "siguiente nadie", "unknown_creature"),
    ],
)
def test_a_turn_that_cannot_be_given_is_refused(before: str, line: str, code: str) -> None:
    game = table()
    game.do(before)
    session = game.session
    assert refusal_code(lambda: game.do(line)) == code
    assert game.session == session


def test_a_round_without_anybody_left_ends_as_the_turn_is_given() -> None:
    game = table()
    for line in ("siguiente todos, goblin*", "siguiente ana"):
        told = game.sentences(line)
    assert told == f"{round_begins(2)}. {turn('Ana')}."
    assert game.session.elapsed == TURN


def test_several_may_act_together_and_their_turns_end_together() -> None:
    game = table("sin orden", "estado ana veneno nivel 3", "estado bea veneno nivel 3")
    assert game.sentences("siguiente ana, bea") == f"Empieza «Puente». {round_begins(1)}. Actúan Ana y Bea."
    assert acting(game) == ["Ana", "Bea"]
    assert owed(game, "Ana") == owed(game, "Bea") == {"save": 1}
    game.do("siguiente")
    assert owed(game, "Ana") == owed(game, "Bea") == {"save": 1, "poison": 1}


def test_a_group_acts_as_one() -> None:
    game = Game("pj Ana", "aparece 3 goblin grupo", "combate Puente sin orden")
    assert game.sentences('siguiente "goblin 2"').endswith(f"{group_turn('goblin ×3')}.")
    assert game.sentences("siguiente") == f"{turn('Ana')}."
    assert game.sentences("siguiente") == f"{round_begins(2)}. {free_turn()}."


def test_the_gm_ends_a_round_and_whoever_is_left_has_lived_it() -> None:
    game = table("sin orden", "estado bea veneno nivel 3", "estado ana veneno nivel 3")
    game.do("siguiente ana")
    assert game.sentences("ronda") == f"{round_begins(2)}. {free_turn()}."
    assert game.session.elapsed == TURN
    assert owed(game, "Ana") == owed(game, "Bea") == {"save": 1, "poison": 1}


def test_a_round_of_a_fight_that_has_not_begun_is_time_alone() -> None:
    game = table()
    game.do("ronda")
    assert (game.round, game.session.elapsed) == (0, TURN)


def test_who_comes_late_acts_in_the_round_and_who_leaves_takes_nobodys_turn() -> None:
    game = table()
    game.do("siguiente ana")
    game.do("aparece orco")
    game.do("siguiente orco")
    game.do("quita orco")
    assert (game.active, game.round) == ("", 1)
    game.do("siguiente bea")
    assert game.active == "Bea"


def test_one_of_several_who_act_leaves_and_the_others_go_on() -> None:
    game = table("sin orden", "estado bea veneno nivel 3", "estado ana veneno nivel 3")
    game.do("siguiente ana, bea")
    game.do("quita bea")
    assert acting(game) == ["Ana"]
    assert owed(game, "Bea") == {"save": 1, "poison": 1}
    assert owed(game, "Ana") == {"save": 1}


def test_a_side_acts_whole_before_another_unless_the_gm_passes_on() -> None:
    game = table("por bandos")
    game.do("siguiente bea")
    assert refusal_code(lambda: game.do('siguiente "goblin 1"')) == "other_side"
    assert game.sentences("siguiente enemigos") == "Actúa el bando «enemigos»."
    game.do('siguiente "goblin 1"')
    assert refusal_code(lambda: game.do("siguiente ana")) == "other_side"
    assert game.sentences("siguiente") == f"{turn('goblin 2')}."
    assert refusal_code(lambda: game.do("siguiente enemigos")) == "side_has_acted"
    assert game.sentences("siguiente") == f"{turn('Ana')}."
    assert game.sentences("siguiente") == f"{round_begins(2)}. {free_turn()}."
    game.do('siguiente "goblin 1"')


def test_the_side_with_the_highest_initiative_begins_each_round() -> None:
    game = table("por bandos")
    game.do("iniciativa enemigos 9")
    game.do("iniciativa grupo 5")
    assert refusal_code(lambda: game.do("siguiente ana")) == "other_side"
    for _ in range(2):
        game.do("siguiente goblin*")
        game.do("siguiente ana")
        game.do("siguiente bea")


def test_initiatives_of_sides_are_rolled_again_each_round() -> None:
    game = table("por bandos")
    game.do("iniciativa enemigos 1d20", 9)
    game.do("cadaronda tira")
    game.do("siguiente goblin*")
    game.do("siguiente todos")
    game.do("siguiente", 4)
    assert game.session.fight is not None
    assert game.session.fight.sides == {"foes": 4}


def test_the_choice_holds_for_the_next_fight_and_can_be_changed_and_undone() -> None:
    game = table()
    assert (
        game.sentences("turnos por bandos") == "Los turnos van por bandos: actúa uno entero y después otro."
    )
    game.do("fin")
    assert "por bandos" in game.sentences("combate Torre ana")
    game.play(undo(game.history))
    assert "turnos" not in game.sentences("combate Torre ana por iniciativa")
    assert game.session.turn_order is TurnOrder.INITIATIVE


@each_of(
    ("line", "name", "order"),
    [
        ("combate Puente sin orden", "Puente", TurnOrder.FREE),
        ("combate sin orden", "Combate 1", TurnOrder.FREE),
        ("combate Torre Ana, Bea por bandos", "Torre", TurnOrder.SIDES),
        ('combate "Todo sin orden"', "Todo sin orden", TurnOrder.INITIATIVE),
        ("combate Aire libre", "Aire libre", TurnOrder.INITIATIVE),
        ("fight Bridge no order", "Bridge", TurnOrder.FREE),
    ],
)
def test_the_order_is_told_behind_the_names(line: str, name: str, order: TurnOrder) -> None:
    game = Game("pj Ana", "pj Bea", line)
    assert game.session.fight is not None
    assert (game.session.fight.name, game.session.fight.turn_order) == (name, order)


def test_going_back_takes_the_last_turn_back_and_forward_again_calls_for_nothing_twice() -> None:
    game = table("sin orden", "estado bea veneno nivel 3")
    game.do("siguiente ana")
    game.do("siguiente bea")
    game.do("resuelve", 2)
    assert game.sentences("anterior").endswith("Ronda 1: vuelve el turno de Ana.")
    assert acting(game) == ["Ana"]
    game.do("siguiente bea")
    assert game.pending == []


def test_two_gms_who_give_two_turns_at_once_have_both_acting_and_both_end() -> None:
    ana = table("sin orden", "estado ana veneno nivel 3", "estado bea veneno nivel 3")
    ana.do('siguiente "goblin 1"')
    bea = ana.copy(BEA)
    ana.do("siguiente ana")
    bea.do("siguiente bea", gm="bea")
    ana.history.add(bea.events)
    bea.history.add(ana.events)
    assert ana.session == bea.session
    assert sorted(acting(ana)) == ["Ana", "Bea"]
    ana.events = list(ana.history)
    ana.do("siguiente")
    assert owed(ana, "Ana") == owed(ana, "Bea") == {"save": 1, "poison": 1}
    assert ana.active == "goblin 2"


def test_a_second_fight_has_an_order_of_its_own() -> None:
    game = table()
    game.do("siguiente ana")
    game.do("aparece orco")
    game.do("combate Torre bea, orco por iniciativa")
    game.do("siguiente")
    assert game.active == "Bea"
    game.do("cambia Puente")
    assert acting(game) == ["Ana"]
    game.do("siguiente goblin*")
    game.do("siguiente")
    assert (game.round, game.session.elapsed) == (2, TURN)


def test_effects_of_the_dead_end_with_the_round() -> None:
    game = table()
    game.do('efecto ana bendición fin de "goblin 1"')
    game.do('mata "goblin 1"')
    game.do("siguiente ana")
    assert game.session.effects
    game.do("ronda")
    assert not game.session.effects


def test_an_effect_of_rounds_lasts_as_many() -> None:
    game = table()
    game.do("siguiente ana")
    game.do("efecto bea bendición 2r")
    game.do("ronda")
    game.do("siguiente bea")
    game.do("siguiente ana")
    assert game.session.effects
    game.do("ronda")
    game.do("siguiente ana")
    assert not game.session.effects


def test_players_see_who_acts_who_has_acted_and_who_is_left_but_nobody_hidden() -> None:
    game = Game("pj Ana", "pj Bea", "aparece orco", "aparece lobo", "combate Puente sin orden")
    game.do("oculta orco")
    game.do("siguiente ana")
    game.do("siguiente bea")
    shown = page_view(public_table(game.history))
    rows = {each["name"]: each for each in shown["order"]}
    assert (shown["turn"], shown["after"], shown["next"]) == ("Turno de Bea", "faltan lobo", "")
    assert rows["Ana"]["states"] == ["ya actuó"]
    assert [name for name, each in rows.items() if each["waits"]] == ["lobo"]
    game.do("siguiente orco")
    text = public_text(public_table(game.history))
    assert "orco" not in text
    assert "Turno de" not in text


def test_the_report_says_who_has_acted_and_who_is_left() -> None:
    game = table()
    game.do("siguiente ana")
    game.do("siguiente bea")
    assert "Encuentro: Puente, ronda 1, sin orden" in status_text(game.history)
    ana = next(each for each in status_text(game.history).splitlines() if each.endswith("ya actuó"))
    assert "Ana" in ana
    assert "turno de Bea, faltan goblin 1 y goblin 2" in now_sentence(game.history)


def test_a_forecast_plays_turns_by_chance() -> None:
    game = table("por bandos", "ficha ana ataques=Espada 1d6", 'ficha "goblin 1" ataques=Daga 1d4')
    game.do("siguiente ana")
    trials = Trials(game.session)
    assert trials.draws_turns
    trials.play()
    assert trials.forecast.plays == 1


def test_an_older_program_reads_such_a_fight_as_one_by_initiative() -> None:
    """It skips the fields that it does not know: none of them lies inside another change."""
    game = table()
    event = game.do("siguiente ana")
    own = {("turn_order",), ("under_way",), ("floor",)}
    paths = [each.path[2:3] for each in event.changes if each.path[0] == "encounters"]
    assert own.intersection(paths) == {("under_way",), ("floor",)}
    assert all(each.how in (How.NEW, How.TO) for each in event.changes if each.path[2:3] in own)
