"""The table: the party, the encounters, the clock, the lights and the pending rolls."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Protocol, TypeVar

from msgspec import Struct, field

from tracker.rules.clock import DAY, HOUR
from tracker.rules.fields import (
    LARGEST,
    RULES_LENGTH,
    Int,
    Name,
    Notes,
    Text,
    amount,
    number,
    text,
)
from tracker.rules.game_system import GameSystem
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.rules.system import PendingRoll, RulesContext, Scene, Sheet, TurnOrder, Until
from tracker.rules.systems import system_of
from tracker.session.almanac import Appointment, Feast, Moon
from tracker.session.calendar import Calendar, Date
from tracker.session.goods import Coin, Heap, Purse, Thing, Weights
from tracker.session.notebook import NotebookEntry
from tracker.session.outdoors import HEX, EncounterWatch, Pace, Weather
from tracker.session.players_view import PlayersView
from tracker.session.progress import ProgressClock
from tracker.session.reminder import Reminder
from tracker.session.schema import Keyed, Record, record_of


class _Named(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_Named)


def element(elements: Mapping[str, N], key: str, code: str) -> N:
    """Return an element by its key; refuses another key with `code`, naming the elements there are."""
    if key not in elements:
        raise Refusal(code, name=key, known=", ".join(each.name for each in elements.values()) or "—")
    return elements[key]


PARTY, FOES = "party", "foes"
"""Sides of an encounter that nobody has to name."""


class Creature(Struct, frozen=True):
    """Somebody in play. `party` tells the group from everybody else."""

    bears_name: ClassVar[bool] = True
    versioned: ClassVar[tuple[str, ...]] = ("name", "notes")

    sheet: Sheet
    name: Name = ""
    party: bool = False
    notes: Notes = ""
    fled: bool = False
    """Whether it was away when its last encounter ended. It joins the next one only if it is named."""
    group: Name = ""
    """Name of the group with which it shares a row and a turn; empty for none."""
    stayed: bool = False
    """Whether it outlived an encounter as an adversary. It joins the next one only if it is named."""
    purse: Purse = field(default_factory=dict)
    """Its coins."""
    unnamed: bool = False
    """Whether players do not know its name; those of the party always go by theirs."""
    away_since: Int | None = None
    """Second of the clock since which it lives no time; None if it lives, or if nobody noted it."""

    @property
    def is_away(self) -> bool:
        """Whether a fight is over for it and it is not of the party: it lives no time until it is back."""
        return not self.party and (self.fled or self.stayed or self.away_since is not None)


class Template(Struct, frozen=True):
    """A pattern for new creatures. It is copied, never played."""

    versioned: ClassVar[tuple[str, ...]] = ("name", "notes")

    sheet: Sheet
    name: Name = ""
    notes: Notes = ""


class Kit(Struct, frozen=True):
    """Supplies that go together, ready to be handed to somebody. Nobody owns them yet."""

    name: Name = ""
    supplies: tuple[Supply, ...] = ()


class Lineup(Struct, frozen=True):
    """A prepared encounter: which templates, and how many of each."""

    name: Name = ""
    members: Mapping[str, Int] = field(default_factory=dict)
    """Counts, by the key of the template."""


class Combatant(Struct, frozen=True):
    """A creature's place in an encounter. Without an initiative of its own it acts with its side."""

    initiative: Int | None = None
    order: Int = 0
    """Settles ties: lower acts first."""
    side: Name = ""
    hidden: bool = False
    fled: bool = False
    declared: Text = ""
    """The action that it has announced, until the round is over."""
    surprised: bool = False
    """Takes no turn in the round under way."""
    dice: Text = ""
    """The expression of which its own initiative was rolled; empty for a number."""
    seen: bool = False
    """Whether players saw it before it hid."""

    @property
    def secret(self) -> bool:
        """Whether players have never seen it."""
        return self.hidden and not self.seen


class Renewal(StrEnum):
    """The fate of the initiatives when a round is over."""

    KEEP = "keep"
    CLEAR = "clear"
    """Every initiative is asked for again."""
    REROLL = "reroll"
    """Those that were rolled are rolled again; numbers stay."""


def round_of(mark: str) -> int:
    """Return the round of a turn's key; 0 if another program wrote it."""
    number = mark.partition(".")[0]
    return int(number) if number.isdecimal() else 0


