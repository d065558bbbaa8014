"""`tracker sync` and `serve` as they are typed; another program stands in for ssh and opens another home."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.play.warm import ROOT, run_warm
from tracker.features.towns.store.remotes import LinkState, Remotes, link_states
from tracker.store.presence import Presence
from tracker.store.save_format import decode

SSH = """#!/bin/sh
# Runs the command in the home of the host.
while [ "$1" != -- ]; do shift; done
cd "{root}/$2" && echo $$ >> pids && exec env -i HOME="$PWD" PATH="{path}" TRACKER_GM="$2" {extra} sh -c "$3"
"""
PATIENCE = 20


@dataclass
class Home:
    """A home with its own saves, and a program that reaches the other homes."""

    root: Path
    name: str
    running: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        return self.root / self.name

    @property
    def path(self) -> Path:
        return self.folder / ".local/share/tracker/saves/Torre.json"

    @property
    def journals(self) -> Path:
        return self.folder / ".local/state/tracker/journals"

    @property
    def ids(self) -> set[str]:
        return set(decode(self.path.read_bytes()).entries)

    @property
    def states(self) -> tuple[LinkState, ...]:
        return link_states(self.journals, self.path, decode(self.path.read_bytes()).campaign.id)

    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.folder),
            "PATH": f"{self.root / 'bin'}:/usr/bin:/bin",
            "TRACKER_GM": self.name,
            "TRACKER_SSH": str(self.root / "ssh"),
            "TRACKER_LANG": "es",
            "LC_CTYPE": os.environ["LC_CTYPE"],
        }

    def start(self, *words: str, **more: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            ["tracker", *words],
            env=self.environment() | more,
            executable=str(self.root / "bin/tracker"),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.running.append(process)
        return process

    def run(self, *words: str, code: int = 0, **more: str) -> str:
        environment = self.environment() | {"PYTHONPATH": str(ROOT)} | more
        done = run_warm(words, environment, self.folder)
        assert done.returncode == code, (done.stdout, done.stderr)
        return done.stdout + done.stderr


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    (tmp_path / "bin").mkdir()
    for name, text in (
        ("bin/tracker", f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -P -m tracker "$@"\n'),
        ("ssh", SSH.format(root=tmp_path, path=f"{tmp_path / 'bin'}:/usr/bin:/bin", extra="")),
    ):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(stat.S_IRWXU)
    ana, bea = Home(tmp_path, "ana"), Home(tmp_path, "bea")
    for home in (ana, bea):
        home.folder.mkdir()
    yield ana, bea
    for process in (*ana.running, *bea.running):
        if process.poll() is None:
            process.kill()
        process.communicate()


def wait(what: str, holds: object) -> None:
    assert callable(holds)
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def assert_equal(one: Home, other: Home) -> None:
    assert one.path.read_bytes() == other.path.read_bytes()


def test_it_clones_and_then_exchanges_what_each_lacks(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    assert "Enviados: 0" in bea.run("sync", "ana:Torre")
    bea.run("do", "Torre", "nota de bea")
    ana.run("do", "Torre", "nota de ana")
    assert bea.run("sync", "ana:Torre") == "Al día con ana:Torre. Recibidos: 1. Enviados: 1.\n"
    assert_equal(ana, bea)
    campaign = decode(bea.path.read_bytes()).campaign.id
    assert [each.name for each in Remotes(bea.journals, campaign).load()] == ["ana:Torre"]


def test_another_name_here_is_as_good(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    bea.run("sync", "ana:Torre", "Otro nombre")
    assert bea.path.with_name("Otro nombre.json").read_bytes() == ana.path.read_bytes()


@pytest.mark.parametrize(
    "remote", ["torre", "-oProxyCommand=x:Torre", ":Torre", "ana:", "a b:Torre", "ana:-x"]
)
def test_a_remote_that_names_no_host_is_refused(homes: tuple[Home, Home], remote: str) -> None:
    told = homes[1].run("sync", "--", remote, code=1)
    assert "EQUIPO:CAMPAÑA" in told
    assert not (homes[0].folder / "pids").exists()


def test_why_the_other_side_does_not_answer_is_said(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    assert "di dónde con --program" in bea.run("sync", "ana:Torre", "--program", "no-such-program", code=1)
    (bea.root / "ssh").write_text("#!/bin/sh\necho 'Permission denied (publickey).' >&2; exit 255\n")
    assert "Permission denied (publickey)." in bea.run("sync", "ana:Torre", code=1)
    (bea.root / "ssh").write_text("#!/bin/sh\necho Bienvenida; sleep 0.1\n")
    assert "Bienvenida" in bea.run("sync", "ana:Torre", code=1)
    assert "TRACKER_SSH" in bea.run("sync", "ana:Torre", code=1, TRACKER_SSH="no-such-ssh")
    assert not ana.path.exists()
    assert not bea.path.exists()


def test_two_campaigns_of_one_name_are_not_united(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    bea.run("new", "Torre")
    before = ana.path.read_bytes(), bea.path.read_bytes()
    assert "otra campaña" in bea.run("sync", "ana:Torre", code=1)
    assert (ana.path.read_bytes(), bea.path.read_bytes()) == before


def test_where_neither_has_it_nothing_is_made(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    assert "empieza una" in bea.run("sync", "ana:Torre", code=1)
    assert not list(ana.folder.rglob("*.json"))
    assert not list(bea.folder.rglob("*.json"))


def test_a_read_only_side_gives_and_says_what_was_not_sent(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    bea.run("sync", "ana:Torre")
    ana.run("do", "Torre", "nota de ana")
    bea.run("do", "Torre", "nota de bea")
    told = bea.run("sync", "ana:Torre", "--program", "tracker --lang es", code=0)
    assert "Enviados: 1" in told
    bea.run("do", "Torre", "nota que no llega")
    before = ana.path.read_bytes()
    (bea.root / "ssh").write_text(
        SSH.format(root=bea.root, path=f"{bea.root / 'bin'}:/usr/bin:/bin", extra="").replace(
            'sh -c "$3"', "tracker serve Torre --read-only"
        )
    )
    told = bea.run("sync", "ana:Torre", code=1)
    assert told == "En ana:Torre solo se lee: 1 suceso de aquí no se ha enviado. Recibidos: 0.\n"
    assert ana.path.read_bytes() == before


def test_a_folder_is_served_to_who_names_a_save_of_it(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    saves = ana.path.parent
    forced = f"tracker --kiosk --saves {saves} serve {saves}"
    (bea.root / "ssh").write_text(
        SSH.format(
            root=bea.root, path=f"{bea.root / 'bin'}:/usr/bin:/bin", extra='SSH_ORIGINAL_COMMAND="$3"'
        ).replace('sh -c "$3"', f"sh -c '{forced}'")
    )
    bea.run("sync", "ana:Torre")
    assert_equal(ana, bea)
    for asked in ("../../x", "/etc/passwd", "Torre; id", "Torre' x '", "nada"):
        told = bea.run("sync", f"ana:{asked}", "Copia", code=1)
        assert told
        assert not bea.path.with_name("Copia.json").exists()
    assert sorted(path.name for path in saves.glob("*.json")) == ["Torre.json"]


def test_a_live_link_shows_each_what_the_other_does(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    link = bea.start("sync", "ana:Torre", "--live")
    wait("the clone", lambda: bea.path.exists() and bea.states)
    ana.run("do", "Torre", "nota de ana")
    bea.run("do", "Torre", "nota de bea")
    wait("equal", lambda: ana.path.read_bytes() == bea.path.read_bytes() and len(ana.ids) == 3)
    wait("acknowledged", lambda: [(each.phase, each.unsent) for each in bea.states] == [("live", 0)])
    assert "en marcha" in bea.run("sync", "ana:Torre", code=1)
    link.terminate()
    assert link.wait(PATIENCE) == 0
    assert bea.states == ()
    remotes = Remotes(bea.journals, decode(bea.path.read_bytes()).campaign.id)
    assert [each.live for each in remotes.load()] == [True]


def test_who_is_at_the_other_table_is_shown_here_while_they_are(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    bea.start("sync", "ana:Torre", "--live")
    wait("the clone", lambda: bea.path.exists() and bea.states)
    eyes, there = Presence(bea.path, "bea"), Presence(ana.path, "ana")
    there.show("2")
    wait("ana", lambda: [(each.gm, each.tab, each.hops) for each in eyes.others()] == [("ana", "2", 1)])
    there.show("3")
    wait("her tab", lambda: [each.tab for each in eyes.others()] == ["3"])
    there.leave()
    wait("nobody", lambda: not eyes.others())


def test_the_link_of_a_second_table_waits_and_takes_over(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    bea.run("sync", "ana:Torre")
    app = {"TRACKER_LINK_FOR": str(os.getpid())}
    first = bea.start("sync", "ana:Torre", "--live", **app)
    wait("the first link", lambda: [each.phase for each in bea.states] == ["live"])
    second = bea.start("sync", "ana:Torre", "--live", **app)
    time.sleep(1)
    assert second.poll() is None
    first.terminate()
    first.wait(PATIENCE)
    ana.run("do", "Torre", "nota de ana")
    wait("equal", lambda: ana.path.read_bytes() == bea.path.read_bytes())
    assert second.poll() is None


def test_another_side_that_says_too_soon_that_all_is_done_is_not_believed(homes: tuple[Home, Home]) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    bea.run("sync", "ana:Torre")
    campaign = decode(bea.path.read_bytes()).campaign
    told = {
        "protocol": [1, 1], "version": "1", "format": 1, "campaign": campaign.id, "title": campaign.title,
        "system": campaign.system, "gm": "eva", "events": 1, "writes": True,
    }  # fmt: skip
    (bea.root / "ssh").write_text(
        f"#!/bin/sh\necho 'tracker-sync {json.dumps(told)}'; echo 'X link_done'; cat\n"
    )
    bea.run("do", "Torre", "nota de bea")
    assert "han cerrado el enlace" in bea.run("sync", "ana:Torre", code=1)


@pytest.mark.parametrize("victim", ["there", "here"])
def test_after_a_kill_the_next_exchange_is_whole(homes: tuple[Home, Home], victim: str) -> None:
    ana, bea = homes
    ana.run("new", "Torre")
    link = bea.start("sync", "ana:Torre", "--live")
    wait("the clone", lambda: bea.path.exists() and bea.states)
    ana.run("do", "Torre", "nota una")
    pid = int((ana.folder / "pids").read_text().split()[-1]) if victim == "there" else link.pid
    os.kill(pid, signal.SIGKILL)
    ana.run("do", "Torre", "nota dos")
    bea.run("do", "Torre", "nota tres")
    if victim == "here":
        link.wait(PATIENCE)
        wait("no orphan", lambda: _is_gone(int((ana.folder / "pids").read_text().split()[-1])))
        bea.run("sync", "ana:Torre")
    wait("equal", lambda: ana.path.read_bytes() == bea.path.read_bytes())
    assert len(ana.ids) == 4


def _is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_kiosk_links_to_nobody(homes: tuple[Home, Home]) -> None:
    assert "sync" in homes[1].run("sync", "ana:Torre", "--kiosk", code=1)
