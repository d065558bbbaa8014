"""No roll waits for what is gone, also in copies that went apart: one GM went back, the other played on."""

from tests.session.game import BEA, Game, meet
from tests.trials import each_of
from tracker.session.history import History
from tracker.session.moves import undo


def united_game(*lines: str, back: int) -> Game:
    """Return a save in which Ana took back so many acts while Bea let time pass, which called for rolls."""
    ana = Game("pj Lía", *lines)
    bea = ana.copy(BEA)
    bea.do("intervalo 30h", gm="bea")
    bea.do("turno", gm="bea")
    ana.play(undo.return_to(ana.history, ana.events[-1 - back].id))
    meet(ana, bea)
    return ana


@each_of(
    ("lines", "back"),
    [
        (("pj Bo", "estado bo veneno nivel 3"), 2),
        (("lleva lia antorcha d6", "enciende antorcha"), 2),
        (("efecto lia niebla salvación",), 1),
        (("cita 2: mercado",), 1),
    ],
)
def test_what_one_copy_went_back_past_is_waited_for_by_none(lines: tuple[str, ...], back: int) -> None:
    game = united_game(*lines, back=back)
    assert {each.who for each in game.session.pending.values()} <= {game.id_of("Lía")}
    assert not {"usage", "effect_save", "date"}.intersection(game.pending)


def test_any_grouping_of_the_events_folds_alike() -> None:
    game = united_game("pj Bo", "estado bo veneno nivel 3", back=2)
    one_by_one = History("chronicle")
    for event in game.events:
        one_by_one.add((event,))
    assert one_by_one.session == History("chronicle", game.events).session == game.session
