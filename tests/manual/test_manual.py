"""Every command, order, key and link of the manual is tried."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.manual.__main__ import MADE, pages
from tests.play.shell import DONE, Place, stood_in
from tracker.cli.arguments import read_arguments
from tracker.cli.config_file import import_every_screen
from tracker.cli.main import main
from tracker.manual import FOLDER, KEY, PAGES, find_page, markdown, plain_text, title, topics
from tracker.rules.game_file.checking import warnings_of
from tracker.rules.game_file.compiled import parse_and_check
from tracker.rules.game_file.source import Source
from tracker.rules.systems import system_of
from tracker.widgets.bindings import bindings_by_id
from tracker.wording.language import LANGUAGES, speak

EVERY = [(language, page) for language in LANGUAGES for page in PAGES]
SCREENS = ("open", "demo", "watch", "sync", "serve")
"""Verbs whose command goes on until somebody leaves, or needs another host."""
PARTY = ("pj Lía fuerza=12/11", "pj Bruno", "prueba Lía fuerza = 12", "tabla Rumores 1d4 1-4: lobos")
LONGEST = 600
"""Letters of a paragraph."""
STOCK = "biblioteca tabla Rumores"


def blocks(text: str, kind: str) -> list[str]:
    """Return the lines of all blocks of a kind."""
    found = re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [line for block in found for line in block.splitlines()]


def having(kind: str) -> list[Any]:
    """Return the pages that have blocks of a kind; those in English are for the long trials."""
    return [
        (language, page) if language == "es" else pytest.param(language, page, marks=pytest.mark.slow)
        for language, page in EVERY
        if blocks((FOLDER / language / f"{page}.md").read_text(encoding="utf-8"), kind)
    ]


@pytest.fixture
def torre(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Return a place inside a git repository, with a campaign, a copy of it and a text to paste."""
    place = stood_in(tmp_path, monkeypatch)
    for line in (*PARTY, STOCK):
        assert main(["do", "Torre", line]) == DONE
    subprocess.run(["git", "init", "-q", "."], check=True)
    for name in ("copia.json", "copy.json"):
        Path(name).write_bytes((place.saves / "Torre.json").read_bytes())
    for name in ("ogro.txt", "ogre.txt"):
        Path(name).write_text("Ogro: CA 12, DG 4, AT porra 1d10\n")
    for name in ("cripta.md", "crypt.md"):
        Path(name).write_text("## 1 Puerta\n\n- salidas: norte 2\n\n## 2 Cripta\n")
    return place


def test_a_page_that_a_language_lacks_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.wording.language._language", "fr")

    assert markdown("dice") == (FOLDER / "en" / "dice.md").read_text(encoding="utf-8")


def test_both_languages_have_the_same_pages() -> None:
    for language in LANGUAGES:
        readme = {"README"} if language == "es" else set()
        assert {path.stem for path in (FOLDER / language).glob("*.md")} == {*PAGES} | readme


def test_the_made_pages_and_the_keys_are_those_of_the_program() -> None:
    for path, text in pages():
        assert path.read_text(encoding="utf-8") == text, "run python -m tests.manual"


@pytest.mark.parametrize(("language", "page"), EVERY)
def test_every_key_is_written_as_a_link_to_its_binding(language: str, page: str) -> None:
    speak(language)
    import_every_screen()
    named = KEY.findall(markdown(page))
    assert all(binding_id in bindings_by_id() for _key, binding_id in named)
    assert named or page in (*MADE, "seals", "format", "games", "programs", "install", "glossary")


@pytest.mark.parametrize(("language", "page"), having("orders"))
def test_every_order_of_a_page_is_played(
    torre: Place, language: str, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(language)
    for order in blocks(markdown(page), "orders"):
        code = main(["--lang", language, "do", "Torre", order])
        assert code == DONE, (order, capsys.readouterr().out)


@pytest.mark.parametrize(("language", "page"), having("sh"))
def test_every_command_of_a_page_is_run(
    torre: Place, language: str, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(language)
    for line in blocks(markdown(page), "sh"):
        program, *words = shlex.split(line)
        assert program == "tracker"
        arguments = read_arguments(words)
        if arguments.verb in SCREENS or getattr(arguments, "follow", False):
            continue
        code = main(["--lang", language, *words])
        assert code == DONE, (line, capsys.readouterr().err)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_of_a_page_has_no_fault_and_no_warning(language: str) -> None:
    speak(language)
    text = markdown("game-files")
    games = re.findall(r"^```toml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(games) > 3
    for each in games:
        game, _base = parse_and_check(each, system_of)
        assert [fault.code for fault in warnings_of(game, Source(each))] == []


@pytest.mark.parametrize(("language", "page"), EVERY)
def test_every_link_leads_to_a_page(language: str, page: str) -> None:
    speak(language)
    for target in re.findall(r"\]\(([\w-]+\.md)", markdown(page)):
        assert (FOLDER / language / target).exists()


@pytest.mark.parametrize(("language", "page"), EVERY)
def test_a_page_has_a_title_and_reads_as_plain_text(language: str, page: str) -> None:
    speak(language)
    assert title(page)
    text = plain_text(page)
    assert not re.search(r"^#+ |^```|^\|---|\]\(", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("language", "page"), [(language, page) for language, page in EVERY if page not in MADE]
)
def test_a_paragraph_is_short_enough_to_read_at_the_table(language: str, page: str) -> None:
    page_text = (FOLDER / language / f"{page}.md").read_text("utf-8")
    text = re.sub(r"^```.*?^```$", "\n\n", page_text, flags=re.DOTALL | re.MULTILINE)
    for paragraph in re.split(r"\n\n|\n(?=[-|])", text):
        assert len(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)) <= LONGEST, paragraph


def test_the_python_of_the_format_page_reads_a_save(torre: Place) -> None:
    for language in LANGUAGES:
        speak(language)
        program = "\n".join(blocks(markdown("format"), "python"))
        ran = subprocess.run(
            [sys.executable, "-c", program], cwd=torre.saves, capture_output=True, text=True, check=True
        )
        assert ran.stdout.count("\n") == 1 + len(PARTY)


def test_a_page_goes_by_its_word_in_either_language() -> None:
    assert find_page("combate") == find_page("fight") == find_page("Comb") == "fight"
    assert find_page("exploracion") == "exploration"
    assert find_page("nada de eso") is None
    assert len(topics()) == len(PAGES)
