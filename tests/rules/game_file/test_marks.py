"""What a game file does once a counter or a clock reaches a mark, and what it sees of the table."""

from fractions import Fraction

import pytest

from tests.rules.every import exact_chances
from tests.rules.game_file.test_played import figures
from tests.session.game import BEA, Game, refusal_code
from tests.trials import each_of
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.history import History
from tracker.session.moves.game_file import play_by
from tracker.session.pending import sides_to_roll
from tracker.wording.report import status_text
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import words_of

TREN = """
[game]
key = "tren"
name = "Tren"
turn = "6s"
health = "vida"
initiative = "reflejos"
milestones = ["estacion"]

[attribute]
mano = [3, 0, 6]
nervio = [2, 0, 6]

[derived]
ve = "nervio * min(1, light)"

[counter.vida]
max = "6"
at = { 2 = ["estado mareado"], ">2" = ["libera mareado"] }
empty = ["fuera se pierde"]

[counter.carga]
max = "mano"
start = 0
at = { 2 = ["estado cargado"] }
full = ["carga = 0", "clock.alarma += 1"]

[counter.rabia]
at = { ">=3" = ["rabia = 0", "todos.estado asustado"] }

[clock]
alarma = { segments = 4, full = ["di llega la guardia", "pc.vida -= 1d3", "clock.alarma = 0"] }
niebla_alta = { segments = 3, shown = true }

[condition]
mareado = {}
cargado = {}
asustado = {}
ciego = { rolls = "-2 * (light == 0)" }

[check.prueba]
params = { con = "attribute" }
roll = "2d6 + con"
result = [["total >= 10", "éxito"], ["1", "fallo"]]
on.fallo = ["clock.alarma += 1"]

[check.reflejos]
roll = "(mano)d10"
result = [["count(>= 7) + count(10) >= 1", "éxito"], ["1", "fallo"]]

[act.daño]
params = { cuanto = "amount" }
do = ["vida -= cuanto"]

[act.cura]
params = { cuanto = "amount" }
do = ["vida += cuanto"]

[act.carga]
params = { veces = [1, 1, 9] }
do = ["carga += veces"]

[act.grita]
do = ["si light > 0: npc.estado asustado", "todos.vida -= max(0, 3 - target.nervio)"]

[act.enfada]
params = { cuanto = [1, 0, 9] }
do = ["rabia += cuanto"]

[act.vela]
needs = "clock.niebla_alta < 3"
do = ["clock.niebla_alta += 1"]

[due.oscuro]
when = "round"
if = "light == 0"
do = ["di no se ve nada"]

[words]
alarma = ["la alarma", "the alarm"]
niebla_alta = ["la niebla", "the fog"]
"se pierde" = ["se pierde en la niebla", "is lost in the fog"]
"""
PEOPLE = ("pj Lía", "pj Bo", "aparece 2 Guardia")


def train(*lines: str, text: str = TREN) -> Game:
    return Game(*PEOPLE, *lines, system="file.tren", rules=text)


def conditions(game: Game, name: str) -> set[str]:
    return set(figures(game, name).suffers)


@each_of(
    ("lines", "held"),
    [
        (("daño Lía 3",), set()),
        (("daño Lía 4",), {"mareado"}),
        (("daño Lía 5",), {"mareado"}),
        (("daño Lía 4", "cura Lía 1"), set()),
        (("ficha Lía vida=1",), {"mareado"}),
        (("ficha Lía vida=1", "ficha Lía vida=6"), set()),
        (("daño Lía 4", "libra Lía mareado", "daño Lía 1"), set()),
        # A bar that starts empty passes its number on the way up, and not on the way down.
        (("carga Lía 2",), {"cargado"}),
        (("ficha Lía carga=2", "libra Lía cargado", "ficha Lía carga=1"), set()),
        (("ficha Lía carga=1", "libra Lía cargado"), None),
    ],
)
def test_a_counter_does_what_its_file_says_as_it_passes_a_number(
    lines: tuple[str, ...], held: set[str] | None
) -> None:
    game = train()
    if held is None:
        assert refusal_code(lambda: [game.do(each) for each in lines]) == "game_not_suffered"
        return
    for each in lines:
        game.do(each)
    assert conditions(game, "Lía") == held
    for _ in lines:
        game.do("deshacer")
    assert (conditions(game, "Lía"), figures(game, "Lía").vida) == (set(), 6)


