"""The whole table as plain text, for `tracker status`."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from tracker.session.groups import (
    acting_labels,
    delaying_labels,
    has_acted,
    initiative_of,
    turn_labels,
    turn_order,
    waiting_labels,
)
from tracker.session.history import History
from tracker.session.state import Encounter, Session
from tracker.session.whereabouts import rooms_with_party
from tracker.wording import amounts
from tracker.wording.clock import lights_text, moons_text, reminder_text, weather_text
from tracker.wording.dates import date_text, now_text
from tracker.wording.glance import (
    gauge_text,
    gauge_texts,
    marks_of,
    scene_text,
    sight_text,
    supply_text,
    waiting_text,
)
from tracker.wording.goods import goods_rows
from tracker.wording.messages import say
from tracker.wording.notebook import open_threads
from tracker.wording.progress import progress_text
from tracker.wording.rooms import exits_text, room_label
from tracker.wording.template import join_names
from tracker.wording.versions import doubled_lines, version_lines
from tracker.wording.words import game_name, term, words_of


class Section(Struct, frozen=True):
    """A part of the table in words: a heading, and rows by the id of what each describes."""

    id: str
    heading: str
    rows: Mapping[str, str]


def table_sections(session: Session) -> Iterator[Section]:
    """List the party and the encounter; then other creatures, supplies, goods, clocks, reminders, if any."""
    yield Section(
        "party", say("report.party"), {who: _creature_line(session, who) for who in session.party()}
    )
    fight = session.fight
    if fight is not None:
        round_ = term(words_of(session.system), "round", "named", round=fight.round)
        turn_order = "" if fight.is_ordered else term(words_of(""), "word", fight.turn_order)
        heading = say("report.encounter", name=fight.name, round=round_, given=turn_order)
        yield Section("encounter", heading, dict(_encounter_rows(session, fight)))
    combatants = fight.combatants if fight else {}
    others = [who for who, each in session.creatures.items() if not each.party and who not in combatants]
    rows = {
        "report.outside": {who: _creature_line(session, who) for who in others},
        "report.supplies": {key: _supply_line(session, key) for key in session.supplies},
        "report.purses": {key: f"  {text}" for key, text in goods_rows(session).items()},
        "report.clocks": {
            key: f"  {progress_text(session, clock)}" for key, clock in session.progress.items()
        },
    }
    if session.reminders:
        numbered = enumerate(session.reminders.items(), 1)
        rows["report.reminders"] = {
            key: f"  {number}. {reminder_text(session, each)}" for number, (key, each) in numbered
        }
    yield from (Section(key, say(key), each) for key, each in rows.items() if each)


def room_lines(session: Session) -> list[str]:
    """List the rooms where the party is, each with its exits and who is there."""
    return [
        say(
            "report.in_room",
            room=room_label(session.rooms[key]),
            status=session.rooms[key].status,
            exits=exits_text(session.rooms, session.rooms[key]),
            names=join_names([session.creatures[who].name for who in creature_ids]),
        )
        for key, creature_ids in rooms_with_party(session).items()
    ]


def moment_lines(session: Session) -> list[str]:
    """List the day and the hour, the moons, the weather, the light and the state of the scene."""
    date = date_text(session.day, session.date)
    when = say("report.date_hour", date=date, hour=amounts.hour(session.time_of_day))
    light = "" if session.ambient.said is None else lights_text(session)
    return [when, *filter(None, [moons_text(session), weather_text(session), light, scene_text(session)])]


def status_text(history: History) -> str:
    """Write the table as plain text, for a screen reader, a pipe or a quick look."""
    session = history.session
    title = say("report.title_system", title=session.title, system=game_name(session.system))
    lines = [title, *moment_lines(session), *room_lines(session)]
    for section in table_sections(session):
        lines += ["", section.heading, *section.rows.values()]
    if threads := open_threads(session.notebook):
        lines += ["", say("report.open_threads"), *(f"  {name}" for name in threads)]
    if session.tables or session.game.tables:
        lines += ["", say("report.tables"), *(f"  {each}" for each in table_lines(session))]
    if session.pending:
        from tracker.wording.waiting import pending_lines  # noqa: PLC0415 - most tables have nothing pending

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


def now_sentence(history: History) -> str:
    """Say the moment in one sentence: the hour, the fight with its turns, how much waits for the GM."""
    from tracker.wording.waiting import waiting_lines  # noqa: PLC0415 - the whole table is told without it

    session = history.session
    fight, parts = session.fight, [now_text(session)]
    if fight is None:
        parts += [
            " ".join([session.creatures[who].name, *gauge_texts(session, who)]) for who in session.party()
        ]
    elif not fight.round:
        parts.append(say("report.fight_not_begun", name=fight.name))
    else:
        number = term(words_of(session.system), "round", "named", round=fight.round)
        parts.append(say("report.fight_now", name=fight.name, round=number))
        others = turn_labels(session, fight)[1:] if fight.is_ordered else waiting_labels(session, fight)
        acting = acting_labels(session, fight)
        parts += [say("report.turn_of", who=join_names(acting))] if acting else []
        others_key = "report.turns_after" if fight.is_ordered else "report.turns_left"
        parts += [say(others_key, who=join_names(others))] if others else []
        delaying = delaying_labels(session, fight)
        parts += [say("top_line.delay", count=len(delaying), names=join_names(delaying))] if delaying else []
    if count := len(waiting_lines(history)):
        parts.append(say("report.waiting", count=count))
    return f"{', '.join(parts)}."


def creature_sentence(session: Session, who: str) -> str:
    """Describe a creature in one sentence: its resources, its conditions, its turn and its supplies."""
    fight, creature = session.fight, session.creatures[who]
    parts = [*gauge_texts(session, who), *(mark.text for mark in marks_of(session, who, whole=True))]
    if fight and who in fight.combatants:
        parts += [say("report.its_turn")] if who in fight.acting else []
        parts += _combatant_texts(session, fight, who)
    words = words_of(session.system)
    parts += [supply_text(each, words) for each in session.supplies.values() if each.owner == who]
    return f"{creature.name}: {', '.join(filter(None, parts))}."


def table_lines(session: Session) -> list[str]:
    """List the GM's own tables, and those that the game expects the GM to write."""
    own_tables = [
        say("report.rows", name=table.name, dice=table.dice, rows=len(table.rows))
        for table in session.tables.values()
    ]
    gm = term(words_of(session.system), "gm", "title")
    missing = [say("report.unwritten_outcome", name=name, gm=gm) for name in missing_tables(session)]
    return own_tables + missing


