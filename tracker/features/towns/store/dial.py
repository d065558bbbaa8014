"""Reaches the other host by the GM's own ssh as a child process, and explains failures."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self

from tracker.features.towns.store.connection import LineCut
from tracker.features.towns.store.exchange import Exchange
from tracker.features.towns.store.messages import AGAIN, PROTOCOL, LinkEnded
from tracker.features.towns.store.remotes import Remote
from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.save_format import FORMAT

_LAST_WORDS = 2_000
_SHOWN = 200
_LEAVING = 3.0
_NO_PROGRAM, _NO_LINE = 127, 255
"""Exit codes of ssh: no such program there; no line, or no key."""


class LineDown(Refusal):
    """The other host cannot be reached now; another try may help."""


class Dialled:
    """The process that reaches the other host; it ends with the `with` block."""

    def __init__(self, remote: Remote, client: str, *, quiet: bool) -> None:
        self._remote = remote
        self._command = remote.command(client, quiet=quiet)
        self._quiet = quiet
        self._said = b""
        self._process: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        """Start the process; raises `no_client` if there is no such program."""
        client = self._command[0]
        if shutil.which(client) is None:
            raise Refusal("no_client", name=clean(client, _SHOWN))
        self._process = subprocess.Popen(  # noqa: S603 - the GM's own ssh
            self._command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=self._quiet,
        )
        if self._process.stderr is not None:
            os.set_blocking(self._process.stderr.fileno(), False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hang_up()

    @property
    def pipes(self) -> tuple[int, int]:
        """The streams from the other side and to it."""
        incoming, outgoing = self._process.stdout, self._process.stdin
        assert incoming is not None  # noqa: S101 - both are pipes
        assert outgoing is not None  # noqa: S101 - as above
        return incoming.fileno(), outgoing.fileno()

    def listen(self) -> None:
        """Keep the last bytes of standard error, to explain a failure."""
        if self._process.stderr is not None:
            with suppress(BlockingIOError):
                while block := os.read(self._process.stderr.fileno(), 64 << 10):
                    self._said = (self._said + block)[-_LAST_WORDS:]

    @contextmanager
    def explaining(self, exchange: Exchange) -> Iterator[None]:
        """Turn the end of the link into a refusal that gives the reason."""
        try:
            yield
        except LinkEnded as ended:
            if exchange.there is None:
                raise self._no_hello(exchange) from ended
            raise self._ended(ended, exchange) from ended
        except LineCut as cut:
            if exchange.there is None:
                raise self._no_hello(exchange) from cut
            raise LineDown("link_cut", remote=self._remote.name) from cut

    def _ended(self, ended: LinkEnded, exchange: Exchange) -> Refusal:
        there = exchange.there
        if ended.code == "link_cannot_save" and exchange.is_full_there:
            return Refusal("link_disk_full", remote=self._remote.name)
        kind = LineDown if ended.code in AGAIN else Refusal
        return kind(
            f"{ended.code}_there" if ended.from_there else ended.code,
            remote=self._remote.name,
            title=there.title if there is not None else "",
            version=there.version if there is not None else "",
            theirs=there.protocol[1] if there is not None else 0,
            ours=PROTOCOL,
            format=there.format if there is not None else 0,
            known=FORMAT,
        )

    def _no_hello(self, exchange: Exchange) -> Refusal:
        """Explain why the other side said no hello: by the exit code, and by what ssh printed."""
        code = self._hang_up()
        words = self._said.decode("utf-8", "replace").strip() or exchange.refused_text.strip()
        reason = clean(" ".join(words.split())[-_SHOWN:], _SHOWN)
        host = self._remote.host
        if code == _NO_PROGRAM:
            return Refusal("link_no_program", host=host, program=self._remote.program)
        if code == _NO_LINE:
            return LineDown("link_no_line", host=host, reason=reason)
        return (LineDown if not reason else Refusal)("link_no_answer", host=host, reason=reason)

    def _hang_up(self) -> int:
        """End the process; returns its exit code."""
        process = self._process
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(_LEAVING)
            self.listen()
            if process.stderr is not None:
                process.stderr.close()
                process.stderr = None
            return code
        process.kill()
        return process.wait()
