"""One clock: in fights or out of them, everybody lives the seconds that pass (A1-50, A2-30)."""

import random
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from tests.session.game import BEA, HOUR, Game, meet, refusal_code
from tests.trials import each_of, one_in
from tracker.rules.body import is_alive
from tracker.rules.games.horror.sheet import Character
from tracker.rules.pending import turns_of
from tracker.session.change import Change, How, apply, diff
from tracker.session.history import History
from tracker.session.moves.encounter import end_encounter
from tracker.session.moves.undo import previous_turn, undo_event
from tracker.session.state import Encounter, Session
from tracker.wording.versions import doubled_lines
from tracker.wording.waiting import pending_line

TURN = 10


def owed(game: Game, name: str) -> dict[str, int]:
    """Return for how many turns each kind of roll waits."""
    who, waiting = game.id_of(name), dict[str, int]()
    for each in game.session.pending.values():
        if each.who == who:
            waiting[each.kind] = waiting.get(each.kind, 0) + turns_of(each)
    return waiting


def lines_of(game: Game, name: str) -> int:
    """Return how many decisions wait for somebody."""
    who = game.id_of(name)
    return sum(each.who == who for each in game.session.pending.values())


def fight(*lines: str, system: str = "chronicle", who: str = "ana, goblin") -> Game:
    """Return a fight of Ana and a goblin, beside whom Bea stands."""
    game = Game("pj Ana", "pj Bea", "aparece goblin", *lines, system=system)
    game.do(f"combate Puente {who}")
    game.do("iniciativa grupo 5")
    return game


def rounds(game: Game, count: int) -> None:
    """Play so many rounds of two turns, from the first turn on."""
    for _ in range(2 * count):
        game.do("siguiente")


def test_whoever_stands_beside_a_fight_lives_its_rounds() -> None:
    game = fight("estado bea veneno nivel 3")
    rounds(game, 2)
    game.do("fin")

    assert game.session.elapsed == 20
    assert owed(game, "Bea") == {"save": 2, "poison": 2}
    assert lines_of(game, "Bea") == 2


@pytest.mark.parametrize(
    ("line", "turns", "seconds"), [("fin 10m", 60, 600), ("fin 5s", 2, 20), ("fin sinreloj", 1, 10)]
)
def test_the_time_of_a_fight_is_told_in_all_or_without_the_round_under_way(
    line: str, turns: int, seconds: int
) -> None:
    game = fight("estado bea veneno nivel 3")
    rounds(game, 2)
    game.do(line)

    assert game.session.elapsed == seconds
    assert owed(game, "Bea") == {"save": turns, "poison": turns}


def test_the_fighters_live_an_interval_too() -> None:
    game = fight("estado ana veneno nivel 3", "estado bea veneno nivel 3")
    game.do("siguiente")
    game.do("intervalo 1m")

    assert owed(game, "Bea") == {"save": 6, "poison": 6}
    assert owed(game, "Ana") == {"save": 7, "poison": 6}


@pytest.mark.parametrize("away", ["sorprende ana", "huye ana", "quita ana"])
def test_who_has_no_turn_in_a_round_lives_it_as_it_ends(away: str) -> None:
    game = fight("estado ana veneno nivel 3", "pj Caro", who="ana, bea, goblin")
    game.do("iniciativa ana 1")
    for line in ("siguiente", away, "siguiente", "siguiente"):
        game.do(line)

    assert game.session.elapsed == TURN
    assert owed(game, "Ana") == {"save": 1, "poison": 1}


def test_who_acts_and_leaves_owes_the_round_once() -> None:
    game = fight("estado ana veneno nivel 3", who="ana, bea, goblin")
    game.do("siguiente")
    game.do("quita ana")
    assert owed(game, "Ana") == {"save": 1, "poison": 1}

    game.do("siguiente")
    game.do("siguiente")
    assert (game.session.elapsed, owed(game, "Ana")) == (TURN, {"save": 1, "poison": 1})


def test_who_acts_and_leaves_owes_a_round_of_another_fight_no_more() -> None:
    game = fight("estado ana veneno nivel 3", "aparece 2 orco", who="ana, bea, goblin")
    game.do("siguiente")
    game.do("quita ana")
    game.do("combate Torre orco*")
    for _ in range(3):
        game.do("siguiente")

    assert game.session.elapsed == TURN
    assert owed(game, "Ana") == {"save": 1, "poison": 1}


