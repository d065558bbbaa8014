import pytest

from tests.widgets.stage import Stage, repaints, shown_lines
from tracker.rules.glance import Tone
from tracker.widgets.ink import line
from tracker.widgets.text_panel import Block, TextPanel


def numbered_blocks(count: int) -> list[Block]:
    return [Block(tuple(line(f"línea {number}") for number in range(count)))]


async def test_blocks_have_headings_and_words_stay_whole() -> None:
    panel = TextPanel()
    async with Stage(panel).run_test(size=(16, 8)):
        panel.show(
            [
                Block((line("Ñandú pierde ", ("5 PV", Tone.BAD), "."),), "Ronda 1"),
                Block((line("Nada."), line("[b]")), "Ronda 2"),
            ]
        )
        assert shown_lines(panel) == [
            *("Ronda 1 ───────", "Ñandú pierde 5", "PV.", ""),
            *("Ronda 2 ───────", "Nada.", "[b]", ""),
        ]


async def test_signs_say_that_the_text_goes_on() -> None:
    panel = TextPanel()
    async with Stage(panel).run_test(size=(12, 4)) as pilot:
        panel.show(numbered_blocks(10))
        panel.focus()
        assert shown_lines(panel) == ["línea 0", "línea 1", "línea 2", "línea 3    ▼"]
        await pilot.press("pagedown", "down")
        assert shown_lines(panel) == ["línea 4    ▲", "línea 5", "línea 6", "línea 7    ▼"]
        await pilot.press("end")
        assert shown_lines(panel) == ["línea 6    ▲", "línea 7", "línea 8", "línea 9"]
        await pilot.press("home", "pageup", "up")
        assert shown_lines(panel)[0] == "línea 0"


async def test_equal_text_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = TextPanel()
    async with Stage(panel).run_test(size=(20, 6)) as pilot:
        panel.show(numbered_blocks(5))
        await pilot.pause()
        with repaints(panel, monkeypatch) as (regions, lines):
            panel.show(numbered_blocks(5))
            await pilot.pause()
            assert (regions, lines) == ([], [])
            panel.show(numbered_blocks(6))
            await pilot.pause()
        assert lines == [5]


async def test_a_following_panel_stays_at_the_end_until_it_is_scrolled() -> None:
    panel = TextPanel(follow=True)
    async with Stage(panel).run_test(size=(20, 4)) as pilot:
        panel.show(numbered_blocks(10))
        assert shown_lines(panel)[-1] == "línea 9"
        panel.focus()
        await pilot.press("up")
        panel.show(numbered_blocks(12))
        assert shown_lines(panel)[0].startswith("línea 5")
        await pilot.press("end")
        panel.show(numbered_blocks(13))
        assert shown_lines(panel)[-1] == "línea 12"


async def test_a_narrower_screen_wraps_again() -> None:
    panel = TextPanel()
    async with Stage(panel).run_test(size=(30, 4)) as pilot:
        panel.show([Block((line("uno dos tres cuatro"),))])
        assert shown_lines(panel)[:2] == ["uno dos tres cuatro", ""]
        await pilot.resize_terminal(12, 4)
        await pilot.pause()
        assert shown_lines(panel)[:2] == ["uno dos", "tres cuatro"]


async def test_an_empty_panel_says_so() -> None:
    panel = TextPanel(empty="Nadie elegido.")
    async with Stage(panel).run_test(size=(30, 2)):
        assert shown_lines(panel)[0] == "Nadie elegido."


async def test_one_key_pages_through_a_panel_and_begins_again() -> None:
    panel = TextPanel()
    async with Stage(panel).run_test(size=(20, 4)):
        panel.onward = ","
        panel.show(numbered_blocks(6))
        assert shown_lines(panel)[-1].endswith(" (,) ▼")
        panel.turn_page()
        assert shown_lines(panel)[-1] == "línea 5"
        panel.turn_page()
        assert shown_lines(panel)[0] == "línea 0"


async def test_the_rule_of_a_heading_is_not_marked_as_cut() -> None:
    panel = TextPanel()
    async with Stage(panel).run_test(size=(20, 1)):
        panel.show([Block((line("uno"),), "Lía")])
        assert shown_lines(panel)[0] == "Lía ───────────────▼"


async def test_a_hidden_panel_draws_nothing() -> None:
    panel = TextPanel()
    async with Stage(panel).run_test(size=(20, 4)) as pilot:
        panel.show(numbered_blocks(10))
        panel.display = False
        await pilot.pause()
        assert list(panel.draw(0, 0)) == []
        panel.show(numbered_blocks(12))
        panel.display = True
        await pilot.pause()
        assert shown_lines(panel)[0] == "línea 0"


@pytest.mark.parametrize(
    ("width", "heading"), [(30, "Lía ───────── después, Odón ─"), (20, "Lía ───────────────")]
)
async def test_a_heading_leads_to_what_stands_at_its_right_if_there_is_room(width: int, heading: str) -> None:
    panel = TextPanel()
    async with Stage(panel).run_test(size=(width, 3)):
        panel.show([Block((line("d6"),), "Lía", "después, Odón")])
        assert shown_lines(panel)[0] == heading
