"""A night of Horror by typing: every moment that its document calls for, with the faces of real dice."""

import pytest

from tests.session.game import Game, refusal_code
from tests.told import refusal
from tracker.rules.games.horror.sheet import Character, Vigil
from tracker.rules.refusal import Refusal
from tracker.wording.report import status_text
from tracker.wording.sentences import refusal_sentence


class Night(Game):
    """Elvira (3 sanity), Tomás (violence 3) and Nieves against a dog and two guards."""

    def __init__(self) -> None:
        super().__init__(
            "pj Elvira violencia=1 ingenio=3 PV_máximos=8 PV=8 Cordura_máxima=9 Cordura=3 armas=Revólver 3",
            "pj Tomás violencia=3 PV_máximos=10 PV=10 armas=Escopeta 1d6+1, Puños 1 armadura=abrigo",
            "pj Nieves violencia=-1 otros_atributos=Empatía 3 PV_máximos=7 PV=7 armas=Bisturí 2",
            "aparece 2 Celador PV_máximos=5 PV=5 armas=Porra 2",
            "aparece Perro PV_máximos=6 PV=6 armas=Dientes 1d6 armadura=pellejo",
            system="horror",
        )

    def at_war(self) -> "Night":
        self.do("combate lavandería")
        self.do("iniciativa grupo 2")
        self.do("iniciativa enemigos 1")
        self.do("siguiente")
        return self

    def one(self, name: str) -> Character:
        sheet = self.session.creatures[self.id_of(name)].sheet
        assert isinstance(sheet, Character)
        return sheet

    def rounds(self, count: int) -> None:
        """End so many TURNOS."""
        assert self.session.fight is not None
        until = self.session.fight.round + count
        while self.session.fight.round < until:
            self.do("siguiente")


@pytest.fixture
def night() -> Night:
    return Night()


def test_the_three_bands_of_a_roll_have_their_outcomes(night: Night) -> None:
    failed = night.do("prueba tomás violencia contra perro", 1, 3)
    assert (failed.throws[0].outcome, failed.throws[0].total, night.pending) == ("failure", 7, [])

    night.do("prueba tomás violencia contra perro", 2, 4)
    assert night.pending == ["own_consequence"]
    assert refusal_code(lambda: night.do("resuelve")) == "answer"
    night.do("consecuencia tomás estrés", 2)
    assert (night.one("Tomás").sanity, night.pending) == (8, [])

    night.do("prueba tomás violencia contra perro", 4, 4)
    assert night.pending == ["target_consequence"]
    night.do("consecuencia tomás herir escopeta", 3)
    assert (night.one("Perro").hit_points, night.pending) == (2, [])


def test_each_roll_leaves_a_choice_of_its_own(night: Night) -> None:  # R2-009, R2-010
    night.do("prueba tomás violencia contra perro", 2, 4)
    night.do("prueba tomás violencia contra celador*1", 2, 4)
    night.do("prueba tomás violencia contra celador*2", 5, 5)
    night.do("prueba tomás violencia contra perro", 5, 5)
    assert night.pending == ["own_consequence"] * 2 + ["target_consequence"] * 2
    assert "ante Celador 1" in night.sentences("consecuencia tomás vulnerable celador*1")
    night.do("consecuencia tomás herir puños")
    assert (night.one("Celador 2").hit_points, night.one("Perro").hit_points) == (4, 6)
    night.do("consecuencia tomás estrés", 1)
    night.do("consecuencia tomás herir puños")
    assert (night.one("Perro").hit_points, night.pending) == (5, [])


def test_a_skipped_choice_blocks_nothing(night: Night) -> None:  # R2-009
    night.do("prueba tomás violencia contra perro", 2, 4)
    night.do("omite")
    night.do("consecuencia tomás herir puños perro")
    assert (night.one("Perro").hit_points, night.one("Tomás").owes) == (5, {})


def test_every_failure_brings_something(night: Night) -> None:  # R2-006
    night.do("tabla fallo 1d6 1-3: alguien lo ha oído; 4-6: se rompe")
    night.do("prueba elvira ingenio", 1, 2)
    night.do("prueba elvira violencia", 1, 2)
    assert night.pending == ["failure", "failure"]
    assert "se rompe" in night.sentences("resuelve", 6)
    assert "alguien lo ha oído" in night.sentences("resuelve", 1)


