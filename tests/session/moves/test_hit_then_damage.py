"""An attack whose damage nobody typed: the hit is rolled at the table, and the damage waits for its dice."""

import re
from itertools import product
from random import Random

from tests.session.game import BEA, Game, fact, refusal_code
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.parse import parse
from tracker.commands.preview import dice_to_type
from tracker.session.history import History
from tracker.session.moves.resolution import grant, request_roll
from tracker.session.moves.undo import undo_event
from tracker.session.pending import sides_to_roll
from tracker.session.state import Session
from tracker.wording.brief import brief_text
from tracker.wording.language import speak
from tracker.wording.waiting import pending_lines

GAME_FILE = """
[game]
key = "duelo"
name = "Duelo"
health = "vida"
attack = "ataca"
[counter]
vida = { max = "20" }
[list]
habilidades = [0, 0, 99]
armas = "dice"
[check.ataca]
params = { arma = "armas", con = "habilidades", target = "creature" }
roll   = "1d100"
result = [["total <= con // 5", "especial"], ["total <= con", "éxito"], ["1", "fallo"]]
on."éxito"  = ["target.vida -= arma"]
on.especial = ["target.vida -= arma + total"]
"""


def chronicle(*lines: str) -> Game:
    return Game(
        "pj Lía agilidad=10/12 daño=2d6",
        "pj Bruno dado_de_blindaje=6",
        "aparece Lobo salud=20 salud_total=20 ataques=Mordisco 4, Zarpa 1d8",
        "aparece 3 rata salud=9 salud_total=9 ataques=Dientes 1d4",
        *lines,
    )


def horror() -> Game:
    return Game(
        "pj Elvira violencia=1 PV_máximos=8 PV=8 armas=Revólver 1d6",
        "aparece Perro PV_máximos=6 PV=6 armas=Dientes 1d6",
        "lleva elvira balas d6 munición",
        system="horror",
    )


def percentile() -> Game:
    return Game(
        "pj Fermín habilidades=Pelea 60, Pico 52 armas=Pico 1d8+1, Navaja 1d4+2 armas_que_empalan=Pico",
        "aparece Vigilante PV_máximos=20 PV=20 habilidades=Pelea 45 armas=Porra 1d6",
        system="percentile",
    )


def duel() -> Game:
    return Game(
        "pj Ana habilidades=Pelea 60 armas=Pico 1d8",
        "aparece Bandido habilidades=Pelea 40 armas=Puño 1d3",
        system="file.duelo",
        rules=GAME_FILE,
    )


HITS = {
    "chronicle": (chronicle, "ataca lia lobo agilidad = 15", "ataca lia lobo agilidad = 3", (6, 6), "Lobo"),
    "horror": (horror, "ataca elvira perro = 6 5", "ataca elvira perro = 1 2", (6,), "Perro"),
    "percentile": (
        percentile,
        "ataca fermín navaja pelea vigilante = 40",
        "ataca fermín navaja pelea vigilante = 90",
        (4,),
        "Vigilante",
    ),
    "a file": (
        duel,
        "ataca ana pico pelea bandido = 40",
        "ataca ana pico pelea bandido = 90",
        (8,),
        "Bandido",
    ),
}


def health(game: Game, name: str, session: Session | None = None) -> int:
    gauge = game.session.game.health_gauge
    assert gauge is not None
    left: int = getattr((session or game.session).creatures[game.id_of(name)].sheet, gauge.current)
    return left


def united(*games: Game) -> History:
    """Return the history of several copies, merged."""
    by_id = {each.id: each for game in games for each in game.events}
    return History(games[0].history.session.system, by_id.values())


