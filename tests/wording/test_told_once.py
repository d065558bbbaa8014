"""What happens to several creatures in one event is said once, with all their names."""

import re
from collections import Counter
from itertools import count

from tests.session.game import Game, fact
from tests.trials import each_of
from tracker.rules.games import SYSTEMS
from tracker.rules.system import Fact
from tracker.store.paths import examples_folder
from tracker.wording.sentences import fact_sentences, sentences
from tracker.wording.tellings import tellings
from tracker.wording.words import words_of

PEOPLE = ("Ana", "Bea", "Cid", "Dan", "Eva")
NAMES = (*PEOPLE, *(f"{kind} {number}" for kind in ("orco", "rata") for number in range(1, 7)))
FIGHT = ("pj Ana, Bea, Cid, Dan, Eva", "aparece 3 orco", "combate Puente", "iniciativa todos 10", "siguiente")


def masked(sentence: str) -> str:
    """Return a sentence with a sign in place of each list of names."""
    name = rf"(?:{'|'.join(sorted(NAMES, key=len, reverse=True))})(?:–\d)?"
    return re.sub(rf"{name}(?:(?:, | y | e ){name})*", "_", sentence)


def repeated(told: list[str]) -> list[str]:
    """Return the sentences of an event that say one thing of different names."""
    return [sentence for sentence, times in Counter(map(masked, told)).items() if times > 1]


LINES = (
    "intervalo 30h",
    "omite todo",
    "resuelve clase",
    "aparece 3 rata",
    "iniciativa rata* 30",
    "iniciativa rata*, Ana 4",
    "iniciativa todos 1d20",
    "daño todos 1",
    "daño orco* 40",
    "cura todos 1",
    "mata rata*",
    "huye Ana, Bea, Cid",
    "vuelve Ana, Bea, Cid",
    "oculta orco*, Ana",
    "muestra",
    "duerme todos 3h",
    "come todos",
    "entra todos mios",
    "sorprende Ana, Bea",
    "quita Ana, Bea",
    "retira Ana, Bea",
    "siguiente",
)


@each_of("system", SYSTEMS)
def test_no_event_says_one_thing_of_two_lists_of_names(system: str) -> None:
    game, words = Game(*FIGHT, system=system), words_of(system)
    examples = (words.find("example", each) or "" for each in game.session.game.acts)
    anybody = re.compile("Lía|Bruno|Bren|Bea|Noor|goblin 1|guardia")
    of_acts = [anybody.sub("todos", each, count=1) for each in examples]
    faces, played = count(), 0
    for line in (*LINES, *FIGHT, *of_acts):
        if game.attempt(line, lambda sides: next(faces) % sides + 1):
            played += 1
            event = [*game.history][-1]
            assert repeated(sentences(event, game.history)) == [], line
    assert played > len(LINES) // 2


@each_of(
    ("kinds", "told"),
    [
        ("ab", "Ana muere. Ana huye."),
        ("aA", "Ana y Bea mueren."),
        ("abAB", "Ana y Bea mueren. Ana y Bea huyen."),
        ("abA", "Ana y Bea mueren. Ana huye."),
        ("abBA", "Ana muere. Ana y Bea huyen. Bea muere."),
        ("aba", "Ana muere. Ana huye. Ana muere."),
        ("a-A", "Ana muere. Pasan 10 segundos. Bea muere."),
        ("a..A.", "Ana y Bea mueren. Era la última luz encendida."),
    ],
)
def test_each_creatures_own_facts_keep_their_order(kinds: str, told: str) -> None:
    game = Game("pj Ana, Bea")
    ids = {"a": game.id_of("Ana"), "b": game.id_of("Bea")}
    kind_of = {"a": "died", "b": "fled"}
    of_nobody = {"-": Fact("time_passed", {"seconds": 10}), ".": Fact("last_light_out")}
    facts = [
        of_nobody.get(each)
        or Fact(kind_of[each.lower()], {"who": ids["a" if each.islower() else "b"], "cause": "gm"})
        for each in kinds
    ]
    assert " ".join(fact_sentences(facts, game.history)).startswith(told)


def test_skipped_rolls_of_one_kind_share_a_sentence() -> None:
    game = Game("pj Ana, Bea, Cid", "intervalo 30h")
    assert game.sentences("omite todo") == "No se tira: Hambre: Resistencia, de Ana, Bea y Cid."


def test_what_lowers_an_initiative_is_told_by_its_dice_alone() -> None:
    game = Game("pj Ana, Bea", "aparece 3 rata", "intervalo 30h", "omite todo", "combate Puente")
    told = game.sentences("iniciativa todos 1d20", 9, 8)
    assert told == "Iniciativa: Ana saca 8 (d20 → 9 -1) y Bea saca 7 (d20 → 8 -1)."


def test_newcomers_are_told_once_when_they_act() -> None:
    game = Game(*FIGHT, "aparece 3 rata")
    assert game.sentences("iniciativa rata* 1d20+20", 3, 4, 5).endswith(
        "rata 1, rata 2 y rata 3 actúan a partir de la ronda siguiente; «siguiente QUIEN» da el turno ya."
    )


@each_of(
    ("system", "line"),
    [
        ("chronicle", "estado Ana miedo 1r"),
        ("horror", "estado Ana vulnerable 1r"),
        ("file.galerna", "estado Ana temblando 1r"),
    ],
)
def test_the_end_of_a_condition_is_told_once(system: str, line: str) -> None:
    rules = (examples_folder("games") / "galerna.toml").read_text(encoding="utf-8")
    game = Game(
        "pj Ana, Bea",
        "combate Puente",
        "iniciativa todos 10",
        "siguiente",
        line,
        system=system,
        rules=rules * system.startswith("file"),
    )
    game.do("siguiente")
    told = sentences(game.do("siguiente"), game.history)
    assert (
        len([each for each in told if " Ana " in f" {each} " and "Turno" not in each and "Actúa" not in each])
        == 1
    )


def test_the_fields_of_a_sheet_are_listed_behind_its_name() -> None:
    game = Game("pj Lía", "pj Ana", system="percentile")
    assert game.sentences("ficha lía pv=13 máximo=13") == "Ficha de Lía: PV = 13 y PV máximos = 13."
    assert (
        game.sentences('ficha lía, ana pv=9 habilidades="Hacha 45, Esquivar 30"')
        == "Fichas de Lía y Ana: PV = 9; habilidades = Hacha 45, Esquivar 30."
    )


def test_sheets_that_differ_keep_a_sentence_each() -> None:
    game = Game("pj Lía", "pj Ana")
    lia, ana = game.id_of("Lía"), game.id_of("Ana")
    values = ((lia, "level", 2), (ana, "level", 3), (lia, "armour", 1), (ana, "armour", 1))
    facts = [fact("sheet_edited", who=who, field=field, value=value) for who, field, value in values]
    told = [each.data["who"] for each in tellings(facts, game.history)]
    assert told == [(lia,), (ana,)]
