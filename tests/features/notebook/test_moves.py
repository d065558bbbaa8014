"""The notebook: entries written, corrected, told to the players, removed."""

from tests.session.game import BEA, Game, fact, refusal_code
from tests.session.status import status_json
from tests.trials import each_of
from tracker.session.notebook import NotebookEntry, entries_named_in
from tracker.session.public import public_table
from tracker.wording.difference import difference
from tracker.wording.players import page_view, public_text
from tracker.wording.report import status_text


def notebook(*lines: str) -> Game:
    return Game("cuaderno persona Morda: tabernera de Orvega", *lines)


def entry(game: Game, name: str) -> NotebookEntry:
    return next(each for each in game.session.notebook.values() if each.name == name)


def test_an_entry_is_hidden_and_has_the_first_status_of_its_kind() -> None:
    game = Game()

    assert game.facts("cuaderno persona Morda: tabernera") == [
        fact("entry_begun", name="Morda", about="person", text="tabernera")
    ]
    assert game.facts("cuaderno hilo El plazo") == [fact("entry_begun", name="El plazo", about="thread")]
    assert [(each.status, each.told) for each in game.session.notebook.values()] == [
        ("alive", False),
        ("open", False),
    ]


def test_a_status_behind_the_colon_is_no_text() -> None:
    game = Game("cuaderno hilo El plazo: cerrado", "cuaderno lugar Orvega: visitado; una aldea")

    assert (entry(game, "El plazo").status, entry(game, "El plazo").text) == ("closed", "")
    assert (entry(game, "Orvega").status, entry(game, "Orvega").text) == ("visited", "una aldea")


def test_the_same_name_and_kind_is_the_same_entry() -> None:
    game = notebook("cuaderno persona morda: sirve vino", "cuaderno lugar Morda: un pozo")

    assert [each.text for each in game.session.notebook.values()] == ["sirve vino", "un pozo"]


@each_of(
    ("line", "says"),
    [
        ("cuaderno Morda: sirve vino", "Cuaderno: Morda: sirve vino"),
        ("cuaderno mor: muerta", "Cuaderno: Morda, ha muerto."),
        ("cuaderno mor estado en deuda", "Cuaderno: Morda, en deuda."),
        ("cuaderno Morda visible", "Los jugadores ya pueden leer en el cuaderno: Morda."),
        ("cuaderno Morda nombre Mórdola", "Cuaderno: Morda se llama ahora Mórdola."),
        ("cuaderno Morda:", "Cuaderno: Morda, sin texto."),
        ("cuaderno Morda nada", "Se quita del cuaderno: Morda."),
    ],
)
def test_every_correction_says_what_it_did_and_is_taken_back(line: str, says: str) -> None:
    game = notebook()
    before = game.session

    assert game.sentences(line) == says
    game.do("deshacer")
    assert game.session == before


def test_an_entry_of_another_kind_keeps_a_status_of_the_gms_own() -> None:
    game = notebook("cuaderno Morda estado en deuda")

    assert entry(game, "Morda").status == "en deuda"
    assert "Morda" in status_text(Game("cuaderno hilo Morda: abierto").history)
    assert "Morda" not in status_text(game.history)


def test_undo_says_what_comes_back() -> None:
    game = notebook()
    event = game.do("cuaderno Morda: sirve vino")

    assert difference(game.history, game.history.session_without(event.id)) == ["cuaderno, Morda: como antes"]


def test_two_gms_who_begin_the_same_entry_have_both() -> None:
    game = Game()
    other = game.copy(BEA)
    game.do("cuaderno persona Morda: sirve vino")
    game.history.add((other.do("cuaderno persona Morda: debe dinero"),))

    assert sorted(each.text for each in game.session.notebook.values()) == ["debe dinero", "sirve vino"]
    assert refusal_code(lambda: game.do("cuaderno Morda visible")) == "ambiguous_word"
    game.do("cuaderno Morda 2 visible")
    assert [each.told for each in game.session.notebook.values()] == [False, True]


def test_players_read_what_is_told_and_nothing_else() -> None:
    game = notebook("cuaderno hilo El plazo: vence el 12", "cuaderno Morda visible")
    table = public_table(game.history)

    assert page_view(table)["notebook"] == ["Morda (persona, vive): tabernera de Orvega"]
    assert "Morda (persona, vive)" in public_text(table)
    assert "plazo" not in repr(table)


def test_a_told_entry_that_names_a_hidden_one_stays_with_the_gm() -> None:
    game = notebook("cuaderno hilo El plazo: lo pone Morda", "cuaderno El plazo visible")
    assert public_table(game.history).notebook == ()

    game.do("cuaderno Morda visible")
    assert [each.name for each in public_table(game.history).notebook] == ["Morda", "El plazo"]


def test_a_told_entry_that_names_a_hidden_creature_stays_with_the_gm() -> None:
    game = notebook("combate Sala", "aparece Lich", "oculta Lich", "cuaderno Morda: sirve a Lich")
    game.do("cuaderno Morda visible")
    assert public_table(game.history).notebook == ()

    game.do("muestra Lich")
    assert [each.name for each in public_table(game.history).notebook] == ["Morda"]


def test_a_text_names_entries_as_whole_words_in_its_order() -> None:
    game = notebook("cuaderno lugar Orvega", "cuaderno persona Or")
    keys = {each.name: key for key, each in game.session.notebook.items()}

    found = entries_named_in(game.session.notebook, "En ORVEGA, morda y Mordaz")
    assert found == (keys["Orvega"], keys["Morda"])


def test_programs_read_the_notebook() -> None:
    [told] = status_json(notebook().history)["notebook"].values()

    assert (told["name"], told["text"]) == ("Morda", "tabernera de Orvega")


@each_of(
    ("line", "code"),
    [
        ("cuaderno", "missing"),
        ("cuaderno persona", "missing"),
        ("cuaderno persona : algo", "missing"),
        ("cuaderno Morda", "missing"),
        ("cuaderno Nadie visible", "unknown_entry"),
        ("cuaderno Nadie: texto", "unknown_entry"),
        ("cuaderno Morda rojo", "unknown_word"),
        ("cuaderno Morda oculto", "entry_unchanged"),
        ("cuaderno Morda: tabernera de Orvega", "entry_unchanged"),
        ("cuaderno persona " + "x" * 61, "text_too_long"),
        ("cuaderno Morda estado " + "x" * 61, "text_too_long"),
        ("cuaderno Morda: " + "x" * 4_001, "line_too_long"),
    ],
)
def test_bad_input_changes_nothing(line: str, code: str) -> None:
    game = notebook()
    before = game.session

    assert refusal_code(lambda: game.do(line)) == code
    assert game.session is before
