"""Games that are given to others: what is packed comes out whole, and a hostile pack leaves nothing."""

import zlib
from base64 import b64encode
from pathlib import Path

import pytest

from tests.session.game import refusal_code
from tests.trials import each_of
from tracker.rules.refusal import Refusal
from tracker.store.game_files import PARTS_MARK, Shelf, read_game_text
from tracker.store.game_packs import Pack, read_pack, require_fitting, write_pack
from tracker.store.paths import examples, examples_folder

FILES = Path(__file__).parents[1] / "rules/game_file/files"
GAMES = Shelf((examples_folder("games"), FILES))
TEXT, HOUSE, BELOW = GAMES.text("rescoldos"), GAMES.text("posada"), GAMES.text("ascuas")
EXAMPLE = examples("es")["rescoldos"].read_bytes()
NOTE = "Lo que sigue…"


@each_of("name", ["paquete.toml", "paquete"])
@each_of(
    "pack",
    [
        Pack(TEXT),
        Pack(TEXT.rstrip("\n")),
        Pack(TEXT, example=EXAMPLE),
        Pack(HOUSE, below=BELOW),
        Pack(HOUSE, BELOW, EXAMPLE),
    ],
)
def test_what_is_packed_comes_out_as_it_was(pack: Pack, name: str, tmp_path: Path) -> None:
    folder = tmp_path / f"{len(pack.text)} {len(pack.below)} {len(pack.example)}"
    folder.mkdir(exist_ok=True)
    path = folder / name
    write_pack(pack, path, NOTE)
    assert read_pack(path) == pack
    assert path.is_dir() or read_game_text(path) == pack.text
    assert refusal_code(lambda: write_pack(pack, path, NOTE)) == "game_there_already"
    assert {each.name for each in folder.iterdir()} <= {"paquete", "paquete.toml"}


def part(content: bytes, name: str = "example") -> str:
    return f"{PARTS_MARK}{name}\n#: {b64encode(zlib.compress(content)).decode()}\n"


@each_of(
    ("behind", "code", "line"),
    [
        (f"{PARTS_MARK}../../etc/passwd\n#: abc\n", "game_pack_line", 1),
        (f"{PARTS_MARK}example\n#: ¡no!\n", "game_pack_damaged", 1),
        (f"{PARTS_MARK}example\n#: AAAA\n", "game_pack_damaged", 1),
        (f"{PARTS_MARK}example\n", "game_pack_damaged", 1),
        (f"{part(EXAMPLE)[:-40]}\n", "game_pack_damaged", 1),
        (part(b"0" * (3 << 20)), "game_pack_damaged", 1),
        (f"{part(EXAMPLE)}{part(EXAMPLE)}", "game_pack_line", 3),
        (f"{part(EXAMPLE)}key = 1\n", "game_pack_line", 3),
        (f"{part(EXAMPLE)}\x1b[2J\n", "game_pack_line", 3),
    ],
)
def test_a_pack_that_is_damaged_is_refused_with_its_line(
    behind: str, code: str, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "paquete.toml"
    path.write_text(f"{TEXT}\n{behind}", encoding="utf-8")
    with pytest.raises(Refusal) as refusal:
        read_pack(path)
    assert refusal.value.code == code
    assert refusal.value.data["line"] == TEXT.count("\n") + 1 + line


@each_of(
    ("pack", "code"),
    [
        (Pack(TEXT, example=b"nothing"), "game_pack_example"),
        (Pack(TEXT, example=examples("es")["mareas"].read_bytes()), "game_pack_example"),
        (Pack(TEXT, example=EXAMPLE[:4_000]), "game_pack_example"),
        (Pack(HOUSE, BELOW, EXAMPLE), "game_pack_example"),
        (Pack(HOUSE, below=TEXT), "game_pack_below"),
        (Pack(TEXT, below=BELOW), "game_pack_below"),
    ],
)
def test_parts_that_do_not_belong_together_are_refused(pack: Pack, code: str) -> None:
    assert refusal_code(lambda: require_fitting(pack)) == code


@each_of(
    ("names", "code"),
    [
        ([], "game_pack_empty"),
        (["rescoldos.toml", "ascuas.toml"], "game_pack_many"),
        (["rescoldos.toml", "ascuas.toml", "posada.toml"], "game_pack_many"),
        (["rescoldos.toml", "a.json", "b.json"], "game_pack_many"),
    ],
)
def test_a_folder_that_is_no_pack_is_refused(names: list[str], code: str, tmp_path: Path) -> None:
    folder = tmp_path / f"paquete {len(names)} {names[-1:]}"
    folder.mkdir()
    for name in names:
        text = GAMES.text(Path(name).stem) if name.endswith(".toml") else ""
        (folder / name).write_text(text, encoding="utf-8")
    assert refusal_code(lambda: read_pack(folder)) == code


def test_a_link_in_a_folder_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_bytes(EXAMPLE)
    folder = tmp_path / "paquete"
    folder.mkdir()
    (folder / "rescoldos.toml").write_text(TEXT, encoding="utf-8")
    (folder / "rescoldos.json").symlink_to(tmp_path / "secret.json")
    assert refusal_code(lambda: read_pack(folder)) == "save_is_link"


def test_a_folder_that_cannot_be_filled_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, *content: bytes, backup: bool) -> None:
        raise Refusal("disk_full", path=str(path))

    monkeypatch.setattr("tracker.store.game_packs.replace", fail)
    assert refusal_code(lambda: write_pack(Pack(TEXT), tmp_path / "paquete", NOTE)) == "disk_full"
    assert [*tmp_path.iterdir()] == []


def test_an_example_that_is_too_big_is_refused(tmp_path: Path) -> None:
    pack = Pack(TEXT, example=b"0" * (3 << 20))
    for name in ("paquete", "paquete.toml"):
        assert refusal_code(lambda name=name: write_pack(pack, tmp_path / name, NOTE)) == "game_pack_big"  # type: ignore[misc]  # bound now
    assert [*tmp_path.iterdir()] == []
