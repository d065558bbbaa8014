"""Two GMs who write the same text at once: both stay, the later shows, choosing one settles it."""

from pathlib import Path

import pytest

from tests.screens.saves import Group
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.session.moves.campaign import rename
from tracker.session.moves.undo import undo
from tracker.session.versions import choose_version, divided_texts
from tracker.store.campaign import Campaign
from tracker.wording.report import status_text


@pytest.fixture
def group(tmp_path: Path) -> Group:
    return Group(tmp_path)


def texts(campaign: Campaign) -> list[tuple[str, ...]]:
    return [tuple(version.text for version in each.versions) for each in divided_texts(campaign.history)]


def do(campaign: Campaign, line: str) -> None:
    command = parse(line, CommandContext(campaign.history))
    campaign.play(draft_of(command, campaign.history, lambda _sides: 1, lambda: "lia"))


def meet(*campaigns: Campaign) -> None:
    for _ in range(2):
        for campaign in campaigns:
            assert campaign.share().is_shared
            campaign.take_in(campaign.save.poll())


def campaigns_apart(group: Group) -> tuple[Campaign, Campaign]:
    ana = group.begin()
    bea = group.open("bea")
    ana.play(rename(ana.session, "De Ana"))
    bea.play(rename(bea.session, "De Bea"))
    meet(ana, bea)
    return ana, bea


def test_two_edits_at_once_keep_both_and_every_copy_shows_the_same(group: Group) -> None:
    ana, bea = campaigns_apart(group)
    assert texts(ana) == texts(bea) == texts(group.open("carla"))
    ((shown, other),) = texts(ana)
    assert {shown, other} == {"De Ana", "De Bea"}
    assert ana.session.title == bea.session.title == shown


def test_editing_a_text_that_was_seen_makes_no_second_version(group: Group) -> None:
    ana = group.begin()
    bea = group.open("bea")
    for gm, title in ((ana, "uno"), (bea, "dos"), (ana, "tres")):
        gm.play(rename(gm.session, title))
        meet(ana, bea)
    assert texts(ana) == texts(bea) == []


def test_the_same_text_twice_is_one_version(group: Group) -> None:
    ana = group.begin()
    bea = group.open("bea")
    for gm in (ana, bea):
        gm.play(rename(gm.session, "igual"))
    meet(ana, bea)
    assert texts(ana) == []


def test_choosing_a_version_settles_it_for_everybody_and_can_be_undone(group: Group) -> None:
    ana, bea = campaigns_apart(group)
    ((shown, other),) = texts(ana)
    ana.play(choose_version(ana.history, ("title",), other))
    meet(ana, bea)
    assert (texts(ana), texts(bea), bea.session.title) == ([], [], other)
    bea.play(undo(bea.history))
    assert (texts(bea), bea.session.title) == ([(shown, other)], shown)


def test_writing_over_both_settles_it_too(group: Group) -> None:
    ana, bea = campaigns_apart(group)
    bea.play(rename(bea.session, "De las dos"))
    meet(ana, bea)
    assert (texts(ana), ana.session.title) == ([], "De las dos")


def test_undoing_the_edit_that_shows_leaves_the_other(group: Group) -> None:
    ana, _bea = campaigns_apart(group)
    ((shown, other),) = texts(ana)
    ana.play(undo(ana.history))
    assert (texts(ana), ana.session.title) == ([], other) != ([], shown)


def test_lists_of_a_sheet_have_versions_as_texts_do(group: Group) -> None:
    ana = group.begin()
    do(ana, "pj Lía")
    meet(ana)
    bea = group.open("bea")
    do(ana, "ficha Lía languages=élfico,enano")
    do(bea, "ficha Lía languages=orco")
    meet(ana, bea)
    ((shown, other),) = texts(ana)
    assert {shown, other} == {"élfico, enano", "orco"}
    (who,) = ana.session.creatures
    ana.play(choose_version(ana.history, ("creatures", who, "sheet", "languages"), other))
    meet(ana, bea)
    for each in (ana, bea):
        assert ", ".join(each.session.creatures[who].sheet.languages) == other  # type: ignore[attr-defined]  # a sheet of Chronicle
        assert texts(each) == []


def test_the_shell_names_the_other_version_and_takes_it(group: Group) -> None:
    ana, _bea = campaigns_apart(group)
    ((shown, other),) = texts(ana)
    assert f"1. {other} · título · " in status_text(ana.history)
    with pytest.raises(Refusal, match="no_such_version"):
        do(ana, "version 2")
    do(ana, "versión")
    assert ana.session.title == other
    assert shown not in status_text(ana.history)
    do(ana, "deshacer")
    do(ana, "version 1")
    assert ana.session.title == other


def test_only_a_version_can_be_chosen(group: Group) -> None:
    ana, _bea = campaigns_apart(group)
    for path, text in ((("title",), "otro"), (("creatures", "x", "name"), "De Ana")):
        with pytest.raises(Refusal, match="no_such_version"):
            choose_version(ana.history, path, text)


def test_a_text_of_the_notebook_keeps_both_versions_and_names_its_entry(group: Group) -> None:
    ana = group.begin()
    do(ana, "cuaderno persona Morda: tabernera")
    ana.share()
    bea = group.open("bea")
    do(ana, "cuaderno Morda: sirve vino")
    do(bea, "cuaderno Morda: debe dinero")
    meet(ana, bea)

    ((shown, other),) = texts(ana)
    assert {shown, other} == {"sirve vino", "debe dinero"}
    assert f"1. {other} · Morda texto" in status_text(ana.history)
