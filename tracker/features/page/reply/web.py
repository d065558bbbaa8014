"""`tracker watch --web`: serve the players' page until interrupted."""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import print_address, print_line
from tracker.features.page.qr_code import qr_lines
from tracker.features.page.store import page_token
from tracker.rules.refusal import Refusal
from tracker.session.public import PublicTable
from tracker.session.request import request_fits, request_text
from tracker.store.player_requests import PlayerRequest, PlayerRequests
from tracker.wording.messages import say
from tracker.wording.players import answer_text, nobody_text, not_encrypted_text, port_taken_text

ADDRESS = "127.0.0.1"
APP = "TRACKER_PAGE_FOR"
"""The environment variable with the process id of the app that owns the page; both end together."""
BETWEEN_REQUESTS = 1.0
"""The least seconds between two requests for one creature."""


def serve_page(invocation: Invocation, look: Callable[[], PublicTable], path: Path) -> int:
    """Serve the page of a save; returns the exit code.

    Raises `kiosk_page`, `bad_token_file`, `token_seen` or `cannot_listen`.
    """
    arguments = invocation.arguments
    if arguments.kiosk:
        raise Refusal("kiosk_page")
    from tracker.features.page.web.feed import Feed
    from tracker.features.page.web.server import (
        PlayersPage,
        is_private,
        page_address,
        page_files,
        page_socket,
        port_of,
        serve,
    )

    token = page_token(Path(arguments.token_file) if arguments.token_file else None)
    wanted_port = invocation.preferences.port if arguments.port is None else int(arguments.port)
    with page_socket(arguments.bind or ADDRESS, wanted_port) as listening:
        address, port = page_address(listening, token), port_of(listening)
        print_address(address, invocation.environment)
        if wanted_port not in (0, port):
            print_line(port_taken_text(wanted_port, port), error=True)
        if not is_private(listening):
            print_line(not_encrypted_text(), error=True)
        if not invocation.preferences.plain and sys.stdout.isatty():
            print_line("\n".join(qr_lines(address)))
            print_line(say("web.end_hint", port=port))
        app = invocation.environment.get(APP)
        requests = PlayerRequests(invocation.folders.journals, path)
        requests_part = partial(requests_view, requests) if arguments.ask else dict
        feed = Feed(look, lambda: app is None or str(os.getppid()) == app, requests_part)
        ask = _asker(requests, lambda: feed.table) if arguments.ask else None
        page = PlayersPage(token, feed, page_files(feed.table.title, asking=arguments.ask), ask)
        serve(page, feed, listening)
    return DONE


def requests_view(requests: PlayerRequests) -> dict[str, Any]:
    """List what players may know of their requests: each answer, and whether a GM is there."""
    return {
        "asked": {each.id: answer_text(each.answer) for each in requests.look()},
        "nobody": "" if requests.is_attended else nobody_text(),
    }


def _asker(requests: PlayerRequests, table: Callable[[], PublicTable]) -> Callable[[str, str, str], str]:
    """Build a function that saves a player's request and returns its id.

    The function raises `bad_request` or `too_soon`.
    """
    last_times: dict[str, float] = {}

    def ask(who: str, kind: str, text: str) -> str:
        now, public_table = time.monotonic(), table()
        text = request_text(text)
        party = {each.id for each in (*public_table.order, *public_table.party) if each.party}
        if who not in party or not request_fits(kind, text):
            raise Refusal("bad_request")
        if now - last_times.get(who, -BETWEEN_REQUESTS) < BETWEEN_REQUESTS:
            raise Refusal("too_soon")
        request = PlayerRequest(token_urlsafe(6), who, kind, text)
        requests.put(request)
        last_times[who] = now
        return request.id

    return ask
