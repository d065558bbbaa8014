"""Supplies, free rolls, settings of the campaign, and pending rolls."""

import pytest
from msgspec import to_builtins

from tests.rules.faces import Faces
from tests.session.game import DARK, Game, fact, fight, party, refusal_code
from tests.told import depleted_sentence, kept_die, worn_die
from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.system import PendingRoll
from tracker.session.change import Change, How
from tracker.session.event import Draft
from tracker.session.moves import resolution, supplies
from tracker.session.pending import is_still_pending, sides_to_roll
from tracker.wording.report import status_text
from tracker.wording.sentences import sentences
from tracker.wording.waiting import pending_line


def supply(game: Game, name: str = "antorcha") -> Supply:
    return game.session.supplies[game.supply(name)]


@each_of(
    ("words", "trigger", "every", "light", "active"),
    [
        ("", Trigger.MANUAL, 0, False, False),
        ("luz", Trigger.TIME, 600, True, False),
        ("luz encendida", Trigger.TIME, 600, True, True),
        ("luz cada 1h", Trigger.TIME, 3_600, True, False),
        ("cada 1h luz", Trigger.TIME, 3_600, True, False),
        ("intervalo", Trigger.INTERVAL, 0, False, False),
        ("cada intervalo", Trigger.INTERVAL, 0, False, False),
        ("munición", Trigger.AMMUNITION, 0, False, False),
        ("MUNICION", Trigger.AMMUNITION, 0, False, False),
        ("light lit", Trigger.TIME, 600, True, True),
    ],
)
def test_supplies_are_described_in_words(
    words: str, trigger: Trigger, every: int, light: bool, active: bool
) -> None:
    game = Game("pj Lía", f"lleva lia antorcha d6 {words}")
    each = supply(game)

    assert (each.die, each.trigger, each.every, each.light, each.active) == (6, trigger, every, light, active)


@each_of(
    ("line", "code"),
    [
        ("lleva lia antorcha", "missing"),
        ("lleva lia d6", "empty_name"),
        ("lleva lia antorcha d7", "bad_usage_die"),
        ("lleva lia antorcha d6 mojada", "unknown_word"),
        ("lleva lia antorcha d6 cada", "missing"),
        ("lleva lia antorcha d6 cada 0m", "bad_duration"),
        ("lleva nadie antorcha d6", "unknown_creature"),
        ("enciende farol", "unknown_supply"),
    ],
)
def test_a_supply_that_makes_no_sense_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game("pj Lía").do(line)) == code


def test_a_supply_has_a_trigger_and_an_outcome_in_the_words_of_the_gm() -> None:
    """R1-037, R1-038, R1-042: the loyalty of hirelings."""
    game = Game("lleva grupo Lealtad d4 detonante los tratan mal, o no cobran desenlace ¡se marchan!")
    each = supply(game, "Lealtad")

    assert (each.when, each.outcome) == ("los tratan mal, o no cobran", "¡se marchan!")
    assert "Detonante: los tratan mal, o no cobran · Desenlace: ¡se marchan!" in status_text(game.history)

    event = game.play(supplies.use(game.session, game.supply("Lealtad"), Faces(1)))
    assert sentences(event, game.history) == [
        f"{depleted_sentence('Lealtad')} (d4 → 1). Desenlace: ¡se marchan!"
    ]
    game.do("deshacer")
    assert not supply(game, "Lealtad").is_depleted


def test_a_supply_of_the_party_is_rolled_once() -> None:
    game = Game("pj Lía", "pj Bruno", "lleva grupo Lealtad d4")

    assert game.facts("usa grupo lealtad ventaja", 1, 2) == [
        fact("supply_depleted", supply="Lealtad", name="Lealtad", die=0)
    ]


def test_the_trigger_and_the_outcome_can_be_rewritten_and_removed() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz desenlace queda inservible")

    game.do("objeto antorcha desenlace se apaga detonante cada 10 minutos")
    assert (supply(game).when, supply(game).outcome) == ("cada 10 minutos", "se apaga")
    game.do("objeto lia antorcha desenlace nada")
    assert (supply(game).when, supply(game).outcome) == ("cada 10 minutos", "")


@each_of(
    ("line", "code"),
    [
        ("objeto antorcha", "missing"),
        ("objeto antorcha arde", "unknown_word"),
        ("objeto antorcha desenlace", "missing"),
        ("objeto farol desenlace se apaga", "unknown_supply"),
        (f"objeto antorcha desenlace {'x' * 2_001}", "text_too_long"),
    ],
)
def test_a_wrong_text_of_a_supply_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game("pj Lía", "lleva lia antorcha d6").do(line)) == code


