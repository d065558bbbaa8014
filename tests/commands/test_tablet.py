"""Lines as a tablet's keyboard writes them: curly quotes around names, dice and titles, full-width signs."""

from tests.session.game import Game
from tests.trials import each_of


def game() -> Game:
    return Game("pj “Ana la roja”, D’Artagnan", "aparece 2 “orco feo”")


def names(played: Game) -> list[str]:
    return [each.name for each in played.session.creatures.values()]


@each_of(
    ("line", "name"),
    (
        ("renombra “orco feo 2” “Jefe «Muerde»”", "Jefe «Muerde»"),
        ("renombra “orco feo 2” «Jefe “Muerde”»", "Jefe “Muerde”"),
        ('renombra "orco feo 2" «Jefe Muerde»', "Jefe Muerde"),
        ("renombra „orco feo 2“ „Jefe Muerde“", "Jefe Muerde"),
        ("pj “Zoë «la Lista»”, D’Or", "Zoë «la Lista»"),
    ),
)
def test_quotes_inside_of_other_quotes_stay_in_the_name(line: str, name: str) -> None:
    played = game()
    played.do(line)
    assert name in names(played)
    played.do(f"daño “{name}” 1")
    played.do(f"daño {name.split(maxsplit=1)[0].lower()} 1")


@each_of("line", ("tira “2d6”", "tira «2d6＋5»", "tira “golpe fuerte”", "tira golpe fuerte"))
def test_dice_in_quotes_are_dice(line: str) -> None:
    played = game()
    played.do("guarda “golpe fuerte” 2d6＋3")
    assert played.do(line, 5, 3).throws


def test_quotes_around_a_title_and_an_entry_only_group_their_words() -> None:
    played = game()
    played.do("título “La noche — I”")
    assert played.session.title == "La noche — I"
    played.do("cuaderno persona “El barquero”: sabe lo del puente")
    played.do("cuaderno “El barquero”: se fue")
    played.do("cuaderno «El barquero» visible")
    [entry] = played.session.notebook.values()
    assert (entry.name, entry.hidden) == ("El barquero", False)


def test_wide_signs_of_other_keyboards_divide_as_plain_ones() -> None:
    played = game()
    played.do("monedas po＝10，pp＝1")
    assert sorted(each.value for each in played.session.coins.values()) == [1, 10]
