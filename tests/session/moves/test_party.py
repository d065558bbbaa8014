"""Who is in play, and acts of one creature after another."""

import pytest

from tests.session.game import HOUR, Game, fight, party, refusal_code
from tests.trials import each_of
from tracker.rules.games.percentile.sheet import Character as PercentileCharacter


def names(game: Game) -> list[str]:
    return [each.name for each in game.session.creatures.values()]


@each_of(
    ("lines", "known"),
    [
        (["aparece goblin"], ["goblin"]),
        (["aparece 3 goblin"], ["goblin 1", "goblin 2", "goblin 3"]),
        (["aparece goblin", "aparece goblin"], ["goblin", "goblin 1"]),
        (["aparece 2 goblin", "aparece goblin"], ["goblin 1", "goblin 2", "goblin 3"]),
        (["aparece 3 goblin", "retira goblin 2", "aparece 2 goblin"], [f"goblin {n}" for n in (1, 3, 2, 4)]),
        (["pj goblin 2", "aparece 2 goblin"], ["goblin 2", "goblin 1", "goblin 3"]),
        (["aparece   jefe   orco"], ["jefe orco"]),
    ],
)
def test_a_newcomer_gets_a_free_name(lines: list[str], known: list[str]) -> None:
    assert names(Game(*lines)) == known


def test_very_long_names_stay_different() -> None:
    game = Game(f"aparece 3 {'g' * 60}")

    assert len(set(names(game))) == 3
    assert max(map(len, names(game))) <= 60


@each_of(("count", "code"), [(0, "bad_count"), (50, ""), (51, "bad_count"), (999999999, "bad_count")])
def test_as_many_appear_at_once_as_a_table_can_hold(count: int, code: str) -> None:
    assert refusal_code(lambda: Game(f"aparece {count} goblin")) == code


@each_of(
    ("line", "known"),
    [
        ("aparece 2 orco, lobo,3 rata", ["orco 1", "orco 2", "lobo", "rata 1", "rata 2", "rata 3"]),
        ("aparece orco, 2 orco", ["orco", "orco 1", "orco 2"]),
        ('aparece "Dragón, el rojo", 2 "lobo, gris"', ["Dragón, el rojo", "lobo, gris 1", "lobo, gris 2"]),
        ('pj "Ana, la roja", Bea', ["Ana, la roja", "Bea"]),
        ("aparece orco, ,", ["orco"]),
        ("aparece sección 3, 7", ["sección 3", "7"]),
        ("aparece orco idiomas=Común, orco", ["orco"]),
    ],
)
def test_commas_divide_several_kinds_that_come_in_one_event(line: str, known: list[str]) -> None:
    game = Game(line)
    assert names(game) == known
    game.do("deshacer")
    assert names(game) == []


def test_each_kind_has_its_row_and_its_values() -> None:
    game = Game("combate Sima", "aparece oculto orco grupo salud=3/8 nivel=2, lobo, rata salud=2, ogro")
    assert [each.group for each in game.session.creatures.values()] == ["orco", "", "", ""]
    assert [game.sheet(name).health for name in names(game)] == [3, 2, 2, 10]
    assert game.sheet("orco").level == 2
    assert game.session.fight is not None
    assert all(each.hidden for each in game.session.fight.combatants.values())


def test_characters_may_have_values_together_or_each_their_own() -> None:
    game = Game("pj Lía, Bren salud=7, Iria salud=9, Odón")
    healths = {name: game.sheet(name).health for name in names(game)}
    assert healths == {"Lía": 7, "Bren": 7, "Iria": 9, "Odón": 10}


@pytest.mark.parametrize(
    "line", ["aparece 49 orco, 2 lobo", "aparece orco, 0 lobo", "aparece orco, lobo vidas=3"]
)
def test_several_kinds_come_all_or_none(line: str) -> None:
    game = Game("pj Lía")
    assert refusal_code(lambda: game.do(line)) in {"bad_count", "unknown_field"}
    assert names(game) == ["Lía"]


def test_a_player_cannot_take_a_name_that_is_taken() -> None:
    assert refusal_code(lambda: Game("pj Lía", "pj Lía")) == "name_taken"
    assert refusal_code(lambda: Game("pj Lía", "pj Bren", "renombra bren Lía")) == "name_taken"
    assert refusal_code(lambda: Game("pj Lía", "renombra lia Lía")) == ""


@each_of("name", ["", "   ", '""', '"  "'])
def test_every_creature_needs_a_name(name: str) -> None:
    assert refusal_code(lambda: Game(f"pj {name}")) in {"empty_name", "missing"}