def test_the_party_carries_things_too() -> None:
    game = Game("pj Paco", "lleva grupo mapa viejo d6", "lleva pa cuerda d8")

    assert (supply(game, "mapa viejo").owner, supply(game, "cuerda").owner) == ("", game.id_of("Paco"))


def test_a_thing_of_several_words_needs_no_quotes() -> None:
    game = Game("pj Lía", "lleva lia flechas de plata d6 munición", "lleva lia flechas d8 munición")

    assert game.facts("dispara lia flechas de plata", 2) == [
        fact("supply_worn", supply="flechas de plata", who="Lía", name="flechas de plata", die=4)
    ]
    assert game.sentences("dispara lia flechas", 2) == f"{worn_die('flechas', 6, 'Lía')} (d8 → 2)."
    assert (
        game.sentences('usa lia "flechas de plata" ventaja', 2, 3)
        == f"{kept_die('flechas de plata', 4, 'Lía')} (d4 → [2] 3)."
    )


@each_of(
    ("line", "supply"),
    [
        ("usa sor cura", "poción de cura"),
        ("usa sor bálsamo", "bálsamo"),
        ("enciende plata", "candil de plata"),
        ("enciende roja plata", "candil de plata"),
        ("dado roja cand d4", "candil de plata"),
        ("suelta sor cura", "poción de cura"),
        ("dado cura d4", "poción de cura"),
        ("usa sor «cura»", "poción de cura"),
    ],
)
def test_a_supply_is_found_by_any_word_of_its_name(line: str, supply: str) -> None:
    game = Game("pj Sor Inés, Ana la roja", "lleva sor poción de cura d6", "lleva sor bálsamo d6")
    game.do('lleva ana "candil de plata" d6 luz cada 1h')
    key = game.supply(supply)
    changed = {
        each.path[1] for each in game.draft(line, roll=lambda sides: 1).changes if each.path[0] == "supplies"
    }
    assert changed == {key}


def test_a_supply_is_found_by_its_beginning_first_and_two_by_a_word_are_named() -> None:
    game = Game("pj Lía", "lleva lia cura d6", "lleva lia poción de cura d6", "lleva lia agua de cura d8")
    game.do("suelta lia cura")
    assert {each.name for each in game.session.supplies.values()} == {"poción de cura", "agua de cura"}
    assert refusal_code(lambda: game.do("suelta lia cura")) == "ambiguous_word"


@each_of("line", ["da ana latón de Sor Inés", "paga sor latón"])
def test_a_thing_is_found_by_any_word_of_its_name(line: str) -> None:
    game = Game("pj Sor Inés, Ana", "gana sor espejo de latón, anillo de oro")
    game.do(line)
    left = [each.name for each in game.session.things.values() if each.owner == game.id_of("Sor Inés")]
    assert left == ["anillo de oro"]


def test_a_coin_without_its_number_is_no_thing_of_that_metal() -> None:
    game = Game("pj Sor Inés, Ana", "gana sor anillo de oro")
    assert refusal_code(lambda: game.do("paga sor oro")) == "no_such_thing"


def test_a_supply_changes_hands() -> None:
    game = party()
    game.do("lleva lia antorcha d6")
    assert game.facts("entrega antorcha bren") == [fact("supply_got", name="antorcha", who="Bren", die=6)]
    assert supply(game).owner == game.id_of("Bren")

    game.do("entrega antorcha grupo")
    assert supply(game).owner == ""


def test_a_die_goes_down_on_one_or_two_and_at_last_is_depleted() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida")

    told = [game.sentences("usa lia antorcha", face) for face in (3, 2, 4, 1)]

    assert told == [
        f"{kept_die('antorcha', 6, 'Lía')} (d6 → 3).",
        f"{worn_die('antorcha', 4, 'Lía')} (d6 → 2).",
        f"{kept_die('antorcha', 4, 'Lía')} (d4 → 4).",
        f"{depleted_sentence('antorcha', 'Lía')} (d4 → 1). {DARK}",
    ]
    assert not supply(game).active
    assert refusal_code(lambda: game.do("usa lia antorcha")) == "depleted"
    assert refusal_code(lambda: game.do("enciende antorcha")) == "depleted"


