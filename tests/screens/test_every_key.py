"""Every key of every screen does what its binding says, and every binding is tried here."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode

from tests.screens.game import Folder, Game, fight, playing
from tracker.screens.home import HomeScreen
from tracker.screens.table.table_screen import TableScreen
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.screens.tabs.dice import DicePane
from tracker.screens.tabs.encounter import EncounterPane
from tracker.screens.tabs.exploration import ExplorationPane
from tracker.screens.tabs.group import GroupPane

LINES = (
    *fight(),
    "siguiente",
    "lleva Lía Antorcha d6 luz cada 10m",
    "lleva Bruno Flechas d8 munición",
    "estado Bruno parálisis",
    "vigila 18+",
    "guarda ataque 1d20+3",
    "2d6 # emboscada",
)
GROUP, ENCOUNTER, EXPLORATION, DICE = "1234"
PAGES = {"PageScreen", "LogScreen"}


@dataclass(frozen=True)
class Key:
    """A key at a tab: the dialog that it opens with a word in it, or what it says and leaves."""

    tab: str
    key: str
    dialog: str = ""
    says: str = ""
    leaves: Callable[[Game], object] = lambda game: True
    at: str = ""
    """On whom the cursor is."""


def _shows(tab: str) -> Callable[[Game], bool]:
    """Return what tells whether a tab is the one that is shown."""
    return lambda game: game.pane.id == f"tab-{tab}"


CREATURES = tuple(
    key
    for tab in (GROUP, ENCOUNTER)
    for key in (
        Key(tab, "d", "CommandPrompt", "daño — Lía"),
        Key(tab, "c", "CommandPrompt", "curación — Lía"),
        Key(tab, "e", "ActDialog", "estado alterado — Lía"),
        Key(tab, "l", "ActDialog", "librar de un estado — Lía"),
        Key(tab, "t", "ActDialog", "tirada de Atributo — Lía"),
        Key(tab, "x", "Picker", "¿Qué se usa?"),
        Key(tab, "k", "Picker", "¿Qué hace?"),
        Key(tab, "f", "Form", "Lía"),
        Key(tab, "p", "CommandPrompt", "Notas de Lía"),
        Key(tab, "a", "CommandPrompt", "Añadir: [oculto] [N] NOMBRE"),
        Key(
            tab,
            "delete",
            says="Lía sale de la partida.",
            leaves=lambda g: "Lía" not in [each.name for each in g.session.creatures.values()],
        ),
    )
)
OF_THE_GROUP = (
    Key(GROUP, "m", says="Lía come y bebe."),
    Key(GROUP, "z", "CommandPrompt", "dormir — Lía"),
    Key(GROUP, "D", "JumpQuestion", "Pasan 8h, y tocaría esto"),
    Key(GROUP, "A", "CommandPrompt", "Nuevo PJ"),
    Key(GROUP, "g", "CommandPrompt", "Objeto: NOMBRE dN"),
)
OF_THE_ENCOUNTER = (
    Key(ENCOUNTER, "n", says="Turno de Bruno."),
    Key(ENCOUNTER, "b", says="No hay ningún turno anterior"),
    Key(ENCOUNTER, "i", "CommandPrompt", "Iniciativa de Lía: número"),
    Key(ENCOUNTER, "m", says="Flechas: sigue en d8.", at="Bruno"),
    Key(ENCOUNTER, "K", says="Bruno", at="Bruno", leaves=lambda g: "Bruno" in g.rows[0]),
    Key(ENCOUNTER, "J", says="Lía", leaves=lambda g: "Lía" in g.rows[1]),
    Key(ENCOUNTER, "h", says="Los jugadores ya no ven a Lía.", leaves=lambda g: "oculto" in g.rows[0]),
    Key(ENCOUNTER, "H", says="No hay nadie oculto"),
    Key(ENCOUNTER, "E", "Picker", "¿Qué decides de la ronda?"),
    Key(ENCOUNTER, "A", "CommandPrompt", "Añadir oculta"),
    Key(ENCOUNTER, "F", says="Lía abandona el encuentro.", leaves=lambda g: "huido" in g.rows[0]),
    Key(ENCOUNTER, "X", says="Lía ya no está en el encuentro.", leaves=lambda g: len(g.rows) == 3),
    Key(ENCOUNTER, "w", "CommandPrompt", "Encuentro: [oculto] NOMBRE"),
    Key(ENCOUNTER, "W", "Picker", "¿Terminar «Emboscada»?"),
    Key(ENCOUNTER, "y", "CommandPrompt", "¿Qué declara?"),
    Key(ENCOUNTER, "Y", "CommandPrompt", "Efecto: NOMBRE"),
    Key(ENCOUNTER, "v", "Picker", "¿Qué encuentro?"),
    Key(ENCOUNTER, "T", "CommandPrompt", "Nombre de la plantilla"),
)
OF_THE_EXPLORATION = (
    Key(EXPLORATION, "n", says="turno", leaves=lambda g: g.session.elapsed == 10),
    Key(EXPLORATION, "N", says="ronda", leaves=lambda g: g.session.elapsed == 10),
    Key(EXPLORATION, "i", says="Pasa un intervalo de 10m.", leaves=lambda g: g.session.elapsed == 600),
    Key(EXPLORATION, "I", "CommandPrompt", "Intervalo: 10m"),
    Key(EXPLORATION, "l", says="Se enciende: Lía · Antorcha."),
    Key(EXPLORATION, "x", says="Antorcha: sigue en d6."),
    Key(EXPLORATION, "g", "CommandPrompt", "Nuevo objeto: QUIEN|grupo NOMBRE dN"),
    Key(EXPLORATION, "f", "Form", "Antorcha"),
    Key(EXPLORATION, "delete", says="Antorcha", leaves=lambda g: len(g.session.supplies) == 1),
    Key(EXPLORATION, "D", "JumpQuestion", "Pasan 8h, y tocaría esto"),
    Key(EXPLORATION, "m", says="Comen y beben: Lía, Bruno."),
    Key(EXPLORATION, "z", "CommandPrompt", "Duermen todos"),
    Key(EXPLORATION, "k", says="¡Hay encuentro!"),
    Key(EXPLORATION, "w", "CommandPrompt", "Control: N+"),
    Key(EXPLORATION, "v", "CommandPrompt", "Viaje: N cas|hex|PASO"),
    Key(EXPLORATION, "e", "CommandPrompt", "Clima: Intro tira"),
    Key(EXPLORATION, "p", "CommandPrompt", "Paso: NOMBRE 6h"),
    Key(EXPLORATION, "h", "CommandPrompt", "Reloj: [DÍA] HH:MM"),
    Key(EXPLORATION, "c", "CommandPrompt", "Calendario: MES DÍAS"),
    Key(EXPLORATION, "t", "Picker", "¿Qué tabla?"),
    Key(EXPLORATION, "T", "CommandPrompt", "Tabla: NOMBRE DADOS"),
)
OF_THE_DICE = (
    Key(DICE, "a", says="2d6 = 12", leaves=lambda g: g.rows[0] == g.rows[1]),
    Key(DICE, "p", says="Tiradas de todos"),
    Key(DICE, "k", says="Tiradas: "),
    Key(DICE, "g", "CommandPrompt", "Guardar: NOMBRE EXPRESIÓN"),
    Key(DICE, "m", "Picker", "¿Qué tirada?"),
    Key(DICE, "v", "LogScreen", "Qué pasó"),
    Key(DICE, "e", "PageScreen", "esperada 3,5"),
)
EVERYWHERE = (
    *(Key(tab, to, leaves=_shows(to)) for tab in "1234" for to in "1234"),
    *(Key(tab, "u", "UndoQuestion", "¿Deshacer «") for tab in "1234"),
    *(Key(tab, ":", "CommandPrompt", "Orden") for tab in "1234"),
    Key(GROUP, "ctrl+r", says="No hay nada que rehacer."),
    Key(GROUP, "r", "CommandPrompt", "Tirada: 2d6+3"),
    Key(GROUP, "o", "CommandPrompt", "Nota"),
    Key(GROUP, "/", "TextPrompt", "Filtrar"),
    Key(GROUP, "S", "Form", "Ajustes de la campaña"),
    Key(GROUP, "ctrl+p", "Picker", "¿Qué acción?"),
    Key(GROUP, "question_mark", "PageScreen", "Teclas de aquí"),
    Key(GROUP, "O", "PageScreen", "Anteriormente"),
    Key(GROUP, "L", "LogScreen", "Qué pasó"),
    Key(GROUP, "P", "WebPageDialog", "Página de los jugadores"),
    Key(GROUP, "B", "Picker", "Biblioteca"),
    Key(GROUP, "ctrl+l"),
)
"""No tab has a key of its own that is also one of these, so that trying them at one tab is enough."""

KEYS = (*EVERYWHERE, *CREATURES, *OF_THE_GROUP, *OF_THE_ENCOUNTER, *OF_THE_EXPLORATION, *OF_THE_DICE)
ELSEWHERE = {"enter", "=", "asterisk", "plus", "s", "R", "q", "G", "V"}
"""Keys that need something pending or another GM, or leave: each has a scene of its own."""


@pytest.mark.parametrize("tab", "1234")
async def test_every_key_of_a_tab_does_what_it_says(folder: Folder, tab: str) -> None:
    folder.begin(*LINES)
    async with playing(folder) as game:
        await game.press(tab)
        for key in (key for key in KEYS if key.tab == tab):
            await _tried(game, key)


async def _tried(game: Game, key: Key) -> None:
    """Press a key, look at what comes of it, and put the game back as it was."""
    if key.at:
        game.cursor_on(key.at)
    before = game.events
    await game.press(key.key)
    label = f"{key.key} at {key.tab}:\n{game.screen}"
    assert game.dialog == key.dialog, label
    if key.dialog:
        assert key.says in game.screen, label
        assert game.events == before, label
        await game.press("q" if key.dialog in PAGES else "ctrl+c")
        assert game.dialog == "", label
    else:
        assert key.says in game.notice, f"{game.notice!r} after {label}"
        assert key.leaves(game), label
    assert game.events - before <= 1, label
    if game.events > before:
        await game.press("u", "u", "home")
    if game.pane.id != f"tab-{key.tab}":
        await game.press(key.tab)


def bindings_of(place: type[DOMNode]) -> set[str]:
    """Return the keys that a class declares."""
    return {key for binding in place.BINDINGS for key in _keys(binding)}


def _keys(binding: object) -> list[str]:
    return list(BindingsMap([binding]).key_to_bindings) if isinstance(binding, Binding) else []


@pytest.mark.parametrize(
    ("place", "tab"),
    [
        (GroupPane, GROUP),
        (EncounterPane, ENCOUNTER),
        (ExplorationPane, EXPLORATION),
        (DicePane, DICE),
        (CreaturesPane, GROUP),
        (CreaturesPane, ENCOUNTER),
        (TableScreen, GROUP),
    ],
)
def test_no_key_goes_untried(place: type[DOMNode], tab: str) -> None:
    tried = {":" if key.key == ":" else key.key for key in KEYS if key.tab == tab}
    wanted = {{"colon": ":", "slash": "/", "equals_sign": "="}.get(key, key) for key in bindings_of(place)}
    assert wanted - ELSEWHERE <= tried


def test_a_key_means_one_thing_at_a_tab() -> None:
    everywhere = bindings_of(TableScreen)
    for pane in (GroupPane, EncounterPane, ExplorationPane, DicePane):
        own = bindings_of(pane)
        assert len(own) == sum(len(_keys(binding)) for binding in pane.BINDINGS)
        assert not own & everywhere
        if issubclass(pane, CreaturesPane):
            assert not own & bindings_of(CreaturesPane)


def test_every_binding_has_an_id_and_a_description_and_no_two_share_the_id() -> None:
    folders = (TableScreen, HomeScreen, CreaturesPane, GroupPane, EncounterPane, ExplorationPane, DicePane)
    bindings = [binding for place in folders for binding in place.BINDINGS if isinstance(binding, Binding)]
    assert all(binding.id and binding.description for binding in bindings)
    assert len({binding.id for binding in bindings}) == len(bindings)
