"""Tests, opposed rolls, Effort, modifiers, slots and ammunition as a GM asks for them."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.chronicle.tables import (
    ANA,
    DAY,
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
from tests.rules.faces import announces, falls
from tests.trials import each_of
from tracker.rules.games import SYSTEMS
from tracker.rules.games.chronicle.sheet import AmmoMode, Character, Modifier, Slot, new_character
from tracker.rules.games.chronicle.system import CHRONICLE
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.systems import system_of


def arrows(die: int = 4, **values: Any) -> Supply:
    return replace(Supply("flechas", ANA, die, Trigger.AMMUNITION), **values)


def test_a_test_shows_its_target_its_dice_and_its_outcome() -> None:
    throw = act(context(pc()), "test", falls(9), attribute="mind", modifier=(1, 1)).throws[0]

    assert (throw.who, throw.subject, throw.target) == (ANA, "mind", 10)
    assert (throw.total, throw.static, throw.expression) == (11, 2, "1d20+2")
    assert throw.outcome == "success"


def test_conditions_sleep_and_modifiers_change_a_test() -> None:
    burdened = pc(
        states=suffering("diseased"),
        modifiers={"bendición": Modifier(1, "bendición"), "talismán": Modifier(3, "", 0, "mind")},
        awake_since=-DAY,
        fed_at=-2 * DAY,
    )
    endurance = act(context(burdened), "test", falls(12), attribute="endurance").throws[0]
    mind = act(context(burdened), "test", falls(12), attribute="mind").throws[0]

    assert (endurance.static, endurance.target, endurance.outcome) == (-2, 12, "failure")
    assert (mind.static, mind.target) == (1, 10)


def test_lasting_advantage_counts_and_cancels() -> None:
    favoured = pc(modifiers={"lugar alto": Modifier(0, "lugar alto", 1)})

    assert act(context(favoured), "test", falls(3, 12), attribute="mind").throws[0].mode == "advantage"
    assert act(context(favoured), "test", falls(3), attribute="mind", disadvantage=True).throws[0].mode == ""


def test_effort_is_spent_before_the_roll_and_refused_when_there_is_none() -> None:
    result = act(context(pc()), "test", falls(3, 12), attribute="mind", effort=True)
    assert (ana(result).effort, result.throws[0].mode) == (1, "advantage")

    with pytest.raises(Refusal, match="no_effort"):
        act(context(pc(effort=0)), "test", attribute="mind", effort=True)
    with pytest.raises(Refusal, match="no_effort"):
        act(context(pc(effort=0)), "effort", use="talent")


def test_effort_on_an_effect_or_a_talent_is_a_reminder() -> None:
    result = act(context(pc()), "effort", use="potency")

    assert (ana(result).effort, kinds(result)) == (1, ["effort_for_potency"])


def test_a_blind_archer_misses_without_a_roll_and_without_effort() -> None:
    at = context(pc(states=suffering("blinded")))
    result = act(at, "test", attribute="agility", ranged=True, effort=True)

    assert (kinds(result), result.throws, dict(result.sheets)) == (["failed_unseeing"], (), {})


def test_a_player_may_announce_the_kept_die_alone() -> None:
    throw = act(context(pc()), "test", announces(20), attribute="mind", advantage=True).throws[0]

    assert (throw.outcome, len(throw.dice), throw.dice[0].typed) == ("critical", 1, True)


def test_a_save_is_a_test_by_another_name() -> None:
    assert act(context(pc()), "test", falls(10), attribute="agility", save=True).throws[0].purpose == "save"


def test_opposed_rolls_name_the_winner_and_leave_ties_to_be_rolled_again() -> None:
    at = context(pc(), npc())

    def against(*faces: int) -> Any:
        return act(at, "opposed", falls(*faces), attribute="strength", creature=GOBLIN).facts[0]

    assert (against(12, 9).data["who"], against(9, 12).data["who"]) == (ANA, GOBLIN)
    assert against(12, 12).kind == "opposed_tied"
    with pytest.raises(Refusal, match="opposes_itself"):
        act(at, "opposed", attribute="strength", creature=ANA)


def test_each_side_of_an_opposed_roll_has_its_own_attribute_and_mode() -> None:
    result = act(
        context(pc(), npc()),
        "opposed",
        falls(12, 5, 14),
        attribute="agility",
        creature=GOBLIN,
        other_attribute="intuition",
        other_disadvantage=True,
    )

    assert [throw.subject for throw in result.throws] == ["agility", "intuition"]
    assert [throw.total for throw in result.throws] == [12, 5]


@pytest.mark.parametrize(("face", "outcome"), [(12, "happens"), (11, "does_not_happen")])
def test_a_chance_happens_from_its_number_on(face: int, outcome: str) -> None:
    assert act(context(pc()), "chance", falls(face), threshold=12).throws[0].outcome == outcome


def test_a_modifier_comes_and_goes_by_its_cause() -> None:
    given = ana(act(context(pc()), "modifier", cause=" a/b ", modifier=(2, -1), advantage=True))
    assert given.modifiers == {"a-b": Modifier(1, "a-b", 1)}

    assert ana(act(context(given), "unmodify", cause="a/b")).modifiers == {}
    with pytest.raises(Refusal, match="empty_modifier"):
        act(context(pc()), "modifier", cause="nada")
    with pytest.raises(Refusal, match="empty_modifier"):
        act(context(pc()), "modifier", cause=" ", modifier=(1,))
    with pytest.raises(Refusal, match="no_such_modifier"):
        act(context(pc()), "unmodify", cause="nada")


def test_spell_slots_are_spent_by_name_until_none_is_left() -> None:
    mage = pc(slots={"nivel 1": Slot(1, 2)})
    spent = ana(act(context(mage), "slot", slot="NIVEL 1"))

    assert spent.slots["nivel 1"] == Slot(0, 2)
    with pytest.raises(Refusal, match="slot_spent"):
        act(context(spent), "slot", slot="nivel 1")
    with pytest.raises(Refusal, match="no_such_slot"):
        act(context(mage), "slot", slot="nivel 9")


@each_of(
    ("danger", "attribute"),
    [
        ("falling", "strength"),
        ("attack", "agility"),
        ("necrosis", "endurance"),
        ("paralysis", "mind"),
        ("altered_perception", "intuition"),
        ("possession", "presence"),
    ],
)
def test_a_danger_is_saved_from_with_its_attribute(danger: str, attribute: str) -> None:  # R1-013..R1-019
    result = act(context(pc()), "save", falls(10), danger=danger)

    (throw,) = result.throws
    assert (throw.purpose, throw.subject, throw.outcome) == ("save", attribute, "success")
    assert result.facts[0].data == {"who": ANA, "danger": danger}


@pytest.mark.parametrize("condition", ["blinded", "paralysed", "petrified"])
def test_blind_and_paralysed_creatures_dodge_at_disadvantage(
    condition: str,
) -> None:  # R1-015, R1-098, R1-104, R1-105
    hindered = context(pc(states=suffering(condition)))

    assert act(hindered, "save", falls(9, 9), danger="projectile").throws[0].mode == "disadvantage"
    assert act(hindered, "save", falls(9), danger="crushing").throws[0].mode == ""


def test_a_shot_per_shot_rolls_at_once() -> None:
    result = act(context(pc(), supplies={"f": arrows()}), "shoot", falls(2))

    assert (result.supplies["f"].die, kinds(result)) == (0, ["supply_depleted"])


def test_a_shot_per_encounter_is_remembered_and_rolled_once_at_the_end() -> None:
    at = context(pc(), supplies={"f": arrows(), "g": arrows()}, ammo=AmmoMode.PER_ENCOUNTER)
    for _ in range(3):
        at = ruled(at, act(at, "shoot", supply="f"))
    (pending,) = CHRONICLE.encounter_ends(at, ANA)

    assert (pending.kind, CHRONICLE.faces_of(at, pending)) == ("ammunition", (4,))
    after = ruled(at, resolve_pending(at, pending, falls(3)))
    assert (after.supplies["f"].die, after.supplies["f"].fired) == (4, False)
    assert not CHRONICLE.still_pending(after, pending)
    assert CHRONICLE.encounter_ends(after, ANA) == ()


def test_shared_ammunition_is_rolled_once() -> None:  # R1-047
    shared = replace(arrows(fired=True), owner="")
    at = context(pc(), pc(), supplies={"f": shared}, ammo=AmmoMode.PER_ENCOUNTER)
    (mine,), (theirs,) = CHRONICLE.encounter_ends(at, ANA), CHRONICLE.encounter_ends(at, GOBLIN)

    assert (mine, mine.who) == (theirs, "")
    assert (CHRONICLE.still_pending(at, mine), CHRONICLE.faces_of(at, mine)) == (True, (4,))
    assert not resolve_pending(at, mine, falls(3)).supplies["f"].fired


def test_per_shot_nothing_is_left_for_the_end_of_the_encounter() -> None:
    assert CHRONICLE.encounter_ends(context(pc(), supplies={"f": arrows(fired=True)}), ANA) == ()


def test_which_ammunition_must_be_clear() -> None:
    with pytest.raises(Refusal, match="no_ammunition"):
        act(context(pc(), supplies={"f": arrows(owner=GOBLIN)}), "shoot")
    with pytest.raises(Refusal, match="which_ammunition"):
        act(context(pc(), supplies={"f": arrows(), "g": arrows()}), "shoot")
    with pytest.raises(Refusal, match="not_ammunition"):
        act(context(pc(), supplies={"t": Supply("antorcha")}), "shoot", supply="t")
    with pytest.raises(Refusal, match="depleted"):
        act(context(pc(), supplies={"f": arrows(0)}), "shoot", supply="f")
    with pytest.raises(Refusal, match="unknown_supply"):
        act(context(pc()), "use", supply="f")


def test_two_equal_quivers_become_one_a_step_up() -> None:
    result = act(context(pc(), supplies={"f": arrows(), "g": arrows()}), "merge", supply="f", other="g")

    assert (result.supplies["f"].die, result.supplies["g"].die) == (6, 0)


@each_of(
    ("first", "second", "ammo", "code"),
    [
        (4, 6, AmmoMode.PER_SHOT, "merge_unequal"),
        (20, 20, AmmoMode.PER_SHOT, "largest_usage_die"),
        (4, 0, AmmoMode.PER_SHOT, "depleted"),
        (4, 4, AmmoMode.PER_ENCOUNTER, "merge_per_encounter"),
    ],
)
def test_other_stacks_do_not_merge(first: int, second: int, ammo: AmmoMode, code: str) -> None:
    at = context(pc(), supplies={"f": arrows(first), "g": arrows(second)}, ammo=ammo)

    with pytest.raises(Refusal, match=code):
        act(at, "merge", supply="f", other="g")
    with pytest.raises(Refusal, match="merge_itself"):
        act(at, "merge", supply="f", other="f")


def test_a_usage_die_takes_advantage_but_no_modifier() -> None:
    torch = {"t": Supply("antorcha", die=4, active=True)}
    weary = pc(states=suffering("dominated"))

    assert act(context(weary, supplies=torch), "use", falls(1), supply="t").supplies["t"].active is False
    kept = act(context(weary, supplies=torch), "use", falls(1, 3), supply="t", advantage=True)
    assert (kept.supplies["t"].die, kept.throws[0].outcome) == (4, "kept")


def test_badges_show_life_conditions_and_needs() -> None:
    worn = pc(health=-1, states=suffering("poisoned", level=5))
    badges = CHRONICLE.badges(context(worn, now=2 * DAY), ANA)

    assert [badge.id for badge in badges] == ["unconscious", "wounded", "poisoned", "hungry", "sleepless"]
    assert [badge.id for badge in CHRONICLE.badges(context(pc(dead=True)), ANA)] == ["dead"]
    assert CHRONICLE.badges(context(pc()), ANA) == ()
    assert CHRONICLE.is_out(pc(dead=True))
    assert not CHRONICLE.is_out(pc(health=-9))


def test_badges_show_lasting_modifiers_with_their_causes() -> None:  # R1-024, R1-025
    blessed = act(context(pc()), "modifier", modifier=(1,), cause="bendición")
    both = act(ruled(context(pc()), blessed), "modifier", modifier=(-1,), attribute="mind", cause="resaca")
    (bonus, penalty) = CHRONICLE.badges(ruled(context(pc()), both), ANA)

    assert (bonus.id, dict(bonus.data)) == ("bonus", {"value": "+1", "attribute": "", "cause": "bendición"})
    assert (penalty.id, penalty.data["value"], penalty.data["attribute"]) == ("penalty", "-1", "mind")
    for mode in ("advantage", "disadvantage"):
        asked: dict[str, Any] = {mode: True, "cause": "suerte"}
        lasting = act(context(pc()), "modifier", **asked)
        (badge,) = CHRONICLE.badges(ruled(context(pc()), lasting), ANA)
        assert (badge.id, badge.data["value"]) == (mode, "")


def test_a_badge_knows_who_brought_a_condition() -> None:
    stone = act(context(pc()), "condition", condition="petrified", source="Medusa", source_level=4)
    (badge,) = CHRONICLE.badges(ruled(context(pc()), stone), ANA)

    assert (dict(badge.data), dict(badge.about)) == ({}, {"source": "Medusa", "source_level": 4})


def test_a_new_creature_is_fed_and_rested() -> None:
    late = new_character("pc", 40 * DAY)

    assert CHRONICLE.badges(context(late, now=40 * DAY), ANA) == ()
    assert pending_kinds(CHRONICLE.time_passes(context(late, now=40 * DAY), ANA, 41 * DAY)) == ["hunger"]


def test_chronicle_is_offered_with_its_fields() -> None:
    assert CHRONICLE.key in SYSTEMS
    assert {field.id for field in CHRONICLE.fields} >= {"health", "mind_difficulty", "slots"}


def test_an_unknown_system_names_the_known_ones() -> None:
    with pytest.raises(Refusal) as caught:
        system_of("poker")

    assert caught.value.data["known"] == ", ".join(SYSTEMS)


def test_the_rival_of_an_opposed_roll_spends_effort_and_has_modifiers() -> None:  # R1-029, R1-053
    at = context(pc(), npc(effort=1))
    result = act(
        at,
        "opposed",
        falls(10, 4, 15),
        attribute="strength",
        creature=GOBLIN,
        other_effort=True,
        other_modifier=2,
    )

    mine, theirs = result.throws
    assert (mine.mode, theirs.mode, theirs.static, theirs.total) == ("", "advantage", 2, 17)
    rival = result.sheets[GOBLIN]
    assert isinstance(rival, Character)
    assert (rival.effort, kinds(result)) == (0, ["effort_for_test", "opposed_won"])


def test_effort_comes_after_advantage_and_disadvantage_have_cancelled() -> None:  # R1-053, A1-43
    both = act(
        context(pc()), "test", falls(3, 17), attribute="mind", advantage=True, disadvantage=True, effort=True
    )

    assert (both.throws[0].mode, both.throws[0].total) == ("advantage", 17)


def test_effort_is_not_taken_where_it_gives_nothing() -> None:  # R1-053
    with pytest.raises(Refusal, match="effort_useless"):
        act(context(pc()), "test", attribute="mind", advantage=True, effort=True)
