"""The identity of a campaign, which names its first event."""

from itertools import permutations
from pathlib import Path

from tests.store.folder import Folder, hit
from tests.trials import each_of
from tracker.session.event_id import event_named_by
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.store.event_line import Entry, write_line
from tracker.store.save_format import campaign_of, identity_begun_by

HONEST, ZERO, EARLIER = "0000000001-88888888", "0000000000-00000000", "0000000001-00000000"
NAMED = f"{HONEST}-0123456789abcdef"


def beginning(event_id: str, campaign: str, system: str) -> dict[str, Entry]:
    described = {"id": campaign, "system": system, "title": "La Torre"}
    return {event_id: write_line(event_id, {"campaign": described})}


def test_a_new_campaign_is_named_after_its_first_event_and_a_chapter_after_its_own(tmp_path: Path) -> None:
    campaign = Campaign.create(
        tmp_path / "torre.json",
        tmp_path / "state",
        system="chronicle",
        title="Torre",
        gm="Ana",
        now=lambda: 0,
    )
    assert campaign.identity.startswith(min(campaign.save.entries))
    path = campaign.begin_chapter(tmp_path, "dos", "Dos")
    chapter = Campaign.open(path, tmp_path / "state", "Ana", lambda: 0)
    assert chapter.identity.startswith(min(chapter.save.entries))
    assert chapter.identity != campaign.identity


def test_copies_have_one_identity_and_campaigns_made_from_one_have_their_own(folder: Folder) -> None:
    folder.save_with_hits(1)
    target = folder.root / "copies"
    target.mkdir()
    made = [
        Campaign.open(copy_of(folder.path, target), folder.journals("ana"), "Ana", lambda: 0)
        for _ in range(2)
    ]
    assert len({each.identity for each in made}) == 2
    assert {event_named_by(each.identity) for each in made} == {min(made[0].save.entries)}


@each_of(
    ("identity", "fakes"),
    [("c0ffee", (ZERO,)), (NAMED, (ZERO,)), (NAMED, (EARLIER,)), (NAMED, (ZERO, EARLIER))],
)
def test_another_beginning_never_decides_what_game_a_campaign_is(
    identity: str, fakes: tuple[str, ...]
) -> None:
    parts = [
        beginning(HONEST, identity, "chronicle"),
        {"0000000002-88888888": write_line("0000000002-88888888", hit(1))},
    ]
    parts += [beginning(fake, identity, "horror") for fake in fakes]
    for order in permutations(parts):
        found = campaign_of({key: entry for part in order for key, entry in part.items()})
        assert found is not None
        assert (found.id, found.system) == (identity, "chronicle")


@each_of(
    "fake", ["0000000000-00000000", "0000000001-00000000", "0000000007-00000000", "100000000010000000000"]
)
def test_a_forged_beginning_before_the_first_event_begins_no_campaign(fake: str) -> None:
    honest = "100000000010437844301"
    parts = [beginning(honest, identity_begun_by(honest), "chronicle"), beginning(fake, "f00", "horror")]
    for order in permutations(parts):
        found = campaign_of({key: entry for part in order for key, entry in part.items()})
        assert found is not None
        assert found.system == "chronicle"
