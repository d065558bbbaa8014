"""The guide of the example campaign: it says which key to press next, until the GM has pressed it."""

from collections.abc import Callable
from itertools import islice

from msgspec import Struct

from tracker.session.history import History
from tracker.wording.language import N_, _


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


STEPS = (
    Step(N_("Prueba: pulsa {table.encounter} para ver el encuentro que está en marcha."), _on_tab("2")),
    Step(N_("Prueba: {encounter.next} pasa el turno; {encounter.previous} vuelve atrás."), _told("turn")),
    Step(
        N_("Prueba: baja con la flecha hasta un enemigo y pulsa {creature.damage} 5 {act.give}."),
        _told("damaged"),
        "damage",
    ),
    Step(N_("Prueba: {table.undo} dice qué volvería; otra vez, y lo deshace."), _told("undone")),
    Step(
        N_("Prueba: {table.exploration} abre la exploración; {exploration.ten_minutes} deja pasar un rato."),
        _told("interval_passed"),
    ),
    Step(N_("Eso es todo: {table.help} enseña las demás teclas. Esta copia es tuya."), _told()),
)


class Guide:
    """Goes from step to step as the GM does them."""

    def __init__(self, history: History) -> None:
        acts = history.session.game.acts
        self._steps = tuple(step for step in STEPS if not step.act or step.act in acts)
        self._history = history
        self._read = len(history)
        """How many events have been read; those before the guide began do not count."""
        self._step = 0
        self.told: frozenset[str] = frozenset()
        """Kinds of facts since the guide began."""

    def text(self, tab: str) -> str:
        """Return the next thing to try on this tab; nothing once the GM has gone on after the end."""
        if self._step == len(self._steps) - 1 and len(self._history) > self._read:
            self._step += 1
        if self._step == len(self._steps):
            return ""
        new = islice(reversed(self._history), max(0, len(self._history) - self._read))
        self.told |= {fact.kind for event in new for fact in event.facts}
        self._read = len(self._history)
        while self._step < len(self._steps) - 1 and self._steps[self._step].done(self, tab):
            self._step += 1
        return _(self._steps[self._step].text)
