"""No text that players read tells a hidden name, wherever a GM types it."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from tests.session.game import Game
from tests.trials import each_of
from tracker.features.recap.wording import RECAPS, note_block
from tracker.rules.system import Fact
from tracker.session.change import Change, How
from tracker.session.event import Draft
from tracker.session.public import public_table
from tracker.session.recap import evenings
from tracker.session.schema import Keyed, Leaf, Listing, Record, Shape
from tracker.session.state import session_shape
from tracker.session.text import UNKNOWN, Secrets
from tracker.wording.players import page_view, public_text

PLAYED = (
    *("pj Lía", "pj Odón", "sala 1 Foso salidas norte 2", "sala 1 lee Huele a hierro", "ve 1"),
    *("ajuste salas_vistas por nombre", "aparece 2 lobo salud_total=10", "aparece Zarquino", "combate Foso"),
    *("agrupa lobo* Manada", "aparece oculto 2 Ógrim", "aparece oculto 2 hiena", "agrupa hiena* Jauría"),
    *("nombre oculto Zarquino", "calendario Brasa 28, Hielo 30; semana Luna, Sal; hoy 2 Brasa 1043 Sal"),
    *("monedas corona=10, real=1", "botín 2 corona, rubí", "gana lía 3 corona, daga", "gana odón 1 real"),
    *("reloj Ritual 6 visible", "reloj Lía: Furia 3 visible", "luna Ur 7 visible"),
    *("fiesta Siega 9 Hielo visible", "cita 20 Brasa visible: vence el plazo"),
    *("cuaderno persona Morda: vive; tabernera", "cuaderno Morda visible"),
    *("cuaderno persona Vuldrak: el asesino", "lleva lía antorcha d6 luz", "enciende antorcha"),
    *("ajuste palabra_herido tocado", "ficha lobo1 salud=8", "efecto lía bendita 3r"),
    *("estado odón miedo la sal", "siguiente", "prueba lía fuerza", "siguiente"),
)
NAMES = ("Ógrim", "hiena", "Jauría", "Zarquino", "Vuldrak")
MARKER = "Xilófono"
KNOWN = (
    ("title",),
    ("creatures", "name"),
    ("supplies", "name"),
)
"""What players know by itself: a change of it would tell them that something of that name hides."""


@cache
def table() -> Game:
    game = Game()
    for line in PLAYED:
        assert game.attempt(line, lambda sides: sides), line
    return game


def told_to_players(game: Game) -> str:
    """Return everything that any reader for players is told."""
    shown, evening = public_table(game.history), evenings(game.history, players=True)
    return "\n".join(
        (
            *(public_text(shown), json.dumps(page_view(shown), ensure_ascii=False)),
            msgspec.json.encode(shown, enc_hook=dict).decode(),
            *(write(game.history, evening) for write in RECAPS.values()),
            *map(note_block, evening),
        )
    )


def texts(shape: Shape, value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the path of every text or list in a value, with what it holds."""
    match shape:
        case Leaf(is_text=True) | Listing():
            yield path, value
        case Record(fields=parts):
            for name, part in parts.items():
                yield from texts(part, getattr(value, name), (*path, name))
        case Keyed(element=element):
            for key, part in value.items():
                yield from texts(element, part, (*path, key))


def with_text(game: Game, path: tuple[str, ...], text: str) -> Game:
    """Return a copy of a game in which a text says something else; in a list, each of its texts.

    A group has the name that all of its members say.
    """
    value: Any = game.session
    for step in path:
        value = value[step] if isinstance(value, Mapping) else getattr(value, step)
    said: Any = text
    if isinstance(value, tuple):
        said = msgspec.to_builtins(value)
        said = [{**each, "name": text} if isinstance(each, dict) else text for each in said]
    other = game.copy(game.writer)
    paths = [path]
    if kind(path) == ("creatures", "group"):
        paths = [
            ("creatures", who, "group") for who, each in game.session.creatures.items() if each.group == value
        ]
    changes = tuple(Change(each, How.TO, said) for each in paths)
    other.play(Draft((Fact("note", {"text": "…"}),), changes=changes))
    return other


def kind(path: tuple[str, ...]) -> tuple[str, ...]:
    return path if len(path) == 1 else (path[0], path[-1])


@cache
def visible_paths() -> list[tuple[str, ...]]:
    """Return the texts that players read, by trying each."""
    game = table()
    paths = [path for path, _value in texts(session_shape("chronicle"), game.session) if path != ("system",)]
    return [path for path in paths if MARKER in told_to_players(with_text(game, path, f"el {MARKER} azul"))]


def test_players_read_many_texts() -> None:
    assert {kind(path) for path in visible_paths()} >= {
        *KNOWN,
        *{("calendar", "months"), ("calendar", "weekdays"), ("coins", "name"), ("things", "name")},
        *{("progress", "name"), ("moons", "name"), ("feasts", "name"), ("appointments", "text")},
        *{("creatures", "group"), ("players_view", "hurt")},
        *{("notebook", part) for part in ("name", "status", "text")},
    }


def test_no_text_tells_players_a_hidden_name() -> None:
    for path in visible_paths():
        for name in () if kind(path) in KNOWN else NAMES:
            spellings = (name, name.upper(), f"{name}s", name.replace("Ó", "o").replace("í", "i"))
            told = told_to_players(with_text(table(), path, f"la ira del {' '.join(spellings)}"))
            assert not Secrets([name]).named_in(told), (path, name)


@each_of("name", NAMES)
def test_before_anything_is_written_no_hidden_name_is_told(name: str) -> None:
    assert not Secrets([name]).named_in(told_to_players(table()))


def test_what_players_come_to_know_they_read() -> None:
    game = with_text(table(), ("progress", "ritual", "name"), "la ira del Ógrim")
    assert "la ira del" not in told_to_players(game)
    game.do("muestra ógrim*")
    assert "la ira del Ógrim" in told_to_players(game)
    game.do("deshacer")
    assert "la ira del" not in told_to_players(game)


@each_of(
    ("text", "told"),
    [
        ("La ira del ogro", "La ira del ?"),
        ("Los OGROS y Agueda", "Los ? y ?"),
        ("El ogro jefe teme al ogro 2", "El ogro jefe teme al ?"),
        ("ogrosaurio, un A\u0301gueda!", "ogrosaurio, un ?!"),
        ("La  casa\nverde", "La  ?"),
        ("nada", "nada"),
        ("", ""),
    ],
)
def test_a_hidden_name_is_masked(text: str, told: str) -> None:
    secrets = Secrets(["ogro 2", "ogro", "Águeda", "casa verde", ""], ["ogro jefe", "Lía"])
    assert secrets.mask_names(text) == told
    assert secrets.named_in(text) is (UNKNOWN in told)


def test_without_hidden_names_nothing_is_masked() -> None:
    assert Secrets([], ["Lía"]).mask_names("Lía y ogro") == "Lía y ogro"
    assert Secrets(["Lía"], ["lía"]).mask_names("Lía") == "Lía"