@each_of("system", HITS)
def test_a_hit_without_the_dice_of_its_damage_leaves_the_damage_pending(system: str) -> None:
    table, hit, miss, dice, target = HITS[system]
    game = table()
    full = health(game, target)
    game.do(miss)
    assert (game.pending, health(game, target)) == ([], full)
    game.do(hit)
    assert (len(game.pending), health(game, target)) == (1, full)
    (pending,) = game.session.pending.values()
    assert sides_to_roll(game.session, pending) == dice

    typed = " ".join("3" for _die in dice)
    game.do(f"resuelve = {typed}")
    assert (game.pending, health(game, target) < full) == ([], True)
    at_once = table()
    at_once.do(f"{hit} {typed}")
    assert (at_once.pending, health(at_once, target)) == ([], health(game, target))


@each_of("system", HITS)
def test_the_program_rolls_the_waiting_damage_if_nobody_types_it(system: str) -> None:
    table, hit, _miss, dice, target = HITS[system]
    game = table()
    full = health(game, target)
    game.do(hit)
    event = game.do("resuelve", *(2 for _die in dice))
    assert health(game, target) < full
    assert [die.typed for throw in event.throws for die in throw.dice] == [False for _die in dice]


@each_of("system", HITS)
def test_undone_the_hit_takes_its_waiting_damage_with_it_and_the_damage_waits_again(system: str) -> None:
    table, hit, _miss, dice, _target = HITS[system]
    game = table()
    before = game.session
    game.do(hit)
    waiting = game.session
    game.do("resuelve", *(2 for _die in dice))
    game.do("deshacer")
    assert game.session == waiting
    game.do("deshacer")
    assert game.session == before


def test_in_percentile_a_special_still_doubles_the_damage_that_waited() -> None:  # R3-009
    game = percentile()
    game.do("ataca fermín pico vigilante = 5")
    assert game.sentences("resuelve = 6").startswith(
        "Empala, por el resultado en Pico: el daño se dobla, de 7 a 14."
    )
    assert health(game, "Vigilante") == 6
    game.do("hiere fermín navaja vigilante", 2)
    assert health(game, "Vigilante") == 2, "the special has been used up"


def test_in_a_file_the_damage_that_waited_knows_what_the_dice_of_the_hit_showed() -> None:
    game = duel()
    game.do("ataca ana pico pelea bandido = 9")
    game.do("resuelve = 2")
    assert health(game, "Bandido") == 20 - (2 + 9)


def test_the_armour_die_of_the_target_waits_in_its_turn() -> None:  # R1-094
    game = chronicle()
    told = game.sentences("ataca lobo zarpa contra bruno sin-esquivar = 6")
    assert told == "Lobo ataca a Bruno: Zarpa. 6 de daño a Bruno: falta su Blindaje."
    assert pending_lines(game.history) == ["1. Lobo · Blindaje de Bruno ante 6 de daño · d6"]
    game.do("resuelve = 2")
    assert (game.sheet("Bruno").health, game.pending) == (10 - (6 - 2), [])


def test_a_damage_without_dice_waits_only_for_the_armour() -> None:  # R1-093, R1-094
    game = chronicle()
    game.do("ataca lobo mordisco contra lia = 2")
    assert (game.sheet("Lía").health, game.pending) == (10 - 4, [])
    game.do("ataca lobo mordisco contra bruno = 2")
    assert (game.sheet("Bruno").health, game.pending) == (10, ["blow"])


def test_the_ammunition_waits_whether_the_attack_hits_or_not() -> None:  # R1-045
    game = chronicle("lleva lia flechas d8 munición")
    told = game.sentences("ataca lia flechas lobo agilidad = 3")
    assert (told.endswith("Falta el Dado de Uso de flechas."), game.pending) == (True, ["usage"])
    game.do("resuelve = 2")
    assert game.session.supplies[game.supply("flechas")].die == 6
    game.do("ataca lia flechas lobo agilidad = 15")
    assert game.pending == ["blow", "usage"]
    game.do("ataca lia flechas lobo agilidad = 15 3 3 5")
    assert game.pending == ["blow", "usage"], "all typed at once is one step"


def test_conditions_of_the_hit_lower_the_damage_whenever_it_is_rolled() -> None:  # A1-42
    game = chronicle("estado lia enfermedad")
    game.do("ataca lia lobo agilidad = 19")
    game.do("libra lia enfermedad")
    game.do("resuelve = 6 6")
    assert game.sheet("Lobo").health == 20 - (12 - 2)


