"""The verbs of the shell: how each is written, what it takes, and where it is answered.

A verb's module is imported once the verb has been chosen, so that none waits for what another needs.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from tracker.cli.shell import Shell
from tracker.rules.record import dataclass
from tracker.rules.systems import DEFAULT
from tracker.wording.language import N_

Words = Mapping[str, Mapping[str, Any]]
"""What stands behind a verb, as argparse is told it."""

TOPICS = ("dice", "dados")
"""What help explains at length."""
FORMATS = ("text", "jsonl", "csv", "md")
_NOTHING: Words = {}
_SAVE: Words = {"save": {}}
_QUERY: Words = {"query": {"nargs": "*"}}
_JSON: Words = {"--json": {"action": "store_true"}}
_SEED: Words = {"--seed": {"type": int}}


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb of the shell."""

    usage: str
    module: str
    """Which of this package holds its `answer_<verb>`."""
    words: Words


VERBS: Mapping[str, Verb] = {
    "open": Verb(N_("tracker [GUARDADO]"), "opening", {"save": {"nargs": "?"}}),
    "demo": Verb(N_("tracker demo [SISTEMA]"), "opening", {"system": {"nargs": "?", "default": DEFAULT}}),
    "new": Verb(
        N_("tracker new NOMBRE [--system SISTEMA]"),
        "beginning",
        {"name": {}, "--system": {"default": DEFAULT}},
    ),
    "list": Verb(N_("tracker list [--json]"), "listing", _JSON),
    "library": Verb(
        N_("tracker library [--system SISTEMA] [list [--json]|export FICHERO|import FICHERO [--skip-bad]]"),
        "shelving",
        {
            "action": {"nargs": "?", "choices": ("list", "export", "import"), "default": "list"},
            "file": {"nargs": "?"},
            "--system": {"default": DEFAULT},
            "--skip-bad": {"action": "store_true"},
            **_JSON,
        },
    ),
    "do": Verb(
        N_("tracker do GUARDADO [ORDEN] [--seed N] [--json]"),
        "playing",
        {**_SAVE, "line": {"nargs": "*"}, **_JSON, **_SEED},
    ),
    "status": Verb(N_("tracker status GUARDADO [--json]"), "standing", {**_SAVE, **_JSON}),
    "watch": Verb(N_("tracker watch GUARDADO [--plain]"), "watching", _SAVE),
    "log": Verb(
        N_("tracker log GUARDADO [BÚSQUEDA] [--format text|jsonl|csv|md]"),
        "logbook",
        {**_SAVE, **_QUERY, "--format": {"choices": FORMATS, "default": "text"}},
    ),
    "stats": Verb(N_("tracker stats GUARDADO [BÚSQUEDA] [--json]"), "logbook", {**_SAVE, **_QUERY, **_JSON}),
    "verify": Verb(N_("tracker verify GUARDADO [--json]"), "logbook", {**_SAVE, **_JSON}),
    "roll": Verb(
        N_("tracker roll EXPRESIÓN [--seed N] [--json]"),
        "rolling",
        {"expression": {"nargs": "+"}, **_JSON, **_SEED},
    ),
    "merge": Verb(
        N_("tracker merge GUARDADO | tracker merge GUARDADO GUARDADO… -o NUEVO"),
        "uniting",
        {"copies": {"nargs": "+"}, "--output": {}, "--git": {"action": "store_true"}},
    ),
    "git-setup": Verb(N_("tracker git-setup"), "uniting", _NOTHING),
    "doctor": Verb(
        N_("tracker doctor GUARDADO [--repair]"), "keeping", {**_SAVE, "--repair": {"action": "store_true"}}
    ),
    "backups": Verb(N_("tracker backups GUARDADO [--json]"), "keeping", {**_SAVE, **_JSON}),
    "restore": Verb(
        N_("tracker restore GUARDADO DÍA|bak [--fork NOMBRE]"), "keeping", {**_SAVE, "day": {}, "--fork": {}}
    ),
    "chapter": Verb(N_("tracker chapter GUARDADO NOMBRE"), "keeping", {**_SAVE, "name": {}}),
    "odds": Verb(N_("tracker odds EXPRESIÓN [--json]"), "weighing", {"expression": {"nargs": "+"}, **_JSON}),
    "config": Verb(N_("tracker config"), "configuring", _NOTHING),
    "help": Verb(N_("tracker help [dice]"), "guiding", {"topic": {"nargs": "?", "choices": TOPICS}}),
}


def answer(verb: str) -> Callable[[Shell], int]:
    """Return what answers a verb; it returns the exit code."""
    module = import_module(f"{__package__}.{VERBS[verb].module}")
    answering: Callable[[Shell], int] = getattr(module, f"answer_{verb.replace('-', '_')}")
    return answering
