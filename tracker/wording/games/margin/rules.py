"""The rules of Margin in short, for the searchable rules sheet, by the ids of the catalogue."""

from tracker.wording.language import N_

RULES: dict[str, str] = {
    "R4-001": N_("Tirada: 1d20 contra una característica."),
    "R4-002": N_("La creación de personajes no está en estas reglas: la ficha se escribe a mano."),
    "R4-003": N_("Característica: habilidad, técnica, conocimiento o aptitud, de 1 a 20 o más."),
    "R4-004": N_("Sacar la característica o menos es un éxito; más es un fallo."),
    "R4-005": N_("Margen: la diferencia entre lo sacado y la característica."),
    "R4-006": N_("Margen 0: éxito marginal, lo mínimo, a menudo con un perjuicio menor."),
    "R4-007": N_("0 por un costo · 1–5 esperado · 6–10 destacado · 11–15 mejor · 16–20 desplante."),
    "R4-008": N_("Un margen de más de 20 es prácticamente perfecto."),
    "R4-009": N_(
        "Fallo por menos de 5: no se logra, sin más. De 5 a 10, de 11 a 15, de 16 a 20 y más: cada vez peor."
    ),
    "R4-010": N_("Un 20 en el dado es siempre un fallo desastroso."),
    "R4-011": N_("Un 1 en el dado es un éxito espectacular, salvo que el total pase en más de 10."),
    "R4-012": N_("Éxito espectacular: el margen se dobla; si sería negativo, es 0."),
    "R4-013": N_("Fallo desastroso: un perjuicio mayor, y el margen de fallo se dobla."),
    "R4-014": N_("Desastres: el arma se encasquilla, se hiere a un aliado, el vendedor se ofende."),
    "R4-015": N_("Solo cuenta el número del dado, antes de sumar o restar."),
    "R4-016": N_("Un 12 contra un 8 da margen 4: lo esperado."),
    "R4-017": N_("En combate y con esfuerzo físico, +1 de agotamiento evita el desastre: se repite."),
    "R4-018": N_("Bonificación: 1d4 que se resta a la tirada. Penalización: 1d4 que se suma."),
    "R4-019": N_("Se anulan entre sí y se tira solo la diferencia."),
    "R4-020": N_("1: ayuda a saltar, buscar a oscuras. 2: noche y cobertura. 3: saltar con pies atados."),
    "R4-021": N_("Margen mínimo: hace falta un éxito con ese margen o más."),
    "R4-022": N_("Mínimo 5: poco habitual. Mínimo 15: casi imposible. Tu tabla «mínimo» pone otros."),
    "R4-023": N_("Con éxito y menos margen, quien dirige decide si se logra de forma imperfecta."),
    "R4-024": N_("El mínimo es difícil para cualquiera; los d4 son cosa de ese personaje."),
    "R4-025": N_(
        "Acción extendida: el margen se acumula turno a turno. En combate se ofrece si su turno cabe en uno."
    ),
    "R4-026": N_("Se completa al acumular el margen pedido: 50, con 10 por turno, son 5 turnos."),
    "R4-027": N_("Enfrentada: gana el margen mayor, y la diferencia es su margen."),
    "R4-028": N_("Extendida y enfrentada a la vez, una carrera: ir por delante y completarla."),
    "R4-029": N_(
        "Cooperación: ayudar a quien tira le da 1 bonificación, sean cuantos sean; vale para esa tirada."
    ),
    "R4-030": N_("Quien tiene lo mismo puede tirar antes: con éxito aporta 2 bonificaciones."),
    "R4-031": N_("Esfuerzo grupal: todos tiran y los márgenes se suman, fallos incluidos."),
    "R4-032": N_("El grupo lo logra con 0 o más; si hay margen mínimo, con ese."),
    "R4-033": N_("Hay variantes para competir, para lo difícil y para lo que dura."),
    "R4-034": N_("Un fallo no resta en la extendida; si fallan los dos, gana el que falla por menos."),
}
"""One line each, in the order of the text."""
