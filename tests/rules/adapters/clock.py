"""Time as the cases tell it: a list of fights, turns and intervals, played one after another.

`{"fight": 2}` is a fight of two whole rounds of two others, `{"turns": 3}` three turns away from any fight,
`{"interval": 600}` ten minutes.
"""

from collections.abc import Mapping, Sequence

from tests.session.game import Game

Passages = Sequence[Mapping[str, int]]


def pass_time(game: Game, passages: Passages, fighters: str = '"rival 1", "rival 2"') -> None:
    """Play the passages; the first fight needs the rivals, whom this brings."""
    game.do("aparece 2 rival")
    for passage in passages:
        for kind, amount in passage.items():
            match kind:
                case "fight":
                    _fight(game, amount, fighters)
                case "turns":
                    for _ in range(amount):
                        game.do("turno")
                case "interval":
                    game.do(f"intervalo {amount}s")
                case _:
                    raise AssertionError(f"no passage of time: {kind}")


def _fight(game: Game, rounds: int, fighters: str) -> None:
    game.do(f"combate Puente {fighters}")
    for _ in range(2 * rounds):
        game.do("siguiente")
    game.do("fin")
