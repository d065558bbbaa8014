"""A scene of Margin as it is typed at the table: every moment of catalogue 4.4, with real dice."""

import json

import pytest

from tests.session.game import Game, fact, refusal_code
from tests.session.status import status_json
from tests.told import refusal
from tests.trials import each_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.games.margin.sheet import Character, Stage
from tracker.rules.refusal import Refusal
from tracker.session.sheet_fields import field_of, read_field
from tracker.wording.difference import difference
from tracker.wording.report import status_text
from tracker.wording.sentences import refusal_sentence
from tracker.wording.waiting import pending_line

PARTY = (
    "pj Lía habilidades=Atletismo 12*, Sigilo 14*, Percepción 11 técnicas=Cerrajería 15",
    "pj Bruno habilidades=Atletismo 15*, Percepción 8 técnicas=Armas cortas 13*, Mecánica 12",
    "pj Noor habilidades=Atletismo 9*, Persuasión 16 conocimientos=Historia 15, Mecánica 11",
)


def game() -> Game:
    return Game(*PARTY, system="margin")


def sheet(table: Game, name: str) -> Character:
    found = next(each.sheet for each in table.session.creatures.values() if each.name == name)
    assert isinstance(found, Character)
    return found


def stage(table: Game) -> Stage:
    assert isinstance(table.session.scene, Stage)
    return table.session.scene


