"""The line that forecasts a fight."""

import pytest

from tests.session.game import fight, refusal_code
from tracker.commands.command import CommandContext
from tracker.commands.parse import parse


@pytest.mark.parametrize("line", ["pronóstico", "forecast"])
def test_a_forecast_in_both_languages_plays_nothing(line: str) -> None:
    game = fight()
    command = parse(line, CommandContext(game.history))
    assert (command.verb, command.feature) == ("forecast", "forecast")
    assert refusal_code(lambda: game.draft(line)) == "only_read"
