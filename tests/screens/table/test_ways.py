"""The keys that a sentence of the table names lead to what it says, from whatever tab it stands on."""

import pytest

from tests.screens.game import Folder, playing
from tests.screens.test_own_keys import preferring
from tests.trials import one_row_of
from tracker.screens.table.ways import way_to
from tracker.widgets.preferences import USUAL

WAYS = {
    "table.undo": ("u", "u", "u", "u"),
    "table.help": ("?", "?", "?", "?"),
    "table.exploration": ("3", "3", "3", "3"),
    "table.library": ("g b", "g b", "g b", "g b"),
    "group.join": ("+", "m u", "m u", "1 +"),
    "group.get": ("m z", "m z", "+", "3 +"),
    "creature.appear": ("m y", "+", "m y", "2 +"),
    "creature.damage": ("d", "d", "d", "1 d"),
    "exploration.ten_minutes": ("3 h h", "3 h h", "h h", "3 h h"),
    "exploration.drop": ("3 Supr", "3 Supr", "Supr", "3 Supr"),
    "encounter.previous": ("2 m b", "m b", "2 m b", "2 m b"),
    "form.save": ("^s", "^s", "^s", "^s"),
}


@pytest.mark.parametrize(
    ("own", "ways"),
    one_row_of(
        [
            ({}, WAYS),
            (
                {"table.undo": "ñ", "encounter.previous": "ç"},
                {
                    "table.undo": ("ñ", "ñ", "ñ", "ñ"),
                    "encounter.previous": ("2 ç", "ç", "2 ç", "2 ç"),
                },
            ),
            (
                {
                    "d": "nota hecha",
                    "3": {"do": "nota tres", "in": ["dice"]},
                    "j": {"do": "nota", "in": "group"},
                },
                {
                    "creature.damage": ("^p «Daño»",) * 4,
                    "exploration.ten_minutes": ("3 h h", "3 h h", "h h", "^p «+10m»"),
                },
            ),
        ]
    ),
)
async def test_it_is_the_way_from_the_tab_shown(
    folder: Folder, own: dict[str, object], ways: dict[str, tuple[str, ...]]
) -> None:
    folder.begin("pj Lía")
    async with playing(folder, preferences=preferring(own) if own else USUAL) as game:
        seen: dict[str, list[str]] = {each: [] for each in ways}
        for tab in "1234":
            await game.table.turn_to(tab)
            for each in ways:
                seen[each].append(way_to(game.table, each))
        assert {each: tuple(found) for each, found in seen.items()} == ways
