"""A descent of Percentile by typing: every moment that its document calls for, with real faces."""

import pytest

from tests.session.game import Game, fact, refusal_code
from tracker.rules.games.percentile.sheet import Character, Stage


class Descent(Game):
    """Aurora knows, Fermín strikes, Ilse shoots; a watchman stands in the way."""

    def __init__(self) -> None:
        super().__init__(
            "pj Aurora FUE=9 INT=16 POD=13 otros_atributos=DES 12 habilidades=Buscar 58, Escuchar 45, "
            "Historia 62, Primeros auxilios 40 sin_luz_igual=Escuchar",
            "pj Fermín FUE=16 INT=9 POD=8 habilidades=Pico 52, Trepar 48 PV_máximos=14 PV=14 "
            "armas=Pico 1d8+1, Navaja 1d4 armas_que_empalan=Pico",
            "pj Ilse FUE=10 INT=14 POD=17 habilidades=Fusil 50, Historia 80 armas=Fusil 2d6",
            "aparece Vigilante FUE=26 POD=10 PV_máximos=20 PV=20 habilidades=Pelea 45",
            system="percentile",
        )

    def one(self, name: str) -> Character:
        sheet = self.session.creatures[self.id_of(name)].sheet
        assert isinstance(sheet, Character)
        return sheet

    @property
    def scene(self) -> Stage:
        assert isinstance(self.session.scene, Stage)
        return self.session.scene

    def roll_line(self, line: str, face: int) -> tuple[int | None, str]:
        throw = self.do(line, face).throws[0]
        return throw.target, throw.outcome


@pytest.fixture
def descent() -> Descent:
    return Descent()


@pytest.mark.parametrize(
    ("face", "outcome"),
    [(1, "critical"), (3, "critical"), (4, "special"), (12, "special"), (13, "success"), (58, "success")],
)
def test_a_check_reads_its_face_by_the_printed_table(descent: Descent, face: int, outcome: str) -> None:
    assert descent.roll_line("prueba aurora buscar", face) == (58, outcome)


@pytest.mark.parametrize(("face", "offered"), [(59, True), (64, True), (65, False), (96, False)])
def test_willpower_is_offered_within_half_of_power(descent: Descent, face: int, offered: bool) -> None:
    descent.do("prueba aurora buscar", face)
    assert ("willpower" in descent.pending) is offered


def test_a_last_effort_succeeds_or_is_a_catastrophe(descent: Descent) -> None:
    descent.do("prueba aurora buscar", 60)
    assert "sale bien" in descent.sentences("resuelve", 65)
    descent.do("prueba aurora buscar", 60)
    assert "catastrófico" in descent.sentences("resuelve", 66)
    assert descent.pending == []


def test_the_next_check_takes_the_offer_of_the_last_away(descent: Descent) -> None:
    descent.do("prueba aurora buscar", 60)
    descent.do("prueba aurora historia", 50)
    assert descent.pending == []


@pytest.mark.parametrize(
    ("line", "what"),
    [("atributo aurora POD", "POD"), ("atributo aurora DES", "DES"), ("prueba aurora buscar", "Buscar")],
)
def test_a_fumble_is_named_while_its_effect_waits(descent: Descent, line: str, what: str) -> None:
    descent.do(line, 97)
    assert descent.sentences("omite") == f"No se tira: efecto de la pifia en {what}, de Aurora."


def test_each_fumble_waits_until_its_own_effect_is_told(descent: Descent) -> None:  # R3-015
    descent.do("prueba aurora buscar", 97)
    descent.do("atributo aurora POD", 99)
    assert descent.pending == ["fumble", "fumble"]
    descent.do("pifia aurora no puede")
    assert descent.pending == ["fumble"]
    assert descent.events[-1].facts[0].data["skill"] == "Buscar"
    assert descent.facts("omite") == [fact("skipped", due="fumble", who="Aurora", skill="power")]


def test_the_threshold_comes_before_any_die(descent: Descent) -> None:
    assert descent.do("prueba aurora historia umbral 62").throws == ()
    assert descent.roll_line("prueba aurora historia umbral 63", 63) == (62, "failure")
    descent.do("omite")
    assert descent.roll_line("prueba aurora historia umbral 50 más", 97) == (62, "basic")
    assert descent.pending == []


