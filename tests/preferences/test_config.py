import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.play.shell import DONE, Place
from tests.trials import each_of
from tracker.cli.config import COLOURS, THEMES, config_of, known_themes, read_config
from tracker.cli.config_file import example
from tracker.widgets.bindings import bindings_by_id
from tracker.widgets.made_theme import FEW, OWN
from tracker.widgets.preferences import Occasion, OwnKey, Preferences, Shown
from tracker.widgets.theme import NAMES
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence


def sentences(document: dict[str, Any]) -> list[str]:
    return [refusal_sentence(mistake) for mistake in config_of(document).mistakes]


def test_without_a_file_everything_is_as_always(tmp_path: Path) -> None:
    config = read_config(tmp_path / "tracker.toml")
    assert (config.preferences, config.language, config.mistakes) == (Preferences(), "", ())


def test_a_pipe_in_place_of_the_file_is_a_mistake_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "xdg" / "tracker" / "tracker.toml"
    pipe.parent.mkdir(parents=True)
    os.mkfifo(pipe)
    assert Place(tmp_path).run("list", XDG_CONFIG_HOME=str(tmp_path / "xdg")).code == DONE
    assert [mistake.code for mistake in read_config(pipe).mistakes] == ["config_no_file"]


def test_every_preference_can_be_said(tmp_path: Path) -> None:
    file = tmp_path / "tracker.toml"
    file.write_text(
        'theme = "light"\nlanguage = "en"\ninterval = "1h30m"\ncursor = true\nplain = true\nmouse = true\n'
        'timer = "both"\noverdue = "5m"\nbell = "waiting"\nnotification = "both"\ntitle = false\n'
        '[keys]\n"encounter.next" = "ñ"\nencounter.previous = ["B", "-"]\nf5 = "nota hecha"\n'
        'f6 = { do = "siguiente", in = ["group", "dice"], say = "Pasa", tip = "Pasa el turno" }\n'
        'f7.do = "siguiente"\n'
    )
    config = read_config(file)
    own = {
        "f5": OwnKey("nota hecha"),
        "f6": OwnKey("siguiente", ("group", "dice"), "Pasa", "Pasa el turno"),
        "f7": OwnKey("siguiente"),
    }
    keys = {"encounter.next": "ñ", "encounter.previous": "B,-"}
    assert config.preferences == Preferences(
        "light",
        5_400,
        Shown.BOTH,
        300,
        Occasion.WAITING,
        Occasion.BOTH,
        title=False,
        cursor=True,
        plain=True,
        mouse=True,
        keys=keys,
        own=own,
    )
    assert (config.language, config.mistakes) == ("en", ())


@each_of(
    ("document", "sentence"),
    [
        ({"colours": 3}, "colours = 3 no vale: [colours]."),
        ({"colours": {"key": "rojo"}}, 'colours.key = rojo no vale: "#1c2b3a".'),
        ({"interval": "pronto"}, "interval = pronto no vale: 10m, 1h, 30s."),
        ({"interval": 10}, "interval = 10 no vale: 10m, 1h, 30s."),
        ({"timer": "siempre"}, "timer = siempre no vale: off, turn, evening, both."),
        ({"overdue": "pronto"}, "overdue = pronto no vale: 10m, 1h, 30s."),
        ({"bell": True}, "bell = True no vale: off, overdue, waiting, both."),
        ({"notification": "9"}, "notification = 9 no vale: off, overdue, waiting, both."),
        ({"title": "no"}, "title = no no vale: true, false."),
        ({"port": 80}, "port = 80 no vale: 1024-65535."),
        ({"port": True}, "port = True no vale: 1024-65535."),
        ({"interval": "0m"}, "interval = 0m no vale: 10m, 1h, 30s."),
        ({"cursor": "sí"}, "cursor = sí no vale: true, false."),
        ({"language": "fr"}, "language = fr no vale: es, en."),
        ({"keys": 3}, "keys = 3 no vale: [keys]."),
        ({"keys": {"table.undo": 3}}, 'keys table.undo = 3 no vale: "n", "n,space".'),
        (
            {"idioma": "es"},
            "«idioma» no es ninguna preferencia. "
            "Hay: theme, colours, language, interval, timer, overdue, bell, notification, title, port, "
            "cursor, plain, mouse, keys.",
        ),
    ],
)
def test_a_mistake_is_a_sentence_and_the_rest_counts(document: dict[str, Any], sentence: str) -> None:
    config = config_of({**document, "plain": True})
    assert sentences(document) == [sentence]
    assert config.preferences == Preferences(plain=True)


@pytest.mark.parametrize(
    "content", [b"theme = ", b"\xff\xfe", b"[[[", b"a = " + b"[" * 60_000, b"a = 1\na = 2", b"x" * 70_000]
)
def test_what_is_no_toml_is_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "tracker.toml"
    file.write_bytes(content)
    config = read_config(file)
    assert config.preferences == Preferences()
    assert [mistake.code for mistake in config.mistakes] == ["config_wrong"]


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tracker.toml").mkdir()
    assert [mistake.code for mistake in read_config(tmp_path / "tracker.toml").mistakes] == ["config_no_file"]


def test_the_command_tells_wrong_keys_and_what_the_others_take_the_place_of(tmp_path: Path) -> None:
    file = tmp_path / "xdg" / "tracker" / "tracker.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[keys]\nb = "frobula . 3"\nd = "nota hecha"\nv = 3\n"ctrl+d" = "daño . 1d6"\n')
    answer = Place(tmp_path).run("config", XDG_CONFIG_HOME=str(tmp_path / "xdg"))
    unread, unspoken, covered = answer.err.splitlines()
    assert "keys v = 3" in unread
    assert unspoken == say("refusal.key_without_verb", key="b", verb="frobula")
    assert covered == say("own_keys.covers", key="d", what=say("key.creature.damage"))


def test_the_example_names_everything_and_changes_nothing(tmp_path: Path) -> None:
    text = example(tmp_path / "tracker.toml")
    assert config_of(tomllib.loads(text)).preferences == Preferences()
    assert all(f'"{binding_id}"' in text for binding_id in bindings_by_id())


def test_uncommented_the_example_is_what_there_is(tmp_path: Path) -> None:
    lines = example(tmp_path / "tracker.toml").splitlines()
    entries = [line.removeprefix("# ") for line in lines if " = " in line or line in ("[keys]", "[colours]")]
    config = config_of(tomllib.loads("\n".join(entries)))
    assert config.mistakes == ()
    assert config.preferences.keys == {name: each.key for name, each in bindings_by_id().items()}


def test_the_themes_of_the_file_are_those_of_the_screen() -> None:
    assert (*NAMES, OWN) == THEMES
    assert {"nord", "gruvbox", "textual-light"} < {*known_themes()}
    assert {*COLOURS} == {*FEW}


def test_an_unknown_theme_says_which_ones_there_are() -> None:
    [sentence] = sentences({"theme": "rosa"})
    assert sentence.startswith("theme = rosa no vale: dark, light, contrast, 16, own, ")
    assert "nord" in sentence
    assert config_of({"theme": "nord"}).preferences.theme == "nord"
