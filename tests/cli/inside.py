"""`tracker do` inside the test's own process, for many lines that need no process of their own."""

from pathlib import Path
from typing import Any

import pytest

from tests.session.status import status_json
from tracker.cli.invocation import luck
from tracker.cli.play import play_lines
from tracker.store.campaign import Campaign


def play(
    folder: Path, first: str, line: str, capsys: pytest.CaptureFixture[str]
) -> tuple[list[str], Any, Any]:
    """Play two lines; return the answers, and the table after the first and after the second."""
    path = folder / "saves" / "T.json"
    path.parent.mkdir()
    campaign = Campaign.create(
        path, folder / "journals", system="chronicle", title="T", gm="ana", now=lambda: 1_900_000_000
    )
    roll, fresh = luck(1)
    play_lines(campaign, [first], roll, fresh, as_json=False)
    before = status_json(campaign.history)
    play_lines(campaign, [line], roll, fresh, as_json=False)
    output = capsys.readouterr().out.splitlines()
    campaign.save.close()
    return output, before, status_json(campaign.history)