@each_of(
    "lines",
    [
        ["huye ana", "siguiente", "siguiente", "siguiente"],
        ["huye ana", "quita bea", "quita goblin"],
        ["aguarda", "huye ana", "siguiente", "siguiente"],
        ["aguarda", "huye ana", "quita bea", "quita goblin"],
        ["turnos sin orden", "huye ana", "quita bea", "quita goblin"],
    ],
)
def test_who_flees_in_a_turn_ends_it_with_the_round_however_it_ends(lines: list[str]) -> None:
    game = fight("estado ana veneno nivel 3", who="ana, bea, goblin")
    for line in ("iniciativa ana 9", "siguiente", *lines):
        game.do(line)

    assert (game.round, game.session.elapsed, owed(game, "Ana")) == (2, TURN, {"save": 1, "poison": 1})


def acting(game: Game) -> list[str]:
    assert game.session.fight is not None
    return [game.session.creatures[who].name for who in game.session.fight.acting]


def test_who_acted_before_a_mate_came_back_acts_once() -> None:
    game = fight("estado bea veneno nivel 3", who="ana, bea, goblin")
    for line in (
        "turnos sin orden",
        "agrupa ana, bea",
        "huye ana",
        "siguiente bea",
        "siguiente",
        "vuelve ana",
        "siguiente",
    ):
        game.do(line)
    assert acting(game) == ["Ana"]
    game.do("fin")

    assert owed(game, "Bea") == {"save": 1, "poison": 1}


def test_going_back_over_another_order_of_turns_gives_the_turn_to_who_had_it() -> None:
    game = fight("estado bea veneno nivel 3", who="ana, bea, goblin")
    for line in ("iniciativa ana 9", "siguiente", "siguiente bea", "turnos sin orden", "anterior"):
        game.do(line)
    assert acting(game) == ["Ana"]
    game.do("fin")

    assert owed(game, "Bea") == {"save": 1, "poison": 1}


def test_who_delays_as_the_order_is_given_up_acts_once() -> None:
    game = fight("estado bea veneno nivel 3", who="ana, bea, goblin")
    for line in ("siguiente bea", "aguarda", "turnos sin orden", "siguiente bea"):
        game.do(line)
    assert (acting(game), refusal_code(lambda: game.do("siguiente bea"))) == (["Bea"], "has_acted")
    game.do("fin")

    assert owed(game, "Bea") == {"save": 1, "poison": 1}


def test_no_turn_comes_back_whose_time_a_newcomer_has_lived_elsewhere() -> None:
    game = fight("aparece orco", "estado bea veneno nivel 3", who="ana, goblin")
    for line in ("siguiente", "combate Torre orco", "turno", "fin", "siguiente", "siguiente"):
        game.do(line)
    assert (game.session.elapsed, owed(game, "Bea")) == (TURN, {"save": 1, "poison": 1})
    game.do("entra bea")
    assert refusal_code(lambda: game.do("anterior")) == "turn_joined"
    game.do("deshacer")
    game.do("anterior")
    assert (game.round, owed(game, "Bea")) == (1, {"save": 1, "poison": 1})


def test_the_removal_of_the_last_to_act_ends_the_round() -> None:
    game = fight("estado bea veneno nivel 3")
    rounds(game, 1)
    game.do("quita goblin")

    assert (game.round, game.active, game.session.elapsed) == (2, "Ana", TURN)
    assert owed(game, "Bea") == {"save": 1, "poison": 1}


def test_initiatives_that_are_asked_for_again_leave_no_round_under_way() -> None:
    game = fight("estado bea veneno nivel 3")
    game.do("cadaronda repite")
    rounds(game, 1)
    game.do("siguiente")
    assert (game.round, game.active) == (2, "")
    game.do("fin")

    assert (game.session.elapsed, owed(game, "Bea")) == (TURN, {"save": 1, "poison": 1})


