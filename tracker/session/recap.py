"""The story of an evening of play, gathered from the counting events.

Evenings are divided by real time without actions. What players may know is gathered apart, without hidden
creatures, secret actions and the GM's notes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.body import words_of_leaving
from tracker.rules.clock import HOUR
from tracker.rules.dice import Throw
from tracker.rules.fields import NOTHING
from tracker.rules.glance import Badge, Gauge
from tracker.rules.sheet_field import SheetField
from tracker.rules.supply import Supply
from tracker.session.change import How, apply
from tracker.session.damage import Damage, damage_of
from tracker.session.event import SECRET, Event
from tracker.session.goods import Goods, worth
from tracker.session.history import History
from tracker.session.holdings import carried_goods, coins_of, heap_of
from tracker.session.public import heard_in, public_goods, public_name, secrets_at
from tracker.session.rooms import Room, in_order
from tracker.session.sheet_fields import read_field
from tracker.session.state import Encounter, Session, empty_session
from tracker.session.text import Secrets

NIGHT = 4 * HOUR
"""Seconds of real time without an action that end an evening."""
MINUTE = 60
MOST_THROWS = 5
_ONLY_TIME = frozenset(("interval_passed", "turn_passed", "round_passed", "time_passed"))
"""Kinds of facts that say no more than that time passed."""
_TOLD_WITHOUT_TIME = frozenset(("supply_lit", "last_light_out", "walked"))
"""Kinds of facts that tell of an hour though no time passes."""
NO_SECRETS = Secrets()


class Fight(Struct, frozen=True):
    """A fight that has ended, or that was still open at the end of the evening."""

    name: str
    foes: tuple[str, ...]
    rounds: int
    seconds: int
    """Its duration in real time."""
    fallen: tuple[str, ...]
    """Names of the foes that fell."""
    fled: tuple[str, ...]
    lost: Mapping[str, int]
    """Health that each member of the party lost, by name."""
    down: tuple[str, ...]
    """Names of the members of the party that were down at its end."""
    risen: tuple[str, ...] = ()
    """Names of the members of the party that fell in its course and stood again at its end."""
    over: bool = True
    spent: Mapping[str, Mapping[str, int]] = NOTHING
    """Losses of members of the party in other gauges with a maximum, by gauge and name."""
    used: tuple[Supply, ...] = ()
    """The party's supplies whose die became smaller, as they were at its end."""
    suffering: Mapping[str, tuple[Badge, ...]] = NOTHING
    """Conditions that members of the party still suffered at its end, by name."""
    damage: tuple[Damage, ...] = ()
    """The damage in its course, by names; for players, what the party took, and what its attacks dealt."""
    elapsed: int = 0
    """Seconds on the campaign's clock at its beginning."""
    lasted: int = 0
    """Its duration on the campaign's clock, in seconds."""
    left: tuple[str, ...] = ()
    """Names of the foes that were out of the game alive."""


class RememberedThrow(Struct, frozen=True):
    """A throw with an outcome that the game calls memorable."""

    who: str
    throw: Throw


class Passage(Struct, frozen=True):
    """Time that passed outside a fight, or a light that was lit."""

    elapsed: int
    """Seconds on the campaign's clock before it."""
    seconds: int
    event: str
    """Id of the event; empty where several say no more than that time passed."""


