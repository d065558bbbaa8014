"""A screen looks at what may have changed with one timer, and goes on when a look is refused."""

from collections.abc import Callable

import pytest
from textual.app import App

from tests.screens.saves import wait_until
from tracker.rules.refusal import Refusal
from tracker.screens import steady
from tracker.screens.steady import SteadyScreen


class Looking(SteadyScreen[None]):
    def __init__(self, *looks: tuple[int, Callable[[], None]]) -> None:
        super().__init__()
        self.refused: list[str] = []
        self.intervals: list[float] = []
        self._looks = looks

    def refuse(self, refusal: Refusal) -> None:
        self.refused.append(refusal.code)

    def set_interval(self, interval: float, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        self.intervals.append(interval)
        return super().set_interval(interval, *args, **kwargs)  # type: ignore[arg-type]

    def on_mount(self) -> None:
        for beats, look in self._looks:
            self.repeat(beats * steady.BEAT, look)


async def look_until(screen: Looking, enough: Callable[[], bool]) -> None:
    app = App[None]()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        await wait_until(pilot, enough)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steady, "BEAT", 0.01)


async def test_all_looks_wake_together_each_at_its_own_beats() -> None:
    seen: list[str] = []
    looks = ((1, lambda: seen.append("save")), (3, lambda: seen.append("others")))
    screen = Looking(*looks)
    await look_until(screen, lambda: len(seen) >= 8)
    assert screen.intervals.count(steady.BEAT) == 1
    assert seen[:8] == ["save", "save", "save", "others"] * 2


async def test_a_refused_look_is_said_once_and_keeps_no_other_from_looking() -> None:
    seen: list[int] = []

    def refused_but_once() -> None:
        if len(seen) != 3:
            raise Refusal("no_permission", path="mesa.json")

    screen = Looking((1, refused_but_once), (1, lambda: seen.append(0)))
    await look_until(screen, lambda: len(seen) >= 7)
    assert screen.refused == ["no_permission"] * 2
