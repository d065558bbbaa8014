"""Game files that are wrong: each fault has its line and what would be right, hostile ones at once."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.trials import each_of
from tracker.rules.game_file.checking import warnings_of
from tracker.rules.game_file.compiled import parse_and_check, refuse_faults
from tracker.rules.game_file.reading import Faults
from tracker.rules.game_file.source import Source
from tracker.rules.refusal import Refusal
from tracker.rules.systems import register_rules, system_of, tolerated_faults
from tracker.wording.game_file import fault_text
from tracker.wording.words import words_of

FILES = Path(__file__).parent / "files"
HEAD = '[game]\nkey = "uno"\nname = "Uno"\n'
WHOLE = (FILES / "ascuas.toml").read_text(encoding="utf-8")
MOST_SECONDS = 4
"""Seconds of work that warnings take at most, whatever the file."""
AT_ONCE = 0.1
"""Seconds in which a hostile file is refused."""


def faults(text: str) -> list[Refusal]:
    try:
        parse_and_check(text, system_of)
    except Faults as found:
        return list(found.faults)
    return []


@each_of("name", ["ascuas", "duelo", "casa", "noche"])
def test_the_files_of_the_tests_have_no_fault_and_no_warning_but_what_they_mean(name: str) -> None:
    text = (FILES / f"{name}.toml").read_text(encoding="utf-8")
    game, _base = parse_and_check(text, system_of)

    assert {each.code for each in warnings_of(game, Source(text))} <= {"game_idle_condition", "game_no_good"}


@each_of(
    ("health", "said"),
    [
        ('health = "susto"\n', True),
        ("", True),
        ('health = "golpes"\n', True),
        ('health = "vida"\n', False),
        ('health = "sangre"\n', False),
    ],
)
def test_a_health_that_starts_empty_is_warned_of(health: str, said: bool) -> None:
    bars = 'susto = { max = "6", start = 0 }\nvida = { max = "6" }\n'
    text = f"{HEAD}{health}[counter]\n{bars}golpes = {{}}\nsangre = {{ start = 5 }}\n"
    game, _base = parse_and_check(text, system_of)

    assert ("game_health_empty" in {each.code for each in warnings_of(game, Source(text))}) is said


@each_of(
    ("old", "new", "code"),
    [
        ("estado asustado 3 rondas", "estado asutado 3 rondas", "game_no_condition_near"),
        ("estado asustado 3 rondas", "estado asustado mucho", "game_lasts"),
        ("estado asustado 3 rondas", "exec rm", "game_effect"),
        ("(con)d6", "(cn)d6", "game_no_name_near"),
        ("(con)d6", "con", "game_no_dice"),
        ("(con)d6", "2 * 1d6", "game_dice_multiplied"),
        ("(con)d6", "(con)d6kh2", "game_faces_of_operators"),
        ('["1", "fallo"],\n]', '["total > 1", "fallo"],\n]', "game_last_result"),
        ("vigor   = [2, 0, 6]", "vigor   = [7, 0, 6]", "game_range_order"),
        ("vigor   = [2, 0, 6]", "vigor   = [2, 6, 0]", "game_range_order"),
        ("vigor   = [2, 0, 6]", "vigor   = [2.0, 0, 6]", "game_range"),
        ("raciones = { start = 3 }", "raciones = { start = 3, max = 2 }", "game_start"),
        ("raciones = { start = 3 }", "raciones = { start = 3, low = 4 }", "game_start"),
        ("vigor   = [2, 0, 6]", "si      = [2, 0, 6]", "game_reserved"),
        ('health = "aguante"', 'health = "aguate"', "game_no_counter_near"),
        ('key = "ascuas"', 'key = "chronicle"', "game_key_taken"),
        ('key = "ascuas"', 'key = "Ascuas!"', "game_key"),
        ('turn = "6s"', 'turn = "6 s"', "game_duration"),
        ('rolls = "-1", ends', 'value = "-1", on = ["vigr"], ends', "game_no_attribute_near"),
        ('rolls = "-1", ends', 'value = "-1", on = ["aguante"], ends', "game_no_attribute"),
        ('rolls = "-1", ends', 'value = "-1", on = "vigor", ends', "game_not_texts"),
        ('rolls = "-1", ends', 'rolls = "-1", on = ["vigor"], ends', "game_on_value"),
        ("[attribute]", "[atribute]", "game_unknown_near"),
        ("raciones = { start = 3 }", 'raciones = { start = 3, full = ["fuera"] }', "game_full_max"),
        ("raciones = { start = 3 }", 'raciones = { at = { mucho = ["fuera"] } }', "game_threshold"),
        ("raciones = { start = 3 }", 'raciones = { at = { 2 = ["vigr += 1"] } }', "game_no_figure_near"),
        ("raciones = { start = 3 }", 'raciones = { at = { 2 = ["vigor += 1d6"] } }', "game_dice_here"),
        ("raciones = { start = 3 }", 'raciones = { at = { 2 = [], ">=2" = [] } }', "game_twice"),
        ("raciones = { start = 3 }", 'raciones = { max = "4 + light" }', "game_of_table"),
        ("raciones = { start = 3 }", 'raciones = { max = "4 + raciones" }', "game_circle"),
        ("raciones = { start = 3 }", 'raciones = { max = "2 * raciones_max" }', "game_circle"),
        ("raciones = { start = 3 }", 'raciones = { start = "raciones + 1" }', "game_circle"),
        (
            "raciones = { start = 3 }",
            'raciones = { max = "maná" }\nmaná = { max = "raciones" }',
            "game_circle",
        ),
        ("raciones = { start = 3 }", 'raciones = { at = { 2 = ["vigor = total"] } }', "game_faces_here"),
        ("suerte -= 1", "suerte -= count(6)", "game_faces_here"),
        ("suerte -= 1", "si rival > 3: suerte -= 1", "game_faces_here"),
        ("(con)d6", "(con + highest)d6", "game_faces_here"),
        ("suerte -= 1", "di", "game_effect_bare"),
        ("suerte -= 1", "pide", "game_effect_bare"),
        ("suerte -= 1", "si suerte > 2 suerte -= 1", "game_effect_guard"),
        ("suerte -= 1", "si suerte > 2: si vigor > 2: suerte -= 1", "game_effect_guard"),
        ("suerte -= 1", "pide prueba vigr", "game_no_attribute_near"),
        ("suerte -= 1", "pide aguantar vigor", "game_pend_without"),
        ("suerte -= 1", "di \\u202eal reves", "game_control"),
        ('name = "Ascuas"', 'name = "a\\u0007"', "game_control"),
        ("suerte -= 1", "clock.alarma -= 1", "game_no_clock"),
        ("suerte -= 1", "todos.guardia -= 1", "game_no_figure"),
        ("suerte -= 1", "suerte -= clock.alarma", "game_no_name"),
        ('initiative = "1d6"', 'initiative = "pruba"', "game_no_check_near"),
        ('initiative = "1d6"', 'initiative = "1d6 + vigor"', "game_initiative"),
        ("2 + ingenio // 2 - has(derribado)", "2 + guardia", "game_circle"),
        ("2 + ingenio // 2 - has(derribado)", "1d6", "game_dice_here"),
        ('since = "come"', 'since = "desayuna"', "game_no_moment"),
        ('params = { cuanto = "amount" }', 'params = { cuanto = "amont" }', "game_no_kind_near"),
        ("suerte -= 1", "target.suerte -= 1", "game_target_here"),
        ('do = ["suerte -= 1"', 'doer = "target"\ndo = ["suerte -= 1"', "game_attack_target"),
        ('do = ["suerte -= 1"', 'doer = "quien"\ndo = ["suerte -= 1"', "game_choice"),
        ('do = ["suerte -= 1"', 'suits = "1d6"\ndo = ["suerte -= 1"', "game_dice_here"),
        ('do = ["suerte -= 1"', 'suits = "suete > 1"\ndo = ["suerte -= 1"', "game_no_name_near"),
        ('do = ["suerte -= 1"', 'others = 1\ndo = ["suerte -= 1"', "game_not_flag"),
        ("suerte -= 1", "guardia -= 1", "game_no_figure"),
        ('every = "24h"', 'when = "hour"\nevery = "24h"', "game_when"),
        ('name = "Ascuas"', 'name = "{fact}"', "game_brace"),
        ('name = "Ascuas"', "name = Ascuas", "game_toml"),
        ('name = "Ascuas"', 'name = "a\x1b[2J"', "game_control"),
        ('name = "Ascuas"', 'name = "a\u202e"', "game_control"),
    ],
)
def test_a_fault_is_told_with_its_line_and_what_would_be_right(old: str, new: str, code: str) -> None:
    assert old in WHOLE
    text = WHOLE.replace(old, new, 1)
    line = WHOLE[: WHOLE.index(old)].count("\n") + 1 - (code == "game_when")
    found = faults(text)

    assert code in [each.code for each in found]
    fault = next(each for each in found if each.code == code)
    assert fault.data["line"] == line
    told = fault_text(fault)
    assert told.startswith(f"línea {line}")
    assert "…" not in told
    assert code not in told


NAMES = """
[game]
key = "uno"
name = "Uno"
health = "vida"
attack = "golpea"
milestones = ["oasis"]
[attribute]
fuerza = [2, 0, 5]
[derived]
guardia = "1 + max(fuerza, 2) + has(herido)"
[counter]
vida = { max = "6", empty = ["estado herido"], refill = { oasis = "max" } }
agua = { die = [8, 6, 4], at = { 4 = ["di queda poca"] } }
[clock]
niebla = { segments = 4, full = ["todos.vida -= 2"] }
[list]
armas = "dice"
[condition]
herido = { value = "-1", on = ["fuerza"], only = ["golpea"], ends = "resiste", at = "turn_end" }
[check.golpea]
params = { arma = "armas", con = "attribute", target = "creature" }
roll = "2d6 + con"
vs = "resiste"
result = [["total >= rival y count(6) < 2", "gana"], ["1", "pierde"]]
on.gana = ["target.vida -= arma", "target.estado herido"]
on.pierde = ["clock.niebla += 1"]
[check.resiste]
roll = "2d6 + guardia"
result = [["total >= 8", "aguanta"], ["1", "cede"]]
[act.bebe]
do = ["usa agua", "libera herido", "pide resiste"]
[due.sed]
every = "6h"
since = "bebe"
if = "vida > 1"
do = ["vida -= 1"]
[words]
guardia = ["guardia", "ward"]
resiste = ["aguante", "withstand"]
"""


@each_of(
    ("entry", "name"),
    [
        ('health = "vida"', "vida"),
        ('attack = "golpea"', "golpea"),
        ("max(fuerza, 2)", "max"),
        ("max(fuerza, 2)", "fuerza"),
        ("has(herido)", "has"),
        ("has(herido)", "herido"),
        ('empty = ["estado herido"]', "estado"),
        ('empty = ["estado herido"]', "herido"),
        ("{ oasis =", "oasis"),
        ('on = ["fuerza"]', "fuerza"),
        ('only = ["golpea"]', "golpea"),
        ('ends = "resiste"', "resiste"),
        ('arma = "armas"', "armas"),
        ('con = "attribute"', "attribute"),
        ("2d6 + con", "con"),
        ('vs = "resiste"', "resiste"),
        ("total >= rival", "total"),
        ("count(6) < 2", "count"),
        ("on.gana", "gana"),
        ("target.vida -= arma", "vida"),
        ("target.vida -= arma", "arma"),
        ("2d6 + guardia", "guardia"),
        ("usa agua", "agua"),
        ("libera herido", "libera"),
        ("libera herido", "herido"),
        ("pide resiste", "resiste"),
        ('since = "bebe"', "bebe"),
        ('"vida > 1"', "vida"),
        ("clock.niebla += 1", "niebla"),
        ("todos.vida -= 2", "vida"),
        ("segments =", "segments"),
        ("[clock]", "clock"),
        ("every =", "every"),
        ("[derived]", "derived"),
        ('guardia = ["guardia"', "guardia"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest_one(entry: str, name: str) -> None:
    assert NAMES.count(entry) == 1
    assert faults(NAMES) == []
    for wrong in (name[:-1] + "x" + name[-1], name[:1] + name[2:] if len(name) > 3 else f"{name}s"):
        told = [fault_text(each) for each in faults(NAMES.replace(entry, entry.replace(name, wrong, 1)))]
        assert any(f"«{wrong}" in each and f"¿Querías decir «{name}»?" in each for each in told), told


@each_of(
    ("entry", "wrong", "name"),
    [
        ("2d6 + guardia", "2d6 + ward", "guardia"),
        ("pide resiste", "pide withstnd", "resiste"),
        ("pide resiste", "pide Resiste", "resiste"),
        ('attack = "golpea"', 'attack = "aguante"', "resiste"),
    ],
)
def test_a_name_said_by_its_word_is_told_by_the_name(entry: str, wrong: str, name: str) -> None:
    told = [fault_text(each) for each in faults(NAMES.replace(entry, wrong))]
    assert any(f"¿Querías decir «{name}»?" in each for each in told), told


@each_of(("on", "told"), [("chronicel", "¿Querías decir «chronicle»?"), ("xyzzy", "Hay: chronicle, horror,")])
def test_an_unknown_game_below_house_rules_is_told_with_the_nearest_one(on: str, told: str) -> None:
    (fault,) = faults(f'{HEAD}on = "{on}"\n')
    assert told in fault_text(fault)


CHECK = """
[clock]
niebla = { segments = 4 }
[attribute]
fuerza = [2, 0, 3]
[condition]
alerta = { rolls = "2" }
[check.prueba]
params = { con = "attribute", dificultad = [10, 5, 20] }
roll = "2d6 + con"
result = [["total == 2", "pifia"], ["total >= dificultad", "éxito"], ["1", "fallo"]]
"""
REACH = ("game_out_of_reach", "game_hopeless")
UNREACHED = [
    ("[10, 5, 20]", "[10, 5, 17]", []),
    ("[10, 5, 20]", "[10, 5, 18]", ["dificultad 18 "]),
    ("[10, 5, 20]", "[10, 5, 40]", ["dificultad 18–40 "]),
    ("[10, 5, 20] }", '[10, 5, 18], mod = "modifier" }', ["dificultad 18 ", "salvo con un «mod»"]),
    ('rolls = "2"', 'value = "2"', ["dificultad 18–20 "]),
    ('rolls = "2"', 'value = "-2"', ["dificultad 16–20 "]),
    ('rolls = "2"', 'rolls = "2", only = ["otra"]', ["dificultad 16–20 "]),
    ("total == 2", "total == 1", ["«pifia»"]),
    ("total == 2", "total == 18", ["«pifia»"]),
    ("2d6 + con", "2d6 - con - dificultad", ["dificultad 8–20 "]),
    ("2d6 + con", "(con)d4", ["dificultad 15–20 "]),
    ("total >= dificultad", "count(>= 5) >= dificultad", ["«éxito»"]),
    ("total >= dificultad", "highest >= dificultad", ["dificultad 7–20 "]),
    ("total >= dificultad", "total + 3 * has(alerta) >= dificultad + 1", ["dificultad 20 "]),
    ("total >= dificultad", "total >= dificultad y total <= 12", ["dificultad 13–20 "]),
    ("2d6 + con", "2d6 + con - 2 * (light == 0)", ["dificultad 18–20 "]),
    ("2d6 + con", "2d6 + con - clock.niebla - 1", ["dificultad 17–20 "]),
    ("[10, 5, 20]", "[10, 5, 999]", []),  # too many to try
]


@each_of(("old", "new", "told"), UNREACHED)
def test_what_no_throw_reaches_is_warned_of(old: str, new: str, told: list[str]) -> None:
    assert old in CHECK
    text = f"{HEAD}{CHECK}".replace(old, new, 1)
    if "only" in text:
        text += '[check.otra]\nroll = "1d6"\nresult = [["total >= 4", "éxito"], ["1", "fallo"]]\n'
    game, _base = parse_and_check(text, system_of)
    found = [each for each in warnings_of(game, Source(text)) if each.code in REACH]
    warnings = [fault_text(each) for each in found]
    for each in told:
        assert any(each in warning for warning in warnings), warnings
    assert bool(warnings) is bool(told), warnings


@each_of(
    ("entry", "code"),
    [
        ("a = { segments = 99 }", "game_segments"),
        ('a = { full = ["fuera"] }', "game_whose"),
        ('a = { full = ["raciones += 1"] }', "game_whose"),
        ('a = { full = ["si has(asustado): di x"] }', "game_whose"),
        ('a = { full = ["target.raciones += 1"] }', "game_target_here"),
        ('a = { full = ["pc.raciones += vigor"] }', "game_no_name"),
        ('a = { ful = ["di x"] }', "game_unknown_near"),
        ("vigor = {}", "game_twice"),
        ("a = 3", "game_not_table"),
    ],
)
def test_a_fault_of_a_clock_is_told_with_its_line(entry: str, code: str) -> None:
    text = f"{WHOLE}\n[clock]\n{entry}\n"
    found = faults(text)

    assert code in [each.code for each in found]
    assert {each.data["line"] for each in found} == {text.count("\n")}


def test_figures_of_the_table_and_of_its_creatures_are_no_fault_of_a_clock() -> None:
    effects = '"pc.raciones += target.vigor + light", "si light > clock.a: todos.estado asustado"'
    assert not faults(f'{WHOLE}\n[clock]\na = {{ full = [{effects}, "clock.a = 0", "di x"] }}\n')


@each_of(("table", "entry"), [("attribute", "[1, 0, 5]"), ("derived", '"1"'), ("counter", "{}")])
def test_a_figure_of_the_name_of_the_lights_is_no_new_one_and_plays_in_a_save(table: str, entry: str) -> None:
    text = WHOLE.replace(f"[{table}]", f"[{table}]\nlight = {entry}", 1)
    (fault,) = faults(text)

    assert (fault.code, fault.data["name"]) == ("game_reserved", "light")
    game = system_of(register_rules("file.ascuas", text))
    assert [each.code for each in game.tolerated] == ["game_reserved"]


FORTY = [f"x{number}" for number in range(40)]
ENDLESS = [
    "[attribute]\n"
    + "".join(f"{name} = [0, 0, 9]\n" for name in FORTY)
    + f'[counter]\na = {{ max = "{"+".join(FORTY)}" }}',
    '[counter]\na = { max = "b" }\nb = { max = "a", start = 0 }',
    '[attribute]\na = [0, 0, 9]\n[condition]\nc = { value = "a" }',
]


@each_of("tables", ENDLESS)
def test_what_no_throw_reaches_is_asked_without_end_by_no_file(tables: str) -> None:
    check = '[check.x]\nroll = "2d6 + a"\nresult = [["total > 99", "éxito"], ["1", "fallo"]]\n'
    _warn_in_time(f"{HEAD}{tables}\n{check}")


def test_figures_that_double_each_other_and_many_pools_are_asked_in_time() -> None:
    doubled = [f'y{number} = "y{number + 1} + y{number + 1}"' for number in range(40)]
    pool = 'roll = "(9 + y0)d10"\nresult = [["count(>= 5) + first >= 99", "éxito"], ["1", "fallo"]]\n'
    checks = "".join(f"[check.{name}]\n{pool}" for name in FORTY)
    _warn_in_time(
        f'{HEAD}[attribute]\na = [0, 0, 9]\n[derived]\n{chr(10).join(doubled)}\ny40 = "a"\n{checks}'
    )


def _warn_in_time(text: str) -> None:
    game, _base = parse_and_check(text, system_of)
    start = time.process_time()
    warnings_of(game, Source(text))
    assert time.process_time() - start < MOST_SECONDS


TWICE = [
    ("dificultad = [1, 0, 6] }", 'paso = ["ingenio", "temple"] }', "ingenio"),
    ("dificultad = [1, 0, 6] }", 'paso = ["alto", "guardia"] }', "guardia"),
    ("dificultad = [1, 0, 6] }", 'paso = ["suerte_max", "bajo"] }', "suerte_max"),
    ("dificultad = [1, 0, 6] }", 'paso = ["bajo", "con"] }', "con"),
    ("dificultad = [1, 0, 6] }", 'paso = ["bajo", "alto"], salto = ["alto", "bajo"] }', "alto"),
    ("dificultad = [1, 0, 6] }", 'paso = ["bajo", "bajo"] }', "bajo"),
    ('milestones = ["fin_sesion"]', 'milestones = ["fin_sesion", "raciones"]', "raciones"),
    ('milestones = ["fin_sesion"]', 'milestones = ["fin_sesion", "hour"]', "hour"),
    ('milestones = ["fin_sesion"]', 'milestones = ["fin_sesion", "aprieta"]', "aprieta"),
    ("raciones = { start = 3 }", "raciones = { start = 3 }\nday = {}", "day"),
]
"""What gives a name a second meaning: the text that it replaces, the new text, and the name."""


def with_twice(old: str, new: str) -> str:
    assert old in WHOLE
    spare = '["count(>= 5) >= dificultad + 2", "crítico"],\n  ["count(>= 5) >= dificultad", "éxito"]'
    text = WHOLE.replace(spare, '["count(>= 5) >= 1", "éxito"]').replace(spare, "")
    return text.replace(old, new, 1)


@each_of(("old", "new", "name"), TWICE)
def test_a_name_means_one_thing_in_a_new_file_and_what_it_did_in_a_save(
    old: str, new: str, name: str
) -> None:
    text = with_twice(old, new)
    line = text[: text.index(new.splitlines()[-1])].count("\n") + 1
    found = faults(text)
    fault = next(each for each in found if each.data["name"] == name)

    assert (fault.code, fault.data["line"], fault.data["name"]) == ("game_twice", line, name)
    game = system_of(register_rules("file.ascuas", text))
    with pytest.raises(Refusal, match="bad_game_file"):
        refuse_faults(game.tolerated)
    assert [each.data for each in tolerated_faults(game.key)] == [each.data for each in found]


@each_of(
    ("entry", "code"),
    [
        ('vigr = ["algo", "some"]', "game_no_word_near"),
        ('xyzzy = ["algo", "some"]', "game_no_word"),
        ('temple = ["Vigor", "nerve"]', "game_same_word"),
        ('temple = ["temple", "bráwn"]', "game_same_word"),
        ('ingenio = ["temple", "wits"]', "game_same_word"),
        ('derribado = ["asustado", "prone"]', "game_same_word"),
        ('aprieta = ["aguantar", "push"]', "game_same_word"),
        ('temple = ["temple", "nerve", "nerf"]', "game_many_words"),
        ('temple = ["", "nerve"]', "game_empty_word"),
        ('temple = ["temple\\u200b", "nerve"]', "game_control"),
    ],
)
def test_a_wrong_word_is_a_fault_with_its_line_and_plays_in_a_save(entry: str, code: str) -> None:
    text = f'{WHOLE}\n[words]\nvigor = ["vigor", "brawn"]\n{entry}\n'
    (fault,) = faults(text)

    assert (fault.code, fault.data["line"]) == (code, text.count("\n"))
    assert "Hay: ," not in fault_text(fault)
    assert system_of(register_rules("file.ascuas", text)).conditions


@each_of(
    ("counter", "uncrossed"),
    [
        ('{ max = "4 + vigor", at = { 9 = ["di x"] } }', []),
        ('{ max = "2 + vigor", at = { 9 = ["di x"] } }', ["<=9"]),
        ('{ max = "3 + vigor", start = 0, at = { 10 = ["di x"], 9 = ["di y"] } }', [">=10"]),
        ('{ max = "6", at = { "<0" = ["di x"], "<1" = ["di y"], ">6" = ["di z"] } }', ["<0", ">6"]),
        ('{ start = 3, low = 2, at = { 2 = ["di x"], 500 = ["di y"] } }', [">=2"]),
        ('{ die = [8, 6, 4], at = { 4 = ["di x"], "<=8" = ["di y"] } }', ["<=8"]),
        ('{ max = "3 + raciones", at = { 900 = ["di x"] } }', []),
    ],
)
def test_a_threshold_that_no_counter_passes_is_warned_of(counter: str, uncrossed: list[str]) -> None:
    text = WHOLE.replace("raciones = {", f"marea = {counter}\nraciones = {{", 1)
    game, _base = parse_and_check(text, system_of)
    found = [each for each in warnings_of(game, Source(text)) if each.code == "game_uncrossed"]

    assert [each.data["threshold"] for each in found] == uncrossed
    line = text[: text.index("marea")].count("\n") + 1
    assert {each.data["line"] for each in found} <= {line}


@each_of("roll", ["61d6", "(con + 100)d6", "1d1001", "1d(2000 * con + 1001)"])
def test_a_check_of_more_dice_than_fall_at_once_is_warned_of_once(roll: str) -> None:
    text = f"{HEAD}{CHECK}".replace("2d6 + con", roll)
    game, _base = parse_and_check(text, system_of)

    assert [each.code for each in warnings_of(game, Source(text)) if "idle" not in each.code] == [
        "game_unrollable"
    ]


def test_a_faulty_name_of_a_game_is_not_missing() -> None:
    assert [each.code for each in faults(HEAD.replace('"Uno"', '"U[no"'))] == ["game_brace"]


def deep(open_: str, close: str) -> str:
    return f"{HEAD}[derived]\na = {open_ * 150}1{close * 150}\n"


HOSTILE: dict[str, Callable[[], str]] = {
    "10 MB": lambda: HEAD + "# x\n" * 2_600_000,
    "a long line": lambda: f'{HEAD}x = "{"a" * 5_000}"',
    "a key of dots": lambda: HEAD + ".".join("a" * 16_000) + " = 1",
    "dotted keys in many lines": lambda: HEAD + "".join(f"{'a.' * 180}b{n} = 1\n" for n in range(80)),
    "deep arrays": lambda: deep("[", "]"),
    "deep tables": lambda: deep("{a=", "}"),
    "deep brackets in lines": lambda: HEAD + "a = " + "[\n" * 14_000,
    "a million names": lambda: HEAD + "[attribute]\n" + "".join(f"a{n} = [1,1,1]\n" for n in range(2_000)),
    "many words": lambda: HEAD + "[words]\n" + "".join(f'a{n} = "b"\n' for n in range(2_500)),
    "formulas that grow": lambda: (
        HEAD + "[derived]\n" + 'f0 = "1"\n' + "".join(f'f{n} = "f{n - 1} * f{n - 1}"\n' for n in range(1, 59))
    ),
    "a circle of derived figures": lambda: f'{HEAD}[derived]\na = "b"\nb = "c"\nc = "a"\n',
    "names of Python": lambda: f'{HEAD}[derived]\n__class__ = "1"\nself = "__import__"\n',
    "dice of a thousand million": lambda: (
        f'{HEAD}[check.x]\nroll = "1000000000d1000000000"\nresult = [["1", "éxito"]]\n'
    ),
    "control characters": lambda: f'{HEAD}[text]\na = "\x00"\n',
    "surrogates": lambda: f'{HEAD}[text]\na = "\\ud800"\n',
    "a game of the program": lambda: HEAD.replace("uno", "horror"),
    "an unknown base": lambda: f'{HEAD}on = "nowhere"\n',
    "nothing": lambda: "",
    "no table": lambda: "game = 3\n",
    "wrong types": lambda: (
        f"{HEAD}turn = 3\nmilestones = 3\nrounds = 3\n[attribute]\na = 3\n[counter]\nb = 3\n[condition]\n"
        "c = []\n[check]\nd = 3\n[act]\ne = 3\n[due]\nf = 3\n[words]\ng = 3\n"
    ),
}


@each_of("name", HOSTILE)
def test_a_hostile_file_is_refused_at_once_or_plays(name: str) -> None:
    text = HOSTILE[name]()
    began = time.perf_counter()
    found = faults(text)
    took = time.perf_counter() - began

    assert took < AT_ONCE * 10  # the machine of the tests is shared
    for fault in found:
        assert int(fault.data["line"] or 0) >= 1
        assert fault.code not in fault_text(fault)
    if name != "formulas that grow":
        assert found


def test_figures_that_square_each_other_stay_within_bounds_and_are_computed_once() -> None:
    text = HOSTILE["formulas that grow"]().replace('f0 = "1"', 'f0 = "9"')
    began = time.perf_counter()
    game = system_of(register_rules("file.uno", text))
    sheet = game.new_sheet("pc", 0)
    assert time.perf_counter() - began < AT_ONCE * 10
    assert game.with_dependents_updated(sheet, sheet) == sheet


def broken(text: str, chance: random.Random) -> str:
    """Return a file with some of it cut, doubled, moved or replaced."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        line = lines[at]
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, line)
            case 2:
                cut = chance.randrange(len(line) + 1)
                lines[at] = line[:cut] + chance.choice("\"[]{}=,.#'()\\ d6$ñ\t0") + line[cut + 1 :]
            case 3:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], line
            case 4:
                words = line.split()
                chance.shuffle(words)
                lines[at] = " ".join(words)
            case _:
                lines[at] = line.replace(chance.choice("abcdegiorst123456"), chance.choice("xyz909"), 1)
        if not lines:
            return ""
    return "\n".join(lines)


def try_broken(seeds: range) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(FILES.glob("*.toml"))]
    for seed in seeds:
        chance = random.Random(seed)
        text = broken(chance.choice(texts), chance)
        for fault in faults(text):
            assert isinstance(fault.data["line"], int), (seed, fault)
            assert fault.code not in fault_text(fault), (seed, fault)


def test_a_broken_file_is_refused_with_a_line_or_plays() -> None:
    try_broken(range(300))


@pytest.mark.slow
def test_a_hundred_thousand_broken_files_are_refused_with_a_line_or_play() -> None:
    try_broken(range(300, 100_000))


def test_the_rules_sheet_says_the_minutes_of_what_falls_due() -> None:
    name = register_rules("file.ascuas", WHOLE.replace('every = "24h"', 'every = "90m"'))

    assert words_of(name).space("rule")["game.due.hambre"].startswith("hambre. 1h30m come: ")
