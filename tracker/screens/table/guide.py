"""The guide of an example or a new campaign: it names an action to try until the GM has tried it."""

from collections.abc import Callable, Mapping
from itertools import islice

from msgspec import Struct

from tracker.rules.clock import HOUR
from tracker.session.groups import free_creatures, is_standing, rows_of
from tracker.session.history import History
from tracker.session.state import FOES, Session
from tracker.wording.messages import say
from tracker.wording.words import term, words_of


class Hint(Struct, frozen=True):
    """What to press, and the moment at which the keys do what it says."""

    text: str
    """Word key of a sentence that holds ids of bindings in the places of their keys."""
    holds: Callable[[History], bool]
    tab: str = ""
    """The tab to try it on; on the others, the hint is how to get there. Empty if any tab will do."""


class Task(Struct, frozen=True):
    """One action to try, done once a fact of one of these kinds is recorded, in any order."""

    facts: tuple[str, ...]
    hints: tuple[Hint, ...]
    """The first one that holds is shown; if none does, the task waits behind the next one."""
    label: str = ""
    act: str = ""
    """The act that the game must have; empty if any game will do."""


class Plan(Struct, frozen=True):
    """The tasks of a guide in order, and its sentences."""

    tasks: tuple[Task, ...]
    enough: int
    """Number of tasks done after which the guide ends."""
    sentence: str
    last: str
    """Word keys of the sentence around a hint, and of the one that ends the guide."""


def _always(_history: History) -> bool:
    return True


def _is_ready(history: History) -> bool:
    return history.session.fight is None and any(free_creatures(history.session))


def _is_fight(history: History) -> bool:
    return history.session.fight is not None and bool(history.session.fight.combatants)


def _has_turn(history: History) -> bool:
    return history.session.fight is not None and bool(history.session.fight.acting)


def _has_foe(history: History) -> bool:
    return _has_turn(history) and bool(_find_foe(history.session))


def _find_foe(session: Session) -> str:
    """Find the first adversary that stands alone in its row, so that its letter is its own; empty without."""
    fight = session.fight
    rows = rows_of(session, fight).values() if fight else ()
    foes = [
        who
        for who, *mates in rows
        if fight and not mates and fight.combatants[who].side == FOES and is_standing(session, fight, who)
    ]
    # One that acts now would seem to hurt itself.
    return min(foes, key=lambda who: fight is not None and who in fight.acting, default="")


def _has_deed(history: History) -> bool:
    return history.undoable is not None


EXAMPLE_GM = "demo"
"""The GM of the examples in every language; the events of other GMs came after the example was opened."""
FIRST_EVENING = 8 * HOUR
"""Seconds of real time from the first action, after which no guide comes back."""
_WAY = {"2": "guide.see_encounter"}
"""Word key of the hint that leads to a tab."""
_HURT = ("damaged", "harmed", "game_lost")
"""Kinds of facts about damage: of games with health, of one without, and of game files."""
_BEGIN = Hint("guide.fight_now", _is_ready)
_BLOW = Hint("guide.blow_now", _has_foe)
_UNDO = Task(("undone",), (Hint("guide.undo_now", _has_deed),), "guide.undo")
_TIME = Task(("interval_passed",), (Hint("guide.time_now", _always),), "guide.time")
OF_AN_EXAMPLE = Plan(
    (
        Task(("turn",), (Hint("guide.pass_turn", _has_turn, "2"),)),
        Task(_HURT, (Hint("guide.blow_now", _has_foe, "2"),), act="damage"),
        _UNDO,
        _TIME,
    ),
    enough=4,
    sentence="guide.to_try",
    last="guide.end_of_copy",
)
OF_A_NEW_CAMPAIGN = Plan(
    (
        Task(("joined_party",), (Hint("guide.party_now", _always),), "guide.party"),
        Task(("appeared",), (Hint("guide.foes_now", _always),), "guide.foes"),
        Task(("encounter_began",), (Hint("guide.turn_now", _is_fight), _BEGIN), "guide.fight"),
        Task(_HURT, (_BLOW, _BEGIN), "guide.blow", "damage"),
        Task(("encounter_ended",), (Hint("guide.end_now", _is_fight), _BEGIN), "guide.end"),
        Task(("supply_got",), (Hint("guide.things_now", _always),), "guide.things"),
        _TIME,
        _UNDO,
    ),
    enough=6,
    sentence="guide.to_begin",
    last="guide.end_of_guide",
)
"""In the order of a first evening; the fight comes before the supplies, so that it begins soon."""


