"""What is due asks for the dice that settling it throws, and goes when its cause is gone."""

import pytest
from msgspec.structs import replace

from tests.rules.faces import Faces
from tests.trials import each_of
from tracker.rules.games.percentile.pending import clock_corrected, time_passes
from tracker.rules.games.percentile.sheet import Character, Skill, Stage, Study, new_character
from tracker.rules.games.percentile.system import PERCENTILE
from tracker.rules.system import PendingRoll, RulesContext
from tracker.rules.weapon import BLOW

ANA = "ana"
DAY = 24 * 3_600
SKILLED = replace(new_character("pc"), skills={"Nadar": Skill(30)})
STUDYING = replace(SKILLED, studies={"Nadar": Study(0, 42 * DAY)})
CASES: dict[str, tuple[Character, tuple[int, ...]]] = {
    "willpower": (replace(SKILLED, near_miss="Nadar"), (40,)),
    "mark": (SKILLED, ()),
    "fumble": (SKILLED, ()),
    "improvement": (replace(SKILLED, skills={"Nadar": Skill(30, marked=True)}), (31, 2)),
    "study": (STUDYING, (50, 2)),
    "task_done": (replace(SKILLED, task="forzar la reja"), ()),
}
GONE: dict[str, Character] = {
    "willpower": SKILLED,
    "mark": replace(SKILLED, skills={"Nadar": Skill(30, marked=True)}),
    "improvement": SKILLED,
    "study": SKILLED,
    "task_done": replace(SKILLED, task_turns=2),
}


def context(sheet: Character, now: int = 0) -> RulesContext:
    return RulesContext(Stage(), {ANA: sheet}, {}, now)


def pending(kind: str) -> PendingRoll:
    return PendingRoll(kind, kind, ANA, {"skill": "Nadar"})


def test_every_kind_of_due_is_tried() -> None:
    # Blows are tried in every game at once: tests/session/moves/test_hit_then_damage.py.
    assert CASES.keys() == GONE.keys() | {"fumble"} == PERCENTILE.pending_rolls.keys() - {BLOW}


@each_of("kind", CASES)
def test_a_due_throws_the_dice_that_it_asks_for(kind: str) -> None:
    sheet, faces = CASES[kind]
    at, dice = context(sheet), Faces(*faces)
    assert PERCENTILE.still_pending(at, pending(kind))
    PERCENTILE.resolve(at, pending(kind), dice)
    assert tuple(dice.asked) == PERCENTILE.faces_of(at, pending(kind))


@each_of("kind", GONE)
def test_a_due_goes_with_its_cause(kind: str) -> None:
    assert not PERCENTILE.still_pending(context(GONE[kind]), pending(kind))
    assert PERCENTILE.faces_of(context(GONE[kind]), pending(kind)) == ()


@pytest.mark.parametrize("kind", ["mark", "improvement", "study"])
def test_a_skill_taken_off_the_sheet_takes_its_dues_along(kind: str) -> None:
    forgotten = replace(CASES[kind][0], skills={})
    assert not PERCENTILE.still_pending(context(forgotten), pending(kind))


def test_a_course_ends_once_and_only_on_its_day() -> None:
    assert time_passes(context(STUDYING), ANA, 42 * DAY - 1) == ()
    assert [each.kind for each in time_passes(context(STUDYING), ANA, 42 * DAY)] == ["study"]
    assert time_passes(context(STUDYING, 42 * DAY), ANA, 90 * DAY) == ()


def test_study_is_shown_beside_hunger_and_sleep_and_goes_along_with_a_mended_clock() -> None:
    assert [(need.id, need.due) for need in PERCENTILE.needs(context(STUDYING, DAY), ANA)] == [
        ("meal", None),
        ("sleep", None),
        ("study", 42 * DAY),
    ]
    later = clock_corrected(STUDYING, DAY)
    assert isinstance(later, Character)
    assert (later.studies["Nadar"].ends, later.fed_at) == (43 * DAY, DAY)


def test_only_the_dead_take_no_turns() -> None:
    assert PERCENTILE.is_out(replace(SKILLED, dead=True))
    assert not PERCENTILE.is_out(SKILLED)
