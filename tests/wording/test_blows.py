"""Several blows of one act in one sentence: hits, losses, what is left, and who falls."""

from random import Random

from msgspec.structs import replace

from tests.session.game import Game
from tests.trials import each_of
from tracker.rules.system import Fact
from tracker.session.event import Event
from tracker.wording.brief import brief_text
from tracker.wording.language import speak
from tracker.wording.sentences import sentences

TABLES = {
    "chronicle": (
        *("pj Brunilda salud_total=18 salud=18", "pj Teo salud_total=16 salud=16"),
        "aparece 6 orco grupo salud_total=10 salud=10 armas=Hacha 1d6",
    ),
    "horror": (
        *("pj Brunilda PV_máximos=18 PV=18", "pj Teo PV_máximos=9 PV=9"),
        "aparece 6 orco grupo violencia=5 armas=Hacha 1d6",
    ),
    "percentile": (
        *("pj Brunilda PV_máximos=18 PV=18", "pj Teo PV_máximos=9 PV=9"),
        "aparece 6 orco grupo habilidades=Hacha 50 armas=Hacha 1d6",
    ),
}


def attack(game: Game, seed: int = 3, *more: Fact) -> Event:
    chance = Random(seed)
    line = "ataca orco* contra brunilda,teo a-todos"
    draft = game.draft(line, roll=lambda sides: chance.randint(1, sides))
    return game.play(replace(draft, facts=(*draft.facts, *more)))


def brief(event: Event, game: Game) -> str:
    return brief_text(event, game.history, lambda text: len(text) < 200)


@each_of("system", TABLES)
def test_the_sentence_tells_what_each_target_has_lost_and_what_is_left(system: str) -> None:
    for seed in range(20):
        game = Game(*TABLES[system], system=system)
        gauge = game.session.game.health_gauge
        assert gauge is not None
        before = {who: getattr(each.sheet, gauge.current) for who, each in game.session.creatures.items()}
        text = brief(attack(game, seed), game)
        for who, old in before.items():
            left = getattr(game.session.creatures[who].sheet, gauge.current)
            name = game.history.names[who]
            if left != old:
                assert (
                    f"−{old - left}, queda en {left}" in text.partition(f"{name} encaja")[2].partition(";")[0]
                )
        assert text.startswith("orco 1–6 atacan con Hacha: Brunilda encaja ")


def test_who_falls_is_told_after_the_blows() -> None:
    game = Game(*TABLES["chronicle"])
    text = brief(attack(game), game)
    assert text == (
        "orco 1–6 atacan con Hacha: Brunilda encaja 5 de 6, −24, queda en -6; "
        "Teo encaja 2 de 6, −6, queda en 10. Brunilda cae inconsciente. Brunilda tiene heridas de verdad."
    )
    speak("en")
    assert brief(game.events[-1], game).startswith(
        "orco 1–6 attack with Hacha: 5 of 6 hit Brunilda, −24, -6 left; 2 of 6 hit Teo, −6, 10 left."
    )


def test_what_house_rules_take_besides_health_is_no_part_of_the_loss() -> None:
    game = Game(*TABLES["chronicle"])
    lost = Fact("game_lost", {"who": game.id_of("Teo"), "figure": "cordura", "amount": 3, "left": 2})
    text = brief(attack(game, 3, lost), game)
    assert "Teo encaja 2 de 6, −6, queda en 10." in text
    assert text.endswith("Teo pierde 3 de cordura: le quedan 2.")


def test_one_blow_is_told_as_ever() -> None:
    game = Game(*TABLES["chronicle"])
    event = game.do('ataca "orco 1" contra teo', 1, 4)
    assert brief(event, game) == " ".join(sentences(event, game.history))


@each_of(
    ("lines", "title"),
    [
        (("ataca orco* contra teo", "deshacer"), "Se deshace: ataque de orco 1–6 a Teo."),
        (("daño teo 3", "deshacer"), "Se deshace: Teo recibe 3 de daño: queda en 13."),
        (("daño teo 20", "deshacer"), "Se deshace: Teo recibe 20 de daño, queda en -4 y cae inconsciente…"),
    ],
)
def test_what_is_undone_is_named_and_not_told_again(lines: tuple[str, ...], title: str) -> None:
    game = Game(*TABLES["chronicle"])
    for line in lines:
        event = game.play(game.draft(line, roll=lambda sides: sides))
    assert brief(event, game) == title


def test_a_name_stands_before_the_number_of_one_more() -> None:
    game = Game("pj Lía", "pj Maximiliano Segundo de las Tres Torres")
    event = game.do("daño todos 2")
    shortest = brief_text(event, game.history, lambda text: len(text) < 10)
    assert "1 más" not in shortest


def test_several_opposed_actions_say_how_many_are_won() -> None:
    lines = (
        "pj Tom habilidades=Pelea 9",
        "pj Nora habilidades=Pelea 9",
        "aparece 3 lobo grupo habilidades=Morder 8",
    )
    game = Game(*lines, "combate Puente", system="margin")
    event = game.do("enfrenta lobo* morder tom, nora", 2, 19, 18, 5, 12, 13)
    assert (
        brief(event, game)
        == "lobo 1, lobo 2 y lobo 3 atacan con Morder: 1 de 2 gana a Tom; 0 de 1 ganan a Nora."
    )
    one = game.do("enfrenta tom pelea nora", 2, 19)
    assert brief_text(one, game.history, lambda _text: False).endswith("Tom gana a Nora con un margen de 17.")
