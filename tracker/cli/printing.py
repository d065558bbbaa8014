"""What the shell prints: campaigns, the table, the log, a roll."""

import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from tracker.rules import dice
from tracker.rules.dice import Roll, Throw
from tracker.session.event import Event
from tracker.session.history import History
from tracker.store.campaigns import Listed, list_campaigns
from tracker.store.paths import Places
from tracker.wording import amounts
from tracker.wording.language import _
from tracker.wording.report import status_json, status_text, throw_json
from tracker.wording.sentences import dice_text, refusal_sentence, sentences, throw_text
from tracker.wording.words import term, words_of


def print_list(where: Places, *, as_json: bool) -> None:
    """Print the campaigns of the saves folder."""
    campaigns = list_campaigns(where.saves)
    for each in campaigns:
        print(json.dumps(_listed_json(each), ensure_ascii=False) if as_json else _listed_text(each))
    if not campaigns and not as_json:
        print(_("No hay campañas en {folder}.").format(folder=where.saves))


def _listed_text(campaign: Listed) -> str:
    if campaign.refusal:
        return f"{campaign.name}: {refusal_sentence(campaign.refusal)}"
    system = term(words_of(campaign.system), "system", campaign.system)
    return f"{campaign.name}: {campaign.title} · {system} · {_moment(campaign.modified)}"


def _listed_json(campaign: Listed) -> dict[str, Any]:
    return {
        "name": campaign.name,
        "title": campaign.title,
        "system": campaign.system,
        "path": str(campaign.path),
        "modified": int(campaign.modified),
        "refusal": refusal_sentence(campaign.refusal) if campaign.refusal else None,
    }


def print_status(history: History, *, as_json: bool) -> None:
    """Print the whole table."""
    if as_json:
        print(json.dumps(status_json(history), ensure_ascii=False, indent=1))
    else:
        print(status_text(history))


def print_roll(text: str, roll: Roll, *, as_json: bool) -> None:
    """Roll an expression and print every face."""
    expression = dice.parse(text)
    rolled = expression.roll(roll)
    throw = Throw("free", rolled.dice, rolled.total, expression=str(expression), label=expression.label)
    if as_json:
        print(json.dumps(_roll_json(throw), ensure_ascii=False))
    else:
        label = f"{throw.label}: " if throw.label else ""
        print(f"{label}{throw.expression} = {throw.total} ({dice_text(throw)})")


def _roll_json(throw: Throw) -> dict[str, Any]:
    return {
        "expression": throw.expression,
        "label": throw.label,
        "faces": [die.face for die in throw.dice],
        "kept": [die.face for die in throw.dice if die.kept],
        "sides": [die.sides for die in throw.dice],
        "total": throw.total,
    }


def print_log(history: History, form: str) -> None:
    """Print every event; cancelled ones are marked and stay."""
    _FORMATS[form](history)


def _text(history: History) -> None:
    for event in history:
        mark = "" if history.counts(event.id) else _(" (deshecho)")
        print(f"{_stamp(event)} {event.gm}: {' '.join(sentences(event, history))}{mark}")
        for throw in event.throws:
            print(f"    {throw_text(throw, history)}")


def _markdown(history: History) -> None:
    print(f"# {history.session.title}\n")
    for event in history:
        told = " ".join(sentences(event, history)).replace("~", "\\~").replace("*", "\\*")
        print(f"- {_stamp(event)} **{event.gm}**: {told if history.counts(event.id) else f'~~{told}~~'}")
        for throw in event.throws:
            print(f"    - {throw_text(throw, history)}")


def _jsonl(history: History) -> None:
    for event in history:
        print(json.dumps(_event_json(event, history), ensure_ascii=False))


def _event_json(event: Event, history: History) -> dict[str, Any]:
    return {
        "id": event.id,
        "gm": event.gm,
        "at": event.at,
        "clock": event.clock,
        "text": " ".join(sentences(event, history)),
        "counts": history.counts(event.id),
        "cancels": event.cancels or None,
        "facts": [{"kind": fact.kind, **fact.data} for fact in event.facts],
        "throws": [throw_json(throw, history) for throw in event.throws],
    }


_COLUMNS = ("id", "at", "clock", "gm", "counts", "text", "dice", "total", "target", "outcome")


def _csv(history: History) -> None:
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for event in history:
        rows.writerows(_rows(event, history))


def _rows(event: Event, history: History) -> Iterator[list[Any]]:
    told = _unharmed(" ".join(sentences(event, history)))
    head = [event.id, event.at, event.clock, _unharmed(event.gm), int(history.counts(event.id)), told]
    if not event.throws:
        yield [*head, "", "", "", ""]
    for throw in event.throws:
        yield [*head, dice_text(throw), throw.total, throw.target, throw.outcome]


def _unharmed(text: str) -> str:
    """Return text that a spreadsheet will not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _stamp(event: Event) -> str:
    return f"{_moment(event.at)} [{amounts.duration(event.clock)}]"


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


_FORMATS: Mapping[str, Callable[[History], None]] = {
    "text": _text,
    "jsonl": _jsonl,
    "csv": _csv,
    "md": _markdown,
}
