"""Merge diverged copies of one save, and find the conflict copies that sync programs leave beside it.

The result has the same bytes whatever the order of the copies.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.event_line import Entries, Entry, ReadAll, Unreadable, preferred_version, read_lines
from tracker.store.files import (
    SAVE_BYTES,
    Signature,
    keep,
    kept_suffix,
    locked,
    names_in,
    opened,
    plain,
    read_regular,
    rename,
    replace,
    sibling_path,
    signature,
    sync_folder,
)
from tracker.store.git import Versions, ignore_beside_new, index_signature, resolve, unmerged_versions
from tracker.store.paths import LIBRARY_MARK, SUFFIX
from tracker.store.repair import Copy, entries_missing_from, read_copy
from tracker.store.save_format import HEAD_BYTES, Contents, campaign_of, encode, read_head


class MergedEvents(Struct, frozen=True):
    """The union of several copies."""

    entries: Entries
    rivals: frozenset[str]
    """Ids of the events that had two versions."""

    @property
    def content(self) -> bytes:
        """The bytes of the merged save.

        Raises `save_too_big` for a save that could not be opened again.
        """
        content = encode(Contents.from_entries(self.entries))
        if len(content) > SAVE_BYTES:
            raise Refusal("save_too_big", path="", size=len(content) >> 20, limit=SAVE_BYTES >> 20)
        return content


def unite(copies: Mapping[Path, Copy]) -> MergedEvents:
    """Unite copies of one campaign. An event of a damaged copy counts only if no whole copy has it.

    Raises `nothing_left` when no copy begins a campaign, and `different_campaigns`.
    """
    campaigns = {copy.campaign: path for path, copy in sorted(copies.items()) if copy.campaign}
    if len(campaigns) > 1:
        one, other, *_ = sorted(campaigns.values())
        raise Refusal("different_campaigns", one=str(one), other=str(other))
    rivals: set[str] = set()
    whole_entries = _union([copy.entries for copy in copies.values() if copy.whole], rivals)
    torn_parts = [
        entries_missing_from(whole_entries, copy.entries) for copy in copies.values() if not copy.whole
    ]
    entries = {**_union(torn_parts, rivals), **whole_entries}
    if campaign_of(entries) is None:
        raise Refusal("nothing_left", path=", ".join(map(str, sorted(copies))))
    return MergedEvents(entries, frozenset(rivals))


def merge(paths: Sequence[Path], target: Path) -> MergedEvents:
    """Unite saves into `target`: a new file, or one of the saves, whose old bytes stay as its `.bak`.

    Raises `save_exists` for any other file, and the refusal of a file that cannot be read or written.
    """
    inputs = {plain(path) for path in paths}
    target = plain(target)
    unite(_copies(inputs)[1])  # refuses now: a refusal must not leave a lock file behind
    _refuse_to_replace(target, inputs)
    with locked(target):
        # Read again under the lock: the files may have changed since.
        _refuse_to_replace(target, inputs)
        contents, copies = _copies(inputs)
        united = unite(copies)
        if contents.get(target) != united.content:
            _write(target, united, copies.get(target), contents.get(target, b""))
    ignore_beside_new(target)
    return united


def merge_for_git(versions: Versions) -> MergedEvents | None:
    """Unite the three files that git gives a merge driver, and write the union to `ours`, as git expects.

    Returns None, and writes nothing, if either side is no save: git merges any other file better.
    """
    ours, theirs = _copy_for_git(versions.ours), _copy_for_git(versions.theirs)
    if ours is None or theirs is None or not (ours.campaign or theirs.campaign):
        return None
    copies = {versions.path_of(0): ours, versions.path_of(1): theirs}
    ancestor = _copy_for_git(versions.ancestor)
    # The ancestor may hold events that one side has lost, unless it is a save of another campaign.
    if ancestor is not None and ancestor.campaign in {ours.campaign, theirs.campaign}:
        copies[versions.ancestor] = ancestor
    united = unite(copies)
    replace(versions.ours, united.content, backup=False)
    return united


def _copy_for_git(path: Path) -> Copy | None:
    """Read the save in a file, damaged or not; None if nothing in it is of a save."""
    try:
        copy = read_copy(_read(path))
    except Refusal as refusal:
        if refusal.code != "save_too_big":
            raise
        return None
    return copy if copy.campaign or copy.entries else None


def _refuse_to_replace(target: Path, inputs: Collection[Path]) -> None:
    if target not in inputs and signature(target) is not None:
        raise Refusal("save_exists", path=str(target))


def _copies(inputs: Collection[Path]) -> tuple[dict[Path, bytes], dict[Path, Copy]]:
    contents = {path: _read(path) for path in sorted(inputs)}
    return contents, {path: read_copy(content) for path, content in contents.items()}


def _write(target: Path, united: MergedEvents, copy: Copy | None, content: bytes) -> None:
    """Replace the target; keep the old bytes beside it if they hold more than the merged events do."""
    if copy is not None and (not copy.whole or _holds_a_lost_version(copy, united)):
        keep(target, content)
    replace(target, united.content, backup=copy is not None and copy.whole)


def _holds_a_lost_version(copy: Copy, united: MergedEvents) -> bool:
    return any(
        event_id in copy.entries and copy.entries[event_id] != united.entries[event_id]
        for event_id in united.rivals
    )


def _union(parts: Sequence[Entries], rivals: set[str]) -> dict[str, Entry]:
    """Unite parts, and add to `rivals` the events that have two versions."""
    union: dict[str, Entry] = {}
    for part in parts:
        for event_id, entry in part.items():
            version = union.setdefault(event_id, entry)
            if version != entry:
                rivals.add(event_id)
                union[event_id] = preferred_version(version, entry)
    return union


def _read(path: Path) -> bytes:
    return read_regular(path)[0]


MOST = 50
"""Number of copies read at one look; the rest follow at later looks."""

_MARK = (
    r"(?P<stem>.+?)"
    r"(?:\.sync-conflict-[0-9]{8}-[0-9]{6}(?:-[A-Z0-9]{1,16})?"  # Syncthing
    r"| \([0-9]{1,3}\)"  # browsers, Drive
    r"| \([^()]*(?:conflicted copy|copia en conflicto)[^()]*\)"  # Dropbox, Nextcloud
    r"|_conflict-[0-9]{8}-[0-9]{6})"  # ownCloud
)


class ConflictCopy(Struct, frozen=True):
    """Another copy of a campaign beside its save, or the versions of it in git's unmerged index."""

    path: Path
    """The file; for a copy in git, the save itself."""
    entries: Entries
    content: bytes
    mark: Signature | tuple[str, ...]
    """The signature of the file; in git, the hashes of the versions."""
    whole: bool = True
    """Whether all of it could be read; another program may be writing it."""

    @property
    def in_git(self) -> bool:
        """Whether the copy is no file but versions in git's index."""
        return not self.content

    @property
    def name(self) -> str:
        """The name for people."""
        return f"git: {self.path.name}" if self.in_git else self.path.name


