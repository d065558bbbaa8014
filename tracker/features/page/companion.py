"""The players' page of an open save, served by its own process."""

import os
import subprocess
from contextlib import suppress
from urllib.parse import urlsplit

from tracker import own_program
from tracker.features.page.store import TableToken
from tracker.rules.refusal import Refusal
from tracker.screens.table.companion import Companion
from tracker.store.campaign import Campaign
from tracker.store.player_requests import requests_folder
from tracker.wording.language import language

ANYWHERE = "0.0.0.0"  # noqa: S104 - only where the GM asks for it
_LEAVING = 3
"""Seconds that the process has to exit before it is killed."""


class WebServer(Companion):
    """Starts and stops the page. A changed option starts it again at the same address."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._process: subprocess.Popen[str] | None = None
        self._token = TableToken(requests_folder(campaign.save.journals))
        self._address = ""
        self.ask = False
        """Players may send requests."""
        self.network = False
        """Other machines reach the page."""

    @property
    def address(self) -> str:
        """The address of the page; empty while it is not served."""
        return self._address if self._process is not None and self._process.poll() is None else ""

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def start(self, port: int) -> None:
        """Serve the page at a port or, if it is taken, at the next free one, and wait for its address.

        Raises `page_failed` with the message of the process.
        """
        self._end()
        self._token.hold()
        process = subprocess.Popen(  # noqa: S603 - this program itself
            [
                *own_program(),
                "watch",
                str(self._campaign.save.path),
                "--web",
                "--plain",
                *self._options(port),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TRACKER_PAGE_FOR": str(os.getpid())},
            start_new_session=True,
            text=True,
        )
        self._process = process
        first_line = _first_line(process)
        if not first_line.startswith("http://"):
            self._end()
            raise Refusal("page_failed", reason=first_line)
        self._address = first_line

    def _options(self, port: int) -> list[str]:
        options = ["--lang", language(), "--token-file", str(self._token.file), "--port", str(port)]
        options += ["--bind", ANYWHERE] if self.network else []
        return [*options, "--ask"] if self.ask else options

    def stop(self) -> None:
        """Stop serving the page, and forget its address."""
        self._end()
        self._token.forget()

    def end(self) -> None:
        self.stop()

    def _end(self) -> None:
        process, self._process, self._address = self._process, None, ""
        if process is None:
            return
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LEAVING)
            return
        process.kill()
        process.wait()


def _first_line(process: subprocess.Popen[str]) -> str:
    """Read the first line that a process prints, and close the pipe."""
    if process.stdout is None:
        return ""
    # An open pipe that nobody reads fills up and stops the process; a closed one does not.
    with process.stdout as output:
        return output.readline().strip()
