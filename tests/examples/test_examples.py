"""The committed examples are what their scripts make, and open as any campaign does."""

import json
import re
from pathlib import Path

import pytest

from tests.examples.__main__ import EXAMPLES, build, orders, rules_of, saved, scripts
from tracker.cli.main import main
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import saved_name
from tracker.store.campaign import Campaign, Spectator
from tracker.store.campaigns import copy_of_example
from tracker.store.paths import title_slug
from tracker.wording.exports import EXPORTS
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.report import status_text
from tracker.wording.sentences import sentences
from tracker.wording.words import say_in, term, words_of

GAMES = (*SYSTEMS, *sorted(path.stem for path in (EXAMPLES / "games").glob("*.toml")))
"""The games of the program, and those that come with it as files."""
COMMITTED = sorted((path.parent.name, path.stem) for path in EXAMPLES.glob("*/*.json"))


@pytest.mark.parametrize(("spoken", "system"), COMMITTED)
def test_the_script_makes_the_committed_example_and_no_order_of_it_is_refused(
    spoken: str, system: str
) -> None:
    assert build(spoken, system) == saved(spoken, system).read_bytes()


@pytest.mark.parametrize(("spoken", "system"), COMMITTED)
def test_there_is_something_to_play(spoken: str, system: str) -> None:
    session = Spectator(saved(spoken, system)).history.session

    assert system in SYSTEMS or rules_of(system)
    assert saved_name(session.system) in (system, f"file.{system}")
    assert 3 <= len(session.party()) <= 5
    assert len(list(orders(spoken, system))) >= 36
    assert session.title != system


@pytest.mark.parametrize(("spoken", "system"), COMMITTED)
def test_an_example_opens_as_a_copy_and_says_everything_in_words(
    spoken: str, system: str, tmp_path: Path
) -> None:
    speak(spoken)
    copy = copy_of_example(saved(spoken, system), tmp_path)
    campaign = Campaign.open(copy, tmp_path / "own", "ana", lambda: 0)
    assert copy.stem == title_slug(campaign.session.title)

    told = [sentence for event in campaign.history for sentence in sentences(event, campaign.history)]
    assert [sentence for sentence in told if " " not in sentence or "…" in sentence] == []
    assert campaign.session.title in status_text(campaign.history)
    assert campaign.save.notes == ()
    assert json.loads(copy.read_text(encoding="utf-8"))["meta"]


@pytest.mark.parametrize(("spoken", "system"), [each for each in COMMITTED if each[1] != "margin"])
def test_the_page_of_the_evening_draws_the_damage_that_each_took_and_dealt(
    spoken: str, system: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", spoken, "recap", str(saved(spoken, system)), "--format", "html"]) == 0
    page = capsys.readouterr().out
    words = words_of(Spectator(saved(spoken, system)).history.session.system)
    assert all(say_in(words, f"recap.damage_{each}") in page for each in ("taken", "dealt"))
    assert "Redone" not in page
    assert "Se rehace" not in page


def test_every_language_has_the_example_of_every_game_with_names_of_its_own() -> None:
    assert {*COMMITTED} == {*scripts()} == {(spoken, system) for spoken in LANGUAGES for system in GAMES}
    for system in GAMES:
        spanish, english = (Spectator(saved(spoken, system)).history.session for spoken in ("es", "en"))
        assert spanish.title != english.title
        assert len(spanish.creatures) == len(english.creatures)
        ours, theirs = ({each.name for each in session.creatures.values()} for session in (spanish, english))
        assert len({name for name in ours & theirs if not name.startswith("goblin")}) <= 1


@pytest.mark.parametrize("system", GAMES)
def test_the_english_example_tells_nothing_in_spanish(system: str) -> None:
    speak("en")
    history = Spectator(saved("en", system)).history
    told = " ".join(EXPORTS["text"](history, history))

    game = history.session.system
    shown = status_text(history).replace(term(words_of(game), "system", game), "")  # a file has one name
    assert not re.search(r"[áéíóúñ¿¡]|\b(de|el|la|los|las|con|una?|ejemplo)\b", f"{told} {shown}")
