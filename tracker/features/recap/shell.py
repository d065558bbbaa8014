"""`tracker recap` in the table of verbs."""

from tracker.cli.verb import JSON, LOOK, SAVE, Option, Verb

FORMATS = ("text", "md", "html")

VERBS = {
    "recap": Verb(
        LOOK,
        "verbs.recap_verb",
        words=(SAVE,),
        options=(
            Option("--last", "verbs.last_help", flag=True),
            Option("--evening", "verbs.session_help", "N", number=True),
            Option("--all", "verbs.all", flag=True),
            Option("--players", "verbs.players_help", flag=True),
            Option("--format", "verbs.format_help", choices=FORMATS, usual=FORMATS[0]),
            JSON,
            Option("--output", "verbs.output_help", "verbs.file", short="-o"),
            Option("--vault", "verbs.vault_help", "verbs.folder"),
        ),
        examples=("tracker recap Torre", "verbs.recap_example"),
        pages=True,
        before="roll",
    ),
}
