"""What TinyDB as it comes reads from a save, and what becomes of a save that it has written."""

import json
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinydb import Query, TinyDB

from tests.examples.__main__ import saved
from tests.examples.test_examples import GAMES
from tests.manual.test_manual import blocks
from tests.session.lines import CANCELLING, LINES, PREPARING
from tests.store.folder import Folder, hit
from tests.store.test_formats import FORMATS
from tests.trials import each_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.manual import markdown
from tracker.rules.refusal import Refusal
from tracker.store.campaign import Campaign, Spectator
from tracker.store.campaigns import list_campaigns
from tracker.store.merge import merge
from tracker.store.save import Save
from tracker.store.save_format import FORMAT, decode
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.report import status_text

Document = Mapping[str, Any]


def read_by_tinydb(path: Path) -> dict[str, Document]:
    """Return the documents of a save by id, as TinyDB has them, which finds each one by its id too."""
    with TinyDB(path, access_mode="r") as db:
        events = db.table("events")
        assert all(events.get(doc_id=event.doc_id) == event for event in events.all())
        return {str(event.doc_id): dict(event) for event in events.all()}


def checked_documents(path: Path) -> dict[str, Document]:
    """Return the documents of a save by id, with their checksums, as this program reads them."""
    entries = decode(path.read_bytes()).entries
    return {key: json.loads(each.line[each.line.index(b":") + 1 :]) for key, each in entries.items()}


def rewritten(path: Path, write: Callable[[TinyDB], object] = lambda db: db.table("meta").update({})) -> None:
    """Let TinyDB write a save again."""
    before = path.read_bytes()
    with TinyDB(path) as db:
        write(db)
    assert path.read_bytes() != before


