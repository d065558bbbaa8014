"""The words of Horror: what happened, what cannot be done, its verbs."""

from tracker.wording.language import N_

FACTS: dict[str, str] = {
    "last_light_out": N_(
        "Era la última luz encendida. Si no ven, el DJ decide qué es DIFÍCIL: −2 a la tirada."
    ),
    "rating_used": N_("La tirada que {who:name} tenía guardada cuenta: {difficulty:difficulty}."),
    "table_says": N_("Tabla de {table:table} ({total}): {text}."),
    "out_of_reach": N_("{who:name} no alcanza a {target:name} desde donde está."),
    "task": N_(
        "Tarea de {who:name}, resultado {total}{faces_task:thrown}: di cuánto tarda y pásalo con «intervalo»."
    ),
    "task_text": N_("Tarea de {who:name}, resultado {total}{faces_task:thrown}: {text}."),
    "next_rated": N_("La próxima tirada de {who:name} es {difficulty:difficulty}."),
    "next_rated_target": N_(
        "La próxima tirada de {who:name} contra {target:name} es {difficulty:difficulty}."
    ),
    "stray_bullet": N_("Bala perdida: el ataque de {who:name} alcanza a un inocente."),
    "stray_bullet_text": N_("Bala perdida de {who:name}: {text}."),
    "consequence": N_("{who:name} carga con una consecuencia: la cuenta la mesa."),
    "consequence_text": N_("Consecuencia para {who:name}: {text}."),
    "became_exposed": N_("{who:name} queda VULNERABLE: sus bonificaciones no cuentan."),
    "became_exposed_target": N_(
        "{who:name} queda VULNERABLE ante {target:name}: sus bonificaciones no cuentan."
    ),
    "became_out_of_reach": N_("{who:name} queda VULNERABLE: no alcanza a su atacante."),
    "became_out_of_reach_target": N_("{who:name} queda VULNERABLE: no alcanza a {target:name}."),
    "recovered_position": N_("{who:name} ya no es VULNERABLE."),
    "strikes": N_("{who:name} hiere con {weapon}{dice_weapon:thrown}: {amount} de daño."),
    "hits": N_("{who:name} hiere: {amount} de daño."),
    "one_weapon": N_(
        "Atacan varios, pero solo cuenta un arma: {weapon} de {who:name}{dice_weapon:thrown}, {amount} de "
        "daño."
    ),
    "only_harm": N_("Solo cabía herir: 1 PV."),
    "armour_ignored": N_("La armadura de {who:name} no cuenta."),
    "armour_ignored_armour": N_("La armadura de {who:name} no cuenta: {armour}."),
    "armour_worn": N_("{who:name} lleva {armour}: si detiene algo, escribe «armadura N»."),
    "armour_stops": N_("La armadura de {who:name} ({armour}) detiene {amount}."),
    "damaged": N_("{who:name} pierde {amount} PV{by_effect:thrown}; le quedan {hit_points}."),
    "damaged_many": N_("Pierden {amount} PV{by_effect:thrown}: {whos}."),
    "struck_down": N_("{who:name} cae y queda fuera de combate."),
    "struck_down_all": N_("Caen y quedan fuera de combate: {whos}."),
    "fell": N_("{who:name} cae a 0 PV y empieza a morir."),
    "fell_all": N_("Caen a 0 PV y empiezan a morir: {whos}."),
    "dying": N_(
        "{who:name} se muere: le quedan {turns} TURNOS{faces_dying:thrown} si nadie pasa uno a su lado."
    ),
    "fading": N_("{who:name} sigue muriéndose; TURNOS que le quedan: {turns}."),
    "out_of_turns": N_("A {who:name} se le acaban los TURNOS: muere si el DJ no dice otra cosa."),
    "healed": N_("{who:name} recupera {amount} PV{by_effect:thrown}; tiene {hit_points}."),
    "healed_many": N_("Recuperan {amount} PV{by_effect:thrown}: {whos}."),
    "held_on": N_("{who:name} se aferra a la vida: ya no se muere."),
    "brought_back": N_("{helper:name} pasa un TURNO con {who:name}: se levanta con 1 PV y una cicatriz."),
    "scarred": N_("{who:name} queda con una cicatriz{dice_scar:thrown}{dice_cosmetic:thrown}: {scar:scars}."),
    "changing": N_("Cambio cosmético en {who:name}{dice_scar:thrown}: un d6 dice cuál."),
    "may_learn": N_("{who:name} aprende un hechizo: di cuál con «aprende»."),
    "learnt": N_("{who:name} aprende {text}."),
    "shaken": N_(
        "{who:name} pierde {amount} de Cordura{by_effect:thrown}{dice_stress:thrown}; le quedan {sanity}."
    ),
    "shaken_many": N_("Pierden {amount} de Cordura{by_effect:thrown}: {whos}."),
    "calmed": N_(
        "{who:name} recupera {amount} de "
        "Cordura{by_effect:thrown}{dice_activity:thrown}{dice_zero_sanity:thrown}; tiene {sanity}."
    ),
    "broke": N_("La Cordura de {who:name} llega a 0: tiene que elegir."),
    "chose": N_("{who:name} hace su elección."),
    "chose_text": N_("{who:name} elige{dice_table:thrown}: {text}."),
    "lost_for_good": N_("{who:name} pierde {amount} de Cordura para siempre; su máximo es {sanity}."),
    "became_npc": N_("{who:name} enloquece del todo y pasa a ser PNJ."),
    "enjoyed": N_("{who:name} disfruta de su actividad favorita."),
    "enjoyed_text": N_("{who:name} disfruta de lo que le gusta: {text}."),
    "enjoyed_again": N_("No es la primera vez de {who:name} en esta sesión."),
    "failure": N_("Por fallar {who:name}{dice_table:thrown}: {text}."),
    "event": N_(
        "Algo debería ocurrir: el antagonista cambia de táctica, llegan refuerzos, cambia el terreno."
    ),
    "session_counted": N_("En la próxima sesión se recupera toda la Cordura."),
    "sanity_restored": N_("Segunda sesión: se recupera toda la Cordura perdida."),
    "round": N_("TURNO {round}."),
    "round_passed": N_("Pasa un TURNO ({seconds:duration})."),
    "turn_passed": N_("Pasa un TURNO ({seconds:duration})."),
    "turn_who": N_("Actúa {who:name}."),
    "encounter_ended": N_("Termina el encuentro: {name}, TURNO {rounds}."),
    "surprised": N_("{who:name}, por sorpresa, pierde este TURNO."),
    "surprised_all": N_("Pierden este TURNO, por sorpresa: {whos}."),
    "initiative_clear": N_("La iniciativa se decide de nuevo cada TURNO."),
    "initiative_reroll": N_("La iniciativa que se tiró se tira de nuevo cada TURNO."),
    "lasts_rounds": N_("Durante {passes} TURNOS."),
    "slept_soundly": N_("{who:name} vuelve a {sanity} de Cordura."),
}
"""Sentence of each kind of fact."""

