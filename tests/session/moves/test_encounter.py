"""Encounters: the order of turns, and the rolls that each moment of a turn calls for."""

import pytest

from tests.session.game import BEA, Game, fight, refusal_code
from tests.trials import each_of
from tracker.session.groups import initiative_of, turn_order
from tracker.session.moves import undo


def order(game: Game) -> list[str]:
    assert game.session.fight is not None
    return [game.session.creatures[who].name for who in turn_order(game.session.fight)]


def initiative(game: Game, name: str) -> int | None:
    assert game.session.fight is not None
    return initiative_of(game.session.fight, game.id_of(name))


def members(game: Game) -> set[str]:
    """Return the names of the combatants."""
    assert game.session.fight is not None
    return {game.session.creatures[who].name for who in game.session.fight.combatants}


def test_a_prepared_fight_has_every_creature_and_no_turn() -> None:
    game = fight()

    assert (game.round, game.active) == (0, "")
    assert order(game) == ["Lía", "Bren", "goblin 1", "goblin 2"]


@each_of(
    ("words", "name", "count"),
    [
        ("Puente", "Puente", 4),
        ("Puente Viejo", "Puente Viejo", 4),
        ("Emboscada del goblin jefe", "Emboscada del goblin jefe", 4),
        ('"Puente Viejo" lia,bren', "Puente Viejo", 2),
        ("Puente goblin*", "Puente", 2),
        ("Puente enemigos", "Puente", 2),
        ("Puente lia bren", "Puente", 2),
        ("Puente bren goblin* bren", "Puente", 3),
    ],
)
def test_a_fight_may_have_a_name_of_several_words(words: str, name: str, count: int) -> None:
    game = Game("pj Lía", "pj Bren", "aparece 2 goblin", f"combate {words}")

    assert game.session.fight is not None
    assert (game.session.fight.name, len(game.session.fight.combatants)) == (name, count)


def test_the_dead_the_fled_and_those_who_stayed_join_the_next_fight_only_when_named() -> None:
    game = fight()
    for line in ("siguiente", "huye goblin 1", "huye lia", "mata bren", "fin", "combate Dos"):
        game.do(line)
    assert members(game) == {"Lía"}

    game.do("entra goblin 2")
    game.do("entra goblin 1, bren")
    assert members(game) == {"Lía", "goblin 2", "goblin 1", "Bren"}
    game.do("fin")
    game.do("revive bren")
    game.do("combate Tres")
    assert members(game) == {"Lía", "Bren"}


def test_an_unknown_opponent_is_refused() -> None:
    assert refusal_code(lambda: Game("pj Lía", "combate Puente lia,brenn")) == "unknown_creature"
    assert refusal_code(lambda: Game("pj Lía", "combate Puente lia brenn")) == "unknown_creature"


def test_all_act_in_order_and_then_a_round_begins() -> None:
    game = fight()

    assert game.turns(6) == ["Lía", "Bren", "goblin 1", "goblin 2", "Lía", "Bren"]
    assert game.round == 2


def test_the_first_turn_begins_the_encounter_and_the_first_round() -> None:
    event = fight().do("siguiente")

    assert [fact.kind for fact in event.facts] == ["encounter_began", "round", "turn"]


def test_creatures_without_initiative_act_last_in_order_of_arrival() -> None:
    game = Game("pj Lía", "pj Bren", "aparece goblin", "combate Uno", "iniciativa goblin -5")

    assert order(game) == ["goblin", "Lía", "Bren"]


def test_a_tie_is_settled_by_hand() -> None:
    game = fight()
    game.do("sube goblin 2")
    assert order(game) == ["Lía", "Bren", "goblin 2", "goblin 1"]
    game.do("baja goblin 2")
    assert order(game) == ["Lía", "Bren", "goblin 1", "goblin 2"]


def test_moving_past_a_faster_combatant_takes_its_initiative() -> None:
    game = fight()
    game.do("sube bren")

    assert order(game) == ["Bren", "Lía", "goblin 1", "goblin 2"]
    assert initiative(game, "Bren") == 15


@pytest.mark.parametrize("line", ["sube lia", "baja goblin 2"])
def test_no_combatant_moves_past_the_end(line: str) -> None:
    assert refusal_code(lambda: fight().do(line)) == "no_further"


