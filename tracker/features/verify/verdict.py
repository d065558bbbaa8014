"""Repeat every sealed roll of every GM, and name each one that does not fit."""

import dataclasses
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from tracker.rules import dice
from tracker.rules.dice import Die, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.refusal import Refusal
from tracker.session.change import Change, How
from tracker.session.event import Event
from tracker.session.event_id import number_of, writer_of
from tracker.session.seal import (
    first_commitment,
    first_mark,
    is_promised,
    key_of,
    mark,
    mark_of_draws,
    sealed_face,
)

_SEALS = "seals"


class Misfit(StrEnum):
    """The fault of a roll, a draw or a seal."""

    FORGED = "forged"
    """A face differs from the one that the seal produces."""
    TOTAL = "total"
    """The faces fit, but not the recorded total or outcome."""
    ALTERED = "altered"
    """The dice fit, but other data of the event or its place in the log was changed."""
    DISORDERED = "disordered"
    """The roll stands behind a later one in the log."""
    OUTSIDE = "outside"
    """A GM with a seal rolled outside it, in a program that knew the seal."""
    LATE = "late"
    """The roll used a seal whose secret was already shown."""
    REPEATED = "repeated"
    """Another event has the same draw."""
    MISSING = "missing"
    """A draw is missing from the log: a roll was removed."""
    BAD_SECRET = "bad_secret"  # noqa: S105 - the name of a finding
    """The secret shown is not the promised one."""
    CONTRADICTED = "contradicted"
    """The facts and the changes of an event disagree about a seal, or its GM had promised none."""


class Finding(Struct, frozen=True):
    """One misfit, its GM, and its event, which is empty for a missing draw."""

    misfit: Misfit
    event: str
    gm: str
    draw: int = 0


class Verdict(Struct, frozen=True):
    """The result of repeating every sealed roll."""

    findings: tuple[Finding, ...] = ()
    opened: Counter[str] = field(default_factory=Counter)
    """Rolls under an open seal that fit, by GM; 0 for a seal without rolls."""
    closed: Counter[str] = field(default_factory=Counter)
    """Rolls under a seal that is still closed, by GM; 0 for a seal without rolls."""
    unsealed: Counter[str] = field(default_factory=Counter)
    """Digital rolls that no seal covered, by GM; also those of copies that did not yet know the seal."""
    seals: int = 0

    @property
    def fitting(self) -> int:
        """The number of rolls that were repeated and fit."""
        return self.opened.total()


@dataclasses.dataclass(slots=True)
class _Seal:
    gm: str
    promised: str
    since: str
    seed: bytes | None = None
    until: str = ""
    draws: dict[int, int] = dataclasses.field(default_factory=dict)
    seen: dict[int, set[int]] = dataclasses.field(default_factory=dict)
    latest: dict[int, int] = dataclasses.field(default_factory=dict)
    """The draw of each stream that was read last."""

    def covers(self, event: Event) -> bool:
        return self.gm == event.gm and self.since < event.id and (not self.until or event.id < self.until)

    def has_marked(self, event: Event, draw_place: tuple[int, int], claimed_mark: str) -> bool:
        """Whether an event has the mark of its content and place, or an older mark of its content."""
        seed, document = self.seed or b"", event.document
        if not claimed_mark:
            # The first seals had no marks: every event fits them.
            return self.promised == first_commitment(seed)
        return claimed_mark in (
            mark(seed, *draw_place, event.id, document),
            first_mark(seed, *draw_place, document),
        )


def verify(events: Iterable[Event]) -> Verdict:
    """Repeat every digital roll of a log, undone ones too."""
    log = list(events)
    return _Checking(log).verdict(log)


