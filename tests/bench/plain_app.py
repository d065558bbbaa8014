"""Baseline a: the least that a Textual app can be."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Footer, Header


class PlainApp(App[None]):
    """A header and a footer."""

    TITLE = "Baseline a"
    BINDINGS: ClassVar[list[BindingType]] = [("q", "quit", "Quit")]

    def compose(self) -> ComposeResult:
        yield Header()
        yield Footer()


if __name__ == "__main__":
    PlainApp().run()