def test_a_side_acts_on_one_initiative() -> None:
    game = fight()
    game.do("iniciativa enemigos 1d20+1", 19)

    assert initiative(game, "goblin 1") == initiative(game, "goblin 2") == 20
    assert order(game)[:2] == ["goblin 1", "goblin 2"]


def test_ones_own_initiative_goes_before_that_of_the_side() -> None:
    game = fight()
    game.do("iniciativa enemigos 20")
    game.do("iniciativa goblin 2 3")

    assert order(game) == ["goblin 1", "Lía", "Bren", "goblin 2"]


def test_each_deaf_member_takes_one_from_the_sides_initiative() -> None:
    game = fight()
    game.do("estado lia,bren sordera")
    event = game.do("iniciativa grupo 1d20", 12)

    assert initiative(game, "Lía") == 10
    assert event.throws[0].static == -2


def test_conditions_reach_the_initiative_that_each_rolls() -> None:  # A1-51
    game = fight()
    game.do("estado lia enfermedad")
    game.do("estado lia sordera")
    told = game.sentences("iniciativa lia,bren 1d20", 12, 12)

    assert (initiative(game, "Lía"), initiative(game, "Bren")) == (9, 11)
    assert told == "Iniciativa: Lía saca 9 (d20 → 12 -3) y Bren saca 11 (d20 → 12 -1)."
    game.do("iniciativa lia 14")
    assert initiative(game, "Lía") == 14


def test_a_row_rolls_its_initiative_as_low_as_all_of_it_are_hindered() -> None:  # A1-42
    game = fight()
    game.do("agrupa goblin* banda")
    game.do("estado goblin* dominio")
    game.do("iniciativa banda 1d20", 17, 4)
    assert initiative(game, "goblin 1") == initiative(game, "goblin 2") == 4

    game.do("cadaronda tira")
    assert game.session.fight is not None
    assert [each.dice for each in game.session.fight.combatants.values() if each.dice] == ["1d20"]


def test_a_side_keeps_its_initiative_when_the_creation_of_a_member_is_undone() -> None:
    game = Game("pj Lía")
    appearance = game.do("aparece goblin")
    game.do("aparece orco")
    game.do("combate Uno")
    game.play(undo.undo_event(game.history, appearance.id))

    game.do("iniciativa enemigos 12")

    assert initiative(game, "orco") == 12


def test_an_empty_side_has_no_initiative() -> None:
    game = Game("pj Lía", "combate Uno")

    assert refusal_code(lambda: game.do("iniciativa enemigos 12")) == "unknown_side"


def test_rolled_initiative_falls_for_each() -> None:
    game = fight()
    event = game.do("iniciativa goblin* 1d20+2", 4, 15)

    assert [initiative(game, f"goblin {n}") for n in (1, 2)] == [6, 17]
    assert len(event.throws) == 2


@each_of("newcomer", ["aparece Rápido", "aparece Lento"])
@each_of("place", [20, 1])
def test_a_newcomer_does_not_move_the_turn(newcomer: str, place: int) -> None:
    game = fight()
    game.turns(2)
    game.do(newcomer)
    name = newcomer.split()[1]
    game.do(f"iniciativa {name} {place}")

    assert game.active == "Bren"
    following = ["goblin 1", "goblin 2"] + ([name] if place == 1 else [])
    assert game.turns(len(following)) == following


def test_those_who_fled_or_died_are_passed_over_and_may_come_back() -> None:
    game = fight()
    game.do("huye bren")
    game.do("mata goblin 1")
    assert game.turns(3) == ["Lía", "goblin 2", "Lía"]

    game.do("vuelve bren")
    game.do("revive goblin 1")
    assert game.turns(2) == ["Bren", "goblin 1"]


def test_one_who_flees_on_their_own_turn_ends_it_with_the_next() -> None:
    game = fight()
    game.turns(2)
    game.do("huye bren")

    assert game.active == "Bren"
    assert game.turns(1) == ["goblin 1"]


@each_of("verb", ["quita", "retira"])
@each_of(
    ("at", "gone", "turn", "rounds"),
    [
        (1, "lia", "Bren", 1),
        (2, "bren", "goblin 1", 1),
        (3, "goblin 1", "goblin 2", 1),
        (4, "goblin 2", "Lía", 2),
    ],
)
def test_removing_the_active_combatant_starts_the_next_turn(
    verb: str, at: int, gone: str, turn: str, rounds: int
) -> None:
    game = fight()
    game.turns(at)
    game.do(f"{verb} {gone}")

    assert (game.active, game.round) == (turn, rounds)


