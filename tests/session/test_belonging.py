"""A sheet of another game is not read as if it were one of this."""

from pathlib import Path
from typing import Any

import pytest

from tracker.commands.order import Place, deed_of
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.session.history import History
from tracker.store.campaign import Campaign
from tracker.wording.sentences import refusal_sentence

SHEETS = {"chronicle": "pj Lía salud_total=12 salud=12", "margin": "pj Lía habilidades=Sigilo 12*"}


def joining(system: str) -> dict[str, Any]:
    """Return the event in which somebody joins the party of a game, as it is saved."""
    history = History(system)
    order = parse(SHEETS[system], Place(history))
    return deed_of(order, history, lambda sides: sides, lambda: "lia").document("ana", 0, 0)


def saved(folder: Path, system: str, document: dict[str, Any]) -> Path:
    path = folder / "mesa.json"
    campaign = Campaign.create(path, folder / "own", system=system, title="mesa", gm="ana", now=lambda: 0)
    campaign.save.append(document)
    campaign.share()
    campaign.save.close()
    return path


def names(path: Path) -> list[str]:
    campaign = Campaign.open(path, path.parent / "another", "ana", lambda: 0)
    return [creature.name for creature in campaign.session.creatures.values()]


@pytest.mark.parametrize(("system", "other"), [("chronicle", "margin"), ("margin", "chronicle")])
def test_a_save_with_a_sheet_of_another_game_is_refused_in_words(
    tmp_path: Path, system: str, other: str
) -> None:
    path = saved(tmp_path, system, joining(other))
    before = path.read_bytes()

    with pytest.raises(Refusal) as refused:
        names(path)

    assert refused.value.code == "sheet_of_another_game"
    assert refusal_sentence(refused.value).startswith("Lía trae una ficha de otro juego, ")
    assert path.read_bytes() == before


@pytest.mark.parametrize("system", SHEETS)
def test_a_sheet_of_the_game_itself_is_read(tmp_path: Path, system: str) -> None:
    assert names(saved(tmp_path, system, joining(system))) == ["Lía"]


def test_what_no_game_here_knows_may_come_from_a_newer_version(tmp_path: Path) -> None:
    document = joining("margin")
    sheet = document["changes"][0][2]["sheet"]
    sheet["feats"] = {"Acrobacia": {"value": 3}}

    assert names(saved(tmp_path, "margin", document)) == ["Lía"]
