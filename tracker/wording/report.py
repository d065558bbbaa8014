"""The whole table as plain text and as JSON, for `tracker status`."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Annotated, Any

from msgspec import Struct

from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.rules.system import PendingRoll, TurnOrder
from tracker.rules.systems import saved_name
from tracker.session.almanac import Appointment, Feast, Moon
from tracker.session.doubled import doubled
from tracker.session.faces import FacesOnTheTable
from tracker.session.goods import Heap, Thing
from tracker.session.groups import (
    acting_labels,
    has_acted,
    initiative_of,
    left_labels,
    turn_labels,
    turn_order,
)
from tracker.session.history import History
from tracker.session.holdings import coins_of
from tracker.session.moves.resolution import tried
from tracker.session.notebook import NotebookEntry
from tracker.session.outdoors import EncounterWatch, Weather
from tracker.session.pending import sides_to_roll, turns_endured, whose
from tracker.session.progress import ProgressClock
from tracker.session.reminder import Reminder
from tracker.session.schema import encode
from tracker.session.state import Effect, Encounter, Named, Session
from tracker.session.versions import not_shown
from tracker.wording import amounts
from tracker.wording.clock import moons_text, reminder_text, weather_text
from tracker.wording.contract import (
    SECRET,
    Answer,
    JsonObject,
    Moment,
    creature_answer,
    moment_of,
    record,
)
from tracker.wording.dates import date_text, now_text
from tracker.wording.glance import (
    badges_of,
    gauge_text,
    gauge_texts,
    marks_of,
    scene_text,
    sight_text,
    supply_text,
)
from tracker.wording.goods import goods_rows
from tracker.wording.messages import say
from tracker.wording.notebook import open_threads
from tracker.wording.progress import progress_text
from tracker.wording.sentences import pending_text
from tracker.wording.template import listed
from tracker.wording.versions import doubled_lines, doubled_text, version_lines
from tracker.wording.words import game_name, term, words_of

_MOST_NAMED = 4
"""Most dice of one kind that are named one by one."""
_MOST_TRIED = 20
"""Most dice that fall to find the target of a pending roll."""


# Pending rolls in words.
def pending_line(session: Session, pending: PendingRoll, history: History, *, briefly: bool = False) -> str:
    """Return a pending roll on one line: its name, its creature, its dice and their target."""
    dice = " ".join(_dice_texts(sides_to_roll(session, pending)))
    if dice and not briefly and (target := _target_of(session, pending)) is not None:
        dice += say("report.against", target=target)
    name, text = history.names.get(whose(session, pending), ""), pending_text(pending, history)
    return " · ".join(filter(None, [name, text, dice, _deadly(session, pending)]))


def _deadly(session: Session, pending: PendingRoll) -> str:
    """Return that a harm would kill, and how many of its turns would not; else nothing."""
    match turns_endured(session, pending):
        case None:
            return ""
        case 0:
            return say("report.would_die")
        case turns:
            return say("report.would_die_but", turns=turns)


def _target_of(session: Session, pending: PendingRoll) -> int | None:
    """Return the target of a pending roll, found by trying it; None without one."""
    try:
        throws = tried(session, pending.key, FacesOnTheTable((1,) * _MOST_TRIED, lambda sides: sides))
    except Refusal:
        return None
    return throws[0].target if throws else None


def _dice_texts(sides: tuple[int, ...]) -> Iterator[str]:
    """Yield each die as `d20`, or many of one kind in a row as `60d20`."""
    for each, run in groupby(sides):
        count = len(list(run))
        yield from [f"{count}d{each}"] if count > _MOST_NAMED else [f"d{each}"] * count


def favour_text(session: Session) -> str:
    """Return the resource that may be spent on a pending roll, in the words of the game."""
    return term(words_of(session.system), "gauge", session.game.favour)


# The table as values, for other programs.
class CreatureStatus(Struct, frozen=True):
    """A creature, with its sheet in the fields of its game."""

    id: str
    name: str
    party: bool
    unnamed: Annotated[bool, SECRET]
    notes: Annotated[str, SECRET]
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
    """Whether its turn of the round has begun."""


class EncounterStatus(Struct, frozen=True):
    """The encounter that is being played."""

    name: Annotated[str, SECRET]
    round: int
    active: Named | None
    order: list[TurnStatus]
    turn_order: TurnOrder
    acting: list[Named]
    floor: str


class PendingStatus(Struct, frozen=True):
    """A roll that waits, with the sides of its dice and the data of its rule."""

    kind: str
    who: Named | None
    dice: list[int]
    data: JsonObject


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
    versions: Annotated[list[str], SECRET]
    doubled: Annotated[list[str], SECRET]
    events: int


Written = Callable[[Any], Any]
"""Writes a record as JSON, with or without the fields at their default."""


def status_of(history: History, *, whole: bool = False) -> Status:
    """Return the table for other programs.

    The records of a `whole` one also have the fields at their default, for programs that do not know the
    defaults.
    """
    session, names = history.session, history.names
    written: Written = partial(encode, whole=whole)

    def owned(part: Struct, *fields: str) -> JsonObject:
        return {**written(part), **{each: creature_answer(getattr(part, each), names) for each in fields}}

    return Status(
        title=session.title,
        system=saved_name(session.system),
        now=moment_of(session, session.elapsed),
        scene=written(session.scene),
        creatures=[_creature_status(session, who, written) for who in session.creatures],
        encounter=_encounter_status(session, names),
        encounters=sorted(fight.name for fight in session.encounters.values()),
        supplies=[{**owned(each, "owner"), "die": each.die} for each in session.supplies.values()],
        pending=[_pending_status(session, each, names) for each in session.pending.values()],
        effects=[owned(each, "who", "anchor") for each in session.effects.values()],
        coins={key: coin.value for key, coin in coins_of(session).items()},
        heap=written(session.heap),
        things=[owned(each, "owner") for each in session.things.values()],
        weights=dict(session.weights),
        watch=written(session.watch),
        weather=written(session.weather),
        travelled=dict(session.travelled),
        paces={pace.name: pace.seconds for pace in session.paces.values()},
        progress={key: owned(clock, "who") for key, clock in session.progress.items()},
        moons={key: written(moon) for key, moon in session.moons.items()},
        feasts={key: written(feast) for key, feast in session.feasts.items()},
        appointments={key: written(each) for key, each in session.appointments.items()},
        reminders={key: owned(each, "who") for key, each in session.reminders.items()},
        notebook={key: written(entry) for key, entry in session.notebook.items()},
        tables={key: written(table) for key, table in session.tables.items()},
        rolls={name: saved.expression for name, saved in session.rolls.items()},
        versions=[version.text for _each, version in not_shown(history)],
        doubled=[doubled_text(history, each) for each in doubled(history)],
        events=len(history),
    )


def _name(session: Session, who: str) -> str:
    return session.creatures[who].name if who in session.creatures else ""


def _creature_status(session: Session, who: str, written: Written) -> CreatureStatus:
    creature = session.creatures[who]
    return CreatureStatus(
        id=who,
        name=creature.name,
        party=creature.party,
        unnamed=creature.unnamed,
        notes=creature.notes,
        sheet=written(creature.sheet),
        purse=dict(creature.purse),
        computed=dict(session.game.computed(creature.sheet)),
        badges=[{"id": badge.id, **badge.data} for badge in badges_of(session, who)],
    )


def _encounter_status(session: Session, names: Mapping[str, str]) -> EncounterStatus | None:
    fight = session.fight
    if fight is None:
        return None
    order = [
        TurnStatus(
            Named(who, names.get(who, "")),
            initiative_of(fight, who),
            fight.combatants[who].side,
            fight.combatants[who].hidden,
            fight.combatants[who].fled,
            who in fight.turned,
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


def _pending_status(session: Session, pending: PendingRoll, names: Mapping[str, str]) -> PendingStatus:
    data = {name: value for name, value in pending.data.items() if name != "supply"}
    sides = list(sides_to_roll(session, pending))
    return PendingStatus(pending.kind, creature_answer(pending.who, names), sides, data)


# The table as text, section by section.
class Section(Struct, frozen=True):
    """A part of the table in words: a heading over rows, each under the id of what it tells of."""

    id: str
    heading: str
    rows: Mapping[str, str]


def table_sections(session: Session) -> Iterator[Section]:
    """Yield the party and the encounter, then everybody else, supplies, goods and clocks if there are any."""
    yield Section(
        "party", say("report.party"), {who: _creature_line(session, who) for who in session.party()}
    )
    fight = session.fight
    if fight is not None:
        round_ = term(words_of(session.system), "round", "named", round=fight.round)
        given = "" if fight.is_ordered else term(words_of(""), "word", fight.turn_order)
        heading = say("report.encounter", name=fight.name, round=round_, given=given)
        yield Section("encounter", heading, dict(_encounter_rows(session, fight)))
    here = fight.combatants if fight else {}
    others = [who for who, each in session.creatures.items() if not each.party and who not in here]
    rows = {
        "report.outside": {who: _creature_line(session, who) for who in others},
        "report.supplies": {key: _supply_line(session, key) for key in session.supplies},
        "report.purses": {key: f"  {text}" for key, text in goods_rows(session).items()},
        "report.clocks": {
            key: f"  {progress_text(session, clock)}" for key, clock in session.progress.items()
        },
    }
    if session.reminders:
        waiting = enumerate(session.reminders.items(), 1)
        rows["report.reminders"] = {
            key: f"  {number}. {reminder_text(session, each)}" for number, (key, each) in waiting
        }
    yield from (Section(key, say(key), each) for key, each in rows.items() if each)


def moment_lines(session: Session) -> list[str]:
    """Return the day and the hour, and what the sky and the scene are like."""
    date = date_text(session.day, session.date)
    when = say("report.date_hour", date=date, hour=amounts.hour(session.time_of_day))
    return [when, *filter(None, [moons_text(session), weather_text(session), scene_text(session)])]


def status_text(history: History) -> str:
    """Return the table as plain text, for a screen reader, a pipe or a quick look."""
    session = history.session
    title = say("report.title_system", title=session.title, system=_system_name(session))
    lines = [title, *moment_lines(session)]
    for section in table_sections(session):
        lines += ["", section.heading, *section.rows.values()]
    if threads := open_threads(session.notebook):
        lines += ["", say("report.open_threads"), *(f"  {name}" for name in threads)]
    if session.tables or session.game.tables:
        lines += ["", say("report.tables"), *(f"  {each}" for each in table_lines(session))]
    if session.pending:
        lines += ["", say("report.pending"), *(f"  {each}" for each in pending_lines(history))]
    if versions := version_lines(history):
        lines += [
            "",
            say("report.versions"),
            *(f"  {each}" for each in versions),
        ]
    if decisions := doubled_lines(history):
        lines += ["", say("doubled.heading"), *(f"  {each}" for each in decisions)]
    return "\n".join(lines)


def pending_lines(history: History) -> list[str]:
    """Return the pending rolls, numbered as `resuelve` takes them."""
    session = history.session
    return [
        f"{number}. {pending_line(session, pending, history)}"
        for number, pending in enumerate(session.pending.values(), 1)
    ]


def waiting_lines(history: History) -> list[str]:
    """Return all that waits for the GM: pending rolls, and what two copies did or wrote twice."""
    return [*pending_lines(history), *version_lines(history), *doubled_lines(history)]


def now_sentence(history: History) -> str:
    """Return the moment in one sentence: the hour, the fight with its turns, and how much waits."""
    session = history.session
    fight, told = session.fight, [now_text(session)]
    if fight is None:
        told += [
            " ".join([session.creatures[who].name, *gauge_texts(session, who)]) for who in session.party()
        ]
    elif not fight.round:
        told.append(say("report.fight_not_begun", name=fight.name))
    else:
        number = term(words_of(session.system), "round", "named", round=fight.round)
        told.append(say("report.fight_now", name=fight.name, round=number))
        others = turn_labels(session, fight)[1:] if fight.is_ordered else left_labels(session, fight)
        acting = acting_labels(session, fight)
        told += [say("report.turn_of", who=listed(acting))] if acting else []
        after = "report.turns_after" if fight.is_ordered else "report.turns_left"
        told += [say(after, who=listed(others))] if others else []
    if count := len(waiting_lines(history)):
        told.append(say("report.waiting", count=count))
    return f"{', '.join(told)}."


def creature_sentence(session: Session, who: str) -> str:
    """Return how a creature is in one sentence: its resources, its conditions, its turn and its supplies."""
    fight, creature = session.fight, session.creatures[who]
    told = [*gauge_texts(session, who), *(mark.text for mark in marks_of(session, who, whole=True))]
    if fight and who in fight.combatants:
        told += [say("report.its_turn")] if who in fight.acting else []
        told += [say("players.acted")] if has_acted(fight, who) else []
        told += [sight_text(hidden=True)] if fight.combatants[who].hidden else []
    words = words_of(session.system)
    told += [supply_text(each, words) for each in session.supplies.values() if each.owner == who]
    return f"{creature.name}: {', '.join(filter(None, told))}."


def table_lines(session: Session) -> list[str]:
    """Return the GM's own tables, and the tables that the game expects from the GM but does not have yet."""
    kept = [
        say("report.rows", name=table.name, dice=table.dice, rows=len(table.rows))
        for table in session.tables.values()
    ]
    gm = term(words_of(session.system), "gm", "title")
    missing = [say("report.unwritten_outcome", name=name, gm=gm) for name in missing_tables(session)]
    return kept + missing