def missing_tables(session: Session) -> list[str]:
    """Name the tables that the game expects the GM to write and that do not exist yet."""
    words = words_of(session.system)
    return [term(words, "table", each) for each in session.game.tables if each not in session.tables]


def _creature_line(session: Session, who: str) -> str:
    badges = ", ".join(mark.text for mark in marks_of(session, who, whole=True))
    return "  " + " · ".join(filter(None, [session.creatures[who].name, gauge_text(session, who), badges]))


def _encounter_rows(session: Session, fight: Encounter) -> Iterator[tuple[str, str]]:
    """List the combatants in the order of their turns, with a sign before those who act now.

    Where the GM gives the turns, the rows say who has acted instead of an initiative.
    """
    for who in turn_order(fight):
        if who in session.creatures:
            sign = ">" if who in fight.acting else " "
            initiative = initiative_of(fight, who)
            figure = "  -" if initiative is None else f"{initiative:3}"
            if not fight.is_ordered:
                figure = "   "
            texts = [_creature_line(session, who), *_combatant_texts(session, fight, who)]
            yield who, f"{sign}{figure}{' · '.join(texts)}"


def _combatant_texts(session: Session, fight: Encounter, who: str) -> Iterator[str]:
    """Say what of a combatant its sheet does not show."""
    combatant, name = fight.combatants[who], session.creatures[who].name
    if combatant.hidden:
        yield sight_text(name, hidden=True)
    if combatant.fled:
        yield say("encounter.fled")
    if has_acted(fight, who):
        yield say("players.acted")
    if text := waiting_text(session, fight, who):
        yield text


def _supply_line(session: Session, key: str) -> str:
    supply = session.supplies[key]
    owner = session.creatures[supply.owner].name if supply.owner in session.creatures else ""
    return "  " + " · ".join(filter(None, [owner, supply_text(supply, words_of(session.system))]))
