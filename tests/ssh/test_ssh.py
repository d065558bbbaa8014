"""Over ssh: played, dropped, frozen, and locked into the saves folder."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssh.server import Connection, Server, serving
from tests.trials import Trials
from tracker.store.campaign import Campaign
from tracker.store.layout import decode

pytestmark = pytest.mark.slow
"""They need sshd and its user, which not every machine has."""


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


def write(gm: Connection, text: str) -> None:
    """Write a note and wait until it is told as done; the prompt told before what it would do."""
    gm.press("o")
    gm.read_until("Nota")
    gm.press(text)
    gm.read_until(f"Nota: {text}")
    gm.press("\r")
    gm.read_until(f"Nota: {text}")


def notes(server: Server) -> str:
    """Return every document there is, of the save and of the journals."""
    lines = decode((server.saves / "Torre.json").read_bytes()).entries.values()
    told = "\n".join(entry.line.decode() for entry in lines)
    journals = (server.root / "state/tracker/journals").glob("*.jsonl")
    return told + "\n".join(path.read_text() for path in journals)


def gone(server: Server, seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while server.programs() and time.monotonic() < end:
        time.sleep(0.05)
    return not server.programs()


@pytest.mark.parametrize("drops", [1, 50])
def test_what_was_shown_survives_a_dropped_link_and_nothing_is_left_running(
    server: Server, trials: Trials, drops: int
) -> None:
    trials("ssh link dropped", drops)
    for number in range(drops):
        with server.connect("bea") as gm:
            gm.read_until("Torre")
            gm.press("\r")
            gm.read_until("compartido")
            write(gm, f"caida {number}")
            gm.process.send_signal((signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)[number % 3])
        assert f"caida {number}" in notes(server)
        assert '"gm":"bea"' in notes(server)
        assert gone(server)
        assert not list(server.saves.glob(".*.here-*")) or _nobody_holds(server)


def _nobody_holds(server: Server) -> bool:
    from tracker.store.presence import Presence  # noqa: PLC0415 - only where a terminal was killed

    return Presence(server.saves / "Torre.json", "test").others() == ()


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
    assert gone(server)


def test_a_frozen_link_loses_nothing_and_keeps_nobody_waiting(tmp_path: Path, trials: Trials) -> None:
    trials("ssh link frozen", 3)
    with serving(tmp_path, "ClientAliveInterval 1", "ClientAliveCountMax 2") as server:
        begin(server)
        for number in range(3):
            with server.connect("bea") as gm:
                gm.read_until("Torre")
                gm.press("\r")
                gm.read_until("compartido")
                write(gm, f"hielo {number}")
                gm.process.send_signal(signal.SIGSTOP)
                other = Campaign.open(server.saves / "Torre.json", server.root / "otro", "ana", lambda: 0)
                assert other.share().shared
                other.save.close()
                assert gone(server, 30)
            assert f"hielo {number}" in notes(server)


def test_inside_tmux_over_ssh_a_dropped_link_costs_not_even_the_screen(server: Server) -> None:
    socket = server.root / "tmux"
    command = (
        f"tmux -S {socket} new-session -d -x 80 -y 24 '{' '.join(server.client('-tt', server.host, 'bea'))}'"
    )
    subprocess.run(["sh", "-c", command], check=True, env={**os.environ, "TERM": "xterm-256color"})
    try:
        _until(socket, "Torre")
        for keys in ("Enter", "o"):
            subprocess.run(["tmux", "-S", str(socket), "send-keys", keys], check=True)
            time.sleep(1)
        subprocess.run(["tmux", "-S", str(socket), "send-keys", "en tmux", "Enter"], check=True)
        _until(socket, "Nota: en tmux")
    finally:
        subprocess.run(["tmux", "-S", str(socket), "kill-server"], check=False)
    assert "en tmux" in notes(server)
    assert gone(server)


def _until(socket: Path, text: str) -> None:
    end = time.monotonic() + 20
    drawn = ""
    while text not in drawn and time.monotonic() < end:
        time.sleep(0.2)
        shown = subprocess.run(
            ["tmux", "-S", str(socket), "capture-pane", "-p"], capture_output=True, text=True, check=False
        )
        drawn = shown.stdout
    assert text in drawn, drawn
