"""What is typed behind `tracker` is read as the table of verbs declares it."""

from typing import Any

import pytest

from tracker.cli.arguments import WrongUsage, read_arguments


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ([], {"verb": "open", "save": None, "saves": None, "plain": False}),
        (["torre", "--plain"], {"verb": "open", "save": "torre", "plain": True}),
        (["--gm", "bea", "open"], {"verb": "open", "save": "open", "gm": "bea"}),
        (["status", "t", "--gm=bea"], {"verb": "status", "save": "t", "gm": "bea", "json": False}),
        (["do", "t", "nota", "--json", "a"], {"verb": "do", "line": ["nota", "a"], "json": True}),
        (["do", "t"], {"verb": "do", "save": "t", "line": [], "seed": None}),
        (["do", "t", "daño lia -5"], {"line": ["daño lia -5"]}),
        (["do", "t", "-y sin raya-"], {"line": ["-y sin raya-"]}),
        (["do", "t", "--", "--json"], {"line": ["--json"], "json": False}),
        (["roll", "-1d4+3"], {"expression": ["-1d4+3"]}),
        (["roll", "2d6", "-", "1", "--seed=-7"], {"expression": ["2d6", "-", "1"], "seed": -7}),
        (["log", "t", "lia", "daño"], {"query": ["lia", "daño"], "format": "text"}),
        (["log", "t", "-nota"], {"query": ["-nota"]}),
        (["log", "t", "-hola", "--format", "csv"], {"query": ["-hola"], "format": "csv"}),
        (
            ["log", "--format=md", "t", "lia", "-caras:t", "--gm", "bea"],
            {"query": ["lia", "-caras:t"], "gm": "bea"},
        ),
        (
            ["stats", "--json", "t", "-caras:t", "--lang", "en", "--saves", "x"],
            {"query": ["-caras:t"], "json": True},
        ),
        (["stats", "t", "-n", "-h"], {"verb": "help"}),
        (["library"], {"action": "list", "file": None, "skip_bad": False, "system": "chronicle"}),
        (
            ["library", "import", "x.csv", "--skip-bad"],
            {"action": "import", "file": "x.csv", "skip_bad": True},
        ),
        (["merge", "a", "b", "-o", "c"], {"copies": ["a", "b"], "output": "c"}),
        (["merge", "a", "b", "-oc"], {"copies": ["a", "b"], "output": "c"}),
        (["merge", "--git", "a", "b", "c"], {"copies": ["a", "b", "c"], "git": True}),
        (["restore", "t", "2026-01-02", "--fork", "Otra"], {"day": "2026-01-02", "fork": "Otra"}),
        (["restore", "t", "--to", "-5"], {"day": None, "to": "-5"}),
        (["log", "t", "--between", "-5", "now"], {"between": ("-5", "now")}),
        (["log", "t", "--between=día 2", "día 3"], {"between": ("día 2", "día 3")}),
        (["help", "dados"], {"verb": "help", "topic": "dados"}),
        (["do", "-h"], {"verb": "help", "topic": "do"}),
        (["-h"], {"verb": "help", "topic": None}),
        (["log", "--version"], {"verb": "version"}),
        (["help", "todo"], {"verb": "help", "topic": "todo"}),
        (["doctor"], {"verb": "doctor", "save": None, "repair": False}),
        (["log", "t", "-f"], {"verb": "log", "follow": True, "query": []}),
    ],
)
def test_a_line_is_read_as_its_verb_declares(line: list[str], read: dict[str, Any]) -> None:
    arguments = vars(read_arguments(line))
    assert {name: arguments[name] for name in read} == read


@pytest.mark.parametrize(
    ("line", "usage"),
    [
        (["--lang"], "options"),
        (["--lang", "fr"], "options"),
        (["--plain=yes"], "options"),
        (["--gm", "--plain"], "options"),
        (["--bogus"], "open"),
        (["--seed", "5", "roll", "2d6"], "open"),
        (["a", "b"], "open"),
        (["status"], "status"),
        (["status", "t", "u"], "status"),
        (["status", "t", "--seed", "1"], "status"),
        (["status", "--bogus", "--", "t"], "status"),
        (["roll"], "roll"),
        (["roll", "2d6", "--seed", "x"], "roll"),
        (["roll", "2d6", "--seed", "9" * 5_000], "roll"),
        (["roll", "2d6", "--seed", "--json"], "roll"),
        (["log", "-nota", "t"], "log"),
        (["log", "t", "--nota"], "log"),
        (["stats", "t", "-nota", "--format", "csv"], "stats"),
        (["do", "t", "-hola"], "do"),
        (["doctor", "--repair"], "doctor"),
        (["completion", "tcsh"], "completion"),
        (["merge", "a", "b"], "merge"),
        (["merge", "a", "-o", "b"], "merge"),
        (["merge", "--git", "a", "b"], "merge"),
        (["library", "export"], "library"),
    ],
)
def test_what_cannot_be_names_the_usage_that_would_be_right(line: list[str], usage: str) -> None:
    with pytest.raises(WrongUsage) as wrong:
        read_arguments(line)
    assert wrong.value.verb == usage


@pytest.mark.parametrize(
    ("line", "code", "right"),
    [
        (["statsu", "t"], "no_verb_near", "stats"),
        (["qwerty", "t"], "no_verb", ""),
        (["log", "t", "--fromat", "csv"], "no_option_near", "--format"),
        (["log", "t", "--zzz"], "no_option", ""),
        (["log", "t", "--format", "pdf"], "choice", "text, jsonl, csv, md"),
        (["log", "t", "--format"], "option_value", ""),
        (["log", "t", "--between", "-5"], "option_values", ""),
        (["log", "t", "--between", "now", "--follow"], "option_values", ""),
        (["restore", "t"], "word_missing", "verbs.day"),
        (["restore", "t", "bak", "--to", "-1"], "word_extra", ""),
        (["roll", "2d6", "--seed", "x"], "option_number", "--seed"),
        (["status"], "word_missing", "verbs.save"),
        (["status", "a", "b"], "word_extra", ""),
        (["completion", "tcsh"], "choice", "bash, zsh, fish"),
    ],
)
def test_a_wrong_line_says_what_would_be_right(line: list[str], code: str, right: str) -> None:
    with pytest.raises(WrongUsage) as wrong:
        read_arguments(line)
    assert (wrong.value.code, wrong.value.right) == (code, right)
