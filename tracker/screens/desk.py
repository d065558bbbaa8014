"""Where the GM acts: every deed goes through here, to the disk first and to the screen after."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from textual.worker import Worker, get_current_worker

from tracker import commands, screens, store, widgets, wording
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.screens.shared import RETRY, SharedScreen
from tracker.session import moves
from tracker.session.change import Change
from tracker.session.event import Deed, Event, Fresh
from tracker.session.history import History
from tracker.store.campaign import Campaign
from tracker.store.sharing import Sharing, Status
from tracker.wording.language import _

if TYPE_CHECKING:
    from tracker.session.exchange.parcel import Parcel


Again = Callable[[str], object]
"""Asks once more for what was refused, with what was given and the sentence of why."""


def let_be(_why: str) -> None:
    """Ask for nothing again: nothing that was typed is lost."""


class Desk(SharedScreen):
    """Plays orders, and asks for what they lack."""

    def __init__(self, campaign: Campaign, roll: Roll, fresh: Fresh, *, kiosk: bool = False) -> None:
        super().__init__(campaign)
        self.kiosk = kiosk
        """Whether no file may be named but the campaigns of the folder."""
        self._unsealed = roll
        self.fresh = fresh
        self._stocks: Worker[None] | None = None
        self._lines: dict[str, screens.command_prompt.CommandPrompt] = {}
        """The prompts for a line that have been made, by their colours."""

    @property
    def roll(self) -> Roll:
        """The dice of the next deed: sealed ones while this GM's session is sealed."""
        return self.campaign.dice(self._unsealed)

    @cached_property
    def library(self) -> "store.library.Library":
        """The library of the folder, looked for once the table can be seen."""
        return store.library.Library.beside(self.campaign)

    def done(self, event: Event) -> None:
        """Go on after an act: what it was for is no longer marked."""

    def taken_back(self, event_id: str) -> None:
        """Go on after an undo or a redo: what an act was for is marked again once it is taken back."""

    def prepare(self, changes: tuple[Change, ...]) -> None:
        """Make ready to show what probably comes next."""
        raise NotImplementedError

    def use_supply(self, key: str) -> None:
        """Put a supply to the test."""
        raise NotImplementedError

    def play(self, make: Callable[[History], Deed], again: Again = let_be) -> Event | None:
        """Do something: it is durable before it is shown; a refusal is said and changes nothing."""
        return self.attempt(lambda: self._do(make(self.history)), again)

    def play_order(self, order: "commands.order.Order", again: Again = let_be) -> Event | None:
        """Play an order of the command language; returns what came of it, if anything yet."""
        return self.attempt(lambda: self._carry_out(order), again)

    def attempt(self, act: Callable[[], Event | None], again: Again) -> Event | None:
        """Return what comes of something; what is refused is asked for again, or else said."""
        try:
            return act()
        except Refusal as refusal:
            top = self.app.screen
            again(self.why(refusal))
            if self.app.screen is top:
                self.refuse(refusal)
            return None

    def _do(self, deed: Deed) -> Event:
        event = self.campaign.play(deed)
        if event.cancels:
            self.taken_back(event.cancels)
        self.picture()
        self._told = self.briefly(event)
        self.say(self._told)
        self.share_soon()
        return event

    def briefly(self, event: Event) -> str:
        """Return what an event says, in short where the line for it has no room; the log has all of it."""
        return wording.brief.told_within(event, self.history, self.has_room_for)

    def has_room_for(self, sentence: str) -> bool:
        """Whether all of a sentence can be read on the line kept for it."""
        raise NotImplementedError

    def _carry_out(self, order: "commands.order.Order") -> Event | None:
        if order.library:
            return self._put(order)
        return self._do_or_ask(order, self._deed_of(order))

    def _deed_of(self, order: "commands.order.Order") -> Deed:
        return commands.order.deed_of(order, self.history, self.roll, self.fresh)

    def _do_or_ask(
        self, order: "commands.order.Order", deed: Deed, before: "screens.jump.JumpQuestion | None" = None
    ) -> Event | None:
        """Do it; a long time that brings something is asked about, again if it was before."""
        if moves.jump.is_long(deed) and moves.jump.jump_lines(self.session, deed):
            self._ask_about_time(order, deed, before)
            return None
        return self._do(deed)

    def place(self, whos: tuple[str, ...] = ()) -> "commands.order.Place":
        """Return where a line is typed, with the library as it is now."""
        return commands.order.Place(self.history, whos, self.library.look())

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

    def _put(self, order: "commands.order.Order") -> Event:
        """Do something to the library; its save is another one than the game's."""
        event = self.library.put(commands.order.deed_of(order, self.library.look(), self.roll, self.fresh))
        self.say(" ".join(wording.sentences.sentences(event, self.library.history)))
        self._share_library()
        return event

    def stock(self, parcel: "Parcel") -> Event:
        """Put what a file holds into the library."""
        event = store.shelving.put_parcel(self.library, parcel, self.fresh())
        told = wording.sentences.sentences(event, self.library.history)
        self.say(" ".join([*told, _("«biblioteca deshacer» lo quita todo.")]))
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
        self.tell(sharing.notes)
        if sharing.status is not Status.SHARED:
            self.set_timer(RETRY, self._share_library)
        elif library.save.unshared:
            self._share_library()

    def _ask_about_time(
        self, order: "commands.order.Order", deed: Deed, before: "screens.jump.JumpQuestion | None"
    ) -> None:
        """Show what a long time would bring before it counts; it counts from the hour that was shown.

        Where another GM has done meanwhile what makes it bring something else, that is shown first.
        """
        shown = self.session
        question = screens.jump.JumpQuestion(self.history, deed, before)

        def settled(kept: Deed) -> Event | None:
            if self.session.elapsed != shown.elapsed:
                raise Refusal("clock_went_on")
            now = deed if self.session == shown else self._deed_of(order)
            return self._do(kept) if now == deed else self._do_or_ask(order, now, question)

        def answered(kept: Deed | None) -> None:
            if kept is not None:
                self.attempt(lambda: settled(kept), let_be)

        self.app.push_screen(question, answered)

    def play_line(self, text: str, whos: tuple[str, ...] = (), *, again: Again = let_be) -> Event | None:
        """Play a line of the command language; `.` stands for `whos`. Returns what came of it, if it did."""
        return self.attempt(lambda: self._carry_out(commands.parse.parse(text, self.place(whos))), again)

    def ask_line(
        self,
        title: str,
        lead: str = "",
        whos: tuple[str, ...] = (),
        initial: str = "",
        *,
        refused: "widgets.text_prompt.Refused | None" = None,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Ask for the rest of a line of the command language, play it, and go on with what comes then.

        A line that is refused then is asked for again as it was typed.
        """
        prompt = self._command_line(title, lead, whos, initial, refused)

        def answered(text: str | None) -> None:
            if text is None:
                return

            def again(why: str) -> None:
                kept = widgets.text_prompt.Refused(text, why)
                self.ask_line(title, lead, whos, initial, refused=kept, then=then)

            played = self.attempt(lambda: self._carry_out(prompt.order(text, self.place(whos))), again)
            if played and whos:
                self.done(played)
            if played and then:
                then()

        self.app.push_screen(prompt, answered)

    def _command_line(
        self,
        title: str,
        lead: str,
        whos: tuple[str, ...],
        initial: str,
        refused: "widgets.text_prompt.Refused | None",
    ) -> "screens.command_prompt.CommandPrompt":
        """Return the prompt for a line; it stays mounted, so that the next key that asks is answered at once.

        A screen that is not shown keeps its old colours: in others it is another.
        """
        line = (title, self.place(whos), lead, initial, refused)
        known = self._lines.get(self.app.theme)
        if known is not None:
            known.begin_line(*line)
            return known
        made = screens.command_prompt.CommandPrompt(*line, prepare=self.prepare)
        self._lines[self.app.theme] = made
        self.app.install_screen(made, f"line-{id(made)}")
        return made

    def on_unmount(self) -> None:
        """Let go of the library, and of the prompts for a line unless the app ends while one is asked."""
        self.library.close()
        for each in self._lines.values():
            if each not in self.app.screen_stack:
                self.app.uninstall_screen(each)
                each.remove()
