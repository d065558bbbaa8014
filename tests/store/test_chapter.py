"""A new chapter begins where the campaign stands, and the one so far stays as it is."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.examples.__main__ import EXAMPLES
from tests.features.verify.test_seals import Table, play
from tests.screens.saves import Group, table
from tracker.cli import main
from tracker.features.verify.verdict import Verdict, verify
from tracker.rules.refusal import Refusal
from tracker.rules.systems import known_systems
from tracker.session.moves import campaign as moves
from tracker.session.moves.campaign import note
from tracker.session.moves.undo import undo_event
from tracker.store import save
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.wording.sentences import sentences


def open_campaign(path: Path, root: Path) -> Campaign:
    return Campaign.open(path, root / "journals", "ana", lambda: 1_795_000_000)


@pytest.mark.parametrize("letters", [60_000, 500])
@pytest.mark.parametrize("system", known_systems())
def test_everything_at_the_table_goes_on_as_it_was(
    tmp_path: Path, system: str, letters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "PART_LETTERS", letters)
    old = open_campaign(copy_of(EXAMPLES / "es" / f"{system}.json", tmp_path), tmp_path)
    before = old.save.path.read_bytes()
    path = old.begin_chapter(tmp_path, "segundo", "Segundo acto")
    new = open_campaign(path, tmp_path)
    assert (new.session.title, new.save.notes) == ("Segundo acto", ())
    assert new.session == replace(old.session, title="Segundo acto", seals={})
    assert list(new.session.creatures) == list(old.session.creatures)
    assert new.history.undoable is None
    assert old.save.path.read_bytes() == before
    assert new.save.campaign.id != old.save.campaign.id
    assert (len(new.history) > 1) == (letters == 500)


def test_the_first_events_of_a_chapter_cannot_be_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "PART_LETTERS", 500)
    old = open_campaign(copy_of(EXAMPLES / "es" / "chronicle.json", tmp_path), tmp_path)
    new = open_campaign(old.begin_chapter(tmp_path, "segundo", "Segundo"), tmp_path)
    second = list(new.history)[1]
    with pytest.raises(Refusal, match="chapter_stays"):
        undo_event(new.history, second.id)
    done = new.play(note(new.session, "algo"))
    assert new.history.undoable is done


def test_a_seal_stays_with_the_dice_that_it_proves(tmp_path: Path) -> None:
    old = Table(tmp_path).sit()
    for line in ("sella", "2d6"):
        play(old, line)
    new = open_campaign(old.begin_chapter(tmp_path, "segundo", "Segundo"), tmp_path)
    assert new.session.seals == {}
    play(new, "2d6", lambda _sides: 1)
    assert verify(new.history) == Verdict(unsealed=Counter(ana=1))
    play(old, "abre")
    assert (verify(old.history).findings, verify(old.history).fitting) == ((), 1)


def test_a_new_chapter_is_offered_from_twenty_thousand_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert save.LONG == 20_000
    monkeypatch.setattr(save, "LONG", 3)
    group = Group(tmp_path)
    campaign = group.begin()
    campaign.play(note(campaign.session, "uno"))
    campaign.share()
    assert group.open("bea").save.notes == ()
    campaign.play(note(campaign.session, "dos"))
    campaign.share()
    (told,) = group.open("bea").save.notes
    assert (told.code, dict(told.data)) == ("long", {"events": 3, "name": "Torre"})


async def test_a_chapter_begins_from_the_menu_of_home(tmp_path: Path) -> None:
    group = Group(tmp_path)
    campaign = group.begin()
    campaign.play(note(campaign.session, "uno"))
    campaign.share()
    campaign.close()
    before = group.path.read_bytes()
    app = group.app("ana")
    async with app.run_test() as pilot:
        await pilot.press("q", "m", "c", *"Acto II", "enter")
        await pilot.pause()
        assert table(app).session.title == "Acto II"
        begun = table(app).history
        assert sentences(next(iter(begun)), begun) == [
            "Empieza un capítulo: sigue «Torre» donde quedó, tras 2 sucesos."
        ]
    assert group.path.read_bytes() == before
    assert group.path.with_name("Acto II.json").exists()


def test_a_chapter_begins_in_the_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves = ["--saves", str(tmp_path / "saves")]
    assert main(["new", "Torre", *saves]) == 0
    assert main(["do", "Torre", "pj Lía", *saves]) == 0
    assert main(["chapter", "Torre", "Acto II", *saves]) == 0
    assert "«Torre» queda como está" in capsys.readouterr().out
    assert main(["status", "Acto II", *saves]) == 0
    assert "Lía" in capsys.readouterr().out
    assert main(["chapter", "Torre", "../fuera", *saves]) == 0
    assert [path.parent.name for path in tmp_path.rglob("*fuera.json")] == ["saves"]