def test_a_success_without_harm_leaves_no_choice_of_target(night: Night) -> None:
    night.do("prueba nieves empatía calmar al portero", 5, 5)
    assert night.pending == []
    assert night.events[-1].throws[0].label == "calmar al portero"


def test_the_next_roll_uses_up_a_kept_bonus(night: Night) -> None:
    night.do("próxima tomás fácil perro")
    assert night.do("prueba tomás violencia contra celador*1", 1, 1).throws[0].static == 3
    assert night.do("prueba tomás violencia contra perro", 1, 1).throws[0].static == 5
    assert night.do("prueba tomás violencia contra perro", 1, 1).throws[0].static == 3


def test_vulnerable_takes_bonuses_away_and_never_penalties(night: Night) -> None:
    night.do("prueba tomás violencia contra perro", 2, 3)
    night.do("consecuencia tomás vulnerable")
    assert night.do("prueba tomás violencia contra perro", 1, 1).throws[0].static == 0
    assert night.do("prueba tomás violencia contra celador*1", 1, 1).throws[0].static == 3
    night.do("estado nieves vulnerable")
    assert night.do("prueba nieves violencia", 1, 1).throws[0].static == -1
    night.do("libra tomás vulnerable")
    assert night.do("prueba tomás violencia contra perro", 1, 1).throws[0].static == 3


def test_out_of_reach_is_told_and_takes_nothing_away(night: Night) -> None:
    night.do("estado tomás vulnerable no alcanza al atacante perro")
    assert "no alcanza a Perro" in night.sentences("prueba tomás violencia contra perro", 1, 1)
    assert night.events[-1].throws[0].static == 3


def test_several_attackers_use_one_weapon(night: Night) -> None:
    assert refusal_code(lambda: night.do('hiere "Celador 1", perro nieves')) == "which_weapon"
    night.do('hiere "Celador 1", "Celador 2", perro nieves dientes', 4)
    assert night.one("Nieves").hit_points == 3
    night.do("hiere celador* nieves")
    assert night.one("Nieves").hit_points == 1


def test_armour_stops_the_typed_amount_unless_ignored(night: Night) -> None:
    night.do('hiere "Celador 1" tomás armadura 1')
    assert night.one("Tomás").hit_points == 9
    night.do('hiere "Celador 1" tomás armadura 1 sin-armadura')
    assert night.one("Tomás").hit_points == 7
    night.do('hiere "Celador 1" tomás solo-herir')
    assert night.one("Tomás").hit_points == 6


def test_armour_that_has_stopped_a_blow_of_an_attack_may_yet_be_ignored(night: Night) -> None:  # R2-024
    night.do("ataca elvira perro armadura 2", 6, 6)
    assert (night.one("Perro").hit_points, night.pending) == (5, [])
    told = night.sentences("consecuencia elvira ignorar armadura")
    assert "pellejo" in told
    assert night.one("Perro").hit_points == 3
    night.do("consecuencia elvira ignorar armadura perro")
    assert night.one("Perro").hit_points == 3
    night.do("deshacer")
    night.do("deshacer")
    assert night.one("Perro").hit_points == 5

    night.do("turno")
    assert refusal_code(lambda: night.do("consecuencia elvira ignorar armadura")) == "no_target"


def test_no_more_damage_is_given_back_than_armour_has_stopped(night: Night) -> None:
    night.do("ataca elvira perro armadura 9", 6, 6)
    assert night.one("Perro").hit_points == 6
    night.do("consecuencia elvira ignorar armadura perro")
    assert night.one("Perro").hit_points == 3


@pytest.mark.parametrize(
    ("line", "faces", "left"),
    [
        ("consecuencia elvira herir revólver armadura 2 contra perro", (), 3),
        ("hiere elvira perro armadura 2", (), 3),
        ("ataca elvira perro armadura 2", (6, 6), 3),
        ("hiere tomás perro puños armadura 1", (), 6),
    ],
)
def test_armour_ignored_before_a_wound_does_not_count_in_it(
    night: Night, line: str, faces: tuple[int, ...], left: int
) -> None:  # R2-024
    told = night.sentences("consecuencia elvira ignorar armadura perro")
    assert told == "Cuando Elvira hiera a Perro, la armadura no contará: pellejo."
    night.do(line, *faces)
    assert night.one("Perro").hit_points == left
    if left == 3:
        assert night.one("Elvira").ignores == ""
        night.do("hiere elvira perro armadura 2")
        assert night.one("Perro").hit_points == 2


