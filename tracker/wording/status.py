"""The whole table as values for other programs: `tracker status --json`."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any

from msgspec import Struct

from tracker.rules.glance import Badge
from tracker.rules.random_table import RandomTable
from tracker.rules.supply import Supply
from tracker.rules.system import TurnOrder
from tracker.rules.systems import saved_name
from tracker.session.almanac import Appointment, Feast, Moon
from tracker.session.doubled import doubled_events
from tracker.session.goods import Heap, Thing
from tracker.session.groups import initiative_of, turn_order, with_marks
from tracker.session.history import History
from tracker.session.holdings import coins_of
from tracker.session.notebook import NotebookEntry
from tracker.session.outdoors import Ambient, EncounterWatch, Weather
from tracker.session.pending import keys_by_line, rolls_of, sides_to_roll
from tracker.session.progress import ProgressClock
from tracker.session.reminder import Reminder
from tracker.session.rooms import Area, Room
from tracker.session.schema import encode
from tracker.session.state import Effect, Named, Session
from tracker.session.versions import hidden_versions
from tracker.wording.contract import (
    SECRET,
    Answer,
    JsonObject,
    Moment,
    creature_answer,
    moment_of,
    record,
)
from tracker.wording.glance import badges_of
from tracker.wording.versions import doubled_text


class CreatureStatus(Struct, frozen=True):
    """A creature, with its sheet in the fields of its game."""

    id: str
    name: str
    party: bool
    unnamed: Annotated[bool, SECRET]
    notes: Annotated[str, SECRET]
    room: Annotated[str, SECRET]
    lurks: Annotated[bool, SECRET]
    sheet: JsonObject
    purse: dict[str, int]
    computed: dict[str, int]
    badges: list[JsonObject]


class TurnStatus(Struct, frozen=True):
    """A combatant in the order of turns."""

    who: Named
    initiative: int | None
    side: str
    hidden: Annotated[bool, SECRET]
    fled: bool
    acted: bool
    """Whether its turn of this round has begun."""
    delays: bool
    """Whether it delays that turn."""
    before: Named | None
    """The creature before which the delayed turn goes on, if one was named."""


class EncounterStatus(Struct, frozen=True):
    """The running encounter."""

    name: Annotated[str, SECRET]
    round: int
    active: Named | None
    order: list[TurnStatus]
    turn_order: TurnOrder
    acting: list[Named]
    floor: str


class PendingStatus(Struct, frozen=True):
    """A pending roll, with the sides of its dice and the data of its rule."""

    kind: str
    who: Named | None
    dice: list[int]
    data: JsonObject
    number: int
    """The number that `settle` takes; rolls on one line share it."""
    rolls: int
    """How many rolls of days or hours it stands for."""


class Status(Answer, frozen=True, kw_only=True):
    """The whole table, as the GM knows it."""

    title: str
    system: str
    now: Moment
    scene: JsonObject
    creatures: list[CreatureStatus]
    encounter: EncounterStatus | None
    encounters: Annotated[list[str], SECRET]
    supplies: list[Annotated[JsonObject, record(Supply, owner=Named | None)]]
    pending: Annotated[list[PendingStatus], SECRET]
    effects: list[Annotated[JsonObject, record(Effect, who=Named | None, anchor=Named | None)]]
    coins: dict[str, int]
    heap: Annotated[JsonObject, record(Heap)]
    things: list[Annotated[JsonObject, record(Thing, owner=Named | None)]]
    weights: dict[str, int]
    watch: Annotated[JsonObject, record(EncounterWatch), SECRET]
    weather: Annotated[JsonObject, record(Weather)]
    ambient: Ambient
    travelled: dict[str, int]
    paces: dict[str, int]
    progress: dict[str, Annotated[JsonObject, record(ProgressClock, who=Named | None)]]
    moons: dict[str, Annotated[JsonObject, record(Moon)]]
    feasts: dict[str, Annotated[JsonObject, record(Feast)]]
    appointments: dict[str, Annotated[JsonObject, record(Appointment)]]
    reminders: Annotated[dict[str, Annotated[JsonObject, record(Reminder, who=Named | None)]], SECRET]
    notebook: dict[str, Annotated[JsonObject, record(NotebookEntry)]]
    tables: Annotated[dict[str, Annotated[JsonObject, record(RandomTable)]], SECRET]
    rolls: dict[str, str]
    rooms: Annotated[dict[str, Annotated[JsonObject, record(Room)]], SECRET]
    areas: Annotated[dict[str, Annotated[JsonObject, record(Area)]], SECRET]
    versions: Annotated[list[str], SECRET]
    doubled: Annotated[list[str], SECRET]
    events: int


Written = Callable[[Any], Any]
"""Writes a record as JSON, with or without fields at their default."""


def status_of(history: History, *, whole: bool = False) -> Status:
    """Build the table for other programs.

    With `whole`, records include fields at their default, for programs that do not know the defaults.
    """
    session, names = history.session, history.names
    to_json: Written = partial(encode, whole=whole)

    def owned(record_: Struct, *fields: str) -> JsonObject:
        return {
            **to_json(record_),
            **{each: creature_answer(getattr(record_, each), names) for each in fields},
        }

    return Status(
        title=session.title,
        system=saved_name(session.system),
        now=moment_of(session, session.elapsed),
        scene=to_json(session.scene),
        creatures=[_creature_status(session, who, to_json) for who in session.creatures],
        encounter=_encounter_status(session, names),
        encounters=sorted(fight.name for fight in session.encounters.values()),
        supplies=[{**owned(each, "owner"), "die": each.die} for each in session.supplies.values()],
        pending=_pending_statuses(session, names),
        effects=[owned(each, "who", "anchor") for each in session.effects.values()],
        coins={key: coin.value for key, coin in coins_of(session).items()},
        heap=to_json(session.heap),
        things=[owned(each, "owner") for each in session.things.values()],
        weights=dict(session.weights),
        watch=to_json(session.watch),
        weather=to_json(session.weather),
        ambient=session.ambient_light,
        travelled=dict(session.travelled),
        paces={pace.name: pace.seconds for pace in session.paces.values()},
        progress={key: owned(clock, "who") for key, clock in session.progress.items()},
        moons={key: to_json(moon) for key, moon in session.moons.items()},
        feasts={key: to_json(feast) for key, feast in session.feasts.items()},
        appointments={key: to_json(each) for key, each in session.appointments.items()},
        reminders={key: owned(each, "who") for key, each in session.reminders.items()},
        notebook={key: to_json(entry) for key, entry in session.notebook.items()},
        tables={key: to_json(table) for key, table in session.tables.items()},
        rolls={name: saved.expression for name, saved in session.rolls.items()},
        rooms={key: to_json(room) for key, room in session.rooms.items()},
        areas={key: to_json(area) for key, area in session.areas.items()},
        versions=[version.text for _each, version in hidden_versions(history)],
        doubled=[doubled_text(history, each) for each in doubled_events(history)],
        events=len(history),
    )


def _creature_status(session: Session, who: str, to_json: Written) -> CreatureStatus:
    creature = session.creatures[who]
    return CreatureStatus(
        id=who,
        name=creature.name,
        party=creature.party,
        unnamed=creature.unnamed,
        notes=creature.notes,
        room=creature.room,
        lurks=creature.lurks,
        sheet=to_json(creature.sheet),
        purse=dict(creature.purse),
        computed=dict(session.game.derived_figures(session.rules_context(), who)),
        badges=[_badge_object(badge) for badge in badges_of(session, who)],
    )


def _badge_object(badge: Badge) -> JsonObject:
    details: JsonObject = {"about": dict(badge.about)} if badge.about else {}
    return {"id": badge.id, **badge.data, **details}


def _encounter_status(session: Session, names: Mapping[str, str]) -> EncounterStatus | None:
    if session.fight is None:
        return None
    fight = with_marks(session, session.fight)
    order = [
        TurnStatus(
            Named(who, names.get(who, "")),
            initiative_of(fight, who),
            fight.combatants[who].side,
            fight.combatants[who].hidden,
            fight.combatants[who].fled,
            fight.has_begun(who) if fight.is_ordered else who in fight.turned,
            fight.is_delaying(who),
            creature_answer(fight.delays.get(fight.mark(who), ""), names) if fight.is_delaying(who) else None,
        )
        for who in turn_order(fight)
    ]
    acting = [Named(who, names.get(who, "")) for who in fight.acting]
    return EncounterStatus(
        fight.name,
        fight.round,
        creature_answer(fight.active, names),
        order,
        fight.turn_order,
        acting,
        fight.floor,
    )


def _pending_statuses(session: Session, names: Mapping[str, str]) -> list[PendingStatus]:
    numbers = {key: number for number, keys in enumerate(keys_by_line(session), 1) for key in keys}
    return [
        PendingStatus(
            pending.kind,
            creature_answer(pending.who, names),
            list(sides_to_roll(session, pending)),
            {name: value for name, value in pending.data.items() if name != "supply"},
            numbers[key],
            rolls_of(pending),
        )
        for key, pending in session.pending.items()
    ]