def test_a_full_counter_starts_again_and_moves_the_clock_of_the_table_once_an_act() -> None:
    game = train("carga Lía 3")
    assert figures(game, "Lía").carga == 0
    assert game.session.progress["alarma"].filled == 1
    assert game.sentences("carga Lía 3").endswith("El reloj la alarma va por 2/4.")
    game.do("deshacer")
    assert game.session.progress["alarma"].filled == 1


def test_thresholds_that_set_each_other_off_settle_once_an_act() -> None:
    text = TREN.replace('rabia = { at = { ">=3" = [', 'rabia = { at = { ">=1" = ["rabia += 9"], ">=3" = [')
    text = text.replace('full = ["carga = 0"', 'full = ["rabia = 0", "rabia += 3", "carga = 0", "carga = 99"')
    game = train("carga Lía 9", text=text)
    assert figures(game, "Lía").carga == 3
    assert conditions(game, "Guardia 2") == {"asustado"}


def test_a_full_clock_waits_for_the_gm_and_brings_what_the_file_says() -> None:
    game = train("carga Lía 3", "carga Lía 3", "carga Lía 3")
    assert not game.session.pending
    assert game.sentences("carga Lía 3").endswith("El reloj la alarma va por 4/4.")
    (waiting,) = game.session.pending.values()
    assert sides_to_roll(game.session, waiting) == (3, 3)
    assert "se ha llenado el reloj la alarma" in status_text(game.history)
    told = game.sentences("resuelve", 2, 3)
    assert told == (
        "Se cumple el reloj la alarma. Llega la guardia. Lía pierde 2 de vida (d3 → 2): le quedan 4. "
        "Bo pierde 3 de vida (d3 → 3): le quedan 3. El reloj la alarma va por 0/4."
    )
    assert not game.session.pending
    game.do("deshacer")
    assert len(game.session.pending) == 1
    game.do("omite")
    assert game.session.progress["alarma"].filled == 4
    assert not game.session.pending


def test_a_clock_that_fills_itself_waits_each_time_for_the_gm() -> None:
    text = TREN.replace('"clock.alarma = 0"] }', '"clock.alarma = 0", "clock.alarma = 4"] }')
    game = train("reloj alarma 4", "avanza alarma 4", text=text)
    assert game.sentences("resuelve todo", 1, 1).count("Se cumple") == 1
    assert figures(game, "Lía").vida == 5


def test_a_clock_is_drawn_with_the_campaign_shown_or_not_and_called_by_its_word() -> None:
    game = train()
    clocks = game.session.progress
    assert {key: (each.segments, each.shown) for key, each in clocks.items()} == {
        "alarma": (4, False),
        "niebla_alta": (3, True),
    }
    game.do("avanza la niebla")
    game.do("vela Lía")
    assert clocks != game.session.progress
    assert game.session.progress["niebla_alta"].filled == 2
    game.do("vela Lía")
    with pytest.raises(Refusal) as refused:
        game.do("vela Lía")
    assert refusal_sentence(refused.value, game.session.system, game.history.names) == (
        "Lía no puede: «vela» pide clock.niebla_alta < 3."
    )
    assert "la niebla 3/3" in status_text(game.history)
    game.do("reloj la niebla nada")
    game.do("vela Lía")
    assert game.session.progress["niebla_alta"].filled == 1


def test_a_newer_text_draws_its_clocks_and_keeps_those_that_are_there() -> None:
    game = train("carga Lía 3")
    newer = TREN.replace("[clock]", "[clock]\nmarea = { segments = 8 }").replace("niebla_alta", "bruma")
    game.play(play_by(game.history, newer))
    clocks = {key: (each.filled, each.segments) for key, each in game.session.progress.items()}
    assert clocks == {"alarma": (1, 4), "niebla_alta": (0, 3), "marea": (0, 8), "bruma": (0, 3)}
    game.do("deshacer")
    assert "marea" not in game.session.progress


def test_two_gms_who_move_a_clock_unite_their_steps() -> None:
    one = train()
    other = one.copy(BEA)
    for game in (one, other):
        game.do("carga Lía 3")
        game.do("carga Bo 3")
    events = [*one.events, *other.events[len(one.events) - 2 :]]
    united = History("file.tren", events)
    again = History("file.tren")
    for event in reversed(events):
        again.add((event,))
    assert again.session == united.session
    assert united.session.progress["alarma"].filled == 4


