"""No typed word is lost: it is told or kept, or the line is refused and names it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import asdict

from tests.commands.test_reference import BEFORE, VERBS, campaign, house_rules, lowest
from tests.matrix.orders import Order, Writer, acts_of, commands_of
from tests.matrix.states import BASE, SHEETS
from tests.session.game import Game, event_id, refusal_code, saved
from tests.session.library_game import acted_on
from tests.trials import each_of, one_in
from tracker.commands.command import CommandContext, draft_of, refuse_to_play
from tracker.commands.parse import parse
from tracker.rules.games import SYSTEMS
from tracker.rules.games.chronicle.sheet import CONDITIONS
from tracker.rules.refusal import Refusal
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.sentences import refusal_sentence, sentences
from tracker.wording.words import term, words_of

WORD, NUMBER = "xyzzy", "77"
CAPPED = {
    ("calendar", NUMBER): "a month may be called by a number: «Luna 28» has 77 days",
    ("restore", NUMBER): "no more comes back than was lost, and the sentence says how much",
    ("advance", NUMBER): "a clock is not fuller than full, and the sentence says so",
    ("moon", NUMBER): "the year of a date, which the phase of the moon stands for",
    ("trauma", NUMBER): "no more is lost than there is, and the sentence says how much",
}
"""Verbs whose line takes the number, and does what it can of it."""
WEAKER = "stronger_poison"
"""The fact of a condition that changes nothing."""
FILES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[1] / "rules/game_file/files").glob("*.toml"))
    if path.stem not in ("casa", "posada")
}
"""The games of a file, by name; the house rules of one of the four stand beside them."""


def fate_of_word(game: Game, line: str, word: str) -> str:
    """Return what became of a line that lost a word; empty if it is told or kept, or the refusal names it."""
    context = CommandContext(game.history, game_text=house_rules)
    try:
        command = parse(line, context)
        if command.play is refuse_to_play:
            taken = any(word in text for text in asdict(command).values() if isinstance(text, str))
            return "" if taken else f"«{line}» is shown"
        draft = draft_of(command, acted_on(command, context), lowest, game.fresh)
    except Refusal as refusal:
        told = refusal_sentence(refusal, game.session.system, game.history.names)
        return "" if word in told else f"«{line}» is refused: {told}"
    told = " ".join(sentences(saved(draft, event_id(len(game.events) + 1)), acted_on(command, context)))
    kept = [text for change in draft.changes for text in texts_in(change.value)]
    weaker = any(fact.kind == WEAKER for fact in draft.facts)
    return (
        ""
        if word in told or any(word in text.split() for text in kept) or weaker
        else f"«{line}» is played: {told}"
    )


def texts_in(value: object) -> Iterator[str]:
    """Yield the texts of a value that is saved."""
    if isinstance(value, str):
        yield value
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def with_word(line: str, at: int, word: str) -> str:
    words = line.split(" ")
    return " ".join([*words[:at], word, *words[at:]])


CASE = pytest.mark.parametrize(
    "case", one_in(5, [(*each, language) for each in VERBS for language in LANGUAGES]), ids=" ".join
)
"""The example of a verb of a game, in a language."""


@cache
def prepare_game(system: str, verb: str, language: str) -> Game:
    game = campaign(system, language).copy("0195939070")
    for line in BEFORE.get(verb, ()):
        game.attempt(line, lowest)
    return game


@CASE
def test_a_word_too_many_is_used_or_named(case: tuple[str, str, str]) -> None:
    system, verb, language = case
    game = prepare_game(system, verb, language)
    speak(language)
    example = words_of(system).find("example", verb)
    assert example is not None
    words = [word for word in (WORD, NUMBER) if (verb, word) not in CAPPED]
    assert [each for word in words if (each := fate_of_word(game, f"{example} {word}", word))] == []


@CASE
def test_a_word_too_many_anywhere_is_never_played_over(case: tuple[str, str, str]) -> None:
    system, verb, language = case
    game = prepare_game(system, verb, language)
    speak(language)
    example = words_of(system).find("example", verb)
    assert example is not None
    lines = [
        (with_word(example, at, word), word)
        for at in range(1, len(example.split(" ")) + 1)
        for word in (WORD, NUMBER)
        if (verb, word) not in CAPPED
    ]
    assert [
        each for line, word in lines if "is refused" not in (each := fate_of_word(game, line, word)) if each
    ] == []


@cache
def table(system: str, rules: str = "") -> Game:
    game = Game(system=system, rules=rules)
    for line in (*BASE, *(each.format(who="Ada") for each in SHEETS.get(system, ()))):
        game.attempt(line, lowest)
    return game


@pytest.mark.parametrize("lines", [3, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("system", [*SYSTEMS, *FILES])
def test_no_form_of_a_line_plays_over_a_word(system: str, lines: int) -> None:
    game = table(f"file.{system}", FILES[system]) if system in FILES else table(system)
    writer = Writer(game.session, ("Ada",), Random(lines))
    orders: list[Order] = [*acts_of(game.session), *(commands_of(game.session) if system == "horror" else ())]
    found = set()
    for order in orders:
        for line in (writer.line(order) for _ in range(lines)):
            front, equals, faces = line.partition(" = ")
            for word in (WORD, NUMBER):
                told = fate_of_word(game, f"{front} {word}{equals}{faces}", word)
                if "is played" in told and (order.id.split(" ")[0], word) not in CAPPED:
                    found.add(told)
    assert found == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_level_of_a_condition_without_one_is_refused_by_its_figure(condition: str, language: str) -> None:
    speak(language)
    game = Game("pj Ann")
    line = f"condition ann {term(words_of('chronicle'), 'condition', condition)} 3"
    if condition in ("poisoned", "petrified"):
        assert "3" in game.sentences(line)
    else:
        assert refusal_code(lambda: game.do(line)) == "not_used"
        assert "“3”" in fate_of_word(game, line, "nothing") or "«3»" in fate_of_word(game, line, "nothing")


DURATIONS = (
    ("condition ann poison level 3 for 3 rounds", "condition ann poison level 3 3r"),
    ("estado ann veneno nivel 3 durante 3 rondas", "condition ann poison level 3 3r"),
    ("estado ann miedo durante 2 horas de goblin", "estado ann miedo goblin 2h"),
    ("estado ann miedo por 3 rondas", "estado ann miedo 3r"),
    ("condition ann fear by goblin for 3r", "condition ann fear goblin 3r"),
    ("effect ann blessing for 3 rounds", "effect ann blessing 3r"),
    ("efecto ann bendición durante 10 minutos", "efecto ann bendición 10m"),
)


@each_of(("line", "same"), DURATIONS)
def test_a_little_word_before_a_duration_is_no_source(line: str, same: str) -> None:
    games = Game("pj Ann"), Game("pj Ann")
    assert games[0].sentences(line) == games[1].sentences(same)


@each_of(
    ("line", "word"),
    [
        ("condition ann poison level 3 rounds 3", "rounds 3"),
        ("estado ann veneno nivel 3 rondas 3", "rondas 3"),
        ("estado ann veneno nivel 3 goblin rondas 3", "rondas 3"),
        ("condition ann fear for", "for"),
        ("estado ann veneno nivel 3 nivel 4", "nivel 4"),
        ("estado ann miedo todos", "todos"),
        ("estado ann miedo 3r 2r", "2r"),
        ("pj todos", "todos"),
        ("pj Bea, all", "all"),
        ("aparece 2 enemigos", "enemigos"),
        ("pc @", "@"),
        ("renombra ann grupo", "grupo"),
        ("agrupa ann foes", "foes"),
        ("efecto ann rondas 3 2r", "rondas 3"),
        ("estado ann veneno nivel 3 de", "de"),
        ("condition ann poison level 3 spider from", "from"),
        ("estado ann miedo araña 2 rondas de ogro", "2 rondas"),
        ("condition ann fear spider 3r of ogre", "3r of"),
        ("effect ann light of 3 rounds", "of"),
        ("pj de", "de"),
        ("pj Bea, before", "before"),
        ("pc Rounds", "Rounds"),
        ("pc 3r", "3r"),
        ("aparece 2 rondas", "rondas"),
        ("renombra ann cada", "cada"),
        ("trampa dardo resistencia 1d4", "1d4"),
        ("trap dart 2d6+1", "2d6+1"),
    ],
)
def test_reserved_words_are_no_source_and_no_name(line: str, word: str) -> None:
    game = Game("pj Ann", "combate Uno")
    assert fate_of_word(game, line, "nothing").startswith(f"«{line}» is refused: «{word}»")


@each_of(
    ("line", "name"),
    [
        ('pj "Todos"', "Todos"),
        ("pj Todos los Santos", "Todos los Santos"),
        ("pj El Grupo", "El Grupo"),
        ("aparece hora punta", "hora punta"),
        ("pj Luz de Luna", "Luz de Luna"),
        ("pc Bea of the Rounds", "Bea of the Rounds"),
        ('pj "de"', "de"),
    ],
)
def test_a_name_may_have_such_a_word_in_it(line: str, name: str) -> None:
    assert name in [each.name for each in Game(line).session.creatures.values()]


@each_of(
    ("line", "source"),
    [
        ('estado ann miedo "rondas 3"', "rondas 3"),
        ("estado ann miedo de 2 arañas negras", "2 arañas negras"),
        ("estado ann miedo la última hora", "la última hora"),
        ("estado ann miedo por el fin del mundo", "el fin del mundo"),
    ],
)
def test_a_source_may_have_such_a_word_in_it(line: str, source: str) -> None:
    game = Game("pj Ann", line)
    assert game.sheet("Ann").states["frightened"].source == source


def test_no_more_is_spent_than_there_is() -> None:
    game = Game("reloj Suerte 3", "avanza Suerte 2")
    assert refusal_code(lambda: game.do("gasta Suerte 3")) == "only_so_many_left"
    game.do("gasta Suerte 2")
    assert "no queda nada" in fate_of_word(game, "gasta Suerte", "nothing")


@pytest.mark.parametrize("line", ["estado ann miedo 3r 2h", "estado ann miedo fin-turno 3 rondas"])
def test_a_second_duration_is_refused(line: str) -> None:
    assert refusal_code(lambda: Game("pj Ann", "combate Uno").do(line)) == "two_durations"


def test_a_side_of_the_gms_own_is_told() -> None:
    game = Game("pj Ann", "aparece orco", "combate Uno")
    assert "«Terceros»" in game.sentences("entra orco Terceros")


def test_what_stands_behind_a_kept_roll_is_named() -> None:
    game = Game("guarda golpe 1d6")
    assert "«por si»" in fate_of_word(game, "tira golpe por si", "nothing")


@pytest.mark.parametrize("line", ["daño ann 99999999999999", "cura ann 1000000", "daño ann 999999d2"])
def test_an_amount_that_cannot_be_meant_is_refused_with_the_most_there_can_be(line: str) -> None:
    game = Game("pj Ann salud_total=9 salud=9")
    assert refusal_code(lambda: game.do(line)) in ("figure_out_of_range", "dice_too_many")
    assert "999999" in fate_of_word(game, line, "nothing") or "1000 dados" in fate_of_word(
        game, line, "nothing"
    )


def test_a_second_fight_says_that_nobody_is_free_for_it() -> None:
    game = Game("pj Ann", "combate Uno")
    assert "no hay nadie" in game.sentences("combate Dos")
    assert "no hay nadie" not in Game().sentences("combate Uno")
