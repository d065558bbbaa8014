"""The players' page over HTTP: a few files and a stream of changes, at a secret address.

Everything else is answered with 404. Only GET and HEAD are answered, unless players may send requests
(`--ask`).
"""

import asyncio
import errno
import json
import logging
import socket
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from hmac import compare_digest
from html import escape
from ipaddress import ip_address
from pathlib import Path
from secrets import token_urlsafe
from string import Template
from typing import Any

import uvicorn
from msgspec import DecodeError, Struct
from msgspec.json import decode
from uvicorn.protocols.http.h11_impl import H11Protocol

from tracker import read_shipped, web_style
from tracker.features.page.web.feed import PING, Feed
from tracker.rules.refusal import Refusal
from tracker.wording.language import language
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

MOST_READERS = 64
MOST_UNANSWERED = 64
"""The most connections without an answer; one more closes the one that has waited longest."""
MOST_REQUEST_BYTES = 4 << 10
"""The most bytes of a request's head, and of its body."""
PATIENCE = 5.0
"""Seconds that a connection has to send its whole request, and a reader to take an answer."""

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src data:",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_SAFE: Headers = [
    (b"content-security-policy", _POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_TEXT = "text/plain; charset=utf-8"
_FOLDER = Path(__file__).parent
_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with the address that the GM asks for
_TRIED = 16
"""How many ports are tried, from the wanted one on, before any free one is taken."""
_MOST = 1 << 16


class PlayerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request from a player: the member of the party, its kind, and the text of the field."""

    who: str
    kind: str
    text: str


class PageReader:
    """A reader of the changes, which must confirm again and again that it reads them.

    Without that, a program that reads nothing is noticed only when its buffers are full, hours later.
    """

    def __init__(self) -> None:
        self.id = token_urlsafe(6)
        self.leaving = asyncio.Event()
        self.expected = time.monotonic() + PATIENCE
        """The time by which it must confirm that it reads; later a newcomer may take its place."""

    def reads(self) -> None:
        """Keep its place until after the next change, which comes within `PING` seconds."""
        self.expected = time.monotonic() + PING + PATIENCE

    @property
    def late(self) -> bool:
        """Whether its confirmation is overdue."""
        return time.monotonic() > self.expected


class PlayersPage:
    """The page as an ASGI application."""

    def __init__(
        self,
        token: str,
        feed: Feed,
        files: Mapping[str, tuple[str, bytes]],
        ask: Callable[[str, str, str], str] | None = None,
    ) -> None:
        self._token = token.encode()
        self._feed = feed
        self._files = files
        self._ask = ask
        self._readers: dict[str, PageReader] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        token, _slash, name = scope["path"].removeprefix("/").partition("/")
        has_token = _slash and compare_digest(token.encode("utf-8", "replace"), self._token)
        method = scope["method"]
        if not has_token or not (
            name in (*self._files, "events", "reading") or (name == "ask" and self._ask)
        ):
            await _answer(send, method, 404, _TEXT, b"404\n")
        elif method not in (("POST",) if name == "ask" else ("GET", "HEAD")):
            await _answer(send, method, 405, _TEXT, b"405\n")
        elif name == "ask" and self._ask:
            await self._take_request(self._ask, receive, send)
        elif name == "events":
            await self._stream(method, receive, send)
        elif name == "reading":
            await self._confirm_reading(scope, method, send)
        else:
            await _answer(send, method, 200, *self._files[name])

    async def _stream(self, method: str, receive: Receive, send: Send) -> None:
        """Send the view and its changes, until the reader leaves or no longer reads."""
        if method == "HEAD":
            await _answer(send, method, 200, "text/event-stream", b"")
            return
        if not self._has_room():
            await _answer(send, method, 503, _TEXT, b"503\n")
            return
        reader = PageReader()
        self._readers[reader.id] = reader
        try:
            headers = [*_SAFE, (b"content-type", b"text/event-stream"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            tasks = [
                asyncio.ensure_future(each)
                for each in (
                    _wait_until_left(receive),
                    self._send_changes(reader, send),
                    reader.leaving.wait(),
                )
            ]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            self._readers.pop(reader.id, None)

    def _has_room(self) -> bool:
        """Whether there is a place for one more reader; the one overdue for longest gives up its place."""
        if len(self._readers) < MOST_READERS:
            return True
        latest = min(self._readers.values(), key=lambda reader: reader.expected)
        if latest.late:
            del self._readers[latest.id]
            latest.leaving.set()
        return latest.late

    async def _confirm_reading(self, scope: Scope, method: str, send: Send) -> None:
        """Confirm that a reader reads."""
        reader = self._readers.get(bytes(scope["query_string"]).decode("ascii", "replace"))
        if reader is not None and method == "GET":
            reader.reads()
        await _answer(send, method, 404 if reader is None else 204, _TEXT, b"")

    async def _send_changes(self, reader: PageReader, send: Send) -> None:
        await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": True})
        reader_part = {"reader": reader.id}
        async for change in self._feed.changes():
            line = json.dumps({**reader_part, **change}, ensure_ascii=False, separators=(",", ":"))
            body = f"data: {line}\n\n".encode("utf-8", "replace")
            async with asyncio.timeout(PATIENCE):
                await send({"type": "http.response.body", "body": body, "more_body": True})
            reader_part = {}
            if reader.late and time.monotonic() > reader.expected + PING:
                break
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _take_request(self, ask: Callable[[str, str, str], str], receive: Receive, send: Send) -> None:
        """Save a player's request and answer with its id, or with the reason of a refusal."""
        try:
            async with asyncio.timeout(PATIENCE):
                body = await _body(receive)
            request = decode(body, type=PlayerRequest)
            request_id = await asyncio.to_thread(ask, request.who, request.kind, request.text)
        except TimeoutError:
            await _answer(send, "POST", 408, _TEXT, b"408\n")
        except (DecodeError, ValueError):
            await _answer(send, "POST", 400, _TEXT, b"400\n")
        except Refusal as refusal:
            await _answer(send, "POST", 400, _TEXT, refusal_sentence(refusal).encode())
        else:
            await _answer(send, "POST", 200, _TEXT, request_id.encode())


async def _wait_until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(receive: Receive) -> bytes:
    """Receive the body of a request; raises `ValueError` if it is too long or cut off."""
    body = b""
    message: Message
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ValueError("cut off")
        body += bytes(message.get("body", b""))
        if len(body) > MOST_REQUEST_BYTES:
            raise ValueError("too long")
        if not message.get("more_body"):
            return body


async def _answer(send: Send, method: str, status: int, kind: str, body: bytes) -> None:
    length = [] if status == 204 else [(b"content-length", str(len(body)).encode())]
    headers = [*_SAFE, (b"content-type", kind.encode()), (b"connection", b"close"), *length]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})


