from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.trials import each_of
from tracker.rules.glance import Tone
from tracker.widgets.ink import INKS, Align, Line, cut_name, fit, line, text_of, truncate, width_of, wrap

texts = st.text(alphabet="aé龍ñ \x1b\u200b\u200d\ufe0f⚔👩[]/", max_size=30)
lines = st.lists(st.tuples(texts, st.sampled_from(INKS)), max_size=4).map(tuple)
widths = st.integers(0, 40)


@given(lines, widths, st.sampled_from([*Align]))
def test_a_fitted_line_takes_exactly_its_width(runs: Line, width: int, align: Align) -> None:
    assert width_of(fit(runs, width, "…", align)) == width


@given(lines, widths)
def test_a_cut_line_is_a_beginning_of_the_text(runs: Line, width: int) -> None:
    kept = text_of(truncate(runs, width, "…"))
    assert cell_len(kept) <= width
    whole = text_of(truncate(runs, 1000, "…"))
    assert kept == whole or whole.startswith(kept.removesuffix("…"))


@given(lines, st.integers(2, 40))
def test_wrapping_loses_only_blanks(runs: Line, width: int) -> None:
    wrapped = wrap(runs, width)
    assert all(width_of(part) <= width for part in wrapped)
    words = "".join(text_of(truncate(runs, 1000, "…")).split())
    assert "".join("".join(text_of(part).split()) for part in wrapped) == words


@each_of(
    ("text", "width", "kept"),
    [("龍の王", 6, "龍の王"), ("龍の王", 5, "龍の…"), ("龍の王", 4, "龍…"), ("龍", 1, "…"), ("ab", 0, "")],
)
def test_wide_glyphs_are_never_cut_in_half(text: str, width: int, kept: str) -> None:
    assert text_of(truncate(line(text), width, "…")) == kept


def test_control_characters_are_seen_and_take_a_cell() -> None:
    assert text_of(fit(line("a\x1b[2J"), 6, "…")) == "a�[2J "


def test_joined_emoji_are_drawn_apart() -> None:
    assert text_of(truncate(line("👩\u200d👧 ⚔\ufe0f"), 20, "…")) == "👩👧 ⚔"


def test_brackets_are_only_brackets() -> None:
    assert text_of(fit(line("[b]Ñandú[/]"), 11, "…")) == "[b]Ñandú[/]"


def test_words_are_kept_whole_and_long_ones_broken() -> None:
    wrapped = wrap(line("Ñandú pierde ", ("5 PV", Tone.BAD), " y huye", "cuanto-puede-correr"), 12)
    assert [text_of(part) for part in wrapped] == ["Ñandú pierde", "5 PV y", "huyecuanto-p", "uede-correr"]
    assert (("5", Tone.BAD)) in wrapped[1]


def test_an_indent_stays_and_an_empty_line_is_one_line() -> None:
    assert [text_of(part) for part in wrap(line("  uno dos"), 5)] == ["  uno", "dos"]
    assert wrap((), 10) == ((),)


@each_of(
    ("name", "width", "kept"),
    [
        ("bandido de las montañas nevadas 12", 14, "bandido de… 12"),
        ("Personaje-de-nombre-largo-3", 12, "Personaje…-3"),
        ("[b]Ñandú[/] \u9f8d 7", 10, "[b]Ñand… 7"),
        ("goblin 3", 8, "goblin 3"),
        ("goblin 3", 4, "g… 3"),
        ("goblin 312", 5, "gobl…"),
        ("2147483648", 6, "21474…"),
        ("", 3, ""),
    ],
)
def test_a_name_that_is_cut_keeps_the_number_at_its_end(name: str, width: int, kept: str) -> None:
    assert text_of(cut_name(line(name), width, "…")) == kept
    assert width_of(fit(line(name), width, "…", named=True)) == width


def test_a_word_of_several_choices_is_broken_between_them() -> None:
    wrapped = wrap(line("Efecto: 3r|10m|fin|inicio|salvación"), 23)
    assert [text_of(part) for part in wrapped] == ["Efecto:", "3r|10m|fin|inicio|", "salvación"]
