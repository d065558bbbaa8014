"""The conditions: what they hinder, how they end, their effects on a turn (R1-095..R1-108)."""

from collections import Counter
from typing import Any

import pytest

from tests.rules.chronicle.tables import (
    ANA,
    GOBLIN,
    act,
    ana,
    context,
    kinds,
    npc,
    pc,
    pending_kinds,
    resolve_pending,
    ruled,
    suffering,
)
from tests.rules.faces import falls
from tests.trials import each_of
from tracker.rules.clock import DAY
from tracker.rules.games.chronicle import pending, sheet
from tracker.rules.games.chronicle.checks import roll_mode
from tracker.rules.games.chronicle.sheet import ATTRIBUTES, CONDITIONS, Task
from tracker.rules.games.chronicle.system import CHRONICLE
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll, RuleResult


def roll_under(*conditions: str, **task: Any) -> tuple[str, int, bool]:
    hindered = sheet.hindrance(conditions, Task(**{"attribute": "strength", **task}))
    given = roll_mode(hindered.modifiers, 0, hindered.disadvantage)
    return given.mode, given.static, hindered.auto_fail


@each_of(
    ("attribute", "conditions"),
    [
        ("strength", {"restrained", "petrified"}),
        ("agility", {"paralysed"}),
        ("endurance", {"diseased", "poisoned"}),
        ("mind", {"confused", "frightened"}),
        ("intuition", {"blinded", "deafened"}),
        ("presence", {"dominated", "fascinated"}),
    ],
)
def test_each_condition_is_shaken_off_with_its_attribute(attribute: str, conditions: set[str]) -> None:
    assert {each for each in CONDITIONS if CONDITIONS[each].freed_by == attribute} == conditions


@each_of("sense", ["sight", "ranged", "dodge"])
@each_of("condition", ["blinded", "petrified"])
def test_the_blind_are_hindered_when_sight_is_needed(condition: str, sense: str) -> None:
    assert roll_under(condition, **{sense: True}) == ("disadvantage", 0, sense == "ranged")
    assert roll_under(condition) == ("", 0, False)


@pytest.mark.parametrize("condition", ["deafened", "petrified"])
def test_the_deaf_are_hindered_when_hearing_is_needed(condition: str) -> None:
    assert roll_under(condition, hearing=True) == ("disadvantage", 0, False)


def test_the_paralysed_dodge_at_disadvantage() -> None:
    assert roll_under("paralysed", attribute="agility", dodge=True) == ("disadvantage", 0, False)
    assert roll_under("paralysed", attribute="agility") == ("", 0, False)


@each_of("attribute", ATTRIBUTES)
def test_disease_domination_and_fascination_lower_rolls(attribute: str) -> None:
    mental = attribute in {"mind", "intuition", "presence"}

    assert roll_under("diseased", attribute=attribute) == ("", -2, False)
    assert roll_under("dominated", attribute=attribute) == ("disadvantage", 0, False)
    assert roll_under("fascinated", attribute=attribute)[0] == ("disadvantage" if mental else "")


def test_a_bonus_can_bring_fascination_back_within_three() -> None:
    hindered = sheet.hindrance(["fascinated"], Task("mind"))

    assert roll_mode((*hindered.modifiers, 2)).static == -2


@each_of("condition", ["restrained", "frightened", "poisoned", "confused"])
def test_the_other_conditions_change_no_roll(condition: str) -> None:
    assert roll_under(condition, sight=True, hearing=True, dodge=True) == ("", 0, False)


def test_confusion_strikes_ally_and_self_five_times_in_twenty_each() -> None:
    assert Counter(pending.confusion(face) for face in range(1, 21)) == {
        "normal": 10,
        "attack_ally": 5,
        "hit_self": 5,
    }
    assert (pending.confusion(11), pending.confusion(12)) == ("hit_self", "attack_ally")


def test_paralysis_takes_the_turn_from_eleven_on() -> None:
    assert [pending.paralysis(face) for face in (10, 11)] == ["acts", "paralysed"]


def turn_rolls(**values: Any) -> tuple[PendingRoll, ...]:
    return CHRONICLE.turn_starts(context(pc(**values)), ANA)