def test_going_back_and_forward_calls_for_no_turn_twice() -> None:
    game = fight("estado bea veneno nivel 3")
    rounds(game, 2)
    game.do("siguiente")
    assert owed(game, "Bea") == {"save": 2, "poison": 2}
    game.do("resuelve", 2, 2)
    game.do("resuelve")
    game.play(previous_turn(game.history))
    assert game.session.elapsed == TURN
    game.do("siguiente")

    assert (game.session.elapsed, owed(game, "Bea")) == (2 * TURN, {})


def test_going_back_over_an_interval_keeps_the_rolls_of_both() -> None:
    game = fight("estado bea veneno nivel 3")
    rounds(game, 1)
    game.do("siguiente")
    game.do("intervalo 10s")
    game.play(previous_turn(game.history))
    game.do("siguiente")

    assert game.session.elapsed == 2 * TURN
    assert owed(game, "Bea") == {"save": 2, "poison": 2}


def test_going_back_to_the_turn_of_one_who_was_removed_goes_on() -> None:
    game = fight(who="ana, bea, goblin")
    game.do("siguiente")
    game.do("siguiente")
    game.do("quita ana")
    game.play(previous_turn(game.history))
    game.do("siguiente")

    assert game.active == "Bea"


def test_a_turn_that_passed_on_because_somebody_left_comes_back_only_at_once() -> None:
    game = fight(who="ana, bea, goblin")
    game.do("siguiente")
    game.do("quita ana")
    game.do("anterior")
    assert game.active == "Ana"
    game.do("quita ana")
    game.do("intervalo 1m")
    assert refusal_code(lambda: game.do("anterior")) == "turn_left"


def test_a_turn_that_another_fight_has_lived_since_stays() -> None:
    game = fight("aparece orco", "combate Torre orco", "siguiente")
    rounds(game, 1)
    game.do("siguiente")
    game.do("anterior")
    game.do("siguiente")
    game.do("cambia Torre")
    game.do("fin")
    game.do("cambia Puente")
    assert refusal_code(lambda: game.do("anterior")) == "turn_lived"


def test_who_flees_from_a_fight_that_is_behind_takes_the_turn_along() -> None:
    game = fight("aparece orco", who="ana, bea, goblin")
    for line in ("iniciativa ana 9", "siguiente", "combate Torre orco", "fin 1m", "huye ana"):
        game.do(line)
    assert refusal_code(lambda: game.do("anterior")) in ("turn_left", "no_previous_turn")
    game.do("vuelve ana")
    game.do("siguiente")
    assert game.active == "Bea"


def test_who_has_all_acted_acts_in_another_fight_once_the_round_is_over() -> None:
    game = fight("estado ana veneno nivel 3", who="ana")
    game.do("siguiente")
    game.do("combate Torre ana")
    game.do("siguiente")
    assert (game.session.elapsed, owed(game, "Ana")) == (TURN, {"save": 1, "poison": 1})


@pytest.mark.parametrize("undone", [0, 1, 2])
def test_the_undo_of_one_of_many_turns_takes_that_turn_alone(undone: int) -> None:
    game = Game("pj Bea", "estado bea veneno nivel 3")
    turns = [game.do("turno") for _ in range(3)]
    game.play(undo_event(game.history, turns[undone].id))
    assert (game.session.elapsed, owed(game, "Bea")) == (2 * TURN, {"save": 2, "poison": 2})

    game.do("turno")
    assert (lines_of(game, "Bea"), owed(game, "Bea")) == (2, {"save": 3, "poison": 3})
    for each in turns:
        if game.history.counts(each.id):
            game.play(undo_event(game.history, each.id))
    assert owed(game, "Bea") == {"save": 1, "poison": 1}


def test_a_fight_falls_behind_while_another_goes_on_and_catches_up() -> None:
    game = fight("estado ana veneno nivel 3", "estado bea veneno nivel 3", "aparece orco")
    game.do("siguiente")
    game.do("combate Torre bea, orco")
    game.do("iniciativa bea 5")
    rounds(game, 3)
    assert game.session.elapsed == 2 * TURN
    assert owed(game, "Ana") == {"save": 1}

    game.do("cambia Puente")
    for _ in range(4):
        game.do("siguiente")
    assert game.session.elapsed == 2 * TURN
    game.do("fin")
    assert game.session.elapsed == 3 * TURN
    game.do("fin")
    assert game.session.elapsed == 3 * TURN


