"""`tracker sync`: exchange with a save on another host over ssh, once or until it is ended."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType

from msgspec.structs import replace

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import print_answer, print_done, print_line
from tracker.features.towns.store.connection import TICK, Guests, converse
from tracker.features.towns.store.copy import Copy
from tracker.features.towns.store.dial import Dialled, LineDown
from tracker.features.towns.store.exchange import HELLO, Exchange
from tracker.features.towns.store.messages import LinkEnded
from tracker.features.towns.store.remotes import FOR_APP, LinkNote, Phase, Remotes, read_remote
from tracker.rules.refusal import Refusal
from tracker.store.campaigns import Places
from tracker.wording.contract import Answer
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

CLIENT = "TRACKER_SSH"
"""Environment variable: a program to run in place of ssh."""
SHORTEST, LONGEST = 1.0, 30.0
"""Seconds between two attempts to reach the other host; the pause doubles up to the longest."""
PATIENT = 120.0
"""Seconds until the hello where a person may have to type a password."""
STUCK = 5.0
"""Seconds without progress after which a save counts as stuck."""


class SyncAnswer(Answer, frozen=True, kw_only=True):
    """An exchange with another host: how many events came and went; of a live one, its state in words."""

    remote: str
    came: int
    sent: int
    state: str


class _Leave(Exception):  # noqa: N818 - somebody has ended the program
    """Ends the program from anywhere: a signal came, or the app is gone."""


def answer_sync(invocation: Invocation) -> int:
    """Exchange the events that each copy lacks; returns 0 only once both saves have them."""
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
    """A link from this host: it connects, reports its state, and reconnects after the line was cut."""

    def __init__(self, invocation: Invocation) -> None:
        arguments = invocation.arguments
        self._remote = read_remote(arguments.remote, arguments.program)
        self._path = invocation.save(arguments.save or Path(self._remote.save).stem)
        self._journals, self._gm = invocation.folders.journals, invocation.gm
        self._client = invocation.environment.get(CLIENT) or "ssh"
        self._app = invocation.environment.get(FOR_APP)
        self._live: bool = arguments.live
        self._as_json: bool = arguments.json
        self._copy = Copy(self._path, self._journals)
        self._guests = Guests(self._path)
        self._note: LinkNote | None = None
        self._exchange: Exchange | None = None
        self._remembered = False
        self._told = ""
        self._waits_since = 0.0

    def close(self) -> None:
        """Release the save and withdraw the link's state."""
        if self._note is not None:
            self._note.withdraw()
        self._copy.close()

    def exchange_once(self) -> int:
        """Exchange once and print the counts; refuses `link_read_only` if events could not be sent."""
        self._take_note()
        exchange = self._connect()
        remote = self._remote.name
        if unsent := exchange.unsent:
            raise Refusal("link_read_only", remote=remote, came=exchange.came, count=unsent)
        text = say("sync.up_to_date", remote=remote, came=exchange.came, sent=exchange.sent)
        self._print(text, exchange, "done")
        return DONE

    def _print(self, text: str, exchange: Exchange | None, state: str, *, error: bool = False) -> None:
        """Print a state of the link in words, or as JSON if asked for that."""
        if not self._as_json:
            print_done(text, error=error)
            return
        came, sent = (exchange.came, exchange.sent) if exchange else (0, 0)
        print_answer(SyncAnswer(remote=self._remote.name, came=came, sent=sent, state=state))

    def stay(self) -> int:
        """Exchange until the program is ended, with a longer pause after each failure.

        A refusal that no retry can mend is raised in the shell; for an app it is reported, and the link
        waits.
        """
        self._take_note()
        pause, last_compared = SHORTEST, -LONGEST
        while True:
            try:
                self._connect()
            except LineDown as down:
                if self._exchange is not None and self._exchange.live:
                    pause = SHORTEST
                is_comparison, now = down.code.startswith("link_again"), time.monotonic()
                if is_comparison and now - last_compared > LONGEST:
                    last_compared = now
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
        """Talk to the other side once.

        Raises `LineDown` if another try may help, and other refusals if not.
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
        """Report the state of the link while it is up."""
        self._look_for_app()
        if not self._live or not exchange.live or exchange.there is None:
            return
        if self._note is None:
            self._take_note()
        self._remember(exchange)
        phase, refusal = self._standing(exchange, time.monotonic())
        self._tell(phase, refusal, missing=exchange.missing, unsent=exchange.unsent, gm=exchange.there.gm)

    def _standing(self, exchange: Exchange, now: float) -> tuple[Phase, Refusal | None]:
        """Find the phase of a link that is up, and the reason if one of the saves takes no events."""
        own_refusal = self._copy.refusal
        awaits_there = (
            exchange.there is not None and exchange.there.writes and exchange.told_kept < exchange.sent
        )
        self._waits_since = self._waits_since or now if awaits_there or own_refusal is not None else 0.0
        if not self._copy.writes:
            return Phase.STUCK_HERE, own_refusal
        if not self._waits_since or now - self._waits_since <= STUCK:
            return Phase.LIVE, None
        if own_refusal is not None:
            return Phase.STUCK_HERE, own_refusal
        code = "link_disk_full" if exchange.is_full_there else "link_cannot_save"
        return Phase.STUCK, Refusal(code, remote=self._remote.name)

    def _tell(
        self, phase: Phase, refusal: Refusal | None = None, *, missing: int = 0, unsent: int = 0, gm: str = ""
    ) -> None:
        """Report the state of the link: to the table each time, in the shell once for each message."""
        if phase is not Phase.LIVE and not unsent and self._exchange is not None:
            unsent = self._exchange.unsent
        if self._note is not None:
            self._note.say(phase, missing=missing, unsent=unsent, gm=gm, refusal=refusal)
        text = refusal_sentence(refusal) if refusal is not None else ""
        if phase is Phase.LIVE and not text:
            text = say("sync.linked", remote=self._remote.name)
        if self._app is None and text and text != self._told:
            self._told = text
            self._print(text, self._exchange, str(phase), error=phase is not Phase.LIVE)

    def _take_note(self) -> None:
        """Announce the link once the campaign is known, so that no second one to the same remote starts.

        The link of an app waits for an older one, and takes over when that ends.
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
        """Remember with whom the campaign is shared; warn once of another GM of the same name."""
        if self._remembered or exchange.there is None:
            return
        self._remembered = True
        Places.for_journals(self._journals).remember(self._path.parent)
        remotes = Remotes(self._journals, exchange.campaign)
        known_remote = next((each for each in remotes.load() if each.name == self._remote.name), self._remote)
        remote = replace(self._remote, live=known_remote.live or self._live)
        with suppress(Refusal):  # a link that is not remembered is a link all the same
            if remote not in remotes.load():
                remotes.remember(remote)
        if exchange.there.gm == self._gm and self._app is None:
            print_line(refusal_sentence(Refusal("link_same_gm", gm=self._gm)), error=True)

    def _wait(self, seconds: float) -> None:
        """Wait for the next try, counting what is played here meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._look_for_app()
            time.sleep(TICK)
            if self._copy.poll() and self._note is not None and self._exchange is not None:
                self._note.count(self._exchange.unsent)

    def _look_for_app(self) -> None:
        """End together with the app that this link belongs to."""
        # A process whose parent died gets another one.
        if self._app is not None and str(os.getppid()) != self._app:
            raise _Leave


def _end_on_signals() -> None:
    def end(_signal: int, _frame: FrameType | None) -> None:
        raise _Leave

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
