import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.store.folder import as_nobody
from tests.watch.secrets import HERO, SAGE, Game
from tracker.rules.refusal import Refusal
from tracker.store.campaign import Spectator


def tree(folder: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for path in folder.rglob("*"):
        status = path.stat()
        found[str(path)] = (status.st_mtime_ns, status.st_size)
    return found


def test_the_spectator_sees_the_gms_actions_and_writes_nothing(tmp_path: Path) -> None:
    game = Game(tmp_path)
    spectator = Spectator(game.path)
    game.play(f"pj {HERO}")
    before = tree(tmp_path)
    assert spectator.look()
    assert not spectator.look()
    assert spectator.history.session == game.campaign.session
    assert tree(tmp_path) == before


def test_a_folder_without_write_permission_is_enough() -> None:
    with TemporaryDirectory() as root:
        game = Game(Path(root))
        Path(root).chmod(0o755)
        game.path.parent.chmod(0o555)
        game.path.chmod(0o444)
        try:
            assert as_nobody(lambda: Spectator(game.path).history.session.title) == "La Torre"
        finally:
            game.path.parent.chmod(0o755)


def test_an_undo_and_an_older_copy_are_followed(tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.play(f"pj {HERO}")
    shutil.copy(game.path, tmp_path / "older")
    spectator = Spectator(game.path)
    game.play(f"pj {SAGE}")
    game.play("deshacer")
    assert spectator.look()
    assert spectator.history.session == game.campaign.session
    os.replace(tmp_path / "older", game.path)
    assert spectator.look()
    assert len(spectator.history) == 2


def test_a_half_written_save_is_refused_and_the_table_stays(tmp_path: Path) -> None:
    game = Game(tmp_path)
    spectator = Spectator(game.path)
    whole = game.path.read_bytes()
    game.path.write_bytes(whole[:40])
    for _look in range(2):
        with pytest.raises(Refusal, match="save_unreadable"):
            spectator.look()
    game.path.unlink()
    for _look in range(2):
        with pytest.raises(Refusal, match="no_such_save"):
            spectator.look()
    assert spectator.history.session.title == "La Torre"
    game.path.write_bytes(whole)
    spectator.look()
    assert len(spectator.history) == 1


def test_another_campaign_in_its_place_is_not_shown(tmp_path: Path) -> None:
    game, other = Game(tmp_path / "a"), Game(tmp_path / "b")
    spectator = Spectator(game.path)
    os.replace(other.path, game.path)
    with pytest.raises(Refusal, match="other_campaign"):
        spectator.look()


def test_a_file_that_is_no_save_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no_such_save"):
        Spectator(tmp_path / "nada.json")
    (tmp_path / "basura.json").write_text("hola")
    with pytest.raises(Refusal, match="save_unreadable"):
        Spectator(tmp_path / "basura.json")
