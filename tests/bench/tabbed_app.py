"""Baseline b: what the stock widgets give for four tabs of tables, as most would write it."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import DataTable, Footer, Header, TabbedContent, TabPane

ROWS = 30


class TabbedApp(App[None]):
    """Four tabs, each with a table."""

    TITLE = "Baseline b"
    BINDINGS: ClassVar[list[BindingType]] = [("q", "quit", "Quit"), ("n", "next_tab", "Next tab")]

    def compose(self) -> ComposeResult:
        yield Header()
        with TabbedContent():
            for number in range(4):
                with TabPane(f"Tab {number}", id=f"tab-{number}"):
                    yield DataTable[str](id=f"table-{number}", cursor_type="row")
        yield Footer()

    def on_mount(self) -> None:
        for number in range(4):
            table = self.query_one(f"#table-{number}", DataTable)
            table.add_columns("Name", "HP", "AC", "Status", "Notes")
            for row in range(ROWS):
                table.add_row(
                    f"T{number} Row {row}", str(row), str(10 + row % 8), "ok", "a goblin with a club"
                )
        self.query_one("#table-0").focus()

    def action_next_tab(self) -> None:
        tabs = self.query_one(TabbedContent)
        number = (int(tabs.active[-1]) + 1) % 4
        self.set_focus(None)
        tabs.active = f"tab-{number}"
        self.query_one(f"#table-{number}").focus()


if __name__ == "__main__":
    TabbedApp().run()
