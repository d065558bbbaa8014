"""What is wrong with a dice notation, in words."""

from tracker.wording.language import N_

REFUSALS: dict[str, str] = {
    "dice_syntax": N_("«{before}» ▸ «{found}» no encaja. Ahí cabe: {expected:expected}."),
    "dice_unfinished": N_("«{before}» está a medias. Sigue: {expected:expected}."),
    "dice_too_long": N_("{length} caracteres son demasiados para una tirada: {limit} como mucho."),
    "dice_too_many": N_(
        "Se tiran de 1 a {limit} dados en total, contando los que suelen repetirse o estallar."
    ),
    "dice_sides": N_("Un dado tiene de 1 a {limit} caras."),
    "dice_choosing": N_("De {count} dados no se pueden elegir ni quitar tantos."),
    "dice_too_busy": N_(
        "Demasiado que elegir: los dados por los operadores que los miran son {limit} como mucho."
    ),
    "dice_too_deep": N_("Demasiados paréntesis o signos seguidos: {limit} niveles como mucho."),
    "dice_too_large": N_("El resultado pasaría de {limit}: usa números menores."),
    "dice_division": N_("Se dividiría entre cero, o podría ocurrir: cambia el divisor."),
    "dice_never_ends": N_("Eso no acabaría nunca: deja alguna cara que no se repita ni estalle."),
    "dice_endless": N_("Se dejó de tirar tras {limit} dados: no acababa. No ha contado nada."),
    "dice_usage": N_("du{die} no es un Dado de Uso: du4, du6, du8, du10, du12 o du20."),
    "dice_alone": N_("d66 va sin número delante: para varios escribe «{count}x d66»."),
    "dice_names": N_("«{name}» es de una ficha: aquí solo van números y dados."),
    "dice_times": N_("Se repite de 1 a {limit} veces, y solo en una tirada suelta: «3x 2d6»."),
    "name_not_added": N_("En este juego «{field:field}» no se suma a una tirada. Se suma: {known}."),
    "name_nothing_added": N_("En este juego nada de la ficha se suma a una tirada: escribe el número."),
}

TERMS: dict[str, str] = {
    "expected.number": N_("un número, 2d6, lia.fuerza o un paréntesis"),
    "expected.sides": N_("las caras del dado (d6, d20, d%, du8)"),
    "expected.operator": N_("un signo (+ - * / % >=), ventaja, desventaja o el final"),
    "expected.close": N_("cerrar el paréntesis, o una coma"),
    "expected.die": N_("algún dado antes de ventaja o desventaja"),
    "expected.selector": N_("qué dados: h3, l1, un número o >4"),
    "expected.face": N_("un número"),
    "expected.highest": N_("h o l: los más altos o los más bajos"),
    "expected.annotation": N_("cerrar el corchete"),
}
"""What a notation should have had where it stops making sense."""
