"""The words for the columns of a library file."""

from tracker.rules.systems import system_of
from tracker.session.exchange.columns import Names
from tracker.wording.words import synonyms, words_of

_COLUMNS = (
    "name",
    "notes",
    "encounter",
    "creature",
    "count",
    "kit",
    "item",
    "die",
    "trigger",
    "every",
    "light",
    "outcome",
    "when",
    "table",
    "dice",
    "low",
    "high",
    "text",
)


def column_names(system: str) -> Names:
    """Return the words for each column of a game's library, those of the language in use first."""
    words = words_of(system)
    ids = {id_: ("column", id_) for id_ in _COLUMNS} | {
        field.id: ("field", field.id) for field in system_of(system).fields
    }
    return {id_: synonyms(words, *key)[:-1] for id_, key in ids.items()}
