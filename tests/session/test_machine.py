"""Two GMs play anything in any order: the promises hold all the same."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.session.game import fight
from tests.session.lines import CANCELLING, LINES, PREPARING
from tests.session.status import status_json
from tests.session.test_schema import through_json
from tracker.session.change import apply
from tracker.session.doubled import doubled_events
from tracker.session.groups import turn_order
from tracker.session.history import History
from tracker.session.schema import decode
from tracker.session.state import session_shape
from tracker.wording.difference import difference
from tracker.wording.report import status_text
from tracker.wording.sentences import sentences


class Table(RuleBasedStateMachine):
    """After any line, the history is the fold of the events that count."""

    def __init__(self) -> None:
        super().__init__()
        self.game = fight()

    @rule(line=PREPARING | LINES | CANCELLING, dice=st.randoms(use_true_random=False))
    def somebody_types(self, line: str, dice: Any) -> None:
        """Play a line; it may be refused. Its events can be read and undone."""
        if not self.game.attempt(line, lambda sides: dice.randint(1, sides)):
            return
        event = self.game.events[-1]
        for sentence in sentences(event, self.game.history):
            assert sentence
            assert "…" not in sentence
        difference(self.game.history, self.game.history.session_without(event.id))

    @rule(line=LINES | CANCELLING, mine=LINES | CANCELLING)
    def two_do_something_at_once(self, line: str, mine: str) -> None:
        self._at_once(line, mine)

    @rule(place=st.integers(1, 3))
    def two_settle_the_same_at_once(self, place: int) -> None:
        self._at_once(f"resuelve {place}", f"resuelve {place}")

    def _at_once(self, line: str, mine: str) -> None:
        other = self.game.copy("0195939070")
        known = len(self.game.events)
        other.attempt(line, lambda sides: sides)
        self.game.attempt(mine, lambda sides: 1)
        superseded = other.events[known:]
        self.game.history.add(superseded)
        self.game.events += superseded

    @invariant()
    def the_session_is_the_fold_of_what_counts(self) -> None:
        history = self.game.history
        batches = [event.changes for event in history if history.counts(event.id)]
        assert apply(History("chronicle").session, batches) == history.session

    @invariant()
    def what_counts_settles_each_roll_once_in_whatever_order_it_comes(self) -> None:
        history = self.game.history
        settled = [
            (key, time)
            for event in history
            if history.counts(event.id)
            for key, (time, _caller) in event.settles.items()
        ]
        assert len(settled) == len(set(settled))
        assert all(history.counts(first) for first in history.superseded_events.values())
        again = History("chronicle", self.game.events[::-1])
        assert (again.session, again.superseded_events) == (history.session, history.superseded_events)
        assert (again.cuts, doubled_events(again)) == (history.cuts, doubled_events(history))

    @invariant()
    def the_session_is_within_its_bounds(self) -> None:
        session = self.game.session
        assert decode(session_shape("chronicle"), through_json(session)) == session

    @invariant()
    def the_table_can_be_told(self) -> None:
        assert status_text(self.game.history)
        assert status_json(self.game.history)["events"] == len(self.game.history)

    @invariant()
    def whoever_acts_has_a_place(self) -> None:
        for encounter in self.game.session.encounters.values():
            assert len(turn_order(encounter)) == len(encounter.combatants)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=6, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.slow
class TestLongTable(Table.TestCase):  # type: ignore[misc,valid-type]  # made by Hypothesis
    """The same for longer."""

    settings = settings(
        max_examples=500, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
    )