class _Checking:
    """The seals of a log, and the misfits found so far."""

    def __init__(self, events: list[Event]) -> None:
        self._seals: dict[str, _Seal] = {}
        self._findings: list[Finding] = []
        self._opened: Counter[str] = Counter()
        self._closed: Counter[str] = Counter()
        self._unsealed: Counter[str] = Counter()
        self._knowledge = _Knowledge()
        for event in events:
            required, seal_changes = _required_changes(event), _seal_changes(event)
            if required or seal_changes:
                self._learn(event, required, seal_changes)

    def verdict(self, events: list[Event]) -> Verdict:
        for event in events:
            self._knowledge.take(event)
            thrown = [die for throw in event.throws for die in throw.dice if not die.typed]
            if thrown or "drawn" in event.document:
                self._check(event, thrown)
        for seal in self._seals.values():
            self._findings.extend(_missing_draws(seal))
            (self._closed if seal.seed is None else self._opened)[seal.gm] += 0
        return Verdict(tuple(self._findings), self._opened, self._closed, self._unsealed, len(self._seals))

    def _learn(self, event: Event, required_changes: list[Change], seal_changes: list[Change]) -> None:
        """Learn what an event says about seals, and what it changes in them without saying so."""
        for promised in _commitments([*required_changes, *seal_changes]):
            self._seals.setdefault(key_of(promised), _Seal(event.gm, promised, event.id))
        secrets = dict.fromkeys(_seeds([*required_changes, *seal_changes]))
        seals = {key: self._seals.get(key) for key, _seed in secrets}
        misfit = None
        if required_changes != seal_changes or not _gms_of(event) <= {event.gm} or None in seals.values():
            misfit = Misfit.CONTRADICTED
        for key, secret in secrets:
            seal, seed = seals[key], _seed(secret)
            if seal is None:
                continue
            if not is_promised(seed, seal.promised):
                misfit = Misfit.BAD_SECRET
                continue
            if seal.gm != event.gm:
                misfit = misfit or Misfit.CONTRADICTED
            if not seal.until:
                seal.seed, seal.until = seed, event.id
                miscounted = not _count_draws(event, seal, key)
                misfit = misfit or (Misfit.ALTERED if miscounted else None)
        if misfit is not None:
            self._findings.append(Finding(misfit, event.id, event.gm))

    def _check(self, event: Event, thrown: list[Die]) -> None:
        claimed_draw = _claimed_draw(event)
        if claimed_draw is None:
            known_seals = self._knowledge.seals_known_to(event)
            if any(seal.covers(event) for key, seal in self._seals.items() if key in known_seals):
                self._findings.append(Finding(Misfit.OUTSIDE, event.id, event.gm))
            else:
                self._unsealed[event.gm] += 1
            return
        key, stream, draw, claimed_mark = claimed_draw
        seal = self._seals.get(key)
        if seal is None or seal.gm != event.gm or event.id < seal.since:
            self._findings.append(Finding(Misfit.OUTSIDE, event.id, event.gm))
            return
        seen_draws = seal.seen.setdefault(stream, set())
        misfit = self._misfit(event, thrown, seal, (stream, draw), claimed_mark)
        if misfit in (None, Misfit.ALTERED):  # a wrong order says more than a wrong mark
            if draw in seen_draws:
                misfit = Misfit.REPEATED
            elif draw < seal.latest.get(stream, 0):
                misfit = Misfit.DISORDERED
        seal.latest[stream] = draw
        seen_draws.add(draw)
        if misfit is not None:
            self._findings.append(Finding(misfit, event.id, event.gm, draw))
        elif seal.seed is None:
            self._closed[event.gm] += 1
        else:
            self._opened[event.gm] += 1

    def _misfit(
        self, event: Event, thrown: list[Die], seal: _Seal, draw_place: tuple[int, int], claimed_mark: str
    ) -> Misfit | None:
        if seal.until and event.id > seal.until:
            return Misfit.LATE
        places = [die.place for die in thrown]
        if None in places or len(set(places)) < len(places) or _poses_as_typed(event, thrown, claimed_mark):
            return Misfit.FORGED
        if seal.seed is not None and not all(
            _shows_sealed_face(die, seal.seed, draw_place) for die in thrown
        ):
            return Misfit.FORGED
        if not all(adds_up(throw) for throw in event.throws):
            return Misfit.TOTAL
        if seal.seed is not None and not seal.has_marked(event, draw_place, claimed_mark):
            return Misfit.ALTERED
        return None


class _Knowledge:
    """The seals that each program knew, concluded from the numbers of a log in order.

    An event's number is one more than that of an event that its program had seen. Copies that were apart have
    equal numbers, so a program surely began with a seal only if all events of the number before its first one
    know the seal. Where ids of format 1 come first, the number before need not be that of the event before.
    """

    def __init__(self) -> None:
        self._by_writer: dict[str, frozenset[str]] = {}
        self._numbers: list[int] = []
        """The numbers of the events so far, in order."""
        self._by_number: dict[int, frozenset[str]] = {}
        """The seals known to every event of a number so far."""

    def take(self, event: Event) -> None:
        """Learn which seals the program of an event knew after it."""
        number, writer = number_of(event.id), writer_of(event.id)
        known_before = self._by_writer[writer] if writer in self._by_writer else self._known_before(number)
        known_seals = known_before | self._seals_named_by(event)
        if number not in self._by_number:
            insort(self._numbers, number)
        self._by_number[number] = self._by_number.get(number, known_seals) & known_seals
        self._by_writer[writer] = known_seals

    def _known_before(self, number: int) -> frozenset[str]:
        """Return the seals known to every event of the number before this one."""
        place = bisect_left(self._numbers, number)
        return self._by_number[self._numbers[place - 1]] if place else frozenset()

    def seals_known_to(self, event: Event) -> frozenset[str]:
        """Return the seals known when an event was made; the event must have been taken."""
        return self._by_writer[writer_of(event.id)]

    @staticmethod
    def _seals_named_by(event: Event) -> frozenset[str]:
        claimed_draw = _claimed_draw(event)
        commitments = _commitments([*_required_changes(event), *_seal_changes(event)])
        return frozenset([*map(key_of, commitments), *([claimed_draw[0]] if claimed_draw else ())])


