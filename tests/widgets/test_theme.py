import pytest
from rich._palettes import EIGHT_BIT_PALETTE
from rich.color import Color, ColorType
from rich.console import Console
from rich.palette import Palette
from textual.color import Color as TextualColor
from textual.css.stylesheet import Stylesheet
from textual.theme import Theme

from tests.trials import each_of
from tests.widgets.stage import SIZE, Stage, painted_lines
from tracker.rules.glance import Tone
from tracker.widgets.columns import Column
from tracker.widgets.ink import INKS, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.made_theme import CONTRAST as CONTRAST_OF_TEXT
from tracker.widgets.made_theme import contrast, own_theme, textual_names, textual_theme
from tracker.widgets.notice import Notice
from tracker.widgets.preferences import Preferences
from tracker.widgets.question import Confirm
from tracker.widgets.status_line import Part, StatusLine
from tracker.widgets.tab_bar import Tab, TabBar
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.text_prompt import TextPrompt
from tracker.widgets.theme import ANSI, CONTRAST, DARK, LIGHT, THEMES, Look, appearance, colours_of_file
from tracker.widgets.themed_app import ThemedApp

PALETTE: Palette = EIGHT_BIT_PALETTE
EXACT = {PALETTE[index] for index in range(16, 256)}


def everything() -> tuple[StatusLine, TabBar, LineTable, TextPanel, Notice, KeyBar]:
    return (StatusLine(), TabBar(), LineTable([Column("A", 20)]), TextPanel(), Notice(), KeyBar())


async def colours(theme: str) -> set[Color]:
    """Collect the colours of a screen with every widget, and of two dialogs over it."""
    parts = everything()
    status, tabs, table, panel, notice, _keys = parts
    app = Stage(*parts, theme=theme)
    found: set[Color] = set()
    async with app.run_test(size=SIZE) as pilot:
        status.show([Part(line(*((ink.value, ink) for ink in INKS)))])
        tabs.show([Tab("1", "Grupo"), Tab("2", "Dados", 2)], "1")
        table.active = "3"
        table.show([Row(str(i), (line((ink.value, ink)),)) for i, ink in enumerate(INKS)])
        table.marked = frozenset({"2"})
        panel.show([Block((line("a"),), "Título")])
        notice.say("mal", Tone.BAD)
        for question in (
            None,
            Confirm("¿Seguro?"),
            TextPrompt("¿Qué?", "daño", suggest=lambda text: text + "s"),
        ):
            if question:
                app.push_screen(question)
            await pilot.pause()
            for strip in painted_lines(app.screen):
                for segment in strip:
                    style = segment.style
                    found |= {c for c in (style.color, style.bgcolor) if c} if style else set()
            if question:
                await pilot.press("ctrl+c")
    return found


@pytest.mark.parametrize("theme", [DARK, LIGHT, CONTRAST])
async def test_every_colour_is_an_exact_one_of_the_256(theme: str) -> None:
    inexact = {color for color in await colours(theme) if color.triplet not in EXACT}
    assert not inexact


async def test_the_theme_for_few_colours_leaves_them_to_the_terminal() -> None:
    assert {color.type for color in await colours(ANSI)} <= {ColorType.DEFAULT, ColorType.STANDARD}


async def test_the_styles_are_read_once_to_begin_with_and_again_for_another_theme(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    reparse = Stylesheet.reparse

    def reading(self: Stylesheet) -> None:
        read.append(app.theme)
        reparse(self)

    monkeypatch.setattr(Stylesheet, "reparse", reading)
    app = Stage(Notice(), theme=ANSI)
    async with app.run_test(size=SIZE) as pilot:
        grounds = [app.screen.styles.background]
        assert read == []
        for theme in (LIGHT, ANSI):
            app.theme = theme
            await pilot.pause()
            grounds.append(app.screen.styles.background)
    assert read == [LIGHT, ANSI]
    assert grounds[0] == grounds[2] != grounds[1]


@each_of(
    ("env", "system", "plain", "theme", "look"),
    [
        ({"TERM": "xterm-256color"}, "256", False, DARK, Look()),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "truecolor", False, DARK, Look()),
        ({"TERM": "xterm", "NO_COLOR": ""}, "256", False, ANSI, Look(colour=False)),
        ({"TERM": "linux"}, "standard", False, ANSI, Look(unicode=False)),
        ({"TERM": "dumb"}, "truecolor", False, ANSI, Look(unicode=False, colour=False)),
        ({"TERM": "screen"}, "standard", False, ANSI, Look()),
        ({"TERM": "xterm-256color"}, "256", True, ANSI, Look(unicode=False, colour=False)),
    ],
)
def test_the_terminal_decides_how_it_looks(
    env: dict[str, str], system: str, plain: bool, theme: str, look: Look
) -> None:
    chosen = appearance(env, system, plain=plain)
    assert (chosen.theme, chosen.look) == (theme, look)


