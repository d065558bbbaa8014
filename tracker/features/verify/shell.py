"""`tracker verify` in the table of verbs."""

from tracker.cli.verb import JSON, LOOK, SAVE, Verb

VERBS = {
    "verify": Verb(
        LOOK,
        "verbs.verify_verb",
        words=(SAVE,),
        options=(JSON,),
        examples=("tracker verify Torre",),
        refused="verbs.verify_failed",
        before="roll",
    ),
}
