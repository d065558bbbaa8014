"""A preference written into the GM's own file: its line and nothing else."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import refusal_code
from tests.trials import each_of
from tracker.cli import config_file
from tracker.cli.config import read_config
from tracker.cli.config_file import example, keep_preference, with_line


@each_of(
    ("before", "after"),
    [
        ("", 'theme = "light"\n'),
        ('theme = "dark"\n', 'theme = "light"\n'),
        ('theme="dark" # de noche\r\ncursor = true\r\n', 'theme="light" # de noche\r\ncursor = true\r\n'),
        ("theme = 'dark'", 'theme = "light"'),
        ("theme = 16\n", 'theme = "light"\n'),
        (
            '# Colores\n# theme = "dark"\n\ncursor = true\n',
            '# Colores\n# theme = "dark"\ntheme = "light"\n\ncursor = true\n',
        ),
        ('# theme = "dark"', '# theme = "dark"\ntheme = "light"\n'),
        ('cursor = true\n[keys]\ntheme = "n"\n', 'theme = "light"\ncursor = true\n[keys]\ntheme = "n"\n'),
    ],
)
def test_the_line_goes_where_it_was_or_where_it_is_shown(before: str, after: str) -> None:
    assert with_line(before, "theme", "light") == after


def test_a_preference_that_is_on_or_off_is_written_without_quotes() -> None:
    assert with_line("mouse = false # aquí\n", "mouse", True) == "mouse = true # aquí\n"
    assert with_line("", "mouse", False) == "mouse = false\n"


LINES = st.lists(
    st.sampled_from(
        ['theme = "dark" # a', "# theme = 1", "", "cursor = true", "[keys]", '"encounter.next" = "n"', "# ñ"]
    ),
    max_size=8,
)


@given(lines=LINES, end=st.sampled_from(["\n", "\r\n"]))
def test_whatever_else_a_file_says_it_goes_on_saying(lines: list[str], end: str) -> None:
    text = end.join(lines)
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    after = with_line(text, "theme", "light")

    if "theme" not in before.get("keys", {}):
        assert tomllib.loads(after) == {**before, "theme": "light"}
    kept = [line for line in after.splitlines() if line and not line.startswith("theme")]
    assert kept == [line for line in lines if line and not line.startswith("theme")]


def test_without_a_file_it_begins_with_all_that_may_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "config" / "tracker" / "tracker.toml"
    keep_preference(path, "theme", "light", lambda: example(path))

    text = path.read_text(encoding="utf-8")
    assert tomllib.loads(text) == {"theme": "light", "colours": {}, "keys": {}}
    assert text.replace('theme = "light"\n', "", 1) == example(path)
    assert path.stat().st_mode & 0o777 == 0o600
    keep_preference(path, "theme", "dark", lambda: example(path))
    assert read_config(path).preferences.theme == "dark"
    assert [each.name for each in path.parent.iterdir()] == ["tracker.toml"]


def test_a_link_stays_one_and_leads_to_what_was_changed(tmp_path: Path) -> None:
    mine = tmp_path / "dotfiles.toml"
    mine.write_text('theme = "dark"\n', encoding="utf-8")
    link = tmp_path / "tracker.toml"
    link.symlink_to(mine)
    keep_preference(link, "theme", "light", str)

    assert link.is_symlink()
    assert mine.read_text(encoding="utf-8") == 'theme = "light"\n'


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("theme = = 3\n", "config_kept"),
        (b"\xff\n", "config_kept"),
        (b"a = " + b"[" * 60_000, "config_kept"),
        ('note = """\ntheme = "dark"\n"""\n', "config_not_edited"),
        ("x" * 100_000, "save_too_big"),
    ],
)
def test_what_cannot_be_edited_is_left_as_it_is(tmp_path: Path, content: str | bytes, code: str) -> None:
    path = tmp_path / "tracker.toml"
    whole = content if isinstance(content, bytes) else content.encode()
    path.write_bytes(whole)

    assert refusal_code(lambda: keep_preference(path, "theme", "light", str)) == code
    assert path.read_bytes() == whole


def test_a_file_that_is_only_to_be_read_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tracker.toml"
    path.write_text('theme = "dark"\n', encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda *asked: False)

    assert refusal_code(lambda: keep_preference(path, "theme", "light", str)) == "config_not_ours"
    monkeypatch.undo()
    monkeypatch.setattr(os, "geteuid", lambda: 12_345)
    assert refusal_code(lambda: keep_preference(path, "theme", "light", str)) == "config_not_ours"
    assert path.read_text(encoding="utf-8") == 'theme = "dark"\n'


def test_a_file_that_changes_meanwhile_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tracker.toml"
    path.write_text('theme = "dark"\n', encoding="utf-8")

    def edited(text: str, name: str, value: str) -> str:
        path.write_text("cursor = true\n", encoding="utf-8")
        return with_line(text, name, value)

    monkeypatch.setattr(config_file, "with_line", edited)
    assert refusal_code(lambda: keep_preference(path, "theme", "light", str)) == "config_changed"
    assert path.read_text(encoding="utf-8") == "cursor = true\n"
