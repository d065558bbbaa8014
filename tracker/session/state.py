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
from tracker.rules.system import ClockState, PendingRoll, RulesContext, Scene, Sheet, TurnOrder, Until
from tracker.rules.systems import system_of
from tracker.session.almanac import Appointment, Feast, Moon
from tracker.session.calendar import Calendar, Date
from tracker.session.goods import Coin, Heap, Purse, Thing, Weights
from tracker.session.notebook import NotebookEntry
from tracker.session.outdoors import (
    HEX,
    Ambient,
    AmbientLight,
    EncounterWatch,
    Pace,
    Weather,
    count_dawns_and_dusks,
)
from tracker.session.players_view import PlayersView
from tracker.session.progress import ProgressClock
from tracker.session.reminder import Reminder
from tracker.session.rooms import Area, Room
from tracker.session.schema import Keyed, Record, record_of


class _Named(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_Named)


def element(elements: Mapping[str, N], key: str, code: str) -> N:
    """Refuses a key that is not there with `code`, and names the elements that are."""
    if key not in elements:
        raise Refusal(code, name=key, known=", ".join(each.name for each in elements.values()) or "—")
    return elements[key]


PARTY, FOES = "party", "foes"
"""The sides of an encounter that always exist."""


class Creature(Struct, frozen=True):
    """A creature in play. `party` is true for the group of the players."""

    bears_name: ClassVar[bool] = True
    versioned: ClassVar[tuple[str, ...]] = ("name", "notes")

    sheet: Sheet
    name: Name = ""
    party: bool = False
    notes: Notes = ""
    fled: bool = False
    """It had fled when its last encounter ended. It joins the next one only if it is named."""
    group: Name = ""
    """Name of the group with which it shares a row and a turn, or empty."""
    stayed: bool = False
    """It survived an encounter as an adversary. It joins the next one only if it is named."""
    purse: Purse = field(default_factory=dict)
    unnamed: bool = False
    """Players do not know its name. A member of the party is always known by its name."""
    away_since: Int | None = None
    """Clock second at which its time stopped; None if time passes for it, or if nothing recorded it."""
    room: Name = ""
    """Key of the room where it is; empty for a member of the party that is with the others."""
    lurks: bool = False
    """It is hidden once it enters an encounter."""

    @property
    def is_named(self) -> bool:
        """Whether players know its name."""
        return self.party or not self.unnamed

    @property
    def is_away(self) -> bool:
        """A creature outside the party whose fight is over: no time passes for it until it returns."""
        return not self.party and (self.fled or self.stayed or self.away_since is not None)


class _Away(Struct, frozen=True):
    """The ids of the creatures for which no time passes; looked up, because few rules ask."""

    creatures: Mapping[str, Creature]

    def __contains__(self, who: object) -> bool:
        creature = self.creatures.get(str(who))
        return creature is not None and creature.is_away


class Template(Struct, frozen=True):
    """A pattern that is copied for new creatures, never played."""

    versioned: ClassVar[tuple[str, ...]] = ("name", "notes")

    sheet: Sheet
    name: Name = ""
    notes: Notes = ""


class Kit(Struct, frozen=True):
    """Supplies that are handed out together. Nobody owns them yet."""

    name: Name = ""
    supplies: tuple[Supply, ...] = ()


class Lineup(Struct, frozen=True):
    """A prepared encounter: its templates and the number of each."""

    name: Name = ""
    members: Mapping[str, Int] = field(default_factory=dict)
    """Number of creatures, by the key of the template."""


class Combatant(Struct, frozen=True):
    """A creature's place in an encounter. Without an initiative of its own it acts with its side."""

    initiative: Int | None = None
    order: Int = 0
    """Breaks ties of initiative: lower acts first."""
    side: Name = ""
    hidden: bool = False
    fled: bool = False
    declared: Text = ""
    """The action that it announced for this round."""
    surprised: bool = False
    """It takes no turn this round."""
    dice: Text = ""
    """The dice expression that gave its own initiative; empty if the number was typed."""
    seen: bool = False
    """Players saw it before it hid."""

    @property
    def secret(self) -> bool:
        """Players have never seen it."""
        return self.hidden and not self.seen