def test_the_gm_may_give_advantage_to_a_damage_that_waits() -> None:  # R1-028
    game = chronicle()
    game.do("ataca lia lobo agilidad = 19")
    game.do("resuelve ventaja +1 = 1 1 5 5")
    assert game.sheet("Lobo").health == 20 - 11


def test_a_fascination_is_reminded_of_with_the_hit_and_once() -> None:  # R1-102
    game = chronicle("aparece Sirena salud=20", "estado lia fascinación Sirena")
    reminder = "Fascinación: Lía no puede atacar a Sirena."
    assert reminder in game.sentences("ataca lia sirena agilidad = 19")
    assert reminder not in game.sentences("resuelve = 1 1")


def test_a_changed_weapon_changes_no_blow_that_has_hit() -> None:
    game = percentile()
    game.do("ataca fermín navaja pelea vigilante = 40")
    game.do("ficha fermín armas=Pala 1d6")
    game.do("resuelve = 4")
    assert health(game, "Vigilante") == 20 - 6


def test_a_blow_that_has_landed_outlives_its_attacker_and_lapses_with_its_target() -> None:
    game = chronicle()
    game.do("ataca lia lobo agilidad = 15")
    game.do("mata lia")
    assert game.pending == ["blow"]
    assert "Ya no hace falta: daño a Lobo, de Lía." in game.sentences("mata lobo")
    assert game.pending == []
    game.do("deshacer")
    game.do("resuelve = 3 3")
    assert game.sheet("Lobo").health == 14


@each_of("name", ["lia", "lobo"])
def test_a_blow_goes_with_whoever_leaves_the_game(name: str) -> None:
    game = chronicle()
    game.do("ataca lia lobo agilidad = 15")
    game.do(f"retira {name}")
    assert game.pending == []


def test_a_blow_waits_through_the_end_of_a_turn_and_of_the_fight() -> None:
    game = chronicle("combate Bosque", "iniciativa lia 15", "siguiente")
    game.do("ataca lia lobo agilidad = 15")
    game.do("siguiente")
    game.do("fin")
    assert game.pending == ["blow"]
    game.do("resuelve = 3 3")
    assert game.sheet("Lobo").health == 14


def test_a_skipped_damage_hurts_nobody() -> None:
    game = chronicle()
    game.do("ataca lia lobo agilidad = 15")
    assert game.sentences("omite") == "No se tira: daño a Lobo, de Lía."
    assert game.sheet("Lobo").health == 20


def test_of_several_attacks_the_faces_may_be_those_of_the_hits_alone() -> None:
    game = chronicle("pj Teo salud=10 salud_total=10 agilidad=10/12")
    game.do("ataca rata* contra teo = 5 15 3")
    assert [pending.data["other"] for pending in game.session.pending.values()] == [game.id_of("Teo")] * 2
    game.do("resuelve clase = 3 2")
    assert (game.sheet("Teo").health, game.pending) == (5, [])


def test_of_several_attacks_the_faces_in_order_are_one_step_as_ever() -> None:
    game = chronicle("pj Teo salud=10 salud_total=10 agilidad=10/12")
    game.do("ataca rata* contra teo = 5 3 15 3 2")
    assert (game.sheet("Teo").health, game.pending) == (5, [])
    game.do("deshacer")
    game.do("ataca rata* contra teo = 5 3 15 3")
    assert (game.sheet("Teo").health, game.pending) == (7, ["blow"])


@each_of(
    ("faces", "code"),
    [("5 3", "too_few_faces"), ("5 3 15 3 2 1", "too_many_faces"), ("21 1 1", "face_out_of_range")],
)
def test_faces_that_fit_neither_way_are_refused_as_before(faces: str, code: str) -> None:
    game = chronicle()
    assert refusal_code(lambda: game.do(f"ataca rata* contra lia = {faces}")) == code
    assert game.pending == []