SCENE = (
    (
        "prueba lia sigilo = 10",
        "Lía saca 10✎ en el d20 contra Sigilo 14. Éxito, margen 4: resultado esperado.",
    ),
    (
        "prueba lia sigilo bonificación 2 = 1 4 3",
        "Lía saca -6✎ (d20 → 1✎ − 7✎ de bonificación) contra Sigilo 14. ¡Éxito espectacular! Margen 40: "
        "prácticamente perfecto.",
    ),
    (
        "prueba bruno percepción penalización 3 = 1 4 4 4",
        "Bruno saca 13✎ (d20 → 1✎ + 12✎ de penalización) contra Percepción 8. ¡Éxito espectacular! Margen 0: "
        "por un costo.",
    ),
    (
        "prueba noor atletismo penalización 5 = 1 4 4 4 4 3",
        "Noor saca 20✎ (d20 → 1✎ + 19✎ de penalización) contra Atletismo 9. Fallo por 11: peor de lo que se "
        "temía.",
    ),
    (
        "prueba lia cerrajería bonificación 2 = 20 4 3",
        "Lía saca 13✎ (d20 → 20✎ − 7✎ de bonificación) contra Cerrajería 15. ¡Fallo desastroso! Margen de "
        "fallo 0, y algún perjuicio mayor.",
    ),
    (
        "prueba noor historia penalización 1 = 20 2",
        "Noor saca 22✎ (d20 → 20✎ + 2✎ de penalización) contra Historia 15. ¡Fallo desastroso! Margen "
        "de fallo 14: peor de lo que se temía, y además algún perjuicio mayor.",
    ),
    (
        "prueba bruno mecánica mínimo 5 = 9",
        "Bruno saca 9✎ en el d20 contra Mecánica 12. Éxito, margen 3: resultado esperado. No llega al "
        "margen mínimo de 5: quien dirige decide si se logra de forma imperfecta.",
    ),
    (
        "prueba bruno armas cortas bon 1 pen 1 = 13",
        "Bruno saca 13✎ en el d20 contra Armas cortas 13. Éxito marginal, margen 0: por un costo.",
    ),
    (
        "enfrenta lia sigilo bruno percepción = 16 12",
        "Lía saca 16✎ en el d20 contra Sigilo 14. Fallo por 2: no lo logra, sin más. Bruno saca 12✎ en el "
        "d20 contra Percepción 8. Fallo por 4: no lo logra, sin más. Lía gana a Bruno con un margen de 2.",
    ),
    ("ayuda lia noor", "Lía ayuda a Noor: bonificación de 1 en su próxima tirada."),
    (
        "ayuda bruno noor mecánica = 6",
        "Bruno saca 6✎ en el d20 contra Mecánica 12. Éxito, margen 6: éxito destacado. Bruno ayuda a Noor: "
        "bonificación de 3 en su próxima tirada de Mecánica.",
    ),
    (
        "prueba noor mecánica = 12 1 1 2",
        "Noor saca 8✎ (d20 → 12✎ − 4✎ de bonificación) contra Mecánica 11. "
        "Éxito, margen 3: resultado esperado.",
    ),
    (
        "juntos lia,bruno,noor atletismo = 10 10 15",
        "Lía saca 10✎ en el d20 contra Atletismo 12. Éxito, margen 2: resultado esperado. Bruno saca 10✎ en "
        "el d20 contra Atletismo 15. Éxito, margen 5: resultado esperado. Noor saca 15✎ en el d20 contra "
        "Atletismo 9. Fallo por 6: un fracaso mayor. Esfuerzo grupal de 3: suman 1 y lo consiguen.",
    ),
    (
        "emprende lia cerrajería margen 20 10m la caja fuerte",
        "Lía emprende la caja fuerte (Cerrajería): margen 20, turnos de 10m.",
    ),
    (
        "prosigue lia = 7",
        "Lía saca 7✎ en el d20 contra Cerrajería 15. Éxito, margen 8: éxito destacado. Lleva 8 de 20. "
        "Pasan 10 minutos.",
    ),
    (
        "prosigue lia = 18",
        "Lía saca 18✎ en el d20 contra Cerrajería 15. Fallo por 3: no lo logra, sin más. Lleva 8 de 20. "
        "Pasan 10 minutos.",
    ),
    (
        "prosigue lia = 3",
        (
            "Lía saca 3✎ en el d20 contra Cerrajería 15. Éxito, margen 12: mejor de lo que se "
            "esperaba. Lleva 20 de 20. Lía termina la caja fuerte en 3 turnos. Pasan 10 minutos."
        ),
    ),
    ("aparece Guardia habilidades=Atletismo 11*", "Aparece Guardia."),
    ("combate Patio", "«Patio» está listo: 3 tuyos y 1 enemigo."),
    ("siguiente", "Empieza «Patio». Turno 1. Actúa Lía."),
    (
        "prueba lia atletismo mínimo 5 = 20",
        "Lía saca 20✎ en el d20 contra Atletismo 12. ¡Fallo desastroso! Margen de fallo 16: un fracaso "
        "memorable, y además algún perjuicio mayor.",
    ),
    (
        "resuelve = 20",
        (
            "Lía marca 1 de agotamiento: tiene 1. Qué supone lo dice quien dirige (o su tabla "
            "«agotamiento»). Lía saca 20✎ en el d20 contra Atletismo 12. ¡Fallo desastroso! "
            "Margen de fallo 16: un fracaso memorable, y además algún perjuicio mayor."
        ),
    ),
    ("tabla agotamiento 1d6 1: jadea; 2-9: 1 penalización", "Se guarda la tabla agotamiento (1d6, 2 filas)."),
    (
        "resuelve = 4",
        "Lía marca 1 de agotamiento: tiene 2. Con 2 de agotamiento: 1 penalización. Lía saca 4✎ en el d20 "
        "contra Atletismo 12. Éxito, margen 8: éxito destacado. Alcanza el margen mínimo de 5.",
    ),
    ("siguiente", "Actúa Bruno."),
    ("modifica bruno penalización 1 a oscuras", "Bruno tiene penalización de 1: a oscuras."),
    (
        "prueba bruno atletismo = 20 1",
        "Bruno saca 21✎ (d20 → 20✎ + 1✎ de penalización) contra Atletismo 15. ¡Fallo desastroso! Margen de "
        "fallo 12: peor de lo que se temía, y además algún perjuicio mayor.",
    ),
    ("omite", "No se tira: evitar el desastre en Atletismo: +1 de agotamiento y se repite, de Bruno."),
    ("desmodifica bruno a oscuras", "A Bruno ya no le cuenta «a oscuras»."),
    ("fin sinreloj", "«Patio» termina en el turno 1."),
    (
        "emprende lia,guardia atletismo margen 10 6s",
        "Lía emprende Atletismo: margen 10, turnos de 6s. Guardia emprende Atletismo: margen 10, turnos de "
        "6s.",
    ),
    ("compite lia,guardia", "Lía compite: Atletismo, hasta 10. Guardia compite: Atletismo, hasta 10."),
    (
        "prosigue lia,guardia = 6 6",
        "Lía saca 6✎ en el d20 contra Atletismo 12. Éxito, margen 6: éxito destacado. Lleva 6 de 10. "
        "Guardia saca 6✎ en el d20 contra Atletismo 11. Éxito, margen 5: resultado esperado. Lleva 5 de 10. "
        "Pasan 6 segundos.",
    ),
    (
        "prosigue lia,guardia = 12 2",
        "Lía saca 12✎ en el d20 contra Atletismo 12. Éxito marginal, margen 0: por un costo. Lleva 6 de "
        "10. Guardia saca 2✎ en el d20 contra Atletismo 11. Éxito, margen 9: éxito destacado. Lleva 14 de "
        "10. Guardia llega antes (14 de 10) y gana por 8. Pasan 6 segundos.",
    ),
    ("repone lia 1", "Lía se repone de 1 de agotamiento: tiene 1. Con 1 de agotamiento: jadea."),
    ("come todos", "Lía, Bruno y Noor comen y beben."),
    ("duerme todos 8h", "Lía, Bruno y Noor duermen 8 h. Pasan 8 horas."),
)


