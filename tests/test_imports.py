"""What the first screen does not show is imported when it is asked for."""

import subprocess
import sys
from pathlib import Path

from tracker.store.paths import examples

STARTED = """
import sys, tracker.app, tracker.cli.terminal_setup, tracker.terminal.running
print('\\n'.join(sys.modules))
"""
KEYS = """
import tracker.app, tracker.cli.terminal_setup, tracker.terminal.running
from tracker.cli.config_file import import_every_screen
from tracker.widgets.bindings import bindings_by_id, own_bindings, places
import_every_screen()
print('\\n'.join({*bindings_by_id()} - {each.id for place in places() for each in own_bindings(place)}))
"""
TYPED = """
import sys, tracker.cli.play
print('\\n'.join(sys.modules))
"""
STATUS = """
import sys
from tracker.cli import main
main(["--lang", "es", "--saves", sys.argv[1], "status", sys.argv[2]])
print("\\n".join(sys.modules))
"""
BY_A_FILE = """
import sys
from tracker.store.campaign import Spectator
from tracker.store.paths import examples
from tracker.wording.report import status_text
assert "Zaira" in status_text(Spectator(examples('es')['travesia']).history)
print('\\n'.join(sys.modules))
"""
NOT_SHOWN = {
    *("tracker.screens.dialogs.act_dialog", "tracker.screens.dialogs.command_prompt", "tracker.screens.home"),
    *(
        "tracker.screens.dialogs.jump",
        "tracker.screens.log",
        "tracker.screens.pages",
    ),
    *("tracker.screens.asking.campaign", "tracker.screens.asking.palette"),
    *("tracker.screens.tabs.dice", "tracker.screens.tabs.encounter", "tracker.screens.tabs.exploration"),
    *("tracker.widgets.form", "tracker.widgets.picker", "tracker.widgets.question"),
    *("tracker.commands.parse", "tracker.session.moves.turns", "tracker.store.database", "tinydb"),
}
NOT_NEEDED = {"pydantic", "markdown_it", "importlib.metadata", "tracker.rules.game_file.compiled"}


NOT_TOLD = {
    *("tracker.commands.moments", "tracker.commands.command", "tracker.wording.status"),
    *("subprocess", "textual"),
}
NOT_TYPED = {"tracker.cli.backups", "tracker.commands.moments", "tracker.wording.report", "subprocess"}


def lines_of(program: str, *words: str) -> set[str]:
    ran = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


def test_a_start_imports_no_dialog_no_page_and_no_tab_but_the_first() -> None:
    started = lines_of(STARTED)
    assert started & (NOT_SHOWN | NOT_NEEDED) == set()
    assert not [each for each in started if each.startswith("tracker.features.") and "screens" in each]


def test_every_key_is_known_at_its_place_though_nothing_has_been_opened() -> None:
    """Else a key of the GM's own that another action of the same screen has would be taken in silence."""
    assert lines_of(KEYS) == set()


def test_a_typed_line_imports_no_screen_no_odds_and_no_export() -> None:
    assert lines_of(TYPED) & {*NOT_NEEDED, *NOT_TYPED, "textual", "csv", "html", "fractions"} == set()


def test_the_table_is_told_without_what_reads_typed_lines_and_without_git(tmp_path: Path) -> None:
    campaign = tmp_path / "mesa.json"
    campaign.write_bytes(examples("es")["travesia"].read_bytes())
    imported = lines_of(STATUS, str(tmp_path), "mesa")
    assert "tracker.wording.report" in imported
    assert imported & NOT_TOLD == set()


def test_a_campaign_that_a_file_plays_imports_none_of_the_four_games() -> None:
    imported = lines_of(BY_A_FILE)
    assert "tracker.rules.game_file.compiled" in imported
    assert not [each for each in imported if each.startswith("tracker.rules.games.")]
    assert "importlib.metadata" not in imported
