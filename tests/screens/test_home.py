"""Home: the campaigns, a new one, an example, and saves that cannot be read."""

import gc
import os
import re
import threading
from datetime import datetime, timedelta

import pytest

from tests.screens.game import NASTY, NOON, Folder, Game, party, playing
from tests.trials import one_of
from tests.widgets.stage import shown_lines
from tracker import base_app
from tracker.screens.home import HomeScreen
from tracker.screens.table_screen import TableScreen
from tracker.screens.workspace import Standing, Workspace
from tracker.store.campaigns import CampaignEntry, Places, as_now
from tracker.store.paths import examples_folder
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice


def rows(game: Game) -> list[str]:
    """Return the campaigns as they are listed."""
    return [row.strip() for row in shown_lines(game.app.screen.query_one(LineTable))[1:] if row.strip()]


def says(game: Game) -> str:
    """Return what home says."""
    return " ".join(shown_lines(game.app.screen.query_one(Notice))).strip()


async def at_the_table(game: Game) -> None:
    await game.wait_until(lambda: "Exploración" in game.screen, "the table")


async def test_a_first_campaign_is_begun_with_a_few_keys(folder: Folder) -> None:
    async with playing(folder, home=True) as game:
        assert says(game) == "Aún no hay campañas: + empieza una; con m e abres un ejemplo."
        await game.press("+", *"La Torre", "enter", "c")
        await at_the_table(game)
        assert game.session.title == "La Torre"
        assert folder.path("La Torre").exists()
        await game.press("q")
        assert rows(game)[0].startswith("La Torre")


async def test_the_cursor_stands_on_the_campaign_that_one_comes_back_from(folder: Folder) -> None:
    folder.begin("pj Lía", title="vieja")
    async with playing(folder, home=True) as game:
        await game.press("+", *"nueva", "enter", "c")
        await at_the_table(game)
        await game.press("q")
        await game.wait_until(lambda: len(rows(game)) == 2, "both campaigns")
        assert (game.app.screen.query_one(LineTable).cursor_key or "").endswith("nueva.json")


async def test_the_last_played_comes_first_with_its_system_and_party(folder: Folder) -> None:
    folder.begin(title="vieja")
    folder.begin(*party(), title="nueva")
    os.utime(folder.path("vieja"), (1, 1))
    async with playing(folder, size=(110, 24), home=True) as game:
        await game.wait_until(lambda: "Lía" in rows(game)[0], "the party")
        assert [row.split()[0] for row in rows(game)] == ["nueva", "vieja"]
        assert "Crónica (d20)" in rows(game)[0]
        await game.press("enter")
        await at_the_table(game)
        assert game.session.title == "nueva"


async def test_two_saves_of_one_title_are_told_apart_by_their_files(folder: Folder) -> None:
    folder.begin(*party(), title="mesa")
    folder.path("mesa").rename(folder.path("mesa 2"))
    folder.begin(*party(), title="mesa")
    folder.begin(title="otra")
    async with playing(folder, size=(110, 24), home=True) as game:
        titles = sorted(row.split("Día")[0].split("  ")[0].strip() for row in rows(game))
        assert titles == ["mesa · mesa", "mesa · mesa 2", "otra"]


