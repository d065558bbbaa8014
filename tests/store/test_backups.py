"""Going back: what a campaign was before each day played is there, and going there can be undone."""

from pathlib import Path

import pytest

from tests.features.verify.test_seals import play, play_sealed
from tests.screens.saves import Group
from tracker.features.verify.verdict import verify
from tracker.rules.refusal import Refusal
from tracker.session.moves.campaign import note, rename
from tracker.session.moves.undo import undo
from tracker.store.backups import DAYS
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of

DAY = 86_400
NOW = 1_795_000_000


@pytest.fixture
def group(tmp_path: Path) -> Group:
    return Group(tmp_path)


def play_day(group: Group, day: int, gm: str = "ana") -> Campaign:
    campaign = group.open(gm, NOW + day * DAY)
    campaign.play(rename(campaign.session, f"Día {day}"))
    campaign.play(note(campaign.session, f"tarde {day}"))
    assert campaign.share().is_shared
    return campaign


def test_each_of_the_last_seven_days_played_has_a_backup_from_its_beginning(group: Group) -> None:
    group.begin()
    for day in (1, 2, 3, 5, 8, 9, 10, 20, 21):
        play_day(group, day).save.close()
    backups = list(group.open("ana").backups)
    assert backups[0].name == "bak"
    days = [backup.day for backup in backups[1:]]
    assert (len(days), days) == (DAYS, sorted(days, reverse=True))
    assert [len(backup.entries) for backup in backups[1:]] == [17, 15, 13, 11, 9, 7, 5]


def test_days_from_a_wrong_clock_push_out_no_real_day(group: Group) -> None:
    group.begin()
    for day in (*range(1_000, 1_010), 1, 2):
        play_day(group, day).save.close()
    days = [backup.day for backup in group.open("ana").backups if backup.day]
    real = [day for day in days if day < "2027"]
    assert (len(real), len(days)) == (2, DAYS + 2)


def test_the_save_before_the_last_is_always_there(group: Group) -> None:
    group.begin().save.close()
    campaign = play_day(group, 1)
    assert len(campaign.backups["bak"].entries) < len(campaign.history)


def test_a_backup_survives_the_saves_folder(group: Group) -> None:
    group.begin().save.close()
    play_day(group, 1).save.close()
    play_day(group, 2).save.close()
    for path in group.path.parent.iterdir():
        path.unlink()
    assert len(list(group.open("ana").backups)) == 2


def test_rewinding_is_one_step_that_an_undo_brings_forward_again(group: Group) -> None:
    before = group.begin().session
    play_day(group, 1).save.close()
    at_dawn = group.open("ana").session
    play_day(group, 2, "bea").save.close()
    campaign = play_day(group, 3)
    now, events = campaign.session, len(campaign.history)
    bea = Campaign.open(group.path, group.folders("bea").journals, "bea", lambda: NOW)
    day = [backup.name for backup in bea.backups][-1]
    bea.rewind(bea.backups[day])
    assert bea.session == at_dawn != before
    assert len(bea.history) == events + 1
    bea.share()
    campaign.take_in(campaign.save.poll())
    assert campaign.session == at_dawn
    assert group.open("carla").session == at_dawn
    campaign.play(undo(campaign.history))
    assert campaign.session == now
    with pytest.raises(Refusal, match="no_backup"):
        bea.backups["1999-01-01"]


def test_restoring_the_present_state_is_refused(group: Group) -> None:
    campaign = group.begin()
    campaign.play(note(campaign.session, "algo"))
    campaign.share()
    campaign.rewind(campaign.backups["bak"])
    with pytest.raises(Refusal, match="nothing_to_rewind"):
        campaign.rewind(next(iter(campaign.backups)))


@pytest.mark.parametrize("to", ["bak", "day"])
def test_going_back_leaves_the_dice_sealed(group: Group, to: str) -> None:
    """As an undo does: dice rolled after it would look as if they had not come from the seal."""
    group.begin().save.close()
    campaign = play_day(group, 1)
    play(campaign, "sella")
    play(campaign, "nota después")
    sealed = campaign.session.seals
    day = [backup.day for backup in campaign.backups][-1]
    told = campaign.rewind(campaign.backups[day if to == "day" else "bak"])

    assert told.facts[0].data["count"] == (3 if to == "day" else 1)
    assert campaign.session.seals == sealed
    for line in ("1d20", "abre"):
        play(campaign, line)
    verdict = verify(campaign.history)
    assert (verdict.findings, verdict.fitting) == ((), 1)


def test_restoring_does_not_seal_dice_whose_secret_was_shown(group: Group) -> None:
    campaign = group.begin()
    for line in ("sella", "1d20"):
        play(campaign, line)
    play_sealed(campaign, "abre")
    play(campaign, "nota después")
    campaign.rewind(campaign.backups["bak"])
    assert not campaign.is_sealed
    play(campaign, "1d20", lambda sides: 1)
    for line in ("sella", "1d20", "abre"):
        play(campaign, line)

    verdict = verify(campaign.history)
    assert (verdict.findings, verdict.fitting, verdict.unsealed) == ((), 2, {"ana": 1})


def test_a_backup_that_differs_only_in_a_seal_is_refused(group: Group) -> None:
    campaign = group.begin()
    play(campaign, "nota antes")
    play(campaign, "sella")
    with pytest.raises(Refusal, match="nothing_to_rewind"):
        campaign.rewind(campaign.backups["bak"])


def test_events_that_arrive_after_a_restore_still_count(group: Group) -> None:
    """Only what was seen is taken back: what a copy that went apart brings later still counts."""
    group.begin().save.close()
    ana, bea = play_day(group, 1), group.open("bea")
    bea.play(rename(bea.session, "De Bea"))
    ana.rewind(ana.backups["bak"])
    ana.share()
    bea.share()
    assert group.open("carla").session.title == "De Bea"


def test_a_fork_is_another_campaign_and_leaves_the_first_alone(group: Group) -> None:
    group.begin().save.close()
    campaign = play_day(group, 1)
    before = group.path.read_bytes()
    path = copy_of(campaign.backups["bak"].path, group.path.parent, "otra")
    fork = Campaign.open(path, group.folders("ana").journals, "ana", lambda: NOW)
    assert fork.save.campaign.id != campaign.save.campaign.id
    assert len(fork.history) == len(campaign.backups["bak"].entries)
    assert group.path.read_bytes() == before


def test_a_damaged_backup_is_not_offered(group: Group) -> None:
    group.begin().save.close()
    campaign = play_day(group, 1)
    for backup in campaign.backups:
        backup.path.write_bytes(backup.path.read_bytes()[:-9])
    assert list(campaign.backups) == []