def test_a_save_in_the_last_turn_leaves_the_damage_of_the_turns_before() -> None:
    game = fight("estado bea veneno nivel 3")
    rounds(game, 3)
    game.do("fin")
    game.do("resuelve", 2, 2, 20)

    assert owed(game, "Bea") == {"poison": 2}


def test_turns_go_on_joining_after_a_part_of_their_saves() -> None:
    game = fight("estado bea veneno nivel 3")
    rounds(game, 3)
    game.do("resuelve 1 turnos 1", 2)
    game.do("siguiente")
    assert (owed(game, "Bea"), lines_of(game, "Bea")) == ({"save": 2, "poison": 3}, 2)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("intervalo 8h", "Veneno 3 durante 2880 Turnos: 8640 de daño · moriría; con «turnos 3» no"),
        ("intervalo 30s", "Veneno 3 durante 3 Turnos: 9 de daño"),
        ("intervalo 50s", "Veneno 3 durante 5 Turnos: 15 de daño · moriría; con «turnos 3» no"),
    ],
)
def test_a_decision_that_would_kill_says_so_and_how_much_would_not(line: str, told: str) -> None:
    game = Game("aparece Ogro salud_total=10 salud=10", "estado ogro veneno nivel 3", line)
    poison = next(each for each in game.session.pending.values() if each.kind == "poison")
    assert pending_line(game.session, poison, game.history) == f"Ogro · {told}"

    game.do("omite")  # its save
    game.do("resuelve turnos 3")
    assert is_alive(game.session.creatures[game.id_of("Ogro")].sheet)


def test_a_single_turn_that_would_kill_says_so() -> None:
    game = Game("aparece Ogro salud_total=2 salud=2", "estado ogro veneno nivel 3", "turno")
    poison = next(each for each in game.session.pending.values() if each.kind == "poison")
    assert pending_line(game.session, poison, game.history).endswith(" · moriría")


def test_a_fight_of_an_older_version_goes_on_and_counts_its_round_once() -> None:
    game = fight("estado ana veneno nivel 3", "estado bea veneno nivel 3", who="ana, bea, goblin")
    game.do("siguiente")
    older = game.session.encounters[game.session.encounter]
    before = replace(game.session, encounters={game.session.encounter: replace(older, turned={}, began={})})
    draft = end_encounter(before)
    after = apply(before, (draft.changes,))

    assert after.elapsed == TURN
    assert [(each.who, each.kind) for each in after.pending.values()] == [
        (game.id_of("Ana"), "save"),
        (game.id_of("Ana"), "poison"),
        (game.id_of("Bea"), "save"),
        (game.id_of("Bea"), "poison"),
    ]


def test_a_torch_that_goes_out_in_a_fight_is_rolled_once_also_after_going_back() -> None:
    game = fight("lleva ana antorcha d6 luz encendida", "intervalo 9m50s")
    rounds(game, 1)
    game.do("siguiente")
    assert game.pending == ["usage"]
    game.do("resuelve", 6)
    game.play(previous_turn(game.history))
    game.do("siguiente")
    assert game.pending == []


def test_a_torch_still_has_to_be_rolled_once_the_fight_is_over() -> None:
    game = fight("lleva ana antorcha d6 luz encendida", "intervalo 9m50s")
    rounds(game, 1)
    game.do("fin")

    assert game.pending == ["usage"]


@each_of("lines", [["turno"] * 3, ["siguiente"] * 2 + ["fin", "turno", "turno"]])
def test_an_effect_of_three_rounds_lasts_three(lines: list[str]) -> None:
    game = fight("efecto bea bendición 3r")
    for line in lines:
        assert game.session.effects
        game.do(line)

    assert not game.session.effects


def test_an_effect_counted_by_turns_of_a_fight_lasts_no_round_too_long() -> None:
    game = fight()
    game.do("siguiente")
    game.do("efecto ana bendición 3r")
    game.do("fin")
    assert game.session.elapsed == TURN
    game.do("turno")
    assert game.session.effects
    game.do("turno")
    assert not game.session.effects


def _dying(game: Game) -> Character:
    sheet = game.session.creatures[game.id_of("Bea")].sheet
    assert isinstance(sheet, Character)
    return sheet


