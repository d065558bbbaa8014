"""The interface of the table screen for its parts: a campaign, a line for messages, a picture to refresh."""

from collections.abc import Callable, Mapping
from typing import Any

from textual import getters
from textual.binding import ActiveBinding
from textual.widget import Widget

from tracker.commands.command import Command
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.steady import SteadyScreen
from tracker.screens.table.kept_dialogs import KeptDialogs
from tracker.session.aim import Pointer, turn_of
from tracker.session.change import Change
from tracker.session.doubled import doubled_events
from tracker.session.event import Draft
from tracker.session.groups import is_standing
from tracker.session.history import History
from tracker.session.letters import RowLetters
from tracker.session.state import PARTY, Encounter, Session
from tracker.session.versions import divided_texts
from tracker.store.campaign import Campaign
from tracker.widgets.bindings import binding_of_own
from tracker.widgets.key import (
    ALWAYS,
    AMONG_PEOPLE,
    DARK,
    FIGHT,
    IN_EXPLORATION,
    NO_FIGHT,
    NO_FOES,
    NO_TURN,
    NOBODY,
    SOMEBODY,
    TURNS,
    WAITING,
)
from tracker.widgets.preferences import PLACES, OwnKey
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.sentences import refusal_sentence

EXPLORATION = "3"
"""The key of the tab of exploration."""
Then = Callable[[], None]
"""A callback that runs once a command has been played."""


def no_more() -> None:
    """Do nothing after a command."""


