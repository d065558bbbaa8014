"""The verbs of the shell that belong to the core, and the options of all verbs."""

from collections.abc import Mapping

from tracker.cli.verb import COPIES, JSON, LOOK, PROGRAM, QUERY, SAVE, SYSTEM, Option, Verb, Word
from tracker.rules.games import SYSTEMS
from tracker.wording.language import LANGUAGES

FORMATS = ("text", "jsonl", "csv", "md")
SHELLS = ("bash", "zsh", "fish")


_PLAY, _LOOK, _DICE = "verbs.play", LOOK, "verbs.dice"
_PROGRAM = PROGRAM

_SAVE = SAVE
_EXPRESSION = Word("expression", "verbs.expression", "verbs.dice_help", several=True)
_GAMES = tuple(SYSTEMS)
GAME_ACTIONS = ("new", "check", "list", "show", "update", "pack", "add", "take")
_JSON = JSON
_SYSTEM = SYSTEM
_YES = Option("--yes", "verbs.others_help", flag=True)
_ASKED = Option("--yes", "verbs.asked_help", flag=True)
_SEED = Option("--seed", "verbs.seed_help", "N", number=True)

CORE: Mapping[str, Verb] = {
    "open": Verb(
        _PLAY,
        "verbs.open_verb",
        "open",
        (Word("save", "verbs.save", _SAVE.help, needed=False),),
        examples=("tracker Torre",),
    ),
    "demo": Verb(
        _PLAY,
        "verbs.demo_verb",
        "open",
        (Word("example", "verbs.game", _SYSTEM.help, needed=False),),
        (Option("--system", "verbs.same_as_word", "verbs.game"),),
        (f"tracker demo {_GAMES[1]}",),
        changes=True,
    ),
    "new": Verb(
        _PLAY,
        "verbs.new_verb",
        "campaigns",
        (Word("name", "verbs.name", "verbs.title_help"),),
        (_SYSTEM, Option("--game", "verbs.game_file_help", "verbs.game"), _JSON),
        ("verbs.new_example",),
        changes=True,
    ),
    "list": Verb(
        _PLAY, "verbs.list_verb", "campaigns", options=(_JSON,), examples=("tracker list",), pages=True
    ),
    "do": Verb(
        _PLAY,
        "verbs.do_verb",
        "do",
        (
            _SAVE,
            Word("line", "verbs.command", "verbs.command_help", needed=False, several=True),
        ),
        (_JSON, _SEED, _ASKED, Option("--try", "verbs.try_help", flag=True)),
        ("verbs.do_example", "verbs.do_json_example", "verbs.try_example"),
        "verbs.do_failed",
        changes=True,
    ),
    "chapter": Verb(
        _PLAY,
        "verbs.chapter_verb",
        "campaigns",
        (_SAVE, Word("name", "verbs.name", "verbs.chapter_title_help")),
        (_JSON,),
        examples=("tracker chapter Torre 'Torre II'",),
        changes=True,
    ),
    "status": Verb(
        _LOOK,
        "verbs.status_verb",
        "opened",
        (_SAVE,),
        (
            _JSON,
            Option("--full", "verbs.full_help", flag=True),
            Option("--at", "verbs.at_help", "verbs.moment"),
        ),
        ("tracker status Torre --json", "tracker status Torre --json --full", "tracker status Torre --at -5"),
        pages=True,
    ),
    "log": Verb(
        _LOOK,
        "verbs.log_verb",
        "log",
        (_SAVE, QUERY),
        (
            Option("--format", "verbs.format_help", choices=FORMATS, usual=FORMATS[0]),
            Option("--follow", "verbs.follow_help", short="-f", flag=True),
            Option("--since", "verbs.from_help", "verbs.moment"),
            Option("--between", "verbs.between_help", "verbs.moment_moment", pair=True),
            Option("--players", "verbs.players_help", flag=True),
        ),
        (
            "verbs.log_example",
            "tracker log Torre --follow --format jsonl",
            "tracker log Torre --players --follow --since now",
        ),
        pages=True,
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
        "verbs.odds_verb",
        "dice",
        (_EXPRESSION,),
        (_JSON,),
        ("tracker odds '4d6kh3 >= 12'",),
        pages=True,
    ),
    "merge": Verb(
        COPIES,
        "verbs.merge_verb",
        "merge",
        (Word("copies", "verbs.save", _SAVE.help, several=True),),
        (
            Option("--output", "verbs.merged_help", "verbs.new", short="-o"),
            Option("--git", "verbs.git_help", flag=True),
            _JSON,
        ),
        ("tracker merge Torre", "verbs.merge_example"),
        changes=True,
    ),
    "git-setup": Verb(
        COPIES,
        "verbs.git_setup_verb",
        "git_setup",
        examples=("tracker git-setup",),
        changes=True,
    ),
    "backups": Verb(
        COPIES,
        "verbs.backups_verb",
        "backups",
        (_SAVE,),
        (_JSON,),
        ("tracker backups Torre",),
        pages=True,
    ),
    "restore": Verb(
        COPIES,
        "verbs.restore_verb",
        "backups",
        (_SAVE, Word("day", "verbs.day", "verbs.backup_help", needed=False)),
        (
            Option("--to", "verbs.moment_help", "verbs.moment"),
            Option("--fork", "verbs.fork_help", "verbs.name"),
            _YES,
            _JSON,
        ),
        ("tracker restore Torre bak", "verbs.restore_example", "tracker restore Torre --to -5"),
        changes=True,
    ),
    "doctor": Verb(
        COPIES,
        "verbs.doctor_verb",
        "doctor",
        (Word("save", "verbs.save", _SAVE.help, needed=False),),
        (Option("--repair", "verbs.repair_help", flag=True), _JSON),
        ("tracker doctor", "tracker doctor Torre --repair"),
        "verbs.doctor_failed",
    ),
    "game": Verb(
        _PROGRAM,
        "verbs.game_verb",
        "game",
        (
            Word("action", "|".join(GAME_ACTIONS), "verbs.game_action_help", choices=GAME_ACTIONS),
            Word("target", "verbs.name", "verbs.game_target_help", needed=False),
            Word("file", "verbs.file", "verbs.game_file_word_help", needed=False),
        ),
        (Option("--yes", "verbs.on_update_asks_nothing", flag=True),),
        examples=(
            "verbs.game_new_example",
            "verbs.game_check_example",
            "tracker game list",
            "verbs.game_pack_example",
            "verbs.game_add_example",
        ),
        refused="verbs.game_failed",
    ),
    "config": Verb(
        _PROGRAM,
        "verbs.config_verb",
        "config_file",
        examples=("tracker config",),
        pages=True,
    ),
    "completion": Verb(
        _PROGRAM,
        "verbs.completion_verb",
        "completion",
        (Word("shell", "|".join(SHELLS), "verbs.shell_help", choices=SHELLS),),
        examples=("tracker completion bash",),
    ),
    "help": Verb(
        _PROGRAM,
        "verbs.help_verb",
        "help",
        (
            Word("topic", "verbs.topic", "verbs.topic_help", needed=False),
            Word("part", "verbs.verb_or_game", "verbs.part_help", needed=False),
        ),
        (Option("--man", "verbs.man_help", flag=True),),
        ("tracker help log", "verbs.help_example", "tracker help json status", "verbs.lines_example"),
        pages=True,
    ),
    "complete": Verb(
        "",
        "verbs.complete_verb",
        "completion",
        (Word("words", "verbs.word", "verbs.typed_help", needed=False, several=True),),
    ),
}
OPTIONS = (
    Option("--saves", "verbs.saves_help", "verbs.folder"),
    Option("--gm", "verbs.gm_help", "verbs.name"),
    Option("--lang", "verbs.lang_help", choices=LANGUAGES),
    Option(
        "--theme",
        "verbs.theme_help",
        "verbs.colours",
    ),
    Option("--plain", "verbs.plain_help", flag=True),
    Option("--mouse", "verbs.mouse_help", flag=True),
    Option("--quiet", "verbs.quiet_help", short="-q", flag=True),
    Option("--kiosk", "verbs.kiosk_help", flag=True),
    Option("--help", "verbs.help_option", short="-h", flag=True),
    Option("--version", "verbs.the_version", short="-V", flag=True),
)
"""The options of every verb, at any place in the line."""
