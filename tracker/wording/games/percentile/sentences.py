"""The words of Percentile: what happened, what cannot be done, its verbs."""

from tracker.wording.language import N_, counted

FACTS: dict[str, str] = {
    "last_light_out": N_(
        "Era la última luz encendida. Penumbra: la mitad de la habilidad. Oscuridad casi total: un cuarto. "
        "Oscuridad total: un cuarto, como mucho POD×3 o INT×3. La elige la orden «luz»."
    ),
    "impossible": N_("{who:name} no puede lograrlo con {skill}: falla sin tirar."),
    "automatic": N_("{who:name} lo logra sin tirar: {skill} {percent} llega al umbral de {threshold}."),
    "dimmed": N_("Por la luz, {skill} de {who:name} baja de {percent} a {lit}."),
    "tide_turned": N_("¡Crítico! Las tornas favorecen al grupo el resto de la escena."),
    "tide_over": N_("Las tornas vuelven a igualarse."),
    "opposed_won": N_(
        "{who:name}{dice_opposed:thrown} se impone (Factor Activo {active}, Pasivo {passive}: {chance} %)."
    ),
    "opposed_won_other": N_(
        "{who:name}{dice_opposed:thrown} se impone a {other:name} (Factor Activo {active}, Pasivo {passive}: "
        "{chance} %)."
    ),
    "opposed_lost": N_(
        "{who:name}{dice_opposed:thrown} no lo logra (Factor Activo {active}, Pasivo {passive}: {chance} %)."
    ),
    "opposed_lost_other": N_(
        "{who:name}{dice_opposed:thrown} no puede con {other:name} (Factor Activo {active}, Pasivo "
        "{passive}: {chance} %)."
    ),
    "opposed_automatic": N_("{who:name} lo logra sin tirar: Factor Activo {active}, Pasivo {passive}."),
    "opposed_automatic_other": N_(
        "{who:name} vence a {other:name} sin tirar: Factor Activo {active}, Pasivo {passive}."
    ),
    "opposed_impossible": N_("{who:name} no puede lograrlo: Factor Activo {active}, Pasivo {passive}."),
    "opposed_impossible_other": N_(
        "{who:name} no puede con {other:name}: Factor Activo {active}, Pasivo {passive}."
    ),
    "odds": N_("{who:name} tendría un {chance} % (Factor Activo {active}, Pasivo {passive})."),
    "odds_other": N_(
        "{who:name} tendría un {chance} % contra {other:name} (Factor Activo {active}, Pasivo {passive})."
    ),
    "set_back": N_("Pifia de {who:name}: su efecto lo cuenta la mesa."),
    "set_back_setback": N_("Pifia de {who:name}: {setback:setbacks}."),
    "put_right": N_("{who:name} deja atrás una pifia: {setback:setbacks}."),
    "impaled": N_("Empala: el daño se dobla, de {rolled} a {amount}."),
    "impaled_skill": N_(
        "Empala, por el resultado en {skill:attribute}: el daño se dobla, de {rolled} a {amount}."
    ),
    "strikes": N_("{who:name} golpea con {weapon}{dice_weapon:thrown}: {amount} de daño."),
    "harmed": N_(
        "{who:name} recibe {amount} de daño{by_effect:thrown}; no tiene PV apuntados: escríbelos en su ficha."
    ),
    "harmed_all": N_("Reciben {amount} de daño sin tener PV apuntados, que se escriben en su ficha: {whos}."),
    "damaged": N_("{who:name} pierde {amount} PV{by_effect:thrown}; le quedan {hit_points}."),
    "damaged_many": N_("Pierden {amount} PV{by_effect:thrown}: {whos}."),
    "no_hit_points_left": N_("{who:name} se queda sin PV: qué significa, lo dices tú."),
    "no_hit_points_left_all": N_("Se quedan sin PV, y qué significa lo dices tú: {whos}."),
    "healed": N_("{who:name} recupera {amount} PV{by_effect:thrown}; tiene {hit_points}."),
    "healed_many": N_("Recuperan {amount} PV{by_effect:thrown}: {whos}."),
    "marked": N_("{who:name} marca {skill} para mejorar."),
    "unmarked": N_("{who:name} borra la marca de {skill}."),
    "studies": N_("{who:name} empieza a estudiar {skill}: {days} días."),
    "studies_mentor": N_("{who:name} estudia {skill} con mentor ({mentor} %): {days} días."),
    "poor_mentor": N_("Un mentor con {mentor} % no ahorra tiempo a {who:name}: hace falta {needed} %."),
    "study_left": N_("{who:name} deja el estudio de {skill}: tiempo perdido."),
    "task": counted(
        "turns",
        "{who:name} empieza una tarea de {turns} turno.",
        "{who:name} empieza una tarea de {turns} turnos.",
    ),
    "task_text": counted(
        "turns",
        "{who:name} empieza: {text} ({turns} turno).",
        "{who:name} empieza: {text} ({turns} turnos).",
    ),
    "task_left": N_("{who:name} deja su tarea a medias; turnos que le quedaban: {turns}."),
    "task_left_text": N_("{who:name} deja a medias: {text}; turnos que le quedaban: {turns}."),
    "task_done": N_("{who:name} termina su tarea."),
    "task_done_text": N_("{who:name} termina: {text}."),
    "willed": N_(
        "Fuerza de voluntad: el último esfuerzo de {who:name}{dice_willpower:thrown} con {skill} sale bien."
    ),
    "catastrophe": N_(
        "Fuerza de voluntad: el último esfuerzo de {who:name}{dice_willpower:thrown} con {skill} acaba en un "
        "fracaso catastrófico."
    ),
    "improved": N_(
        "{who:name}{dice_improvement:thrown}{dice_study:thrown} mejora {skill} en "
        "{amount}{faces_gain:thrown}: ahora {percent} %."
    ),
    "no_better": N_(
        "{who:name}{dice_improvement:thrown}{dice_study:thrown} no mejora {skill}: sigue en {percent} %."
    ),
    "improvement_time": N_("Toca tirar por cada habilidad marcada."),
    "nothing_marked": N_("No hay ninguna habilidad marcada."),
    "light_set": N_("Luz de la escena: {light:light}."),
    "source_lit": N_("Fuente de luz: {source:source}; a {centimetres:distance} de ella la luz es normal."),
}
"""Sentence of each kind of fact."""

