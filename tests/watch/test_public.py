import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from tests.examples.__main__ import EXAMPLES
from tests.session.game import Game as AnyGame
from tests.trials import each_of
from tests.watch.secrets import (
    HERO,
    HIDDEN,
    SAGE,
    SECRETS,
    SEEN,
    SYSTEM_KEYS,
    TOLD,
    Game,
    full_of_secrets,
)
from tracker.features.page.reply.watch import public_json
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.games.chronicle.system import Chronicle
from tracker.rules.glance import Gauge
from tracker.rules.refusal import Refusal
from tracker.session.players_view import Health
from tracker.session.public import PublicTable, _health_gauge, public_table
from tracker.session.recap import evenings
from tracker.store.campaign import Spectator
from tracker.wording.players import page_view, public_text
from tracker.wording.recap import recap_paragraphs


def table(game: Game) -> PublicTable:
    return public_table(game.campaign.history)


def seen_turn(game: Game) -> tuple[str, int]:
    shown = table(game)
    return shown.active.name if shown.active else "", shown.round


def everything_in(value: Any) -> str:
    """Return every text and number of a value, however deep."""
    if isinstance(value, Struct):
        return " ".join(everything_in(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, dict):
        return " ".join(map(everything_in, value.values()))
    return " ".join(map(everything_in, value)) if isinstance(value, tuple) else str(value)


POOL = """
[game]
key = "linternas"
name = "Linternas"
health = "calma"
[attribute]
fuerza = [3, 1, 6]
[counter]
calma = { max = "6" }
[check.prueba]
params = { con = "attribute", dificultad = [1, 1, 99] }
roll = "2d6 + con"
result = [["total >= dificultad", "exito"], ["1", "fallo"]]
[check.cuenta]
params = { con = "attribute" }
roll = "(con)d10"
result = [["count(>= 7) >= 1", "exito"], ["1", "fallo"]]
[act.daño]
params = { cuanto = "amount" }
do = ["calma -= cuanto"]
"""


def test_dice_of_a_game_file_add_up_for_players_and_keep_their_target_from_them() -> None:
    game = AnyGame("pj Lía", system="file.linternas", rules=POOL)
    game.do("prueba Lía fuerza 37", 4, 2)
    game.do("cuenta Lía fuerza", 8, 1, 9)
    shown = public_table(game.history)

    assert "37" not in public_json(shown)
    assert "d6: 4 2 +3 = 9" in public_text(shown)
    assert "d10: 8 1 9." in public_text(shown)


@pytest.mark.parametrize("system", SYSTEM_KEYS)
def test_no_secret_is_in_the_public_table(tmp_path: Path, system: str) -> None:
    told = everything_in(table(full_of_secrets(tmp_path, system)))
    assert SEEN in told
    assert HERO in told
    assert TOLD in told
    assert [secret for secret in SECRETS if secret in told] == []


@pytest.mark.parametrize("system", SYSTEM_KEYS)
def test_only_the_party_shows_figures(tmp_path: Path, system: str) -> None:
    game = full_of_secrets(tmp_path, system)
    for name in (HERO, SAGE):
        game.wound(name, "20", "12")
    shown = table(game)
    for each in (*shown.order, *shown.party):
        assert bool(each.gauges) is (each.party and bool(shown.gauges))
        assert each.health is None or not each.party


def test_rolls_of_the_party_are_public_without_their_targets(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    game.play(f"prueba {HERO} fuerza")
    game.play(f"prueba {SEEN} fuerza")
    game.play(f"secreto prueba {SAGE} fuerza")
    first, *_others = table(game).rolls
    assert (first.who.name, first.throw.purpose, first.throw.subject) == (HERO, "test", "strength")
    assert (first.throw.target, first.throw.margin, first.throw.label) == (None, None, "")
    assert first.throw.outcome


def test_an_undone_roll_is_not_shown(tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.play(f"pj {HERO}")
    game.play(f"prueba {HERO} fuerza")
    assert len(table(game).rolls) == 1
    game.play("deshacer")
    assert table(game).rolls == ()


def test_a_contest_with_a_hidden_creature_shows_one_side(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    game.play(f"enfrenta {HERO} fuerza {HIDDEN}")
    assert [roll.who.name for roll in table(game).rolls][:1] == [HERO]
    assert HIDDEN not in everything_in(table(game))


def test_the_turn_of_a_hidden_creature_leaves_no_trace(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    assert seen_turn(game) == (HERO, 1)
    game.play("siguiente")
    assert game.campaign.session.fight is not None
    assert game.campaign.session.fight.active == game.id_of(HIDDEN)
    assert seen_turn(game) == (HERO, 1)
    game.play("siguiente")
    assert seen_turn(game) == (SAGE, 1)
    game.play("siguiente")
    game.play(f"iniciativa {HIDDEN} 99")
    game.play("siguiente")
    assert game.campaign.session.fight.round == 2
    assert seen_turn(game) == (SEEN, 1)


def test_players_do_not_see_a_hidden_creature_open_a_round(tmp_path: Path) -> None:
    game = Game(tmp_path)
    for line in (f"pj {HERO}", f"aparece {HIDDEN}", "combate Pozo todos,zar*", f"oculta {HIDDEN}"):
        game.play(line)
    for line in (f"iniciativa {HIDDEN} 20", f"iniciativa {HERO} 10", "siguiente"):
        game.play(line)
    assert seen_turn(game) == ("", 0)
    game.play("siguiente")
    assert seen_turn(game) == (HERO, 1)
    game.play("siguiente")
    assert seen_turn(game) == (HERO, 1)
    game.play(f"muestra {HIDDEN}")
    assert seen_turn(game) == (HIDDEN, 2)


@pytest.mark.parametrize(
    ("left", "health"),
    [("10", Health.UNHURT), ("9", Health.HURT), ("5", Health.BADLY_HURT), ("0", Health.FALLEN)],
)
def test_creatures_outside_the_party_show_how_hurt_they_look(
    tmp_path: Path, left: str, health: Health
) -> None:
    game = Game(tmp_path)
    game.play(f"aparece {SEEN} salud_total=10")
    game.play(f"ficha {SEEN} salud={left}")
    game.play(f"combate Pozo {SEEN}")
    assert table(game).order[0].health is health


HURTING = {
    "chronicle": ("salud_total=10", "salud={left}"),
    "horror": ("PV_máximos=10", "PV={left}"),
    "percentile": ("PV_máximos=10", "PV={left}"),
}


@pytest.mark.parametrize("system", HURTING)
@pytest.mark.parametrize(
    ("left", "health"), [(10, Health.UNHURT), (9, Health.HURT), (5, Health.BADLY_HURT), (0, Health.FALLEN)]
)
def test_each_game_names_its_gauge_of_health(tmp_path: Path, system: str, left: int, health: Health) -> None:
    game = Game(tmp_path, system)
    most, now = HURTING[system]
    for line in (f"aparece {SEEN} {most}", f"ficha {SEEN} {now.format(left=left)}", f"combate Pozo {SEEN}"):
        game.play(line)
    up_while_the_gm_says_so = system == "percentile" and left == 0
    assert table(game).order[0].health is (Health.BADLY_HURT if up_while_the_gm_says_so else health)


@pytest.mark.parametrize("system", ["margin", "percentile"])
def test_without_counted_health_only_fallen_creatures_look_hurt(tmp_path: Path, system: str) -> None:
    game = Game(tmp_path, system)
    for line in (f"aparece {SEEN}", f"combate Pozo {SEEN}"):
        game.play(line)
    assert table(game).order[0].health is None
    game.play(f"mata {SEEN}")
    assert table(game).order[0].health is Health.FALLEN


def test_by_default_health_is_the_first_gauge_with_a_maximum() -> None:
    class Unsaid(Chronicle):
        health = ""
        gauges: tuple[Gauge, ...] = (Gauge("effort", "effort"), *Chronicle.gauges)

    class Countless(Unsaid):
        gauges = (Gauge("effort", "effort"),)

    counted = _health_gauge(Unsaid(), Character(health=3, health_max=9, effort=1))
    assert counted is not None
    assert (counted.id, counted.current, counted.maximum) == ("health", 3, 9)
    assert _health_gauge(Countless(), Character()) is None


@each_of(("cold", "tone"), [(0, "plain"), (2, "plain"), (4, "warning"), (5, "bad")])
def test_a_figure_that_fills_up_looks_bad_when_it_is_full(cold: int, tone: str) -> None:
    rules = POOL.replace("[counter]", '[counter]\nfrío = { max = "5", start = 0 }')
    game = AnyGame(f"pj Lía frío={cold} calma=1/6", system="file.linternas", rules=rules)
    (lia,) = page_view(public_table(game.history))["party"]
    assert {each["label"]: each["tone"] for each in lia["gauges"]} == {"frío": tone, "calma": "warning"}


def test_the_campaign_has_its_own_words_and_thresholds(tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.play(f"aparece {SEEN} salud_total=10")
    game.play(f"ficha {SEEN} salud=7")
    game.play(f"combate Pozo {SEEN}")
    game.play("ajuste palabra_malherido hecho polvo")
    game.play("ajuste %_malherido 70")
    shown = table(game).order[0]
    assert (shown.health, shown.own_word) == (Health.BADLY_HURT, "hecho polvo")
    game.play("deshacer")
    assert table(game).order[0].health is Health.HURT


def test_conditions_of_creatures_are_shown_only_if_the_campaign_shows_them_and_without_figures(
    tmp_path: Path,
) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    game.play(f"estado {SEEN} veneno nivel 4")
    goblin = next(each for each in table(game).order if each.name == SEEN)
    assert goblin.badges == ()
    game.play("ajuste estados_de_criaturas a la vista")
    goblin = next(each for each in table(game).order if each.name == SEEN)
    assert [(badge.id, dict(badge.data)) for badge in goblin.badges] == [("poisoned", {})]


def test_players_do_not_see_who_caused_a_condition(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    game.play(f"estado {HERO} miedo {HIDDEN}")

    assert HIDDEN not in everything_in(table(game))
    assert ["frightened"] in [[badge.id for badge in each.badges] for each in table(game).order]


def test_a_member_of_the_party_out_of_the_order_is_still_shown(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    game.play(f"oculta {SAGE}")
    shown = table(game)
    assert SAGE not in [each.name for each in shown.order]
    assert [each.name for each in shown.party] == [SAGE]


def test_equal_tables_are_equal_values(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    assert table(game) == table(game)
    assert replace(table(game), round=9) != table(game)


def names_seen(game: Game) -> list[str]:
    return [each.name for each in table(game).order]


def ambushed_game(tmp_path: Path, *lines: str) -> Game:
    """Return a fight of one hero, after some lines."""
    game = Game(tmp_path)
    for line in (f"pj {HERO}", f"combate Pozo {HERO}", *lines):
        game.play(line)
    return game


@pytest.mark.parametrize("arrival", ["aparece goblin", "aparece 2 goblin"])
@pytest.mark.parametrize(
    "ambush",
    [
        ("aparece oculto 2 goblin",),
        ("aparece oculto goblin",),
        ("aparece oculto goblin", "aparece oculto goblin"),
        ("ajuste criaturas_que_llegan ocultas", "aparece 3 goblin", "ajuste criaturas_que_llegan a la vista"),
        ("fin", "aparece 2 goblin", f"combate oculto Pozo {HERO},goblin*"),
    ],
)
def test_the_numbers_of_newcomers_tell_nothing_of_hidden_creatures(
    tmp_path: Path, ambush: tuple[str, ...], arrival: str
) -> None:
    shown = ambushed_game(tmp_path / "with", *ambush, arrival)
    alone = ambushed_game(tmp_path / "without", arrival)
    assert names_seen(shown) == names_seen(alone)
    names = [each.name for each in shown.campaign.session.creatures.values()]
    assert len(set(names)) == len(names) > len(names_seen(shown))


def test_the_number_of_a_revealed_creature_tells_nothing_of_the_others(tmp_path: Path) -> None:
    game = ambushed_game(tmp_path, "aparece 2 goblin", "aparece oculto 3 goblin")
    numbers = sorted(
        int(each.name.split()[1]) for each in game.campaign.session.creatures.values() if not each.party
    )
    assert numbers[:2] == [1, 2]
    assert numbers[2] > 19
    assert numbers[2:] != list(range(numbers[2], numbers[2] + 3))


def test_a_creature_that_players_saw_before_it_hid_keeps_its_name(tmp_path: Path) -> None:
    game = ambushed_game(
        tmp_path, "aparece 2 goblin", "oculta goblin 2", "aparece goblin", "muestra goblin 2"
    )
    assert names_seen(game) == [HERO, "goblin 1", "goblin 2", "goblin 3"]


@each_of(
    ("line", "light", "texts"),
    [("luz día", "day", ["la del día", "farol d6"]), ("luz oscuro", "dark", ["farol d6"])],
)
def test_players_read_whether_it_is_day(tmp_path: Path, line: str, light: str, texts: list[str]) -> None:
    game = Game(tmp_path / light)
    game.play("lleva grupo farol d6 luz encendida")
    game.play(line)
    assert (table(game).ambient, page_view(table(game))["lights"]) == (light, texts)
    assert f'"ambient":"{light}"' in public_json(table(game))
    assert "\n  ".join(["Luces:", *texts]) in public_text(table(game))


def test_a_hidden_creature_with_the_name_of_a_light_puts_it_out_for_nobody(tmp_path: Path) -> None:
    game = ambushed_game(
        tmp_path, f"lleva {HERO} linterna d6 luz", "enciende linterna", f"usa {HERO} linterna"
    )
    before = table(game)
    assert [light.name for light in before.lights] == ["linterna"]
    game.play("aparece oculto Linterna")
    assert table(game).lights == before.lights
    assert table(game).rolls == before.rolls


def test_a_name_that_players_do_not_know_is_a_question_mark_everywhere(tmp_path: Path) -> None:
    game = Game(tmp_path)
    for line in (
        "pj Lía",
        "aparece 2 Zarquino salud_total=6 salud=6",
        "combate Sala",
        "nombre oculto zarquino*",
        "iniciativa lía 9",
        'reloj "Zarquino 1" 4 visible',
        "estado lía fascinación Zarquino 1",
        "siguiente",
        "siguiente",
        'daño "zarquino 1" 9',
    ):
        game.play(line)
    table = public_table(game.campaign.history)
    assert [each.name for each in table.order] == ["Lía", "?", "?"]
    evening = evenings(game.campaign.history, players=True)[-1]
    told = [public_text(table), json.dumps(page_view(table)), *recap_paragraphs(evening)]
    assert "Zarquino" not in " ".join(told)
    assert "a ? ×2" in " ".join(told)
    assert "Turno de ?" in public_text(table)
    assert "Zarquino" in " ".join(recap_paragraphs(evenings(game.campaign.history)[-1]))

    game.play('nombre visible "zarquino 2"')
    assert [each.name for each in public_table(game.campaign.history).order] == ["Lía", "?", "Zarquino 2"]
    game.play("deshacer")
    assert [each.name for each in public_table(game.campaign.history).order] == ["Lía", "?", "?"]


def test_the_names_of_the_party_are_known(tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.play("pj Lía")
    with pytest.raises(Refusal) as refused:
        game.play("nombre oculto lía")
    assert refused.value.code == "name_of_party"
    game.play("aparece Lobo")
    game.play("nombre oculto lobo")
    game.play("combate Sala")
    game.play("recluta lobo")
    assert {each.name for each in public_table(game.campaign.history).order} == {"Lía", "Lobo"}


@each_of("path", EXAMPLES.glob("*/*.json"))
def test_a_program_reads_the_table_of_every_example(path: Path) -> None:
    shown = public_table(Spectator(path).history)
    badges = [badge for each in json.loads(public_json(shown))["table"]["party"] for badge in each["badges"]]
    assert all(badge["about"] == {} for badge in badges)
