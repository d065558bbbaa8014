"""The table shows the other GMs and the state of the save."""

import errno
import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.screens.saves import NOW, Group, notice_text, status, table, wait_until
from tests.told import undone
from tests.trials import one_of, one_row_of
from tests.widgets.stage import shown_lines
from tracker.app import TrackerApp
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens import table_screen as table_module
from tracker.screens.table import sharer
from tracker.screens.table_screen import TableScreen
from tracker.session.event import Event
from tracker.session.moves.campaign import note, rename
from tracker.session.moves.party import join_party
from tracker.session.moves.undo import undo_event
from tracker.store.campaign import Campaign
from tracker.store.event_line import write_line
from tracker.store.presence import Presence
from tracker.store.save_format import Contents, decode, encode
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.question import Confirm, Title
from tracker.widgets.text_panel import TextPanel
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.messages import say


@pytest.fixture
def group(tmp_path: Path) -> Group:
    return Group(tmp_path)


def wrote(campaign: Campaign, text: str) -> str:
    event = campaign.play(note(campaign.session, text))
    campaign.share()
    return event.id


async def test_conflict_copies_are_offered_united_and_moved_aside(group: Group) -> None:
    group.begin().save.close()
    copy = group.path.with_name("Torre (1).json")
    shutil.copy(group.path, copy)
    bea = Campaign.open(copy, group.folders("bea").journals, "bea", lambda: 0)
    event_id = wrote(bea, "por mi cuenta")
    app = group.app("ana")
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm))
        await pilot.press("s")
        await wait_until(pilot, lambda: not copy.exists())
        assert event_id in table(app).campaign.history
    assert event_id in group.open("carla").history
    assert len(list(copy.parent.glob("Torre (1).json.merged-*"))) == 1


async def test_a_copy_with_only_known_or_rejected_events_brings_nothing(group: Group) -> None:
    event_id = wrote(group.begin(), "algo")
    entries = dict(decode(group.path.read_bytes()).entries)
    document = {**entries[event_id].document, "facts": [["note", [3]]], "at": NOW + 1}
    group.path.write_bytes(
        encode(Contents.from_entries({**entries, event_id: write_line(event_id, document)}))
    )
    shutil.copy(group.path, group.path.with_name("Torre (1).json"))
    app = group.app("bea")
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm) and bool(app.screen.query(TextPanel)))
        told = app.screen.query(TextPanel).last()
        await wait_until(pilot, lambda: "Torre (1).json · sucesos nuevos: 0" in " ".join(shown_lines(told)))


