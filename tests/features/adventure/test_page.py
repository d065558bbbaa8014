"""Pages in the layouts that people publish: every room and exit, and nothing aloud that must not be."""

import time
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import refusal_code
from tests.trials import each_of
from tracker.features.adventure.page import MOST_BYTES, Page, PageRoom, parse_page
from tracker.features.adventure.page.exits import PageExit, RoomNames, parse_exits
from tracker.features.adventure.page.lines import PageLine, Part
from tracker.features.adventure.page.rows import rows_of
from tracker.features.adventure.page_wording import page_words

PAGES = sorted(Path(__file__).with_name("pages").glob("*.md"))
NAMES = RoomNames.from_rooms((("1", "Puerta"), ("2", "Cripta"), ("3", "Sala larga"), ("a4", "")))


def page_of(*lines: str) -> Page:
    return parse_page("\n".join(lines), page_words())


def room_of(*lines: str) -> PageRoom:
    """Read the first room of a page: what stands below its heading, beside a second room."""
    return page_of("## 1 Puerta", *lines, "## 2 Cripta").rooms[0]


def outline(page: Page) -> str:
    """Write what was understood of a page: exits, what is aloud or typed, and each doubt, by line."""
    told: list[str] = []
    for room in page.rooms:
        told.append(f"{room.number} {room.name}: {', '.join(map(exit_text, room.exits))}")
        told += [_line_text(each) for each in room.lines if each.part in _SHOWN or each.doubt]
    told.append("page")
    told += [_line_text(each) for each in page.lines if each.part in _SHOWN or each.doubt]
    return "\n".join(told) + "\n"


_SHOWN = (Part.ALOUD, Part.TYPED)


def _line_text(line: PageLine) -> str:
    doubt = f" ?{line.doubt} {line.about}" if line.doubt else ""
    return f"  {line.number} {line.keyword or line.part.value} {line.typed}".rstrip() + doubt.rstrip()


@each_of(
    ("text", "about"),
    [
        ("norte a la 2", ""),
        ("este, puerta atascada (Fuerza 14), a la sala 3", "puerta atascada, Fuerza 14"),
        ("2 (east, locked)", "locked"),
        ("al norte se llega a la 2", ""),
        ("una puerta secreta tras el tapiz, al norte, a la 2", "puerta tras el tapiz"),
        ("DC 2 door, north to 3", "DC 2 door"),
        ("norte a la Cripta", ""),
        ("north to the Cripta (2)", ""),
        ("north-east to 2", ""),
        ("n2", ""),
        ("Una reja vieja. Norte a la 2. Chirría.", "reja vieja, Chirría."),
        ("norte a la 2 (cerrada; la llave está en la 3)", "cerrada; la llave está en la 3"),
        ('norte a la 2 ("sur, secreta; sin vuelta")', "sur, secreta; sin vuelta"),
        ("norte a la Sala larga, rota", "rota"),
    ],
)
def test_what_a_page_says_of_an_exit_is_kept(text: str, about: str) -> None:
    [way], doubt = parse_exits(text, "1", NAMES, page_words())
    assert (way.about, doubt) == (about, None)


def test_an_exit_that_the_page_describes_at_length_stays_a_note_too() -> None:
    room = room_of(f"- salidas: norte a la 2 ({'muy ' * 60}vieja)")
    assert [each.doubt for each in room.lines if each.doubt] == ["too_long"]
    assert "vieja" in room.notes


@each_of(
    ("line", "aloud", "orders", "notes"),
    [
        (r"> \ Los jugadores lo oyen.", "Los jugadores lo oyen.", [], ""),
        (r"> \*Pum\*", "*Pum*", [], ""),
        (r"- botín: \ una llave de la torre del rey", "", ["una llave de la torre del rey"], ""),
        (r"- botín: anillo \*raro\*", "", ["anillo *raro*"], ""),
        (r"\> Nadie lo lee.", "", [], "> Nadie lo lee."),
        (r"\- botín: oro", "", [], "- botín: oro"),
        (r"\ Botín: oro", "", [], "Botín: oro"),
        (r"\page", "", [], r"\page"),
    ],
)
def test_a_backslash_says_what_a_line_is(line: str, aloud: str, orders: list[str], notes: str) -> None:
    room = room_of(line)
    assert (room.aloud, [each.typed for each in room.orders], room.notes) == (aloud, orders, notes)


