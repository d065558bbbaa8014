from collections.abc import Callable, Sequence

import pytest
from textual.geometry import Region

from tests.widgets.stage import SIZE, Stage, painted_lines, repaints, shown_lines
from tracker.rules.glance import Tone
from tracker.widgets.columns import Column
from tracker.widgets.gauge import gauge
from tracker.widgets.ink import Align, Emphasis, Forms, line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.theme import ANSI, Look

COLUMNS = (Column("Nombre", 12, flexible=True), Column("PV", 5, align=Align.RIGHT))


def rows(*keys: str, pv: int = 7) -> list[Row]:
    return [Row(key, (line(key), line(str(pv)))) for key in keys]


def table(**options: bool | str) -> LineTable:
    return LineTable(COLUMNS, **options)  # type: ignore[arg-type]  # options of two types


def give_turn(shown: LineTable, key: str, *keys: str) -> None:
    """Give a row the turn, and show it."""
    shown.active = key
    shown.show(rows(*(keys or "abcd")))


async def test_rows_are_shown_in_their_columns() -> None:
    shown = table()
    async with Stage(shown).run_test(size=(30, 5)):
        shown.show(rows("Ana", "龍の王"))
        assert shown_lines(shown)[:3] == [
            "  Nombre                    PV",
            "  Ana                        7",
            "  龍の王                     7",
        ]


async def test_a_cut_list_without_a_heading_says_where_there_is_more() -> None:
    shown = table(heading=False)
    async with Stage(shown).run_test(size=(30, 2)):
        shown.show(rows("Ana", "Bea", "Zoe"))
        assert [row.split() for row in shown_lines(shown)] == [["Ana", "7"], ["Bea", "7", "▼"]]
        shown.action_move(1)
        shown.action_move(1)
        assert [row.split() for row in shown_lines(shown)] == [["Bea", "7", "▲"], ["Zoe", "7"]]


async def test_chosen_rows_are_texts_without_bars_and_with_the_titles_of_their_figures() -> None:
    shown = LineTable((Column("NOMBRE", 8), Column("PV", 4), Column("", 4), Column("", 4)), marking=True)
    async with Stage(shown).run_test(size=SIZE) as pilot:
        assert shown.chosen_texts == []
        cells = (line("goblin"), line(" 7/7"), line("██▌"), line("caído"))
        shown.show([Row("a", cells), Row("b", ((),) * 4, across=line("Los demás, lejos"))])
        assert shown.chosen_texts == ["goblin · PV 7/7 · caído"]
        await pilot.press("space", "down", "space")
        assert shown.chosen_texts == ["goblin · PV 7/7 · caído", "Los demás, lejos"]


async def test_an_empty_table_says_so() -> None:
    shown = table(empty="Nadie todavía.")
    async with Stage(shown).run_test(size=SIZE):
        shown.show([])
        assert shown_lines(shown)[1] == "  Nadie todavía."
        assert shown.cursor_key is None


async def test_an_empty_table_of_its_own_height_shows_all_of_a_long_sentence() -> None:
    shown = table(empty="Aquí no hay nadie todavía: se añade con una tecla.")
    shown.styles.height = "auto"
    async with Stage(shown).run_test(size=(30, 8)) as pilot:
        shown.show([])
        await pilot.pause()
        assert shown.size.height == 1 + len(("Aquí no hay nadie todavía:", "se añade con una tecla."))


async def test_a_table_that_is_not_shown_asks_for_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, asked = table(), list[bool]()
    shown.styles.height = "auto"
    shown.display = False
    async with Stage(shown).run_test(size=SIZE):
        refresh = shown.refresh

        def noting(*regions: Region, layout: bool = False, **how: bool) -> LineTable:
            asked.append(layout)
            return refresh(*regions, layout=layout, **how)

        monkeypatch.setattr(shown, "refresh", noting)
        shown.show([])
        assert not any(asked)
        shown.display = True
        shown.show(rows("Ana"))
        assert any(asked)


async def test_keys_move_the_cursor_and_report_the_row() -> None:
    shown = table()
    app = Stage(shown)
    async with app.run_test(size=(40, 5)) as pilot:
        shown.show(rows(*"abcdefgh"))
        await pilot.press("down", "down", "up", "end", "pageup", "home", "pagedown", "enter")
        assert app.said == [
            ("highlighted", "a"),
            *(("highlighted", key) for key in "bcbhead"),
            ("chosen", "d"),
        ]