class Renewal(StrEnum):
    """What happens to initiatives at the end of a round."""

    KEEP = "keep"
    CLEAR = "clear"
    """Every initiative is removed, and must be given again."""
    REROLL = "reroll"
    """Rolled initiatives are rolled again; typed numbers stay."""


def round_of(mark: str) -> int:
    """Take the round from a turn key `ROUND.WHO`; 0 if another program wrote a key of another form."""
    number = mark.partition(".")[0]
    return int(number) if number.isdecimal() else 0


class Encounter(Struct, frozen=True):
    """A fight, or any scene played in turns. In round 0 it has not begun."""

    versioned: ClassVar[tuple[str, ...]] = ("name",)

    name: Name = ""
    round: Annotated[int, number(low=0)] = 0
    active: Name = ""
    """Id of the creature whose turn it is."""
    combatants: Mapping[str, Combatant] = field(default_factory=dict)
    sides: Mapping[str, Int] = field(default_factory=dict)
    settled: Mapping[str, bool] = field(default_factory=dict)
    """Keys of the resolved rolls: going a turn back and forward again must not call for them twice."""
    renewal: Renewal = Renewal.KEEP
    side_dice: Mapping[str, str] = field(default_factory=dict)
    """The dice expression that gave the initiative of each side."""
    turned: Mapping[str, bool] = field(default_factory=dict)
    """Ids of the creatures whose turn of this round has begun, even if they have left since.

    False once the clock has caught up with that turn, through an interval or another encounter.
    """
    behind: Annotated[int, amount(low=0)] = 0
    """Its lag behind the campaign's clock, in seconds: another encounter went on meanwhile."""
    turn_order: TurnOrder = TurnOrder.INITIATIVE
    under_way: Mapping[str, bool] = field(default_factory=dict)
    """Ids of the creatures whose turn it is, where the GM gives the turns: two GMs may give two at once."""
    floor: Name = ""
    """The side that acts, where sides act one after another; empty until one has acted in this round."""
    began: Mapping[str, bool] = field(default_factory=dict)
    """`ROUND.WHO` of each turn that has begun, in an order; those of the previous round are kept."""
    ended: Mapping[str, bool] = field(default_factory=dict)
    """`ROUND.WHO` of each turn that has ended, in an order.

    False for the place of a creature that had fallen or fled: effects were counted there, but nobody acted.
    """
    delays: Mapping[str, Name] = field(default_factory=dict)
    """`ROUND.WHO` of each delayed turn, with the id of the creature before which it resumes, if any."""
    entered: Mapping[str, bool] = field(default_factory=dict)
    """`ROUND.WHO` of each creature that entered an order during a round; True if its place had passed."""

    @property
    def is_ordered(self) -> bool:
        """The program follows initiatives; otherwise the GM gives the turns."""
        return self.turn_order is TurnOrder.INITIATIVE

    def mark(self, who: str) -> str:
        """Make the key of a creature's turn in this round; before the first round, in round 1."""
        return f"{self.round or 1}.{who}"

    def has_begun(self, who: str) -> bool:
        return self.mark(who) in self.began

    def has_ended(self, who: str) -> bool:
        """In an order: the turn has begun, has ended and is not delayed.

        All three count because copies merge: another copy may have undone the beginning, or delayed a turn
        that this one ended.
        """
        mark = self.mark(who)
        return mark in self.began and self.ended.get(mark, False) and mark not in self.delays

    def is_delaying(self, who: str) -> bool:
        return self.mark(who) in self.delays and self.has_begun(who)

    def is_late(self, who: str) -> bool:
        """Whether it entered after its place in the round: it acts from the next round on."""
        return self.entered.get(self.mark(who), False)

    @property
    def acting(self) -> tuple[str, ...]:
        """Ids of the creatures whose turn it is. In an order, only the leader of a row."""
        given = () if self.is_ordered else self.under_way
        return tuple(who for who in dict.fromkeys((*given, self.active)) if who)

    @property
    def ahead_of_clock(self) -> tuple[str, ...]:
        """Ids of the creatures that have lived a turn which the clock does not contain yet."""
        return tuple(who for who, is_ahead in self.turned.items() if is_ahead)