def test_armour_is_ignored_within_the_turn_alone(night: Night) -> None:  # R2-024
    night.do("consecuencia elvira ignorar armadura perro")
    night.do("turno")
    night.do("hiere elvira perro armadura 2")
    assert night.one("Perro").hit_points == 5


@pytest.mark.parametrize("text", ["nieves", "Nieves, en la pierna", "le da a nieves"])
def test_a_stray_bullet_offers_the_harm_of_who_stands_on_the_table(night: Night, text: str) -> None:
    """R2-021."""
    night.do("prueba elvira violencia", 4, 3)
    assert text in night.sentences(f"consecuencia elvira bala perdida {text}")
    assert night.pending == ["target_consequence"]
    assert "Elvira · daño de la bala perdida en Nieves" in status_text(night.history)
    night.do("hiere elvira nieves")
    assert (night.one("Nieves").hit_points, night.pending) == (4, [])
    night.do("deshacer")
    night.do("consecuencia elvira herir")
    assert (night.one("Nieves").hit_points, night.pending) == (4, [])


@pytest.mark.parametrize("text", ["", "el tendero", "celador", "celador 1 y celador 2", "elvira"])
def test_a_stray_bullet_offers_no_harm_of_nobody_or_of_who_knows_whom(night: Night, text: str) -> None:
    night.do("prueba elvira violencia", 4, 3)
    night.do(f"consecuencia elvira bala perdida {text}")
    assert night.pending == []


@pytest.mark.parametrize("line", ["socorre elvira nieves", "socorre nieves elvira"])
def test_either_order_of_a_help_is_understood_where_one_of_two_is_dying(night: Night, line: str) -> None:
    night.at_war().do("daño nieves 7")
    night.do("resuelve", 3)
    night.rounds(1)
    assert "Elvira pasa un TURNO con Nieves" in night.sentences(line)
    assert "who_helps" not in night.pending


def test_of_two_dying_or_none_the_helper_comes_first(night: Night) -> None:
    night.do("daño nieves,elvira 20")
    with pytest.raises(Refusal) as given:
        night.do("socorre nieves elvira")
    assert refusal_sentence(given.value, "horror", night.history.names) == refusal_of(
        "helper_down", night, who="Nieves"
    )
    with pytest.raises(Refusal) as given:
        night.do("socorre tomás perro")
    assert refusal_sentence(given.value, "horror", night.history.names) == refusal_of(
        "not_dying", night, who="Perro"
    )


@pytest.mark.parametrize("order", ["socorre elvira nieves", "socorre nieves elvira"])
def test_a_second_help_for_the_same_one_in_a_turn_says_so(night: Night, order: str) -> None:  # A2-41
    for line in ("daño nieves 7", "resuelve = 3", "turno", "socorre elvira nieves", "daño nieves 1"):
        night.do(line)
    with pytest.raises(Refusal) as given:
        night.do(order)
    told = refusal_sentence(given.value, "horror", night.history.names)
    assert told.startswith("Elvira ya ha pasado este TURNO con Nieves.")


def refusal_of(code: str, night: Night, **names: str) -> str:
    ids = {name: night.id_of(called) for name, called in names.items()}
    return refusal_sentence(Refusal(code, **ids), "horror", night.history.names)


@pytest.mark.parametrize("turns", [1, 4])
def test_death_comes_as_the_last_turn_ends_and_waits_for_the_gm(night: Night, turns: int) -> None:
    night.at_war().do("daño nieves 20")
    night.do("resuelve", turns)
    night.rounds(turns)
    assert (night.one("Nieves").turns_left, "death" in night.pending) == (1, False)
    night.rounds(1)
    assert (night.one("Nieves").turns_left, night.one("Nieves").dead) == (0, False)
    assert refusal_code(lambda: night.do("socorre nieves elvira")) == "already_dead"
    night.do(f"resuelve {night.pending.index('death') + 1}")
    assert night.one("Nieves").dead
    assert night.pending.count("dying") == 0


@pytest.mark.parametrize(("span", "left", "pending"), [("20s", 2, []), ("30s", 1, []), ("1m", 0, ["death"])])
def test_the_turns_of_the_dying_go_by_with_the_clock_too(
    night: Night, span: str, left: int, pending: list[str]
) -> None:  # R2-027, A2-05: the TURN of the fall is not counted
    night.do("daño nieves 20")
    night.do("resuelve", 3)
    night.do(f"intervalo {span}")
    assert (night.one("Nieves").turns_left, night.pending) == (left, pending)
    night.do("deshacer")
    assert (night.one("Nieves").turns_left, night.one("Nieves").falling, night.pending) == (3, True, [])