async def test_the_row_of_the_turn_comes_into_view_with_the_cursor_if_both_fit() -> None:
    shown = table()
    async with Stage(shown).run_test(size=(40, 5)):
        shown.show(rows(*"abcdefgh"))
        for active, in_view in (("d", "abcd"), ("e", "bcde"), ("h", "efgh"), ("a", "abcd")):
            shown.active = active
            shown.show(rows(*"abcdefgh"))
            assert [row.strip("▶ ")[0] for row in shown_lines(shown)[1:5]] == [*in_view]
            assert shown.cursor_key == "a"


async def test_the_cursor_comes_back_into_view_when_it_moves() -> None:
    shown = table()
    async with Stage(shown).run_test(size=(40, 5)) as pilot:
        shown.show(rows(*"abcdefgh"))
        give_turn(shown, "h", *"abcdefgh")
        await pilot.press("down")
        shown.show(rows(*"abcdefgh"))
        assert [row.strip()[0] for row in shown_lines(shown)[1:5]] == [*"bcde"]


async def test_the_cursor_does_not_leave_the_rows() -> None:
    shown = table()
    app = Stage(shown)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("up", "down", "enter", "space")
        shown.show(rows("a", "b"))
        await pilot.press("up", "down", "down", "down")
        assert app.said == [("highlighted", "a"), ("highlighted", "b")]


@pytest.mark.parametrize(
    ("after", "cursor"),
    [
        ("dcba", "c"),
        ("xyabcd", "c"),
        ("abd", "d"),
        ("ab", "b"),
        ("a", "a"),
        ("xyz", "x"),
    ],
)
async def test_the_cursor_stays_on_its_key_or_goes_to_the_nearest(after: str, cursor: str) -> None:
    shown = table()
    async with Stage(shown).run_test(size=SIZE):
        shown.show(rows(*"abcd"))
        shown.move_to("c")
        shown.show(rows(*after))
        assert shown.cursor_key == cursor


async def test_marks_disappear_with_their_rows() -> None:
    shown = table(marking=True)
    app = Stage(shown)
    async with app.run_test(size=SIZE) as pilot:
        shown.show(rows(*"abc"))
        await pilot.press("space", "space")
        assert shown.marked == {"a", "b"}
        assert shown_lines(shown)[1:4] == [
            "* a" + " " * 76 + "7",
            "* b" + " " * 76 + "7",
            "  c" + " " * 76 + "7",
        ]
        shown.show(rows(*"bc"))
        await pilot.pause()
        assert shown.marked == {"b"}


async def test_a_table_that_does_not_mark_leaves_space_alone() -> None:
    shown = table()
    async with Stage(shown).run_test(size=SIZE) as pilot:
        shown.show(rows(*"abc"))
        await pilot.press("space")
        assert shown.marked == frozenset()
        assert shown.cursor_key == "a"


@pytest.mark.parametrize(("look", "sign"), [(Look(), "▶"), (Look(unicode=False), ">")])
async def test_whose_turn_it_is_has_a_sign(look: Look, sign: str) -> None:
    shown = table(turns=True)
    app = Stage(shown)
    app.look = look
    async with app.run_test(size=SIZE):
        give_turn(shown, "b", *"abc")
        assert [text[1] for text in shown_lines(shown)[1:4]] == [" ", sign, " "]


async def test_the_row_of_the_turn_is_filled_from_edge_to_edge() -> None:
    shown = table(turns=True)
    app = Stage(shown)
    async with app.run_test(size=(40, 5)) as pilot:
        give_turn(shown, "b", *"abc")
        await pilot.pause()
        grounds = [
            {segment.style.bgcolor for segment in strip if segment.style}
            for strip in painted_lines(app.screen)[2:4]
        ]
        assert [len(each) for each in grounds] == [1, 1]
        assert grounds[0] != grounds[1]


async def test_an_edge_keeps_its_colour_under_the_cursor() -> None:
    shown = table(turns=True)
    app = Stage(shown)
    async with app.run_test(size=(40, 5)) as pilot:
        shown.show([Row("a", (line("a"), line("7")), line(("▌", Emphasis.FOE)))])
        await pilot.pause()
        edge, name = painted_lines(app.screen)[1]._segments[:2]
        assert edge.text == "▌"
        assert edge.style is not None
        assert name.style is not None
        assert edge.style.color != name.style.color