def test_the_sentence_of_several_blows_counts_the_hits_whose_damage_waits() -> None:
    game = chronicle("pj Teo salud=10 salud_total=10 agilidad=10/12")
    event = game.do("ataca rata* contra teo = 5 15 3")
    text = brief_text(event, game.history, lambda text: len(text) < 60)
    assert "Teo encaja 2 de 3." in text


def test_two_gms_who_roll_the_same_damage_deal_it_once() -> None:
    game = chronicle()
    game.do("ataca lia lobo agilidad = 15")
    other = game.copy(BEA)
    game.do("resuelve = 1 1")
    other.do("resuelve = 6 6")
    both = united(game, other)
    assert both.session == game.session
    assert len(both.superseded_events) == 1


@each_of("system", HITS)
def test_two_gms_whose_attacks_hit_the_same_target_unseen_both_deal_their_damage(system: str) -> None:
    table, hit, _miss, dice, target = HITS[system]
    typed = " ".join("1" for _die in dice)
    game = table()
    other, once, full = game.copy(BEA), game.copy(BEA), health(game, target)
    for line in (hit, f"resuelve = {typed}"):
        once.do(line)
    game.do(hit)
    other.do(hit)
    assert united(game, other).session.pending.keys() > game.session.pending.keys()
    game.do(f"resuelve = {typed}")
    other.do(f"resuelve = {typed}")
    both = united(game, other)
    assert (both.superseded_events, both.session.pending) == ({}, {})
    lost = full - health(once, target)
    assert full - health(game, target, both.session) == 2 * lost


@each_of("system", HITS)
def test_a_hit_undone_after_its_damage_takes_the_damage_with_it(system: str) -> None:
    table, hit, _miss, dice, target = HITS[system]
    game = table()
    full = health(game, target)
    attack = game.do(hit)
    game.do("resuelve", *(2 for _die in dice))
    dealt = game.session
    game.do("nota Sigue la noche.")
    game.play(undo_event(game.history, attack.id))
    assert (health(game, target), game.pending) == (full, [])
    game.do("rehacer")
    assert game.session.creatures == dealt.creatures


def test_a_hit_undone_takes_the_damage_that_another_gm_has_dealt_unseen() -> None:
    game = chronicle()
    attack = game.do("ataca lia lobo agilidad = 15")
    other = game.copy(BEA)
    game.play(undo_event(game.history, attack.id))
    other.do("nota Sigue la noche.")
    other.do("resuelve = 6 6")
    both = united(game, other)
    assert health(game, "Lobo", both.session) == 20
    for event in other.events:
        game.history.add((event,))
    assert game.session == both.session


def test_a_hit_undone_takes_the_armour_die_with_it_that_its_damage_called_for() -> None:  # R1-094
    game = chronicle()
    attack = game.do("ataca lobo zarpa contra bruno = 3")
    game.do("resuelve = 6")
    game.do("resuelve = 2")
    assert game.sheet("Bruno").health == 10 - (6 - 2)
    game.do("nota Sigue la noche.")
    game.play(undo_event(game.history, attack.id))
    assert (game.sheet("Bruno").health, game.pending) == (10, [])


def test_a_player_sends_the_faces_of_the_damage_from_the_page() -> None:
    game = chronicle()
    game.do("ataca lia lobo agilidad = 15")
    request = request_roll("r", game.id_of("Lía"), "faces", "4 4")
    game.play(grant(game.session, request, lambda sides: 1))
    assert game.sheet("Lobo").health == 12


def test_what_waits_is_said_in_both_languages() -> None:
    game = chronicle()
    assert game.sentences("ataca lia lobo agilidad = 15").endswith("Lía acierta: falta el daño.")
    assert pending_lines(game.history) == ["1. Lía · daño a Lobo · d6 d6"]
    told = game.sentences("resuelve = 3 4")
    assert told == "Daño de Lía a Lobo. Lobo recibe 7 de daño (d6 → 3✎ 4✎ = 7): queda en 13."
    speak("en")
    assert pending_lines(chronicle_hit().history) == ["1. Lía · damage to Lobo · d6 d6"]


