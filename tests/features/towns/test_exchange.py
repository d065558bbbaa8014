"""Two copies over a line: each gets what it lacks, whatever is cut, and nothing else."""

import random
import shutil
from pathlib import Path

import pytest

from tests.features.towns.towns import Line, Town, exchange, link
from tests.store.test_formats import FORMATS
from tests.trials import Trials, one_of
from tracker.features.towns.store import copy as copies
from tracker.features.towns.store import exchange as exchanges
from tracker.features.towns.store.copy import MOST_REJECTED
from tracker.features.towns.store.messages import LinkEnded
from tracker.features.towns.store.part import links_folder
from tracker.features.towns.store.ranges import SPAN
from tracker.session.event_id import make_event_id
from tracker.store.event_line import preferred_version, write_line
from tracker.store.save_format import FORMAT, read_head


@pytest.fixture
def ana(tmp_path: Path) -> Town:
    town = Town(tmp_path, "ana")
    town.begin().close()
    return town


@pytest.fixture
def bea(tmp_path: Path) -> Town:
    return Town(tmp_path, "bea")


def assert_equal(one: Town, other: Town) -> None:
    assert one.path.read_bytes() == other.path.read_bytes()


def test_the_first_exchange_clones(ana: Town, bea: Town) -> None:
    ana.play("una", "dos")
    assert link(bea, ana)
    assert_equal(ana, bea)


def test_a_clone_goes_the_other_way_too(ana: Town, bea: Town) -> None:
    assert link(ana, bea)
    assert_equal(ana, bea)


def test_copies_that_went_apart_unite(ana: Town, bea: Town) -> None:
    link(ana, bea)
    told = ana.play(*(f"a{each}" for each in range(20))), bea.play(*(f"b{each}" for each in range(30)))
    assert link(ana, bea)
    assert_equal(ana, bea)
    assert {*told[0], *told[1]} <= ana.ids


def test_an_exchange_of_nothing_costs_a_fingerprint_a_range(ana: Town, bea: Town) -> None:
    ana.play(*map(str, range(2 * SPAN)))
    link(ana, bea)
    one, other = ana.copy(), bea.copy()
    line = Line(exchange(one), exchange(other))
    assert line.run(10)
    assert (line.here.sent, line.there.sent) == (0, 0)
    assert line.carried < 1_000


def test_two_campaigns_of_one_name_are_not_united(ana: Town, bea: Town) -> None:
    bea.begin().close()
    before = ana.path.read_bytes(), bea.path.read_bytes()
    with pytest.raises(LinkEnded, match="link_other_campaign"):
        link(ana, bea)
    assert (ana.path.read_bytes(), bea.path.read_bytes()) == before


def test_without_a_save_on_either_side_nothing_is_left_behind(tmp_path: Path) -> None:
    one, other = Town(tmp_path, "one"), Town(tmp_path, "other")
    with pytest.raises(LinkEnded, match="link_nothing"):
        link(one, other)
    assert list(tmp_path.iterdir()) == []


def test_a_kiosk_creates_no_save(ana: Town, bea: Town) -> None:
    line = Line(exchange(ana.copy()), exchange(bea.copy(), creates=False))
    with pytest.raises(LinkEnded, match="link_no_such_save"):
        line.run(5)
    assert not bea.path.exists()


def test_a_side_that_only_gives_takes_nothing(ana: Town, bea: Town) -> None:
    link(ana, bea)
    given, kept = ana.play("dada"), bea.play("no enviada")
    line = Line(exchange(bea.copy()), exchange(ana.copy(writes=False)))
    assert line.run(5)
    assert set(given) <= bea.ids
    assert not set(kept) & ana.ids
    assert line.here.unsent == 1


