"""A campaign that is played, or only watched: a save and the session that its events fold into."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Self

from msgspec import Struct

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.systems import saved_name, tolerated_faults
from tracker.session.event import Asks, Draft, Event, read_event
from tracker.session.event_id import make_event_id, number_of
from tracker.session.history import History
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.session.versions import replaced_edits
from tracker.store.backups import Backup, Backups
from tracker.store.campaigns import place, write_as_new
from tracker.store.event_line import (
    Documents,
    Entries,
    Entry,
    JsonObject,
    new_writer,
    preferred_version,
    write_line,
)
from tracker.store.event_log import EventLog, validator_for
from tracker.store.files import plain, read_list, write_list
from tracker.store.game_files import Shelf, read_game_text
from tracker.store.journal import Owner
from tracker.store.merge import ConflictCopy, conflict_copies, copy_signatures, move_aside, original_of
from tracker.store.paths import title_slug
from tracker.store.save import Save
from tracker.store.save_file import Damaged, SaveStorage, settle
from tracker.store.save_format import Contents, encode, identity_begun_by
from tracker.store.seals import SealedPlay
from tracker.store.sharing import Note, Sharing

MOST_LINES = 200
"""Number of typed lines that are kept."""
POLL = 0.3
"""Seconds between two looks of a spectator."""
_LONGEST = 4_000

Now = Callable[[], int]
"""Unix seconds; an argument, so that time stands still in tests."""


class Campaign:
    """The one place where a draft becomes an event: acknowledged first, then folded."""

    def __init__(self, save: Save, system: str, gm: str, now: Now, events: Iterable[Event]) -> None:
        self.save = save
        self.gm = gm
        self.now = now
        self._day = ""
        """The last day with a backup."""
        self._united_copies: list[ConflictCopy] = []
        self._beside: Mapping[Path, object] | None = None
        """The files that may be copies, as they were at the last look; None before the first."""
        self._seen_copies: set[tuple[Path, object]] = set()
        """The whole copies that were found, each with its mark."""
        self.shelf = Shelf(())
        """The folders of game files."""
        self._shelf_mark: object = None
        """The game files as they were at the last look."""
        self.history = History(system, events)

    @classmethod
    def create(
        cls,
        path: Path,
        journals: Path,
        *,
        system: str,
        title: str,
        gm: str,
        now: Now,
        campaign_id: str = "",
        rules: str = "",
        house: str = "",
    ) -> Self:
        """Begin a campaign in a new save, with a new identity unless the caller gives one.

        `rules` is the text of the game file by which it is played, `house` that of its house rules.
        """
        from tracker.session.moves.campaign import create  # noqa: PLC0415 - most are opened, not begun

        draft = create(system, title, rules, house)
        info = {"id": campaign_id, "system": saved_name(system), "title": title}
        first = draft.document(gm, now(), 0) | {"campaign": info}
        save = Save.create(path, journals, first, for_campaign=validator_for)
        return cls(save, system, gm, now, _events(save.documents.entries))

    @classmethod
    def open(cls, path: Path, journals: Path, gm: str, now: Now, system: str = "") -> Self:
        """Open a save and fold it. `system` gives the game of a save that has no text of its own."""
        save = Save.open(path, journals, for_campaign=validator_for)
        try:
            return cls(save, system or save.campaign.system, gm, now, save.take_events())
        except Refusal:
            save.close()
            raise

    @property
    def identity(self) -> str:
        """The identity of the campaign: equal in every copy, different in any other campaign."""
        return self.save.campaign.id

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes about the save, and about a game file in it that cannot be played or has an old fault."""
        event = self.history.unplayable
        unplayable = (Note("game_unplayable", {"gm": event.gm}),) if event else ()
        tolerated = [each for each in tolerated_faults(self.session.system) if each.code == "game_twice"]
        faulty = (Note("game_twice_in_save", tolerated[0].data),) if tolerated else ()
        return (*self.save.notes, *unplayable, *faulty)

    def take_newer_game(self) -> Path | None:
        """Return, once for each change, a game file that was changed after the campaign took its text."""
        mark = self.shelf.mark() if self.session.rules or self.session.house else None
        if mark == self._shelf_mark:
            return None
        self._shelf_mark = mark
        return self.shelf.newer(self.session, self.history.rules_changed_at)

    def game_text(self, name: str) -> str:
        """Read a game file; without a name, of the only other file that fits the campaign.

        Raises `Refusal`: `which_game_file` unless exactly one fits, and the refusals of `Shelf.text`.
        """
        fitting = self.shelf.fitting(self.session)
        if not name and len(fitting) != 1:
            raise Refusal("which_game_file", known=", ".join(path.stem for path in fitting) or "—")
        return self.shelf.text(name) if name else read_game_text(fitting[0])

    @property
    def session(self) -> Session:
        return self.history.session

    def play(self, draft: Draft) -> Event:
        """Turn a draft into an event: durable when this returns, or refused and nothing has changed."""
        if draft.asks is Asks.OPEN:  # rolls made before the opening must not look later than it
            self.save.take_in_journals()
            self.take_in(self.save.poll())
        if draft.asks:
            draft = self._sealed_play.fulfil(draft, self.history)
        now = self.now()
        # Before the event exists, so that the backup is of the day before.
        self._keep_backup(now)
        document = self._document_of(draft, now)
        event_id, draw = self.save.next_id(), None
        # The mark covers everything else in the document, so it comes last.
        if self.is_sealed:
            draw = self._sealed_play.stamp(self.session, draft.throws, event_id, document)
        if draw is not None:
            document["drawn"] = draw
        try:
            self.save.append(document, event_id)
        except Refusal:
            # The refused event may still stand in the journal: its draw must not be made a second time.
            if draw is not None and self.save.journal_lost:
                self._sealed_play.doubt(draw)
            raise
        if draw is not None:
            self._sealed_play.count_draw(draw)
        # From the entry and not the document, so that the session has what a restart would read.
        event = read_event(event_id, self.save.entries[event_id])
        self.history.add((event,))
        return event

    def rehearse(self, draft: Draft) -> Event:
        """Fold a draft as an event of this process alone, which no file gets and no other GM sees.

        Refuses `not_tried` for a draft that needs the secret of a seal.
        """
        if draft.asks:
            raise Refusal("not_tried")
        highest = max((number_of(each.id) for each in self.history), default=0)
        event_id = make_event_id(highest + 1, self.save.writer)
        event = read_event(event_id, write_line(event_id, self._document_of(draft, self.now())))
        self.history.add((event,))
        return event

    def _document_of(self, draft: Draft, now: int) -> JsonObject:
        document = draft.document(self.gm, now, self.session.elapsed)
        if replacements := replaced_edits(self.history, draft):
            document["over"] = dict(replacements)
        if draft.settles:
            document["settles"] = self.history.settling(draft.settles)
        return document

    def dice(self, roll: Roll) -> Roll:
        """Choose the dice for one draft: those of this GM's seal if there is one, else `roll`."""
        return self._sealed_play.dice(self.history) if self.is_sealed else roll

    @property
    def is_sealed(self) -> bool:
        return bool(self.session.open_seal(self.gm))

    @cached_property
    def _sealed_play(self) -> SealedPlay:
        owner = Owner(self.save.path, self.identity)
        return SealedPlay(self.save.journals.with_name("seals"), self.gm, owner)

    def close(self) -> None:
        self.save.close()

    def take_in(self, documents: Documents) -> list[Event]:
        """Fold the accepted events of other GMs, and return them."""
        self.history.drop(self.save.take_withdrawn())
        accepted = self.save.documents.entries
        events = _events({each: accepted[each] for each in documents if each in accepted})
        self.history.add(events)
        return events

    @property
    def typed_lines(self) -> "LineHistory":
        """The lines that this GM has typed in the campaign."""
        # Hashed, since the identity in a save from elsewhere may be any text.
        name = sha256(self.identity.encode()).hexdigest()[:16]
        return LineHistory(self.save.journals.with_name("lines") / f"{name}.txt")

    @property
    def chosen_acts(self) -> "LineHistory":
        """The actions that this GM has chosen in the palette, in any campaign, each as often as chosen."""
        return LineHistory(self.save.journals.with_name("chosen.txt"), repeats=True)

    @property
    def backups(self) -> Backups:
        return Backups(self.save.journals, self.save.path, self.identity)

    def rewind(self, backup: Backup) -> Event:
        """Take back, in one step that can be undone, all events that a backup does not have."""
        from tracker.session.moves.undo import rewind  # noqa: PLC0415 - seldom asked for

        # The save may have lost events of the backup.
        self.save.take_in(backup.entries)
        self.take_in(self.save.poll())
        return self.play(rewind(self.history, backup.entries.keys(), backup.day))

    def _keep_backup(self, now: int) -> None:
        """Back up the campaign before a day's first action."""
        day = time.strftime("%Y-%m-%d", time.localtime(now))
        if day != self._day:
            self.backups.keep(day, self.save.entries)
            self._day = day

    def conflict_copies(self) -> tuple[ConflictCopy, ...]:
        """Find the copies of this campaign that lie beside its save, or that git holds unmerged."""
        # Marked before the look: a copy that arrives meanwhile is noticed later.
        self._beside = copy_signatures(self.save.path, self.identity)
        copies = conflict_copies(self.save.path, self.identity, self.save.read_lines)
        # A copy that somebody has made by hand counts only if it has gone its own way since.
        diverged = tuple(copy for copy in copies if self._was_made_by_program(copy) or self._has_news(copy))
        self._seen_copies |= {(copy.path, copy.mark) for copy in diverged if copy.whole}
        return diverged

    def _was_made_by_program(self, copy: ConflictCopy) -> bool:
        return copy.in_git or original_of(copy.path) == self.save.path

    def _has_news(self, copy: ConflictCopy) -> bool:
        """Whether a copy has an event that the save lacks, or a version that every copy would keep."""
        entries = self.save.entries
        return any(
            event_id not in entries or preferred_version(entries[event_id], entry) != entries[event_id]
            for event_id, entry in copy.entries.items()
        )

    @property
    def stirs_beside(self) -> bool:
        """Whether copies may have arrived beside the save since the last look."""
        return self._beside is not None and copy_signatures(self.save.path, self.identity) != self._beside

    def arrived_copies(self) -> tuple[ConflictCopy, ...]:
        """Find the whole copies of sync programs and git that no look has found yet."""
        # A copy that is not whole is still being written, and found later. One that a person has made may be
        # open at another table: it is offered when the campaign is opened.
        seen = {*self._seen_copies}
        return tuple(
            copy
            for copy in self.conflict_copies()
            if copy.whole and (copy.path, copy.mark) not in seen and self._was_made_by_program(copy)
        )

    def unite(self, copies: Iterable[ConflictCopy]) -> None:
        """Learn the events of conflict copies. The next share writes them, and moves the copies aside."""
        for copy in copies:
            self.save.take_in(copy.entries)
            self._united_copies.append(copy)

    def begin_chapter(self, saves: Path, name: str, title: str) -> Path:
        """Write the chapter after this campaign as a campaign of its own; return its path.

        Refuses `empty_name`, `event_too_big`, and a file that cannot be written.
        """
        from tracker.session.moves.campaign import carry_over  # noqa: PLC0415 - seldom asked for

        writer, entries = new_writer(), {}
        documents = [
            draft.document(self.gm, self.now(), self.session.elapsed)
            for draft in carry_over(self.history, title)
        ]
        identity = identity_begun_by(make_event_id(1, writer))
        documents[0]["campaign"] = {"id": identity, "system": saved_name(self.session.system), "title": title}
        for number, document in enumerate(documents, 1):
            event_id = make_event_id(number, writer)
            entries[event_id] = write_line(event_id, document)
            # Refuses what could not be opened again.
            read_event(event_id, entries[event_id])
        return place(encode(Contents.from_entries(entries)), name, saves)

    def fork(self, event_id: str, saves: Path, title: str) -> Path:
        """Copy everything up to an event into another campaign; return its path. This one stays as it is.

        Events that this version cannot read are copied too. Refuses `empty_name`.
        """
        from tracker.session.moves.campaign import rename  # noqa: PLC0415 - seldom asked for

        session = self.history.session_then(event_id)
        document = rename(session, title).document(self.gm, self.now(), session.elapsed)
        # Ids of format 1 come first, whatever their numbers: the last event need not have the highest.
        highest = max(number_of(each.id) for each in self.history if each.id <= event_id)
        rename_id = make_event_id(highest + 1, new_writer())
        entries = {each: entry for each, entry in self.save.entries.items() if each <= event_id}
        return write_as_new({**entries, rename_id: write_line(rename_id, document)}, title_slug(title), saves)

    def write_to_save(self) -> Sharing:
        """Write the acknowledged events into the save. Touches no session, so that a worker may call it."""
        copies = tuple(self._united_copies)  # copies that are united meanwhile wait for the next share
        sharing = self.save.share()
        for copy in copies if sharing.is_shared else ():
            self._united_copies.remove(copy)
            with suppress(Refusal):  # another user's file in a sticky folder stays, and is offered again
                move_aside(copy)
        return sharing

    def share(self) -> Sharing:
        """Write the acknowledged events into the save, and fold the events of other GMs."""
        sharing = self.write_to_save()
        self.take_in(sharing.documents)
        return sharing


