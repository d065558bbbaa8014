"""All games played at random in three towns that fork and meet again: every copy is equal in the end."""

from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.features.towns.towns import Town, link
from tests.session.test_any_game import TABLES
from tests.trials import Trials, one_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.session.doubled import doubled_events
from tracker.store.campaign import Campaign
from tracker.wording.words import words_of

ROUNDS, ACTS = 6, 12
COMMON = (
    "combate Uno todos", "siguiente", "fin", "come todos", "duerme todos 8h", "intervalo 1h", "botín 30 oro",
    "reparte", "deshacer", "rehacer", "nota algo", "iniciativa todos 1d20", "título Otro", "reloj Fuego 4",
)  # fmt: skip


def attempt(campaign: Campaign, line: str, chance: Random, fresh: "count[int]") -> None:
    """Play a line; only a refusal may stop it."""
    try:
        command = parse(line, CommandContext(campaign.history, ()))
        draft = draft_of(
            command, campaign.history, lambda sides: chance.randint(1, sides), lambda: f"n{next(fresh)}"
        )
        campaign.play(draft)
    except Refusal:
        return


@pytest.mark.parametrize("seed", one_of(range(6)))
@pytest.mark.parametrize("system", TABLES)
def test_towns_that_play_apart_and_meet_are_equal(
    tmp_path: Path, system: str, seed: int, trials: Trials
) -> None:
    chance, fresh = Random(seed), count(1)
    towns = [Town(tmp_path, name) for name in ("ana", "bea", "carla")]
    campaign = towns[0].begin(system=system)
    for line in TABLES[system]:
        attempt(campaign, line, chance, fresh)
    assert campaign.share().is_shared
    campaign.close()
    for other in towns[1:]:
        assert link(towns[0], other)
    lines = [*COMMON, *words_of(system).space("example").values()]
    for _ in range(ROUNDS if seed else 2):
        for town in towns:
            campaign = town.open()
            for _ in range(chance.randint(1, ACTS)):
                attempt(campaign, chance.choice(lines), chance, fresh)
            assert campaign.share().is_shared
            campaign.close()
        pairs = [(0, 1), (1, 2), (2, 0)]
        chance.shuffle(pairs)
        for left, right in pairs[: chance.randint(1, 3)]:
            link(towns[left], towns[right], cut_after=chance.choice((3_000, float("inf"))))
    for left, right in ((0, 1), (1, 2), (0, 1), (0, 2)):
        assert link(towns[left], towns[right])
    assert len({town.path.read_bytes() for town in towns}) == 1
    opened = [town.open() for town in towns]
    first = opened[0]
    assert len(first.history) > len(TABLES[system])
    assert not first.save.rejections()
    for each in opened[1:]:
        assert each.session == first.session
        assert doubled_events(each.history) == doubled_events(first.history)
    for each in opened:
        each.close()
    trials(f"towns that fork and meet in {system}", 1)
