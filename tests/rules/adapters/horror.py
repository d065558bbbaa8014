"""Horror's conformance operations: the cases' plain values in and out."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.rules.adapters import Operation
from tests.rules.adapters.clock import Passages, pass_time
from tests.rules.loaded import loaded_dice
from tests.session.game import Game
from tracker.rules.games.horror.checks import attribute_roll as roll_attribute
from tracker.rules.games.horror.checks import outcome_of
from tracker.rules.games.horror.harm import (
    ONLY_HARM,
    Sanity,
    dying_die,
    fall,
    lose_permanently,
    regain,
    rescue,
    roll_cosmetic_change,
    roll_scar,
    session_ends,
    suffer_stress,
    turn_ends,
    wound,
)
from tracker.rules.games.horror.harm import take_damage as hurt
from tracker.rules.games.horror.sheet import Difficulty


def attribute_roll(
    dice: Sequence[int], attribute: int, difficulty: str = "normal", *, vulnerable: bool = False
) -> Mapping[str, Any]:
    made = roll_attribute(attribute, loaded_dice(*dice), Difficulty(difficulty), exposed=vulnerable)
    return {"total": made.total, "success": made.outcome.success}


def result_band(total: int) -> Mapping[str, Any]:
    outcome = outcome_of(total)
    return {
        "success": outcome.success,
        "own_consequence": outcome.owes_consequence,
        "can_choose_target_consequence": outcome.may_affect_target,
    }


def only_harm_possible() -> Mapping[str, Any]:
    return {"damage": ONLY_HARM}


def herir(weapon_damages: Sequence[int], chosen: int) -> Mapping[str, Any]:
    return {"damage": wound(weapon_damages, chosen)}


def stress(sanity: int, die: int) -> Mapping[str, Any]:
    return {"sanity": suffer_stress(Sanity(sanity, sanity), loaded_dice(die)).sanity.points}


def take_damage(pv: int, damage: int) -> Mapping[str, Any]:
    damaged = hurt(pv, damage)
    return {"pv": damaged.hit_points, "dying": damaged.dying}


def dying_sides(*, weak_heart: bool) -> Mapping[str, Any]:
    return {"sides": dying_die(weak_heart=weak_heart)}


def dying(turns_rolled: int, aid_turn: int | None = None) -> Mapping[str, Any]:
    left, turn = turn_ends(fall(loaded_dice(turns_rolled)).dying), 1
    while not left.dead:
        if turn == aid_turn:
            rescued = rescue(left)
            return {"dead": False, "pv": rescued.hit_points, "scar_roll": rescued.scar_due}
        left, turn = turn_ends(left), turn + 1
    return {"dead": True, "pv": 0, "scar_roll": False, "death_turn": turn - 1}


def scar(dice: Sequence[int]) -> Mapping[str, Any]:
    left = roll_scar(loaded_dice(*dice)).scar
    return {
        "scar": left,
        "max_sanity_delta": -left.permanent_sanity_loss,
        "extra_roll": left.further_die and f"d{left.further_die}",
        "learns_spell": left.teaches_spell,
    }


def cosmetic(die: int) -> Mapping[str, Any]:
    return {"change": roll_cosmetic_change(loaded_dice(die)).change}


def permanent_sanity_loss(sanity: int, maximum: int, loss: int) -> Mapping[str, Any]:
    left = lose_permanently(Sanity(sanity, maximum), loss)
    return {"sanity": left.points, "maximum": left.maximum, "npc": left.is_lost}


def regain_sanity(sanity: int, maximum: int, die: int) -> Mapping[str, Any]:
    return {"sanity": regain(Sanity(sanity, maximum), loaded_dice(die)).sanity.points}


def session_end(sanity: int, maximum: int, sessions_since_full: int) -> Mapping[str, Any]:
    ended = session_ends(Sanity(sanity, maximum), sessions_since_full)
    return {"sanity": ended.sanity.points, "sessions_since_full": ended.sessions_since_full}


def dying_by_clock(turns_rolled: int, passages: Passages) -> Mapping[str, Any]:
    game = Game("pj Ana", "daño ana 20", system="horror")
    game.do("resuelve", turns_rolled)
    game.do("turno")  # the TURN in which she fell does not count (A2-05)
    pass_time(game, passages)
    return {"dead": "death" in game.pending, "seconds": game.session.elapsed}


OPERATIONS: Mapping[str, Operation] = {
    "dying_by_clock": dying_by_clock,
    "attribute_roll": attribute_roll,
    "result_band": result_band,
    "only_harm_possible": only_harm_possible,
    "herir": herir,
    "stress": stress,
    "take_damage": take_damage,
    "dying_die": dying_sides,
    "dying": dying,
    "scar": scar,
    "cosmetic": cosmetic,
    "permanent_sanity_loss": permanent_sanity_loss,
    "zero_sanity_recovery": regain_sanity,
    "favourite_activity": regain_sanity,
    "session_end": session_end,
}