def test_a_scene_reads_as_it_was_played_and_ends_as_it_should() -> None:
    table = game()

    for line, sentence in SCENE:
        assert table.sentences(line) == sentence

    assert sheet(table, "Lía").exhaustion == 1
    assert sheet(table, "Bruno").modifiers == {}
    assert stage(table).tasks == {}
    assert table.session.elapsed == 30 * 60 + 12 + 8 * 3_600
    assert table.session.pending == {}


def test_a_task_reminds_at_the_start_of_its_turn_with_how_far_it_has_come() -> None:
    table = game()
    for line in (
        "emprende lia cerrajería margen 20 12s la caja fuerte",
        "prosigue lia = 7",
        "modifica lia bonificación 1 buena luz",
        "combate Sala lia,bruno",
        "siguiente",
    ):
        table.do(line)
    (key,) = table.session.pending

    assert pending_line(table.session, table.session.pending[key], table.history) == (
        "Lía · la caja fuerte: Cerrajería 8/20, turno de 12s · d20 d4 contra 15"
    )
    table.do("omite")
    for line in ("siguiente", "siguiente"):
        table.do(line)
    assert len(table.session.pending) == 1
    assert table.session.elapsed == 12


def test_the_choice_of_avoiding_a_disaster_says_what_it_costs() -> None:
    table = game()
    for line in ("combate Sala", "siguiente", "prueba lia atletismo penalización 1 = 20 3"):
        table.do(line)
    (key,) = table.session.pending

    assert pending_line(table.session, table.session.pending[key], table.history) == (
        "Lía · evitar el desastre en Atletismo: +1 de agotamiento y se repite · d20 d4 contra 12"
    )


@pytest.mark.parametrize(
    ("line", "again"),
    [
        (
            "enfrenta bruno atletismo lia = 20 20",
            (
                ("3", "Bruno gana a Lía con un margen de 28."),
                ("20", "Bruno gana a Lía con un margen de 28."),
                ("2", "Bruno gana a Lía con un margen de 2."),
            ),
        ),
        (
            "enfrenta lia atletismo bruno = 20 20",
            (("20", "Bruno gana a Lía con un margen de 6."), ("2", "Lía gana a Bruno con un margen de 20.")),
        ),
        (
            "juntos lia,bruno,noor atletismo = 20 20 3",
            (
                ("4", "Esfuerzo grupal de 3: suman 4 y lo consiguen."),
                ("5", "Esfuerzo grupal de 3: suman 24 y lo consiguen."),
            ),
        ),
    ],
)
def test_two_disasters_of_one_contest_are_each_avoided_against_what_the_other_came_to(
    line: str, again: tuple[tuple[str, str], ...]
) -> None:
    table = game()
    for before in ("combate puente", "siguiente", line):
        table.do(before)

    for face, told in again:
        assert table.sentences(f"resuelve = {face}").endswith(told)


def test_a_disaster_of_another_contest_keeps_what_it_was_compared_with() -> None:
    table = game()
    for before in ("combate puente", "siguiente", "enfrenta bruno atletismo lia = 20 20"):
        table.do(before)
    table.do("enfrenta bruno atletismo noor = 20 9")

    assert table.sentences("resuelve 3 = 3").endswith("Bruno gana a Noor con un margen de 12.")
    assert table.sentences("resuelve = 3").endswith("Bruno gana a Lía con un margen de 28.")


