"""Attacks with their rolls, damage and ammunition, in each game, and fascination (R1-045, R1-093, R1-102)."""

from collections.abc import Callable

import pytest

from tests.session.game import Game, fact, refusal_code
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.preview import preview_line
from tracker.rules.games.horror import sheet as horror_sheet
from tracker.rules.games.percentile import sheet as percentile_sheet
from tracker.session.effects import each_against
from tracker.wording.report import status_text
from tracker.wording.sentences import throw_text

WOLF = "aparece Lobo salud=20 ataques=Mordisco 4, Zarpa 1d6+1"


def table(*lines: str) -> Game:
    return Game(
        "pj Lía agilidad=10/12 daño=2d6",
        "pj Bruno dado_de_blindaje=6",
        WOLF,
        "lleva lia flechas d8 munición",
        *lines,
    )


def test_each_attack_of_a_creature_has_its_own_damage() -> None:  # R1-093
    game = table()

    assert game.facts("ataca lobo mordisco contra lia sin-esquivar") == (
        [
            fact("attacks", who="Lobo", other="Lía", attack="Mordisco"),
            fact("damaged", who="Lía", amount=4, health=6),
        ]
    )
    assert game.sentences("ataca lobo zarpa contra bruno sin-esquivar", 3, 6).startswith(
        "Lobo ataca a Bruno: Zarpa. El Blindaje le para 4 de daño a Bruno (d6 → 6). Bruno recibe 0 de daño"
    )
    game.do("deshacer")
    game.do("deshacer")
    assert (game.sheet("Lía").health, game.sheet("Bruno").health) == (10, 10)


def test_a_creature_with_one_attack_needs_no_name_for_it() -> None:  # R1-092
    game = table()

    assert game.sentences("ataca lia lobo", 3, 4).startswith(
        "Lía ataca a Lobo. Lía acierta sin tirar. Lobo recibe 7 de daño (d6 → 3 4 = 7): queda en 13."
    )


def test_conditions_lower_the_dice_of_an_attack_and_not_its_figures() -> None:  # A1-42
    game = table("estado lia enfermedad", "estado lobo enfermedad")
    game.do("ataca lia lobo", 3, 4)
    game.do("ataca lobo mordisco contra lia sin-esquivar")

    assert (game.sheet("Lobo").health, game.sheet("Lía").health) == (20 - (7 - 2), 6)


def test_an_attack_rolled_with_an_attribute_deals_damage_only_if_it_hits() -> None:  # R1-045
    game = table()
    hit = game.do("ataca lia flechas lobo agilidad ventaja", 5, 15, 3, 4, 2)
    missed = game.do("ataca lia flechas lobo agilidad", 5, 6)

    assert [throw.purpose for throw in hit.throws] == ["test", "weapon", "usage"]
    assert [throw.purpose for throw in missed.throws] == ["test", "usage"]
    assert (game.sheet("Lobo").health, game.session.supplies[game.supply("flechas")].die) == (13, 6)
    game.do("deshacer")
    game.do("deshacer")
    assert (game.sheet("Lobo").health, game.session.supplies[game.supply("flechas")].die) == (20, 8)


def test_an_attack_per_encounter_remembers_its_ammunition() -> None:  # R1-047
    game = table("ajuste munición por encuentro")
    game.do("ataca lia flechas lobo", 3, 4)

    assert game.session.supplies[game.supply("flechas")].fired


def test_an_attack_on_several_is_one_event_and_leaves_out_the_dead() -> None:
    game = table("aparece 3 rata salud=3 salud_total=3", "ficha lia daño=3", 'daño "rata 1" 3')
    events = len(game.events)
    game.do("ataca lia rata*")

    assert len(game.events) == events + 1
    assert [game.sheet(f"rata {n}").health for n in (1, 2, 3)] == [0, 0, 0]
    game.do("deshacer")
    assert [game.sheet(f"rata {n}").health for n in (1, 2, 3)] == [0, 3, 3]


