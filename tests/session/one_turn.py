"""Who has acted, judged from outside: from the events that count, what they tell and who stands.

Nothing that the program notes about its own turns is looked at.
"""

import random
import re
from collections import Counter
from collections.abc import Collection, Mapping

from msgspec import Struct, field

from tests.session.game import Game
from tracker.rules.system import Fact
from tracker.session.change import apply
from tracker.session.event import Event
from tracker.session.groups import is_standing, mates_of
from tracker.session.history import History
from tracker.session.state import Session

KINDS = {
    "next": 30,
    "shift": 8,
    "initiative": 5,
    "gather": 3,
    "split": 4,
    "leave": 2,
    "enter": 4,
    "flee": 2,
    "return": 3,
    "kill": 3,
    "revive": 4,
    "surprise": 1,
    "appear": 1,
    "previous": 2,
    "undo": 2,
    "redo": 1,
    "renew": 1,
    "delay": 5,
    "give": 3,
}
"""What a random fight plays, and how often."""
GIVEN = {**KINDS, "give": 60}
"""The same where the GM gives the turns."""
CHANGING = {**KINDS, "give": 30, "turns": 5}
"""The same where the GM changes how turns follow one another."""
MOST_CREATURES = 11
BEGINNING = {
    "chronicle": ("pj Ana", "pj Bea", "pj Cid", "aparece 4 goblin"),
    "horror": ("pj Ana violencia=1", "pj Bea violencia=2", "pj Cid violencia=1", "aparece 4 goblin"),
}
FIGHTS = {1: ("combate Puente",), 2: ('combate Torre cid, "goblin 3", "goblin 4"', "combate Puente")}
_ROLL = re.compile(r"([^.]+)\.(\d+)\.(start|end)\.(?:\d+\.)?([^.]+)\.")
"""Key of a roll that the start or the end of a turn calls for: fight, round, moment and creature."""