def test_a_departure_gives_no_combatant_a_second_turn() -> None:
    game = fight()
    game.turns(2)
    game.do("retira bren")

    assert game.active == "goblin 1"
    assert game.turns(2) == ["goblin 2", "Lía"]
    assert game.round == 2


def test_going_back_restores_a_removed_combatant() -> None:
    game = fight()
    game.turns(2)
    before = game.session
    game.do("retira bren")
    game.do("anterior")

    assert game.session == before


def test_removing_another_combatant_keeps_the_turn() -> None:
    game = fight()
    game.turns(2)
    game.do("retira goblin 1")
    game.do("quita lia")

    assert game.active == "Bren"
    assert game.turns(2) == ["goblin 2", "Bren"]


@pytest.mark.parametrize("verb", ["quita", "retira"])
def test_removing_several_combatants_starts_no_turn_of_a_removed_one(verb: str) -> None:
    game = fight()
    game.turns(1)
    game.do(f"{verb} lia, bren, goblin 1")

    assert game.active == "goblin 2"
    turns = [fact.data["who"] for fact in game.events[-1].facts if fact.kind == "turn"]
    assert turns == [game.id_of("goblin 2")]


def test_without_combatants_there_is_no_turn() -> None:
    game = Game("pj Lía", "combate Uno", "siguiente", "quita lia")

    assert game.active == ""
    assert refusal_code(lambda: game.do("siguiente")) == "nobody_acts"


@each_of("line", ["siguiente", "entra lia", "huye lia", "quita lia", "iniciativa lia 3", "fin", "sube lia"])
def test_without_an_encounter_there_are_no_turns(line: str) -> None:
    assert refusal_code(lambda: Game("pj Lía").do(line)) == "no_encounter"


@each_of("line", ["huye lia", "quita lia", "iniciativa lia 3", "oculta lia"])
def test_a_creature_outside_the_encounter_is_told_to_enter(line: str) -> None:
    assert (
        refusal_code(lambda: Game("pj Lía", "aparece orco", "combate Uno orco").do(line))
        == "not_in_encounter"
    )


def test_each_enters_on_their_own_side_unless_told_otherwise() -> None:
    game = Game("pj Lía", "pj Bren", "aparece orco", "combate Uno bren")
    game.do("entra lia,orco")
    game.do('entra bren "los traidores/dos"')
    assert game.session.fight is not None

    sides = {
        game.session.creatures[who].name: each.side for who, each in game.session.fight.combatants.items()
    }
    assert sides == {"Lía": "party", "orco": "foes", "Bren": "los traidores-dos"}

    game.do('iniciativa "los traidores-dos" 7')
    assert initiative(game, "Bren") == 7


def test_a_returning_combatant_keeps_side_and_initiative() -> None:
    game = fight()
    game.do("entra goblin 1 grupo")
    game.do("huye goblin 1")
    game.do("entra goblin 1")
    assert game.session.fight is not None
    combatant = game.session.fight.combatants[game.id_of("goblin 1")]

    assert (combatant.side, combatant.initiative, combatant.fled) == ("party", 10, False)


def test_the_dead_do_not_flee() -> None:
    game = fight()
    game.do("mata goblin 1")
    assert refusal_code(lambda: game.do("huye goblin 1")) == "dead"
    game.do("huye goblin*")
    assert game.session.fight is not None
    fled = {
        game.session.creatures[who].name for who, each in game.session.fight.combatants.items() if each.fled
    }
    assert fled == {"goblin 2"}


def test_hidden_ones_are_hidden_until_they_show() -> None:
    game = fight()
    game.do("oculta goblin*")
    assert game.session.fight is not None
    assert [each.hidden for each in game.session.fight.combatants.values()] == [False, False, True, True]

    game.do("muestra goblin 1")
    assert game.session.fight.combatants[game.id_of("goblin 1")].hidden is False


def test_a_turn_calls_for_saves_first_and_for_what_binds_it_after() -> None:
    game = fight()
    game.do("estado lia miedo")
    game.do("estado lia paralisis")
    game.turns(1)

    assert game.pending == ["save", "save", "paralysis", "reminder"]


