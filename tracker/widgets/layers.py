"""A dialog that comes or goes paints what it covers and uncovers, and nothing else.

Written against Textual 8.2.8, which paints the whole screen for it, twice where one goes: half a millisecond
for three lines, before the difference with what the terminal shows is looked for in all of it. Whatever is
not known to lie under a dialog is painted whole, as Textual does.

`TRACKER_FULL_FRAMES=1` does without it.
"""

from asyncio import get_running_loop
from typing import Any, Self

from textual.await_complete import AwaitComplete
from textual.geometry import Region
from textual.messages import Update
from textual.screen import Screen

from tracker.widgets.at_once import AtOnceApp, AtOnceScreen

_NOTHING: frozenset[Region] = frozenset()


class Layer(AtOnceScreen):
    """A screen over which others come, or one that comes over others."""

    owed: frozenset[Region] | None = None
    """What the next refresh of everything paints instead; None for everything."""
    unseen: frozenset[Region] = _NOTHING
    """What of it the terminal does not show, to be painted once it is told that it is on top."""
    asked_before_told = False
    """Whether that has been asked for before it is told that it is on top."""

    @property
    def hides(self) -> Region:
        """What it hides of what is below it; nothing where that is not known."""
        return Region()

    def come_over(self, below: "Layer") -> None:
        """Be laid over another screen, which is to stay as the terminal shows it."""
        self.unseen = frozenset(filter(None, (self.hides,)))
        below.owed = _NOTHING

    def come_back_from(self, above: Screen[Any]) -> None:
        """Be on top once another screen is gone, which may not have painted all that it was to.

        That may be what it uncovered itself, or what has changed here while it was on top.
        """
        if isinstance(above, Layer):
            unpainted = above._repaint_regions | above._compositor._dirty_regions  # noqa: SLF001 - no door
            self.unseen |= {above.hides} | above.unseen | unpainted
        else:
            self.unseen |= {Region()}

    @property
    def _knows_what_is_unseen(self) -> bool:
        return bool(self.unseen) and all(self.unseen) and self._size == self.app.size

    def on_screen_resume(self) -> None:
        """Paint what is not seen, before Textual asks for everything."""
        if self.asked_before_told:
            self.owed, self.asked_before_told = _NOTHING, False
            return
        if self._knows_what_is_unseen:
            self.owed = self.unseen
        self.unseen = _NOTHING

    def paint_at_once(self) -> None:
        """Paint what has changed, and what is not seen."""
        if self.unseen and self.ready:
            if not self._knows_what_is_unseen:
                return
            self._refresh_only(self.unseen)
            self.unseen, self.asked_before_told = _NOTHING, True
        super().paint_at_once()

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Paint these regions again, or everything when there are none, but for what need not be.

        What has changed far below is to be seen through all that lies between.
        """
        owed, self.owed = self.owed, None
        for between in self.app._background_screens if regions else ():  # noqa: SLF001 - Textual has no door
            between._set_dirty(*regions)  # noqa: SLF001 - no door
        if owed is None or regions or layout or recompose:
            return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        if owed:
            self._refresh_only(owed)
            get_running_loop().call_soon(self.post_message, Update(self))
        return self

    def _compositor_refresh(self) -> None:
        """Paint, or have the screen on top paint, what has changed here; and what changes next, too.

        Textual takes a screen that is not on top for one that is all to be painted the next time, and forgets
        then which widgets have changed.
        """
        super()._compositor_refresh()
        if self.app.screen is not self and not self.app.paints_whole:
            self._repaint_required = False

    def _refresh_only(self, regions: frozenset[Region]) -> None:
        """Paint these regions together with what is on this screen and has changed meanwhile.

        A screen that is to be painted again forgets what else is, and is told of that a moment later. What it
        lies over may have changed elsewhere, too.
        """
        everything = self._repaint_required
        self._styles_cache.clear()
        super().refresh(*regions)
        self._repaint_required = everything
        self._dirty_widgets.add(self)


class LayeredApp(AtOnceApp):
    """An app whose screens know what lies over them."""

    def push_screen(self, *args: Any, **kwargs: Any) -> Any:
        """Show a screen, over one that stays as it is."""
        below, above = self.screen if self.screen_stack else None, args[0]
        if not (isinstance(below, Layer) and isinstance(above, Layer)) or self.paints_whole:
            return super().push_screen(*args, **kwargs)
        above.come_over(below)
        try:
            return super().push_screen(*args, **kwargs)
        finally:
            below.owed = None

    def pop_screen(self) -> AwaitComplete:
        """Leave a screen."""
        above = self.screen
        gone = super().pop_screen()
        if isinstance(self.screen, Layer) and not self.paints_whole:
            self.screen.come_back_from(above)
        return gone

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        """Paint nothing for the screen that is gone: the one on top is told, and does."""
        if self.screen_stack and isinstance(self.screen, Layer) and not self.paints_whole:
            self.screen.owed = _NOTHING
        return await super()._replace_screen(screen)