def test_time_that_goes_by_in_slices_takes_the_same_turns(night: Night) -> None:  # R2-027
    night.do("daño nieves 20")
    night.do("resuelve", 6)
    for _ in range(8):
        night.do("intervalo 5s")
    assert night.one("Nieves").turns_left == 3


def test_rounds_added_to_the_clock_count_no_turn_twice(night: Night) -> None:  # R2-027
    night.at_war().do("daño nieves 20")
    night.do("resuelve", 6)
    night.rounds(3)
    assert night.one("Nieves").turns_left == 4
    night.do("fin")
    assert (night.session.elapsed, night.one("Nieves").turns_left) == (40, 3)
    night.do("turno")
    assert night.one("Nieves").turns_left == 2


@pytest.mark.parametrize("orders", [["quita nieves"], ["huye nieves"]])
def test_the_turns_of_the_dying_go_on_outside_the_fight(night: Night, orders: list[str]) -> None:  # A2-30
    night.at_war()
    for order in ["daño nieves 20", "resuelve = 5", *orders]:
        night.do(order)
    night.rounds(1)
    assert (night.one("Nieves").falling, night.one("Nieves").turns_left) == (False, 5)
    night.rounds(2)
    assert night.one("Nieves").turns_left == 3
    night.do("fin")
    assert (night.one("Nieves").turns_left, night.pending) == (2, [])
    night.do("socorre nieves elvira")
    assert night.one("Nieves").hit_points == 1


def test_somebody_dying_who_never_was_in_the_fight_can_be_helped_during_it(night: Night) -> None:  # A2-30
    night.do("daño nieves 20")
    night.do("resuelve", 5)
    night.at_war().do("quita nieves")
    night.rounds(2)
    assert night.one("Nieves").turns_left == 4
    night.do("socorre nieves elvira")
    assert (night.one("Nieves").hit_points, night.pending) == (1, ["scar"])


def test_the_dying_of_another_fight_under_way_have_their_turns_there(night: Night) -> None:  # A2-30
    night.do("combate sótano nieves perro")
    night.do("iniciativa grupo 2")
    night.do("siguiente")
    night.do("daño nieves 20")
    night.do("resuelve", 5)
    night.do("combate lavandería elvira tomás celador*")
    night.do("iniciativa grupo 2")
    night.do("siguiente")
    night.rounds(3)
    night.do("fin")
    assert night.one("Nieves").turns_left == 5
    night.rounds(2)
    assert night.one("Nieves").turns_left == 4


def test_time_beyond_the_rounds_of_a_fight_counts_turns(night: Night) -> None:  # A2-30
    night.at_war().do("daño nieves 20")
    night.do("resuelve", 6)
    night.rounds(2)
    night.do("fin 1m")
    assert (night.session.elapsed, night.one("Nieves").turns_left) == (60, 1)


def test_a_turn_of_help_saves_and_leaves_a_scar(night: Night) -> None:
    night.at_war().do("daño nieves 7")
    night.do("resuelve", 2)
    assert refusal_code(lambda: night.do("socorre nieves elvira")) == "help_needs_a_turn"
    night.rounds(1)
    assert refusal_code(lambda: night.do("socorre nieves nieves")) == "helps_itself"
    night.do("socorre nieves elvira")
    assert (night.one("Nieves").hit_points, night.pending) == (1, ["scar"])
    night.do("resuelve", 4, 4)
    assert night.pending == ["cosmetic"]
    night.do("resuelve", 3)
    assert (night.one("Nieves").scars, night.pending) == (("white_lock",), [])


def test_the_turn_of_a_dying_creature_asks_who_helps(night: Night) -> None:
    night.at_war().do("daño elvira 8")
    night.do("resuelve", 3)
    night.rounds(1)
    assert night.active == "Elvira"
    assert night.pending == ["who_helps"]


def test_the_end_of_the_turns_is_told_and_nobody_is_asked_for_help_then(night: Night) -> None:
    night.at_war().do("daño elvira 8")
    night.do("resuelve", 1)
    night.rounds(2)
    assert "out_of_turns" in [fact.kind for fact in night.events[-1].facts]
    assert night.active == "Elvira"
    assert "who_helps" not in night.pending
    night.rounds(1)
    told = [fact.kind for event in night.events for fact in event.facts]
    assert told.count("out_of_turns") == 1


