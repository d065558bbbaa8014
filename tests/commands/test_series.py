"""Several lines in one text: each on its own, or one line of a stat block or a note."""

from tests.session.exchange.test_pasted import MOLE
from tests.session.game import Game
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.series import series_in


@each_of(
    ("text", "count"),
    [
        ("daño lía 2\ncura lía 1", 2),
        ("damage lía 2\r\n\r\n  heal lía 1\n", 2),
        ("# combate\n2d6\nnota ya\n", 2),
        ("pj Ana\npj Bea", 2),
        ("aparece 2 orco\naparece lobo\nañade pj Teo", 3),
        ("daño lía 2\nxyz\ncura lía 1", 3),
        ("nota Cae la reja\ndaño lía 2", 2),
        ("nota Cae la reja\ny cierra el paso", 0),
        ("nota Cae la reja\ny da miedo", 0),
        ("daño lía 2", 0),
        ("daño lía 2\n\n# nada más", 0),
        ("", 0),
        ("xyz\ndaño lía 2", 0),
        (f"aparece {MOLE}", 0),
        (f"pj {MOLE}", 0),
        (MOLE, 0),
    ],
)
def test_lines_that_begin_with_verbs_are_played_one_by_one(text: str, count: int) -> None:
    assert len(series_in(text, CommandContext(Game("pj Lía salud=9").history))) == count


def test_lines_keep_their_order_and_their_words() -> None:
    context = CommandContext(Game("pj Lía salud=9").history)
    assert [*series_in("  daño lía 2 \n\tcura  lía 1", context)] == ["daño lía 2", "cura  lía 1"]