def test_a_template_is_found_in_any_case() -> None:
    game = Game("aparece goblin salud_total=5 salud=5", "apunta goblin cobarde", "plantilla goblin")
    game.do("retira goblin")
    game.do("aparece GOB salud=3")

    creature = game.session.creatures[game.id_of("goblin")]
    assert (game.sheet("goblin").health_max, game.sheet("goblin").health, creature.notes) == (5, 3, "cobarde")


def test_a_template_kept_again_takes_the_place_of_the_first() -> None:
    game = Game("aparece goblin", "plantilla goblin", "ficha goblin nivel=3", "plantilla goblin")

    assert len(game.session.templates) == 1


def test_newcomers_join_the_encounter_being_played_with_the_adversaries() -> None:
    game = fight()
    game.turns(1)
    game.do("aparece orco")

    assert game.session.fight is not None
    assert game.session.fight.combatants[game.id_of("orco")].side == "foes"
    assert game.active == "Lía"


def test_those_who_appear_outside_an_encounter_wait_for_one() -> None:
    game = party()
    game.do("aparece orco")

    assert game.session.encounters == {}


def test_one_who_is_dismissed_leaves_every_encounter() -> None:
    game = fight()
    game.do("combate Otro")
    goblin = game.id_of("goblin 1")
    game.do("retira goblin 1")

    assert all(goblin not in each.combatants for each in game.session.encounters.values())


def test_dice_for_an_effect_fall_once_for_all_of_them() -> None:
    game = fight()
    event = game.do("daño goblin* 2d6+1", 1, 2)

    assert [game.sheet(f"goblin {n}").health for n in (1, 2)] == [3, 3]
    assert [throw.total for throw in event.throws] == [4]


@each_of(
    ("typed", "faces", "total"),
    [
        ("2d6 ventaja", (1, 2, 3, 1), 4),
        ("2d6 desventaja", (1, 2, 3, 1), 3),
        ("2d6 + 3", (1, 2), 6),
        ("2d6 -1", (1, 2), 2),
        ("1d4-4", (1,), 0),
    ],
)
def test_an_effect_is_rolled_with_advantage_and_modifiers(
    typed: str, faces: tuple[int, ...], total: int
) -> None:  # R1-028, A1-36
    game = fight()
    game.do(f"daño goblin* {typed}", *faces)

    assert game.sheet("goblin 1").health == 7 - total


def test_dice_of_each_fall_for_each() -> None:
    event = party().do("prueba todos fuerza", 14, 3)

    assert [(throw.total, throw.outcome) for throw in event.throws] == [(14, "success"), (3, "failure")]


def test_when_the_rules_refuse_one_of_several_nothing_happens_to_any() -> None:
    game = party()
    before = game.session

    assert refusal_code(lambda: game.do("prueba lia,bren fuerza esfuerzo", 1, 2, 3)) == "no_effort"
    assert game.session == before


def test_each_wearer_rolls_their_armour() -> None:
    game = party()
    game.do("ficha lia blindaje=d4")
    game.do("daño lia,bren 5", 3)

    assert (game.sheet("Lía").health, game.sheet("Bren").health) == (12, 5)


def test_a_rest_of_the_whole_party_takes_eight_hours() -> None:
    game = party()
    game.do("daño lia 5")
    game.do("prueba lia fuerza esfuerzo", 3, 14)
    event = game.do("descansa")

    assert game.session.elapsed == 8 * HOUR
    assert game.pending == ["health_die", "effort"]
    assert [fact.kind for fact in event.facts][-1] == "time_passed"


def test_a_rest_of_one_leaves_the_clock_alone() -> None:
    game = party()
    game.do("descansa lia")

    assert game.session.elapsed == 0


@each_of("line", ["descansa", "duerme 8h", "duerme todos 8h", "Duerme Todos 8h", "sleep all 8h"])
def test_a_sleeper_wakes_at_the_hour_of_the_clock(line: str) -> None:
    game = party()
    game.do(line)

    assert game.session.elapsed == 8 * HOUR
    assert {game.sheet(name).awake_since for name in ("Lía", "Bren")} == {8 * HOUR}


def test_lights_burn_while_the_party_rests() -> None:
    game = party()
    game.do("lleva lia vela d6 cada 4h encendida")
    game.do("descansa")

    assert game.pending == ["usage", "usage"]


def test_hunger_comes_in_the_night() -> None:
    game = party()
    game.do("intervalo 20h")
    game.do("duerme todos 8h")

    assert game.pending == ["hunger", "hunger"]


def test_the_dead_do_not_keep_the_party_from_resting() -> None:
    game = party()
    game.do("mata bren")
    for line in ("descansa", "duerme todos 8h", "come todos"):
        game.do(line)

    assert game.session.elapsed == 16 * HOUR
    assert refusal_code(lambda: game.do("come bren")) == "dead"


def test_without_a_party_a_rest_is_refused() -> None:
    assert refusal_code(lambda: Game("descansa")) == "nobody"


