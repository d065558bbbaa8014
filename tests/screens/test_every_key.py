"""Every key of every screen does what its binding says, and every binding is tried here."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode

from tests.features.rows import rows_of_features
from tests.screens.game import Folder, Game, fight, playing
from tests.told import turn
from tracker.app import TrackerApp
from tracker.rules.games import SYSTEMS
from tracker.rules.system import SHARED_ACTS
from tracker.rules.systems import system_of
from tracker.screens.home import HomeScreen
from tracker.screens.table_screen import TableScreen
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.screens.tabs.dice import DicePane
from tracker.screens.tabs.encounter import EncounterPane
from tracker.screens.tabs.exploration import ExplorationPane
from tracker.screens.tabs.group import GroupPane
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.people import PeopleActs
from tracker.widgets.bindings import bindings_of, menu_of
from tracker.widgets.key import is_menu_key, split_menu_key
from tracker.widgets.line_table import LineTable
from tracker.wording.language import speak
from tracker.wording.messages import say

LINES = (
    *fight(),
    "siguiente",
    "lleva Lía Antorcha d6 luz cada 10m",
    "lleva Bruno Flechas d8 munición",
    "estado Bruno parálisis",
    "vigila 18+",
    "guarda ataque 1d20+3",
    "ficha Lía daño=1d6",
    "2d6 # emboscada",
)
GROUP, ENCOUNTER, EXPLORATION, DICE = "1234"
PAGES = {"ManualScreen", "PageScreen", "HelpScreen", "LogScreen", "NotebookScreen", "RecapScreen"}


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
        Key(tab, "d", "ActDialog", "DAÑO  → ¿a quién?"),
        Key(tab, "c", "ActDialog", "CURA  → Lía"),
        Key(tab, "e", "ActDialog", "ESTADO  → ¿a quién?"),
        Key(tab, "t", "ActDialog", "TIRADA  → Lía"),
        Key(tab, "m", "Picker", "Menú"),
    )
)
RESTS = tuple(
    key
    for tab in (GROUP, ENCOUNTER, EXPLORATION, DICE)
    for key in (
        Key(tab, "z", "Picker", "Comer, descansar, dormir"),
        Key(tab, "z m", says="Lía y Bruno comen y beben."),
        Key(tab, "z d", "JumpQuestion", "En 8 h tocaría esto: "),
        Key(tab, "z z", "CommandPrompt", "Duermen todos"),
    )
)
CREATURES = tuple(
    key
    for tab in (GROUP, ENCOUNTER)
    for key in (
        Key(tab, "a", "ActDialog", "ATAQUE  Lía"),
        Key(tab, "x", "Picker", "¿Qué hace Lía?"),
        Key(tab, "x i", says="Lía no sufre ningún estado: no hay nada que quitar."),
        Key(tab, "x u", "Picker", "¿Qué se usa?"),
        Key(tab, "f", "Form", "Lía"),
        Key(
            tab,
            "delete",
            says="Lía sale de la campaña.",
            leaves=lambda g: "Lía" not in [each.name for each in g.session.creatures.values()],
        ),
    )
)
OF_THE_GROUP = (
    Key(GROUP, "+", "Form", "Nuevo PJ"),
    Key(GROUP, "m b", "CommandPrompt", "Botín: 30 oro, rubí"),
    Key(GROUP, "m r", says="No hay botín"),
    Key(GROUP, "m d", "CommandPrompt", "Del botín a Lía"),
    Key(GROUP, "m g", "CommandPrompt", "Gana Lía"),
    Key(GROUP, "m p", "CommandPrompt", "Paga Lía"),
    Key(GROUP, "m n", "CommandPrompt", "Notas de Lía"),
    Key(GROUP, "m l", leaves=lambda g: len(g.rows) == 1),
    Key(GROUP, "m x", says="Lía sale de la campaña."),
    Key(GROUP, "m y", "CommandPrompt", "Añadir: [oculto] [N] NOMBRE"),
    Key(GROUP, "m z", "Form", "Objeto nuevo"),
)
OF_THE_ENCOUNTER = (
    Key(ENCOUNTER, "+", "CommandPrompt", "Añadir: [oculto] [N] NOMBRE"),
    Key(ENCOUNTER, "n", says=f"{turn('Bruno')}."),
    Key(ENCOUNTER, "*", leaves=lambda g: len(g.line_table.marked) == 2),
    Key(ENCOUNTER, "*", leaves=lambda g: len(g.line_table.marked) == 2),
    Key(ENCOUNTER, "*", leaves=lambda g: not g.line_table.marked),
    Key(ENCOUNTER, "w", "Picker", "Termina «Emboscada». Cada ronda son 10 s. ¿Cuánto ha durado?"),
    Key(ENCOUNTER, "m b", says="No hay ningún turno anterior"),
    Key(ENCOUNTER, "m i", "CommandPrompt", "Iniciativa de Lía: número"),
    Key(ENCOUNTER, "m t", "Picker", "Orden: iniciativa, bandos o ninguno"),
    Key(ENCOUNTER, "m k", says="Bruno", at="Bruno", leaves=lambda g: "Bruno" in g.rows[0]),
    Key(ENCOUNTER, "m j", says="Lía", leaves=lambda g: "Lía" in g.rows[1]),
    Key(
        ENCOUNTER,
        "m v",
        says="Lía queda fuera de la vista de los jugadores.",
        leaves=lambda g: "oculta" in g.rows[0],
    ),
    Key(ENCOUNTER, "m r", says="No hay nadie oculto"),
    Key(ENCOUNTER, "m l", "CommandPrompt", "Añadir oculta"),
    Key(ENCOUNTER, "m h", says="Lía huye.", leaves=lambda g: "en fuga" in g.rows[0]),
    Key(ENCOUNTER, "m x", says="Lía ya no está en el encuentro.", leaves=lambda g: len(g.rows) == 3),
    Key(ENCOUNTER, "m w", "Picker", "Termina «Emboscada». Cada ronda son 10 s. ¿Cuánto ha durado?"),
    Key(ENCOUNTER, "m y", "Picker", "¿A quién?"),
    Key(ENCOUNTER, "m d", "CommandPrompt", "¿Qué declara?"),
    Key(ENCOUNTER, "m s", says="La sorpresa le cuesta esta ronda a Lía."),
    Key(ENCOUNTER, "m q", "Picker", "Aguarda y actúa justo antes que"),
    Key(ENCOUNTER, "m a", says="Lía no puede ir en grupo sin nadie más"),
    Key(ENCOUNTER, "m e", says="están ya en este encuentro"),
    Key(ENCOUNTER, "m m", "CommandPrompt", "Moral: dados"),
    Key(ENCOUNTER, "m c", "CommandPrompt", "Reacción: dados"),
    Key(ENCOUNTER, "m n", says="no saben cómo se llama Goblin 1", at="Goblin 1"),
    Key(ENCOUNTER, "m p", "ForecastPage", "Pronóstico de «Emboscada»"),
    Key(ENCOUNTER, "m o", "Picker", "¿Qué encuentro?"),
    Key(ENCOUNTER, "m g", "CommandPrompt", "Nombre de la plantilla"),
    Key(ENCOUNTER, "m f", "CommandPrompt", "Notas de Lía"),
    Key(ENCOUNTER, "m u", "Form", "Nuevo PJ"),
    Key(ENCOUNTER, "m z", "Form", "Objeto nuevo"),
)
OF_THE_EXPLORATION = (
    Key(EXPLORATION, "h t", says="turno", leaves=lambda g: g.session.elapsed == 10),
    Key(EXPLORATION, "h r", says="ronda", leaves=lambda g: g.session.elapsed == 10),
    Key(EXPLORATION, "h h", says="Pasan 10 minutos.", leaves=lambda g: g.session.elapsed == 600),
    Key(EXPLORATION, "h o", "CommandPrompt", "Intervalo: 10m"),
    Key(EXPLORATION, "l", says="Lía enciende su Antorcha"),
    Key(EXPLORATION, "x", says="sigue en d6"),
    Key(EXPLORATION, "f", "Form", "Antorcha"),
    Key(EXPLORATION, "delete", says="Antorcha", leaves=lambda g: len(g.session.supplies) == 1),
    Key(EXPLORATION, "m j", says="No hay otra pila como Antorcha"),
    Key(EXPLORATION, "m e", says="¡Hay encuentro"),
    Key(EXPLORATION, "m g", "CommandPrompt", "Control: N+"),
    Key(EXPLORATION, "m v", "CommandPrompt", "Viaje: N casillas|"),
    Key(EXPLORATION, "m c", "CommandPrompt", "Clima: sin nada, tira"),
    Key(EXPLORATION, "m p", "CommandPrompt", "Paso: NOMBRE 6h"),
    Key(EXPLORATION, "m m", "Picker", "¿Qué luz hay en el lugar?"),
    Key(EXPLORATION, "m n", "CommandPrompt", "Reloj: NOMBRE N"),
    Key(EXPLORATION, "m a", "CommandPrompt", "Avanza: NOMBRE"),
    Key(EXPLORATION, "m h", "CommandPrompt", "Reloj: [DÍA] HH:MM"),
    Key(EXPLORATION, "m d", "CommandPrompt", "Calendario: MES DÍAS"),
    Key(EXPLORATION, "m f", "PageScreen", "Sin lunas, fiestas ni citas"),
    Key(EXPLORATION, "m l", "CommandPrompt", "Luna: NOMBRE N"),
    Key(EXPLORATION, "m s", "CommandPrompt", "Fiesta: NOMBRE DÍA MES"),
    Key(EXPLORATION, "m i", "CommandPrompt", "Cita: DÍA"),
    Key(EXPLORATION, "h", "Picker", "¿Cuánto tiempo pasa?"),
    Key(EXPLORATION, "h 1", leaves=lambda g: g.session.elapsed == 1_800),
    Key(EXPLORATION, "h 2", leaves=lambda g: g.session.elapsed == 3_600),
    Key(EXPLORATION, "h 3", leaves=lambda g: g.session.elapsed == 7_200),
    Key(EXPLORATION, "h 4", leaves=lambda g: g.session.elapsed == 14_400),
    Key(EXPLORATION, "h 5", "JumpQuestion", "En 8 h tocaría"),
    Key(EXPLORATION, "h 6", "JumpQuestion", "En 24 h tocaría"),
    Key(EXPLORATION, "+", "Form", "Objeto nuevo"),
    Key(EXPLORATION, "m z", "CommandPrompt"),
    Key(EXPLORATION, "m b", "CommandPrompt", "Botín: 30 oro, rubí"),
    Key(EXPLORATION, "m u", "Form", "Nuevo PJ"),
    Key(EXPLORATION, "m y", "CommandPrompt", "Añadir: [oculto] [N] NOMBRE"),
    Key(EXPLORATION, "m t", "Picker", "¿Qué hace?"),
    Key(EXPLORATION, "m x", says="Antorcha", leaves=lambda g: len(g.session.supplies) == 1),
    Key(EXPLORATION, "m k", "Picker", "¿Qué tabla?"),
    Key(EXPLORATION, "m r", says="Aún no ha salido nada en una tabla"),
    Key(EXPLORATION, "m w", "CommandPrompt", "Tabla: NOMBRE DADOS"),
)
OF_THE_DICE = (
    Key(DICE, ".", says="2d6 = 12", leaves=lambda g: g.rows[0] == g.rows[1]),
    Key(DICE, "m p", says="Tiradas de todos"),
    Key(DICE, "m g", "Picker", "¿Qué tirada?"),
    Key(DICE, "m", "Picker", "Menú"),
    Key(DICE, "m c", says="Tiradas: "),
    Key(DICE, "m k", "CommandPrompt", "Guardar: NOMBRE EXPRESIÓN"),
    Key(DICE, "+", "CommandPrompt", "Guardar: NOMBRE EXPRESIÓN"),
    Key(DICE, "m m", "LogScreen", "Qué pasó"),
)
EVERYWHERE = (
    *(Key(tab, to, leaves=_shows(to)) for tab in "1234" for to in "1234"),
    *(Key(tab, "u", "UndoQuestion", "¿Se deshace esto? ") for tab in "1234"),
    *(Key(tab, ":", "CommandPrompt", "Orden") for tab in "1234"),
    Key(GROUP, "ctrl+r", says="No hay nada que rehacer."),
    Key(GROUP, "r", "CommandPrompt", "Tirada: 2d6+3"),
    Key(GROUP, "o", "CommandPrompt", "Nota"),
    Key(GROUP, "/", "SearchScreen", "Busca aquí"),
    Key(GROUP, "g a", "Form", "Ajustes de la campaña"),
    Key(GROUP, "g j", says="No hay ningún otro fichero para esta campaña"),
    Key(GROUP, "ctrl+p", "Palette", "¿Qué acción?"),
    Key(GROUP, "question_mark", "HelpScreen", "Teclas de aquí"),
    Key(GROUP, "g l", "LogScreen", "Qué pasó"),
    Key(GROUP, "g", "Picker", "¿Adónde?"),
    Key(GROUP, "g h", "ManualScreen"),
    Key(GROUP, "g i", "Confirm", "¿Salir?"),
    Key(GROUP, "q", "Confirm", "¿Salir?"),
    Key(GROUP, "n", says=f"{turn('Bruno')}."),
    Key(GROUP, "w", "Picker", "Termina «Emboscada». Cada ronda son 10 s. ¿Cuánto ha durado?"),
    Key(GROUP, "l", says="Lía enciende su Antorcha"),
    Key(GROUP, "ctrl+l"),
    Key(GROUP, "backspace", says="no tiene una cifra sola"),
)
"""No tab has a key of its own that is also one of these, so that trying them at one tab is enough."""

OF_FEATURES = tuple(Key(*row) for row in rows_of_features("KEYS"))

KEYS = (
    *EVERYWHERE,
    *PEOPLE,
    *RESTS,
    *CREATURES,
    *OF_THE_GROUP,
    *OF_THE_ENCOUNTER,
    *OF_THE_EXPLORATION,
    *OF_THE_DICE,
    *OF_FEATURES,
)
ELSEWHERE = {"tab", "escape", "enter", "p", "=", "s", "g e", "g o", "g s", "g v"}
"""Keys that need something pending, another GM or another game, or leave: each has a scene of its own."""


LATER = {*[key for key in KEYS if " " in key.key and key not in OF_FEATURES][1::2]}
"""Every second key of those behind a menu: only the long trials press it."""


@pytest.mark.parametrize("tab", "1234")
async def test_every_key_of_a_tab_does_what_it_says(folder: Folder, tab: str) -> None:
    """A key that several tabs share is tried at the first: `test_a_key_means_one_thing` guards the others."""
    await _all_tried(folder, tab, [key for key in KEYS if key.tab == tab and not _is_later(key)])


@pytest.mark.slow
@pytest.mark.parametrize("tab", "1234")
async def test_every_other_key_of_a_tab_does_what_it_says_too(folder: Folder, tab: str) -> None:
    await _all_tried(folder, tab, [key for key in KEYS if key.tab == tab and _is_later(key)])


def _is_later(key: Key) -> bool:
    return key in LATER or _earlier(key)


def _earlier(key: Key) -> bool:
    """Whether a tab before this one has the same key."""
    earlier = (each for each in KEYS if each.tab < key.tab)
    return any((each.key, each.dialog, each.says) == (key.key, key.dialog, key.says) for each in earlier)


async def _all_tried(folder: Folder, tab: str, keys: list[Key]) -> None:
    folder.begin(*LINES)
    async with playing(folder) as game:
        await game.press(tab)
        for key in keys:
            await _tried(game, key)


async def _tried(game: Game, key: Key) -> None:
    """Press a key, look at what comes of it, and put the game back as it was."""
    if key.at:
        game.cursor_on(key.at)
    before = game.events
    await game.press(*key.key.split(" "))
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
    """Return the keys of a class and its bases, those of menus with their letters."""
    keys = {key for binding in bindings_of(place) for key in _keys(binding)}
    return {
        key.removeprefix("menu:") for key in keys if not is_menu_key(key) or split_menu_key(key) != ("", "")
    }


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
    signs = {"colon": ":", "slash": "/", "equals_sign": "=", "full_stop": ".", "plus": "+", "asterisk": "*"}
    wanted = {signs.get(key, key) for key in keys_of(place)}
    assert wanted - ELSEWHERE <= tried


PLACES = (GroupPane, EncounterPane, ExplorationPane, DicePane, TableScreen, LineTable, TrackerApp)


@pytest.mark.parametrize("spoken", ["es", "en"])
def test_a_key_means_one_thing_on_every_tab_and_in_every_mode(spoken: str) -> None:
    """The same word, for `+` the same first word; the letters of what waits are no others' on any tab."""
    speak(spoken)
    meanings: dict[str, set[str]] = {}
    for binding in (each for place in PLACES for each in bindings_of(place)):
        for key in (key for key in _keys(binding) if not is_menu_key(key)):
            meanings.setdefault(key, set()).add(say(binding.description))
    meanings["plus"] = {word.split()[0] for word in meanings["plus"]}
    several = {key for key, words in meanings.items() if len(words) > 1}
    assert several == {"enter", "x"}
    assert not any(len(key) == 1 and key.isupper() for key in meanings), "a capital is its small letter"


@pytest.mark.parametrize("place", PLACES[:4])
def test_no_two_keys_of_a_tab_are_the_same(place: type[Pane]) -> None:
    chain = (place, TableScreen, TrackerApp)
    ids: dict[str, set[str | None]] = {}
    for binding in (each for node in chain for each in bindings_of(node)):
        for key in _keys(binding):
            ids.setdefault(key, set()).add(binding.id)
    assert {key: several for key, several in ids.items() if len(several) > 1} == {}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_act_of_a_game_has_a_key_or_a_letter_that_no_other_has(system: str) -> None:
    game = system_of(system)
    letters = [*game.act_letters.values(), *(letter for letter in menu_of(GroupPane, "x"))]
    assert len({*letters}) == len(letters)
    assert len({*game.hazard_letters.values()}) == len(game.hazard_letters)
    with_keys = {*SHARED_ACTS, game.attack_act, "use"}
    assert {*game.acts} - with_keys <= {*game.act_letters, *game.hazard_letters}
    assert {*game.act_letters, *game.hazard_letters} <= {*game.acts}


def test_every_binding_has_an_id_and_a_description() -> None:
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