def test_a_turn_starts_with_a_save_for_each_condition_then_their_effects() -> None:
    given = turn_rolls(states=suffering("confused", "paralysed", "frightened", "poisoned"))

    assert pending_kinds(given) == ["save"] * 4 + ["confusion", "paralysis", "reminder"]


def test_the_effect_of_an_ended_condition_is_no_longer_pending() -> None:
    at = context(pc(states=suffering("confused")))
    save, confusion = CHRONICLE.turn_starts(at, ANA)
    freed = ruled(at, resolve_pending(at, save, falls(10)))
    stuck = ruled(at, resolve_pending(at, save, falls(9)))

    assert not CHRONICLE.still_pending(freed, confusion)
    assert not CHRONICLE.still_pending(freed, save)
    assert CHRONICLE.still_pending(stuck, confusion)


@pytest.mark.parametrize(("source", "allowed"), [(4, True), (5, True), (6, False)])
def test_stone_from_a_higher_level_allows_no_save(source: int, allowed: bool) -> None:
    given = turn_rolls(level=5, states=suffering("petrified", source_level=source))

    assert pending_kinds(given) == (["save"] if allowed else []) + ["reminder"]


def test_petrification_replaces_the_effects_of_other_conditions() -> None:
    assert pending_kinds(turn_rolls(states=suffering("petrified", "confused", "frightened"))) == [
        "save"
    ] * 3 + ["reminder"]


def test_the_unconscious_only_save_and_the_dead_do_not() -> None:
    assert pending_kinds(turn_rolls(states=suffering("confused", "frightened"), health=0)) == ["save", "save"]
    assert turn_rolls(states=suffering("confused"), dead=True) == ()


def test_a_save_counts_every_hindrance() -> None:
    at = context(pc(states=suffering("fascinated", "diseased")))
    save = next(pending for pending in CHRONICLE.turn_starts(at, ANA) if pending.key == "save.fascinated")

    assert CHRONICLE.faces_of(at, save) == (20, 20)
    result = resolve_pending(at, save, falls(10, 12))
    assert (kinds(result), result.throws[0].mode) == (["shook_off"], "disadvantage")


@each_of(
    ("condition", "face", "told"),
    [
        ("confused", 10, "confused_normal"),
        ("confused", 11, "confused_hit_self"),
        ("confused", 12, "confused_attack_ally"),
        ("paralysed", 10, "paralysed_acts"),
        ("paralysed", 11, "paralysed_paralysed"),
    ],
)
def test_a_lost_turn_is_a_fact_and_changes_no_sheet(condition: str, face: int, told: str) -> None:
    at = context(pc(states=suffering(condition)))
    result = resolve_pending(at, CHRONICLE.turn_starts(at, ANA)[1], falls(face))

    assert (kinds(result), dict(result.sheets)) == ([told], {})


def test_poison_deals_its_level_at_the_end_of_the_turn_past_any_armour() -> None:
    at = context(pc(armour_die=12, states=suffering("poisoned", level=5)))
    (poison,) = CHRONICLE.turn_ends(at, ANA)

    assert CHRONICLE.faces_of(at, poison) == ()
    assert ana(resolve_pending(at, poison)).health == 5
    assert CHRONICLE.turn_ends(context(pc()), ANA) == ()


def test_poison_of_an_ended_turn_is_owed_even_by_a_creature_freed_of_it() -> None:  # R1-107, A1-41
    at = context(pc(states=suffering("poisoned", level=5)))
    (poison,) = CHRONICLE.turn_ends(at, ANA)
    freed = ruled(at, act(at, "release", condition="poisoned"))

    assert ana(resolve_pending(freed, poison)).health == 5
    assert CHRONICLE.turn_ends(freed, ANA) == ()


def test_a_pending_roll_changes_nothing_before_it_is_resolved() -> None:
    at = context(pc(states=suffering("poisoned", level=5)))
    before = at.sheets[ANA]
    CHRONICLE.turn_ends(at, ANA)
    CHRONICLE.time_passes(at, ANA, 10**6)

    assert at.sheets[ANA] == before


