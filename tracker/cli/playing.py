"""`tracker do`: orders one at a time, each answered only once it is durable."""

import json
from collections.abc import Iterable
from typing import Any

from tracker.commands.order import Order, Place, deed_of
from tracker.commands.parse import parse
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.event import Event
from tracker.session.moves.party import Fresh
from tracker.store.campaign import Campaign
from tracker.store.sharing import Status
from tracker.wording.report import throw_json
from tracker.wording.sentences import refusal_sentence, sentences


def play_lines(campaign: Campaign, lines: Iterable[str], roll: Roll, fresh: Fresh, *, as_json: bool) -> bool:
    """Play each line and print its answer; returns whether any was refused."""
    refused = False
    for line in lines:
        if not line.strip():
            continue
        try:
            order = parse(line, _place(campaign))
            event = campaign.play(deed_of(order, campaign.history, campaign.dice(roll), fresh))
        except Refusal as refusal:
            refused = True
            _answer(_refusal_json(refusal, campaign), as_json=as_json)
            continue
        sharing = campaign.share()
        _answer(_event_json(event, order, campaign, shared=sharing.status is Status.SHARED), as_json=as_json)
    return refused


def _place(campaign: Campaign) -> Place:
    fight = campaign.session.fight
    return Place(campaign.history, (fight.active,) if fight and fight.active else ())


def _event_json(event: Event, order: Order, campaign: Campaign, *, shared: bool) -> dict[str, Any]:
    return {
        "id": event.id,
        "kind": order.verb,
        "text": " ".join(sentences(event, campaign.history)),
        "shared": shared,
        "throws": [throw_json(throw, campaign.history) for throw in event.throws],
    }


def _refusal_json(refusal: Refusal, campaign: Campaign) -> dict[str, Any]:
    text = refusal_sentence(refusal, campaign.session.system, campaign.history.names)
    return {"id": None, "kind": "refused", "code": refusal.code, "text": text, "shared": False}


def _answer(answer: dict[str, Any], *, as_json: bool) -> None:
    print(json.dumps(answer, ensure_ascii=False) if as_json else answer["text"], flush=True)