@pytest.mark.parametrize("system", GAMES)
def test_tinydb_reads_a_save_of_every_game_and_what_it_writes_is_the_same_campaign(
    system: str, tmp_path: Path
) -> None:
    path = Path(shutil.copy(saved("es", system), tmp_path))
    as_committed, told = checked_documents(path), status_text(Spectator(path).history)
    assert read_by_tinydb(path) == as_committed

    rewritten(path)
    assert read_by_tinydb(path) == as_committed
    campaign = Campaign.open(path, tmp_path / "journals", "ana", lambda: 0)
    assert (campaign.save.notes, status_text(campaign.history)) == ((), told)
    assert [each.refusal for each in list_campaigns(tmp_path)] == [None]


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_lines_of_the_manual_read_a_save(
    spoken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(spoken)
    path, program = saved(spoken, "horror"), tmp_path / "program.py"
    program.write_text("\n".join(blocks(markdown("format"), "python")).replace("Torre.json", str(path)))
    names = run_path(str(program))
    assert {str(each.doc_id): each for each in names["events"].all()} == checked_documents(path)
    assert capsys.readouterr().out.count("\n") == len(checked_documents(path))


def test_tinydb_searches_the_events(folder: Folder) -> None:
    folder.save_with_hits(3)
    with TinyDB(folder.path, access_mode="r") as db:
        events = db.table("events")
        assert [each["amount"] for each in events.search(Query().amount >= 1)] == [1, 2]
        assert len(events) == 4


def test_tinydb_reads_the_union_of_copies(folder: Folder) -> None:
    folder.save_with_hits(1)
    copy = folder.path.with_name("copia.json")
    shutil.copy(folder.path, copy)
    for path, amount in ((folder.path, 5), (copy, 7)):
        save = Save.open(path, folder.journals(path.stem))
        save.append(hit(amount))
        assert save.share().is_shared
    rewritten(copy)
    merge([folder.path, copy], folder.path)
    assert read_by_tinydb(folder.path) == checked_documents(folder.path)
    assert sorted(each.get("amount", 0) for each in read_by_tinydb(folder.path).values()) == [0, 0, 5, 7]


def test_what_tinydb_inserts_is_judged_and_costs_no_event(folder: Folder) -> None:
    ana = folder.save_with_hits(2)
    rewritten(folder.path, lambda db: db.table("events").insert({"x": 1}))
    assert len(read_by_tinydb(folder.path)) == 4
    campaign = Campaign.open(folder.path, folder.journals("bea"), "bea", lambda: 0)
    assert len(campaign.save.entries) == 4
    assert [each.code for each in campaign.save.notes] == ["withheld"]
    assert {each.code for each in campaign.save.rejections().values()} == {"bad_event"}
    ana.append(hit(9))
    assert ana.share().is_shared
    assert folder.path.read_bytes().startswith(b'{"meta":{"1":{"format":%d,' % FORMAT)
    assert len(read_by_tinydb(folder.path)) == 5


def test_what_tinydb_inserts_counts_if_it_is_an_event(tmp_path: Path) -> None:
    path = Path(shutil.copy(saved("es", "chronicle"), tmp_path))
    inserted = {"gm": "otro", "at": 0, "clock": 0, "facts": [["note", {"text": "A mano."}]]}
    rewritten(path, lambda db: db.table("events").insert(inserted))
    campaign = Campaign.open(path, tmp_path / "journals", "ana", lambda: 0)
    last = campaign.history[max(campaign.save.documents)]
    assert (last.gm, last.facts[0].data) == ("otro", {"text": "A mano."})
    assert campaign.save.notes == ()


@each_of(
    "change",
    [
        lambda db: db.table("events").update({"amount": 99}, Query().amount == 1),
        lambda db: db.table("events").remove(Query().amount == 1),
        lambda db: db.table("events").truncate(),
        lambda db: db.drop_tables(),
        lambda db: db.insert({"a table": "of one's own"}),
        lambda db: db.table("meta").update({"title": "Otra"}),
        lambda db: db.table("meta").update({"crc": 0}),
    ],
)
def test_whatever_tinydb_does_to_a_save_its_gm_loses_nothing(
    change: Callable[[TinyDB], object], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = Folder(tmp_path_factory.mktemp("tinydb"))
    ana = folder.save_with_hits(3)
    whole = folder.path.read_bytes()
    rewritten(folder.path, change)
    ana.append(hit(9))
    assert ana.share().is_shared
    assert [each["amount"] for each in ana.documents.values() if "amount" in each] == [0, 1, 2, 9]
    assert read_by_tinydb(folder.path) == checked_documents(folder.path)
    assert decode(whole).entries.items() <= decode(folder.path.read_bytes()).entries.items()


@each_of("layout", [{"indent": 4}, {"separators": (",", ":")}, {"ensure_ascii": False}, {"sort_keys": True}])
def test_every_layout_of_tinydb_opens_with_every_event(
    layout: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = Folder(tmp_path_factory.mktemp("layout"))
    folder.save_with_hits(3)
    with TinyDB(folder.path, **layout) as db:
        db.table("meta").update({})
    assert len(folder.open("stranger").documents) == 4


def check_random_campaign(folder: Path, parts: list[list[str]], dice: Random) -> None:
    """TinyDB reads the union of copies that went apart; what it has written holds the same events."""
    paths = [folder / f"{number}.json" for number in range(len(parts))]
    for path, lines in zip(paths, parts, strict=True):
        if path == paths[0]:
            campaign = Campaign.create(
                path, folder / "journals", system="chronicle", title="Torre", gm="ana", now=lambda: 0
            )
        else:
            shutil.copy(paths[0], path)
            campaign = Campaign.open(path, folder / "journals", "bea", lambda: 0)
        play(campaign, lines, dice)
        assert campaign.share().is_shared
        campaign.save.close()
    united = folder / "united.json"
    merge(paths, united)
    assert read_by_tinydb(united) == checked_documents(united)
    assert [*read_by_tinydb(united)] == sorted({key for path in paths for key in checked_documents(path)})
    entries = decode(united.read_bytes()).entries
    rewritten(united)
    assert decode(united.read_bytes()).entries == entries


def play(campaign: Campaign, lines: list[str], dice: Random) -> None:
    fresh = map("{:010x}".format, count()).__next__
    for line in lines:
        with suppress(Refusal):
            command = parse(line, CommandContext(campaign.history))
            campaign.play(draft_of(command, campaign.history, lambda sides: dice.randint(1, sides), fresh))


parts_of_campaigns = st.lists(st.lists(PREPARING | LINES | CANCELLING, max_size=6), min_size=1, max_size=3)
randoms = st.randoms(use_true_random=False)


@given(parts_of_campaigns, randoms)
@settings(max_examples=5)
def test_tinydb_reads_random_campaigns(parts: list[list[str]], dice: Random) -> None:
    with TemporaryDirectory() as folder:
        check_random_campaign(Path(folder), parts, dice)


@pytest.mark.slow
@given(parts_of_campaigns, randoms)
@settings(max_examples=1_000)
def test_tinydb_reads_a_thousand_random_campaigns(parts: list[list[str]], dice: Random) -> None:
    with TemporaryDirectory() as folder:
        check_random_campaign(Path(folder), parts, dice)


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.stem)
def test_tinydb_reads_a_chapter_of_a_save_of_any_format(path: Path, tmp_path: Path) -> None:
    campaign = Campaign.open(Path(shutil.copy(path, tmp_path)), tmp_path / "journals", "ana", lambda: 0)
    assert read_by_tinydb(campaign.begin_chapter(tmp_path, "dos", "Dos"))