@pytest.mark.parametrize(
    ("light", "target"), [("penumbra", 29), ("oscuridad casi total", 14), ("oscuridad total", 14)]
)
def test_light_halves_and_quarters(descent: Descent, light: str, target: int) -> None:
    descent.do(f"luz {light}")
    assert descent.roll_line("prueba aurora buscar", 99)[0] == target
    assert descent.roll_line("prueba aurora buscar alumbrado", 99)[0] == 58
    assert descent.roll_line("prueba aurora escuchar", 99)[0] == 45


def test_total_darkness_caps_by_the_lower_of_power_and_intelligence(descent: Descent) -> None:
    descent.do("ficha fermín habilidades=Trepar 120")
    descent.do("luz oscuridad total antorcha")
    assert descent.roll_line("prueba fermín trepar", 99)[0] == 24
    badges = {
        badge.id: badge.data for badge in descent.session.game.scene_badges(descent.session.rules_context())
    }
    assert badges["source_torch"] == {"centimetres": 150}


def test_circumstances_come_after_light(descent: Descent) -> None:
    descent.do("luz penumbra")
    assert descent.roll_line("prueba aurora buscar muy favorables", 99)[0] == 49
    assert descent.roll_line("prueba aurora buscar desfavorables -5", 99)[0] == 14
    descent.do("ajuste circunstancias favorables")
    assert descent.roll_line("prueba aurora buscar", 99)[0] == 39


def test_the_impossible_fails_without_a_die(descent: Descent) -> None:
    assert descent.do("prueba aurora buscar imposible").throws == ()


def test_a_skill_of_several_words_needs_no_quotes(descent: Descent) -> None:
    assert descent.roll_line("prueba aurora primeros auxilios favorables", 50) == (50, "success")


def test_a_special_offers_a_mark_and_plain_success_only_if_useful(descent: Descent) -> None:
    descent.do("prueba aurora buscar", 40)
    assert descent.pending == []
    descent.do("prueba aurora buscar útil", 40)
    assert descent.pending == ["mark"]
    descent.do("resuelve")
    assert descent.one("Aurora").skills["Buscar"].marked
    descent.do("prueba aurora buscar", 5)
    assert descent.pending == []


def test_a_very_useful_skill_is_marked_without_a_die_and_by_willpower(descent: Descent) -> None:
    descent.do("prueba aurora buscar umbral 25 útil")  # R3-036, R3-056
    assert descent.pending == ["mark"]
    descent.do("prueba aurora historia útil", 63)
    descent.do("resuelve 2", 10)  # R3-034
    assert descent.pending == ["mark", "mark"]
    descent.do("prueba aurora escuchar útil", 46)
    descent.do("resuelve 3", 90)
    descent.do("prueba aurora primeros auxilios", 41)
    descent.do("resuelve 3", 10)
    assert descent.pending == ["mark", "mark"]


def test_a_replaced_task_is_told(descent: Descent) -> None:  # R3-048
    descent.do("tarea aurora 60s copiar")
    descent.do("turno")
    assert "a medias: copiar; le quedaban 4 turnos." in descent.sentences("tarea aurora 12s huir")
    descent.do("turno")
    assert descent.pending == ["task_done"]
    assert "Aurora termina: huir." in descent.sentences("tarea aurora 12s esconderse")
    assert descent.pending == []


def test_a_critical_turns_the_scene_until_it_ends(descent: Descent) -> None:
    descent.do("prueba aurora buscar", 1)
    turned = descent.scene.tide
    descent.do("llega termina la escena")
    assert (turned, descent.scene.tide) == (True, False)


def test_an_adversarys_critical_turns_nothing_the_partys_way(descent: Descent) -> None:  # R3-012
    descent.do("prueba vigilante pelea", 1)
    descent.do("atributo vigilante FUE", 1)
    assert not descent.scene.tide


def test_a_campaign_may_do_without_criticals_that_turn_scenes(descent: Descent) -> None:
    descent.do("ajuste críticos no")
    descent.do("prueba aurora buscar", 1)
    assert not descent.scene.tide


def test_a_fumble_asks_what_it_does_and_keeps_it(descent: Descent) -> None:
    descent.do("prueba aurora buscar", 100)
    assert descent.pending == ["fumble"]
    assert refusal_code(lambda: descent.do("resuelve")) == "answer"
    descent.do("pifia aurora no puede")
    assert (descent.one("Aurora").setbacks, descent.pending) == (("no_retry",), [])
    descent.do("libra aurora no puede repetirlo")
    assert descent.one("Aurora").setbacks == ()