def test_a_stronger_poison_replaces_a_weaker_one_and_says_so() -> None:  # R1-107
    at = context(pc(states=suffering("poisoned", level=5)))
    weaker, stronger = (act(at, "condition", condition="poisoned", level=level) for level in (3, 8))

    assert (dict(weaker.sheets), kinds(weaker)) == ({}, ["stronger_poison"])
    assert (ana(stronger).states["poisoned"].level, kinds(stronger)) == (8, ["poisoned_worse"])


def test_poison_needs_a_level_and_the_same_condition_again_replaces_the_first() -> None:
    with pytest.raises(Refusal, match="poison_without_level"):
        act(context(pc()), "condition", condition="poisoned")
    once = context(ana(act(context(pc()), "condition", condition="poisoned", level=5)))
    twice = ana(act(once, "condition", condition="poisoned", level=5, source="araña"))

    assert (len(twice.states), twice.states["poisoned"].source) == (1, "araña")


@each_of(
    ("levels", "strength"),
    [({"level": 6}, 6), ({"source_level": 6}, 6), ({"level": 6, "source_level": 6}, 6), ({"level": 100}, 99)],
)
def test_the_level_of_stone_is_that_of_its_source(levels: dict[str, Any], strength: int) -> None:  # R1-105
    stone = ana(act(context(pc(level=5)), "condition", condition="petrified", **levels))

    assert (stone.states["petrified"].source_level, stone.states["petrified"].level) == (strength, 0)
    assert not stone.may_shake_off("petrified")


def test_the_level_of_stone_is_said_once() -> None:  # R1-105
    with pytest.raises(Refusal, match="not_used"):
        act(context(pc()), "condition", condition="petrified", level=77, source_level=4)


def test_an_extra_save_frees_the_dominated_and_the_fascinated() -> None:
    at = context(pc(states=suffering("dominated")))
    freed = act(at, "resist", falls(15, 10), condition="dominated")
    helped = act(at, "resist", falls(10), condition="dominated", effort=True)

    assert dict(ana(freed).states) == {}
    assert (ana(helped).effort, dict(ana(helped).states), kinds(helped)) == (
        1,
        {},
        ["effort_for_normal_test", "shook_off"],
    )
    with pytest.raises(Refusal, match="not_suffered"):
        act(at, "resist", falls(10), condition="fascinated")


def test_a_failed_extra_save_still_costs_its_effort() -> None:
    at = context(pc(states=suffering("fascinated")))
    result = act(at, "resist", falls(2), condition="fascinated", effort=True)

    assert (ana(result).effort, kinds(result)) == (1, ["effort_for_normal_test", "still_suffers"])


def test_effort_favours_the_save_of_a_turn() -> None:  # R1-013, R1-053
    at = context(pc(states=suffering("frightened")))
    (save, _reminder) = CHRONICLE.turn_starts(at, ANA)
    favoured = CHRONICLE.with_favour(at, save)

    assert (CHRONICLE.faces_of(at, save), CHRONICLE.faces_of(at, favoured)) == ((20,), (20, 20))
    result = resolve_pending(at, favoured, falls(4, 15))
    assert (ana(result).effort, dict(ana(result).states)) == (1, {})
    assert kinds(result) == ["effort_for_test", "shook_off"]


def test_effort_takes_the_disadvantage_of_a_save_away() -> None:  # R1-053, A1-17
    at = context(pc(states=suffering("dominated")))
    favoured = CHRONICLE.with_favour(at, CHRONICLE.turn_starts(at, ANA)[0])

    assert CHRONICLE.faces_of(at, favoured) == (20,)
    result = resolve_pending(at, favoured, falls(4))
    assert (ana(result).effort, kinds(result)) == (1, ["effort_for_normal_test", "still_suffers"])


@each_of(
    ("kind", "data"),
    [
        ("confusion", {"condition": "confused"}),
        ("paralysis", {"condition": "paralysed"}),
        ("poison", {"condition": "poisoned"}),
        ("save", {"condition": "blinded"}),
        ("ageing", {"year": 1, "at": 1}),
        ("health_die", {}),
        ("effort", {}),
    ],
)
def test_effort_is_spent_on_no_roll_but_that_of_an_attribute(kind: str, data: dict[str, Any]) -> None:
    at = context(pc(states=suffering("confused", "paralysed", "poisoned"), effort=1))
    with pytest.raises(Refusal, match="effort_unfit"):
        CHRONICLE.with_favour(at, PendingRoll("key", kind, ANA, data))