def chronicle_hit() -> Game:
    game = chronicle()
    game.do("ataca lia lobo agilidad = 15")
    return game


def test_a_file_records_the_attack_that_other_games_record() -> None:
    game = duel()
    assert game.facts("ataca ana pico pelea bandido", 40, 3)[0] == fact(
        "attacks", who="Ana", other="Bandido", attack="Pico"
    )
    assert game.facts("ataca ana pico pelea bandido", 90)[0].kind == "attacks"


def test_the_blows_of_a_file_are_summed_up_like_those_of_other_games() -> None:
    game = duel()
    game.do("aparece 3 orco vida=20 habilidades=Pelea 50 armas=Hacha 1d6")
    event = game.do("ataca orco* hacha pelea contra ana", 40, 3, 90, 45, 5)
    text = brief_text(event, game.history, lambda text: len(text) < 90)
    assert text.endswith(" atacan con Hacha: Ana encaja 2 de 3, −8, queda en 12.")


@each_of(
    ("line", "dice"),
    [
        ("ataca lia lobo agilidad", "d20…"),
        ("ataca lia lobo", "2d6"),
        ("ataca lobo mordisco contra lia sin-esquivar", ""),
        ("prueba lia fuerza ventaja", "2d20"),
        ("ataca lia", ""),
    ],
)
def test_the_dice_to_type_are_those_that_fall_first(line: str, dice: str) -> None:
    context = CommandContext(chronicle().history)
    assert dice_to_type(parse(line, context), context) == dice


ATTACKS = {
    "chronicle": (chronicle, "ataca lia flechas lobo agilidad", "ataca lobo zarpa contra bruno"),
    "horror": (horror, "ataca elvira perro balas", "ataca perro elvira"),
    "percentile": (percentile, "ataca fermín pico vigilante", "ataca fermín navaja pelea vigilante +20"),
    "a file": (duel, "ataca ana pico pelea bandido", "ataca bandido puño pelea ana"),
}
WAITS = ("blow", "usage", "outcome.ataca")


def steps(game: Game, line: str, faces: list[int], first: int) -> bool:
    """Play an attack with its first faces, and then what waits for the others; False if that is refused."""
    typed = " ".join(map(str, faces[:first]))
    if refusal_code(lambda: game.do(f"{line} = {typed}")):
        return False
    left = faces[first:]
    while place := next((n for n, kind in enumerate(game.pending, 1) if kind in WAITS), 0):
        pending = [*game.session.pending.values()][place - 1]
        count = len(sides_to_roll(game.session, pending))
        game.do(f"resuelve {place} = {' '.join(map(str, left[:count]))}")
        left = left[count:]
    assert left == [], "faces that nothing waited for"
    return True


def unnamed_creatures(game: Game) -> str:
    """Return the creatures without the names of the choices that they owe: each copy gives its own."""
    return re.sub(r"~\w+", "~", repr(game.session.creatures))


@each_of("system", ATTACKS)
def test_an_attack_in_steps_comes_to_the_same_as_in_one(system: str) -> None:
    table, *lines = ATTACKS[system]
    start = table()
    if system == "chronicle":
        start.do("lleva lia flechas d8 munición")
    accepted = 0
    for line, seed in product(lines, range(6)):
        chance, faces = Random(seed), list[int]()

        def roll(sides: int, chance: Random = chance, faces: list[int] = faces) -> int:
            faces.append(chance.randint(1, sides))
            return faces[-1]

        at_once = start.copy(BEA)
        at_once.play(at_once.draft(line, roll=roll))
        for first in range(1, len(faces) + 1):
            in_steps = start.copy(BEA)
            if steps(in_steps, line, faces, first):
                accepted += 1
                assert unnamed_creatures(in_steps) == unnamed_creatures(at_once)
                assert in_steps.session.supplies == at_once.session.supplies
    assert accepted > 12
