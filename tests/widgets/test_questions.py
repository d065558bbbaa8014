"""Dialogs: each leaves with its answer, by keys alone, and touches nothing else."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Paste

from tests.trials import one_row_in
from tests.widgets.stage import SIZE, Stage, shown_lines
from tracker.rules.glance import Tone
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.form import Field, Form
from tracker.widgets.ink import line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.picker import Option, Picker, letters_for
from tracker.widgets.question import Confirm, Question
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.language import speak

UNANSWERED = "unanswered"


async def answer(question: Question[Any], *keys: str) -> Any:
    """Ask, press the keys, and return the answer, or UNANSWERED while the dialog is still there."""
    answers: list[Any] = []
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(question, answers.append)
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
    return answers[0] if answers else UNANSWERED


async def shown_texts(question: Question[Any], *keys: str) -> list[str]:
    """Ask, press the keys, and return what the notice and the key bar say."""
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(question)
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()
        return [shown_lines(part)[0] for kind in (Notice, KeyBar) for part in question.query(kind)]


@pytest.mark.parametrize(("language", "letter"), [("es", "s/Intro Sí"), ("en", "y/Enter Yes")])
async def test_a_question_shows_the_letter_of_its_language(language: str, letter: str) -> None:
    speak(language)
    assert (await shown_texts(Confirm("?")))[-1].startswith(letter)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        *((key, True) for key in ("s", "y", "enter")),
        *((key, False) for key in ("n", "q", "escape", "backspace", "ctrl+c")),
        ("x", UNANSWERED),
    ],
)
async def test_one_key_confirms_or_not(key: str, expected: object) -> None:
    assert await answer(Confirm("¿Terminar [b]el encuentro[/]?", [line("goblin +5 PV")]), key) == expected


@pytest.mark.parametrize(
    ("letters", "leaves", "answered"), [("ab", "q Volver", None), ("aq", "Esc Volver", "q")]
)
async def test_a_list_tells_no_key_for_leaving_that_is_the_letter_of_an_option(
    letters: str, leaves: str, answered: str | None
) -> None:
    speak("es")
    options = [Option(letter, f"Opción {letter}", letter=letter) for letter in letters]
    assert leaves in (await shown_texts(Picker("?", options)))[-1]
    assert await answer(Picker("?", options), "q") == answered


def a_number(text: str) -> str | None:
    return None if text.isdigit() else f"«{text}» no es un número."


def number_prompt(initial: str = "") -> TextPrompt:
    return TextPrompt(
        "¿Cuánto?",
        initial,
        validate=a_number,
        explain=lambda text: f"Pierde {text} PV.",
        suggest=lambda text: text + "00",
        max_length=5,
    )


@pytest.mark.parametrize(
    ("initial", "keys", "expected"),
    one_row_in(
        2,
        [
            ("", ("1", "2", "enter"), "12"),
            ("", ("1", "tab", "enter"), "100"),
            ("", ("1", "2", "3", "4", "5", "6", "enter"), "12345"),
            ("7", ("enter",), "7"),
            ("7", ("backspace", "8", "enter"), "8"),
            ("", ("x", "enter"), UNANSWERED),
            ("", ("enter",), UNANSWERED),
            ("", ("x", "enter", "backspace", "3", "enter"), "3"),
            ("", ("escape",), None),
            ("", ("1", "ctrl+c"), None),
            ("", ("1", "backspace", "backspace"), None),
            ("7", ("backspace", "backspace", "backspace"), UNANSWERED),
            ("", ("q",), UNANSWERED),
        ],
    ),
)
async def test_a_prompt_takes_a_valid_text(initial: str, keys: tuple[str, ...], expected: object) -> None:
    assert await answer(number_prompt(initial), *keys) == expected


async def test_a_prompt_says_the_mistake_and_what_enter_would_do() -> None:
    assert await shown_texts(number_prompt(), "1") == [
        "Pierde 1 PV.",
        "Intro Aceptar  Tab Completar  Esc Cancelar",
    ]
    assert (await shown_texts(number_prompt(), "1", "x"))[0] == "! «1x» no es un número."
    assert (await shown_texts(number_prompt(), "1", "x", "enter"))[0] == "!! «1x» no es un número."


async def test_a_refusal_is_shown_whole_but_takes_one_line_while_typing() -> None:
    wrong = "No hay nadie que se llame así. Hay: " + ", ".join(f"Goblin {n}" for n in range(1, 16)) + "."
    prompt = TextPrompt("¿Quién?", "gob", validate=lambda _text: wrong)
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(prompt)
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        assert len(shown_lines(prompt.query_one(Notice))) == 1
        await pilot.press("enter")
        await pilot.pause()
        assert " ".join(row.strip() for row in shown_lines(prompt.query_one(Notice))) == f"!! {wrong}"
        await pilot.press("i")
        await pilot.pause()
        assert len(shown_lines(prompt.query_one(Notice))) == 1


async def test_a_text_that_is_too_long_is_refused_in_words() -> None:
    keys = ("1", "2", "3", "4", "5", "6")
    assert (await shown_texts(number_prompt(), *keys))[
        0
    ] == "! Eso no cabe: aquí van 5 caracteres como mucho."


async def test_line_ends_in_a_pasted_or_older_text_are_kept() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        entry = Entry("uno\ndos", accept=lambda: None)
        await app.screen.mount(entry)
        entry.focus()
        entry.post_message(Paste("\ntres\r\ncuatro\n"))
        await pilot.pause()
        assert entry.text == "uno\ndostres\ncuatro"
        assert "\n" not in entry.value


async def test_typed_text_is_cleaned_and_the_cursor_does_not_blink() -> None:
    app = Stage()
    async with app.run_test(size=SIZE):
        entry = Entry("a\x1b[2J", accept=lambda: None, max_length=60)
        await app.screen.mount(entry)
        assert entry.text == "a�[2J"
        assert not entry.cursor_blink


OPTIONS = (
    Option("tired", "Agotado"),
    Option("scared", "Asustado", "R1-081"),
    Option("tree", "Árbol"),
    Option("dead", "Muerto"),
)


async def test_a_text_longer_than_its_line_is_shown_where_the_next_letter_goes() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(TextPrompt("Calendario", "Brasa 30, " * 12 + "hoy 9 Brasa 412"))
        await pilot.pause()
        entry = app.screen.query_one(Entry)
        assert entry.scroll_x == len(entry.value) + 1 - entry.size.width
        assert entry.cursor_cell.x == entry.size.width - 1


def test_letters_come_from_the_labels_and_leave_q_alone() -> None:
    assert letters_for(["Agotado", "Asustado", "Árbol", "Quieto", "AAA"]) == ("a", "s", "r", "u", "b")


@given(st.lists(st.text(max_size=12), max_size=50))
def test_each_letter_belongs_to_one_option(labels: list[str]) -> None:
    letters = [letter for letter in letters_for(labels) if letter]
    assert len(letters) == len(set(letters)) >= min(len(labels), 33)
    assert not {"j", "k", "q"} & {*letters}


@pytest.mark.parametrize(
    ("keys", "expected"),
    one_row_in(
        2,
        [
            (("s",), "scared"),
            (("r",), "tree"),
            (("R",), UNANSWERED),
            (("enter",), "tired"),
            (("down", "down", "enter"), "tree"),
            (("/", "a", "r", "b", "enter"), "tree"),
            (("/", "t", "a", "d", "o", "down", "enter"), "scared"),
            (("/", "z", "enter"), UNANSWERED),
            (("/", "z", "escape", "m"), "dead"),
            (("/", "z", "backspace", "backspace", "m"), "dead"),
            (("/", "q", "ctrl+c"), None),
            (("q",), None),
            (("escape",), None),
            (("backspace",), None),
            (("z",), UNANSWERED),
        ],
    ),
)
async def test_a_picker_is_answered_with_a_letter_the_cursor_or_a_part_of_the_name(
    keys: tuple[str, ...], expected: object
) -> None:
    assert await answer(Picker("¿Qué estado?", OPTIONS), *keys) == expected


async def test_a_picker_starts_where_it_is_told() -> None:
    assert await answer(Picker("¿Qué estado?", OPTIONS, start="dead"), "enter") == "dead"


FIELDS = (
    Field("name", "Nombre", "Ñandú", group="Persona"),
    Field("class", "Clase", "Cronista", group="Persona", choices=("Bruja", "Cronista", "Guerrera")),
    Field("strength", "Fuerza", "12", "de 3 a 18", "Atributos", validate=a_number, figure=True),
)
TO_STRENGTH = ("down", "down", "enter")


@pytest.mark.parametrize(
    ("keys", "expected"),
    one_row_in(
        3,
        [
            (("escape",), None),
            (("backspace",), None),
            (("q", "ctrl+s"), {"name": "Ñandúq"}),
            (("enter", "!", "enter", "ctrl+s"), {"name": "Ñandú!"}),
            (("enter", "!", "ctrl+s"), {"name": "Ñandú!"}),
            (("enter", "!", "enter", "escape"), UNANSWERED),
            (("enter", "!", "enter", "escape", "enter"), {"name": "Ñandú!"}),
            (("enter", "!", "enter", "escape", "n"), None),
            (("enter", "!", "enter", "escape", "escape", "ctrl+s"), {"name": "Ñandú!"}),
            (("enter", "!", "escape", "escape"), None),
            (("enter", "!", "ctrl+c", "escape"), None),
            (("enter", "!", "enter", "ctrl+c"), UNANSWERED),
            (("enter", "!", "enter", "up", "delete", "escape"), None),
            (("ctrl+s",), UNANSWERED),
            (("enter", "q", "enter", "ctrl+s"), {"name": "Ñandúq"}),
            (("enter", "!", "enter", "up", "enter", "backspace", "enter", "escape"), None),
            (
                ("enter", "!", "enter", "down", "enter", "3", "enter", "ctrl+s"),
                {"name": "Ñandú!", "strength": "3"},
            ),
            (("enter", "!", "down", "down", "9", "up", "ctrl+s"), {"name": "Ñandú!", "strength": "9"}),
            ((*TO_STRENGTH, "x", "down", "ctrl+s"), UNANSWERED),
            (("down", "enter", "g", "ctrl+s"), {"class": "Guerrera"}),
            (("down", "enter", "q", "q"), None),
            (("down", "9", "g", "ctrl+s"), {"class": "Guerrera"}),
            (("down", "down", "9", "enter", "ctrl+s"), {"strength": "9"}),
            (("down", "down", "9", "escape", "q"), None),
            (("down", "down", "1", "2", "enter", "q"), None),
            (("9", "ctrl+s"), {"name": "Ñandú9"}),
            ((*TO_STRENGTH, "x", "enter", "ctrl+s"), UNANSWERED),
            ((*TO_STRENGTH, "x", "enter", "backspace", "5", "enter", "ctrl+s"), {"strength": "5"}),
            ((*TO_STRENGTH, "1", "4", "enter", "ctrl+s"), {"strength": "14"}),
            ((*TO_STRENGTH, "end", "4", "enter", "ctrl+s"), {"strength": "124"}),
            ((*TO_STRENGTH, "backspace", "7", "enter", "ctrl+s"), {"strength": "7"}),
            ((*TO_STRENGTH, "enter", "ctrl+s"), UNANSWERED),
        ],
    ),
)
async def test_a_form_answers_with_the_changed_values(keys: tuple[str, ...], expected: object) -> None:
    assert await answer(Form("Ñandú", FIELDS), *keys) == expected


@pytest.mark.parametrize(
    ("language", "keys", "told"),
    [
        ("en", (), "Next field"),
        ("en", ("L", "enter", "down", "enter"), "Accept"),
        ("en", ("L", "enter"), "Save"),
        ("en", ("L", ","), "Add"),
        ("en", ("L", ",", "backspace"), "Next field"),
        ("es", (), "Siguiente dato"),
        ("es", ("L", ","), "Añadir"),
    ],
)
async def test_a_form_names_what_enter_does_at_the_moment(
    language: str, keys: tuple[str, ...], told: str
) -> None:
    speak(language)
    form = Form("?", FIELDS, is_whole=lambda text: "," in text)
    assert (await shown_texts(form, *keys))[-1].partition("  ")[0].partition(" ")[2] == told


async def test_a_form_shows_its_long_labels_and_hints_whole() -> None:
    field = Field("lost", "VA perdido Resistencia", "0", "d4 d6 d8 d10 d12 d20", "Atributos")
    form = Form("Ñandú", [field])
    app = Stage()
    async with app.run_test(size=SIZE):
        await app.push_screen(form)
        shown = shown_lines(form.query_one(LineTable))[1]
        assert field.label in shown
        assert field.hint in shown


async def test_a_form_keeps_a_refused_text_and_says_why() -> None:
    form = Form("Ñandú", FIELDS)
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(form)
        await pilot.press(*TO_STRENGTH, "end", "x", "enter")
        entry = form.query_one(Entry)
        assert entry.has_focus
        assert entry.value == "12x"
        assert shown_lines(form.query_one(Notice)) == ["!! «12x» no es un número."]
        table = form.query_one(LineTable)
        for width in (80, 60):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            await pilot.pause()
            cell = table.cell_region("strength", 2)
            assert cell is not None
            assert entry.region == cell.translate(table.region.offset)


class Asking(Stage):
    def __init__(self, question: Question[Any]) -> None:
        self.question = question
        super().__init__(LineTable([Column("Nombre", 20)]))

    def on_mount(self) -> None:
        table = self.query_one(LineTable)
        table.show([Row(str(number), (line(f"Goblin {number}"),)) for number in range(30)])
        self.push_screen(self.question)


@pytest.mark.parametrize(
    ("make", "keys"),
    [
        (lambda: Confirm("¿Terminar el encuentro?", [line("goblin ", ("+5 PV", Tone.GOOD))]), ()),
        (number_prompt, ("1", "x")),
        (lambda: Picker("¿Qué estado?", OPTIONS), ("down",)),
        (lambda: Form("Ñandú", FIELDS), (*TO_STRENGTH, "x", "enter")),
    ],
    ids=["confirm", "prompt", "picker", "form"],
)
def test_the_table_stays_in_sight_behind_a_question(
    snap: Callable[..., bool], make: Callable[[], Question[Any]], keys: tuple[str, ...]
) -> None:
    assert snap(lambda: Asking(make()), *keys, size=(60, 14))
