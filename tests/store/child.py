"""A GM in a process of their own: plays as fast as it can, or stops while it holds the lock."""

import os
import random
import signal
import sys
import time
from pathlib import Path

from tracker.store.files import locked
from tracker.store.save import Save

SELDOM = 0.4
"""Seconds, at most, between the actions of a GM who does not play flat out; they are told with their time."""


def play(save: Save, events: int, pause: float) -> None:
    for number in range(events):
        event_id = save.append({"kind": "damaged", "amount": number})
        os.write(1, f"{event_id} {time.time()}\n".encode() if pause else f"{event_id}\n".encode())
        save.share()
        time.sleep(pause * random.random())
    while save.unshared_count:
        save.share()


def main() -> None:
    path, journals, events, *options = sys.argv[1:]
    if "hold" in options:
        with locked(Path(path)):
            os.write(1, b"held\n")
            signal.pause()
    play(Save.open(Path(path), Path(journals)), int(events), SELDOM if "seldom" in options else 0)


if __name__ == "__main__":
    main()
