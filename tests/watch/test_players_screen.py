from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from tests.screens.saves import wait_until
from tests.watch.secrets import HERO, SEEN, full_of_secrets
from tests.widgets.stage import shown_lines
from tracker.features.page.reply.watch import public_view_of
from tracker.players_app import PlayersApp
from tracker.rules.refusal import Refusal
from tracker.session.public import PublicTable, public_table
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.text_panel import TextPanel
from tracker.widgets.theme import ANSI, DARK
from tracker.wording.players import public_text

SIZES = ((60, 20), (80, 24), (120, 40))


def wounded_table(tmp_path: Path) -> PublicTable:
    game = full_of_secrets(tmp_path, "chronicle")
    game.play(f"prueba {HERO} fuerza")
    game.play(f"estado {HERO} veneno nivel 2")
    game.play("dado antorcha d4")
    return public_table(game.campaign.history)


@pytest.mark.parametrize("size", SIZES)
def test_it_looks_right(snap: Callable[..., bool], tmp_path: Path, size: tuple[int, int]) -> None:
    table = wounded_table(tmp_path)
    assert snap(lambda: PlayersApp(lambda: table, {"TERM": "xterm-256color"}), size=size, theme=DARK)


def test_it_looks_right_without_colour(
    snap: Callable[..., bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table = wounded_table(tmp_path)
    assert snap(lambda: PlayersApp(lambda: table, {"NO_COLOR": "1"}), theme=ANSI)


def test_in_plain_lines_everything_is_said_in_words(tmp_path: Path) -> None:
    assert public_text(wounded_table(tmp_path)) == (
        "La Torre\n"
        "Día 1 08:00\n"
        "Ronda 1\n"
        "Turno de Lía\n"
        "Orden:\n"
        "  1. Lía · Salud 10/10 · Veneno 2 · le toca\n"
        "  2. Odón · Salud 10/10\n"
        "  3. goblin · herido\n"
        "Luces:\n"
        "  antorcha d4 · Lía\n"
        "Tiradas:\n"
        "  Lía: iniciativa d4: 1 (en la mesa) +30 = 31\n"
        "  Lía: Tirada Fuerza d20: 20. Crítico\n"
        "Salas vistas:\n"
        "  Sala 1: norte ? · aquí · «Aquí duerme ?»\n"
        "Cuaderno:\n"
        "  Orvega (lugar, de oídas): una aldea"
    )


def test_the_players_read_the_date_of_the_campaigns_calendar(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    game.play("calendario Brasa 28; semana Luna, Sal; hoy 27 Brasa 1043 Sal")
    assert "\nSal, 27 de Brasa de 1043 08:00\n" in public_text(public_table(game.campaign.history))


async def test_the_players_screen_follows_the_save_and_says_when_it_cannot(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, "chronicle")
    app = PlayersApp(public_view_of(game.path), {})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows, notice = app.screen.query_one(LineTable), app.screen.query_one(Notice)
        assert [app.screen.focused, rows.active] == [rows, game.id_of(HERO)]
        whole = game.path.read_bytes()
        game.path.write_bytes(whole[:50])
        await wait_until(pilot, lambda: "a medio escribir" in str(notice.text))
        assert len(rows.rows) == 3
        game.path.write_bytes(whole)
        game.play(f"huye {SEEN}")
        await wait_until(pilot, lambda: "en fuga" in str(rows.rows))
        assert notice.text == ()


async def test_the_newest_roll_is_the_first(tmp_path: Path) -> None:
    table = wounded_table(tmp_path)
    app = PlayersApp(lambda: table, {})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        told = "\n".join(shown_lines(app.screen.query_one(TextPanel)))
        assert 0 < told.index("Tirada Fuerza") < told.index("iniciativa d4")


async def test_unchanged_parts_are_not_painted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, looks = wounded_table(tmp_path), 0

    def look() -> PublicTable:
        nonlocal looks
        looks += 1
        return table

    app = PlayersApp(look, {})
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: looks > 1)
        painted: list[object] = []
        monkeypatch.setattr(app, "_display", lambda *what: painted.append(what))
        await wait_until(pilot, lambda: looks > 3)
        assert painted == []


async def test_what_is_read_as_the_screen_is_left_is_not_shown(tmp_path: Path) -> None:
    table, may_be_read = wounded_table(tmp_path), Event()
    may_be_read.set()

    def look() -> PublicTable:
        may_be_read.wait()
        return table

    app = PlayersApp(look, {"TERM": "linux"})
    async with app.run_test() as pilot:
        may_be_read.clear()
        await wait_until(pilot, lambda: any(not each.is_finished for each in app.workers))
        await app.screen.query("*").remove()
        may_be_read.set()
        await app.workers.wait_for_complete()


def test_a_save_that_cannot_be_read_is_refused_before_the_screen(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no_such_save"):
        public_view_of(tmp_path / "nada.json")
