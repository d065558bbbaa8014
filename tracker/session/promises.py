"""The changes to seals that an event's facts require, and those that it makes: only a forged save differs."""

from collections.abc import Iterable, Iterator

from tracker.session.change import Change, How
from tracker.session.event import Event

_SEALS = "seals"


def required(event: Event) -> list[Change]:
    """Return the changes to seals that the facts of an event require."""
    changes = []
    for fact in event.facts:
        key = str(fact.data.get("seal"))
        if fact.kind == "sealed":
            promise = {"gm": fact.data.get("gm"), "commitment": fact.data.get("commitment")}
            changes.append(Change((_SEALS, key), How.NEW, promise))
        elif fact.kind == "opened":
            changes.append(Change((_SEALS, key, "seed"), How.TO, fact.data.get("seed")))
    return changes


def made(event: Event) -> list[Change]:
    """Return the changes to seals in an event."""
    return [change for change in event.changes if change.path[0] == _SEALS]


def gms_of(event: Event) -> set[str]:
    """Return the GMs who promised or showed a secret, by an event's facts."""
    return {str(fact.data.get("gm")) for fact in event.facts if fact.kind in ("sealed", "opened")}


def commitments(changes: Iterable[Change]) -> Iterator[str]:
    """Yield the commitments among changes to seals."""
    for change in changes:
        match change:
            case Change((_, _), How.NEW, {"commitment": str(commitment)}):
                yield commitment


def seeds(changes: Iterable[Change]) -> Iterator[tuple[str, str]]:
    """Yield the secrets among changes to seals, each with the key of its seal."""
    for change in changes:
        match change:
            case Change((_, key, "seed"), _, seed) | Change((_, key), How.NEW, {"seed": seed}):
                yield key, seed if isinstance(seed, str) else ""
