"""The letter of each row, equal on every GM's screen and through a whole fight.

Letters follow from the names and from the order of entering, and so from the events, which every copy folds
in the same order. A row that leaves keeps its letter. A group keeps the letter that most of its members had;
a member that leaves the group takes back an earlier letter of its own, or a new one.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count, islice

from tracker.rules.text import fold
from tracker.session.change import Change, How
from tracker.session.event import Event
from tracker.session.groups import waiting_creatures
from tracker.session.history import History
from tracker.session.state import FOES, PARTY, Session

LETTERS = "abcefghilmnoprstuvwxy"
"""Letters without another meaning: `d` is for dice, `j` and `k` move the cursor, `q` leaves."""
PREFIX = "z"
"""Prefix of the codes of several letters, once no single letter is left."""
_Row = tuple[str, str]


def codes() -> Iterator[str]:
    """Yield the codes of rows, the shortest first. None is a prefix of another."""
    for length in count():
        yield from (PREFIX * length + letter for letter in LETTERS)


class RowLetters:
    """The letters of the rows of a history. It reads each event of the fight once."""

    def __init__(self) -> None:
        self._given: _Letters | None = None
        """The letters after the events read so far; None if the beginning of the fight is not known."""
        self._length = 0
        """Number of events read so far."""
        self._past: tuple[History, int, str] | None = None
        """The history, its number of refolds and its fight then: with another past, letters begin anew."""

    def letters_for(self, history: History) -> dict[str, str]:
        """Give each creature of the fight its letter; without a fight, each in play."""
        session, fight = history.session, history.session.fight
        if fight is None:
            letters = _Letters(history.names)
            order = dict.fromkeys((*session.party(), *waiting_creatures(session), *session.creatures))
            letters.enter({who: PARTY if session.creatures[who].party else FOES for who in order})
            return letters.of
        letters = self._follow(history)
        letters.groups.update(_groups_of(session))
        letters.enter({who: each.side for who, each in fight.combatants.items()})
        return letters.of

    def _follow(self, history: History) -> "_Letters":
        """Bring the letters up to the last event by reading only the new ones.

        A fight from an older chapter, whose opening is not known, begins as it is now.
        """
        fight = history.session.encounter
        past = (history, history.refolds, fight)
        letters, new = self._given if past == self._past else None, list(islice(history, self._length, None))
        if (
            letters is None
            or not letters.goes_on(history.names)
            or any(_opens(event, fight) for event in new)
        ):
            new = _since_opening(history)
            letters = _Letters(history.names)
            letters.groups.update(_groups_of(history.session_before(new[0].id) if new else history.session))
            self._given = letters if new else None
        for event in new:
            letters.follow(event.changes, fight)
        self._length, self._past = len(history), past
        return letters.copy()


class _Letters:
    """Letters given in the order of entering. No letter is given to a second row."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self.groups: dict[str, str] = {}
        """The group of each creature."""
        self._sides: dict[str, str] = {}
        """The side of each creature of the fight, in the order of entering."""
        self.of: dict[str, str] = {}
        """The letter of each creature of the fight."""
        self._had: dict[str, list[str]] = {}
        """The letters that each creature has had, the latest last."""
        self._given: set[str] = set()
        self._codes = codes()
        """The codes not tried yet: all before them are given."""
        self._rows: dict[_Row, list[str]] = {}
        """The rows at the last entering: each has a letter."""
        self._named: dict[str, str] = {}
        """The names from which letters were taken, by creature."""

    def copy(self) -> "_Letters":
        """Copy the letters, so that changes to the copy leave these alone."""
        other = _Letters(self._names)
        other.groups, other._sides, other.of = {**self.groups}, {**self._sides}, {**self.of}
        other._had = {who: [*letters] for who, letters in self._had.items()}
        other._given, other._rows, other._named = {*self._given}, self._rows, {**self._named}
        return other

    def goes_on(self, names: Mapping[str, str]) -> bool:
        """Whether letters from scratch would be equal: no creature with a letter of its name was renamed."""
        return all(names.get(who, "") == name for who, name in self._named.items())

    def follow(self, changes: Iterable[Change], fight: str) -> None:
        """Apply the changes of one event, and give letters to the rows that it made."""
        entering: dict[str, str] = {}
        is_regrouped = False
        for change in changes:
            match change:
                case Change(("encounters", key), How.NEW, {"combatants": combatants}) if key == fight:
                    entering |= {who: str(each.get("side", "")) for who, each in combatants.items()}
                case Change(("encounters", key, "combatants", who), How.NEW, {**combatant}) if key == fight:
                    entering[who] = str(combatant.get("side", ""))
                case Change(("encounters", key, "combatants", who), How.GONE) if key == fight:
                    is_regrouped = self._sides.pop(who, None) is not None
                case Change(("creatures", who), How.NEW, {**creature}):
                    self.groups[who] = str(creature.get("group", ""))
                case Change(("creatures", who, "group"), How.TO, str(group)):
                    self.groups[who], is_regrouped = group, True
        if entering or is_regrouped:
            self.enter(entering)

    def enter(self, entering: Mapping[str, str]) -> None:
        """Add creatures, the party first, and give each row without a letter one."""
        for who in sorted(entering, key=lambda who: entering[who] != PARTY):
            self._sides.setdefault(who, entering[who])
        rows: dict[_Row, list[str]] = {}
        for who in self._sides:
            rows.setdefault(self._row_key(who), []).append(who)
        if rows == self._rows:
            return
        self._rows = rows
        taken: set[str] = set()
        for members in sorted(rows.values(), key=self._largest_part, reverse=True):
            letter = self._former_letter(members, taken) or self._new_letter(members[0])
            taken.add(letter)
            self._given.add(letter)
            for who in members:
                if self.of.get(who) != letter:
                    self.of[who] = letter
                    self._had.setdefault(who, []).append(letter)
        self.of = {who: self.of[who] for who in self._sides}

    def _row_key(self, who: str) -> _Row:
        """Make the key of a row: the group and side of its members, or the id of a lone creature."""
        group = self.groups.get(who, "")
        return (group, self._sides[who]) if group else ("", who)

    def _largest_part(self, members: list[str]) -> int:
        """Count the members of a row with the same letter: the larger part of a split group keeps it."""
        letters = [self.of[who] for who in members if who in self.of]
        return max(map(letters.count, letters), default=0)

    def _former_letter(self, members: list[str], taken: set[str]) -> str:
        """Find the letter that a row, or earlier one of its members, had; empty if none is free."""
        current = [self.of[who] for who in members if who in self.of]
        former = [letter for who in members for letter in reversed(self._had.get(who, ()))]
        candidates = (*sorted(current, key=current.count, reverse=True), *former)
        free = (each for each in candidates if each not in taken)
        return next(
            (each for each in free if each in current or not self._is_used_elsewhere(each, members)), ""
        )

    def _is_used_elsewhere(self, letter: str, members: list[str]) -> bool:
        """Whether a creature of the fight in another row has this letter."""
        return any(
            own == letter and who in self._sides and who not in members for who, own in self.of.items()
        )

    def _new_letter(self, who: str) -> str:
        """Find a letter that nobody has had: for the party, one of the name if possible."""
        party = self._sides[who] == PARTY
        if party:
            self._named[who] = self._names.get(who, "")
        name = fold(self._named[who]) if party else ""
        candidates = chain((letter for letter in name if letter in LETTERS), self._codes)
        return next(code for code in candidates if code not in self._given)


def _groups_of(session: Session) -> dict[str, str]:
    return {who: creature.group for who, creature in session.creatures.items()}


def _since_opening(history: History) -> list[Event]:
    """List the counting events since the fight was opened; none if the opening is not known."""
    events: list[Event] = []
    for event in reversed(history):
        if history.counts(event.id):
            events.append(event)
            if _opens(event, history.session.encounter):
                return events[::-1]
    return []


def _opens(event: Event, fight: str) -> bool:
    opened = ("encounters", fight)
    return any(change.path == opened and change.how is How.NEW for change in event.changes)
