"""The picture that README shows first: half a minute of a fight, played in the real app."""

import re
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring

import pytest
from rich.segment import Segment
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.image import SVGImageSnapshotExtension
from textual.strip import Strip

from tests.screens.game import Folder, Game, playing
from tests.screens.moving_picture import WIDTH, Frame, moving_picture
from tests.widgets.stage import painted_lines
from tracker.session.state import Session
from tracker.store.paths import examples_folder
from tracker.widgets.theme import DARK
from tracker.wording.language import speak

MOST_BYTES, LEAST_SECONDS, MOST_SECONDS = 100_000, 25, 40
FACES = (15, 4, 2, 1)
"""What falls: Wren's d20 and the d6 of her bow, then the armour of Tam (d6) and that of Wren (d4)."""


@dataclass(frozen=True)
class Scene:
    """Keys, what they do, how long it is shown, and what is then so."""

    keys: str
    caption: str
    seconds: float
    turn: str
    health: tuple[int, int, int]
    """Of goblin 3, Tam and Wren."""


SCENES = (
    Scene("2", "The fight: whose turn it is, health, conditions, the log", 3.5, "Wren", (6, 12, 14)),
    Scene("a", "Wren attacks with her bow: 60 %", 2, "Wren", (6, 12, 14)),
    Scene("e", "goblin 3: every row has a letter", 2.5, "Wren", (6, 12, 14)),
    Scene("Enter", "the dice roll; health and log follow", 3.5, "Wren", (2, 12, 14)),
    Scene("n", "the next turn: Mordra", 2, "Mordra", (2, 12, 14)),
    Scene("d", "damage: the last row shows what you can type", 2, "Mordra", (2, 12, 14)),
    Scene("t 6", "6 to Tam: his armour will be rolled for", 2.5, "Mordra", (2, 12, 14)),
    Scene("Enter", "his armour takes 2 of it", 2.5, "Mordra", (2, 8, 14)),
    Scene("u", "No, it was Wren! Undo shows first what it takes back", 3.5, "Mordra", (2, 8, 14)),
    Scene("u", "and all is as it was", 2.5, "Mordra", (2, 12, 14)),
    Scene("d w 6 Enter", "Wren it is", 3, "Mordra", (2, 12, 9)),
    Scene("n", "and on to Bram, whose poison is due. Nobody had to wait", 3.5, "Bram", (2, 12, 9)),
)
BEFORE, UNDONE = (max(i for i, scene in enumerate(SCENES) if scene.keys == key) for key in ("d", "u"))


async def _play(game: Game) -> tuple[list[Frame], list[Session]]:
    """Play the scenes; return what was seen and what was so after each."""
    game.app.theme = DARK
    frames, sessions = [], []
    for scene in SCENES:
        keys = tuple(scene.keys.split())
        await game.press(*(key.lower() for key in keys))
        fight = next(each for each in game.session.encounters.values() if each.active)
        health = tuple(game.sheet(name).health for name in ("goblin 3", "Tam", "Wren"))
        so = game.session.creatures[fight.active].name, health
        assert so == (scene.turn, scene.health), f"{scene.keys}: {scene.caption}\n{game.screen}"
        frames.append(Frame(tuple(painted_lines(game.app.screen)), keys, scene.caption, scene.seconds))
        sessions.append(game.session)
    return frames, sessions


async def test_half_a_minute_of_a_fight(
    folder: Folder, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak("en")
    folder.folders.prepare()
    folder.path("Orvey").write_bytes((examples_folder("en") / "chronicle.json").read_bytes())
    folder.faces.extend(FACES)
    async with playing(folder, title="Orvey", gm="demo") as game:
        before = len(game.table.history)
        frames, sessions = await _play(game)
        dice = [
            die for event in list(game.table.history)[before:] for throw in event.throws for die in throw.dice
        ]
    assert sessions[UNDONE] == sessions[BEFORE] != sessions[UNDONE - 1]
    assert [die.face for die in dice] == list(FACES)
    assert all(die.face <= die.sides for die in dice)
    assert all(one.rows != other.rows for one, other in pairwise(frames))
    picture = moving_picture(frames, "Half a minute of a fight in tracker, key by key")
    _check(picture, len(frames))
    assert picture == snapshot.use_extension(SVGImageSnapshotExtension)


def _parse(picture: str) -> Element:
    return fromstring(picture)  # noqa: S314 - drawn by the test itself


def _check(picture: str, frames: int) -> None:
    """A browser draws it alone: whole XML, no script, nothing fetched, light enough for a page."""
    root = _parse(picture)
    assert len(picture.encode()) < MOST_BYTES
    assert "<script" not in picture
    assert re.findall(r"https?:[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    drawn = {row.get("id") for row in root.iter() if row.get("id")}
    used = {str(use.get("href")).removeprefix("#") for use in root.iter() if use.tag.endswith("}use")}
    assert used == drawn
    assert picture.count("@keyframes") == frames
    assert LEAST_SECONDS < sum(scene.seconds for scene in SCENES) < MOST_SECONDS


def test_letters_and_gauges_take_the_cells_that_the_terminal_gives_them() -> None:
    style = Style.parse("white on black")
    row = Strip([Segment("龍 <b>&  █▌ Ñ", style), Segment("é", Style.parse("white on red"))])
    drawn = _parse(moving_picture([Frame((row,), (), "", 1)], "")).find("*//{*}g[@id]")
    assert drawn is not None
    assert [(each.text, each.get("x"), each.get("textLength") or each.get("width")) for each in drawn] == [
        ("龍 <b>&", "0", f"{7 * WIDTH}"),
        (None, f"{9 * WIDTH}", f"{1.5 * WIDTH:g}"),
        ("Ñ", f"{12 * WIDTH}", f"{WIDTH}"),
        (None, f"{13 * WIDTH}", f"{WIDTH}"),
        ("é", f"{13 * WIDTH}", f"{WIDTH}"),
    ]