def test_poison_works_at_the_end_of_the_turn() -> None:
    game = fight()
    game.turns(1)
    game.do("estado lia veneno nivel 3")
    assert game.pending == []

    game.turns(1)
    assert game.pending == ["poison"]
    game.do("resuelve")
    assert game.sheet("Lía").health == 11


def test_one_who_shakes_poison_off_at_the_start_takes_none_at_the_end() -> None:
    game = fight()
    game.do("estado lia veneno nivel 3")
    game.turns(1)
    game.do("resuelve", 20)
    game.turns(1)

    assert game.pending == []


def test_the_end_puts_the_rounds_on_the_clock_and_clears_the_fallen() -> None:
    game = fight()
    game.turns(9)
    game.do("daño goblin 1 9")
    game.do("daño lia 20")
    game.do("fin")

    assert game.session.elapsed == 30
    assert {each.name for each in game.session.creatures.values()} == {"Lía", "Bren", "goblin 2"}
    assert game.session.fight is None


@pytest.mark.parametrize("line", ["fin", "fin sinreloj", "fin 10s"])
def test_ending_the_fight_calls_for_the_rolls_at_the_end_of_the_turn(line: str) -> None:
    game = fight()
    game.do("estado lia veneno nivel 3")
    game.do("efecto lia maldición salvación")
    game.turns(1)
    game.do("omite")
    game.do(line)

    assert game.pending == ["poison", "effect_save"]
    game.do("deshacer")
    assert (game.active, game.pending) == ("Lía", [])
    game.do("rehacer")
    game.do("resuelve")
    assert (game.sheet("Lía").health, game.pending) == (11, ["effect_save"])


def test_ending_the_fight_ends_effects_that_last_until_the_end_of_the_turn() -> None:
    game = fight()
    game.do("estado lia miedo fin-turno")
    game.do("estado bren miedo fin-turno")
    game.turns(1)
    game.do("fin sinreloj")

    assert [game.session.creatures[each.who].name for each in game.session.effects.values()] == ["Bren"]
    game.do("deshacer")
    assert len(game.session.effects) == 2


def test_ending_the_fight_calls_for_no_roll_twice() -> None:
    game = fight()
    game.do("estado lia veneno nivel 3")
    game.turns(1)
    game.do("omite")
    game.turns(1)
    game.do("resuelve")
    game.do("anterior")
    game.do("fin")

    assert game.pending == []


def test_the_end_before_the_first_turn_calls_for_nothing() -> None:
    game = fight()
    game.do("estado lia veneno nivel 3")
    game.do("fin")

    assert game.pending == []


@pytest.mark.parametrize(("line", "turns", "seconds"), [("fin sinreloj", 5, 10), ("fin", 0, 0)])
def test_without_the_clock_only_the_rounds_that_are_over_take_time(
    line: str, turns: int, seconds: int
) -> None:
    game = fight()
    game.turns(turns)
    game.do(line)

    assert game.session.elapsed == seconds


def test_the_end_calls_for_the_ammunition_that_was_fired_once_each() -> None:
    game = fight()
    game.do("ajuste municion por encuentro")
    game.do("lleva bren flechas d8 municion")
    game.do("lleva bren dardos d6 municion")
    game.turns(2)
    game.do("dispara bren flechas")
    game.do("dispara bren flechas")
    game.do("fin")

    assert game.pending == ["ammunition"]
    game.do("resuelve", 2)
    assert game.session.supplies[game.supply("flechas")].die == 6


def test_two_encounters_are_played_by_turns() -> None:
    game = fight()
    game.turns(2)
    game.do("combate Sótano lia")
    game.turns(1)
    game.do("cambia embos")
    assert game.active == "Bren"

    game.do("fin")
    assert game.session.fight is not None
    assert game.session.fight.name == "Sótano"
    assert refusal_code(lambda: game.do("cambia Emboscada")) == "unknown_encounter"


def test_an_encounter_begins_with_every_free_creature() -> None:
    game = fight()
    game.turns(2)
    game.do("pj Zoe")
    game.do("aparece 2 lobo")
    game.do("quita lobo 1")
    game.do("quita lobo 2")
    game.do("combate Bosque")
    bosque = game.session.fight
    assert bosque is not None
    assert {game.session.creatures[who].name for who in bosque.combatants} == {"Zoe", "lobo 1", "lobo 2"}
    game.do("cambia emboscada")
    assert game.active == "Bren"


