"""The page that is given back: read again it is the same rooms, whatever the GM wrote at the table."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.session.game import Game
from tests.trials import each_of, few_examples
from tracker.features.adventure.markdown_wording import page_markdown
from tracker.features.adventure.moves import (
    NewExit,
    add_item,
    keep_room,
    write_aloud,
    write_text,
)
from tracker.features.adventure.page import parse_page
from tracker.features.adventure.page_moves import plan_page
from tracker.features.adventure.page_wording import line_starts, page_words
from tracker.rules.refusal import Refusal
from tracker.session.change import apply
from tracker.session.event import Draft
from tracker.session.rooms import FIRST_AREA, Area, Exit, ItemKind, PageCopy, Room
from tracker.session.state import Session

PAGES = sorted(Path(__file__).with_name("pages").glob("*.md"))
STRANGE = (
    *("# Título", "## 2 Otra", "### 7", "> Lee esto.", "- salidas: norte 2", "Salidas: norte 1", "```"),
    *("**4. Cripta.** Huele", "**Botín:** oro", "Nota\n---", "<!-- x", "| a | b |", "\\> ya", "\\ así"),
    *("Los jugadores no lo saben: 2d6, CD 12", "*cursiva* y _otra_ y `código`", "[[enlace|la 3]]", "1. uno"),
    *("dos orcos (dormidos) con CA 12.", "una frase de más de seis palabras para nada", "nada", "oculta"),
    *("puerta secreta al norte, a la 2", "Si abren, lee:", ":::", "- ", "a.", ".a", "{{", "{#x}", '"cita"'),
    *("> ## Orco", "[!danger] Techo", "Leer:", "sin vuelta", "Ojo – clima: lluvia", "\u00df\u0130", "norte"),
    *("…", "---", "Una puerta", "\tsangría", "a  b", "<b>x</b>", "http://a.b/c_d_e", "C:\\_x", "&amp;"),
)
TEXTS = st.one_of(
    st.sampled_from(STRANGE),
    st.text(max_size=30),
    st.lists(st.sampled_from(STRANGE), max_size=4).map("\n".join),
)
NUMBERS = st.sampled_from(["1", "2", "3", "a4", "12"])
EXITS = st.builds(
    NewExit,
    NUMBERS,
    st.sampled_from(["", "n", "s", "up", "ne"]),
    st.booleans(),
    st.booleans(),
    TEXTS,
)
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("name"), NUMBERS, TEXTS),
        st.tuples(st.just("text"), NUMBERS, TEXTS),
        st.tuples(st.just("aloud"), NUMBERS, TEXTS),
        st.tuples(st.sampled_from([*ItemKind]), NUMBERS, TEXTS),
        st.tuples(st.just("exit"), NUMBERS, EXITS),
    ),
    max_size=12,
)
START = Game("pj Lía", "sala 1 Puerta salidas norte 2", "sala 3 Cripta salidas arriba a4").session


def changed(session: Session, what: str, number: str, value: str | NewExit) -> Draft:
    if isinstance(value, NewExit):
        return keep_room(session, number, "", (value,))
    match what:
        case "name":
            return keep_room(session, number, value, ())
        case "text":
            return write_text(session, number, value)
        case "aloud":
            return write_aloud(session, number, value)
        case _:
            return add_item(session, number, ItemKind(what), value)


def with_changes(changes: list[tuple[str, str, str | NewExit]]) -> Session:
    session = START
    for each in changes:
        try:
            session = apply(session, (changed(session, *each).changes,))
        except Refusal:
            continue
    return session


def as_written(rooms: Mapping[str, Room]) -> dict[str, Room]:
    """Leave out what nobody writes: the side and the secrecy of an implied way back."""
    return {key: replace(room, exits=dict(_written_exits(room))) for key, room in rooms.items()}


def _written_exits(room: Room) -> Iterator[tuple[str, Exit]]:
    for side, way in room.exits.items():
        yield (way.to, Exit(way.to, implied=True)) if way.implied else (side, way)


def read_again(markdown: str) -> dict[str, Room]:
    """Read a page into a campaign without rooms, as far as the page says it."""
    planned = plan_page(replace(START, rooms={}, areas={}), parse_page(markdown, page_words()), line_starts())
    return {key: replace(room, page=PageCopy()) for key, room in planned.rooms.items()}


@few_examples(60)
@given(CHANGES)
def test_what_was_written_at_the_table_is_read_again_as_it_is(
    changes: list[tuple[str, str, str | NewExit]],
) -> None:
    session = with_changes(changes)
    rooms = read_again(page_markdown(session, FIRST_AREA))
    assert as_written(rooms) == as_written(session.rooms)


@each_of("path", PAGES)
def test_a_page_needs_no_backslash(path: Path) -> None:
    planned = plan_page(START, parse_page(path.read_text(encoding="utf-8"), page_words()), line_starts())
    session = replace(START, rooms=planned.rooms, areas={planned.area: Area("Torre")})
    assert "\\" not in page_markdown(session, planned.area)
