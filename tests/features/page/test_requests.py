"""What players ask from their page: it waits for the GM, and does nothing until it is granted."""

import asyncio
import fcntl
import time
from pathlib import Path

import pytest

from tests.features.page.page import serving
from tests.screens.game import Folder, fight, playing
from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.session.event import Event
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.resolution import grant, request_roll
from tracker.session.request import RECEIVED, RequestKind
from tracker.store.player_requests import (
    MOST_ANSWERED,
    MOST_FOR_ONE,
    MOST_WAITING,
    Answer,
    PlayerRequest,
    PlayerRequests,
)
from tracker.wording.sentences import sentences


def grants(game: Game, who: str, kind: str, text: str) -> Event:
    """Grant what a player asks."""
    return game.play(grant(game.session, request_roll("1", game.id_of(who), kind, text), lambda sides: sides))


def kept_as_pending(game: Game, who: str, kind: str, text: str) -> None:
    """Receive a request as an older version did: as an event that makes it pending."""
    request = request_roll("request.1", game.id_of(who), kind, text)
    told = MoveBuilder.for_session(game.session).with_pending((request,))
    game.play(told.with_fact(RECEIVED, who=request.who, **request.data).draft())


def test_an_initiative_is_set_once_it_is_granted_and_undone_as_any_act() -> None:
    game = Game("pj Lía", "aparece goblin", "combate Torre lía,goblin")
    grants(game, "Lía", RequestKind.INITIATIVE, "14")
    assert game.session.fight is not None
    assert game.session.fight.combatants[game.id_of("Lía")].initiative == 14
    game.do("deshacer")
    assert game.session.fight.combatants[game.id_of("Lía")].initiative is None


def test_the_requests_of_an_older_save_wait_and_are_resolved_or_skipped() -> None:
    game = Game("pj Lía", "aparece goblin", "combate Torre lía,goblin")
    before = game.session.fight
    kept_as_pending(game, "Lía", RequestKind.INITIATIVE, "14")
    assert game.pending == ["request"]
    game.do("omite")
    assert (game.session.fight, game.pending) == (before, [])
    kept_as_pending(game, "Lía", RequestKind.INITIATIVE, "15")
    game.do("resuelve")
    assert game.session.fight is not None
    assert game.session.fight.combatants[game.id_of("Lía")].initiative == 15
    assert game.pending == []


def test_faces_resolve_what_is_pending_for_the_one_who_rolled() -> None:
    game = Game("pj Lía", "intervalo 24h")
    assert game.pending == ["hunger"]
    event = grants(game, "Lía", RequestKind.FACES, "17")
    assert [(die.face, die.typed) for throw in event.throws for die in throw.dice] == [(17, True)]
    assert game.pending == []


def test_more_faces_than_the_roll_takes_are_refused_and_nothing_is_lost() -> None:
    game = Game("pj Lía", "intervalo 24h")
    assert refusal_code(lambda: grants(game, "Lía", RequestKind.FACES, "17 3")) == "too_many_faces"
    assert game.pending == ["hunger"]


def test_a_note_goes_to_the_log_once_it_is_granted() -> None:
    game = Game("pj Lía")
    event = grants(game, "Lía", RequestKind.NOTE, "miro detrás del tapiz")
    assert "miro detrás del tapiz" in " ".join(sentences(event, game.history))


@each_of(
    ("who", "kind", "text"),
    [
        ("Lía", "initiative", "mucho"),
        ("Lía", "initiative", "1 2"),
        ("Lía", "faces", "1 2 3 4 5 6 7 8 9 10 11"),
        ("Lía", "faces", "-3"),
        ("Lía", "note", "   "),
        ("Lía", "magia", "14"),
        ("goblin", "note", "hola"),
    ],
)
def test_what_cannot_be_asked_is_refused(who: str, kind: str, text: str) -> None:
    game = Game("pj Lía", "aparece goblin")
    assert refusal_code(lambda: grants(game, who, kind, text)) == "bad_request"


def requests_of(folder: Path) -> PlayerRequests:
    return PlayerRequests(folder / "journals", folder / "torre.json")


def test_requests_wait_until_they_are_answered_and_are_bounded(tmp_path: Path) -> None:
    page, gm = requests_of(tmp_path), requests_of(tmp_path)
    wanted = [PlayerRequest(str(n), f"who{n // MOST_FOR_ONE}", "note", "hola") for n in range(MOST_WAITING)]
    assert gm.look() == ()
    for each in wanted:
        page.put(each)
    with pytest.raises(Refusal, match="too_many_requests"):
        page.put(PlayerRequest("x", "other", "note", "hola"))
    assert gm.look() == tuple(wanted)
    gm.answer("3", Answer.GRANTED)
    gm.answer("4", Answer.REFUSED)
    assert [each.answer for each in page.look()[3:6]] == [Answer.GRANTED, Answer.REFUSED, Answer.WAITING]
    page.put(PlayerRequest("x", "other", "note", "hola"))


