"""Games as files, played: figures, checks with exact odds, conditions, pending rolls, house rules."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.rules.every import exact_chances
from tests.session.game import Game, refusal_code
from tests.trials import each_of, one_row_of
from tracker.commands.command import CommandContext
from tracker.commands.preview import preview_line
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import TurnOrder
from tracker.rules.systems import system_of
from tracker.screens.asking.acting import letters_of
from tracker.screens.tabs.group import GroupPane
from tracker.screens.tabs.sheet import card
from tracker.session.moves.game_file import play_by
from tracker.store.game_files import Shelf
from tracker.store.paths import examples_folder
from tracker.widgets.bindings import menu_of
from tracker.wording.report import status_text
from tracker.wording.sentences import refusal_sentence, sentences
from tracker.wording.status import status_of
from tracker.wording.words import game_name, words_of

FILES = Path(__file__).parent / "files"


def play_lines(name: str, *lines: str, system: str = "") -> Game:
    folder = FILES if (FILES / f"{name}.toml").exists() else examples_folder("games")
    text = (folder / f"{name}.toml").read_text(encoding="utf-8")
    if system:
        return Game(*lines, system=system, house=text)
    return Game(*lines, system=f"file.{name}", rules=text)


def figures(game: Game, name: str) -> Any:
    return game.session.creatures[game.id_of(name)].sheet


def chances(game: Game, line: str) -> Mapping[str, Fraction]:
    (throw, *_others) = (each for each in game.draft(line, roll=lambda sides: sides).throws if each.bands)
    return shares(game.session.game.outcome_odds(game.session.rules_context(), throw))


def shares(ways: Mapping[str, int]) -> Mapping[str, Fraction]:
    return {name: Fraction(count, sum(ways.values())) for name, count in ways.items()}


def test_maxima_follow_their_formulas_on_a_new_sheet_a_copy_and_in_play() -> None:
    game = play_lines("ascuas", "pj Lía vigor=3", "aparece goblin vigor=5")
    assert (figures(game, "Lía").aguante_max, figures(game, "Lía").aguante) == (10, 10)
    assert figures(game, "goblin").aguante_max == 14

    game.do("ficha lía vigor=4")
    assert (figures(game, "Lía").aguante_max, figures(game, "Lía").aguante) == (12, 12)
    game.do("daño lía 6")
    game.do("ficha lía vigor=5")
    assert (figures(game, "Lía").aguante_max, figures(game, "Lía").aguante) == (14, 9)


def test_a_maximum_that_the_gm_has_written_stays() -> None:
    game = play_lines("ascuas", "pj Lía aguante_max=20")
    game.do("ficha lía vigor=6")

    assert (figures(game, "Lía").aguante_max, figures(game, "Lía").aguante) == (20, 20)


@pytest.mark.parametrize(
    ("name", "who", "line"),
    [
        ("ascuas", "pj Lía vigor=3", "prueba lía vigor 1"),
        pytest.param("ascuas", "pj Lía vigor=5", "prueba lía vigor 2", marks=pytest.mark.slow),
        ("duelo", "pj Lía habilidades=Pelea_55", "prueba lía pelea +10"),
        ("duelo", "pj Lía habilidades=Pelea_55", "fuerza lía pelea"),
    ],
)
def test_every_outcome_has_the_chance_that_counting_all_faces_gives(name: str, who: str, line: str) -> None:
    game = play_lines(name, who.replace("_", " "))
    drafted = game.falling(line)

    def outcome(roll: Roll) -> str:
        return next(each for each in drafted(roll).throws if each.bands).outcome

    assert dict(chances(game, line)) == exact_chances(outcome)


def test_the_preview_tells_the_chance_of_every_outcome() -> None:
    game = play_lines("ascuas", "pj Lía vigor=3")
    told = preview_line("prueba lía vigor 1", CommandContext(game.history)).text

    assert told == ("Se tiran 3d6. Probabilidad: 70 % (crítico 4 %, éxito 67 %, pifia 17 %, fallo 12 %).")


def test_an_opposed_check_weighs_every_total_of_the_rival() -> None:
    game = play_lines("duelo", "pj Lía habilidades=Pelea 55", "pj Bren habilidades=Pelea 35")
    drafted = game.falling("pulso lía pelea contra bren")

    def outcome(roll: Roll) -> str:
        return drafted(roll).throws[0].outcome

    mine, theirs = drafted(lambda sides: 1).throws
    odds = game.session.game.outcome_odds(game.session.rules_context(), mine, theirs)
    assert shares(odds) == exact_chances(outcome)


def test_two_pools_are_compared_by_the_faces_that_each_counts() -> None:
    game = play_lines("noche", "pj Lía sigilo=2", "aparece guardia alerta=1")
    drafted = game.falling("acecha lía guardia")

    def outcome(roll: Roll) -> str:
        return drafted(roll).throws[0].outcome

    one, other = drafted(lambda sides: sides).throws[:2]
    odds = game.session.game.outcome_odds(game.session.rules_context(), one, other)
    assert dict(shares(odds)) == exact_chances(outcome)
    told = preview_line("acecha lía guardia", CommandContext(game.history)).text
    assert told.endswith("(gana 38 %, empata 47 %, pierde 15 %).")


def test_a_condition_that_a_rule_begins_ends_by_itself_and_changes_the_dice() -> None:
    game = play_lines("ascuas", "pj Lía vigor=3", "combate Puente", "turno")
    told = game.sentences("prueba lía vigor", 1, 1, 2)
    assert told.endswith("Lía tiene «asustado» durante 3 rondas.")
    assert chances(game, "prueba lía vigor") == chances(
        play_lines("ascuas", "pj Lía vigor=2"), "prueba lía vigor"
    )

    waiting = [each for each in game.session.pending.values() if each.kind == "ends.asustado"]
    game.do("turno")
    waiting = [each for each in game.session.pending.values() if each.kind == "ends.asustado"]
    assert len(waiting) == 1
    assert game.sentences("resuelve", 6).endswith("Éxito. Lía ya no tiene «asustado».")
    assert not figures(game, "Lía").suffers


def test_a_cost_that_is_not_there_is_refused_and_refilled_by_its_milestone() -> None:
    game = play_lines("ascuas", "pj Lía", "aprieta lía", "aprieta lía")
    assert refusal_code(lambda: game.do("aprieta lía")) == "game_not_enough"

    game.do("llega fin sesion")
    assert figures(game, "Lía").suerte == 1


def test_two_attributes_are_told_in_their_order() -> None:
    text = (FILES / "ascuas.toml").read_text(encoding="utf-8")
    text += '[check.par]\nparams = { con = "attribute", y_con = "attribute" }\n'
    text += 'roll = "(con)d6 + 100 * y_con"\n'
    text += 'result = [["1", "éxito"]]\n'
    game = Game("pj Lía vigor=5 temple=1", system="file.ascuas", rules=text)

    (one,) = game.draft("par lía vigor temple", roll=lambda sides: sides).throws
    (other,) = game.draft("par lía temple vigor", roll=lambda sides: sides).throws

    assert (len(one.dice), one.total) == (5, 130)
    assert (len(other.dice), other.total) == (1, 506)
    told = game.sentences("par lía vigor temple", 1, 2, 3, 4, 5)
    assert told == "Lía, par · vigor + temple: d6 → 1 2 3 4 5 +100. Éxito."


def test_a_refill_may_take_away_and_stops_at_the_least() -> None:
    text = (FILES / "ascuas.toml").read_text(encoding="utf-8")
    text = text.replace('fin_sesion = "+1"', 'fin_sesion = "-2"')
    game = Game("pj Lía temple=3", system="file.ascuas", rules=text)

    game.do("llega fin sesion")
    assert figures(game, "Lía").suerte == 1
    game.do("llega fin sesion")
    assert figures(game, "Lía").suerte == 0


def test_what_falls_due_since_an_act_waits_as_one_roll_with_its_span() -> None:
    game = play_lines("ascuas", "pj Lía", "intervalo 2d")
    (waiting,) = game.session.pending.values()
    assert (waiting.kind, dict(waiting.data)) == ("due.hambre", {"span": 2})

    game.do("resuelve")
    assert figures(game, "Lía").raciones == 1


def test_an_attack_hurts_with_the_named_dice_of_the_sheet() -> None:
    game = play_lines("duelo", "pj Lía habilidades=Pelea 55 armas=Pico 1d8", "aparece ogro")
    told = game.sentences("ataca lía pico pelea contra ogro", 5, 7, 3)

    assert told == (
        "Lía ataca a ogro: Pico. Lía, ataca · Pico + Pelea: d100 → 05 contra 55. Especial. "
        "ogro pierde 10 de vida (d8 → 7 3 = 10): le quedan 0."
    )


def test_house_rules_add_conditions_acts_and_dues_to_a_game() -> None:
    game = play_lines("casa", "pj Lía fuerza=10/12 salud_total=14 salud=14", system="chronicle")
    game.do("susto lía 3")
    game.do("susto lía 2")
    assert figures(game, "Lía").locura == 5
    assert "empapado" in figures(game, "Lía").suffers
    before = chances_of_base(game, "prueba lía fuerza")
    game.do("libra lía empapado")
    assert chances_of_base(game, "prueba lía fuerza") - before == Fraction(1, 10)


def chances_of_base(game: Game, line: str) -> Fraction:
    (throw,) = game.draft(line, roll=lambda sides: 1).throws
    odds = shares(game.session.game.outcome_odds(game.session.rules_context(), throw))
    return sum((each for name, each in odds.items() if game.session.game.is_success(name)), Fraction(0))


def test_a_check_that_does_something_to_another_creature_asks_for_it() -> None:
    game = play_lines("duelo", "pj Lía habilidades=Pelea 55 armas=Pico 1d8", "aparece ogro")

    assert refusal_code(lambda: game.draft("ataca lía pico pelea", roll=lambda sides: 1)) == "missing"


def test_a_counter_at_its_least_does_what_its_file_says_whoever_took_the_last_of_it() -> None:
    lines = ("pj Lía armas=Pico 1d8", "aparece 3 ogro vida_max=3 vida=3", "combate Duna", "turno")
    game = play_lines("travesia", *lines)
    assert "ogro 1 muere." in game.sentences("ataca Lía Pico ogro 1", 5, 8)
    game.do("ficha ogro 2 vida=0")
    assert figures(game, "ogro 2").dead
    game.do("daño ogro 3 2")
    assert not figures(game, "ogro 3").dead
    game.do("deshacer")
    game.do("deshacer")
    assert not figures(game, "ogro 2").dead


def test_a_counter_that_rises_again_takes_back_what_its_end_brought() -> None:
    game = play_lines("rescoldos", "pj Lía", "daño Lía 99")
    assert "muriendo" in figures(game, "Lía").suffers
    assert "muriendo" not in game.sentences("daño Lía 3")
    assert "ya no tiene «muriendo»" in game.sentences("descansa Lía")
    assert figures(game, "Lía").suffers == {}


@each_of(
    ("faces", "outcome"),
    [
        ((8, 7, 3, 2, 4), "= 18. De lleno por 8."),
        ((3, 3, 3, 2, 4), "= 9. Acierta por 4."),
        ((1, 2, 6, 6), "= 6. Falla por 6."),
    ],
)
def test_a_blow_misses_by_what_it_lacks_for_the_easiest_success(faces: tuple[int, ...], outcome: str) -> None:
    game = play_lines("galerna", "pj Maruxa manos=3 armas=Bichero 1d4", "aparece Patrón pies=0")
    assert outcome in game.sentences("golpea maruxa bichero patrón", *faces)


def test_an_act_that_changes_nothing_of_who_does_it_says_who_does_it() -> None:
    game = play_lines("galerna", "pj Maruxa", "lleva Maruxa linterna d8 luz", "enciende linterna")
    game.do("avanza barco 2")
    assert game.sentences("señala Maruxa") == "Maruxa hace «señala». El reloj barco va por 1/4."
    game.do("ficha Maruxa frío=3")
    assert game.sentences("calienta Maruxa").startswith("Maruxa pierde 2 de frío")


@each_of(
    ("line", "grit", "cold"),
    [
        ("manos=2 aguante=12", (12, 12), (0, 5)),
        ("aguante=12 manos=2", (12, 12), (0, 5)),
        ("manos=2", (8, 8), (0, 5)),
        ("manos=2 aguante=3", (3, 3), (0, 5)),
        ("aguante=3/9 manos=3", (3, 9), (0, 5)),
        ("frío=2", (7, 7), (2, 5)),
        ("frío_max=4", (7, 7), (0, 4)),
    ],
)
@each_of("order", ["pj Zoe", "aparece Zoe"])
def test_a_newcomer_has_the_amounts_that_were_typed(
    order: str, line: str, grit: tuple[int, int], cold: tuple[int, int]
) -> None:
    sheet = figures(play_lines("galerna", f"{order} {line}"), "Zoe")
    assert ((sheet.aguante, sheet.aguante_max), (sheet.frío, sheet.frío_max)) == (grit, cold)


@each_of(
    ("game_name", "mode", "outcome"),
    [
        ("travesia", "ventaja", "éxito"),
        ("travesia", "desventaja", "fallo"),
        ("mareas", "ventaja", "del todo"),
        ("mareas", "desventaja", "en contra"),
    ],
)
def test_an_advantage_keeps_the_better_roll_also_where_a_low_one_succeeds(
    game_name: str, mode: str, outcome: str
) -> None:
    faces, score = ((17, 6), "calma") if game_name == "travesia" else ((6, 5, 1, 1), "mar")
    game = play_lines(game_name, f"pj Ana {score}={'11' if game_name == 'travesia' else '0'}")
    [throw] = game.do(f"prueba ana {score} {mode}", *faces).throws
    assert (throw.outcome, throw.mode) == (outcome, {"ventaja": "advantage"}.get(mode, "disadvantage"))


def test_a_counter_of_players_is_shown_of_nobody_else() -> None:
    game = play_lines("mareas", "pj Inés favores=2", "aparece Guardia", "combate Puente")
    shown = status_text(game.history).splitlines()
    assert [line for line in shown if "favores" in line and "Inés" not in line] == []
    assert sum("Inés · temple 6/6 · favores 2" in line for line in shown) == 2


def test_a_meal_keeps_the_dice_that_the_file_throws_for_it() -> None:
    game = play_lines("travesia", "pj Ana, Bea")
    event = game.do("come todos", 5, 1)
    assert [(throw.subject, throw.total) for throw in event.throws] == [("provisión", 5), ("provisión", 1)]
    assert "El dado de provisión de Bea baja a d8 (d10 → 1)." in sentences(event, game.history)


def test_house_rules_that_take_the_health_of_the_game_below_have_its_consequences() -> None:
    game = play_lines("casa", "pj Lía", "estado Lía sangrando", "ficha Lía salud=1", system="chronicle")
    game.do("combate Puente")
    while not game.session.pending:
        game.do("siguiente")
    assert "Lía cae inconsciente." in game.sentences("resuelve", 4)


def test_a_check_is_told_before_what_comes_of_it_without_a_sum_of_faces_that_are_counted() -> None:
    game = play_lines("noche", "pj Lía sigilo=2", "aparece guardia alerta=1")
    told = game.sentences("acecha lía guardia", 9, 8, 2)
    check, rival, harm = (
        "Lía, acecha: d10 → 9 8: 2 éxitos contra 0. Gana por 2.",
        "guardia, vigila: d10 → 2.",
        "guardia pierde 3",
    )
    assert told.startswith(f"{check} {rival} {harm}")


@each_of(
    ("line", "told"),
    [
        ("llega fin_escena", "Llega «fin de escena»."),
        ("llega fin de sesión", "Llega «fin de sesión». Lía gana 1 de favores: tiene 2."),
        ("seca Lía", "Lía hace «seca»."),
        ("descansa Lía", "Lía hace «descansa». Pasan 8 horas."),
        ("favor Lía", "Lía pierde 1 de favores: le quedan 0. El reloj sospecha va por 0/4."),
    ],
)
def test_what_happens_is_told_with_its_subject_first_and_a_verb(line: str, told: str) -> None:
    assert play_lines("mareas", "pj Lía").sentences(line) == told


def test_a_blow_that_does_nothing_says_what_is_left() -> None:
    game = play_lines("rescoldos", "pj Lía ojo=4")
    assert game.sentences("daño Lía 1d3", 1) == "Lía sigue con 8 de aguante (d3 → 1)."
    game.do("daño Lía 99")
    assert game.sentences("daño Lía 9") == "Lía sigue con 0 de aguante."
    assert game.sentences("cura Lía 99").startswith("Lía gana 8 de aguante: tiene 8.")
    assert game.sentences("cura Lía 1") == "Lía sigue con 8 de aguante."


def test_the_card_and_the_status_tell_every_attribute_and_the_figures_that_follow() -> None:
    game = play_lines("rescoldos", "pj Lía brazo=3")
    shown = str(card(game.session, game.id_of("Lía")))
    assert all(each in shown for each in ("brazo", "ojo", "voz", "guardia"))
    assert status_of(game.history).creatures[0].computed == {"guardia": 1}


def test_a_roll_against_a_condition_that_ends_by_itself_at_the_same_turn_is_told_as_gone() -> None:
    text = (
        Shelf((examples_folder("games"),))
        .text("rescoldos")
        .replace('at = "turn_end" }', 'at = "turn_start" }')
    )
    lines = ("pj Lía", "pj Bo", "combate Mina", "siguiente")
    game = Game(*lines, system="file.rescoldos", rules=text)
    game.do("prueba Lía ojo 1", 1, 1)
    gone: set[str] = set()
    for _ in range(9):
        before = {key for key, each in game.session.pending.items() if each.kind == "ends.asustado"}
        event = game.do("siguiente")
        lost = before - game.session.pending.keys()
        assert sum(int(str(fact.data.get("lapses") or 0)) for fact in event.facts) == len(lost)
        gone |= lost
    assert len(gone) == 2
    assert "asustado" not in figures(game, "Lía").suffers


@each_of(
    ("name", "label"),
    [
        ("mareas", "Mareas (2d6)"),
        ("rescoldos", "Rescoldos (d6)"),
        ("travesia", "Travesía (d20)"),
        ("galerna", "Galerna (2d8)"),
        ("duelo", "Duelo (d100)"),
    ],
)
def test_a_game_is_called_by_its_name_with_its_dice(name: str, label: str) -> None:
    assert game_name(play_lines(name).session.system) == label


def test_the_acts_that_have_no_key_have_a_letter_that_no_other_has() -> None:
    game = play_lines("travesia").session.game
    assert game.menu_acts == {"resiste": "", "bebe": "", "kill": "m", "revive": "v"}
    house = play_lines("casa", system="chronicle").session.game
    assert house.menu_acts == {"susto": "", **system_of("chronicle").act_letters}

    letters = letters_of(house.menu_acts, menu_of(GroupPane, "x"), words_of(house.key))
    assert len({*letters.values(), *menu_of(GroupPane, "x")}) == len(letters) + 2


def test_an_act_of_other_games_is_refused_with_those_of_this_one() -> None:
    with pytest.raises(Refusal) as refusal:
        play_lines("mareas", "pj Lía").do("golpea Lía")
    told = refusal_sentence(refusal.value)
    assert told.startswith(
        "«golpea» no está en Mareas (2d6). Hay: prueba, embauca, forcejea, aguanta, daño, cura, favor"
    )


def test_house_rules_may_say_who_has_the_next_turn() -> None:
    text = (FILES / "casa.toml").read_text(encoding="utf-8")
    assert Game(system="chronicle", house=text).session.game.turn_order is TurnOrder.INITIATIVE
    ruled = text.replace("[counter]", 'order = "free"\n[counter]', 1)
    assert Game(system="chronicle", house=ruled).session.game.turn_order is TurnOrder.FREE


def test_a_condition_of_many_turns_at_once_is_told_as_one_and_ends_with_the_creature() -> None:
    game = play_lines("travesia", "pj Omar aguante=8", "estado Omar insolado", "intervalo 1m")
    assert game.sentences("resuelve") == "Omar pierde 6 de vida: le quedan 2."
    game.do("omite")
    game.do("intervalo 1h")
    assert game.sentences("resuelve").startswith("Omar pierde 2 de vida: le quedan 0. Omar muere.")


def test_what_a_due_of_many_days_says_and_moves_is_told_once() -> None:
    text = Shelf((examples_folder("games"),)).text("travesia")
    text = text.replace(
        'do   = ["cansancio += 1"]',
        'do   = ["di otro día", "vida -= 1", "vida += 1", "cansancio += 1", '
        '"si cansancio >= 3: estado agotado"]',
    )
    game = Game("pj Omar", "pj Zaira", system="file.travesia", rules=text)
    game.do("intervalo 5d")
    assert game.sentences("resuelve") == (
        "Omar: otro día. Omar sigue con 10 de vida. Omar gana 5 de cansancio: tiene 5. Omar tiene «agotado». "
        "Omar sigue con «agotado»."
    )


def test_what_a_maximum_pushes_down_is_told_and_has_its_consequences() -> None:
    text = Shelf((examples_folder("games"),)).text("travesia")
    text += '\n[act.mengua]\nparams = { cuanto = "amount" }\ndo = ["vida_max -= cuanto"]\n'
    text += '[due.sueño]\nevery = "24h"\nif = "vida > 5"\ndo = ["di sueña"]\n'
    game = Game("pj Omar aguante=8", system="file.travesia", rules=text)
    game.do("intervalo 24h")
    assert (
        game.sentences("mengua omar 2")
        == "Omar pierde 2 de vida máximo: le quedan 6. Omar queda con 6 de vida."
    )
    assert game.sentences("mengua omar 1").endswith(
        "Omar queda con 5 de vida. Ya no hace falta: sueño, de Omar."
    )
    assert game.sentences("mengua omar 5").startswith(
        "Omar pierde 5 de vida máximo: le quedan 0. Omar queda con 0 de vida. Omar muere."
    )


def test_house_rules_hold_the_gauges_of_their_game_within_their_maxima() -> None:
    text = (FILES / "casa.toml").read_text(encoding="utf-8") + (
        '\n[act.mengua]\nparams = { cuanto = "amount" }\ndo = ["health_max -= cuanto"]\n'
        '[act.crece]\nparams = { cuanto = "amount" }\ndo = ["health += cuanto"]\n'
    )
    game = Game("pj Lía", system="chronicle", house=text)
    assert (
        game.sentences("mengua lía 2")
        == "Lía pierde 2 de Salud total: le quedan 8. Lía queda con 8 de Salud."
    )
    assert game.sentences("crece lía 3") == "Lía sigue con 8 de Salud."


@pytest.mark.parametrize(
    ("group", "dice"),
    one_row_of([("half", (1, 1, 1)), *((group, (1, 2, 1)) for group in ("half", "best", "worst"))]),
)
def test_a_check_of_several_has_exact_odds(group: str, dice: tuple[int, ...]) -> None:
    text = (examples_folder("games") / "rescoldos.toml").read_text(encoding="utf-8")
    text = text.replace('group  = "best"', f'group  = "{group}"')
    people = (f"pj {name} brazo={count}" for name, count in zip(("Lía", "Omar", "Zaira"), dice, strict=True))
    game = Game(*people, system="file.rescoldos", rules=text)
    drafted = game.falling("prueba Lía, Omar, Zaira brazo 1")

    def outcome(roll: Roll) -> str:
        return str(next(fact.data["outcome"] for fact in drafted(roll).facts if fact.kind == "game_group"))

    throws = [throw for throw in drafted(lambda sides: sides).throws if throw.bands]
    odds = game.session.game.joint_odds(game.session.rules_context(), throws)
    assert shares(odds) == exact_chances(outcome)


def test_the_preview_of_a_check_of_several_tells_the_chances_of_all_together() -> None:
    game = play_lines("rescoldos", "pj Lía brazo=1", "pj Omar brazo=2")
    alone = preview_line("prueba Lía brazo 1", CommandContext(game.history)).text
    told = preview_line("prueba Lía, Omar brazo 1", CommandContext(game.history)).text
    assert "33 % (" in alone
    assert "70 % (" in told


def test_what_a_figure_loses_or_gains_is_told_as_far_as_it_moved() -> None:
    game = play_lines("noche", "pj Omar fuerza=1")
    game.do("daño omar 2")
    assert game.sentences("daño omar 9").startswith("Omar pierde 4 de salud: le quedan 0.")


MANO = """
[game]
key = "tren"
name = "Tren"
attack = "golpea"
[attribute]
mano = [3, 0, 6]
nervio = [3, 0, 6]
ojo = [3, 0, 6]
[derived]
guardia = "mano + nervio"
[counter]
vida = { max = "6 + mano" }
[condition]
herido = { value = "-1", on = ["mano", "nervio"] }
ciego = { value = "-1 * level(ciego)", on = ["ojo"], level = 2, only = ["prueba", "mide"] }
cansado = { value = "-1" }
[check.prueba]
params = { con = "attribute" }
roll = "2d6 + con"
result = [["total >= 10", "éxito"], ["1", "fallo"]]
[check.fondo]
params = { con = "attribute", y_con = "attribute" }
roll = "(con + y_con)d6"
result = [["count(>= 5) >= 2", "éxito"], ["1", "fallo"]]
[check.agarra]
roll = "2d6 + mano + guardia"
result = [["total >= 16", "éxito"], ["1", "fallo"]]
[check.mide]
params = { target = "creature" }
roll = "2d6"
result = [["total >= 4 + target.ojo", "éxito"], ["1", "fallo"]]
[check.golpea]
params = { target = "creature" }
roll = "2d6 + mano"
vs = "aguanta"
result = [["total > rival", "gana"], ["1", "pierde"]]
on.gana = ["target.vida -= mano"]
[check.aguanta]
roll = "2d6 + nervio"
result = [["total >= 9", "éxito"], ["1", "fallo"]]
"""


@each_of(
    ("conditions", "line", "expression"),
    [
        (("herido",), "prueba Lía mano", "2d6+2"),
        (("herido",), "prueba Lía ojo", "2d6+3"),
        (("herido",), "fondo Lía mano ojo", "5d6"),
        (("herido",), "fondo Lía mano nervio", "4d6"),
        (("herido", "ciego"), "fondo Lía mano ojo", "5d6"),
        (("ciego", "ciego"), "prueba Lía ojo", "2d6+1"),
        (("cansado", "herido"), "prueba Lía mano", "2d6+1"),
        (("cansado", "herido"), "prueba Lía ojo", "2d6+2"),
        # The attribute by its name weighs too; what is computed from it stays as the sheet shows it.
        (("herido",), "agarra Lía", "2d6+2+6"),
        (("cansado",), "agarra Lía", "2d6+3+6"),
        (("herido",), "golpea Lía contra ogro", "2d6+2"),
    ],
)
def test_a_condition_weighs_on_the_attributes_that_it_names(
    conditions: tuple[str, ...], line: str, expression: str
) -> None:
    game = Game("pj Lía", "aparece ogro", system="file.tren", rules=MANO)
    plain = game.draft(line, roll=lambda sides: 1).throws[0].expression
    for each in conditions:
        game.do(f"estado Lía {each}")

    assert game.draft(line, roll=lambda sides: 1).throws[0].expression == expression
    assert figures(game, "Lía").vida_max == 9
    for _ in conditions:
        game.do("deshacer")
    assert game.draft(line, roll=lambda sides: 1).throws[0].expression == plain


def test_the_weight_on_an_attribute_counts_for_the_target_the_rival_and_the_forecast() -> None:
    game = Game("pj Lía", "aparece ogro", system="file.tren", rules=MANO)
    plain = game.session.game.blow(game.session.rules_context(), game.id_of("Lía"), game.id_of("ogro"))
    game.do("estado ogro herido")
    rival = game.draft("golpea Lía contra ogro", roll=lambda sides: 1).throws[1]
    weighed = game.session.game.blow(game.session.rules_context(), game.id_of("Lía"), game.id_of("ogro"))
    game.do("estado ogro ciego")
    (throw,) = game.draft("mide Lía contra ogro", roll=lambda sides: 1).throws

    assert rival.expression == "2d6+2"
    assert plain is not None
    assert weighed is not None
    assert (plain.ways[3], weighed.ways[3]) == (575, 721)
    assert throw.target == 6


def test_a_weight_on_attributes_is_told_with_the_roll_on_the_card_in_the_status_and_the_rules() -> None:
    game = Game("pj Lía", "estado Lía herido", system="file.tren", rules=MANO)

    assert (
        game.sentences("prueba Lía mano", 3, 4)
        == "Lía, prueba · mano + herido: d6 → 3 4 +2 = 9 contra 10. Fallo."
    )
    assert "herido" not in game.sentences("prueba Lía ojo", 3, 4)
    assert game.sentences("agarra Lía", 3, 4).startswith("Lía, agarra · herido: d6")
    shown = str(card(game.session, game.id_of("Lía")))
    assert "herido (mano -1, nervio -1)" in shown.replace("\\xa0", " ")
    assert "herido (mano -1, nervio -1)" in status_text(game.history)
    (lia,) = status_of(game.history).creatures
    assert lia.badges == [{"id": "herido", "about": {"on.mano": -1, "on.nervio": -1}}]
    rule = words_of(game.session.system).space("rule")["game.condition.herido"]
    assert rule == "herido. value -1 (mano, nervio)"


HOUSE = """
[game]
key = "hogar"
name = "De la casa"
on = "BASE"
turn = "1m"
rounds = false
initiative = "reflejos"
order = "free"
milestones = ["amanece"]
[counter]
aliento = { max = "4", at = { 1 = ["estado agotado"] }, refill = { amanece = "max" } }
[clock]
ronda_nocturna = { segments = 2, full = ["todos.estado agotado"] }
[condition]
agotado = {}
[check.reflejos]
roll = "1d20 + aliento"
result = [["1", "éxito"]]
[act.sopla]
do = ["aliento -= 3", "clock.ronda_nocturna += 1"]
[due.frio]
when = "hour"
do = ["aliento -= 1"]
"""


@each_of("base", ["chronicle", "horror", "percentile", "margin", "rescoldos"])
def test_house_rules_say_what_a_game_may_of_turns_bars_and_moments(base: str) -> None:
    text = HOUSE.replace("BASE", base)
    if base == "rescoldos":
        below = Shelf((examples_folder("games"),)).text(base)
        game = Game("pj Lía", system="file.rescoldos", rules=below, house=text)
    else:
        game = Game("pj Lía", system=base, house=text)
    played = game.session.game
    assert (game.session.turn_seconds, played.rounds, played.turn_order) == (60, False, TurnOrder.FREE)
    assert played.initiative_check == "reflejos"
    assert "aliento" in [each.id for each in played.gauges]
    game.do("sopla Lía")
    assert "agotado" in figures(game, "Lía").suffers
    assert game.session.progress["ronda_nocturna"].filled == 1
    game.do("llega amanece")
    assert figures(game, "Lía").aliento == 4
    game.do("intervalo 1h")
    assert "due.frio" in {each.kind for each in game.session.pending.values()}
    assert "aliento 4/4" in status_text(game.history)


def test_house_rules_over_a_game_of_the_program_leave_who_falls_to_it() -> None:
    with pytest.raises(Refusal, match="bad_game_file"):
        Game(
            system="chronicle",
            house=HOUSE.replace("BASE", "chronicle").replace("on =", 'health = "aliento"\non ='),
        )
    below = Shelf((examples_folder("games"),)).text("rescoldos")
    house = HOUSE.replace("BASE", "rescoldos").replace("on =", 'health = "aliento"\non =')
    assert Game(system="file.rescoldos", rules=below, house=house).session.game.health == "aliento"


def test_what_house_rules_do_not_say_is_as_below() -> None:
    plain = 'key = "hogar"\nname = "De la casa"\n'
    house = f'[game]\n{plain}on = "rescoldos"\n[condition]\nagotado = {{}}\n'
    below = Shelf((examples_folder("games"),)).text("rescoldos")
    one = Game(system="file.rescoldos", rules=below).session.game
    other = Game(system="file.rescoldos", rules=below, house=house).session.game
    for name in ("turn_seconds", "rounds", "initiative_dice", "initiative_check", "turn_order", "health"):
        assert getattr(one, name) == getattr(other, name)


@each_of(
    ("lines", "told"),
    [
        ((), False),
        (("combate Puente",), "El orden de los turnos cambia con el próximo combate"),
        (("combate Puente", "orden bandos", "fin"), "Los turnos siguen en el orden que eligió el DJ"),
    ],
)
def test_an_order_of_turns_that_does_not_count_yet_is_said(lines: tuple[str, ...], told: str | bool) -> None:
    game = Game("pj Lía", "aparece Lobo", *lines, system="chronicle")
    event = game.play(play_by(game.history, HOUSE.replace("BASE", "chronicle")))
    said = " ".join(sentences(event, game.history))
    assert (told in said) if isinstance(told, str) else "orden" not in said


@each_of(
    ("line", "held"),
    [
        ("ficha Lía herida leve=mano rota", ("mano rota", "", 3)),
        ("ficha Lía mano=4 herida leve=mano rota", ("mano rota", "", 4)),
        (
            "ficha Lía herida leve=mano rota herida muy grave=pierna rota mano=2",
            ("mano rota", "pierna rota", 2),
        ),
        ('ficha Lía herida leve="mano rota, sucia"', ("mano rota, sucia", "", 3)),
        ("ficha Lía herida_leve=mano rota", ("mano rota", "", 3)),
        ("ficha Lía leve=mano rota", ("mano rota", "", 3)),
    ],
)
def test_a_field_of_several_words_needs_no_quotes(line: str, held: tuple[str, str, int]) -> None:
    rules = (
        MANO + '[text]\nherida_leve = ""\ngrave = ""\n[words]\ngrave = ["herida muy grave", "severe wound"]\n'
    )
    game = Game("pj Lía", line, system="file.tren", rules=rules)
    sheet = figures(game, "Lía")
    assert (sheet.herida_leve, sheet.grave, sheet.mano) == held


def test_a_newcomer_has_its_fields_of_several_words_and_its_whole_name() -> None:
    rules = MANO + '[text]\nherida_leve = ""\n'
    game = Game("pj Ana de la herida mano=2 herida leve=un corte", system="file.tren", rules=rules)
    assert figures(game, "Ana de la herida").herida_leve == "un corte"
