"""A session at the table: the line that the shell is given for each step, and the keys that do the same."""

from dataclasses import dataclass

NAME = "La Torre"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the GM does. Without `keys` it is typed on the command line of the table.

    A key longer than one letter that no keyboard has is text to type.
    """

    line: str
    keys: tuple[str, ...] = ()

    @property
    def typed(self) -> tuple[str, ...]:
        """The text that is typed on the screen."""
        return self.keys or (":", self.line, "enter")


PARTY = (
    Step(
        "pj Lía fuerza=12/11 agilidad=13/10 resistencia=11/12 salud_total=14 salud=14 blindaje=d6"
        " esfuerzo_total=3 esfuerzo=3",
        (
            "+",
            "Lía fuerza=12/11 agilidad=13/10 resistencia=11/12 salud_total=14 salud=14 blindaje=d6"
            " esfuerzo_total=3 esfuerzo=3",
            "enter",
        ),
    ),
    Step(
        "pj Bruno resistencia=12/10 salud_total=16 salud=16",
        ("+", "Bruno resistencia=12/10 salud_total=16 salud=16", "enter"),
    ),
    Step("pj Ñandú salud_total=9 salud=9", ("+", "Ñandú salud_total=9 salud=9", "enter")),
    Step("pj Zoe agilidad=14/9 salud_total=11 salud=11"),
    Step("ajuste munición por encuentro", ("g", "a", "enter", "down", "enter", "ctrl+s")),
    Step("lleva Zoe Flechas d8 munición", ("home", *["down"] * 3, "m", "z", "Flechas d8 munición", "enter")),
)
"""On the tab of the group, which is the first to be shown."""

DUNGEON = (
    Step("lleva Lía Antorcha d6 luz cada 10m", ("3", ":", "lleva Lía Antorcha d6 luz cada 10m", "enter")),
    Step("enciende Antorcha", ("home", "down", "l")),
    Step("intervalo 10m", ("h", "h")),
    Step("resuelve = 2", ("=", "2")),
    Step("intervalo 10m", ("h", "o", "10m", "enter")),
    Step("resuelve = 1", ("=", "1")),
    Step("vigila 18+"),
    Step("encuentro = 18"),
)

ROUND_ONE = (
    Step("combate Emboscada", ("2", ":", "combate Emboscada", "enter")),
    Step("aparece 3 Goblin salud_total=6 salud=6", ("+", "3 Goblin salud_total=6 salud=6", "enter")),
    Step("iniciativa grupo 2d6 = 5 4"),
    Step("iniciativa enemigos 2d6 = 3 3"),
    Step("siguiente", ("n",)),
    Step("daño Lía 7 = 3", ("home", "d", "l", "7 = 3", "enter")),
    Step("prueba Lía agilidad = 20", ("t", "2", "= 20", "enter")),
    Step("siguiente", ("n",)),
    Step("estado Bruno veneno nivel 2", ("e", "v", "2", "b", "enter")),
    Step("prueba Bruno fuerza ventaja = 1 1", ("t", "1", "V", "= 1 1", "enter")),
    Step("siguiente", ("n",)),
    Step("resuelve", ("enter",)),
    Step("siguiente", ("n",)),
    Step("dispara Zoe"),
    Step("daño Goblin 1 1d6+1 = 4", ("home", *["down"] * 4, "d", "1d6+1 = 4", "enter")),
    Step("siguiente", ("n",)),
    Step("siguiente", ("n",)),
    Step("siguiente", ("n",)),
)

ROUND_TWO = (
    Step("estado Lía parálisis", ("home", "e", "p", "l", "enter")),
    Step("siguiente", ("n",)),
    Step("anterior", ("m", "b")),
    Step("siguiente", ("n",)),
    Step("resuelve = 4", ("=", "4")),
    Step("resuelve = 6", ("=", "6")),
    Step("siguiente", ("n",)),
    Step("resuelve = 13", ("=", "13")),
    Step("siguiente", ("n",)),
    Step("siguiente", ("n",)),
    Step("daño goblin* 2d4 = 3 2"),
    Step("siguiente", ("n",)),
    Step("siguiente", ("n",)),
)

ROUND_THREE = (
    Step("oculta Goblin 3", ("home", *["down"] * 5, "m", "v")),
    Step("siguiente", ("n",)),
    Step("omite", ("s",)),
    Step("resuelve = 19", ("=", "19")),
    Step("prueba Lía agilidad esfuerzo = 8 15", ("home", "t", "2", "E", "= 8 15", "enter")),
    Step("siguiente", ("n",)),
    Step("daño Ñandú 20"),
    Step("cura Ñandú 12"),
    Step("fin", ("w", "c")),
    Step("resuelve = 2", ("=", "2")),
    Step("libra Lía parálisis"),
)

CAMP = (
    Step("descansa", ("1", "z", "d", "enter")),
    Step("resuelve = 3", ("=", "3")),
    Step("resuelve = 12", ("=", "12")),
    Step("resuelve = 1", ("=", "1")),
    Step("resuelve = 8", ("=", "8")),
    Step("intervalo 1d", ("3", "h", "o", "1d", "enter", "enter")),
    Step("resuelve = 15", ("=", "15")),
    Step("resuelve = 3", ("=", "3")),
    Step("nota Nadie cenó: «[b]hambre[/]» 龍", ("o", "Nadie cenó: «[b]hambre[/]» 龍", "enter")),
    Step("deshacer", ("u", "u")),
    Step("deshacer", ("4", "u", "u")),
    Step("deshacer", ("1", "u", "s")),
    Step("deshacer", ("2", "u", "enter")),
    Step("deshacer"),
    Step("rehacer", ("ctrl+r",)),
    Step("rehacer", ("3", "ctrl+r")),
    Step("resuelve = 11", ("=", "11")),
    Step("omite", ("s",)),
    Step("come todos", ("z", "m")),
    Step("2d6+3 = 4 4 # retirada", ("4", "r", "2d6+3 = 4 4 # retirada", "enter")),
)

SCENE = (*PARTY, *DUNGEON, *ROUND_ONE, *ROUND_TWO, *ROUND_THREE, *CAMP)
LINES = tuple(step.line for step in SCENE)
SHOWN_FIRST = frozenset(step.line for step in SCENE if step.typed[-2:] == ("enter", "enter"))
"""Lines of a long time, which the screen shows before it counts."""
