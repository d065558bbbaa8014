"""The past in the shell: the table as it was, what happened between two moments, and the way back."""

from pathlib import Path

import pytest

from tests.play.shell import DONE, REFUSED, Place

LINES = ("pj Lía", "aparece orco", "combate Puente", "oculta orco", "daño Lía 3", "nota fin")


@pytest.fixture
def at(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.begin("Torre", *LINES)
    return place


def test_the_table_and_the_log_of_a_moment(at: Place) -> None:
    assert "Lía · Salud 7/10" in at.run("status", "Torre").out
    assert "Lía · Salud 10/10" in at.run("status", "Torre", "--at", "-2").out
    before = at.run("status", "Torre", "--json", "--at=-5")
    assert '"encounter": null' in before.out
    assert at.run("log", "Torre", "--between", "-1", "ahora").out.count("\n") == 2
    assert at.run("log", "Torre", "nota", "--between", "-3", "-1").out == ""
    refused = at.run("status", "Torre", "--at", "ayer")
    assert (refused.code, refused.out) == (REFUSED, "")
    assert "no es un momento" in refused.err


def test_the_line_shows_the_table_of_a_moment_and_compares_two(at: Place) -> None:
    assert "Lía · Salud 10/10" in at.run("do", "Torre", "mira -2").out
    assert at.run("do", "Torre", "mira ahora desde -2").out == "Lía: Salud -3\n"
    assert at.run("do", "Torre", "look -2 since now", TRACKER_LANG="en").out == "Lía: Health -3\n"
    assert at.run("do", "Torre", "mira ahora desde ahora").out == "No cambió nada.\n"
    for line in ("mira -1 desde", "mira 25:99", "mira ayer", "regresa"):
        assert at.run("do", "Torre", line).code == REFUSED


def test_one_returns_to_a_moment_and_another_campaign_begins_there(at: Place) -> None:
    other = at.run("restore", "Torre", "--to", "-2", "--fork", "Torre B")
    assert other.code == DONE
    assert "Lía · Salud 10/10" in at.run("status", "Torre B").out
    assert at.run("log", "Torre B").out.count("\n") == len(LINES)
    assert "Lía · Salud 7/10" in at.run("status", "Torre").out

    back = at.run("restore", "Torre", "--to", "-2")
    assert back.code == DONE
    assert "Se deshacen 2 actos: " in back.out
    assert "Lía: Salud +3" in back.out
    assert "Lía · Salud 10/10" in at.run("status", "Torre").out
    assert at.run("restore", "Torre", "--to", "ahora").code == REFUSED
    assert at.run("do", "Torre", "deshacer").code == DONE
    assert "Lía · Salud 7/10" in at.run("status", "Torre").out


def test_what_another_gm_did_is_taken_back_only_if_that_is_said(at: Place) -> None:
    assert at.run("do", "Torre", "daño Lía 2", TRACKER_GM="bea").code == DONE
    for words in (("restore", "Torre", "--to", "-2"), ("do", "Torre", "regresa", "-2")):
        answer = at.run(*words)
        assert answer.code == REFUSED
        assert "bea" in answer.out + answer.err
    assert "De bea se deshace un acto: " in at.run("restore", "Torre", "--to", "-2").out
    assert "Lía · Salud 5/10" in at.run("status", "Torre").out
    assert at.run("do", "Torre", "--yes", "regresa -2").code == DONE
    assert "Lía · Salud 7/10" in at.run("status", "Torre").out


def test_players_are_told_nothing_of_a_moment_that_is_gone(at: Place) -> None:
    assert at.run("do", "Torre", lines=("muestra orco", "siguiente", "oculta orco")).code == DONE
    assert at.run("restore", "Torre", "--to", "-4").code == DONE
    for words in (("recap", "Torre", "--players", "--all"), ("log", "Torre", "--players")):
        assert "orco" not in at.run(*words).out


def test_the_log_since_an_event_is_what_came_after_it(at: Place) -> None:
    lines = at.run("log", "Torre", "--format", "jsonl").objects
    ids = [each["id"] for each in lines]
    for place, event_id in enumerate(ids):
        later = at.run("log", "Torre", "--format", "jsonl", "--since", event_id).objects
        assert [each["id"] for each in later] == ids[place + 1 :]
    last = at.run("log", "Torre", "--format", "jsonl", "--since", "-1").objects
    assert [each["id"] for each in last] == ids[-1:]
    assert len(at.run("log", "Torre", "--format", "jsonl", "--since", "2000-01-01").objects) == len(ids)
    assert at.run("log", "Torre", "--since", "día 900").code == DONE
    assert at.run("log", "Torre", "--since", "nunca").code == REFUSED