class _Connection(H11Protocol):
    """Closes unless its request arrives whole, and its answer is taken, in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as H11's
        super().connection_made(transport)
        self.made = self.loop.time()
        self._deadline = self.loop.call_later(PATIENCE, self._give_up)
        unanswered = [
            each for each in self.connections if isinstance(each, _Connection) and each.is_unanswered
        ]
        if len(unanswered) > MOST_UNANSWERED:
            min(unanswered, key=lambda each: each.made).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        super().connection_lost(exc)

    @property
    def is_unanswered(self) -> bool:
        """Whether its request has no answer yet, or its last answer was not taken whole."""
        return self.cycle is None or not self.cycle.response_started or self.transport.is_closing()

    def _give_up(self) -> None:
        if self.cycle is None or not self.cycle.response_started:
            self.transport.abort()
        else:
            self._deadline = self.loop.call_later(PATIENCE, self._watch_reader)

    def _watch_reader(self) -> None:
        """Close the connection if its answer was not taken in time."""
        if self.transport.get_write_buffer_size() and self.transport.is_closing():
            self.transport.abort()
        else:
            self._deadline = self.loop.call_later(PATIENCE, self._watch_reader)


# The process that serves the page.
def serve(page: PlayersPage, feed: Feed, listening: socket.socket) -> None:
    """Serve the page until the program is interrupted or the page is no longer needed."""
    config = uvicorn.Config(
        page,
        http=_Connection,
        ws="none",
        lifespan="off",
        # Anybody who reaches the port can send broken requests. Logged, they would fill a pipe that nobody
        # reads, and then the program would wait for ever.
        log_config=None,
        log_level=logging.CRITICAL,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=MOST_UNANSWERED,
        h11_max_incomplete_event_size=MOST_REQUEST_BYTES,
        timeout_keep_alive=int(PATIENCE),
        timeout_graceful_shutdown=1,
    )
    asyncio.run(_serve(uvicorn.Server(config), feed, listening))


async def _serve(server: uvicorn.Server, feed: Feed, listening: socket.socket) -> None:
    looking = asyncio.create_task(feed.run())
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    await asyncio.wait((looking, serving), return_when=asyncio.FIRST_COMPLETED)
    feed.close()
    server.should_exit = True
    await asyncio.gather(looking, serving)


# The files of the page, filled with the words of the language.
def page_files(title: str, *, asking: bool) -> dict[str, tuple[str, bytes]]:
    """Fill the files of the page, by name, with their media types; `asking` adds the players' form."""
    words = {name: escape(text) for name, text in _words(title).items()}
    form = _fill_template("form.html", words) if asking else ""
    return {
        "": ("text/html; charset=utf-8", _fill_template("page.html", {**words, "form": form}).encode()),
        "page.css": ("text/css; charset=utf-8", web_style("page.css")),
        "page.js": ("text/javascript; charset=utf-8", read_shipped(_FOLDER / "page.js")),
    }


