"""Two GMs of one save who settle one due roll at once, or in copies that are united later: it counts once."""

import os
import shutil
from pathlib import Path

import pytest

from tests.screens.saves import Group
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.features.verify.verdict import verify
from tracker.rules.games.chronicle.sheet import Character
from tracker.session.event import Event
from tracker.store.campaign import Campaign
from tracker.store.merge import conflict_copies, merge
from tracker.wording.exports import EXPORTS


@pytest.fixture
def group(tmp_path: Path) -> Group:
    return Group(tmp_path)


def do(campaign: Campaign, line: str) -> Event:
    """Type a line; every die shows its lowest face, but for those that are sealed."""
    command = parse(line, CommandContext(campaign.history))
    roll = campaign.dice(lambda _sides: 1)
    return campaign.play(draft_of(command, campaign.history, roll, lambda: os.urandom(5).hex()))


def begin(group: Group) -> Campaign:
    """Return a campaign in which Lía, with 14 of Health, has a pending roll of poison of level 2."""
    ana = group.begin()
    for line in ("pj Lía salud_total=14 salud=14", "pj Bren salud_total=9 salud=9", "combate Uno"):
        do(ana, line)
    for line in (
        "iniciativa lia 15",
        "iniciativa bren 2",
        "siguiente",
        "estado lia veneno nivel 2",
        "siguiente",
    ):
        do(ana, line)
    assert ana.share().is_shared
    return ana


def health(campaign: Campaign) -> int:
    (sheet,) = (each.sheet for each in campaign.session.creatures.values() if each.name == "Lía")
    assert isinstance(sheet, Character)
    return sheet.health


def meet(*campaigns: Campaign) -> None:
    for _ in range(2):
        for campaign in campaigns:
            assert campaign.share().is_shared


def test_the_first_of_two_resolutions_counts_and_both_tables_show_it(group: Group) -> None:
    ana = begin(group)
    bea = group.open("bea")
    both = [do(each, "resuelve").id for each in (ana, bea)]
    assert (health(ana), health(bea)) == (12, 12)
    meet(ana, bea)
    for each in (ana, bea, group.open("carla")):
        assert (health(each), each.session.pending) == (12, {})
        assert each.history.superseded_events == {max(both): min(both)}


def test_a_gm_who_has_seen_the_resolution_resolves_the_next_roll(group: Group) -> None:
    ana = begin(group)
    do(ana, "resuelve")
    meet(ana)
    bea = group.open("bea")
    for line in ("siguiente", "omite", "siguiente", "resuelve"):
        do(bea, line)
    meet(ana, bea)
    assert (health(ana), ana.history.superseded_events) == (10, {})


def test_diverged_copies_unite_to_the_same_session_in_any_order(group: Group) -> None:
    ana = begin(group)
    copy = group.path.with_name("B.json")
    shutil.copy(group.path, copy)
    bea = Campaign.open(copy, group.folders("bea").journals, "bea", lambda: 0)
    do(bea, "daño lia 3")
    for each in (ana, bea):
        do(each, "resuelve")
        assert each.share().is_shared
    united = [group.path.with_name(name) for name in ("1.json", "2.json")]
    merge((group.path, copy), united[0])
    merge((copy, group.path), united[1])
    assert united[0].read_bytes() == united[1].read_bytes()
    for path in united:
        each = Campaign.open(path, group.folders("carla").journals, "carla", lambda: 0)
        assert (health(each), each.session.pending, len(each.history.superseded_events)) == (9, {}, 1)


def test_a_copy_beside_the_save_that_had_settled_it_too_is_united_and_counts_once(group: Group) -> None:
    ana = begin(group)
    copy = group.path.with_name("Torre (1).json")
    shutil.copy(group.path, copy)
    bea = Campaign.open(copy, group.folders("bea").journals, "bea", lambda: 0)
    for each in (ana, bea):
        do(each, "resuelve")
        assert each.share().is_shared
    ana.unite(conflict_copies(ana.save.path, ana.save.campaign.id))
    meet(ana)
    assert (health(ana), len(ana.history.superseded_events)) == (12, 1)


def test_sealed_dice_that_count_for_nothing_are_checked_like_all_others(group: Group) -> None:
    ana = group.begin()
    for line in ("lleva grupo antorcha d8 cada intervalo encendida", "intervalo 1h"):
        do(ana, line)
    meet(ana)
    bea = group.open("bea")
    for each in (ana, bea):
        do(each, "sella")
        do(each, "resuelve")
    meet(ana, bea)
    assert len(ana.history.superseded_events) == 1
    for each in (ana, bea):
        do(each, "abre")
        meet(ana, bea)
    verdict = verify(ana.history)
    assert (verdict.findings, verdict.fitting) == ((), 2)


def test_the_log_says_that_it_did_not_count_in_every_form(group: Group) -> None:
    ana = begin(group)
    bea = group.open("bea")
    both = {do(each, "resuelve").id: each.gm for each in (ana, bea)}
    meet(ana, bea)
    first, superseded = sorted(both)
    event = ana.history[superseded]
    for form in ("text", "md", "csv", "jsonl"):
        told = "\n".join(EXPORTS[form](ana.history, (event,)))
        assert f"No cuenta, porque {both[first]} lo había resuelto antes: " in told
        assert "deshecho" not in told
    (json_line,) = EXPORTS["jsonl"](ana.history, (event,))
    assert '"counts": false' in json_line
    assert f'"settled_by": "{first}"' in json_line
