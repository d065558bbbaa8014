"""A refused answer stays in its dialog with the reason, so that nothing is typed twice."""

import pytest

from tests.screens.game import Folder, Game, fight, party, playing
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft, Event
from tracker.store.campaign import Campaign
from tracker.widgets.entry import Entry
from tracker.widgets.form import Form

FULL = "No cabe más en el disco o en tu cuota: mesa.json. Libera espacio."


def typed(game: Game) -> str:
    return game.app.screen.query_one(Entry).value


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Refuse what is played while there is something in the list."""
    play, full = Campaign.play, list[bool]()

    def refusing(campaign: Campaign, draft: Draft) -> Event:
        if full:
            raise Refusal("disk_full", path="mesa.json")
        return play(campaign, draft)

    monkeypatch.setattr(Campaign, "play", refusing)
    return full


@pytest.mark.slow
async def test_a_line_that_the_dice_made_impossible_stays_typed(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "daño Bruno 100", "mata Bruno"))
    async with playing(folder) as game:
        await game.press("2")
        game.cursor_on("Bruno")
        await game.press("c")
        await game.say("1d6")
        assert "CURA  1d6  → Bruno" in game.line
        assert "Bruno ha muerto: usa «revive» si vuelve a la vida." in game.line
        await game.press("backspace", "backspace", "backspace")
        assert "Bruno ha muerto" not in game.line
        await game.press("backspace")
        assert game.dialog == ""


async def test_the_sentence_of_why_goes_with_the_dialog_that_was_refused(
    folder: Folder, full_disk: list[bool]
) -> None:
    folder.begin(*party("daño Bruno 3"))
    async with playing(folder) as game:
        await game.press("o")
        await game.say("la puerta cede")
        full_disk.append(True)
        for keys, leave in (
            ("c 1 d 6 enter", "escape"),
            ("t 1 enter", "escape"),
            ("f down 7 enter ctrl+s", "q n"),
        ):
            await game.press(*keys.split())
            assert "No cabe más" in game.screen
            await game.press(*leave.split())
            assert (game.dialog, game.notice) == ("", "Nota: la puerta cede")


async def test_a_line_that_the_disk_refuses_is_accepted_once_there_is_room(
    folder: Folder, full_disk: list[bool]
) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        full_disk.append(True)
        await game.press("o")
        await game.say("la puerta cede")
        await game.press("enter")
        assert (typed(game), game.hint) == ("la puerta cede", FULL)
        full_disk.clear()
        await game.press("enter")
        assert (game.dialog, game.notice) == ("", "Nota: la puerta cede")
        await game.press("o")
        assert (typed(game), game.hint) == ("", "")


@pytest.mark.slow
async def test_the_act_dialog_keeps_its_letters_when_the_disk_refuses(
    folder: Folder, full_disk: list[bool]
) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        full_disk.append(True)
        await game.press("1", "t", "1", "V", "enter")
        assert "TIRADA  Fuerza · ventaja" in game.line
        assert FULL in game.line


async def test_a_letter_that_takes_a_figure_waits_for_it(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("1", "e", "v", "R")
        assert "Veneno · rondas …" in game.line
        await game.press("backspace")
        assert "rondas …" not in game.line
        await game.press("N", "enter")
        assert "Falta el nivel del Veneno: «nivel» y su número, de 1 a 100." in game.line
        await game.press("3")
        assert "ESTADO  Veneno · 3  → Lía" in game.line


async def test_a_figure_taken_back_leaves_the_digits_to_the_faces(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("1", "t", "1", "+", "2", "backspace", "backspace", "=", "1", "4")
        assert "TIRADA  Fuerza · = 14" in game.line


async def test_a_refused_sheet_form_keeps_its_values(folder: Folder, full_disk: list[bool]) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        full_disk.append(True)
        await game.press("1", "f", "down", "enter", *["backspace"] * 3, "7", "enter", "ctrl+s")
        assert (game.dialog, game.hint) == ("Form", FULL)
        assert isinstance(game.app.screen, Form)
        full_disk.clear()
        await game.press("ctrl+s")
        assert game.sheet("Lía").level == 7


@pytest.mark.slow
async def test_a_refused_supply_form_keeps_its_values(folder: Folder, full_disk: list[bool]) -> None:
    folder.begin(*party("lleva Lía Antorcha d6 luz cada 10m"))
    async with playing(folder) as game:
        full_disk.append(True)
        await game.press("3", "home", "f", "enter")
        await game.say(" vieja")
        await game.press("ctrl+s")
        assert (game.dialog, game.hint) == ("Form", FULL)
        full_disk.clear()
        await game.press("ctrl+s")
        assert [each.name for each in game.session.supplies.values()] == ["Antorcha vieja"]


@pytest.mark.slow
async def test_refused_settings_are_asked_for_again(folder: Folder, full_disk: list[bool]) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        before = game.session
        full_disk.append(True)
        await game.press("g", "a", "enter", "down", "enter", "ctrl+s")
        assert (game.dialog, game.hint) == ("Form", FULL)
        assert game.session == before
        full_disk.clear()
        await game.press("ctrl+s")
        assert (game.dialog, game.session == before) == ("", False)


async def test_a_face_that_its_die_does_not_have_stays_to_be_mended(folder: Folder) -> None:
    folder.begin(*fight("estado Lía parálisis", "siguiente"))
    async with playing(folder) as game:
        before = game.events
        await game.press("=", *"21")
        assert (typed(game), game.hint) == ("21", "Un d20 no puede sacar 21: de 1 a 20.")
        await game.press("enter")
        assert (typed(game), game.events, len(game.session.pending)) == ("21", before, 2)
        await game.press("backspace", "backspace", *"12")
        assert (game.dialog, game.events, len(game.session.pending)) == ("", before + 1, 0)


async def test_faces_stay_typed_when_the_disk_refuses(folder: Folder, full_disk: list[bool]) -> None:
    folder.begin(*fight("estado Lía parálisis", "siguiente"))
    async with playing(folder) as game:
        full_disk.append(True)
        await game.press("=", *"12")
        assert (game.dialog, typed(game), game.hint) == ("FacePrompt", "12", FULL)
        full_disk.clear()
        await game.press("enter")
        assert (game.dialog, len(game.session.pending)) == ("", 0)


async def test_a_taken_campaign_name_stays_typed(folder: Folder) -> None:
    path = folder.begin(title="vieja")
    before = path.read_bytes()
    async with playing(folder, home=True) as game:
        await game.press("+")
        await game.say("vieja")
        await game.press("enter")
        assert (game.dialog, typed(game)) == ("TextPrompt", "vieja")
        assert "vieja" in game.hint
        assert "!!" in game.screen
        assert path.read_bytes() == before
        await game.press("2", "enter")
        await game.wait_until(lambda: folder.path("vieja2").exists(), "the other one")


async def test_notes_of_several_lines_survive_their_prompt(folder: Folder) -> None:
    folder.begin(*party("apunta Lía uno\ndos"))
    async with playing(folder) as game:
        await game.press("1")
        await game.menu("creature.notes")
        await game.press("enter")
        assert game.creature("Lía").notes == "uno\ndos"
        await game.menu("creature.notes")
        await game.say("\ntres" + "x" * 2_000)
        assert game.creature("Lía").notes == "uno\ndostres" + "x" * 2_000


@pytest.mark.slow
async def test_a_name_that_is_too_long_stays_in_its_form(folder: Folder) -> None:
    folder.begin(*party("lleva Lía Antorcha d6 luz cada 10m"))
    async with playing(folder) as game:
        await game.press("3", "home", "f", "enter")
        await game.say("x" * 53)
        said = "«Antorchaxxxxxxxxxxxx…» es demasiado largo: tiene 61 caracteres y caben 60."
        assert (typed(game), game.hint) == ("Antorcha" + "x" * 53, said)
        await game.press("backspace", "enter", "ctrl+s")
        assert [len(each.name) for each in game.session.supplies.values()] == [60]