def test_a_side_that_only_gives_ends_at_an_event(ana: Town, bea: Town) -> None:
    link(ana, bea)
    giver = exchange(ana.copy(writes=False))
    giver.receive(exchange(bea.copy()).output(0), 0)
    event_id, entry = next(iter(ana.copy().offered_entries.items()))
    with pytest.raises(LinkEnded, match="link_not_asked"):
        giver.receive(b"E " + entry.line + b"\n", 0)
    assert event_id in ana.ids


def test_acts_go_over_a_live_link_both_ways(ana: Town, bea: Town) -> None:
    link(ana, bea)
    one, other = ana.copy(), bea.copy()
    line = Line(exchange(one), exchange(other))
    line.run(1)
    told = ana.play("de ana") + bea.play("de bea")
    assert not line.here.unsent
    line.run(1, until_equal=False)
    assert_equal(ana, bea)
    assert set(told) <= ana.ids
    assert (line.here.unsent, line.here.missing) == (0, 0)


def test_what_the_other_save_has_not_got_is_unsent(ana: Town, bea: Town) -> None:
    link(ana, bea)
    line = Line(exchange(ana.copy()), exchange(bea.copy()))
    line.run(1)
    ana.play("una", "dos")
    line.cut_after = line.carried
    line.now += 1
    line.here.tick(line.now, once=False)
    line.here.output(line.now)
    assert line.here.unsent == 2


def test_a_clone_that_is_cut_shows_no_save_and_goes_on_where_it_was(ana: Town, bea: Town) -> None:
    ana.play(*(f"suceso {each}" for each in range(300)))
    assert not link(bea, ana, cut_after=20_000)
    assert not bea.path.exists()
    (part,) = links_folder(bea.journals).glob("*.part")
    held = part.stat().st_size
    assert held > 10_000
    copy = bea.copy()
    line = Line(exchange(copy), exchange(ana.copy()))
    assert line.run(20)
    assert_equal(ana, bea)
    assert line.here.came < 302 - held // 200
    assert not part.exists()


@pytest.mark.parametrize("seed", one_of(range(4)))
def test_a_line_that_is_always_cut_early_makes_progress(
    ana: Town, bea: Town, seed: int, trials: Trials
) -> None:
    chance = random.Random(seed)
    link(ana, bea)
    told = ana.play(*(f"a{each}" for each in range(300)))
    told += bea.play(*(f"b{each}" for each in range(300)))
    cuts = 0
    while not link(ana, bea, cut_after=chance.randint(500, 60_000)):
        cuts += 1
        assert cuts < 200
    assert_equal(ana, bea)
    assert set(told) <= ana.ids
    trials("the line of a link cut at a byte", cuts)


def test_two_versions_of_an_event_are_found(ana: Town, bea: Town) -> None:
    (event_id,) = ana.play("una")
    link(ana, bea)
    campaign = bea.open()
    campaign.save.take_in({event_id: write_line(event_id, {"gm": "x", "at": 0, "clock": 0})})
    campaign.share()
    campaign.close()
    assert ana.path.read_bytes() != bea.path.read_bytes()
    assert link(ana, bea)
    assert_equal(ana, bea)


def test_many_rewritten_events_change_nothing(ana: Town, bea: Town) -> None:
    events = ana.play(*map(str, range(copies.MOST_RIVALS + 1)))
    link(ana, bea)
    campaign = bea.open()
    forged = {"zzz": "z" * 9, "gm": "x", "at": 0, "clock": 0}
    campaign.save.take_in({each: write_line(each, forged) for each in events})
    campaign.share()
    campaign.close()
    before = ana.path.read_bytes()
    with pytest.raises(LinkEnded, match="link_forged"):
        link(ana, bea)
    assert ana.path.read_bytes() == before


ANOTHER = {"campaign": {"id": "f00", "system": "horror", "title": "Otra"}, "gm": "x", "at": 0, "clock": 0}