def horror() -> Game:
    return Game(
        "pj Elvira violencia=1 PV_máximos=8 PV=8 armas=Revólver 3",
        "pj Tomás PV_máximos=8 PV=8",
        "aparece Perro PV_máximos=6 PV=6 armas=Dientes 1d6",
        "lleva elvira balas d6 munición",
        system="horror",
    )


def test_in_horror_a_player_rolls_violence_and_a_ten_wounds_at_once() -> None:  # R2-010, R2-016, R2-023
    game = horror()
    event = game.do("ataca elvira perro balas", 6, 5, 1)

    assert [throw.purpose for throw in event.throws] == ["test", "usage"]
    assert (hit_points(game, "Perro"), game.pending) == (3, [])
    assert game.session.supplies[game.supply("balas")].die == 4


def test_in_horror_an_eight_leaves_a_consequence_to_choose_and_a_failure_nothing() -> None:  # R2-008, R2-009
    game = horror()
    game.do("ataca elvira perro", 3, 4)
    assert (hit_points(game, "Perro"), game.pending) == (6, ["own_consequence"])
    game.do("ataca elvira perro", 1, 2)
    assert (hit_points(game, "Perro"), game.pending) == (6, ["own_consequence"])


def test_in_horror_a_target_out_of_reach_is_not_wounded() -> None:  # R2-025
    game = horror()
    game.do('estado elvira vulnerable "no alcanza al atacante" perro')
    game.do("ataca elvira perro", 6, 5)

    assert (hit_points(game, "Perro"), game.pending) == (6, ["target_consequence"])


def test_in_horror_anybody_but_a_player_wounds_without_a_roll() -> None:  # R2-023
    game = horror()
    assert game.facts("ataca perro elvira", 3) == (
        [
            fact("attacks", who="Perro", other="Elvira", attack="Dientes"),
            fact("strikes", who="Perro", weapon="Dientes", amount=3),
            fact("damaged", who="Elvira", amount=3, hit_points=5),
        ]
    )


def percentile() -> Game:
    return Game(
        "pj Fermín habilidades=Pelea 60, Pico 52 armas=Pico 1d8+1, Navaja 1d4+2 armas_que_empalan=Pico",
        "aparece Vigilante PV_máximos=20 PV=20 habilidades=Pelea 45 armas=Porra 1d6",
        system="percentile",
    )


def test_in_percentile_the_check_of_an_attack_is_told_before_the_blow() -> None:
    told = percentile().sentences("ataca fermín pico vigilante", 40, 3)
    assert told.index("contra") < told.index("golpea") < told.index("pierde")


def test_in_percentile_an_attack_checks_the_skill_of_the_weapon_and_strikes() -> None:  # R3-004, R3-009
    game = percentile()
    special = game.do("ataca fermín pico vigilante", 5, 6)

    assert [throw.purpose for throw in special.throws] == ["test", "weapon"]
    assert hit_points(game, "Vigilante") == 20 - 2 * (6 + 1)
    missed = game.do("ataca fermín pico vigilante", 80)
    assert [throw.purpose for throw in missed.throws] == ["test"]
    game.do("ataca fermín navaja pelea vigilante +20", 70, 2)
    assert hit_points(game, "Vigilante") == 6 - 4


@each_of(
    "skills, weapon, usual",
    [
        ("Pelea 45", "Porra", "Pelea"),
        ("Arco 50, Sigilo 55", "arco corto", "Arco"),
        ("Arco 50, Arco largo 40", "arco largo", "Arco largo"),
        ("Espadas 50, Esquivar 30", "espada", "Espadas"),
    ],
)
def test_in_percentile_a_weapon_has_a_usual_skill(skills: str, weapon: str, usual: str) -> None:
    game = Game(
        f'pj Fermín habilidades="{skills}" armas="{weapon} 1d6"', "aparece Vigilante", system="percentile"
    )

    assert game.do("ataca fermín vigilante", 2, 1).throws[0].subject == usual


def test_in_margin_an_attack_is_an_opposed_action() -> None:  # R4-027
    game = Game("pj Ada habilidades=Esgrima 12", "aparece Guardia habilidades=Esgrima 10", system="margin")

    assert game.session.game.attack_act == "opposed"
    assert "gana" in game.sentences("enfrenta ada esgrima guardia", 5, 9)


