"""The messages of a link: lines of a letter, a space and a payload, each within its size limit."""

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
"""Bytes of the longest line: a letter, a space and an event."""
GREETING_BYTES = 8 << 10
"""Most bytes that the shell of the other host may print before the hello."""
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
"""Reasons why a link ends: the codes that `X` may carry. All but the first two are also refusals."""
AGAIN = ("link_again", "link_silent", "link_done")
"""Ends after which the link is tried again."""


class LinkEnded(Exception):  # noqa: N818 - most links end well
    """The link is over. `code` is one of `ENDS`; `from_there` means that the other side sent it."""

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
    """The lowest and the highest version that this side speaks."""
    version: _Text
    format: _Figure
    campaign: _Text
    """Id of the campaign; empty while there is no save."""
    title: _Text
    system: _Text
    gm: _Text
    events: _Figure
    writes: bool
    """Whether this side accepts events."""

    @property
    def line(self) -> bytes:
        """The message without its line feed."""
        return GREETING + json.encode(self)


def hello(campaign: tuple[str, str, str], gm: str, events: int, *, writes: bool) -> Hello:
    """Build the hello of this program from a campaign's id, title and system."""
    return Hello((PROTOCOL, PROTOCOL), __version__, FORMAT, *campaign, gm, events, writes)


def read_hello(payload: bytes) -> Hello:
    """Parse a hello and clean its texts; anything else ends the link."""
    raw = _decode(payload, Hello)
    if len(raw.campaign) > CAMPAIGN_LENGTH:
        raise LinkEnded("link_garbage")
    return Hello(
        raw.protocol,
        clean(raw.version, 20),
        raw.format,
        raw.campaign,
        clean(raw.title, TITLE_LENGTH),
        clean(raw.system, CAMPAIGN_LENGTH),
        clean(raw.gm, GM_LENGTH),
        raw.events,
        raw.writes,
    )


class Terminal(Struct, frozen=True, array_like=True):
    """A terminal at the campaign: its key, its GM, its tab, and how many links away it is."""

    key: Annotated[str, Meta(max_length=KEY_LENGTH)]
    gm: Annotated[str, Meta(max_length=2 * GM_LENGTH)]
    tab: Annotated[str, Meta(max_length=TAB_LENGTH)]
    hops: Annotated[int, Meta(ge=0, le=MOST_HOPS)]


class Pulse(Struct, frozen=True):
    """The message that each side repeats: its number of events, their checksum, and who is there."""

    events: _Figure
    crc: _Figure
    came: _Figure
    """Events received over this connection."""
    here: Annotated[tuple[Terminal, ...], Meta(max_length=MOST_TERMINALS)] = ()
    refusal: Annotated[str, Meta(max_length=CODE_LENGTH)] = ""
    """Code of the refusal that keeps the save from being written; empty if it can be."""


def read_pulse(payload: bytes) -> Pulse:
    """Parse a pulse and clean its texts; anything else ends the link."""
    raw = _decode(payload, Pulse)
    terminals = tuple(
        Terminal(
            clean(each.key, KEY_LENGTH), clean(each.gm, GM_LENGTH), clean(each.tab, TAB_LENGTH), each.hops
        )
        for each in raw.here
    )
    return Pulse(raw.events, raw.crc, raw.came, terminals, clean(raw.refusal, CODE_LENGTH))


def read_number(payload: bytes) -> int:
    """Parse a number of at most 12 digits; anything else ends the link."""
    if not payload.isdigit() or len(payload) > 12:
        raise LinkEnded("link_garbage")
    return int(payload)


def encode_pulse(pulse: Pulse) -> bytes:
    return json.encode(pulse)


class Lines:
    """Cuts a stream of bytes into lines, never holding more than the longest message."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, content: bytes) -> Iterator[bytes]:
        """Yield the complete lines; a line longer than any message ends the link."""
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
        """The start of a line whose end has not come yet."""
        return bytes(self._rest)


def _decode(payload: bytes, kind: type[_Message]) -> _Message:
    try:
        return json.decode(payload, type=kind)
    except (ValueError, RecursionError) as error:
        raise LinkEnded("link_garbage") from error


def chunks(parts: Sequence[str], size: int) -> Iterator[str]:
    """Join the parts by spaces, `size` in a line."""
    for start in range(0, len(parts), size):
        yield " ".join(parts[start : start + size])
