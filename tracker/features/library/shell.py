"""`tracker library` in the table of verbs."""

from tracker.cli.verb import JSON, PROGRAM, SYSTEM, Option, Verb, Word

_ACTIONS = ("list", "export", "import", "paste")

VERBS = {
    "library": Verb(
        PROGRAM,
        "verbs.library_verb",
        words=(
            Word(
                "action",
                "|".join(_ACTIONS),
                "verbs.library_action_help",
                needed=False,
                choices=_ACTIONS,
                default=_ACTIONS[0],
            ),
            Word(
                "file",
                "verbs.file",
                "verbs.library_file_help",
                needed=False,
                needed_after=("export", "import"),
                barred_after=("list",),
            ),
        ),
        options=(
            SYSTEM,
            Option("--skip-bad", "verbs.skip_bad_help", flag=True),
            Option("--yes", "verbs.paste_yes_help", flag=True),
            JSON,
        ),
        examples=("tracker library", "verbs.export_example", "verbs.paste_example"),
        pages=True,
        before="game",
    ),
}