@each_of(
    "rival, answer",
    [
        ("habilidades=Morder 9, Nadar 4", "Morder"),
        ("conocimientos=Idiomas 9", "Idiomas"),
        ("habilidades=Atletismo 12*, Charla 15 técnicas=Pelea 9*, Cerrajería 14", "Pelea"),
        ("habilidades=Atletismo 12*, Charla 15", "Atletismo"),
        ("habilidades=Sigilo 12, Charla 15", "which_answer"),
        ("concepto=nadie", "no_such_characteristic"),
    ],
)
def test_in_margin_a_rival_answers_with_what_it_has(rival: str, answer: str) -> None:  # R4-027
    game = Game("pj Perro habilidades=Morder 8*", f"aparece Guardia {rival}", system="margin")
    line = "enfrenta perro morder guardia"
    if answer.islower():
        assert refusal_code(lambda: game.do(line, 5, 9)) == answer
    else:
        assert [throw.subject for throw in game.do(line, 5, 9).throws] == ["Morder", answer]


def test_in_margin_what_nobody_fights_with_is_answered_by_choice() -> None:
    game = Game(
        "pj Ada habilidades=Charla 8", "aparece Guardia habilidades=Pelea 9*, Nadar 4", system="margin"
    )
    assert refusal_code(lambda: game.do("enfrenta ada charla guardia", 5, 9)) == "which_answer"


@each_of(
    ("game", "line", "code"),
    [
        (horror, "ataca elvira", "whom"),
        (horror, "ataca tomás perro", "unarmed"),
        (horror, "ataca perro perro", "wounds_itself"),
        (percentile, "ataca fermín pico", "whom"),
        (percentile, "ataca fermín navaja vigilante", "which_skill"),
        (percentile, "ataca fermín vigilante", "no_weapon"),
        (table, "ataca lia lobo ventaja", "attack_roll"),
        (table, "ataca lobo mordisco lia ventaja", "attack_without_roll"),
        (lambda: table("mata lobo"), "ataca lia fuerza lobo", "dead"),
    ],
)
def test_an_attack_that_lacks_something_is_refused_before_any_die_falls(
    game: Callable[[], Game], line: str, code: str
) -> None:
    assert refusal_code(lambda: game().do(line)) == code


def hit_points(game: Game, name: str) -> int:
    sheet = game.session.creatures[game.id_of(name)].sheet
    assert isinstance(sheet, horror_sheet.Character | percentile_sheet.Character)
    return sheet.hit_points


def test_the_attacks_stand_on_the_sheet_and_may_be_rewritten() -> None:
    game = table("ficha lobo ataques=Aullido 0")

    assert refusal_code(lambda: game.do("ataca lobo mordisco contra lia")) in {
        "unknown_choice",
        "unknown_creature",
    }
    assert {name: each.damage for name, each in game.sheet("Lobo").attacks.items()} == {"Aullido": "0"}


def test_a_shot_rolls_the_attack_and_its_ammunition_at_once() -> None:  # R1-045
    game = table()
    event = game.do("dispara lia agilidad ventaja", 5, 15, 1)

    assert [(throw.purpose, throw.total) for throw in event.throws] == [("test", 15), ("usage", 1)]
    assert game.session.supplies[game.supply("flechas")].die == 6
    game.do("deshacer")
    assert game.session.supplies[game.supply("flechas")].die == 8


def test_a_shot_without_an_attribute_rolls_the_ammunition_alone() -> None:
    assert [throw.purpose for throw in table().do("dispara lia", 5).throws] == ["usage"]


def test_a_shot_per_encounter_rolls_the_attack_and_remembers_the_ammunition() -> None:  # R1-047
    game = table("ajuste munición por encuentro")
    event = game.do("dispara lia agilidad", 15)

    assert [throw.purpose for throw in event.throws] == ["test"]
    assert game.session.supplies[game.supply("flechas")].fired