def test_the_turn_passes_on_in_every_encounter_that_a_creature_leaves() -> None:
    game = fight()
    game.turns(2)
    game.do("combate Sótano bren,goblin*")
    game.turns(1)
    assert game.active == "Bren"
    game.do("retira bren")

    assert game.active == "goblin 1"
    game.do("cambia emboscada")
    assert game.active == "Lía"


def hidden(game: Game) -> list[str]:
    """Return the combatants that the players do not see."""
    assert game.session.fight is not None
    combatants = game.session.fight.combatants
    return [game.session.creatures[who].name for who, each in combatants.items() if each.hidden]


@pytest.mark.parametrize("word", ["oculto", "ocultos", "hidden"])
def test_creatures_may_join_a_running_fight_hidden(word: str) -> None:
    game = fight()
    game.turns(1)
    event = game.do(f"aparece {word} 2 lobo")
    wolves = hidden(game)

    assert [name.split()[0] for name in wolves] == ["lobo", "lobo"]
    assert [fact.kind for fact in event.facts] == ["appeared_unseen"] * 2
    game.do("muestra")
    assert hidden(game) == []
    game.do("deshacer")
    assert hidden(game) == wolves
    game.do("deshacer")
    assert not {*wolves} & {each.name for each in game.session.creatures.values()}


def test_the_campaign_may_hide_newcomers() -> None:
    game = fight()
    game.do("ajuste criaturas_que_llegan ocultas")
    game.do("aparece lobo")
    game.do("aparece visible oso")
    game.do("pj Odón")
    game.do("entra odón")

    assert hidden(game) == ["lobo"]
    game.do("fin")
    game.do("combate Puente grupo, enemigos")
    assert hidden(game) == ["goblin 1", "goblin 2", "lobo", "oso"]
    game.do("fin")
    game.do("combate visible Puente grupo, enemigos")
    assert hidden(game) == []


def test_who_is_in_the_encounter_does_not_enter_again() -> None:
    game = Game("pj Lía", "pj Bren", "aparece 2 orco", "combate Uno")
    game.do("huye orco1")
    assert refusal_code(lambda: game.do("entra bren, lía")) == "already_in_encounter"
    assert refusal_code(lambda: game.do("entra orco2 enemigos")) == "already_in_encounter"
    assert game.sentences("entra orco1, orco2") == "orco 1 entra en el encuentro."
    assert game.sentences("entra bren, orco1 jinetes").startswith("Bren y orco 1")
    assert [each.kind for each in game.do("entra oculto bren").facts] == ["entered", "hid"]


def test_an_ambush_may_begin_unseen_and_one_by_one_be_seen() -> None:
    game = Game("pj Lía", "aparece 2 goblin", "combate oculto Emboscada del puente")

    assert hidden(game) == ["goblin 1", "goblin 2"]
    game.do("entra visible goblin1 enemigos")
    assert hidden(game) == ["goblin 2"]
    game.do("entra goblin2 jinetes")
    assert hidden(game) == ["goblin 2"]


def test_a_hidden_combatant_stays_hidden_in_its_next_fight() -> None:
    game = fight()
    game.do("oculta goblin1")
    game.do("combate Torre lia")
    game.do("entra goblin1,goblin2")

    assert hidden(game) == ["goblin 1"]


def test_foes_of_an_ambush_are_prepared_hidden() -> None:
    game = Game(
        "pj Lía", "aparece oculto arquero", "aparece oculto lobo", "aparece 2 goblin", "oculta goblin2"
    )
    game.do("muestra lobo")
    game.do("combate")

    assert hidden(game) == ["arquero", "goblin 2"]
    assert not any(each.lurks for each in Game("aparece oculto orco", "muestra").session.creatures.values())


def test_oculto_alone_is_a_name() -> None:
    game = fight()
    game.do("aparece oculto")

    assert hidden(game) == []
    assert game.id_of("oculto")