async def test_the_list_is_there_before_any_save_is_read_and_then_has_the_titles_of_now(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.begin("título La caída", title="mesa")
    begun = threading.Event()

    def slowly(campaign: CampaignEntry) -> CampaignEntry:
        assert begun.wait(5)
        return as_now(campaign)

    monkeypatch.setattr("tracker.screens.home.as_now", slowly)
    async with playing(folder, home=True) as game:
        assert rows(game)[0].startswith("mesa")
        begun.set()
        await game.wait_until(lambda: rows(game)[0].startswith("La caída"), "the title")
        await game.press("c")
        assert "La caída" in game.screen


async def test_a_save_that_was_asked_for_opens_before_any_other_is_read(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.begin(*party(), title="mesa")
    folder.begin(*party(), title="otra")
    read: list[str] = []
    standing_of = Workspace.standing

    def reading(workspace: Workspace, campaign: CampaignEntry) -> Standing:
        read.append(campaign.name)
        return standing_of(workspace, campaign)

    monkeypatch.setattr(Workspace, "standing", reading)
    async with playing(folder) as game:
        await at_the_table(game)
        assert read == []
        await game.press("q")
        await game.wait_until(lambda: all("Lía" in row for row in rows(game)[:2]), "both parties")
        assert sorted(read) == ["mesa", "otra"]
        await game.press("down", "enter")
        await at_the_table(game)
        await game.press("q")
        await game.wait_until(lambda: len(rows(game)) == 2, "home")
        assert len(read) == 2, "what has not been written since is not read again"


async def test_garbage_is_looked_for_once_the_start_is_over(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base_app, "STARTING", 0.01)
    gc.disable()
    try:
        async with playing(folder, home=True) as game:
            await game.wait_until(gc.isenabled, "the collector")
    finally:
        gc.enable()


async def test_a_save_that_cannot_be_read_is_listed_with_its_reason(folder: Folder) -> None:
    folder.begin(title="buena")
    broken = {"mala": b"not json at all", "mala2": b'{"meta": {"format": 99}}', "mala3": b"\x00" * 100}
    for name, content in broken.items():
        folder.path(name).write_bytes(content)
    async with playing(folder, home=True) as game:
        listed = [row.split()[0] for row in rows(game)]
        for name, content in broken.items():
            assert "ilegible" in rows(game)[listed.index(name)]
            await game.press("home", *["down"] * listed.index(name))
            assert f"{name}.json está dañado" in says(game)
            await game.press("enter")
            assert isinstance(game.app.screen, HomeScreen)
            assert f"{name}.json" in says(game)
            assert folder.path(name).read_bytes() == content
        await game.press("+", *"otra", "enter", "c")
        await at_the_table(game)


async def test_the_list_says_in_plain_words_when_a_campaign_was_played(folder: Folder) -> None:
    now = datetime.fromtimestamp(NOON)
    for days, title in enumerate(("nueva", "reciente", "vieja")):
        path = folder.begin(title=title)
        then = (now - timedelta(days=days)).timestamp()
        os.utime(path, (then, then))
    async with playing(folder, home=True) as game:
        hour = f"{now:%H:%M}"
        told = [f"hoy {hour}", f"ayer {hour}", f"{now - timedelta(days=2):%Y-%m-%d}"]
        for row, when in zip(rows(game), told, strict=True):
            assert when in row


async def test_what_is_read_of_a_campaign_as_the_program_is_left_is_not_shown(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.begin()
    read, may_be_read = Workspace.standing, threading.Event()

    def read_later(workspace: Workspace, campaign: CampaignEntry) -> Standing:
        may_be_read.wait()
        return read(workspace, campaign)

    monkeypatch.setattr(Workspace, "standing", read_later)
    async with playing(folder, home=True) as game:
        await game.app.screen.query("*").remove()
        may_be_read.set()
        await game.app.workers.wait_for_complete()


async def test_a_list_with_everything_put_away_says_where_it_is(folder: Folder) -> None:
    folder.begin()
    async with playing(folder, home=True) as game:
        await game.press("delete", "enter")
        assert "Todas están archivadas: con m v se ven, y + empieza otra." in game.screen
        await game.press("u")
        assert "mesa" in rows(game)[0]


async def test_a_link_is_not_followed(folder: Folder) -> None:
    folder.begin(title="buena")
    folder.path("enlace").symlink_to(folder.path("buena"))
    async with playing(folder, home=True) as game:
        listed = [row.split()[0] for row in rows(game)]
        await game.press("home", *["down"] * listed.index("enlace"), "enter")
        assert "enlace.json es un enlace" in says(game)


async def test_a_folder_that_cannot_be_read_is_said(folder: Folder) -> None:
    folder.folders.saves.write_text("a file where the folder should be")
    async with playing(folder, home=True) as game:
        assert says(game).startswith("!!")
        await game.press("+", *"otra", "enter", "c")
        assert game.dialog == "TextPrompt"
        assert says(game).startswith("!!")


@pytest.mark.slow
async def test_a_title_is_never_a_path_and_may_have_no_letter(folder: Folder) -> None:
    made: list[str] = []
    async with playing(folder, home=True) as game:
        for title, name in (
            ("../fuera", "fuera"),
            ("/etc/passwd", "etc passwd"),
            ("Cap. 3: ñandú", "Cap 3 nandu"),
            ("....", "campana"),
            ("///", "campana"),
            ("、。", "campana"),
        ):
            await game.press("+")
            await game.say(title)
            await game.press("c")
            await at_the_table(game)
            assert game.session.title == title
            paths = [path.stem for path in folder.root.rglob("*.json")]
            (new,) = {*paths} - {*made}
            assert new.partition("-")[0].rstrip(" 0123456789") == name.rstrip(" 0123456789")
            made.append(new)
            assert {path.parent for path in folder.root.rglob("*.json")} == {folder.folders.saves}
            await game.press("q")
            await game.wait_until(lambda: len(rows(game)) == len(made), "home")


@pytest.mark.slow
async def test_a_nasty_title_is_shown_as_it_is(folder: Folder) -> None:
    async with playing(folder, home=True) as game:
        await game.press("+")
        await game.say(NASTY)
        await game.press("c")
        await at_the_table(game)
        assert "[b]Ñandú[/]" in game.screen
        await game.press("q")
        assert rows(game)[0].startswith("[b]Ñandú[/]")


@pytest.mark.slow
async def test_leaving_the_questions_begins_nothing(folder: Folder) -> None:
    async with playing(folder, home=True) as game:
        await game.press("+", "escape")
        await game.press("+", "ctrl+c")
        await game.press("+", "enter", "escape")
        assert says(game) == "Aún no hay campañas: + empieza una; con m e abres un ejemplo."
        await game.press("g", "h")
        assert game.dialog == "ManualScreen"
        await game.press("q", "g", "t")
        assert "¿Qué colores?" in game.screen, "the colours and the manual are where the table has them"


async def test_keys_that_need_a_campaign_are_offered_once_there_is_one(folder: Folder) -> None:
    hints = ("Intro Abrir", "Supr Archivar", "/ Buscar")
    async with playing(folder, home=True) as game:
        assert [hint for hint in hints if hint in game.screen] == ["Intro Abrir"], "Enter takes an offer"
    folder.begin()
    async with playing(folder, home=True) as game:
        await game.wait_until(lambda: all(hint in game.screen for hint in hints), "the keys of a campaign")
        await game.press("enter")
        await at_the_table(game)


@pytest.mark.slow
async def test_a_campaign_is_renamed_and_its_table_takes_the_name_back(folder: Folder) -> None:
    folder.begin(title="mesa")
    async with playing(folder, home=True) as game:
        await game.wait_until(lambda: rows(game)[0].startswith("mesa"), "the campaign")
        await game.press("m", "r", *["backspace"] * 4)
        await game.say("La Torre")
        await game.wait_until(lambda: rows(game)[0].startswith("La Torre"), "the new name")
        assert "La Torre" in says(game)
        await game.press("m", "r", "escape")
        assert folder.saved().title == "La Torre"
        await game.press("enter")
        await at_the_table(game)
        await game.press("u", "u")
        assert game.session.title == "mesa"


@pytest.mark.slow
async def test_a_folder_that_cannot_be_read_is_not_called_empty(folder: Folder) -> None:
    folder.begin(title="mesa")
    saves = folder.path("mesa").parent
    async with playing(folder, home=True) as game:
        saves.rename(saves.with_name("aside"))
        saves.write_text("a file where the folder was")
        game.app.screen.query_one(LineTable).show(())
        home = game.app.screen
        assert isinstance(home, HomeScreen)
        home._folder = ()
        home.picture()
        await game.press("down")
        assert rows(game) == ["No se pueden leer las campañas de esta carpeta."]
        assert says(game)
        saves.unlink()
        saves.with_name("aside").rename(saves)
        home.picture()
        await game.wait_until(lambda: rows(game)[0].startswith("mesa"), "the campaign")


@pytest.mark.slow
async def test_a_refused_name_changes_nothing_and_is_asked_for_again(folder: Folder) -> None:
    folder.begin(title="mesa")
    async with playing(folder, home=True) as game:
        await game.press("m", "r", *["backspace"] * 4, "space", "enter")
        await game.press("escape")
        assert rows(game)[0].startswith("mesa")
    assert folder.saved().title == "mesa"


async def test_a_campaign_is_put_away_and_brought_back(folder: Folder) -> None:
    folder.begin(title="vieja")
    folder.begin(title="nueva")
    os.utime(folder.path("vieja"), (1, 1))
    before = folder.path("vieja").read_bytes()
    async with playing(folder, home=True) as game:
        await game.press("down", "delete", "n")
        assert len(rows(game)) == 2
        await game.press("m", "a")
        assert "¿Archivar «vieja»?" in game.screen
        await game.press("enter")
        assert [row.split()[0] for row in rows(game)] == ["nueva"]
        assert says(game) == "«vieja» queda archivada: u la recupera."
        assert "1 archivada: m v" in game.screen
        await game.press("u")
        assert [row.split()[0] for row in rows(game)] == ["nueva", "vieja"]
        assert says(game) == "«vieja» vuelve a la lista."
        assert "archivada" not in game.screen
    assert folder.path("vieja").read_bytes() == before


@pytest.mark.slow
async def test_the_campaigns_put_away_have_a_list_of_their_own_that_lasts(folder: Folder) -> None:
    for title in ("una", "dos"):
        folder.begin(title=title)
    async with playing(folder, home=True) as game:
        await game.press("delete", "enter", "delete", "enter")
        assert "2 archivadas: m v" in game.screen
    async with playing(folder, home=True) as game:
        await game.press("m", "v")
        assert "campañas archivadas" in game.screen
        assert sorted(row.split()[0] for row in rows(game)) == ["dos", "una"]
        await game.press("delete")
        assert len(rows(game)) == 2
        await game.press("escape")
        assert "campañas archivadas" not in game.screen
        await game.press("m", "v")
        await game.press("u", "u")
        assert "campañas archivadas" not in game.screen
        assert sorted(row.split()[0] for row in rows(game)) == ["dos", "una"]


@pytest.mark.slow
async def test_a_campaign_is_found_by_a_piece_of_its_title_and_opened(folder: Folder) -> None:
    for title in ("Las minas", "La Torre", "Otra"):
        folder.begin(title=title)
    async with playing(folder, home=True) as game:
        await game.press("/", *"la")
        assert sorted(row.split(" Día")[0].rstrip() for row in rows(game)) == ["La Torre", "Las minas"]
        await game.press(*"zzz")
        assert rows(game) == ["Ninguna se llama así."]
        await game.press("enter")
        assert isinstance(game.app.screen, HomeScreen)
        await game.press("escape")
        assert len(rows(game)) == 3
        await game.press("/", *"TORRE", "down", "up", "enter")
        await at_the_table(game)
        assert game.session.title == "La Torre"
        await game.press("q")
        await game.wait_until(lambda: len(rows(game)) == 3, "every campaign again")


async def test_a_letter_of_the_menu_says_where_it_is_and_does_nothing(folder: Folder) -> None:
    folder.begin(title="mesa")
    async with playing(folder, home=True) as game:
        for key, told in (
            ("e", "e no hace nada aquí. En el menú, m e: Ejemplo."),
            ("a", "a no hace nada aquí. En el menú, m a: Archivar."),
            ("n", "n no hace nada: ? enseña las teclas."),
        ):
            await game.press(key)
            assert (says(game), game.dialog) == (told, "HomeScreen")
            assert rows(game)[0].startswith("mesa")


@pytest.mark.parametrize("size", one_of([(60, 20), (80, 24)]))
async def test_putting_away_is_in_the_footer_and_a_long_name_is_cut_last(
    folder: Folder, size: tuple[int, int]
) -> None:
    name = "La larga noche de los mil ñandúes de sal del norte"
    folder.begin(*party(), "combate La posada del fin del mundo", f"título {name}")
    async with playing(folder, size=size, home=True) as game:
        await game.wait_until(lambda: "Lía" in says(game), "the party")
        assert name in rows(game)[0]
        assert "La posada del fin del mundo" in says(game)
        assert "Supr Archivar" in game.screen
        assert "? Ayuda" in game.screen


@pytest.mark.slow
async def test_home_says_where_a_campaign_stands_after_it_has_been_played(folder: Folder) -> None:
    folder.begin(*party(), "título La sima")
    async with playing(folder, home=True) as game:
        await game.wait_until(lambda: "Día 1" in says(game), "the party")
        await game.press("enter")
        await game.wait_until(lambda: isinstance(game.app.screen, TableScreen), "the table")
        await game.command("combate Cripta")
        await game.press("q", "s")
        await game.wait_until(lambda: "Día 1 · Cripta" in says(game), "the fight")


@pytest.mark.parametrize("size", one_of([(60, 20), (80, 24)]))
async def test_the_name_of_a_game_is_whole_or_below_the_list(folder: Folder, size: tuple[int, int]) -> None:
    folder.begin(*party(), "combate La posada del fin del mundo", "título La sima")
    async with playing(folder, size=size, home=True) as game:
        await game.wait_until(lambda: "Lía" in says(game), "the party")
        assert "Crónica (d20)" in says(game)
        assert not re.search(r"Cr\w*…", game.screen)


@pytest.mark.slow
async def test_another_gm_still_sees_a_campaign_that_was_put_away(folder: Folder) -> None:
    path = folder.begin(title="mesa")
    async with playing(folder, home=True) as game:
        await game.press("delete", "enter")
    assert [each.path for each in folder.workspace("bea").campaigns()] == [path]


async def test_a_list_of_put_away_campaigns_that_cannot_be_written_is_said(folder: Folder) -> None:
    folder.begin(title="mesa")
    folder.folders.journals.with_name("put-away.txt").mkdir(parents=True)
    async with playing(folder, home=True) as game:
        await game.press("delete", "enter")
        assert says(game) != ""
        assert rows(game)[0].startswith("mesa")


async def test_quitting_ends_with_no_fault(folder: Folder) -> None:
    async with playing(folder, home=True) as game:
        await game.press("question_mark")
        assert "Empezar una campaña nueva" in game.screen
        await game.press("q")
        assert isinstance(game.app.screen, HomeScreen)
        await game.press("q")
    assert game.app.return_code in (0, None)


@pytest.mark.slow
@pytest.mark.skipif(not any(examples_folder("es").glob("*.json")), reason="no example is shipped yet")
async def test_an_example_opens_as_a_copy_of_its_own(folder: Folder) -> None:
    example = examples_folder("es") / "chronicle.json"
    before = example.read_bytes()
    async with playing(folder, home=True) as game:
        await game.press("m", "e", "c")
        await at_the_table(game)
        await game.command("nota probada")
        assert game.folder.path("Las salinas de Orvega").exists()
        assert example.read_bytes() == before
        await game.press("q", "s", "m", "e", "c")
        await at_the_table(game)
        assert game.folder.path("Las salinas de Orvega 2").exists()


@pytest.mark.slow
async def test_the_example_of_a_game_that_is_a_file_opens_too(folder: Folder) -> None:
    async with playing(folder, home=True) as game:
        await game.press("m", "e", "r")
        await at_the_table(game)
        assert "La vagoneta" in game.screen
        assert game.folder.path("El pozo de la Candelaria").exists()


@pytest.mark.parametrize("size", one_of([(60, 20), (120, 40)]))
async def test_a_campaign_says_where_it_stands_and_below_its_game_and_party(
    folder: Folder, size: tuple[int, int]
) -> None:
    folder.begin("pj Lía", "pj Bren", "combate La posada", "siguiente")
    async with playing(folder, home=True, size=size) as game:
        await game.pilot.app.workers.wait_for_complete()
        await game.pilot.pause()
        assert "Día 1 · La posada, ronda 1" in game.screen
        assert says(game) == "Crónica (d20) · Lía, Bren · Día 1 · La posada, ronda 1"


async def test_home_names_the_other_folder_with_campaigns(folder: Folder) -> None:
    other = folder.root / "otra"
    other.mkdir()
    (other / "torre.json").write_bytes(folder.begin(title="mesa").read_bytes())
    Places.for_journals(folder.folders.journals).remember(other)
    async with playing(folder, size=(160, 24), home=True) as game:
        assert f"1 campaña más en {other}" in game.screen


async def test_home_without_campaigns_offers_what_one_can_do(folder: Folder) -> None:
    async with playing(folder, home=True) as game:
        # A game that is a file has its name once its example has been read.
        await game.wait_until(
            lambda: all("), en una" in each for each in rows(game)[1:-1]), "the names of the games"
        )
        offers = rows(game)
        assert offers[0].startswith("Una campaña nueva")
        assert offers[-1].startswith("El manual")
        assert sum(each.startswith("Ejemplo: ") for each in offers) == len(offers) - 2 >= 4
        assert not any("m b" in each for each in game.screen.splitlines()), "there is nothing to go back to"
        await game.press("delete", "/")
        assert rows(game) == offers
        await game.press("end", "enter")
        assert game.dialog == "ManualScreen"
        await game.press("q", "home", "down", "enter")
        await at_the_table(game)
        title = offers[1].removeprefix("Ejemplo: ")
        assert title.startswith(game.session.title)
        await game.press("q", "enter")  # a pending roll asks whether to leave
        await game.wait_until(lambda: isinstance(game.app.screen, HomeScreen), "the list")
        assert [row for row in rows(game) if row.startswith(title[:12])] == rows(game)


async def test_enter_on_the_first_offer_begins_a_campaign(folder: Folder) -> None:
    async with playing(folder, home=True) as game:
        await game.press("enter", *"Torre", "enter", "c")
        await at_the_table(game)
        assert game.session.title == "Torre"
