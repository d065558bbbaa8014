"""A folder with one campaign, and the GMs who play it."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tracker.store.event_line import JsonObject
from tracker.store.save import Save
from tracker.store.save_format import decode

CHILD = Path(__file__).with_name("child.py")
ROOT = Path(__file__).parents[2]


def first(campaign: str = "c0ffee", title: str = "La Torre") -> JsonObject:
    return {"campaign": {"id": campaign, "system": "chronicle", "title": title}}


def hit(amount: int) -> JsonObject:
    return {"kind": "damaged", "target": "goblin", "amount": amount, "note": "¡Ñam!"}


def in_a_child(act: Callable[[], str], begin: Callable[[], None]) -> str:
    """Return what `act` answers in a forked process that has begun otherwise, or the error that ended it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            begin()
            os.write(writing, act().encode())
        except BaseException as error:
            os.write(writing, repr(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with open(reading, "rb") as answer:
        return answer.read().decode()


def as_nobody(play: Callable[[], str]) -> str:
    """Return what `play` answers in a process that is not the superuser's."""
    return in_a_child(play, lambda: os.setuid(65534) if os.geteuid() == 0 else None)


@dataclass(frozen=True)
class Folder:
    """The folder of a campaign; each GM has journals of their own."""

    root: Path

    @property
    def path(self) -> Path:
        return self.root / "saves" / "torre.json"

    @property
    def backup(self) -> Path:
        return self.path.with_name("torre.json.bak")

    def journals(self, gm: str) -> Path:
        return self.root / "state" / gm

    def create(self, gm: str = "ana") -> Save:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return Save.create(self.path, self.journals(gm), first())

    def open(self, gm: str = "ana") -> Save:
        return Save.open(self.path, self.journals(gm))

    def save_with_hits(self, events: int, gm: str = "ana") -> Save:
        """Return an open save with that many hits, all of them shared."""
        save = self.create(gm)
        for amount in range(events):
            save.append(hit(amount))
        sharing = save.share()
        assert sharing.is_shared, sharing.refusal
        return save

    def on_disk(self) -> set[str]:
        """Return the ids in the save; raises if it is not whole."""
        return set(decode(self.path.read_bytes()).entries)

    def kept_files(self) -> list[Path]:
        return sorted(self.path.parent.glob("*.corrupt-*"))

    def writer(self, gm: str, events: int, *options: str) -> subprocess.Popen[bytes]:
        """Start a process that plays, writing each id it was given to its output."""
        command = [sys.executable, str(CHILD), str(self.path), str(self.journals(gm)), str(events), *options]
        return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env={"PYTHONPATH": str(ROOT)})


def acknowledged_ids(output: IO[bytes] | None) -> list[str]:
    """Return the ids a writer was given before it ended."""
    assert output is not None
    with output:
        return [line.decode().strip() for line in output if line.endswith(b"\n")]