def test_one_player_cannot_take_every_place(tmp_path: Path) -> None:
    requests = requests_of(tmp_path)
    for number in range(MOST_FOR_ONE):
        requests.put(PlayerRequest(str(number), "a", "note", "hola"))
    with pytest.raises(Refusal, match="too_many_requests"):
        requests.put(PlayerRequest("x", "a", "note", "hola"))
    requests.put(PlayerRequest("x", "b", "note", "hola"))


def test_old_answers_are_forgotten(tmp_path: Path) -> None:
    requests = requests_of(tmp_path)
    for number in range(MOST_ANSWERED + 10):
        requests.put(PlayerRequest(str(number), "a", "note", "h" * 80))
        requests.answer(str(number), Answer.GRANTED)
    requests.put(PlayerRequest("last", "a", "note", "hola"))
    assert requests.look()[0].id == "10"
    assert requests.look()[-1].id == "last"


def test_the_table_does_not_wait_for_a_page_that_holds_the_file(tmp_path: Path) -> None:
    requests = requests_of(tmp_path)
    requests.put(PlayerRequest("1", "a", "note", "hola"))
    (file,) = (tmp_path / "requests").iterdir()
    with file.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert requests.look() == ()
    assert len(requests.look()) == 1


def test_broken_lines_are_no_requests(tmp_path: Path) -> None:
    requests = requests_of(tmp_path)
    requests.put(PlayerRequest("1", "a", "note", "hola"))
    (file,) = (tmp_path / "requests").iterdir()
    file.write_bytes(b'{"id":1}\n\xff\n' + file.read_bytes() + b'{"id":"2"')
    assert [each.id for each in requests.look()] == ["1"]


def test_a_page_knows_whether_a_gm_is_there(tmp_path: Path) -> None:
    page, gm, other = requests_of(tmp_path), requests_of(tmp_path), requests_of(tmp_path)
    seen = [page.is_attended]
    gm.attend()
    other.attend()
    gm.leave()
    seen.append(page.is_attended)
    other.leave()
    seen.append(page.is_attended)
    assert seen == [False, True, False]


async def test_a_players_request_waits_beside_the_save_and_its_player_is_told(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    save = folder.begin(*fight())
    own = folder.folders.journals.with_name("requests")
    own.mkdir()
    state = tmp_path / "state"
    (state / "tracker").mkdir(parents=True)
    (state / "tracker" / "requests").symlink_to(own)
    before = folder.open().history
    with serving(save, "--ask", state=state) as page, page.reader() as reader:
        view = reader.next()
        assert view["nobody"]
        lia = next(each["key"] for each in view["order"] if each["name"] == "Lía")
        first = page.ask("ask", "POST", {"who": lia, "kind": "initiative", "text": "17"})
        assert first.status == 200
        again = page.ask("ask", "POST", {"who": lia, "kind": "initiative", "text": "18"})
        assert (again.status, "momento" in again.body.decode()) == (400, True)
        wrong: list[object] = [{"who": lia}, [], {"who": 1, "kind": 2, "text": 3}, b"\xff", b"{", b""]
        for each in (*wrong, {"who": "x", "kind": "note", "text": "a"}):
            assert page.ask("ask", "POST", each).status == 400
        one = first.body.decode()
        await asyncio.to_thread(
            reader.wait_until, lambda view: view["asked"] == {one: "espera a quien dirige"}
        )
        time.sleep(1)
        second = page.ask("ask", "POST", {"who": lia, "kind": "note", "text": "miro"}).body.decode()
        async with playing(folder) as game:
            await game.wait_until(lambda: "iniciativa 17" in game.pending, "the request")
            assert game.events == len(before)
            assert "Lía" in game.pending
            await asyncio.to_thread(reader.wait_until, lambda view: not view["nobody"])
            await game.press("enter")
            assert game.session.fight is not None
            assert game.session.fight.combatants[lia].initiative == 17
            assert game.events == len(before) + 1
            await game.wait_until(lambda: "miro" in game.pending, "the other request")
            await game.press("s")
            assert game.events == len(before) + 1
            wanted = {one: "concedido", second: "no se concede"}
            await asyncio.to_thread(reader.wait_until, lambda view: view["asked"] == wanted)
            await game.press("u", "enter")
            await game.wait_until(lambda: game.events == len(before) + 2, "the undo")
            assert game.session.fight.combatants[lia].initiative is None
        await asyncio.to_thread(reader.wait_until, lambda view: view["nobody"])


async def test_a_request_can_be_granted_from_the_list_while_a_roll_waits(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin("pj Lía", "intervalo 24h")
    async with playing(folder) as game:
        campaign = game.table.campaign
        lia = campaign.session.party()[0]
        requests = PlayerRequests(campaign.save.journals, campaign.save.path)
        requests.put(PlayerRequest("1", lia, "faces", "17"))
        await game.wait_until(lambda: "lo que piden" in game.pending, "the request")
        await game.press("p", "down", "enter")
        await game.wait_until(lambda: "hunger" not in str(game.session.pending), "the roll")
        assert [each.answer for each in requests.look()] == [Answer.GRANTED]