class Evening(Struct, frozen=True):
    """The events of one evening, in short."""

    number: int
    at: int
    """Real time of its first action, in Unix seconds."""
    seconds: int
    """Its duration in real time, in seconds."""
    events: tuple[str, ...]
    """Ids of its counting events, in order."""
    begun: Session
    """The session before it."""
    ended: Session
    """The session after it."""
    party: tuple[str, ...]
    fights: tuple[Fight, ...] = ()
    passages: tuple[Passage, ...] = ()
    """Where its hours went, in order."""
    notes: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """Those who are out of the game alive."""
    used_up: tuple[str, ...] = ()
    """Names of the supplies that ran out."""
    gained: tuple[str, ...] = ()
    """Names of the new supplies of the party, each once."""
    goods: Goods = Goods()
    """The coins and things that party and heap have gained."""
    throws: tuple[RememberedThrow, ...] = ()
    heard: tuple[str, ...] = ()
    """What was read aloud in rooms that were first seen."""
    players: bool = False
    """It has only what players may know."""
    secrets: Secrets = NO_SECRETS
    """Names that players must not read, wherever a GM typed them."""

    @property
    def beginning(self) -> int:
        """Seconds on the campaign's clock at its beginning, by the clock as it was corrected since."""
        return self.ended.elapsed - self.seconds_passed

    @property
    def seconds_passed(self) -> int:
        """Seconds that passed on the campaign's clock."""
        return self.ended.seconds_passed - self.begun.seconds_passed


class Reading(Struct, frozen=True):
    """How much of an evening has been read."""

    number: int
    at: int
    """Real time of its first action, in Unix seconds."""
    share: float


# Evenings: their events, divided by the nights between them.
def evenings(history: History, *, players: bool = False) -> tuple[Evening, ...]:
    """List the evenings of a campaign in order; with `players`, only with what players may know."""
    evenings_so_far: list[Evening] = []
    session = empty_session(history.session.system)
    for number, events in enumerate(_split_evenings(history), 1):
        gathering = _Gathering(number, events, session, history if players else None)
        for _event in gathering.take():
            pass
        evenings_so_far.append(gathering.evening())
        session = evenings_so_far[-1].ended
    return tuple(evenings_so_far)


def latest_evenings(history: History, *, players: bool = False) -> Iterator[Evening | Reading]:
    """Yield the evenings, the latest first. Before each, its progress comes event by event."""
    nights = [*_split_evenings(history)]
    for number, events in reversed([*enumerate(nights, 1)]):
        before = history.session_before(events[0].id)
        gathering = _Gathering(number, events, before, history if players else None)
        for count, _event in enumerate(gathering.take()):
            yield Reading(number, events[0].at, count / len(events))
        yield gathering.evening()


def evening_of(event: Event, all_evenings: Sequence[Evening]) -> Evening | None:
    """Find the evening of an event, even of one that no longer counts; None if all of its evening is gone."""
    candidates = (each for each in all_evenings if -NIGHT < event.at - each.at < each.seconds + NIGHT)
    return next((each for each in all_evenings if event.id in each.events), next(candidates, None))


def news_of(event: Event, history: History) -> Evening:
    """Gather what players may know of one event by itself."""
    return _Gathering(0, (event,), history.session_before(event.id), history).news(history)


class News:
    """What players may know of each event, as an evening of that event alone."""

    def __init__(self, system: str) -> None:
        self._system = system
        self._begin()

    def _begin(self) -> None:
        self._session = History(self._system).session
        self._taken: list[str] = []
        """Ids of the events that have been given."""
        self._open: dict[str, _OpenFight] = {}
        self._seen: set[str] = set()

    def look(self, history: History) -> Iterator[tuple[Event, Evening]]:
        """Yield the new counting events; all events again once one of the earlier ones no longer counts.

        Names that are hidden at the end of the history are hidden in every event.
        """
        counting = [each for each in history if history.counts(each.id) and not each.takes_back]
        if [each.id for each in counting[: len(self._taken)]] != self._taken:
            self._begin()
        for number, event in enumerate(counting[len(self._taken) :], len(self._taken) + 1):
            gathering = _Gathering(number, (event,), self._session, history)
            gathering.go_on(self._open, self._seen)
            evening = gathering.news(history)
            self._session = evening.ended
            self._taken.append(event.id)
            yield event, evening