class Encounter(Struct, frozen=True):
    """A fight or any scene played in turns. Round 0 has not begun."""

    versioned: ClassVar[tuple[str, ...]] = ("name",)

    name: Name = ""
    round: Annotated[int, number(low=0)] = 0
    active: Name = ""
    """Id of the creature whose turn it is."""
    combatants: Mapping[str, Combatant] = field(default_factory=dict)
    sides: Mapping[str, Int] = field(default_factory=dict)
    """Initiative of each side."""
    settled: Mapping[str, bool] = field(default_factory=dict)
    """Keys of the rolls already resolved: going back and forward again does not call for them twice."""
    renewal: Renewal = Renewal.KEEP
    side_dice: Mapping[str, str] = field(default_factory=dict)
    """The expression of which the initiative of a side was rolled."""
    turned: Mapping[str, bool] = field(default_factory=dict)
    """Ids of the creatures whose turn of the round under way has begun, also of those who have left since.

    False if the clock has caught up with that turn: it was time of an interval, or of another encounter.
    """
    behind: Annotated[int, amount(low=0)] = 0
    """Seconds of the campaign's clock that it has yet to live: another encounter went on meanwhile."""
    turn_order: TurnOrder = TurnOrder.INITIATIVE
    under_way: Mapping[str, bool] = field(default_factory=dict)
    """Ids of the creatures whose turn is under way, where the GM gives the turns: two GMs may give two."""
    floor: Name = ""
    """Side that acts, where sides act one after another; empty until one does in the round."""
    began: Mapping[str, bool] = field(default_factory=dict)
    """`ROUND.WHO` of each turn that has begun, where there is an order; the round before stays known."""
    ended: Mapping[str, bool] = field(default_factory=dict)
    """`ROUND.WHO` of each turn that has ended, where there is an order.

    False if only its moments have passed, since somebody fallen or fled stood at that place.
    """
    delays: Mapping[str, Name] = field(default_factory=dict)
    """`ROUND.WHO` of each turn that was put off, with the id of the one before whom it goes on, if any."""
    entered: Mapping[str, bool] = field(default_factory=dict)
    """`ROUND.WHO` of each who came in during a round with an order; True if its place had gone by."""

    @property
    def is_ordered(self) -> bool:
        """Whether initiatives say who acts next, and not the GM."""
        return self.turn_order is TurnOrder.INITIATIVE

    def mark(self, who: str) -> str:
        """Return the key of a creature's turn in the round under way, or in the first one."""
        return f"{self.round or 1}.{who}"

    def has_begun(self, who: str) -> bool:
        """Whether a creature has begun its turn of the round, where there is an order."""
        return self.mark(who) in self.began

    def has_ended(self, who: str) -> bool:
        """Whether a creature has ended its turn of the round, where there is an order.

        A turn whose beginning was taken back, unseen by who ended it, has not been. One that was put off,
        unseen by who ended it, goes on: who ends a turn forgets the delay that it knows of.
        """
        mark = self.mark(who)
        return mark in self.began and self.ended.get(mark, False) and mark not in self.delays

    def is_delaying(self, who: str) -> bool:
        """Whether a creature has put off the turn that it has begun."""
        return self.mark(who) in self.delays and self.has_begun(who)

    def is_late(self, who: str) -> bool:
        """Whether a creature came in after its place in the round, and acts from the next one on."""
        return self.entered.get(self.mark(who), False)

    @property
    def acting(self) -> tuple[str, ...]:
        """Ids of the creatures whose turn is under way; of a row in an order, the one that leads it."""
        given = () if self.is_ordered else self.under_way
        return tuple(who for who in dict.fromkeys((*given, self.active)) if who)

    @property
    def ahead_of_clock(self) -> tuple[str, ...]:
        """Ids of the creatures that have lived a turn for which the clock has yet to go on."""
        return tuple(who for who, is_ahead in self.turned.items() if is_ahead)


TURNS = (Until.TURN_START, Until.TURN_END)
FOREVER = LARGEST
"""Clock second of an effect that only the GM ends."""


class Effect(Struct, frozen=True):
    """Something on a creature that ends by itself: a blessing, a condition for three rounds."""

    name: Name = ""
    who: Name = ""
    condition: Name = ""
    """Id of the condition that ends with it; empty for one of the GM's own words."""
    until: Until = Until.TURN_END
    anchor: Name = ""
    """The creature whose turns are counted; it may be another than the one who bears it."""
    passes: Annotated[int, number(low=0)] = 1
    at: Int = 0
    uncounted: bool = False
    """Whether the next of these moments is one more than its rounds, which begin with it."""


class SavedRoll(Struct, frozen=True):
    """An expression saved under a name. `who` is the creature that rolls it, if any."""

    expression: Text = ""
    who: Name = ""


class Seal(Struct, frozen=True):
    """A secret that a GM has promised for their dice, and the secret itself once it is shown."""

    gm: Name = ""
    commitment: Text = ""
    seed: Text = ""


