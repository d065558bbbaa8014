"""Refusals and notes of the store, as sentences."""

from tracker.wording.language import N_, counted

REFUSALS: dict[str, str] = {
    "not_in_vault": N_("«{path}» es un enlace: ahí no se escribe."),
    "no_block": N_("«{path}» ha perdido sus marcas {begin} y {end}: vuelve a ponerlas, o borra la nota."),
    "too_many_requests": N_("Hay demasiadas peticiones esperando: prueba dentro de un rato."),
    "already_sealed": N_("Tus dados ya están sellados: ábrelos antes con «abre»."),
    "nothing_sealed": N_("No tienes dados sellados: «sella» los sella."),
    "seal_secret_missing": N_(
        "El secreto del sello {seal} no está aquí: tira con dados de verdad (= caras) o sigue donde sellaste."
    ),
    "bad_name": N_(
        "«{name}» no sirve de nombre: hasta {longest} letras, cifras, espacios o guiones, sin «..» ni barras."
    ),
    "different_campaigns": N_("{one} y {other} son campañas distintas: solo se unen copias de una misma."),
    "disk_error": N_("El disco no responde bien ({reason}): {path}. Comprueba el disco antes de seguir."),
    "disk_full": N_("No cabe más en el disco o en tu cuota: {path}. Libera espacio."),
    "event_not_json": N_(
        "Esa acción no se puede guardar ({reason}): solo textos, números y listas de ellos."
    ),
    "event_too_big": N_(
        "Esa acción ocupa {size} KiB y caben {limit}: hazla en varias veces, o acorta el texto."
    ),
    "journal_failed": N_(
        "No se ha hecho: tu diario no se puede escribir ({reason}): {path}. "
        "Libera espacio o da permiso y repite la acción."
    ),
    "journal_unreadable": N_(
        "Tu diario no se puede leer ({reason}): {path}. Lo que no llegó a la partida sigue en él: da permiso."
    ),
    "newer_format": N_(
        "La partida es del formato {found} y esta versión entiende hasta el {known}: actualiza el programa."
    ),
    "no_backup": N_("No hay copia «{name}». Hay: {known}."),
    "no_campaign": N_(
        "Falta decir qué campaña empieza: el primer suceso necesita identificador, sistema y título."
    ),
    "no_folder": N_("No existe la carpeta de {path}: créala o elige otra."),
    "no_permission": N_("No tienes permiso para usar {path}: pídelo a quien lleve la carpeta."),
    "no_such_save": N_("No hay ninguna partida en {path}: mira «tracker list» o créala con «tracker new»."),
    "no_such_save_near": N_("No hay ninguna partida en {path}. ¿Será «{near}»?"),
    "not_a_file": N_("{path} no es un fichero corriente: una partida es un fichero .json."),
    "nothing_left": N_(
        "De {path} no queda nada con lo que seguir y no se ha tocado: "
        "pide su copia a otro director o recupera una anterior."
    ),
    "number_leaps": N_("Su número va muy por delante de los demás."),
    "numbers_exhausted": N_("La partida no admite más sucesos que {highest}: empieza otro capítulo."),
    "other_campaign": N_("En {path} hay ahora otra campaña y no se toca: devuelve «{title}» a su sitio."),
    "read_only_folder": N_(
        "En {path} no puedes escribir: la partida se lee, y lo que hagas queda solo en tu diario. "
        "Pide permiso."
    ),
    "read_only": N_(
        "{path} está en un disco de solo lectura: copia la partida a otro sitio para compartirla."
    ),
    "save_busy": N_("Otro proceso está escribiendo {path}: se intentará de nuevo."),
    "save_damaged": N_("{path} está dañada: ábrela y vuelve todo lo que aún se pueda leer."),
    "save_unreadable": N_("{path} está dañada o a medio escribir: si sigue así, que la abra quien dirige."),
    "save_exists": N_("Ya hay una partida en {path}: ábrela o elige otro nombre."),
    "save_is_link": N_("{path} es un enlace: usa la ruta del fichero al que apunta."),
    "save_grows": N_("{path} no deja de crecer mientras se lee: mira qué programa lo escribe."),
    "save_too_big": N_("{path} ocupa {size} MiB y el límite es {limit}: empieza otro capítulo."),
    "sticky_folder": N_(
        "En {path} cada uno solo toca lo suyo (bit «sticky») y la partida es de otro: "
        "lo que hagas queda solo en tu diario. Pide que lo quiten con «chmod -t»."
    ),
    "unknown_ending": N_("{path}: el nombre tiene que acabar en {known}."),
    "no_such_file": N_("No hay ningún fichero en {path}."),
    "file_too_big": N_("{path} ocupa más de {most} MiB: pártelo."),
    "not_utf8": N_("{path} no está en UTF-8: guárdalo así desde tu editor u hoja de cálculo."),
    "nothing_to_import": N_("En {path} no hay nada que traer."),
}