def test_attributes_are_checked_by_either_die(descent: Descent) -> None:
    assert descent.roll_line("atributo aurora POD", 65) == (65, "success")
    assert descent.roll_line("atributo aurora POD con-d20", 13) == (13, "success")
    assert descent.roll_line("atributo aurora des con-d20", 13) == (12, "failure")
    assert refusal_code(lambda: descent.do("atributo fermín des con-d20", 13)) != ""


def test_the_active_side_rolls_against_a_rival_or_a_factor(descent: Descent) -> None:
    assert descent.roll_line("enfrenta fermín FUE 18", 40) == (40, "success")
    assert "40 %" in descent.sentences("opciones fermín FUE 18")
    assert descent.do("enfrenta fermín FUE contra vigilante").throws == ()
    assert descent.do("enfrenta vigilante FUE contra fermín").facts[0].kind == "opposed_automatic"
    assert descent.roll_line("enfrenta fermín FUE contra vigilante POD", 80) == (80, "success")
    assert refusal_code(lambda: descent.do("enfrenta fermín FUE")) == "opposed_to_what"


@pytest.mark.parametrize(("words", "lost"), [("", 6), ("especial", 12)])
def test_an_impaling_weapon_doubles_on_a_special(descent: Descent, words: str, lost: int) -> None:
    descent.do(f"hiere fermín pico {words} contra vigilante", 5)
    assert descent.one("Vigilante").hit_points == 20 - lost
    descent.do(f"hiere fermín navaja {words} contra vigilante", 2)
    assert descent.one("Vigilante").hit_points == 18 - lost


def test_hit_points_are_counted_only_where_the_gm_has_written_them(descent: Descent) -> None:
    assert descent.facts("daño aurora 3") == ([fact("harmed", who="Aurora", amount=3)])
    assert refusal_code(lambda: descent.do("cura aurora 3")) == "no_hit_points"
    descent.do("daño fermín 4 empala especial")
    descent.do("cura fermín 1")
    assert descent.one("Fermín").hit_points == 7


def test_the_end_of_a_scenario_rolls_each_mark_once(descent: Descent) -> None:
    descent.do("marca aurora buscar")
    descent.do("marca ilse historia")
    descent.do("llega termina la sesión")
    descent.do("llega termina el escenario")
    assert descent.pending == ["improvement"] * 2
    descent.do("resuelve", 59, 2)
    descent.do("resuelve", 80)
    assert (
        descent.one("Aurora").skills["Buscar"].percent,
        descent.one("Ilse").skills["Historia"].percent,
    ) == (
        60,
        80,
    )
    assert descent.pending == []
    assert not descent.one("Ilse").skills["Historia"].marked


def test_study_ends_on_its_day_with_a_power_check(descent: Descent) -> None:
    descent.do("estudia aurora primeros auxilios")
    assert "mentor" in descent.sentences("estudia fermín trepar mentor 60")
    descent.do("intervalo 52d")
    assert descent.pending == []
    assert refusal_code(lambda: descent.do("estudia fermín trepar")) == "studies_already"
    descent.do("intervalo 1d")
    assert descent.pending == ["study"]
    descent.do("resuelve", 41)
    assert (descent.one("Fermín").skills["Trepar"].percent, descent.pending) == (48, [])
    descent.do("intervalo 3d")
    descent.do("resuelve", 65, 3)
    assert descent.one("Aurora").skills["Primeros auxilios"].percent == 43


def test_a_mentor_who_is_hardly_ahead_saves_no_time(descent: Descent) -> None:
    told = descent.sentences("estudia fermín trepar mentor 57")
    assert "70 días" in told
    assert "58 %" in told
    assert "74 días" in descent.sentences("estudia aurora historia contra ilse")


def test_a_task_goes_on_with_the_clock_away_from_any_fight(descent: Descent) -> None:  # R3-048, A3-19
    descent.do("tarea ilse 5m apuntalar la galería")
    assert descent.one("Ilse").task_turns == 25
    descent.do("intervalo 2m")
    assert (descent.one("Ilse").task_turns, descent.pending) == (15, [])
    descent.do("turno")
    assert descent.one("Ilse").task_turns == 14
    descent.do("intervalo 1h")
    assert (descent.one("Ilse").task_turns, descent.pending) == (0, ["task_done"])
    descent.do("deshacer")
    assert (descent.one("Ilse").task_turns, descent.pending) == (14, [])


