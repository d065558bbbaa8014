"""One animated SVG of what a terminal shows, frame after frame: rows are drawn once, frames use them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual.strip import Strip

WIDTH, HEIGHT, ASCENT, EDGE = 10, 21, 16, 12
"""The size of a cell, where its letters stand, and the edge around the terminal."""
FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
BLOCKS = "▏▎▍▌▋▊▉█"
"""Gauges, by the eighths of a cell they fill: as letters they would leave seams."""
RUNS = re.compile(rf"[{BLOCKS}]+|[^\s{BLOCKS}]+(?: [^\s{BLOCKS}]+)*")
FRAME, BAR, INK, KEYCAP = "#767676", "#2b3440", "#ffffff", "#f2c94c"


@dataclass(frozen=True)
class Frame:
    """What the terminal shows for some seconds, and the keys that led there."""

    rows: tuple[Strip, ...]
    keys: tuple[str, ...]
    caption: str
    seconds: float


def moving_picture(frames: Iterable[Frame], title: str) -> str:
    """Return the SVG; where nothing moves, its first frame."""
    frames = tuple(frames)
    rows, columns = len(frames[0].rows), frames[0].rows[0].cell_length
    size = columns * WIDTH + 2 * EDGE, (rows + 2) * HEIGHT + 2 * EDGE
    svg = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {size[0]} {size[1]}")
    SubElement(svg, "title").text = title
    SubElement(svg, "style").text = _styles([frame.seconds for frame in frames])
    ground = _ground(frames[0])
    drawn, names = SubElement(svg, "defs"), dict[str, str]()
    outside = {"x": "1", "y": "1", "width": str(size[0] - 2), "height": str(size[1] - 2), "rx": "8"}
    SubElement(svg, "rect", outside, fill=ground, stroke=FRAME)
    for number, frame in enumerate(frames):
        group = SubElement(svg, "g", {"class": f"f f{number}"})
        for line, strip in enumerate(frame.rows):
            row = Element("g")
            row.extend(_drawn_row(strip, ground))
            name = names.setdefault(tostring(row, "unicode"), f"f{number}r{line}")
            if name == f"f{number}r{line}":
                row.set("id", name)
                drawn.append(row)
            SubElement(group, "use", href=f"#{name}", x=str(EDGE), y=str(EDGE + line * HEIGHT))
        group.extend(_drawn_caption(frame, EDGE + rows * HEIGHT + HEIGHT // 2, columns * WIDTH))
    indent(svg, "")
    return tostring(svg, "unicode") + "\n"


def _styles(seconds: list[float]) -> str:
    """Return when each frame is seen; the first is so without animation.

    The font is that of the whole: a rule for `text` would take bold letters back.
    """
    whole, passed = sum(seconds), 0.0
    rules = [
        f"svg{{font:{HEIGHT * 0.78:.1f}px {FONTS}}}rect{{shape-rendering:crispEdges}}",
        f".f{{visibility:hidden;animation:{whole:g}s step-end infinite}}.f0{{visibility:visible}}",
    ]
    for number, lasting in enumerate(seconds):
        start, end = (f"{100 * moment / whole:.2f}%" for moment in (passed, passed + lasting))
        passed += lasting
        before = "" if number == 0 else "0%{visibility:hidden}"
        after = "" if number == len(seconds) - 1 else f"{end}{{visibility:hidden}}"
        rules.append(f"@keyframes k{number}{{{before}{start}{{visibility:visible}}{after}}}")
        rules.append(f".f{number}{{animation-name:k{number}}}")
    return "\n".join([*rules, "@media(prefers-reduced-motion:reduce){.f{animation:none}}"])


def _ground(frame: Frame) -> str:
    """Return the commonest colour behind the letters: rows that leave it out have no seams between them."""
    cells = Counter[str]()
    for text, style, _control in chain.from_iterable(frame.rows):
        cells[_colours(style or Style())[1]] += cell_len(text)
    return cells.most_common(1)[0][0]


def _drawn_row(strip: Strip, ground: str) -> Iterator[Element]:
    at = 0
    for text, style, _control in strip:
        ink, behind = _colours(style or Style())
        if behind != ground:
            yield _rectangle(at * WIDTH, 0, cell_len(text) * WIDTH, behind)
        for run in RUNS.finditer(text):
            yield from _drawn_run(run[0], (at + cell_len(text[: run.start()])) * WIDTH, ink, style or Style())
        at += cell_len(text)


def _drawn_run(text: str, x: int, ink: str, style: Style) -> Iterator[Element]:
    if text[0] in BLOCKS:
        eighths = sum(1 + BLOCKS.index(each) for each in text)
        yield _rectangle(x, 0, eighths * WIDTH / 8, ink)
        return
    letters = _letters(text, x, ASCENT, ink)
    for name, value, holds in (
        ("font-weight", "bold", style.bold),
        ("font-style", "italic", style.italic),
        ("text-decoration", "underline", style.underline),
    ):
        if holds:
            letters.set(name, value)
    yield letters


def _drawn_caption(frame: Frame, y: int, width: int) -> Iterator[Element]:
    """Draw the keys as caps, and what they do."""
    at = EDGE
    yield _rectangle(at, y, width, BAR)
    for key in frame.keys:
        wide = (cell_len(key) + 1) * WIDTH
        yield _rectangle(at, y, wide, KEYCAP)
        yield _letters(key, at + WIDTH // 2, y + ASCENT, "#000000")
        at += wide + WIDTH // 2
    yield _letters(frame.caption, at + WIDTH // 2, y + ASCENT, INK)


def _rectangle(x: float, y: int, width: float, fill: str) -> Element:
    return Element("rect", x=f"{x:g}", y=str(y), width=f"{width:g}", height=str(HEIGHT), fill=fill)


def _letters(text: str, x: int, y: int, fill: str) -> Element:
    place = {"x": str(x), "y": str(y), "textLength": str(cell_len(text) * WIDTH), "fill": fill}
    letters = Element("text", place)
    letters.text = text
    return letters


def _colours(style: Style) -> tuple[str, str]:
    """Return the colours of the letters and behind them."""
    ink, behind = (_hex(style.color), _hex(style.bgcolor, foreground=False))
    return (behind, ink) if style.reverse else (ink, behind)


def _hex(colour: Color | None, foreground: bool = True) -> str:
    return (colour or Color.default()).get_truecolor(foreground=foreground).hex
