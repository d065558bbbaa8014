"""What each kind of terminal is told beside text: nothing that it would print."""

import re
from base64 import b64decode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.terminal.cells import _HARMLESS as HARMLESS
from tracker.terminal.osc import MOST_COPIED, MOST_IN_SCREEN, Osc, osc_of, title_change

PLAIN, TMUX, SCREEN = Osc(known=True), Osc(known=True, in_tmux=True), Osc(known=True, in_screen=True)
LONGEST_IN_SCREEN = 768
"""Letters of a sequence after which GNU screen 4 prints the rest."""


@each_of(
    ("environment", "osc"),
    [
        ({}, Osc()),
        ({"TERM": ""}, Osc()),
        ({"TERM": "dumb"}, Osc()),
        ({"TERM": "linux"}, Osc()),
        ({"TERM": "linux-16color"}, Osc()),
        ({"TERM": "vt220"}, Osc()),
        ({"TERM": "eterm-color"}, Osc()),
        ({"TERM": "vte-256color"}, PLAIN),
        ({"TERM": "xterm-256color"}, PLAIN),
        ({"TERM": "xterm-kitty"}, PLAIN),
        ({"TERM": "rxvt-unicode-256color"}, Osc(known=True, by_777=True)),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7006"}, Osc(known=True, by_777=True)),
        ({"TERM": "xterm-256color", "TMUX": "default,1,0"}, TMUX),
        ({"TERM": "tmux-256color"}, TMUX),
        ({"TERM": "screen-256color", "TMUX": "default,1,0"}, TMUX),
        ({"TERM": "screen-256color"}, SCREEN),
        ({"TERM": "screen", "STY": "1.pts-0"}, SCREEN),
        ({"TERM": "screen", "STY": "1.pts-0", "TMUX": "default,1,0"}, SCREEN),
        ({"TERM": "linux", "TMUX": "default,1,0"}, Osc(in_tmux=True)),
    ],
)
def test_a_terminal_is_known_by_its_environment(environment: dict[str, str], osc: Osc) -> None:
    assert osc_of(environment) == osc


def test_a_terminal_that_would_print_them_is_sent_no_sequence() -> None:
    silent = osc_of({"TERM": "linux"})
    assert (silent.copy("http://127.0.0.1/"), silent.notify("Te toca"), silent.most_copied) == ("", "", 0)


def test_a_text_is_copied_in_each_way_that_may_reach_the_clipboard() -> None:
    own = "\x1b]52;c;w5E=\a"
    assert PLAIN.copy("Ñ") == own
    assert TMUX.copy("Ñ") == f"\x1bPtmux;\x1b{own}\x1b\\{own}"
    assert SCREEN.copy("Ñ") == f"\x1bP{own}\x1b\\{own}"


@each_of(("osc", "most"), [(PLAIN, MOST_COPIED), (TMUX, MOST_COPIED), (SCREEN, MOST_IN_SCREEN)])
def test_a_text_is_copied_whole_or_not_at_all(osc: Osc, most: int) -> None:
    assert b64decode(osc.copy("a" * most).rpartition(";")[2][:-1]) == b"a" * most
    assert osc.copy("a" * (most + 1)) == osc.copy("a" * (most - 1) + "ñ") == ""


def test_what_goes_through_screen_is_short_enough_for_it() -> None:
    assert len(SCREEN.copy("a" * MOST_IN_SCREEN)) / 2 < LONGEST_IN_SCREEN
    assert len(SCREEN.notify("ñ" * 1_000).encode()) < LONGEST_IN_SCREEN


def test_a_notification_is_worded_for_the_terminal_and_never_a_command() -> None:
    assert PLAIN.notify("4;3: te toca") == "\x1b]9;4,3: te toca\a"
    assert Osc(known=True, by_777=True).notify("a;b") == "\x1b]777;notify;tracker;a,b\a"
    assert TMUX.notify("Ya") == "\x1bPtmux;\x1b\x1b]9;Ya\a\x1b\\"


def test_a_title_is_pushed_once_and_given_back() -> None:
    assert title_change("", "La Torre") == "\x1b[22;2t\x1b]2;La Torre\a"
    assert title_change("La Torre", "Lía") == "\x1b]2;Lía\a"
    assert title_change("Lía", "") == "\x1b]2;\a\x1b[23;2t"


@given(st.text(alphabet="aé;\x00\x07\x1b\x9b\x9c\\\u202e\n"), st.sampled_from([PLAIN, TMUX, SCREEN]))
def test_no_text_of_a_person_ends_a_sequence_or_disturbs_the_screen(text: str, osc: Osc) -> None:
    for sequence in (osc.copy(text), osc.notify(text), title_change("", text or "a")):
        assert re.fullmatch(HARMLESS, sequence)
    body = re.fullmatch(r"\x1b\]9;(.*)\x07", PLAIN.notify(text))
    assert body is not None
    assert not set(body[1]) & set("\x00\x07\x1b\x9b\x9c\u202e\n;")


@pytest.mark.parametrize("name", ["\x1b]0;mío\x07", "a\x9c\x1b\\b", "\u202eaíL"])
def test_a_name_with_escape_characters_is_cleaned(name: str) -> None:
    assert not re.search("[\x07\x1b\x9c\u202e]", title_change("a", name)[4:-1])
