"""Sharing with the save: what this GM did is written into it, and what the others did is told."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from tests.screens.game import Folder, party
from tests.screens.table.probe import probing
from tracker.store.event_line import Documents


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.01)


async def test_an_action_is_shared_soon_after_it(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        assert probe.player.play_line("nota llueve")
        assert probe.campaign.save.unshared_count
        await wait_until(lambda: not probe.campaign.save.unshared_count)


async def test_what_another_gm_did_is_shown_and_told_with_their_name(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        folder.play("nota nieva", gm="bea")
        probe.sharer.follow()
        await wait_until(lambda: probe.pictures > 0)
        assert probe.said == ["bea: Nota: nieva"]


async def test_the_news_of_several_events_are_the_last_and_how_many_more(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        folder.play("nota nieva", "nota truena", gm="bea")
        probe.sharer.follow()
        await wait_until(lambda: probe.pictures > 0)
        assert probe.said == ["bea: Nota: truena (y 1 más)"]


async def test_nobody_can_be_followed_where_nobody_else_is(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        probe.sharer.follow_next()
        assert len(probe.said) == 1
        assert probe.sharer.other_gms.followed_gm is None


async def test_the_screen_does_not_wait_while_the_save_is_read(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        reading, readable = threading.Event(), threading.Event()
        poll = probe.campaign.save.poll

        def slow_poll() -> Documents:
            reading.set()
            readable.wait(10)
            return poll()

        monkeypatch.setattr(probe.campaign.save, "poll", slow_poll)
        probe.sharer.follow()
        folder.play("nota nieva", gm="bea")
        await wait_until(reading.is_set)
        assert probe.player.play_line("nota llueve")
        assert probe.said[-1:] != ["bea: Nota: nieva"]
        readable.set()
        await wait_until(lambda: any("nieva" in each for each in probe.said))
