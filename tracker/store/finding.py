"""What a campaign is found to be when it is opened: its save, the journals and, if need be, the backup."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.contents import Campaign, campaign_of
from tracker.store.event_log import EventLog, ForSystem
from tracker.store.journal import Owner
from tracker.store.journals import Journalled, last_owner, left_behind, read_journals
from tracker.store.line import Entries
from tracker.store.paths import LIBRARY_MARK
from tracker.store.rescue import beyond, damage_note, rescue
from tracker.store.sharing import Note
from tracker.store.storage import Damaged, SaveStorage, settle

LONG = 20_000
"""Events from which a new chapter is offered: the save stays as quick as it is."""


class Found(Struct, frozen=True):
    """What was found, but for its events, which are known now."""

    campaign: Campaign
    journalled: Entries
    outvoted: set[str]
    """Events of the save of which the journals have the version that prevails."""
    damage: bytes | None
    """The bytes of a save that is damaged or gone."""
    notes: tuple[Note, ...]


def find(
    path: Path, journals: Path, storage: SaveStorage, known: EventLog, for_system: ForSystem | None
) -> Found:
    """Learn what the save, the journals and, if need be, the backup hold.

    Raises `no_such_save`, `nothing_left`, and what `SaveStorage.look` raises, but for the damage.
    """
    entries, campaign_id, damage = _copies(path, storage)
    owner = Owner(path, campaign_id) if campaign_id else last_owner(journals, path)
    journalled = read_journals(journals, owner, entries) if owner else Journalled({})
    known.learn(journalled.entries)
    if damage is None:
        outvoted = known.learn(entries)
        came = _left_behind(path, journals, owner, known)
    else:
        known.learn(beyond(known.entries, entries))
        outvoted, came = set(), Counter()
    campaign = campaign_of(known.entries)
    if campaign is None:
        raise Refusal("no_such_save" if storage.missing else "nothing_left", path=str(path))
    if for_system is not None:
        known.judge_anew(for_system(campaign.system))
    known.seen_on_disk(storage.entries.keys())
    notes = tuple(_notes(path, known, journalled, outvoted, damage, came=came))
    return Found(campaign, journalled.entries, outvoted, damage, notes)


def _left_behind(path: Path, journals: Path, owner: Owner | None, known: EventLog) -> Counter[str]:
    """Learn what never reached this save under another name; returns how many events, by that name.

    The libraries of all folders are one campaign, and none of them is another under a new name.
    """
    came: Counter[str] = Counter()
    if owner is not None and not path.name.startswith(LIBRARY_MARK):
        for left in left_behind(journals, owner, known.entries):
            before = len(known.entries)
            known.learn(left.entries)
            came[left.save.stem] += len(known.entries) - before
    return +came


def _copies(path: Path, storage: SaveStorage) -> tuple[Entries, str, bytes | None]:
    """Return the events of a save, the id of their campaign, and its bytes where they had to be rescued."""
    damage = _damage(storage)
    if damage is not None:
        settle()
        damage = _damage(storage)
    if storage.campaign is not None:
        return storage.entries, storage.campaign.id, None
    content = damage.content if damage is not None else b""
    rescued = rescue(path, content)
    return rescued.entries, rescued.campaign, content


def _damage(storage: SaveStorage) -> Damaged | None:
    try:
        storage.look()
    except Damaged as damage:
        return damage
    return None


def _notes(
    path: Path,
    known: EventLog,
    journalled: Journalled,
    outvoted: set[str],
    damage: bytes | None,
    *,
    came: Counter[str],
) -> Iterator[Note]:
    for refusal in journalled.unread:
        yield Note(refusal.code, refusal.data)
    if damage is not None:
        yield damage_note(path, damage, len(known.entries))
    elif known.unshared > came.total():
        yield Note("from_journal", {"events": known.unshared - came.total()})
    for name, events in came.items():
        yield Note("left_behind", {"events": events, "name": name})
    if outvoted:
        yield Note("journal_prevails", {"events": len(outvoted)})
    if journalled.unreadable:
        yield Note("journal_damaged", {"lines": journalled.unreadable})
    if known.withheld:
        yield Note("withheld", {"events": known.withheld})
    if len(known.entries) >= LONG:
        yield Note("long", {"events": len(known.entries), "name": path.stem})
