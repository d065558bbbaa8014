"""The public part of a table. This module removes all secrets: a `PublicTable` has none.

Everything on the players' own sheets is public: figures, conditions, lights, rolls. Other creatures show only
their name, their place in the order and how hurt they look; also their conditions, without figures, if the
campaign shows them. Hidden combatants leave no trace: while one acts, the turn stays with the last visible
combatant. The encounter's name, notes, targets, labels, pending rolls, the GM's own rolls and secret actions
belong to the GM. Public are also name and segments of the progress clocks that the GM shows, the goods of the
party and of the common heap, and what the GM has shown of notebook and almanac. A creature whose name the GM
keeps back is a question mark.

A text with the name of a creature or notebook entry that players do not know is left out, or the name is
masked: `Secrets` finds it in every text. While some event has a field that this version cannot read, all such
texts are left out. Only the campaign's title and the party's own lights and supplies keep their names in any
case: players know them, and a change would reveal a secret.
"""

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.body import words_of_leaving
from tracker.rules.dice import Throw
from tracker.rules.game_system import GameSystem
from tracker.rules.glance import HAS_LEFT, Badge, Gauge, Tone
from tracker.rules.system import Sheet
from tracker.session.almanac import Phase, occurrences
from tracker.session.calendar import Date
from tracker.session.event import SECRET, Event
from tracker.session.goods import Goods
from tracker.session.groups import (
    is_mixed,
    is_standing,
    leader,
    mates_of,
    rows_of,
    rows_to_act,
    standing,
    turn_order,
    turns_had,
    upcoming,
    with_marks,
)
from tracker.session.history import History
from tracker.session.holdings import carried_goods, coin_name, goods_in_fact, heap_of
from tracker.session.notebook import EntryKind, NotebookEntry
from tracker.session.outdoors import Ambient
from tracker.session.players_view import Health, RoomNames, Shown
from tracker.session.rooms import OPPOSITE, in_order
from tracker.session.state import Creature, Encounter, Named, Session
from tracker.session.text import UNKNOWN, Secrets, Unjudged, stem_of
from tracker.session.whereabouts import rooms_with_party

MOST_ROLLS = 12
MOST_DATES = 8
_YEAR = 365
"""Days of a year in a campaign without a calendar."""
_MOST_SEARCHED = 400
"""Number of latest events that are searched for public rolls."""


class PublicGauge(Struct, frozen=True):
    """A resource in figures."""

    id: str
    current: int
    maximum: int | None
    rises: bool = False
    """Whether it fills instead of running out, so that none of it is best."""


class PublicCreature(Struct, frozen=True):
    """A creature that players see: with gauges in the party, with health in words outside it."""

    id: str
    name: str
    party: bool
    fled: bool = False
    gauges: tuple[PublicGauge, ...] = ()
    health: Health | None = None
    own_word: str = ""
    """The campaign's own word for its health."""
    badges: tuple[Badge, ...] = ()
    acted: bool = False
    """It has had its turn of the round, where the GM gives the turns."""
    delays: bool = False
    """It delays its turn of the round."""

    @property
    def is_gone(self) -> bool:
        """It has fled or looks fallen."""
        return self.fled or self.health is Health.FALLEN or any(each.id == HAS_LEFT for each in self.badges)


class PublicLight(Struct, frozen=True):
    """A burning light of the party."""

    name: str
    owner: Named | None
    die: int


class PublicRoll(Struct, frozen=True):
    """Dice of a member of the party, without their target."""

    who: Named
    throw: Throw
    summed: bool = True
    """The dice are added up."""


class PublicProgress(Struct, frozen=True):
    """A progress clock that the GM shows, without its outcome."""

    name: str
    filled: int
    segments: int


class PublicGoods(Struct, frozen=True):
    """Goods that a member of the party carries, or that lie in the heap."""

    owner: Named | None
    """The member of the party; None for the heap."""
    what: str
    """The goods as facts write them, since other programs read this field: `30 gold, ruby`."""


