"""Plays the GM's lines and keys: an event is durable on disk before the screen shows it."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from tracker.commands.command import Command, CommandContext, Label, draft_of
from tracker.commands.faults import INTERNAL, refusing_faults
from tracker.feature_list import FEATURES, carrier_of
from tracker.rules.dice import Roll
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import USE_WAITS
from tracker.rules.weapon import BLOW_WAITS, OUTCOME_WAITS
from tracker.screens.table.campaign_screen import CampaignScreen, Then, no_more
from tracker.screens.table.companion import Companion
from tracker.screens.table.library_sharer import LibrarySharer
from tracker.screens.table.sharer import Sharer
from tracker.session.aim import Pointer
from tracker.session.change import How
from tracker.session.event import Draft, Event, Fresh
from tracker.session.groups import newcomers
from tracker.session.history import History
from tracker.session.moves.initiative import usual_dice
from tracker.session.state import Session
from tracker.store.reports import FaultReports
from tracker.wording.brief import brief_text
from tracker.wording.messages import say
from tracker.wording.template import in_runs, join_names

C = TypeVar("C", bound=Companion)
Again = Callable[[str], object]
"""A callback that asks again after a refusal; it gets the sentence of the refusal."""


def let_be(_why: str) -> None:
    """Ask nothing again: the GM typed nothing that could be lost."""


class MovePlayer:
    """Plays commands and moves, and asks again after a refusal."""

    def __init__(
        self,
        screen: CampaignScreen,
        sharer: Sharer,
        library_sharer: LibrarySharer,
        roll: Roll,
        fresh: Fresh,
        *,
        kiosk: bool = False,
    ) -> None:
        self.screen = screen
        self.fresh = fresh
        self.kiosk = kiosk
        """Whether only campaigns of the folder may be opened, and no other file."""
        self.library_sharer = library_sharer
        self._sharer = sharer
        self._unsealed = roll
        self._reports = FaultReports(screen.campaign.save.journals.with_name("reports"))
        self.companions = tuple(each.companion(self) for each in FEATURES if each.companion)
        """The features' companions of this table."""
        self._session_before: Session | None = None
        """The session since which nobody has been asked for the initiative of newcomers."""

    def companion(self, kind: type[C]) -> C:
        return next(each for each in self.companions if isinstance(each, kind))

    @property
    def session(self) -> Session:
        return self.screen.campaign.session

    @property
    def history(self) -> History:
        return self.screen.campaign.history

    @property
    def roll(self) -> Roll:
        """The dice of the next move: sealed ones while this GM's dice are sealed."""
        return self.screen.campaign.dice(self._unsealed)

    def play(self, move: Callable[[History], Draft], again: Again = let_be) -> Event | None:
        """Play a move and return its event; None if the move was refused."""
        checked_move = refusing_faults()(move)
        return self.attempt(lambda: self.do(checked_move(self.history)), again)

    def play_command(self, command: Command, again: Again = let_be, then: Then = no_more) -> Event | None:
        """Play a command and return its event; None if it was refused or asks something first."""
        return self.attempt(lambda: self.carry_out(command, then), again)

    def play_line(
        self, text: str, creature_ids: tuple[str, ...] = (), *, again: Again = let_be
    ) -> Event | None:
        """Play a line of the command language, in which `.` stands for `creature_ids`."""
        from tracker.commands.parse import parse

        return self.attempt(lambda: self.carry_out(parse(text, self.context(creature_ids))), again)

    def attempt(self, act: Callable[[], Event | None], again: Again) -> Event | None:
        """Run an action and return its event; after a refusal, ask again or show the reason."""
        try:
            return act()
        except Refusal as refusal:
            self.report(refusal)
            # If `again` opens a dialog, that one shows the reason.
            old_screen = self.screen.app.screen
            again(self.screen.refusal_text(refusal))
            if self.screen.app.screen is old_screen:
                self.refuse(refusal)
            return None

    def report(self, refusal: Refusal) -> None:
        """Save a report if the refusal covers a fault of the program."""
        if refusal.__cause__ is not None and refusal.code == INTERNAL:
            self._reports.keep(refusal.__cause__)

    def do(self, draft: Draft) -> Event:
        """Play a draft: its event is durable before the screen shows it."""
        old_session = self.session
        event = self.screen.campaign.play(draft)
        if event.cancels:
            self.screen.mark_again(event.cancels)
        if not event.takes_back:
            # After the whole step: of several lines, a later one may give the initiative.
            self._session_before = self._session_before or old_session
            self.screen.call_next(self._ask_newcomers)
        self.screen.picture()
        self.say("")
        self._sharer.share_soon(self.briefly(event))
        return event

    def carry_out(self, command: Command, then: Then = no_more) -> Event | None:
        """Play a command, and then call `then`.

        Returns its event; None if the table shows or asks something instead.
        """
        if self.screen.shows(command):
            event = None
        elif command.feature:
            event = carrier_of(command.feature).at_table(self, command)
        else:
            draft = self.draft_of(command)
            if self.screen.ask_first(command, draft, then):
                return None
            event = self.do(draft)
            if keys := _awaited_rolls(event):
                self.screen.ask_faces(keys)
        then()
        return event

    def _ask_newcomers(self) -> None:
        """Ask for the initiative of those who have joined the fight; later if a dialog is open."""
        old_session = self._session_before
        if old_session is None or self.screen.app.screen is not self.screen:
            return
        self._session_before = None
        if joined := newcomers(old_session, self.session):
            names = join_names(in_runs([self.session.creatures[who].name for who in joined], 2))
            title = say("initiative.question", name=names)
            self.screen.ask_line(title, "initiative . ", joined, usual_dice(self.history), fresh=True)

    def draft_of(self, command: Command) -> Draft:
        """Return the draft of a command, computed for the session as it is now."""
        return draft_of(command, self.history, self.roll, self.fresh)

    def context(self, creature_ids: tuple[str, ...] = (), pointer: Pointer | None = None) -> CommandContext:
        """Return the context of a typed line: the session, `creature_ids` for `.`, and the library.

        Without a pointer, an act without a name is for these creatures, or by default for whom its key is.
        """
        library = self.library_sharer.library.look()
        campaign = self.screen.campaign
        gm, labels, text = campaign.gm, self._labels, campaign.game_text
        if pointer is None:
            pointer = Pointer(marked=creature_ids) if creature_ids else self.screen.pointer
        return CommandContext(self.history, creature_ids, library, text, gm, labels, pointer)

    def _labels(self, session: Session) -> Mapping[str, Label]:
        from tracker.widgets.labels import labels_of

        return labels_of(session, self.screen.app.preferences.interval)

    def briefly(self, event: Event) -> str:
        """Return the sentences of an event, shortened to the room of their line."""
        return brief_text(event, self.history, self.screen.has_room_for)

    def say(self, sentence: str, tone: Tone = Tone.PLAIN) -> None:
        self.screen.say(sentence, tone)

    def refuse(self, refusal: Refusal) -> None:
        self.screen.refuse(refusal)


def _awaited_rolls(event: Event) -> tuple[str, ...]:
    """Return the keys of the rolls that an attack or a check has left waiting for the dice of the table."""
    if {fact.kind for fact in event.facts}.isdisjoint((BLOW_WAITS, OUTCOME_WAITS, USE_WAITS)):
        return ()
    return tuple(
        change.path[1] for change in event.changes if change.path[0] == "pending" and change.how is How.NEW
    )
