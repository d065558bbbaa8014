"""The blows of a forecast come as often as the acts of each game bring them, whatever falls."""

from fractions import Fraction

import pytest

from tests.rules.chronicle.tables import ANA, GOBLIN, context, npc, pc, suffering
from tests.rules.every import exact_chances
from tests.session.game import Game
from tracker.commands.command import CommandContext
from tracker.commands.parse import parse
from tracker.commands.preview import chance_of, preview
from tracker.rules.dice import Roll
from tracker.rules.games.chronicle.system import CHRONICLE
from tracker.rules.system import Blow, RuleResult, RulesContext


def chances_of(blow: Blow | None) -> dict[int, Fraction]:
    assert blow is not None
    assert sum(blow.ways.values()) == blow.whole
    return {amount: Fraction(weight, blow.whole) for amount, weight in blow.ways.items()}


def play_act(game: Game, who: str, act: str, roll: Roll, **args: object) -> RuleResult:
    context = game.session.rules_context()
    return game.session.game.acts[act].apply(context, game.id_of(who), args, roll)


def health_lost(before: Game, who: str, result: RuleResult) -> int:
    gauge = before.session.game.health_gauge
    assert gauge is not None
    sheet = before.session.creatures[before.id_of(who)].sheet
    after = result.sheets.get(before.id_of(who), sheet)
    return int(getattr(sheet, gauge.current) - getattr(after, gauge.current))


def blow_in(game: Game, who: str, target: str) -> Blow | None:
    return game.session.game.blow(game.session.rules_context(), game.id_of(who), game.id_of(target))


CHRONICLE_FIGHT = (
    "pj Lía fuerza=12/13 agilidad=12/8 salud_total=14 salud=14 blindaje=d4 daño=1d6",
    "aparece Orco salud_total=20 salud=20 ataques=Maza 3, Daga 1",
)


def test_in_chronicle_a_pc_hits_with_her_likelier_attribute_and_rolls_her_damage() -> None:
    game = Game(*CHRONICLE_FIGHT)

    def strike(roll: Roll) -> int:
        hit = play_act(game, "Lía", "test", roll, attribute="agility", sight=True)
        if not CHRONICLE.is_success(hit.throws[0].outcome):
            return 0
        return health_lost(game, "Orco", play_act(game, "Lía", "attack", roll, creature=game.id_of("Orco")))

    assert chances_of(blow_in(game, "Lía", "Orco")) == exact_chances(strike)


def test_in_chronicle_a_pc_dodges_or_wears_armour_against_static_damage() -> None:
    game = Game(*CHRONICLE_FIGHT)

    def strike(roll: Roll) -> int:
        hit = play_act(game, "Orco", "attack", roll, creature=game.id_of("Lía"), attack="Maza")
        return health_lost(game, "Lía", hit)

    assert chances_of(blow_in(game, "Orco", "Lía")) == exact_chances(strike)


def test_in_chronicle_conditions_count() -> None:
    sound = context(pc(damage="3"), npc())
    assert chances_of(CHRONICLE.blow(sound, ANA, GOBLIN)) == {3: Fraction(11, 20), 0: Fraction(9, 20)}
    assert chances_of(CHRONICLE.blow(sound, ANA, GOBLIN))[3] == 2 * _chance_of_three("paralysed")
    assert _chance_of_three("blinded") == Fraction(11, 20) ** 2
    assert CHRONICLE.blow(context(pc(damage="3", states=suffering("petrified")), npc()), ANA, GOBLIN) is None
    stone = CHRONICLE.blow(context(pc(damage="3"), npc(states=suffering("petrified"))), ANA, GOBLIN)
    assert chances_of(stone) == {0: Fraction(1)}


def _chance_of_three(condition: str) -> Fraction:
    return chances_of(CHRONICLE.blow(_context_with(condition), ANA, GOBLIN))[3]


def _context_with(condition: str) -> RulesContext:
    return context(pc(damage="3", states=suffering(condition)), npc())


def test_in_horror_ten_or_more_wounds_and_less_does_not() -> None:
    game = Game(
        "pj Tomás violencia=3 armas=Escopeta 1d6+1, Puños 1",
        "aparece Perro PV_máximos=9 PV=9 violencia=0 armas=Dientes 2",
        system="horror",
    )

    def strike(roll: Roll) -> int:
        hit = play_act(game, "Tomás", "test", roll, attribute="violence", creature=game.id_of("Perro"))
        if not any(each.kind == "target_consequence" for each in hit.pending):
            return 0
        wound = play_act(
            game,
            "Tomás",
            "consequence",
            roll,
            consequence="wound",
            weapon="Escopeta",
            creature=game.id_of("Perro"),
        )
        return health_lost(game, "Perro", wound)

    blow = blow_in(game, "Tomás", "Perro")
    assert chances_of(blow) == exact_chances(strike)
    assert blow is not None
    assert not blow.once
    bitten = blow_in(game, "Perro", "Tomás")
    assert chances_of(bitten) == {2: Fraction(1, 6), 0: Fraction(5, 6)}
    assert bitten is not None
    assert bitten.once


