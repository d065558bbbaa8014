"""The words for the columns of a library file."""

from tracker.rules.systems import system_of
from tracker.session.exchange.columns import Names
from tracker.wording.language import DEFAULT, N_, _
from tracker.wording.words import term, words_of, words_of_language

_COLUMNS = {
    "name": N_("Nombre"),
    "notes": N_("Notas"),
    "encounter": N_("Encuentro"),
    "creature": N_("Criatura"),
    "count": N_("Cuántos"),
    "kit": N_("Equipo"),
    "item": N_("Objeto"),
    "die": N_("Dado"),
    "trigger": N_("Detonante"),
    "every": N_("Cada"),
    "light": N_("Luz"),
    "outcome": N_("Desenlace"),
    "when": N_("Cuándo se tira"),
    "table": N_("Tabla"),
    "dice": N_("Dados"),
    "low": N_("Desde"),
    "high": N_("Hasta"),
    "text": N_("Texto"),
}


def column_names(system: str) -> Names:
    """Return the words for each column of a game's library, in the language in use and in Spanish."""
    words, spanish = words_of(system), words_of_language(system, DEFAULT)
    columns = {id_: (_(word), word) for id_, word in _COLUMNS.items()}
    columns |= {
        field.id: (term(words, "field", field.id), term(spanish, "field", field.id))
        for field in system_of(system).fields
    }
    return {id_: tuple(dict.fromkeys(known)) for id_, known in columns.items()}
