"""What players ask from their page: it waits for the GM, and does nothing until it is granted."""

import fcntl
from pathlib import Path

import pytest

from tests.players.page import served
from tests.screens.game import Folder, fight, playing
from tests.session.game import Game, refused
from tracker.rules.refusal import Refusal
from tracker.session.moves.requests import receive
from tracker.session.pending import RequestKind
from tracker.store.player_requests import MOST_WAITING, PlayerRequest, PlayerRequests


def asked(game: Game, who: str, kind: str, text: str) -> None:
    game.play(receive(game.session, "1", game.who(who), kind, text))


def test_an_initiative_waits_until_it_is_granted() -> None:
    game = Game("pj Lía", "aparece goblin", "combate Torre lía,goblin")
    asked(game, "Lía", RequestKind.INITIATIVE, "14")
    assert game.pending == ["request"]
    assert game.session.fight is not None
    lia = game.session.fight.combatants[game.who("Lía")]
    assert lia.initiative is None
    game.do("resuelve")
    assert game.session.fight.combatants[game.who("Lía")].initiative == 14
    assert game.pending == []


def test_a_skipped_request_leaves_nothing() -> None:
    game = Game("pj Lía", "aparece goblin", "combate Torre lía,goblin")
    before = game.session.fight
    asked(game, "Lía", RequestKind.INITIATIVE, "14")
    game.do("omite")
    assert (game.session.fight, game.pending) == (before, [])


def test_faces_resolve_what_is_pending_for_the_one_who_rolled() -> None:
    game = Game("pj Lía", "intervalo 24h")
    assert game.pending == ["hunger"]
    asked(game, "Lía", RequestKind.FACES, "17")
    assert game.pending == ["hunger", "request"]
    event = game.do("resuelve 2")
    assert [(die.face, die.typed) for throw in event.throws for die in throw.dice] == [(17, True)]
    assert game.pending == []


def test_more_faces_than_the_roll_takes_are_refused_and_nothing_is_lost() -> None:
    game = Game("pj Lía", "intervalo 24h")
    asked(game, "Lía", RequestKind.FACES, "17 3")
    assert refused(lambda: game.do("resuelve 2")) == "too_many_faces"
    assert game.pending == ["hunger", "request"]


def test_a_note_goes_to_the_log_once_it_is_granted() -> None:
    game = Game("pj Lía")
    asked(game, "Lía", RequestKind.NOTE, "miro detrás del tapiz")
    assert "miro detrás del tapiz" in game.told("resuelve")


@pytest.mark.parametrize(
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
    assert refused(lambda: receive(game.session, "1", game.who(who), kind, text)) == "bad_request"


def test_requests_are_taken_once_and_survive_until_then(tmp_path: Path) -> None:
    requests = PlayerRequests(tmp_path / "journals", tmp_path / "torre.json")
    wanted = [PlayerRequest(str(number), "a", "note", "hola") for number in range(MOST_WAITING)]
    for each in wanted:
        requests.put(each)
    with pytest.raises(Refusal, match="too_many_requests"):
        requests.put(wanted[0])

    def crash(_request: PlayerRequest) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        requests.take(crash)
    taken: list[PlayerRequest] = []
    requests.take(taken.append)
    requests.take(taken.append)
    assert taken == wanted


def test_a_request_that_cannot_be_kept_waits_with_those_behind_it(tmp_path: Path) -> None:
    requests = PlayerRequests(tmp_path / "journals", tmp_path / "torre.json")
    for number in range(3):
        requests.put(PlayerRequest(str(number), "a", "note", "hola"))
    taken: list[str] = []

    def full_disk(request: PlayerRequest) -> None:
        if request.id == "1":
            raise Refusal("disk_full")
        taken.append(request.id)

    with pytest.raises(Refusal, match="disk_full"):
        requests.take(full_disk)
    requests.take(lambda request: taken.append(request.id))
    assert taken == ["0", "1", "2"]


def test_the_table_does_not_wait_for_a_page_that_holds_the_file(tmp_path: Path) -> None:
    requests = PlayerRequests(tmp_path / "journals", tmp_path / "torre.json")
    requests.put(PlayerRequest("1", "a", "note", "hola"))
    taken: list[PlayerRequest] = []
    (file,) = (tmp_path / "requests").iterdir()
    with file.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        requests.take(taken.append)
        assert taken == []
    requests.take(taken.append)
    assert len(taken) == 1


def test_broken_lines_are_no_requests(tmp_path: Path) -> None:
    requests = PlayerRequests(tmp_path / "journals", tmp_path / "torre.json")
    requests.put(PlayerRequest("1", "a", "note", "hola"))
    (file,) = (tmp_path / "requests").iterdir()
    file.write_bytes(b'{"id":1}\n\xff\n' + file.read_bytes() + b'{"id":"2"')
    taken: list[PlayerRequest] = []
    requests.take(taken.append)
    assert [each.id for each in taken] == ["1"]


async def test_a_players_request_reaches_the_table(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    save = folder.begin(*fight())
    state = tmp_path / "state"
    folder_of_app = folder.folders.journals
    with served(save, "--ask", state=state) as page, page.reader() as reader:
        view = reader.next()
        lia = next(each["key"] for each in view["order"] if each["name"] == "Lía")
        assert page.ask("ask", "POST", {"who": lia, "kind": "initiative", "text": "17"}).status == 204
        again = page.ask("ask", "POST", {"who": lia, "kind": "initiative", "text": "18"})
        assert (again.status, "momento" in again.body.decode()) == (400, True)
        wrong: list[object] = [{"who": lia}, [], {"who": 1, "kind": 2, "text": 3}, b"\xff", b"{", b""]
        for each in (*wrong, {"who": "x", "kind": "note", "text": "a"}):
            assert page.ask("ask", "POST", each).status == 400
    (state / "tracker" / "requests").rename(folder_of_app.with_name("requests"))
    async with playing(folder) as game:
        await game.until(lambda: "request" in str(game.session.pending), "the request")
        assert "Lía" in game.pending
        assert "iniciativa 17" in game.pending
        await game.press("2", "enter")
        await game.until(lambda: not game.session.pending, "the request is granted")
        assert game.session.fight is not None
        assert game.session.fight.combatants[lia].initiative == 17