async def test_without_colour_the_cursor_and_the_open_tab_are_reversed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table, tabs = LineTable([Column("A", 20)]), TabBar()
    app = Stage(tabs, table, env={"NO_COLOR": "1"}, theme=ANSI)
    async with app.run_test(size=SIZE) as pilot:
        tabs.show([Tab("1", "Grupo"), Tab("2", "Dados")], "2")
        table.show([Row("a", (line("Ana"),)), Row("b", (line("Beto"),))])
        table.focus()
        await pilot.pause()
        reversed_text = [
            segment.text.strip()
            for strip in painted_lines(app.screen)
            for segment in strip
            if segment.style and segment.style.reverse
        ]
        assert reversed_text == ["2 Dados", "Ana"]
        assert not any(
            color and not color.is_default
            for strip in painted_lines(app.screen)
            for segment in strip
            if segment.style
            for color in (segment.style.color, segment.style.bgcolor)
        )


async def test_a_cursor_without_focus_is_still_drawn() -> None:
    table = LineTable([Column("A", 20)])
    app = Stage(table, theme=ANSI)
    async with app.run_test(size=SIZE) as pilot:
        table.show([Row("a", (line("Ana"),)), Row("b", (line("Beto"),))])
        app.screen.set_focus(None)
        await pilot.pause()
        ana, beto = (painted_lines(app.screen)[y]._segments[0].style for y in (1, 2))
        assert ana is not None
        assert beto is not None
        assert (ana.underline, beto.underline) == (True, None)


@pytest.mark.parametrize(
    ("name", "ground"), [("dark", "#121212"), ("light", "#eeeeee"), ("contrast", "#000000")]
)
async def test_an_app_begins_in_the_colours_that_were_chosen(
    name: str, ground: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Console, "color_system", "256")
    app = ThemedApp({"TERM": "xterm-256color"}, Preferences(theme=name))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert app.screen.styles.background.hex.lower() == ground


TEXTS = ("foreground", "dim", "primary", "key", "good", "caution", "bad", "ally", "foe")
PAIRS = (
    *((text, ground) for text in TEXTS for ground in ("background", "surface", "panel")),
    *((text, "chip") for text in ("foreground", "good", "caution", "bad")),
    *(("turn-text", "turn"), ("turn-text", "turn-cursor"), ("waiting-text", "waiting")),
    *(("cursor-text", "cursor"), ("cursor-text", "cursor-waits")),
)
"""The texts of a screen and the grounds that they stand on."""
GIVEN: list[dict[str, str]] = [
    {},
    {"background": "#fdf6e3", "foreground": "#657b83"},
    {"background": "#001b2e", "primary": "#0044aa", "bad": "#330000"},
]
MADE = (
    *(theme for theme in THEMES if not theme.ansi),
    *map(textual_theme, textual_names()),
    *map(own_theme, GIVEN),
)


@each_of("theme", MADE)
def test_every_text_can_be_read_on_its_ground(theme: Theme) -> None:
    colours = {name: TextualColor.parse(theme.variables[name]) for pair in PAIRS for name in pair}
    faint = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in PAIRS}
    assert {pair: round(found, 2) for pair, found in faint.items() if found < CONTRAST_OF_TEXT} == {}


@each_of("theme", MADE)
def test_every_theme_has_every_colour(theme: Theme) -> None:
    assert {*colours_of_file("dark")} <= {*theme.variables}


@pytest.mark.parametrize("name", ["nord", "solarized-light", "own"])
async def test_a_theme_of_textual_or_of_ones_own_can_be_chosen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Console, "color_system", "256")
    own = {"background": "#112233"}
    app = ThemedApp({"TERM": "xterm-256color"}, Preferences(theme=name, colours=own))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        ground = app.screen.styles.background.hex.lower()
        assert ground == (own["background"] if name == "own" else textual_theme(name).variables["background"])
        assert name in app.themes
        app.theme = app.ensure_registered("gruvbox")
        await pilot.pause()
        assert app.screen.styles.background.hex.lower() != ground