def test_an_undo_says_what_comes_back() -> None:
    table = game()
    table.do("emprende lia cerrajería margen 20 10m")
    last = table.do("prosigue lia = 7")

    assert difference(table.history, table.history.session_without(last.id)) == [
        "Lía: acumulado -8",
        "reloj -10m",
    ]
    table.do("deshacer")
    assert stage(table).tasks[table.session.party()[0]].accumulated == 0


def test_a_table_that_comes_or_goes_is_seen_before_an_undo() -> None:
    table = game()
    kept = table.do("tabla agotamiento 1d6 1-6: jadea")

    assert "  agotamiento (1d6, filas: 1)" in status_text(table.history)
    assert "exhaustion" in status_json(table.history)["tables"]
    assert difference(table.history, table.history.session_without(kept.id)) == [
        "tabla agotamiento: desaparece"
    ]
    table.do("deshacer")
    assert "  agotamiento: sin escribir, la dice quien dirige" in status_text(table.history)


def test_a_turn_has_no_length_until_the_campaign_says() -> None:
    table = game()
    with pytest.raises(Refusal) as refused:
        table.do("turno")
    assert refusal_sentence(refused.value, "margin") == (
        "Este juego no dice cuánto dura un turno: escribe «ajuste turno_en_segundos N»."
    )
    table.do("ajuste turno_en_segundos 6")
    table.do("turno")

    assert table.session.elapsed == 6


def test_the_asterisk_of_a_characteristic_is_read_and_written() -> None:
    table = game()
    skills = field_of(table.session.game.fields, "skills")
    assert read_field(sheet(table, "Lía"), skills) == "Atletismo 12*, Sigilo 14*, Percepción 11"

    table.do("ficha lia habilidades=Atletismo 13, Sigilo 14 *")
    assert read_field(sheet(table, "Lía"), skills) == "Atletismo 13, Sigilo 14*"


@each_of(
    ("line", "sentence"),
    [
        (
            "prueba lia historia",
            refusal("unknown_choice", value="historia", known="Cerrajería, Atletismo, Sigilo, Percepción"),
        ),
        ("juntos lia,noor cerrajería", refusal("unknown_choice", value="cerrajería", known="Atletismo")),
        ("prosigue lia", "Lía no tiene ninguna acción extendida: empieza con «emprende»."),
        (
            "emprende lia sigilo margen 20",
            "Falta cuánto dura cada turno: escribe por ejemplo 10m, o «ajuste turno 10».",
        ),
        ("enfrenta lia sigilo lia", "Lía no puede ser su propio rival: nombra a otra criatura."),
        ("prueba lia sigilo bonificación 1 = 10", "Faltan caras: hay 1 y ahora cae un d4, el número 2."),
        ("repone lia 1", "Lía no tiene agotamiento que quitar."),
    ],
)
def test_a_refusal_names_the_valid_choices(line: str, sentence: str) -> None:
    table = game()
    with pytest.raises(Refusal) as refused:
        table.do(line)

    assert refusal_sentence(refused.value, "margin", table.history.names) == sentence


def test_the_scene_folds_alike_from_its_saved_events() -> None:
    table = game()
    for line, _sentence in SCENE:
        table.do(line)

    again = table.copy("0195939070")
    assert again.session == table.session
    assert json.dumps(status_json(again.history)) == json.dumps(status_json(table.history))


def test_help_for_one_roll_waits_through_another() -> None:  # A4-30
    table = game()
    assert "próxima tirada de Mecánica" in table.sentences("ayuda noor bruno mecánica", 5)
    told = table.sentences("prueba bruno percepción", 8)
    assert "La ayuda para Mecánica no cuenta aquí: Bruno la conserva." in told
    assert table.events[-1].throws[0].expression == "1d20"
    assert list(sheet(table, "Bruno").helpers) == [table.id_of("Noor")]
    assert table.do("prueba bruno mecánica", 12, 1, 1).throws[0].total == 10
    assert sheet(table, "Bruno").helpers == {}


def test_help_for_no_roll_in_particular_serves_the_next() -> None:  # R4-029
    table = game()
    table.do("ayuda noor bruno")
    assert table.do("prueba bruno percepción", 9, 2).throws[0].total == 7
    assert sheet(table, "Bruno").helpers == {}


