"""The core checks of Percentile and Margin, written as files, give the answers of the public cases.

What a file cannot say stands on the manual's page about own games.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.rules.game_file.test_played import FILES, shares
from tests.session.game import Game
from tests.trials import each_of
from tracker.rules.games.margin.checks import BonusDice
from tracker.rules.games.margin.checks import odds_of as odds_of_margin
from tracker.rules.games.percentile.checks import judge

VECTORS = Path(__file__).parents[2] / "vectors"


def cases(system: str) -> Iterator[dict[str, Any]]:
    for line in (VECTORS / f"{system}.jsonl").read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        if raw["inputs"]["op"] == "check" and raw["inputs"].get("possible", True):
            yield raw


def game_with_score(name: str, score: int) -> Game:
    text = (FILES / f"{name}.toml").read_text(encoding="utf-8")
    return Game(f"pj Ada habilidades=Trepar {score}", system=f"file.{name}", rules=text)


@each_of("case", cases("percentile"))
def test_percentile_as_a_file_gives_the_outcome_of_the_case(case: dict[str, Any]) -> None:
    inputs = case["inputs"]
    game = game_with_score("percentil", inputs["skill"])
    (throw,) = game.do(f"prueba ada trepar {inputs['modifier']:+d}", inputs["roll"]).throws

    assert throw.outcome == case["expect"]["outcome"]
    assert game.session.game.is_success(throw.outcome) == case["expect"]["success"]


@each_of("case", cases("margin"))
def test_margin_as_a_file_gives_the_outcome_of_the_case(case: dict[str, Any]) -> None:
    inputs = case["inputs"]
    game = game_with_score("margen", inputs["characteristic"])
    line = f"prueba ada trepar {inputs['bonuses']} trabas {inputs['penalties']}"
    (throw,) = game.do(line, inputs["die"], *inputs["d4"]).throws

    assert throw.outcome == case["expect"]["result"]
    assert throw.total == case["expect"]["total"]
    assert game.session.game.is_success(throw.outcome) == case["expect"]["success"]


@each_of("score", [0, 1, 7, 8, 29, 30, 55, 95, 120])
def test_percentile_as_a_file_reads_every_face_as_the_game_does(score: int) -> None:
    game = game_with_score("percentil", score)

    for face in range(1, 101):
        (throw,) = game.draft("prueba ada trepar", roll=lambda sides, face=face: face).throws  # type: ignore[misc]  # bound now
        assert throw.outcome == judge(score, face)


@each_of(("bonuses", "penalties"), [(0, 0), (1, 0), (0, 2), (3, 1)])
def test_margin_as_a_file_has_the_odds_of_the_game(bonuses: int, penalties: int) -> None:
    game = game_with_score("margen", 12)
    (throw,) = game.draft(f"prueba ada trepar {bonuses} trabas {penalties}", roll=lambda sides: 1).throws
    odds = game.session.game.outcome_odds(game.session.rules_context(), throw)

    assert shares(odds) == shares(odds_of_margin(12, BonusDice(bonuses - penalties)))
