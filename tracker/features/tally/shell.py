"""`tracker stats` in the table of verbs."""

from tracker.cli.verb import JSON, LOOK, QUERY, SAVE, Verb

VERBS = {
    "stats": Verb(
        LOOK,
        "verbs.stats_verb",
        words=(SAVE, QUERY),
        options=(JSON,),
        examples=("verbs.stats_example",),
        pages=True,
        before="roll",
    ),
}
