"""The printed tables of the four games, as they are read."""

import pytest

from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.parse import parse
from tracker.commands.preview import preview
from tracker.rules.games.chronicle.sheet import extra_languages
from tracker.wording.rule_tables import RuleTable, tables_of

SYSTEMS = ("chronicle", "horror", "percentile", "margin")


def table(system: str, name: str) -> RuleTable:
    return next(each for each in tables_of(system) if each.name == name)


@each_of(
    ("system", "name", "row"),
    [
        ("chronicle", "Dado de Uso", ("d20", "10", "30")),  # R1-041
        ("chronicle", "Dado de Uso", ("d4", "1", "2")),
        ("chronicle", "Idiomas", ("Purrense", "Ninguno", "gatónidos y espíritus felinos")),  # R1-060
        (
            "horror",
            "Cicatrices",
            ("5–7", "la marca de la locura", "tallas en tu carne un signo antiguo y oculto"),
        ),
        ("horror", "Cambio cosmético", ("4", "ojos rojos")),  # R2-034
        ("percentile", "Especiales y críticos", ("48–49", "10", "2")),  # R3-007
        ("percentile", "Especiales y críticos", ("98–100", "20", "5")),
        ("percentile", "Chequeos enfrentados", ("+10 o más", "automático")),  # R3-030
        ("percentile", "Chequeos enfrentados", ("-8", "10 %")),
        ("percentile", "Luz", ("penumbra", "la mitad")),  # R3-049
        ("percentile", "Fuentes de luz", ("antorcha", "1,5 m")),  # R3-054
        ("margin", "Margen de éxito", ("16–20", "desplante de habilidad")),  # R4-007
        ("margin", "Margen de éxito", ("más de 20", "prácticamente perfecto")),  # R4-008
        ("margin", "Margen de fallo", ("1–4", "no lo logra, sin más")),  # R4-009
    ],
)
def test_a_table_says_what_the_text_prints(system: str, name: str, row: tuple[str, ...]) -> None:
    assert row in table(system, name).rows


@each_of("system", SYSTEMS)
def test_a_row_of_a_table_fits_on_a_line(system: str) -> None:
    for each in tables_of(system):
        assert max(map(len, each.lines())) <= 78, each.name


def test_a_printed_table_is_read_by_the_beginning_of_its_name_and_plays_nothing() -> None:
    game = Game("pj Lía")
    context = CommandContext(game.history)
    command = parse("consulta idio", context)

    assert command.shows == table("chronicle", "Idiomas")
    assert preview(command, context).text == "Tabla del reglamento: Idiomas."
    assert refusal_code(lambda: game.do("consulta idiomas")) == "only_read"


def test_a_table_of_the_gm_comes_before_a_printed_one() -> None:
    game = Game("tabla Idiomas 1d4 1-4: ninguno")

    assert game.sentences("consulta idiomas", 3) == "Idiomas 3 (d4): ninguno."


def test_the_refusal_of_an_unknown_table_lists_the_printed_ones() -> None:
    with pytest.raises(Exception, match="Dado de Uso, Idiomas"):
        Game("pj Lía").do("consulta tesoros")


@pytest.mark.parametrize(("languages", "room"), [((), 3), (("Común",), 2), (("a", "b", "c", "d"), 0)])
def test_the_sheet_knows_how_many_more_languages_may_be_learnt(languages: tuple[str, ...], room: int) -> None:
    """R1-058, R1-059: the first one, and one for each full 3 of Mind above 6."""
    game = Game("pj Lía mente=12")
    if languages:
        game.do(f"ficha lia idiomas={', '.join(languages)}")

    assert extra_languages(12) == 2
    assert game.session.game.room(game.sheet("Lía"), "languages") == room
    assert game.session.game.room(game.sheet("Lía"), "species") == 0
