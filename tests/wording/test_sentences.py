"""Every fact and every refusal has a sentence, and every sentence has its data."""

import shlex

import pytest

from tests.session.game import Game, fight, party
from tests.trials import each_of
from tests.wording.sources import RECORDERS, calls, facts, refusals
from tracker.rules.dice import Die, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.rules.systems import DEFAULT
from tracker.session.event import Draft
from tracker.session.moves.clock import Passage
from tracker.wording.faces import BRACKETED, dice_text, with_dice
from tracker.wording.language import speak
from tracker.wording.sentences import fact_sentence, refusal_sentence, sentences, shell_quoted, throw_text
from tracker.wording.template import data_of, parse_template
from tracker.wording.words import words_of

WORDS = words_of("chronicle")


def asked(sentence: str) -> set[str]:
    """Return the data that a fact must have for its sentence; the dice come from the throws."""
    return {datum.name for datum in data_of(parse_template(sentence)) if datum.space != BRACKETED}


def test_every_refusal_has_a_sentence() -> None:
    codes = {(each.game, each.code) for each in refusals()}

    assert len(codes) > 300
    assert [(game, code) for game, code in codes if not words_of(game).has("refusal", code)] == []


INNER = {
    ("rules/games/chronicle/vitals.py", "no_effort"),  # raised again by the act with the creature
    ("rules/games/horror/harm.py", "already_dead"),  # raised again by the act with the creature
    ("rules/games/horror/harm.py", "help_needs_a_turn"),
    ("rules/body.py", "unknown_creature"),  # ids that the session has looked up before
    ("rules/games/chronicle/acts.py", "unknown_supply"),
    ("rules/games/margin/sheet.py", "unknown_creature"),
    ("rules/game_file/effects.py", "unknown_creature"),
}
"""Refusals that are replaced before they reach a GM."""


def test_every_refusal_has_the_data_of_its_sentence() -> None:
    gaps = [
        (each.where, each.code, missing)
        for each in refusals()
        if not each.open
        and (each.where.partition(":")[0], each.code) not in INNER
        and (missing := asked(each.words.space("refusal")[each.code]) - each.data)
    ]

    assert gaps == []


BUILT = {f"{passage}_passed" for passage in Passage} | {
    f"supply_{kind}" for kind in ("lit", "put_out", "started", "stopped")
}
"""Kinds that are put together from parts."""


@pytest.mark.parametrize("recorder", RECORDERS)
def test_facts_are_found_by_the_name_of_their_recorder(recorder: str) -> None:
    assert len([*calls(recorder)]) > 10


def test_every_fact_has_a_sentence() -> None:
    kinds = {(each.game, each.code) for each in facts()} | {(DEFAULT, kind) for kind in BUILT}

    def has_a_sentence(game: str, kind: str) -> bool:
        return any(known == kind or known.startswith(f"{kind}_") for known in words_of(game).space("fact"))

    assert len(kinds) > 200
    assert [each for each in kinds if not has_a_sentence(*each)] == []


def test_every_fact_has_the_data_of_its_sentence() -> None:
    gaps = []
    for each in facts():
        variants = [each.code, *(f"{each.code}_{name}" for name in each.data)]
        for kind in variants:
            missing = asked(each.words.find("fact", kind) or "") - each.data
            if missing and not each.open:
                gaps.append((each.where, kind, missing))

    assert gaps == []


def test_a_refusal_without_its_data_is_still_a_sentence() -> None:
    assert all(refusal_sentence(Refusal(code), "chronicle") for code in WORDS.space("refusal"))


