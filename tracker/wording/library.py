"""Words of the library: its facts and refusals."""

from tracker.wording.language import N_, counted

FACTS = {
    "shelved_template": N_("A la biblioteca, plantilla: {name}."),
    "shelved_lineup": N_("A la biblioteca, encuentro: {name} ({count})."),
    "shelved_kit": counted(
        "count",
        "A la biblioteca, equipo: {name} ({count} objeto).",
        "A la biblioteca, equipo: {name} ({count} objetos).",
    ),
    "shelved_table": counted(
        "rows",
        "A la biblioteca, tabla: {name} ({rows} fila).",
        "A la biblioteca, tabla: {name} ({rows} filas).",
    ),
    "unshelved": N_("Fuera de la biblioteca: {name}."),
    "stocked": counted(
        "count",
        "A la biblioteca: {count} cosa de un fichero (ya estaban y cambian: {known}).",
        "A la biblioteca: {count} cosas de un fichero (ya estaban y cambian: {known}).",
    ),
    "library_undone": N_("En la biblioteca, deshecho: {event:event}"),
    "library_redone": N_("En la biblioteca, rehecho: {event:event}"),
}

REFUSALS = {
    "nobody_to_shelve": N_("En «{name}» no hay más que el grupo: no queda nadie que guardar."),
    "nothing_to_shelve": N_("No lleva nada que guardar: dale algo con «lleva»."),
    "lineup_lacks": N_("Al encuentro «{name}» le faltan criaturas en la biblioteca: {missing}."),
    "unknown_kit": N_("No hay ningún equipo «{name}» en la biblioteca. Hay: {known}."),
    "not_in_library": N_("No hay nada que se llame «{name}» en la biblioteca. Hay: {known}."),
    "repeated_name": N_("«{name}» sale dos veces: deja una."),
    "too_many_cells": N_("tiene más celdas que columnas hay ({most}): pon comillas a lo que lleve comas."),
    "no_name_column": N_(
        "La primera fila tiene que decir las columnas, con «name» (o «encounter», «kit», «table») entre "
        "ellas. Valen: {known}."
    ),
    "not_csv": N_("La fila {row} no es CSV: mira sus comillas."),
    "not_json": N_("Eso no es JSON: mira la línea {row}."),
    "no_front_matter": N_(
        "Eso no es una nota con datos: tiene que empezar por una línea «---» y cerrarlos con otra."
    ),
    "bad_front_matter": N_(
        "no se entiende la línea {row}: «{value}». Valen «clave: valor», «clave: [a, b]» y listas con «-»."
    ),
    "not_a_library": N_("Eso no es una biblioteca: falta «library» o una de sus listas no es una lista."),
    "newer_library": N_(
        "Esa biblioteca es del formato {found} y esta versión entiende hasta el {known}: "
        "actualiza el programa."
    ),
    "other_system": N_(
        "Esa biblioteca es de otro juego ({found}), no de {system}: ese juego se dice con --system."
    ),
    "not_importable": N_("«{value}» no es lo que ahí tiene que haber."),
    "kit_in_use": N_("{name}: en un equipo nada tiene dueño ni está en uso; quita «owner», «active», «due»."),
    "file_exists": N_("Ya hay algo en {path}: elige otro nombre o bórralo antes."),
}
