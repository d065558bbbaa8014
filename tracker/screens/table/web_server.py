"""The players' page of an open save, served by a process of its own while the app runs."""

import os
import subprocess
from contextlib import suppress

from tracker import own_program
from tracker.rules.refusal import Refusal
from tracker.store.campaign import Campaign
from tracker.store.files import PRIVATE
from tracker.store.player_requests import requests_folder
from tracker.wording.language import language

ANYWHERE = "0.0.0.0"  # noqa: S104 - only where the GM asks for it
_LEAVING = 3
"""Seconds that the process has to end."""


class WebServer:
    """Starts and stops the page. A new choice starts it again at the same address."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._process: subprocess.Popen[str] | None = None
        folder = requests_folder(campaign.save.journals)
        self._token_file = folder / f"page-{os.getpid()}.token"
        """Keeps the address the same while the app runs."""
        self.address = ""
        """The address of the page; empty while it is not served."""
        self.ask = False
        """Whether players may send requests."""
        self.network = False
        """Whether other machines reach the page."""

    def start(self) -> None:
        """Serve the page, and wait for its address.

        Raises `Refusal` with the message of the process.
        """
        self._end()
        self._token_file.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        process = subprocess.Popen(  # noqa: S603 - this program itself
            [*own_program(), "watch", str(self._campaign.save.path), "--web", "--plain", *self._options()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TRACKER_PAGE_FOR": str(os.getpid())},
            start_new_session=True,
            text=True,
        )
        self._process = process
        told = process.stdout.readline().strip() if process.stdout else ""
        if not told.startswith("http://"):
            self._end()
            raise Refusal("page_failed", reason=told)
        self.address = told

    def _options(self) -> list[str]:
        options = ["--lang", language(), "--token-file", str(self._token_file)]
        options += ["--bind", ANYWHERE] if self.network else []
        return [*options, "--ask"] if self.ask else options

    def stop(self) -> None:
        """Serve the page no more, and forget its address."""
        self._end()
        self._token_file.unlink(missing_ok=True)

    def _end(self) -> None:
        process, self._process, self.address = self._process, None, ""
        if process is None:
            return
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LEAVING)
            return
        process.kill()
        process.wait()
