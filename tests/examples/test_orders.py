"""Every order of the example campaigns is understood and told, and leaves something to go on with."""

import pytest

from tests.examples.__main__ import command_of, orders, rules_of, scripts
from tests.session.game import Game
from tracker.commands.command import CommandContext, draft_of
from tracker.rules.systems import FILE
from tracker.wording.language import speak
from tracker.wording.sentences import sentences


@pytest.mark.parametrize(("spoken", "system"), scripts())
def test_every_order_is_understood_and_told(spoken: str, system: str) -> None:
    speak(spoken)
    rules = rules_of(system)
    game = Game(system=f"{FILE}{system}" if rules else system, rules=rules)
    for line in orders(spoken, system):
        command = command_of(line, spoken, CommandContext(game.history))
        event = game.play(draft_of(command, game.history, lambda sides: sides // 2 + 1, game.fresh))
        assert " ".join(sentences(event, game.history)), line
    assert len(game.history) > 50
    assert game.session.fight is not None or game.session.pending
