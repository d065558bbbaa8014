"""A peer that says anything at all: the link ends with a word, the save is whole, nothing else is made."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.features.towns.towns import Town, exchange
from tests.trials import Trials
from tracker.features.towns.store.copy import Copy
from tracker.features.towns.store.exchange import HELLO, SILENCE, Exchange
from tracker.features.towns.store.messages import ENDS, LinkEnded
from tracker.features.towns.store.part import links_folder
from tracker.features.towns.store.ranges import fingerprints, write_listing, write_ranges
from tracker.session.event_id import WRITERS, make_event_id
from tracker.store.event_line import EVENT_BYTES, write_line
from tracker.store.save_format import decode

LETTERS = b"FIEZKPXQ"
PATIENCE = 5.0
"""Seconds that no session may take."""

Session = Callable[[random.Random, "Scene"], Iterator[bytes]]


class Scene:
    """A town with a save, a peer's honest words to it, and what the folder holds."""

    def __init__(self, root: Path) -> None:
        self.town = Town(root, "ana")
        self.town.begin().close()
        self.town.play(*(f"suceso {each}" for each in range(30)))
        copy = self.town.copy()
        self.entries = dict(copy.offered_entries)
        copy.close()
        self.files = self.listing()
        self.content = self.town.path.read_bytes()
        self.campaign = decode(self.content).campaign.id

    def listing(self) -> set[str]:
        return {str(path.relative_to(self.town.root)) for path in self.town.root.rglob("*")}

    def hello(self) -> bytes:
        """Return the hello of an honest peer of the campaign."""
        copy = self.town.copy()
        said = Exchange(copy, "eva", 0.0, creates=False).output(0.0)
        copy.close()
        return said

    def honest(self, words: list[str]) -> bytes:
        """Return a whole honest session of a peer that has some events more."""
        lines = [
            write_line(make_event_id(100 + each, "0000058784"), _note(text)).line
            for each, text in enumerate(words)
        ]
        ranges = b"".join(b"F " + each + b"\n" for each in write_ranges(fingerprints({})))
        events = b"".join(b"E " + line + b"\n" for line in lines)
        return self.hello() + ranges + events + b"Z %d\nK 0\n" % len(lines)


def _note(text: str) -> dict[str, object]:
    return {"gm": "eva", "at": 0, "clock": 0, "facts": [["noted", {"text": text}]]}


def _noise(chance: random.Random, _scene: Scene) -> Iterator[bytes]:
    yield chance.randbytes(chance.randint(0, 3_000))


