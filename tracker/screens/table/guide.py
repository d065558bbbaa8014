"""The guide of an example or a new campaign: what to try, until the GM has tried it."""

from collections.abc import Callable, Iterable
from itertools import islice

from msgspec import Struct

from tracker.session.history import History
from tracker.wording.messages import say


class Step(Struct, frozen=True):
    """One thing to try, and how to tell that it has been done."""

    text: str
    """The sentence, with ids of bindings where their keys go."""
    done: Callable[["Guide", str], bool]
    act: str = ""
    """The act that the game must offer for this step."""


def _on_tab(tab: str) -> Callable[["Guide", str], bool]:
    return lambda guide, shown: shown == tab


def _fact_test(*kinds: str) -> Callable[["Guide", str], bool]:
    return lambda guide, shown: any(kind in guide.kinds for kind in kinds)


EXAMPLE_GM = "demo"
"""The GM of the examples, in every language; a copy that has no other GM's events is a first start."""
HURT = ("damaged", "harmed", "game_lost")
"""What games tell when damage was done: those that keep health, one without it written down, and a file."""
OF_AN_EXAMPLE = (
    Step("guide.see_encounter", _on_tab("2")),
    Step("guide.pass_turn", _fact_test("turn")),
    Step(
        "guide.hurt_enemy",
        _fact_test(*HURT),
        "damage",
    ),
    Step("guide.try_undo", _fact_test("undone")),
    Step(
        "guide.pass_time",
        _fact_test("interval_passed"),
    ),
)


class Task(Struct, frozen=True):
    """One thing of a first evening, done once a fact of one of these kinds has happened, in any order."""

    facts: tuple[str, ...]
    label: str
    now: str
    """The sentence while it is the first that is left, with ids of bindings where their keys go."""
    act: str = ""
    """The act that the game must offer for it."""


OF_A_NEW_CAMPAIGN = (
    Task(("joined_party",), "guide.party", "guide.party_now"),
    Task(("appeared",), "guide.foes", "guide.foes_now"),
    Task(("encounter_began",), "guide.fight", "guide.fight_now"),
    Task(HURT, "guide.blow", "guide.blow_now", "damage"),
    Task(("encounter_ended",), "guide.end", "guide.end_now"),
    Task(("supply_got",), "guide.things", "guide.things_now"),
    Task(("interval_passed",), "guide.time", "guide.time_now"),
    Task(("undone",), "guide.undo", "guide.undo_now"),
)
"""In the order of a first evening: the fight does not wait for what they carry."""
ENOUGH = 6
"""Tasks of a new campaign after which the GM needs no list."""


def guide_of(history: History) -> "Guide | None":
    """Return the guide of a campaign that has just begun, or of an example that nobody has played."""
    if all(event.gm == EXAMPLE_GM for event in history):
        return Walk(history, OF_AN_EXAMPLE)
    is_new = len(history) == 1 and not history.session.creatures
    return Checklist(history, OF_A_NEW_CAMPAIGN) if is_new else None


class Guide:
    """Knows what has happened since it began, and ends with the first event after its last sentence."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._read = len(history)
        """Number of events that have been read; those before the guide began do not count."""
        self.kinds: frozenset[str] = frozenset()
        """Kinds of facts since the guide began."""
        self._taking_leave = False

    def text(self, tab: str, with_keys: Callable[[str], str]) -> str:
        """Return what to try on this tab, with its keys; nothing once the GM has gone on after the end."""
        new = len(self._history) - self._read
        if self._taking_leave and new > 0:
            return ""
        events = islice(reversed(self._history), max(0, new))
        self.kinds |= {fact.kind for event in events for fact in event.facts}
        told = self._remaining_text(tab, with_keys)
        if told is None:
            self._taking_leave, told = True, with_keys(self._last)
        self._read = len(self._history)
        return told

    _last = ""
    """The key of the last sentence."""

    def _remaining_text(self, tab: str, with_keys: Callable[[str], str]) -> str | None:
        """Return what is left to try; None if nothing is."""
        raise NotImplementedError


class Walk(Guide):
    """Goes from step to step as the GM does them."""

    _last = "guide.end_of_copy"

    def __init__(self, history: History, steps: Iterable[Step]) -> None:
        super().__init__(history)
        acts = history.session.game.acts
        self._steps = [step for step in steps if not step.act or step.act in acts]

    def _remaining_text(self, tab: str, with_keys: Callable[[str], str]) -> str | None:
        while self._steps and self._steps[0].done(self, tab):
            del self._steps[0]
        return with_keys(self._steps[0].text) if self._steps else None


class Checklist(Guide):
    """Tells the key of the first thing that is left, and names the others."""

    _last = "guide.end_of_guide"

    def __init__(self, history: History, tasks: Iterable[Task]) -> None:
        super().__init__(history)
        acts = history.session.game.acts
        self._tasks = tuple(task for task in tasks if not task.act or task.act in acts)

    def _remaining_text(self, tab: str, with_keys: Callable[[str], str]) -> str | None:
        left = [task for task in self._tasks if self.kinds.isdisjoint(task.facts)]
        if len(self._tasks) - len(left) >= min(ENOUGH, len(self._tasks)):
            return None
        now, later = with_keys(left[0].now), ", ".join(say(task.label) for task in left[1:])
        return say("guide.to_begin", now=now, later=later)
