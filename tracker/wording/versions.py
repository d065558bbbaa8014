"""The decisions after several GMs acted at once, in words: texts, and things that were done twice."""

from datetime import datetime
from typing import Any

from tracker.rules.clock import duration_text
from tracker.rules.refusal import Refusal
from tracker.rules.system import DONE_ONCE
from tracker.rules.systems import meant_by
from tracker.session.change import How, Path
from tracker.session.doubled import ROUND, Doubled, doubled_events
from tracker.session.goods import Goods
from tracker.session.history import LAYERS, History
from tracker.session.holdings import goods_in_fact
from tracker.session.versions import Divided, Version, hidden_versions
from tracker.wording.goods import goods_text
from tracker.wording.messages import say
from tracker.wording.sentences import LINE_FEED, refusal_sentence
from tracker.wording.template import join_names
from tracker.wording.words import term, words_of

_PARTS = {
    "title": "versions.title",
    "name": "versions.name",
    "notes": "versions.notes",
    "text": "versions.text",
    "rules": "versions.rules",
    "house": "versions.house",
}


def version_text(history: History, each: Divided, version: Version) -> str:
    """Return the text of a version on one line; of a game file, how it differs from the visible one."""
    if each.path[-1] in LAYERS and version.text:
        return _file_text(history, each, version)
    return version.text.replace("\n", LINE_FEED) or "—"


def _file_text(history: History, each: Divided, version: Version) -> str:
    from tracker.wording.game_file import changed_by  # noqa: PLC0415 - few texts have several versions

    try:
        name = meant_by(version.text).name
        told = changed_by(history.session, {each.path[-1]: version.text})
    except Refusal as refusal:
        return refusal_sentence(refusal)
    return name if version is each.versions[0] else f"{name}. {'; '.join(told)}"


def version_hint(history: History, each: Divided, version: Version) -> str:
    """Return the field, the creature and the GM of a version, and whether it is the visible one."""
    words, last = words_of(history.session.system), each.path[-1]
    part = say(_PARTS[last]) if last in _PARTS else term(words, "field", last)
    whose = history.names.get(each.path[1], "") if len(each.path) > 1 else ""

    when = datetime.fromtimestamp(version.at).strftime("%d/%m %H:%M")
    shown = say("versions.shown") if version is each.versions[0] else ""
    return " · ".join(filter(None, [shown, " ".join(filter(None, [whose, part])), version.gm, when]))


def version_lines(history: History) -> list[str]:
    """Return the hidden versions, numbered as `version N` takes them."""
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
    "turn": "doubled.turn",
    "unturned": "doubled.unturned",
}
"""The sentence for each kind of deed that was done twice."""


def doubled_lines(history: History) -> list[str]:
    """Return what was done twice, numbered after the hidden versions, as `version N` takes them."""
    first = len(hidden_versions(history)) + 1
    return [
        f"{number}. {doubled_text(history, each)}"
        for number, each in enumerate(doubled_events(history), first)
    ]


def doubled_text(history: History, each: Doubled) -> str:
    """Return what was done twice, by which GMs, and how much there is too much."""
    gms = ", ".join(dict.fromkeys(history[event_id].gm for event_id in (*each.others, each.event)))
    if each.kind:
        told = say(_DONE[each.kind], what=_done_to(history, each), gms=gms)
        if each.kind == "round" and (again := _acting(history, each)):
            told += f" {say('doubled.turn', what=again, gms=gms)}"
        ahead = each.excess.get(ROUND, 0)
        return f"{told} {say('doubled.ahead', seconds=duration_text(ahead))}" if ahead else told
    counted = {path[:2] for path in each.excess}
    whole = [path for path in each.sources if path[0] == "things" and path not in counted]
    names = ", ".join(dict.fromkeys(_thing_name(history, path) for path in whole))
    excess = _excess_text(history, each, gms) if each.excess else ""
    return " ".join(filter(None, [excess, say("doubled.thing", what=names, gms=gms) if whole else ""]))


def _done_to(history: History, each: Doubled) -> str:
    """Return who rested, ate or acts, or which fight it was."""
    if each.kind in ("turn", "unturned"):
        return _acting(history, each)
    if each.kind in DONE_ONCE:
        return ", ".join(history.names.get(path[2], path[2]) for path in each.sources)
    key = each.sources[0][1 if each.kind == "round" else 2]
    fight = history.session_before(each.others[0]).encounters.get(key)
    return fight.name if fight else ""


def _acting(history: History, each: Doubled) -> str:
    """Return whose turns were given twice, or left out."""
    marks = (
        path[-1] for path in each.sources if path[0] == "encounters" and path[2] in ("began", "unturned")
    )
    return join_names([history.names.get(who, who) for who in (mark.partition(".")[2] for mark in marks)])


def _excess_text(history: History, each: Doubled, gms: str) -> str:
    what, count = _excess(history, each)
    if not each.others:
        return say("doubled.gone", gm=gms, what=what, count=count)
    first = next(iter(each.excess))
    match first[0]:
        case "heap":
            return say("doubled.heap", gms=gms, what=what, count=count)
        case "creatures":
            whose = history.names.get(first[1], first[1])
            return say("doubled.purse", whose=whose, gms=gms, what=what, count=count)
    return say("doubled.part", name=_thing_name(history, first), gms=gms, what=what, count=count)


def _excess(history: History, each: Doubled) -> tuple[str, int]:
    """Return the goods that there are too many of, and how many they are."""
    coins: dict[str, int] = {}
    things: dict[str, int] = {}
    for path, count in each.excess.items():
        is_thing = path[0] == "things"
        counts, name = (things, _thing_name(history, path)) if is_thing else (coins, path[-1])
        counts[name] = counts.get(name, 0) + count
    what = goods_in_fact(history.session, Goods(coins, {}))
    parts = [goods_text(what, words_of(history.session.system))] if what else []
    parts += [f"{count} {name}" for name, count in things.items()]
    return ", ".join(parts), sum((*coins.values(), *things.values()))


def _thing_name(history: History, path: Path) -> str:
    """Return the name of a thing, also of one that is no longer in play."""
    key = path[1]
    if key in history.session.things:
        return history.session.things[key].name
    began = (
        change.value
        for event in history
        for change in event.changes
        if change.path == ("things", key) and change.how is How.NEW
    )
    value: Any = next(began, None)
    return str(value.get("name", key)) if isinstance(value, dict) else key
