"""Every format that was ever written opens; `formats/` holds a campaign in each."""

import shutil
from pathlib import Path

import pytest

from tracker.rules.refusal import Refusal
from tracker.store.campaign import Campaign
from tracker.store.save_format import FORMAT
from tracker.wording.report import status_text

FORMATS = sorted((Path(__file__).parent / "formats").glob("*.json"))
"""Never written again: a change that breaks one of them breaks the campaigns people have."""


def open_campaign(path: Path, folder: Path) -> Campaign:
    shutil.copy(path, folder / "vieja.json")
    return Campaign.open(folder / "vieja.json", folder / "journals", "ana", lambda: 0)


def test_there_is_a_campaign_in_every_format() -> None:
    """`1-crc` goes on with a campaign from before its lines bore a checksum: both kinds stand in one save."""
    assert {int(path.stem.partition("-")[0]) for path in FORMATS} == set(range(1, FORMAT + 1))


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.stem)
def test_a_campaign_of_every_format_folds_to_the_same_session(path: Path, tmp_path: Path) -> None:
    campaign = open_campaign(path, tmp_path)
    assert campaign.save.notes == ()
    assert status_text(campaign.history) == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert campaign.share().is_shared


def test_a_newer_format_is_refused_in_words_and_untouched(tmp_path: Path) -> None:
    newer = FORMATS[-1].read_bytes().replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1))
    (tmp_path / "nueva.json").write_bytes(newer)
    with pytest.raises(Refusal, match="newer_format"):
        Campaign.open(tmp_path / "nueva.json", tmp_path / "journals", "ana", lambda: 0)
    assert (tmp_path / "nueva.json").read_bytes() == newer
