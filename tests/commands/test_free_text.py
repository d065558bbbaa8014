"""The GM's own words come whole, whatever words of the program stand in them."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import Game, refusal_code
from tests.trials import each_of, few_examples
from tracker.commands.acts import choices_for
from tracker.commands.command import CommandContext
from tracker.commands.parse import parse, verb_words
from tracker.rules.system import Act, Kind, Param
from tracker.session.effects import params_of
from tracker.session.event import Draft
from tracker.session.moves import party
from tracker.wording.words import choice_space, synonyms, term, words_of

GAMES = {
    "chronicle": Game(
        "pj Ada salud=9/9", "pj Beto salud=9/9", "lleva ada flechas d6 munición", "ficha ada espacios=uno 3/3"
    ),
    "horror": Game(
        "pj Ada pv=6/6 cordura=6/6 violencia=1 armas=pistola 4",
        "pj Beto pv=6/6 cordura=6/6 violencia=1 armas=cuchillo 2",
        system="horror",
    ),
    "percentile": Game(
        "pj Ada pod=12 habilidades=Trepar 40", "pj Beto pod=12 habilidades=Trepar 40", system="percentile"
    ),
    "margin": Game("pj Ada habilidades=Sigilo 12", "pj Beto habilidades=Sigilo 12", system="margin"),
}
WORDED = (Kind.NAME, Kind.TEXT, Kind.PHRASE)
FIGURES = (
    "3",
    "12+",
    "+2",
    "-1",
    "2d6",
    "8h",
    "3r",
    "2,5m",
    "todos",
    "de",
    "por",
    "contra",
    "otra",
    "ada",
    "a",
)
GIVEN: Mapping[Kind, str] = {
    Kind.LABELLED: "{name} 5",
    Kind.HOURS: "1h",
    Kind.MODIFIER: "+1",
    Kind.NUMBER: "2",
    Kind.CREATURE: "beto",
    Kind.FLAG: "{name}",
    Kind.EFFECT: "3",
    Kind.NAME: "losa",
}
"""How a parameter that an act needs is typed, by its kind."""


def words_that_mean_something(system: str) -> list[str]:
    """Return every word of a game that a line may hold: verbs, options, choices, figures, names."""
    session, words = GAMES[system].session, words_of(system)
    known: set[str] = {*FIGURES, *verb_words(session)}
    for act in session.game.acts.values():
        for param in params_of(act):
            known.update(synonyms(words, "param", param.name))
            choices = param.choices or tuple(choices_for(param, session.rules_context(), (ada(system),)))
            said = (synonyms(words, choice_space(words, param, each), each) for each in choices)
            known.update(chain.from_iterable(said))
    return sorted(word for each in known for word in each.split() if '"' not in word and "=" not in word)


def ada(system: str) -> str:
    return GAMES[system].id_of("Ada")


def typed(system: str, param: Param, *, told: bool = False) -> str:
    words, context = words_of(system), GAMES[system].session.rules_context()
    if param.kind is Kind.CHOICE:
        choice = next(
            iter(param.open_choices if told else param.choices or choices_for(param, context, (ada(system),)))
        )
        return term(words, choice_space(words, param, choice), choice)
    return GIVEN[param.kind].format(name=term(words, "param", param.name))


def places() -> Iterator[Any]:
    """Yield each parameter of each act that takes the GM's words."""
    for system, game in GAMES.items():
        for act in game.session.game.acts.values():
            for param in params_of(act):
                if param.kind in WORDED:
                    yield pytest.param(system, act, param, id=f"{system}-{act.id}-{param.name}")


def line_before(system: str, act: Act, param: Param) -> str:
    """Return a line up to where the words of a parameter stand, with everything that the act needs."""
    needed = [each for each in params_of(act) if each.required and each is not param]
    needed += [each for each in params_of(act) if each.name in act.needs_one[:1]]
    others = [typed(system, each, told=bool(each.open_choices)) for each in needed]
    label = [term(words_of(system), "param", param.name)] if param.kind is Kind.PHRASE else []
    who = [] if act.whose == "table" else ["ada"]
    return " ".join([act.id, *who, *others, *label])


def read(system: str, line: str) -> Mapping[str, Any]:
    """Return the arguments with which a line calls its act."""
    taken: dict[str, Any] = {}

    def act(session: object, act_id: str, whose: object, args: Mapping[str, Any], roll: object) -> Draft:
        taken.update(args)
        return Draft(())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(party, "act", act)
        history = GAMES[system].history
        parse(line, CommandContext(history)).play(history, lambda sides: 1, lambda: "new")
    return taken


