"""Chronicle's conformance operations: the cases' Spanish attributes and `dN` dice in, plain values out."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from tests.rules.adapters import Operation
from tests.rules.adapters.clock import Passages, pass_time
from tests.session.game import Game
from tracker.rules import usage_die, usage_die_life
from tracker.rules.clock import HOUR
from tracker.rules.dice import Mode
from tracker.rules.games.chronicle import acts, checks, pending, sheet, vitals
from tracker.rules.games.chronicle.checks import Contender, Handling, happens
from tracker.rules.games.chronicle.sheet import AmmoMode, Attribute, Task, new_character, save_attribute
from tracker.rules.pending import turns_of
from tracker.rules.refusal import Refusal

SPANISH = dict(
    zip(("fuerza", "agilidad", "resistencia", "mente", "intuicion", "presencia"), Attribute, strict=True)
)
IN_SPANISH = {attribute: name for name, attribute in SPANISH.items()}

DANGERS = {
    "fall": "falling",
    "crush": "crushing",
    "dodgeable": "hazard",
    "trap": "hazard",
    "danger": "hazard",
    "attacks": "attack",
    "projectiles": "projectile",
    "necrotic": "necrosis",
    "necrotic_disintegration": "necrosis",
    "disintegration": "necrosis",
    "poisoning": "poison",
    "magic_paralysis": "paralysis",
    "magical_paralysis": "paralysis",
    "illusions": "illusion",
    "perception": "altered_perception",
    "perception_magic": "altered_perception",
    "sensory_magic": "altered_perception",
    "enchantment": "charm",
    "charms": "charm",
    "curses": "curse",
    "geasa": "geas",
    "dodge": "hazard",
    "missile": "projectile",
}
"""Other words for the dangers of the saves."""


def d20_test(
    dice: list[int],
    da: int,
    *,
    modifiers: Sequence[int] = (),
    advantage: int = 0,
    disadvantage: int = 0,
    effort_spent: bool = False,
) -> dict[str, Any]:
    handling = checks.roll_mode(modifiers, advantage, disadvantage, effort=effort_spent)
    test = checks.d20_test(tuple(dice), da, handling)
    return {
        "mode": _mode(handling),
        "natural": test.natural,
        "total": test.total,
        "success": test.outcome.succeeds,
        "critical": test.outcome == "critical",
        "fumble": test.outcome == "fumble",
    }


def roll_mode(
    modifiers: Sequence[int] = (), advantage: int = 0, disadvantage: int = 0, effort_spent: bool = False
) -> dict[str, Any]:
    handling = checks.roll_mode(modifiers, advantage, disadvantage, effort=effort_spent)
    return {"mode": _mode(handling), "static": handling.static}


def needs_roll(**conditions: bool) -> dict[str, Any]:
    return {"roll": checks.needs_roll(**conditions)}


def saved_by(threat: str) -> dict[str, Any]:
    return {"attribute": IN_SPANISH[save_attribute(DANGERS.get(threat, threat))]}


def compare_opposed(a: dict[str, int], b: dict[str, int]) -> dict[str, Any]:
    return {"winner": checks.compare_opposed(_contender(a), _contender(b))}


def probability(threshold: int, die: int) -> dict[str, Any]:
    return {"happens": happens(threshold, die)}


def used(die: str, faces: list[int], mode: str = "normal") -> dict[str, Any]:
    faces_left, sides = iter(faces), _sides(die)
    if not sides:  # what is depleted is never rolled (R1-040)
        return _usage(0)
    return _usage(usage_die.use(sides, lambda _: next(faces_left), _mode_named(mode)).sides)


def usage_sequence(die: str, faces: list[int]) -> dict[str, Any]:
    sides = _sides(die)
    for face in faces:
        if sides:
            sides = usage_die.die_after(sides, face)
    return _usage(sides)


def usage_expected(die: str, mode: str = "normal") -> dict[str, Any]:
    sides, kept = _sides(die), _mode_named(mode)
    return {
        "step": str(usage_die_life.expected_rolls(sides, kept)),
        "chain": str(usage_die_life.expected_life(sides, kept)),
    }


def ammo_merge(option: str, a: str, b: str) -> dict[str, Any]:
    try:
        merged = acts.merged_die(AmmoMode(option), _sides(a), _sides(b))
    except Refusal:
        return {"allowed": False, "die": None}
    return {"allowed": True, "die": f"d{merged}"}


def ammo_rolls(option: str, shots: int) -> dict[str, Any]:
    return {"usage_rolls": acts.usage_rolls(AmmoMode(option), shots)}


def damage(current: int, maximum: int, damage: int, kind: str) -> dict[str, Any]:
    harm = vitals.damage(current, damage, pc=kind == "pc")
    return {"current": harm.current, "unconscious": harm.unconscious, "dead": harm.dead}


def heal(current: int, maximum: int, amount: int) -> dict[str, Any]:
    return {"current": vitals.heal(current, maximum, amount)}


def armour(damage: int, armour_face: int | None = None, reducible: bool = True) -> dict[str, Any]:
    return {"taken": vitals.armour(damage, armour_face, reducible=reducible)}


def fall(
    metres: float,
    kind: str,
    faces: Sequence[int] = (),
    static: bool = False,
    armour_face: int | None = None,  # armour does not help in a fall (R1-088, A1-27)
) -> dict[str, Any]:
    centimetres = int(Decimal(str(metres)) * 100)
    total = vitals.static_fall(centimetres) if static else sum(faces)
    return {
        "dice": vitals.fall_dice(centimetres),
        "taken": vitals.fall_damage(total, pc=kind == "pc"),
    }


def rest_effort(
    effort_: int, maximum: int, nights_without_recovery: int, successes: list[bool]
) -> dict[str, Any]:
    recovery = vitals.recover(effort_, maximum, nights_without_recovery, successes)
    return {"effort": recovery.effort, "nights_without_recovery": recovery.nights}


def extra_languages(mind: int) -> dict[str, Any]:
    return {"extra": sheet.extra_languages(mind)}


def hungry(base_da: int, events: list[dict[str, Any]]) -> dict[str, Any]:
    starvation, asked = vitals.Starvation(), []
    for event in events:
        if starvation.dead:
            break
        if event.get("meal"):
            starvation = vitals.Starvation()
            continue
        asked.append(base_da + starvation.days + 1)
        test = checks.d20_test((event["unfed_day_face"],), asked[-1], Handling())
        starvation = vitals.add_hungry_day(starvation, passed=test.outcome.succeeds)
    return {
        "da": base_da + starvation.days,
        "failures": starvation.failures,
        "dead": starvation.dead,
        "roll_das": asked,
    }


def sleep_day(day_without_sleep: int) -> dict[str, Any]:
    return _sleepless(vitals.penalty_of_day(day_without_sleep))


def sleep_hours(hours_awake: float) -> dict[str, Any]:
    return _sleepless(new_character("pc").sleep_penalty(int(hours_awake * HOUR)))


def sleep_recovery(penalty: int, hours_slept: float) -> dict[str, Any]:
    return {"penalty": vitals.penalty_after(penalty, int(hours_slept * HOUR))}


def ageing_due(age: int, minimum_age: int) -> dict[str, Any]:
    return {"roll_due": sheet.is_ageing(age, minimum_age)}


def ageing_attribute(die: int) -> dict[str, Any]:
    return {"attribute": IN_SPANISH[sheet.aged_attribute(die)]}


def va_death(va: int) -> dict[str, Any]:
    return {"dead": vitals.dies_of_value(va)}


def state_attribute(state: str) -> dict[str, Any]:
    return {"attribute": IN_SPANISH[sheet.CONDITIONS[state].freed_by]}


def confusion(die: int) -> dict[str, Any]:
    return {"outcome": pending.confusion(die)}


def paralysis(die: int) -> dict[str, Any]:
    return {"outcome": pending.paralysis(die)}


def state_roll(
    states_: list[str],
    attribute: str,
    *,
    needs_sight: bool = False,
    needs_hearing: bool = False,
    ranged_attack: bool = False,
    dodge: bool = False,
) -> dict[str, Any]:
    task = Task(SPANISH[attribute], needs_sight, needs_hearing, ranged_attack, dodge)
    hindered = sheet.hindrance(states_, task)
    handling = checks.roll_mode(hindered.modifiers, 0, hindered.disadvantage)
    return {"mode": _mode(handling), "static": handling.static, "auto_fail": hindered.auto_fail}


def poison_end_turn(level: int, current: int) -> dict[str, Any]:
    return {"current": vitals.damage(current, vitals.armour(level, None, reducible=False), pc=True).current}


def petrified_save(source_level: int, own_level: int) -> dict[str, Any]:
    return {"allowed": sheet.may_shake_off("petrified", source_level, own_level)}


def group_initiative(deaf_members: int) -> dict[str, Any]:
    return {"modifier": deaf_members * sheet.CONDITIONS["deafened"].initiative}


def _mode_named(name: str) -> Mode:
    return Mode.NORMAL if name == "normal" else Mode(name)


def _mode(handling: Handling) -> str:
    return handling.mode or "normal"


def _sides(die: str) -> int:
    return 0 if die == "depleted" else int(die.removeprefix("d"))


def _usage(sides: int) -> dict[str, Any]:
    return {"die": f"d{sides}" if sides else "depleted", "depleted": sides == 0}


def _contender(side: Mapping[str, int]) -> Contender:
    outcome = checks.judge(side["natural"], side["total"], side["da"])
    return Contender(side["total"], outcome, side["va"])


def _sleepless(penalty: int) -> dict[str, Any]:
    handling = checks.roll_mode([penalty])
    return {
        "mode": _mode(handling),
        "static": handling.static,
        "save_required": vitals.threatens_life(penalty),
    }


def _with_input_names(operation: Operation, **names: str) -> Operation:
    """Let an input whose name is a module's here come in under another."""

    def call(**inputs: Any) -> Mapping[str, Any]:
        return operation(**{names.get(name, name): value for name, value in inputs.items()})

    return call


