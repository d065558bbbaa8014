"""The words for the columns of a library file."""

from tracker.rules.systems import system_of
from tracker.session.exchange.element import Names
from tracker.session.sheet_fields import second_of
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
    """Return the words for each column of a game's library, those of the language in use first.

    An attribute's value goes by the attribute's own name too.
    """
    words, fields = words_of(system), system_of(system).fields
    ids = {id_: ("column", id_) for id_ in _COLUMNS} | {field.id: ("field", field.id) for field in fields}
    names = {id_: synonyms(words, *key)[:-1] for id_, key in ids.items()}
    for field in fields:
        if second_of(system_of(system), field) and len(field.path) > 1:
            names[field.id] += synonyms(words, "attribute", field.path[1])[:-1]
    return names