class PublicEntry(Struct, frozen=True):
    """An entry of the notebook that the GM has shown."""

    name: str
    kind: EntryKind
    status: str
    text: str


class PublicWay(Struct, frozen=True):
    """A way out of a room."""

    side: str
    """Its direction; empty if it has none."""
    to: str
    """Number of the room behind it; empty while it is unseen."""


class PublicRoom(Struct, frozen=True):
    """A room that the party has seen, by its number."""

    number: str
    here: bool
    """Somebody of the party is there."""
    ways: tuple[PublicWay, ...] = ()
    name: str = ""
    """Its name, if the campaign shows names of rooms."""
    heard: str = ""
    """What was read aloud there."""


class PublicMoon(Struct, frozen=True):
    """A moon that players see, as it looks today."""

    name: str
    phase: Phase


class PublicDate(Struct, frozen=True):
    """A feast or appointment that players know of."""

    text: str
    day: int
    date: Date | None


class PublicTable(Struct, frozen=True):
    """The table as the players see it."""

    title: str
    system: str
    gauges: tuple[str, ...]
    """Ids of the game's resources."""
    day: int
    time_of_day: int
    round: int = 0
    active: Named | None = None
    """The row whose turn it is."""
    order: tuple[PublicCreature, ...] = ()
    """The visible combatants of the encounter, in the order of turns."""
    party: tuple[PublicCreature, ...] = ()
    """The members of the party outside that order."""
    lights: tuple[PublicLight, ...] = ()
    rolls: tuple[PublicRoll, ...] = ()
    """The latest roll comes first."""
    date: Date | None = None
    """Today's date, if the campaign has a calendar of its own."""
    progress: tuple[PublicProgress, ...] = ()
    goods: tuple[PublicGoods, ...] = ()
    """The heap comes first."""
    notebook: tuple[PublicEntry, ...] = ()
    moons: tuple[PublicMoon, ...] = ()
    dates: tuple[PublicDate, ...] = ()
    """The next dates within a year, soonest first."""
    after: Named | None = None
    """The row whose turn players expect next."""
    acting: tuple[Named, ...] = ()
    """All rows whose turn it is: several, if the GM gave it to several."""
    left: tuple[Named, ...] = ()
    """The rows that may still act in the round, where the GM gives the turns."""
    ambient: Ambient = Ambient.DARK
    """The light around the party: that of the day, of the night, or none."""
    rooms: tuple[PublicRoom, ...] = ()
    """The rooms that they have seen, with the ways that they have found."""


# From a session to its public table.
def public_table(history: History) -> PublicTable:
    """Build what players may know of the game: only here are secrets removed."""
    session = history.session
    fight = session.fight
    visible_ids = _visible_ids(session, fight) if fight else ()
    acting, visible_round = _turns_seen(session, fight, visible_ids) if fight else ((), 0)
    secrets = _secrets(history)
    order = tuple(_public_rows(session, visible_ids, acting, secrets))
    named = {each.id: Named(each.id, each.name) for each in order}
    after = _expected_turn(session, fight, visible_ids) if fight and fight.active else ()
    left = _visible_left_to_act(session, fight, visible_ids) if fight and not fight.is_ordered else ()
    return PublicTable(
        title=session.title,
        system=session.system,
        gauges=tuple(gauge.id for gauge in session.game.gauges),
        day=session.day,
        time_of_day=session.time_of_day,
        round=visible_round,
        active=named.get(acting[-1]) if acting else None,
        order=order,
        party=tuple(
            _public_creature(session, who, secrets) for who in session.party() if who not in visible_ids
        ),
        lights=tuple(_public_lights(session)),
        rolls=tuple(_public_rolls(history, secrets))[:MOST_ROLLS],
        date=public_date(session.date, secrets),
        progress=tuple(
            PublicProgress(session.label_of(each), each.filled, each.segments)
            for each in session.progress.values()
            if not each.hidden and not secrets.named_in(session.label_of(each))
        ),
        goods=tuple(_goods_by_owner(session, secrets)),
        notebook=tuple(map(_public_entry, _visible_entries(session, secrets).values())),
        moons=tuple(
            PublicMoon(each.name, each.phase(session.day))
            for each in session.moons.values()
            if not each.hidden and not secrets.named_in(each.name)
        ),
        dates=_public_dates(session, secrets),
        after=next((named[who] for who in after if who in named), None),
        acting=tuple(named[who] for who in acting if who in named),
        left=tuple(named[who] for who in left if who in named),
        ambient=session.ambient_light,
        rooms=tuple(_public_rooms(history, secrets)),
    )