@each_of(
    ("lines", "is_lit"),
    [
        ((), True),
        (("luz oscuro",), False),
        (("luz noche",), False),
        (("luz noche", "luz día"), True),
        (("luz oscuro", "lleva Lía antorcha d6 luz", "enciende antorcha"), True),
        (("luz oscuro", "lleva Lía antorcha d6 luz", "enciende antorcha", "apaga antorcha"), False),
    ],
)
def test_formulas_see_the_lights_of_the_table(lines: tuple[str, ...], is_lit: bool) -> None:
    game = train(*lines, "estado Lía ciego")
    context = game.session.rules_context()
    assert game.session.game.derived_figures(context, game.id_of("Lía"))["ve"] == 2 * is_lit
    (throw, *_more) = game.draft("prueba Lía mano", roll=lambda sides: 1).throws
    assert throw.expression == ("2d6+3" if is_lit else "2d6+3-2")
    game.do("grita Lía")
    assert conditions(game, "Guardia 1") == ({"asustado"} if is_lit else set())
    assert figures(game, "Bo").vida == 5


def test_a_mark_reaches_all_who_are_in_the_same_fight() -> None:
    game = train("combate Vagón", "siguiente", "aparece Lobo", "pj Eva")
    assert {who: conditions(game, who) for who in ("Bo", "Eva")} == {"Bo": set(), "Eva": set()}
    game.do("enfada Lía 3")
    assert conditions(game, "Bo") == conditions(game, "Lobo") == {"asustado"}
    assert conditions(game, "Eva") == set()


def test_who_leaves_with_words_is_out_and_never_told_as_dead() -> None:
    game = train("combate Vagón", "iniciativa * 1", "siguiente")
    told = game.sentences("daño Bo 9")
    assert told.endswith("Bo se pierde en la niebla.")
    assert game.session.is_out(game.id_of("Bo"))
    assert "fuera (se pierde en la niebla)" in status_text(game.history)
    assert refusal_code(lambda: game.do("carga Bo")) == "left"
    assert "fin" not in status_text(game.history)
    ended = game.sentences("fin")
    assert "Quedó fuera Bo." in ended
    assert "muert" not in ended + status_text(game.history)
    assert game.sentences("revive Bo") == "Bo vuelve."
    game.do("deshacer")
    game.do("deshacer")
    game.do("deshacer")
    assert not game.session.is_out(game.id_of("Bo"))


def test_initiative_is_rolled_by_a_check_of_its_own_and_again_each_round() -> None:
    game = train("combate Vagón")
    assert game.sentences("iniciativa Lía", 10, 7, 1) == "Iniciativa: Lía saca 3 (d10 → 10 7 1)."
    game.do("iniciativa Bo 2")
    game.do("iniciativa enemigos", 1, 7, 8, 2, 3, 4)
    fight = game.session.fight
    assert fight is not None
    held = {game.history.names[who]: each.initiative for who, each in fight.combatants.items()}
    assert held == {"Lía": 3, "Bo": 2, "Guardia 1": 2, "Guardia 2": 0}
    game.do("cadaronda tira")
    for _ in range(4):
        game.do("siguiente")
    game.do("siguiente", 1, 1, 1, 2, 2, 2, 9, 9, 9)
    fight = game.session.fight
    assert fight is not None
    again = {game.history.names[who]: each.initiative for who, each in fight.combatants.items()}
    assert again == {"Lía": 0, "Bo": 2, "Guardia 1": 0, "Guardia 2": 3}


def test_the_forecast_knows_the_odds_of_an_initiative_by_a_check() -> None:
    game = train("combate Vagón")
    context, who = game.session.rules_context(), game.id_of("Lía")

    def number(roll: Roll) -> int:
        return game.session.game.roll_initiative(context, who, roll)[0]

    ways = game.session.game.initiative_ways(context, who)
    assert {each: Fraction(count, sum(ways.values())) for each, count in ways.items()} == exact_chances(
        number
    )


def test_the_words_of_a_clock_and_of_leaving_are_said_in_both_languages() -> None:
    words = words_of(train().session.system)
    assert words.find("progress_clock", "niebla alta") == "la niebla"
    assert words.find("rule", "game.clock.alarma") is not None


