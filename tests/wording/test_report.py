"""The report of the table and the sentence about somebody say the same of a combatant."""

from tests.session.game import Game
from tests.trials import each_of
from tracker.wording.report import creature_sentence, status_text


@each_of(("line", "text"), [("huye goblin", "en fuga"), ("oculta goblin", "oculto")])
def test_both_say_that_a_combatant_has_fled_or_hides(line: str, text: str) -> None:
    game = Game("pj Lía", "aparece goblin", "combate Puente", "iniciativa Lía 5", "siguiente", line)
    [row] = [each for each in status_text(game.history).splitlines() if " goblin" in each]
    assert row.endswith(f" · {text}")
    assert creature_sentence(game.session, game.id_of("goblin")).endswith(f", {text}.")