def original_of(path: Path) -> Path | None:
    """Find the save of which a file is a conflict copy by its name; None for a name of its own.

    >>> original_of(Path("torre.sync-conflict-20261122-003000-ABCDEFG.json"))
    PosixPath('torre.json')
    """
    match = re.fullmatch(_MARK, path.stem) if path.suffix == SUFFIX else None
    return path.with_name(match["stem"] + SUFFIX) if match else None


def conflict_copies(save: Path, campaign: str, read: ReadAll = read_lines) -> tuple[ConflictCopy, ...]:
    """Find the conflict copies of a save that belong to its campaign. Unreadable files are left alone.

    `read` parses the lines of a copy, most of which the save has too.
    """
    return (*_copies_in_folder(save, campaign, read), *_copies_in_git(save, campaign, read))


def is_named_after(path: Path, save: Path) -> bool:
    """Whether a file is a copy of a save by its name, whatever program or person made it.

    >>> is_named_after(Path("torre - copia.json"), Path("torre.json"))
    True
    """
    return original_of(path) == save or (path.stem != save.stem and save.stem in path.stem)


def copy_signatures(save: Path, campaign: str) -> Mapping[Path, Signature | None]:
    """Take the signatures of the files that may be conflict copies of a save, and of git's index."""
    with suppress(Refusal):
        paths = _copies_beside(save, campaign)
        return {path: signature(path) for path in paths} | {save: index_signature(save)}
    return {}


def _copies_beside(save: Path, campaign: str) -> list[Path]:
    """Find the saves of the folder that begin as this one, or that a program has named as its copies."""
    is_library = save.name.startswith(LIBRARY_MARK)
    paths = (save.with_name(name) for name in names_in(save.parent) if name.endswith(SUFFIX))
    return [
        path
        for path in paths
        if original_of(path) == save
        or (
            # All libraries of a game begin alike: their copies are known by name alone.
            not is_library
            and path != save
            and not path.name.startswith((".", LIBRARY_MARK))
            # A save that this one is named after offers this one, so it is not offered here.
            and not is_named_after(save, path)
            and _campaign_at(path) == campaign
        )
    ]


def _campaign_at(path: Path) -> str:
    """Read the campaign in the first line of a file; empty for a file without one."""
    with suppress(Refusal):
        current = signature(path)
        return _campaign_in(path, current) if current is not None else ""
    return ""


# Cached, since a folder is looked at again and again.
@lru_cache(maxsize=1_000)
def _campaign_in(path: Path, _found: Signature) -> str:
    """Read the campaign in the first line of a file, once for each signature."""
    with suppress(Refusal, Unreadable), opened(path) as file:
        return read_head(file.read(HEAD_BYTES)).campaign.id
    return ""


def _copies_in_folder(save: Path, campaign: str, read: ReadAll) -> Iterator[ConflictCopy]:
    try:
        paths = _copies_beside(save, campaign)
    except Refusal:
        return
    for path in paths[:MOST]:
        with suppress(Refusal):
            content, content_signature = read_regular(path)
            copy = read_copy(content, read)
            if copy.campaign == campaign:
                yield ConflictCopy(path, copy.entries, content, content_signature, copy.whole)


def _copies_in_git(save: Path, campaign: str, read: ReadAll) -> Iterator[ConflictCopy]:
    versions = unmerged_versions(save)
    with suppress(Refusal):
        copies = {Path(key): read_copy(content, read) for key, content in versions.items()}
        own = {key: copy for key, copy in copies.items() if copy.campaign == campaign}
        if own:
            yield ConflictCopy(save, unite(own).entries, b"", tuple(versions))


def move_aside(copy: ConflictCopy) -> None:
    """Rename a united copy, unless it has changed since; for a copy in git, tell git that it is resolved.

    Raises `no_git` if git refuses.
    """
    if copy.in_git:
        resolve(copy.path)
    elif signature(copy.path) == copy.mark:
        rename(copy.path, sibling_path(copy.path, kept_suffix(copy.content, "merged")))
        sync_folder(copy.path.parent)