def _public_rooms(history: History, secrets: Secrets) -> Iterator[PublicRoom]:
    """Yield the rooms that players have seen, from what was seen alone."""
    session = history.session
    here = rooms_with_party(session)
    for key, room in in_order(session.rooms):
        if room.seen and not secrets.named_in(room.number):
            ways = tuple(
                PublicWay(side if side in OPPOSITE else "", _seen_number(session, each.to, secrets))
                for side, each in room.exits.items()
                if not each.secret
            )
            name = room.name if session.players_view.rooms is RoomNames.NAMES else ""
            shown_name = "" if secrets.named_in(name) else name
            heard = heard_in(history, key, (session, _known_creatures(session)))
            yield PublicRoom(room.number, key in here, ways, shown_name, heard)


def heard_in(history: History, key: str, *moments: tuple[Session, Collection[str]]) -> str:
    """Give what was read aloud in a room; it may name who stands there in sight, and else hides names.

    The moments are those of `secrets_at`.
    """
    text = moments[0][0].rooms[key].heard
    if not text or not secrets_at(history, *moments).named_in(text):
        return text
    beside = [(session, {*known, *_in_sight(session, key)}) for session, known in moments]
    return secrets_at(history, *beside).mask_names(text)


def _in_sight(session: Session, key: str) -> Iterator[str]:
    """Yield the ids of the creatures in a room that neither lurk nor hide in a fight."""
    for who, each in session.creatures.items():
        fights = session.encounters_of(who)
        hides = any(session.encounters[fight].combatants[who].hidden for fight in fights)
        if each.room == key and each.is_named and not (each.lurks or hides):
            yield who


def _seen_number(session: Session, key: str, secrets: Secrets) -> str:
    room = session.rooms.get(key)
    return secrets.mask_names(room.number) if room and room.seen else ""


def public_entries(history: History) -> dict[str, NotebookEntry]:
    """List the entries of the notebook that players may read, by key.

    An entry that names a creature or another entry unknown to them stays with the GM.
    """
    return _visible_entries(history.session, _secrets(history))


def _visible_entries(session: Session, secrets: Secrets) -> dict[str, NotebookEntry]:
    return {
        key: each
        for key, each in session.notebook.items()
        if not each.hidden and not secrets.named_in(f"{each.name} {each.status} {each.text}")
    }


def public_date(date: Date | None, secrets: Secrets) -> Date | None:
    """Mask hidden names in the month and the weekday of a date."""
    if date is None:
        return None
    return replace(date, month=secrets.mask_names(date.month), weekday=secrets.mask_names(date.weekday))


def _public_dates(session: Session, secrets: Secrets) -> tuple[PublicDate, ...]:
    """List the next of the shown feasts and appointments, within a year from today."""
    feasts = {key: each for key, each in session.feasts.items() if not each.hidden}
    appointments = {key: each for key, each in session.appointments.items() if not each.hidden}
    if not (feasts or appointments):
        return ()
    calendar = session.calendar
    year = calendar.year_days or _YEAR
    coming = occurrences(calendar, feasts, appointments, session.day, session.day + year - 1)
    readable = [each for each in coming if not secrets.named_in(each.text)]
    return tuple(
        PublicDate(each.text, each.day, public_date(calendar.date(each.day), secrets))
        for each in readable[:MOST_DATES]
    )