NOTES: dict[str, str] = {
    "shared": N_("Compartido."),
    "busy": N_("Sin compartir: otro está escribiendo. Se reintenta solo."),
    "failed": N_("Sin compartir, pero a salvo en tu diario."),
    "damaged": counted(
        "events",
        "La partida estaba dañada: ha vuelto un suceso y el original se guarda como {kept}.",
        "La partida estaba dañada: han vuelto {events} sucesos y el original se guarda como {kept}.",
    ),
    "gone": counted(
        "events",
        "La partida no estaba o estaba vacía: ha vuelto un suceso de tu diario y de la copia.",
        "La partida no estaba o estaba vacía: han vuelto {events} sucesos de tu diario y de la copia.",
    ),
    "git_conflict": N_(
        "Git dejó las dos partes de un conflicto: se han unido en {events} sucesos; lo que había, en {kept}. "
        "Dile a git que está resuelto con «git add»."
    ),
    "from_journal": counted(
        "events",
        "Un suceso que no llegó a la partida ha vuelto de tu diario.",
        "{events} sucesos que no llegaron a la partida han vuelto de tu diario.",
    ),
    "left_behind": counted(
        "events",
        "Un suceso que no llegó a «{name}», que ya no está donde estaba, ha entrado aquí desde tu diario.",
        "{events} sucesos que no llegaron a «{name}», que ya no está donde estaba, han entrado aquí desde tu "
        "diario.",
    ),
    "journal_prevails": counted(
        "events",
        "Un suceso tiene otra versión en tu diario, que es la que cuenta.",
        "{events} sucesos tienen otra versión en tu diario, que es la que cuenta.",
    ),
    "put_back": counted(
        "events",
        "A la partida le faltaba un suceso que ya tenía: se le ha devuelto.",
        "A la partida le faltaban {events} sucesos que ya tenía: se le han devuelto.",
    ),
    "written_again": N_(
        "El fichero de «{name}» ya no estaba: lo han movido o borrado. Se escribe otra vez, con todo."
    ),
    "renamed": N_(
        "Han renombrado la partida: es «{other}». Aquí se sigue en «{name}», escrita otra vez: "
        "lo nuevo no llega a la otra. «tracker merge» las une."
    ),
    "two_versions": counted(
        "events",
        "Un suceso tenía dos versiones: queda la misma en todas las copias, la otra está en {kept}.",
        "{events} sucesos tenían dos versiones: queda la misma en todas las copias, la otra está en {kept}.",
    ),
    "version_replaced": counted(
        "events",
        "Un suceso tenía otra versión en tu diario, y ahí sigue: queda la misma en todas las copias.",
        "{events} sucesos tenían otra versión en tu diario, y ahí sigue: queda la misma en todas las copias.",
    ),
    "long": N_(
        "La partida tiene {events} sucesos: «tracker chapter {name:shell} NOMBRE», o c en la lista de "
        "campañas, la sigue en otra con todo como está."
    ),
    "withheld": counted(
        "events",
        "Un suceso no es creíble: sigue en la partida, pero no cuenta.",
        "{events} sucesos no son creíbles: siguen en la partida, pero no cuentan.",
    ),
    "journal_set_aside": N_(
        "La cabecera de tu diario estaba dañada: sus líneas se han leído igual, se guarda como {kept} "
        "y se empieza otro diario."
    ),
    "journal_damaged": counted(
        "lines",
        "Una línea de tu diario está dañada y no se ha podido leer.",
        "{lines} líneas de tu diario están dañadas y no se han podido leer.",
    ),
    "journal_unreadable": REFUSALS["journal_unreadable"],
}

FINDINGS: dict[str, str] = {
    "damaged": counted(
        "events",
        "Está dañada: entre lo que se lee de ella, su copia y tu diario vuelve un suceso. "
        "Sus bytes se guardarían antes como {kept}.",
        "Está dañada: entre lo que se lee de ella, su copia y tu diario vuelven {events} sucesos. "
        "Sus bytes se guardarían antes como {kept}.",
    ),
    "git_conflict": N_(
        "Git dejó en ella las dos partes de un conflicto: juntas dan {events} sucesos. "
        "Lo que hay se guardaría antes como {kept}."
    ),
    "gone": counted(
        "events",
        "No está o está vacía: puede volver un suceso de tu diario y de su copia.",
        "No está o está vacía: pueden volver {events} sucesos de tu diario y de su copia.",
    ),
    "from_journal": counted(
        "events",
        "Le falta un suceso que está en tu diario.",
        "Le faltan {events} sucesos que están en tu diario.",
    ),
    "left_behind": counted(
        "events",
        "Le falta un suceso que está en tu diario y no llegó a «{name}», que ya no está donde estaba.",
        "Le faltan {events} sucesos que están en tu diario y no llegaron a «{name}», que ya no está donde "
        "estaba.",
    ),
    "journal_set_aside": N_(
        "La cabecera de tu diario estaba dañada: sus líneas se leen igual y el diario se guarda como {kept}."
    ),
    "journal_prevails": counted(
        "events",
        "Un suceso tiene otra versión en tu diario, que es la que cuenta: "
        "la de la partida se guardaría aparte.",
        "{events} sucesos tienen otra versión en tu diario, que es la que cuenta: "
        "la de la partida se guardaría aparte.",
    ),
}
"""Notes about damage that can be repaired, before the repair."""
