"""A name is the same with accents and without, wherever it is typed."""

from tests.session.game import Game, refusal_code
from tests.trials import each_of


@each_of(
    ("system", "lines"),
    [
        ("chronicle", ("pj Lía espacios=Círculo 2/2", "conjuro lia circulo")),
        ("chronicle", ("trampa Fosó", "trampa foso", "halla foso")),
        ("chronicle", ("pj Lía", "lleva lia farol d6", "lleva lia faról d6", "suelta lia farol 2")),
        ("chronicle", ("aparece órco salud=3", "plantilla orco", "retira orco", "aparece orco")),
        ("percentile", ("pj Ana habilidades=Ocultación 50", "ficha ana con_marca=ocultacion")),
        ("margin", ("pj Lía", "modifica lia penalización 1 canción", "desmodifica lia cancion")),
    ],
)
def test_a_name_without_its_accents_is_found(system: str, lines: tuple[str, ...]) -> None:
    assert refusal_code(lambda: Game(*lines, system=system)) == ""


def test_two_months_do_not_differ_by_an_accent_alone() -> None:
    assert refusal_code(lambda: Game("calendario Mayo 30, Máyo 30")) == "repeated_name"