def test_a_blind_archer_misses_and_loses_the_arrow_all_the_same() -> None:  # R1-098
    game = table("estado lia ceguera")

    assert game.facts("dispara lia agilidad", 1) == (
        [
            fact("failed_unseeing", who="Lía"),
            fact("supply_worn", supply="flechas", who="Lía", name="flechas", die=6),
        ]
    )


@pytest.mark.parametrize(
    ("line", "faces"), [("ataca lia sirena", (3, 4)), ("dispara lia", (5,)), ("daño sirena 3 de lia", ())]
)
def test_an_attack_of_the_fascinated_reminds_of_the_fascination(line: str, faces: tuple[int, ...]) -> None:
    """R1-102."""
    game = table("aparece Sirena", "estado lia fascinación Sirena")

    assert "Fascinación: Lía no puede atacar a Sirena." in game.sentences(line, *faces)
    assert "Fascinación, no ataca (Sirena)" in status_text(game.history)
    game.do("libra lia fascinación")
    assert "Fascinación" not in game.sentences(line, *faces)


@each_of(
    ("source", "line", "reminded"),
    [
        ("", "daño lobo 3 de lia", True),
        ("Sirena", "daño sirena 3 de lia", True),
        ("Sirena", "ataca lia lobo", False),
        ("Sirena", "daño lobo 3 de lia", False),
        ("Sirena", "daño bruno 3 de lia", False),
    ],
)
def test_only_an_attack_on_who_fascinates_is_reminded_of(source: str, line: str, reminded: bool) -> None:
    """R1-102."""
    game = table("aparece Sirena", f"estado lia fascinación {source}")
    event = game.play(game.draft(line, roll=lambda sides: sides))
    assert ("held_back" in [each.kind for each in event.facts]) is reminded


@each_of(
    ("line", "code"),
    [
        ("ataca lobo contra lia", "no_attack"),
        ("ataca bruno contra lia", "no_attack"),
        ("ataca lobo mordisco", "whom"),
        ("ataca lobo mordisco contra nadie", "unknown_creature"),
        ("ficha lobo ataques=Mordisco mucho", "dice_syntax"),
    ],
)
def test_a_wrong_attack_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: table().do(line)) == code


def test_the_damage_without_a_name_has_no_name_in_the_log() -> None:
    game = table()
    event = game.do("ataca lia lobo", 3, 4)

    assert [throw.subject for throw in event.throws] == [""]
    assert "plain" not in " ".join(throw_text(throw, game.history) for throw in event.throws)


@each_of(
    ("source", "line", "offered"),
    [
        ("Sirena", "daño lia 3 de sirena", True),
        ("sire", "daño lia 3 de sirena", True),
        ("Sirena", "ataca sirena lia sin-esquivar", True),
        ("", "daño lia 3 de lobo", True),
        ("Sirena", "daño lia 3", True),
        ("Sirena", "daño lia 3 de lobo", False),
        ("Sirena", "ataca lobo zarpa lia sin-esquivar", False),
        ("Sirena", 'daño lia 3 de "sirena 2"', False),
        ("la canción", "daño lia 3 de sirena", False),
        ("Sirena", "salta lia cepo", False),
    ],
)
def test_only_the_harm_of_who_fascinates_offers_a_save(source: str, line: str, offered: bool) -> None:
    """R1-102: «si quien te ha fascinado te hiere»; whoever may be meant counts."""
    game = table("aparece Sirena ataques=Canto 2", 'aparece "Sirena 2" ataques=Canto 2')
    game.do("trampa cepo daño 3")
    game.do(f"estado lia fascinación {source}")
    event = game.play(game.draft(line, roll=lambda sides: sides))
    assert ("fascinated_hurt" in [each.kind for each in event.facts]) is offered
    assert ("save" in game.pending) is offered


@pytest.mark.parametrize("line", ["ataca lia goblin", "daño goblin 2 de lia", "daño goblin, bo 1 de lia"])
def test_potency_bought_with_effort_is_reminded_of_once(line: str) -> None:  # R1-054, A1-19
    game = Game("pj Lía esfuerzo_total=3 esfuerzo=3 ataques=Hacha 2", "pj Bo", "aparece goblin salud=30")
    game.do("esfuerzo lia potencia")
    game.do("daño bo 1 de goblin")
    game.do("esfuerzo lia potencia")
    assert game.sentences(line).count("Aquí cuenta el +2 de Potencia que Lía compró con Esfuerzo.") == 1
    assert "Potencia" not in game.sentences(line)
    game.do("deshacer")
    game.do("deshacer")
    assert "+2 de Potencia" in game.sentences(line)


