"""Over ssh: played, dropped, frozen, and locked into the saves folder."""

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.play.terminal import HELP, Terminal
from tests.play.warm import PATIENCE
from tests.ssh.server import Server, program, serving
from tests.trials import Trials, one_of
from tracker.store.campaign import Campaign
from tracker.store.save_format import decode


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as running:
        begin(running)
        yield running


def begin(server: Server) -> None:
    Campaign.create(
        server.saves / "Torre.json",
        server.root / "state/tracker/journals",
        system="chronicle",
        title="Torre",
        gm="ana",
        now=lambda: 0,
    ).save.close()


def sit_down(gm: Terminal) -> None:
    """Open the campaign and wait until it is at rest."""
    gm.see("Torre")
    gm.press("enter")
    gm.see(" guardado")
    gm.see(HELP)


def write(gm: Terminal, text: str) -> None:
    """Write a note and wait until it is told as done."""
    gm.press("o", text, "enter")
    gm.see_notice(f"Nota: {text}")


def notes(server: Server) -> str:
    """Return every document there is, of the save and of the journals."""
    lines = decode((server.saves / "Torre.json").read_bytes()).entries.values()
    told = "\n".join(entry.line.decode() for entry in lines)
    journals = (server.root / "state/tracker/journals").glob("*.jsonl")
    return told + "\n".join(path.read_text() for path in journals)


def is_gone(server: Server, seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while server.programs() and time.monotonic() < end:
        time.sleep(0.05)
    return not server.programs()


@pytest.mark.parametrize("drops", one_of([1, 50]))
def test_what_was_shown_survives_a_dropped_link_and_nothing_is_left_running(
    server: Server, trials: Trials, drops: int
) -> None:
    trials("ssh link dropped", drops)
    for number in range(drops):
        with server.connect("bea") as gm:
            sit_down(gm)
            write(gm, f"caida {number}")
            gm.process.send_signal((signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)[number % 3])
        assert f"caida {number}" in notes(server)
        assert '"gm":"bea"' in notes(server)
        assert is_gone(server)
        assert not list(server.saves.glob(".*.here-*")) or _nobody_holds(server)


def _nobody_holds(server: Server) -> bool:
    from tracker.store.presence import Presence  # noqa: PLC0415 - only where a terminal was killed

    return Presence(server.saves / "Torre.json", "test").others() == ()


@pytest.mark.slow
def test_whoever_connects_cannot_leave_the_saves_folder(server: Server) -> None:
    outside = server.root / "outside"
    attempts = [
        server.run(server.host, f"touch {outside}"),
        server.run(server.host, f"; touch {outside}; #"),
        server.run(server.host, f"$(touch {outside})"),
        server.run(server.host, f"--saves={server.root}"),
        server.run("-W", "127.0.0.1:22", server.host),
        subprocess.run(
            server.client(server.host, name="sftp"),
            capture_output=True,
            input=b"ls\n",
            timeout=30,
            check=False,
        ),
        subprocess.run(
            server.client("-O", str(server.root / "key.pub"), f"{server.host}:{outside}", name="scp"),
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=30,
            check=False,
        ),
    ]
    assert [attempt.returncode != 0 for attempt in attempts] == [True] * len(attempts)
    assert "ssh -t" in attempts[0].stderr.decode() + attempts[0].stdout.decode()
    assert not outside.exists()
    assert is_gone(server)


@pytest.mark.parametrize("times", one_of([1, 20]))
def test_a_frozen_link_loses_nothing_and_keeps_nobody_waiting(
    tmp_path: Path, trials: Trials, times: int
) -> None:
    trials("ssh link frozen", times)
    with serving(tmp_path, "ClientAliveInterval 1", "ClientAliveCountMax 2") as server:
        begin(server)
        for number in range(times):
            with server.connect("bea") as gm:
                sit_down(gm)
                write(gm, f"hielo {number}")
                gm.process.send_signal(signal.SIGSTOP)
                other = Campaign.open(server.saves / "Torre.json", server.root / "otro", "ana", lambda: 0)
                assert other.share().is_shared
                other.save.close()
                assert is_gone(server, 30)
            assert f"hielo {number}" in notes(server)


@pytest.mark.slow
def test_inside_tmux_over_ssh_a_dropped_link_costs_not_even_the_screen(server: Server) -> None:
    def tmux(*words: str) -> str:
        command = [program("tmux"), "-S", str(server.root / "tmux"), *words]
        environment = {**os.environ, "TERM": "xterm-256color"}
        return subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment, timeout=10
        ).stdout

    def see(text: str) -> None:
        """Wait until a text is on the screen and no dialog is over it."""
        end = time.monotonic() + PATIENCE
        while text not in (drawn := tmux("capture-pane", "-p")) or not drawn.rstrip().endswith(HELP):
            assert time.monotonic() < end, drawn
            time.sleep(0.1)

    tmux("new-session", "-d", "-x", "80", "-y", "24", shlex.join(server.client("-tt", server.host, "bea")))
    try:
        see("Torre")
        tmux("send-keys", "Enter")
        see(" guardado")
        tmux("send-keys", "o", "en tmux", "Enter")
        see("Nota: en tmux")
    finally:
        tmux("kill-server")
    assert "en tmux" in notes(server)
    assert is_gone(server)
