"""The messages of a link: lines of a letter, a space and a payload, each within its limit."""

from collections.abc import Iterator, Sequence
from typing import Annotated, TypeVar

from msgspec import Meta, Struct, json

from tracker import __version__
from tracker.session.text import clean
from tracker.store.event_line import EVENT_BYTES
from tracker.store.paths import GM_LENGTH
from tracker.store.save_format import CAMPAIGN_LENGTH, FORMAT, TITLE_LENGTH

PROTOCOL = 1
GREETING = b"tracker-sync "
LINE_BYTES = EVENT_BYTES + 16
"""The longest line: a letter, a space and an event."""
GREETING_BYTES = 8 << 10
"""Most bytes that a shell may print before the hello."""
KEY_LENGTH, TAB_LENGTH, CODE_LENGTH = 48, 8, 32
MOST_TERMINALS, MOST_HOPS = 16, 2

ENDS = (
    "link_done",
    "link_again",
    "link_protocol",
    "link_format",
    "link_other_campaign",
    "link_nothing",
    "link_no_such_save",
    "link_garbage",
    "link_silent",
    "link_too_much",
    "link_forged",
    "link_rejected",
    "link_flood",
    "link_not_asked",
    "link_cannot_save",
)
"""The reasons why a link ends: the codes that `X` may carry. Each but the first two is also a refusal."""
AGAIN = ("link_again", "link_silent", "link_done")
"""Ends after which the link begins anew."""


class LinkEnded(Exception):  # noqa: N818 - most links end well
    """The link is over. `code` is one of `ENDS`; `from_there` says that the other side gave it."""

    def __init__(self, code: str, *, from_there: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.from_there = from_there


_Message = TypeVar("_Message")
_Text = Annotated[str, Meta(max_length=2 * TITLE_LENGTH)]
_Figure = Annotated[int, Meta(ge=0, le=1 << 40)]


class Hello(Struct, frozen=True):
    """The first message of each side."""

    protocol: tuple[_Figure, _Figure]
    """The lowest and the highest that this side speaks."""
    version: _Text
    format: _Figure
    campaign: _Text
    """Its id; empty where there is no save yet."""
    title: _Text
    system: _Text
    gm: _Text
    events: _Figure
    writes: bool
    """Whether this side takes events in."""

    @property
    def line(self) -> bytes:
        """The message."""
        return GREETING + json.encode(self)


def hello(campaign: tuple[str, str, str], gm: str, events: int, *, writes: bool) -> Hello:
    """Return the hello of this program for a campaign's id, title and system."""
    return Hello((PROTOCOL, PROTOCOL), __version__, FORMAT, *campaign, gm, events, writes)


def read_hello(payload: bytes) -> Hello:
    """Return the hello in a message, its texts cleaned; ends the link for anything else."""
    found = _decode(payload, Hello)
    if len(found.campaign) > CAMPAIGN_LENGTH:
        raise LinkEnded("link_garbage")
    return Hello(
        found.protocol,
        clean(found.version, 20),
        found.format,
        found.campaign,
        clean(found.title, TITLE_LENGTH),
        clean(found.system, CAMPAIGN_LENGTH),
        clean(found.gm, GM_LENGTH),
        found.events,
        found.writes,
    )


class Terminal(Struct, frozen=True, array_like=True):
    """A terminal at the campaign: its key, its GM, its tab, and how many links away it is."""

    key: Annotated[str, Meta(max_length=KEY_LENGTH)]
    gm: Annotated[str, Meta(max_length=2 * GM_LENGTH)]
    tab: Annotated[str, Meta(max_length=TAB_LENGTH)]
    hops: Annotated[int, Meta(ge=0, le=MOST_HOPS)]


class Pulse(Struct, frozen=True):
    """The message that each side repeats: how many events it has, their checksum, and who is there."""

    events: _Figure
    crc: _Figure
    came: _Figure
    """Number of events that have come over this connection."""
    here: Annotated[tuple[Terminal, ...], Meta(max_length=MOST_TERMINALS)] = ()
    refusal: Annotated[str, Meta(max_length=CODE_LENGTH)] = ""
    """The code of the refusal for which the save cannot be written; empty if it can."""


def read_pulse(payload: bytes) -> Pulse:
    """Return the pulse in a message, its texts cleaned; ends the link for anything else."""
    found = _decode(payload, Pulse)
    here = tuple(
        Terminal(
            clean(each.key, KEY_LENGTH), clean(each.gm, GM_LENGTH), clean(each.tab, TAB_LENGTH), each.hops
        )
        for each in found.here
    )
    return Pulse(found.events, found.crc, found.came, here, clean(found.refusal, CODE_LENGTH))


def read_number(payload: bytes) -> int:
    """Return the number in a message; ends the link for anything else."""
    if not payload.isdigit() or len(payload) > 12:
        raise LinkEnded("link_garbage")
    return int(payload)


def encode_pulse(pulse: Pulse) -> bytes:
    """Return the payload of a pulse."""
    return json.encode(pulse)


class Lines:
    """The lines of a stream of bytes: nothing longer than the longest message is ever held."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, content: bytes) -> Iterator[bytes]:
        """Yield the whole lines; ends the link for a longer line than a message may be."""
        start = 0
        while (end := content.find(b"\n", start)) >= 0:
            if len(self._rest) + end - start > LINE_BYTES:
                raise LinkEnded("link_garbage")
            line = bytes(self._rest) + content[start:end]
            self._rest.clear()
            yield line
            start = end + 1
        self._rest += content[start:]
        if len(self._rest) > LINE_BYTES:
            raise LinkEnded("link_garbage")

    @property
    def partial_line(self) -> bytes:
        """The beginning of a line whose end has not come yet."""
        return bytes(self._rest)


def _decode(payload: bytes, kind: type[_Message]) -> _Message:
    try:
        return json.decode(payload, type=kind)
    except (ValueError, RecursionError) as error:
        raise LinkEnded("link_garbage") from error


def chunks(parts: Sequence[str], most: int) -> Iterator[str]:
    """Yield the parts joined by spaces, so many in a line."""
    for start in range(0, len(parts), most):
        yield " ".join(parts[start : start + most])
