"""`tracker watch --web`: serve the players' page until interrupted."""

import os
import re
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import say
from tracker.rules.refusal import Refusal
from tracker.session.pending import LONGEST_REQUEST, request_fits
from tracker.session.public import PublicTable
from tracker.session.text import clean
from tracker.store.files import read_regular, refusing
from tracker.store.player_requests import PlayerRequest, PlayerRequests
from tracker.widgets.qr_code import qr_lines
from tracker.wording.language import _

ADDRESS, PORT = "127.0.0.1", 8484
TOKEN_BYTES = 16
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")
_PRIVATE = 0o600
APP = "TRACKER_PAGE_FOR"
"""Environment variable with the process id of the app that the page belongs to: both end together."""
BETWEEN_REQUESTS = 1.0
"""Least seconds between two requests for the same creature."""


def serve_page(invocation: Invocation, look: Callable[[], PublicTable]) -> int:
    """Serve the page of a save; returns the exit code.

    Raises `Refusal`: `kiosk`, `no_web` without the `web` extra, `bad_token_file`, `cannot_listen`.
    """
    arguments = invocation.arguments
    if arguments.kiosk:
        raise Refusal("kiosk", what="watch --web")
    if find_spec("uvicorn") is None or find_spec("segno") is None:
        raise Refusal("no_web")
    from tracker.players.address import page_address, page_socket  # noqa: PLC0415 - an extra
    from tracker.players.feed import Feed  # noqa: PLC0415 - as above
    from tracker.players.page import page_files  # noqa: PLC0415 - as above
    from tracker.players.server import PlayersPage, serve  # noqa: PLC0415 - as above

    token = page_token(Path(arguments.token_file) if arguments.token_file else None)
    port = PORT if arguments.port is None else int(arguments.port)
    with page_socket(arguments.bind or ADDRESS, port) as listening:
        address = page_address(listening, token)
        say(address)
        if not invocation.preferences.plain and sys.stdout.isatty():
            say("\n".join(qr_lines(address)))
            say(_("Ctrl+C la cierra. Por ssh: ssh -L {port}:127.0.0.1:{port} SERVIDOR").format(port=port))
        app = invocation.environment.get(APP)
        feed = Feed(look, lambda: app is None or str(os.getppid()) == app)
        ask = _asker(invocation, lambda: feed.table) if arguments.ask else None
        page = PlayersPage(token, feed, page_files(feed.table.title, asking=arguments.ask), ask)
        serve(page, feed, listening)
    return DONE


def page_token(file: Path | None) -> str:
    """Return the token in a file, which is made if it is missing; without a file, a new token.

    Raises `Refusal` `bad_token_file` for a file without a token of 128 bits or more.
    """
    token = token_urlsafe(TOKEN_BYTES)
    if file is None:
        return token
    with refusing(file):
        try:
            content, _signature = read_regular(file, 1_000)
        except FileNotFoundError:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, _PRIVATE)
            with os.fdopen(handle, "w") as out:
                out.write(f"{token}\n")
            return token
    kept = content.decode("ascii", "replace").strip()
    if not _TOKEN.fullmatch(kept):
        raise Refusal("bad_token_file", path=str(file))
    return kept


def _asker(invocation: Invocation, table: Callable[[], PublicTable]) -> Callable[[str, str, str], None]:
    """Return a function that hands a player's request to the GM's program and refuses a wrong one."""
    requests = PlayerRequests(invocation.folders.journals, invocation.save(invocation.arguments.save))
    last: dict[str, float] = {}

    def ask(who: str, kind: str, text: str) -> None:
        now, shown = time.monotonic(), table()
        text = " ".join(clean(text, LONGEST_REQUEST).split())
        party = {each.key for each in (*shown.order, *shown.party) if each.party}
        if who not in party or not request_fits(kind, text):
            raise Refusal("bad_request")
        if now - last.get(who, -BETWEEN_REQUESTS) < BETWEEN_REQUESTS:
            raise Refusal("too_soon")
        requests.put(PlayerRequest(token_urlsafe(6), who, kind, text))
        last[who] = now

    return ask
