"""Moves of the notebook: write, correct, reveal and remove entries."""

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.notebook import STATUSES, EntryKind, NotebookEntry
from tracker.session.state import Session, element
from tracker.session.text import checked_text


class Written(Struct, frozen=True):
    """New values of an entry; values that are unset do not change."""

    name: str | UnsetType = UNSET
    kind: EntryKind | UnsetType = UNSET
    status: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET


def begin_entry(session: Session, key: str, name: str, kind: EntryKind, changes: Written) -> Draft:
    """Write a new entry, hidden from the players unless it is shown at once."""
    status = STATUSES[kind][0]
    entry = _with_text(NotebookEntry(clean_name(name), kind, status), changes)
    builder = MoveBuilder.for_session(session).with_element("notebook", key, entry)
    builder = builder.with_fact("entry_begun", name=entry.name, about=entry.kind, text=entry.text)
    if entry.status != status:
        builder = builder.with_fact("entry_status", name=entry.name, status=entry.status)
    return (builder if entry.hidden else builder.with_fact("entry_told", name=entry.name)).draft()


def write_entry(session: Session, key: str, changes: Written) -> Draft:
    """Change an entry.

    Raises `unknown_entry`, `empty_name`, `text_too_long`, `entry_unchanged`.
    """
    old = entry_of(session, key)
    entry = _with_text(old, changes)
    builder = MoveBuilder.for_session(session).with_element("notebook", key, entry)
    if entry.name != old.name:
        builder = builder.with_fact("entry_renamed", before=old.name, name=entry.name)
    if entry.kind != old.kind:
        builder = builder.with_fact("entry_kind", name=entry.name, about=entry.kind)
    if entry.status != old.status:
        builder = builder.with_fact("entry_status", name=entry.name, status=entry.status)
    if entry.text != old.text:
        builder = builder.with_fact("entry_written", name=entry.name, text=entry.text)
    if entry.hidden != old.hidden:
        builder = builder.with_fact("entry_hidden" if entry.hidden else "entry_told", name=entry.name)
    if not builder.facts:
        raise Refusal("entry_unchanged", name=entry.name)
    return builder.draft()


def drop_entry(session: Session, key: str) -> Draft:
    name = entry_of(session, key).name
    return (
        MoveBuilder.for_session(session)
        .without_element("notebook", key)
        .with_fact("entry_dropped", name=name)
        .draft()
    )


def entry_of(session: Session, key: str) -> NotebookEntry:
    """Look up an entry by its key; refuses `unknown_entry`."""
    return element(session.notebook, key, "unknown_entry")


def _with_text(entry: NotebookEntry, changes: Written) -> NotebookEntry:
    """Change an entry; a new kind brings its own first status, unless the GM wrote one."""
    if changes.name is not UNSET:
        entry = replace(entry, name=clean_name(changes.name))
    if changes.kind is not UNSET and changes.kind != entry.kind:
        has_own_status = entry.status not in STATUSES[entry.kind]
        entry = replace(
            entry, kind=changes.kind, status=entry.status if has_own_status else STATUSES[changes.kind][0]
        )
    if changes.status is not UNSET:
        entry = replace(entry, status=checked_text(changes.status, NAME_LENGTH))
    if changes.text is not UNSET:
        entry = replace(entry, text=checked_text(changes.text, NOTES_LENGTH, lines=True))
    return entry.as_hidden(changes.hidden)