def test_a_shared_name_means_the_supply_that_is_not_depleted() -> None:
    game = Game("pj Lía", "lleva lia antorcha d4", "lleva lia antorcha d4")
    first = {key for key, each in game.session.supplies.items() if not each.is_depleted}
    game.do("usa lia antorcha", 1)
    assert len({key for key in first if game.session.supplies[key].is_depleted}) == 1

    game.do("usa lia antorcha", 1)
    assert all(each.is_depleted for each in game.session.supplies.values())


def test_things_of_one_name_and_two_owners_are_told_apart() -> None:
    game = party()
    game.do("lleva lia antorcha d6")
    game.do("lleva bren antorcha d8")
    assert refusal_code(lambda: game.do("enciende antorcha")) == "ambiguous_word"

    game.do("enciende antorcha-bren")
    game.do("usa lia antorcha", 2)
    dice = sorted((each.die, each.active) for each in game.session.supplies.values())
    assert dice == [(4, False), (8, True)]


@each_of(
    ("line", "told"),
    [
        ("enciende bren antorcha", "Bren empieza a usar su antorcha."),
        ("enciende antorcha-bren", "Bren empieza a usar su antorcha."),
        ("enciende grupo antorcha", "El grupo empieza a usar su antorcha."),
        ("enciende antorcha-grupo", "El grupo empieza a usar su antorcha."),
        ("entrega bren antorcha lia", "Lía lleva antorcha (d6)."),
        ("suelta lia cuerda de seda", "Lía deja cuerda de seda."),
    ],
)
def test_a_supply_is_named_by_its_owner(line: str, told: str) -> None:
    assert several_torches().sentences(line) == told


@each_of(
    ("line", "known"),
    [
        ("enciende farol", "antorcha-Lía, antorcha-Bren, antorcha-grupo, cuerda de seda"),
        ("enciende antorcha", "antorcha-Lía, antorcha-Bren, antorcha-grupo"),
        ("enciende bren cuerda", "antorcha"),
        ("usa lia farol", "antorcha, cuerda de seda, antorcha-Bren, antorcha-grupo"),
    ],
)
def test_the_refusal_of_a_wrong_owner_names_the_supplies(line: str, known: str) -> None:
    with pytest.raises(Refusal) as refusal:
        several_torches().do(line)

    assert refusal.value.data["known"] == known


def several_torches() -> Game:
    game = party()
    for owner in ("lia", "bren", "grupo"):
        game.do(f"lleva {owner} antorcha d6")
    game.do("lleva lia cuerda de seda d8")
    return game


def test_a_depleted_die_set_by_hand_burns_no_more() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "dado antorcha d0")

    assert (supply(game).die, supply(game).active) == (0, False)


def test_a_dropped_supply_is_gone() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "intervalo 10m", "suelta antorcha")

    assert (game.session.supplies, game.pending) == ({}, [])


def test_a_pending_roll_is_resolved_by_its_number() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "lleva lia vela d8 cada 10m encendida")
    game.do("intervalo 10m")
    game.do("resuelve 2", 1)

    assert (supply(game).die, supply(game, "vela").die, game.pending) == (6, 6, ["usage"])


def two_hours_of_light() -> Game:
    """A torch and a candle through two hours: twelve uses of the one, six of the other."""
    return Game(
        "pj Lía",
        "lleva lia antorcha d6 luz encendida",
        "lleva lia vela d6 cada 20m encendida",
        "intervalo 2h",
    )


def test_equal_pending_rolls_are_resolved_together_and_undone_as_one() -> None:
    game = two_hours_of_light()
    waiting = dict(game.session.pending)
    assert len(resolution.alike_keys(game.session, next(iter(waiting)))) == 12

    told = game.sentences("resuelve iguales", *[5] * 12)
    assert told == f"{kept_die('antorcha', 6, 'Lía')} (×12)."
    assert len(game.session.pending) == 6

    game.do("deshacer")
    assert game.session.pending == waiting


def test_rolls_that_lapse_with_a_creature_or_supply_are_told() -> None:
    game = two_hours_of_light()
    assert game.sentences("suelta vela").endswith("Ya no hacen falta 6 tiradas: Dado de Uso de vela, de Lía.")

    game = fight()
    for line in ("estado lia veneno nivel 3", "siguiente", "siguiente"):
        game.do(line)
    lapses = "2 tiradas ya no hacen falta."
    assert game.sentences("mata lia").endswith(lapses)
    game.do("deshacer")
    assert game.sentences("retira lia").endswith(lapses)


def test_a_roll_that_is_called_for_and_pointless_at_once_is_not_told() -> None:
    game = fight()
    for line in ("estado lia veneno nivel 3", "siguiente", "siguiente"):
        game.do(line)
    assert "lapsed" not in [each.kind for each in game.facts("omite")]


