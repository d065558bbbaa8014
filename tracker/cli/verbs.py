"""The verbs of the shell and of the features, in one table.

Help, completion, the man page and the manual's page about the shell all come from it.
"""

from collections.abc import Mapping

from tracker.cli.core_verbs import CORE
from tracker.cli.verb import Verb
from tracker.feature_list import FEATURES, insert_rows

FEATURE_OF = {verb: each for each in FEATURES if each.shell for verb in each.shell.verbs()}
"""The feature of each verb that does not belong to the core."""


def _with_features() -> dict[str, Verb]:
    own = {verb: row for each in FEATURES if each.shell for verb, row in each.shell.verbs().items()}
    every = {**CORE, **own}
    return {verb: every[verb] for verb in insert_rows([*CORE], own, str, lambda verb: own[verb].before)}


VERBS: Mapping[str, Verb] = _with_features()
"""The verbs, in the order of the help."""


def shown_verbs() -> tuple[str, ...]:
    """Return the verbs that people type."""
    # `open` is what a line without a verb does.
    return tuple(name for name, verb in VERBS.items() if verb.family and name != "open")
