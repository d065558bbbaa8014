"""An evening told as prose: true, in the game's words, and for players without a secret."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.session.game import BEA, Game
from tests.trials import each_of
from tests.watch.secrets import HERO, SECRETS, SYSTEM_KEYS, full_of_secrets
from tracker.features.recap.wording import RECAPS
from tracker.session.event import InMemory
from tracker.session.history import History
from tracker.session.moves.undo import undo
from tracker.session.recap import NIGHT, Evening, Reading, evenings, last_fight, latest_evenings
from tracker.wording.recap import fight_sentences, recap_paragraphs
from tracker.wording.template import join_names

FIGHT = (
    "pj Lía salud_total=14 salud=14",
    "aparece 2 goblin salud_total=6 salud=6",
    "combate Torre grupo,goblin*",
    "iniciativa lía 9",
    "iniciativa goblin* 5",
    "siguiente",
)


def recap_text(game: Game, *, players: bool = False) -> str:
    return "\n".join(recap_paragraphs(evenings(game.history, players=players)[-1]))


def test_a_fight_says_who_fell_and_what_it_cost() -> None:
    game = Game(*FIGHT)
    game.at += 600
    game.do("daño lía 5")
    game.do('daño "goblin 1" 9')
    game.do("fin")
    assert (
        "En «Torre» combatieron contra goblin ×2: 1 ronda, 10 minutos de mesa. "
        "Bajas: goblin 1. Costó Salud: Lía 5." in recap_text(game)
    )


def test_a_fight_that_goes_on_is_told_as_that() -> None:
    assert "En «Torre» combaten contra goblin ×2: 1 ronda hasta ahora" in recap_text(Game(*FIGHT))


@each_of("calendar", ["nota x", "calendario Sal 30; hoy 9 Sal 412"])
def test_a_corrected_clock_is_no_time_that_passed(calendar: str) -> None:
    clock = "reloj 22:10" if calendar == "nota x" else "reloj 9 Sal 22:10"
    game = Game(
        "pj Lía", calendar, clock, "intervalo 1h", "combate x lia", clock, "fin sinreloj", "intervalo 1h"
    )
    [evening] = evenings(game.history)
    assert (evening.seconds_passed, [each.seconds for each in evening.passages]) == (7_200, [3_600, 3_600])
    assert "en total, 2 h" in recap_text(game)


def test_less_than_a_minute_is_told_as_one_hour() -> None:
    for line, times in (("turno", 1), ("intervalo 2m", 2)):
        opening, *_ = recap_paragraphs(evenings(Game("pj Lía", line).history)[-1])
        assert opening.count("08:0") == times


def test_what_was_undone_is_not_told() -> None:
    game = Game("pj Lía", "nota la puerta cede")
    game.play(undo(game.history))
    assert "puerta" not in recap_text(game)


def test_evenings_are_told_apart_by_real_time() -> None:
    game = Game("pj Lía", "nota primera noche")
    game.at += NIGHT - 1
    game.do("nota todavía la primera")
    game.at += NIGHT
    game.do("nota segunda noche")
    first, second = evenings(game.history)
    assert first.notes == ("primera noche", "todavía la primera")
    assert second.notes == ("segunda noche",)
    assert (first.number, second.number, second.seconds) == (1, 2, 0)


def test_the_latest_evenings_are_those_of_all_even_after_an_undo() -> None:
    game = Game("pj Lía salud_total=9 salud=9", "daño lía 2", "nota primera noche")
    for night in ("segunda", "tercera"):
        game.at += NIGHT
        game.do(f"nota {night}")
        game.do("daño lía 1")
        game.do("cura lía 1")
        game.play(undo(game.history))
    read = [*latest_evenings(game.history)]
    assert [each for each in read if isinstance(each, Evening)] == [*reversed(evenings(game.history))]
    shares = [each.share for each in read if isinstance(each, Reading) and each.number == 3]
    assert shares == [0, 0.5]
    assert isinstance(read[0], Reading)


def test_the_latest_evening_is_told_without_reading_the_documents_of_earlier_ones() -> None:
    game = Game("pj Lía", "nota primera noche")
    game.at += NIGHT
    game.do("nota segunda noche")
    *earlier, last = game.history
    unreadable = [replace(each, source=InMemory({})) for each in earlier]
    latest = latest_evenings(History(game.history.session.system, [*unreadable, last]))
    told = next(each for each in latest if isinstance(each, Evening))
    assert (told.number, told.notes) == (2, ("segunda noche",))


def test_a_new_thing_that_several_carry_is_told_once() -> None:
    game = Game(
        "pj Lía", "pj Bruno", "lleva lía raciones d6", "lleva grupo raciones d8", "lleva bruno soga d6"
    )
    assert "Se hicieron con raciones y soga." in recap_text(game)


def test_loot_is_told_once_shared_or_not_and_hidden_loot_is_not() -> None:
    game = Game("pj Lía", "pj Bruno", "gana bruno 2 oro", "nota primera noche")
    game.at += NIGHT
    for line in ("botín 30 oro, rubí, daga", "botín oculto 9 plata, corona", "reparte", "paga bruno 2 oro"):
        game.do(line)
    assert "Se hicieron con 28 oro, rubí y daga." in recap_text(game)
    assert "plata" not in recap_text(game)
    assert "corona" not in recap_text(game)
    assert "28 oro, rubí y daga" in recap_text(game, players=True)


def test_change_from_a_larger_coin_is_no_gain() -> None:
    game = Game("pj Bruno", "gana bruno 2 oro", "nota primera noche")
    game.at += NIGHT
    game.do("paga bruno 3 plata")
    assert "Se hicieron" not in recap_text(game)


def test_loot_used_up_things_and_the_dead_are_told() -> None:
    game = Game("pj Lía salud_total=4 salud=4", "lleva lía soga d6", "lleva lía antorcha d4 luz")
    game.do("usa lia antorcha", 1)
    game.do("mata lía")
    assert "Se hicieron con soga." in recap_text(game)
    assert "Ya no queda: antorcha." in recap_text(game)
    assert "Murió Lía." in recap_text(game)


def test_a_campaign_without_a_past_has_no_evening_to_tell() -> None:
    assert [evening.notes for evening in evenings(Game().history)] == [()]


@each_of(
    ("names", "text"),
    [
        ((), ""),
        (("Lía",), "Lía"),
        (("Lía", "Iria"), "Lía e Iria"),
        (("a", "b", "c"), "a, b y c"),
        (("Bren", "Hilda"), "Bren e Hilda"),
    ],
)
def test_names_are_listed_as_people_say_them(names: tuple[str, ...], text: str) -> None:
    assert join_names(names) == text


@pytest.mark.parametrize("system", SYSTEM_KEYS)
@pytest.mark.parametrize("form", RECAPS)
def test_the_players_recap_tells_no_secret(tmp_path: Path, system: str, form: str) -> None:
    game = full_of_secrets(tmp_path, system)
    game.play("fin")
    text = RECAPS[form](game.campaign.history, evenings(game.campaign.history, players=True))
    assert HERO in text
    assert [secret for secret in SECRETS if secret in text] == []


def test_the_last_fight_says_what_was_spent_and_who_still_suffers() -> None:
    game = Game(
        *FIGHT[:-1],
        "ficha lía esfuerzo_total=3 esfuerzo=3",
        "lleva lía flechas d8 munición",
        "siguiente",
    )
    game.do("usa lía flechas", 1)
    game.do("esfuerzo lía talento")
    game.do("estado lía parálisis")
    game.do('huye "goblin 2"')
    game.at += 600
    game.do('mata "goblin 1"')
    assert last_fight(game.history) is None
    ended = game.sentences("fin")
    fight = last_fight(game.history)
    assert fight is not None
    text = " ".join(fight_sentences(fight, game.session))
    assert "Cayó goblin 1. Huyó goblin 2." in ended
    assert "1 ronda, 10 minutos de mesa. Bajas: goblin 1. En fuga: goblin 2." in text
    assert "Gasto de Esfuerzo: Lía 1. Quedan: flechas, d6. Siguen sufriendo: Lía, Parálisis." in text
    game.do("deshacer")
    assert last_fight(game.history) is None


def test_an_encounter_that_came_to_no_turn_was_no_fight() -> None:
    game = Game("pj Lía", "aparece goblin", "combate Torre", "fin")
    assert last_fight(game.history) is None


def test_a_fight_that_two_gms_ended_is_told_once() -> None:
    game = Game(*FIGHT)
    game.do("daño lía 5")
    other = game.copy(BEA)
    game.do("fin")
    other.do("nota casi")
    other.do("fin")
    game.history.add(other.events)
    fight = last_fight(game.history)
    assert fight is not None
    assert (fight.lost, fight.rounds) == ({"Lía": 5}, 1)


@each_of("players", [False, True])
def test_horror_tells_lost_sanity_and_new_scars(players: bool) -> None:
    game = Game("pj Nora", "ficha Nora cordura=9/12 cicatrices=cojera", system="horror")
    assert "cordura" not in recap_text(game, players=players)
    game.at += NIGHT
    game.do("ficha Nora cordura=5 cicatrices=cojera, tuerta")
    text = recap_text(game, players=players)
    assert "Nora 4" in text
    assert "cicatrices: Nora, tuerta." in text.lower().replace("nora", "Nora")


def test_who_fell_in_a_fight_and_rose_again_is_told() -> None:
    game = Game(*FIGHT, "pj Odón")
    game.do("daño lía 14")
    game.do("cura lía 3")
    game.do("fin")
    assert "Cayó Lía, y sigue en pie." in recap_text(game)
    assert "en el suelo" not in recap_text(game)
