"""README's table of keys, from the bindings: `python -m tests.readme_keys` writes it."""

import re
from collections.abc import Iterator
from pathlib import Path

from textual.binding import Binding
from textual.dom import DOMNode

from tracker.base_app import BaseApp
from tracker.screens.home import CampaignsTable, HomeScreen
from tracker.screens.table.table_screen import TableScreen
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.screens.tabs.dice import DicePane
from tracker.screens.tabs.encounter import EncounterPane
from tracker.screens.tabs.exploration import ExplorationPane
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.people import PeoplePane
from tracker.widgets.line_table import LineTable
from tracker.widgets.themed_app import KEY_NAMES

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN, END = "<!-- keys -->", "<!-- /keys -->"
PLACES: tuple[tuple[str, type[DOMNode]], ...] = (
    ("Home", CampaignsTable),
    ("Home", HomeScreen),
    ("Every tab", TableScreen),
    ("Every tab", Pane),
    ("Everywhere", BaseApp),
    ("Lists", LineTable),
    ("Grupo, Encuentro and Exploración", PeoplePane),
    ("Grupo and Encuentro", CreaturesPane),
    ("Encuentro", EncounterPane),
    ("Exploración", ExplorationPane),
    ("Dados", DicePane),
)
SIGNS = {"question_mark": "?", "comma": ",", "up": "↑", "down": "↓"}


def table() -> str:
    """Return the table, a row for each key that does something worth a name."""
    rows = [f"| {place} | `{key}` | {what} |" for place, cls in PLACES for key, what in keys_of(cls)]
    return "\n".join(["| Place | Key | What |", "|---|---|---|", *rows])


def keys_of(place: type[DOMNode]) -> Iterator[tuple[str, str]]:
    """Yield the keys that a class declares itself, and what each does."""
    for binding in place.BINDINGS:
        if isinstance(binding, Binding) and binding.description:
            keys = [_shown(key) for key in binding.key.split(",")]
            yield "` `".join(keys), binding.tooltip or binding.description


def _shown(key: str) -> str:
    if key.startswith("menu:"):
        return "E …"
    return SIGNS.get(key) or KEY_NAMES.get(key) or key


def between(text: str) -> str:
    """Return what stands between the marks of a README."""
    return text.partition(BEGIN)[2].partition(END)[0].strip()


def main() -> None:
    """Write the table into README."""
    marked = re.compile(f"{BEGIN}.*?{END}", re.DOTALL)
    written = marked.sub(lambda _found: f"{BEGIN}\n{table()}\n{END}", README.read_text(encoding="utf-8"))
    README.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