REFUSALS: dict[str, str] = {
    "no_skill": N_("{who:name} no tiene la habilidad {skill}. Hay: {known}."),
    "no_attribute": N_("{who:name} no tiene ese atributo: {attribute:attribute}."),
    "opposes_itself": N_("{who:name} no puede enfrentarse a sí: nombra a otra criatura o un número."),
    "opposed_to_what": N_("¿Contra qué? Nombra a una criatura o escribe el número del factor."),
    "not_suffered": N_("{who:name} no arrastra esa pifia: {condition:setbacks}."),
    "which_skill": N_("¿Con qué habilidad ataca {who:name}, {weapon}? Hay: {known}."),
    "no_weapon": N_("{who:name} no lleva esa arma. Hay: {known}."),
    "no_hit_points": N_("{who:name} no tiene PV apuntados: escríbelos en su ficha."),
    "studies_already": N_(
        "{who:name} ya estudia {skill}, y el estudio es intensivo: déjalo antes con «abandona»."
    ),
    "no_study": N_("{who:name} no estudia {skill}."),
    "mentors_itself": N_("{who:name} no puede ser su propio mentor."),
}

VERBS: dict[str, str] = {
    "test": "prueba",
    "attribute": "atributo",
    "opposed": "enfrenta",
    "odds": "opciones",
    "fumble": "pifia",
    "release": "libra",
    "attack": "ataca",
    "wound": "hiere",
    "damage": "daño",
    "heal": "cura",
    "mark": "marca",
    "study": "estudia",
    "leave_study": "abandona",
    "task": "tarea",
    "lighting": "luz",
    "sleep": "duerme",
    "eat": "come",
    "kill": "mata",
    "revive": "revive",
}
"""The Spanish verb of each act."""