def _letters(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    yield scene.hello()
    for _ in range(chance.randint(1, 30)):
        letter = bytes([chance.choice(LETTERS), 32])
        yield letter + chance.randbytes(chance.randint(0, 200)).replace(b"\n", b"") + b"\n"


def _spoiled_lines(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    said = bytearray(scene.honest(["una", "dos", "tres"]))
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(said))
        match chance.randrange(4):
            case 0:
                said[at] = chance.randrange(256)
            case 1:
                del said[at : at + chance.randint(1, 60)]
            case 2:
                said[at:at] = said[at : at + chance.randint(1, 200)]
            case _:
                said[at:at] = chance.randbytes(chance.randint(1, 9))
    yield bytes(said)


def _shuffled_lines(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    first, *lines = scene.honest(["una", "dos"]).splitlines(keepends=True)
    lines *= chance.randint(1, 3)
    chance.shuffle(lines)
    yield first + b"".join(lines)


RANDOM: tuple[Session, ...] = (_noise, _letters, _spoiled_lines, _shuffled_lines)


def play(scene: Scene, session: Iterator[bytes]) -> str:
    """Let a peer say its words, then be silent; return how the link ended."""
    copy, now = Copy(scene.town.path, scene.town.journals), 0.0
    side = exchange(copy, creates=False)
    try:
        for said in session:
            side.receive(said, now)
            now += 0.01
            side.tick(now, once=False)
            while side.output(now):
                pass
        for _ in range(3):
            now += max(HELLO, SILENCE)
            side.tick(now, once=False)
    except LinkEnded as ended:
        return ended.code
    finally:
        copy.close()
    return "open"


def check(scene: Scene, before: bytes, ended: str) -> None:
    assert ended in ENDS
    content = scene.town.path.read_bytes()
    if content != before:
        held = decode(content).entries
        assert scene.entries.items() <= held.items()
        assert decode(content).campaign.id == scene.campaign
    new = scene.listing() - scene.files
    parts = {
        str(path.relative_to(scene.town.root)) for path in links_folder(scene.town.journals).glob("*.part")
    }
    assert {
        name for name in new if not name.endswith((".bak", "links")) and "/journals/" not in name
    } <= parts


def try_sessions(scene: Scene, kinds: tuple[Session, ...], seeds: range, trials: Trials, name: str) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        before, begun = scene.town.path.read_bytes(), time.monotonic()
        ended = play(scene, kinds[seed % len(kinds)](chance, scene))
        check(scene, before, ended)
        assert time.monotonic() - begun < PATIENCE, seed
        for part in links_folder(scene.town.journals).glob("*.part"):
            part.unlink()
    trials(name, len(seeds))


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_random_peers(scene: Scene, trials: Trials) -> None:
    try_sessions(scene, RANDOM, range(120), trials, "a hostile peer at random")


@pytest.mark.slow
def test_ten_thousand_random_peers(scene: Scene, trials: Trials) -> None:
    try_sessions(scene, RANDOM, range(1_000, 11_000), trials, "a hostile peer at random")


def _endless_line(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    yield scene.hello()
    yield bytes([chance.choice(LETTERS), 32])
    for _ in range(40):
        yield b"x" * (8 << 10)


def _greeting(_chance: random.Random, _scene: Scene) -> Iterator[bytes]:
    for _ in range(20):
        yield b"welcome to the machine\n" * 100


def _endless_events(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    yield scene.hello() + b"F \n"
    text = "z" * (EVENT_BYTES - 300)
    for number in range(80):
        event_id = make_event_id(100 + number, f"{chance.randrange(WRITERS):010d}")
        yield b"E " + write_line(event_id, _note(text)).line + b"\n"


def _brackets(_chance: random.Random, scene: Scene) -> Iterator[bytes]:
    yield scene.hello() + b'E "0000000100-00000000":{"a":' + b"[" * 100_000 + b"\n"


def _many_ranges(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    yield scene.hello()
    for number in range(1_200):
        yield b"F " + b" ".join(b"%d:1:%016x" % (200 * number + each, each) for each in range(200)) + b"\n"


def _huge_listing(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    ranges = fingerprints(scene.entries)
    told = b" ".join(b"%d:%d:%016x" % (number, each.count, 7) for number, each in ranges.items())
    yield (
        scene.hello()
        + b"F "
        + told
        + b"\nF \nI 0 "
        + b"0" * 16 * chance.choice((7_000, 8_001, 15_000))
        + b"\n"
    )


def _listed_twice(_chance: random.Random, scene: Scene) -> Iterator[bytes]:
    told = b" ".join(b"%d:9:%016x" % (number, 7) for number in fingerprints(scene.entries))
    listing = b"I " + write_listing(0, scene.entries.values()) + b"\n"
    yield scene.hello() + b"F " + told + b"\nF \n" + listing + listing


def _flood(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    line = chance.choice((b'P {"events":1,"crc":1,"came":0}\n', b"Q x\n", b"K 0\n"))
    yield scene.hello() + b"F \nZ 0\n" + line * 1_100


def _leaps(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    lines = [
        write_line(make_event_id(9_999_000_000 + each, f"{chance.randrange(WRITERS):010d}"), _note("x")).line
        for each in range(1_001)
    ]
    yield scene.hello() + b"F \n" + b"".join(b"E " + each + b"\n" for each in lines) + b"Z 1001\n"


def _rewritten(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    chosen = sorted(scene.entries)[1:][: chance.randint(9, 30)]
    lines = [write_line(each, _note("zz")).line for each in chosen]
    yield scene.hello() + b"F \n" + b"".join(b"E " + each + b"\n" for each in lines) + b"Z %d\n" % len(lines)


def _wrong_checksum(_chance: random.Random, scene: Scene) -> Iterator[bytes]:
    line = bytearray(write_line(make_event_id(100, "0000058784"), _note("una")).line)
    line[-3] ^= 1
    yield scene.hello() + b"F \nE " + bytes(line) + b"\nZ 1\n"


def _another_beginning(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    begun = {"id": chance.choice((scene.campaign, "f00")), "system": "horror", "title": "x"}
    event_id = make_event_id(chance.choice((0, 1, 100)), f"{chance.randrange(WRITERS):010d}")
    line = write_line(event_id, _note("x") | {"campaign": begun}).line
    yield scene.hello() + b"F \nE " + line + b"\nZ 1\n"


def _false_counts(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    yield scene.hello() + b"F \n" + chance.choice((b"Z 7\n", b"K 7\n", b"Z -1\n", b"K 99999999999999999\n"))


def _no_pulse(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    payload = chance.choice(
        (
            b"{}",
            b'{"events":-1,"crc":0,"came":0}',
            b'{"events":1,"crc":0,"came":0,"here":[["k","g","t",9]]}',
            b'{"events":1,"crc":0,"came":0,"here":' + b'[["k","g","1",1]' + b',["k","g","1",1]' * 30 + b"]}",
            b'{"events":1e99,"crc":0,"came":0}',
            b"[" * 5_000,
        )
    )
    yield scene.hello() + b"P " + payload + b"\n"


def _false_hello(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    said = scene.hello()
    name = chance.choice((b'"protocol"', b'"campaign"', b'"format"', b'"events"', b'"writes"', b'"gm"'))
    at = said.index(name)
    yield (
        said[:at]
        + name
        + b":"
        + chance.choice((b"null", b"[]", b'"x"', b"-1", b"{}", b"1e400"))
        + b","
        + said[at:]
    )


def _again_and_again(chance: random.Random, scene: Scene) -> Iterator[bytes]:
    yield scene.hello() * chance.randint(2, 50)
    yield (b"F \n") * chance.randint(2, 50)


CRAFTED: tuple[Session, ...] = (
    _endless_line, _greeting, _endless_events, _brackets, _many_ranges, _huge_listing, _listed_twice, _flood,
    _leaps, _rewritten, _wrong_checksum, _another_beginning, _false_counts, _no_pulse, _false_hello,
    _again_and_again,
)  # fmt: skip
KEEPING: tuple[Session, ...] = tuple(
    each for each in CRAFTED if each not in (_another_beginning, _false_hello, _again_and_again)
)


def test_crafted_peers(scene: Scene, trials: Trials) -> None:
    try_sessions(scene, CRAFTED, range(len(CRAFTED)), trials, "a crafted hostile peer")


@pytest.mark.parametrize("session", KEEPING, ids=lambda each: each.__name__)
def test_a_crafted_peer_leaves_nothing_in_the_save(scene: Scene, session: Session) -> None:
    assert play(scene, session(random.Random(1), scene)) != "link_done"
    assert scene.town.path.read_bytes() == scene.content


@pytest.mark.slow
def test_a_thousand_crafted_peers(scene: Scene, trials: Trials) -> None:
    try_sessions(scene, CRAFTED, range(100, 1_100), trials, "a crafted hostile peer")


def test_a_peer_that_never_reads_costs_no_memory(scene: Scene) -> None:
    copy = scene.town.copy()
    side = exchange(copy)
    side.receive(scene.hello() + b"F \n", 0)
    assert len(side.output(0)) < 200_000
    copy.close()
