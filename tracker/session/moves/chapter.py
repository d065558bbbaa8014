"""A new chapter: a campaign goes on in a new save, which begins with its present state."""

import json
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tracker.rules.system import Fact
from tracker.session.change import Change, diff
from tracker.session.event import MOST_CHANGES, Draft
from tracker.session.history import History
from tracker.session.moves.campaign import named
from tracker.session.state import empty_session

PART_LETTERS = 60_000
"""Most letters carried over in one event, whose size is limited."""


def carry_over(history: History, title: str) -> tuple[Draft, ...]:
    """Return the drafts that begin a chapter; the first of them begins its save.

    Carries over everything but the sealed dice, which stay with the log that they prove. Refuses
    `empty_name`.
    """
    session = history.session
    after = replace(session, title=named(title), seals={})
    fact = Fact("chapter_begun", {"title": session.title, "count": len(history)})
    return tuple(Draft((fact,), changes=part) for part in _parts(diff(empty_session(session.system), after)))


def _parts(changes: Iterable[Change]) -> Iterator[tuple[Change, ...]]:
    part: list[Change] = []
    letters = 0
    for change in changes:
        length = len(json.dumps([*change.path, change.value], ensure_ascii=False))
        if part and (letters + length > PART_LETTERS or len(part) == MOST_CHANGES):
            yield tuple(part)
            part, letters = [], 0
        part.append(change)
        letters += length
    yield tuple(part)
