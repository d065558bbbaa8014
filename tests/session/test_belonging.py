"""A sheet of another game is not read as a sheet of this one."""

from pathlib import Path
from typing import Any

import pytest

from tracker.cli.diagnosis import Diagnosis
from tracker.cli.doctor import doctor
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.session.change import How
from tracker.session.history import History
from tracker.store.campaign import Campaign, Spectator
from tracker.store.save import Save
from tracker.wording.sentences import refusal_sentence

SHEETS = {"chronicle": "pj Lía salud_total=12 salud=12", "margin": "pj Lía habilidades=Sigilo 12*"}


def joining(system: str) -> dict[str, Any]:
    """Return the saved event in which a creature joins the party of a game."""
    history = History(system)
    command = parse(SHEETS[system], CommandContext(history))
    return draft_of(command, history, lambda sides: sides, lambda: "lia").document("ana", 0, 0)


def saved(folder: Path, system: str, document: dict[str, Any]) -> Path:
    path = folder / "mesa.json"
    campaign = Campaign.create(path, folder / "own", system=system, title="mesa", gm="ana", now=lambda: 0)
    campaign.close()
    put(path, document)
    return path


def put(path: Path, document: dict[str, Any]) -> None:
    """Put an event into a save, as a program without checks might."""
    other = Save.open(path, path.parent / "other")
    other.append(document)
    assert other.share().is_shared
    other.close()


def open_campaign(path: Path, journals: str = "another") -> Campaign:
    return Campaign.open(path, path.parent / journals, "ana", lambda: 0)


def names(campaign: Campaign) -> list[str]:
    return [creature.name for creature in campaign.session.creatures.values()]


OTHERS = pytest.mark.parametrize(("system", "other"), [("chronicle", "margin"), ("margin", "chronicle")])


@OTHERS
def test_a_sheet_of_another_game_is_withheld_when_the_save_is_opened(
    tmp_path: Path, system: str, other: str
) -> None:
    path = saved(tmp_path, system, joining(system))
    stranger = joining(other)
    stranger["changes"][0][0] = "creatures/stranger"
    put(path, stranger)
    put(
        path,
        {"gm": "bea", "at": 0, "clock": 0, "changes": [["creatures/stranger/name", str(How.TO), "Otra"]]},
    )
    before = path.read_bytes()

    for journals in ("another", "another", "own"):
        campaign = open_campaign(path, journals)
        assert [(each.code, each.data["events"]) for each in campaign.save.notes] == [("withheld", 1)]
        assert names(campaign) == ["Lía"]
        campaign.close()
    spectator = Spectator(path)
    assert [each.name for each in spectator.history.session.creatures.values()] == ["Lía"]
    assert path.read_bytes() == before


@OTHERS
def test_a_sheet_of_another_game_is_withheld_in_play_too_and_told_once(
    tmp_path: Path, system: str, other: str
) -> None:
    path = saved(tmp_path, system, joining(system))
    creator = Campaign.create(
        tmp_path / "nueva.json", tmp_path / "own", system=system, title="T", gm="ana", now=lambda: 0
    )
    for campaign, here in ((open_campaign(path), ["Lía"]), (creator, [])):
        put(campaign.save.path, joining(other) | {"at": 1})
        campaign.take_in(campaign.save.poll())
        assert names(campaign) == here
        assert [each.code for each in campaign.share().notes] == ["withheld"]
        assert campaign.share().notes == ()
        again = open_campaign(campaign.save.path, "own")
        assert [*again.save.documents] == [*campaign.save.documents]
        assert again.session == campaign.session


def test_playing_a_sheet_of_another_game_is_refused_in_words(tmp_path: Path) -> None:
    campaign = open_campaign(saved(tmp_path, "margin", joining("margin")))

    with pytest.raises(Refusal) as refused:
        campaign.save.append(joining("chronicle"))

    assert refusal_sentence(refused.value).startswith("Lía trae una ficha de otro juego, ")


def test_the_doctor_finds_the_same_as_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path, "margin", joining("chronicle"))
    doctor(path, "mesa", tmp_path / "another", Diagnosis(as_json=False), repair=False)
    assert "Un suceso no es creíble" in capsys.readouterr().out


@pytest.mark.parametrize("system", SHEETS)
def test_a_sheet_of_the_game_itself_is_read(tmp_path: Path, system: str) -> None:
    assert names(open_campaign(saved(tmp_path, system, joining(system)))) == ["Lía"]


def test_an_unknown_sheet_may_come_from_a_newer_version(tmp_path: Path) -> None:
    document = joining("margin")
    sheet = document["changes"][0][2]["sheet"]
    sheet["feats"] = {"Acrobacia": {"value": 3}}

    assert names(open_campaign(saved(tmp_path, "margin", document))) == ["Lía"]
