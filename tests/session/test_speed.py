"""A long campaign stays quick: not a benchmark, a promise with room to spare."""

from time import process_time

from tests.session.game import event_id, party
from tracker.rules.system import Fact
from tracker.session.change import Change, How
from tracker.session.event import AtHand, Deed, Event, read_event
from tracker.session.history import History

EVENTS = 20_000


def long_campaign() -> list[Event]:
    """Return a party that is hurt and healed, hears rounds called and writes notes, for years."""
    game = party()
    lia = game.who("Lía")
    deeds = (
        Deed((Fact("damaged", {"who": lia, "amount": 1, "health": 13}),), changes=(_health(lia, -1),)),
        Deed((Fact("healed", {"who": lia, "amount": 1, "health": 14}),), changes=(_health(lia, 1),)),
        Deed((Fact("turn_passed", {"seconds": 10}),), changes=(Change(("elapsed",), How.BY, 10),)),
        Deed((Fact("note", {"text": "hola"}),)),
    )
    documents = [deed.document("ana", 1_700_000_000, 0) for deed in deeds]
    first = len(game.events) + 1
    return game.events + [
        read_event(event_id(n), AtHand(documents[n % len(documents)])) for n in range(first, EVENTS + 1)
    ]


def _health(who: str, by: int) -> Change:
    return Change(("creatures", who, "sheet", "health"), How.BY, by)


def test_a_long_campaign_opens_and_goes_on_without_a_wait() -> None:
    events = long_campaign()

    began = process_time()
    history = History("chronicle", events)
    opened = process_time() - began

    assert len(history) == EVENTS
    assert opened < 1

    extra = [
        read_event(
            event_id(EVENTS + n),
            AtHand({"gm": "ana", "at": 1, "clock": 0, "changes": [["elapsed", "+", 10]]}),
        )
        for n in range(1, 12)
    ]
    cancel = read_event(
        event_id(EVENTS + 20), AtHand({"gm": "ana", "at": 1, "clock": 0, "cancels": extra[-1].id})
    )
    took = []
    for event in (*extra, cancel):
        began = process_time()
        history.add((event,))
        took.append(process_time() - began)

    assert sorted(took)[len(took) // 2] < 0.005
    assert took[-1] < 0.1, "an undo folds again from the last checkpoint"
