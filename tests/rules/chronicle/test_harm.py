"""Damage, healing, armour, falls, death and weakened attributes (R1-049..R1-052, R1-083..R1-094)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.rules.chronicle.tables import ANA, act, ana, context, kinds, npc, pc, suffering
from tests.rules.faces import NEVER, falls
from tests.trials import each_of
from tracker.rules.games.chronicle import vitals
from tracker.rules.games.chronicle.vitals import Harm
from tracker.rules.refusal import Refusal


@each_of(
    ("amount", "left", "told"),
    [
        (4, 6, ["damaged"]),
        (9, 1, ["damaged"]),
        (10, 0, ["damaged", "fell_unconscious"]),
        (13, -3, ["damaged", "fell_unconscious", "wounded"]),
        (-5, 10, ["damaged"]),
    ],
)
def test_a_pc_is_unconscious_at_0_and_wounded_below(amount: int, left: int, told: list[str]) -> None:
    result = act(context(pc()), "damage", amount=amount)

    assert (ana(result).health, ana(result).dead, kinds(result)) == (left, False, told)


def test_an_npc_dies_at_0_unless_the_gm_lets_it_live() -> None:
    killed = act(context(npc()), "damage", amount=10)
    spared = act(context(npc(stays_alive=True)), "damage", amount=10)

    assert (ana(killed).dead, ana(killed).cause, kinds(killed)) == (True, "wounds", ["damaged", "died"])
    assert (ana(spared).dead, ana(spared).unconscious) == (False, True)


@pytest.mark.parametrize(
    ("pc", "spared", "dies"), [(True, False, False), (False, True, False), (False, False, True)]
)
def test_every_creature_is_unconscious_at_0(pc: bool, spared: bool, dies: bool) -> None:
    """A creature that dies has lost consciousness too (R1-083, R1-084)."""
    assert vitals.damage(10, 9, pc=pc, stays_alive=spared) == Harm(1, False, False)
    assert vitals.damage(10, 10, pc=pc, stays_alive=spared) == Harm(0, True, dies)


def test_armour_takes_its_face_off_and_never_heals() -> None:
    result = act(context(pc(armour_die=6)), "damage", falls(3), amount=8)
    assert (ana(result).health, kinds(result)) == (5, ["soaked", "damaged"])
    assert (result.throws[0].purpose, result.throws[0].total) == ("armour", 3)

    assert ana(act(context(pc(armour_die=6)), "damage", falls(6), amount=3)).health == 10


@each_of(
    ("sheet", "args"),
    [
        (npc(armour_die=6), {"amount": 3}),
        (pc(), {"amount": 3}),
        (pc(armour_die=6), {"amount": 3, "direct": True}),
    ],
)
def test_only_a_pc_in_armour_rolls_it_and_not_against_direct_damage(sheet: Any, args: Any) -> None:
    assert ana(act(context(sheet), "damage", NEVER, **args)).health == 7


def test_no_armour_is_rolled_against_no_damage() -> None:
    assert ana(act(context(pc(armour_die=6)), "damage", NEVER, amount=0)).health == 10


def test_stone_is_immune_to_ordinary_damage_only() -> None:
    stone = context(pc(states=suffering("petrified")))

    assert kinds(act(stone, "damage", amount=5)) == ["immune"]
    assert kinds(act(stone, "fall", metres=900)) == ["immune"]
    assert ana(act(stone, "damage", amount=5, direct=True)).health == 5


@given(st.integers(-50, 12), st.integers(0, 60))
def test_healing_never_passes_the_maximum_nor_hurts(current: int, amount: int) -> None:
    assert current <= vitals.heal(current, 12, amount) <= 12


def test_healing_above_0_wakes() -> None:
    assert kinds(act(context(pc(health=-3)), "heal", amount=3)) == ["healed"]
    assert kinds(act(context(pc(health=-3)), "heal", amount=4)) == ["healed", "woke"]


@each_of(("centimetres", "dice"), [(0, 0), (299, 0), (300, 1), (590, 1), (600, 2), (1_000, 3), (9_000, 30)])
def test_a_fall_deals_a_die_for_each_complete_three_metres(centimetres: int, dice: int) -> None:
    assert vitals.fall_dice(centimetres) == dice


@pytest.mark.parametrize(("height", "npc_takes", "pc_takes"), [(72, 96, 96), (75, 100, 100), (90, 100, 120)])
def test_a_fall_deals_an_npc_a_hundred_at_most_and_a_pc_without_limit(
    height: int, npc_takes: int, pc_takes: int
) -> None:
    hardy: dict[str, Any] = {"health": 500, "health_max": 500}
    at_npc, at_pc = context(npc(**hardy)), context(pc(armour_die=12, **hardy))

    assert ana(act(at_npc, "fall", metres=height * 100, static=True)).health == 500 - npc_takes
    assert ana(act(at_pc, "fall", metres=height * 100, static=True)).health == 500 - pc_takes


def test_a_rolled_fall_adds_its_dice_and_a_short_one_is_harmless() -> None:
    result = act(context(pc(armour_die=12)), "fall", falls(6, 1), metres=650)
    assert (ana(result).health, result.throws[0].expression) == (3, "2d6")

    assert kinds(act(context(pc()), "fall", metres=290)) == ["fell_unhurt"]


@pytest.mark.parametrize("temporary", [True, False])
def test_a_value_below_two_kills_a_pc_even_for_a_time(temporary: bool) -> None:
    hurt = act(context(pc()), "reduce", attribute="mind", amount=8, temporary=temporary)
    dead = act(context(pc()), "reduce", attribute="mind", amount=9, temporary=temporary)

    assert (ana(hurt).attributes["mind"].present, ana(hurt).dead) == (2, False)
    assert (ana(dead).dead, ana(dead).cause) == (True, "lost_attribute")
    assert not ana(act(context(npc()), "reduce", attribute="mind", amount=9)).dead


def test_a_weakened_value_leaves_its_difficulty_alone_and_can_be_restored() -> None:
    weak = ana(act(context(pc()), "reduce", attribute="mind", amount=4, temporary=True))
    assert (weak.attributes["mind"].present, weak.attributes["mind"].difficulty) == (6, 10)

    assert ana(act(context(weak), "restore", attribute="mind", amount=1)).attributes["mind"].present == 7
    assert ana(act(context(weak), "restore", attribute="mind")).attributes["mind"].present == 10
    with pytest.raises(Refusal, match="nothing_to_restore"):
        act(context(pc()), "restore", attribute="mind")


def test_death_and_the_return_from_it() -> None:
    dead = ana(act(context(npc()), "kill", cause="un rayo"))
    assert (dead.dead, dead.cause) == (True, "un rayo")

    for name in ("kill", "eat", "rest", "age"):
        with pytest.raises(Refusal, match="dead"):
            act(context(dead), name)
    slain = replace(dead, health=-2)
    assert (ana(act(context(slain), "revive")).dead, ana(act(context(slain), "revive")).stays_alive) == (
        False,
        True,
    )
    with pytest.raises(Refusal, match="not_dead"):
        act(context(npc()), "revive")


def test_a_creature_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown_creature"):
        act(context(pc()), "heal", who="nobody", amount=1)


def test_hurting_the_dead_has_no_further_facts() -> None:
    assert kinds(act(context(pc(dead=True, health=-1)), "damage", amount=3)) == ["damaged"]
    assert ANA in act(context(pc(dead=True)), "damage", amount=3).sheets


@each_of(
    ("conditions", "faces", "taken"),
    [(("diseased",), (5,), 6), (("diseased",), (1,), 9), (("dominated",), (7, 3), 6), ((), (7,), 2)],
)
def test_all_rolls_of_the_afflicted_are_lowered_armour_too(
    conditions: tuple[str, ...], faces: tuple[int, ...], taken: int
) -> None:  # R1-100, R1-101, A1-42
    at = context(pc(armour_die=8, health=10, states=suffering(*conditions)))
    result = act(at, "damage", falls(*faces), amount=9)

    assert 10 - ana(result).health == taken
    assert ("effect_lowered" in kinds(result)) is bool(conditions)
