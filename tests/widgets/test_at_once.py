"""What a key changes is painted before the key is let go of, and whatever has to be laid out in its time."""

from collections.abc import Mapping

import pytest
from textual.screen import Screen

from tests.widgets.stage import SIZE, Watched
from tracker.cells import FULL_FRAMES
from tracker.widgets.at_once import AtOnceScreen
from tracker.widgets.columns import Column
from tracker.widgets.ink import line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice

ROWS = [Row(name, (line(name),)) for name in ("lía", "bruno", "iria")]


class Ground(AtOnceScreen, Screen[None]):
    """A list, and a line below it."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.notice = LineTable((Column("", 10),), marking=True), Notice()

    def compose(self) -> "list[LineTable | Notice]":
        return [self.table, self.notice]

    def on_mount(self) -> None:
        self.table.show(ROWS)


async def frames_before_anybody_has_had_a_turn(
    *, asked: bool, auto: bool = False, env: Mapping[str, str] | None = None
) -> int:
    """Return the frames sent while the cursor moves and a sentence is said; all is seen in the end."""
    app, ground = Watched(env=env), Ground()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(ground)
        if auto:
            ground.notice.styles.height = "auto"
        await pilot.pause()
        before = app.frames
        ground.table.action_move(1)
        ground.notice.say("Toca a Bruno. " * 9)
        if asked:
            ground.paint_at_once()
        sent = app.frames - before
        await pilot.pause()
        assert app.agrees()
        assert app.frames == before + 1 or auto
    return sent


async def test_what_has_changed_is_one_frame_as_soon_as_it_is_asked_for() -> None:
    assert await frames_before_anybody_has_had_a_turn(asked=True) == 1


async def test_what_has_to_be_laid_out_is_left_to_textual() -> None:
    assert await frames_before_anybody_has_had_a_turn(asked=True, auto=True) == 0


async def test_it_can_be_switched_off() -> None:
    assert await frames_before_anybody_has_had_a_turn(asked=True, env={FULL_FRAMES: "1"}) == 0


async def test_textual_still_waits_until_every_widget_has_had_its_turn() -> None:
    """Once this fails, `tracker/widgets/at_once.py` can go."""
    assert await frames_before_anybody_has_had_a_turn(asked=False) == 0


@pytest.mark.parametrize(("key", "under"), [("down", "bruno"), ("end", "iria")])
async def test_a_key_that_a_list_acts_on_asks_for_it(
    key: str, under: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, ground = Watched(), Ground()
    asked: list[str | None] = []
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(ground)
        ground.table.focus()
        await pilot.pause()
        monkeypatch.setattr(ground, "paint_at_once", lambda: asked.append(ground.table.cursor_key))
        await pilot.press(key)
    assert asked == [under]


async def test_a_screen_below_another_is_not_painted() -> None:
    app, ground = Watched(), Ground()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(ground)
        await app.push_screen(Ground())
        await pilot.pause()
        before = app.frames
        ground.table.action_move(1)
        ground.paint_at_once()
        assert app.frames == before
