"""`tracker do` says that an action is safe here and not shared yet."""

import fcntl
from pathlib import Path

import pytest

from tests.screens.saves import Group
from tracker.cli.invocation import luck
from tracker.cli.play import play_lines


@pytest.mark.parametrize("as_json", [False, True])
def test_a_durable_action_that_is_not_shared_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, as_json: bool
) -> None:
    campaign = Group(tmp_path).begin()
    path = campaign.save.path
    with path.with_name(path.name + ".lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert not play_lines(campaign, ["nota llueve"], *luck(1), as_json=as_json)
    told = capsys.readouterr()
    assert "llueve" in told.out
    assert ("Sin compartir: otro está escribiendo." in told.err) is not as_json
    assert ('"shared": false' in told.out) is as_json
    campaign.close()
