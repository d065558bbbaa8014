"""The page over HTTP: what it answers, to whom, and that nobody can hold it up."""

import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.features.page.page import serving
from tests.play.shell import REFUSED, Place
from tests.play.warm import ROOT
from tests.watch.secrets import HERO, HIDDEN, SECRETS, SYSTEM_KEYS, Game, full_of_secrets
from tracker.features.page.store import TableToken, page_token
from tracker.features.page.web.feed import PING
from tracker.features.page.web.server import MOST_READERS, MOST_UNANSWERED, PATIENCE
from tracker.rules.refusal import Refusal

MARKUP = ("<script>alert(1)</script>", "[b]Ñandú[/] 龍", "ﷺ مرحبا", "a" * 60)


def _has_left(wanted: str, view: dict[str, Any]) -> bool:
    return bool(view["party"][0]["gauges"][0]["text"] == wanted)


def simple(folder: Path) -> Game:
    game = Game(folder)
    game.play("pj Lía")
    return game


def test_a_reader_sees_an_act_within_a_second(tmp_path: Path) -> None:
    game = simple(tmp_path)
    with serving(game.path) as page, page.reader() as reader:
        reader.wait_until(lambda view: view["title"] == "La Torre")
        for left in range(9, 4, -1):
            game.play("daño lía 1")
            took = reader.wait_until(partial(_has_left, f"{left}/10"))
            assert took < 1
        assert all(change.keys() <= {"party", "rolls"} for change in reader.changes[1:])


def test_only_what_changed_is_sent(tmp_path: Path) -> None:
    game = simple(tmp_path)
    with serving(game.path) as page, page.reader() as reader:
        reader.next()
        game.play("daño lía 1")
        assert reader.next().keys() == {"party"}


@pytest.mark.parametrize("name", MARKUP)
def test_names_stay_text(tmp_path: Path, name: str) -> None:
    game = Game(tmp_path)
    game.play(f'pj "{name}"')
    with serving(game.path) as page, page.reader() as reader:
        shown = reader.next()["party"][0]["name"]
        assert shown == game.campaign.session.creatures[game.campaign.session.party()[0]].name
        assert b"<script>alert" not in page.ask().body


def test_files_are_small_and_come_from_here_alone(tmp_path: Path) -> None:
    with serving(simple(tmp_path).path, "--ask") as page:
        answers = [page.ask(name) for name in ("", "page.css", "page.js")]
    assert [answer.status for answer in answers] == [200] * 3
    assert sum(len(answer.body) for answer in answers) < 30_000
    assert b"http" not in b"".join(answer.body for answer in answers)
    for answer in answers:
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


def test_everything_else_is_not_there(tmp_path: Path) -> None:
    with serving(simple(tmp_path).path) as page:
        for path in (
            "/",
            "/x/",
            page.path[:-1],
            page.path[:-2] + "/",
            "/../etc/passwd",
            "/%C3%A9/%00",
            "//",
            "/a" * 900,
        ):
            assert page.ask(path, outside=True).status == 404, path
        for name in ("../x", "page.py", "ask", "events/", "?", "%2e%2e/"):
            assert page.ask(name).status == (200 if name == "?" else 404), name


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"])
def test_without_requests_only_get_and_head_are_answered(tmp_path: Path, method: str) -> None:
    with serving(simple(tmp_path).path) as page:
        assert page.ask("", method).status == 405
        assert page.ask("events", method).status == 405
        assert page.ask("", "HEAD").body == b""


def test_the_token_is_new_each_time_unless_a_file_keeps_it(tmp_path: Path) -> None:
    save, kept = simple(tmp_path).path, tmp_path / "token"
    paths = []
    for options in ((), (), ("--token-file", str(kept)), ("--token-file", str(kept))):
        with serving(save, *options) as page:
            paths.append(page.path)
    assert len(set(paths)) == 3
    assert paths[2] == paths[3] == f"/{kept.read_text().strip()}/"
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_page_started_again_is_found_in_its_new_state(tmp_path: Path) -> None:
    game, token = simple(tmp_path), str(tmp_path / "token")
    with serving(game.path, "--token-file", token) as page:
        port = page.port
        address = page.address
    game.play("pj Odón")
    with serving(game.path, "--token-file", token, "--port", str(port)) as page, page.reader() as reader:
        assert page.address == address
        assert len(reader.next()["party"]) == 2


def test_at_most_so_many_readers(tmp_path: Path) -> None:
    game = simple(tmp_path)
    with serving(game.path) as page:
        with ExitStack() as stack:
            readers = [stack.enter_context(page.reader()) for _ in range(MOST_READERS)]
            for reader in readers:
                reader.next()
            assert page.ask("events").status == 503
            game.play("daño lía 1")
            for reader in readers:
                reader.wait_until(lambda view: view["party"][0]["gauges"][0]["text"] == "9/10")
        time.sleep(0.5)
        with page.reader() as reader:
            reader.next()


