"""Acts put together key by key: no key leads to a number that is none."""

import pytest

from tests.session.game import Game
from tracker.screens.dialogs.act_draft import ActDraft, fits
from tracker.wording.words import words_of

KEYS = "1263 3+-² ٣½"


def drafts(system: str) -> list[ActDraft]:
    """Return the drafts of every act of a game that letters and digits can give."""
    session = Game("pj Lía", system=system).session
    acts = [act for act in session.game.acts.values() if fits(act)]
    return [ActDraft(act, words_of(system), session.rules_context(), tuple(session.party())) for act in acts]


@pytest.mark.parametrize("system", ["chronicle", "horror", "percentile", "margin"])
def test_any_keys_leave_numbers_that_the_act_can_take(system: str) -> None:
    for draft in drafts(system):
        for first in ["", *(offer.letter for offer in draft.offers)]:
            draft.args, draft.numbers, draft.into = {}, {}, draft._first_figure
            for key in (first, *KEYS):
                draft.press(key)
                values = [value for value in draft.arguments().values() if not isinstance(value, str)]
                assert all(isinstance(value, int | tuple) for value in values)
                assert all(isinstance(face, int) for face in draft.faces)


def draft_of(system: str, line: str, act_id: str) -> ActDraft:
    session = Game(line, system=system).session
    act = session.game.acts[act_id]
    return ActDraft(act, words_of(system), session.rules_context(), tuple(session.party()))


def test_the_criteria_of_circumstances_are_told_while_one_chooses() -> None:  # R3-022..R3-026
    draft = draft_of("percentile", "pj Ada habilidades=Buscar 40", "test")
    assert draft.criteria == []
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
    draft = draft_of(system, line, "test")  # R3-060, R4-022
    draft.press(draft.offers[0].letter)
    draft.press(next(offer.letter for offer in draft.offers if offer.label == label))
    draft.press("7")
    assert (draft.arguments()[param], draft.faces) == (figure, (7,))
    assert label.partition(" ")[0] in draft.said()


def test_an_offer_has_a_letter_and_never_a_digit_that_would_be_a_face() -> None:
    session = Game("aparece 30 gul", system="horror").session
    others = {who: creature.name for who, creature in session.creatures.items()}
    draft = ActDraft(
        session.game.acts["test"],
        words_of("horror"),
        session.rules_context(),
        tuple(others)[:1],
        others=others,
    )
    draft.press(draft.offers[0].letter)
    letters = [offer.letter for offer in draft.offers if offer.choice in others]
    assert len(set(letters)) == len(others)
    assert all(letter.isalpha() for letter in letters)


def test_a_wound_without_a_weapon_takes_its_amount_behind_a_letter() -> None:
    draft = draft_of("horror", "pj Ada", "consequence")
    draft.press(next(offer.letter for offer in draft.offers if offer.choice == "wound"))
    draft.press(next(offer.letter for offer in draft.offers if offer.param.name == "amount"))
    draft.press("3")
    assert (draft.arguments()["amount"], draft.faces) == (3, ())
