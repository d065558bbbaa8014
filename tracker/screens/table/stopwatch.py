"""The time at the table, of the turn and of the evening, and what calls a GM who prefers to be called.

It is never saved, and not measured unless a preference asks for it.
"""

from textual.timer import Timer

from tracker.rules.clock import MINUTE
from tracker.rules.glance import Tone
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.session.history import History
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.preferences import Occasion, Preferences, Shown
from tracker.widgets.status_line import Part
from tracker.wording import amounts
from tracker.wording.messages import say

TICK = 5.0
"""Seconds between looks at the clock; as the line shows minutes, it changes once a minute at most."""
_TURNS = ("turn", "turn_taken_back")
"""Kinds of facts that begin a turn."""
_Turn = tuple[str, int, str]
"""The encounter, the round and the creature of a turn."""


class Stopwatch:
    """Measures the current turn and the evening by the real time of the events."""

    def __init__(self, screen: CampaignScreen) -> None:
        self._screen = screen
        self._timer: Timer | None = None
        self._now = 0
        """Real time of the last look."""
        self._turn: _Turn | None = None
        self._turn_began = 0
        self._evening_began: int | None = None
        self._rung = False
        """Whether the GM has been called for the current turn."""
        self._waiting: frozenset[str] | None = None
        """Keys of the pending rolls at the last look; None before the first."""

    def look(self) -> None:
        """Look at the clock if the GM wants it; call once for an overdue turn and for a new pending roll."""
        preferences = self._preferences
        if self._notice_new_roll():
            self._call(Occasion.WAITING, say("stopwatch.roll_waits", campaign=self._screen.session.title))
        is_wanted = preferences.timer is not Shown.OFF or bool(preferences.overdue)
        if not is_wanted and self._timer is not None:
            self._timer.stop()
            self._timer = None
        elif is_wanted and self._timer is None:
            self._timer = self._screen.set_interval(TICK, self._screen.picture_status)
        if is_wanted:
            self._count()

    def facts(self) -> list[Part]:
        """Return the times that the GM wants to see, as of the last look."""
        if self._timer is None:
            return []
        facts, choice = [], self._preferences.timer
        if self._turn is not None and (self._is_late or choice in (Shown.TURN, Shown.BOTH)):
            text = say("stopwatch.turn", time=_minutes(self._now - self._turn_began))
            facts.append(Part(line((text, Tone.WARNING if self._is_late else Emphasis.MUTED)), priority=1))
        if self._evening_began is not None and choice in (Shown.EVENING, Shown.BOTH):
            text = say("stopwatch.evening", time=_minutes(self._now - self._evening_began))
            facts.append(Part(line((text, Emphasis.MUTED)), priority=1))
        return facts

    @property
    def _preferences(self) -> Preferences:
        return self._screen.app.preferences

    @property
    def _is_late(self) -> bool:
        """Whether the current turn has taken longer than the GM's limit; 0 is no limit."""
        overdue = self._preferences.overdue
        return self._turn is not None and 0 < overdue <= self._now - self._turn_began

    def _count(self) -> None:
        """Note the current turn and its beginning, and call once if it takes too long."""
        history, session = self._screen.history, self._screen.session
        now = self._now = self._screen.campaign.now()
        if self._evening_began is None:
            self._evening_began = _evening_began(history, now)
        fight = session.fight
        turn = (session.encounter, fight.round, fight.active) if fight and fight.active else None
        if turn != self._turn:
            self._turn_began = now if self._turn else _last_turn(history, now)
            self._turn, self._rung = turn, False
        if self._is_late and not self._rung:
            self._rung = True
            time = _minutes(now - self._turn_began)
            self._call(Occasion.OVERDUE, say("stopwatch.long_turn", campaign=session.title, time=time))

    def _call(self, occasion: Occasion, sentence: str) -> None:
        """Ring, and show a sentence on the desktop, if the GM wants that on this occasion.

        The sentence names no creature: players may see the GM's desktop.
        """
        wanted = (occasion, Occasion.BOTH)
        if self._preferences.bell in wanted:
            self._screen.app.bell()
        if self._preferences.notification in wanted:
            self._screen.app.notify_desktop(sentence)

    def _notice_new_roll(self) -> bool:
        """Note the pending rolls; True if one is new since the last look, False at the first look."""
        old_keys, self._waiting = self._waiting, frozenset(self._screen.session.pending)
        return old_keys is not None and bool(self._waiting - old_keys)


def _minutes(seconds: int) -> str:
    return amounts.roughly(seconds // MINUTE * MINUTE) if seconds >= MINUTE else say("stopwatch.0_min")


def _last_turn(history: History, now: int) -> int:
    """Return the real time when the current turn began; `now` if that was on another evening."""
    from tracker.session.recap import NIGHT

    for event in reversed(history):
        if now - event.at >= NIGHT:
            break
        if history.counts(event.id) and any(fact.kind in _TURNS for fact in event.facts):
            return event.at
    return now


def _evening_began(history: History, now: int) -> int:
    """Return the real time of the first event since the last night; `now` if there is none."""
    from tracker.session.recap import NIGHT

    began = now
    for event in reversed(history):
        if began - event.at >= NIGHT:
            break
        began = event.at
    return began
