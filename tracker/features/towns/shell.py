"""`tracker sync` and `serve` in the table of verbs."""

from tracker.cli.verb import COPIES, Option, Verb, Word

VERBS = {
    "sync": Verb(
        COPIES,
        "verbs.sync_verb",
        words=(
            Word("remote", "verbs.remote_shown", "verbs.remote_help"),
            Word("save", "verbs.save", "verbs.local_help", needed=False),
        ),
        options=(
            Option("--live", "verbs.sync_live_help", flag=True),
            Option("--json", "verbs.live_sync_json", flag=True),
            Option("--program", "verbs.program_help", "verbs.program", usual="tracker"),
        ),
        examples=("tracker sync bea@torre.example:Torre", "tracker sync torre.example:Torre --live"),
        changes=True,
        before="git-setup",
    ),
    "serve": Verb(
        COPIES,
        "verbs.serve_verb",
        words=(Word("save", "verbs.save", "verbs.served_help"),),
        options=(Option("--read-only", "verbs.read_only_help", flag=True),),
        examples=("tracker serve Torre", "verbs.serve_example"),
        refused="verbs.link_failed",
        changes=True,
        before="git-setup",
    ),
}