def last_fight(history: History) -> Fight | None:
    """Find the last fight that is over, if it came to a turn."""
    ending = history.last_telling("encounter_ended")
    if ending is None:
        return None
    key = next(
        each.path[1] for each in ending.changes if each.path[0] == "encounters" and each.how is How.GONE
    )
    events = _events_of_encounter(history, key)
    first = next((event for event in events if _changes(event, "encounters", key, "round")), None)
    if first is None:
        return None
    last, end = events[-2:]
    begun, ended = history.session_after(first.id), history.session_after(last.id)
    fight = _OpenFight(first, begun, begun.encounters[key])
    fight.look(last, ended, ended.encounters[key])
    return fight.as_fight(history.session_after(end.id), over=True, players=False)


def _events_of_encounter(history: History, key: str) -> list[Event]:
    """List the counting events from the preparation of an encounter to its first end."""
    events: list[Event] = []
    for event in reversed(history):
        if history.counts(event.id):
            if How.GONE in _changes(event, "encounters", key):
                events.clear()
            events.append(event)
            if How.NEW in _changes(event, "encounters", key):
                break
    return events[::-1]


def _changes(event: Event, *path: str) -> list[How]:
    """List how an event changes what is at a path."""
    return [each.how for each in event.changes if each.path == path]


def _split_evenings(history: History) -> Iterator[list[Event]]:
    """Yield the counting events that change or record something, evening by evening."""
    events: list[Event] = []
    last = 0
    for event in history:
        if not history.counts(event.id) or event.takes_back:
            continue
        previous, last = last, event.at
        if events and last - previous >= NIGHT:
            yield events
            events = []
        events.append(event)
    if events:
        yield events


