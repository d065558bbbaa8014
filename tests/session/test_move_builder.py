"""A move under way ends as one draft."""

import pytest

from tests.session.game import party
from tracker.session import move_builder
from tracker.session.moves.campaign import note


def test_a_sentence_of_the_log_needs_no_pending_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> bool:
        raise AssertionError("nothing has changed")

    game = party()
    monkeypatch.setattr(move_builder, "still_pending", asked)
    monkeypatch.setattr(move_builder, "diff", asked)
    draft = note(game.session, "hola")
    assert [fact.kind for fact in draft.facts] == ["note"]
    assert draft.changes == ()
