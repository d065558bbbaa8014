"""What the shell prints: campaigns, the table, the log, a roll."""

import json
from dataclasses import replace
from typing import Any

from tracker.commands.search import search
from tracker.rules import dice
from tracker.rules.dice import Roll, Throw
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.tally import tally
from tracker.session.verify import verify
from tracker.store.campaigns import Listed, list_campaigns
from tracker.store.paths import Places
from tracker.wording.exports import EXPORTS, moment
from tracker.wording.language import _
from tracker.wording.odds import odds_json, odds_text
from tracker.wording.report import status_json, status_text
from tracker.wording.sentences import dice_text, refusal_sentence
from tracker.wording.tally import tally_json, tally_text
from tracker.wording.verify import verdict_json, verdict_text
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
    return f"{campaign.name}: {campaign.title} · {system} · {moment(campaign.modified)}"


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
    expression = dice.parse_series(text)
    once = replace(expression, label="", times=1)
    for _turn in range(expression.times):
        rolled = once.roll(roll)
        throw = Throw("free", rolled.dice, rolled.total, expression=str(once), label=expression.label)
        if as_json:
            print(json.dumps(_roll_json(throw), ensure_ascii=False))
        else:
            label = f"{throw.label}: " if throw.label else ""
            print(f"{label}{throw.expression} = {throw.total} ({dice_text(throw)})")


def print_odds(text: str, *, as_json: bool) -> None:
    """Print how likely every total of an expression is."""
    expression = dice.parse(text)
    print(json.dumps(odds_json(expression)) if as_json else odds_text(expression))


def _roll_json(throw: Throw) -> dict[str, Any]:
    return {
        "expression": throw.expression,
        "label": throw.label,
        "faces": [die.face for die in throw.dice],
        "kept": [die.face for die in throw.dice if die.kept],
        "sides": [die.sides for die in throw.dice],
        "total": throw.total,
    }


def print_log(history: History, form: str, query: str) -> None:
    """Print the events that a query finds; cancelled ones are marked and stay."""
    for line in EXPORTS[form](history, found(history, query)):
        print(line)


def print_tally(history: History, query: str, *, as_json: bool) -> None:
    """Print how the dice fell in the events that a query finds."""
    given = tally(found(history, query))
    if as_json:
        print(json.dumps(tally_json(given, history), ensure_ascii=False))
    else:
        print(tally_text(given, history))


def found(history: History, query: str) -> list[Event]:
    """Return the events that a query finds; refuses a query that cannot be read."""
    wanted = search(query)
    return [event for event in history if wanted.finds(event, history)]


def print_verdict(history: History, *, as_json: bool) -> bool:
    """Do every sealed roll again and print what came of it; returns whether all of them fit."""
    verdict = verify(history)
    print(json.dumps(verdict_json(verdict)) if as_json else verdict_text(verdict, history))
    return not verdict.findings
