"""The states that a creature may be in, each as the lines that bring it about."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from tests.session.game import Game
from tracker.rules.refusal import Refusal
from tracker.session.moves import party

BASE = (
    "calendario Frío 30, Calor 30; semana A, B; hoy 2 Frío 7",
    "pj Ada",
    "pj Blas",
    "aparece Ogro",
    "aparece 2 Lobo grupo",
    "lleva grupo antorcha d6 luz cada 10m",
    "lleva ada flechas d8 munición",
    "lleva blas saetas d8 munición",
    "enciende antorcha",
    "guarda golpe 1d6+1",
    "tabla Rumores 1d4 1-2: lobos; 3-4: {1d4} monedas de oro",
    "tabla cielo 1d6 1-5: sol; 6: lluvia",
    "clima tabla cielo",
    "vigila 1+ tabla Rumores",
    "paso mar 3h",
    "reloj Ritual 6 desenlace cae la torre",
    "reloj Ada: Rencor 4",
    "luna Plata 29",
    "fiesta Cosecha 9 Frío",
    "cita 20 Frío: el juicio",
    "cuaderno persona Sor Inés: viva; la abadesa",
    "botín 9 oro, rubí",
    "botín oculto 3 plata, corona",
    "gana ada 5 oro, cuerda",
    "peso cuerda 2",
    "combate Emboscada Ada, Ogro, Lobo",
    "iniciativa ada 12",
    "iniciativa ogro 7",
    "siguiente",
    "declara ogro espera",
    "consulta Rumores",
    "efecto ada bendición 3r de ogro",
)
"""A campaign in which most orders have something to do. «Vera» comes into it in one of the states."""


SHEETS: Mapping[str, tuple[str, ...]] = {
    "chronicle": (
        "ficha {who} esfuerzo_total=3 esfuerzo=3 ataques=Maza 1d6 espacios=nivel 1 2/2",
        "estado {who} veneno nivel 3",
        "estado {who} miedo",
        "modifica {who} +1 algo",
        "reduce {who} fuerza 1",
        "lleva {who} dardos d8 munición",
    ),
    "horror": ("ficha {who} armas=Porra 2", "estado {who} vulnerable", "cicatriz {who}"),
    "percentile": (
        "ficha {who} FUE=12 POD=11 CON=12 PV_máximos=12 PV=8 habilidades=Buscar 58, Pelea 45 armas=Pelea 1d6",
        "marca {who} buscar",
        "estudia {who} pelea",
        "tarea {who} 2h algo",
        "pifia {who} lastima",
    ),
    "margin": (
        "ficha {who} habilidades=Sigilo 12*, Trepar 5",
        "modifica {who} bonificación 1 algo",
        "emprende {who} sigilo margen 20 10m algo",
        "agota {who} 1",
    ),
}
"""What the sheets of a game have besides, if the creature can have it: attacks, skills, conditions."""


@dataclass(frozen=True, slots=True)
class State:
    """A state of «Vera»: lines that bring it about, in all games or with some of one game."""

    lines: tuple[str, ...]
    named: tuple[str, ...] = ("Vera",)
    """The words for it in a line, of which one is taken."""
    own: Mapping[str, tuple[str, ...]] | None = None
    """Lines behind those, by the game."""


_PACK = ("Vera", "Vera*", '"Vera 2"')
_TRAP = {"chronicle": ("trampa Foso daño 1d6 activador pisar la losa",)}
_BEATEN = {
    "chronicle": ("daño Vera 10",),
    "horror": ("ficha Vera PV=1", "daño Vera 1"),
    "percentile": ("ficha Vera PV_máximos=12 PV=1", "daño Vera 1"),
    "margin": ("agota Vera 3",),
}
STATES: Mapping[str, State] = {
    "here": State(("aparece Vera",)),
    "party": State(("pj Vera", "entra Vera", "gana Vera 2 oro, daga", "lleva Vera farol d6 luz")),
    "elsewhere": State(
        ("aparece Vera", "aparece Otro", "combate Torre Vera, Otro", "siguiente", "cambia Emboscada")
    ),
    "outside": State(("aparece Vera", "quita Vera")),
    "party_outside": State(("pj Vera", "gana Vera 2 oro, daga")),
    "group": State(("aparece 3 Vera grupo",), _PACK),
    "group_in_part": State(("aparece 3 Vera grupo", 'quita "Vera 2"', 'huye "Vera 3"'), _PACK),
    "group_of_two_fights": State(
        ("aparece 3 Vera grupo", 'combate Torre "Vera 2"', "siguiente", "cambia Emboscada"), _PACK
    ),
    "group_outside": State(("aparece 3 Vera grupo", "quita Vera*"), _PACK),
    "hidden": State(("aparece oculto Vera",)),
    "unnamed": State(("aparece Vera", "nombre oculto Vera")),
    "dead": State(("aparece Vera", "mata Vera")),
    "party_dead": State(("pj Vera", "entra Vera", "mata Vera")),
    "fled": State(("aparece Vera", "huye Vera")),
    "taken_out": State(("pj Vera", "entra Vera", "lleva Vera cuchillo d6", "retira Vera"), ("Vera", "Ada")),
    "beaten": State(("aparece Vera",), own=_BEATEN),
    "dying": State(("pj Vera", "entra Vera"), own=_BEATEN),
    "hungry": State(("pj Vera", "intervalo 3d")),
    "suffering": State(("aparece Vera", "efecto Vera bendición 3r de Ada", "efecto Vera luz 10m")),
    "bare": State(("aparece Vera",)),
    "acting": State(("aparece Vera", "iniciativa Vera 10", "siguiente")),
    "given_the_turn": State(("aparece Vera", "turnos sin orden", "siguiente Vera, Ogro")),
    "waits_for_its_side": State(
        ("aparece Vera", "entra Blas", "turnos por bandos", "ronda", "siguiente Ada")
    ),
    "mount": State(("aparece Vera", "agrupa Ada, Vera")),
    "fallen_of_a_squad": State(
        ("aparece 2 Vera", "agrupa Ogro, Vera*", 'mata "Vera 1"'), ('"Vera 1"', '"Vera 2"')
    ),
    "left_in_its_turn": State(
        ("aparece Vera", "iniciativa Vera 10", "siguiente", "siguiente", "quita Vera", "anterior")
    ),
    "after_the_fight": State(("aparece Vera", "fin")),
}


def highest(sides: int) -> int:
    """Let every die show its highest face."""
    return sides


def in_state(system: str, name: str) -> Game:
    """Return a campaign in which «Vera» is in a state."""
    game = Game(system=system)
    for line in (
        *BASE,
        *_TRAP.get(system, ()),
        *STATES[name].lines,
        *(STATES[name].own or {}).get(system, ()),
    ):
        try:
            game.play(game.draft(line, roll=highest))
        except Refusal as refusal:
            raise AssertionError(f"{system}, {name}: «{line}» is refused: {refusal}") from refusal
    if name == "bare":
        _empty(game)
    for line in (line.format(who=who) for who in ("Vera*", "Ada") for line in SHEETS[system]):
        if name != "bare" or "Vera" not in line:
            game.attempt(line, highest)
    return game


def in_every_state(system: str) -> Iterator[str]:
    """Yield the lines of a campaign with a creature in every state; some may be refused."""
    yield from (*BASE, *_TRAP.get(system, ()))
    for number, state in enumerate(STATES.values()):
        for line in (*state.lines, *(state.own or {}).get(system, ()), *SHEETS[system]):
            yield line.format(who="Vera*").replace("Vera", f"Vera-{number}")


def _empty(game: Game) -> None:
    """Take every value from the sheet that it can be without, and bring the others to nothing."""
    who, before = game.id_of("Vera"), game.session.creatures[game.id_of("Vera")].sheet
    for field in game.session.game.fields:
        for value in ("", "0"):
            with suppress(Refusal):
                game.play(party.edit_sheet(game.session, who, {field.id: value}))
    assert game.session.creatures[who].sheet != before
