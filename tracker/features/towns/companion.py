"""The links of an open campaign to other hosts: each is a process, shown on the top line."""

import os
import subprocess
import time
from threading import Thread

from tracker import own_program
from tracker.features.towns.store.remotes import FOR_APP, LinkState, Phase, Remote, Remotes, link_states
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.table.companion import Companion
from tracker.store.campaign import Campaign
from tracker.widgets.ink import line
from tracker.widgets.status_line import Part
from tracker.wording.language import language
from tracker.wording.messages import say

PATIENCE = 10
"""Seconds that a line may be down before the GM is told."""
_LEAVING = 3
_HALTED = {
    Phase.STOPPED: "links.link_stopped",
    Phase.STUCK: "links.cannot_save",
    Phase.STUCK_HERE: "links.cannot_save_here",
}


class Links(Companion):
    """Starts the links that the GM wants, and reads the state of every link of the save."""

    def __init__(self, campaign: Campaign, *, kiosk: bool) -> None:
        self._campaign = campaign
        self._kiosk = kiosk
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._told: set[tuple[str, str]] = set()
        self.states: tuple[LinkState, ...] = ()

    @property
    def remotes(self) -> tuple[Remote, ...]:
        return self._remotes.load()

    @property
    def _remotes(self) -> Remotes:
        save = self._campaign.save
        return Remotes(save.journals, save.campaign.id)

    def begin(self) -> None:
        """Start the links that the GM wants whenever the campaign is open; none in a kiosk."""
        for remote in () if self._kiosk else self.remotes:
            if remote.live:
                self._start(remote)

    def share_with(self, remote: Remote) -> None:
        """Keep a link to a host, now and whenever the campaign is open.

        Raises `kiosk`, and the refusals of writing the list of remotes.
        """
        if self._kiosk:
            raise Refusal("kiosk", what="sync")
        self._remotes.remember(remote)
        self._end(remote)
        self._start(remote)

    def leave(self, remote: Remote) -> None:
        """Stop linking to a host; raises the refusals of writing the list of remotes."""
        self._remotes.forget(remote)
        self._end(remote)

    def end(self) -> None:
        processes, self._running = tuple(self._running.values()), {}
        for process in processes:
            _let_end(process)

    def look(self) -> bool:
        save, old_parts = self._campaign.save, self._status_parts
        self.states = link_states(save.journals, save.path, save.campaign.id)
        return old_parts != self._status_parts

    def take_why(self) -> Refusal | None:
        """Return, once for each link, why it stopped or is down, or that the GM there has the same name."""
        for state in self.states:
            report = (state.remote, state.code)
            if state.code and _worries(state) and report not in self._told:
                self._told.add(report)
                return Refusal(state.code, **state.data)
            if state.gm == self._campaign.gm and (state.remote, state.gm) not in self._told:
                self._told.add((state.remote, state.gm))
                return Refusal("link_same_gm", gm=state.gm)
        return None

    @property
    def facts(self) -> list[Part]:
        return [Part(line((text, tone)), priority=1) for text, tone in self._status_parts]

    @property
    def _status_parts(self) -> list[tuple[str, Tone]]:
        return [words_of_state(state) for state in self.states]

    def _start(self, remote: Remote) -> None:
        words = ["sync", remote.name, str(self._campaign.save.path), "--live", "--program", remote.program]
        self._running[remote.name] = subprocess.Popen(  # noqa: S603 - this program itself
            [*own_program(), *words, "--gm", self._campaign.gm, "--lang", language()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, FOR_APP: str(os.getpid())},
            start_new_session=True,
        )

    def _end(self, remote: Remote) -> None:
        process = self._running.pop(remote.name, None)
        if process is not None:
            _let_end(process)


def words_of_state(state: LinkState) -> tuple[str, Tone]:
    """Summarise the state of a link in a few words."""
    host = state.remote.partition(":")[0].rpartition("@")[2]
    unsent = say("links.unsent", count=state.unsent) if state.unsent else ""
    match state.phase:
        case Phase.STOPPED | Phase.STUCK | Phase.STUCK_HERE:
            return say(_HALTED[state.phase], host=host) + unsent, Tone.WARNING
        case Phase.DOWN if _worries(state):
            since = time.strftime("%H:%M", time.localtime(state.since))
            return say("links.cut_since", host=host, since=since) + unsent, Tone.WARNING
        case Phase.LIVE if state.missing:
            return say("links.missing_from", count=state.missing, host=host) + unsent, Tone.PLAIN
        case Phase.LIVE if state.unsent:
            return say("links.unsent_to_host", host=host, count=state.unsent), Tone.PLAIN
        case _:
            return say("links.up_to_date", host=host), Tone.PLAIN


def _worries(state: LinkState) -> bool:
    """Tell whether a link has been down for long, or has stopped."""
    if state.phase is Phase.DOWN:
        return time.time() - state.since > PATIENCE
    return state.phase in (Phase.STOPPED, Phase.STUCK, Phase.STUCK_HERE)


def _let_end(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, without waiting: its last messages may take seconds."""
    process.terminate()
    Thread(target=_wait, args=(process,), daemon=True).start()


def _wait(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(_LEAVING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
