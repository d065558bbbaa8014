"""The rules of Percentile in short, for the searchable rules sheet, by the ids of the catalogue."""

from tracker.wording.language import N_

RULES: dict[str, str] = {
    "R3-001": N_("La tabla de equipo es de la campaña."),
    "R3-002": N_("Las habilidades son porcentajes; algunas tienen una base común."),
    "R3-003": N_("Las habilidades académicas se aprenden: su base es 0 %."),
    "R3-004": N_("Chequeo: 1d100 igual o menor que la habilidad."),
    "R3-005": N_("Especial: igual o menor que un quinto de la habilidad, con sus modificadores."),
    "R3-006": N_("Crítico: igual o menor que un veinteavo de la habilidad, con sus modificadores."),
    "R3-007": N_("Quinto y veinteavo se redondean al más cercano, nunca menos de 1."),
    "R3-008": N_("Especial: en menos tiempo, con elegancia o con más información."),
    "R3-009": N_(
        "Un arma que empala dobla su daño con un especial: el golpe lo sabe por el chequeo de ese turno."
    ),
    "R3-010": N_("Un crítico incluye las ventajas del especial: el daño se dobla una sola vez."),
    "R3-011": N_("Un 01 siempre es crítico, en cualquier chequeo, si la acción es posible."),
    "R3-012": N_(
        "Un crítico vuelve las tornas a favor el resto de la escena, hasta que se dice que termina."
    ),
    "R3-013": N_("Los críticos son opcionales: en los ajustes se quitan del todo, o solo sus tornas."),
    "R3-014": N_("Del 96 al 00 es pifia; en un chequeo enfrentado, solo el 00."),
    "R3-015": N_("Pifia: tarda el doble y falla, estorba lo siguiente, no se repite o lastima."),
    "R3-016": N_("Un 01 es éxito automático y crítico en cualquier chequeo, enfrentados incluidos."),
    "R3-017": N_("Un 00 es fallo y pifia en cualquier chequeo, enfrentados incluidos."),
    "R3-018": N_("Sin habilidad adecuada se tira por un atributo."),
    "R3-019": N_("Atributo, modo A: 1d20 igual o menor que el atributo."),
    "R3-020": N_("Atributo, modo B: atributo ×5 como porcentaje."),
    "R3-021": N_("Solo se tira si importa: lo trivial con tiempo sale solo."),
    "R3-022": N_(
        "Muy favorables +20 %: más del doble de tiempo, fácil hasta sin práctica, o el oponente no sospecha."
    ),
    "R3-023": N_(
        "Favorables +10 %: tiempo de sobra, fácil con práctica, o el oponente confía y quiere ayudar."
    ),
    "R3-024": N_("Circunstancias normales: nada."),
    "R3-025": N_("Desfavorables −10 %: tiempo justo, se complica aun con práctica, o el oponente desconfía."),
    "R3-026": N_(
        "Muy desfavorables −20 %: falta tiempo, casi imposible aun con práctica, o el oponente se opone."
    ),
    "R3-027": N_("Los modificadores suman puntos al porcentaje, también para especial y crítico."),
    "R3-028": N_("Enfrentado: atributo contra atributo o contra un factor externo."),
    "R3-029": N_("Opción del Factor Activo: 50 %, y 5 % por cada punto sobre el Factor Pasivo."),
    "R3-030": N_("Tabla: +9 es 95 %, 0 es 50 %, −9 es 5 %."),
    "R3-031": N_("Con 10 puntos de diferencia es automático o imposible."),
    "R3-032": N_("Ejemplo: FUE 10 contra 18 es un 10 %."),
    "R3-033": N_("Fuerza de voluntad: si se falla por la mitad del POD o menos, cabe un último esfuerzo."),
    "R3-034": N_("Fuerza de voluntad: POD×5; con éxito se logra, si no el fracaso es catastrófico."),
    "R3-035": N_("Intentar el último esfuerzo es cosa del jugador."),
    "R3-036": N_("Un especial, un crítico o un éxito muy útil marcan la habilidad si el GM quiere."),
    "R3-037": N_("Al acabar el escenario o la sesión se tira una mejora por cada marca."),
    "R3-038": N_("Mejora: 1d100 por encima de la habilidad da 1d3 puntos."),
    "R3-039": N_("Con 98 o más siempre se mejora."),
    "R3-040": N_("La marca se borra, se mejore o no."),
    "R3-041": N_("Estudio intensivo, de una habilidad cada vez: dos semanas por cada 10 % o fracción."),
    "R3-042": N_("Al acabar el estudio, un chequeo de POD da 1d3 puntos."),
    "R3-043": N_("Si se falla, el tiempo se ha perdido."),
    "R3-044": N_("Un mentor ahorra una cuarta parte del tiempo."),
    "R3-045": N_("El mentor ha de tener al menos 10 puntos más."),
    "R3-046": N_("Ejemplo: con 30 % son 6 semanas, o 32 días con mentor."),
    "R3-047": N_("El tiempo se cuenta cuando apremia."),
    "R3-048": N_("Un turno son 12 segundos y una acción."),
    "R3-049": N_("Penumbra: la mitad de la habilidad."),
    "R3-050": N_("Oscuridad casi total: un cuarto."),
    "R3-051": N_("Oscuridad total: un cuarto, y nunca más que POD×3 o INT×3."),
    "R3-052": N_("Solo si se puede hacer a oscuras."),
    "R3-053": N_("A algunas habilidades no les importa la luz."),
    "R3-054": N_("Vela o cerillas 30 cm; antorcha o candil 1,5 m; hoguera 5 m; gran hoguera 15 m."),
    "R3-055": N_("Umbral de éxito: la habilidad con la que basta para lograrlo."),
    "R3-056": N_("Con el umbral o más se logra sin tirar."),
    "R3-057": N_("Por debajo del umbral se tira como siempre."),
    "R3-058": N_("Se puede tirar por algo más si el GM lo permite."),
    "R3-059": N_("Fallar esa tirada deja la información básica."),
    "R3-060": N_("Guía: 25 % profesional, 50 % especialista, 75 % eminencia; tu tabla «umbral» pone otros."),
    "R3-061": N_("Orden: 01 crítico, 96-00 pifia, crítico, especial, éxito, fallo."),
}