TURNS = (Until.TURN_START, Until.TURN_END)
FOREVER = LARGEST
"""The end, in clock seconds, of an effect that only the GM ends."""


class Effect(Struct, frozen=True):
    """Something on a creature that ends by itself: a blessing, a condition for three rounds."""

    name: Name = ""
    who: Name = ""
    condition: Name = ""
    """Id of the condition that ends with it; empty for an effect in the GM's own words."""
    until: Until = Until.TURN_END
    anchor: Name = ""
    """Id of the creature whose turns are counted, which may be another than `who`."""
    passes: Annotated[int, number(low=0)] = 1
    at: Int = 0
    uncounted: bool = False
    """`passes` is one more than the rounds: the first of its moments only begins them."""


class SavedRoll(Struct, frozen=True):
    """A dice expression saved under a name. `who` is the creature that rolls it, if any."""

    expression: Text = ""
    who: Name = ""


class Seal(Struct, frozen=True):
    """A GM's commitment for their dice, with the secret seed once it is revealed."""

    gm: Name = ""
    commitment: Text = ""
    seed: Text = ""


class Named(Struct, frozen=True):
    """The id and the name of a creature, in what other programs receive."""

    id: str
    name: str


class Session(Struct, frozen=True):
    """A game at the table: the result of folding its events."""

    system: str
    scene: Scene
    title: Name = ""
    rules: Annotated[str, text(RULES_LENGTH)] = ""
    """The text of the game's file, if a file defines the game."""
    house: Annotated[str, text(RULES_LENGTH)] = ""
    """The text of the campaign's house rules, which apply on top of any game."""
    elapsed: Annotated[int, amount(low=0)] = 0
    """Seconds of campaign time since the beginning."""
    corrected: Annotated[int, amount()] = 0
    """Those of them by which the GM has corrected the clock: they have not passed."""
    begins: Annotated[int, number(low=0, high=DAY - 1)] = 8 * HOUR
    """Second of the first day at which the campaign begins; by default 8 in the morning."""
    calendar: Calendar = field(default_factory=Calendar)
    """Without months, the campaign counts days from the first."""
    moons: Mapping[str, Moon] = field(default_factory=dict)
    feasts: Mapping[str, Feast] = field(default_factory=dict)
    appointments: Mapping[str, Appointment] = field(default_factory=dict)
    creatures: Mapping[str, Creature] = field(default_factory=dict)
    templates: Mapping[str, Template] = field(default_factory=dict)
    encounters: Mapping[str, Encounter] = field(default_factory=dict)
    encounter: Name = ""
    """Id of the encounter in play."""
    turn_order: TurnOrder | None = None
    """The turn order that the GM chose last; None for the default of the game."""
    supplies: Mapping[str, Supply] = field(default_factory=dict)
    pending: Mapping[str, PendingRoll] = field(default_factory=dict)
    watch: EncounterWatch = field(default_factory=EncounterWatch)
    weather: Weather = field(default_factory=Weather)
    ambient: AmbientLight = field(default_factory=AmbientLight)
    travelled: Mapping[str, Annotated[int, amount()]] = field(default_factory=dict)
    """Distance travelled, by unit: squares, hexes."""
    paces: Mapping[str, Pace] = field(default_factory=dict)
    rolls: Mapping[str, SavedRoll] = field(default_factory=dict)
    effects: Mapping[str, Effect] = field(default_factory=dict)
    tables: Mapping[str, RandomTable] = field(default_factory=dict)
    """The GM's own random tables."""
    progress: Mapping[str, ProgressClock] = field(default_factory=dict)
    coins: Mapping[str, Coin] = field(default_factory=dict)
    """The campaign's own coins; without any it uses `goods.USUAL`."""
    heap: Heap = field(default_factory=Heap)
    things: Mapping[str, Thing] = field(default_factory=dict)
    """Things without a usage die, carried or in the common heap."""
    weights: Weights = field(default_factory=dict)
    """Weight of one thing, supply or coin, in hundredths of a unit, by its folded name."""
    notebook: Mapping[str, NotebookEntry] = field(default_factory=dict)
    seals: Mapping[str, Seal] = field(default_factory=dict)
    kits: Mapping[str, Kit] = field(default_factory=dict)
    lineups: Mapping[str, Lineup] = field(default_factory=dict)
    """Prepared encounters. Only a library has these and kits."""
    reminders: Mapping[str, Reminder] = field(default_factory=dict)
    """Notes of the GM that become due once something comes true."""
    players_view: PlayersView = field(default_factory=PlayersView)
    rooms: Mapping[str, Room] = field(default_factory=dict)
    areas: Mapping[str, Area] = field(default_factory=dict)

    @property
    def game(self) -> GameSystem:
        return system_of(self.system)

    @property
    def distances(self) -> Mapping[str, int]:
        """Each unit of distance in centimetres; hexes have 0 if the game gives no length."""
        return self.game.distances or {HEX: 0}

    @property
    def turn_seconds(self) -> int:
        """Seconds of a turn, by the rules or the campaign; 0 if neither says."""
        game = self.game
        return getattr(self.scene, game.turn_field) if game.turn_field else game.turn_seconds

    @property
    def fight(self) -> Encounter | None:
        return self.encounters.get(self.encounter)

    @property
    def day(self) -> int:
        """The day of the campaign, from 1."""
        return self.day_of(self.elapsed)

    @property
    def time_of_day(self) -> int:
        """Seconds since midnight."""
        return self.second_of(self.elapsed)

    @property
    def date(self) -> Date | None:
        """Today's date; None if the calendar has no months."""
        return self.calendar.date(self.day)

    @property
    def seconds_passed(self) -> int:
        """Seconds that have passed since the beginning."""
        return self.elapsed - self.corrected

    @property
    def light_by_hour(self) -> Ambient:
        """Day from dawn to dusk, else night."""
        return Ambient.DAY if self._dawns_and_dusks(self.elapsed) % 2 else Ambient.NIGHT

    @property
    def ambient_light(self) -> Ambient:
        """The light that the GM has said, as long as it holds; else that of the hour.

        Day and night hold until dawn or dusk, the dark of a place where a light was lit by day until dawn.
        Until something is said, a campaign that has lit a light is in the dark at any hour.
        """
        said, until_dawn = self.ambient.said, self.ambient.until_dawn
        changes, changes_then = map(self._dawns_and_dusks, (self.elapsed, self.ambient.since))
        match said:
            case Ambient.DARK:
                holds = not until_dawn or (changes + 1) // 2 == (changes_then + 1) // 2
            case Ambient.DAY | Ambient.NIGHT:
                holds = changes == changes_then
            case None:
                said, holds = Ambient.DARK, any(each.was_lit for each in self.supplies.values())
        return said if holds else self.light_by_hour

    @property
    def is_dark(self) -> bool:
        """Whether nothing gives light, neither the day nor anything that is carried."""
        burns = any(each.burns for each in self.supplies.values())
        return not burns and self.ambient_light is not Ambient.DAY

    def _dawns_and_dusks(self, elapsed: int) -> int:
        return count_dawns_and_dusks(self.begins + elapsed, self.calendar.day_seconds)

    def day_of(self, elapsed: int, calendar: Calendar | None = None) -> int:
        """Find the day of the campaign, from 1, of a clock second; `calendar` replaces the campaign's own."""
        return (self.begins + elapsed) // (calendar or self.calendar).day_seconds + 1

    def second_of(self, elapsed: int) -> int:
        """Seconds since midnight at a clock second."""
        return (self.begins + elapsed) % self.calendar.day_seconds

    def open_seal(self, gm: str) -> str:
        """Find the key of the seal under which a GM rolls; empty without one."""
        return next((key for key, seal in self.seals.items() if seal.gm == gm and not seal.seed), "")

    def creature(self, who: str) -> Creature:
        """Refuses an unknown id (`unknown_creature`)."""
        return element(self.creatures, who, "unknown_creature")

    def label_of(self, clock: ProgressClock) -> str:
        """Put the name of its creature before that of a progress clock: `Lía · Furia`."""
        creature = self.creatures.get(clock.who)
        return f"{creature.name} · {clock.name}" if creature else clock.name

    def encounters_of(self, who: str) -> tuple[str, ...]:
        """List its encounters: a move leaves a creature in at most one, merged copies may leave it in two."""
        return tuple(key for key, fight in self.encounters.items() if who in fight.combatants)

    def fight_with(self, who: str) -> Encounter | None:
        """Find the encounter of a creature. For a creature in two or none, this is the one in play."""
        keys = self.encounters_of(who)
        return self.fight if self.encounter in keys or not keys else self.encounters[keys[0]]

    def rules_context(self) -> RulesContext:
        """Build what rules read of a session; repeated calls for one session return one object."""
        session, context = _LAST_CONTEXT[0]
        if session is not self:
            sheets = {who: creature.sheet for who, creature in self.creatures.items()}
            same_fight = session is not None and session.fight is self.fight
            fighting = context.fighting if same_fight else self._fighting()
            context = RulesContext(
                self.scene,
                sheets,
                self.supplies,
                now=self.elapsed,
                tables=self.tables,
                fighting=fighting,
                waiting=self.pending,
                year=self.calendar.year_seconds,
                names={who: creature.name for who, creature in self.creatures.items()},
                away=_Away(self.creatures),
                daylight=self.ambient_light is Ambient.DAY,
                clocks={
                    key: ClockState(clock.filled, clock.segments)
                    for key in self.game.clocks
                    if (clock := self.progress.get(key))
                },
            )
            _LAST_CONTEXT[0] = self, context
        return context

    def _fighting(self) -> frozenset[str]:
        return frozenset(self.fighters(self.encounter))

    def fighters(self, key: str) -> tuple[str, ...]:
        """List the combatants of a begun encounter that have not fled. Some may have left the session."""
        fight = self.encounters.get(key)
        if fight is None or not fight.round:
            return ()
        return tuple(who for who, each in fight.combatants.items() if not each.fled)

    def bystanders(self) -> tuple[str, ...]:
        """List the creatures that live by the clock: in no begun encounter, and not away."""
        fighting = {who for key in self.encounters for who in self.fighters(key)}
        return tuple(who for who, each in self.creatures.items() if who not in fighting and not each.is_away)

    def is_away(self, who: str) -> bool:
        """Look up whether a creature is away; an unknown one is not."""
        return who in self.creatures and self.creatures[who].is_away

    def is_out(self, who: str) -> bool:
        return self.game.is_out(self.creatures[who].sheet)

    def present(self) -> tuple[str, ...]:
        """List the creatures for which time passes at the table.

        Not those who fight in another encounter: it lags until it goes on.
        """
        here = {*self.bystanders(), *self.fighters(self.encounter)}
        return tuple(who for who in self.creatures if who in here)

    def party(self) -> tuple[str, ...]:
        """List the ids of the party, in the order in which they joined."""
        return tuple(who for who, creature in self.creatures.items() if creature.party)


_LAST_CONTEXT: list[tuple[Session | None, RulesContext]] = [(None, RulesContext(Scene(), {}, {}, 0))]
"""The last session with its context. Cached, because every row of a list asks for it."""


def empty_session(system: str) -> Session:
    """Make a session in which nothing has happened; refuses an unknown system."""
    return Session(system, system_of(system).scene())


@cache
def session_shape(system: str) -> Record:
    game = system_of(system)
    return record_of(Session, {Sheet: game.sheet, Scene: game.scene})


@cache
def record_marks(system: str, mark: str) -> Mapping[str, Any]:
    """Look up a class variable of the records, for each collection whose records have it.

    `bears_name`: sentences of the log name the element. `versioned`: the texts of which both versions are
    kept if two GMs edit them at once.
    """
    shapes = session_shape(system).fields.items()
    kinds = {
        name: shape.element.kind
        for name, shape in shapes
        if isinstance(shape, Keyed) and isinstance(shape.element, Record)
    }
    return {name: getattr(kind, mark) for name, kind in kinds.items() if hasattr(kind, mark)}