@pytest.mark.parametrize("event_id", ["0000000000-00000000", "0000000007-00000000"])
def test_a_second_beginning_is_kept_and_does_not_count(ana: Town, bea: Town, event_id: str) -> None:
    link(ana, bea)
    copy = bea.copy()
    assert copy.save is not None
    copy.save.take_in({event_id: write_line(event_id, ANOTHER)})
    assert copy.share()
    copy.close()
    assert link(ana, bea)
    assert_equal(ana, bea)
    campaign = ana.open()
    assert (campaign.save.campaign.title, campaign.session.system) == ("Torre", "chronicle")
    assert campaign.save.rejections()[event_id].code == "second_beginning"
    campaign.close()


def test_a_save_that_keeps_a_second_beginning_is_cloned(ana: Town, bea: Town) -> None:
    copy = ana.copy()
    assert copy.save is not None
    copy.save.take_in({"0000000000-00000000": write_line("0000000000-00000000", ANOTHER)})
    assert copy.share()
    copy.close()
    assert link(bea, ana)
    assert_equal(ana, bea)
    assert bea.open().save.campaign.title == "Torre"


def test_a_batch_that_renames_the_campaign_is_not_taken(ana: Town, bea: Town) -> None:
    link(ana, bea)
    copy = bea.copy()
    (event_id,) = [each for each, entry in copy.offered_entries.items() if b'"campaign"' in entry.line]
    begun = {"campaign": {"id": copy.campaign[0], "system": "horror", "title": "Otra"}}
    forged = write_line(event_id, {"zzz": "z"} | copy.offered_entries[event_id].document | begun)
    assert preferred_version(forged, copy.offered_entries[event_id]) is forged
    line = Line(exchange(copy), exchange(ana.copy()))
    line.run(5)
    before = ana.path.read_bytes()
    with pytest.raises(LinkEnded, match="link_forged"):
        line.there.receive(b"E " + forged.line + b"\nZ %d\n" % (line.there.came + 1), line.now)
    assert ana.path.read_bytes() == before


def test_a_batch_with_too_many_rejected_events_leaves_nothing(ana: Town, bea: Town) -> None:
    link(ana, bea)
    copy = bea.copy()
    assert copy.save is not None
    leaps = {
        f"{9_000_000_000 + each}-0000000a": write_line(f"{9_000_000_000 + each}-0000000a", {"x": each})
        for each in range(MOST_REJECTED + 1)
    }
    copy.save.take_in(leaps)
    copy.share()
    before = ana.path.read_bytes()
    with pytest.raises(LinkEnded, match="link_rejected"):
        Line(exchange(copy), exchange(ana.copy())).run(20)
    assert ana.path.read_bytes() == before
    assert list(links_folder(ana.journals).glob("*")) == []


def flood(count: int) -> bytes:
    """Return so many live events, each in a batch of its own."""
    said = b""
    for number in range(1, count + 1):
        event_id = make_event_id(number, "0000058784")
        said += b"E %b\nZ %d\n" % (write_line(event_id, {"gm": "eva", "at": 0, "clock": 0}).line, number)
    return said


