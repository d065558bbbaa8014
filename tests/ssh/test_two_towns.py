"""Two homes and a real sshd between them: one account serves a folder by the manual's line, and no more."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import pytest

from tests.ssh.server import Server, serving
from tests.store.folder import ROOT
from tests.trials import Trials, one_of
from tracker.session.moves.campaign import note
from tracker.store.campaign import Campaign
from tracker.store.save_format import decode

CUTS = 100
ACTS = 50
PATIENCE = 60


def forced_command(root: Path) -> str:
    """Return the manual's command, with this test's own folders in it."""
    return (
        f"exec env -i HOME={root} PATH=/usr/bin:/bin LANG=C.UTF-8 "
        'SSH_ORIGINAL_COMMAND="$SSH_ORIGINAL_COMMAND" '
        f"PYTHONPATH={ROOT} XDG_STATE_HOME={root}/state {sys.executable} -P -m tracker --kiosk "
        f"--saves {root}/saves --gm bea serve {root}/saves"
    )


@dataclass
class Here:
    """The home of the one who links to the server."""

    server: Server
    root: Path

    @property
    def path(self) -> Path:
        return self.root / "saves/Torre.json"

    @property
    def there(self) -> Path:
        return self.server.saves / "Torre.json"

    @property
    def remote(self) -> str:
        return f"{self.server.host}:Torre"

    def start(self, *words: str) -> subprocess.Popen[str]:
        client = " ".join(self.server.client())
        return subprocess.Popen(
            [sys.executable, "-m", "tracker", *words, "--saves", str(self.path.parent), "--gm", "ana"],
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "TRACKER_SSH": client,
                "XDG_STATE_HOME": str(self.root / "state"),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *words: str) -> tuple[int, str]:
        process = self.start(*words)
        told, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, told

    def open(self, gm: str) -> Campaign:
        here = gm == "ana"
        state = (self.root if here else self.server.root) / "state/tracker/journals"
        return Campaign.open(self.path if here else self.there, state, gm, lambda: 0)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    (tmp_path / "server").mkdir()
    root = tmp_path / "server"
    with serving(root, command=forced_command(root)) as server:
        Campaign.create(
            server.saves / "Torre.json",
            root / "state/tracker/journals",
            system="chronicle",
            title="Torre",
            gm="bea",
            now=lambda: 0,
        ).save.close()
        yield Here(server, tmp_path)


def play(campaign: Campaign, text: str) -> str:
    event = campaign.play(note(campaign.session, text))
    campaign.share()
    return event.id


def test_a_campaign_is_cloned_and_exchanged_over_sshd(here: Here) -> None:
    code, told = here.run("sync", here.remote)
    assert code == 0, told
    ana, bea = here.open("ana"), here.open("bea")
    events = {play(ana, "de ana"), play(bea, "de bea")}
    code, told = here.run("sync", here.remote)
    assert code == 0, told
    assert here.path.read_bytes() == here.there.read_bytes()
    assert events <= set(decode(here.path.read_bytes()).entries)


ASKED = (
    *("x; tracker serve Torre; id", "", "id", "sh"),
    *("tracker serve ../../x", "tracker serve /etc/passwd", "tracker serve Torre extra"),
)


@pytest.mark.parametrize("asked", one_of(ASKED))
def test_the_account_is_nothing_else(here: Here, asked: str) -> None:
    answer = here.server.run(here.server.host, *([asked] if asked else []))
    assert answer.returncode != 0
    assert b"tracker-sync" not in answer.stdout
    assert b"uid=" not in answer.stdout


@pytest.mark.slow
def test_a_line_cut_a_hundred_times_loses_nothing(here: Here, trials: Trials) -> None:
    """Whichever end is killed, and whenever: both play on, and are equal in the end."""
    code, told = here.run("sync", here.remote)
    assert code == 0, told
    chance = random.Random(35)
    ana, bea = here.open("ana"), here.open("bea")
    events = set()
    link = here.start("sync", here.remote, "--live")
    for cut in range(CUTS):
        end = time.monotonic() + chance.uniform(0.2, 2.0)
        while time.monotonic() < end:
            events.add(play(chance.choice((ana, bea)), f"corte {cut}"))
            time.sleep(chance.uniform(0, 0.1))
        pids = [*_children(link.pid), *here.server.programs()]
        victim = chance.choice([link.pid, *pids])
        _kill(victim)
        if victim == link.pid:
            link.communicate()
            link = here.start("sync", here.remote, "--live")
    link.terminate()
    link.communicate(timeout=PATIENCE)
    for each in (ana, bea):
        each.share()
        each.close()
    code, told = here.run("sync", here.remote)
    assert code == 0, told
    assert here.path.read_bytes() == here.there.read_bytes()
    lost = events - set(decode(here.path.read_bytes()).entries)
    trials("the line of a link cut over sshd", CUTS, len(lost))
    assert not lost


@pytest.mark.slow
def test_an_act_is_at_the_other_copy_within_a_second_of_the_line(here: Here) -> None:
    link = here.start("sync", here.remote, "--live")
    _wait(here.path.exists)
    ana, bea = here.open("ana"), here.open("bea")
    _wait(lambda: here.path.read_bytes() == here.there.read_bytes())
    took = []
    for number in range(ACTS):
        event_id = play(ana if number % 2 else bea, f"acto {number}")
        other = here.there if number % 2 else here.path
        begun = time.monotonic()
        _wait(partial(_has, other, event_id))
        took.append(time.monotonic() - begun)
    assert median(took) < 1
    assert max(took) < 5
    link.terminate()
    link.communicate(timeout=PATIENCE)


def _has(path: Path, event_id: str) -> bool:
    return event_id in decode(path.read_bytes()).entries


def _wait(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def _children(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in told.read_text().split()] if told.exists() else []


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