def exit_text(each: PageExit) -> str:
    marks = " secret" * each.secret + " one-way" * each.one_way
    return f"{each.side or '-'} {each.to}{marks}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_is_understood(path: Path) -> None:
    page = parse_page(path.read_text(encoding="utf-8"), page_words())
    assert outline(page) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_line_of_a_page_is_in_one_place(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert _lines_of(parse_page(text, page_words())) == _own_lines(text)


def _lines_of(page: Page) -> dict[int, str]:
    """Put a page together again from its parts."""
    lines: dict[int, str] = defaultdict(str)
    for line in (*page.lines, *(each for room in page.rooms for each in room.lines)):
        lines[line.number] += line.text
    return dict(lines)


def _own_lines(text: str) -> dict[int, str]:
    return {row.number: row.text for row in rows_of(text)}


_SOUP = (
    "## 1 A",
    "**2. B.** x",
    "- salidas: norte 2",
    "> y",
    "\t",
    "```",
    "|1|2|",
    "---",
    "a\x1b[2Jb",
    "**Exits:** n 1",
)


@given(st.lists(st.one_of(st.sampled_from(_SOUP), st.text(max_size=40)), max_size=30))
def test_no_line_is_lost_whatever_is_written(lines: list[str]) -> None:
    text = "\n".join(["## 1 Puerta", *lines])
    assert _lines_of(parse_page(text, page_words())) == _own_lines(text)


@each_of(
    ("text", "exits"),
    [
        ("norte 2", "n 2"),
        ("al sur, a la sala 2", "s 2"),
        ("este, puerta atascada (Fuerza 14), a la sala 3", "e 3"),
        ("n 2, s 3", "n 2, s 3"),
        ("North to 2 and east to 3", "n 2, e 3"),
        ("una puerta secreta al oeste lleva a la 3", "w 3 secret"),
        ("este a la 2; oeste a la 3 (secreta)", "e 2, w 3 secret"),
        ("north-east to 2", "ne 2"),
        ("una puerta secreta tras el tapiz, al norte, a la 2", "n 2 secret"),
        ("noroeste → 3", "nw 3"),
        ("este pasillo al norte lleva a la 2", "n 2"),
        ("a 20 ft corridor north to room 3", "n 3"),
        ("DC 2 door, north to 3", "n 3"),
        ("norte (a la sala 2)", "n 2"),
        ("arriba: Cripta", "up 2"),
        ("to A4", "- a4"),
        ("2, 3", "- 2, - 3"),
        ("2 (north), 3 (east, locked)", "n 2, e 3"),
        ("N (2), E (3, locked)", "n 2, e 3"),
        ("n2, s3", "n 2, s 3"),
        ("N a 2, O a 3", "n 2, w 3"),
        ("puerta al norte (sala 2) y arco al sur (sala 3)", "n 2, s 3"),
        ("North (to 2); secret door behind a tapestry, west (to 3)", "n 2, w 3 secret"),
        ("norte → 2 / sur → 3", "n 2, s 3"),
        ("este a la 3, secreta, oeste a la 2", "e 3 secret, w 2"),
        ("down to [2](#2-cripta), one way", "down 2 one-way"),
        ("norte a la Sala larga", "n 3"),
        ("south: 2. West: 3.", "s 2, w 3"),
    ],
)
def test_exits_are_found_in_prose(text: str, exits: str) -> None:
    found, doubt = parse_exits(text, "1", NAMES, page_words())
    assert (", ".join(map(exit_text, found)), doubt) == (exits, None)


@each_of(
    ("text", "exits", "code"),
    [
        ("norte a la 9", "", "exit_to_nowhere"),
        ("norte a la 1", "", "exit_to_itself"),
        ("al oeste, al mar", "", "exit_without_room"),
        ("una puerta", "", "no_exit"),
        ("norte y este a la 2", "e 2", "exit_without_room"),
        ("norte a la 2, puerta secreta, este a la 3", "n 2 secret, e 3 secret", "secret_of_which"),
        ("north to 2? No: south to 3", "n 2, nw 3", "exit_in_question"),
        ("¿norte a la 2? este a la 3.", "n 2, e 3", "exit_in_question"),
        ("norte a la 2 (¿secreta?)", "n 2 secret", "exit_in_question"),
    ],
)
def test_exits_in_doubt_say_why(text: str, exits: str, code: str) -> None:
    found, doubt = parse_exits(text, "1", NAMES, page_words())
    assert doubt is not None
    assert (", ".join(map(exit_text, found)), doubt.code) == (exits, code)


@each_of(
    "lines",
    [
        ("> [!danger] Techo", "> Cae."),
        ("> ## Esqueleto", "> CA 13"),
        ("> **Salud** 12",),
        ("> | a | b |",),
        ("> **DJ:** mienten",),
        ("> **Secreto:** mienten",),
        ("> Los jugadores no lo saben.",),
        ("> Hay 2d6 monedas.",),
        ("> Tira Percepción: CD 12.",),
        ("Si abren el arcón, lee:", "", "> Oro."),
        ("When the bell rings:", "> Gold."),
        ("Del libro caído:", "> Gold."),
        ("### Si vuelven", "> Gold."),
        ("> [!read] If they wait", "> Gold."),
        ("```", "> Gold.", "```"),
        ("<!--", "> Gold.", "-->"),
        ("**Leer:** Si abren la puerta, veis 1d6 ratas.",),
    ],
)
def test_what_is_for_the_gm_is_not_read_aloud(lines: tuple[str, ...]) -> None:
    assert room_of(*lines).aloud == ""


@each_of(
    ("lines", "aloud"),
    [
        (("> Una sala.", "> Vacía."), "Una sala. Vacía."),
        (("> Un guardián tira de una cadena.",), "Un guardián tira de una cadena."),
        (("> **Leer:** Una sala.",), "Una sala."),
        (("_Read aloud:_ A hall.",), "A hall."),
        (("> Una *sala*.", "El guardia duerme."), "Una sala."),
        (("> [!read]", "> A hall."), "A hall."),
        (("Prosa.", "", "> Una sala."), "Una sala."),
        (("Leer en voz alta:", "", "> Una sala."), "Una sala."),
        (("### Read aloud", "> A hall."), "A hall."),
        (("**Leer:** Una sala.", "El guardia duerme."), "Una sala."),
        (("> Uno.", "- botín: 2 oro", "> Dos."), "Uno.\nDos."),
        (("> Uno.", ">", "> Dos."), "Uno.\nDos."),
        (("> Uno.", "Prosa.", "> Dos."), "Uno."),
    ],
)
def test_what_is_read_aloud_is_certain(lines: tuple[str, ...], aloud: str) -> None:
    assert room_of(*lines).aloud == aloud


def test_exits_below_a_label_may_have_labels_of_their_own() -> None:
    room = room_of("**Salidas**", "", "- **Norte:** un arco lleva a la 2", "- **Abajo:** por el pozo a la 2")
    assert list(map(exit_text, room.exits)) == ["n 2", "down 2"]


def test_a_paragraph_in_italics_says_how_it_would_be_read() -> None:
    room = room_of("*Veis una sala de piedra,", "oscura y fría.*", "", "*Nadie la ha visto desde la guerra.*")
    assert room.aloud == ""
    assert [each.doubt for each in room.lines if each.doubt] == ["italic"]


@each_of(
    ("line", "doubt"),
    [
        ("- criaturas: 2 goblin, jefe goblin", ""),
        ('- criaturas: orco salud=12 armas="espada larga de hierro 2"', ""),
        ("- criaturas: 6 goblin salud=6 armas=Lanza 1d6, goblin rey armas=Maza de hierro 1d8", ""),
        ("- criaturas: 2 orco armas=Lanza 1d6, jefe CA 12", "figures"),
        ("- criaturas: orco armas=Mordisco 3, Lanza 1d6", ""),
        ("- criaturas: orco armas=lanza 1d6, maza de hierro 1d8+1 salud=3, 2 goblin", ""),
        ("- criaturas: orco armas=Lanza 1d6, CA 12", "figures"),
        ("- criaturas: orco salud=5, goblin 2", "figures"),
        ("- criaturas: orco armas=Lanza 1d6, Maza 4 que hace mucho daño a todos", "figures"),
        ("- criaturas: Skeletons that lurk about here", "sentence"),
        ('- criaturas: 2 "Lo que espera abajo (7)" salud=9, «El rey de los orcos»', ""),
        ('- criaturas: 2 orco salud=9 nivel=2 armas="Lanza 1d6, Honda 2" agilidad=9', ""),
        ("- criaturas: oculto 2 sombra salud=9", ""),
        ("- criaturas: oculta lechuza", ""),
        ("- creatures: hidden 2 ghoul", ""),
        ("- botín: oculto 3 oro", ""),
        ("- criaturas: orco (dormido)", "brackets"),
        ("- criaturas: orco CA 12", "figures"),
        ("- criaturas: dos orcos", "numeral"),
        ("- criaturas: 2 × orco", "numeral"),
        ("- criaturas: 2x orco", "numeral"),
        ("- criaturas: 1d4 orco", "numeral"),
        ("- botín: 2d6 oro", "numeral"),
        ("- botín: 12po, 3 gema", ""),
        ("- botín: 300 oro, espada de plata del rey", ""),
        ("- botín: Debajo del suelo hay trescientas monedas de oro", "sentence"),
        ("- botín: anillo (50 po)", "brackets"),
    ],
)
def test_a_line_that_would_be_played_word_by_word_is_in_doubt(line: str, doubt: str) -> None:
    [typed] = [each for each in room_of(line).lines if each.part is Part.TYPED]
    assert typed.doubt == doubt


@each_of(
    ("headings", "numbers"),
    [
        (("## 1 Puerta", "## 2 Cripta"), "1 2"),
        (("### Área 2: Antesala", "### 4. Cámara", "### Sala 6 — Cueva"), "2 4 6"),
        (("## 1 Puerta", "- botín: oro", "### Área 3: Sala", "### Área 4: Torre"), "1 3 4"),
        (("# 1. Antecedentes", "# 2. La torre", "## 1. Puerta", "## 2. Foso", "## 3. Patio"), "1 2 3"),
        (("## A1. Gate", "## A2. Hall", "## B12a. Well"), "A1 A2 B12a"),
        (("## 1.1 Gate", "## 1.2 Hall"), "1-1 1-2"),
        (("## 1 Puerta", "## 1 Otra", "## 2 Cripta"), "1 1b 2"),
        (("## 1 Puerta", "## Patio", "- botín: oro", "## 2 Cripta", "## Epílogo", "Fin."), "1 3 2"),
        (("## 1 Puerta", "## Apéndice", "### 2 Orco", "### 3 Rata"), "1"),
        (("**1. Puerta.**", "**2. Cripta.** Huele."), "1 2"),
        (("- **1. Puerta**: a", "- **2. Cripta**: b"), "1 2"),
        (("## Room 1", "## Room 2"), "1 2"),
        (("## 1) Gate", "## 2) Hall"), "1 2"),
        (("**Area 1 – The Gate**", "**Area 2 – The Hall**"), "1 2"),
        (("## 10 de enero", "## Sala 1", "## Sala 2"), "10 1 2"),
        (("# T", "## El puerto", "- criaturas: rata", "## La huida"), "1 2"),
    ],
)
def test_headings_are_rooms(headings: tuple[str, ...], numbers: str) -> None:
    assert " ".join(each.number for each in page_of(*headings).rooms) == numbers


@each_of(
    ("text", "code"),
    [
        ("", "page_without_rooms"),
        ("# Notas\n\nEl rey ha muerto.\n\n- uno\n- dos", "page_without_rooms"),
        ("x" * (MOST_BYTES + 1), "page_too_big"),
        ("é" * (MOST_BYTES - 1), "page_too_big"),
        ("x" * 10_000_000, "page_too_big"),
        ("".join(f"## {each} Sala\n" for each in range(1, 5_001)), "page_with_too_many_rooms"),
        ("## 1 Puerta\n" + "texto \n" * 3_000, "page_text_too_long"),
        (" " * 50_000, "page_without_rooms"),
        ("\x00\x1b[2J\u202e\n" * 900, "page_without_rooms"),
    ],
)
def test_a_page_that_cannot_be_is_refused_at_once(text: str, code: str) -> None:
    page_words()
    began = time.process_time()
    assert refusal_code(lambda: parse_page(text, page_words())) == code
    assert time.process_time() - began < 0.1


@each_of(
    "line",
    [
        " " * 50_000,
        "- salidas: " + "," * 1_400,
        "- salidas: " + "norte 2, " * 150,
        "**" * 700,
        "** a " * 290,
        "- " * 740,
        "[" * 1_400,
        "#" + " " * 1_400 + "x",
        "1. " + "a " * 700,
        "|" * 1_400,
        "> " * 700,
        "a" + " " * 1_400 + ":",
        "x: (" + "(" * 1_300,
        "<" * 1_400,
        "a=" * 700,
        "- criaturas: " + "a=" * 700,
        "- criaturas: " + '="' * 700,
    ],
)
def test_strange_lines_cost_little(line: str) -> None:
    page_words()
    text = "## 1 Puerta\n" + "\n\n".join([line] * (10_000 // len(line) + 1)) + "\n## 2 Cripta\n"
    if len(text) > 16_000:
        text = f"{line}\n## 1 Puerta\n## 2 Cripta\n"
    began = time.process_time()
    page = parse_page(text, page_words())
    assert time.process_time() - began < 0.1
    assert len(page.rooms) == 2


def test_forty_rooms_are_read_fast() -> None:
    below = f"\n\n> Veis algo.\n\n{'Prosa. ' * 200}\n\n- criaturas: 2 rata\n- salidas: norte"
    text = "\n".join(f"## {each} Sala{below} {each % 40 + 1}" for each in range(1, 41))
    page_words()
    began = time.process_time()
    assert len(parse_page(text, page_words()).rooms) == 40
    assert time.process_time() - began < 0.1