def _known_creatures(session: Session) -> set[str]:
    """Find the ids of the creatures whose names players know."""
    visible_ids = _visible_ids(session, session.fight) if session.fight else ()
    return {*(who for who in visible_ids if session.creatures[who].is_named), *session.party()}


def _public_entry(entry: NotebookEntry) -> PublicEntry:
    return PublicEntry(entry.name, entry.kind, entry.status, entry.text)


# Names that players do not know.
def _secrets(history: History) -> Secrets:
    """Find the names that players do not know now."""
    session = history.session
    return secrets_at(history, (session, _known_creatures(session)))


def secrets_at(history: History, *moments: tuple[Session, Collection[str]]) -> Secrets:
    """Find the names that players do not know at some of these moments, each with the creatures known then.

    These are the names of other creatures, also without their numbers, of their groups, and of hidden entries
    of the notebook. If an event has a field that this version cannot read, all texts are secret: the field
    may hide a name.
    """
    if history.unread():
        return Unjudged()
    known, hidden = set[str](), set[str]()
    for session, known_ids in moments:
        known_now, hidden_now = _split_names(session, known_ids)
        known |= known_now
        hidden |= hidden_now - known_now
    return Secrets(hidden, known - hidden)


def _split_names(session: Session, known_ids: Collection[str]) -> tuple[set[str], set[str]]:
    """Split names into those that players know and those that they do not."""
    known, hidden = set[str](), set[str]()
    for who, each in session.creatures.items():
        (known if who in known_ids else hidden).update((each.name, stem_of(each.name)))
    seen_groups = {each.group for who, each in session.creatures.items() if who in known_ids}
    hidden |= {each.group for each in session.creatures.values()} - seen_groups
    shown_names = {each.name.casefold() for each in session.notebook.values() if not each.hidden}
    hidden |= {each.name for each in session.notebook.values()}
    return known, {name for name in hidden if name.casefold() not in shown_names}


def public_name(creature: Creature) -> str:
    """Name a creature as players know it."""
    return creature.name if creature.is_named else UNKNOWN


# The order of the turns, without a trace of hidden combatants.
def _visible_ids(session: Session, fight: Encounter) -> tuple[str, ...]:
    return tuple(
        who for who in turn_order(fight) if who in session.creatures and not fight.combatants[who].hidden
    )


def _expected_turn(session: Session, fight: Encounter, visible_ids: tuple[str, ...]) -> tuple[str, ...]:
    """Find the row, as players see it, whose turn they expect next."""
    first = next((who for row in upcoming(session, fight) for who in row if who in visible_ids), "")
    rows = _visible_rows(session, mates_of(session, fight, first))
    return next((row for row in rows if first in row), ())


def _visible_left_to_act(session: Session, fight: Encounter, visible_ids: tuple[str, ...]) -> tuple[str, ...]:
    """List the first visible creature of each row that may still act in this round."""
    waiting = rows_to_act(session, fight).values()
    rows_left = (row for members in waiting for row in _visible_rows(session, members))
    visible_rows = ([who for who in members if who in visible_ids] for members in rows_left)
    return tuple(leader(session, fight, members) for members in visible_rows if members)


def _turns_seen(
    session: Session, fight: Encounter, visible_ids: tuple[str, ...]
) -> tuple[tuple[str, ...], int]:
    """Find the acting creatures and the round, as players see them.

    In an order, a hidden turn shows the last visible creature and its round. Without an order, it shows
    nobody.
    """
    if not fight.is_ordered:
        return tuple(who for who in fight.acting if who in visible_ids), fight.round
    who, number = _turn_seen(session, fight, visible_ids)
    if not who:
        return (), number
    mates = standing(session, fight, mates_of(session, fight, who))
    row = mates if is_mixed(session, mates) else (who,)
    return tuple(each for each in row if each in visible_ids), number


