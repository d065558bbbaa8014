"""What the GM sees: home and the four tabs, in both languages, on terminals of every kind."""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.screens.game import NOON, Folder
from tests.screens.test_read_from_afar import crowd
from tests.trials import one_in, one_of
from tracker.app import TrackerApp
from tracker.screens.home import HomeScreen
from tracker.screens.table_screen import TableScreen
from tracker.screens.tabs.pane import Pane
from tracker.store.paths import examples_folder
from tracker.widgets.preferences import Preferences
from tracker.widgets.theme import ANSI, DARK, LIGHT, NAMES
from tracker.wording.language import speak

NARROW, HOME_SIZE, WIDE, VAST = (60, 20), (80, 24), (120, 40), (160, 50)
BOTH_LANGUAGES = pytest.mark.parametrize("language", one_of(["es", "en"]))
BOTH_SIZES = pytest.mark.parametrize("size", one_of([HOME_SIZE, NARROW]), ids=["80x24", "60x20"])
TABS = {"group": "1", "encounter": "2", "exploration": "3", "dice": "4"}
PARTY = (
    "pj Lía fuerza=12/11 agilidad=13/10 resistencia=11/12 salud_total=14 salud=14 blindaje=d6"
    " esfuerzo_total=3 esfuerzo=2 especie=humana ocupación=cazadora idiomas=común,élfico",
    "pj Bruno resistencia=12/10 salud_total=22 salud=22 blindaje=d8 esfuerzo_total=2 esfuerzo=2",
    "pj Ñandú mente=15/8 salud_total=9 salud=9 esfuerzo_total=4 esfuerzo=4",
    "pj Zoe agilidad=14/9 salud_total=11 salud=11",
    "lleva Lía Antorcha d6 luz cada 10m",
    "lleva Zoe Flechas d8 munición",
    "lleva grupo Raciones d10",
    "enciende Antorcha",
    "vigila 18+ cada 2",
    "intervalo 10m",
    "resuelve = 5",
    "aparece 3 Goblin salud_total=6 salud=6 daño=1d6",
    "combate Emboscada",
    "iniciativa grupo 2d6 = 5 4",
    "iniciativa enemigos 2d6 = 3 3",
    "siguiente",
    "daño Lía 7 = 3",
    "prueba Lía agilidad ventaja = 3 20",
    "siguiente",
    "estado Bruno veneno nivel 2",
    "estado Zoe miedo",
    "daño Goblin 1 1d6+2 = 3",
    "daño Ñandú 9",
    "oculta Goblin 3",
    "2d6+3 = 6 1 # emboscada",
    "deshacer",
    "siguiente",
)

ROOMS = (
    "sala 1 Puerta salidas norte 2, este 3 secreta, oeste 5",
    "sala 2 Cripta salidas norte 6, noreste 7, arriba 4",
    "sala 6 salidas este 7 (puerta atascada)",
    "sala 2 lee Dos esqueletos os miran desde el altar.",
    "sala 2 criatura 2 esqueleto",
    "sala 2 botín 30 oro, rubí",
    "sala 6 trampa aguja daño 1d6",
    "sala 1 estado saqueada",
    "ve 1",
    "ve 2",
)


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def played(folder: Folder) -> Folder:
    """Return the folder with a campaign under way, an empty one and a file that is none."""
    folder.begin(title="Las minas")
    folder.begin(*PARTY, title="La Torre")
    folder.path("mala").write_bytes(b"nothing")
    for days, title in enumerate(("La Torre", "Las minas", "mala")):
        moment = NOON - days * 86_400
        os.utime(folder.path(title), (moment, moment))
    return folder


async def _wait_for_screen(pilot: Pilot[Any], kind: type) -> None:
    """Wait until a screen of a kind is there with all it shows."""
    for _ in range(400):
        await pilot.pause(0.01)
        screen = pilot.app.screen
        if isinstance(screen, HomeScreen) is (kind is HomeScreen) and screen.is_mounted:
            break
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


@BOTH_LANGUAGES
@BOTH_SIZES
@pytest.mark.parametrize("tab", TABS)
def test_a_tab(
    snap: Callable[..., bool], played: Folder, tab: str, size: tuple[int, int], language: str
) -> None:
    async def there(pilot: Pilot[Any]) -> None:
        await _wait_for_screen(pilot, TableScreen)
        await pilot.press(TABS[tab])
        assert pilot.app.screen.query(Pane)
        await _wait_for_screen(pilot, TableScreen)

    speak(language)
    assert snap(lambda: _app(played, "La Torre"), size=size, before=there)


@BOTH_LANGUAGES
@BOTH_SIZES
def test_the_page_of_rooms(
    snap: Callable[..., bool], folder: Folder, size: tuple[int, int], language: str
) -> None:
    async def there(pilot: Pilot[Any]) -> None:
        await _wait_for_screen(pilot, TableScreen)
        await pilot.press("g", "p", "down")

    folder.begin(*PARTY[:2], *ROOMS, title="La Torre")
    speak(language)
    assert snap(lambda: _app(folder, "La Torre"), size=size, before=there)


@pytest.mark.parametrize("tab", one_of(["encounter", "exploration"]))
def test_the_english_example_as_the_readme_shows_it(
    snap: Callable[..., bool], folder: Folder, tab: str
) -> None:
    assert _is_example_as_pictured(snap, folder, "en", tab)