def test_a_weak_heart_dies_by_a_smaller_die(night: Night) -> None:
    night.do("cicatriz elvira corazón débil")
    night.at_war().do("daño elvira 8")
    assert refusal_code(lambda: night.do("resuelve = 4")) == "face_out_of_range"
    night.do("resuelve", 3)
    assert night.one("Elvira").turns_left == 3


def test_the_situation_may_leave_its_own_scar(night: Night) -> None:
    night.at_war().do("daño elvira 8")
    night.do("resuelve", 3)
    night.rounds(1)
    night.do("socorre elvira tomás sin-cicatriz")
    night.do("cicatriz elvira la cara quemada por el ácido")
    assert (night.one("Elvira").scars, night.pending) == (("la cara quemada por el ácido",), [])


def test_the_scar_table_is_rolled_on_demand(night: Night) -> None:  # R2-031
    night.do("cicatriz elvira", 4, 5)
    assert (night.one("Elvira").scars, night.pending) == ((), ["cosmetic"])
    night.do("resuelve", 6)
    night.do("cicatriz elvira = 1 1")
    assert night.one("Elvira").scars == ("skin_mutation", "weak_heart")


def test_a_scar_rolled_on_demand_is_the_one_that_was_due(night: Night) -> None:  # R2-029
    night.at_war().do("daño nieves 7")
    night.do("resuelve", 2)
    night.rounds(1)
    night.do("socorre nieves elvira")
    assert "hace falta" not in night.sentences("cicatriz nieves", 1, 1)
    assert (night.one("Nieves").scars, night.pending) == (("weak_heart",), [])


@pytest.mark.parametrize("order", ["consecuencia tomás solo herir", "hiere tomás perro solo-herir"])
def test_only_hurting_is_a_choice_and_leaves_no_other(night: Night, order: str) -> None:  # R2-012
    night.do("prueba tomás violencia contra perro", 2, 4)
    night.do(order)
    assert (night.one("Perro").hit_points, night.pending, night.one("Tomás").owes) == (5, [], {})


def test_hurting_somebody_else_leaves_the_choice(night: Night) -> None:  # R2-009
    night.do("prueba tomás violencia contra perro", 2, 4)
    night.do("hiere tomás celador*1 solo-herir")
    assert night.pending == ["own_consequence"]


def test_a_wound_by_its_own_order_is_the_choice_of_a_free_success(night: Night) -> None:  # R2-010
    night.do("prueba tomás violencia contra perro", 5, 4)
    night.do("hiere tomás perro puños")
    assert (night.one("Perro").hit_points, night.pending) == (5, [])


def test_each_scar_has_its_effect(night: Night) -> None:
    night.do("cicatriz elvira revelación")
    assert (night.one("Elvira").sanity_max, night.one("Elvira").sanity) == (8, 3)
    night.do("aprende elvira La canción del pozo")
    assert night.one("Elvira").spells == ("La canción del pozo",)


def test_an_adversary_at_nothing_is_out_and_counts_no_turns(night: Night) -> None:
    night.at_war().do("daño perro 9")
    assert night.pending == []
    night.do("fin")
    assert "Perro" not in [each.name for each in night.session.creatures.values()]


def test_zero_sanity_is_a_choice_and_then_a_die(night: Night) -> None:
    night.do("cordura elvira 1d6", 5)
    assert (night.one("Elvira").sanity, night.pending) == (0, ["zero_sanity"])
    night.do("elige elvira otra no vuelve a mirar el mar", 4)
    assert (night.one("Elvira").sanity, night.pending) == (4, [])
    assert refusal_code(lambda: night.do("elige elvira otra nada")) == "not_broken"


def test_the_gm_may_bring_the_missing_tables(night: Night) -> None:
    night.do("tabla cordura 1d4 1-2: huye; 3-4: obedece a la voz")
    night.do("tabla fallo 1d6 1-6: alguien lo ha oído")
    night.do("tabla tarea 2d6 2-7: toda la noche; 8-16: media hora")
    night.do("tabla ataque 2d6 2-7: se pierde; 8-18: alcanza")
    night.do("cordura elvira 3")
    assert "obedece a la voz" in night.sentences("elige elvira azar", 3, 1)
    night.do("cordura elvira 1")
    assert "huye" in night.sentences("elige elvira huye", 1)
    assert "media hora" in night.sentences("tarea elvira ingenio descifrar", 4, 4)
    assert "alcanza" in night.sentences("prueba tomás violencia perro", 4, 4)
    night.do("prueba elvira ingenio", 1, 2)
    assert "alguien lo ha oído" in night.sentences(f"resuelve {night.pending.index('failure') + 1}", 2)