@pytest.mark.parametrize(
    ("lines", "line", "code"),
    [
        (["pj Lía"], "oculta Lía", "no_encounter"),
        (["pj Lía", "aparece goblin"], "muestra", "nobody_hidden"),
        (["pj Lía", "combate Puente"], "muestra", "nobody_hidden"),
    ],
)
def test_hiding_no_combatant_is_refused_in_a_sentence(lines: list[str], line: str, code: str) -> None:
    game = Game(*lines)
    before = len(game.session.creatures)

    assert refusal_code(lambda: game.do(line)) == code
    assert len(game.session.creatures) == before


def test_rolled_initiatives_may_be_rolled_again_each_round() -> None:
    game = fight()
    game.do("iniciativa bren 1d6", 2)
    game.do("iniciativa enemigos 1d20+1", 9)
    game.do("cadaronda tira")
    assert game.turns(4) == ["Lía", "goblin 1", "goblin 2", "Bren"]
    game.do("siguiente", 19, 6)

    assert (game.round, game.active) == (2, "goblin 1")
    assert [initiative(game, name) for name in ("Lía", "Bren", "goblin 1")] == [15, 6, 20]
    game.do("anterior")
    assert (game.round, game.active, initiative(game, "Bren")) == (1, "Bren", 2)
    game.do("siguiente = 3, 5")
    assert [initiative(game, name) for name in ("Lía", "Bren", "goblin 1")] == [15, 5, 4]
    assert game.active == "Lía"


def test_a_number_in_place_of_dice_is_kept_from_then_on() -> None:
    game = fight()
    game.do("iniciativa bren 1d6", 2)
    game.do("iniciativa bren 12")
    game.do("cadaronda tira")
    game.turns(5)

    assert initiative(game, "Bren") == 12


def test_an_unresolved_save_lapses_when_the_next_turn_calls_for_its_own() -> None:  # R1-096
    game = fight()
    game.do("siguiente")
    game.do(f"estado {game.active} veneno nivel 1")
    game.do(f"estado {game.active} miedo")
    poisoned = game.active
    while game.round < 2 or game.active != poisoned:
        game.do("siguiente")
    assert game.pending == ["poison", "save", "save", "reminder"]

    game.do("siguiente")
    while game.active != poisoned:
        event = game.do("siguiente")
    assert sorted(game.pending) == ["poison", "poison", "reminder", "save", "save"]
    lapsed = [fact.data for fact in event.facts if fact.kind == "lapsed"]
    assert [(each["due"], each["condition"]) for each in lapsed] == [
        ("save", "frightened"),
        ("save", "poisoned"),
    ]

    game.do("deshacer")
    assert sorted(game.pending) == ["poison", "poison", "reminder", "save", "save"]
    game.do("rehacer")
    assert sorted(game.pending) == ["poison", "poison", "reminder", "save", "save"]


def test_merging_copies_can_put_one_creature_in_two_fights() -> None:
    game = Game("pj Lía", "aparece orco", "combate Puente lía", "combate Torre lía")
    bea = game.copy(BEA)
    bea.do("cambia puente")
    game.do("entra orco")
    bea.do("entra orco")
    game.history.add(bea.events[-2:])
    game.events.extend(bea.events[-2:])
    orc = game.id_of("orco")

    assert [game.session.encounters[key].name for key in game.session.encounters_of(orc)] == [
        "Puente",
        "Torre",
    ]
    game.do("entra orco")
    assert game.session.encounters_of(orc) == (game.session.encounter,)
    game.do("retira orco")
    assert game.session.encounters_of(orc) == ()


def test_leaving_on_ones_own_turn_ends_it_first() -> None:  # R1-107
    game = Game("pj Lía", "pj Bren", "combate Puente", "estado lia veneno nivel 3", "siguiente", "omite")
    assert game.active == "Lía"

    game.do("quita lia")

    assert (game.pending, game.active) == (["poison"], "Bren")


def test_every_fight_has_a_name_of_its_own() -> None:
    game = Game("pj Lía")
    names = []
    for name in ("", "Puente", "puente", "Puente", "", "Puente 2"):
        game.do(f"combate {name}")
        names.append(game.session.encounters[game.session.encounter].name)
        game.do("fin")
    assert names == ["Combate 1", "Puente", "puente 2", "Puente 3", "Combate 2", "Puente 2 2"]
    game.do("deshacer")
    game.do("deshacer")
    game.do("combate Puente 2")
    assert game.session.encounters[game.session.encounter].name == "Puente 2 2"
