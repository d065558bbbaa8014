"""Baseline a: the least that a Textual app can be."""

from textual.app import App, ComposeResult
from textual.widgets import Footer, Header


class PlainApp(App[None]):
    """A header and a footer."""

    TITLE = "Baseline a"
    BINDINGS = [("q", "quit", "Quit")]  # noqa: RUF012 - Textual's own shape

    def compose(self) -> ComposeResult:
        yield Header()
        yield Footer()


if __name__ == "__main__":
    PlainApp().run()
