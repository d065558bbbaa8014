"""The verbs of the shell, in one table.

Parsing, help, completion, the man page and the manual's page about the shell all come from it.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from tracker.rules.systems import DEFAULT, SYSTEMS
from tracker.wording.language import LANGUAGES

RECAP_FORMATS = ("text", "md", "html")
FORMATS = ("text", "jsonl", "csv", "md")
SHELLS = ("bash", "zsh", "fish")


class Word(Struct, frozen=True):
    """A word behind a verb. `several` takes every word that is left; `dashed` allows a leading dash."""

    name: str
    shown: str
    help: str
    needed: bool = True
    several: bool = False
    dashed: bool = False
    choices: tuple[str, ...] = ()
    default: str | None = None


class Option(Struct, frozen=True):
    """An option with a value behind it, or a `flag` without one."""

    name: str
    help: str
    shown: str = ""
    """The name of the value in the help: the choices, if there are some."""
    short: str = ""
    flag: bool = False
    number: bool = False
    pair: bool = False
    """Whether two values follow it."""
    choices: tuple[str, ...] = ()
    usual: str | None = None

    @property
    def argument(self) -> str:
        """The name of its value among the arguments: `skip_bad` for `--skip-bad`."""
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def default(self) -> str | bool | None:
        """The value when the option is not given."""
        return False if self.flag else self.usual


REFUSED = "verbs.refused"
"""What exit code 1 means for most verbs."""


class Verb(Struct, frozen=True):
    """One verb of the shell."""

    family: str
    """The heading of the verb in the help; empty for a verb that only programs use."""
    summary: str
    module: str
    """The module beside this one that answers the verb; it is imported when the verb is typed."""
    words: tuple[Word, ...] = ()
    options: tuple[Option, ...] = ()
    examples: tuple[str, ...] = ()
    refused: str = REFUSED
    """The meaning of exit code 1."""


_PLAY, _LOOK, _DICE = "verbs.play", "verbs.look", "verbs.dice"
_COPIES, _PROGRAM = "verbs.copies_and_repairs", "verbs.the_program"

_SAVE = Word("save", "verbs.save", "verbs.the_name_or_title")
_QUERY = Word(
    "query",
    "verbs.query",
    "verbs.as_behind_in_the",
    needed=False,
    several=True,
    dashed=True,
)
_EXPRESSION = Word("expression", "verbs.expression", "verbs.dice_like_4d6kh3_tracker", several=True)
_GAMES = tuple(SYSTEMS)
LIBRARY_ACTIONS = ("list", "export", "import", "paste")
GAME_ACTIONS = ("new", "check", "list", "show", "update")
_JSON = Option("--json", "verbs.answers_in_json", flag=True)
_YES = Option("--yes", "verbs.also_undo_what_somebody", flag=True)
_SEED = Option("--seed", "verbs.repeats_the_dice_of", "N", number=True)
_SYSTEM = Option(
    "--system",
    "verbs.the_game_by_its",
    "verbs.game",
    usual=DEFAULT,
)

VERBS: Mapping[str, Verb] = {
    "open": Verb(
        _PLAY,
        "verbs.opens_a_campaign_without",
        "open",
        (Word("save", "verbs.save", _SAVE.help, needed=False),),
        examples=("tracker Torre",),
    ),
    "demo": Verb(
        _PLAY,
        "verbs.opens_your_own_copy",
        "open",
        (Word("example", "verbs.game", _SYSTEM.help, needed=False, default=DEFAULT),),
        examples=(f"tracker demo {_GAMES[1]}",),
    ),
    "new": Verb(
        _PLAY,
        "verbs.begins_a_campaign",
        "campaigns",
        (Word("name", "verbs.name", "verbs.the_title_of_the"),),
        (_SYSTEM, Option("--game", "verbs.the_game_file", "verbs.file")),
        (f"tracker new 'La sima' --system {_GAMES[-1]}",),
    ),
    "list": Verb(
        _PLAY, "verbs.the_campaigns_of_the", "campaigns", options=(_JSON,), examples=("tracker list",)
    ),
    "do": Verb(
        _PLAY,
        "verbs.plays_a_command_or",
        "play",
        (
            _SAVE,
            Word("line", "verbs.command", "verbs.as_behind_at_the", needed=False, several=True),
        ),
        (_JSON, _SEED, _YES),
        ("verbs.tracker_do_torre_damage", "verbs.tracker_do_torre_json"),
        "verbs.some_command_was_refused",
    ),
    "chapter": Verb(
        _PLAY,
        "verbs.goes_on_in_a",
        "campaigns",
        (_SAVE, Word("name", "verbs.name", "verbs.the_title_of_the_new")),
        examples=("tracker chapter Torre 'Torre II'",),
    ),
    "status": Verb(
        _LOOK,
        "verbs.the_whole_table",
        "opened",
        (_SAVE,),
        (
            _JSON,
            Option("--full", "verbs.answers_in_json_with", flag=True),
            Option("--at", "verbs.as_it_was_then", "verbs.moment"),
        ),
        ("tracker status Torre --json", "tracker status Torre --json --full", "tracker status Torre --at -5"),
    ),
    "watch": Verb(
        _LOOK,
        "verbs.the_players_screen_live",
        "watch",
        (_SAVE,),
        (
            Option("--json", "verbs.one_object_a_line", flag=True),
            Option("--web", "verbs.a_page_for_the", flag=True),
            Option("--port", "verbs.page_port", "N", number=True),
            Option("--bind", "verbs.the_address_it_listens", "verbs.address"),
            Option("--token-file", "verbs.keeps_the_key_in", "verbs.file"),
            Option("--ask", "verbs.players_may_ask_for", flag=True),
        ),
        ("tracker watch Torre", "tracker watch Torre --json", "tracker watch Torre --web --ask"),
    ),
    "log": Verb(
        _LOOK,
        "verbs.what_has_happened",
        "log",
        (_SAVE, _QUERY),
        (
            Option("--format", "verbs.how_it_is_written", choices=FORMATS, usual=FORMATS[0]),
            Option("--follow", "verbs.goes_on_and_prints", short="-f", flag=True),
            Option("--since", "verbs.now_only_what_is", "verbs.moment"),
            Option("--between", "verbs.from_one_moment_to", "verbs.moment_moment", pair=True),
            Option("--players", "verbs.only_what_the_players", flag=True),
        ),
        (
            "verbs.tracker_log_torre_who",
            "tracker log Torre --follow --format jsonl",
            "tracker log Torre --players --follow --since now",
        ),
    ),
    "recap": Verb(
        _LOOK,
        "verbs.what_happened_last_session",
        "recap",
        (_SAVE,),
        (
            Option("--last", "verbs.the_last_session_the", flag=True),
            Option("--evening", "verbs.the_session_with_that", "N", number=True),
            Option("--all", "verbs.all", flag=True),
            Option("--players", "verbs.only_what_the_players", flag=True),
            Option("--format", "verbs.how_it_is_written", choices=RECAP_FORMATS, usual=RECAP_FORMATS[0]),
            Option("--output", "verbs.the_file_to_write", "verbs.file", short="-o"),
            Option("--vault", "verbs.a_folder_of_notes", "verbs.folder"),
        ),
        ("tracker recap Torre", "verbs.tracker_recap_torre_all"),
    ),
    "stats": Verb(
        _LOOK,
        "verbs.how_the_dice_have",
        "log",
        (_SAVE, _QUERY),
        (_JSON,),
        ("verbs.tracker_stats_torre_who",),
    ),
    "verify": Verb(
        _LOOK,
        "verbs.does_every_sealed_roll",
        "log",
        (_SAVE,),
        (_JSON,),
        ("tracker verify Torre",),
        "verbs.a_roll_does_not",
    ),
    "roll": Verb(
        _DICE,
        "verbs.rolls_dice",
        "dice",
        (_EXPRESSION,),
        (_JSON, _SEED),
        ("tracker roll 4d6kh3", "tracker roll 2d6+1 --seed 7"),
    ),
    "odds": Verb(
        _DICE,
        "verbs.how_likely_each_total",
        "dice",
        (_EXPRESSION,),
        (_JSON,),
        ("tracker odds '4d6kh3 >= 12'",),
    ),
    "merge": Verb(
        _COPIES,
        "verbs.unites_a_save_with",
        "merge",
        (Word("copies", "verbs.save", _SAVE.help, several=True),),
        (
            Option("--output", "verbs.the_new_file_in", "verbs.new", short="-o"),
            Option("--git", "verbs.what_git_calls_base", flag=True),
        ),
        ("tracker merge Torre", "tracker merge Torre ./copia.json -o ./unida.json"),
    ),
    "sync": Verb(
        _COPIES,
        "verbs.brings_your_copy_and",
        "sync",
        (
            Word(
                "remote",
                "verbs.user_host_save",
                "verbs.the_host_and_the",
            ),
            Word("save", "verbs.save", "verbs.the_one_here_without", needed=False),
        ),
        (
            Option("--live", "verbs.goes_on_and_each", flag=True),
            Option("--program", "verbs.where_the_program_is", "verbs.program", usual="tracker"),
        ),
        ("tracker sync bea@torre.example:Torre", "tracker sync torre.example:Torre --live"),
    ),
    "serve": Verb(
        _COPIES,
        "verbs.answers_sync_of_another",
        "serve",
        (
            Word(
                "save",
                "verbs.save",
                "verbs.a_save_or_a",
            ),
        ),
        (Option("--read-only", "verbs.gives_it_and_takes", flag=True),),
        ("tracker serve Torre", "tracker --kiosk --saves /srv/mesa serve /srv/mesa"),
        "verbs.the_line_was_cut",
    ),
    "git-setup": Verb(
        _COPIES,
        "verbs.teaches_the_git_repository",
        "git_setup",
        examples=("tracker git-setup",),
    ),
    "backups": Verb(
        _COPIES,
        "verbs.the_backups_of_a",
        "backups",
        (_SAVE,),
        (_JSON,),
        ("tracker backups Torre",),
    ),
    "restore": Verb(
        _COPIES,
        "verbs.goes_back_to_a",
        "backups",
        (_SAVE, Word("day", "verbs.day", "verbs.the_name_that_tracker", needed=False)),
        (
            Option("--to", "verbs.a_moment_of_the", "verbs.moment"),
            Option("--fork", "verbs.leaves_the_campaign_alone", "verbs.name"),
            _YES,
        ),
        ("tracker restore Torre bak", "verbs.tracker_restore_torre_bak", "tracker restore Torre --to -5"),
    ),
    "doctor": Verb(
        _COPIES,
        "verbs.checks_that_a_save",
        "doctor",
        (Word("save", "verbs.save", _SAVE.help, needed=False),),
        (Option("--repair", "verbs.repairs_the_save_what", flag=True), _JSON),
        ("tracker doctor", "tracker doctor Torre --repair"),
        "verbs.something_is_wrong_a",
    ),
    "library": Verb(
        _PROGRAM,
        "verbs.the_library_of_the",
        "library",
        (
            Word(
                "action",
                "|".join(LIBRARY_ACTIONS),
                "verbs.what_to_do_with",
                needed=False,
                choices=LIBRARY_ACTIONS,
                default=LIBRARY_ACTIONS[0],
            ),
            Word(
                "file",
                "verbs.file",
                "verbs.ends_in_json_or",
                needed=False,
            ),
        ),
        (
            _SYSTEM,
            Option("--skip-bad", "verbs.on_import_leaves_out", flag=True),
            Option("--yes", "verbs.on_paste_puts_it", flag=True),
            _JSON,
        ),
        ("tracker library", "verbs.tracker_library_export_library", "verbs.tracker_library_paste"),
    ),
    "game": Verb(
        _PROGRAM,
        "verbs.games_that_are_files",
        "game",
        (
            Word("action", "|".join(GAME_ACTIONS), "verbs.what_to_do_with_a_game", choices=GAME_ACTIONS),
            Word("name", "verbs.name", "verbs.the_game_or_the_campaign", needed=False),
            Word("file", "verbs.file", "verbs.the_new_text", needed=False),
        ),
        (Option("--yes", "verbs.on_update_asks_nothing", flag=True),),
        examples=("tracker game new ascuas", "tracker game check ascuas.toml", "tracker game list"),
        refused="verbs.the_game_has_faults",
    ),
    "config": Verb(
        _PROGRAM,
        "verbs.every_preference_and_every",
        "config_file",
        examples=("tracker config",),
    ),
    "completion": Verb(
        _PROGRAM,
        "verbs.what_completes_with_the",
        "completion",
        (Word("shell", "|".join(SHELLS), "verbs.for_which_shell", choices=SHELLS),),
        examples=("tracker completion bash",),
    ),
    "help": Verb(
        _PROGRAM,
        "verbs.the_help_of_a",
        "help",
        (
            Word("topic", "verbs.topic", "verbs.a_command_or_a", needed=False),
            Word("part", "verbs.verb", "verbs.json_of_verb", needed=False),
        ),
        (Option("--man", "verbs.the_whole_man_page", flag=True),),
        ("tracker help log", "verbs.tracker_help_dice", "tracker help json status"),
    ),
    "complete": Verb(
        "",
        "verbs.what_may_follow_an",
        "completion",
        (Word("words", "verbs.word", "verbs.what_has_been_typed", needed=False, several=True),),
    ),
}

OPTIONS = (
    Option("--saves", "verbs.the_folder_of_the", "verbs.folder"),
    Option("--gm", "verbs.who_you_are_in", "verbs.name"),
    Option("--lang", "verbs.the_language_else_tracker", choices=LANGUAGES),
    Option(
        "--theme",
        "verbs.the_colours_dark_light",
        "verbs.colours",
    ),
    Option("--plain", "verbs.letters_only_no_colour", flag=True),
    Option("--mouse", "verbs.with_a_mouse_over", flag=True),
    Option("--kiosk", "verbs.only_campaigns_of_the", flag=True),
    Option("--help", "verbs.this_help_behind_a", short="-h", flag=True),
    Option("--version", "verbs.the_version", short="-V", flag=True),
)
"""The options of every verb, at any place in the line."""


def shown_verbs() -> tuple[str, ...]:
    """Return the verbs that people type. `open` is the verb of a line without a verb."""
    return tuple(name for name, verb in VERBS.items() if verb.family and name != "open")


def near(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant.

    >>> near("statsu", ("status", "watch"))
    'status'
    """
    from difflib import get_close_matches  # noqa: PLC0415 - most words are known

    return next(iter(get_close_matches(word.casefold(), list(known), 1)), None)