def sentences_of(system: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(words_that_mean_something(system)), min_size=1, max_size=8).map(" ".join)


@pytest.mark.parametrize(("system", "act", "param"), places())
@few_examples(5)
@given(data=st.data())
def test_words_in_quotes_come_whole(system: str, act: Act, param: Param, data: st.DataObject) -> None:
    said = data.draw(sentences_of(system))
    assert read(system, f'{line_before(system, act, param)} "{said}"')[param.name] == said


FREE = [place for place in places() if place.values[2].kind is Kind.TEXT]


@pytest.mark.parametrize(("system", "act", "param"), FREE)
@few_examples(5)
@given(data=st.data())
def test_free_text_is_the_rest_of_the_line(system: str, act: Act, param: Param, data: st.DataObject) -> None:
    said = f"ojalá {data.draw(sentences_of(system))}"
    assert read(system, f"{line_before(system, act, param)} {said}")[param.name] == said


OPENED = [
    place
    for place in FREE
    if any(param.open_choices for param in params_of(place.values[1])) or len(params_of(place.values[1])) == 1
]


@pytest.mark.parametrize(("system", "act", "param"), OPENED)
@few_examples(5)
@given(data=st.data())
def test_the_words_behind_a_choice_that_the_gm_describes_are_its_text(
    system: str, act: Act, param: Param, data: st.DataObject
) -> None:
    said = data.draw(sentences_of(system))
    assert read(system, f"{line_before(system, act, param)} {said}")[param.name] == said


@each_of(
    "words",
    [
        "se le cae la pistola",
        "cada vecino la oye",
        "ve doble",
        "pierde 2 balas",
        "la mitad de la munición se moja",
        "Beto tropieza, y ada cae con él",
    ],
)
def test_a_consequence_of_the_gm_is_told_whole(words: str) -> None:
    scene = GAMES["horror"].copy("0195939070")
    assert words in scene.sentences(f"consecuencia ada otra {words}")
    assert words in scene.sentences(f"consecuencia ada bala perdida {words}")


def test_a_modifier_is_called_what_the_gm_calls_it() -> None:
    game = GAMES["chronicle"].copy("0195939070")
    game.do("modifica ada ventaja inspiración de fuerza")
    game.do('modifica beto +1 "fuerza de voluntad" mente')

    modifier, other = game.sheet("Ada").modifiers, game.sheet("Beto").modifiers["fuerza de voluntad"]
    assert modifier["inspiración de fuerza"].attribute == ""
    assert (other.value, other.attribute) == (1, "mind")


@pytest.mark.parametrize(
    ("line", "source"),
    [
        ("estado ada miedo por el fin del mundo", "el fin del mundo"),
        ("estado ada miedo de 2 arañas negras", "2 arañas negras"),
        ("estado ada miedo el vampiro viejo 3r", "el vampiro viejo"),
    ],
)
def test_the_name_of_a_source_ends_where_only_parameters_follow(line: str, source: str) -> None:
    game = GAMES["chronicle"].copy("0195939070")
    game.do(line)
    assert game.sheet("Ada").states["frightened"].source == source


def test_words_that_no_choice_takes_are_not_dropped() -> None:
    scene = GAMES["horror"].copy("0195939070")
    assert refusal_code(lambda: scene.do("consecuencia ada estrés por los gritos", 1)) == "unknown_creature"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("efecto ada el fin del mundo 3r", "el fin del mundo"),
        ("efecto ada la salvación de 2 inicio", "la salvación de 2"),
        ("efecto ada 1h de paz fin de beto", "1h de paz"),
    ],
)
def test_the_name_of_an_effect_may_hold_words_for_durations(line: str, name: str) -> None:
    game = GAMES["chronicle"].copy("0195939070")
    game.do(line)
    assert [each.name for each in game.session.effects.values()] == [name]


@pytest.mark.parametrize(
    ("texts", "when", "outcome"),
    [
        ("detonante cada noche desenlace otro detonante", "cada noche", "otro detonante"),
        ('detonante "un mal desenlace" desenlace luz', "un mal desenlace", "luz"),
    ],
)
def test_the_texts_of_a_supply_come_whole(texts: str, when: str, outcome: str) -> None:
    game = GAMES["chronicle"].copy("0195939070")
    game.do(f"lleva ada talismán d6 {texts}")
    supply = game.session.supplies[game.supply("talismán")]
    assert (supply.when, supply.outcome) == (when, outcome)