@pytest.mark.parametrize(
    ("turns", "rows"), [(False, [" l  Lía", "*zb orco"]), (True, [" ▶ l  Lía", "  *zb orco"])]
)
async def test_the_letter_of_a_row_stands_before_its_cells(turns: bool, rows: list[str]) -> None:
    table = LineTable((Column("", 4),), heading=False, marking=True, turns=turns)
    async with Stage(table).run_test() as pilot:
        table.show([Row("lia", (line("Lía"),), letter="l"), Row("orco", (line("orco"),), letter="zb")])
        table.active, table.marked = "lia", frozenset({"orco"})
        await pilot.pause()
        shown = [each.rstrip() for each in shown_lines(table)[:2]]
        assert shown == rows


async def test_a_row_that_is_gone_is_dim() -> None:
    shown = table()
    app = Stage(shown)
    async with app.run_test(size=(40, 5)) as pilot:
        shown.show([*rows("a"), Row("b", (line(("b", Tone.BAD)), line("0")), gone=True), *rows("c")])
        await pilot.pause()
        b, c = (painted_lines(app.screen)[y]._segments[-1].style for y in (2, 3))
        assert b is not None
        assert c is not None
        assert b.color != c.color


@pytest.mark.parametrize(
    ("width", "row"),
    [(40, "  Ana    Parálisis Veneno 2"), (24, "  Ana    PAR VEN2"), (15, "  Ana  PAR VEN2")],
)
async def test_a_cell_with_several_forms_shows_the_longest_that_fits(width: int, row: str) -> None:
    columns = (Column("Nombre", 8, least=4, named=True, sized=True), Column("", 4, sized=True))
    shown = LineTable(columns)
    async with Stage(shown).run_test(size=(width, 5)):
        state = Forms((line("Parálisis Veneno 2"), line("PAR VEN2")))
        shown.show([Row("a", (line("Ana"), state))])
        assert shown_lines(shown)[1] == row


async def test_a_table_without_a_cursor_draws_none() -> None:
    shown = table(cursor=False)
    app = Stage(shown)
    async with app.run_test(size=(40, 5)) as pilot:
        shown.show(rows(*"ab"))
        await pilot.pause()
        a, b = (painted_lines(app.screen)[y]._segments[0].style for y in (1, 2))
        assert a == b


async def test_the_heading_says_which_rows_are_in_view() -> None:
    shown = table()
    async with Stage(shown).run_test(size=(30, 4)) as pilot:
        shown.show(rows(*"abcdefgh"))
        assert shown_lines(shown)[0].endswith(" 1-3/8")
        await pilot.press("end")
        assert shown_lines(shown)[0].endswith(" 6-8/8")
        assert [text[2] for text in shown_lines(shown)[1:]] == ["f", "g", "h"]


async def test_a_figure_that_changes_repaints_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table()
    async with Stage(shown).run_test(size=(40, 10)) as pilot:
        shown.show(rows(*"abcd"))
        await pilot.pause()
        with repaints(shown, monkeypatch) as (regions, lines):
            shown.show([*rows("a", "b"), Row("c", (line("c"), line(("2", Tone.BAD)))), *rows("d")])
            await pilot.pause()
        assert regions == [Region(0, 3, 40, 1)]
        assert lines == [3]


async def test_equal_rows_repaint_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table()
    async with Stage(shown).run_test(size=(40, 10)) as pilot:
        shown.show(rows(*"abcd"))
        await pilot.pause()
        with repaints(shown, monkeypatch) as (regions, lines):
            shown.show(rows(*"abcd"))
            shown.active = None
            await pilot.pause()
        assert (regions, lines) == ([], [])