@pytest.mark.parametrize("tab", one_of(["encounter", "exploration"]))
def test_the_spanish_example_as_its_readme_shows_it(
    snap: Callable[..., bool], folder: Folder, tab: str
) -> None:
    assert _is_example_as_pictured(snap, folder, "es", tab)


def _is_example_as_pictured(snap: Callable[..., bool], folder: Folder, language: str, tab: str) -> bool:
    async def there(pilot: Pilot[Any]) -> None:
        await _wait_for_screen(pilot, TableScreen)
        await pilot.press(TABS[tab])
        await _wait_for_screen(pilot, TableScreen)

    speak(language)
    folder.folders.prepare()
    path = folder.path("Orvey")
    path.write_bytes((examples_folder(language) / "chronicle.json").read_bytes())
    return snap(lambda: _app(folder, "Orvey"), size=HOME_SIZE, before=there)


@pytest.mark.parametrize("tab", one_of(sorted(TABS, key="encounter".__ne__)))
@pytest.mark.parametrize(
    "way",
    [
        "no-colour",
        *(
            pytest.param(way, marks=pytest.mark.slow)
            for way in ("120x40", "linux", "light", "160x50", "plain", "contrast", "16")
        ),
    ],
)
def test_a_tab_on_another_terminal(
    snap: Callable[..., bool], played: Folder, tab: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def there(pilot: Pilot[Any]) -> None:
        await _wait_for_screen(pilot, TableScreen)
        await pilot.press(TABS[tab])
        await _wait_for_screen(pilot, TableScreen)

    if way in ("120x40", "160x50"):
        size = WIDE if way == "120x40" else VAST
        assert snap(lambda: _app(played, "La Torre"), size=size, before=there)
        return
    env = {"TERM": "linux" if way == "linux" else "xterm-256color"}
    if way == "no-colour":
        env["NO_COLOR"] = "1"
        monkeypatch.setenv("NO_COLOR", "1")
    preferences = Preferences(plain=way == "plain")
    path = played.path("La Torre")
    theme = NAMES.get(way, ANSI)
    assert snap(
        lambda: TrackerApp(played.workspace(), env, preferences, path=path), theme=theme, before=there
    )


@pytest.mark.parametrize(
    "way",
    one_of(["60x20", "80x24", "120x40", "light", "no-colour"]),
)
def test_a_crowded_fight(
    snap: Callable[..., bool], folder: Folder, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def there(pilot: Pilot[Any]) -> None:
        await _wait_for_screen(pilot, TableScreen)
        await pilot.press("2")
        await _wait_for_screen(pilot, TableScreen)

    crowd(folder)
    env = {"TERM": "xterm-256color"}
    if way == "no-colour":
        env["NO_COLOR"] = "1"
        monkeypatch.setenv("NO_COLOR", "1")
    size = {"60x20": NARROW, "120x40": WIDE}.get(way, HOME_SIZE)
    theme = {"light": LIGHT, "no-colour": ANSI}.get(way, DARK)
    assert snap(
        lambda: TrackerApp(folder.workspace(), env, path=folder.path()), size=size, theme=theme, before=there
    )


@pytest.mark.parametrize("way", one_of(["80x24", "60x20", "no-colour"]))
def test_the_line_of_an_attack_over_a_crowd(
    snap: Callable[..., bool], folder: Folder, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def there(pilot: Pilot[Any]) -> None:
        await _wait_for_screen(pilot, TableScreen)
        for key in ("2", "a", "a", "1", "V", "=", "1", "4"):
            await pilot.press(key)
            await pilot.pause()

    crowd(folder)
    folder.play("ficha Morda ataques=Hacha 1d8, Honda 1d4")
    if way == "no-colour":
        monkeypatch.setenv("NO_COLOR", "1")
    env = {"TERM": "xterm-256color"} | ({"NO_COLOR": "1"} if way == "no-colour" else {})
    assert snap(
        lambda: TrackerApp(folder.workspace(), env, path=folder.path()),
        size=NARROW if way == "60x20" else HOME_SIZE,
        theme=ANSI if way == "no-colour" else DARK,
        before=there,
    )


@BOTH_LANGUAGES
@BOTH_SIZES
def test_home(snap: Callable[..., bool], played: Folder, size: tuple[int, int], language: str) -> None:
    async def there(pilot: Pilot[Any]) -> None:
        await _wait_for_screen(pilot, HomeScreen)

    speak(language)
    assert snap(lambda: _app(played), size=size, before=there)


DIALOGS = {
    "condition": ("e",),
    "test": ("t", "1", "V", "=", "1", "4"),
    "command": (":", *"dano goblin* 5"),
    "sheet": ("f", "down", "enter"),
    "undo": ("u",),
    "help": ("question_mark",),
    "palette": ("ctrl+p",),
}


@pytest.mark.parametrize("dialog", one_in(2, DIALOGS))
def test_a_dialog(snap: Callable[..., bool], played: Folder, dialog: str) -> None:
    async def there(pilot: Pilot[Any]) -> None:
        await _wait_for_screen(pilot, TableScreen)
        for key in DIALOGS[dialog]:
            await pilot.press(key)
            await pilot.pause()
        await pilot.app.workers.wait_for_complete()

    assert snap(lambda: _app(played, "La Torre"), before=there)


def _app(folder: Folder, title: str = "") -> TrackerApp:
    path = folder.path(title) if title else None
    return TrackerApp(folder.workspace(), {"TERM": "xterm-256color"}, path=path)