async def test_copies_are_offered_once_nothing_else_is_asked(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys typed ahead may have opened a dialog by then, and would answer another."""
    group.begin().save.close()
    shutil.copy(group.path, group.path.with_name("Torre (1).json"))
    monkeypatch.setattr(table_module, "SOON", 3600)
    monkeypatch.setattr(table_module, "LOOK", 0.01)
    look, looks = TableScreen._look_beside, list[TableScreen]()

    def noted(table: TableScreen) -> None:
        looks.append(table)
        look(table)

    monkeypatch.setattr(TableScreen, "_look_beside", noted)
    app = group.app("ana")
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack))
        await pilot.press(":")
        await wait_until(pilot, lambda: isinstance(app.screen, TextPrompt))
        table(app)._look_beside()
        await wait_until(pilot, lambda: len(looks) > 2)
        assert isinstance(app.screen, TextPrompt)
        await pilot.press("ctrl+c")
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm))


@pytest.mark.parametrize(
    "name",
    one_of(
        [
            "Torre.sync-conflict-20261122-003000-ABCDEFG.json",
            "Torre (Bea's conflicted copy 2026-11-22).json",
            "Torre (conflicted copy 2026-11-22 003000).json",
        ]
    ),
)
async def test_a_copy_that_arrives_while_the_table_is_open_is_united(group: Group, name: str) -> None:
    group.begin().save.close()
    away = group.path.parent.with_name("away") / "Torre.json"
    away.parent.mkdir()
    shutil.copy(group.path, away)
    bea = Campaign.open(away, group.folders("bea").journals, "bea", lambda: 0)
    event_id = wrote(bea, "por mi cuenta")
    stranger = Campaign.create(
        away.with_name("otra.json"),
        group.folders("eva").journals,
        system="chronicle",
        title="Torre",
        gm="eva",
        now=lambda: 0,
    )
    app = group.app("ana")
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: not table(app).campaign.stirs_beside)
        await pilot.pause(1.2)
        copy, other = group.path.with_name(name), group.path.with_name("Torre (1).json")
        whole = away.read_bytes()
        copy.write_bytes(whole[:-40])  # still being written
        shutil.copy(stranger.save.path, other)
        await pilot.pause(1.2)
        assert copy.exists()
        copy.write_bytes(whole)
        await wait_until(pilot, lambda: event_id in table(app).campaign.history and not copy.exists())
        assert not isinstance(app.screen, Confirm)
        assert min(stranger.save.entries) not in table(app).campaign.history
    assert other.exists()
    assert event_id in group.open("carla").history


async def test_copies_that_are_declined_stay_where_they_are(group: Group) -> None:
    group.begin().save.close()
    copy = group.path.with_name("Torre (1).json")
    shutil.copy(group.path, copy)
    app = group.app("ana")
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm))
        await pilot.press("n")
        await wait_until(pilot, lambda: app.screen is table(app))
    assert copy.exists()


async def test_what_another_gm_does_is_told_with_who_did_it(group: Group) -> None:
    group.begin().save.close()
    app = group.app("ana")
    async with app.run_test() as pilot:
        bea = group.open("bea")
        wrote(bea, "viene la guardia")
        await wait_until(pilot, lambda: "bea: Nota: viene la guardia" in notice_text(app))
        wrote(bea, "uno")
        bea.play(note(bea.session, "dos"))
        bea.share()
        await wait_until(pilot, lambda: "dos" in notice_text(app))


async def test_what_was_just_done_is_shared_before_the_table_is_left(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wait in ("SOON", "POLL"):
        monkeypatch.setattr(sharer, wait, 60.0)
    group.begin().save.close()
    app = group.app("ana")
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: len(app.screen_stack) > 1 and app.screen is table(app))
        left = table(app)
        await pilot.press("o", *"adiós", "enter", "q")
        await wait_until(pilot, lambda: not left.is_attached)
    assert "adiós" in str([event.document for event in group.open("carla").history])


async def test_a_save_that_got_events_back_while_it_is_played_is_said(group: Group) -> None:
    group.begin().save.close()
    old = group.path.read_bytes()
    app = group.app("ana")
    async with app.run_test() as pilot:
        table(app).player.play(lambda history: note(history.session, "algo"))
        await wait_until(pilot, lambda: group.path.read_bytes() != old)
        before = group.path.with_name("antes")
        before.write_bytes(old)
        before.replace(group.path)
        await wait_until(pilot, lambda: "se le ha devuelto" in notice_text(app))
        await wait_until(pilot, lambda: f" {say('top_line.saved')}" in status(app))


async def test_an_event_that_is_rejected_later_leaves_the_screen_and_is_said(group: Group) -> None:
    begun = group.begin()
    event_id = begun.play(join_party(begun.session, "Lía", {}, lambda: "lia")).id
    begun.share()
    app = group.app("ana")
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: table(app).pane.table.cursor_key == "lia")
        entries = dict(decode(group.path.read_bytes()).entries)
        document = {**entries[event_id].document, "facts": [["note", [3]]], "at": NOW + 1}
        group.path.write_bytes(
            encode(Contents.from_entries({**entries, event_id: write_line(event_id, document)}))
        )
        await wait_until(pilot, lambda: "no es creíble" in notice_text(app))
        assert table(app).pane.table.cursor_key is None


@pytest.mark.slow
async def test_home_rewinds_a_campaign_and_an_undo_at_its_table_brings_it_back(group: Group) -> None:
    wrote(group.begin(), "algo")
    app = group.app("ana")
    async with app.run_test() as pilot:
        await pilot.press("q", "m", "b", "enter", "enter")
        await pilot.pause()
        assert not any(event.document.get("cancels") for event in group.open("ana").history)
        last = group.open("ana").history.undoable
        assert last is not None
        assert last.rewinds
        await pilot.press("m", "b", "enter", "down", "enter")
        await pilot.pause()
        assert len(list(group.path.parent.glob("*.json"))) == 2


@pytest.mark.slow
async def test_the_top_line_says_who_else_is_here_until_they_leave(group: Group) -> None:
    group.begin().save.close()
    app = group.app("ana")
    bea = Presence(group.path, "bea")
    async with app.run_test(size=(100, 24)) as pilot:
        bea.show("1")
        await wait_until(pilot, lambda: "compartido con bea" in status(app))
        bea.leave()
        await wait_until(pilot, lambda: "con bea" not in status(app))


async def test_another_gms_tab_can_be_followed(group: Group) -> None:
    group.begin().save.close()
    app = group.app("ana")
    bea = Presence(group.path, "bea")
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.press("g", "o")
        assert "Nadie más" in notice_text(app)
        bea.show("3")
        await wait_until(pilot, lambda: "compartido con bea" in status(app))
        assert table(app).tab == "1"
        await pilot.press("g", "o")
        await wait_until(pilot, lambda: table(app).tab == "3")
        bea.show("../../etc")
        await pilot.press("2")
        bea.show("4")
        await wait_until(pilot, lambda: [other.tab for other in table(app).sharer.other_gms.others] == ["4"])
        assert table(app).tab == "2"
    bea.leave()


async def test_two_versions_of_a_text_are_marked_and_one_key_away(group: Group) -> None:
    group.begin().save.close()
    app = group.app("ana")
    async with app.run_test(size=(100, 24)) as pilot:
        bea = group.open("bea")
        bea.play(rename(bea.session, "De Bea"))
        table(app).campaign.play(rename(table(app).session, "De Ana"))
        bea.share()
        await wait_until(pilot, lambda: "versiones: g v" in status(app))
        shown = table(app).session.title
        await pilot.press("g", "v", "down", "enter")
        assert table(app).session.title != shown
        assert "versiones" not in status(app)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "coins", "back"),
    one_row_of([(("enter",), 15, ("ctrl+r",)), (("down", "enter"), 30, ("u", "u"))]),
)
async def test_loot_shared_twice_is_marked_and_undone_or_left_by_one_key(
    group: Group, keys: tuple[str, ...], coins: int, back: tuple[str, ...]
) -> None:
    ana = group.begin()
    for name in ("Lía", "Bren"):
        do(ana, f"pj {name}", name)
    do(ana, "botín 30 oro")
    ana.share()
    ana.save.close()
    app = group.app("ana")
    async with app.run_test(size=(100, 24)) as pilot:
        bea = group.open("bea")
        do(bea, "reparte")
        do(table(app).campaign, "reparte")
        bea.share()
        await wait_until(pilot, lambda: "1 cosa por decidir: g v" in status(app))
        await pilot.press("g", "v")
        told = " ".join(shown_lines(app.screen.query_one(LineTable)))
        assert "Deshacer lo de" in told
        assert "Sobran 30 oro: se tomó dos veces del botín" in told
        await pilot.press(*keys)
        await wait_until(pilot, lambda: "por decidir" not in status(app))
        purses = [each.purse["gold"] for each in table(app).session.creatures.values()]
        assert purses == [coins, coins]
        await pilot.press(*back)
        await wait_until(pilot, lambda: "por decidir" in status(app))


def do(campaign: Campaign, line: str, key: str = "antorcha") -> Event:
    command = parse(line, CommandContext(campaign.history))
    return campaign.play(draft_of(command, campaign.history, lambda _sides: 1, lambda: key))


def torch(group: Group) -> None:
    """Begin a campaign in which a torch is to be rolled."""
    ana = group.begin()
    for line in ("lleva grupo antorcha d8 cada intervalo encendida", "intervalo 1h"):
        do(ana, line)
    ana.share()
    ana.close()


async def overtaken(pilot: Pilot[None], group: Group, app: TrackerApp) -> Campaign:
    """Let ana settle the torch that bea sees waiting, which bea has not seen yet; return ana's campaign."""
    await wait_until(pilot, lambda: len(table(app).session.pending) == 1)
    ana = group.open("ana")
    do(ana, "resuelve")
    table(app).player.play(lambda history: note(history.session, "algo"))
    return ana


async def test_a_superseded_roll_is_said_not_to_count(group: Group) -> None:
    torch(group)
    app = group.app("bea")
    async with app.run_test(size=(100, 24)) as pilot:
        ana = await overtaken(pilot, group, app)
        await pilot.press("enter")
        await wait_until(pilot, lambda: not table(app).session.pending)
        assert table(app).session.supplies["antorcha"].die == 8
        ana.share()
        await wait_until(pilot, lambda: notice_text(app).startswith("No cuenta, porque ana lo había"))
        assert " — ana: " in notice_text(app)
        assert table(app).query_one("#notice", Notice)._tone is Tone.WARNING
        assert table(app).session.supplies["antorcha"].die == 6
        await pilot.press("4")
        await pilot.pause()
        assert "no cuenta" in " ".join(shown_lines(table(app).pane.table))


@pytest.mark.slow
async def test_a_superseded_roll_that_counts_again_is_said(group: Group) -> None:
    torch(group)
    app = group.app("bea")
    async with app.run_test(size=(100, 24)) as pilot:
        await wait_until(pilot, lambda: len(table(app).session.pending) == 1)
        ana = group.open("ana")
        first = do(ana, "resuelve")
        table(app).player.play(lambda history: note(history.session, "algo"))
        await pilot.press("enter")
        ana.share()
        await wait_until(pilot, lambda: len(table(app).history.superseded_events) == 1)
        ana.play(undo_event(ana.history, first.id))
        ana.share()
        await wait_until(pilot, lambda: notice_text(app).startswith("Cuenta otra vez: "))
        assert f" — ana: {undone()}" in notice_text(app)
        assert table(app).session.supplies["antorcha"].die == 8


@pytest.mark.slow
async def test_a_late_roll_of_another_gm_is_said_and_counts_once_the_first_is_undone(
    group: Group,
) -> None:
    torch(group)
    app = group.app("ana")
    async with app.run_test(size=(100, 24)) as pilot:
        await wait_until(pilot, lambda: len(table(app).session.pending) == 1)
        bea = group.open("bea")
        bea.play(note(bea.session, "algo"))
        do(bea, "resuelve")
        await pilot.press("enter")
        await wait_until(pilot, lambda: not table(app).session.pending)
        bea.share()
        await wait_until(pilot, lambda: "No cuenta, porque ana lo había resuelto antes: " in notice_text(app))
        assert "bea: " in notice_text(app)
        event = next(each for each in table(app).history if each.gm == "ana" and each.throws)
        table(app).player.play(lambda history: undo_event(history, event.id))
        assert table(app).session.supplies["antorcha"].die == 6


@pytest.mark.slow
async def test_an_undo_shows_what_of_another_would_count_again(group: Group) -> None:
    torch(group)
    app = group.app("ana")
    async with app.run_test(size=(100, 24)) as pilot:
        bea, carla = group.open("bea"), group.open("carla")
        for each in (bea, carla):
            each.play(note(each.session, "algo"))
        first = do(bea, "resuelve")
        more = carla.play(note(carla.session, "algo más"))
        do(carla, "resuelve")
        for each in (carla, bea):
            each.share()
        await wait_until(pilot, lambda: len(table(app).history.superseded_events) == 1)
        table(app).player.play(lambda history: undo_event(history, more.id))
        assert table(app).history.undoable is table(app).history[first.id]
        await pilot.press("u")
        await pilot.pause()
        shown = " ".join(shown_lines(app.screen.query(TextPanel).last()))
        assert "Contará lo de carla: " in shown
        assert "No cuenta" not in shown


async def test_an_event_superseded_during_its_undo_question_is_said(group: Group) -> None:
    torch(group)
    app = group.app("bea")
    async with app.run_test(size=(100, 24)) as pilot:
        ana = await overtaken(pilot, group, app)
        await pilot.press("enter", "u")
        ana.share()
        await wait_until(pilot, lambda: len(table(app).history.superseded_events) == 1)
        await pilot.press("s")
        assert notice_text(app) == "Eso ya no cuenta: ana lo había resuelto antes."


async def test_what_is_on_screen_is_true_shared_kept_here_or_refused(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    group.begin().save.close()
    app = group.app("ana")
    async with app.run_test(size=(100, 24)) as pilot:
        await wait_until(pilot, lambda: f" {say('top_line.saved')}" in status(app))
        with monkeypatch.context() as patch:
            patch.setattr("os.replace", full)
            table(app).player.play(lambda history: note(history.session, "se queda aquí"))
            await wait_until(pilot, lambda: "sin compartir" in status(app))
            assert "No cabe más en el disco" in notice_text(app)
            patch.setattr("tracker.store.journal.write_all", full)
            before = len(table(app).history)
            table(app).player.play(lambda history: note(history.session, "no cabe"))
            assert "No se ha hecho" in notice_text(app)
            assert len(table(app).history) == before
        await wait_until(pilot, lambda: f" {say('top_line.saved')}" in status(app))
    assert "se queda aquí" in str([event.document for event in group.open("bea").history])


async def test_a_folder_that_cannot_be_written_is_said_when_its_save_is_opened(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    group.begin().save.close()
    refusal = Refusal("read_only_folder", path="saves")
    monkeypatch.setattr("tracker.screens.table.sharer.obstacle", lambda _path: refusal)
    app = group.app("ana")
    async with app.run_test(size=(100, 24)) as pilot:
        await wait_until(pilot, lambda: "solo lectura" in status(app))
        assert "queda solo en tu diario" in notice_text(app)


async def test_undoing_what_another_did_asks_by_their_name_first(group: Group) -> None:
    wrote(group.begin(), "de ana")
    app = group.app("bea")
    async with app.run_test() as pilot:
        await pilot.press("u")
        await pilot.pause()
        assert "ana" in app.screen.query_one(Title)._text
        await pilot.press("n")
        assert table(app).history.undoable is not None


async def test_an_event_undone_by_another_gm_during_the_question_is_said(group: Group) -> None:
    wrote(group.begin(), "una")
    bea = group.open("bea")
    event_id = wrote(bea, "otra")
    app = group.app("ana")
    async with app.run_test() as pilot:
        await pilot.press("u")
        bea.play(undo_event(bea.history, event_id))
        bea.share()
        await wait_until(pilot, lambda: not table(app).history.counts(event_id))
        await pilot.press("s")
        assert notice_text(app) == "Eso ya está deshecho."
