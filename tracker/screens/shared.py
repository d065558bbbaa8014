"""A screen on a save that others play on too: it shares what is done here, and shows what they do."""

from collections.abc import Sequence
from typing import Any

from textual import getters
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import Worker, get_current_worker

from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.other_gms import OtherGMs
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.state import Session
from tracker.session.versions import divided
from tracker.store.campaign import Campaign
from tracker.store.event_line import Documents
from tracker.store.sharing import Note, Sharing, Status, obstacle
from tracker.widgets.terminal_app import TerminalApp
from tracker.wording.language import _
from tracker.wording.sentences import refusal_sentence, sentences

POLL = 0.3
"""Seconds between looks at what other GMs have done."""
LOOK = 0.9
"""Seconds between looks at who else is here."""
SOON = 0.05
"""Seconds after an action before it is shared, and after the start before more is looked for.

The screen shows it first, and a burst is shared together.
"""
RETRY = 1.0
"""Seconds before an action that could not be shared is tried again."""


class SharedScreen(Screen[Any]):
    """A screen on a campaign that follows its other GMs."""

    BLANK = True

    tab = ""
    """The tab that is shown, which the others may follow."""

    app = getters.app(TerminalApp)

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self.campaign = campaign
        self.status = Status.SHARED
        self.other_gms = OtherGMs(campaign.save.path, campaign.gm)
        self.hindrance = obstacle(campaign.save.path)
        """What keeps the save from being written at all."""
        self._shares: Worker[None] | None = None
        self._soon: Timer | None = None
        self._told = ""
        """What was last said of an action whose share is under way."""

    @property
    def history(self) -> History:
        """The events so far."""
        return self.campaign.history

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self.campaign.session

    @property
    def divided(self) -> int:
        """How many texts have several versions."""
        return len(divided(self.history)) if self.history.rewritten else 0

    def picture(self) -> None:
        """Show the session as it stands."""
        raise NotImplementedError

    def say(self, sentence: str, tone: Tone = Tone.PLAIN) -> None:
        """Say something to the GM."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Begin to follow the save."""
        self.set_interval(POLL, self._follow)
        self.set_interval(LOOK, self._look_around)
        self.set_timer(SOON, self._sit_down)
        self.picture()
        self.share()

    def _sit_down(self) -> None:
        """Let the others know that this terminal is here, once the screen can be seen."""
        self.other_gms.show(self.tab)

    def on_unmount(self) -> None:
        """Let go of the save, with all that is acknowledged in it."""
        self.other_gms.leave()
        if self.campaign.save.unshared:
            self.campaign.hand_over()
        self.campaign.close()

    def refuse(self, refusal: Refusal) -> None:
        """Say why something cannot be."""
        self.say(self.why(refusal), Tone.BAD)

    def why(self, refusal: Refusal) -> str:
        """Return why something cannot be, in this game's words."""
        return refusal_sentence(refusal, self.session.system, self.history.names)

    def tell(self, notes: Sequence[Note]) -> None:
        """Say what the store found: what came back, what is not as it was."""
        told = [refusal_sentence(Refusal(note.code, **note.data)) for note in notes]
        if notes is self.campaign.save.notes and self.hindrance is not None:
            told.append(refusal_sentence(self.hindrance))
        if told:
            self.say(" ".join(told), Tone.WARNING)

    def share_soon(self) -> None:
        """Share once the screen has shown what is acknowledged: both want the processor."""
        if self._soon is None:
            self._soon = self.set_timer(SOON, self.share)

    def share(self) -> None:
        """Bring what is acknowledged into the save, without the screen waiting for it."""
        self._soon = None
        if self._shares is None or self._shares.is_finished:
            self._shares = self.run_worker(self._share_in_thread, thread=True)

    def _share_in_thread(self) -> None:
        sharing = self.campaign.hand_over()
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._shared, sharing)

    def _shared(self, sharing: Sharing) -> None:
        self._shares = None
        told = self._told
        events, turned = self._take_in(sharing.documents)
        changed = sharing.status is not self.status
        if events or changed or sharing.notes:
            self.status = sharing.status
            self.picture()
        self.tell(sharing.notes)
        if changed and sharing.refusal is not None:
            self.refuse(sharing.refusal)
        elif events:
            self._tell_news(events, turned)
        if self._told == told:
            self._told = ""
        if sharing.status is not Status.SHARED:
            self.set_timer(RETRY, self.share)
        elif self.campaign.save.unshared:
            self.share()

    def _follow(self) -> None:
        """Show what other GMs have done since the last look."""
        documents = self.campaign.save.poll()
        if documents:
            events, turned = self._take_in(documents)
            self.picture()
            self._tell_news(events, turned)
        # The save was replaced, damaged or deleted, or another version of an event prevails.
        if self.campaign.save.due and self.status is Status.SHARED:
            self.share()

    async def _look_around(self) -> None:
        """Show who else is here, and the tab of the one who is followed."""
        if self.other_gms.look():
            self.picture()
        followed = self.other_gms.followed
        if followed is not None and self.is_current:
            await self.turn_to(followed.tab)

    async def turn_to(self, tab: str) -> None:
        """Show a tab."""
        raise NotImplementedError

    def follow_next(self) -> None:
        """Follow the next of the other GMs, and after the last one nobody."""
        followed = self.other_gms.follow_next()
        if followed is not None:
            told = _("Sigues a {gm}: se va a la pestaña que mira. {table.follow} para dejarlo.")
            self.say(self.app.with_keys(told, gm=followed.gm))
        elif self.other_gms.others:
            self.say(_("Ya no sigues a nadie."))
        else:
            self.refuse(Refusal("nobody_else"))
        self.picture()

    def _take_in(self, documents: Documents) -> tuple[list[Event], list[Event]]:
        """Take in what other GMs did; return it, and what of this one's is late since then or no longer."""
        before = {*self.history.superseded}
        events = self.campaign.take_in(documents)
        superseded = self.history.superseded.keys()
        turned = [each for each in before ^ superseded if each in superseded or self.history.counts(each)]
        known = (self.history[each] for each in sorted(turned) if each in self.history)
        return events, [event for event in known if event.gm == self.campaign.gm]

    def _tell_news(self, events: list[Event], turned: list[Event]) -> None:
        """Say what other GMs did, behind what this one has just done, or what of it that turned."""
        told, self._told = self._told, ""
        if turned:
            told = _and_more(self._turn(turned[-1]), turned)
        others = [event for event in events if event not in turned]
        if others:
            news = _and_more(f"{others[-1].gm}: {_told(others[-1], self.history)}", others)
            told = " — ".join(filter(None, [told, news]))
        self.say(told, Tone.WARNING if turned else Tone.PLAIN)

    def _turn(self, event: Event) -> str:
        """Return that something counts for nothing, or that it counts again."""
        told = _told(event, self.history)
        return _("Cuenta otra vez: {told}").format(told=told) if self.history.counts(event.id) else told


def _told(event: Event, history: History) -> str:
    return " ".join(sentences(event, history))


def _and_more(news: str, events: list[Event]) -> str:
    """Return what is told of the last of several events, and how many more there are."""
    if len(events) == 1:
        return news
    return _("{news} (y {count} más)").format(news=news, count=len(events) - 1)