def test_a_task_is_counted_down_in_turns_of_twelve_seconds(descent: Descent) -> None:
    descent.do("tarea ilse 25s apuntalar la galería")
    assert descent.one("Ilse").task_turns == 3
    for _ in range(3):
        descent.do("turno")
    assert (descent.session.elapsed, descent.pending) == (36, ["task_done"])
    assert "apuntalar la galería" in descent.sentences("resuelve")


@pytest.mark.parametrize(("passed", "left"), [(1, 5), (3, 3)])
def test_a_fumble_that_takes_twice_as_long_lengthens_the_task_under_way(
    descent: Descent, passed: int, left: int
) -> None:  # R3-015, R3-048
    descent.do("tarea ilse 36s apuntalar la galería")
    for _ in range(passed):
        descent.do("turno")
    descent.do("prueba ilse historia", 98)
    told = descent.sentences("pifia ilse tarda")
    assert (descent.one("Ilse").task_turns, "apuntalar la galería; le quedan" in told) == (left, True)

    for _ in range(left):
        assert "task_done" not in descent.pending
        descent.do("turno")
    assert descent.sentences("resuelve") == "Ilse termina, y sale mal: apuntalar la galería."
    descent.do("tarea ilse 12s")
    assert not descent.one("Ilse").task_fails


def test_a_fumble_that_takes_twice_as_long_without_a_task_leaves_its_mark_alone(descent: Descent) -> None:
    descent.do("prueba ilse historia", 98)
    descent.do("pifia ilse tarda")
    assert (descent.one("Ilse").task_turns, descent.one("Ilse").setbacks) == (0, ("double_time",))


def test_marks_and_flags_are_edited_on_the_sheet(descent: Descent) -> None:
    descent.do("ficha aurora con_marca=historia, buscar")
    assert [name for name, skill in descent.one("Aurora").skills.items() if skill.marked] == [
        "Buscar",
        "Historia",
    ]
    descent.do("ficha aurora habilidades=Buscar 70%, Historia 62 %")
    assert descent.one("Aurora").skills["Buscar"].marked
    assert refusal_code(lambda: descent.do("ficha aurora con_marca=Volar")) == "not_on_sheet"
    assert refusal_code(lambda: descent.do("ficha aurora habilidades= con_marca=Volar")) == "nothing_to_mark"
    assert refusal_code(lambda: descent.do("ficha aurora armas=Lanza")) == "bad_effect"
    assert descent.sentences("ficha aurora con_marca=").endswith("= —.")


def test_a_mark_made_between_two_ends_is_called_for_and_the_others_only_once(descent: Descent) -> None:
    descent.do("marca aurora buscar")
    descent.do("llega termina la sesión")
    descent.do("marca ilse historia")
    descent.do("llega termina el escenario")
    assert [each.data["skill"] for each in descent.session.pending.values()] == ["Buscar", "Historia"]
    descent.do("deshacer")
    assert descent.pending == ["improvement"]


@pytest.mark.parametrize(
    ("line", "face", "outcome"),
    [
        ("enfrenta aurora int 25", 1, "critical"),
        ("enfrenta aurora int 25", 2, "success"),
        ("enfrenta aurora int 25", 6, "failure"),
        ("enfrenta aurora int 7", 96, "failure"),
        ("enfrenta aurora int 7", 100, "fumble"),
        ("atributo aurora int", 1, "critical"),
        ("atributo aurora int", 100, "fumble"),
        ("prueba aurora buscar -90", 1, "critical"),
        ("prueba ilse historia +90", 100, "fumble"),
    ],
)
def test_01_is_always_critical_and_00_always_a_fumble(
    descent: Descent, line: str, face: int, outcome: str
) -> None:  # R3-016, R3-017, A3-30
    assert descent.roll_line(line, face)[1] == outcome