class CampaignScreen(SteadyScreen[Any]):
    """Base of the table screen, which its parts import instead of it to avoid a circle of imports."""

    BLANK = True

    tab = ""
    """Key of the tab that is shown."""

    app = getters.app(ThemedApp)

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self.campaign = campaign
        self.kept_dialogs = KeptDialogs(self)
        self._row_letters = RowLetters()
        self._lettered: Session | None = None
        self._letters: dict[str, str] = {}
        """The letters of the rows in that session, by creature."""

    @property
    def letters(self) -> dict[str, str]:
        """The letter of each creature's row, computed once for each session."""
        if self._lettered is not self.session:
            self._lettered, self._letters = self.session, self._row_letters.letters_for(self.history)
        return self._letters

    @property
    def option_letters(self) -> dict[str, str]:
        """The letters of the rows that can choose in a list of creatures: one key each."""
        return {who: letter for who, letter in self.letters.items() if len(letter) == 1}

    @property
    def history(self) -> History:
        return self.campaign.history

    @property
    def session(self) -> Session:
        return self.campaign.session

    @property
    def pane(self) -> Widget:
        raise NotImplementedError

    @property
    def chosen(self) -> tuple[str, ...]:
        """Keys of the marked rows of the tab; without marks, of the row under the cursor."""
        raise NotImplementedError

    @property
    def chosen_texts(self) -> list[str]:
        """The texts of the marked rows of the tab; without marks, of the row under the cursor."""
        raise NotImplementedError

    @property
    def under_cursor(self) -> str:
        """Key of the row under the cursor of the tab; empty if there is none."""
        raise NotImplementedError

    def move_cursor(self, rows: int) -> str:
        """Move the cursor of the tab by this many rows, and return the key of its row."""
        raise NotImplementedError

    @property
    def pointer(self) -> Pointer:
        """What the GM points at on the tab; nothing where no row stands for creatures."""
        return Pointer(turn=turn_of(self.session))

    def point_at(self, creature_ids: tuple[str, ...] | None) -> None:
        """Show the rows that an act is for; None for those of the tab's keys."""

    def hold_turn_row(self) -> Then:
        """Return a callback that puts the cursor back on the row of the turn, if it is there now."""
        raise NotImplementedError

    def places(self) -> dict[str, tuple[str, type[Widget]]]:
        """Return the name and the class of each tab, by its key."""
        raise NotImplementedError

    def place(self, tab: str) -> type[Widget]:
        """Return the class of a tab, without those of the others: each is imported at its first use."""
        raise NotImplementedError

    @property
    def moments(self) -> frozenset[str]:
        """The situations that hold now: they decide which keys the footer shows, and in which order."""
        session = self.session
        fight, lights = session.fight, [each for each in session.supplies.values() if each.light]
        situations = {ALWAYS, SOMEBODY if session.creatures else NOBODY}
        if fight is None:
            situations.add(NO_FIGHT)
        else:
            situations |= {FIGHT, TURNS if fight.acting else NO_TURN}
            if fight.acting and not _foes_stand(session, fight):
                situations.add(NO_FOES)
        if session.pending:
            situations.add(WAITING)
        if self.tab == EXPLORATION:
            situations.add(IN_EXPLORATION)
        elif session.creatures:
            situations.add(AMONG_PEOPLE)
        if any(not each.is_depleted for each in lights) and session.is_dark:
            situations.add(DARK)
        return frozenset(situations)

    @property
    def own_here(self) -> Mapping[str, OwnKey]:
        """The GM's own keys that work on the current tab, by key."""
        return self.own_on(self.tab)

    def own_on(self, tab: str) -> Mapping[str, OwnKey]:
        """Return the GM's own keys that work on a tab, by key."""
        own = self.app.preferences.own
        return {key: each for key, each in own.items() if PLACES[int(tab) - 1] in each.places}

    def with_keys(self, key: str, /, **values: object) -> str:
        """Format a text of the table in which `{encounter.next}` is the way to that binding from this tab."""
        return self.app.with_keys(key, **values)

    @property
    def own_bindings(self) -> Mapping[str, ActiveBinding]:
        """The bindings of the GM's own keys that work on the current tab, by key."""
        return {
            key: ActiveBinding(self, binding_of_own(key, each), enabled=True)
            for key, each in self.own_here.items()
        }

    @property
    def divided_count(self) -> int:
        """Number of texts that several GMs have changed at once."""
        return len(divided_texts(self.history)) if self.history.rewritten else 0

    @property
    def doubled_count(self) -> int:
        """Number of events that took goods which another GM had already taken, unseen."""
        return len(doubled_events(self.history))

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal as a sentence."""
        self.say(self.refusal_text(refusal), Tone.BAD)

    def refusal_text(self, refusal: Refusal) -> str:
        """Return the sentence of a refusal, in the words of this game."""
        return refusal_sentence(refusal, self.session.system, self.history.names)

    def picture(self) -> None:
        """Show the session as it is now."""
        raise NotImplementedError

    def picture_status(self) -> None:
        """Show the top line as it is now."""
        raise NotImplementedError

    def say(self, sentence: str, tone: Tone = Tone.PLAIN) -> None:
        """Show a sentence to the GM."""
        raise NotImplementedError

    def has_room_for(self, sentence: str) -> bool:
        """Whether the line for sentences can show this one whole."""
        raise NotImplementedError

    def ask_line(
        self,
        title: str,
        lead: str = "",
        creature_ids: tuple[str, ...] = (),
        initial: str = "",
        *,
        fresh: bool = False,
        then: Then = no_more,
    ) -> None:
        """Ask for the rest of a line that begins with `lead`, play it, and then call `then`.

        The first key replaces a `fresh` initial text.
        """
        raise NotImplementedError

    def ask_faces(self, keys: tuple[str, ...]) -> None:
        """Ask for the faces of pending rolls, one after another."""
        raise NotImplementedError

    def play_key(self, key_id: str) -> None:
        """Play the line of a key of the table, or ask for what the line lacks."""
        raise NotImplementedError

    def with_rows(self, line: str, do: Callable[[tuple[str, ...]], None]) -> None:
        """Call `do` with the rows that `.` means in a line, or with the creature of the turn for `@`."""
        raise NotImplementedError

    def line_of(self, key_id: str) -> str:
        """Return the line of a key of the table, with the GM's usual interval filled in."""
        raise NotImplementedError

    def hint_of(self, key_id: str) -> str:
        """Return a hint for an entry of a menu, such as the creatures that it is for; else empty."""
        raise NotImplementedError

    def shows(self, command: Command) -> bool:
        """Show the page of a command that only reads; False if it is a command of another kind."""
        raise NotImplementedError

    def ask_first(self, command: Command, draft: Draft, then: Then) -> bool:
        """Ask about a draft before it is played, if it needs that; False if it does not.

        Calls `then` once the draft is played.
        """
        raise NotImplementedError

    async def turn_to(self, tab: str) -> None:
        raise NotImplementedError

    def prepare(self, changes: tuple[Change, ...]) -> None:
        """Draw the current tab in advance, with changes that probably come next."""
        raise NotImplementedError

    def clear_marks(self, event_id: str) -> None:
        """Remove the marks that an event has used."""
        raise NotImplementedError

    def mark_again(self, event_id: str) -> None:
        """Restore the marks that an event removed, when it is undone or redone."""
        raise NotImplementedError


def _foes_stand(session: Session, fight: Encounter) -> bool:
    """Whether adversaries still take part; True as well before there are any."""
    foes = [who for who, combatant in fight.combatants.items() if combatant.side != PARTY]
    return not foes or any(is_standing(session, fight, who) for who in foes)