def test_potency_counts_for_the_die_of_armour_too() -> None:  # R1-054, R1-094
    game = Game("pj Lía blindaje=6 esfuerzo_total=3 esfuerzo=3", "esfuerzo lia potencia")
    assert "Aquí cuenta el +1 de Potencia" in game.sentences("daño lia 5", 3)
    assert "Potencia" not in game.sentences("daño lia 5", 3)


def _blows(game: Game, line: str, *faces: int) -> list[tuple[str, str]]:
    attacks = [each for each in game.do(line, *faces).facts if each.kind == "attacks"]
    names = game.history.names
    return [(names[str(each.data["who"])], names[str(each.data["other"])]) for each in attacks]


def orcs(count: int = 6) -> Game:
    return Game(
        "pj Bruna salud=90 salud_total=90", "pj Teo", f"aparece {count} orco ataques=Hacha 1", "combate x"
    )


def test_a_group_against_several_shares_its_blows_out_and_says_how() -> None:
    game = orcs()
    line = "ataca orco* bruna, teo sin-esquivar"
    shared = preview_line(line, CommandContext(game.history)).text
    assert shared.startswith(
        "6 golpes. orco 1, orco 2 y orco 3 van a por Bruna. orco 4, orco 5 y orco 6 van a por Teo."
    )
    assert preview_line(f"{line} reparte", CommandContext(game.history)).text == shared
    assert preview_line(f"{line} a-todos", CommandContext(game.history)).text.startswith("12 golpes.")
    blows = _blows(game, line)
    assert [target for _who, target in blows] == ["Bruna"] * 3 + ["Teo"] * 3
    assert "12 golpes." in game.sentences(f"{line} a-todos")
    assert "golpes" not in preview_line("ataca orco* teo sin-esquivar", CommandContext(game.history)).text


@each_of(
    "system, stats, faces",
    [
        ("percentile", "pv=9 habilidades=Morder 40 armas=Morder 2", (10, 80)),
        ("chronicle", "ataques=Mordisco 4", (3, 19)),
    ],
)
def test_of_several_blows_each_roll_stands_behind_its_own(
    system: str, stats: str, faces: tuple[int, ...]
) -> None:
    game = Game("pj Tom", "pj Nora", f"aparece 2 lobo {stats}", "combate", system=system)
    told = game.sentences("ataca lobo* tom, nora", *faces)
    places = [
        told.index(each) for each in ("lobo 1 ataca", f"→ {faces[0]} ", "lobo 2 ataca", f"→ {faces[1]} ")
    ]
    assert places == sorted(places), told


def test_one_attacker_strikes_every_target() -> None:
    game = orcs(1)
    assert [target for _who, target in _blows(game, "ataca orco bruna, teo sin-esquivar")] == ["Bruna", "Teo"]


def test_dice_say_how_many_blows_too() -> None:
    game = orcs(2)
    assert preview_line("ataca orco* bruna, teo", CommandContext(game.history)).text.startswith("2 golpes.")
    assert preview_line("ataca orco* bruna, teo a-todos", CommandContext(game.history)).text.startswith(
        "4 golpes."
    )


@each_of(("actors", "targets"), [(1, 2), (2, 3), (3, 2), (5, 5), (7, 3)])
def test_shares_differ_by_one_at_most_and_everybody_strikes_once(actors: int, targets: int) -> None:
    ids, aims = tuple(f"o{n}" for n in range(actors)), tuple(f"t{n}" for n in range(targets))
    shares = [target for each in each_against(ids, aims, shared=True).values() for target in each]
    counts = [shares.count(aim) for aim in aims if aim in shares]
    assert (len(shares), shares) == (actors, sorted(shares))
    assert max(counts) - min(counts) <= 1
