"""The exchange of two copies, without pipes and clock: bytes come in, bytes go out, time is an argument.

Both sides run the same code. Each sends a hello and fingerprints of its ranges of events. Where a range
differs, each lists its events and sends those that the other did not list. `Z` ends a batch: the other side
judges it, accepts it whole, and answers `K` once its save has it. From then on, each side sends events that
are new here and unknown there.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Self

from msgspec import Struct

from tracker.features.towns.store.copy import Copy
from tracker.features.towns.store.messages import (
    ENDS,
    GREETING,
    GREETING_BYTES,
    Hello,
    Lines,
    LinkEnded,
    Pulse,
    Terminal,
    encode_pulse,
    hello,
    read_hello,
    read_number,
    read_pulse,
)
from tracker.features.towns.store.ranges import (
    MOST_RANGES,
    Range,
    fingerprints,
    hash_of,
    ids_by_range,
    read_listing,
    read_ranges,
    write_listing,
    write_ranges,
)
from tracker.store.event_line import Entry
from tracker.store.save_format import FORMAT

HELLO, SILENCE, PULSE, STILL = 20.0, 15.0, 5.0, 30.0
"""Seconds until the hello, of silence, between pulses, and without progress of a one-time link."""
QUIET = 10.0
"""Seconds after which two live copies compare again if they still differ."""
AT_ONCE = 2
"""Listings that may wait for an answer: events follow soon, so that even a bad line makes progress."""
MOST_CONTROL, CONTROL_TIME = 1_000, 5.0
"""Most messages without an event, in this many seconds."""
MOST_NEWS, NEWS_TIME = 1_000, 60.0
"""Most events that a live side sends in this many seconds; more go into a new connection's first batch."""
MOST_LIVE = 2_500
"""Most events that a live side accepts in that time: more than twice what an honest peer sends."""
RETRY = 1.0
OUTPUT = 64 << 10
"""Bytes prepared at a time: a peer that does not read costs no memory."""


class _Allowance:
    """How often something may happen within a number of seconds."""

    def __init__(self, limit: int, seconds: float, now: float) -> None:
        self._most, self._seconds = limit, seconds
        self._begun, self._count = now, 0

    def admits(self, count: int, now: float) -> bool:
        """Count what happens now; returns whether it is within the limit."""
        if now - self._begun > self._seconds:
            self._begun, self._count = now, 0
        self._count += count
        return self._count <= self._most


class _Limits:
    """The allowances of one connection: a peer that exceeds one is cut off as a flood."""

    def __init__(self, now: float) -> None:
        self.controls = _Allowance(MOST_CONTROL, CONTROL_TIME, now)
        self.came = _Allowance(MOST_LIVE, NEWS_TIME, now)
        self.news = _Allowance(MOST_NEWS, NEWS_TIME, now)


class _Moments(Struct):
    """The times from which this side measures how long it waits."""

    begun: float
    heard: float
    pulsed: float
    progress: float
    changed: float
    """When either save last changed, as far as this side knows."""
    tried: float
    """When this side last tried to share a batch."""

    @classmethod
    def all_at(cls, now: float) -> Self:
        """Start every measurement now."""
        return cls(now, now, now, now, now, now)


class _Batches(Struct):
    """The batches of both sides, each ended by a `Z`."""

    ended: int = 0
    theirs: int = 0
    owed: bool = False
    """Whether events were sent since the last `Z`."""
    taken: int = 0
    """Number of received events that were in complete batches."""
    unshared: bool = False
    """Whether an accepted batch is not in the save yet."""


