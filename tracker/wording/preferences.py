"""Refusals of preferences, and the descriptions in `tracker config`."""

from tracker.wording.language import N_

REFUSALS: dict[str, str] = {
    "config_no_file": N_("{path} no es un fichero corriente: se juega con lo de siempre."),
    "config_unreadable": N_("{path} no se puede leer ({reason}): se juega con lo de siempre."),
    "config_wrong": N_("{path} no es TOML ({reason}): se juega con lo de siempre."),
    "config_kept": N_("Preferencia sin guardar: no es TOML ({reason}), y sigue como estaba {path}."),
    "config_not_ours": N_("Dura hasta salir: no es tuyo, o es de solo lectura, {path}."),
    "config_changed": N_("Preferencia sin guardar: acaba de cambiar {path}; elige otra vez."),
    "config_not_edited": N_("Preferencia sin guardar: escribe tú {line} en {path}."),
    "unknown_preference": N_("«{name}» no es ninguna preferencia. Hay: {known}."),
    "bad_preference": N_("{name} = {value} no vale: {known}."),
    "unknown_binding": N_("[keys] «{name}» no es ninguna acción: «tracker config» las nombra todas."),
    "unknown_key": N_("[keys] {name}: «{key}» no es ninguna tecla."),
    "key_is_another": N_("[keys] {name}: en una terminal {key} es {other}."),
    "key_is_kept": N_("[keys] {name}: {key} siempre sale del programa."),
    "key_is_typed": N_("[keys] {name}: {key} sirve para escribir: hace falta una tecla que no escriba nada."),
    "key_clash": N_(
        "[keys] {name}: la tecla {key} ya es de {other} en el mismo sitio; se queda como estaba."
    ),
}

EXAMPLE = {
    "theme": N_(
        "Colores: dark, light, contrast, 16 (los de la terminal), own (los de [colours]) o uno de los de "
        "Textual, como nord. Con NO_COLOR no hay ninguno."
    ),
    "colours": N_("Tus colores, que se eligen con own. Los que faltan se deducen de los demás."),
    "language": N_("Idioma: es o en. --lang y TRACKER_LANG mandan más."),
    "interval": N_("Lo que pasa con una sola tecla en Exploración: 10m, 1h, 30s …"),
    "timer": N_("Tiempo de verdad en la línea de arriba: off, turn (el turno), evening (la sesión) o both."),
    "overdue": N_("Desde cuándo un turno se alarga y se resalta: 3m, 5m …; off, nunca."),
    "bell": N_("La campana de la terminal: off, overdue (turno largo), waiting (algo pendiente) o both."),
    "cursor": N_("El cursor de la terminal se ve en la selección, para lectores de pantalla y lupas."),
    "plain": N_("Solo letras: sin color, sin bloques ni flechas, con el cursor a la vista."),
    "mouse": N_("Con ratón: pestañas, filas, la línea de teclas y la rueda. Por ssh, solo con --mouse."),
    "keys": N_("Teclas: la acción y su tecla, o varias con comas. La coma se escribe comma."),
}
