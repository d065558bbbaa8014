"""What the rules do not foresee is reminded of and never refused, by typed lines."""

from tests.session.game import DAY, Game, refusal_code
from tests.trials import each_of
from tracker.screens.dialogs.act_draft import ActDraft
from tracker.wording.words import words_of


def kinds(game: Game, line: str, *faces: int) -> list[str]:
    return [fact.kind for fact in game.do(line, *faces).facts]


def chronicle() -> Game:
    return Game(
        "pj Ana salud=12/12 nivel=2 esfuerzo=1/2 daño=1d6 mente=9/10 idiomas=Común",
        "pj Bea salud=12/12",
        "aparece trasgo salud=30 daño=4",
    )


@each_of(
    ("line", "faces"),
    [
        ("prueba ana fuerza", (9,)),
        ("enfrenta ana fuerza bea", (9, 5)),
        ("ataca ana trasgo", (3,)),
        ("ataca ana fuerza trasgo", (1,)),
    ],
)
@each_of(
    ("before", "kind"), [("daño ana 12", "acts_unconscious"), ("estado ana petrificación", "acts_petrified")]
)
def test_who_cannot_act_is_named_and_acts(
    before: str, kind: str, line: str, faces: tuple[int, ...]
) -> None:  # R1-083, R1-105
    game = chronicle()
    if kind == "acts_petrified":
        line = line.replace("fuerza", "resistencia")
    assert kind not in kinds(game.copy("0195939070"), line, *faces)
    game.do(before)
    told = [fact.kind for fact in game.draft(line, *faces, *faces).facts]
    assert told.count(kind) == 1


def test_a_save_is_no_deed() -> None:
    game = chronicle()
    game.do("daño ana 12")
    assert "acts_unconscious" not in kinds(game, "salva ana veneno", 9)


def test_a_third_rest_within_a_day_is_reminded_of() -> None:  # R1-067
    game = chronicle()
    assert "third_rest" not in [*kinds(game, "descansa"), *kinds(game, "descansa")]
    assert "tercer Descanso de Ana" in game.sentences("descansa")
    game.do("intervalo 2d")
    assert "third_rest" not in kinds(game, "descansa")


def test_more_languages_than_mind_allows_are_reminded_of() -> None:  # R1-059
    game = chronicle()
    assert "many_languages" not in kinds(game, "ficha ana idiomas=Común, Lítico")
    assert "Ana habla 3 lenguas: su Mente permite 2." in game.sentences(
        "ficha ana idiomas=Común, Lítico, Rúnico"
    )
    assert "many_languages" not in kinds(game, "ficha ana edad=30")
    assert kinds(game, "aparece 2 loro idiomas=a, b, c, d").count("many_languages") == 2
    assert "many_languages" not in kinds(game, "aparece gato idiomas=a")


def test_a_level_that_raises_no_health_is_reminded_of() -> None:  # R1-051
    game = chronicle()
    assert "level_without_health" in kinds(game, "ficha ana nivel=3")
    assert "level_without_health" not in kinds(game, "ficha ana nivel=4 salud_total=15")
    game.do("deshacer")
    assert game.sheet("Ana").level == 3


def test_a_night_whose_recovery_nobody_rolled_counts_for_the_third() -> None:  # R1-057
    game = Game("pj Ana salud=12/12 esfuerzo=0/1")
    for _night in range(2):
        game.do("intervalo 15h")
        game.do("come ana")
        game.do("descansa")
        game.do("omite 1")
    game.do("intervalo 15h")
    game.do("come ana")
    game.do("descansa")
    told = game.do("resuelve", 2)
    assert [fact.kind for fact in told.facts] == ["effort_came_back"]
    assert (game.sheet("Ana").effort, game.sheet("Ana").nights_without_recovery) == (1, 3)