@pytest.mark.parametrize("criticals", ["true", "false"])
def test_in_percentile_specials_double_what_impales(criticals: str) -> None:
    game = Game(
        "pj Fermín FUE=16 habilidades=Pelea 60, Pico 52 PV_máximos=14 PV=14 armas=Navaja 1, Pico 1d4+1 "
        "armas_que_empalan=Pico",
        "aparece Bulto PV_máximos=30 PV=30",
        f"ajuste criticalsuccesses {criticals}",
        system="percentile",
    )

    def strike(roll: Roll) -> int:
        hit = play_act(game, "Fermín", "test", roll, skill="Pico")
        throw = hit.throws[0]
        if throw.outcome in ("failure", "fumble"):
            return 0
        special = throw.outcome in ("special", "critical")
        wound = play_act(
            game, "Fermín", "wound", roll, weapon="Pico", creature=game.id_of("Bulto"), special=special
        )
        return health_lost(game, "Bulto", wound)

    assert chances_of(blow_in(game, "Fermín", "Bulto")) == exact_chances(strike)


def test_in_percentile_a_weapon_without_a_skill_is_swung_with_strength() -> None:
    game = Game(
        "pj Fermín FUE=9 habilidades=Pelea 60, Nadar 30 PV_máximos=14 PV=14 armas=Navaja 2",
        "aparece Bulto PV_máximos=30 PV=30",
        system="percentile",
    )
    assert chances_of(blow_in(game, "Fermín", "Bulto")) == {2: Fraction(45, 100), 0: Fraction(55, 100)}
    assert blow_in(game, "Bulto", "Fermín") is None


def test_in_margin_the_attacked_who_loses_the_opposed_action_is_out() -> None:
    game = Game(
        "pj Bruno habilidades=Atletismo 15* técnicas=Pelea 13*, Mecánica 16",
        "aparece Sicario técnicas=Pelea 9*",
        system="margin",
    )
    game.do("modifica Bruno bonificación 1 descansado")

    def strike(roll: Roll) -> int:
        tried = play_act(
            game,
            "Bruno",
            "opposed",
            roll,
            characteristic="Pelea",
            creature=game.id_of("Sicario"),
            other_characteristic="Pelea",
        )
        return int(
            tried.facts[-1].kind == "contest_won" and tried.facts[-1].data["who"] == game.id_of("Bruno")
        )

    assert chances_of(blow_in(game, "Bruno", "Sicario")) == exact_chances(strike)


def test_in_margin_whoever_has_nothing_physical_does_not_attack_and_is_beaten_by_a_success() -> None:
    game = Game("pj Bruno técnicas=Pelea 10*", "aparece Notario conocimientos=Leyes 15", system="margin")
    assert blow_in(game, "Notario", "Bruno") is None
    assert chances_of(blow_in(game, "Bruno", "Notario"))[1] == Fraction(1, 2)


SNEAKS = ("pj Lía habilidades=Sigilo 12", "pj Bren habilidades=Sigilo 8")


@pytest.mark.parametrize(
    ("system", "lines", "order"),
    [
        pytest.param(
            "chronicle",
            ("pj Lía fuerza=12/11", "pj Bren fuerza=9/14"),
            "enfrenta lía fuerza bren",
            marks=pytest.mark.slow,
        ),
        ("chronicle", ("pj Lía fuerza=10/5", "pj Bren fuerza=10/5"), "enfrenta lía fuerza bren +2"),
        (
            "margin",
            ("pj Lía habilidades=Sigilo 12", "pj Bren habilidades=Sigilo 8"),
            "enfrenta lía sigilo bren",
        ),
        pytest.param(
            "margin",
            ("pj Lía habilidades=Sigilo 12", "pj Bren habilidades=Sigilo 8"),
            "enfrenta lía sigilo bren penalización 1",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_chance_of_an_opposed_roll_is_that_of_every_face(
    system: str, lines: tuple[str, ...], order: str
) -> None:
    game = Game(*lines, system=system)

    def winner(roll: Roll) -> int:
        facts = game.draft(order, roll=roll).facts
        (fact,) = (each for each in facts if each.kind.endswith(("_won", "_tied")))
        return 0 if fact.kind.endswith("_tied") else 1 if fact.data["who"] == game.id_of("Lía") else -1

    chances = exact_chances(winner)
    decided = 1 - chances.get(0, Fraction(0)) if system == "chronicle" else Fraction(1)
    throws = game.draft(order, roll=lambda sides: 1).throws
    odds = game.session.game.outcome_odds(game.session.rules_context(), *throws)
    assert Fraction(odds["won"], sum(odds.values())) == chances[1] / decided
    context = CommandContext(game.history)
    assert chance_of(parse(order, context), context) == f"{round(100 * chances[1] / decided)} %"
    assert "Probabilidad: " in preview(parse(order, context), context).text


def test_advantage_counts_in_an_opposed_roll() -> None:
    game = Game("pj Lía fuerza=10/5", "pj Bren fuerza=10/5")
    plain = game.draft("enfrenta lía fuerza bren", roll=lambda sides: 1).throws
    favoured = game.draft("enfrenta lía fuerza bren ventaja", roll=lambda sides: 1).throws
    odds, context = game.session.game.outcome_odds, game.session.rules_context()
    even, better = odds(context, *plain), odds(context, *favoured)
    assert even["won"] == even["lost"]
    assert Fraction(better["won"], sum(better.values())) > Fraction(13, 20)
    assert odds(context, *game.draft("prueba lía,bren fuerza", roll=lambda sides: 1).throws) == {}
