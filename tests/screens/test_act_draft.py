"""Acts put together key by key: no key leads to a number that is none."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.session.game import Game
from tests.trials import each_of
from tracker.commands.act_line import act_line
from tracker.commands.command import Command, CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.system import Whose
from tracker.screens.asking.acting import act_command
from tracker.screens.dialogs.act_dialog import ActAnswer
from tracker.screens.dialogs.act_draft import ActDraft, Target, fits
from tracker.wording.capitals import CAPITALS
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.words import words_of

KEYS = "1263 3+-² ٣½"


def drafts(system: str) -> list[ActDraft]:
    """Return the drafts of every act of a game that letters and digits can give."""
    session = Game("pj Lía", system=system).session
    acts = [act for act in session.game.acts.values() if fits(act)]
    return [ActDraft(act, words_of(system), session.rules_context(), tuple(session.party())) for act in acts]


@pytest.mark.parametrize("system", SYSTEMS)
def test_any_keys_leave_numbers_that_the_act_can_take(system: str) -> None:
    for draft in drafts(system):
        for first in ["", *(offer.letter for offer in draft.offers)]:
            draft.args, draft.numbers, draft.into = {}, {}, draft._first_figure
            for key in (first, *KEYS):
                draft.press(key)
                values = [value for value in draft.arguments().values() if not isinstance(value, str)]
                assert all(isinstance(value, int | tuple) for value in values)
                assert all(isinstance(face, int) for face in draft.faces)


def begin_draft(system: str, line: str, act_id: str) -> ActDraft:
    session = Game(line, system=system).session
    act = session.game.acts[act_id]
    return ActDraft(act, words_of(system), session.rules_context(), tuple(session.party()))


def test_the_criteria_of_circumstances_are_told_while_one_chooses() -> None:  # R3-022..R3-026
    draft = begin_draft("percentile", "pj Ada habilidades=Buscar 40, Nadar 30", "test")
    assert not draft.complete
    draft.press(draft.offers[0].letter)
    assert [each.partition(":")[0] for each in draft.criteria] == [
        "muy favorables +20 %",
        "favorables +10 %",
        "desfavorables −10 %",
        "muy desfavorables −20 %",
    ]


@pytest.mark.parametrize(
    ("system", "line", "label", "param", "figure"),
    [
        ("percentile", "pj Ada habilidades=Buscar 40", "umbral 50 especialista", "threshold", 50),
        ("margin", "pj Ada habilidades=Buscar 12", "mínimo 15 casi imposible", "minimum", 15),
    ],
)
def test_a_named_figure_has_a_letter(system: str, line: str, label: str, param: str, figure: int) -> None:
    draft = begin_draft(system, line, "test")  # R3-060, R4-022
    draft.press(draft.offers[0].letter)
    draft.press(next(offer.letter for offer in draft.offers if offer.label == label))
    for key in "=7":
        draft.press(key)
    assert (draft.arguments()[param], draft.faces) == (figure, (7,))
    assert label.partition(" ")[0] in draft.summary_text()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_key_means_one_thing_in_an_act(system: str) -> None:
    for draft in drafts(system):
        letters = [offer.letter for offer in draft.offers]
        assert len(letters) == len({*letters}), draft.act.id
        for letter in letters:
            assert letter.isdigit() or letter.isupper() or draft.letter_param, (draft.act.id, letter)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_capitals_of_an_act_do_not_depend_on_what_is_chosen(system: str) -> None:
    for draft in drafts(system):
        if (first := draft.letter_param) is not None:
            draft.args[first.name] = draft.offers[0].choice if draft.offers else ""
        before = {(offer.param.name, offer.choice): offer.letter for offer in draft.offers}
        for offer in draft.offers:
            draft._take(offer)
            after = {(each.param.name, each.choice): each.letter for each in draft.offers}
            assert after.items() <= before.items(), draft.act.id


def test_the_same_option_has_the_same_capital_in_every_act() -> None:
    found: dict[str, set[str]] = {}
    for system in SYSTEMS:
        for draft in drafts(system):
            for offer in draft.offers:
                if offer.param.name in CAPITALS and not offer.choice:
                    found.setdefault(offer.param.name, set()).add(offer.letter)
    assert {name: letters for name, letters in found.items() if letters != {CAPITALS[name]}} == {}


def outcome(game: Game, said: Callable[[], Command]) -> object:
    """Return what a command does, or the code by which it is refused."""
    try:
        draft = draft_of(said(), game.history, lambda sides: sides, lambda: "new")
    except Refusal as refusal:
        return refusal.code
    return draft.facts, draft.throws, draft.changes


@pytest.mark.parametrize(
    ("system", "line"),
    [
        ("chronicle", "pj Lía ataques=Espada 1d8"),
        ("horror", "pj Ada armas=Porra 2"),
        ("percentile", "pj Ada habilidades=Buscar 40, Nadar 30 armas=Buscar 1d6"),
        ("margin", "pj Lía habilidades=Sigilo 12, Trepar 8"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_keys_give_is_a_line_that_can_be_typed(system: str, line: str, language: str) -> None:
    game = Game(line, system=system)
    speak(language)
    tried = 0
    for act in filter(fits, game.session.game.acts.values()):
        whom = () if act.whose is Whose.TABLE else game.session.party()
        draft = ActDraft(act, words_of(system), game.session.rules_context(), whom)
        for key in ("1", *(offer.letter for offer in draft.offers[:2]), "+", "2"):
            draft.press(key)
        if not draft.complete:
            continue
        tried += 1
        asked = ActAnswer(act, draft.subjects, draft.arguments(), ())
        typed = act_line(game.session, act, asked.creature_ids, asked.args)
        read = partial(parse, typed, CommandContext(game.history))
        assert outcome(game, read) == outcome(game, partial(act_command, asked)), typed
    assert tried > 2


@pytest.mark.parametrize(("system", "line"), [("chronicle", "pj Lía"), ("horror", "pj Ada armas=Porra 2")])
def test_no_key_gives_a_figure_or_an_option_that_the_choice_has_no_use_for(system: str, line: str) -> None:
    game = Game(line, system=system)
    context, whom, tried = game.session.rules_context(), tuple(game.session.party()), 0
    for act in filter(fits, game.session.game.acts.values()):
        first = ActDraft(act, words_of(system), context, whom)
        for choice in first.offers if first.letter_param else ():
            begun = pressed(ActDraft(act, words_of(system), context, whom), choice.letter)
            for keys in ("2", *(offer.letter + "2" for offer in begun.offers)):
                draft = pressed(ActDraft(act, words_of(system), context, whom), choice.letter)
                for key in keys:
                    draft.press(key)
                asked = ActAnswer(act, draft.subjects, draft.arguments(), ())
                assert outcome(game, partial(act_command, asked)) != "not_used", (choice.label, keys)
                tried += 1
    assert tried > 2


def test_digits_behind_a_condition_without_a_level_are_no_other_figure() -> None:
    draft = begin_draft("chronicle", "pj Lía", "condition")
    fear = next(offer for offer in draft.offers if offer.choice == "frightened")
    assert not pressed(draft, fear.letter).press("2")
    assert {*draft.arguments()} == {"condition"}


def pressed(draft: ActDraft, keys: str) -> ActDraft:
    for key in keys:
        assert draft.press(key), key
    return draft


NOOR = "pj Noor habilidades=Trepar 12, Nadar 9"


def test_an_extended_action_asks_for_its_margin_and_the_length_of_its_turns_in_one_line() -> None:  # R4-025
    draft = begin_draft("margin", NOOR, "begin")
    assert draft.summary_text() == "margen … · turno …"
    pressed(draft, "120")
    assert draft.summary_text() == "Trepar · margen 20 · turno …"
    assert not draft.complete
    assert draft.go_on()
    pressed(draft, "10")
    assert not draft.complete, "ten of what?"
    pressed(draft, "m")
    assert draft.summary_text() == "Trepar · margen 20 · turno 10m"
    assert (draft.complete, draft.go_on()) == (True, False)
    assert draft.arguments() == {"characteristic": "Trepar", "target": 20, "turn": 600}


def test_a_blank_goes_on_to_the_length_and_erasing_comes_back_to_the_margin() -> None:
    draft = pressed(begin_draft("margin", NOOR, "begin"), "120 1h30m")
    assert draft.arguments()["turn"] == 5_400
    while draft.into == "turn":
        assert draft.erase()
    pressed(draft, "5")
    assert draft.arguments()["target"] == 205


def test_a_table_with_a_length_of_turns_needs_none() -> None:
    session = Game(NOOR, "ajuste turno 10", system="margin").session
    act = session.game.acts["begin"]
    draft = ActDraft(act, words_of("margin"), session.rules_context(), tuple(session.party()))
    assert pressed(draft, "120").complete
    assert draft.summary_text() == "Trepar · margen 20"


def test_the_line_of_an_extended_action_is_what_one_would_type() -> None:
    game = Game(NOOR, system="margin")
    act, who = game.session.game.acts["begin"], tuple(game.session.party())
    draft = pressed(ActDraft(act, words_of("margin"), game.session.rules_context(), who), "120 1h30m")
    line = act_line(game.session, act, draft.subjects, draft.arguments())
    assert line == "emprende Noor Trepar margen 20 1h30m"
    game.do(line)


PRAYER = """
[game]
key = "casa"
name = "Casa"
on = "chronicle"
[act.reza]
params = { target = "creature" }
do = ["health += 1"]
doer = "target"
"""


@each_of(
    "skills, of_one, of_both",
    [
        (("Oír 40", "Oír 30, Nadar 20"), False, False),
        (("Oír 40", "Nadar 20"), False, True),
        (("", "Nadar 20"), True, True),
        (("", ""), True, False),
    ],
)
def test_who_have_no_skill_in_common_are_told_apart_from_who_has_none(
    skills: tuple[str, str], of_one: bool, of_both: bool
) -> None:
    game = Game(
        *(
            f'pj {name} habilidades="{own}"' if own else f"pj {name}"
            for name, own in zip("AB", skills, strict=True)
        ),
        system="percentile",
    )
    act, words, context = game.session.game.acts["test"], words_of("percentile"), game.session.rules_context()
    alone = ActDraft(act, words, context, (game.id_of("A"),))
    both = ActDraft(act, words, context, (game.id_of("A"), game.id_of("B")))

    assert (alone.nothing_to_choose, alone.nothing_in_common) == (of_one, False)
    assert both.nothing_in_common is of_both


def test_the_choices_of_a_target_are_its_own_and_come_first_if_it_has_to_make_one() -> None:
    lines = ("pj Lía habilidades=Sigilo 12, Trepar 8", "aparece Guardia habilidades=Charla 9, Oler 4")
    game = Game(*lines, "aparece Perro habilidades=Morder 8, Trepar 4", system="margin")
    lia, guard, dog = map(game.id_of, ("Lía", "Guardia", "Perro"))
    targets = {name: Target((who,), name, False, (who,)) for name, who in (("g", guard), ("p", dog))}
    act, context = game.session.game.acts["opposed"], game.session.rules_context()
    draft = ActDraft(act, words_of("margin"), context, (lia,), targets=targets, is_attack=True)

    def answers() -> list[str]:
        return [offer.choice for offer in draft.offers if offer.param.of_target]

    assert answers() == ["Charla", "Oler", "Morder", "Trepar"]
    pressed(draft, "2g")
    assert answers() == [offer.choice for offer in draft.offers][:2] == ["Charla", "Oler"]
    pressed(draft, draft.offers[0].letter)
    assert draft.arguments()["other_characteristic"] == "Charla"
    assert draft.offers[0].param.name == "bonus", "nothing is asked for any more"
    pressed(draft, "gp")
    assert (answers(), draft.offers[0].param.name) == (["Morder", "Trepar"], "bonus")


def test_the_letter_behind_the_sign_of_the_actor_changes_who_does_an_act() -> None:
    game = Game("pj Lía", "pj Bren", "aparece goblin", house=PRAYER)
    lia, bren, goblin = map(game.id_of, ("Lía", "Bren", "goblin"))
    targets = {"b": Target((bren,), "Bren", is_ally=True), "g": Target((goblin,), "goblin", is_ally=False)}
    act, context = game.session.game.acts["reza"], game.session.rules_context()
    draft = ActDraft(act, words_of(game.session.system), context, (goblin,), targets=targets, doer=lia)
    assert (draft.subjects, draft.arguments(), draft.complete) == ((goblin,), {"target": lia}, True)
    pressed(draft, "@b")
    assert (draft.subjects, draft.arguments()) == ((goblin,), {"target": bren})
    pressed(draft, "b")
    assert (draft.subjects, draft.complete) == ((bren,), True)
    draft.renew(context, {"g": targets["g"]})
    assert not draft.arguments(), "who did it has left"
