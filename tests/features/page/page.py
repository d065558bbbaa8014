"""The real page of a save: its process, plain requests to it, and readers of its changes."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.play.warm import PATIENCE, ROOT, WarmProgram


@dataclass
class Answer:
    """The answer of the page."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Page:
    """A page that is served."""

    address: str
    process: WarmProgram
    seen: list[bytes] = field(default_factory=list)
    """Every byte that came back."""
    said: str = ""
    """The text that its process printed besides its address, once it has ended."""

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    @property
    def path(self) -> str:
        return urlsplit(self.address).path

    def ask(
        self, name: str = "", method: str = "GET", body: object = None, *, outside: bool = False
    ) -> Answer:
        """Send a request for a file of the page, or for any path `outside` of it."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, name if outside else self.path + name, body=content)
        response = connection.getresponse()
        headers = {key.lower(): value for key, value in response.getheaders()}
        answer = Answer(response.status, headers, response.read())
        connection.close()
        self.seen += [str(headers).encode(), answer.body]
        return answer

    @contextmanager
    def reader(self) -> Iterator["Reader"]:
        """Follow the changes as a browser does."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            line.sendall(f"GET {self.path}events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            yield Reader(line, self.seen)

    def send_raw(self, content: bytes, *, wait: float = 2.0) -> bytes:
        """Send any bytes, and return what comes back until the connection ends or time is up."""
        got = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as line, suppress(OSError):
            line.sendall(content)
            while part := line.recv(1 << 16):
                got += part
        self.seen.append(got)
        return got


class Reader:
    """The changes of a page, put together as the browser does."""

    def __init__(self, line: socket.socket, seen: list[bytes]) -> None:
        self._line = line
        self._seen = seen
        self._rest = b""
        self.view: dict[str, Any] = {}
        self.changes: list[dict[str, Any]] = []

    def next(self) -> dict[str, Any]:
        """Wait for the next change."""
        while b"data: " not in self._rest or b"\n\n" not in self._rest.partition(b"data: ")[2]:
            part = self._line.recv(1 << 16)
            assert part, self._rest
            self._seen.append(part)
            self._rest += part
        data, _end, self._rest = self._rest.partition(b"data: ")[2].partition(b"\n\n")
        change: dict[str, Any] = json.loads(_without_chunks(data))
        self.view |= change
        self.changes.append(change)
        return change

    def confirm(self, page: Page) -> None:
        """Say that it reads, as the script of the page does."""
        if "reader" not in self.view:
            self.next()
        assert page.ask(f"reading?{self.view['reader']}").status == 204

    def is_cut(self, seconds: float) -> bool:
        """Whether the page ends the connection within some seconds."""
        self._line.settimeout(seconds)
        try:
            while self._line.recv(1 << 16):
                pass
        except ConnectionError:
            return True
        except TimeoutError:
            return False
        finally:
            self._line.settimeout(PATIENCE)
        return True

    def wait_until(self, holds: Callable[[dict[str, Any]], object], seconds: float = PATIENCE) -> float:
        """Wait until the page shows something; returns how many seconds it took."""
        begun = time.monotonic()
        while not (self.view and holds(self.view)):
            assert time.monotonic() - begun < seconds, self.view
            self.next()
        return time.monotonic() - begun


def _without_chunks(data: bytes) -> bytes:
    """Remove the lengths of HTTP chunks; no change of the page has a line break in it."""
    return b"".join(data.split(b"\r\n")[::2]) if b"\r\n" in data else data


@contextmanager
def serving(save: Path, *options: str, state: Path | None = None) -> Iterator[Page]:
    """Serve the page of a save on a free port."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TRACKER_LANG": "es"}
    if state is not None:
        environment["XDG_STATE_HOME"] = str(state)
    read, written = os.pipe()
    words = ("watch", str(save), "--web", "--plain", "--port", "0", *options)
    with open(os.devnull) as nothing:
        process = WarmProgram(words, [nothing.fileno(), written, written], environment, save.parent)
    os.close(written)
    with open(read, encoding="utf-8") as printed:
        address = printed.readline().strip()
        assert address.startswith("http://"), address + printed.read()
        page = Page(address, process)
        try:
            yield page
            assert process.poll() is None
        finally:
            process.terminate()
            process.wait(PATIENCE)
            page.said = printed.read()
    assert "Traceback" not in page.said, page.said
