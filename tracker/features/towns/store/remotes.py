"""The hosts that a campaign is shared with: a private list, and the state of each link."""

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
"""Environment variable with the process id of the app that a link belongs to: they end together."""
MOST = 16
"""Most remotes of a campaign."""
_LONGEST = 200
_SUFFIX = ".link"
_HOST = re.compile(r"(?:[^@:/\s-][^@:/\s]*@)?(?:[^@:/\s-][^@:/\s]*|\[[0-9A-Fa-f:.%]+\])")
"""A host for ssh: it starts with no dash, which would make it an option."""


class Remote(Struct, frozen=True):
    """A save on another host, the program that answers there, and whether an app keeps a link to it."""

    host: str
    save: str
    program: str = "tracker"
    live: bool = False

    @property
    def name(self) -> str:
        """The name that people type: `host:save`."""
        return f"{self.host}:{self.save}"

    def command(self, client: str, *, quiet: bool) -> list[str]:
        """Build the command that reaches the save there; `quiet` keeps ssh from asking questions."""
        options = ["-o", "BatchMode=yes"] if quiet else []
        remote_command = f"{self.program} serve {shlex.quote(self.save)}"
        return [*shlex.split(client), "-T", *options, "--", self.host, remote_command]


def read_remote(text: str, program: str = "tracker", *, live: bool = False) -> Remote:
    """Parse a remote; raises `bad_remote`.

    >>> read_remote("ana@torre.example:Torre").save
    'Torre'
    """
    match = re.fullmatch(rf"(?P<host>{_HOST.pattern}):(?P<save>[^\n\0]+)", text)
    if match is None or len(text) > _LONGEST or match["save"].startswith("-"):
        raise Refusal("bad_remote", text=clean(text, 64))
    return Remote(match["host"], match["save"], program, live)


class Remotes:
    """The remotes of one campaign, kept outside its save: a save from elsewhere must not choose a host."""

    def __init__(self, journals: Path, campaign: str) -> None:
        self._path = links_folder(journals) / f"{_digest(campaign)}.remotes"

    def load(self) -> tuple[Remote, ...]:
        """Read the remotes; a file that cannot be read gives none."""
        remotes: list[Remote] = []
        with suppress(Refusal):
            for line in read_list(self._path)[:MOST]:
                with suppress(DecodeError, ValidationError):
                    remotes.append(json.decode(line, type=Remote))
        return tuple(remotes)

    def remember(self, remote: Remote) -> None:
        """Put a remote last in the list; raises the refusals of a file."""
        self._write((*self._others(remote), remote))

    def forget(self, remote: Remote) -> None:
        """Drop a remote from the list; raises the refusals of a file."""
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
    """The state of a link to a remote, as its process reports it."""

    remote: str
    phase: Phase
    since: int
    """Unix seconds at which the phase began."""
    missing: int = 0
    unsent: int = 0
    gm: str = ""
    code: str = ""
    """Code of the refusal for which it stopped or is down."""
    data: Mapping[str, Scalar] = NOTHING


class LinkNote:
    """The file in which a link reports its state. While it is held, no second link to the remote starts."""

    def __init__(self, journals: Path, path: Path, campaign: str, remote: Remote) -> None:
        folder = links_folder(journals)
        self._announcement = Announcement(
            folder / f"{Owner(path, campaign).name}-{_digest(remote.name)}{_SUFFIX}", 0o600
        )
        self._remote = remote
        self._said: LinkState | None = None

    def hold(self) -> None:
        """Claim the remote for this link; raises `link_twice` if another link has it."""
        is_claimed = True  # where no private folder can be made, links start unguarded
        with suppress(Refusal):
            make_folder(self._announcement.path.parent, PRIVATE)
            is_claimed = self._announcement.hold()
        if not is_claimed:
            raise Refusal("link_twice", remote=self._remote.name)

    def say(
        self, phase: Phase, *, missing: int, unsent: int, gm: str = "", refusal: Refusal | None = None
    ) -> None:
        """Report the state of the link, and the refusal that keeps it from working."""
        old_state = self._said
        since = old_state.since if old_state is not None and old_state.phase is phase else int(time.time())
        code, data = (refusal.code, dict(refusal.data)) if refusal is not None else ("", {})
        self._say(LinkState(self._remote.name, phase, since, missing, unsent, gm, code, data))

    def count(self, unsent: int) -> None:
        """Report the number of unsent events."""
        if self._said is not None:
            self._say(replace(self._said, unsent=unsent))

    def _say(self, state: LinkState) -> None:
        if state != self._said:
            self._said = state
            self._announcement.say(asdict(state))

    def withdraw(self) -> None:
        self._announcement.withdraw()


def link_states(journals: Path, path: Path, campaign: str) -> tuple[LinkState, ...]:
    """Read the state of every link of a save."""
    folder, states = links_folder(journals), []
    for note in paths_like(folder, f"{Owner(path, campaign).name}-*{_SUFFIX}")[:MOST]:
        document = read_announcement(note)
        with suppress(ValidationError):
            if document is not None:
                states.append(convert(document, LinkState))
    return tuple(states)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
