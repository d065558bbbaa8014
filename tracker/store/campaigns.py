"""The campaigns of a folder: listed without opening them, copied, put away. Which folders have any."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Self

from msgspec import Struct
from msgspec.structs import replace as changed

from tracker.rules.refusal import Refusal
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.text import clean
from tracker.store.event_line import Entries, Unreadable, read_line, write_line
from tracker.store.event_log import validator_for
from tracker.store.files import (
    Missing,
    absolute,
    locked,
    names_in,
    opened,
    read_list,
    read_regular,
    replace,
    signature,
    write_list,
)
from tracker.store.git import ignore_beside_new
from tracker.store.merge import is_named_after
from tracker.store.paths import LIBRARY_MARK, SUFFIX, title_slug
from tracker.store.save_format import (
    CAMPAIGN_LENGTH,
    HEAD_BYTES,
    TITLE_LENGTH,
    CampaignInfo,
    Contents,
    decode,
    encode,
    find_beginning,
    identity_begun_by,
    read_head,
)

NOT_PLAYED = (".", LIBRARY_MARK)
"""First characters of names that are no campaigns: hidden files, and libraries, which are never played."""
_TITLED = b'["title","="'
_RULED = (b'["rules","="', b'["house","="')
_RELEVANT = (_TITLED, *_RULED, b'"cancels":', b'"rewinds":')
"""Parts of the lines of events that set a title or the text of a game, or cancel such an event."""
MOST_FOLDERS = 50
"""Number of folders that are remembered, the latest last."""


class CampaignEntry(Struct, frozen=True):
    """A campaign of the folder, as its first line describes it; `refusal` says why it cannot be read."""

    path: Path
    title: str = ""
    """The first title; `as_now` gives the present one."""
    system: str = ""
    """The game as saves name it; `as_now` gives its name with its text."""
    campaign: str = ""
    """The id of the campaign."""
    modified: float = 0.0
    """Unix seconds of its last write."""
    size: int = 0
    """In bytes: a hint of how long the campaign has been played."""
    copies: int = 0
    """Number of other files of the folder with the same campaign."""
    refusal: Refusal | None = None

    @property
    def name(self) -> str:
        """The name by which the shell takes it."""
        return clean(self.path.stem, TITLE_LENGTH)


def list_campaigns(saves: Path) -> tuple[CampaignEntry, ...]:
    """List the campaigns of a folder, the last played first; none if there is no folder.

    Raises the refusal of a folder that cannot be read.
    """
    try:
        names = names_in(saves)
    except Missing:
        return ()
    paths = [saves / name for name in names if name.endswith(SUFFIX) and name[0] not in NOT_PLAYED]
    campaigns = _originals([_campaign_entry(path) for path in paths])
    return tuple(sorted(campaigns, key=lambda entry: (-entry.modified, entry.name)))


def brief_entry(path: Path) -> CampaignEntry:
    """Read one campaign by its first line alone."""
    return _campaign_entry(path)


def entry_of(path: Path) -> CampaignEntry:
    """Read one campaign as the list of its folder shows it, without its copies."""
    return as_now(_campaign_entry(path))


def as_now(entry: CampaignEntry) -> CampaignEntry:
    """Give a campaign its present title, and the game as it is played now. Reads the whole save."""
    try:
        content, _ = read_regular(entry.path)
        title, system = _title_and_game(read_head(content).campaign, content)
    except (Refusal, Unreadable):
        return entry
    return changed(entry, title=clean(title, TITLE_LENGTH), system=system)


def game_in(path: Path) -> str:
    """Find the game that a save plays now, by its name in this process."""
    return entry_of(path).system


def title_of(entry: CampaignEntry) -> str:
    """Read the present title of a campaign from the whole save."""
    return as_now(entry).title


def copy_of(source: Path, saves: Path, name: str = "") -> Path:
    """Copy a campaign into a folder, under its own name or another; return the path of the copy.

    Raises `nothing_left` for a damaged source, and every refusal to read or write either file.
    """
    content, _ = read_regular(source)
    try:
        entries = decode(content).entries
    except Unreadable as reason:
        raise Refusal("nothing_left", path=str(source)) from reason
    return write_as_new(entries, name or source.stem, saves)


def copy_of_example(source: Path, saves: Path) -> Path:
    """Copy an example into a folder, under the name of its title, as a new campaign has."""
    return copy_of(source, saves, title_slug(title_of(brief_entry(source))))


def write_as_new(entries: Entries, name: str, saves: Path) -> Path:
    """Write events as another campaign and return its path; raises the refusals of `place`."""
    return place(_as_new_campaign(entries), name, saves)


def place(content: bytes, name: str, saves: Path) -> Path:
    """Write a new save under the first free name and return its path."""
    path, number = saves / (name + SUFFIX), 1
    while not _write_if_free(content, path):
        number += 1
        path = saves / f"{name} {number}{SUFFIX}"
    return path


def _write_if_free(content: bytes, path: Path) -> bool:
    """Write a new save if its name is free; return whether it was."""
    if signature(path) is not None:
        return False
    with locked(path):
        # Another process may have taken the name before the lock was held.
        if signature(path) is not None:
            return False
        replace(path, content, backup=False)
    ignore_beside_new(path)
    return True


def _originals(entries: Sequence[CampaignEntry]) -> Iterator[CampaignEntry]:
    """Yield each campaign once, with the number of its copies, which are offered when it is opened."""
    same_campaign: dict[str, list[CampaignEntry]] = {}
    for each in entries:
        if each.campaign:
            same_campaign.setdefault(each.campaign, []).append(each)
        else:
            yield each
    for alike in same_campaign.values():
        yield changed(_original_among(alike), copies=len(alike) - 1)


def _original_among(alike: Sequence[CampaignEntry]) -> CampaignEntry:
    """Choose the save that is not named after another one; of several, the last played."""
    paths = [each.path for each in alike]
    originals = [each for each in alike if not any(is_named_after(each.path, path) for path in paths)]
    return max(originals or alike, key=lambda each: (each.modified, each.name))


def _campaign_entry(path: Path) -> CampaignEntry:
    try:
        with opened(path) as file:
            head, status = file.read(HEAD_BYTES), os.fstat(file.fileno())
            campaign = read_head(head).campaign
    except Unreadable:
        return CampaignEntry(
            path, modified=status.st_mtime, size=status.st_size, refusal=_damaged_refusal(path)
        )
    except Refusal as refusal:
        return CampaignEntry(path, refusal=refusal)
    title, system = clean(campaign.title, TITLE_LENGTH), clean(campaign.system, CAMPAIGN_LENGTH)
    return CampaignEntry(path, title, system, campaign.id, status.st_mtime, status.st_size)


def _damaged_refusal(path: Path) -> Refusal:
    return Refusal("save_damaged", path=str(path))


def _as_new_campaign(entries: Entries) -> bytes:
    """Encode the same events as another campaign."""
    found = find_beginning(entries)
    if found is None:
        raise Refusal("no_campaign")
    first_id, _campaign = found
    document = entries[first_id].document
    # With the old id, the journals of an earlier copy would belong to this one too.
    campaign = document["campaign"] | {"id": identity_begun_by(first_id)}
    beginning = write_line(first_id, document | {"campaign": campaign})
    return encode(Contents.from_entries({**entries, first_id: beginning}))


def title_now(campaign: CampaignInfo, content: bytes) -> str:
    """Read the present title in the bytes of a save; the first title if that cannot be read."""
    return _title_and_game(campaign, content)[0]


def _title_and_game(campaign: CampaignInfo, content: bytes) -> tuple[str, str]:
    """Read the present title, and the game by its name in this process; the first ones if unreadable."""
    # Most saves never change either: then no event needs to be read.
    if content.count(_TITLED) < 2 and not any(mark in content for mark in _RULED):
        return campaign.title, campaign.system
    with suppress(Refusal):
        session = History(campaign.system, _relevant_events(campaign, content)).session
        return session.title or campaign.title, session.system
    return campaign.title, campaign.system


def _relevant_events(campaign: CampaignInfo, content: bytes) -> Iterator[Event]:
    validate = validator_for(campaign)
    for line in content.split(b"\n"):
        if any(mark in line for mark in _RELEVANT):
            with suppress(Unreadable, Refusal):
                event_id, entry = read_line(line.strip().rstrip(b","))
                yield validate(event_id, entry)


class PutAway(Struct, frozen=True):
    """The campaigns that a GM has put away: a private list, which changes no save and which no other GM sees.

    Each line of its file is the mark of a campaign, the last one at the end.
    """

    path: Path

    @classmethod
    def for_journals(cls, journals: Path) -> "PutAway":
        return cls(journals.with_name("put-away.txt"))

    def archived_among(self, campaigns: Iterable[CampaignEntry]) -> tuple[CampaignEntry, ...]:
        """Find the put away ones among these, the last one at the end; refuses an unreadable file."""
        by_mark = {_mark_of(each): each for each in campaigns}
        return tuple(by_mark[mark] for mark in read_list(self.path) if mark in by_mark)

    def put(self, campaign: CampaignEntry, *, away: bool) -> None:
        """Put a campaign away, or bring it back; refuses if the list cannot be written."""
        mark = _mark_of(campaign)
        others = (each for each in read_list(self.path) if each != mark)
        write_list(self.path, [*others, mark] if away else others)


def _mark_of(campaign: CampaignEntry) -> str:
    """Hash the path and id of a campaign's file."""
    # Hashed, since the id in a save from elsewhere may be any text.
    return sha256(f"{absolute(campaign.path)}\n{campaign.campaign}".encode()).hexdigest()[:32]


class Places(Struct, frozen=True):
    """The private list of the folders in which this GM has opened a campaign."""

    path: Path

    @classmethod
    def for_journals(cls, journals: Path) -> Self:
        return cls(journals.with_name("places"))

    def remember(self, folder: Path) -> None:
        """Add a folder. If the list cannot be written, that is no reason not to play."""
        line = str(absolute(folder))
        with suppress(Refusal):
            known = read_list(self.path)
            if line not in known and "\n" not in line:
                write_list(self.path, [*known, line][-MOST_FOLDERS:])

    def elsewhere(self, saves: Path) -> dict[Path, int]:
        """Find the other folders that hold campaigns, the latest first, with the number of campaigns."""
        counts: dict[Path, int] = {}
        with suppress(Refusal):
            for folder in map(Path, reversed(read_list(self.path))):
                if folder != absolute(saves):
                    counts |= self._campaigns(folder)
        return counts

    @staticmethod
    def _campaigns(folder: Path) -> dict[Path, int]:
        with suppress(Refusal):
            if count := len(list_campaigns(folder)):
                return {folder: count}
        return {}