def _count_draws(event: Event, seal: _Seal, key: str) -> bool:
    """Learn the draws of a seal from the event that opened it; returns whether their mark fits."""
    opening_facts = (
        fact.data for fact in event.facts if fact.kind == "opened" and fact.data.get("seal") == key
    )
    data = next(opening_facts, {})
    draws, claimed_mark = str(data.get("draws")), str(data.get("mark"))
    for part in draws.split():
        stream, _colon, count = part.partition(":")
        if stream.isdecimal() and count.isdecimal():
            seal.draws[int(stream)] = int(count)
    seed = seal.seed or b""
    return seal.promised == first_commitment(seed) or claimed_mark == mark_of_draws(seed, draws)


def _seed(secret: str) -> bytes:
    """Decode a secret; empty bytes for a text that is none."""
    try:
        return bytes.fromhex(secret)
    except ValueError:
        return b""


def _shows_sealed_face(die: Die, seed: bytes, draw_place: tuple[int, int]) -> bool:
    return die.sides > 0 and die.face == sealed_face(seed, *draw_place, die.place or 0, die.sides)


def _poses_as_typed(event: Event, thrown: list[Die], claimed_mark: str) -> bool:
    """Whether a drawn face may pose as a typed one, which has no place.

    An event with a mark may hold both kinds: in a long time some checks are rolled by the program and others
    are typed. Without a mark, all dice are typed or none is.
    """
    typed_dice = [die for throw in event.throws for die in throw.dice if die.typed]
    return bool(typed_dice) and (
        not thrown or not claimed_mark or any(die.place is not None for die in typed_dice)
    )


def _claimed_draw(event: Event) -> tuple[str, int, int, str] | None:
    """Return the seal, stream, draw and mark that an event claims."""
    match event.document.get("drawn"):
        case [str(key), int(stream), int(draw), *marks] if stream >= 0 and draw >= 0:
            return key, stream, draw, str(marks[0]) if marks else ""
        case _:
            return None


def _missing_draws(seal: _Seal) -> Iterator[Finding]:
    for stream in seal.seen.keys() | seal.draws.keys():
        seen_draws = seal.seen.get(stream, set())
        end_draw = max([seal.draws.get(stream, 0), *(draw + 1 for draw in seen_draws)])
        # An invented number: nobody removed so many rolls.
        if end_draw - len(seen_draws) > len(seen_draws) + 10_000:
            end_draw = len(seen_draws) + 10_000
        for draw in range(end_draw):
            if draw not in seen_draws:
                yield Finding(Misfit.MISSING, "", seal.gm, draw)


def adds_up(throw: Throw) -> bool:
    """Whether the recorded faces give the recorded kept dice and total again."""
    if not throw.expression:
        return throw.total == dice.sum_kept(throw.dice) + throw.static
    faces = iter(throw.dice)
    try:
        rolled = parse(throw.expression).roll(lambda sides: next(faces).face)
    except (Refusal, StopIteration, RuntimeError):
        return False
    total = rolled.compared[0] if rolled.compared is not None and throw.target is not None else rolled.total
    if throw.purpose == "initiative":  # the game adds this for a side, outside the notation
        total += throw.static
    return total == throw.total and rolled.dice == tuple(
        replace(die, place=None, typed=False) for die in throw.dice
    )


def _required_changes(event: Event) -> list[Change]:
    """List the changes to seals that the facts of an event require."""
    changes = []
    for fact in event.facts:
        key = str(fact.data.get("seal"))
        if fact.kind == "sealed":
            promise = {"gm": fact.data.get("gm"), "commitment": fact.data.get("commitment")}
            changes.append(Change((_SEALS, key), How.NEW, promise))
        elif fact.kind == "opened":
            changes.append(Change((_SEALS, key, "seed"), How.TO, fact.data.get("seed")))
    return changes


def _seal_changes(event: Event) -> list[Change]:
    return [change for change in event.changes if change.path[0] == _SEALS]


def _gms_of(event: Event) -> set[str]:
    """Collect the GMs who promised or showed a secret, by an event's facts."""
    return {str(fact.data.get("gm")) for fact in event.facts if fact.kind in ("sealed", "opened")}


def _commitments(changes: Iterable[Change]) -> Iterator[str]:
    for change in changes:
        match change:
            case Change((_, _), How.NEW, {"commitment": str(commitment)}):
                yield commitment


def _seeds(changes: Iterable[Change]) -> Iterator[tuple[str, str]]:
    """Yield the secrets among changes to seals, each with the key of its seal."""
    for change in changes:
        match change:
            case Change((_, key, "seed"), _, seed) | Change((_, key), How.NEW, {"seed": seed}):
                yield key, seed if isinstance(seed, str) else ""