def _fill_template(name: str, words: dict[str, str]) -> str:
    return Template(read_shipped(_FOLDER / name).decode()).substitute(words)


def _words(title: str) -> dict[str, str]:
    return {
        "language": language(),
        "title": title,
        "no_script": say("page.needs_javascript"),
        "lost": say("page.unreachable"),
        "order": say("page.turn_order"),
        "party": say("page.party"),
        "lights": say("page.lights"),
        "progress": say("page.clocks"),
        "goods": say("page.purses"),
        "notebook": say("page.notebook"),
        "rooms": say("page.rooms"),
        "dates": say("page.dates"),
        "rolls": say("page.rolls"),
        "i_am": say("page.i_am"),
        "nobody": say("page.nobody"),
        "your_turn": say("page.your_turn"),
        "you_are_next": say("page.next"),
        "you_may_act": say("page.you_may_act"),
        "ask": say("page.ask_gm"),
        "ask_who": say("page.who"),
        "ask_what": say("page.what"),
        "ask_initiative": say("page.my_initiative"),
        "ask_faces": say("page.faces"),
        "ask_note": say("page.a_note"),
        "ask_text": say("page.request"),
        "ask_send": say("page.send"),
        "ask_refused": say("page.not_possible"),
        "ask_lost": say("page.unsent"),
    }


# The address: the socket that listens, and how a browser finds it.
def page_socket(address: str, port: int) -> socket.socket:
    """Open a socket that listens at the port or, if it is taken, at the next free one; 0 takes any.

    Raises `cannot_listen`.
    """
    end_port = max(port + 1, min(port + _TRIED, _MOST))
    for tried_port in (*range(port, end_port), 0) if port else (0,):
        try:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            return socket.create_server((address, tried_port), family=family)
        except (OSError, OverflowError, UnicodeError) as error:
            refusal = _refusal(error, f"{address}:{tried_port}")
            if getattr(error, "errno", None) != errno.EADDRINUSE:
                break
    raise refusal


def _refusal(error: Exception, where: str) -> Refusal:
    reason = getattr(error, "strerror", None) or str(error)
    return Refusal("cannot_listen", address=where, reason=reason)


def port_of(listening: socket.socket) -> int:
    return int(listening.getsockname()[1])


def is_private(listening: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    return ip_address(listening.getsockname()[0]).is_loopback


def page_address(listening: socket.socket, token: str) -> str:
    """Build the address to open in a browser."""
    host = listening.getsockname()[0]
    if host in _ANYWHERE:
        host = _own_address(listening.family)
    return f"http://{f'[{host}]' if ':' in host else host}:{port_of(listening)}/{token}/"


def _own_address(family: int) -> str:
    """Find the address of this machine in its network."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # A datagram socket sends no packet when it connects.
            probe.connect(("192.0.2.1" if family == socket.AF_INET else "2001:db8::1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
