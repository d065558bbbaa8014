"""The last events under a tab: a newest event of several sentences is told whole."""

from random import Random

import pytest

from tests.screens.game import Folder, fight, playing
from tests.session.game import BEA, Game, meet
from tests.trials import one_in
from tests.widgets.stage import shown_lines
from tracker.screens.table.recent import Recent
from tracker.widgets.theme import Look


async def test_an_event_of_several_sentences_takes_the_lines_of_older_events(folder: Folder) -> None:
    folder.begin(*fight("estado lía parálisis", "estado lía miedo", "estado lía ceguera"))
    async with playing(folder) as game:
        await game.press("2")
        while len(game.session.pending) < 3:
            await game.press("n")
        folder.faces.extend([2] * 9)
        await game.command("tira todo")
        shown = shown_lines(game.pane.query_one(Recent))
        told = " ".join(row.strip() for row in shown[1:])
        assert "…" not in told
        for condition in ("de la Parálisis", "del Miedo", "de la Ceguera"):
            assert f"no se libra {condition} (d20" in told


SHAPES = ((98, 4), (98, 12), (58, 3), (38, 7), (98, 4))
"""Widths and heights of the panel, one after another: what is kept for one must be right in the next."""
OFTEN = (
    *("daño lía 2", "daño lea 1", "daño goblin* 2", "estado lía veneno nivel 3", "cura bruno 1", "omite"),
    *("renombra lía Lea la Larga", "renombra lea Lía", "intervalo 10m", "intervalo 1d", "siguiente"),
    *("resuelve 1", "deshacer", "rehacer", f"nota {'el agua sube ' * 9}", "2d6"),
)


@pytest.mark.parametrize("seed", one_in(10, range(60)))
def test_the_lines_that_are_kept_are_those_made_anew(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is played, undone, renamed and merged, on other days and in other windows."""
    monkeypatch.setattr(Recent, "look", Look())
    chance, shown, ana = Random(seed), Recent(), Game(*fight("siguiente"))
    bea = ana.copy(BEA)
    for number in range(18):
        chance.choice((ana, ana, bea)).attempt(chance.choice(OFTEN), lambda sides: sides)
        if number % 4 == 0:
            meet(ana, bea)
        width, height = SHAPES[number // 5 % len(SHAPES)]
        anew = Recent().last_lines(ana.history, width, height)
        assert shown.last_lines(ana.history, width, height) == anew
