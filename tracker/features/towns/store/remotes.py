"""The hosts with which a campaign is shared: a private list, with the state of each link."""

import re
import shlex
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, convert, json
from msgspec.structs import asdict, replace

from tracker.features.towns.store.part import links_folder
from tracker.rules.fields import NOTHING, Scalar
from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.announcement import Announcement, read_announcement
from tracker.store.files import PRIVATE, make_folder, paths_like, read_list, write_list
from tracker.store.journal import Owner

FOR_APP = "TRACKER_LINK_FOR"
"""Environment variable with the process id of the app that a link belongs to: both end together."""
MOST = 16
"""Remotes of a campaign."""
_LONGEST = 200
_SUFFIX = ".link"
_HOST = re.compile(r"(?:[^@:/\s-][^@:/\s]*@)?(?:[^@:/\s-][^@:/\s]*|\[[0-9A-Fa-f:.%]+\])")
"""A host of ssh: it begins with no dash, which would make it an option."""


class Remote(Struct, frozen=True):
    """A save on another host, the program that answers there, and whether the table keeps a link to it."""

    host: str
    save: str
    program: str = "tracker"
    live: bool = False

    @property
    def name(self) -> str:
        """The name that people type."""
        return f"{self.host}:{self.save}"

    def command(self, client: str, *, quiet: bool) -> list[str]:
        """Return the command that reaches the save there; `quiet` lets ssh ask for nothing."""
        options = ["-o", "BatchMode=yes"] if quiet else []
        there = f"{self.program} serve {shlex.quote(self.save)}"
        return [*shlex.split(client), "-T", *options, "--", self.host, there]


def read_remote(text: str, program: str = "tracker", *, live: bool = False) -> Remote:
    """Return the remote that a text names.

    Raises `bad_remote`.

    >>> read_remote("ana@torre.example:Torre").save
    'Torre'
    """
    found = re.fullmatch(rf"(?P<host>{_HOST.pattern}):(?P<save>[^\n\0]+)", text)
    if found is None or len(text) > _LONGEST or found["save"].startswith("-"):
        raise Refusal("bad_remote", text=clean(text, 64))
    return Remote(found["host"], found["save"], program, live)


class Remotes:
    """The remotes of one campaign. A save from elsewhere never chooses a host: they are not in it."""

    def __init__(self, journals: Path, campaign: str) -> None:
        self._path = links_folder(journals) / f"{_digest(campaign)}.remotes"

    def load(self) -> tuple[Remote, ...]:
        """Return the remotes; a file that cannot be read has none."""
        found: list[Remote] = []
        with suppress(Refusal):
            for line in read_list(self._path)[:MOST]:
                with suppress(DecodeError, ValidationError):
                    found.append(json.decode(line, type=Remote))
        return tuple(found)

    def remember(self, remote: Remote) -> None:
        """Remember a remote, as the last one; raises the refusals of a file."""
        self._write((*self._others(remote), remote))

    def forget(self, remote: Remote) -> None:
        """Forget a remote; raises the refusals of a file."""
        self._write(self._others(remote))

    def _others(self, remote: Remote) -> tuple[Remote, ...]:
        return tuple(each for each in self.load() if each.name != remote.name)[-MOST + 1 :]

    def _write(self, remotes: Iterable[Remote]) -> None:
        write_list(self._path, (json.encode(each).decode() for each in remotes))


class Phase(StrEnum):
    """The state of a link."""

    LIVE = "live"
    DOWN = "down"
    STUCK = "stuck"
    """The save there does not take the events."""
    STUCK_HERE = "stuck_here"
    """The save here does not take the events."""
    STOPPED = "stopped"


class LinkState(Struct, frozen=True):
    """The state of a link to a remote, as its process says."""

    remote: str
    phase: Phase
    since: int
    """Unix seconds since when."""
    missing: int = 0
    unsent: int = 0
    gm: str = ""
    code: str = ""
    """The reason why it stopped, or is down."""
    data: Mapping[str, Scalar] = NOTHING


class LinkNote:
    """The file in which a link says how it stands. While it is held, no second link to the remote begins."""

    def __init__(self, journals: Path, path: Path, campaign: str, remote: Remote) -> None:
        folder = links_folder(journals)
        self._announcement = Announcement(
            folder / f"{Owner(path, campaign).name}-{_digest(remote.name)}{_SUFFIX}", 0o600
        )
        self._remote = remote
        self._said: LinkState | None = None

    def hold(self) -> None:
        """Keep other links to the same remote away; raises `link_twice` if there is one."""
        is_held = True
        with suppress(Refusal):
            make_folder(self._announcement.path.parent, PRIVATE)
            is_held = self._announcement.hold()
        if not is_held:
            raise Refusal("link_twice", remote=self._remote.name)

    def say(
        self, phase: Phase, *, missing: int, unsent: int, gm: str = "", refusal: Refusal | None = None
    ) -> None:
        """Say how the link stands; `refusal` is why it does not stand well."""
        last = self._said
        since = last.since if last is not None and last.phase is phase else int(time.time())
        code, data = (refusal.code, dict(refusal.data)) if refusal is not None else ("", {})
        self._say(LinkState(self._remote.name, phase, since, missing, unsent, gm, code, data))

    def count(self, unsent: int) -> None:
        """Say how many events were not sent yet."""
        if self._said is not None:
            self._say(replace(self._said, unsent=unsent))

    def _say(self, said: LinkState) -> None:
        if said != self._said:
            self._said = said
            self._announcement.say(asdict(said))

    def withdraw(self) -> None:
        """Say nothing any more."""
        self._announcement.withdraw()


def link_states(journals: Path, path: Path, campaign: str) -> tuple[LinkState, ...]:
    """Return how the links of a save stand."""
    folder, found = links_folder(journals), []
    for note in paths_like(folder, f"{Owner(path, campaign).name}-*{_SUFFIX}")[:MOST]:
        said = read_announcement(note)
        with suppress(ValidationError):
            if said is not None:
                found.append(convert(said, LinkState))
    return tuple(found)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
