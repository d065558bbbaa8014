"""The table keeps links to other hosts and says in a word how each stands."""

import stat
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median

import pytest

from tests.screens.saves import Group, status, table, wait_until
from tests.store.folder import ROOT
from tests.trials import each_of
from tracker.features.towns.companion import Links, words_of_state
from tracker.features.towns.store.remotes import LinkState, Phase, Remotes, read_remote
from tracker.rules.glance import Tone
from tracker.session.moves.campaign import note
from tracker.store.campaign import Campaign
from tracker.store.paths import Folders
from tracker.store.save_format import decode

ACTS = 50
THERE = """#!/bin/sh
export XDG_STATE_HOME={root}/there-state PYTHONPATH={root_of_code} TRACKER_GM=bea
exec {python} -P -m tracker --saves {root}/there serve Torre
"""


class Home(Group):
    """A group whose folders are those of the processes that the table starts."""

    def folders(self, gm: str) -> Folders:
        return Folders(super().folders(gm).saves, self.root / "state/tracker/journals")


@pytest.fixture
def group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Group:
    client = tmp_path / "ssh"
    client.write_text(THERE.format(root=tmp_path, root_of_code=ROOT, python=sys.executable))
    client.chmod(stat.S_IRWXU)
    monkeypatch.setenv("TRACKER_SSH", str(client))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Home(tmp_path)


async def test_a_campaign_goes_live_by_itself_and_says_so(group: Group, tmp_path: Path) -> None:
    campaign = group.begin()
    journals, campaign_id = campaign.save.journals, campaign.save.campaign.id
    campaign.save.close()
    Remotes(journals, campaign_id).remember(read_remote("bea@torre:Torre", live=True))
    there = tmp_path / "there/Torre.json"
    app = group.app("ana")
    async with app.run_test(size=(120, 24)) as pilot:
        await wait_until(pilot, lambda: "al día con torre" in status(app), 15)
        screen = table(app)
        event = screen.campaign.play(note(screen.session, "hola"))
        screen.sharer.share()
        await wait_until(pilot, lambda: event.id in decode(there.read_bytes()).entries)


@pytest.mark.slow
async def test_acts_there_are_on_this_screen_within_a_second(group: Group, tmp_path: Path) -> None:
    campaign = group.begin()
    journals, campaign_id = campaign.save.journals, campaign.save.campaign.id
    campaign.save.close()
    Remotes(journals, campaign_id).remember(read_remote("bea@torre:Torre", live=True))
    app = group.app("ana")
    async with app.run_test(size=(120, 24)) as pilot:
        await wait_until(pilot, lambda: "al día con torre" in status(app), 15)
        screen, took = table(app), []
        there = Campaign.open(tmp_path / "there/Torre.json", tmp_path / "there-journals", "bea", lambda: 0)
        for number in range(ACTS):
            begun = time.monotonic()
            event = there.play(note(there.session, f"acto {number}"))
            assert there.share().is_shared
            await wait_until(pilot, partial(screen.history.__contains__, event.id), 15)
            took.append(time.monotonic() - begun)
        there.close()
    assert median(took) < 1


async def test_a_link_that_is_slow_to_end_holds_nobody_up(group: Group, tmp_path: Path) -> None:
    """The line may be stuck: what is left of it ends by itself."""
    (tmp_path / "ssh").write_text("#!/bin/sh\ntrap '' TERM HUP\nsleep 3\n")
    campaign = group.begin()
    links = Links(campaign, kiosk=False)
    remote = read_remote("bea@torre:Torre", live=True)
    links.share_with(remote)
    (process,) = links._running.values()
    end = time.monotonic() + 15
    while not links.states:
        assert time.monotonic() < end
        time.sleep(0.05)
        links.look()
    begun = time.monotonic()
    links.leave(remote)
    links.share_with(remote)
    links.end()
    assert time.monotonic() - begun < 1
    while process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.05)
    campaign.close()


@each_of(
    ("state", "told", "tone"),
    [
        (LinkState("a@torre:T", Phase.LIVE, 0), "al día con torre", Tone.PLAIN),
        (LinkState("torre:T", Phase.LIVE, 0, unsent=3), "torre: 3 sin enviar", Tone.PLAIN),
        (LinkState("torre:T", Phase.LIVE, 0, missing=12), "faltan 12 de torre", Tone.PLAIN),
        (LinkState("torre:T", Phase.STUCK, 0, unsent=1), "torre no guarda (1 sin enviar)", Tone.WARNING),
        (LinkState("torre:T", Phase.STUCK_HERE, 0), "aquí no se guarda lo de torre", Tone.WARNING),
        (LinkState("torre:T", Phase.STOPPED, 0), "enlace parado: torre", Tone.WARNING),
    ],
)
def test_each_state_has_a_word(state: LinkState, told: str, tone: Tone) -> None:
    assert words_of_state(state) == (told, tone)


def test_a_line_is_down_only_after_a_while() -> None:
    now = int(time.time())
    assert words_of_state(LinkState("torre:T", Phase.DOWN, now))[1] is Tone.PLAIN
    told, tone = words_of_state(LinkState("torre:T", Phase.DOWN, now - 60, unsent=2))
    assert told.startswith("sin enlace con torre desde ")
    assert told.endswith(" (2 sin enviar)")
    assert tone is Tone.WARNING