@pytest.mark.parametrize(
    ("change", "painted"),
    [
        (lambda shown: shown.action_move(1), [1, 2]),
        (lambda shown: give_turn(shown, "c"), [3]),
        (lambda shown: shown.toggle_mark("d"), [4]),
        (lambda shown: shown.show(rows(*"abcde")), [5]),
        (lambda shown: shown.show(rows(*"abdc")), [3, 4]),
        (lambda shown: shown.show(rows(*"ab")), [3, 4]),
        (lambda shown: shown.show([]), [1, 2, 3, 4]),
    ],
)
async def test_only_the_rows_that_change_are_painted(
    change: Callable[[LineTable], None], painted: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table()
    async with Stage(shown).run_test(size=(40, 10)) as pilot:
        shown.show(rows(*"abcd"))
        await pilot.pause()
        with repaints(shown, monkeypatch) as (regions, _lines):
            change(shown)
            await pilot.pause()
        assert [region.y for region in regions] == painted


async def test_a_line_that_was_shown_before_is_not_rendered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table()
    async with Stage(shown).run_test(size=(40, 10)) as pilot:
        shown.show(rows(*"abcd"))
        for key in ("down", "up"):
            await pilot.press(key)
            await pilot.pause()
            painted_lines(pilot.app.screen)
        with repaints(shown, monkeypatch) as (_regions, lines):
            await pilot.press("down")
            await pilot.pause()
        assert (shown.cursor_key, lines) == ("b", [])


async def test_a_cursor_without_focus_looks_different() -> None:
    one, other = table(), table()
    app = Stage(one, other)
    async with app.run_test(size=SIZE) as pilot:
        for each in (one, other):
            each.show(rows("a"))
        grounds = []
        for each in (one, other):
            each.focus()
            await pilot.pause()
            strips = painted_lines(app.screen)
            styles = [strips[shown.region.y + 1].crop(0, 1)._segments[0].style for shown in (one, other)]
            grounds.append([style.bgcolor for style in styles if style])
        assert grounds[0] == grounds[1][::-1]
        assert grounds[0][0] != grounds[0][1]


async def test_the_region_of_a_cell_is_known() -> None:
    shown = table()
    async with Stage(shown).run_test(size=(40, 4)):
        shown.show(rows(*"abcdefgh"))
        assert shown.cell_region("b", 1) == Region(35, 2, 5, 1)
        assert shown.cell_region("h", 1) is None
        assert shown.cell_region("nobody", 1) is None


async def test_every_line_is_as_wide_as_the_table_whatever_the_name() -> None:
    shown = table()
    app = Stage(shown)
    async with app.run_test(size=(33, 6)) as pilot:
        shown.show(
            [
                Row(name, (line(name), line("7")))
                for name in ("龍" * 20, "\x1b[2J", "👩\u200d👧" * 9, "\u202e")
            ]
        )
        await pilot.pause()
        assert {strip.cell_length for strip in painted_lines(app.screen)} == {33}
        assert not any("\x1b" in strip.text or "\u202e" in strip.text for strip in painted_lines(app.screen))


class Encounter(Stage):
    """A table as a GM would see it."""

    def __init__(self) -> None:
        super().__init__(
            LineTable(
                [
                    Column("Nombre", 20, least=10, flexible=True),
                    Column("Ini", 3, align=Align.RIGHT),
                    Column("PV", 6, align=Align.RIGHT),
                    Column("", 8, priority=2),
                    Column("Estados", 20, least=10, priority=1),
                    Column("Notas", 14, priority=3),
                ],
                marking=True,
                turns=True,
            )
        )

    def on_mount(self) -> None:
        names = ("Ñandú Ibáñez", "龍の王", "[b]Ñandú[/] \x1b[2J", "Ogro de la montaña partida por un rayo")
        shown = self.query_one(LineTable)
        shown.show(
            [
                Row(
                    str(index),
                    (
                        line(name),
                        line(str(18 - index)),
                        line((f"{14 - 4 * index}/14", Tone.BAD if index == 3 else Tone.PLAIN)),
                        gauge(14 - 4 * index, 14, self.look, 8),
                        line(("herido", Tone.WARNING), " ", ("bendecido", Tone.GOOD)) if index else (),
                        line(("junto al pozo", Emphasis.MUTED)),
                    ),
                )
                for index, name in enumerate(names)
            ]
        )
        shown.active, shown.marked = "0", frozenset({"2"})


@pytest.mark.parametrize("size", [(80, 8), (60, 8), (120, 8)])
def test_the_table_looks_right(snap: Callable[..., bool], size: tuple[int, int]) -> None:
    assert snap(Encounter, "down", size=size)


def test_the_table_looks_right_without_colour(snap: Callable[..., bool]) -> None:
    assert snap(Encounter, "down", size=(60, 8), theme=ANSI)
