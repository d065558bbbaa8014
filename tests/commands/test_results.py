"""What a table gives becomes creatures, loot, a thing of somebody's or a note."""

from tests.session.game import Game, fact, refusal_code
from tests.trials import each_of
from tracker.session.holdings import carried_goods, heap_of


def result(text: str, *lines: str) -> Game:
    return Game("pj Lía", *lines, f"tabla bolsillos 1d6 1-6: {text}", "consulta bolsillos = 3")


def names(game: Game) -> list[str]:
    return [each.name for each in game.session.creatures.values() if not each.party]


def test_a_result_appears_as_creatures_of_its_template() -> None:
    game = result("3 lobos", "aparece lobo salud=4 salud_total=4", "plantilla lobo", "retira lobo")

    assert game.facts("resultado criatura") == [
        fact("appeared", who="lobo 1", name="lobo 1"),
        fact("appeared", who="lobo 2", name="lobo 2"),
        fact("appeared", who="lobo 3", name="lobo 3"),
    ]
    assert [game.sheet(each).health for each in names(game)] == [4, 4, 4]
    game.do("deshacer")
    assert names(game) == []


def test_a_result_without_a_template_appears_as_a_new_creature() -> None:
    game = result("un guardia dormido")

    assert game.facts("resultado criatura") == [
        fact("appeared", who="un guardia dormido", name="un guardia dormido")
    ]


def test_a_result_becomes_loot_or_somebodys_thing_or_a_note() -> None:
    game = result("{2} monedas de oro, rubí".replace("{2}", "7"))

    assert game.facts("resultado botín") == [fact("loot_found", what="7 gold, rubí", hidden=False)]
    assert heap_of(game.session).coins == {"gold": 7}
    assert game.facts("resultado objeto lia") == [fact("gained", who="Lía", what="7 gold, rubí")]
    assert carried_goods(game.session, game.id_of("Lía")).things == {"rubí": 1}
    assert game.facts("resultado nota") == [fact("note", text="7 monedas de oro, rubí")]


def test_the_last_result_that_counts_is_meant() -> None:
    game = result("carta", "tabla otra 1d6 1-6: llave")
    game.do("consulta otra = 1")
    game.do("deshacer")

    assert game.facts("resultado botín") == [fact("loot_found", what="carta", hidden=False)]


@each_of(
    ("line", "code"),
    [
        ("resultado", "missing"),
        ("resultado dragón", "unknown_choice"),
        ("resultado objeto", "missing"),
        ("resultado objeto nadie", "unknown_creature"),
        ("resultado nota mía", "unknown_word"),
    ],
)
def test_what_cannot_be_is_refused(line: str, code: str) -> None:
    game = result("carta")
    before = game.session

    assert refusal_code(lambda: game.do(line)) == code
    assert game.session == before


def test_without_a_result_nothing_becomes_of_it() -> None:
    assert refusal_code(lambda: Game("pj Lía").do("resultado botín")) == "no_result"