class Named(Struct, frozen=True):
    """A creature, as other programs are told of it."""

    id: str
    name: str


class Session(Struct, frozen=True):
    """A game at the table. Only `fold` makes a new one."""

    system: str
    scene: Scene
    title: Name = ""
    rules: Annotated[str, text(RULES_LENGTH)] = ""
    """The file of the game by which the campaign is played, if that is one."""
    house: Annotated[str, text(RULES_LENGTH)] = ""
    """The house rules of the campaign, over whatever game it is."""
    elapsed: Annotated[int, amount(low=0)] = 0
    """Seconds of the campaign's own time since it began."""
    begins: Annotated[int, number(low=0, high=DAY - 1)] = 8 * HOUR
    """Second of the first day at which the campaign begins."""
    calendar: Calendar = field(default_factory=Calendar)
    """The campaign's own; one without months counts days from the first."""
    moons: Mapping[str, Moon] = field(default_factory=dict)
    feasts: Mapping[str, Feast] = field(default_factory=dict)
    appointments: Mapping[str, Appointment] = field(default_factory=dict)
    creatures: Mapping[str, Creature] = field(default_factory=dict)
    templates: Mapping[str, Template] = field(default_factory=dict)
    encounters: Mapping[str, Encounter] = field(default_factory=dict)
    encounter: Name = ""
    """Id of the encounter that is being played."""
    turn_order: TurnOrder | None = None
    """The turn order that the GM chose last; None leaves it to the game."""
    supplies: Mapping[str, Supply] = field(default_factory=dict)
    pending: Mapping[str, PendingRoll] = field(default_factory=dict)
    watch: EncounterWatch = field(default_factory=EncounterWatch)
    weather: Weather = field(default_factory=Weather)
    travelled: Mapping[str, Annotated[int, amount()]] = field(default_factory=dict)
    """Squares, hexes: how many of each unit of distance lie behind the party."""
    paces: Mapping[str, Pace] = field(default_factory=dict)
    rolls: Mapping[str, SavedRoll] = field(default_factory=dict)
    effects: Mapping[str, Effect] = field(default_factory=dict)
    tables: Mapping[str, RandomTable] = field(default_factory=dict)
    """The GM's own tables, by the id of what they stand for."""
    progress: Mapping[str, ProgressClock] = field(default_factory=dict)
    coins: Mapping[str, Coin] = field(default_factory=dict)
    """The campaign's own coins; one without any uses those of `goods.USUAL`."""
    heap: Heap = field(default_factory=Heap)
    things: Mapping[str, Thing] = field(default_factory=dict)
    """The things without a usage die that are carried or lie in the heap."""
    weights: Weights = field(default_factory=dict)
    """The weight of one of each, in hundredths, by the folded name of a thing, supply or coin."""
    notebook: Mapping[str, NotebookEntry] = field(default_factory=dict)
    seals: Mapping[str, Seal] = field(default_factory=dict)
    kits: Mapping[str, Kit] = field(default_factory=dict)
    lineups: Mapping[str, Lineup] = field(default_factory=dict)
    """Encounters to be: only a library has them, and kits."""
    reminders: Mapping[str, Reminder] = field(default_factory=dict)
    """The decisions that wait until something comes true, in the GM's words."""
    players_view: PlayersView = field(default_factory=PlayersView)
    """The players' view of creatures."""

    @property
    def game(self) -> GameSystem:
        """The rules system in play."""
        return system_of(self.system)

    @property
    def distances(self) -> Mapping[str, int]:
        """The units of distance and their centimetres; 0 for hexes if the game gives no length."""
        return self.game.distances or {HEX: 0}

    @property
    def turn_seconds(self) -> int:
        """Seconds of a turn, as the rules or the campaign give them; 0 when nobody has said."""
        game = self.game
        return getattr(self.scene, game.turn_field) if game.turn_field else game.turn_seconds

    @property
    def fight(self) -> Encounter | None:
        """The encounter being played, if any."""
        return self.encounters.get(self.encounter)

    @property
    def day(self) -> int:
        """Day of the campaign, from 1."""
        return self.day_of(self.elapsed)

    @property
    def time_of_day(self) -> int:
        """Seconds since midnight."""
        return self.second_of(self.elapsed)

    @property
    def date(self) -> Date | None:
        """Today's date in the campaign's calendar, if it has one."""
        return self.calendar.date(self.day)

    def day_of(self, elapsed: int, calendar: Calendar | None = None) -> int:
        """Return the day of the campaign, from 1, of a second of its clock, also by another calendar."""
        return (self.begins + elapsed) // (calendar or self.calendar).day_seconds + 1

    def second_of(self, elapsed: int) -> int:
        """Return the seconds since midnight of a second of the campaign's clock."""
        return (self.begins + elapsed) % self.calendar.day_seconds

    def open_seal(self, gm: str) -> str:
        """Return the key of the seal under which a GM rolls, empty for none."""
        return next((key for key, seal in self.seals.items() if seal.gm == gm and not seal.seed), "")

    def creature(self, who: str) -> Creature:
        """Return a creature by id, or refuse."""
        return element(self.creatures, who, "unknown_creature")

    def label_of(self, clock: ProgressClock) -> str:
        """Return the name of a progress clock behind that of its creature: `Lía · Furia`."""
        creature = self.creatures.get(clock.who)
        return f"{creature.name} · {clock.name}" if creature else clock.name

    def encounters_of(self, who: str) -> tuple[str, ...]:
        """Return the ids of the encounters that somebody is in.

        A move leaves nobody in two; copies that went apart and were united may.
        """
        return tuple(key for key, fight in self.encounters.items() if who in fight.combatants)

    def fight_with(self, who: str) -> Encounter | None:
        """Return the encounter of a creature: the one being played if it is in that, or in none."""
        keys = self.encounters_of(who)
        return self.fight if self.encounter in keys or not keys else self.encounters[keys[0]]

    def rules_context(self) -> RulesContext:
        """Return what the rules may look at. Repeated calls for one session return one value."""
        session, table = _LOOKED_AT[0]
        if session is not self:
            sheets = {who: creature.sheet for who, creature in self.creatures.items()}
            same_fight = session is not None and session.fight is self.fight
            fighting = table.fighting if same_fight else self._fighting()
            table = RulesContext(
                self.scene,
                sheets,
                self.supplies,
                now=self.elapsed,
                tables=self.tables,
                fighting=fighting,
                waiting=self.pending,
                year=self.calendar.year_seconds,
                names={who: creature.name for who, creature in self.creatures.items()},
            )
            _LOOKED_AT[0] = self, table
        return table

    def _fighting(self) -> frozenset[str]:
        return frozenset(self.fighters(self.encounter))

    def fighters(self, key: str) -> tuple[str, ...]:
        """Return the ids of the combatants of an encounter under way that have not fled, in play or not."""
        fight = self.encounters.get(key)
        if fight is None or not fight.round:
            return ()
        return tuple(who for who, each in fight.combatants.items() if not each.fled)

    def bystanders(self) -> tuple[str, ...]:
        """Return the ids of the creatures that live by the clock: they fight nowhere, and are not away."""
        fighting = {who for key in self.encounters for who in self.fighters(key)}
        return tuple(who for who, each in self.creatures.items() if who not in fighting and not each.is_away)

    def is_away(self, who: str) -> bool:
        """Whether a creature is away; somebody unknown is not."""
        return who in self.creatures and self.creatures[who].is_away

    def is_out(self, who: str) -> bool:
        """Whether a creature is out of the game."""
        return self.game.is_out(self.creatures[who].sheet)

    def present(self) -> tuple[str, ...]:
        """Return the ids of the creatures for which the time of the table passes.

        Those in another encounter under way are not there: it falls behind.
        """
        here = {*self.bystanders(), *self.fighters(self.encounter)}
        return tuple(who for who in self.creatures if who in here)

    def party(self) -> tuple[str, ...]:
        """Return the ids of the group, in the order in which they joined."""
        return tuple(who for who, creature in self.creatures.items() if creature.party)


_LOOKED_AT: list[tuple[Session | None, RulesContext]] = [(None, RulesContext(Scene(), {}, {}, 0))]
"""The last session and its context: every row of a list asks for it."""


def empty_session(system: str) -> Session:
    """Return a session in which nothing has happened; refuses an unknown system."""
    return Session(system, system_of(system).scene())


@cache
def session_shape(system: str) -> Record:
    """Return the shape of a session played with a system."""
    game = system_of(system)
    return record_of(Session, {Sheet: game.sheet, Scene: game.scene})


@cache
def record_marks(system: str, mark: str) -> Mapping[str, Any]:
    """Return what the records of a session's collections say of themselves by a mark, by the collection.

    `bears_name`: the sentences of the log say its name by its key. `versioned`: its texts of which both are
    kept if two GMs wrote at once.
    """
    shapes = session_shape(system).fields.items()
    kinds = {
        name: shape.element.kind
        for name, shape in shapes
        if isinstance(shape, Keyed) and isinstance(shape.element, Record)
    }
    return {name: getattr(kind, mark) for name, kind in kinds.items() if hasattr(kind, mark)}
