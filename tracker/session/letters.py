"""The letter of each row: the same on every GM's screen, and the same for a whole fight.

Letters come from the names and from the order of entering. Both come from the events, which every copy folds
in the same order. A row that leaves keeps its letter from the others; a group keeps the letter that most of
it had, and who leaves it takes an earlier letter of its own, or a new one.
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
"""Letters that are nothing else beside a number: `d` is one of dice, `j` and `k` move, `q` leaves."""
PREFIX = "z"
"""The first of the letters of a row for which no single one is left."""
_Row = tuple[str, str]


def codes() -> Iterator[str]:
    """Yield the letters of rows, the shortest first; none begins another."""
    for length in count():
        yield from (PREFIX * length + letter for letter in LETTERS)


class RowLetters:
    """The letters of the rows of a history; each event of its fight is followed once."""

    def __init__(self) -> None:
        self._given: _Letters | None = None
        """The letters after the events that were followed; None if their fight began before them."""
        self._length = 0
        """How many events there were then."""
        self._past: tuple[History, int, str] | None = None
        """Which past they were of: its events may have become others since, or its fight."""

    def letters_for(self, history: History) -> dict[str, str]:
        """Return the letter of each creature of the fight; without a fight, of each in play."""
        session, fight = history.session, history.session.fight
        if fight is None:
            given = _Letters(history.names)
            order = dict.fromkeys((*session.party(), *waiting_creatures(session), *session.creatures))
            given.enter({who: PARTY if session.creatures[who].party else FOES for who in order})
            return given.of
        given = self._follow(history)
        given.groups.update(_groups_of(session))
        given.enter({who: each.side for who, each in fight.combatants.items()})
        return given.of

    def _follow(self, history: History) -> "_Letters":
        """Return the letters after the last event; only the events since the last time are followed.

        A fight from an older chapter, whose opening is not known, begins as it is now.
        """
        fight = history.session.encounter
        past = (history, history.refolds, fight)
        given, new = self._given if past == self._past else None, list(islice(history, self._length, None))
        if given is None or not given.goes_on(history.names) or any(_opens(event, fight) for event in new):
            new = _since_opening(history)
            given = _Letters(history.names)
            given.groups.update(_groups_of(history.session_before(new[0].id) if new else history.session))
            self._given = given if new else None
        for event in new:
            given.follow(event.changes, fight)
        self._length, self._past = len(history), past
        return given.copy()


class _Letters:
    """Letters given in the order of entering; none is given to a second row."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self.groups: dict[str, str] = {}
        """The group of each creature."""
        self._sides: dict[str, str] = {}
        """The side of each creature of the fight, in the order of entering."""
        self.of: dict[str, str] = {}
        """The letter of each creature of the fight."""
        self._had: dict[str, list[str]] = {}
        """The letters that each creature has had, the last one last."""
        self._given: set[str] = set()
        self._codes = codes()
        """The codes that have not been tried yet: all before them are given."""
        self._rows: dict[_Row, list[str]] = {}
        """The rows as creatures entered last: each has a letter."""
        self._named: dict[str, str] = {}
        """The names of which letters were taken, by who had them."""

    def copy(self) -> "_Letters":
        """Return letters that go their own way from here."""
        other = _Letters(self._names)
        other.groups, other._sides, other.of = {**self.groups}, {**self._sides}, {**self.of}
        other._had = {who: [*letters] for who, letters in self._had.items()}
        other._given, other._rows, other._named = {*self._given}, self._rows, {**self._named}
        return other

    def goes_on(self, names: Mapping[str, str]) -> bool:
        """Whether letters made anew would be these so far: who has one of its name is still called so."""
        return all(names.get(who, "") == name for who, name in self._named.items())

    def follow(self, changes: Iterable[Change], fight: str) -> None:
        """Take in what one event changed, and give letters to the rows that it made."""
        entering: dict[str, str] = {}
        moved = False
        for change in changes:
            match change:
                case Change(("encounters", key), How.NEW, {"combatants": combatants}) if key == fight:
                    entering |= {who: str(each.get("side", "")) for who, each in combatants.items()}
                case Change(("encounters", key, "combatants", who), How.NEW, {**combatant}) if key == fight:
                    entering[who] = str(combatant.get("side", ""))
                case Change(("encounters", key, "combatants", who), How.GONE) if key == fight:
                    moved = self._sides.pop(who, None) is not None
                case Change(("creatures", who), How.NEW, {**creature}):
                    self.groups[who] = str(creature.get("group", ""))
                case Change(("creatures", who, "group"), How.TO, str(group)):
                    self.groups[who], moved = group, True
        if entering or moved:
            self.enter(entering)

    def enter(self, entering: Mapping[str, str]) -> None:
        """Let creatures enter, the party first, and give each row that has none a letter."""
        for who in sorted(entering, key=lambda who: entering[who] != PARTY):
            self._sides.setdefault(who, entering[who])
        rows: dict[_Row, list[str]] = {}
        for who in self._sides:
            rows.setdefault(self._row(who), []).append(who)
        if rows == self._rows:
            return
        self._rows = rows
        taken: set[str] = set()
        for members in sorted(rows.values(), key=self._most_together, reverse=True):
            letter = self._former_letter(members, taken) or self._new(members[0])
            taken.add(letter)
            self._given.add(letter)
            for who in members:
                if self.of.get(who) != letter:
                    self.of[who] = letter
                    self._had.setdefault(who, []).append(letter)
        self.of = {who: self.of[who] for who in self._sides}

    def _row(self, who: str) -> _Row:
        """Return what tells a row from the others: the group and the side of its members, or its own id."""
        group = self.groups.get(who, "")
        return (group, self._sides[who]) if group else ("", who)

    def _most_together(self, members: list[str]) -> int:
        """Return how many of a row have had the same letter so far: the larger part of a group keeps it."""
        letters = [self.of[who] for who in members if who in self.of]
        return max(map(letters.count, letters), default=0)

    def _former_letter(self, members: list[str], taken: set[str]) -> str:
        """Return the letter that a row had, or one of its members earlier; empty if none is free."""
        now = [self.of[who] for who in members if who in self.of]
        before = [letter for who in members for letter in reversed(self._had.get(who, ()))]
        wanted = (*sorted(now, key=now.count, reverse=True), *before)
        free = (each for each in wanted if each not in taken)
        return next((each for each in free if each in now or not self._is_of_others(each, members)), "")

    def _is_of_others(self, letter: str, members: list[str]) -> bool:
        """Whether a creature of the fight that is in another row has this letter."""
        return any(
            own == letter and who in self._sides and who not in members for who, own in self.of.items()
        )

    def _new(self, who: str) -> str:
        """Return a letter that nobody has had: for the party, one of the name if there is one."""
        party = self._sides[who] == PARTY
        if party:
            self._named[who] = self._names.get(who, "")
        name = fold(self._named[who]) if party else ""
        wanted = chain((letter for letter in name if letter in LETTERS), self._codes)
        return next(code for code in wanted if code not in self._given)


def _groups_of(session: Session) -> dict[str, str]:
    return {who: creature.group for who, creature in session.creatures.items()}


def _since_opening(history: History) -> list[Event]:
    """Return the events that count since the fight was opened, oldest first; none if that is not known."""
    found: list[Event] = []
    for event in reversed(history):
        if history.counts(event.id):
            found.append(event)
            if _opens(event, history.session.encounter):
                return found[::-1]
    return []


def _opens(event: Event, fight: str) -> bool:
    """Whether an event opened a fight."""
    opened = ("encounters", fight)
    return any(change.path == opened and change.how is How.NEW for change in event.changes)
