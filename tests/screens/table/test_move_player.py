"""Playing commands and moves: kept before they are shown, asked for again where they are refused."""

from tests.screens.game import Folder, party
from tests.screens.table.probe import probing
from tests.told import refusal
from tracker.session.moves import undo
from tracker.session.moves.campaign import note


async def test_a_line_is_on_disk_once_it_is_played_and_shown_and_nothing_repeats_it(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        event = probe.player.play_line("nota llueve")
        assert event is not None
        assert event.id in folder.open("bea").history
        assert (probe.said, probe.pictures) == ([""], 1)


async def test_a_line_that_is_refused_is_said_and_changes_nothing(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        before = probe.session
        assert probe.player.play_line("siguiente") is None
        assert probe.said == [refusal("no_encounter")]
        assert (probe.session, probe.pictures) == (before, 0)


async def test_a_line_that_is_refused_is_asked_for_again_with_the_reason(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        asked: list[str] = []
        assert probe.player.play_line("siguiente", again=asked.append) is None
        assert asked == [refusal("no_encounter")]


async def test_a_point_in_a_line_stands_for_the_chosen(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        who = next(iter(probe.session.party()))
        probe.player.play_line("renombra . Ñu", (who,))
        assert probe.session.creatures[who].name == "Ñu"


async def test_an_undo_restores_the_marks_of_the_event_it_takes_back(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        event = probe.player.play(lambda history: note(history.session, "llueve"))
        assert event is not None
        probe.player.play(lambda history: undo.undo_event(history, event.id))
        assert probe.marked_again == [event.id]


async def test_a_command_of_the_library_leaves_the_game_as_it_is(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        before = probe.session
        who = next(iter(before.party()))
        assert probe.player.play_line("biblioteca . Copia", (who,))
        assert probe.session == before
        assert "Copia" in str(probe.library_sharer.library.look().session.templates)
