"""The library of a folder: a save like any other, begun by the first thing put into it."""

import json
from pathlib import Path

import pytest

from tests.features.library.test_moves import stocked_library
from tests.session.game import refusal_code
from tracker.features.library import moves
from tracker.session.event import Draft
from tracker.session.moves.library import SECTIONS, section_key
from tracker.session.state import Session, Template
from tracker.store.campaign import Campaign
from tracker.store.campaigns import list_campaigns
from tracker.store.library import Library
from tracker.store.paths import library_path

NOON = 1_900_000_000


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    folder = tmp_path / "saves"
    folder.mkdir()
    return folder


def library(saves: Path, gm: str = "ana") -> Library:
    path = library_path(saves, "chronicle")
    return Library(path, saves.parent / f"journals-{gm}", "chronicle", gm, lambda: NOON)


def stock(kept: Library, name: str = "Uno") -> Draft:
    """Return the draft that puts in a whole library, and a creature of that name."""
    stored, game = stocked_library()
    template = stored.session.templates["goblin"]
    one = Template(template.sheet, name)
    sections = {section: getattr(stored.session, section) for section in SECTIONS}
    sections["templates"] = {**stored.session.templates, section_key(name): one}
    assert game.session.templates == {}
    return moves.stock(kept.history.session, sections)


def put(kept: Library, name: str = "Uno") -> Session:
    kept.add_event(stock(kept, name))
    assert kept.campaign is not None
    assert kept.campaign.share().is_shared
    return kept.history.session


def test_looking_makes_no_file(saves: Path) -> None:
    assert library(saves).look().session.templates == {}
    assert list(saves.iterdir()) == []


def test_the_first_thing_put_in_creates_a_library_that_is_not_listed_as_a_campaign(saves: Path) -> None:
    one = library(saves)
    before = put(one)
    one.close()

    assert (saves / "_library-chronicle.json").exists()
    assert list_campaigns(saves) == ()
    assert library(saves).look().session == before


def test_a_library_is_beside_its_campaigns(saves: Path) -> None:
    path = saves / "Mesa.json"
    campaign = Campaign.create(
        path, saves.parent / "j", system="chronicle", title="Mesa", gm="ana", now=lambda: NOON
    )

    assert Library.for_campaign(campaign).path == saves.absolute() / "_library-chronicle.json"


def test_two_processes_take_what_the_other_has_just_put(saves: Path) -> None:
    one, other = library(saves), library(saves, "bea")
    put(one, "Orco")
    assert "orco" in other.look().session.templates

    put(other, "Lobo")
    assert {"orco", "lobo"} <= one.look().session.templates.keys()


def test_two_processes_that_create_a_library_at_once_share_it(saves: Path) -> None:
    one, other = library(saves), library(saves, "bea")
    one.look(), other.look()
    drafts = stock(one, "Orco"), stock(other, "Lobo")
    for each, draft in zip((one, other), drafts, strict=True):
        each.add_event(draft)
        assert each.campaign is not None
        each.campaign.share()

    assert one.look().session == other.look().session
    assert {"orco", "lobo", "goblin"} == one.history.session.templates.keys()


def test_libraries_of_two_folders_are_one_campaign(tmp_path: Path) -> None:
    heads = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        kept = library(tmp_path / name)
        put(kept, name)
        heads.append(json.loads(kept.path.read_bytes())["meta"]["1"])

    assert heads[0]["campaign"] == heads[1]["campaign"] == "library-chronicle"


def test_a_damaged_library_comes_back(saves: Path) -> None:
    one = library(saves)
    before = put(one)
    one.close()
    path = library_path(saves, "chronicle")
    path.write_bytes(path.read_bytes()[:-300])

    again = library(saves)

    assert again.look().session == before
    assert again.campaign is not None
    assert [note.code for note in again.campaign.save.notes] == ["damaged"]


def test_a_deleted_library_comes_back_with_the_next_thing_put_in(saves: Path) -> None:
    one = library(saves)
    before = put(one)
    one.close()
    library_path(saves, "chronicle").unlink()

    after = put(library(saves), "Otro")

    assert before.templates.keys() < after.templates.keys()


def test_an_unreadable_library_is_empty_says_why_and_is_not_overwritten(saves: Path) -> None:
    path = library_path(saves, "chronicle")
    path.write_text(
        '{"meta":{"1":{"format":9,"campaign":"x","system":"chronicle","title":"","crc":0}},"events":{\n}}\n'
    )
    before, kept = path.read_bytes(), library(saves)

    assert kept.look().session.templates == {}
    assert kept.refusal is not None
    assert kept.refusal.code == "newer_format"
    assert refusal_code(lambda: kept.add_event(stock(kept))) == "newer_format"
    assert path.read_bytes() == before