class _Gathering:
    """An evening, while its events are read."""

    def __init__(
        self, number: int, events: Sequence[Event], begun: Session, players_of: History | None = None
    ) -> None:
        self._number, self._events = number, events
        self._begun = self._session = begun
        self._players_of = players_of
        """The history whose players it is for; None for the GM."""
        self._players = players_of is not None
        self._open: dict[str, _OpenFight] = {}
        self._known: frozenset[str] = frozenset()
        """Keys of the fights that were open before."""
        self._fights: list[Fight] = []
        self._passages: list[Passage] = []
        self._notes: list[str] = []
        self._throws: list[RememberedThrow] = []
        self._seen: set[str] = set()
        """Ids of the creatures that players saw at the end of a fight."""
        self._party: dict[str, str] = {}

    def go_on(self, open_fights: dict[str, "_OpenFight"], seen: set[str]) -> None:
        """Continue with the open fights, and with the creatures that players saw in others."""
        self._open, self._seen = open_fights, seen
        self._known = frozenset(open_fights)

    def news(self, history: History) -> Evening:
        """Read the events and build the evening; it has a fight both when it opens and when it ends."""
        for _event in self.take():
            pass
        ended = self._session
        new_fights = [fight for key, fight in self._open.items() if key not in self._known]
        self._fights += [fight.as_fight(ended, over=False, players=True) for fight in new_fights]
        return self._for_players(self._evening(ended), history.session, history)

    def take(self) -> Iterator[Event]:
        for event in self._events:
            before, self._session = self._session, apply(self._session, (event.changes,))
            self._take(event, before, self._session)
            yield event

    def _take(self, event: Event, before: Session, session: Session) -> None:
        self._party |= {who: session.creatures[who].name for who in session.party()}
        facts = event.facts
        secret = any(fact.kind == SECRET for fact in facts)
        if not secret or not self._players:
            self._notes += [] if self._players else [str(f.data["text"]) for f in facts if f.kind == "note"]
            self._throws += [
                RememberedThrow(self._party[throw.who], throw)
                for throw in event.throws
                if throw.outcome in session.game.memorable and throw.who in self._party
            ]
        if not self._open and session.corrected == before.corrected:
            self._follow_hours(event, before, session)
        self._follow_fights(event, session)

    def _follow_hours(self, event: Event, before: Session, after: Session) -> None:
        """Remember where the time went; one that only passes goes on with the one before it."""
        seconds = after.elapsed - before.elapsed
        kinds = {fact.kind for fact in event.facts}
        if seconds < MINUTE and not kinds & _TOLD_WITHOUT_TIME:
            return
        only_passes = kinds <= _ONLY_TIME
        last = self._passages[-1] if self._passages else None
        if only_passes and last and not last.event and last.elapsed + last.seconds == before.elapsed:
            self._passages[-1] = Passage(last.elapsed, last.seconds + seconds, "")
        else:
            self._passages.append(Passage(before.elapsed, seconds, "" if only_passes else event.id))

    def _follow_fights(self, event: Event, session: Session) -> None:
        for key, fight in session.encounters.items():
            if fight.round:
                self._open.setdefault(key, _OpenFight(event, session, fight)).look(event, session, fight)
        for key in [key for key in self._open if key not in session.encounters]:
            self._end(self._open.pop(key), session)

    def _end(self, fight: "_OpenFight", session: Session, *, over: bool = True) -> None:
        self._seen |= fight.seen_ids
        self._fights.append(fight.as_fight(session, over=over, players=self._players))

    def evening(self) -> Evening:
        """Build the evening, once all events are read."""
        ended = self._session
        for each in self._open.values():
            self._end(each, ended, over=False)
        evening = self._evening(ended)
        return (
            self._for_players(evening, ended, self._players_of) if self._players_of is not None else evening
        )

    def _evening(self, ended: Session) -> Evening:
        began = self._begun
        game = ended.game
        out = [
            each
            for who, each in ended.creatures.items()
            if each.party and game.is_out(each.sheet) and not _is_out_in(began, who)
        ]
        return Evening(
            number=self._number,
            at=self._events[0].at,
            seconds=self._events[-1].at - self._events[0].at,
            events=tuple(event.id for event in self._events),
            begun=began,
            ended=ended,
            party=tuple(self._party.values()),
            fights=tuple(self._fights),
            passages=tuple(self._passages),
            notes=tuple(self._notes),
            dead=tuple(each.name for each in out if not words_of_leaving(each.sheet)),
            left=tuple(each.name for each in out if words_of_leaving(each.sheet)),
            used_up=tuple(_depleted_names(began, ended, shared=not self._players)),
            gained=tuple(dict.fromkeys(_new_supply_names(began, ended, shared=not self._players))),
            goods=_goods_gained(began, ended),
            throws=tuple(self._throws[-MOST_THROWS:]),
            heard=tuple(ended.rooms[key].heard for key in self._new_rooms(ended)),
        )

    def _new_rooms(self, ended: Session) -> Iterator[str]:
        """Yield the keys of the rooms that were first seen, if something was read aloud there."""
        known = self._begun.rooms
        for key, each in in_order(ended.rooms):
            if each.heard and not known.get(key, Room()).seen:
                yield key

    def _for_players(self, evening: Evening, now: Session, history: History) -> Evening:
        """Remove every name that players do not know, wherever a GM typed it."""
        ended = evening.ended
        moments = ((ended, self._named_ids(ended)), (now, self._named_ids(now)))
        secrets = secrets_at(history, *moments)
        return replace(
            evening,
            players=True,
            secrets=secrets,
            fights=tuple(replace(fight, name="") for fight in evening.fights),
            used_up=_without_secrets(evening.used_up, secrets),
            gained=_without_secrets(evening.gained, secrets),
            goods=public_goods(ended, evening.goods, secrets),
            heard=tuple(heard_in(history, key, *moments) for key in self._new_rooms(ended)),
            throws=tuple(
                replace(each, throw=replace(each.throw, label="", target=None, margin=None, subject=""))
                for each in evening.throws
            ),
        )

    def _named_ids(self, session: Session) -> set[str]:
        """Find the ids of the creatures whose names players know."""
        seen = {who for who in self._seen if who in session.creatures and session.creatures[who].is_named}
        return {*session.party(), *self._party, *seen}


