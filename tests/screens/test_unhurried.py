"""Long work is done a little at a time."""

from collections.abc import Iterator
from time import sleep

from textual.app import App

from tracker.screens.unhurried import SLICE, ChunkedWork


def slow(count: int) -> Iterator[int]:
    for number in range(count):
        sleep(SLICE / 2)
        yield number


async def test_no_piece_of_work_is_long_and_everything_comes_in_order() -> None:
    app = App[None]()
    async with app.run_test() as pilot:
        pieces: list[tuple[list[int], bool]] = []
        unhurried = ChunkedWork[int](app, lambda items, over: pieces.append((items, over)))
        unhurried.begin(slow(20))
        while not pieces or not pieces[-1][1]:
            await pilot.pause(0.01)
        assert [number for items, _over in pieces for number in items] == [*range(20)]
        assert max(len(items) for items, _over in pieces) <= 3


async def test_new_work_ends_the_old() -> None:
    app = App[None]()
    async with app.run_test() as pilot:
        found: list[int] = []
        unhurried = ChunkedWork[int](app, lambda items, _over: found.extend(items))
        unhurried.begin(iter([1, 2]))
        unhurried.begin(iter([3, 4]))
        await pilot.pause(0.1)
        assert found == [3, 4]