def turns_lived(passages: Passages, who: str = "bystander") -> dict[str, Any]:
    game = Game("pj Ana", "estado ana veneno nivel 1")
    pass_time(game, passages, 'ana, "rival 1"' if who == "fighter" else '"rival 1", "rival 2"')
    lived = sum(turns_of(each) for each in game.session.pending.values() if each.kind == "poison")
    return {"seconds": game.session.elapsed, "turns": lived}


def initiative(face: int, conditions: Sequence[str] = (), deaf_mates: int = 0) -> dict[str, Any]:
    mates = [f"Mate{number}" for number in range(deaf_mates)]
    game = Game("pj Ana", *(f"pj {mate}" for mate in mates), *(f"estado {mate} sordera" for mate in mates))
    for condition in conditions:
        game.do(f"estado ana {condition}")
    game.do("combate Puente")
    return {"total": game.do("iniciativa ana 1d20", face).throws[0].total}


OPERATIONS: Mapping[str, Operation] = {
    "turns_lived": turns_lived,
    "initiative": initiative,
    "d20_test": d20_test,
    "roll_mode": roll_mode,
    "needs_roll": needs_roll,
    "save_attribute": saved_by,
    "opposed": compare_opposed,
    "probability": probability,
    "usage_die": used,
    "usage_sequence": usage_sequence,
    "usage_expected": usage_expected,
    "ammo_merge": ammo_merge,
    "ammo_rolls": ammo_rolls,
    "damage": damage,
    "heal": heal,
    "armour": armour,
    "fall": fall,
    "rest_effort": _with_input_names(rest_effort, effort="effort_"),
    "extra_languages": extra_languages,
    "hunger": hungry,
    "sleep_day": sleep_day,
    "sleep_hours": sleep_hours,
    "sleep_recovery": sleep_recovery,
    "ageing_due": ageing_due,
    "ageing_attribute": ageing_attribute,
    "va_death": va_death,
    "state_attribute": state_attribute,
    "confusion": confusion,
    "paralysis": paralysis,
    "state_roll": _with_input_names(state_roll, states="states_"),
    "poison_end_turn": poison_end_turn,
    "petrified_save": petrified_save,
    "group_initiative": group_initiative,
}
