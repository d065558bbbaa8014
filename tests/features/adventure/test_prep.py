"""A page becomes rooms: as one event, rehearsed in the campaign's game, and again when it was edited."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.session.game import BEA, Game, meet, refusal_code
from tests.trials import each_of
from tracker.commands.command import CommandContext, draft_of
from tracker.features.adventure.markdown_wording import page_markdown
from tracker.features.adventure.prep import Preparation, page_command, prepare, preview_text_lines
from tracker.features.adventure.store import example_page
from tracker.session.rooms import FIRST_AREA, Exit, ItemKind, Room
from tracker.session.text import is_clean
from tracker.session.versions import divided_texts
from tracker.wording.language import speak
from tracker.wording.sentences import sentences

PAGES = sorted(Path(__file__).with_name("pages").glob("*.md"))
PARTY = ("pj Lía", "pj Bren")
PAGE = """# Cripta

- tiempo: 20m
- tabla: Ruidos 1d4 1-2: agua; 3-4: piedra

## 1 Puerta

> Una puerta de roble.

- salidas: norte 2, este 3 (secreta)
- criaturas: 2 rata

## 2 Nave

Huele a cera.

- botín: 3 oro
- salidas: arriba 4, sin vuelta

## 3 Nicho

## 4 Torre
"""


def prepared(game: Game, page: str = PAGE, title: str = "cripta") -> Preparation:
    return prepare(page, title, CommandContext(game.history), game.history)


def apply_page(game: Game, page: str = PAGE, title: str = "cripta", gm: str = "ana") -> str:
    """Apply a page, and return what the event says."""
    command = page_command(page, title, CommandContext(game.history))
    draft = draft_of(command, game.history, lambda sides: 1, game.fresh)
    return " ".join(sentences(game.play(draft, gm), game.history))


def room(game: Game, number: str) -> Room:
    return next(each for each in game.session.rooms.values() if each.number == number)


def test_a_page_becomes_rooms_as_one_event() -> None:
    game = Game(*PARTY)
    before = game.session

    said = apply_page(game)

    assert said == "Página «Cripta»: 4 salas. Se guarda la tabla Ruidos (1d4, 2 filas)."
    session = game.session
    assert session.rooms["1"].exits == {"n": Exit("2"), "e": Exit("3", secret=True)}
    assert session.rooms["2"].exits == {"up": Exit("4"), "s": Exit("1", implied=True)}
    assert session.rooms["3"].exits == {"w": Exit("1", secret=True, implied=True)}
    assert session.rooms["4"].exits == {}
    assert (session.rooms["1"].aloud, session.rooms["2"].text) == ("Una puerta de roble.", "Huele a cera.")
    [item] = session.rooms["1"].items.values()
    assert (item.kind, item.text) == (ItemKind.CREATURES, "2 rata")
    assert (session.areas["1"].name, session.areas["1"].pace) == ("Cripta", 1_200)
    game.do("deshacer")
    assert game.session == before


def test_walking_in_plays_what_the_page_says() -> None:
    game = Game(*PARTY)
    apply_page(game)
    game.do("ve 1")
    assert game.session.elapsed == 1_200
    assert [each.room for each in game.session.creatures.values()] == ["1"] * 4


def test_a_line_that_the_game_refuses_is_a_note_and_says_why() -> None:
    page = PAGE.replace("2 rata", "2 rata salud=mucha") + "\n- trampa: aguja\n"
    game = Game(*PARTY, system="horror")
    lines = [*preview_text_lines(prepared(game, page), game.session)]
    assert [line[:2] for line in lines if "rata" in line or "aguja" in line] == ["? ", "? "]
    apply_page(game, page)
    assert "- trampa: aguja" in room(game, "4").text
    assert room(game, "4").items == {}


def test_a_line_may_be_about_what_the_lines_before_it_bring() -> None:
    later = "\n- criaturas: Morda\n- línea: apunta Morda Debe un favor.\n- línea: apunta Nadie Nada.\n"
    game = Game(*PARTY)
    page = PAGE + later
    lines = [*preview_text_lines(prepared(game, page), game.session)]
    assert [line[:2] for line in lines if "apunta" in line] == ["  ", "? "]
    apply_page(game, page)
    game.do("ve 4")
    assert game.session.creatures[game.id_of("Morda")].notes == "Debe un favor"


def test_an_edited_page_keeps_what_play_has_made() -> None:
    game = Game(*PARTY)
    apply_page(game)
    for line in ("ve 1", "ve n", "sala 2 toma", "sala 2 estado limpia", "sala 1 salidas abajo 9"):
        game.do(line)
    edited = PAGE.replace("## 1 Puerta", "## 1 Foso\n\n- salidas: norte 2\n\n## 2 Puerta")
    for old, new in (("## 4 Torre\n", ""), ("## 3 Nicho", "## 4 Hueco"), ("## 2 Nave", "## 3 Nave")):
        edited = edited.replace(old, new)
    edited = edited.replace("norte 2, este 3", "norte 3, este 4").replace(
        "- salidas: arriba 4, sin vuelta", ""
    )
    edited = edited.replace("Huele a cera.", "Huele a humo.").replace("2 rata", "3 rata")

    told = apply_page(game, edited)

    assert told == "Página «Cripta»: 4 salas, 1 nueva; con cambios: 2, 3, 4; fuera: 3."
    assert [room(game, each).name for each in "1234"] == ["Foso", "Puerta", "Nave", "Hueco"]
    assert (room(game, "3").status, room(game, "3").seen, room(game, "2").seen) == ("limpia", True, True)
    assert [each.done for each in room(game, "3").items.values()] == [True]
    assert [(each.text, each.done) for each in room(game, "2").items.values()] == [("3 rata", True)]
    assert game.session.rooms[game.session.creatures[game.id_of("Lía")].room].name == "Nave"
    assert room(game, "2").exits["down"].to == "9"
    game.do("deshacer")
    assert room(game, "2").name == "Nave"


def test_a_line_that_was_refused_on_entering_waits_again_once_the_page_corrects_it() -> None:
    page = PAGE.replace("- botín: 3 oro", "- línea: daño Lía 2")
    game = Game(*PARTY)
    apply_page(game, page)
    game.do("renombra Lía Iria")
    game.do("ve 2")
    apply_page(game, page.replace("daño Lía 2", "daño Bren 2"))
    assert [(each.done, each.refused) for each in room(game, "2").items.values()] == [(False, False)]


def test_rooms_that_are_gone_stay_once_somebody_was_there() -> None:
    game = Game(*PARTY)
    apply_page(game)
    game.do("ve 3")
    game.do("ve 1")
    assert apply_page(game, PAGE.replace("## 3 Nicho", "## 3 Pozo")).endswith("con cambios: 3.")
    shorter = (
        PAGE.replace("## 3 Nicho\n", "").replace(", este 3 (secreta)", "").replace("## 4 Torre", "## 3 Torre")
    )
    told = apply_page(game, shorter.replace("arriba 4", "arriba 3"))
    assert "aún ahí: 3b" in told
    assert room(game, "3b").seen


def test_a_passage_that_was_found_stays_open() -> None:
    game = Game(*PARTY)
    apply_page(game)
    game.do("ve 1")
    game.do("ve e")
    apply_page(game, PAGE.replace("Huele a cera.", "Huele a humo."))
    assert not room(game, "1").exits["e"].secret
    assert not room(game, "3").exits["w"].secret


def test_lines_of_the_page_are_played_once() -> None:
    game = Game(*PARTY)
    apply_page(game)
    assert "Ruidos" not in apply_page(game, PAGE.replace("cera", "humo"))
    assert "Rumores" in apply_page(game, PAGE.replace("## 1", "- tabla: Rumores 1d4 1-4: nada\n\n## 1"))


def test_the_same_page_twice_changes_nothing() -> None:
    game = Game(*PARTY)
    apply_page(game)
    assert refusal_code(lambda: apply_page(game)) == "page_unchanged"


def test_a_second_page_is_an_area_of_its_own() -> None:
    game = Game(*PARTY, "sala 9 Pozo")
    apply_page(game)
    apply_page(game, "# Torre\n\n## 1 Foso\n\n- salidas: norte 12\n\n## 12 Almena\n", "torre")
    assert [each.number for each in game.session.rooms.values()] == ["9", "1", "2", "3", "4", "2.1", "12"]
    assert room(game, "2.1").exits["n"].to == "12"
    assert refusal_code(lambda: apply_page(game)) == "page_unchanged"


def test_rooms_by_hand_become_those_of_the_page() -> None:
    game = Game(*PARTY, "sala 1 Entrada salidas este 9", "sala 1 estado abierta")
    apply_page(game)
    assert (room(game, "1").name, room(game, "1").status) == ("Puerta", "abierta")
    assert room(game, "9").number == "9"


def test_two_gms_who_apply_the_same_page_have_one() -> None:
    game = Game(*PARTY)
    other = game.copy(BEA)
    apply_page(game)
    apply_page(other, gm="bea")
    meet(game, other)
    assert len(game.session.rooms) == 4
    assert [*divided_texts(game.history)] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["es", "en"])
def test_the_page_that_is_given_back_changes_nothing(path: Path, language: str) -> None:
    speak(language)
    game, other = Game("pj Lía"), Game("pj Lía")
    apply_page(game, path.read_text(encoding="utf-8"), path.stem)
    back = page_markdown(game.session, FIRST_AREA)
    assert refusal_code(lambda: apply_page(game, back, path.stem)) == "page_unchanged"
    apply_page(other, back, path.stem)
    assert other.session.rooms == game.session.rooms


def test_what_was_changed_at_the_table_is_given_back() -> None:
    game = Game(*PARTY)
    apply_page(game)
    for line in (
        "sala 4 salidas este 3 (reja)",
        "sala 4 criatura cuervo",
        "sala 4 lee Viento.",
        "sala 4 nota Frío",
    ):
        game.do(line)
    back = page_markdown(game.session, FIRST_AREA)
    assert "## 4 Torre\n\n> Viento.\n\nFrío\n\n- salidas: este 3 (reja)\n- criaturas: cuervo\n" in back
    assert refusal_code(lambda: apply_page(game, back)) in ("page_unchanged", "")


@each_of(
    ("system", "language"),
    [
        (each, language)
        for each in ("chronicle", "horror", "percentile", "margin")
        for language in ("es", "en")
    ],
)
def test_the_example_suits_every_game(system: str, language: str) -> None:
    speak(language)
    game = Game("pj Lía", system=system)
    assert prepared(game, example_page(language)).refusals == {}


def test_unsafe_characters_of_a_page_reach_neither_the_preview_nor_the_save() -> None:
    page = "# A\x1b[2J\n\n## 1 Pue\u202erta\n\n> Veis\x07.\n\nNota\x9b\n\n- criaturas: or\x1bco\n"
    game = Game("pj Lía")
    preparation = prepared(game, page)
    assert all(map(is_clean, preview_text_lines(preparation, game.session)))
    for change in preparation.draft.changes:
        assert is_clean(str(change.value).replace("\n", " "))


def test_two_gms_who_apply_different_edits_have_one_page() -> None:
    game = Game(*PARTY)
    apply_page(game)
    other = game.copy(BEA)
    apply_page(game, PAGE.replace("cera", "humo"))
    apply_page(other, PAGE.replace("## 4 Torre", "## 4 Pozo"), gm="bea")
    meet(game, other)
    assert [each.number for each in game.session.rooms.values()] == ["1", "2", "3", "4"]
    apply_page(game)
    assert room(game, "2").text == "Huele a cera."


def test_forty_rooms_are_prepared_fast() -> None:
    below = f"\n\n> Veis algo.\n\n{'Prosa. ' * 200}\n\n- criaturas: 2 rata\n- salidas: norte"
    page = "\n".join(f"## {each} Sala{below} {each % 40 + 1}" for each in range(1, 41))
    game = Game(*PARTY)
    prepared(game)
    began = time.process_time()
    apply_page(game, page)
    assert time.process_time() - began < 0.1


BY_HAND: tuple[tuple[str, Callable[[Game], object], object], ...] = (
    ("sala 1 salidas norte nada", lambda game: "n" in room(game, "1").exits, False),
    ("sala 2 salidas sur nada", lambda game: "s" in room(game, "2").exits, False),
    ("sala 1 salidas norte 2 sin vuelta", lambda game: "s" in room(game, "2").exits, False),
    ("sala 3 salidas norte 4", lambda game: room(game, "3").exits["n"].to, "4"),
    ("sala 3 salidas norte 4", lambda game: room(game, "4").exits["s"].to, "3"),
    ("sala 1 salidas norte 4", lambda game: room(game, "1").exits["n"].to, "4"),
    ("sala 1 salidas norte 2 (reja)", lambda game: room(game, "1").exits["n"].about, "reja"),
    ("sala 1 salidas norte 2 secreta", lambda game: room(game, "1").exits["n"].secret, True),
    (
        "sala 4 criatura cuervo",
        lambda game: [each.text for each in room(game, "4").items.values()],
        ["cuervo"],
    ),
    ("sala 1 criatura nada", lambda game: [*room(game, "1").items], []),
    ("sala 4 nota Hay viento", lambda game: room(game, "4").text, "Hay viento"),
    ("sala 4 lee Viento.", lambda game: room(game, "4").aloud, "Viento."),
    ("sala 4 Almena", lambda game: room(game, "4").name, "Almena"),
    ("sala 2 nota La cera gotea", lambda game: room(game, "2").text, "La cera gotea"),
)


@each_of(("line", "found", "result"), BY_HAND)
@pytest.mark.parametrize(
    "page", [PAGE.replace("## 1 Puerta", "Ojo.\n\n## 1 Puerta"), PAGE.replace("tiempo: 20m", "tiempo: 30m")]
)
def test_what_was_changed_by_hand_stays_when_the_page_comes_again(
    line: str, found: Callable[[Game], object], result: object, page: str
) -> None:
    game = Game(*PARTY)
    apply_page(game)
    game.do(line)
    before = game.session
    apply_page(game, page)
    assert found(game) == result
    assert game.session.rooms == before.rooms


def test_notes_by_hand_stay_below_those_of_the_page_that_changed_too() -> None:
    game = Game(*PARTY)
    apply_page(game)
    game.do("sala 2 nota Gotea")
    apply_page(game, PAGE.replace("Huele a cera.", "Huele a humo."))
    assert room(game, "2").text == "Huele a humo.\n\nGotea"
    apply_page(game, PAGE)
    assert room(game, "2").text == "Huele a cera.\n\nGotea"