def test_readers_who_never_read_give_up_their_places(tmp_path: Path) -> None:
    game = simple(tmp_path)
    with serving(game.path) as page, ExitStack() as stack:
        silent = [stack.enter_context(page.reader()) for _ in range(MOST_READERS)]
        for reader in silent:
            reader.next()
        for reader in silent[1:]:
            reader.confirm(page)
        assert page.ask("events").status == 503
        time.sleep(PATIENCE + 0.5)
        with page.reader() as newcomer:
            newcomer.next()
            newcomer.confirm(page)
            assert silent[0].is_cut(seconds=2)
            game.play("daño lía 1")
            for reader in (newcomer, *silent[1:]):
                reader.wait_until(lambda view: view["party"][0]["gauges"][0]["text"] == "9/10")


@pytest.mark.slow
def test_a_reader_who_never_reads_is_dropped_in_time(tmp_path: Path) -> None:
    with serving(simple(tmp_path).path) as page, page.reader() as silent, page.reader() as honest:
        silent.next()
        begun = time.monotonic()
        while not silent.is_cut(seconds=1):
            honest.confirm(page)
            assert time.monotonic() - begun < 3 * PING
        assert not honest.is_cut(seconds=1)


def test_only_a_reader_may_say_that_it_reads(tmp_path: Path) -> None:
    with serving(simple(tmp_path).path) as page, page.reader() as reader:
        known = reader.next()["reader"]
        found = [page.ask(f"reading?{name}").status for name in (known, "x", "", "%ff")]
        assert found == [204, 404, 404, 404]


def test_half_requests_keep_nobody_out(tmp_path: Path) -> None:
    with serving(simple(tmp_path).path) as page, ExitStack() as stack:
        for _ in range(4 * MOST_UNANSWERED):
            half = stack.enter_context(socket.create_connection(("127.0.0.1", page.port), timeout=PATIENCE))
            half.sendall(b"GET / HTTP/1.1\r\nHo")
        begun = time.monotonic()
        assert page.ask().status == 200
        assert time.monotonic() - begun < 1


def test_whoever_reaches_the_port_cannot_fill_the_log(tmp_path: Path) -> None:
    with serving(simple(tmp_path).path) as page:
        for _ in range(2_600):  # 64 KiB of the warnings of uvicorn, which nobody reads
            with socket.create_connection(("127.0.0.1", page.port), timeout=PATIENCE) as line:
                line.sendall(b"\0 bad\r\n\r\n")
                line.recv(100)
        assert page.ask().status == 200


@pytest.mark.slow
def test_half_requests_are_dropped(tmp_path: Path) -> None:
    with serving(simple(tmp_path).path) as page, ExitStack() as stack:
        halves = [
            stack.enter_context(socket.create_connection(("127.0.0.1", page.port), timeout=3 * PATIENCE))
            for _ in range(200)
        ]
        for half in halves:
            with suppress(ConnectionError):
                half.sendall(b"GET / HTTP/1.1\r\nHo")
        begun = time.monotonic()
        for half in halves:
            try:
                while half.recv(1_000):
                    pass
            except ConnectionError:
                pass
        assert time.monotonic() - begun < 2 * PATIENCE
        assert page.ask().status == 200


def test_a_request_may_not_be_long(tmp_path: Path) -> None:
    with serving(simple(tmp_path).path, "--ask") as page:
        long = b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 20_000 + b"\r\n\r\n"
        assert not page.send_raw(long).startswith(b"HTTP/1.1 200")
        assert page.ask("ask", "POST", b"[" * 20_000).status == 400
        assert page.ask().status == 200


def test_a_thousand_broken_requests_leave_it_serving(tmp_path: Path) -> None:
    chance = Random(1)
    with serving(simple(tmp_path).path, "--ask") as page:
        pieces = [
            b"GET ",
            b"POST ",
            b"/",
            page.path.encode(),
            b"ask",
            b"events",
            b" HTTP/1.1",
            b"\r\n",
            b"\0",
        ]
        pieces += [
            b"Host: x",
            b"Content-Length: -1",
            b"Content-Length: 999999999",
            b"\xff\xfe",
            b"{}",
            b"%00",
        ]
        pieces += [
            b"Transfer-Encoding: chunked",
            b"Upgrade: websocket\r\nConnection: upgrade",
            b"Expect: 100-continue",
        ]
        with ExitStack() as stack:
            for _ in range(1_000):
                line = stack.enter_context(
                    socket.create_connection(("127.0.0.1", page.port), timeout=PATIENCE)
                )
                line.sendall(b"".join(chance.choices(pieces, k=chance.randrange(1, 12))))
        deadline = time.monotonic() + 3 * PATIENCE
        while page.ask().status == 503:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        with page.reader() as reader:
            reader.next()


