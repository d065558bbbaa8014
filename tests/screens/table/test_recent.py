"""The last events under a tab: a newest event of several sentences is told whole."""

from tests.screens.game import Folder, fight, playing
from tests.widgets.stage import seen
from tracker.screens.table.recent import Recent


async def test_an_event_of_several_sentences_takes_the_lines_of_older_events(folder: Folder) -> None:
    folder.begin(*fight("estado lía parálisis", "estado lía miedo", "estado lía ceguera"))
    async with playing(folder) as game:
        await game.press("2")
        while len(game.session.pending) < 3:
            await game.press("n")
        folder.faces.extend([2] * 9)
        await game.command("tira todo")
        shown = seen(game.pane.query_one(Recent))
        told = " ".join(row.strip() for row in shown[1:])
        assert "…" not in told
        for condition in ("de la Parálisis", "del Miedo", "de la Ceguera"):
            assert f"no se libra {condition} (d20" in told