def test_a_hireling_joins_the_party_and_leaves_it() -> None:
    game = party()
    game.do("aparece Otto")
    game.do("recluta otto")
    assert game.session.party() == tuple(map(game.id_of, ("Lía", "Bren", "Otto")))

    game.do("licencia otto")
    assert game.session.party() == tuple(map(game.id_of, ("Lía", "Bren")))


def test_a_sheet_is_written_whole_or_not_at_all() -> None:
    game = party()
    before = game.session

    assert refusal_code(lambda: game.do("ficha lia nivel=2 blindaje=d7")) == "bad_die"
    assert game.session == before


@each_of(
    ("line", "held"),
    [
        ("salud=8", (8, 8)),
        ("salud_total=30", (30, 30)),
        ("salud=30", (30, 30)),
        ("salud=8 salud_total=12", (8, 12)),
        ("salud_total=12 salud=8", (8, 12)),
        ("salud=8/12", (8, 12)),
        ("salud=-2/12", (-2, 12)),
        ("salud=0", (0, 10)),
        ("salud=-3", (-3, 10)),
        ("nivel=2", (10, 10)),
    ],
)
@each_of("order", ["pj Zoe", "aparece Zoe"])
def test_a_newcomer_has_the_full_amount_that_was_typed(order: str, line: str, held: tuple[int, int]) -> None:
    """R1-050."""
    sheet = Game(f"{order} {line}").sheet("Zoe")

    assert (sheet.health, sheet.health_max) == held


@each_of(
    ("line", "held"),
    [
        ("salud=3", (3, 5)),
        ("salud=9", (9, 9)),
        ("salud_total=9", (9, 9)),
        ("salud_total=2", (2, 2)),
        ("nivel=2", (4, 5)),
    ],
)
def test_a_copy_of_a_template_keeps_its_maximum_unless_it_is_passed(line: str, held: tuple[int, int]) -> None:
    game = Game("aparece goblin salud=4/5", "plantilla goblin gob", f"aparece gob {line}")

    assert (game.sheet("gob").health, game.sheet("gob").health_max) == held


@each_of(
    "line", ["ficha bren salud=99", "ficha bren salud=21/20", "pj Zoe salud=9/8", "aparece lobo esfuerzo=2/1"]
)
def test_more_than_the_maximum_is_refused_where_both_are_known(line: str) -> None:
    """R1-050: what was typed is never cut without a word."""
    game = party()
    before = game.session

    assert refusal_code(lambda: game.do(line)) == "above_maximum"
    assert game.session == before


def test_a_new_maximum_may_come_after_the_amount_it_allows() -> None:
    game = party()
    game.do("ficha bren salud=12 salud_total=20")

    assert game.sheet("Bren").health == 12


@pytest.mark.parametrize("line", ["ficha lia fuerza=1", "ficha lia strength_reduction=12"])
def test_a_value_below_two_kills_a_pc_on_the_sheet_too(line: str) -> None:  # R1-085
    game = Game("pj Lía fuerza=13/9", "aparece ogro fuerza=13/9")

    assert game.sentences(line).endswith("Lía muere por un VA por debajo de 2.")
    game.do("revive lia")
    game.do("ficha lia nivel=2 agilidad=9")
    assert not game.sheet("Lía").dead
    game.do("ficha ogro fuerza=1")
    assert not game.sheet("ogro").dead


def test_words_with_unseen_characters_are_kept_as_they_are_shown() -> None:
    game = party()
    game.do("modifica bren +2 mal\u200bdición")

    assert list(game.sheet("Bren").modifiers) == ["mal\N{REPLACEMENT CHARACTER}dición"]