def _without_secrets(texts: Iterable[str], secrets: Secrets) -> tuple[str, ...]:
    return tuple(text for text in texts if not secrets.named_in(text))


class _OpenFight:
    """A fight, while its events are read."""

    def __init__(self, event: Event, session: Session, fight: Encounter) -> None:
        self._begun = event.at
        self._begun_with = session
        self._fallen: dict[str, None] = {}
        """Ids of the members of the party that were down at some moment."""
        self._damage: list[Damage] = []
        self._session, self._fight = session, fight
        self._elapsed_at_start = session.elapsed
        self.look(event, session, fight)

    def look(self, event: Event, session: Session, fight: Encounter) -> None:
        """Remember the fight after an event. The ending event removes it from the session."""
        self._damage += damage_of(event, self._session, session, self._fight)
        self._at, self._session, self._fight = event.at, session, fight
        members = (who for who in session.party() if who in fight.combatants)
        down = (who for who in members if session.game.is_down(session.creatures[who].sheet))
        self._fallen |= dict.fromkeys(down)

    @property
    def seen_ids(self) -> set[str]:
        """Ids of the combatants that players saw last."""
        return {who for who, each in self._fight.combatants.items() if not each.hidden}

    def as_fight(self, after: Session, *, over: bool, players: bool) -> Fight:
        """Build the fight; with `players`, only with visible combatants, by the names that players know."""
        session, fight, game = self._session, self._fight, self._session.game
        foes = {
            who: session.creatures[who]
            for who in fight.combatants
            if who in session.creatures
            and not session.creatures[who].party
            and (who in self.seen_ids or not players)
        }
        names = {who: public_name(each) if players else each.name for who, each in foes.items()}
        before, health = self._begun_with, game.health_gauge
        others = (gauge for gauge in game.gauges if gauge.maximum and gauge is not health)
        spent = {gauge.id: _losses(before, after, gauge) for gauge in others}
        return Fight(
            name=fight.name,
            foes=tuple(names.values()),
            rounds=fight.round,
            seconds=self._at - self._begun,
            fallen=tuple(
                names[who]
                for who, each in foes.items()
                if game.is_down(each.sheet) and not words_of_leaving(each.sheet)
            ),
            left=tuple(names[who] for who, each in foes.items() if words_of_leaving(each.sheet)),
            fled=tuple(names[who] for who in foes if fight.combatants[who].fled),
            lost=_losses(before, after, health) if health else {},
            down=tuple(
                each.name
                for who, each in after.creatures.items()
                if each.party
                and who in fight.combatants
                and game.is_down(each.sheet)
                and not words_of_leaving(each.sheet)
            ),
            risen=tuple(
                after.creatures[who].name
                for who in self._fallen
                if who in after.creatures and not game.is_down(after.creatures[who].sheet)
            ),
            over=over,
            spent={gauge_id: lost for gauge_id, lost in spent.items() if lost},
            used=tuple(_worn_supplies(before, after)),
            suffering=dict(_lasting_conditions(after, fight)),
            damage=tuple(self._named_damage(after, names, players=players)),
            elapsed=self._elapsed_at_start,
            lasted=session.elapsed - self._elapsed_at_start,
        )

    def _named_damage(self, after: Session, foes: Mapping[str, str], *, players: bool) -> Iterator[Damage]:
        """Yield the damage with names for ids.

        Players learn what the party took, by whom they know of, and what its attacks did to foes they saw:
        they saw its dice.
        """
        party = {who: each.name for who, each in after.creatures.items() if each.party}
        names = {**party, **foes}
        for each in self._damage:
            is_told = not (players and each.secret)
            is_known = each.who in party or not players or (is_told and each.by in party)
            if each.who in names and is_known:
                yield replace(
                    each,
                    who=names[each.who],
                    by=names.get(each.by, "") if is_told else "",
                    in_turn_of=names.get(each.in_turn_of, "") if is_told else "",
                )


