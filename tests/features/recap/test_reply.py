"""`tracker recap`: on the screen, in a file, in a folder of notes."""

import os
import shutil
from pathlib import Path

import pytest

from tests.play.shell import DONE, REFUSED, Place
from tracker.features.recap.store import BEGIN, END
from tracker.session.moves.campaign import note as noted
from tracker.session.moves.undo import undo_event
from tracker.store.campaign import Campaign

DAY = 86_400


@pytest.fixture
def at(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.begin("torre", "pj Lía", "nota Llueve [[mucho]] <b>")
    return place


def test_it_tells_the_last_session(at: Place) -> None:
    answer = at.run("recap", "torre")
    assert answer.code == DONE
    assert "Anteriormente, con Lía" in answer.out
    assert "Llueve [[mucho]] <b>." in answer.out


def test_a_file_is_written_in_the_format_asked_for(at: Place, tmp_path: Path) -> None:
    assert at.run("recap", "torre", "--format", "html", "-o", "r.html").code == DONE
    assert "&lt;b&gt;" in (tmp_path / "r.html").read_text()
    assert at.run("recap", "torre", "--format", "md", "-o", "r.md").code == DONE
    assert "\\<b\\>" in (tmp_path / "r.md").read_text()


@pytest.mark.parametrize("number", ["0", "2", "-1"])
def test_a_session_that_is_not_there_is_refused(at: Place, number: str) -> None:
    answer = at.run("recap", "torre", f"--evening={number}")
    assert (answer.code, answer.out) == (REFUSED, "")


def test_what_a_person_writes_around_the_block_stays(at: Place, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    (note,) = vault.iterdir()
    mine = note.read_bytes().replace(b"<!-- tracker -->", b"Antes\r\n<!-- tracker -->") + b"Despu\xe9s\n"
    note.write_bytes(mine)
    at.run("do", "torre", "nota", "Amanece")
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    after = note.read_bytes()
    assert b"Amanece" in after
    assert b"[[L\xc3\xada]]" in after
    assert (b"Antes\r\n" in after, after.endswith(b"Despu\xe9s\n")) == (True, True)
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    assert note.read_bytes() == after


def test_a_note_without_its_marks_or_behind_a_link_is_left_alone(at: Place, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    at.run("recap", "torre", "--vault", "vault")
    (note,) = vault.iterdir()
    note.write_text("todo mío")
    assert at.run("recap", "torre", "--vault", "vault").code == REFUSED
    assert note.read_text() == "todo mío"
    note.unlink()
    outside = tmp_path / "fuera.md"
    outside.write_text("fuera")
    note.symlink_to(outside)
    assert at.run("recap", "torre", "--vault", "vault").code == REFUSED
    assert outside.read_text() == "fuera"


@pytest.mark.parametrize("title", ["..", "Ida/vuelta", "a\\b", "***"])
def test_a_campaign_of_any_title_has_notes(at: Place, tmp_path: Path, title: str) -> None:
    (tmp_path / "vault").mkdir()
    assert at.run("do", "torre", f"titulo {title}").code == DONE
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    assert len(list((tmp_path / "vault").iterdir())) == 1
    assert at.run("chapter", "torre", title).code == DONE


def test_a_pipe_is_not_waited_for(at: Place, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    answer = at.run("recap", "torre", "-o", "pipe")
    assert (answer.code, "no es un fichero corriente" in answer.err) == (REFUSED, True)


def test_a_shorter_text_replaces_a_file_whole(at: Place, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("viejo\n" * 1_000)
    assert at.run("recap", "torre", "-o", "r.txt").code == DONE
    assert "viejo" not in (tmp_path / "r.txt").read_text()


def campaign_on(path: Path, journals: Path, day: int) -> Campaign:
    return Campaign.open(path, journals, "Ana", lambda: day * DAY)


def test_a_note_stays_with_its_evening_when_a_copy_brings_an_earlier_one(at: Place, tmp_path: Path) -> None:
    path, other, vault = at.saves / "faro.json", at.saves / "copia.json", tmp_path / "vault"
    vault.mkdir()
    begun = Campaign.create(path, at.journals, system="chronicle", title="Faro", gm="Ana", now=lambda: 0)
    begun.close()
    shutil.copy(path, other)
    for where, journals, days in ((path, at.journals, (2, 10)), (other, tmp_path / "bea", (5,))):
        for day in days:
            campaign = campaign_on(where, journals, day)
            campaign.play(noted(campaign.session, f"día {day}, primera"))
            campaign.play(noted(campaign.session, f"día {day}, segunda"))
            assert campaign.share().is_shared
            campaign.close()
    assert at.run("recap", "faro", "--vault", "vault").code == DONE
    (note,) = vault.iterdir()
    note.write_bytes(note.read_bytes() + b"Lo que pienso del d\xc3\xada 10\n")
    assert at.run("merge", str(path), str(other), "-o", str(path)).code == DONE
    assert at.run("recap", "faro", "--all", "--vault", "vault").code == DONE
    told = {each: each.read_text() for each in vault.iterdir()}
    assert all(text.count("día 10, primera") == (each == note) for each, text in told.items())
    assert told[note].endswith("Lo que pienso del día 10\n")
    names = {each.name for each in told}
    assert at.run("recap", "faro", "--all", "--vault", "vault").code == DONE
    assert {each.name for each in vault.iterdir()} == names


def test_a_note_stays_with_its_evening_when_the_first_event_of_it_is_undone(
    at: Place, tmp_path: Path
) -> None:
    path, vault = at.saves / "faro.json", tmp_path / "vault"
    vault.mkdir()
    Campaign.create(path, at.journals, system="chronicle", title="Faro", gm="Ana", now=lambda: 0).close()
    campaign = campaign_on(path, at.journals, 3)
    first = campaign.play(noted(campaign.session, "primera"))
    campaign.play(noted(campaign.session, "segunda"))
    campaign.share()
    assert at.run("recap", "faro", "--vault", "vault").code == DONE
    campaign.play(undo_event(campaign.history, first.id))
    campaign.share()
    campaign.close()
    assert at.run("recap", "faro", "--vault", "vault").code == DONE
    (note,) = vault.iterdir()
    assert "primera" not in note.read_text()


def test_two_campaigns_of_one_title_and_what_players_may_read_have_their_own_notes(
    at: Place, tmp_path: Path
) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    at.begin("otra", "nota Nieva")
    at.run("do", "otra", "titulo torre")
    assert at.run("recap", "otra", "--vault", "vault").code == DONE
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    assert at.run("recap", "torre", "--players", "--vault", "vault").code == DONE
    notes = {each.read_text() for each in vault.iterdir()}
    assert len(notes) == 3
    assert sum("Nieva" in each for each in notes) == 1
    assert sum("Llueve" in each for each in notes) == 1


def test_a_note_that_does_not_say_whose_it_is_stays_until_it_does(at: Place, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    at.run("recap", "torre", "--vault", "vault")
    (note,) = vault.iterdir()
    said = note.read_text()
    mine = [line for line in said.splitlines() if line.startswith(("campaign_id:", "evening_id:"))]
    note.write_text(said.replace("\n".join(mine) + "\n", ""))
    answer = at.run("recap", "torre", "--vault", "vault")
    assert answer.code == REFUSED
    assert all(line.replace('"', "") in answer.err for line in mine)
    note.write_text(said.replace("\n".join(mine), "\n".join(mine).replace('"', "")))
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    assert [*vault.iterdir()] == [note]


def test_a_lost_mark_before_another_block_is_refused(at: Place, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    at.run("recap", "torre", "--vault", "vault")
    (note,) = vault.iterdir()
    mine = note.read_bytes().replace(END, b"") + b"Texto del director\n" + BEGIN + b"otro bloque\n" + END
    note.write_bytes(mine)
    answer = at.run("recap", "torre", "--vault", "vault")
    assert (answer.code, note.read_bytes()) == (REFUSED, mine)
    assert "<!-- /tracker -->" in answer.err
