"""The words for the columns of a library file."""

from tracker.rules.systems import system_of
from tracker.session.exchange.columns import Names
from tracker.wording.language import DEFAULT
from tracker.wording.words import term, words_of, words_of_language

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
    """Return the words for each column of a game's library, in the language in use and in Spanish."""
    words, spanish = words_of(system), words_of_language(system, DEFAULT)
    ids = {id_: ("column", id_) for id_ in _COLUMNS} | {
        field.id: ("field", field.id) for field in system_of(system).fields
    }
    columns = {id_: (term(words, *key), term(spanish, *key)) for id_, key in ids.items()}
    return {id_: tuple(dict.fromkeys(known)) for id_, known in columns.items()}
