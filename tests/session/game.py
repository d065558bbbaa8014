"""A game without a save: its events in memory, its dice as told."""

import json
from collections.abc import Callable
from copy import copy, deepcopy
from itertools import count

from tests.rules.faces import Faces
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Preview
from tracker.session.event import Draft, Event, InMemory, read_event
from tracker.session.event_id import make_event_id
from tracker.session.history import History
from tracker.session.moves.campaign import create
from tracker.session.state import Session
from tracker.session.versions import replaced_edits
from tracker.wording.sentences import sentences

HOUR = 3_600
DAY = 24 * HOUR
DARK = (
    "Era la última luz encendida. Si no ven, el Cronista decide; la Ceguera da la medida: Desventaja "
    "si hace falta ver, y falla todo ataque a distancia."
)
"""The sentence of Chronicle once no light burns any more."""
ANA, BEA = "0012648430", "0195939070"
"""Two GMs: the writer part of their event ids."""


def event_id(lamport: int, writer: str = ANA) -> str:
    return make_event_id(lamport, writer)


def saved(draft: Draft, event_id: str, gm: str = "ana", clock: int = 0, **stamped: object) -> Event:
    """Return a draft as an event read back from a save."""
    told = draft.document(gm, 1_700_000_000, clock) | stamped
    document = json.loads(json.dumps(told, ensure_ascii=False))
    return read_event(event_id, InMemory(document))


class Game:
    """A campaign played by typed lines, of Chronicle by default; each line comes with its dice."""

    def __init__(self, *lines: str, system: str = "chronicle", rules: str = "", house: str = "") -> None:
        self.events: list[Event] = []
        self.history = History(system)
        self.writer = ANA
        self.at = 1_700_000_000
        """Real time of the next event, in Unix seconds."""
        self._ids = count(1)
        self.play(create(system, "Ylat", rules, house))
        for line in lines:
            self.do(line)

    @property
    def session(self) -> Session:
        return self.history.session

    def fresh(self) -> str:
        return f"{int(self.writer) % 256:x}{next(self._ids)}"

    def copy(self, writer: str) -> "Game":
        """Return another GM's copy, which goes its own way from here."""
        kept: list[object] = [*self.events, *self.history._checkpoints, self.session]
        other = copy(self)
        other.writer, other.events = writer, list(self.events)
        # What no one changes stays shared: to fold the events again was a quarter of the longest tests.
        memo: dict[int, object] = {id(each): each for each in kept}
        memo[id(self.history._foresight)] = Preview(self.session)
        other.history = deepcopy(self.history, memo)
        return other

    def play(self, draft: Draft, gm: str = "ana") -> Event:
        stamped: dict[str, object] = (
            {"settles": self.history.settling(draft.settles)} if draft.settles else {}
        )
        if over := replaced_edits(self.history, draft):
            stamped["over"] = dict(over)
        new = event_id(len(self.events) + 1, self.writer)
        event = saved(draft, new, gm, self.session.elapsed, at=self.at, **stamped)
        self.events.append(event)
        self.history.add((event,))
        return event

    def draft(
        self, line: str, *faces: int, roll: Roll | None = None, here: tuple[str, ...] = (), gm: str = ""
    ) -> Draft:
        command = parse(line, CommandContext(self.history, here, gm=gm))
        return draft_of(command, self.history, roll or Faces(*faces), self.fresh)

    def falling(self, line: str) -> Callable[[Roll], Draft]:
        """Return what a line does with any dice: it is read once, which took longer than to play it."""
        command = parse(line, CommandContext(self.history))
        return lambda roll: draft_of(command, self.history, roll, self.fresh)

    def do(self, line: str, *faces: int, gm: str = "ana", here: tuple[str, ...] = ()) -> Event:
        dice = Faces(*faces)
        event = self.play(self.draft(line, roll=dice, here=here, gm=gm), gm)
        assert dice.left == [], "dice that nobody rolled"
        return event

    def attempt(self, line: str, roll: Roll) -> bool:
        """Play a line if it can be played; only a refusal is allowed to stop it."""
        try:
            draft = self.draft(line, roll=roll)
        except Refusal:
            return False
        self.play(draft)
        return True

    def sentences(self, line: str, *faces: int) -> str:
        """Play a line and return its sentences."""
        return " ".join(sentences(self.do(line, *faces), self.history))

    def facts(self, line: str, *faces: int) -> list[Fact]:
        """Play a line and return its facts, with names for ids and without data that are empty."""
        event = self.do(line, *faces)
        names = self.history.names
        return [
            fact(
                each.kind,
                **{
                    name: names.get(value, value) if isinstance(value, str) else value
                    for name, value in each.data.items()
                    if value not in ("", None)
                },
            )
            for each in event.facts
        ]

    def id_of(self, name: str) -> str:
        return next(who for who, each in self.session.creatures.items() if each.name == name)

    def sheet(self, name: str) -> Character:
        sheet = self.session.creatures[self.id_of(name)].sheet
        assert isinstance(sheet, Character)
        return sheet

    def supply(self, name: str) -> str:
        return next(key for key, each in self.session.supplies.items() if each.name == name)

    @property
    def active(self) -> str:
        """Name of the active combatant, or nothing."""
        fight = self.session.fight
        assert fight is not None
        return self.session.creatures[fight.active].name if fight.active else ""

    @property
    def round(self) -> int:
        assert self.session.fight is not None
        return self.session.fight.round

    @property
    def pending(self) -> list[str]:
        """Kinds of the pending rolls, in order."""
        return [each.kind for each in self.session.pending.values()]

    def turns(self, times: int) -> list[str]:
        """Press next so many times; return the names of the active combatants."""

        def next_one() -> str:
            self.do("siguiente")
            return self.active

        return [next_one() for _ in range(times)]


def meet(*games: Game) -> None:
    """Give every copy the events of all, which makes them alike."""
    events = {event.id: event for game in games for event in game.events}
    for game in games:
        game.events = [events[each] for each in sorted(events)]
        game.history.add(game.events)
    assert all(game.session == games[0].session for game in games)


def fact(kind: str, **data: Scalar) -> Fact:
    """Return a fact as `Game.facts` does."""
    return Fact(kind, data)


def refusal_code(make: Callable[[], object]) -> str:
    """Return the code of the refusal, or nothing if the line was played."""
    try:
        make()
    except Refusal as refusal:
        return refusal.code
    return ""


def party() -> Game:
    """Return a game with Lía, who has Effort and armour, and Bren."""
    return Game(
        "pj Lía fuerza=12/11 resistencia=10/12 salud_total=14 salud=14 esfuerzo_total=3 esfuerzo=3",
        "pj Bren fuerza=14/9 salud_total=10 salud=10",
    )


def fight() -> Game:
    """Return a fight that has not begun: Lía 15, Bren 12, two goblins of 7 Health at 10."""
    game = party()
    for line in (
        "aparece 2 goblin salud_total=7 salud=7",
        "combate Emboscada",
        "iniciativa lia 15",
        "iniciativa bren 12",
        "iniciativa goblin* 10",
    ):
        game.do(line)
    return game
