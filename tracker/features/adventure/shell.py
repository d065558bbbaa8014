"""`tracker prep` in the table of verbs."""

from tracker.cli.verb import PROGRAM, Option, Verb, Word

VERBS = {
    "prep": Verb(
        PROGRAM,
        "verbs.prep_verb",
        words=(
            Word("save", "verbs.save", "verbs.prep_save_help", needed=False),
            Word("file", "verbs.file", "verbs.prep_file_help", needed=False),
        ),
        options=(
            Option("--yes", "verbs.prep_yes_help", flag=True),
            Option("--write", "verbs.prep_write_help", flag=True),
            Option("--example", "verbs.prep_example_help", flag=True),
        ),
        examples=("tracker prep --example", "verbs.prep_example", "tracker prep Torre --write"),
        before="game",
    ),
}