@each_of(
    ("text", "told"),
    [
        ("kh3", "«kh3» no empieza una tirada. Pon un número, 2d6, du8, - o un paréntesis."),
        (" fuego fatuo", "«fuego» no empieza una tirada. Pon un número,"),
        ("[a]", "«[a]» no empieza una tirada. Pon un número,"),
        ("", "Falta la tirada: pon un número, 2d6, du8, - o un paréntesis."),
        ("2d6 hola", "«2d6» ▸ «hola» no encaja. Ahí cabe: un signo"),
        ("2d6 " + "x" * 90, "«2d6» ▸ «xxxxxxxxxxxxxxxx..» no encaja."),
        ("2d6 +", "«2d6 +» está a medias. Sigue: un número,"),
    ],
)
def test_refusals_of_dice_quote_whole_words(text: str, told: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse(text)

    assert refusal_sentence(refusal.value).startswith(told)


def test_unknown_refusals_and_facts_are_shown_as_their_ids() -> None:
    assert refusal_sentence(Refusal("not_yet", day=3), "chronicle") == "not_yet(day=3)"
    assert fact_sentence(Fact("dreamt", {"who": "x"}), Game().history) == "dreamt"


def test_braces_and_markup_in_names_stay_text() -> None:
    game = Game("pj {who:name} [b]%s[/b]")

    assert game.sentences("daño {who 3") == "{who:name} [b]%s[/b] recibe 3 de daño: queda en 7."


@each_of("name", ["La Torre", "l'Olla", 'a$b `c` "d"', "", "Torre;ls", "*", "Ñandú", "a-b_1"])
def test_a_name_in_a_shell_command_is_one_word(name: str) -> None:
    assert shlex.split(shell_quoted(name)) == [name]


@pytest.mark.parametrize(
    ("name", "written"), [("Torre", "Torre"), ("a-b_1", "a-b_1"), ("La Torre", "'La Torre'")]
)
def test_a_name_has_quotes_only_if_it_needs_them(name: str, written: str) -> None:
    told = refusal_sentence(Refusal("long", events=20_000, name=name))

    assert f"«tracker chapter {written} NOMBRE»" in told


@each_of("kind", ["skipped", "due_amended"])
@each_of(
    ("due", "data", "what"),
    [
        ("save", {"condition": "poisoned"}, "Salvación contra Veneno"),
        ("confusion", {"condition": "confused"}, "d20 de Confusión"),
        ("hunger", {"since": 0, "day": 1, "at": 90_000}, "Hambre: Resistencia"),
    ],
)
def test_a_pending_roll_is_named_with_all_its_data(
    kind: str, due: str, data: dict[str, str | int], what: str
) -> None:
    game = party()
    fact = Fact(kind, {"due": due, "who": game.id_of("Lía"), **data})

    assert fact_sentence(fact, game.history) in {
        f"No se tira: {what}, de Lía.",
        f"El DJ lo cambia a mano: {what}, de Lía.",
    }


def test_a_note_of_several_lines_is_shown_on_one() -> None:
    game = Game()
    game.play(Draft((Fact("note", {"text": "una\ndos"}),)))

    assert sentences(game.events[-1], game.history) == ["Nota: una / dos"]


@each_of(
    ("line", "faces", "told"),
    [
        ("prueba lia fuerza", (14,), "Lía, Tirada de Fuerza: d20 → 14 contra 11. Éxito."),
        ("prueba lia fuerza +2", (9,), "Lía, Tirada de Fuerza: d20 → 9 +2 = 11 contra 11. Éxito."),
        ("prueba lia fuerza", (20,), "Lía, Tirada de Fuerza: d20 → 20 contra 11. Crítico."),
        (
            "prueba lia fuerza esfuerzo",
            (3, 17),
            (
                "Lía gasta 1 de Esfuerzo y tira con Ventaja (le quedan 2). "
                "Lía, Tirada de Fuerza con ventaja: d20 "
                "→ [3] 17 contra 11. Éxito."
            ),
        ),
        ("probabilidad lia 12", (12,), "Lía, Probabilidad: d20 → 12 contra 12. Sucede."),
        (
            "enfrenta lia fuerza bren",
            (12, 4),
            "Lía (d20 → 12 contra 11) se impone a Bren (d20 → 4 contra 9).",
        ),
        ("daño lia 2d6+1", (1, 2), "Lía recibe 4 de daño (d6 → 1 2 +1 = 4): queda en 10."),
        ("mata bren de un susto", (), "Bren muere: de un susto."),
        ("viaja 2 hex", (), None),
    ],
)
def test_an_event_is_described_completely(line: str, faces: tuple[int, ...], told: str | None) -> None:
    read = party().sentences(line, *faces)

    assert told is None or read == told


def test_a_passed_roll_of_ageing_shows_its_dice() -> None:
    game = party()
    game.do("ficha lia edad=60 envejece_desde=50")

    assert game.sentences("envejece lia", 15).startswith(
        "Lía cumple 61 años. Lía, Tirada de Resistencia por Envejecimiento: d20 → 15"
    )


def test_dice_show_which_were_dropped_and_which_were_real() -> None:
    throw = Throw("free", (Die(6, 2), Die(6, 5, typed=True), Die(20, 7, kept=False)), 7)

    assert dice_text(throw) == "d6 2 5✎ d20 [7]"


@each_of(
    ("line", "faces", "told"),
    [
        ("1d20 = 20", (), "Tirada 1d20 = 20✎."),
        ("1d20", (20,), "Tirada 1d20 = 20."),
        ("2d6+3 = 4 5 # salto", (), "salto: 2d6+3 = 12✎ (d6 → 4✎ 5✎ +3)."),
        ("3x 1d20 = 20 1 7", (), "Tirada 3x 1d20 = 20✎, 1✎, 7✎."),
        ("2x 1d20>=10 = 20 1", (), "Tirada 2x 1d20>=10 = 20✓✎, 1✗✎."),
        ("1d20+3 >= 15 = 12", (), "1d20+3>=15: 15✎ (d20 → 12✎) contra 15, se cumple."),
        ("consulta clima = 3", (), "clima 3✎ (d6): lluvia."),
        ("consulta clima", (3,), "clima 3 (d6): lluvia."),
    ],
)
def test_a_total_of_real_dice_has_a_pencil(line: str, faces: tuple[int, ...], told: str) -> None:
    game = Game("tabla clima 1d6 1-2: sol; 3-6: lluvia")

    assert game.sentences(line, *faces) == told


def test_initiatives_of_real_dice_have_a_pencil() -> None:
    game = Game("pj Lía", "pj Bruno", "combate Vado")

    assert game.sentences("iniciativa lia,bruno 1d20 = 12 12") == "Iniciativa: Lía y Bruno sacan 12✎ (d20)."
    assert game.sentences("iniciativa lia 14") == "Iniciativa: Lía saca 14."
    assert (
        game.sentences("iniciativa grupo 2d6 = 3 4") == "El bando «grupo» saca 7✎ de iniciativa (d6 → 3✎ 4✎)."
    )


def test_of_equal_totals_only_those_of_real_dice_have_a_pencil() -> None:
    throws = tuple(Throw("free", (Die(6, 4, typed=real),), 4) for real in (False, True))

    [fact] = with_dice([Fact("rolled", {"total": "4, 4"})], throws, WORDS)

    assert fact.data["total"] == "4, 4✎"


def test_the_roll_of_a_removed_thing_keeps_its_name() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6")
    throw = game.do("usa lia antorcha", 3).throws[0]
    game.do("suelta antorcha")

    assert throw_text(throw, game.history) == "Dado de Uso · antorcha: d6 → 3. Sigue igual"


@pytest.mark.parametrize(
    ("language", "kept", "rolled"),
    [
        ("es", "Se guarda la tirada ataque (1d20+2 ventaja).", "Tirada 1d20 desventaja = 4 (d20 → [9] 4)."),
        ("en", "Roll ataque saved (1d20+2 advantage).", "Roll 1d20 disadvantage = 4 (d20 → [9] 4)."),
    ],
)
def test_dice_are_shown_in_the_language_in_use(language: str, kept: str, rolled: str) -> None:
    game = Game()
    speak(language)

    assert game.sentences("guarda ataque 1d20+2 ventaja") == kept
    assert game.sentences("1d20 dis", 9, 4) == rolled
    assert [each.expression for each in game.session.rolls.values()] == ["1d20+2 adv"]


def test_an_undo_names_what_it_undoes() -> None:
    game = fight()
    game.do("daño goblin 1 3")

    assert game.sentences("deshacer") == "Se deshace: goblin 1 recibe 3 de daño: queda en 4."
    assert game.sentences("rehacer") == "Se rehace: goblin 1 recibe 3 de daño: queda en 4."


def test_the_dead_keep_their_names_in_the_log() -> None:
    game = fight()
    hurt = game.do("daño goblin 1 9")
    game.do("retira goblin 1")

    assert sentences(hurt, game.history)[0] == "goblin 1 recibe 9 de daño y muere."


FIGHTING = ("pj Lía", "pj Bren", "aparece Gob", "combate Nada")


@each_of(
    ("lines", "last", "told"),
    [
        (("pj Lía", "pj Bren"), "come todos", ["Lía y Bren comen y beben."]),
        (("pj Lía",), "come todos", ["Lía come y bebe."]),
        (
            ("pj Lía", "pj Bren", "intervalo 2d"),
            "come todos",
            ["Lía y Bren comen y beben: quedan sin hacer 2 tiradas de Hambre de cada cual."],
        ),
        (
            ("pj Lía", "pj Bren", "intervalo 1d", "come bren", "intervalo 23h"),
            "come todos",
            ["Lía come y bebe: queda sin hacer una tirada de Hambre.", "Bren come y bebe."],
        ),
        (
            ("pj Lía", "intervalo 5d"),
            "duerme lia 8h",
            ["Lía duerme, pero le pesa el Sueño (-5); le quedan 2 tiradas de antes."],
        ),
        ((), "aparece 3 gob", ["Aparecen gob 1, gob 2 y gob 3."]),
        (
            ("pj Lía", "combate Nada"),
            "aparece oculto 2 gob",
            ["Aparecen gob 76 y gob 98, fuera de la vista de los jugadores."],
        ),
        ((*FIGHTING,), "oculta lia, bren", ["Lía y Bren quedan fuera de la vista de los jugadores."]),
        (
            (*FIGHTING, "oculta lia, bren"),
            "muestra lia, bren",
            ["Lía y Bren quedan a la vista de los jugadores."],
        ),
        ((*FIGHTING,), "huye lia, bren", ["Lía y Bren huyen."]),
        ((*FIGHTING, "huye lia, bren"), "vuelve lia, bren", ["Lía y Bren vuelven al encuentro."]),
        ((*FIGHTING,), "quita lia, bren", ["Lía y Bren ya no están en el encuentro."]),
        ((*FIGHTING, "quita lia, bren"), "entra lia, bren", ["Lía y Bren entran en el encuentro."]),
        ((*FIGHTING,), "retira lia, bren", ["Lía y Bren salen de la campaña."]),
        (
            ("pj Lía salud=9", "pj Bren salud=9"),
            "daño todos 3",
            ["Lía y Bren reciben 3 de daño: quedan en 6."],
        ),
        (
            ("pj Lía", "pj Bren", "intervalo 30h"),
            "duerme todos 1h",
            ["Lía y Bren han dormido 1 h: menos de 6 h en un día no cuenta."],
        ),
    ],
)
def test_equal_facts_of_several_share_a_sentence(lines: tuple[str, ...], last: str, told: list[str]) -> None:
    game = Game(*lines)
    event = game.do(last)

    assert [each for each in sentences(event, game.history) if "Pasa" not in each] == told


@pytest.mark.parametrize(
    ("system", "written", "said"),
    [
        ("percentile", "pifias=hurt, misleading", "pifias = se lastima, resultado inútil que estorba"),
        ("percentile", "tipo=pnj", "tipo = PNJ"),
        ("chronicle", "especie=npc", "especie = npc"),
    ],
)
def test_a_sheet_tells_choices_in_words_and_a_text_as_it_was_typed(
    system: str, written: str, said: str
) -> None:
    game = Game("pj Ana", system=system)

    event = game.do(f"ficha Ana {written}")
    assert sentences(event, game.history) == [f"Ficha de Ana: {said}."]