def test_a_light_that_goes_out_halfway_rolls_no_more() -> None:
    game = two_hours_of_light()
    told = game.sentences("resuelve iguales", 5, 1, 3, 1)

    assert told == (
        f"{kept_die('antorcha', 6, 'Lía')} (d6 → 5). {worn_die('antorcha', 4, 'Lía')} (d6 → 1). "
        f"{kept_die('antorcha', 4, 'Lía')} (d4 → 3). {depleted_sentence('antorcha', 'Lía')} (d4 → 1). "
        "Ya no hacen falta 8 tiradas: Dado de Uso de antorcha, de Lía."
        f" {DARK}"
    )
    assert {str(each.data["supply"]) for each in game.session.pending.values()} == {game.supply("vela")}


def test_two_torches_are_named_with_their_owners() -> None:
    game = Game(
        "pj Lía",
        "pj Bren",
        "lleva lia antorcha d6 luz encendida",
        "lleva bren antorcha d6 luz encendida",
        "lleva grupo farol d8 luz",
    )
    assert game.facts("enciende farol") == [fact("supply_lit", name="farol")]
    game.do("intervalo 10m")

    assert [pending_line(game.session, each, game.history) for each in game.session.pending.values()] == [
        "Lía · Dado de Uso de antorcha · d6",
        "Bren · Dado de Uso de antorcha · d6",
        "Dado de Uso de farol · d8",
    ]
    assert game.sentences("resuelve", 1) == f"{worn_die('antorcha', 4, 'Lía')} (d6 → 1)."
    assert game.sentences("omite") == "No se tira: Dado de Uso de antorcha, de Bren."
    assert game.sentences("omite") == "No se tira: Dado de Uso de farol."


def test_equal_pending_rolls_are_skipped_together() -> None:
    game = two_hours_of_light()
    game.do("omite iguales 2")

    assert (supply(game).die, game.pending) == (6, ["usage"] * 12)


@pytest.mark.parametrize("line", ["resuelve iguales", "omite iguales 3"])
def test_nothing_alike_waits(line: str) -> None:
    assert refusal_code(lambda: Game("pj Lía").do(line)) == "nothing_pending"


def test_equal_pending_rolls_need_a_face_each() -> None:
    game = two_hours_of_light()
    assert refusal_code(lambda: game.do("resuelve iguales = 5 5")) == "too_few_faces"


def afraid() -> Game:
    game = fight()
    for line in ("estado lia miedo", "estado lia veneno nivel 3", "siguiente"):
        game.do(line)
    return game


def test_effort_is_spent_on_a_pending_roll_and_undone_with_it() -> None:  # R1-013, R1-053
    game = afraid()
    waiting = dict(game.session.pending)

    told = game.sentences("resuelve esfuerzo 2", 4, 12)
    assert (
        told == "Lía gasta 1 de Esfuerzo y tira con Ventaja (le quedan 2). "
        "Lía se libra del Veneno (d20 → [4] 12 contra 12)."
    )
    assert (game.sheet("Lía").effort, game.pending) == (2, ["save", "reminder"])

    game.do("deshacer")
    assert (game.sheet("Lía").effort, game.session.pending) == (3, waiting)


def test_effort_takes_faces_of_the_table_in_either_language() -> None:
    game = afraid()
    game.do("settle effort = 4 12")

    assert "frightened" not in game.sheet("Lía").states
    assert refusal_code(lambda: game.do("settle effort = 4 12 3")) == "too_many_faces"


@pytest.mark.parametrize(
    ("lines", "line", "code"),
    [
        (["ficha lia esfuerzo=0"], "resuelve esfuerzo", "no_effort"),
        ([], "resuelve esfuerzo 3", "effort_unfit"),
        ([], "resuelve esfuerzo 9", "not_pending"),
    ],
)
def test_effort_that_cannot_be_spent_leaves_all_as_it_was(lines: list[str], line: str, code: str) -> None:
    game = afraid()
    for each in lines:
        game.do(each)
    before = game.session

    assert refusal_code(lambda: game.do(line)) == code
    assert game.session == before


def test_a_game_without_a_resource_spends_nothing() -> None:
    game = Game("pj Iria", "tabla cielo 1d6 1-6: claro", "clima tabla cielo", system="percentile")
    game.do("intervalo 24h")
    waiting = next(iter(game.session.pending))

    assert refusal_code(lambda: game.do("resuelve esfuerzo")) == "unknown_word"
    assert (
        refusal_code(lambda: resolution.resolve(game.session, waiting, Faces(3), favour=True))
        == "not_favoured"
    )


