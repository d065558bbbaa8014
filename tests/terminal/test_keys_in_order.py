"""Of keys that arrive together, each goes to the dialog that the key before it opened."""

from pathlib import Path

import pytest
from textual.events import Key

from tests.play.shell import Place
from tests.play.terminal import Terminal
from tests.trials import one_row_of
from tests.widgets.stage import Stage
from tracker.widgets.entry import Entry
from tracker.widgets.text_prompt import TextPrompt

TIMES = 20


@pytest.fixture
def at(tmp_path: Path) -> Place:
    at = Place(tmp_path)
    at.begin("mesa", "pj Lía salud_total=99 salud=99")
    return at


def test_a_burst_loses_nothing(at: Place) -> None:
    with Terminal("mesa", environment=at.environment, folder=at.folder) as terminal:
        terminal.see("? Ayuda")
        terminal.type("d1\r" * TIMES)
        terminal.see(f" {99 - TIMES}/99")


@pytest.mark.parametrize(
    ("words", "typed", "seen"),
    one_row_of([(("mesa",), "d1\r", " 98/99"), ((), "\r", " guardado")]),
    ids=["table", "home"],
)
def test_what_is_typed_before_the_program_shows_is_answered(
    at: Place, words: tuple[str, ...], typed: str, seen: str
) -> None:
    with Terminal(*words, environment=at.environment, folder=at.folder) as terminal:
        terminal.type(typed)
        terminal.see(seen)


class Asking(Stage):
    """Opens a prompt on `d`."""

    BINDINGS = [("d", "ask", "")]  # noqa: RUF012 - Textual's own shape

    def action_ask(self) -> None:
        self.push_screen(TextPrompt("¿Cuánto?"))


async def test_textual_still_gives_keys_that_arrive_together_to_the_same_widget() -> None:
    """Once this fails, `PatientDriver` need not hold keys back."""
    app = Asking()
    async with app.run_test() as pilot:
        for key in "d1":
            app.post_message(Key(key, key))
        await pilot.pause()
        assert app.screen.query_one(Entry).value == ""