def guide_of(history: History, now: int) -> "Guide | None":
    """Return the guide of the first evening of a campaign that began empty, or of an example.

    Without one afterwards, and once enough has been tried.
    """
    first = next(iter(history), None)
    if first is None:
        return None
    if first.gm == EXAMPLE_GM:
        own_events = [event for event in history if event.gm != EXAMPLE_GM]
        plan, count = OF_AN_EXAMPLE, len(own_events)
        began = own_events[0].at if own_events else now
    else:
        plan, count, began = OF_A_NEW_CAMPAIGN, len(history), first.at
    if now - began > FIRST_EVENING:
        return None
    if plan is OF_A_NEW_CAMPAIGN and history.session_after(first.id).creatures:
        return None
    guide = Guide(history, plan, count)
    return None if guide.is_over else guide


class Guide:
    """Shows the keys of the first task left and names the other ones; ends after its last sentence."""

    def __init__(self, history: History, plan: Plan, own_count: int) -> None:
        self._history = history
        self._plan = plan
        acts = history.session.game.acts
        self._tasks = [task for task in plan.tasks if not task.act or task.act in acts]
        self._kinds: frozenset[str] = frozenset()
        """Kinds of the facts that the guided GM has recorded."""
        self._read = len(history) - own_count
        """Number of events read so far; those of others, before the guide began, count as read."""
        self._taking_leave = False
        self._read_new()

    def _read_new(self) -> None:
        events = islice(reversed(self._history), max(0, len(self._history) - self._read))
        self._kinds |= {fact.kind for event in events for fact in event.facts}
        self._read = len(self._history)

    @property
    def _remaining(self) -> list[Task]:
        return [task for task in self._tasks if self._kinds.isdisjoint(task.facts)]

    @property
    def is_over(self) -> bool:
        """Whether enough tasks are done."""
        done_count = len(self._tasks) - len(self._remaining)
        return done_count >= min(self._plan.enough, len(self._tasks))

    def text(self, tab: str, with_keys: Callable[..., str], letters: Mapping[str, str]) -> str:
        """Return the next action to try on this tab, with its keys; empty after the end."""
        # The last sentence stays until the GM plays something more.
        if self._taking_leave and len(self._history) > self._read:
            return ""
        self._read_new()
        if self.is_over:
            self._taking_leave = True
            return with_keys(self._plan.last)
        remaining = self._remaining
        hints = ((task, hint) for task in remaining for hint in task.hints if hint.holds(self._history))
        task, hint = next(hints, (None, None))
        if task is None or hint is None:
            return ""
        others = ", ".join(say(each.label) for each in remaining if each is not task and each.label)
        return say(self._plan.sentence, now=self._hint_text(hint, tab, with_keys, letters), later=others)

    def _hint_text(
        self, hint: Hint, tab: str, with_keys: Callable[..., str], letters: Mapping[str, str]
    ) -> str:
        if hint.tab not in ("", tab):
            return with_keys(_WAY[hint.tab])
        foe = _find_foe(self._history.session)
        foes = term(words_of(self._history.session.system), "first_evening", "foes")
        return with_keys(
            hint.text, foes=foes, letter=letters.get(foe, ""), foe=self._history.names.get(foe, "")
        )