def test_simple_help_may_be_for_one_roll_too() -> None:  # R4-029, A4-30
    table = game()
    assert table.facts("ayuda lía noor persuasión") == (
        [fact("helped", who="Lía", other="Noor", bonuses=1, characteristic="Persuasión")]
    )
    assert table.events[-1].throws == ()
    table.do("ayuda bruno noor mecánica sin-tirar")
    assert table.events[-1].throws == ()
    assert table.do("prueba noor mecánica", 12, 4).throws[0].total == 8


def test_help_can_be_taken_back() -> None:
    table = game()
    table.do("ayuda lía noor persuasión")
    assert table.facts("ayuda lía noor quitar") == [fact("help_withdrawn", who="Lía", other="Noor")]
    assert sheet(table, "Noor").helpers == {}
    assert refusal_code(lambda: table.do("ayuda lía noor quitar")) == "helps_not"


@pytest.mark.parametrize(
    ("length", "turn", "offered"), [("0", "10m", False), ("0", "6s", True), ("60", "1m", True)]
)
def test_an_extended_action_is_offered_in_a_fight_if_its_turns_are_those_of_the_fight(
    length: str, turn: str, offered: bool
) -> None:  # R4-025
    table = game()
    table.do(f"ajuste turno {length}")
    table.do(f"emprende lia cerrajería margen 20 {turn}")
    table.do("combate Patio")
    table.do("iniciativa lía 9")
    table.do("siguiente")
    assert table.active == "Lía"
    assert ("task" in table.pending) is offered


@pytest.mark.parametrize(
    ("face", "told"),
    [
        (15, "Fallo por 4: no lo logra, sin más."),
        (16, "Fallo por 5: un fracaso mayor."),
        (19, "Fallo por 8: un fracaso mayor."),
    ],
)
def test_a_failure_tells_its_degree(face: int, told: str) -> None:  # R4-009
    assert told in game().sentences("prueba lía percepción", face)


def test_a_minimum_may_be_named() -> None:  # R4-022
    table = game()
    assert "Alcanza el margen mínimo de 5." in table.sentences(
        "prueba bruno mecánica mínimo poco habitual", 7
    )
    assert "No llega al margen mínimo de 15" in table.sentences(
        "prueba bruno mecánica mínimo casi imposible", 7
    )
    table.do("tabla mínimo 1d20 8: delante del jurado")
    assert "No llega al margen mínimo de 8" in table.sentences(
        "prueba bruno mecánica mínimo delante del jurado", 7
    )
    assert refusal_code(lambda: table.do("prueba bruno mecánica mínimo imposible")) == "unknown_choice"


def test_a_task_of_long_turns_does_not_fit_in_an_encounter() -> None:  # R4-025
    table = game()
    for line in ("emprende lía cerrajería margen 50 10m", "combate taller", "siguiente"):
        table.do(line)
    assert refusal_code(lambda: table.do("prosigue lía", 4)) == "task_too_long"

    table.do("quita lía")
    table.do("prosigue lía", 4)
    assert table.session.elapsed == 600


def test_several_carry_out_one_extended_action_and_their_margins_add_up() -> None:  # R4-025, R4-031
    table = game()
    table.do("emprende lia atletismo margen 10 1h refugio")
    table.do("emprende noor historia margen 9 1h")
    assert table.sentences("colabora lia, bruno, noor") == (
        "Bruno se une a Lía: refugio. Noor abandona Historia. Noor se une a Lía: refugio."
    )

    told = table.sentences("prosigue lia, bruno, noor", 4, 11, 15)  # 12 − 4, 15 − 11, 9 − 15
    assert "Juntos (3), margen 6. Lleva 6 de 10." in told
    assert (table.session.elapsed, list(stage(table).tasks)) == (3_600, [table.id_of("Lía")])
    told = table.sentences("prosigue lia, bruno, noor", 12, 15, 14)
    assert "Juntos (3), margen -5. Lleva 6 de 10." in told
    assert "Lleva 10 de 10. Lía termina refugio en 3 turnos." in table.sentences("prosigue bruno", 11)
    assert not stage(table).tasks


