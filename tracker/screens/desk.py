"""Where the GM acts: every deed goes through here, to the disk first and to the screen after."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from textual import getters
from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from tracker.commands.order import Order, Place, deed_of
from tracker.commands.parse import parse
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Tone, Whose
from tracker.screens.act_dialog import ActDialog, Asked
from tracker.screens.act_draft import fits
from tracker.screens.command_prompt import CommandPrompt
from tracker.screens.company import Company
from tracker.screens.jump import JumpQuestion
from tracker.session.event import Deed, Event
from tracker.session.history import History
from tracker.session.moves import party
from tracker.session.moves.jump import is_long, jump_lines
from tracker.session.moves.party import Fresh
from tracker.session.state import Session
from tracker.session.versions import Divided, divided
from tracker.store.campaign import Campaign
from tracker.store.library import Library
from tracker.store.obstacle import obstacle
from tracker.store.presence import Presence
from tracker.store.sharing import Note, Sharing, Status
from tracker.widgets.terminal_app import TerminalApp
from tracker.wording.language import _
from tracker.wording.sentences import refusal_sentence, sentences
from tracker.wording.words import term, words_of

POLL = 0.3
"""Seconds between looks at what other GMs have done."""
LOOK = 0.9
"""Seconds between looks at who else is here."""
_MOST_OTHERS = 12
"""Whom a letter may stand for; the others are named on the command line."""
RETRY = 1.0
"""Seconds before an action that could not be shared is tried again."""


class Desk(Screen[None]):
    """A screen on a campaign: plays orders, asks for what they lack, follows other GMs."""

    BLANK = True

    app = getters.app(TerminalApp)

    def __init__(self, campaign: Campaign, roll: Roll, fresh: Fresh) -> None:
        super().__init__()
        self.campaign = campaign
        self._unsealed = roll
        self.fresh = fresh
        self.status = Status.SHARED
        self.company = Company(Presence(campaign.save.path, campaign.gm))
        self.hindrance = obstacle(campaign.save.path)
        """What keeps the save from being written at all."""
        self.library = Library.beside(campaign)
        self._shares: Worker[None] | None = None
        self._stocks: Worker[None] | None = None
        self._told = ""
        """What was last said of an action whose share is under way."""

    @property
    def roll(self) -> Roll:
        """The dice of the next deed: sealed ones while this GM's session is sealed."""
        return self.campaign.dice(self._unsealed)

    @property
    def history(self) -> History:
        """The events so far."""
        return self.campaign.history

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self.campaign.session

    @property
    def divided(self) -> tuple[Divided, ...]:
        """The texts that have two versions."""
        return divided(self.history)

    def picture(self) -> None:
        """Show the session as it stands."""
        raise NotImplementedError

    def say(self, sentence: str, tone: Tone = Tone.PLAIN) -> None:
        """Say something to the GM."""
        raise NotImplementedError

    def done(self) -> None:
        """Go on after an act: what it was for is no longer marked."""

    def use_supply(self, key: str) -> None:
        """Put a supply to the test."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Begin to follow the save."""
        self.set_interval(POLL, self._follow)
        self.set_interval(LOOK, self._look_around)
        self.picture()
        self.share()

    def play(self, make: Callable[[History], Deed]) -> Event | None:
        """Do something: it is durable before it is shown; a refusal is said and changes nothing."""
        try:
            event = self.campaign.play(make(self.history))
        except Refusal as refusal:
            self.refuse(refusal)
            return None
        self.picture()
        self._told = " ".join(sentences(event, self.history))
        self.say(self._told)
        self.share()
        return event

    def play_order(self, order: Order) -> Event | None:
        """Play an order of the command language; returns what came of it, if anything yet."""
        if order.library:
            return self._put(order)
        try:
            deed = deed_of(order, self.history, self.roll, self.fresh)
        except Refusal as refusal:
            self.refuse(refusal)
            return None
        if is_long(deed) and jump_lines(self.session, deed):
            self._ask_about_time(deed)
            return None
        return self.play(lambda history: deed)

    def place(self, whos: tuple[str, ...] = ()) -> Place:
        """Return where a line is typed, with the library as it is now."""
        return Place(self.history, whos, self.library.look())

    def open_library(self) -> None:
        """Read the library of the folder, if there is one, and say what is amiss with it."""
        self.library.look()
        if self.library.refusal is not None:
            self.refuse(self.library.refusal)
        if self.library.campaign is not None:
            save = self.library.campaign.save
            for note in save.notes:
                self.refuse(Refusal(note.code, **note.data))
            if save.notes or save.unshared:
                self._share_library()

    def _put(self, order: Order) -> Event | None:
        """Do something to the library; its save is another one than the game's."""
        try:
            event = self.library.put(deed_of(order, self.library.look(), self.roll, self.fresh))
        except Refusal as refusal:
            self.refuse(refusal)
            return None
        self.say(" ".join(sentences(event, self.library.history)))
        self._share_library()
        return event

    def _share_library(self) -> None:
        """Bring what was put into the library into its save, without the screen waiting for it."""
        if self.library.campaign is not None and (self._stocks is None or self._stocks.is_finished):
            self._stocks = self.run_worker(partial(self._stock_in_thread, self.library.campaign), thread=True)

    def _stock_in_thread(self, library: Campaign) -> None:
        sharing = library.save.share()
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._stocked, library, sharing)

    def _stocked(self, library: Campaign, sharing: Sharing) -> None:
        self._stocks = None
        library.take_in(sharing.documents)
        if sharing.status is not Status.SHARED:
            self.set_timer(RETRY, self._share_library)
        elif library.save.unshared:
            self._share_library()

    def _ask_about_time(self, deed: Deed) -> None:
        """Show what a long time would bring before it counts."""

        def answered(kept: Deed | None) -> None:
            if kept is not None:
                self.play(lambda history: kept)

        self.app.push_screen(JumpQuestion(self.history, deed), answered)

    def play_line(self, text: str, whos: tuple[str, ...] = ()) -> Event | None:
        """Play a line of the command language; `.` stands for `whos`. Returns what came of it, if it did."""
        try:
            order = parse(text, self.place(whos))
        except Refusal as refusal:
            self.refuse(refusal)
            return None
        return self.play_order(order)

    def refuse(self, refusal: Refusal) -> None:
        """Say why something cannot be."""
        self.say(refusal_sentence(refusal, self.session.system, self.history.names), Tone.BAD)

    def tell(self, notes: Sequence[Note]) -> None:
        """Say what the store found: what came back, what is not as it was."""
        told = [refusal_sentence(Refusal(note.code, **note.data)) for note in notes]
        if notes is self.campaign.save.notes and self.hindrance is not None:
            told.append(refusal_sentence(self.hindrance))
        if told:
            self.say(" ".join(told), Tone.WARNING)

    def ask_line(self, title: str, lead: str = "", whos: tuple[str, ...] = (), initial: str = "") -> None:
        """Ask for the rest of a line of the command language, and play it."""
        prompt = CommandPrompt(title, self.place(whos), lead, initial)

        def answered(text: str | None) -> None:
            if text is not None and self.play_line(lead + text, whos) and whos:
                self.done()

        self.app.push_screen(prompt, answered)

    def ask_act(self, act_id: str, whos: tuple[str, ...]) -> None:
        """Ask for what an act needs, with as few keys as it can be given, and play it."""
        act = self.session.game.acts[act_id]
        if act.whose is Whose.TABLE:
            whos = ()
        elif not whos:
            self.refuse(Refusal("nobody"))
            return
        words = words_of(self.session.system)
        names = ", ".join(self.session.creatures[who].name for who in whos)
        title = " — ".join(filter(None, [term(words, "act", act_id), names]))
        if not any(param.required for param in act.params) and not fits(act):
            self.play(lambda history: party.act(history.session, act_id, whos, {}, self.roll))
        elif fits(act):
            self._ask_by_letters(title, act, whos)
        else:
            self.ask_line(title, f"{act_id} . " if whos else f"{act_id} ", whos)

    def _ask_by_letters(self, title: str, act: Act, whos: tuple[str, ...]) -> None:
        def answered(asked: Asked | None) -> None:
            if asked is not None and self.play_order(_act_order(act.id, whos, asked)):
                self.done()

        words, table = words_of(self.session.system), self.session.table()
        self.app.push_screen(ActDialog(title, act, words, table, whos, others=self._others(whos)), answered)

    def _others(self, whos: tuple[str, ...]) -> dict[str, str]:
        """Return whom an act of these may be against: whoever is in the fight, or else in play."""
        creatures, fight = self.session.creatures, self.session.fight
        present = [who for who in (fight.combatants if fight else creatures) if who not in whos]
        return {who: creatures[who].name for who in present[:_MOST_OTHERS] if who in creatures}

    def share(self) -> None:
        """Bring what is acknowledged into the save, without the screen waiting for it."""
        if self._shares is None or self._shares.is_finished:
            self._shares = self.run_worker(self._share_in_thread, thread=True)

    def _share_in_thread(self) -> None:
        sharing = self.campaign.hand_over()
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._shared, sharing)

    def _shared(self, sharing: Sharing) -> None:
        self._shares = None
        told = self._told
        events = self.campaign.take_in(sharing.documents)
        changed = sharing.status is not self.status
        if events or changed:
            self.status = sharing.status
            self.picture()
        self.tell(sharing.notes)
        if changed and sharing.refusal is not None:
            self.refuse(sharing.refusal)
        elif events:
            self._tell_news(events)
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
            events = self.campaign.take_in(documents)
            self.picture()
            self._tell_news(events)
        if (
            self.campaign.save.unshared and self.status is Status.SHARED
        ):  # it was replaced, damaged or deleted
            self.share()

    async def _look_around(self) -> None:
        """Show who else is here, and the tab of the one who is followed."""
        if self.company.look():
            self.picture()
        followed = self.company.followed
        if followed is not None and self.is_current:
            await self.turn_to(followed.tab)

    async def turn_to(self, tab: str) -> None:
        """Show a tab."""
        raise NotImplementedError

    def follow_next(self) -> None:
        """Follow the next of the other GMs, and after the last one nobody."""
        followed = self.company.follow_next()
        if followed is not None:
            told = _("Sigues a {gm}: se va a la pestaña que mira. {table.follow} para dejarlo.")
            self.say(self.app.with_keys(told, gm=followed.gm))
        elif self.company.others:
            self.say(_("Ya no sigues a nadie."))
        else:
            self.refuse(Refusal("nobody_else"))
        self.picture()

    def _tell_news(self, events: list[Event]) -> None:
        """Say what other GMs did, behind what this one has just done."""
        told, self._told = self._told, ""
        news = _news(events[-1], self.history)
        if len(events) > 1:
            news = _("{news} (y {count} más)").format(news=news, count=len(events) - 1)
        self.say(" — ".join(filter(None, [told, news])))


def _act_order(act_id: str, whos: tuple[str, ...], asked: Asked) -> Order:
    def played(history: History, roll: Roll, _fresh: Fresh) -> Deed:
        args: dict[str, Any] = dict(asked.args)
        return party.act(history.session, act_id, whos, args, roll)

    return Order(act_id, played, asked.faces)


def _news(event: Event, history: History) -> str:
    return f"{event.gm}: {' '.join(sentences(event, history))}"