def test_a_save_is_not_favoured_without_effort() -> None:
    at = context(pc(states=suffering("frightened"), effort=0))
    with pytest.raises(Refusal, match="no_effort"):
        CHRONICLE.with_favour(at, CHRONICLE.turn_starts(at, ANA)[0])


def test_each_deaf_member_takes_one_from_the_groups_initiative() -> None:
    at = context(pc(states=suffering("deafened")), npc(states=suffering("petrified")))

    assert CHRONICLE.initiative_handling(at, (ANA, "goblin"), (ANA, "goblin")).static == -2
    assert CHRONICLE.initiative_handling(at, (ANA,), (ANA, "goblin")).static == -2
    assert CHRONICLE.initiative_handling(context(pc(), npc()), (ANA, "goblin"), (ANA, "goblin")).static == 0


def test_sickness_lost_sleep_and_domination_lower_the_initiative_of_who_rolls() -> None:  # A1-42, A1-51
    sick = pc(states=suffering("diseased"), awake_since=0)
    at = context(sick, npc(states=suffering("dominated")), now=DAY)
    own, goblins = (CHRONICLE.initiative_handling(at, (who,), (ANA, "goblin")) for who in (ANA, "goblin"))

    assert (own.static, own.mode, own.facts) == (-2 + sick.sleep_penalty(DAY), "", ())
    assert (goblins.static, goblins.mode) == (0, "disadvantage")
    both = CHRONICLE.initiative_handling(at, (ANA, "goblin"), (ANA, "goblin"))
    assert (both.static, both.mode) == (0, "")


def test_releasing_a_condition_that_a_creature_does_not_suffer_is_refused() -> None:
    with pytest.raises(Refusal, match="not_suffered"):
        act(context(pc()), "release", condition="blinded")


def test_strange_pending_rolls_and_states_of_another_program_break_nothing() -> None:
    strange = pc(states=suffering("hexed"), attributes={})
    at = context(strange, now=9**9)

    assert CHRONICLE.turn_starts(at, ANA) == ()
    assert act(at, "test", falls(12, 12), attribute="mind").throws[0].target == 12
    for kind in [*CHRONICLE.pending_rolls, "of_a_newer_version"]:
        for who in (ANA, "nobody"):
            pending = PendingRoll("key", kind, who, {"condition": "hexed", "at": "noon"})
            assert CHRONICLE.still_pending(at, pending) is (who == ANA and kind in {"health_die", "effort"})
            CHRONICLE.faces_of(at, pending)


def test_the_fascinated_may_save_once_more_when_hurt() -> None:  # R1-102, A1-33
    at = context(pc(states=suffering("fascinated"), health=9))
    hurt = act(at, "damage", amount=2)
    (pending,) = hurt.pending

    assert (pending.kind, pending.data["condition"], kinds(hurt)[-1]) == (
        "save",
        "fascinated",
        "fascinated_hurt",
    )
    assert "fascinated" not in ana(resolve_pending(ruled(at, hurt), pending, falls(20, 20))).states


@each_of(
    "unhurt",
    [
        act(context(pc(states=suffering("fascinated"))), "damage", amount=0),
        act(context(pc(states=suffering("fascinated", "petrified"))), "damage", amount=5),
        act(context(pc(states=suffering("fascinated"), armour_die=8)), "damage", falls(8), amount=5),
        act(context(npc(states=suffering("fascinated"))), "damage", amount=99),
        act(context(pc(states=suffering("dominated"))), "damage", amount=5),
    ],
)
def test_no_damage_gives_the_fascinated_no_save(unhurt: RuleResult) -> None:  # R1-102
    assert unhurt.pending == ()


def test_the_dead_do_not_lower_their_sides_initiative() -> None:  # R1-106, A1-31
    at = context(pc(states=suffering("deafened")), pc(states=suffering("petrified"), dead=True))

    assert CHRONICLE.initiative_handling(at, (ANA, GOBLIN), (ANA, GOBLIN)).static == -1