def _turn_seen(session: Session, fight: Encounter, visible_ids: tuple[str, ...]) -> tuple[str, int]:
    """Find the acting creature and the round in an order; during a hidden turn, the last visible ones."""
    if fight.active not in fight.combatants or fight.active in visible_ids:
        return fight.active if fight.active in visible_ids else "", fight.round
    fight = with_marks(session, fight)
    acting = [who for who in visible_ids if is_standing(session, fight, who)]
    for number in (fight.round, fight.round - 1):
        if acted := [who for who in turns_had(fight, number) if who in acting]:
            return acted[-1], number
    return (acting[-1], fight.round - 1) if acting and fight.round > 1 else ("", 0)


# Creatures: the party with its figures, others as they look.
def _public_creature(session: Session, who: str, secrets: Secrets) -> PublicCreature:
    creature, fight = session.creatures[who], session.fight
    fled = fight is not None and who in fight.combatants and fight.combatants[who].fled
    badges = session.game.badges(session.rules_context(), who)
    if creature.party:
        gauges = tuple(_gauges(session.game, creature.sheet, session.game.gauges))
        shown = tuple(
            Badge(badge.id, badge.tone, badge.data)
            for badge in badges
            if not secrets.named_in(" ".join(map(str, badge.data.values())))
        )
        return PublicCreature(who, creature.name, party=True, fled=fled, gauges=gauges, badges=shown)
    health = _health(session, creature)
    left = [badge for badge in badges if badge.id == HAS_LEFT]
    return PublicCreature(
        who,
        public_name(creature),
        party=False,
        fled=fled,
        health=health,
        own_word=secrets.mask_names(session.players_view.own_word(health)) if health else "",
        badges=(*(Badge(badge.id, badge.tone) for badge in left), *_conditions(session, badges)),
    )


def _public_rows(
    session: Session, visible_ids: tuple[str, ...], acting: tuple[str, ...], secrets: Secrets
) -> Iterator[PublicCreature]:
    """Yield the visible combatants. A group of one kind is one row: its name, how many stand, all conditions.

    If a member acts, the row has its id. If players do not know the name of a member, the row has the name by
    which they know the first.
    """
    fight = session.fight
    rows = rows_of(session, fight).values() if fight else ()
    for members in (row for each in rows for row in _visible_rows(session, each)):
        shown = tuple(who for who in members if who in visible_ids)
        if fight is None or not shown:
            continue
        first = leader(session, fight, shown)
        row = _public_creature(session, first, secrets)
        if len(shown) > 1:
            badges = {
                badge.id: badge for who in shown for badge in _public_creature(session, who, secrets).badges
            }
            row = replace(row, badges=tuple(badges.values()))
            name = session.creatures[first].group
            if all(session.creatures[who].is_named for who in shown) and not secrets.named_in(name):
                row = replace(row, name=f"{name} ×{len(standing(session, fight, shown))}")
        at_turn = next((who for who in reversed(acting) if who in shown), "")
        acted = not (fight.is_ordered or at_turn) and any(who in fight.turned for who in shown)
        delays = any(map(fight.is_delaying, shown))
        yield replace(row, id=at_turn or row.id, acted=acted, delays=delays)


