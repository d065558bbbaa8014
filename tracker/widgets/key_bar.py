"""The footer: one line of hints, the keys that do something here now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice
from typing import NamedTuple

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen

from tracker.widgets.bindings import binding_of, footer_of, in_declared_order, is_own
from tracker.widgets.ink import Emphasis, Line, line, truncate, width_of
from tracker.widgets.key import ALWAYS, LAST, USUAL
from tracker.widgets.painted import Drawn, PaintedWidget
from tracker.wording.messages import has, say


class Hint(NamedTuple):
    """One key of the bar with its description."""

    text: Line
    active: ActiveBinding
    is_last: bool
    """Whether it is shown however narrow the bar is."""


class KeyBar(PaintedWidget):
    """The hints that fit, read from the screen's active bindings.

    The table of keys states at which moments the bar shows a key, and where; `moments` of the screen names
    the present ones. The GM's own keys replace others, and letters of a picker's options hide them. Menu and
    help, the last keys of the table, are always shown.

    Textual's Footer mounts a widget per key at every change and leaks them (Textualize/textual#6666); this
    bar holds one subscription and draws one line.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()
        self._made_of: dict[str, tuple[Binding, bool, tuple[int, str] | None]] = {}
        """What the hints were made from: each binding, whether it is enabled, and its place if shown."""
        self._will_read = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)
        self._read()

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def get_content_width(self, *_: object) -> int:
        return sum(width_of(hint.text) + 2 for hint in self._hints) - 2 * bool(self._hints)

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        shown = [hint.text for hint in self._fitting_hints(width)]
        apart = chain.from_iterable((*line("  "), *hint) for hint in shown)
        return [Drawn((truncate(tuple(islice(apart, 1, None)), width, self.look.ellipsis),))]

    def _fitting_hints(self, width: int) -> Iterator[Hint]:
        """Yield the hints that fit beside the last ones."""
        room = width - sum(width_of(hint.text) + 2 for hint in self._hints if hint.is_last) + 2
        for hint in self._hints:
            if hint.is_last:
                yield hint
            elif width_of(hint.text) + 2 <= room:
                room -= width_of(hint.text) + 2
                yield hint

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the hint under the mouse."""
        end = 0
        for hint in self._fitting_hints(self.size.width):
            start, end = end, end + width_of(hint.text) + 2
            if start <= event.x < end - 2:
                await self.app.run_action(hint.active.binding.action, hint.active.node)
                return

    def _bindings_updated(self, screen: Screen[object]) -> None:
        """Read the bindings once, however often one key changes them; under a dialog, once it is closed."""
        if not self._will_read and screen is self.screen and screen is self.app.screen:
            self._will_read = True
            self.call_later(self._read)

    def _read(self) -> None:
        self._will_read = False
        if not self.is_attached:
            return
        own: Mapping[str, ActiveBinding] = getattr(self.screen, "own_bindings", {})
        letters: Set[str] = getattr(self.screen, "letters", frozenset())
        bindings = {**self.screen.active_bindings, **own}
        bindings = {key: active for key, active in bindings.items() if key not in letters}
        now: Set[str] = getattr(self.screen, "moments", {ALWAYS})
        state = {
            key: (active.binding, active.enabled, self._place(key, active.binding, now))
            for key, active in bindings.items()
        }
        if state == self._made_of:
            return
        self._made_of = state
        places = {active: place for key, active in bindings.items() if (place := state[key][-1]) is not None}
        ordered = sorted(in_declared_order(places), key=lambda active: places[active][0])
        hints = tuple(self._hint(active, *places[active]) for active in _one_per_action(ordered))
        if [each.text for each in hints] != [each.text for each in self._hints]:
            self._hints = hints
            if self.styles.is_auto_width:
                self.refresh(layout=True)
            self.redraw()
        self._hints = hints

    def _place(self, key: str, binding: Binding, now: Set[str]) -> tuple[int, str] | None:
        """Place of a binding now; a GM's own key has that of the key that it replaces."""
        if not is_own(binding):
            return footer_of(binding, now)
        covered = filter(None, map(binding_of, self.app.preferences.own[key].covers))
        places = (place for each in covered if (place := footer_of(each, now)))
        return min(places, default=(USUAL, ALWAYS))

    def _hint(self, active: ActiveBinding, place: int, moment: str) -> Hint:
        key = self.app.get_key_display(active.binding)
        own = f"{moment}.{active.binding.id}"
        description = say(own) if moment and has(own) else self.app.description(active.binding)
        return Hint(line((key, Emphasis.KEY), f" {description}"), active, place >= LAST)


def _one_per_action(bindings: Iterable[ActiveBinding]) -> Iterable[ActiveBinding]:
    """First key of each enabled action that has a description."""
    shown: dict[str, ActiveBinding] = {}
    for active in bindings:
        if active.binding.description and active.enabled:
            shown.setdefault(active.binding.action, active)
    return shown.values()
