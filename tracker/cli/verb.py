"""A verb of the shell: its words and options, as help and completion name them."""

from msgspec import Struct

from tracker.rules.systems import DEFAULT


class Word(Struct, frozen=True):
    """A word after a verb. `several` takes all remaining words; `dashed` allows a leading dash."""

    name: str
    shown: str
    help: str
    needed: bool = True
    several: bool = False
    dashed: bool = False
    choices: tuple[str, ...] = ()
    default: str | None = None
    needed_after: tuple[str, ...] = ()
    """Choices of the word before that need this one."""
    barred_after: tuple[str, ...] = ()
    """Choices of the word before that have no word after them."""


class Option(Struct, frozen=True):
    """An option with a value after it, or a `flag` without one."""

    name: str
    help: str
    shown: str = ""
    """The name of the value in the help; without one, its choices."""
    short: str = ""
    flag: bool = False
    number: bool = False
    pair: bool = False
    """Whether two values follow it."""
    choices: tuple[str, ...] = ()
    usual: str | None = None

    @property
    def argument(self) -> str:
        """The name of the value among the arguments: `skip_bad` for `--skip-bad`."""
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def default(self) -> str | bool | None:
        """The value when the option is not given."""
        return False if self.flag else self.usual


REFUSED = "verbs.refused"
"""The meaning of exit code 1 for most verbs."""


class Verb(Struct, frozen=True):
    """One verb of the shell."""

    family: str
    """The heading of the verb in the help; empty for a verb that only programs use."""
    summary: str
    module: str = ""
    """The module beside this one that answers the verb, imported when the verb is typed."""
    words: tuple[Word, ...] = ()
    options: tuple[Option, ...] = ()
    examples: tuple[str, ...] = ()
    refused: str = REFUSED
    """The meaning of exit code 1."""
    changes: bool = False
    """Whether it may change a campaign or make a file."""
    pages: bool = False
    """Whether it shows what may be longer than the terminal, in the pager then."""
    before: str = ""
    """For a verb of a feature, the verb before which the help names it."""


LOOK = "verbs.look"
"""The heading of the verbs that only look at a save."""
COPIES = "verbs.family_repairs"
"""The heading of the verbs that repair, share and keep copies."""
PROGRAM = "verbs.the_program"
"""The heading of the verbs about the program and its files besides the saves."""
SAVE = Word("save", "verbs.save", "verbs.save_help")
JSON = Option("--json", "verbs.json_help", flag=True)
SYSTEM = Option("--system", "verbs.game_key_help", "verbs.game", usual=DEFAULT)
QUERY = Word(
    "query",
    "verbs.query",
    "verbs.query_help",
    needed=False,
    several=True,
    dashed=True,
)
