"""The clock: what falls due as time goes by, at its own moment and once."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import DARK, DAY, HOUR, Game, fact, party, refusal_code
from tests.trials import each_of, few_examples, one_of
from tracker.rules.body import Living
from tracker.rules.pending import turns_of
from tracker.rules.system import PendingRoll
from tracker.session.moves.clock import MOST_DUES
from tracker.session.moves.undo import undo
from tracker.wording.sentences import sentences
from tracker.wording.waiting import pending_line
from tracker.wording.waiting import pending_lines as numbered_lines

MINUTE = 60


def moments(game: Game, kind: str) -> list[int]:
    return [int(each.data["at"] or 0) for each in game.session.pending.values() if each.kind == kind]


def pending(game: Game) -> list[PendingRoll]:
    return list(game.session.pending.values())


def pending_lines(game: Game) -> list[str]:
    return [pending_line(game.session, each, game.history) for each in pending(game)]


@each_of(
    ("line", "seconds"),
    [("turno", 10), ("ronda", 10), ("intervalo 10m", 600), ("intervalo 1h30m", 5_400), ("intervalo 1d", DAY)],
)
def test_time_passes_in_turns_rounds_and_intervals(line: str, seconds: int) -> None:
    game = Game(line)

    assert game.session.elapsed == seconds


@each_of("span", ["0m", "99999d", "10", "diez", "-10m", "1h 30m", "10x", "m"])
def test_an_impossible_duration_is_refused(span: str) -> None:
    assert refusal_code(lambda: Game(f"intervalo {span}")) in {"bad_duration", "unknown_word"}


def test_a_campaign_begins_at_eight_in_the_morning_of_its_first_day() -> None:
    game = Game("intervalo 16h")

    assert (game.session.day, game.session.time_of_day) == (2, 0)


def test_a_torch_is_rolled_every_ten_minutes_from_when_it_was_lit() -> None:
    game = Game("pj Lía", "intervalo 3m", "lleva lia antorcha d6 luz encendida")

    game.do("intervalo 9m")
    assert game.pending == []
    game.do("intervalo 1m")
    assert moments(game, "usage") == [13 * MINUTE]


def test_several_moments_in_one_interval_call_for_a_roll_each() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "lleva lia vela d8 cada 15m encendida")
    game.do("intervalo 35m")

    assert moments(game, "usage") == [600, 1_200, 1_800, 900, 1_800]


def test_a_spent_light_is_rolled_no_more() -> None:
    game = Game("pj Lía", "lleva lia antorcha d4 luz encendida", "intervalo 35m")
    assert game.pending == ["usage"] * 3

    game.do("resuelve", 2)

    torch = game.session.supplies[game.supply("antorcha")]
    assert (game.pending, torch.die, torch.active) == ([], 0, False)


def test_a_light_put_out_keeps_the_rest_of_its_time() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "intervalo 9m")

    assert (
        game.sentences("apaga antorcha") == f"Lía apaga su antorcha: quedaban 1 min hasta su tirada. {DARK}"
    )
    game.do("intervalo 1h")
    assert game.pending == []

    assert game.sentences("enciende antorcha") == "Lía enciende su antorcha: se tira dentro de 1 min."
    game.do("intervalo 59s")
    assert game.pending == []
    game.do("intervalo 1s")
    assert game.pending == ["usage"]


def test_lights_and_timers_pause_one_by_one() -> None:
    game = Game("lleva grupo farol d6 luz cada 1h encendida", "lleva grupo ritual d4 cada 2h encendida")
    game.do("intervalo 30m")
    game.do("apaga farol")
    game.do("intervalo 90m")

    assert [each.data["name"] for each in game.session.pending.values()] == ["ritual"]
    assert game.session.supplies[game.supply("farol")].left == 30 * MINUTE


def test_lighting_or_putting_out_twice_changes_nothing() -> None:
    game = Game("lleva grupo farol d6 luz cada 1h encendida", "intervalo 30m")

    game.do("enciende farol")
    assert game.session.supplies[game.supply("farol")].due == HOUR
    game.do("apaga farol")
    game.do("apaga farol")
    assert game.session.supplies[game.supply("farol")].left == 30 * MINUTE


@pytest.mark.parametrize("lit", ["encendida", ""])
def test_the_rest_of_a_light_is_corrected_by_hand(lit: str) -> None:
    game = Game(f"lleva grupo farol d6 luz cada 1h {lit}".strip())

    assert game.facts("queda farol 7m") == [fact("supply_left", name="farol", left=420)]

    game.do("enciende farol")
    game.do("intervalo 7m")
    assert game.pending == ["usage"]
    game.play(undo(game.history))
    assert game.session.supplies[game.supply("farol")].due == 7 * MINUTE


def test_undo_lights_a_spent_light_again() -> None:
    game = Game("lleva grupo farol d4 luz cada 1h encendida", "intervalo 1h")
    before = game.session.supplies

    game.do("resuelve", 1)
    assert game.session.supplies[game.supply("farol")].is_depleted

    game.play(undo(game.history))
    assert (game.session.supplies, game.pending) == (before, ["usage"])


@each_of(
    ("line", "code"),
    [
        ("queda mapa 7m", "not_timed"),
        ("queda farol 0m", "bad_duration"),
        ("queda farol 400d", "bad_duration"),
        ("queda vela 7m", "unknown_supply"),
    ],
)
def test_a_wait_that_cannot_be_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game("lleva grupo farol d6 luz cada 1h", "lleva grupo mapa d4", line)) == code


@pytest.mark.parametrize(("line", "pending"), [("turno", 0), ("intervalo 10s", 1), ("intervalo 8h", 1)])
def test_an_interval_supply_is_rolled_once_in_each_interval(line: str, pending: int) -> None:
    game = Game("pj Lía", "lleva lia raciones d6 intervalo encendida", line)

    assert len(game.pending) == pending


def test_many_rolls_of_a_supply_are_folded_and_none_is_lost() -> None:
    game = Game("pj Lía", "lleva lia antorcha d4 luz cada 10m encendida")
    said = game.do("intervalo 9h")
    assert "El dado de antorcha de Lía: tocan 54 tiradas, hasta que se agote." in sentences(
        said, game.history
    )
    assert [turns_of(each) for each in pending(game)] == [1] * (MOST_DUES - 1) + [5]
    assert numbered_lines(game.history) == ["1. Lía · Dado de Uso de antorcha, 54 tiradas · d4"]

    rolled = game.do("resuelve todo", *[4] * 54)
    assert len(rolled.throws) == 54
    assert game.pending == []
    assert game.session.supplies[game.supply("antorcha")].die == 4


def test_folded_rolls_of_a_supply_stop_where_it_runs_out() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz cada 10m encendida", "intervalo 9h")
    rolled = game.do("resuelve iguales", *[6] * 50, 2, 1)

    assert len(rolled.throws) == 52
    assert game.session.supplies[game.supply("antorcha")].is_depleted
    assert game.pending == []

    game.play(undo(game.history))
    assert len(game.pending) == MOST_DUES


def test_each_roll_of_a_folded_one_leaves_one_less() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz cada 10m encendida", "intervalo 9h")
    for left in (53, 52, 51):
        game.do("resuelve turnos 1", 6)
        assert numbered_lines(game.history) == [f"1. Lía · Dado de Uso de antorcha, {left} tiradas · d6"]
    assert refusal_code(lambda: game.do("resuelve turnos 99")) == "bad_count"


@pytest.mark.parametrize("days", one_of((10, 30)))
def test_days_with_a_light_are_a_line_and_so_are_the_days_of_each(days: int) -> None:
    game = Game("pj Lía", "pj Bren", "lleva lia farol d20 luz cada 10m encendida", f"intervalo {days}d")
    assert numbered_lines(game.history) == [
        f"1. Lía · Hambre: Resistencia, {days} tiradas · d20",
        f"2. Lía · Sueño: Resistencia, {days - 3} tiradas · d20 d20",
        f"3. Bren · Hambre: Resistencia, {days} tiradas · d20",
        f"4. Bren · Sueño: Resistencia, {days - 3} tiradas · d20 d20",
        f"5. Lía · Dado de Uso de farol, {days * 144} tiradas · d20",
    ]
    event = game.play(game.draft("resuelve 5", roll=lambda sides: sides))
    assert (len(event.throws), len(numbered_lines(game.history))) == (days * 144, 4)
    assert len(" ".join(sentences(event, game.history))) < 200
    game.do("deshacer")
    assert len(numbered_lines(game.history)) == 5
    assert game.sentences("omite 2") == f"No se tira: Sueño: Resistencia, {days - 3} tiradas, de Lía."
    game.do("deshacer")
    assert len(numbered_lines(game.history)) == 5


def test_typed_faces_stand_for_as_many_rolls_of_a_line() -> None:
    game = Game("pj Lía", "lleva lia farol d20 luz cada 10m encendida", "intervalo 2h")
    rolled = game.do("resuelve = 4 1 5")
    assert [die.face for throw in rolled.throws for die in throw.dice] == [4, 1, 5]
    assert numbered_lines(game.history) == ["1. Lía · Dado de Uso de farol, 9 tiradas · d12"]


def test_days_of_a_line_that_somebody_does_not_outlive_are_rolled_no_more() -> None:
    game = Game("pj Lía", "intervalo 28d")
    rolled = game.play(game.draft("resuelve", roll=lambda sides: 1))
    assert (len(rolled.throws), game.pending) == (3, [])
    assert game.session.is_out(game.id_of("Lía"))


def test_a_long_time_calls_for_a_limited_number_of_rolls() -> None:
    game = Game("pj Lía", "lleva lia mecha d6 cada 1s encendida", "intervalo 3650d")

    assert game.pending.count("usage") == MOST_DUES
    assert game.pending.count("hunger") == MOST_DUES


def test_hunger_tells_after_each_day_without_a_meal() -> None:
    by_hours = Game("pj Lía")
    for hours in range(1, 97):
        by_hours.do("intervalo 1h")
        told = [day * DAY for day in range(1, hours // 24 + 1)]
        assert moments(by_hours, "hunger") == told, hours
        if hours in {23, 24, 25, 47, 48, 71, 72, 96}:
            assert moments(Game("pj Lía", f"intervalo {hours}h"), "hunger") == told, hours


@few_examples(10)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=12))
def test_pending_rolls_do_not_depend_on_how_the_time_is_cut(hours: list[int]) -> None:
    pieces, whole = party(), party()
    for game in (pieces, whole):
        game.do("lleva lia vela d6 cada 7h encendida")
    for each in hours:
        pieces.do(f"intervalo {each}h")
    whole.do(f"intervalo {sum(hours)}h")

    assert pieces.session.pending.keys() == whole.session.pending.keys()
    assert pieces.session.supplies == whole.session.supplies


def test_three_failed_days_starve_and_each_day_is_harder() -> None:
    game = Game("pj Lía resistencia=10/12", "intervalo 72h")
    targets = [game.do("resuelve", 2).throws[0].target for _ in range(3)]

    assert targets == [13, 14, 15]
    assert game.sheet("Lía").dead
    assert game.pending == []


def test_a_meal_ends_hunger_and_what_it_called_for() -> None:
    game = Game("pj Lía", "intervalo 50h", "resuelve 1 = 2", "come lia")

    assert game.pending == []
    assert game.sheet("Lía").hunger_failures == 0
    game.do("intervalo 23h")
    assert game.pending == []


def test_a_hunger_roll_made_late_is_as_hard_as_it_was() -> None:
    game = Game("pj Lía resistencia=10/12", "intervalo 24h", "intervalo 10h")

    assert game.do("resuelve", 14).throws[0].target == 13


def test_only_player_characters_go_hungry() -> None:
    assert Game("aparece goblin", "intervalo 3d").pending == []


def test_a_creature_without_sleep_rolls_for_life_from_the_fifth_day() -> None:
    game = Game("pj Lía")
    for hours in range(1, 121):
        game.do("intervalo 1h")
        game.do("come lia")
        assert moments(game, "sleep") == [day * DAY for day in range(4, hours // 24 + 1)], hours


def test_sleep_starts_the_count_again() -> None:
    game = Game("pj Lía", "intervalo 40h", "duerme todos 12h", "intervalo 23h")

    assert game.sheet("Lía").sleep_penalty(game.session.elapsed) == 0


@each_of(
    ("sheet", "faces", "age", "endurance"),
    [
        ("edad=30 envejece_desde=60", (), 31, 10),
        ("edad=59 envejece_desde=60", (14,), 60, 10),
        ("edad=70 envejece_desde=60", (11, 3), 71, 9),
        ("edad=70", (), 71, 10),
    ],
)
def test_a_year_on_the_clock_is_a_year_older(
    sheet: str, faces: tuple[int, ...], age: int, endurance: int
) -> None:  # R1-079, R1-080, A1-26
    game = Game(f"pj Lía {sheet} DA_Resistencia=12", "aparece goblin")
    game.do("intervalo 364d")
    for line in ("come lía", "duerme lía 12h", "omite iguales", "omite iguales"):
        game.do(line)
    assert game.pending == []

    game.do("intervalo 1d")
    (key,) = [key for key, each in game.session.pending.items() if each.kind == "ageing"]
    game.do(f"resuelve {list(game.session.pending).index(key) + 1}", *faces)

    assert (game.sheet("Lía").age, game.sheet("Lía").score("endurance").present) == (age, endurance)
    assert game.sheet("goblin").age == 20


def test_the_watch_reminds_every_so_many_intervals() -> None:
    game = Game("vigila 18+ cada 2")

    assert [(game.do("intervalo 10m"), game.pending.count("encounter_check"))[1] for _ in range(5)] == [
        0,
        1,
        1,
        2,
        2,
    ]


def test_the_watch_may_roll_by_itself_with_its_own_dice() -> None:
    game = Game("vigila 9+ cada 1 auto 2d6")

    assert game.sentences("intervalo 10m", 4, 5).endswith("¡Hay encuentro (d6 → 4 5 = 9 contra 9)!")
    assert game.sentences("intervalo 10m", 4, 4).endswith("No aparece nadie (d6 → 4 4 = 8 contra 9).")
    assert game.pending == []


def test_a_check_by_hand_replaces_the_pending_one() -> None:
    game = Game("vigila 18+ cada 2", "intervalo 10m", "intervalo 10m")
    game.do("encuentro", 18)

    assert game.pending == []
    assert game.session.watch.passed == 0


def test_a_watch_that_is_stopped_calls_for_nothing_more() -> None:
    game = Game("vigila 18+", "intervalo 10m", "vigila 0")

    assert game.pending == []
    assert refusal_code(lambda: game.do("encuentro")) == "no_watch"


@pytest.mark.parametrize(
    ("line", "code"),
    [("vigila x", "bad_watch"), ("vigila 18 cada 0", "bad_watch"), ("vigila 18+ patata", "dice_syntax")],
)
def test_a_watch_that_could_never_be_rolled_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game(line)) == code


def test_turns_and_rounds_call_no_encounter() -> None:
    game = Game("vigila 1+", "turno", "ronda")

    assert game.pending == []


@each_of(("line", "elapsed"), [("reloj 3 10:30", 2 * DAY + 9_000), ("reloj 09:00", HOUR)])
def test_the_clock_is_corrected_in_either_direction_and_nothing_falls_due(line: str, elapsed: int) -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "intervalo 5m", "intervalo 10h", "omite")
    rest = game.pending

    game.do(line)

    assert game.session.elapsed == elapsed
    assert game.pending == rest


def test_what_the_clock_was_corrected_by_has_not_passed() -> None:
    game = Game("pj Lía", "reloj 22:40", "intervalo 10m", "reloj 21:00", "intervalo 10m")
    assert game.session.seconds_passed == 20 * MINUTE
    game.do("deshacer")
    game.do("deshacer")
    assert (game.session.seconds_passed, game.session.second_of(game.session.elapsed)) == (
        10 * MINUTE,
        22 * HOUR + 50 * MINUTE,
    )


@pytest.mark.parametrize("line", ["reloj 2 09:30", "reloj 2 07:00", "reloj 9 10:00"])
def test_rolls_for_hunger_and_sleep_wait_on_when_the_clock_is_corrected(line: str) -> None:
    """R1-072, R1-077: it is rolled as it would have been, and the next day calls for the next one."""
    game = Game("pj Lía resistencia=10/12", "intervalo 96h", line)
    assert game.pending == ["hunger"] * 4 + ["sleep"]

    assert game.do("resuelve turnos 1", 20).throws[0].target == 13
    game.do("intervalo 24h")
    assert game.pending == ["hunger"] * 3 + ["sleep", "hunger", "sleep"]
    game.do("come lia")
    assert game.pending == ["hunger"] * 3 + ["sleep", "hunger", "sleep"]


def test_lights_burn_equally_long_after_the_clock_is_corrected() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "intervalo 4m", "reloj 2 08:00")

    game.do("intervalo 5m")
    assert game.pending == []
    game.do("intervalo 1m")
    assert game.pending.count("usage") == 1


@each_of("line", ["reloj 07:59", "reloj 0 10:00", "reloj 24:00", "reloj 10:60", "reloj 99999 10:00"])
def test_a_date_before_the_beginning_or_out_of_the_calendar_is_refused(line: str) -> None:
    assert refusal_code(lambda: Game(line)) == "bad_date"


def test_the_clock_never_goes_backwards_by_itself() -> None:
    game = party()
    seen = [game.session.elapsed]
    for line in ("turno", "intervalo 1h", "descansa", "viaja 1 hex 2h", "combate Uno", "siguiente", "fin"):
        game.do(line)
        seen.append(game.session.elapsed)

    assert all(earlier <= later for earlier, later in pairwise(seen))


@pytest.mark.parametrize("passes", ["turno", "ronda"])
def test_a_turn_outside_an_encounter_is_a_turn_of_every_suffering_creature(
    passes: str,
) -> None:  # R1-061, R1-096
    game = Game("pj Lía", "pj Bren", "estado lia veneno nivel 3", "estado bren miedo", passes)
    assert game.pending == ["save", "poison", "save", "reminder"]

    assert refusal_code(lambda: game.do("resuelve 2")) == "save_first"
    game.do("omite")
    game.do("resuelve")
    assert game.sheet("Lía").health == 7
    game.do(passes)
    assert game.pending == ["save", "reminder", "save", "poison"]
    assert game.sentences("resuelve 3", 20).endswith("Ya no hace falta: daño de Veneno, de Lía.")
    assert game.pending == ["save", "reminder"]


@pytest.mark.parametrize("system", ["chronicle", "horror"])
def test_an_effect_until_a_save_is_asked_about_in_turns_away_from_any_encounter(system: str) -> None:
    game = Game("pj Lía", "efecto lia hechizo salvación", "turno", "ronda", system=system)
    assert game.pending == ["effect_save"]

    game.do("resuelve")
    assert not game.session.effects
    game.do("turno")
    assert "effect_save" not in game.pending


def test_an_unresolved_poison_works_for_each_turn() -> None:  # R1-107, A1-40
    game = Game("pj Lía", "estado lia veneno nivel 3", "turno", "turno")

    assert [(each.kind, each.data["span"]) for each in pending(game)] == [("save", 2), ("poison", 2)]


def test_the_time_of_a_turn_is_everybodys_in_a_fight_too() -> None:  # A1-50
    game = Game("pj Lía", "pj Bren", "estado lia veneno nivel 3", "estado bren veneno nivel 3")
    for line in ("combate Puente bren", "siguiente", "omite", "turno"):
        game.do(line)

    assert [each.who for each in pending(game)] == [game.id_of("Lía")] * 2 + [game.id_of("Bren")] * 2


def test_each_turn_has_its_own_save_in_an_encounter_and_out_of_it() -> None:  # R1-096, A1-40
    game = Game("pj Lía", "estado lia miedo", "turno", "combate Puente", "siguiente")
    assert game.pending == ["save", "reminder", "save", "reminder"]

    game.do("fin")
    game.do("turno")
    assert game.pending == ["save", "reminder", "save", "reminder", "save"]


def test_turns_of_the_clock_are_folded_into_one_roll_of_each_kind() -> None:  # A1-40
    game = Game("pj Lía", "aparece goblin", "estado lia veneno nivel 3", "estado goblin parálisis")
    game.do("intervalo 10m")

    assert [(each.kind, each.data["span"]) for each in pending(game)] == [
        ("save", 60),
        ("poison", 60),
        ("save", 60),
        ("paralysis", 60),
    ]
    assert pending_lines(game)[:2] == [
        "Lía · Salvación contra Veneno, 60 Turnos · 60d20 contra 12",
        "Lía · Veneno 3 durante 60 Turnos: 180 de daño",
    ]


@each_of(
    ("line", "health", "told"),
    [
        ("resuelve", -170, "180 de daño a Lía en 60 Turnos"),
        ("resuelve 1 turnos 2", 4, "6 de daño a Lía en 2 Turnos (de 60)"),
        ("resuelve 1 turnos 1", 7, "3 de daño a Lía en un Turno (de 60)"),
        ("omite", 10, "No se tira: Veneno 3 durante 60 Turnos: 180 de daño, de Lía."),
    ],
)
def test_poison_of_many_turns_works_for_all_for_some_or_for_none(line: str, health: int, told: str) -> None:
    game = Game("pj Lía", "estado lia veneno nivel 3", "intervalo 10m", "omite")

    assert told in game.sentences(line)
    assert (game.sheet("Lía").health, game.pending) == (health, [])
    game.play(undo(game.history))
    assert (game.sheet("Lía").health, game.pending) == (10, ["poison"])


@pytest.mark.parametrize("line", ["resuelve 2 turnos 0", "resuelve 2 turnos 61", "resuelve 3 turnos 2"])
def test_a_count_of_turns_that_cannot_be_is_refused(line: str) -> None:
    game = Game("pj Lía", "pj Bren", "estado lia veneno nivel 3", "intervalo 10m")

    assert refusal_code(lambda: game.do(line)) in {"bad_count", "not_pending"}
    assert game.pending == ["save", "poison"]


def test_a_save_of_many_turns_is_rolled_until_it_succeeds_and_ends_the_poison_there() -> None:  # A1-40
    game = Game("pj Lía", "estado lia veneno nivel 3", "intervalo 10m", "intervalo 10m")
    told = game.sentences("resuelve", 2, 3, 19)

    assert told.startswith("Lía se libra del Veneno en el Turno 3.")
    assert [(each.kind, each.data["span"]) for each in pending(game)] == [("poison", 2)]
    assert told.endswith("2 tiradas ya no hacen falta.")
    game.do("resuelve")
    assert game.sheet("Lía").health == 4


def test_a_save_of_a_later_time_leaves_the_poison_of_an_earlier_one() -> None:
    game = Game("pj Lía", "estado lia veneno nivel 3", "intervalo 1m", "intervalo 1m")
    game.do("resuelve 3", 20)

    assert [(each.kind, each.data["span"]) for each in pending(game)] == [("poison", 6)]


def test_saves_beyond_a_hundred_stay_pending() -> None:
    game = Game("pj Lía DA_Resistencia=20", "estado lia veneno nivel 1", "intervalo 1h")
    told = game.sentences("resuelve", *[2] * 100)

    assert "Lía no se libra del Veneno en 100 Turnos." in told
    assert pending(game)[0].data["span"] == 260
    game.do("resuelve", 3, 20)
    assert [(each.kind, each.data["span"]) for each in pending(game)] == [("poison", 101)]


def test_saves_of_some_turns_leave_the_others_pending() -> None:
    game = Game("pj Lía", "estado lia veneno nivel 1", "intervalo 1m")
    game.do("resuelve 1 turnos 2", 2, 3)

    assert [(each.kind, each.data["span"]) for each in pending(game)] == [("save", 4), ("poison", 6)]
    assert game.sentences("resuelve", 20).startswith("Lía se libra del Veneno en el Turno 3.")
    assert [(each.kind, each.data["span"]) for each in pending(game)] == [("poison", 2)]


def test_effort_helps_the_first_save_of_many_turns_alone() -> None:
    game = Game("pj Lía esfuerzo_total=1 esfuerzo=1", "estado lia veneno nivel 1", "intervalo 1m")
    game.do("resuelve esfuerzo", 2, 3, 2, 19)

    assert (game.sheet("Lía").effort, dict(game.sheet("Lía").states)) == (0, {})


def test_a_lost_turn_of_many_is_counted() -> None:
    game = Game("pj Lía", "estado lia parálisis", "intervalo 30s", "omite")

    assert "Lía pierde 2 de 3 Turnos por la Parálisis." in game.sentences("resuelve", 11, 10, 20)


def test_a_rest_brings_the_turns_of_a_poison_before_its_health_die() -> None:  # A1-40
    game = Game(
        "pj Ana salud_total=12 salud=5",
        "estado ana veneno nivel 4",
        "intervalo 22h",
        "omite iguales",
        "omite iguales",
    )
    game.do("descansa todos")

    assert game.pending == ["save", "poison", "hunger", "health_die"]
    assert pending_lines(game)[1] == "Ana · Veneno 4 durante 2880 Turnos: 11520 de daño"


def test_what_is_owed_keeps_the_figures_of_its_moment() -> None:  # A1-41
    slept, short = (
        Game("pj Lía resistencia=10/12", "intervalo 30h", line)
        for line in ("duerme todos 12h", "duerme lia 2h")
    )
    awake = Game("pj Lía resistencia=10/12", "intervalo 30h")

    for game in (slept, short, awake):
        throw = game.do("resuelve", 13).throws[0]
        assert (throw.target, throw.static, throw.mode, throw.outcome) == (13, -1, "", "failure")


def test_a_meal_leaves_the_hunger_rolls_that_can_still_kill() -> None:  # R1-073, A1-41
    game = Game("pj Lía resistencia=10/12", "intervalo 72h")
    assert game.facts("come lia") == ([fact("ate", who="Lía", lapsed=0, owed=3)])
    assert game.pending == ["hunger"] * 3

    for _ in range(2):
        game.do("resuelve", 2)
    assert game.sheet("Lía").hunger_failures == 0
    game.do("resuelve", 2)
    assert game.sheet("Lía").dead


def test_a_hunger_roll_of_before_a_meal_goes_with_a_sentence_once_it_can_kill_no_more() -> None:
    game = Game("pj Lía resistencia=10/12", "intervalo 72h", "come lia")

    assert game.sentences("resuelve", 19).endswith(
        "Ya no hacen falta 2 tiradas: Hambre: Resistencia, de Lía."
    )
    assert game.pending == []


@pytest.mark.parametrize("line", ["duerme todos 12h", "descansa todos", "duerme lia 8h"])
def test_sleep_leaves_the_death_rolls_that_were_due_before_it(line: str) -> None:  # R1-077
    game = Game("pj Lía resistencia=10/12")
    for _ in range(4):
        game.do("intervalo 24h")
        game.do("come lia")
    assert game.pending == ["sleep"]

    assert "tirada" in game.sentences(line)
    assert game.pending[:1] == ["sleep"]
    assert game.do("resuelve", 20, 5).throws[0].mode == "disadvantage"
    assert game.sheet("Lía").dead


@pytest.mark.parametrize("system", ["chronicle", "percentile", "margin"])
def test_on_ordinary_days_everybody_eats_and_sleeps_as_usual(system: str) -> None:  # R1-064
    game = Game("pj Lía", system=system)
    game.do("intervalo 20h")
    game.do("intervalo 14d corriente")

    sheet = game.session.creatures[game.id_of("Lía")].sheet
    assert isinstance(sheet, Living)
    assert (sheet.fed_at, sheet.awake_since) == (game.session.elapsed, game.session.elapsed)
    assert game.pending == []
    game.do("deshacer")
    assert game.session.elapsed == 20 * HOUR
    assert [
        need.since for need in game.session.game.needs(game.session.rules_context(), game.id_of("Lía"))
    ] == [
        20 * HOUR,
        20 * HOUR,
    ]


def test_ordinary_days_use_up_supplies_and_make_creatures_older() -> None:  # R1-064
    game = Game("pj Lía", "ficha lia edad=60 envejece_desde=50", "lleva lia raciones d8 cada 1d encendida")
    game.do("intervalo 365d corriente")

    assert set(game.pending) == {"usage", "ageing"}
    assert not game.sheet("Lía").hunger_failures


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("intervalo 23h corriente", "less_than_a_day"),
        ("intervalo 2d siempre", "unknown_word"),
        ("intervalo 99999d corriente", "bad_duration"),
    ],
)
def test_ordinary_days_that_make_no_sense_are_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game("pj Lía").do(line)) == code