@each_of("lines", [["turno"] * 3, ["siguiente", "siguiente", "fin", "turno", "turno"]])
def test_the_turns_of_the_dying_run_whether_a_fight_ends_or_not(lines: list[str]) -> None:
    game = fight("daño bea 20", system="horror")
    game.do("resuelve", 3)
    game.do("turno")
    assert (_dying(game).turns_left, _dying(game).falling) == (3, False)
    for line in lines:
        assert "death" not in game.pending
        game.do(line)

    assert game.session.elapsed == 4 * TURN
    assert "death" in game.pending


@pytest.mark.parametrize("passes", ["intervalo 1h", "intervalo 2d corriente"])
def test_the_turns_of_the_dying_run_from_the_fall_before_their_die_is_rolled(passes: str) -> None:
    game = Game("pj Bea", "daño bea 20", passes, system="horror")
    assert game.pending[0] == "dying"
    game.do("resuelve", 6)

    assert "death" in game.pending


def test_the_turns_that_ended_before_the_die_are_subtracted() -> None:
    game = Game("pj Bea", "daño bea 20", "turno", "turno", "turno", system="horror")
    game.do("resuelve", 6)

    assert _dying(game).turns_left == 4


def test_a_helper_has_one_turn() -> None:  # R2-028
    game = Game("pj Ada", "pj Beto", "pj Cora", "daño beto,cora 20", system="horror")
    for faces in ("resuelve = 6", "resuelve = 6", "turno"):
        game.do(faces)
    game.do("socorre beto ada")
    assert refusal_code(lambda: game.do("socorre cora ada")) == "turn_spent"
    game.do("socorre cora ada otra-vez")
    game.do("deshacer")
    assert refusal_code(lambda: game.do("socorre cora ada")) == "turn_spent"
    game.do("turno")
    game.do("socorre cora ada")
    game.do("deshacer")
    game.do("socorre cora ada")


def test_a_task_is_done_after_its_turns_in_a_fight_and_out_of_it() -> None:
    game = fight("tarea bea 36s abrir la caja", system="percentile")
    rounds(game, 1)
    game.do("fin")
    game.do("turno")
    assert "task_done" not in game.pending
    game.do("turno")
    assert "task_done" in game.pending


def test_ammunition_fired_by_who_has_left_is_rolled_at_the_end_too() -> None:  # R1-047, A1-53
    game = fight("ajuste municion por encuentro", "lleva ana flechas d8 municion")
    game.do("siguiente")
    game.do("dispara ana flechas")
    game.do("quita ana")
    game.do("fin")

    assert game.pending == ["ammunition"]


@pytest.mark.parametrize("who", ["todos", "ana, bea", "bea, ana"])
def test_the_clock_goes_on_when_the_whole_party_sleeps(who: str) -> None:
    game = Game("pj Ana", "pj Bea", "aparece goblin")
    game.do(f"duerme {who} 8h")

    assert game.session.elapsed == 8 * HOUR


def test_the_sleep_of_some_passes_no_time_and_says_what_would() -> None:
    game = Game("pj Ana", "pj Bea")
    told = game.sentences("duerme ana 8h")

    assert game.session.elapsed == 0
    assert told.endswith(
        "El reloj no avanza, porque no participa todo el grupo: «intervalo 8h» deja pasar el tiempo."
    )


def test_the_whole_party_is_who_is_not_in_another_fight() -> None:
    game = Game("pj Ana", "pj Bea", "combate Torre bea", "siguiente", "combate Puente ana")
    game.do("descansa ana")

    assert game.session.elapsed == 8 * HOUR
    assert [fight.behind for fight in game.session.encounters.values()] == [8 * HOUR, 0]


def test_sleep_told_late_passes_no_time() -> None:
    game = Game("pj Ana", "intervalo 10h")
    told = game.sentences("duerme ana 8h hace 1h")

    assert (game.session.elapsed, "El reloj" in told) == (10 * HOUR, False)


def forks(game: Game) -> Game:
    """Return another GM's copy, whose events have later ids."""
    return game.copy(BEA)