def missing_tables(session: Session) -> list[str]:
    """Return the names of the tables that the game expects from the GM but does not have yet."""
    words = words_of(session.system)
    return [term(words, "table", each) for each in session.game.tables if each not in session.tables]


def _system_name(session: Session) -> str:
    return game_name(session.system)


def _creature_line(session: Session, who: str) -> str:
    badges = ", ".join(mark.text for mark in marks_of(session, who, whole=True))
    return "  " + " · ".join(filter(None, [session.creatures[who].name, gauge_text(session, who), badges]))


def _encounter_rows(session: Session, fight: Encounter) -> Iterator[tuple[str, str]]:
    """Yield the combatants in the order of their turns, a sign before the one whose turn it is.

    Where the GM gives the turns, the rows say who has acted and have no initiative.
    """
    for who in turn_order(fight):
        if who in session.creatures:
            sign = ">" if who in fight.acting else " "
            initiative = initiative_of(fight, who)
            shown = "  -" if initiative is None else f"{initiative:3}"
            if not fight.is_ordered:
                shown = "   "
            hidden = f" · {sight_text(hidden=True)}" if fight.combatants[who].hidden else ""
            acted = f" · {say('players.acted')}" if has_acted(fight, who) else ""
            yield who, f"{sign}{shown}{_creature_line(session, who)}{hidden}{acted}"


def _supply_line(session: Session, key: str) -> str:
    supply = session.supplies[key]
    owner = _name(session, supply.owner)
    return "  " + " · ".join(filter(None, [owner, supply_text(supply, words_of(session.system))]))
