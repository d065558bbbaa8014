"""Where the GM acts: every deed goes through here, to the disk first and to the screen after."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from tracker.commands.command import Command, CommandContext, draft_of
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.screens.shared import RETRY, SharedScreen
from tracker.session.change import Change
from tracker.session.event import Draft, Event, Fresh
from tracker.session.history import History
from tracker.store.campaign import Campaign
from tracker.store.library import Library
from tracker.store.sharing import Sharing, Status
from tracker.wording.sentences import sentences

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
        self.lines: dict[str, Screen[Any]] = {}
        """The prompts for a line that have been made, by their colours."""

    @property
    def roll(self) -> Roll:
        """The dice of the next deed: sealed ones while this GM's session is sealed."""
        return self.campaign.dice(self._unsealed)

    @cached_property
    def library(self) -> Library:
        """The library of the folder, looked for once the table can be seen."""
        return Library.beside(self.campaign)

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

    def play(self, make: Callable[[History], Draft], again: Again = let_be) -> Event | None:
        """Do something: it is durable before it is shown; a refusal is said and changes nothing."""
        return self.attempt(lambda: self.do(make(self.history)), again)

    def play_command(self, command: Command, again: Again = let_be) -> Event | None:
        """Play an order of the command language; returns what came of it, if anything yet."""
        return self.attempt(lambda: self.carry_out(command), again)

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

    def do(self, draft: Draft) -> Event:
        """Do a deed: it is durable before it is shown."""
        event = self.campaign.play(draft)
        if event.cancels:
            self.taken_back(event.cancels)
        self.picture()
        self._told = self.briefly(event)
        self.say(self._told)
        self.share_soon()
        return event

    def briefly(self, event: Event) -> str:
        """Return what an event says, in short where the line for it has no room; the log has all of it."""
        from tracker.wording.brief import told_within  # noqa: PLC0415 - nothing is told at the start

        return told_within(event, self.history, self.has_room_for)

    def has_room_for(self, sentence: str) -> bool:
        """Whether all of a sentence can be read on the line kept for it."""
        raise NotImplementedError

    def carry_out(self, command: Command) -> Event | None:
        """Do what an order asks for; returns what came of it, if anything yet."""
        from tracker.session.moves.jump import is_long  # noqa: PLC0415 - nothing is done at the start

        if command.library:
            return self._put(command)
        draft = self.draft_of(command)
        if is_long(draft):
            from tracker.screens.jump import do_or_ask  # noqa: PLC0415 - few deeds let a long time pass

            return do_or_ask(self, command, draft)
        return self.do(draft)

    def draft_of(self, command: Command) -> Draft:
        """Return what an order does to the game as it is now."""
        return draft_of(command, self.history, self.roll, self.fresh)

    def place(self, whos: tuple[str, ...] = ()) -> CommandContext:
        """Return where a line is typed, with the library as it is now."""
        return CommandContext(self.history, whos, self.library.look())

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
                self.share_library()

    def _put(self, command: Command) -> Event:
        """Do something to the library; its save is another one than the game's."""
        event = self.library.put(draft_of(command, self.library.look(), self.roll, self.fresh))
        self.say(" ".join(sentences(event, self.library.history)))
        self.share_library()
        return event

    def share_library(self) -> None:
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
            self.set_timer(RETRY, self.share_library)
        elif library.save.unshared:
            self.share_library()

    def play_line(self, text: str, whos: tuple[str, ...] = (), *, again: Again = let_be) -> Event | None:
        """Play a line of the command language; `.` stands for `whos`. Returns what came of it, if it did."""
        from tracker.commands.parse import parse  # noqa: PLC0415 - the language is read once a line is typed

        return self.attempt(lambda: self.carry_out(parse(text, self.place(whos))), again)

    def ask_line(
        self,
        title: str,
        lead: str = "",
        whos: tuple[str, ...] = (),
        initial: str = "",
        *,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Ask for the rest of a line of the command language, play it, and go on with what comes then."""
        from tracker.screens.command_prompt import ask_line  # noqa: PLC0415 - imported when asked for

        ask_line(self, title, lead, whos, initial, then=then)

    def on_unmount(self) -> None:
        """Let go of the library, and of the prompts for a line unless the app ends while one is asked."""
        self.library.close()
        for each in self.lines.values():
            if each not in self.app.screen_stack:
                self.app.uninstall_screen(each)
                each.remove()