def test_the_source_of_a_condition_is_named() -> None:  # R1-100, R1-102, R1-103
    game = fight()
    assert game.facts("estado lia miedo Dragón rojo") == [
        fact("afflicted", who="Lía", condition="frightened", level=0, source="Dragón rojo")
    ]
    assert game.facts("estado bren miedo") == [fact("afflicted", who="Bren", condition="frightened", level=0)]
    game.do("estado lia fascinación Sirena")
    game.do("siguiente")

    assert "Miedo (Dragón rojo), Fascinación, no ataca (Sirena)" in status_text(game.history)
    assert "Lía · recuerda Miedo: Dragón rojo" in status_text(game.history)
    assert game.facts("resuelve 3") == [fact("bound_frightened", who="Lía", source="Dragón rojo")]
    told = game.sentences("daño lia 1 directo")
    assert told.endswith("Si Sirena, que fascina a Lía, le ha hecho daño adrede, puede salvarse.")


def test_a_creature_turned_back_from_stone_suffers_this_turns_effects() -> None:  # A1-32, A1-33
    game = fight()
    for line in ("petrificación", "confusión", "miedo"):
        game.do(f"estado lia {line}")
    game.do("siguiente")
    assert game.pending == ["save", "save", "save", "reminder"]

    game.do("resuelve 3", 20)
    assert game.pending == ["save", "save", "confusion", "reminder"]
    assert {each.encounter for each in game.session.pending.values()} == {game.session.encounter}
    game.do("resuelve 1", 20)
    assert game.pending == ["save", "reminder"]
    game.do("deshacer")
    game.turns(4)
    assert game.pending == ["save", "save", "confusion", "reminder"]


def test_skipping_never_punishes() -> None:
    game = fight()
    game.turns(1)
    game.do("estado lia veneno nivel 3")
    game.turns(1)
    game.do("intervalo 72h")
    creatures = game.session.creatures
    while game.session.pending:
        game.do("omite")

    assert game.session.creatures == creatures


def test_a_pending_roll_does_nothing_by_itself() -> None:
    game = Game("pj Lía", "intervalo 9d")

    assert not game.sheet("Lía").dead


@each_of("line", ["resuelve", "resuelve 3", "resuelve 0", "resuelve -1", "omite", "omite 2"])
def test_only_a_pending_roll_can_be_resolved(line: str) -> None:
    assert refusal_code(lambda: Game("pj Lía").do(line)) == "nothing_pending"


@pytest.mark.parametrize("line", ["resuelve 3", "resuelve 0 = 7", "omite iguales 9"])
def test_a_wrong_number_is_not_answered_with_nothing_pending(line: str) -> None:
    assert refusal_code(lambda: Game("pj Lía", "intervalo 24h").do(line)) == "not_pending"


def test_pending_rolls_survive_in_the_save() -> None:
    game = Game("pj Lía", "intervalo 24h")
    again = game.copy("0195939070")

    assert again.session.pending == game.session.pending


@pytest.mark.parametrize("order", ["resuelve", "resuelve iguales"])
def test_a_roll_that_another_gm_made_pointless_lapses(order: str) -> None:
    """Bea frees Lía at the moment when Ana passes a round."""
    game = Game("pj Lía", "estado lia miedo")
    bea = game.copy("0195939070")
    bea.do("libra lia miedo")
    game.do("ronda")
    game.history.add(bea.events[-1:])
    game.events.append(bea.events[-1])
    assert game.pending == ["save", "reminder"]

    assert game.facts(order) == [
        fact(
            "skipped", due="save", who="Lía", condition="frightened", difficulty=12, static=0, **{"from": 10}
        )
    ]

    assert game.pending == []


def test_a_roll_that_its_rule_cannot_read_lapses() -> None:
    """A trap of another program: its save names no trap, which only the rule itself looks for."""
    game = Game("pj Lía")
    who = game.id_of("Lía")
    strange = PendingRoll("trap", "trap", who, {"attribute": "agility", "amount": 3})
    game.play(Draft(changes=(Change(("pending", "trap"), How.NEW, to_builtins(strange)),)))

    assert not is_still_pending(game.session, strange)
    assert sides_to_roll(game.session, strange) == ()