def test_two_copies_that_end_the_same_round_say_so_and_the_table_decides() -> None:
    ana = fight("estado bea veneno nivel 3")
    ana.do("siguiente")
    ana.do("siguiente")
    bea = forks(ana)
    ana.do("siguiente")
    bea.do("siguiente", gm="bea")
    meet(ana, bea)
    assert (ana.round, ana.session.elapsed, owed(ana, "Bea")) == (2, 2 * TURN, {"save": 1, "poison": 1})
    assert doubled_lines(ana.history) == [
        "1. La misma ronda acabó dos veces en «Puente» (ana, bea). "
        "Se dio dos veces el mismo turno (ana, bea): Ana. El reloj va 10s adelantado."
    ]

    ana.events, left = list(ana.history), list(ana.history)
    ana.do("version 1")
    assert (ana.round, ana.session.elapsed, owed(ana, "Bea")) == (2, TURN, {"save": 1, "poison": 1})
    assert doubled_lines(ana.history) == []
    other = Game()
    other.events, other.history = left, History("chronicle", left)
    other.do("version 1 deja")
    assert (other.session.elapsed, doubled_lines(other.history)) == (2 * TURN, [])


def test_a_round_ended_again_after_going_back_is_ended_once() -> None:
    game = fight()
    for line in ("siguiente", "siguiente", "siguiente", "anterior", "siguiente", "deshacer", "rehacer"):
        game.do(line)
    assert (game.session.elapsed, doubled_lines(game.history)) == (TURN, [])


def test_copies_that_part_in_the_middle_of_a_fight_add_their_times() -> None:
    ana = fight("estado bea veneno nivel 3", "aparece orco")
    ana.do("siguiente")
    bea = forks(ana)
    rounds(ana, 2)  # Ana's copy plays the fight on, the other one lets a minute pass
    bea.do("intervalo 1m", gm="bea")
    meet(ana, bea)
    assert ana.session.elapsed == 60 + 2 * TURN
    assert abs(owed(ana, "Bea")["poison"] - 8) <= 1


def test_two_fights_of_two_copies_add_their_times() -> None:
    ana = fight("estado bea veneno nivel 3", "estado ana veneno nivel 3", "aparece 2 orco")
    bea = forks(ana)
    rounds(ana, 2)
    ana.do("fin")
    bea.do('combate Torre "orco 1"', gm="bea")
    for _ in range(3):
        bea.do("siguiente", gm="bea")
    meet(ana, bea)
    assert ana.session.elapsed == 4 * TURN
    assert owed(ana, "Bea")["poison"] <= 4


NEWER = ("turned", "behind", "began", "ended", "delays", "entered")
"""Fields of an encounter that a program of last month knows nothing of."""


def by_an_older_program(game: Game, line: str, seconds: int = 0) -> None:
    """Play a line as a program of last month did: rounds take their time only as the fight ends."""
    session = game.session
    unmarked = Encounter()
    old = {
        key: replace(fight, **{name: getattr(unmarked, name) for name in NEWER})
        for key, fight in session.encounters.items()
    }
    with game.history.supposing(diff(session, replace(session, encounters=old))):
        draft = game.draft(line)
    changes = [
        each
        for each in draft.changes
        if each.path[0] not in ("elapsed", "pending") and not set(NEWER).intersection(each.path[2:3])
    ]
    if seconds:
        changes.append(Change(("elapsed",), How.BY, seconds))
    game.play(replace(draft, changes=tuple(changes)), gm="bea")


def test_a_fight_that_an_older_program_plays_on_counts_the_round_under_way_once() -> None:
    game = fight("estado ana veneno nivel 3", "estado bea veneno nivel 3", who="ana, bea, goblin")
    game.do("siguiente")
    for _ in range(4):
        by_an_older_program(game, "siguiente")
    assert (game.round, game.active, game.session.elapsed) == (2, "Bea", 0)
    game.do("siguiente")
    game.do("siguiente")

    assert game.session.elapsed == TURN
    assert owed(game, "Bea")["poison"] == 1
    assert owed(game, "Ana").get("poison", 0) == 0  # the older program has called for it


def test_rounds_that_an_older_program_adds_as_the_fight_ends_are_taken_back_by_undo() -> None:
    game = fight("estado bea veneno nivel 3")
    rounds(game, 2)
    by_an_older_program(game, "fin", seconds=2 * TURN)
    assert (game.session.elapsed, game.session.fight) == (3 * TURN, None)

    game.do("deshacer")
    game.do("fin")
    assert (game.session.elapsed, owed(game, "Bea")) == (2 * TURN, {"save": 2, "poison": 2})


