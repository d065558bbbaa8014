"""One line of hints: the keys that do something here now."""

from collections.abc import Iterable, Iterator, Sequence, Set

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen

from tracker.widgets.bindings import in_declared_order, place_of
from tracker.widgets.ink import Emphasis, Line, cut, line, width_of
from tracker.widgets.key_table import ALWAYS
from tracker.widgets.painted import Drawn, Painted

HELP_KEY = "question_mark"


class KeyBar(Painted):
    """As many hints as fit, read from the screen's active bindings; the help key is always the last.

    The table of keys says at which moments the bar shows a key, and where; a screen with moments names them.

    Textual's Footer mounts a widget per key at every change and leaks them (Textualize/textual#6666); this
    bar holds one subscription and draws one line.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._hints: tuple[Line, ...] = ()
        self._actives: tuple[ActiveBinding, ...] = ()
        """The binding of each hint."""
        self._help: Line = ()
        self._asked: ActiveBinding | None = None
        """The binding of the help key."""
        self._made_of: dict[str, tuple[Binding, bool, int | None]] = {}
        """The bindings that the hints were made from, whether each can be used, and its place if shown."""
        self._will_read = False

    def on_mount(self) -> None:
        """Subscribe to the bindings of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)
        self._read()

    def on_unmount(self) -> None:
        """Unsubscribe."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def get_content_width(self, *_: object) -> int:
        """Return the width of all the hints."""
        return sum(width_of(hint) + 2 for hint in self._hints) + width_of(self._help)

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Return as many hints as fit, in the order of the bindings."""
        shown = [(*hint, *line("  ")) for hint, _active in self._that_fit(width)]
        return [Drawn((*shown, cut(self._help, width, self.look.ellipsis)))]

    def _that_fit(self, width: int) -> Iterator[tuple[Line, ActiveBinding]]:
        """Yield the hints that fit, each with its binding."""
        room = width - width_of(self._help)
        for hint, active in zip(self._hints, self._actives, strict=True):
            if width_of(hint) + 2 <= room:
                room -= width_of(hint) + 2
                yield hint, active

    async def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        end = 0
        for hint, active in self._that_fit(self.size.width):
            start, end = end, end + width_of(hint) + 2
            if start <= event.x < end - 2:
                await self.app.run_action(active.binding.action, active.node)
                return
        if self._asked is not None and end <= event.x < end + width_of(self._help):
            await self.app.run_action(self._asked.binding.action, self._asked.node)

    def _bindings_updated(self, screen: Screen[object]) -> None:
        """Read the bindings once, however often one key changes them."""
        if not self._will_read and screen is self.screen and screen.is_current:
            self._will_read = True
            self.call_later(self._read)

    def _read(self) -> None:
        self._will_read = False
        if not self.is_attached:
            return
        bindings = self.screen.active_bindings
        now: Set[str] = getattr(self.screen, "moments", {ALWAYS})
        known = {
            key: (active.binding, active.enabled, place_of(active.binding, now))
            for key, active in bindings.items()
        }
        if known == self._made_of:
            return
        self._made_of = known
        places = {active: place for key, active in bindings.items() if (place := known[key][-1]) is not None}
        ordered = sorted(in_declared_order(places), key=places.__getitem__)
        shown = _one_per_action(ordered)
        self._actives = tuple(shown)
        hints = tuple(map(self._hint, self._actives))
        asked = self._asked = next((each for each in bindings.values() if _asks_for_help(each.binding)), None)
        help_hint = self._hint(asked) if asked and asked.binding.show else ()
        if (hints, help_hint) != (self._hints, self._help):
            self._hints, self._help = hints, help_hint
            if self.styles.is_auto_width:
                self.refresh(layout=True)
            self.redraw()

    def _hint(self, active: ActiveBinding) -> Line:
        key = self.app.get_key_display(active.binding)
        return line((key, Emphasis.KEY), f" {self.app.description(active.binding)}")


def _asks_for_help(binding: Binding) -> bool:
    """Whether this is a screen's help key, which the GM may have changed."""
    return str(binding.id or "").endswith(".help") or binding.key == HELP_KEY


def _one_per_action(bindings: Iterable[ActiveBinding]) -> Iterable[ActiveBinding]:
    """Return the first key of each available action that has words for a hint."""
    shown: dict[str, ActiveBinding] = {}
    for active in bindings:
        binding = active.binding
        if binding.description and active.enabled and not _asks_for_help(binding):
            shown.setdefault(binding.action, active)
    return shown.values()