class Spectator:
    """The save as it stands in its file, and the session that it folds into.

    Unlike a GM's it remembers nothing: if an older copy replaces the save, the older copy is shown.
    """

    history: History

    def __init__(self, path: Path) -> None:
        """Read a save for the first time; raises the refusals of `look`."""
        self._path = plain(path)
        self._storage = SaveStorage(self._path, {})
        self._log: EventLog
        self._folded: Mapping[str, Entry] = {}
        self._campaign = ""
        try:
            self.look()
        except Refusal as refusal:
            if refusal.code != "save_unreadable":
                raise
            # Another program may be writing the save in place.
            settle()
            self.look()

    def look(self) -> bool:
        """Fold the new events of the file; return whether it changed. An unchanged file costs one `stat`.

        Raises `no_such_save`, `save_unreadable` for a damaged save, `other_campaign`, and the refusals of
        `SaveStorage.look`; then the session stays as it was.
        """
        try:
            self._storage.look()
        except Damaged as damage:
            raise Refusal("save_unreadable", path=str(self._path)) from damage
        campaign, entries = self._storage.campaign, self._storage.entries
        if campaign is None:
            raise Refusal("no_such_save", path=str(self._path))
        if campaign.id != (self._campaign or campaign.id):
            raise Refusal("other_campaign", path=str(self._path), title=self.history.session.title)
        if entries is self._folded:
            return False
        rewritten = any(entries.get(key) != entry for key, entry in self._folded.items())
        if rewritten or not self._campaign:
            self._campaign = campaign.id
            self._log, self.history = EventLog(validator_for(campaign)), History(campaign.system)
        self._log.learn(entries)
        news = self._log.take_news().entries
        self.history.add(read_event(key, entry) for key, entry in news.items())
        self._folded = entries
        return True


class LineHistory(Struct, frozen=True):
    """The lines that a GM has typed in a campaign, kept in a private file for the next session.

    A file that cannot be read or written counts as empty.
    """

    path: Path
    repeats: bool = False
    """Whether the file keeps a line as often as it was typed."""

    def lines(self) -> list[str]:
        """Read the lines, oldest first."""
        with suppress(Refusal):
            return [clean(line, _LONGEST) for line in read_list(self.path)][-MOST_LINES:]
        return []

    def add(self, line: str) -> None:
        """Add a line at the end."""
        lines = [*(each for each in self.lines() if self.repeats or each != line), line][-MOST_LINES:]
        with suppress(Refusal):
            write_list(self.path, lines)


def _events(entries: Entries) -> list[Event]:
    return [read_event(event_id, entry) for event_id, entry in entries.items()]
