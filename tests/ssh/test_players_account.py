"""The manual's account for players: over a real ssh it shows the players' screen and nothing else."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssh.server import PLAYERS, Server, serving
from tests.watch.secrets import HERO, SECRETS, SEEN, full_of_secrets

ATTEMPTS = (
    "cat saves/torre.json",
    "sh",
    "tracker status torre",
    "tracker --saves / doctor torre",
    "$(cat saves/*)",
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, words=PLAYERS) as running:
        full_of_secrets(tmp_path, "chronicle")
        yield running


@pytest.mark.slow
def test_players_see_their_screen_whatever_they_ask_for(server: Server) -> None:
    for words in ((), *((attempt,) for attempt in ATTEMPTS)):
        with server.connect(*words) as terminal:
            terminal.see(SEEN)
            shown = "\n".join(terminal.lines)
            assert HERO in shown
            assert not [secret for secret in SECRETS if secret in shown]


@pytest.mark.slow
def test_players_get_no_byte_of_a_save_without_a_terminal(server: Server) -> None:
    before = sorted(path.name for path in server.saves.iterdir())
    for attempt in ATTEMPTS:
        answer = server.run(server.host, attempt)
        told = (answer.stdout + answer.stderr).decode()
        assert answer.returncode == 2, told
        assert not [secret for secret in SECRETS if secret in told]
    copied = server.root / "copied"
    save = f"{server.host}:saves/torre.json"
    for words in (
        server.client(server.host, name="sftp"),
        server.client("-O", save, str(copied), name="scp"),
    ):
        ran = subprocess.run(words, input=b"ls\n", capture_output=True, timeout=30, check=False)
        assert ran.returncode != 0
    assert not copied.exists()
    assert sorted(path.name for path in server.saves.iterdir()) == before
