"""`tracker sync`: exchange with a save on another host, over ssh, once or for as long as it runs."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType

from msgspec.structs import replace

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import print_line
from tracker.features.towns.store.connection import TICK, Guests, converse
from tracker.features.towns.store.copy import Copy
from tracker.features.towns.store.dial import Dialled, LineDown
from tracker.features.towns.store.exchange import HELLO, Exchange
from tracker.features.towns.store.messages import LinkEnded
from tracker.features.towns.store.remotes import FOR_APP, LinkNote, Phase, Remotes, read_remote
from tracker.rules.refusal import Refusal
from tracker.store.campaigns import Places
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

CLIENT = "TRACKER_SSH"
"""Environment variable with the program instead of ssh."""
SHORTEST, LONGEST = 1.0, 30.0
"""Seconds between two tries to reach the other host."""
PATIENT = 120.0
"""Seconds until the hello where a person may have to type a password."""
STUCK = 5.0
"""Seconds after which events that one of the saves has not got are said to be stuck."""


class _Leave(Exception):  # noqa: N818 - somebody has ended the program
    """The program is to end."""


def answer_sync(invocation: Invocation) -> int:
    """Exchange what each copy lacks; returns 0 only once both saves have it."""
    arguments = invocation.arguments
    if arguments.kiosk:
        raise Refusal("kiosk", what="sync")
    link = _Link(invocation)
    _end_on_signals()
    try:
        return link.stay() if arguments.live else link.exchange_once()
    except _Leave:
        return DONE
    finally:
        link.close()


class _Link:
    """A link from here: it connects, says how it stands, and connects again after the line was cut."""

    def __init__(self, invocation: Invocation) -> None:
        arguments = invocation.arguments
        self._remote = read_remote(arguments.remote, arguments.program)
        self._path = invocation.save(arguments.save or Path(self._remote.save).stem)
        self._journals, self._gm = invocation.folders.journals, invocation.gm
        self._client = invocation.environment.get(CLIENT) or "ssh"
        self._app = invocation.environment.get(FOR_APP)
        self._live: bool = arguments.live
        self._copy = Copy(self._path, self._journals)
        self._guests = Guests(self._path)
        self._note: LinkNote | None = None
        self._exchange: Exchange | None = None
        self._remembered = False
        self._told = ""
        self._waits_since = 0.0

    def close(self) -> None:
        """Release the save, and say nothing any more."""
        if self._note is not None:
            self._note.withdraw()
        self._copy.close()

    def exchange_once(self) -> int:
        """Exchange once, and say how much."""
        self._take_note()
        exchange = self._connect()
        remote = self._remote.name
        if unsent := exchange.unsent:
            raise Refusal("link_read_only", remote=remote, came=exchange.came, count=unsent)
        print_line(say("sync.up_to_date", remote=remote, came=exchange.came, sent=exchange.sent))
        return DONE

    def stay(self) -> int:
        """Exchange until the program is ended."""
        self._take_note()
        pause, compared = SHORTEST, -LONGEST
        while True:
            try:
                self._connect()
            except LineDown as down:
                if self._exchange is not None and self._exchange.live:
                    pause = SHORTEST
                again, now = down.code.startswith("link_again"), time.monotonic()
                if again and now - compared > LONGEST:
                    compared = now
                    continue
                self._tell(Phase.DOWN, down)
                self._wait(pause)
                pause = min(2 * pause, LONGEST)
            except Refusal as refusal:
                if self._app is None:
                    raise
                self._tell(Phase.STOPPED, refusal)
                self._wait(float("inf"))

    def _connect(self) -> Exchange:
        """Speak with the other side once.

        Raises `LineDown` if it is worth another try, and other refusals if it is not.
        """
        quiet = self._app is not None
        with Dialled(self._remote, self._client, quiet=quiet) as dialled:
            exchange = Exchange(
                self._copy,
                self._gm,
                time.monotonic(),
                creates=True,
                patience=HELLO if quiet else PATIENT,
                here=self._guests.terminals,
            )
            self._exchange = exchange

            def watch(exchange: Exchange) -> None:
                dialled.listen()
                self._watch(exchange)

            with dialled.explaining(exchange):
                converse(exchange, self._guests, dialled.pipes, once=not self._live, watch=watch)
                if self._live or not exchange.is_finished:
                    raise LinkEnded("link_done", from_there=True)
        if not self._live:
            self._take_note()
            self._remember(exchange)
        return exchange

    def _watch(self, exchange: Exchange) -> None:
        """Say how the link stands, while it is up."""
        self._look_for_app()
        if not self._live or not exchange.live or exchange.there is None:
            return
        if self._note is None:
            self._take_note()
        self._remember(exchange)
        phase, refusal = self._standing(exchange, time.monotonic())
        self._tell(phase, refusal, missing=exchange.missing, unsent=exchange.unsent, gm=exchange.there.gm)

    def _standing(self, exchange: Exchange, now: float) -> tuple[Phase, Refusal | None]:
        """Return how a link that is up stands, and the reason if one of the saves takes nothing."""
        ours = self._copy.refusal
        theirs = exchange.there is not None and exchange.there.writes and exchange.told_kept < exchange.sent
        self._waits_since = self._waits_since or now if theirs or ours is not None else 0.0
        if not self._copy.writes:
            return Phase.STUCK_HERE, ours
        if not self._waits_since or now - self._waits_since <= STUCK:
            return Phase.LIVE, None
        if ours is not None:
            return Phase.STUCK_HERE, ours
        why = "link_disk_full" if exchange.is_full_there else "link_cannot_save"
        return Phase.STUCK, Refusal(why, remote=self._remote.name)

    def _tell(
        self, phase: Phase, refusal: Refusal | None = None, *, missing: int = 0, unsent: int = 0, gm: str = ""
    ) -> None:
        """Say how the link stands: to the table, and in the shell once for each phase."""
        if phase is not Phase.LIVE and not unsent and self._exchange is not None:
            unsent = self._exchange.unsent
        if self._note is not None:
            self._note.say(phase, missing=missing, unsent=unsent, gm=gm, refusal=refusal)
        told = refusal_sentence(refusal) if refusal is not None else ""
        if phase is Phase.LIVE and not told:
            told = say("sync.linked", remote=self._remote.name)
        if self._app is None and told and told != self._told:
            self._told = told
            print_line(told, error=phase is not Phase.LIVE)

    def _take_note(self) -> None:
        """Keep a second link to the same remote away, once the campaign is known.

        The link of a table waits while another one stands: it takes over when that one ends.
        """
        if self._note is not None or self._copy.save is None:
            return
        note = LinkNote(self._journals, self._path, self._copy.campaign[0], self._remote)
        while True:
            try:
                note.hold()
            except Refusal:
                if self._app is None:
                    raise
                self._wait(SHORTEST)
            else:
                self._note = note
                return

    def _remember(self, exchange: Exchange) -> None:
        """Remember with whom the campaign is shared, and warn of another GM of the same name, once."""
        if self._remembered or exchange.there is None:
            return
        self._remembered = True
        Places.for_journals(self._journals).remember(self._path.parent)
        remotes = Remotes(self._journals, exchange.campaign)
        known = next((each for each in remotes.load() if each.name == self._remote.name), self._remote)
        kept = replace(self._remote, live=known.live or self._live)
        with suppress(Refusal):  # a link that is not remembered is a link all the same
            if kept not in remotes.load():
                remotes.remember(kept)
        if exchange.there.gm == self._gm and self._app is None:
            print_line(refusal_sentence(Refusal("link_same_gm", gm=self._gm)), error=True)

    def _wait(self, seconds: float) -> None:
        """Wait for the next try; what is done here meanwhile is counted."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._look_for_app()
            time.sleep(TICK)
            if self._copy.poll() and self._note is not None and self._exchange is not None:
                self._note.count(self._exchange.unsent)

    def _look_for_app(self) -> None:
        """End with the app that this link belongs to."""
        if self._app is not None and str(os.getppid()) != self._app:
            raise _Leave


def _end_on_signals() -> None:
    def end(_signal: int, _frame: FrameType | None) -> None:
        raise _Leave

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