ORDERS: dict[str, int] = {
    "siguiente": 12,
    "turno": 1,
    "intervalo 30s": 1,
    "intervalo 7s": 1,
    "fin": 1,
    "fin 1m": 1,
    "fin sinreloj": 1,
    "anterior": 2,
    "deshacer": 1,
    'combate Puente ana, bea, "goblin 1"': 1,
    'combate Torre caro, "goblin 2", "goblin 3"': 1,
    "cambia Puente": 2,
    "cambia Torre": 2,
    "huye ana": 1,
    "vuelve ana": 1,
    "huye caro": 1,
    "vuelve caro": 1,
    "quita bea": 1,
    "entra bea": 1,
    'quita "goblin 2"': 1,
    'entra "goblin 2"': 1,
    "entra caro": 1,
    "sorprende ana": 1,
    "aguarda": 2,
    "iniciativa bea 3": 1,
    "iniciativa ana 9": 1,
    "cadaronda repite": 1,
    "cadaronda conserva": 1,
}
"""What a random evening plays, and how often."""
GIVEN: dict[str, int] = ORDERS | {
    "siguiente": 6,
    "siguiente ana": 3,
    "siguiente bea": 3,
    "siguiente ana, bea": 1,
    "siguiente caro": 2,
    "siguiente goblin*": 3,
    "siguiente enemigos": 1,
    "ronda": 2,
    "turnos sin orden": 3,
    "turnos por bandos": 2,
    "turnos por iniciativa": 1,
    'agrupa ana, "goblin 1"': 1,
    "separa ana": 1,
}
"""The same where the GM gives the turns now and then, and some share a row."""


def _evening(seed: int, orders: int, lines: Mapping[str, int] = ORDERS) -> tuple[Game, dict[str, list[str]]]:
    """Play random orders; also return whose turns no clock counts, by the event that ended their fight."""
    chance, uncounted = random.Random(seed), dict[str, list[str]]()
    game = Game("pj Ana", "pj Bea", "pj Caro", "aparece 3 goblin")
    for each in game.session.creatures.values():
        game.do(f'estado "{each.name}" veneno nivel 1')
    poisoned = game.history.undoable
    for line in chance.choices(list(lines), list(lines.values()), k=orders):
        fight = game.session.fight
        if line == "deshacer" and game.history.undoable is poisoned:
            continue
        if game.attempt(line, _no_dice) and line == "fin sinreloj":
            assert fight is not None
            uncounted[game.events[-1].id] = list(fight.ahead_of_clock)
    while game.session.encounter:
        game.do("fin")
    return game, uncounted


def _no_dice(sides: int) -> int:
    raise AssertionError("nothing is rolled in this evening")


def _lived(session: Session, who: str) -> int:
    return sum(
        turns_of(each) for each in session.pending.values() if (each.who, each.kind) == (who, "poison")
    )


def _judge(game: Game, uncounted: dict[str, list[str]]) -> None:
    for who, creature in game.session.creatures.items():
        besides = sum(who in turned for event, turned in uncounted.items() if game.history.counts(event))
        turns = game.session.elapsed // TURN + besides
        if not creature.party:  # what waits for a foe that a fight is over for has lapsed
            most = 0 if creature.is_away else turns + 1
            assert _lived(game.session, who) <= most, creature.name
            continue
        assert abs(_lived(game.session, who) - turns) <= 1, creature.name


@pytest.mark.parametrize("seed", one_in(5, range(40)))
def test_everybody_lives_the_seconds_that_pass(seed: int) -> None:  # A1-50
    _judge(*_evening(seed, 60))


@pytest.mark.parametrize("seed", one_in(5, range(40)))
def test_everybody_lives_the_seconds_that_pass_whoever_gives_the_turns(seed: int) -> None:  # A1-50
    _judge(*_evening(seed, 60, GIVEN))


@pytest.mark.slow
def test_everybody_lives_the_seconds_that_pass_in_long_evenings() -> None:  # A1-50
    for seed in range(1_000, 3_000):
        _judge(*_evening(seed, 120, GIVEN if seed % 2 else ORDERS))
