"""All that waits for the GM: pending rolls, and what two copies did or wrote twice."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.session.faces import FacesOnTheTable
from tracker.session.history import History
from tracker.session.moves.resolution import throws_if_resolved
from tracker.session.pending import creature_of_roll, keys_by_line, rolls_in, sides_to_roll, turns_endured
from tracker.session.state import Session
from tracker.wording.messages import say
from tracker.wording.sentences import pending_text
from tracker.wording.versions import doubled_lines, version_lines
from tracker.wording.words import term, words_of

_MOST_NAMED = 4
"""Dice of one kind are written one by one up to this number."""
_MOST_TRIED = 20
"""Dice at hand for the trial roll that finds a pending roll's target."""


def pending_line(
    session: Session, pending: PendingRoll, history: History, *, briefly: bool = False, count: int = 1
) -> str:
    """Write a pending roll on one line: its creature, its name, its dice and their target.

    Several share a line with their `count` and no target, since each may have its own.
    """
    dice = " ".join(_dice_texts(sides_to_roll(session, pending)))
    if dice and not briefly and count == 1 and (target := _target_of(session, pending)) is not None:
        dice += say("report.against", target=target)
    name, text = (
        history.names.get(creature_of_roll(session, pending), ""),
        pending_text(pending, history, count),
    )
    return " · ".join(filter(None, [name, text, dice, _deadly_text(session, pending)]))


def _deadly_text(session: Session, pending: PendingRoll) -> str:
    """Say that a harm would kill, and how many of its turns would not; empty if none would."""
    match turns_endured(session, pending):
        case None:
            return ""
        case 0:
            return say("report.would_die")
        case turns:
            return say("report.would_die_but", turns=turns)


def _target_of(session: Session, pending: PendingRoll) -> int | None:
    """Find the target of a pending roll by a trial roll; None without a target."""
    try:
        throws = throws_if_resolved(
            session, pending.key, FacesOnTheTable((1,) * _MOST_TRIED, lambda sides: sides)
        )
    except Refusal:
        return None
    return throws[0].target if throws else None


def _dice_texts(sides: tuple[int, ...]) -> Iterator[str]:
    """Write each die as `d20`, or many of one kind in a row as `60d20`."""
    for each, run in groupby(sides):
        count = len(list(run))
        yield from [f"{count}d{each}"] if count > _MOST_NAMED else [f"d{each}"] * count


def favour_text(session: Session) -> str:
    """Name the resource that may be spent on a pending roll, in the words of the game."""
    return term(words_of(session.system), "gauge", session.game.favour)


def pending_lines(history: History) -> list[str]:
    """List the pending rolls, numbered as `settle` takes them."""
    return [
        f"{number}. {line_text(keys, history)}"
        for number, keys in enumerate(keys_by_line(history.session), 1)
    ]


def line_text(keys: Sequence[str], history: History, *, briefly: bool = False) -> str:
    """Write one line of the pending rolls: a single roll, or many of one kind and creature."""
    session = history.session
    pending, count = session.pending[keys[0]], rolls_in(session, keys)
    return pending_line(session, pending, history, briefly=briefly, count=count)


def waiting_lines(history: History) -> list[str]:
    """List all that waits for the GM: pending rolls, and what two copies did or wrote twice."""
    return [*pending_lines(history), *version_lines(history), *doubled_lines(history)]
