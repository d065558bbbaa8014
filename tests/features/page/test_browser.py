"""The page in a real browser: `python -m tests browser`, with Chromium and the `browser` extra installed."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.features.page.page import Page, serving
from tests.watch.secrets import Game

# A browser and its driver are too large for the checks: `python -m tests browser` needs them.
sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed")
Browser: TypeAlias = Any
Tab: TypeAlias = Any
"""Playwright's own types, where it is installed."""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on PATH"),
]
PHONE, TELEVISION = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}
OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")
ACTS = 50


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        yield opened
        opened.close()


def open_page(browser: Browser, page: Page, query: str = "", **options: object) -> Tab:
    """Open the page, and let any error of its script fail the test."""
    tab = browser.new_context(**{"viewport": PHONE, **options}).new_page()
    tab.on("pageerror", lambda error: pytest.fail(str(error)))
    tab.goto(page.address + query)
    tab.wait_for_selector("#title:not(:empty)", state="attached")
    return tab


def party(folder: Path, *names: str) -> Game:
    game = Game(folder)
    for name in names:
        game.play(f'pj "{name}"')
    return game


def test_fifty_acts_are_each_seen_within_a_second(tmp_path: Path, browser: Browser) -> None:
    game = party(tmp_path, "Lía")
    with serving(game.path) as page:
        tab = open_page(browser, page)
        for left in range(ACTS):
            game.play(f"ficha lía salud={left % 10 + 1}")
            shared = time.monotonic()
            tab.wait_for_selector(f"#party b:text-is('{left % 10 + 1}/10')", timeout=5_000)
            assert time.monotonic() - shared < 1


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "[b]Ñandú[/] 龍", "ﷺ مرحبا", "a" * 60])
def test_a_name_is_shown_as_it_is(tmp_path: Path, browser: Browser, name: str) -> None:
    with serving(party(tmp_path, name).path) as page:
        tab = open_page(browser, page)
        assert tab.text_content("#party .name") == name
        assert tab.evaluate("document.scripts.length") == 1
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_line_cut_for_five_seconds_comes_back(tmp_path: Path, browser: Browser) -> None:
    game, token = party(tmp_path, "Lía"), str(tmp_path / "token")
    with serving(game.path, "--token-file", token) as page:
        tab, port = open_page(browser, page), str(page.port)
    tab.wait_for_selector("#lost:not([hidden])", timeout=5_000)
    game.play("daño lía 4")
    time.sleep(5)
    with serving(game.path, "--token-file", token, "--port", port):
        tab.wait_for_selector("#lost[hidden]", state="attached", timeout=10_000)
        tab.wait_for_selector("#party b:text-is('6/10')", timeout=2_000)


@pytest.mark.parametrize("viewport", [PHONE, TELEVISION])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_turn_is_large_and_readable(
    tmp_path: Path, browser: Browser, viewport: dict[str, int], scheme: str
) -> None:
    game = party(tmp_path, "Lía", "Odón")
    for line in ("aparece goblin", "combate Torre lía,odón,goblin", "iniciativa lía 9", "siguiente"):
        game.play(line)
    with serving(game.path) as page:
        tab = open_page(browser, page, viewport=viewport, color_scheme=scheme)
        turn = tab.locator("#turn")
        turn.wait_for()
        assert " ".join(turn.text_content().split()) == "Turno de Lía después, Odón"
        assert turn.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 26
        assert tab.get_attribute("li.active", "aria-current") == "true"
        assert tab.evaluate(CONTRAST) == []


def test_a_player_is_remembered_and_told_when_their_turn_comes(tmp_path: Path, browser: Browser) -> None:
    game = party(tmp_path, "Lía", "Odón")
    fight = ("aparece goblin", "combate Torre lía,odón,goblin", "iniciativa lía 9", "iniciativa odón 7")
    for line in (*fight, "iniciativa goblin 8", "siguiente"):
        game.play(line)
    with serving(game.path) as page:
        tab = open_page(browser, page)
        said, own = tab.locator("#mine p"), tab.locator("#mine li")
        assert (said.text_content(), own.count()) == ("", 0)
        tab.select_option("#mine select", label="Odón")
        assert own.locator(".name").text_content() == "Odón"
        assert tab.locator("#order li.me .name").text_content() == "Odón"
        game.play("siguiente")
        tab.wait_for_selector("#mine p:text-is('Vas después.')", timeout=2_000)
        game.play("siguiente")
        tab.wait_for_selector("#mine p:text-is('¡Te toca!')", timeout=2_000)
        game.play("daño odón 4")
        tab.wait_for_selector("#mine b:text-is('6/10')", timeout=2_000)
        tab.reload()
        tab.wait_for_selector("#mine p:text-is('¡Te toca!')", timeout=2_000)
        assert tab.input_value("#mine select") == game.id_of("Odón")
        assert tab.evaluate(CONTRAST) == []


def test_the_turn_stays_in_sight(tmp_path: Path, browser: Browser) -> None:
    with serving(crowded_game(tmp_path).path) as page:
        tab = open_page(browser, page)
        tab.wait_for_selector("#order li.active")
        tab.evaluate("scrollTo(0, document.body.scrollHeight)")
        top = tab.locator("#turn").evaluate("node => node.getBoundingClientRect().top")
        assert 0 <= top < 40