POOLS = """
[game]
key = "fondo"
name = "Fondo"
milestones = ["alto"]

[attribute]
mano = [3, 0, 6]
temple = [2, 0, 6]

[counter]
calma = { max = "6" }

[condition]
sangra = { each = "turn_end", do = ["pide aguantar"] }

[check.prueba]
params = { con = "attribute", dificultad = [1, 1, 6] }
roll = "(con)d10"
mode = false
result = [["count(>= 7) + count(10) >= dificultad", "éxito"], ["1", "fallo"]]

[check.golpea]
params = { target = "creature" }
roll = "(mano)d10"
vs = "esquiva"
good = ["gana"]
result = [
  ["count(>= 7) + count(10) > rival.count(>= 7) + rival.count(10)", "gana"],
  ["count(>= 7) + count(10) == rival.count(>= 7) + rival.count(10)", "empata"],
  ["1", "pierde"],
]

[check.esquiva]
roll = "(temple)d10"
result = [["count(>= 7) >= 1", "éxito"], ["1", "fallo"]]

[check.regatea]
params = { target = "creature" }
roll = "(temple)d10"
result = [["count(>= 7) >= 1", "éxito"], ["1", "fallo"]]
on.éxito = ["target.calma -= 1d3"]
on.fallo = ["calma -= 1d3"]

[check.sisa]
roll = "(mano)d10"
result = [
  ["count(10) >= 2", "crítico"],
  ["count(>= 7) >= 2", "éxito"],
  ["count(>= 7) == 1", "parcial"],
  ["1", "fallo"],
]

[check.estoca]
params = { target = "creature" }
roll = "(mano)d10"
vs = "esquiva"
good = ["clava", "toca", "roza"]
result = [
  ["count(10) >= 2", "clava"],
  ["count(>= 7) >= rival.count(>= 7) + 2", "toca"],
  ["count(>= 7) > rival.count(>= 7)", "roza"],
  ["1", "falla"],
]

[check.empuja]
params = { target = "creature" }
roll = "2d6 + mano"
vs = "aguanta"
good = ["tumba", "gana"]
result = [["total >= rival + 5", "tumba"], ["total > rival", "gana"], ["1", "pierde"]]

[check.pulso]
params = { target = "creature" }
roll = "2d6 + mano"
vs = "aguanta"
result = [["total > rival", "gana"], ["1", "pierde"]]

[check.aguanta]
roll = "2d6 + mano"
result = [["total >= 8", "éxito"], ["1", "fallo"]]

[check.aguantar]
roll = "(temple)d10"
result = [["count(>= 7) >= 1", "éxito"], ["1", "fallo"]]
on.fallo = ["calma -= 1d3", "pide aguantar"]

[due.vigilia]
when = "alto"
do = ["calma -= 1", "pide aguanta"]

[due.ronda]
when = "hour"
do = ["pc.pide aguanta"]
"""


@each_of(
    ("line", "faces", "told"),
    [
        ("prueba Lía mano 1", (10, 7, 1), "Lía, prueba · mano: d10 → 10 7 1: 3 éxitos. Éxito."),
        ("prueba Lía mano 2", (1, 7, 1), "Lía, prueba · mano: d10 → 1 7 1: 1 éxito. Fallo."),
        (
            "golpea Lía Bo",
            (10, 7, 1, 7, 2),
            "Lía, golpea: d10 → 10 7 1: 3 éxitos contra 1. Gana por 2. Bo, esquiva: d10 → 7 2.",
        ),
        (
            "golpea Lía Bo",
            (1, 1, 1, 10, 2),
            "Lía, golpea: d10 → 1 1 1: 0 éxitos contra 2. Pierde por 2. Bo, esquiva: d10 → 10 2.",
        ),
        (
            "golpea Lía Bo",
            (7, 1, 1, 8, 2),
            "Lía, golpea: d10 → 7 1 1: 1 éxito contra 1. Empata. Bo, esquiva: d10 → 8 2.",
        ),
        (
            "pulso Lía Bo",
            (6, 5, 2, 2),
            "Lía, pulso: d6 → 6 5 +3 = 14. Gana por 7. Bo, aguanta: d6 → 2 2 +3 = 7.",
        ),
        (
            "pulso Lía Bo",
            (1, 1, 1, 1),
            "Lía, pulso: d6 → 1 1 +3 = 5. Pierde. Bo, aguanta: d6 → 1 1 +3 = 5.",
        ),
        ("sisa Lía", (10, 10, 7), "Lía, sisa: d10 → 10 10 7: 2 éxitos. Crítico."),
        ("sisa Lía", (10, 8, 7), "Lía, sisa: d10 → 10 8 7: 3 éxitos. Éxito."),
        ("sisa Lía", (1, 8, 1), "Lía, sisa: d10 → 1 8 1: 1 éxito. Parcial."),
        ("sisa Lía", (1, 2, 3), "Lía, sisa: d10 → 1 2 3: 0 éxitos. Fallo."),
        (
            "estoca Lía Bo",
            (7, 8, 9, 1, 2),
            "Lía, estoca: d10 → 7 8 9: 3 éxitos contra 0. Toca por 3. Bo, esquiva: d10 → 1 2.",
        ),
        (
            "estoca Lía Bo",
            (7, 8, 1, 9, 2),
            "Lía, estoca: d10 → 7 8 1: 2 éxitos contra 1. Roza por 1. Bo, esquiva: d10 → 9 2.",
        ),
        (
            "estoca Lía Bo",
            (7, 1, 1, 9, 2),
            "Lía, estoca: d10 → 7 1 1: 1 éxito contra 1. Falla. Bo, esquiva: d10 → 9 2.",
        ),
        (
            "estoca Lía Bo",
            (10, 10, 1, 9, 9),
            "Lía, estoca: d10 → 10 10 1: 2 éxitos. Clava. Bo, esquiva: d10 → 9 9.",
        ),
        (
            "empuja Lía Bo",
            (6, 5, 2, 2),
            "Lía, empuja: d6 → 6 5 +3 = 14. Tumba por 2. Bo, aguanta: d6 → 2 2 +3 = 7.",
        ),
    ],
)
def test_successes_are_counted_and_an_opposed_check_says_by_how_many(
    line: str, faces: tuple[int, ...], told: str
) -> None:
    assert Game("pj Lía", "pj Bo", system="file.fondo", rules=POOLS).sentences(line, *faces) == told


