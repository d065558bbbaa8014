from tests.store.test_event_log import SAVED, SOME
from tracker.store.repair import salvage


def test_a_torn_save_gives_back_every_whole_line() -> None:
    ends = [place for place in range(len(SAVED)) if SAVED[place : place + 1] == b"\n"]
    for cut in range(len(SAVED)):
        whole = sum(end <= cut for end in ends[1:-1])
        assert len(SOME) >= len(salvage(SAVED[:cut])) >= whole


def test_both_sides_of_a_git_conflict_are_salvaged() -> None:
    lines = SAVED.split(b"\n")
    conflict = [
        *lines[:4],
        b"<<<<<<< HEAD",
        *lines[4:6],
        b"=======",
        *lines[6:8],
        b">>>>>>> other",
        *lines[8:],
    ]
    assert salvage(b"\n".join(conflict)) == SOME