def test_no_roll_outlives_its_creature() -> None:
    game = Game("pj Lía", "intervalo 24h")
    assert game.pending == ["hunger"]

    game.play(Draft(changes=(Change(("creatures", game.id_of("Lía")), How.GONE),)))

    assert game.pending == []


@pytest.mark.parametrize(
    ("line", "faces", "total", "told"),
    [
        ("2d6+3", (3, 4), 10, "Tirada 2d6+3 = 10 (d6 → 3 4 +3)."),
        ("tira 4d6kh3 # Fuerza", (1, 6, 5, 4), 15, "Fuerza: 4d6kh3 = 15 (d6 → [1] 6 5 4)."),
        ("d20 ventaja", (3, 14), 14, "Tirada 1d20 ventaja = 14 (d20 → [3] 14)."),
    ],
)
def test_a_free_roll(line: str, faces: tuple[int, ...], total: int, told: str) -> None:
    game = Game()

    assert game.sentences(line, *faces) == told
    assert game.events[-1].throws[0].total == total


def test_a_roll_is_kept_under_a_name_and_forgotten() -> None:
    game = Game("guarda fuego 8d6", 'guarda "bola/fría" 1d4 # hielo')

    assert game.facts("tira fuego", *[1] * 8) == [fact("rolled", expression="8d6", total=8, label="fuego")]
    assert game.facts("tira bola-fría", 3) == [fact("rolled", expression="1d4", total=3, label="hielo")]
    game.do("olvida fuego")
    assert refusal_code(lambda: game.do("olvida fuego")) == "unknown_roll"
    assert refusal_code(lambda: game.do("tira fuego")) == "dice_syntax"
    assert refusal_code(lambda: game.do("guarda fuego patata")) == "dice_syntax"


@pytest.mark.parametrize(
    ("line", "code"), [("nota", "empty_text"), ("nota   ", "empty_text"), ("titulo", "empty_name")]
)
def test_an_empty_text_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game(line)) == code


def test_a_note_is_kept_as_it_was_written() -> None:
    assert Game().facts('nota "Ana"  dice: a = 4, [b]¡ojo![/b]') == [
        fact("note", text='"Ana"  dice: a = 4, [b]¡ojo![/b]')
    ]


def test_the_campaign_may_take_another_name() -> None:
    assert Game("titulo La tumba de Ylat").session.title == "La tumba de Ylat"


@pytest.mark.parametrize("words", ["munición por encuentro", "municion encuentro", "munición per_encounter"])
def test_the_choice_of_the_campaign_is_made_in_words(words: str) -> None:
    game = Game()

    assert game.facts(f"ajuste {words}") == [
        fact("setting_chosen", setting="ammo_mode", value="per_encounter")
    ]


def test_an_unknown_choice_is_answered_with_the_known_ones() -> None:
    game = Game()

    assert refusal_code(lambda: game.do("ajuste munición siempre")) == "bad_choice"
    assert refusal_code(lambda: game.do("ajuste clima frío")) == "unknown_setting"


QUIVERS = ("pj Bea", "lleva bea carcaj d4 munición", "lleva bea carcaj d4 munición")


@pytest.mark.parametrize("line", ["junta bea carcaj carcaj", "junta bea carcaj 1 carcaj 2"])
def test_two_stacks_of_one_name_are_joined(line: str) -> None:  # R1-046
    game = Game(*QUIVERS)

    assert game.facts(line) == [fact("merged", supply="carcaj", name="carcaj", other="carcaj", die=6)]
    assert sorted(each.die for each in game.session.supplies.values()) == [0, 6]


def test_a_bare_shot_names_the_stacks_and_their_numbers_choose_one() -> None:  # R1-045
    game = Game(*QUIVERS)
    with pytest.raises(Refusal) as why:
        game.do("dispara bea")
    assert why.value.data["known"] == "carcaj 1 (d4), carcaj 2 (d4)"

    game.do("dispara bea carcaj 2", 1)
    assert [each.die for each in game.session.supplies.values()] == [4, 0]
    assert "sigue en d4" in game.sentences("dispara bea", 3)


def test_a_stack_is_joined_with_the_one_most_like_it() -> None:
    game = Game(*QUIVERS[:2], "lleva bea virotes d4 munición", QUIVERS[2])
    first, virotes, second = game.session.supplies
    game.play(supplies.merge(game.session, first, lambda sides: sides))

    left = game.session.supplies
    assert (left[first].die, left[virotes].die, left[second].die) == (6, 4, 0)
    assert (
        refusal_code(lambda: supplies.merge(game.session, first, lambda sides: sides)) == "nothing_to_merge"
    )
