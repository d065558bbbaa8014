"""The rules of Chronicle in short, for the searchable rules sheet, by the ids of the catalogue."""

from tracker.wording.language import N_

RULES: dict[str, str] = {
    "R1-001": N_("Estas reglas cubren la exploración; el combate se anota con daño y estados."),
    "R1-002": N_("Sin peligro no se tira: basta con explicar qué se hace y dedicarle tiempo."),
    "R1-003": N_("El jugador dice qué busca y cómo; el Cronista decide si sale, si no o si se tira."),
    "R1-004": N_("Tirada de Atributo: 1d20 contra la DA de ese Atributo."),
    "R1-005": N_("Igualar o superar la DA es un éxito."),
    "R1-006": N_("Quedar por debajo de la DA es un fallo."),
    "R1-007": N_("Un 20 natural es un Crítico: éxito seguro y algo más, a gusto del Cronista."),
    "R1-008": N_("Un 1 natural es un Fracaso: se falla aunque el total llegue a la DA."),
    "R1-009": N_("El Cronista cuenta qué cambia tras la tirada."),
    "R1-010": N_("No se tira lo que cabe en un Intervalo, sin amenaza y sin interés en el fallo."),
    "R1-011": N_("Se tira si falta conocimiento o el trasfondo lo estorba."),
    "R1-012": N_("Con prisa, cuenta atrás, riesgo o duda se tira siempre."),
    "R1-013": N_("Salvación: tirada de Atributo para defenderse de un peligro."),
    "R1-014": N_("Salva Fuerza: golpes que no se esquivan, caídas, aplastamiento."),
    "R1-015": N_("Salva Agilidad: lo que se esquiva, ataques, proyectiles."),
    "R1-016": N_("Salva Resistencia: veneno, enfermedad, necrosis."),
    "R1-017": N_("Salva Mente: parálisis mágica, maldiciones, geas."),
    "R1-018": N_("Salva Intuición: engaños, ilusiones, percepción alterada."),
    "R1-019": N_("Salva Presencia: encantamientos y posesiones."),
    "R1-020": N_(
        "Atributos, con VA y DA: 1 Fuerza, 2 Agilidad, 3 Resistencia, 4 Mente, 5 Intuición, 6 Presencia."
    ),
    "R1-021": N_("Ventaja: 2d20 y cuenta el mejor."),
    "R1-022": N_("Desventaja: 2d20 y cuenta el peor."),
    "R1-023": N_("Ventaja y Desventaja se anulan, sin importar cuántas haya."),
    "R1-024": N_(
        "Las dan la Especie, la Ocupación, los Poderes o el Cronista; en lo pendiente, «resuelve ventaja»."
    ),
    "R1-025": N_("Bonificaciones y Penalizaciones se suman al dado, de −3 a +3."),
    "R1-026": N_("Si la suma pasa de ±3, se cambia entera por Ventaja o Desventaja."),
    "R1-027": N_("Tirada de Efecto: daño, curación o duración, con cualquier dado."),
    "R1-028": N_("Con Ventaja o Desventaja se tira el efecto entero dos veces."),
    "R1-029": N_("Tirada Enfrentada: cada cual tira su Atributo contra su DA."),
    "R1-030": N_("Gana quien supera su DA si el otro no."),
    "R1-031": N_("Si ambos pasan o ambos fallan, gana el total más alto."),
    "R1-032": N_("A igual total, gana el VA mayor."),
    "R1-033": N_("Si sigue el empate, se repite la tirada."),
    "R1-034": N_("Probabilidad N+: sucede si 1d20 saca N o más. 11+ es la mitad de las veces."),
    "R1-035": N_("Lo que se gasta lleva un Dado de Uso en lugar de una cuenta."),
    "R1-036": N_("El Dado de Uso baja por d20, d12, d10, d8, d6, d4 y Agotado."),
    "R1-037": N_("Detonante: qué obliga a tirar el Dado de Uso; «detonante» en «lleva» y «objeto»."),
    "R1-038": N_("Desenlace: qué ocurre al agotarse; «desenlace» en «lleva» y «objeto»."),
    "R1-039": N_("Con 1 o 2, el Dado de Uso baja un paso."),
    "R1-040": N_("Un d4 que saca 1 o 2 queda Agotado y llega el Desenlace."),
    "R1-041": N_("Usos de media de cada dado: d20 10, d12 6, d10 5, d8 4, d6 2, d4 1."),
    "R1-042": N_("También sirve para la Lealtad, la Reputación o lo que se acabe."),
    "R1-043": N_("Si conviene, el Dado de Uso se tira con Ventaja o Desventaja."),
    "R1-044": N_("Munición: la campaña elige tirar por disparo o por encuentro."),
    "R1-045": N_("Por disparo: el d20 del ataque y el Dado de Uso a la vez; «dispara bea agilidad»."),
    "R1-046": N_("Por disparo: dos pilas iguales se juntan en una un paso mayor."),
    "R1-047": N_("Por encuentro: una tirada al final si se disparó; no se juntan pilas."),
    "R1-048": N_("Los recursos se gastan y se recuperan."),
    "R1-049": N_("La Salud es ánimo y cuerpo; solo bajo 0 hay heridas de verdad."),
    "R1-050": N_("La Salud actual sube y baja, nunca por encima de la total."),
    "R1-051": N_("La Salud total crece con el Nivel."),
    "R1-052": N_("La Salud vuelve con Descanso, magia o medicina."),
    "R1-053": N_(
        "1 de Esfuerzo antes de una tirada de Atributo anula la Desventaja o, sin ella, da Ventaja."
    ),
    "R1-054": N_("1 de Esfuerzo antes de una Tirada de Efecto da +1 Potencia."),
    "R1-055": N_("1 de Esfuerzo activa un Talento o una Técnica."),
    "R1-056": N_("En el Descanso, una tirada de Resistencia por punto gastado: cada éxito devuelve 1."),
    "R1-057": N_("Tras dos noches sin recuperar, cada noche vuelve 1 hasta pasar una tirada."),
    "R1-058": N_("Cada PJ empieza con la lengua de su Especie y Ocupación."),
    "R1-059": N_("Si el Cronista quiere, un idioma más por cada 3 de Mente sobre 6."),
    "R1-060": N_(
        "Común, Silvano, Lítico, Gramarán, Goblínico, Purrense, Sérpido, Rasmálico, Kaélico: "
        "«consulta idiomas»."
    ),
    "R1-061": N_("Exploración es todo lo que no es combate; casi todo vale también en él."),
    "R1-062": N_("Turno: unos 10 segundos para una acción rápida."),
    "R1-063": N_("Ronda: acaba cuando todos han actuado."),
    "R1-064": N_(
        "Intervalo: minutos, horas o semanas; «7d corriente» son días en que comen y duermen como siempre."
    ),
    "R1-065": N_("Una casilla mide 2 m de lado."),
    "R1-066": N_("Un hexágono mide 9,6 km de lado a lado."),
    "R1-067": N_("Descanso: 8 horas tranquilas al acabar el día."),
    "R1-068": N_("El Descanso devuelve el Dado de Salud."),
    "R1-069": N_("El Descanso permite recuperar Esfuerzo."),
    "R1-070": N_("El Descanso devuelve los Espacios de Conjuro de Clérigos y Magos."),
    "R1-071": N_("Hay que comer y beber una vez al día."),
    "R1-072": N_("Cada 24 h en ayunas: DA de Resistencia +1 y una tirada de Resistencia."),
    "R1-073": N_("El tercer fallo por Hambre mata."),
    "R1-074": N_(
        "Una buena comida borra el Hambre y sus fallos, pero no las tiradas de antes que aún pueden matar."
    ),
    "R1-075": N_("Hay que dormir 6 horas de cada 24."),
    "R1-076": N_("Desde el 2.º día en vela, −1 más por día a todas las tiradas."),
    "R1-077": N_("En −4 es Desventaja, y cada día una tirada de Resistencia o la muerte."),
    "R1-078": N_("Dormir 12 horas borra el Sueño acumulado, pero no las tiradas de antes."),
    "R1-079": N_("Desde la edad de Envejecimiento, una tirada de Resistencia al año."),
    "R1-080": N_("Si falla, 1d6 elige el Atributo que pierde 1 VA."),
    "R1-081": N_("Si un VA baja así a 1, muere de viejo."),
    "R1-082": N_("La exploración también hiere: caídas, trampas, hambre."),
    "R1-083": N_("Con Salud 0 o menos se cae inconsciente."),
    "R1-084": N_("Un PNJ a 0 o menos suele morir; el Cronista puede salvarlo."),
    "R1-085": N_("Un PJ con un VA por debajo de 2 muere, aunque la pérdida sea temporal."),
    "R1-086": N_("Caída: 1d6 (o 4) por cada 3 m completos."),
    "R1-087": N_("Un PNJ no sufre más de 100 por una caída."),
    "R1-088": N_("Un PJ no tiene tope en la caída ni le vale el Blindaje."),
    "R1-089": N_("Trampa, Activador: qué la pone en marcha. «trampa» la pone y «salta» la hace saltar."),
    "R1-090": N_("Trampa, Ocultación: con atención o conjuros, «halla»; con Intuición, «busca»."),
    "R1-091": N_("Trampa, Efecto: su castigo, que una Salvación evita, o deja en la mitad."),
    "R1-092": N_(
        "Quien acierta tira su daño y lo resta de la Salud: daño ana 1d8 de goblin, mitad bea, cada."
    ),
    "R1-093": N_(
        "Un PJ herido por PNJ, trampa o peligro recibe daño fijo; «ataca lobo mordisco contra bea»."
    ),
    "R1-094": N_("El PJ resta su Dado de Blindaje; sin armadura, lo recibe todo."),
    "R1-095": N_("Un estado alterado daña o estorba mientras dura."),
    "R1-096": N_("Al empezar su turno, en combate o fuera, una Salvación contra cada estado para librarse."),
    "R1-097": N_("Apresamiento (Fuerza): no puede moverse."),
    "R1-098": N_("Ceguera (Intuición): Desventaja si hace falta ver; falla todo ataque a distancia."),
    "R1-099": N_("Confusión (Mente): 11+ al empezar; par ataca a un aliado, impar se golpea."),
    "R1-100": N_(
        "Dominio (Presencia): otro decide el turno; Desventaja en todo; Salvación si va contra los suyos."
    ),
    "R1-101": N_("Enfermedad (Resistencia): −2 a todas las tiradas, también daño, Blindaje y Dado de Salud."),
    "R1-102": N_(
        "Fascinación (Presencia): sin atacar a quien fascina; −4 en Mente, Intuición y Presencia; "
        "se salva si lo hiere."
    ),
    "R1-103": N_("Miedo (Mente): usa Moverse para alejarse de lo que teme."),
    "R1-104": N_("Parálisis (Agilidad): 11+ al empezar y pierde el turno; Desventaja al esquivar."),
    "R1-105": N_(
        "Petrificación (Fuerza): ni actúa ni sufre daño corriente; sin Salvación si el origen es mayor."
    ),
    "R1-106": N_("Sordera (Intuición): Desventaja si hace falta oír; −1 a la Iniciativa del grupo."),
    "R1-107": N_(
        "Veneno (Resistencia): al acabar cada turno, en combate o fuera, daño igual al nivel, sin reducción."
    ),
    "R1-108": N_("Cuánto dura un estado y quién más lo quita, lo decide el Cronista."),
}
