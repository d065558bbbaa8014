"""Everything that reads a campaign, as the shell, the players' page and the table ask for it."""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from tests.cli.contract import fitting
from tracker.features.forecast.trials import Trials
from tracker.features.forecast.wording import assumption_lines, forecast_answer, outcome_lines
from tracker.features.page.reply.watch import WatchAnswer
from tracker.features.recap.wording import RECAPS, note_block
from tracker.features.tally.wording import tally_answer, tally_text
from tracker.rules.refusal import Refusal
from tracker.session.history import History
from tracker.session.public import public_table
from tracker.session.recap import evenings
from tracker.session.tally import tally
from tracker.wording.brief import brief_text
from tracker.wording.difference import difference, lines_of
from tracker.wording.exports import EXPORTS, event_answer
from tracker.wording.players import page_view, public_text
from tracker.wording.report import status_text
from tracker.wording.status import status_of

PLAYS = 3
"""Plays of a forecast: what may fail in one fails in the first."""
Reader = Callable[[History], str]


def _log(name: str) -> Reader:
    return lambda history: "\n".join(EXPORTS[name](history, list(history)))


def _events(history: History) -> str:
    return json.dumps(fitting("log", [event_answer(each, history) for each in history]))


def _recap(name: str, *, players: bool) -> Reader:
    return lambda history: RECAPS[name](history, evenings(history, players=players))


def _notes(history: History) -> str:
    return "\n".join(note_block(evening) for evening in evenings(history))


def _stats(history: History) -> str:
    given = tally(history)
    return f"{tally_text(given, history)}\n{json.dumps(fitting('stats', [tally_answer(given, history)]))}"


def _forecast(history: History) -> str:
    """Return the forecast of a few plays, or the code of the refusal of a fight that has none."""
    try:
        trials = Trials(history.session)
    except Refusal as refusal:
        return refusal.code
    for _play in islice(trials.run(), PLAYS):
        pass
    told = (*outcome_lines(trials), *assumption_lines(trials))
    return f"{json.dumps(fitting('do', [forecast_answer(trials)]))}\n{told}"


def _undo(history: History) -> str:
    """Return what the table says of the last event, and what it asks before an undo of it."""
    event = history.undoable
    if event is None:
        return ""
    back = lines_of(difference(history, history.session_without(event.id)))
    return "\n".join([brief_text(event, history, lambda sentence: len(sentence) < 80), *map(str, back)])


def _readers() -> Iterator[tuple[str, Reader]]:
    yield "status", status_text
    yield (
        "status --json --full",
        lambda history: json.dumps(fitting("status", [status_of(history, whole=True)])),
    )
    yield "log --format jsonl", _events
    for name in EXPORTS.keys() - {"jsonl"}:
        yield f"log --format {name}", _log(name)
    for name in RECAPS:
        yield f"recap --format {name}", _recap(name, players=False)
        yield f"recap --players --format {name}", _recap(name, players=True)
    yield "recap --vault", _notes
    yield "watch --plain", lambda history: public_text(public_table(history))
    yield (
        "watch --json",
        lambda history: json.dumps(fitting("watch", [WatchAnswer(table=public_table(history))])),
    )
    yield "watch --web", lambda history: json.dumps(page_view(public_table(history)))
    yield "stats", _stats
    yield "forecast", _forecast
    yield "undo", _undo


READERS: Mapping[str, Reader] = dict(_readers())
