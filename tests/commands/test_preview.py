"""Previews while a line is typed."""

import pytest

from tests.session.game import Game
from tracker.commands.command import CommandContext
from tracker.commands.preview import foreseen
from tracker.rules.refusal import Refusal
from tracker.session.moves import campaign


@pytest.mark.parametrize("fault", [KeyError, ZeroDivisionError, RecursionError, StopIteration, TypeError])
def test_a_fault_of_the_program_refuses_the_line_that_is_typed(
    monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def failing(*_: object) -> None:
        raise fault

    monkeypatch.setattr(campaign, "note", failing)
    with pytest.raises(Refusal) as refused:
        foreseen("nota hola", CommandContext(Game().history))
    assert refused.value.code == "unforeseen"