@pytest.mark.parametrize("system", SYSTEM_KEYS)
def test_no_byte_of_an_evening_tells_a_secret(tmp_path: Path, system: str) -> None:
    game = full_of_secrets(tmp_path, system)
    with serving(game.path, "--ask", state=tmp_path) as page, page.reader() as reader:
        reader.next()
        for name in ("", "page.css", "page.js", "ask", "x"):
            page.ask(name)
        for line in (f"nota {HIDDEN}", "siguiente", "siguiente", f"quita {HIDDEN}", "intervalo 10m", "fin"):
            game.play(line)
            time.sleep(0.1)
        game.play(f"pj {HERO}a")
        reader.wait_until(
            lambda view: any(each["name"] == f"{HERO}a" for each in view["party"] + view["order"])
        )
    everything = b"".join(page.seen).decode()
    assert HERO in everything
    assert [secret for secret in SECRETS if secret in everything] == []


def test_a_kiosk_serves_no_page_and_says_why(tmp_path: Path) -> None:
    at = Place(tmp_path)
    at.begin("torre")
    answer = at.run("watch", "torre", "--web", "--kiosk")
    assert answer.code == REFUSED
    assert "--kiosk" in answer.err


def test_a_wrong_address_is_a_sentence(tmp_path: Path) -> None:
    at = Place(tmp_path)
    at.begin("torre")
    for options in (("--bind", "no.such.host.invalid"), ("--port", "99999")):
        answer = at.run("watch", "torre", "--web", *options)
        assert (answer.code, answer.err.count("\n")) == (REFUSED, 1), answer


def test_a_taken_port_means_another_port(tmp_path: Path) -> None:
    save = simple(tmp_path).path
    with serving(save) as one, serving(save, "--port", str(one.port)) as other:
        assert other.port != one.port
        assert one.path != other.path
        assert one.ask(other.path, outside=True).status == 404
        assert other.ask().status == 200
    assert other.said == f"El puerto {one.port} está ocupado: la página está en el {other.port}.\n"


def test_a_page_for_a_network_says_that_the_line_is_not_encrypted(tmp_path: Path) -> None:
    save = simple(tmp_path).path
    with serving(save, "--bind", "0.0.0.0") as network:  # noqa: S104 - what it says about that
        assert network.ask().status == 200
    with serving(save, "--bind", "127.0.0.2") as here:
        here.said = ""
    assert ("no va cifrada" in network.said, here.said) == (True, "")


@pytest.mark.parametrize("kept", ["corta", "", "a" * 22, "ab" * 20, "clave con espacios y tildes á"])
def test_a_token_that_can_be_guessed_is_refused(tmp_path: Path, kept: str) -> None:
    file = tmp_path / "token"
    file.write_text(kept)
    file.chmod(0o600)
    with pytest.raises(Refusal, match="bad_token_file"):
        page_token(file)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_token_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "token"
    page_token(file)
    file.chmod(mode)
    with pytest.raises(Refusal, match="token_seen"):
        page_token(file)


def test_every_new_token_is_taken_again(tmp_path: Path) -> None:
    for number in range(200):
        file = tmp_path / str(number)
        assert page_token(file) == page_token(file)


def test_killed_tables_leave_no_token(tmp_path: Path) -> None:
    mine, other = TableToken(tmp_path), TableToken(tmp_path)
    mine.hold()
    other.hold()
    left = tmp_path / "page-0.token"
    left.write_text("x")
    mine.hold()
    assert set(tmp_path.iterdir()) == {mine.file, other.file}
    mine.forget()
    assert set(tmp_path.iterdir()) == {other.file}
    other.forget()


TABLE = """
import sys, time
from pathlib import Path
from tracker.features.page.companion import WebServer
from tracker.store.campaign import Campaign
save, journals, port = sys.argv[1:]
server = WebServer(Campaign.open(Path(save), Path(journals), gm="ana", now=time.time))
server.start(int(port))
print(server.address, flush=True)
time.sleep(60)
"""


def test_the_page_ends_with_its_table_however_that_ends(tmp_path: Path) -> None:
    save = simple(tmp_path).path
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    for _ in range(2):
        command = [sys.executable, "-c", TABLE, str(save), str(tmp_path / "state" / "journals"), str(port)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        table = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert table.stdout is not None
        with table.stdout as printed:
            address = urlsplit(printed.readline().strip())
        assert address.port == port
        table.kill()
        table.wait()
        deadline = time.monotonic() + PATIENCE
        while _listens(port):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert len(list((tmp_path / "state" / "requests").glob("*.token"))) == 1


def _listens(port: int) -> bool:
    with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


@pytest.mark.slow
def test_twenty_readers_cost_little(tmp_path: Path) -> None:
    game = simple(tmp_path)
    with serving(game.path) as page, ExitStack() as stack:
        readers = [stack.enter_context(page.reader()) for _ in range(20)]
        for reader in readers:
            reader.next()
        before, begun = _cpu_seconds(page.process.pid), time.monotonic()
        for _ in range(12):
            for reader in readers:
                reader.confirm(page)
            game.play("daño lía 1")
            time.sleep(5)
        assert (_cpu_seconds(page.process.pid) - before) / (time.monotonic() - begun) < 0.05


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
