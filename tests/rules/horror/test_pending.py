"""What is due asks for the dice that settling it throws, and goes when its cause is gone."""

from typing import Any

from msgspec.structs import replace

from tests.rules.faces import Faces
from tests.trials import each_of
from tracker.rules.games.horror.sheet import Character, Choice, Vigil, new_character
from tracker.rules.games.horror.system import HORROR
from tracker.rules.random_table import RandomTable, Row
from tracker.rules.system import PendingRoll, RulesContext
from tracker.rules.weapon import BLOW

ANA = "ana"
FALLEN = replace(new_character("pc"), hit_points=0)
CASES: dict[str, Character] = {
    "dying": FALLEN,
    "death": replace(FALLEN, turns_left=0),
    "who_helps": replace(FALLEN, turns_left=2),
    "scar": replace(new_character("pc"), scar_due=True),
    "cosmetic": new_character("pc"),
    "zero_sanity": replace(new_character("pc"), sanity=0, broken=True),
    "own_consequence": replace(new_character("pc"), owes={"own_consequence": Choice()}),
    "target_consequence": replace(new_character("pc"), owes={"target_consequence": Choice()}),
    "failure": new_character("pc"),
    "event": new_character("pc"),
}
GONE: dict[str, Character] = {
    kind: new_character("pc") for kind in CASES if kind not in ("cosmetic", "failure", "event")
}
FAILURES = RandomTable("fallo", "2d4", (Row(2, 8, "suena la alarma"),))


def context(sheet: Character, **values: Any) -> RulesContext:
    at = RulesContext(Vigil(), {ANA: sheet}, {}, 0, {"failure": FAILURES})
    return replace(at, **values)


def pending(kind: str) -> PendingRoll:
    return PendingRoll(
        kind, kind, "" if kind == "event" else ANA, {"turns": 2} if kind == "who_helps" else {}
    )


def test_every_kind_of_due_is_tried() -> None:
    # Blows are tried in every game at once: tests/session/moves/test_hit_then_damage.py.
    assert CASES.keys() == HORROR.pending_rolls.keys() - {BLOW}


@each_of("kind", CASES)
def test_a_due_throws_the_dice_that_it_asks_for(kind: str) -> None:
    at, dice = context(CASES[kind]), Faces(*[1] * 9)
    assert HORROR.still_pending(at, pending(kind))
    HORROR.resolve(at, pending(kind), dice)
    assert tuple(dice.asked) == HORROR.faces_of(at, pending(kind))


@each_of("kind", GONE)
def test_a_due_goes_with_its_cause(kind: str) -> None:
    assert not HORROR.still_pending(context(GONE[kind]), pending(kind))
    assert HORROR.faces_of(context(GONE[kind]), pending(kind)) == ()


@each_of("kind", [kind for kind in CASES if kind != "event"])
def test_nothing_is_due_of_the_dead(kind: str) -> None:
    assert not HORROR.still_pending(context(replace(CASES[kind], dead=True)), pending(kind))


def test_a_due_of_another_version_is_not_due() -> None:
    assert not HORROR.still_pending(context(new_character("pc")), pending("dreaming"))


def test_the_dead_and_fallen_npcs_take_no_turns() -> None:
    assert not HORROR.is_out(FALLEN)
    assert HORROR.is_out(replace(FALLEN, dead=True))
    assert HORROR.is_out(replace(new_character("npc"), hit_points=0))
    assert not HORROR.is_out(new_character("npc"))
