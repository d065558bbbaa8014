"""Where `poll` does not know terminals, a kernel queue tells of signals and of a hang-up."""

import select
from dataclasses import dataclass, field

import pytest

from tracker.terminal.signals import _wait_by_queue

INBOX = 7
EOF = 0x8000


@dataclass
class Event:
    """One event of a queue, as the operating system gives it."""

    ident: int
    filter: int = 0
    flags: int = 0


@dataclass
class Queue:
    """A stand-in for `select.kqueue`: each wait gives the next events."""

    given: list[list[Event]]
    registered: list[int] = field(default_factory=list)

    def control(self, waiting: list[Event], most: int) -> list[Event]:
        self.registered += [event.ident for event in waiting]
        return self.given.pop(0)


@pytest.mark.parametrize(
    ("given", "noted"),
    [
        ([[Event(INBOX)]], True),
        ([[Event(0)], [Event(0)], [Event(INBOX)]], True),
        ([[Event(0, flags=EOF)]], False),
        ([[Event(0)], [Event(0, flags=EOF)]], False),
    ],
    ids=["signal", "keys, then a signal", "hang-up", "a key, then a hang-up"],
)
def test_it_sleeps_until_a_signal_or_a_hang_up(
    given: list[list[Event]], noted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = Queue(given)
    names = {"KQ_EV_ADD": 1, "KQ_EV_CLEAR": 32, "KQ_EV_EOF": EOF, "KQ_FILTER_READ": -1}
    for name, value in {**names, "kevent": Event, "kqueue": lambda: queue}.items():
        monkeypatch.setattr(select, name, value, raising=False)
    assert _wait_by_queue(INBOX) is noted
    assert queue.registered == [INBOX, 0]
