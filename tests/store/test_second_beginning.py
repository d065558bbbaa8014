"""An event that says that the campaign begins again, as another game: kept, named and never believed."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.play.warm import ROOT, run_warm
from tracker.session.moves.campaign import note
from tracker.store.campaign import Campaign, Spectator
from tracker.store.event_line import write_line
from tracker.store.save_format import Contents, decode, encode

ZERO = "0000000000-00000000"
EARLIER = "0000000001-00000000"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A chronicle campaign of five events that was begun by an earlier version: its identity names none."""
    path = tmp_path / "saves" / "Torre.json"
    path.parent.mkdir()
    campaign = Campaign.create(
        path,
        tmp_path / "ana",
        system="chronicle",
        title="Torre",
        gm="Ana",
        now=lambda: 0,
        campaign_id="c0ffee",
    )
    for number in range(4):
        campaign.play(note(campaign.session, f"nota {number}"))
    assert campaign.share().is_shared
    campaign.close()
    return path


def with_beginning(path: Path, event_id: str) -> bytes:
    """Return the bytes of a copy in which an earlier event begins the same campaign as a horror one."""
    described = {"id": "c0ffee", "system": "horror", "title": "Torre"}
    facts = [["campaign_created", {"title": "Torre", "system": "horror"}]]
    document = {"gm": "Eva", "at": 0, "clock": 0, "facts": facts, "campaign": described}
    entries = decode(path.read_bytes()).entries
    return encode(Contents.from_entries({**entries, event_id: write_line(event_id, document)}))


def tracker(path: Path, gm: str, *words: str) -> subprocess.CompletedProcess[str]:
    state = path.parents[1] / f"{gm}-of-the-shell"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(state), "TRACKER_GM": gm}
    return run_warm((*words, "--saves", str(path.parent)), environment, ROOT)


def test_the_campaign_stays_what_it_was_in_the_shell_and_the_doctor_names_the_other_beginning(
    path: Path,
) -> None:
    path.write_bytes(with_beginning(path, ZERO))
    found = tracker(path, "Bea", "status", "Torre", "--json")
    assert '"system": "chronicle"' in found.stdout
    found = tracker(path, "Bea", "do", "Torre", "nota", "sigue")
    assert found.returncode == 0, found.stderr
    told = tracker(path, "Bea", "doctor", "Torre").stdout
    assert f"{ZERO} · Eva · Dice que la campaña empieza otra vez, como si fuera otra: no cuenta." in told
    assert told.count(" · ") == 2  # no other event is rejected
    assert ZERO in decode(path.read_bytes()).entries
    assert Spectator(path).history.session.system == "chronicle"


@pytest.mark.parametrize("event_id", [ZERO, EARLIER])
def test_what_the_journal_or_the_open_program_knows_of_the_beginning_stays(path: Path, event_id: str) -> None:
    journals = path.parents[1] / "ana"
    is_open = Campaign.open(path, journals, "Ana", lambda: 0)
    path.write_bytes(with_beginning(path, event_id))
    is_open.share()
    is_open.play(note(is_open.session, "sigue"))
    assert is_open.share().is_shared
    assert is_open.session.system == "chronicle"
    is_open.close()
    for _time in range(2):
        again = Campaign.open(path, journals, "Ana", lambda: 0)
        assert (again.session.system, len(again.history)) == ("chronicle", 6)
        assert [*again.save.rejections()] == [event_id]
        again.share()
        again.close()


def test_copies_that_learn_of_it_in_any_order_converge(path: Path) -> None:
    whole, fake = path.read_bytes(), with_beginning(path, ZERO)
    one, other = path.with_name("una.json"), path.with_name("otra.json")
    written = []
    for first, second in ((whole, fake), (fake, whole)):
        one.write_bytes(first)
        other.write_bytes(second)
        united = path.with_name("unida.json")
        assert tracker(path, "Bea", "merge", str(one), str(other), "-o", str(united)).returncode == 0
        written.append(united.read_bytes())
        united.unlink()
    assert written[0] == written[1]
    assert decode(written[0]).campaign.system == "chronicle"