def test_an_opposed_fumble_asks_what_it_does_and_a_critical_turns_the_scene(descent: Descent) -> None:
    told = descent.sentences("enfrenta fermín fue vigilante")
    assert descent.roll_line("enfrenta aurora int 16", 100) == (50, "fumble")
    assert "fumble" in descent.pending
    assert "no puede con Vigilante: Factor Activo 16, Pasivo 26" in told
    descent.do("enfrenta aurora int 16", 1)
    assert descent.scene.tide


def test_a_d100_is_read_as_it_is_printed(descent: Descent) -> None:
    assert "d100 → 00✎ contra 58. Pifia" in descent.sentences("prueba aurora buscar = 00")
    assert "d100 → 01✎ contra 58. Crítico" in descent.sentences("prueba aurora buscar = 1")


@pytest.mark.parametrize(
    ("line", "face", "outcome"),
    [
        ("prueba aurora buscar", 1, "special"),
        ("prueba aurora buscar -90", 1, "success"),
        ("atributo aurora int", 2, "special"),
        ("enfrenta aurora int 16", 1, "success"),
    ],
)
def test_a_campaign_may_put_criticals_away_whole(
    descent: Descent, line: str, face: int, outcome: str
) -> None:  # R3-013
    descent.do("ajuste críticos no")
    assert descent.roll_line(line, face)[1] == outcome
    assert not descent.scene.tide


def test_the_end_of_a_scene_keeps_what_the_campaign_has_chosen(descent: Descent) -> None:
    descent.do("ajuste críticos no")
    descent.do("luz penumbra candil")
    descent.do("ajuste circunstancias favorables")
    descent.do("llega termina la escena")
    assert (descent.scene.critical_successes, descent.scene.light) == (False, "dim")
    assert descent.scene.circumstances == "normal"


def test_a_critical_blow_is_known_by_its_word(descent: Descent) -> None:  # R3-010
    descent.do("hiere fermín pico crítico vigilante", 3)
    assert descent.one("Vigilante").hit_points == 12


@pytest.mark.parametrize(("face", "lost"), [(10, 8), (3, 8), (11, 4)])
def test_a_blow_knows_the_special_of_its_check(descent: Descent, face: int, lost: int) -> None:  # R3-009
    descent.do("prueba fermín pico", face)
    descent.do("hiere fermín pico vigilante", 3)
    assert descent.one("Vigilante").hit_points == 20 - lost


def test_a_special_serves_one_blow_of_its_own_turn(descent: Descent) -> None:  # R3-009
    descent.do("prueba fermín pico", 5)
    assert "por el resultado en Pico" in descent.sentences("hiere fermín pico vigilante", 3)
    descent.do("hiere fermín pico vigilante", 3)
    assert descent.one("Vigilante").hit_points == 8
    descent.do("prueba fermín pico", 5)
    descent.do("hiere fermín pico sin-especial vigilante", 3)
    assert descent.one("Vigilante").hit_points == 4
    descent.do("prueba fermín pico", 5)
    descent.do("turno")
    assert descent.one("Fermín").outstanding == ""


def test_nobody_follows_two_courses_of_study_at_once(descent: Descent) -> None:  # R3-041
    descent.do("estudia aurora historia")
    assert refusal_code(lambda: descent.do("estudia aurora buscar")) == "studies_already"
    descent.do("abandona aurora historia")
    descent.do("estudia aurora buscar")
    assert list(descent.one("Aurora").studies) == ["Buscar"]


@pytest.mark.parametrize(
    ("name", "automatic"), [("profesional", True), ("especialista", True), ("eminencia", False)]
)
def test_a_threshold_may_be_named(descent: Descent, name: str, automatic: bool) -> None:  # R3-060
    told = descent.sentences(f"prueba aurora buscar umbral {name}", *(() if automatic else (80,)))
    assert ("sin tirar" in told) is automatic


def test_the_gm_may_write_thresholds_of_their_own(descent: Descent) -> None:  # R3-060
    descent.do("tabla umbral 1d100 30: aprendiz; 60: maestra del oficio")
    assert "umbral de 30" in descent.sentences("prueba aurora buscar umbral aprendiz")
    assert descent.roll_line("prueba aurora buscar umbral maestra del oficio", 80)[1] == "failure"
    assert refusal_code(lambda: descent.do("prueba aurora buscar umbral eminencia")) == "unknown_choice"
    assert "umbral de 45" in descent.sentences("prueba aurora escuchar umbral 45")