class Table:
    """A fight, or two, that are played at random."""

    def __init__(self, system: str, seed: int, fights: int = 1, turns: str = "") -> None:
        self.chance, self.fights = random.Random(seed), fights
        self.game = Game(*BEGINNING[system], system=system)
        if system == "chronicle":
            for each in list(self.game.session.creatures.values()):
                self.game.do(f'estado "{each.name}" veneno nivel 1')
        self.first = len(self.game.events)
        for line in FIGHTS[fights]:
            self.game.do(line)
            for who in self.game.session.fight.combatants if self.game.session.fight else ():
                self.game.do(f"iniciativa {self._name(who)} {self.chance.randint(1, 20)}")
        if turns:
            self.game.do(f"turnos {turns}")
        self.played = 0

    def copy(self, writer: str, seed: int) -> "Table":
        """Return the table of another GM, who plays otherwise from here."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.game, other.chance = self.game.copy(writer), random.Random(seed)
        return other

    def play(self, orders: int, kinds: Mapping[str, int] = KINDS) -> None:
        """Play random orders; those that are refused count too."""
        known = {**kinds, "switch": 6} if self.fights > 1 else kinds
        for kind in self.chance.choices(list(known), list(known.values()), k=orders):
            if line := self._line(kind):
                self.played += self.game.attempt(line, self._roll)

    def _roll(self, sides: int) -> int:
        return self.chance.randint(1, sides)

    def _name(self, who: str) -> str:
        return f'"{self.game.session.creatures[who].name}"'

    def _somebody(self, among: Collection[str]) -> str:
        return self._name(self.chance.choice(list(among))) if among else ""

    def _line(self, kind: str) -> str:  # noqa: C901, PLR0911, PLR0912 - a row a kind of order
        session, chance = self.game.session, self.chance
        fight, people = session.fight, list(session.creatures)
        if fight is None:
            return ""
        one = self._somebody(people)
        active = self._name(fight.active) if fight.active in people else one
        match kind:
            case "next":
                return "siguiente"
            case "shift":
                return f"{chance.choice(('sube', 'baja'))} {chance.choice((active, one))}"
            case "initiative":
                return f"iniciativa {one} {chance.choice((str(chance.randint(1, 20)), '1d20'))}"
            case "gather":
                names = ", ".join(map(self._name, chance.sample(people, chance.choice((2, 2, 3)))))
                return f"agrupa {names} {chance.choice(('', 'banda'))}"
            case "split":
                grouped = [who for who in people if session.creatures[who].group]
                some = chance.sample(grouped, chance.choice((1, len(grouped)))) if grouped else []
                return f"separa {', '.join(map(self._name, some))}" if some else ""
            case "leave":
                return f"quita {one}"
            case "enter":
                return f"entra {one}"
            case "flee":
                return f"huye {one}"
            case "return":
                away = [who for who, each in fight.combatants.items() if each.fled and who in people]
                return f"vuelve {self._somebody(away)}" if away else ""
            case "kill":
                return f"mata {chance.choice((active, one))}"
            case "revive":
                dead = [who for who in people if session.is_out(who)]
                return f"revive {self._somebody(dead)}" if dead else ""
            case "surprise":
                return f"sorprende {one}"
            case "appear":
                return (
                    chance.choice(("aparece lobo", "aparece 2 lobo grupo"))
                    if len(people) < MOST_CREATURES
                    else ""
                )
            case "previous":
                return "anterior"
            case "undo":
                last = self.game.history.undoable
                return "deshacer" if last and last.id > self.game.events[self.first].id else ""
            case "redo":
                return "rehacer"
            case "renew":
                return f"cadaronda {chance.choice(('conserva', 'repite', 'tira'))}"
            case "delay":
                return chance.choice(("aguarda", f"aguarda antes de {one}", f"aguarda {one}"))
            case "give":
                return f"siguiente {one}"
            case "turns":
                return f"turnos {chance.choice(('sin orden', 'por bandos', 'por iniciativa'))}"
            case "switch":
                return f"cambia {chance.choice(('Puente', 'Torre'))}"
        return ""


class _Round(Struct):
    """A round of a fight as somebody who watches it knows it."""

    number: int
    stood: set[str]
    """Who has stood since it began."""
    acted: Counter[str] = field(default_factory=Counter)
    owed: set[str] = field(default_factory=set)
    """Who has put off a turn that has not gone on yet."""
    shared: dict[str, str] = field(default_factory=dict)
    """Who has come to share the turn under way, and the event that told it."""
    excused: set[str] = field(default_factory=set)
    """Who loses the round by surprise, or came in too late for it, as was said."""
    ill: set[str] = field(default_factory=set)
    starts: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)


class Verdict(Struct):
    """What a judge has seen, and what was wrong in it."""

    rounds: int = 0
    turns: int = 0
    wrong: list[str] = field(default_factory=list)
    lost: set[tuple[str, str]] = field(default_factory=set)
    """Turns that somebody who stood did not have, by the fight and `ROUND.WHO`."""
    twice: set[tuple[str, str]] = field(default_factory=set)
    """Turns that somebody had again, alike."""


class Judge:
    """Follows the events of a game that count."""

    def __init__(self, game: Game) -> None:
        self._history, self._system = game.history, game.session.system
        self._rounds: dict[str, _Round] = {}
        self._before: dict[str, set[str]] = {}
        """Who acted in the last round that is over, by the fight."""
        self._early: dict[tuple[str, object], set[str]] = {}
        """Who had a turn in a round that has not begun here: another GM had gone on to it."""
        self.verdict = Verdict()

    def judge(self) -> Verdict:
        """Return the verdict on all that has happened."""
        session = History(self._system).session
        for event in self._history:
            if self._history.counts(event.id):
                after = apply(session, (event.changes,))
                self._follow(event, session, after)
                session = after
        return self.verdict

    def _follow(self, event: Event, before: Session, after: Session) -> None:
        rolls = {key for key in after.pending if key not in before.pending}
        self._count_rolls(rolls, {key: each.number for key, each in self._rounds.items()})
        for fact in event.facts:
            key = str(fact.data.get("encounter", ""))
            if fact.kind == "round":
                self._begin_round(key, int(str(fact.data["round"])), event, before, after)
                self._count_rolls(rolls, {key: self._rounds[key].number})
            elif key in self._rounds or not key:
                self._hear(fact, event, after)
        for key, round_ in self._rounds.items():
            entered = _combatants(after, key) - _combatants(before, key)
            round_.excused |= entered & self._had_elsewhere(key)
        for key, round_ in list(self._rounds.items()):
            fight = after.encounters.get(key)
            if fight is None:
                del self._rounds[key]
                continue
            round_.excused |= {who for who, each in fight.combatants.items() if each.surprised}
            round_.owed &= _standing(after, key)
            round_.stood &= _standing(after, key)

    def _had_elsewhere(self, key: str) -> set[str]:
        """Return who has had a turn in a round under way of another fight."""
        others = (other for each, other in self._rounds.items() if each != key)
        return {who for other in others for who, times in other.acted.items() if times}

    def _count_rolls(self, rolls: set[str], numbers: Mapping[str, int]) -> None:
        for roll in list(rolls):
            found = _ROLL.match(roll)
            if found and numbers.get(found[1]) == int(found[2]):
                rolls.discard(roll)
                round_ = self._rounds[found[1]]
                moments = round_.starts if found[3] == "start" else round_.ends
                if "poison" in roll or found[3] == "start":
                    moments[found[4]] += "poison" in roll

    def _begin_round(self, key: str, number: int, event: Event, before: Session, after: Session) -> None:
        over = self._rounds.get(key)
        if over is not None and number <= over.number:
            return  # another GM has told it
        if over is not None:
            self.verdict.rounds += 1
            there = _standing(before, key) & _standing(after, key)
            elsewhere = {who for each, other in self._rounds.items() if each != key for who in other.acted}
            elsewhere |= {who for each, acted in self._before.items() if each != key for who in acted}
            for who in there - over.excused - elsewhere:
                if not over.acted[who] or who in over.owed:
                    self.verdict.lost.add((key, f"{over.number}.{who}"))
                    self._wrong("no turn", who, over.number, event, after)
                elif who in over.ill and _is_ill(after, who) and who in over.stood and over.ends[who] != 1:
                    self._wrong(f"{over.ends[who]} ends", who, over.number, event, after)
            self._before[key] = {who for who, times in over.acted.items() if times}
        stood = _standing(after, key)
        self._rounds[key] = _Round(number, stood, ill={who for who in stood if _is_ill(after, who)})
        self._rounds[key].acted.update(self._early.pop((key, number), set()))
        if over is None:
            self._rounds[key].excused |= stood & self._had_elsewhere(key)

    def _hear(self, fact: Fact, event: Event, after: Session) -> None:
        key, who = str(fact.data.get("encounter", "")), str(fact.data.get("who", ""))
        round_, is_now = self._rounds.get(key), True
        if round_ is not None and "round" in fact.data:
            is_now = fact.data["round"] == round_.number
            if fact.kind == "turn" and who and not is_now and key in after.encounters:
                self._early.setdefault((key, fact.data["round"]), set()).update(_row(after, key, who) | {who})
        match fact.kind:
            case "acts_next_round":
                for here in self._rounds.keys() & {*after.encounters_of(who)}:
                    self._rounds[here].excused.add(who)
            case "turn_taken_back":
                self._take_back(fact, after)
            case "delayed" if round_ is not None:
                row = _row(after, key, who) if fact.data.get("group") else {who}
                round_.owed |= {each for each in row if round_.acted[each]}
            case "joined_turn" if round_ is not None and is_now:
                if fact.data.get("resumed"):
                    round_.owed.discard(who)
                else:
                    self._act(key, round_, {who}, event, after)
                    round_.shared[who] = event.id
            case "turn" if who and is_now and round_ is not None and key in after.encounters:
                self._hear_turn(fact, round_, event, after)

    def _take_back(self, fact: Fact, after: Session) -> None:
        told = self._history[str(fact.data["event"])].facts
        for key in self._rounds.keys() & {each.data.get("encounter") for each in told}:
            round_ = self._rounds[key]
            round_.owed -= _row(after, key, str(fact.data["who"]))
            for each, joined_at in list(round_.shared.items()):
                if joined_at > str(fact.data["event"]):  # it came to share the turn that is taken back
                    round_.acted[each] -= 1
                    del round_.shared[each]

    def _hear_turn(self, fact: Fact, round_: _Round, event: Event, after: Session) -> None:
        key, who = str(fact.data["encounter"]), str(fact.data["who"])
        row = _row(after, key, who) | {who}
        round_.owed -= row
        round_.shared.clear()
        if fact.data.get("resumed") or fact.data.get("resumed_group"):
            if not round_.acted[who]:
                self._wrong("goes on without a beginning", who, round_.number, event, after)
            return
        self.verdict.turns += 1
        if not is_standing(after, after.encounters[key], who):
            self._wrong("turn of the fallen", who, round_.number, event, after)
        waiting = {each for each in row if not round_.acted[each]}
        round_.excused -= waiting
        self._act(key, round_, {who, *waiting}, event, after)

    def _act(self, key: str, round_: _Round, members: set[str], event: Event, after: Session) -> None:
        for who in members:
            if round_.acted[who]:
                self.verdict.twice.add((key, f"{round_.number}.{who}"))
                self._wrong("two turns", who, round_.number, event, after)
            round_.acted[who] += 1

    def _wrong(self, what: str, who: str, number: int, event: Event, session: Session) -> None:
        name = session.creatures[who].name if who in session.creatures else who
        self.verdict.wrong.append(f"{what}: {name}, round {number}, at {event.id}")


def _combatants(session: Session, key: str) -> set[str]:
    fight = session.encounters.get(key)
    return set(fight.combatants) if fight else set()


def _standing(session: Session, key: str) -> set[str]:
    fight = session.encounters.get(key)
    return {who for who in fight.combatants if is_standing(session, fight, who)} if fight else set()


def _row(session: Session, key: str, who: str) -> set[str]:
    fight = session.encounters[key]
    creature = session.creatures.get(who)
    if creature and creature.group and who not in fight.combatants:  # it has left in another copy
        mates = (each for each in _standing(session, key) if session.creatures[each].group == creature.group)
        return set(mates)
    return {each for each in mates_of(session, fight, who) if is_standing(session, fight, each)}


def _is_ill(session: Session, who: str) -> bool:
    return any("poison" in badge.id for badge in session.game.badges(session.rules_context(), who))
