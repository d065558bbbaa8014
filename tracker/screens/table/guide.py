"""The guide of an example or a new campaign: it names an action to try until the GM has tried it."""

from collections.abc import Callable, Iterable
from itertools import islice

from msgspec import Struct

from tracker.session.history import History
from tracker.wording.messages import say
from tracker.wording.words import term, words_of


class Step(Struct, frozen=True):
    """One action to try, and the test of whether it has been done."""

    text: str
    """Word key of a sentence that holds ids of bindings in the places of their keys."""
    done: Callable[["Guide", str], bool]
    act: str = ""
    """The act that the game must have; empty if any game will do."""


def _on_tab(tab: str) -> Callable[["Guide", str], bool]:
    return lambda guide, current_tab: current_tab == tab


def _fact_test(*kinds: str) -> Callable[["Guide", str], bool]:
    return lambda guide, _tab: any(kind in guide.kinds for kind in kinds)


EXAMPLE_GM = "demo"
"""The GM of the examples in every language; a campaign with events of this GM only is not yet played."""
HURT = ("damaged", "harmed", "game_lost")
"""Kinds of facts about damage: of games with health, of one without, and of game files."""
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
    """One action of a first evening, done once a fact of one of these kinds is recorded, in any order."""

    facts: tuple[str, ...]
    label: str
    now: str
    """Word key of the sentence while this task is the next one, with ids of bindings in place of keys."""
    act: str = ""
    """The act that the game must have; empty if any game will do."""


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
"""In the order of a first evening; the fight comes before the supplies, so that it begins soon."""
ENOUGH = 6
"""Number of tasks done after which the guide of a new campaign ends."""


def guide_of(history: History) -> "Guide | None":
    """Return the guide of a campaign that has just begun, or of an example that nobody has played."""
    if all(event.gm == EXAMPLE_GM for event in history):
        return Walk(history, OF_AN_EXAMPLE)
    is_new = len(history) == 1 and not history.session.creatures
    return Checklist(history, OF_A_NEW_CAMPAIGN) if is_new else None


class Guide:
    """Base of the guides: collects the facts since it began, and ends after its last sentence."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._read = len(history)
        """Number of events read so far; the events before the guide began count as read."""
        self.kinds: frozenset[str] = frozenset()
        """Kinds of facts since the guide began."""
        self._taking_leave = False

    def text(self, tab: str, with_keys: Callable[..., str]) -> str:
        """Return the next action to try on this tab, with its keys; empty after the end."""
        new_count = len(self._history) - self._read
        # The last sentence stays until the GM plays something more.
        if self._taking_leave and new_count > 0:
            return ""
        events = islice(reversed(self._history), max(0, new_count))
        self.kinds |= {fact.kind for event in events for fact in event.facts}
        text = self._remaining_text(tab, with_keys)
        if text is None:
            self._taking_leave, text = True, with_keys(self._last)
        self._read = len(self._history)
        return text

    _last = ""
    """Word key of the last sentence."""

    def _remaining_text(self, tab: str, with_keys: Callable[..., str]) -> str | None:
        """Describe the actions left to try; None if none is left."""
        raise NotImplementedError


class Walk(Guide):
    """Leads from step to step, in order."""

    _last = "guide.end_of_copy"

    def __init__(self, history: History, steps: Iterable[Step]) -> None:
        super().__init__(history)
        acts = history.session.game.acts
        self._steps = [step for step in steps if not step.act or step.act in acts]

    def _remaining_text(self, tab: str, with_keys: Callable[..., str]) -> str | None:
        while self._steps and self._steps[0].done(self, tab):
            del self._steps[0]
        return with_keys(self._steps[0].text) if self._steps else None


class Checklist(Guide):
    """Shows the key of the first task left, and names the other ones."""

    _last = "guide.end_of_guide"

    def __init__(self, history: History, tasks: Iterable[Task]) -> None:
        super().__init__(history)
        acts = history.session.game.acts
        self._tasks = tuple(task for task in tasks if not task.act or task.act in acts)

    def _remaining_text(self, tab: str, with_keys: Callable[..., str]) -> str | None:
        remaining = [task for task in self._tasks if self.kinds.isdisjoint(task.facts)]
        if len(self._tasks) - len(remaining) >= min(ENOUGH, len(self._tasks)):
            return None
        foes = term(words_of(self._history.session.system), "first_evening", "foes")
        now, later = (
            with_keys(remaining[0].now, foes=foes),
            ", ".join(say(task.label) for task in remaining[1:]),
        )
        return say("guide.to_begin", now=now, later=later)
