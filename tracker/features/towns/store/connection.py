"""One connection: an exchange over a pair of pipes, with the terminals of each side shown at the other."""

import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tracker.features.towns.store.exchange import Exchange
from tracker.features.towns.store.messages import MOST_HOPS, MOST_TERMINALS, LinkEnded, Terminal
from tracker.store.presence import Presence

TICK = 0.1
"""Seconds between polls of the save."""
LOOK = 1.0
"""Seconds between polls of the terminals here."""
_BLOCK = 64 << 10
_GOODBYE = 1.0
"""Seconds that the last message has to go out."""

Watch = Callable[[Exchange], None]
"""Called every tick with the exchange, to report its state."""


class LineCut(Exception):  # noqa: N818 - lines are cut every day
    """The other end of the pipes is gone."""


class Guests:
    """The terminals on both sides of a link: those here are reported there, those there announced here."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._eyes = Presence(path, "")
        self._shown: dict[str, tuple[Terminal, Presence]] = {}

    def terminals(self) -> tuple[Terminal, ...]:
        """List the terminals to report to the other side, without those that came over this link."""
        near = (each for each in self._eyes.others() if each.hops < MOST_HOPS and each.key not in self._shown)
        terminals = [Terminal(each.key, each.gm, each.tab, each.hops + 1) for each in near]
        return tuple(terminals[:MOST_TERMINALS])

    def show(self, remote_terminals: tuple[Terminal, ...]) -> None:
        """Announce the terminals of the other side; those no longer listed leave."""
        terminals = {each.key: each for each in remote_terminals if each.key and each.hops}
        for key in self._shown.keys() - terminals.keys():
            self._shown.pop(key)[1].leave()
        for key, terminal in terminals.items():
            shown = self._shown.get(key)
            if shown is None or shown[0].gm != terminal.gm or shown[0].hops != terminal.hops:
                if shown is not None:
                    shown[1].leave()
                shown = (terminal, Presence(self._path, terminal.gm, key=key, hops=terminal.hops))
            self._shown[key] = (terminal, shown[1])
            shown[1].show(terminal.tab)

    def leave(self) -> None:
        self.show(())


def converse(
    exchange: Exchange, guests: Guests, pipes: tuple[int, int], *, once: bool, watch: Watch | None = None
) -> str:
    """Run the exchange over the pipes until the link ends; returns the code of its end.

    `once` ends the link when both saves have everything. Raises `LinkEnded`, `LineCut`, and the refusals of a
    save that cannot be created.
    """
    incoming, outgoing = pipes[0], _Outgoing(pipes[1])
    for fd in pipes:
        os.set_blocking(fd, False)
    try:
        _speak(exchange, guests, incoming, outgoing, once=once, watch=watch)
    except LinkEnded as ended:
        if ended.from_there:
            return _received_end(ended)
        outgoing.say_last(exchange.end(ended.code))
        raise
    except BaseException:
        outgoing.say_last(exchange.end("link_cannot_save"))
        raise
    finally:
        guests.leave()
        exchange.copy.end()
    outgoing.say_last(exchange.end("link_done"))
    return "link_done"


def _received_end(ended: LinkEnded) -> str:
    if ended.code != "link_done":
        raise ended
    return ended.code


class _Outgoing:
    """The pipe to the other side, and the bytes still to be written."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.rest = b""

    def write(self) -> None:
        """Write as much as the pipe takes; raises `LineCut`."""
        try:
            self.rest = self.rest[os.write(self.fd, self.rest) :]
        except BlockingIOError:
            return
        except OSError as error:
            raise LineCut from error

    def say_last(self, content: bytes) -> None:
        """Write the last message, giving up after `_GOODBYE` seconds."""
        self.rest += content
        end = time.monotonic() + _GOODBYE
        with suppress(LineCut, OSError):
            while self.rest and time.monotonic() < end:
                if select.select([], [self.fd], [], TICK)[1]:
                    self.write()


def _speak(
    exchange: Exchange, guests: Guests, incoming: int, outgoing: _Outgoing, *, once: bool, watch: Watch | None
) -> None:
    ticked = looked = -LOOK
    here: tuple[Terminal, ...] = ()
    greeted = False
    while True:
        now = time.monotonic()
        if now - ticked >= TICK:
            ticked = now
            exchange.tick(now, once=once)
            if exchange.live and not once:
                guests.show(exchange.pulse.here)
            if watch is not None:
                watch(exchange)
        if now - looked >= LOOK and exchange.there is not None:
            looked = now
            if (terminals := guests.terminals()) != here:
                here = terminals
                exchange.beat(now)
        outgoing.rest = outgoing.rest or exchange.output(now)
        greeted = greeted or not outgoing.rest or exchange.there is not None
        if once and not outgoing.rest and exchange.is_finished:
            return
        readable, writable, _ = select.select(
            [incoming] if greeted else [], [outgoing.fd] if outgoing.rest else [], [], TICK
        )
        if readable:
            exchange.receive(_read(incoming), now)
        if writable:
            outgoing.write()


def _read(fd: int) -> bytes:
    try:
        content = os.read(fd, _BLOCK)
    except BlockingIOError:
        return b""
    except OSError as error:
        raise LineCut from error
    if not content:
        raise LineCut
    return content
