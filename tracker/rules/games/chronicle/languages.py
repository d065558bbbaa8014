"""Languages: how many more a sharp mind may learn, and the example world's (R1-058..R1-060)."""

from msgspec import Struct


class Language(Struct, frozen=True):
    """A language of the example world: its name, its alphabet and who speaks it, in the game's words."""

    name: str
    alphabet: str
    speakers: str


LANGUAGES = (
    Language("Común", "Común", "la mayor parte de las especies civilizadas"),
    Language("Silvano", "Rúnico", "elfos agrestes y celestiales"),
    Language("Lítico", "Ideno", "enanos y gnomos"),
    Language("Gramarán", "Ideno", "orcos, trols, gigantes"),
    Language("Goblínico", "Común", "hobgoblins y goblins"),
    Language("Purrense", "", "gatónidos y espíritus felinos"),
    Language("Sérpido", "Glifos", "dragones, prole dragontina y arcanistas"),
    Language("Rasmálico", "Glifos", "iblisios, elfos blancos, demonios y brujos"),
    Language("Kaélico", "Rúnico", "clero, ángeles y celestiales"),
)


def extra_languages(mind: int) -> int:
    """Return how many languages Mind allows besides the first: one per complete 3 above 6 (R1-059, A1-20).

    >>> [extra_languages(mind) for mind in (3, 8, 9, 18)]
    [0, 0, 1, 4]
    """
    return max(0, (mind - 6) // 3)
