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
