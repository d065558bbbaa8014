"""The guide of an example or a new campaign: which key to press next, until the GM has pressed it."""

from collections.abc import Callable, Iterable
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


EXAMPLE_GM = "ejemplo"
"""The GM of the examples; a copy that has no other GM's events is a first start."""
OF_AN_EXAMPLE = (
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
_BEGINNING = {
    "joined_party": N_("Para empezar: {group.join} añade un PJ, con su ficha delante."),
    "supply_got": N_(
        "Los demás, con {group.join}. {group.get} le da a cada cual sus cosas: una antorcha, raciones…"
    ),
    "encounter_opened": N_("Un encuentro: {table.encounter} abre la pestaña y {encounter.begin} lo empieza."),
    "appeared": N_("Los enemigos: {creature.appear} los añade; por ejemplo, 3 goblin."),
    "initiative": N_("La iniciativa: {encounter.initiative} en cada PJ; en un enemigo, tira la de todos."),
    "turn": N_("{encounter.next} da el turno; las teclas de abajo son para quien lleva el cursor."),
    "encounter_ended": N_(
        "{creature.attack} ataca, {encounter.next} da el turno y {encounter.end} termina el combate."
    ),
    "interval_passed": N_("El reloj: {table.exploration}, y {exploration.ten_minutes} deja pasar un rato."),
}
"""What a new campaign needs, by the kind of the fact that tells that it is there."""
OF_A_NEW_CAMPAIGN = (
    *(Step(text, _told(*islice(_BEGINNING, place, None))) for place, text in enumerate(_BEGINNING.values())),
    Step(N_("Eso es todo: {table.help} enseña las demás teclas y {table.undo} deshace lo que sea."), _told()),
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
