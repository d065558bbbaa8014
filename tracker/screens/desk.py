"""Where the GM acts: every deed goes through here, to the disk first and to the screen after."""

from collections.abc import Callable, Mapping
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
from tracker.screens.jump import LONG, JumpQuestion
from tracker.session.change import apply
from tracker.session.event import Deed, Event
from tracker.session.history import History
from tracker.session.moves import party, pending
from tracker.session.moves.party import Fresh
from tracker.session.state import Pending, Session
from tracker.store.campaign import Campaign
from tracker.store.sharing import Sharing, Status
from tracker.widgets.terminal_app import TerminalApp
from tracker.wording import amounts
from tracker.wording.language import _
from tracker.wording.report import pending_text
from tracker.wording.sentences import refusal_sentence, sentences
from tracker.wording.words import term, words_of

POLL = 0.3
"""Seconds between looks at what other GMs have done."""
RETRY = 1.0
"""Seconds before an action that could not be shared is tried again."""


class Desk(Screen[None]):
    """A screen on a campaign: plays orders, asks for what they lack, follows other GMs."""

    app = getters.app(TerminalApp)

    def __init__(self, campaign: Campaign, roll: Roll, fresh: Fresh) -> None:
        super().__init__()
        self.campaign = campaign
        self.roll = roll
        self.fresh = fresh
        self.status = Status.SHARED
        self._shares: Worker[None] | None = None

    @property
    def history(self) -> History:
        """The events so far."""
        return self.campaign.history

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self.campaign.session

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
        self.picture()
        self._share()

    def play(self, make: Callable[[History], Deed]) -> Event | None:
        """Do something: it is durable before it is shown; a refusal is said and changes nothing."""
        try:
            event = self.campaign.play(make(self.history))
        except Refusal as refusal:
            self.refuse(refusal)
            return None
        self.picture()
        self.say(" ".join(sentences(event, self.history)))
        self._share()
        return event

    def play_order(self, order: Order) -> Event | None:
        """Play an order of the command language; returns what came of it, if anything yet."""
        try:
            deed = deed_of(order, self.history, self.roll, self.fresh)
        except Refusal as refusal:
            self.refuse(refusal)
            return None
        if _is_long(deed) and (dues := pending.newly_pending(self.session, deed)):
            self._ask_about_time(deed, dues)
            return None
        return self.play(lambda history: deed)

    def _ask_about_time(self, deed: Deed, dues: Mapping[str, Pending]) -> None:
        """Show what a long time would bring before it counts."""
        after = apply(self.session, (deed.changes,))
        groups: dict[str, list[str]] = {}
        for key in sorted(dues, key=lambda each: _moment(dues[each])):
            groups.setdefault(pending_text(after, key, self.history), []).append(key)
        lines = [(text, f"{text} ×{len(keys)}" if len(keys) > 1 else text) for text, keys in groups.items()]
        time = amounts.duration(after.elapsed - self.session.elapsed)
        title = _("Pasan {time}, y tocaría esto: Intro lo acepta, espacio quita una línea").format(time=time)

        def answered(dropped: frozenset[str] | None) -> None:
            if dropped is not None:
                keys = [key for text in dropped for key in groups[text]]
                kept = pending.dropping(self.session, deed, keys) if keys else deed
                self.play(lambda history: kept)

        self.app.push_screen(JumpQuestion(title, lines), answered)

    def play_line(self, text: str, whos: tuple[str, ...] = ()) -> None:
        """Play a line of the command language; `.` stands for `whos`."""
        try:
            order = parse(text, Place(self.history, whos))
        except Refusal as refusal:
            self.refuse(refusal)
        else:
            self.play_order(order)

    def refuse(self, refusal: Refusal) -> None:
        """Say why something cannot be."""
        self.say(refusal_sentence(refusal, self.session.system, self.history.names), Tone.BAD)

    def ask_line(self, title: str, lead: str = "", whos: tuple[str, ...] = (), initial: str = "") -> None:
        """Ask for the rest of a line of the command language, and play it."""
        prompt = CommandPrompt(title, Place(self.history, whos), lead, initial)

        def answered(text: str | None) -> None:
            if text is not None and self.play_order(prompt.order(text)) and whos:
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

        self.app.push_screen(
            ActDialog(title, act, words_of(self.session.system), self.session.table(), whos), answered
        )

    def _share(self) -> None:
        """Bring what is acknowledged into the save, without the screen waiting for it."""
        if self._shares is None or self._shares.is_finished:
            self._shares = self.run_worker(self._share_in_thread, thread=True)

    def _share_in_thread(self) -> None:
        sharing = self.campaign.save.share()
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._shared, sharing)

    def _shared(self, sharing: Sharing) -> None:
        self._shares = None
        if sharing.documents:
            self.campaign.take_in(sharing.documents)
        if sharing.documents or sharing.status is not self.status:
            self.status = sharing.status
            self.picture()
        if sharing.status is not Status.SHARED:
            self.set_timer(RETRY, self._share)
        elif self.campaign.save.unshared:
            self._share()

    def _follow(self) -> None:
        """Show what other GMs have done since the last look."""
        documents = self.campaign.save.poll()
        if documents:
            events = self.campaign.take_in(documents)
            self.picture()
            self.say(_news(events[-1], self.history))


def _is_long(deed: Deed) -> bool:
    """Whether so much time passes that the GM should see what it brings."""
    return any(change.path == ("elapsed",) and change.value >= LONG for change in deed.changes)


def _moment(due: Pending) -> int:
    """Return the clock second at which something fell due, as far as its rule says."""
    at = due.data.get("at")
    return at if isinstance(at, int) else 0


def _act_order(act_id: str, whos: tuple[str, ...], asked: Asked) -> Order:
    def played(history: History, roll: Roll, _fresh: Fresh) -> Deed:
        args: dict[str, Any] = dict(asked.args)
        return party.act(history.session, act_id, whos, args, roll)

    return Order(act_id, played, asked.faces)


def _news(event: Event, history: History) -> str:
    return f"{event.gm}: {' '.join(sentences(event, history))}"