def test_without_a_table_the_gm_says_how_long_a_task_takes(night: Night) -> None:
    assert "di cuánto tarda" in night.sentences("tarea elvira ingenio", 4, 4)


def test_sanity_gone_for_good_makes_an_npc(night: Night) -> None:
    night.do("merma elvira 9")
    assert (night.one("Elvira").lost, night.one("Elvira").is_pc, night.pending) == (True, False, [])
    assert refusal_code(lambda: night.do("cordura celador*1 2")) == "no_sanity"


def test_every_second_session_brings_all_sanity_back(night: Night) -> None:
    night.do("actividad elvira", 6)
    assert (night.one("Elvira").sanity, night.one("Elvira").favourite_used) == (9, True)
    night.do("cordura elvira 4")
    night.do("llega termina la sesión")
    assert (night.one("Elvira").sanity, night.one("Elvira").favourite_used) == (5, False)
    night.do("llega termina la sesión")
    assert night.one("Elvira").sanity == 9
    assert isinstance(night.session.scene, Vigil)
    assert night.session.scene.sessions_since_full == 0


@pytest.mark.parametrize(("every", "times"), [(3, [0, 0, 1, 1]), (1, [1, 2, 3, 4]), (0, [0, 0, 0, 0])])
def test_something_should_happen_every_few_turns(night: Night, every: int, times: list[int]) -> None:
    night.do(f"ajuste sucesos {every}")
    night.at_war()
    seen = []
    for _ in times:
        night.rounds(1)
        seen.append(night.pending.count("event"))
    assert seen == times
    night.do("fin")
    assert "event" not in night.pending


def test_a_turn_away_from_any_fight_counts_for_the_dying_too(night: Night) -> None:
    night.do("daño elvira 8")
    night.do("resuelve", 2)
    for _ in range(3):
        night.do("turno")
    assert "death" in night.pending
    night.do("cura elvira 2")
    assert (night.one("Elvira").turns_left, night.pending.count("death")) == (None, 0)


def test_the_document_counts_no_meals_and_no_sleep(night: Night) -> None:
    night.do("intervalo 3d")
    assert night.pending == []
    assert night.session.game.body_needs == ()
    assert night.session.game.needs(night.session.rules_context(), night.id_of("Elvira")) == ()


def test_undoing_a_fall_takes_the_countdown_back(night: Night) -> None:
    night.at_war().do("daño elvira 8")
    night.do("resuelve", 2)
    night.do("deshacer")
    night.do("deshacer")
    assert (night.one("Elvira").hit_points, night.one("Elvira").falling, night.pending) == (8, False, [])


def test_a_consequence_that_does_not_fit_is_answered_with_those_that_do_in_words(night: Night) -> None:
    night.do("prueba elvira violencia", 4, 3)
    with pytest.raises(Refusal) as given:
        night.do("consecuencia elvira herir")

    known = "bala perdida, estrés, vulnerable, solo herir, otra"
    assert refusal_sentence(given.value, "horror") == refusal("unknown_choice", value="herir", known=known)


def test_two_cosmetic_changes_wait_for_a_die_each() -> None:  # R2-034
    night = Night()
    night.do("cicatriz elvira", 4, 5)
    night.do("cicatriz elvira", 5, 3)
    assert night.pending == ["cosmetic", "cosmetic"]

    night.do("resuelve", 1)
    night.do("resuelve", 4)
    assert len(night.one("Elvira").scars) == 2


def test_a_next_roll_rated_twice_says_what_counts_in_the_end() -> None:  # A2-10
    night = Night()
    first, second = night.facts("próxima elvira fácil"), night.facts("próxima elvira difícil")

    assert [each.data.get("net") for each in (*first, *second)] == [None, "normal"]
    assert "en total cuenta como normal" in " ".join(night.sentences("próxima elvira difícil").split())


def test_help_without_a_scar_speaks_of_none() -> None:  # R2-029, R2-030
    night = Night()
    for line in ("daño nieves 7", "omite", "intervalo 10s"):
        night.do(line)

    assert "cicatriz" not in night.sentences("socorre nieves elvira sin-cicatriz")


def test_no_throw_of_horror_has_a_margin() -> None:
    assert "argen" not in Night().sentences("prueba elvira violencia", 3, 4)