@each_of(
    ("system", "lines", "written", "told", "pending"),
    [
        ("chronicle", ("aparece orco",), "ficha orco salud=-1", "orco muere por sus heridas.", []),
        ("chronicle", ("pj Ana",), "ficha ana salud=-1", "Ana tiene heridas de verdad.", []),
        ("chronicle", ("pj Ana", "daño ana 12"), "ficha ana salud=3", "Ana recobra el conocimiento.", []),
        ("chronicle", ("pj Ana",), "ficha ana fallos_por_Hambre=3", "Ana muere de inanición.", []),
        ("horror", ("pj Eva",), "ficha eva pv=0", "Eva cae a 0 PV y empieza a morir.", ["dying"]),
        ("horror", ("aparece perro",), "ficha perro pv=0", "perro cae y queda fuera de combate.", []),
        (
            "horror",
            ("pj Eva", "ficha eva pv=0"),
            "ficha eva pv=2",
            "Eva se aferra a la vida",
            [],
        ),
        (
            "horror",
            ("pj Eva",),
            "ficha eva cordura=0",
            "La Cordura de Eva llega a 0: tiene que elegir.",
            ["zero_sanity"],
        ),
        ("horror", ("pj Eva",), "ficha eva cordura_máxima=0", "Eva enloquece del todo y pasa a ser PNJ.", []),
        (
            "horror",
            ("pj Eva", "ficha eva cordura=0"),
            "ficha eva cordura=4",
            "Ficha de Eva: Cordura = 4.",
            [],
        ),
        (
            "percentile",
            ("pj Eva PV_máximos=10 PV=10",),
            "ficha eva pv=0",
            "Eva se queda sin PV: qué significa, lo dices tú.",
            [],
        ),
        (
            "margin",
            ("pj Eva", "tabla agotamiento 1d6 1-6: cansancio"),
            "ficha eva agotamiento=2",
            "cansancio",
            [],
        ),
    ],
)
def test_a_written_figure_has_the_consequences_of_reaching_it(
    system: str, lines: tuple[str, ...], written: str, told: str, pending: list[str]
) -> None:  # A2-31
    game = Game(*lines, system=system)
    before = game.session

    assert told in game.sentences(written)
    assert game.pending == pending
    game.do("deshacer")
    assert game.session == before


SHARED = ("pj Lía salud_total=40", "pj Bren salud_total=40", "aparece goblin")


@each_of(
    ("line", "faces", "left"),
    [
        ("daño lia,bren 2d6", (4, 3), (33, 33)),
        ("daño lia,bren 2d6 mitad", (4, 3), (37, 37)),
        ("daño lia,bren 2d6 doble", (4, 3), (26, 26)),
        ("daño lia,bren 2d6 cada", (4, 3, 6, 6), (33, 28)),
        ("daño lia,bren 2d6 cada mitad", (4, 3, 6, 6), (37, 34)),
        ("daño lia 2d6 mitad bren", (4, 3), (33, 37)),
        ("daño lia 7 doble bren", (), (33, 26)),
    ],
)
def test_damage_is_shared_by_one_roll_or_by_one_each(
    line: str, faces: tuple[int, ...], left: tuple[int, int]
) -> None:
    game = Game(*SHARED)
    game.do(line, *faces)

    assert (game.sheet("Lía").health, game.sheet("Bren").health) == left


@each_of(
    ("condition", "faces", "health", "told"),
    [
        ("enfermedad", (5,), 37, "goblin tira con -2: daño."),
        ("enfermedad", (1,), 40, "goblin tira con -2: daño."),
        ("dominio", (7, 3), 37, "goblin tira con desventaja: daño."),
        ("miedo", (5,), 35, "Daño de goblin."),
    ],
)
def test_damage_of_an_afflicted_dealer_is_lowered(
    condition: str, faces: tuple[int, ...], health: int, told: str
) -> None:  # R1-092, A1-42
    game = Game(*SHARED, f"estado goblin {condition}")

    assert told in game.sentences("daño lia 1d8 de goblin", *faces)
    assert game.sheet("Lía").health == health


def test_advantage_on_damage_and_the_disadvantage_of_its_dealer_cancel() -> None:  # R1-023, R1-028
    game = Game(*SHARED, "estado goblin dominio")
    game.do("daño lia 1d8 ventaja de goblin", 6)

    assert game.sheet("Lía").health == 34


def test_damage_from_a_figure_is_no_roll_and_is_not_lowered() -> None:  # R1-093
    game = Game(*SHARED, "estado goblin enfermedad")

    assert "-2" not in game.sentences("daño lia 5 de goblin")
    assert game.sheet("Lía").health == 35


def test_more_languages_than_mind_allows_are_reminded_of_at_once() -> None:  # R1-059, A1-57
    told = Game().sentences("pj Lía mente=8 idiomas=Común,Gramaro,Goblin")
    assert "Lía habla 3 lenguas: su Mente permite 1." in told
    assert "lenguas" not in Game().sentences("pj Bo mente=9 idiomas=Común,Gramaro")


@each_of(
    "lines, figures",
    [
        (("ficha eva pv=9",), (9, 9)),
        (("ficha eva pv_máximos=9",), (9, 9)),
        (("ficha eva pv=9", "ficha eva pv=4"), (4, 9)),
        (("ficha eva pv=9", "ficha eva pv_máximos=12"), (9, 12)),
    ],
)
def test_a_resource_that_nobody_counts_yet_starts_full(
    lines: tuple[str, ...], figures: tuple[int, int]
) -> None:
    game = Game("pj Eva", *lines, system="percentile")
    sheet = game.session.creatures[game.id_of("Eva")].sheet
    assert isinstance(sheet, PercentileCharacter)
    assert (sheet.hit_points, sheet.hit_points_max) == figures
    assert refusal_code(lambda: game.do("ficha eva pv=30")) == "above_maximum"