def test_a_screen_reader_hears_whose_side_and_whose_turn(tmp_path: Path, browser: Browser) -> None:
    game = party(tmp_path, "Lía")
    for line in ("aparece goblin", "combate Torre lía,goblin", "iniciativa lía 9", "siguiente"):
        game.play(line)
    with serving(game.path) as page:
        tab = open_page(browser, page)
        tab.wait_for_selector("#order li.active")
        heard = [" ".join(each.split()) for each in tab.locator("#order li").all_text_contents()]
        assert heard[0].startswith("Lía del grupo le toca")
        assert "del grupo" not in heard[1]
        assert not {*"●▲◀"} & {*tab.locator("#order").aria_snapshot()}


def test_the_overlay_has_no_ground_and_only_the_order(tmp_path: Path, browser: Browser) -> None:
    game = party(tmp_path, "Lía")
    for line in (
        "aparece goblin",
        "combate Torre lía,goblin",
        "iniciativa lía 9",
        "siguiente",
        "prueba lía fuerza",
    ):
        game.play(line)
    with serving(game.path) as page:
        tab = open_page(browser, page, "?overlay=1")
        tab.wait_for_selector("#order li")
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        assert [tab.is_visible(part) for part in ("#order", "#rolls", "#party", "header")] == [
            True,
            *[False] * 3,
        ]


PARTS = ("#order", "#party", "#lights", "#progress", "#dates", "#goods", "#rolls", "#notebook", "form")


def crowded_game(folder: Path) -> Game:
    """Return a fight of sixteen, and something in every other part of the page."""
    game = party(folder, "Lía", "Odón", "Bren", "Iria la de los ojos verdes", "Nuño")
    for number in range(12):
        game.play(f"aparece {('goblin', 'capitán de la guardia')[number % 2]}")
    fighters = [f'"{each.name}"' for each in game.campaign.session.creatures.values() if each.name != "Nuño"]
    game.play(f"combate Torre {','.join(fighters)}")
    for number, name in enumerate(fighters):
        game.play(f"iniciativa {name} {20 - number}")
    public = (
        "gana lía 3 oro, rubí",
        "reloj Ritual 4 visible",
        "luna Sel 28 visible",
        "cuaderno lugar Orvega: una villa",
    )
    for line in (
        "siguiente",
        *public,
        "cuaderno Orvega visible",
        *("prueba lía fuerza",) * 12,
        "daño bren 10",
    ):
        game.play(line)
    return game


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", ["", "?tv=1&show=turn,order,party,goods,progress,rolls", "?overlay=1"])
def test_sixteen_in_a_fight_fit_on_a_television_without_scrolling(
    tmp_path: Path, browser: Browser, scheme: str, query: str
) -> None:
    with serving(crowded_game(tmp_path).path, "--ask", state=tmp_path) as page:
        tab = open_page(browser, page, query, viewport=TELEVISION, color_scheme=scheme)
        tab.wait_for_selector("#order li >> nth=15")
        assert tab.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        boxes = [each.bounding_box() for each in tab.locator("#order li").all()]
        assert all(box["y"] + box["height"] <= TELEVISION["height"] for box in boxes)
        assert (
            tab.evaluate("parseFloat(getComputedStyle(document.querySelector('#order li')).fontSize)") >= 20
        )
        assert not tab.is_visible("form")
        if not query:
            assert max(box["y"] + box["height"] for box in boxes) > 0.9 * TELEVISION["height"]
            assert tab.evaluate(CONTRAST) == []


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {"#order", "#party", "#rolls"}),
        ("?overlay=1", {"#order"}),
        ("?overlay=1&show=goods", {"#goods"}),
        ("?tv=1&show=order,goods", {"#order", "#goods"}),
        ("?tv=0", set(PARTS) - {"#lights"}),
    ],
)
def test_what_everybody_sees_is_named(tmp_path: Path, browser: Browser, query: str, shown: set[str]) -> None:
    with serving(crowded_game(tmp_path).path, "--ask", state=tmp_path) as page:
        tab = open_page(browser, page, query, viewport=TELEVISION)
        tab.wait_for_selector("#order li", state="attached")
        assert {part for part in PARTS if tab.is_visible(part)} == shown


def test_a_player_asks_with_the_keyboard_alone(tmp_path: Path, browser: Browser) -> None:
    with serving(party(tmp_path, "Lía").path, "--ask", state=tmp_path) as page:
        tab = open_page(browser, page)
        tab.focus("select[name=who]")
        for key in ("Tab", "Tab"):
            tab.keyboard.press(key)
        tab.keyboard.type("14")
        tab.keyboard.press("Enter")
        tab.wait_for_selector("#asked li:text-is('Lía, mi iniciativa: 14: espera a quien dirige')")
        assert tab.is_visible("#nobody:text-is('Ahora no hay nadie dirigiendo: lo que pidas esperará.')")
        tab.reload()
        tab.wait_for_selector("#asked li:text-is('Lía, mi iniciativa: 14: espera a quien dirige')")


CONTRAST = """() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (text) => {
    const linear = (each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = rgb(text).map((each) => linear(each / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgb(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const faint = [];
  for (const node of document.querySelectorAll("h1, h2, p, li, li *")) {
    if (!node.textContent.trim() || node.hidden || node.tagName === "METER") continue;
    const [one, other] = [light(getComputedStyle(node).color), light(ground(node))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) faint.push(node.className || node.id);
  }
  return faint;
}"""
"""The parts of the page whose text has less contrast than 4.5 to 1."""