def test_a_live_peer_that_never_stops_is_left(ana: Town, bea: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hostile or looping peer neither fills the journal nor keeps the screen busy."""
    monkeypatch.setattr(exchanges, "MOST_LIVE", 40)
    link(ana, bea)
    line = Line(exchange(ana.copy()), exchange(bea.copy()))
    line.run(1)
    before = len(ana.ids)
    with pytest.raises(LinkEnded, match="link_flood"):
        line.here.receive(flood(50), line.now)
    assert len(ana.ids) == before + 40
    ana.play("sigue")


def test_acts_over_a_whole_evening_are_no_flood(
    ana: Town, bea: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchanges, "MOST_LIVE", 40)
    link(ana, bea)
    line = Line(exchange(ana.copy()), exchange(bea.copy()))
    line.run(1)
    for said in flood(50).splitlines(keepends=True):
        line.here.receive(said, line.now)
        line.now += exchanges.NEWS_TIME / 60
    assert len(ana.ids) == 51


def test_a_heap_of_news_goes_in_a_first_batch(ana: Town, bea: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchanges, "MOST_NEWS", 20)
    link(ana, bea)
    line = Line(exchange(ana.copy()), exchange(bea.copy()))
    line.run(1)
    ana.play(*map(str, range(30)))
    with pytest.raises(LinkEnded, match="link_again"):
        line.run(2, until_equal=False)
    assert link(ana, bea)
    assert_equal(ana, bea)


def test_what_comes_over_all_connections_of_a_link_is_bounded(
    ana: Town, bea: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    link(ana, bea)
    monkeypatch.setattr(copies, "MOST_BYTES", 2_000)
    here = ana.copy()

    def link_again_and_again() -> None:
        for turn in range(40):
            bea.play(f"vuelta {turn}")
            Line(exchange(here), exchange(bea.copy())).run(5)

    with pytest.raises(LinkEnded, match="link_too_much"):
        link_again_and_again()
    assert 3 < len(ana.ids) < 40


def test_events_that_an_older_program_rejects_are_passed_on(ana: Town, bea: Town, tmp_path: Path) -> None:
    link(ana, bea)
    carla = Town(tmp_path, "carla")
    copy = ana.copy()
    assert copy.save is not None
    unknown = copy.save.append({"of_a_newer": "program"})
    assert copy.share()
    copy.close()
    assert link(ana, bea)
    assert [*bea.open().save.rejections()] == [unknown]
    assert link(bea, carla)
    assert unknown in carla.ids


@pytest.mark.parametrize("ring", [False, True])
def test_three_towns_are_equal_in_a_star_and_in_a_ring(tmp_path: Path, *, ring: bool) -> None:
    towns = [Town(tmp_path, name) for name in ("ana", "bea", "carla")]
    towns[0].begin().close()
    pairs = [(0, 1), (0, 2), (1, 2)] if ring else [(0, 1), (0, 2)]
    for one, other in pairs[:2]:
        link(towns[one], towns[other])
    copies = {pair: (towns[pair[0]].copy(), towns[pair[1]].copy()) for pair in pairs}
    lines = [Line(exchange(one), exchange(other)) for one, other in copies.values()]
    told: list[str] = []
    for turn in range(6):
        told += towns[turn % 3].play(f"turno {turn}")
        for line in lines:
            line.run(0.3, until_equal=False)
    for _ in range(3):
        for line in lines:
            line.run(1, until_equal=False)
    assert len({town.path.read_bytes() for town in towns}) == 1
    assert set(told) <= towns[0].ids
    assert sum(line.here.sent + line.there.sent for line in lines) < 6 * len(lines) * 2


def test_a_peer_of_another_protocol_is_told_so(ana: Town, bea: Town) -> None:
    link(ana, bea)
    for field, code in ((b'"protocol":[7,9]', "link_protocol"), (b'"format":99', "link_format")):
        side = exchange(ana.copy())
        said = exchange(bea.copy()).output(0)
        name = field.split(b":")[0]
        start = said.index(name)
        end = said.index(b',"', start)
        with pytest.raises(LinkEnded, match=code):
            side.receive(said[:start] + field + said[end:], 0)


def test_a_program_of_format_1_learns_from_the_first_message_that_it_cannot_follow(bea: Town) -> None:
    """A copy of format 1 may become one of format 2 with the next act, so the link says so before any."""
    old = next(path for path in FORMATS if path.stem == "1")
    bea.path.parent.mkdir(parents=True)
    shutil.copy(old, bea.path)
    assert read_head(bea.path.read_bytes()).format == 1
    assert b'"format":%d' % FORMAT in exchange(bea.copy()).output(0)


def test_a_greeting_of_the_shell_is_skipped(ana: Town, bea: Town) -> None:
    link(ana, bea)
    side = exchange(ana.copy())
    side.receive(b"Welcome to town!\nLast login: never\n" + exchange(bea.copy()).output(0), 0)
    assert side.there is not None
    assert side.refused_text == "Welcome to town!\nLast login: never\n"
