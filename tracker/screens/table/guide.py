"""The guide of an example or a new campaign: which key to press next, until the GM has pressed it."""

from collections.abc import Callable, Iterable
from itertools import islice

from msgspec import Struct

from tracker.session.history import History


class Step(Struct, frozen=True):
    """One thing to try, and how to tell that it has been done."""

    text: str
    """The sentence, with ids of bindings where their keys go."""
    done: Callable[["Guide", str], bool]
    act: str = ""
    """The act that the game must offer for this step."""


def _on_tab(tab: str) -> Callable[["Guide", str], bool]:
    return lambda guide, shown: shown == tab


def _told(*kinds: str) -> Callable[["Guide", str], bool]:
    return lambda guide, shown: any(kind in guide.told for kind in kinds)


EXAMPLE_GM = "ejemplo"
"""The GM of the examples; a copy that has no other GM's events is a first start."""
OF_AN_EXAMPLE = (
    Step("guide.try_press_to_see", _on_tab("2")),
    Step("guide.try_passes_the_turn", _told("turn")),
    Step(
        "guide.try_go_down_to",
        _told("damaged"),
        "damage",
    ),
    Step("guide.try_says_what_would", _told("undone")),
    Step(
        "guide.try_opens_exploration_lets",
        _told("interval_passed"),
    ),
    Step("guide.that_is_all_shows", _told()),
)
_BEGINNING = {
    "joined_party": "guide.to_begin_adds_a",
    "supply_got": "guide.the_others_gives_each",
    "encounter_opened": "guide.an_encounter_opens_the",
    "appeared": "guide.the_foes_adds_them",
    "initiative": "guide.initiative_on_each_pc",
    "turn": "guide.gives_the_turn_the",
    "encounter_ended": "guide.attacks_gives_the_turn",
    "interval_passed": "guide.the_clock_and_lets",
}
"""What a new campaign needs, by the kind of the fact that tells that it is there."""
OF_A_NEW_CAMPAIGN = (
    *(Step(text, _told(*islice(_BEGINNING, place, None))) for place, text in enumerate(_BEGINNING.values())),
    Step("guide.that_is_all_shows_the", _told()),
)
"""A step is over too if a later one is done: nobody needs all of them, in this order."""


def guide_of(history: History) -> "Guide | None":
    """Return the guide of a campaign that has just begun, or of an example that nobody has played."""
    if all(event.gm == EXAMPLE_GM for event in history):
        return Guide(history, OF_AN_EXAMPLE)
    is_new = len(history) == 1 and not history.session.creatures
    return Guide(history, OF_A_NEW_CAMPAIGN) if is_new else None


class Guide:
    """Goes from step to step as the GM does them."""

    def __init__(self, history: History, steps: Iterable[Step]) -> None:
        acts = history.session.game.acts
        self._steps = tuple(step for step in steps if not step.act or step.act in acts)
        self._history = history
        self._read = len(history)
        """How many events have been read; those before the guide began do not count."""
        self._step = 0
        self.told: frozenset[str] = frozenset()
        """Kinds of facts since the guide began."""

    def text(self, tab: str) -> str:
        """Return the key of what to try next on this tab; nothing once the GM has gone on after the end."""
        if self._step == len(self._steps) - 1 and len(self._history) > self._read:
            self._step += 1
        if self._step == len(self._steps):
            return ""
        new = islice(reversed(self._history), max(0, len(self._history) - self._read))
        self.told |= {fact.kind for event in new for fact in event.facts}
        self._read = len(self._history)
        while self._step < len(self._steps) - 1 and self._steps[self._step].done(self, tab):
            self._step += 1
        return self._steps[self._step].text
