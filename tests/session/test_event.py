"""An event is valid as a whole or not at all."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import party, refusal_code, saved
from tests.session.test_schema import JSON
from tests.trials import each_of
from tracker.rules.dice import Die, Throw
from tracker.rules.dice.throw import MOST_BANDS, MOST_FALLS
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, How
from tracker.session.event import Draft, InMemory, read_event

PLAIN: dict[str, Any] = {"gm": "ana", "at": 1, "clock": 0}
DIE = {"sides": 6, "face": 3}
ROLL = {"purpose": "free", "dice": [DIE], "total": 3}


def test_a_draft_comes_back_from_the_save_unchanged() -> None:
    draft = Draft(
        (Fact("damaged", {"who": "id1", "amount": 3, "health": -1}),),
        (Throw("effect", (Die(6, 3, typed=True),), 3, subject="damage", expression="1d6"),),
        (
            Change(("creatures", "id1", "sheet", "health"), How.BY, -3),
            Change(("encounters", "e", "combatants", "id1"), How.GONE),
            Change(("title",), How.TO, "Ylat"),
        ),
        cancels="0000000001-00c0ffee",
    )

    event = saved(draft, "0000000002-00c0ffee")

    assert (event.facts, event.throws, event.changes, event.cancels) == (
        draft.facts,
        draft.throws,
        draft.changes,
        draft.cancels,
    )


@each_of(
    "odd",
    [
        {"gm": 3},
        {"gm": None},
        {"at": -1},
        {"at": "hoy"},
        {"at": True},
        {"clock": 2**53},
        {"clock": 1.5},
        {"cancels": ["x"]},
        {"settles": ["lia.poison"]},
        {"settles": {"lia.poison": 1}},
        {"settles": {"lia.poison": [1]}},
        {"settles": {"lia.poison": ["1", "0000000001-00c0ffee"]}},
        {"settles": {"lia.poison": [-1, "0000000001-00c0ffee"]}},
        {"settles": {"lia.poison": [1, 7]}},
        {"changes": {}},
        {"changes": [["elapsed", "+", 1]] * 5_001},
        {"changes": ["elapsed"]},
        {"changes": [[]]},
        {"changes": [["elapsed"]]},
        {"changes": [["elapsed", "+", 1, 2]]},
        {"changes": [[["elapsed"], "+", 1]]},
        {"changes": [["elapsed", [], 1]]},
        {"changes": [["elapsed", {}, 1]]},
        {"changes": [["elapsed", "~", 1]]},
        {"facts": {}},
        {"facts": [["note"]]},
        {"facts": [["note", []]]},
        {"facts": [[3, {}]]},
        {"facts": [["note", {"text": [1]}]]},
        {"facts": [["note", {"text": 1.5}]]},
        {"throws": {}},
        {"throws": [3]},
        {"throws": [{"purpose": "free"}]},
        {"throws": [ROLL | {"dice": [DIE] * (MOST_FALLS + 1)}]},
        {"throws": [ROLL | {"bands": ["bien"] * (MOST_BANDS + 1)}]},
    ],
)
def test_a_document_of_another_shape_is_not_an_event(odd: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        read_event("", InMemory(PLAIN | odd))


@given(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(("gm", "at", "clock", "changes", "facts", "throws", "cancels"), JSON)
    )
)
def test_any_json_is_an_event_or_is_refused(document: dict[str, Any]) -> None:
    assert refusal_code(lambda: read_event("", InMemory(PLAIN | document))) in {"", "bad_event"}


def test_all_dice_and_outcomes_that_an_event_may_hold_are_told() -> None:
    full = ROLL | {"dice": [DIE] * MOST_FALLS, "bands": ["bien"] * MOST_BANDS}
    [throw] = read_event("", InMemory(PLAIN | {"throws": [full]})).throws

    assert (len(throw.dice), len(throw.bands)) == (MOST_FALLS, MOST_BANDS)


def test_a_name_with_an_escape_sequence_is_shown_without_it() -> None:
    event = read_event(
        "0000000002-00c0ffee", InMemory(PLAIN | {"gm": "a\x1bna", "facts": [["note", {"text": "\x07"}]]})
    )

    assert "\x1b" not in event.gm
    assert event.facts[0].data["text"] == "\N{REPLACEMENT CHARACTER}"


def test_a_whole_line_of_play_is_fit_for_the_save() -> None:
    game = party()
    game.do("daño lia,bren 2d6+1 = 3 4")

    assert [die.typed for throw in game.events[-1].throws for die in throw.dice] == [True, True]