# Differences between two sessions.
def lasting_losses(start: Session, end: Session) -> dict[str, dict[str, int]]:
    """Compute what members of the party lost of the gauges that no night brings back, by gauge and name."""
    gauges = [gauge for gauge in end.game.gauges if gauge.id in end.game.lasting_gauges]
    losses = {gauge.id: _losses(start, end, gauge) for gauge in gauges}
    return {gauge_id: lost for gauge_id, lost in losses.items() if lost}


def new_entries(start: Session, end: Session, field: SheetField) -> dict[str, str]:
    """Read the new entries of a list on the sheets of the party, by name, as a text of the field."""
    found: dict[str, str] = {}
    for who in end.party():
        if who not in start.creatures:
            continue
        before, now = (
            Counter(read_field(each.creatures[who].sheet, field).split(", ")) for each in (start, end)
        )
        new = now - before
        if text := ", ".join(filter(None, new.elements())):
            found[end.creatures[who].name] = text
    return found


def _losses(start: Session, end: Session, gauge: Gauge) -> dict[str, int]:
    """Compute how much less of a gauge each member of the party has, by name."""
    present = (who for who in start.party() if who in end.creatures)
    amounts = {
        end.creatures[who].name: getattr(start.creatures[who].sheet, gauge.current)
        - getattr(end.creatures[who].sheet, gauge.current)
        for who in present
    }
    return {name: amount for name, amount in amounts.items() if amount > 0}


def _worn_supplies(start: Session, end: Session) -> Iterator[Supply]:
    """Yield the party's supplies whose usage die is smaller than before."""
    for key, supply in _supplies_of_party(end, shared=True):
        if key in start.supplies and supply.die < start.supplies[key].die:
            yield supply


def _lasting_conditions(end: Session, fight: Encounter) -> Iterator[tuple[str, tuple[Badge, ...]]]:
    """Yield the members of the party that still suffer conditions, each with these."""
    game, context = end.game, end.rules_context()
    for who in end.party():
        badges = tuple(badge for badge in game.badges(context, who) if badge.id in game.conditions)
        if who in fight.combatants and badges:
            yield end.creatures[who].name, badges


def _is_out_in(session: Session, who: str) -> bool:
    creature = session.creatures.get(who)
    return creature is not None and session.game.is_out(creature.sheet)


def _depleted_names(start: Session, end: Session, *, shared: bool) -> Iterator[str]:
    for key, supply in _supplies_of_party(end, shared=shared):
        earlier = start.supplies.get(key)
        if supply.is_depleted and not (earlier and earlier.is_depleted):
            yield supply.name


def _new_supply_names(start: Session, end: Session, *, shared: bool) -> Iterator[str]:
    for key, supply in _supplies_of_party(end, shared=shared):
        if key not in start.supplies and not supply.is_depleted:
            yield supply.name


def _goods_gained(start: Session, end: Session) -> Goods:
    """Compare the goods of two sessions. Coins count only if their worth grew: change is no gain."""
    coins, things = _goods_of_party(end)
    earlier_coins, earlier_things = _goods_of_party(start)
    kinds = coins_of(end)
    richer = worth(kinds, coins) > worth(kinds, earlier_coins)
    return Goods(coins - earlier_coins if richer else {}, things - earlier_things)


def _goods_of_party(session: Session) -> tuple[Counter[str], Counter[str]]:
    """Count the coins and things of the party and of the visible heap."""
    coins, things = Counter[str](), Counter[str]()
    for goods in (heap_of(session), *(carried_goods(session, who) for who in session.party())):
        coins.update(goods.coins)
        things.update(goods.things)
    return coins, things


def _supplies_of_party(session: Session, *, shared: bool) -> Iterator[tuple[str, Supply]]:
    """Yield the supplies of the party's members; with `shared`, also those without an owner."""
    for key, supply in session.supplies.items():
        owner = session.creatures.get(supply.owner)
        if owner.party if owner else shared and not supply.owner:
            yield key, supply
