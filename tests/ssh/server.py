"""An OpenSSH server of one's own on the loopback: its keys, its folder, its port, and one forced command."""

import functools
import getpass
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.play.terminal import Terminal
from tests.store.folder import ROOT

SBIN = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", "/sbin"])
PACKAGES = ("openssh-server", "openssh-client", "tmux")
APT = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::http::Timeout=10")
GMS, PLAYERS = '--gm="$SSH_ORIGINAL_COMMAND"', "watch torre"
"""The ends of the manual's commands for GMs and for players."""
MISSING = "{name} is not here and cannot be installed: «apt-get install {packages}» does it."


def program(name: str) -> str:
    """Return where a program is; it is installed where that can be done, or else the test is skipped."""
    found = shutil.which(name, path=SBIN)
    if found is None and _install():
        found = shutil.which(name, path=SBIN)
    if found is None:
        pytest.skip(MISSING.format(name=name, packages=" ".join(PACKAGES)))
    return found


@functools.cache
def _install() -> bool:
    """Install them if we are the superuser of a system that has apt; returns whether they are there now.

    In that run level no package starts a service of its own.
    """
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for words in (("install", "-y", *PACKAGES), ("update",), ("install", "-y", *PACKAGES)):
        try:
            ran = subprocess.run(
                [*APT, *words], capture_output=True, timeout=180, check=False, env=environment
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        if ran.returncode == 0 and words[0] == "install":
            return True
    return False


@dataclass
class Server:
    """A running server and what a client needs to reach it."""

    root: Path
    port: int

    @property
    def saves(self) -> Path:
        return self.root / "saves"

    def client(self, *words: str, name: str = "ssh") -> list[str]:
        port = "-p" if name == "ssh" else "-P"
        options = [
            "-F", "/dev/null", "-i", str(self.root / "key"), port, str(self.port),
            "-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={self.root / 'known'}",
            "-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR",
        ]  # fmt: skip
        return [program(name), *options, *words]

    @property
    def host(self) -> str:
        return f"{getpass.getuser()}@127.0.0.1"

    def run(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        """Run a client that has no terminal."""
        return subprocess.run(
            self.client(*words), capture_output=True, stdin=subprocess.DEVNULL, timeout=30, check=False
        )

    def connect(self, *words: str) -> Terminal:
        """Connect as a GM does."""
        sizeless = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        return Terminal(
            program=self.client("-tt", self.host, *words),
            environment={**sizeless, "TERM": "xterm-256color"},
            folder=self.root,
        )

    def programs(self) -> list[int]:
        """Return the trackers that this server has started and that still run."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"tracker" in words and os.fsencode(self.saves) in words:
                found.append(int(folder.name))
        return found


def forced_command(root: Path, words: str = GMS) -> str:
    """Return the manual's command, with this test's own folders in it."""
    return (
        f'exec env -i HOME={root} PATH=/usr/bin:/bin TERM="$TERM" LANG=C.UTF-8 TRACKER_LANG=es '
        f"PYTHONPATH={ROOT} "
        f"XDG_STATE_HOME={root}/state {sys.executable} -P -m tracker --kiosk --saves {root}/saves "
        f"{words}"
    )


@contextmanager
def serving(root: Path, *settings: str, words: str = GMS, command: str = "") -> Iterator[Server]:
    """Run a server until the block ends; `words` end the command that it forces, unless another is given."""
    sshd, keygen = program("sshd"), program("ssh-keygen")
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # where sshd drops its privileges
    for name in ("host", "key"):
        subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", str(root / name)], check=True)
    (root / "keys").write_bytes((root / "key.pub").read_bytes())
    (root / "saves").mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    lines = [
        f"Port {port}", "ListenAddress 127.0.0.1", f"HostKey {root / 'host'}", f"PidFile {root / 'pid'}",
        f"AuthorizedKeysFile {root / 'keys'}", "StrictModes no", "UsePAM no", "PasswordAuthentication no",
        "PermitRootLogin yes", "PrintMotd no", "DisableForwarding yes", "PermitUserRC no",
        "PermitUserEnvironment no", f"ForceCommand {command or forced_command(root, words)}", *settings,
    ]  # fmt: skip
    (root / "config").write_text("\n".join(lines) + "\n")
    log = (root / "log").open("wb")
    process = subprocess.Popen([sshd, "-D", "-e", "-f", str(root / "config")], stderr=log)
    try:
        _wait_for(port, root / "log")
        yield Server(root, port)
    finally:
        process.terminate()
        process.wait()
        log.close()


def _wait_for(port: int, log: Path) -> None:
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail(f"sshd does not answer: {log.read_text()}")
