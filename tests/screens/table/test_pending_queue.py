"""The queue of pending rolls: resolved one by one, together or skipped."""

import pytest

from tests.screens.game import Folder, party, playing
from tests.screens.table.probe import probing
from tests.told import kept_die
from tests.trials import one_row_of
from tracker.session.pending import line_of, rolls_in

TORCHES = ("pj Lía", "lleva lia antorcha d8 luz encendida", "intervalo 20m")
"""One torch that is rolled for twice."""


async def test_an_empty_queue_offers_nothing_and_says_why(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        assert probe.queue.waiting == ""
        for action in ("settle_kind", "favour", "adjust", "skip", "rule"):
            refusal = probe.queue.why_not(action)
            assert not probe.queue.offers(action)
            assert refusal is not None
            assert refusal.code == "nothing_pending"


async def test_actions_of_others_are_always_offered(folder: Folder) -> None:
    folder.begin(*party())
    async with probing(folder) as probe:
        assert probe.queue.offers("undo")
        assert probe.queue.why_not("undo") is None


async def test_the_first_that_waits_is_resolved_alone(folder: Folder) -> None:
    folder.begin(*TORCHES)
    folder.faces.extend([5, 5])
    async with probing(folder) as probe:
        assert probe.queue.waiting.startswith("Pendiente 1/2: ")
        probe.queue.settle()
        assert probe.queue.waiting.startswith("Pendiente 1/1: ")


async def test_those_alike_are_resolved_as_one_event(folder: Folder) -> None:
    folder.begin(*TORCHES)
    folder.faces.extend([5, 5])
    async with probing(folder) as probe:
        assert probe.queue.offers("settle_kind")
        before = len(probe.history)
        probe.queue.settle_kind()
        assert (len(probe.history), probe.queue.waiting) == (before + 1, "")


async def test_the_first_that_waits_can_be_skipped(folder: Folder) -> None:
    folder.begin(*TORCHES)
    async with probing(folder) as probe:
        probe.queue.skip()
        assert len(probe.session.pending) == 1


async def test_faces_are_asked_for_the_first_that_waits(folder: Folder) -> None:
    folder.begin(*TORCHES)
    async with probing(folder) as probe:
        assert probe.queue.offers("adjust")
        probe.queue.face()
        assert type(probe.app.screen).__name__ == "FacePrompt"


POISONED = ("pj Lía", "estado lia veneno nivel 2", "intervalo 10m", "omite")
"""Sixty turns of poison, of which only the damage is still pending."""


async def test_poison_of_many_turns_is_taken_whole_with_one_key(folder: Folder) -> None:  # A1-40
    folder.begin(*POISONED)
    async with probing(folder) as probe:
        assert probe.queue.waiting.startswith(
            "Pendiente 1/1: Lía · Veneno 2 durante 60 Turnos: 120 de daño — "
        )
        assert "cuántos turnos" in probe.queue.waiting
        probe.queue.settle()
        assert probe.queue.waiting == ""


async def test_digits_say_how_many_turns_of_poison_count(folder: Folder) -> None:  # A1-40
    folder.begin(*POISONED)
    async with playing(folder) as game:
        await game.press("=", "3", "enter")
        assert game.saved("Lía").health == 4
        assert not game.session.pending


async def test_faces_of_a_save_of_many_turns_are_for_as_many_turns(folder: Folder) -> None:  # A1-40
    folder.begin("pj Lía", "estado lia veneno nivel 2", "intervalo 1m")
    async with playing(folder) as game:
        await game.press("=", "2", "space", "3", "enter")
        assert [each.data["span"] for each in game.session.pending.values()] == [4, 6]


async def test_the_first_that_waits_takes_advantage_by_key(folder: Folder) -> None:  # R1-043
    folder.begin(*TORCHES)
    folder.faces.extend([1, 7])
    async with playing(folder) as game:
        await game.press("=", "V", "enter")
        assert game.notice == f"{kept_die('antorcha', 8, 'Lía')} (d8 → [1] 7)."
        assert len(game.session.pending) == 1


async def test_a_roll_that_takes_no_advantage_says_so(folder: Folder) -> None:
    folder.begin("pj Lía", "vigila 18+", "intervalo 10m")
    async with playing(folder) as game:
        await game.press("=", "V", "enter")
        assert "En lo que espera no caben ventaja, desventaja ni +N." in game.screen


@pytest.mark.parametrize(
    ("passed", "typed", "left"), one_row_of([("30d", "15 3", 28), ("365d", "4", 364), ("30d", "2", 29)])
)
async def test_digits_for_a_line_of_many_rolls_are_for_as_many_and_leave_the_others(
    folder: Folder, passed: str, typed: str, left: int
) -> None:
    folder.begin("pj Lía", f"intervalo {passed}", "omite 2")
    async with playing(folder) as game:
        assert f"las {passed.removesuffix('d')}" in game.screen
        await game.press("=", *typed.replace(" ", ""), "enter")
        assert game.dialog == ""
        session = game.session
        assert rolls_in(session, line_of(session, next(iter(session.pending)))) == left
        await game.press("u", "s")
        session = game.session
        assert rolls_in(session, line_of(session, next(iter(session.pending)))) == left + len(typed.split())


DUEL = (
    *("pj Lía agilidad=10/12 daño=1d6", "aparece 2 rata salud=9 salud_total=9 ataques=Dientes 1d4"),
    *("combate Sótano", "iniciativa lia 15", "iniciativa rata* 9", "siguiente"),
)


async def test_the_damage_of_a_hit_is_asked_for_after_the_face_of_the_hit(folder: Folder) -> None:
    folder.begin(*DUEL)
    async with playing(folder) as game:
        await game.press("2", "a", "a", "2", "=", "1", "5")
        assert "= 15 (d20…)" in game.screen
        await game.press("enter")
        assert (game.dialog, "Lía · daño a rata 1 · d6" in game.screen) == ("FacePrompt", True)
        await game.press("4")
        assert (game.saved("rata 1").health, game.session.pending) == (5, {})


async def test_the_ammunition_of_a_shot_is_asked_for_after_its_damage(folder: Folder) -> None:
    folder.begin(*DUEL, "lleva lia flechas d8 munición")
    async with playing(folder) as game:
        await game.command('ataca lia flechas "rata 1" agilidad = 15')
        await game.press("4")
        assert (game.dialog, "Dado de Uso de flechas" in game.screen) == ("FacePrompt", True)
        await game.press("5")
        assert (game.saved("rata 1").health, game.session.pending) == (5, {})


async def test_enter_rolls_the_damage_that_is_asked_for_and_escape_leaves_it_waiting(folder: Folder) -> None:
    folder.begin(*DUEL)
    folder.faces.append(3)
    async with playing(folder) as game:
        await game.press("2", "a", "a", "2", "=", "1", "5", "enter", "escape")
        assert "Pendiente 1/1: Lía · daño a rata 1 · d6" in game.screen
        await game.press("enter")
        assert (game.saved("rata 1").health, game.session.pending) == (6, {})


async def test_the_damage_of_several_hits_is_asked_for_one_after_another(folder: Folder) -> None:
    folder.begin(*DUEL)
    async with playing(folder) as game:
        await game.command("ataca rata* contra lia = 3 4")
        await game.press("2")
        assert game.dialog == "FacePrompt"
        await game.press("1")
        assert (game.saved("Lía").health, game.session.pending) == (7, {})
