"""What is wrong with a dice notation, in words."""

from tracker.wording.language import N_

REFUSALS: dict[str, str] = {
    "dice_syntax": N_("«{found}» no encaja en la tirada: ahí va {expected:expected}."),
    "dice_unfinished": N_("La tirada está a medias: falta {expected:expected}."),
    "dice_too_long": N_("{length} caracteres son demasiados para una tirada: {limit} como mucho."),
    "dice_too_many": N_("Se tiran de 1 a {limit} dados en total."),
    "dice_sides": N_("Un dado tiene de 1 a {limit} caras."),
    "dice_choosing": N_("De {count} dados no se pueden elegir ni quitar tantos."),
    "dice_too_deep": N_("Demasiados paréntesis o signos seguidos: {limit} niveles como mucho."),
    "dice_too_large": N_("El resultado pasaría de {limit}: usa números menores."),
    "dice_division": N_("Se dividiría entre cero, o podría ocurrir: cambia el divisor."),
}

TERMS: dict[str, str] = {
    "expected.number": N_("un número o unos dados"),
    "expected.sides": N_("las caras del dado (d6, d20, d%)"),
    "expected.operator": N_("un signo (+ - * /), ventaja, desventaja o el final"),
    "expected.close": N_("cerrar el paréntesis"),
    "expected.die": N_("algún dado antes de ventaja o desventaja"),
}
"""What a notation should have had where it stops making sense."""
