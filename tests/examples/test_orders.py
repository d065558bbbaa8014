"""The example campaigns can be played from their orders, and their saves are what the orders make."""

from pathlib import Path

import pytest

from tests.session.game import Game
from tracker.rules.systems import SYSTEMS
from tracker.wording.sentences import sentences

ORDERS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("orders", ORDERS, ids=lambda path: path.stem)
def test_every_order_is_understood_and_told(orders: Path) -> None:
    assert orders.stem in SYSTEMS
    game = Game(system=orders.stem)
    for line in filter(str.strip, orders.read_text(encoding="utf-8").splitlines()):
        event = game.play(game.deed(line, roll=lambda sides: sides // 2 + 1))
        told = " ".join(sentences(event, game.history))
        assert told, line
        assert "…" not in told.replace("…", "", line.count("…")), line
    assert len(game.history) > 50
    assert game.session.fight is not None or game.session.pending
