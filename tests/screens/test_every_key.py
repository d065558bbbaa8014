"""Every key of every screen does what its binding says, and every binding is tried here."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode

from tests.screens.game import Folder, Game, fight, playing
from tracker.app import TrackerApp
from tracker.screens.home import HomeScreen
from tracker.screens.table_screen import TableScreen
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.screens.tabs.dice import DicePane
from tracker.screens.tabs.encounter import EncounterPane
from tracker.screens.tabs.exploration import ExplorationPane
from tracker.screens.tabs.group import GroupPane
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.people import PeopleActs
from tracker.widgets.bindings import bindings_of, in_menu
from tracker.widgets.line_table import LineTable
from tracker.wording.messages import say

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
PAGES = {"PageScreen", "HelpScreen", "LogScreen", "NotebookScreen", "RecapScreen"}


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


PEOPLE = tuple(
    key
    for tab in (GROUP, ENCOUNTER, EXPLORATION)
    for key in (
        Key(tab, "d", "CommandPrompt", "daño — Lía"),
        Key(tab, "c", "CommandPrompt", "curación — Lía"),
        Key(tab, "e", "ActDialog", "estado alterado — Lía"),
        Key(tab, "l", says="Lía no sufre ningún estado: no hay nada que quitar."),
        Key(tab, "t", "ActDialog", "tirada de Atributo — Lía"),
        Key(tab, "k", "Picker", "¿Qué hace?"),
        Key(tab, "g", "Form", "Objeto nuevo"),
        Key(tab, "a", "CommandPrompt", "Añadir: [oculto] [N] NOMBRE"),
        Key(tab, "A", "Form", "Nuevo PJ"),
        Key(tab, "group.loot", "CommandPrompt", "Botín: 30 oro, rubí"),
        Key(tab, "group.share", says="No hay botín"),
        Key(tab, "group.give", "CommandPrompt", "Del botín a Lía"),
        Key(tab, "group.gain", "CommandPrompt", "Gana Lía"),
        Key(tab, "group.pay", "CommandPrompt", "Paga Lía"),
        Key(tab, "m", says="Comen y beben: Lía, Bruno."),
        Key(tab, "z", "CommandPrompt", "Duermen todos"),
        Key(tab, "D", "JumpQuestion", "Pasan 8h, y tocaría esto"),
    )
)
CREATURES = tuple(
    key
    for tab in (GROUP, ENCOUNTER)
    for key in (
        Key(tab, "U", "ActDialog", "ataque, con su daño — Lía"),
        Key(tab, "x", "Picker", "¿Qué se usa?"),
        Key(tab, "f", "Form", "Lía"),
        Key(tab, "creature.notes", "CommandPrompt", "Notas de Lía"),
        Key(tab, "E", "Picker", "¿Qué más?"),
        Key(
            tab,
            "delete",
            says="Lía sale de la partida.",
            leaves=lambda g: "Lía" not in [each.name for each in g.session.creatures.values()],
        ),
    )
)
OF_THE_ENCOUNTER = (
    Key(ENCOUNTER, "n", says="Turno de Bruno."),
    Key(ENCOUNTER, "b", says="No hay ningún turno anterior"),
    Key(ENCOUNTER, "i", "CommandPrompt", "Iniciativa de Lía: número"),
    Key(ENCOUNTER, "K", says="Bruno", at="Bruno", leaves=lambda g: "Bruno" in g.rows[0]),
    Key(ENCOUNTER, "J", says="Lía", leaves=lambda g: "Lía" in g.rows[1]),
    Key(ENCOUNTER, "v", says="Los jugadores ya no ven a Lía.", leaves=lambda g: "oculto" in g.rows[0]),
    Key(ENCOUNTER, "M", says="No hay nadie oculto"),
    Key(ENCOUNTER, "Q", "CommandPrompt", "Añadir oculta"),
    Key(ENCOUNTER, "F", says="Lía huye.", leaves=lambda g: "huido" in g.rows[0]),
    Key(ENCOUNTER, "X", says="Lía ya no está en el encuentro.", leaves=lambda g: len(g.rows) == 3),
    Key(ENCOUNTER, "w", "CommandPrompt", "Encuentro: [oculto] [NOMBRE]"),
    Key(ENCOUNTER, "W", "Picker", "¿Terminar «Emboscada»?"),
    Key(ENCOUNTER, "Y", "CommandPrompt", "Efecto: NOMBRE"),
    Key(ENCOUNTER, "encounter.declare", "CommandPrompt", "¿Qué declara?"),
    Key(ENCOUNTER, "encounter.surprise", says="La sorpresa le cuesta esta ronda a Lía."),
    Key(ENCOUNTER, "encounter.gather", says="Lía es del grupo: cada PJ tiene su propia fila y su turno."),
    Key(ENCOUNTER, "encounter.split", says="Lía ya tiene su propia fila."),
    Key(ENCOUNTER, "encounter.enter", says="están ya en este encuentro"),
    Key(ENCOUNTER, "encounter.keep", says="La iniciativa dura todo el encuentro."),
    Key(ENCOUNTER, "encounter.clear", says="La iniciativa se decide de nuevo cada ronda."),
    Key(ENCOUNTER, "encounter.reroll", says="se tira de nuevo cada ronda."),
    Key(ENCOUNTER, "encounter.morale", "CommandPrompt", "Moral: dados"),
    Key(ENCOUNTER, "encounter.reaction", "CommandPrompt", "Reacción: dados"),
    Key(ENCOUNTER, "encounter.name", says="no saben cómo se llama Goblin 1", at="Goblin 1"),
    Key(ENCOUNTER, "encounter.forecast", says="Aquí nadie puede herir a nadie"),
    Key(ENCOUNTER, "encounter.switch", "Picker", "¿Qué encuentro?"),
    Key(ENCOUNTER, "encounter.template", "CommandPrompt", "Nombre de la plantilla"),
)
OF_THE_EXPLORATION = (
    Key(EXPLORATION, "n", says="turno", leaves=lambda g: g.session.elapsed == 10),
    Key(EXPLORATION, "N", says="ronda", leaves=lambda g: g.session.elapsed == 10),
    Key(EXPLORATION, "h", says="Pasan 10 minutos.", leaves=lambda g: g.session.elapsed == 600),
    Key(EXPLORATION, "H", "CommandPrompt", "Intervalo: 10m"),
    Key(EXPLORATION, "y", says="Lía enciende su Antorcha"),
    Key(EXPLORATION, "x", says="sigue en d6."),
    Key(EXPLORATION, "f", "Form", "Antorcha"),
    Key(EXPLORATION, "delete", says="Antorcha", leaves=lambda g: len(g.session.supplies) == 1),
    Key(EXPLORATION, "E", "Picker", "¿Qué más?"),
    Key(EXPLORATION, "exploration.merge", says="No hay otra pila como Antorcha"),
    Key(EXPLORATION, "exploration.check", says="¡hay encuentro!"),
    Key(EXPLORATION, "exploration.watch", "CommandPrompt", "Control: N+"),
    Key(EXPLORATION, "exploration.travel", "CommandPrompt", "Viaje: N casillas|hexágonos|PASO"),
    Key(EXPLORATION, "exploration.weather", "CommandPrompt", "Clima: Intro tira"),
    Key(EXPLORATION, "exploration.pace", "CommandPrompt", "Paso: NOMBRE 6h"),
    Key(EXPLORATION, "exploration.progress", "CommandPrompt", "Reloj: NOMBRE N"),
    Key(EXPLORATION, "exploration.advance", "CommandPrompt", "Avanza: NOMBRE"),
    Key(EXPLORATION, "exploration.clock", "CommandPrompt", "Reloj: [DÍA] HH:MM"),
    Key(EXPLORATION, "exploration.calendar", "CommandPrompt", "Calendario: MES DÍAS"),
    Key(EXPLORATION, "exploration.dates", "PageScreen", "Sin lunas, fiestas ni citas"),
    Key(EXPLORATION, "exploration.moon", "CommandPrompt", "Luna: NOMBRE N"),
    Key(EXPLORATION, "exploration.feast", "CommandPrompt", "Fiesta: NOMBRE DÍA MES"),
    Key(EXPLORATION, "exploration.appointment", "CommandPrompt", "Cita: DÍA"),
    Key(EXPLORATION, "exploration.consult", "Picker", "¿Qué tabla?"),
    Key(EXPLORATION, "exploration.result", says="Aún no ha salido nada en una tabla"),
    Key(EXPLORATION, "exploration.write", "CommandPrompt", "Tabla: NOMBRE DADOS"),
)
OF_THE_DICE = (
    Key(DICE, ".", says="2d6 = 12", leaves=lambda g: g.rows[0] == g.rows[1]),
    Key(DICE, "dice.person", says="Tiradas de todos"),
    Key(DICE, "T", "Picker", "¿Qué tirada?"),
    Key(DICE, "E", "Picker", "¿Qué más?"),
    Key(DICE, "dice.kind", says="Tiradas: "),
    Key(DICE, "dice.keep", "CommandPrompt", "Guardar: NOMBRE EXPRESIÓN"),
    Key(DICE, "dice.moment", "LogScreen", "Qué pasó"),
    Key(DICE, "dice.tally", "PageScreen", "esperada 3,5"),
)
EVERYWHERE = (
    *(Key(tab, to, leaves=_shows(to)) for tab in "1234" for to in "1234"),
    *(Key(tab, "u", "UndoQuestion", "¿Deshacer «") for tab in "1234"),
    *(Key(tab, ":", "CommandPrompt", "Orden") for tab in "1234"),
    Key(GROUP, "ctrl+r", says="No hay nada que rehacer."),
    Key(GROUP, "r", "CommandPrompt", "Tirada: 2d6+3"),
    Key(GROUP, "o", "CommandPrompt", "Nota"),
    Key(GROUP, "/", "SearchScreen", "Busca aquí"),
    Key(GROUP, "S", "Form", "Ajustes de la campaña"),
    Key(GROUP, "ctrl+p", "Palette", "¿Qué acción?"),
    Key(GROUP, "question_mark", "HelpScreen", "Teclas de aquí"),
    Key(GROUP, "P", "RecapScreen", "Anteriormente"),
    Key(GROUP, "L", "LogScreen", "Qué pasó"),
    Key(GROUP, "O", "NotebookScreen", "El cuaderno está en blanco"),
    Key(GROUP, "I", "WebPageDialog", "Página de los jugadores"),
    Key(GROUP, "B", "Picker", "Biblioteca"),
    Key(GROUP, "ctrl+l"),
)
"""No tab has a key of its own that is also one of these, so that trying them at one tab is enough."""

KEYS = (*EVERYWHERE, *PEOPLE, *CREATURES, *OF_THE_ENCOUNTER, *OF_THE_EXPLORATION, *OF_THE_DICE)
ELSEWHERE = {
    "table.towns",
    "comma",
    "0",
    "escape",
    "Z",
    "enter",
    "p",
    "=",
    "asterisk",
    "plus",
    "greater_than_sign",
    "s",
    "R",
    "q",
    "G",
    "V",
}
"""Keys that need something pending, another GM or another game, or leave: each has a scene of its own."""


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
    await (game.menu(key.key) if "." in key.key[1:] else game.press(key.key))
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


def keys_of(place: type[DOMNode]) -> set[str]:
    """Return the keys of a class and its bases; for an entry of a menu, its id."""
    return {key.removeprefix("menu:") for binding in bindings_of(place) for key in _keys(binding)}


def _keys(binding: Binding) -> list[str]:
    return list(BindingsMap([binding]).key_to_bindings)


@pytest.mark.parametrize(
    ("place", "tab"),
    [
        (GroupPane, GROUP),
        (EncounterPane, ENCOUNTER),
        (ExplorationPane, EXPLORATION),
        (DicePane, DICE),
        (TableScreen, GROUP),
    ],
)
def test_no_key_goes_untried(place: type[DOMNode], tab: str) -> None:
    tried = {key.key for key in KEYS if key.tab == tab}
    signs = {"colon": ":", "slash": "/", "equals_sign": "=", "full_stop": "."}
    wanted = {signs.get(key, key) for key in keys_of(place)}
    assert wanted - ELSEWHERE <= tried


def test_a_key_means_one_thing_on_every_tab() -> None:
    meanings: dict[str, set[str]] = {}
    for place in (GroupPane, EncounterPane, ExplorationPane, DicePane, TableScreen, LineTable, TrackerApp):
        for binding in bindings_of(place):
            for key in () if in_menu(binding) else _keys(binding):
                meanings.setdefault(key, set()).add(say(binding.description))
    assert {key: words for key, words in meanings.items() if len(words) > 1} == {
        "enter": {"Resolver", "Elegir"},
    }


def test_every_binding_has_an_id_and_a_description_and_no_two_share_the_id() -> None:
    places = (
        TableScreen,
        HomeScreen,
        Pane,
        PeopleActs,
        CreaturesPane,
        EncounterPane,
        ExplorationPane,
        DicePane,
    )
    bindings = [binding for place in places for binding in place.BINDINGS if isinstance(binding, Binding)]
    assert all(binding.id and binding.description for binding in bindings)
    assert len({binding.id for binding in bindings}) == len(bindings)
