"""The words of Margin: what happened, what cannot be done, its verbs."""

from tracker.wording.language import N_

FACTS: dict[str, str] = {
    "last_light_out": N_(
        "Era la última luz encendida. Si no ven, quien dirige decide cuántas penalizaciones: buscar con solo "
        "la pantalla del teléfono ya es 1."
    ),
    "checked": N_("{who:name} saca {total} en el d20 contra {characteristic} {value}."),
    "checked_bonus": N_(
        "{who:name} saca {total} (d20 {die} − {bonus} de bonificación) contra {characteristic} {value}."
    ),
    "checked_penalty": N_(
        "{who:name} saca {total} (d20 {die} + {penalty} de penalización) contra {characteristic} {value}."
    ),
    "check_spectacular_success": N_("¡Éxito espectacular! Margen {margin}: {band:band}."),
    "check_success": N_("Éxito, margen {margin}: {band:band}."),
    "check_marginal_success": N_("Éxito marginal, margen 0: {band:band}."),
    "check_failure": N_("Fallo por {margin}: {severity:severity}."),
    "check_disastrous_failure": N_("¡Fallo desastroso! Margen de fallo {margin}, y algún perjuicio mayor."),
    "check_disastrous_failure_severity": N_(
        "¡Fallo desastroso! Margen de fallo {margin}: {severity:severity}, y además algún perjuicio mayor."
    ),
    "minimum_full": N_("Alcanza el margen mínimo de {minimum}."),
    "minimum_partial": N_(
        "No llega al margen mínimo de {minimum}: quien dirige decide si se logra de forma imperfecta."
    ),
    "contest_won": N_("{who:name} gana a {other:name} con un margen de {margin}."),
    "contest_tied": N_("Empate entre {who:name} y {other:name}: se repite o se queda así."),
    "group_succeeded": N_("Esfuerzo grupal de {count}: suman {total} y lo consiguen."),
    "group_failed": N_("Esfuerzo grupal de {count}: suman {total} y no lo consiguen."),
    "helped": N_("{who:name} ayuda a {other:name}: bonificación de {bonuses} en su próxima tirada."),
    "helped_characteristic": N_(
        "{who:name} ayuda a {other:name}: bonificación de {bonuses} en su próxima tirada de {characteristic}."
    ),
    "help_waits": N_("La ayuda para {characteristic} no cuenta aquí: {who:name} la conserva."),
    "help_withdrawn": N_("{who:name} ya no ayuda a {other:name}."),
    "task_begun": N_("{who:name} emprende {characteristic}: margen {target}, turnos de {seconds:duration}."),
    "task_begun_what": N_(
        "{who:name} emprende {what} ({characteristic}): margen {target}, turnos de {seconds:duration}."
    ),
    "task_worked": N_("Lleva {accumulated} de {target}."),
    "task_done": N_("{who:name} termina {characteristic}. Turnos: {turns}."),
    "task_done_what": N_("{who:name} termina {what}. Turnos: {turns}."),
    "task_given_up": N_("{who:name} abandona {characteristic}."),
    "task_given_up_what": N_("{who:name} abandona {what}."),
    "races": N_("{who:name} compite: {characteristic}, hasta {target}."),
    "race_won": N_("{who:name} llega antes ({accumulated} de {target}) y gana por {margin}."),
    "race_tied": N_("{who:name} y {other:name} llegan a la vez: empate."),
    "exhausted": N_("{who:name} marca {amount} de agotamiento; tiene {points}."),
    "exhausted_many": N_("Marcan {amount} de agotamiento: {whos}."),
    "recovered": N_("{who:name} se repone de {amount} de agotamiento; tiene {points}."),
    "recovered_many": N_("Se reponen de {amount} de agotamiento: {whos}."),
    "exhaustion_told": N_("Con {points} de agotamiento: {text}."),
    "exhaustion_untold": N_("Qué supone lo dice quien dirige (o su tabla «agotamiento»)."),
    "bonus_given": N_("{who:name} tiene bonificación de {dice}: {cause}."),
    "bonus_given_characteristic": N_("{who:name} tiene bonificación de {dice} en {characteristic}: {cause}."),
    "penalty_given": N_("{who:name} tiene penalización de {dice}: {cause}."),
    "penalty_given_characteristic": N_(
        "{who:name} tiene penalización de {dice} en {characteristic}: {cause}."
    ),
    "modifier_removed": N_("{who:name}: ya no cuenta «{cause}»."),
    "died": N_("{who:name} muere."),
    "died_all": N_("Mueren {whos}."),
    "slept": N_("{who:name} duerme {seconds:duration}."),
    "slept_all": N_("Duermen {seconds:duration}: {whos}."),
}
"""Sentence of each kind of fact."""

REFUSALS: dict[str, str] = {
    "dead": N_("{who:name} ha muerto: usa «revive» si vuelve a la vida."),
    "not_dead": N_("{who:name} está con vida."),
    "no_such_characteristic": N_("{who:name} no tiene {name}: añádela en su ficha (f). Tiene: {known}."),
    "opposes_itself": N_("{who:name} no puede enfrentarse a sí: nombra a otra criatura."),
    "helps_itself": N_("{who:name} no puede ayudarse a sí: nombra a otra criatura."),
    "helps_not": N_("{who:name} no ayuda a {other:name}."),
    "task_turn_untold": N_("Falta cuánto dura cada turno: escribe por ejemplo 10m, o «ajuste turno 10»."),
    "no_task": N_("{who:name} no tiene ninguna acción extendida: empieza con «emprende»."),
    "task_too_long": N_(
        "La acción de {who:name} va por turnos de {seconds:duration}: no cabe en un turno del encuentro. "
        "Espera a que acabe, o saca antes a {who:name} con «quita»."
    ),
    "needs_rivals": N_("Para competir hacen falta dos o más: nómbralos con comas."),
    "already_complete": N_("Esa acción ya ha llegado a su margen de {target}."),
    "empty_modifier": N_("Falta cuánto (bonificación 1, penalización 2) o su causa."),
    "no_such_modifier": N_("No hay nada por «{cause}». Hay: {known}."),
    "not_exhausted": N_("{who:name} no tiene agotamiento que quitar."),
    "margin_of_failure": N_("{margin} es un margen de fallo: no está en la tabla de éxitos."),
    "margin_of_success": N_("{margin} es un margen de éxito: no dice cómo de grave es un fallo."),
    "nobody_takes_part": N_("Nadie toma parte en el esfuerzo grupal: nombra a quienes tiran."),
}

VERBS: dict[str, str] = {
    "test": "prueba",
    "opposed": "enfrenta",
    "group": "juntos",
    "help": "ayuda",
    "begin": "emprende",
    "work": "prosigue",
    "race": "compite",
    "give_up": "abandona",
    "exhaust": "agota",
    "recover": "repone",
    "modifier": "modifica",
    "unmodify": "desmodifica",
    "kill": "mata",
    "revive": "revive",
    "sleep": "duerme",
    "eat": "come",
}
"""The Spanish verb of each act on the command line; its id is the English one."""
