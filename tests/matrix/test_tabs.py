"""The tabs of the table, with a creature in every state."""

from contextlib import suppress
from pathlib import Path

import pytest

from tests.matrix.states import STATES, highest, in_every_state
from tests.screens.game import Folder, playing
from tests.trials import one_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal

TABS = "1234"
KEYS = ("down", "down", "enter", "escape")


@pytest.mark.parametrize("system", one_of(SYSTEMS))
async def test_every_tab_shows_a_creature_in_every_state(tmp_path: Path, system: str) -> None:
    folder = Folder(tmp_path)
    folder.begin(system=system)
    campaign = folder.open()
    for line in in_every_state(system):
        with suppress(Refusal):
            command = parse(line, CommandContext(campaign.history))
            campaign.play(draft_of(command, campaign.history, highest, folder.fresh))
    assert len(campaign.session.creatures) > len(STATES)
    campaign.share()
    campaign.save.close()
    async with playing(folder) as game:
        for tab in TABS:
            await game.press(tab, *KEYS)
            assert game.pane.id == f"tab-{tab}"