REFUSALS: dict[str, str] = {
    "no_attribute": N_("{who:name} no tiene ese atributo: {attribute:attribute}."),
    "no_target": N_("¿A quién? Di contra quién va: «herir» y un nombre."),
    "wounds_itself": N_("{who:name} no puede herirse con su propio ataque: usa «daño»."),
    "no_weapon": N_("{who:name} no lleva esa arma. Hay: {known}. También vale una cantidad: 3 o 1d6."),
    "which_weapon": N_("Solo se usa un arma: di cuál, {known}."),
    "not_suffered": N_("{who:name} no es vulnerable."),
    "not_dying": N_("{who:name} no se está muriendo."),
    "helps_itself": N_("{who:name} no puede ayudarse: nombra a quien pasa el TURNO a su lado."),
    "helper_down": N_("{who:name} también está a 0 PV y no puede ayudar."),
    "help_needs_a_turn": N_("{who:name} acaba de caer: la ayuda pide un TURNO entero, el siguiente."),
    "already_dead": N_("A {who:name} no le quedan TURNOS: resuelve su muerte u omítela y usa «cura»."),
    "no_sanity": N_("{who:name} no tiene Cordura que contar."),
    "not_broken": N_("{who:name} no tiene ninguna elección pendiente: eso llega con 0 de Cordura."),
    "no_such_weapon": N_("No hay arma número {chosen}: hay {weapons}."),
}

VERBS: dict[str, str] = {
    "test": "prueba",
    "consequence": "consecuencia",
    "task": "tarea",
    "next_roll": "próxima",
    "attack": "ataca",
    "wound": "hiere",
    "damage": "daño",
    "heal": "cura",
    "help": "socorre",
    "scar": "cicatriz",
    "condition": "estado",
    "release": "libra",
    "sanity": "cordura",
    "stress": "estrés",
    "calm": "serena",
    "activity": "actividad",
    "trauma": "merma",
    "choose": "elige",
    "learn": "aprende",
    "sleep": "duerme",
    "eat": "come",
    "kill": "mata",
    "revive": "revive",
}
"""The Spanish verb of each act."""