def test_a_team_goes_on_without_who_gives_up() -> None:
    table = game()
    table.do("emprende lia atletismo margen 10 1h")
    table.do("colabora lia, bruno")
    table.do("abandona lia")
    assert stage(table).holder(table.id_of("Bruno")) == table.id_of("Bruno")
    assert refusal_code(lambda: table.do("prosigue lia", 4)) == "no_task"
    table.do("colabora bruno, noor")
    table.do("abandona noor")
    table.do("deshacer")
    table.do("prosigue noor", 4)
    assert refusal_code(lambda: table.do("colabora noor")) == "needs_mates"


def test_who_begins_another_extended_action_leaves_the_shared_one_to_the_others() -> None:  # R4-031
    table = game()
    table.do("emprende lia atletismo margen 10 1h refugio")
    for line in ("emprende lia sigilo margen 5 1h", "deshacer", "colabora lia, bruno, noor"):
        table.do(line)
    told = "Lía abandona refugio. Bruno y Noor siguen con refugio sin Lía."
    assert table.sentences("abandona lia") == told
    table.do("deshacer")
    assert table.sentences("emprende lia sigilo margen 5 1h") == (
        f"{told} Lía emprende Sigilo: margen 5, turnos de 1h."
    )
    assert stage(table).holder(table.id_of("Noor")) == table.id_of("Bruno")


@each_of(
    ("before", "line", "doubtful"),
    [
        ((), "emprende lia sigilo margen 5 1h", False),
        ((), "emprende noor historia margen 5 1h", False),
        (("colabora lia, bruno",), "emprende lia sigilo margen 5 1h", True),
        (("colabora lia, bruno",), "emprende bruno percepción margen 5 1h", True),
        (("colabora lia, bruno",), "emprende lia, noor atletismo margen 5 1h", True),
        (("colabora lia, bruno",), "emprende noor historia margen 5 1h", False),
        (("colabora lia, bruno",), "abandona bruno", False),
        (("colabora lia, bruno",), "colabora lia, noor", False),
        (("colabora lia, bruno", "emprende noor atletismo margen 9 1h"), "colabora noor, bruno", True),
    ],
)
def test_only_a_shared_action_given_up_for_another_is_asked_about(
    before: tuple[str, ...], line: str, doubtful: bool
) -> None:
    table = game()
    for each in ("emprende lia atletismo margen 10 1h refugio", *before):
        table.do(each)
    command = parse(line, CommandContext(table.history))
    assert draft_of(command, table.history, lambda sides: sides, table.fresh).doubtful is doubtful


def test_a_team_races_as_one() -> None:
    table = game()
    table.do("emprende lia,noor atletismo margen 10 1m")
    table.do("colabora lia, bruno")
    assert refusal_code(lambda: table.do("compite lia, bruno")) == "needs_rivals"
    table.do("compite bruno, noor")
    told = table.sentences("prosigue lia, bruno, noor", 6, 9, 8)
    assert "Lía llega antes (12 de 10) y gana por 11." in told


@pytest.mark.parametrize("length", [[], ["ajuste turno 10"]])
def test_a_turn_of_a_fight_holds_one_turn_of_an_extended_action(length: list[str]) -> None:  # R4-025
    table = game()
    for line in (*length, "emprende lia sigilo margen 40 6s", "aparece guardia", "combate Patio"):
        table.do(line)
    table.do("iniciativa lia 5")
    table.do("siguiente")
    table.do("prosigue lia", 10)
    assert refusal_code(lambda: table.do("prosigue lia", 10)) == "task_turn_spent"
    table.do("deshacer")
    table.do("prosigue lia", 10)
    while table.round == 1:
        table.do("siguiente")
    table.do("prosigue lia", 10)
    assert stage(table).tasks[table.id_of("Lía")].accumulated == 8


def test_an_avoided_disaster_of_a_team_counts_for_them_all() -> None:  # R4-017, R4-031
    table = game()
    for line in ("ajuste turno 10", "emprende lia atletismo margen 40 6s", "colabora lia, bruno"):
        table.do(line)
    for line in ("combate Patio lia, bruno", "iniciativa lia 5", "siguiente"):
        table.do(line)
    table.do("prosigue lia, bruno", 20, 5)  # a disaster by 8, doubled, against 10
    task = stage(table).tasks[table.id_of("Lía")]
    assert task.accumulated == 0
    assert table.pending == ["disaster"]
    table.do("resuelve", 6)
    assert stage(table).tasks[table.id_of("Lía")].accumulated == 16
