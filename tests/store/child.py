"""A GM in a process of their own: plays as fast as it can, or stops while it holds the lock."""

import os
import signal
import sys
from pathlib import Path

from tracker.store.lock import locked
from tracker.store.save import Save


def play(save: Save, events: int) -> None:
    for number in range(events):
        event_id = save.append({"kind": "damaged", "amount": number})
        os.write(1, event_id.encode() + b"\n")
        save.share()
    while save.unshared:
        save.share()


def main() -> None:
    path, journals, events, *options = sys.argv[1:]
    if "hold" in options:
        with locked(Path(path)):
            os.write(1, b"held\n")
            signal.pause()
    play(Save.open(Path(path), Path(journals)), int(events))


if __name__ == "__main__":
    main()
