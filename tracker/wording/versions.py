"""Choices left after several GMs acted at once: versions of a text, and things done twice."""

from datetime import datetime
from typing import Any

from tracker.rules.clock import duration_text
from tracker.rules.refusal import Refusal
from tracker.rules.system import DONE_ONCE
from tracker.rules.systems import parse_summary
from tracker.session.change import How, Path
from tracker.session.doubled import ROUND, Doubled, doubled_events
from tracker.session.goods import Goods
from tracker.session.history import LAYERS, History
from tracker.session.holdings import goods_parts
from tracker.session.versions import Divided, Version, hidden_versions
from tracker.wording.goods import part_texts
from tracker.wording.messages import say
from tracker.wording.sentences import LINE_FEED, refusal_sentence
from tracker.wording.template import join_names
from tracker.wording.words import say_in, term, words_of

_PARTS = {
    "title": "versions.title",
    "name": "versions.name",
    "notes": "versions.notes",
    "text": "versions.text",
    "rules": "versions.rules",
    "house": "versions.house",
}


def version_text(history: History, divided: Divided, version: Version) -> str:
    """Write a version on one line; of a game file, how it differs from the visible one."""
    if divided.path[-1] in LAYERS and version.text:
        return _file_text(history, divided, version)
    return version.text.replace("\n", LINE_FEED) or "—"


def _file_text(history: History, divided: Divided, version: Version) -> str:
    from tracker.wording.game_file import changed_by  # noqa: PLC0415 - few texts have several versions

    try:
        name = parse_summary(version.text).name
        differences = changed_by(history.session, {divided.path[-1]: version.text})
    except Refusal as refusal:
        return refusal_sentence(refusal)
    return name if version is divided.versions[0] else f"{name}. {'; '.join(differences)}"


def version_hint(history: History, divided: Divided, version: Version) -> str:
    """Write the field, the creature and the GM of a version, and whether it is the visible one."""
    words, field_id = words_of(history.session.system), divided.path[-1]
    part = say(_PARTS[field_id]) if field_id in _PARTS else term(words, "field", field_id)
    creature = history.names.get(divided.path[1], "") if len(divided.path) > 1 else ""

    when = datetime.fromtimestamp(version.at).strftime("%d/%m %H:%M")
    visible = say("versions.shown") if version is divided.versions[0] else ""
    return " · ".join(filter(None, [visible, " ".join(filter(None, [creature, part])), version.gm, when]))


def version_lines(history: History) -> list[str]:
    """List the hidden versions, numbered as `version N` takes them."""
    return [
        f"{number}. {version_text(history, each, version)} · {version_hint(history, each, version)}"
        for number, (each, version) in enumerate(hidden_versions(history), 1)
    ]


_DONE = {
    "round": "doubled.round",
    "rest": "doubled.rest",
    "sleep": "doubled.sleep",
    "eat": "doubled.eat",
    "initiative": "doubled.initiative",
    "end": "doubled.end",
    "walk": "doubled.walk",
    "room_loot": "doubled.room_loot",
    "turn": "doubled.turn",
    "unturned": "doubled.unturned",
}
"""The sentence for each kind of act that was done twice."""


def doubled_lines(history: History) -> list[str]:
    """List what was done twice, numbered after the hidden versions, as `version N` takes them."""
    first = len(hidden_versions(history)) + 1
    return [
        f"{number}. {doubled_text(history, each)}"
        for number, each in enumerate(doubled_events(history), first)
    ]


def doubled_text(history: History, doubled: Doubled) -> str:
    """Say what was done twice, by which GMs, and how much there is too much of it."""
    gms = ", ".join(dict.fromkeys(history[event_id].gm for event_id in (*doubled.others, doubled.event)))
    if doubled.kind:
        words, what = words_of(history.session.system), _doubled_subject(history, doubled)
        text = say_in(words, _DONE[doubled.kind], what=what, gms=gms)
        if doubled.kind == "round" and (turns := _acting_names(history, doubled)):
            text += f" {say('doubled.turn', what=turns, gms=gms)}"
        lead_seconds = doubled.excess.get(ROUND, 0)
        return f"{text} {say('doubled.ahead', seconds=duration_text(lead_seconds))}" if lead_seconds else text
    counted_paths = {path[:2] for path in doubled.excess}
    uncounted = [path for path in doubled.sources if path[0] == "things" and path not in counted_paths]
    names = ", ".join(dict.fromkeys(_thing_name(history, path) for path in uncounted))
    excess = _excess_text(history, doubled, gms) if doubled.excess else ""
    return " ".join(filter(None, [excess, say("doubled.thing", what=names, gms=gms) if uncounted else ""]))


def _doubled_subject(history: History, doubled: Doubled) -> str:
    """Name who rested, ate or acted, or the fight that ended or began twice."""
    if doubled.kind in ("turn", "unturned"):
        return _acting_names(history, doubled)
    if doubled.kind in ("walk", "room_loot"):
        rooms = history.session.rooms
        return ", ".join(rooms[key].number if key in rooms else key for _deed, _kind, key in doubled.sources)
    if doubled.kind in DONE_ONCE:
        return ", ".join(history.names.get(path[2], path[2]) for path in doubled.sources)
    key = doubled.sources[0][1 if doubled.kind == "round" else 2]
    fight = history.session_before(doubled.others[0]).encounters.get(key)
    return fight.name if fight else ""


def _acting_names(history: History, doubled: Doubled) -> str:
    """Name the creatures whose turn was given twice, or skipped twice."""
    marks = (
        path[-1] for path in doubled.sources if path[0] == "encounters" and path[2] in ("began", "unturned")
    )
    return join_names([history.names.get(who, who) for who in (mark.partition(".")[2] for mark in marks)])


def _excess_text(history: History, doubled: Doubled, gms: str) -> str:
    goods, count = _excess(history, doubled)
    if not doubled.others:
        return say("doubled.gone", gm=gms, what=goods, count=count)
    first_path = next(iter(doubled.excess))
    match first_path[0]:
        case "heap":
            return say("doubled.heap", gms=gms, what=goods, count=count)
        case "creatures":
            owner = history.names.get(first_path[1], first_path[1])
            return say("doubled.purse", whose=owner, gms=gms, what=goods, count=count)
    return say("doubled.part", name=_thing_name(history, first_path), gms=gms, what=goods, count=count)


def _excess(history: History, doubled: Doubled) -> tuple[str, int]:
    """Name the goods of which there are too many, and count the surplus."""
    coins: dict[str, int] = {}
    things: dict[str, int] = {}
    for path, count in doubled.excess.items():
        is_thing = path[0] == "things"
        counts, name = (things, _thing_name(history, path)) if is_thing else (coins, path[-1])
        counts[name] = counts.get(name, 0) + count
    parts = part_texts(goods_parts(history.session, Goods(coins)), words_of(history.session.system))
    parts += [f"{count} {name}" for name, count in things.items()]
    return ", ".join(parts), sum((*coins.values(), *things.values()))


def _thing_name(history: History, path: Path) -> str:
    """Name a thing, even one that is no longer in play."""
    key = path[1]
    if key in history.session.things:
        return history.session.things[key].name
    first_values = (
        change.value
        for event in history
        for change in event.changes
        if change.path == ("things", key) and change.how is How.NEW
    )
    value: Any = next(first_values, None)
    return str(value.get("name", key)) if isinstance(value, dict) else key
