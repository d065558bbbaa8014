"""`tracker watch` in the table of verbs."""

from tracker.cli.verb import LOOK, SAVE, Option, Verb

VERBS = {
    "watch": Verb(
        LOOK,
        "verbs.watch_verb",
        words=(SAVE,),
        options=(
            Option("--json", "verbs.live_json_help", flag=True),
            Option("--web", "verbs.web_help", flag=True),
            Option("--port", "verbs.page_port", "N", number=True),
            Option("--bind", "verbs.bind_help", "verbs.address"),
            Option("--token-file", "verbs.token_help", "verbs.file"),
            Option("--ask", "verbs.ask_help", flag=True),
        ),
        examples=("tracker watch Torre", "tracker watch Torre --json", "tracker watch Torre --web --ask"),
        before="log",
    ),
}