def _visible_rows(session: Session, members: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Split a row into the rows that players see: in a group of several kinds, each creature has its own."""
    return ((who,) for who in members) if is_mixed(session, members) else (members,)


def _conditions(session: Session, badges: tuple[Badge, ...]) -> Iterator[Badge]:
    """Yield the conditions of a creature without figures, if the campaign shows conditions."""
    if session.players_view.conditions is Shown.YES:
        for badge in badges:
            if badge.id in session.game.conditions:
                yield Badge(badge.id, Tone.PLAIN)


def _gauges(game: GameSystem, sheet: Sheet, gauges: tuple[Gauge, ...]) -> Iterator[PublicGauge]:
    for gauge in gauges:
        maximum = getattr(sheet, gauge.maximum) if gauge.maximum else None
        if maximum != 0 and gauge.is_of(sheet):
            yield PublicGauge(gauge.id, getattr(sheet, gauge.current), maximum, game.gauge_rises(gauge))


def _health(session: Session, creature: Creature) -> Health | None:
    """Say how hurt a creature looks; None if it is out of the game alive, or its health is not counted."""
    if words_of_leaving(creature.sheet):
        return None
    if session.game.is_down(creature.sheet):
        return Health.FALLEN
    gauge = _health_gauge(session.game, creature.sheet)
    if gauge is None or not gauge.maximum:
        return None
    return session.players_view.health(gauge.current, gauge.maximum)


def _health_gauge(game: GameSystem, sheet: Sheet) -> PublicGauge | None:
    """Find the figures of a creature's health, if the game counts it."""
    gauge = game.health_gauge
    return next(_gauges(game, sheet, (gauge,)), None) if gauge else None


# Possessions of the party, and the rolls that everybody saw.
def _public_lights(session: Session) -> Iterator[PublicLight]:
    # No name is masked: a light that vanished would reveal a hidden creature of that name.
    for supply in session.supplies.values():
        owner = session.creatures.get(supply.owner)
        ours = not supply.owner or (owner is not None and owner.party)
        if ours and supply.burns:
            yield PublicLight(supply.name, Named(supply.owner, owner.name) if owner else None, supply.die)


def _goods_by_owner(session: Session, secrets: Secrets) -> Iterator[PublicGoods]:
    """Yield the visible goods of the heap, and those of each member of the party."""
    holders: list[tuple[Named | None, Goods]] = [(None, heap_of(session))]
    holders += [
        (Named(who, session.creatures[who].name), carried_goods(session, who)) for who in session.party()
    ]
    for owner, goods in holders:
        if text := goods_in_fact(session, public_goods(session, goods, secrets)):
            yield PublicGoods(owner, text)


def public_goods(session: Session, goods: Goods, secrets: Secrets) -> Goods:
    """Leave out the coins and things with a hidden name."""
    coins = {
        key: count for key, count in goods.coins.items() if not secrets.named_in(coin_name(session, key))
    }
    return Goods(coins, {name: count for name, count in goods.things.items() if not secrets.named_in(name)})


def _public_rolls(history: History, secrets: Secrets) -> Iterator[PublicRoll]:
    session = history.session
    for event in list(history)[: -_MOST_SEARCHED - 1 : -1]:
        if history.counts(event.id) and not _is_secret(event):
            for throw in reversed(event.throws):
                creature = session.creatures.get(throw.who)
                if creature is not None and creature.party:
                    shown = _public_throw(throw, session, secrets)
                    yield PublicRoll(Named(throw.who, creature.name), shown, throw.has_sum)


def _is_secret(event: Event) -> bool:
    return any(fact.kind == SECRET for fact in event.facts)


def _public_throw(throw: Throw, session: Session, secrets: Secrets) -> Throw:
    """Remove the target of dice, and the GM's words about them.

    The modifier stays, since it follows from the total. Bands go, since those of a game's file name the
    target.
    """
    return replace(
        throw,
        who="",
        subject=_public_subject(throw.subject, session, secrets),
        expression="",
        label="",
        static=throw.modifier,
        target=None,
        margin=None,
        bands=(),
    )


def _public_subject(subject: str, session: Session, secrets: Secrets) -> str:
    """Name the subject of a test if players know it: a word of the game, or a thing of the party."""
    supply = session.supplies.get(subject)
    if supply is not None:
        return supply.name if supply.owner in ("", *session.party()) else ""
    if subject in session.creatures:
        subject = session.creatures[subject].name if session.creatures[subject].party else ""
    return "" if secrets.named_in(subject) else subject
