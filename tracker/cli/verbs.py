"""The verbs of the shell: how each is written, what it takes, and where it is answered.

A verb's module is imported once the verb has been chosen, so that none waits for what another needs.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from msgspec import Struct

from tracker.cli.invocation import Invocation
from tracker.rules.systems import DEFAULT
from tracker.wording.language import N_

TOPICS = ("dice", "dados")
"""What help explains at length."""
FORMATS = ("text", "jsonl", "csv", "md")


class Word(Struct, frozen=True):
    """A word behind a verb; `several` takes all that are left, `dashed` ones with a dash before them too."""

    name: str
    needed: bool = True
    several: bool = False
    dashed: bool = False
    choices: tuple[str, ...] = ()
    default: str | None = None


class Option(Struct, frozen=True):
    """An option: with a value behind it, or a `flag` that is there or not."""

    name: str
    short: str = ""
    flag: bool = False
    number: bool = False
    choices: tuple[str, ...] = ()
    usual: str | None = None

    @property
    def argument(self) -> str:
        """What its value is called: `skip_bad` for `--skip-bad`."""
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def default(self) -> str | bool | None:
        """Its value where it does not stand."""
        return False if self.flag else self.usual


class Verb(Struct, frozen=True):
    """One verb of the shell."""

    usage: str
    module: str
    """Which of this package holds its `answer_<verb>`."""
    words: tuple[Word, ...] = ()
    options: tuple[Option, ...] = ()


_SAVE = Word("save")
_QUERY = Word("query", needed=False, several=True, dashed=True)
_EXPRESSION = Word("expression", several=True)
_JSON = Option("--json", flag=True)
_SEED = Option("--seed", number=True)
_SYSTEM = Option("--system", usual=DEFAULT)

VERBS: Mapping[str, Verb] = {
    "open": Verb(N_("tracker [GUARDADO]"), "open", (Word("save", needed=False),)),
    "demo": Verb(N_("tracker demo [SISTEMA]"), "open", (Word("system", needed=False, default=DEFAULT),)),
    "new": Verb(N_("tracker new NOMBRE [--system SISTEMA]"), "campaigns", (Word("name"),), (_SYSTEM,)),
    "list": Verb(N_("tracker list [--json]"), "campaigns", options=(_JSON,)),
    "library": Verb(
        N_("tracker library [--system SISTEMA] [list [--json]|export FICHERO|import FICHERO [--skip-bad]]"),
        "library",
        (
            Word("action", needed=False, choices=("list", "export", "import"), default="list"),
            Word("file", needed=False),
        ),
        (_SYSTEM, Option("--skip-bad", flag=True), _JSON),
    ),
    "do": Verb(
        N_("tracker do GUARDADO [ORDEN] [--seed N] [--json]"),
        "play",
        (_SAVE, Word("line", needed=False, several=True)),
        (_JSON, _SEED),
    ),
    "status": Verb(N_("tracker status GUARDADO [--json]"), "status", (_SAVE,), (_JSON,)),
    "watch": Verb(
        N_("tracker watch GUARDADO [--plain] [--web] [--port N] [--bind DIR] [--token-file FICHERO] [--ask]"),
        "watch",
        (_SAVE,),
        (
            Option("--web", flag=True),
            Option("--port", number=True),
            Option("--bind"),
            Option("--token-file"),
            Option("--ask", flag=True),
        ),
    ),
    "log": Verb(
        N_("tracker log GUARDADO [BÚSQUEDA] [--format text|jsonl|csv|md]"),
        "log",
        (_SAVE, _QUERY),
        (Option("--format", choices=FORMATS, usual=FORMATS[0]),),
    ),
    "stats": Verb(N_("tracker stats GUARDADO [BÚSQUEDA] [--json]"), "log", (_SAVE, _QUERY), (_JSON,)),
    "verify": Verb(N_("tracker verify GUARDADO [--json]"), "log", (_SAVE,), (_JSON,)),
    "roll": Verb(N_("tracker roll EXPRESIÓN [--seed N] [--json]"), "dice", (_EXPRESSION,), (_JSON, _SEED)),
    "merge": Verb(
        N_("tracker merge GUARDADO | tracker merge GUARDADO GUARDADO… -o NUEVO"),
        "merge",
        (Word("copies", several=True),),
        (Option("--output", "-o"), Option("--git", flag=True)),
    ),
    "git-setup": Verb(N_("tracker git-setup"), "merge"),
    "doctor": Verb(
        N_("tracker doctor GUARDADO [--repair]"), "repair", (_SAVE,), (Option("--repair", flag=True),)
    ),
    "backups": Verb(N_("tracker backups GUARDADO [--json]"), "repair", (_SAVE,), (_JSON,)),
    "restore": Verb(
        N_("tracker restore GUARDADO DÍA|bak [--fork NOMBRE]"),
        "repair",
        (_SAVE, Word("day")),
        (Option("--fork"),),
    ),
    "chapter": Verb(N_("tracker chapter GUARDADO NOMBRE"), "repair", (_SAVE, Word("name"))),
    "odds": Verb(N_("tracker odds EXPRESIÓN [--json]"), "dice", (_EXPRESSION,), (_JSON,)),
    "config": Verb(N_("tracker config"), "config_example"),
    "help": Verb(N_("tracker help [dice]"), "arguments", (Word("topic", needed=False, choices=TOPICS),)),
}


def answer(verb: str) -> Callable[[Invocation], int]:
    """Return what answers a verb; it returns the exit code."""
    module = import_module(f"{__package__}.{VERBS[verb].module}")
    answering: Callable[[Invocation], int] = getattr(module, f"answer_{verb.replace('-', '_')}")
    return answering