def test_the_die_that_an_outcome_uses_is_said_after_the_check() -> None:
    used = POOLS.replace('good = ["clava"', 'on.falla = ["usa mecha"]\ngood = ["clava"', 1)
    rules = used.replace("[counter]", "[counter]\nmecha = { die = [8, 6] }", 1)
    told = Game("pj Lía", "pj Bo", system="file.fondo", rules=rules).sentences(
        "estoca Lía Bo", 1, 1, 1, 9, 9, 5
    )
    assert told.index("Falla") < told.index("El dado de mecha de Lía aguanta (d8 → 5): d8.")


@each_of(
    ("line", "faces", "told", "then"),
    [
        ("aguantar Lía = 1 2", (), "Fallo. A Lía le falta tirar lo que trae «fallo».", "fallo"),
        ("regatea Lía Bo = 1 1", (), "Fallo. A Lía le falta tirar lo que trae «fallo».", "fallo"),
        ("regatea Lía Bo = 9 9", (), "Éxito. Lía acierta: falta el daño.", ""),
    ],
)
def test_what_an_outcome_brings_says_that_it_waits_and_for_what(
    line: str, faces: tuple[int, ...], told: str, then: str
) -> None:
    game = Game("pj Lía", "pj Bo", system="file.fondo", rules=POOLS)
    assert game.sentences(line, *faces).endswith(told)
    lands = f"Lía tira lo que trae «{then}» en " if then else "Daño de Lía a Bo. "
    assert game.sentences("resuelve 1 = 2").startswith(lands)
    assert "pierde 2 de calma (d3 → 2✎)" in game.sentences("deshacer")


def test_a_due_that_asks_for_a_throw_is_one_decision_and_takes_its_faces() -> None:
    game = Game("pj Lía", "llega alto", system="file.fondo", rules=POOLS)
    (waiting,) = game.session.pending.values()
    assert sides_to_roll(game.session, waiting) == (6, 6)
    assert game.sentences("resuelve", 4, 5) == (
        "Lía, aguanta: d6 → 4 5 +3 = 12 contra 8. Éxito. Lía pierde 1 de calma: le quedan 5."
    )
    assert not game.session.pending
    game.do("deshacer")
    game.do("resuelve -2", 4, 4)
    assert game.events[-1].throws[0].outcome == "éxito"
    assert game.events[-1].throws[0].total == 9


def test_what_the_outcome_of_such_a_throw_asks_for_waits() -> None:
    game = Game(
        "pj Lía",
        "estado Lía sangra",
        "combate Puente",
        "siguiente",
        "siguiente",
        system="file.fondo",
        rules=POOLS,
    )
    told = game.sentences("resuelve", 1, 2, 3)
    assert told.startswith("Lía, aguantar: d10 → 1 2: 0 éxitos. Fallo. Lía pierde 3 de calma (d3 → 3)")
    assert [each.kind for each in game.session.pending.values()] == ["check.aguantar"]


def test_a_due_that_asks_several_for_a_throw_lets_each_wait() -> None:
    game = Game("pj Lía", "pj Bo", "intervalo 1h", system="file.fondo", rules=POOLS)
    game.do("resuelve")
    assert [each.kind for each in game.session.pending.values()].count("check.aguanta") == 2