def test_the_third_night_gives_its_point_when_its_roll_is_left_out_too() -> None:  # A1-54
    game = Game("pj Ana salud=12/12 esfuerzo=0/3")
    kinds_told = []
    for _night in range(4):
        game.do("intervalo 15h")
        game.do("come ana")
        game.do("descansa")
        kinds_told.append([each.kind for each in game.facts("omite todo")])
    assert kinds_told == [["skipped"], ["skipped"], *[["skipped", "effort_came_back"]] * 2]
    assert (game.sheet("Ana").effort, game.sheet("Ana").nights_without_recovery) == (2, 4)
    game.do("deshacer")
    assert (game.sheet("Ana").effort, game.pending) == (1, ["effort"])


def test_nights_left_out_together_give_the_points_of_each() -> None:  # A1-54
    game = Game("pj Ana salud=12/12 esfuerzo=0/3")
    for _night in range(4):
        game.do("intervalo 15h")
        game.do("come ana")
        game.do("descansa")
    assert game.sentences("omite iguales").count("recupera 1 de Esfuerzo por la espera") == 2
    assert game.sheet("Ana").effort == 2


def test_a_late_success_leaves_the_later_nights_counted() -> None:  # R1-057
    game = Game("pj Ana salud=12/12 esfuerzo=0/2")
    game.do("descansa")
    game.do("intervalo 16h")
    game.do("descansa")
    assert game.sheet("Ana").nights_without_recovery == 2
    game.do("resuelve 1", 19, 2)
    assert (game.sheet("Ana").effort, game.sheet("Ana").nights_without_recovery) == (1, 1)


def test_the_year_is_the_calendar_s_and_runs_from_the_coming() -> None:  # R1-079
    game = Game("calendario Uno 10, Dos 10; hoy 1 Uno 1", "pj Ana edad=60 envejece_desde=50")
    game.do("intervalo 19d")
    game.do("pj Bea edad=60 envejece_desde=50")
    game.do("intervalo 2d")
    old = [each.who for each in game.session.pending.values() if each.kind == "ageing"]
    assert old == [game.id_of("Ana")]
    assert game.session.elapsed == 21 * DAY


def horror() -> Game:
    return Game(
        "pj Ada pv=6/6 cordura=6/6 violencia=1 armas=pistola 4",
        "pj Beto pv=9/9 cordura=6/6 violencia=1 armas=pistola 4",
        "aparece 2 Sicario pv=5 armas=navaja 2",
        "combate Uno",
        "iniciativa ada 9",
        "iniciativa beto 8",
        "iniciativa sicario* 5",
        "siguiente",
        system="horror",
    )


def test_a_foe_of_horror_has_no_roll_to_make_easier() -> None:  # R2-023
    game = horror()
    assert refusal_code(lambda: game.do("ataca sicario*1 contra beto fácil")) == "attack_without_roll"
    act, context = game.session.game.acts["attack"], game.session.rules_context()
    for name, offered in (("Ada", {"easy", "hard"}), ("Sicario 1", set())):
        draft = ActDraft(act, words_of("horror"), context, (game.id_of(name),))
        assert {offer.param.name for offer in draft.offers} & {"easy", "hard"} == offered


def test_a_second_weapon_in_one_turn_is_reminded_of() -> None:  # R2-023
    game = horror()
    assert "second_weapon" not in kinds(game, "ataca sicario*1 contra beto")
    assert "second_weapon" not in kinds(game, "ataca sicario*2 contra ada")
    assert "en este TURNO: el documento usa una sola" in game.sentences("ataca sicario*2 contra beto")
    game.do("turno")
    assert "second_weapon" not in kinds(game, "ataca sicario*2 contra beto")


def test_healing_the_dying_says_that_it_is_by_decree() -> None:  # R2-028
    game = horror()
    game.do("daño ada 6")
    assert "Es por decreto" in game.copy("0195939070").sentences("cura ada 2")
    assert "Es por decreto" in game.copy("0badbabe").sentences("ficha ada pv=2")
    game.do("daño beto 1")
    assert "by_decree" not in kinds(game, "cura beto 1")