class _Comparison:
    """Compares two copies: fingerprints of ranges first, then listings of the ranges that differ."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.ranges = fingerprints(entries)
        self.begun = False
        """Whether all fingerprints of the other side have come."""
        self.alike: list[str] = []
        """Events of the ranges that are equal here and there."""
        self.only_here: list[str] = []
        """Events of the ranges that the other side does not have."""
        self._mine, self._ids = entries, ids_by_range(entries)
        self._theirs: dict[int, Range] = {}
        self._unlike: list[int] = []
        self._listed = 0
        self._answered: set[int] = set()

    def take_ranges(self, payload: bytes) -> bool:
        """Take fingerprints of the other side; returns whether they were the last."""
        if self.begun or self._unlike:
            raise LinkEnded("link_not_asked")
        if payload:
            self._theirs.update(read_ranges(payload))
            if len(self._theirs) > MOST_RANGES:
                raise LinkEnded("link_too_much")
            return False
        for number, ids in self._ids.items():
            theirs = self._theirs.get(number)
            if theirs == self.ranges[number]:
                self.alike += ids
            elif theirs is None:
                self.only_here += ids
            else:
                self._unlike.append(number)
        self.begun = True
        return True

    def take_listing(self, payload: bytes) -> tuple[list[str], list[str]]:
        """Take a listing; returns the events of its range that are there, and those that are not."""
        number, hashes = read_listing(payload)
        if not self.begun or number not in self._unlike or number in self._answered:
            raise LinkEnded("link_not_asked")
        self._answered.add(number)
        there: list[str] = []
        lacking: list[str] = []
        for event_id in self._ids[number]:
            (there if hash_of(self._mine[event_id]) in hashes else lacking).append(event_id)
        return there, lacking

    @property
    def answers_owed(self) -> bool:
        """Whether the other side must list ranges before this side goes on."""
        unanswered = self._listed - len(self._answered)
        return unanswered >= (AT_ONCE if self._listed < len(self._unlike) else 1)

    def next_listing(self) -> bytes | None:
        """Build the listing of the next range that differs; None after the last."""
        if self._listed == len(self._unlike):
            return None
        number = self._unlike[self._listed]
        self._listed += 1
        return write_listing(number, map(self._mine.__getitem__, self._ids[number]))


class Exchange:
    """One connection of this copy with another one."""

    def __init__(
        self,
        copy: Copy,
        gm: str,
        now: float,
        *,
        creates: bool,
        patience: float = HELLO,
        here: Callable[[], Sequence[Terminal]] = tuple,
    ) -> None:
        self.copy = copy
        self.campaign = ""
        """Id of the campaign, once both have said hello."""
        self.there: Hello | None = None
        self.pulse = Pulse(0, 0, 0)
        """The last pulse of the other side."""
        self.refused_text = ""
        """Text that came in place of a hello."""
        self.sent = self.came = 0
        """Events sent and received over this connection."""
        self.told_kept = -1
        """Number of sent events that are in the save there; -1 until the other side has said so."""
        self._gm, self._creates, self._here = gm, creates, here
        self._patience = patience
        self._lines, self._greeting = Lines(), 0
        self._control: deque[bytes] = deque([copy_hello(copy, gm).line])
        self._queue: deque[str] = deque()
        self._at = _Moments.all_at(now)
        self._limits = _Limits(now)
        self._comparison = _Comparison({})
        self._batches = _Batches()
        self._mine: dict[str, Entry] = {}
        self._known: dict[str, Entry] = {}
        """Events that both have, or will have once everything sent has arrived."""
        self._stirred = True

    @property
    def unsent(self) -> int:
        """Number of events here that are not known to be in the save there."""
        unknown_count = (
            sum(1 for each in self.copy.offered_entries if each not in self._known) if self.live else 0
        )
        return unknown_count + self.sent - max(0, self.told_kept)

    @property
    def missing(self) -> int:
        """Number of events there that have not come yet, as far as known."""
        return max(0, self.pulse.events - len(self._known)) if self.there is not None else 0

    @property
    def live(self) -> bool:
        """Whether both sides have compared all that they had."""
        return self._batches.ended > 0 and self._batches.theirs > 0

    @property
    def is_full_there(self) -> bool:
        """Whether the other side reported a full disk."""
        return self.pulse.refusal == "disk_full"

    @property
    def is_finished(self) -> bool:
        """Whether both saves have every event, as far as each accepts events."""
        if self.there is None or not self.live or self._batches.unshared or self._control or self._queue:
            return False
        return not self.there.writes or self.told_kept == self.sent

    def receive(self, content: bytes, now: float) -> None:
        """Process received bytes; anything that no copy would send ends the link."""
        self._at.heard = now
        if self.there is None:
            self._greeting += len(content)
        for line in self._lines.feed(content):
            if self.there is None:
                self._greet(line, now)
            else:
                self._take(line, now)
        if self.there is None and self._greeting > GREETING_BYTES:
            self.refused_text = (self.refused_text + self._lines.partial_line.decode("utf-8", "replace"))[
                :GREETING_BYTES
            ]
            raise LinkEnded("link_garbage")

    def _greet(self, line: bytes, now: float) -> None:
        if not line.startswith(GREETING):
            self.refused_text += line.decode("utf-8", "replace") + "\n"
            return
        there = read_hello(line.removeprefix(GREETING))
        own = copy_hello(self.copy, self._gm)
        if there.protocol[0] > own.protocol[1] or there.protocol[1] < own.protocol[0]:
            self.there = there
            raise LinkEnded("link_protocol")
        self.there = there
        if there.format > FORMAT:
            raise LinkEnded("link_format")
        campaign = own.campaign or there.campaign
        if not campaign:
            raise LinkEnded("link_nothing")
        if there.campaign not in ("", campaign):
            raise LinkEnded("link_other_campaign")
        if not own.campaign and not self._creates:
            raise LinkEnded("link_no_such_save")
        self.campaign = campaign
        self._at.progress = self._at.changed = now
        if self.copy.writes:
            self.copy.begin(campaign)
        self._compare_from()

    def _compare_from(self) -> None:
        """Send fingerprints of the events here, including the batch that the last cut left."""
        self._mine = {**self.copy.offered_entries, **self.copy.batch}
        self._comparison = _Comparison(self._mine)
        self._control.extend(b"F " + payload for payload in write_ranges(self._comparison.ranges))

    def _take(self, line: bytes, now: float) -> None:
        letter, payload = line[:2], line[2:]
        if letter == b"E ":
            self._take_event(payload, now)
            return
        if letter != b"I " and not self._limits.controls.admits(1, now):
            raise LinkEnded("link_flood")
        match letter:
            case b"F ":
                self._take_ranges(payload)
            case b"I ":
                self._take_listing(payload, now)
            case b"Z ":
                self._take_batch(read_number(payload), now)
            case b"K ":
                self._take_kept(read_number(payload), now)
            case b"P ":
                self._take_pulse(read_pulse(payload), now)
            case b"X ":
                code = payload.decode("ascii", "replace")
                raise LinkEnded(code if code in ENDS else "link_garbage", from_there=True)

    def _take_event(self, payload: bytes, now: float) -> None:
        if not self.copy.writes:
            raise LinkEnded("link_not_asked")
        if self._batches.theirs and not self._limits.came.admits(1, now):
            self.copy.spoil()
            raise LinkEnded("link_flood")
        event_id, entry = self.copy.receive(payload)
        self._known[event_id] = entry
        self.came += 1
        self._at.progress = self._at.changed = now

    def _take_ranges(self, payload: bytes) -> None:
        if self._comparison.take_ranges(payload):
            self._know(self._comparison.alike)
            self._send(self._comparison.only_here)

    def _take_listing(self, payload: bytes, now: float) -> None:
        there, lacking = self._comparison.take_listing(payload)
        self._know(there)
        self._send(lacking)
        self._at.progress = now

    def _know(self, event_ids: Iterable[str]) -> None:
        self._known.update((each, self._mine[each]) for each in event_ids)

    def _take_batch(self, count: int, now: float) -> None:
        if count != self.came or not self._comparison.begun:
            raise LinkEnded("link_garbage")
        if self.copy.writes:
            self.copy.take_in(self.campaign)
            self._batches.taken, self._batches.unshared = count, True
            self._share(now)
        self._batches.theirs += 1
        self._stirred = True
        self._at.progress = now

    def _take_kept(self, count: int, now: float) -> None:
        if not self.told_kept <= count <= self.sent:
            raise LinkEnded("link_garbage")
        self.told_kept = count
        self._at.progress = now

    def _take_pulse(self, pulse: Pulse, now: float) -> None:
        if pulse.came > self.pulse.came:
            self._at.progress = now
        if pulse.crc != self.pulse.crc:
            self._at.changed = now
        self.pulse = pulse

    def tick(self, now: float, *, once: bool) -> None:
        """Do what is due; a peer that was silent for too long ends the link.

        Raises the refusal of the save here if a one-time link waits for that.
        """
        if self.there is None:
            if now - self._at.begun > self._patience:
                raise LinkEnded("link_silent")
            return
        if now - self._at.heard > SILENCE:
            raise LinkEnded("link_silent")
        if once and now - self._at.progress > STILL:
            if self._batches.unshared and self.copy.refusal is not None:
                raise self.copy.refusal
            raise LinkEnded("link_cannot_save" if self.live else "link_silent")
        if self._batches.unshared and now - self._at.tried > RETRY:
            self._share(now)
        if self.copy.poll():
            self._stirred = True
        self._look_for_news(now)
        if now - self._at.pulsed > PULSE:
            self.beat(now)
        self._compare_again(now)

    def beat(self, now: float) -> None:
        """Send a pulse: the number of events here, and who is at the campaign."""
        self._at.pulsed = now
        self._control.append(self._pulse_line)

    @property
    def _pulse_line(self) -> bytes:
        refusal = self._refusal_code
        pulse = Pulse(self.copy.events, self.copy.checksum, self.came, tuple(self._here()), refusal)
        return b"P " + encode_pulse(pulse)

    @property
    def _refusal_code(self) -> str:
        return self.copy.refusal.code if self.copy.refusal is not None else ""

    def _compare_again(self, now: float) -> None:
        """End the link for a new comparison if two quiet copies differ, once for each pair of contents."""
        sums = (self.copy.checksum, self.pulse.crc)
        if not self.live or not self.is_finished or now - self._at.changed < QUIET or sums[0] == sums[1]:
            return
        if 0 not in sums and sums != self.copy.compared:
            self.copy.compared = sums
            raise LinkEnded("link_again")

    def _share(self, now: float) -> None:
        self._at.tried, old_code = now, self._refusal_code
        if self.copy.share():
            self._batches.unshared = False
            self._control.append(b"K %d" % self._batches.taken)
        if self._refusal_code != old_code:
            self.beat(now)

    def _look_for_news(self, now: float) -> None:
        if not self._stirred or not self.live_here or self._queue:
            return
        self._stirred = False
        news = [each for each, entry in self.copy.offered_entries.items() if self._known.get(each) != entry]
        if any(each in self._known for each in news):
            raise LinkEnded("link_again")  # only a first batch may carry another version of an event
        if news and self.there is not None and self.there.writes:
            if not self._limits.news.admits(len(news), now):
                raise LinkEnded("link_again")
            self._mine = dict(self.copy.offered_entries)
            self._send(sorted(news))
            self._at.changed = now

    @property
    def live_here(self) -> bool:
        """Whether this side has sent its first `Z`."""
        return self._batches.ended > 0

    def _send(self, event_ids: Iterable[str]) -> None:
        """Queue events for the other side, but none of a batch that is not judged yet."""
        if self.there is not None and self.there.writes:
            offered = self.copy.offered_entries
            self._queue.extend(each for each in event_ids if offered.get(each) == self._mine[each])
            self._batches.owed = True

    def output(self, now: float) -> bytes:
        """Build the next bytes to send; empty if nothing is due."""
        lines: list[bytes] = []
        size, old_sent = 0, self.sent
        while size < OUTPUT:
            line = self._next()
            if line is None:
                break
            lines.append(line)
            size += len(line) + 1
        if self.sent > old_sent:
            self._at.progress = now
        return b"".join(line + b"\n" for line in lines)

    def _next(self) -> bytes | None:
        if self._control:
            return self._control.popleft()
        if self._queue:
            return self._next_event()
        if not self._comparison.begun or self._comparison.answers_owed:
            return None
        listing = self._comparison.next_listing()
        return self._next_end() if listing is None else b"I " + listing

    def _next_event(self) -> bytes:
        event_id = self._queue.popleft()
        entry = self._mine[event_id]
        self._known[event_id] = entry
        self.sent += 1
        return b"E " + entry.line

    def _next_end(self) -> bytes | None:
        if self.live_here and not self._batches.owed:
            return None
        self._batches.owed = False
        self._batches.ended += 1
        return b"Z %d" % self.sent

    def end(self, code: str) -> bytes:
        """Build the message that ends the link, after a pulse if the save here cannot be written."""
        pulse_lines = self._pulse_line + b"\n" if self._refusal_code and self.there is not None else b""
        return pulse_lines + f"X {code}\n".encode()


def copy_hello(copy: Copy, gm: str) -> Hello:
    return hello(copy.campaign, gm, copy.events, writes=copy.writes)
