"""Dice notation in words: its refusals, and expressions in the language in use."""

import re

from tracker.wording.language import N_, _
from tracker.wording.terms import TERMS

REFUSALS: dict[str, str] = {
    "dice_syntax": N_("«{found}» no empieza una tirada. Pon {expected:expected}."),
    "dice_syntax_rolls": N_(
        "«{found}» no empieza una tirada ni es una de las guardadas: {rolls}. Pon {expected:expected}."
    ),
    "dice_syntax_before": N_("«{before}» ▸ «{found}» no encaja. Ahí cabe: {expected:expected}."),
    "dice_unfinished": N_("Falta la tirada: pon {expected:expected}."),
    "dice_unfinished_before": N_("«{before}» está a medias. Sigue: {expected:expected}."),
    "dice_equals": N_("«{at}»: deja un espacio ante las caras (2d6 = 3 4); == compara."),
    "dice_faces": N_("«{at}»: aquí no se dan caras de la mesa; == compara."),
    "dice_too_long": N_("{length} caracteres son demasiados para una tirada: {limit} como mucho."),
    "dice_too_many": N_(
        "«{at}»: se tiran de 1 a {limit} dados en total, contando los que suelen repetirse o estallar."
    ),
    "dice_sides": N_("«{at}»: un dado tiene de 1 a {limit} caras."),
    "dice_choosing": N_("«{at}»: de uno solo no se quita ninguno."),
    "dice_choosing_limit": N_("«{at}»: entre {count} cabe ahí un número de 1 a {limit}."),
    "dice_too_busy": N_(
        "«{at}»: demasiado que elegir: los dados por los operadores que los miran son {limit} como mucho."
    ),
    "dice_too_deep": N_("«{at}»: demasiados paréntesis o signos seguidos: {limit} niveles como mucho."),
    "dice_too_large": N_("«{at}»: pasaría de {limit}: usa números menores."),
    "dice_division": N_("«{at}»: se dividiría entre cero, o podría ocurrir: cambia el divisor."),
    "dice_never_ends": N_("«{at}»: no acabaría nunca: deja alguna cara que no se repita ni estalle."),
    "dice_endless": N_("Se dejó de tirar tras {limit} dados: no acababa. No ha contado nada."),
    "dice_usage": N_("du{die} no es un Dado de Uso: du4, du6, du8, du10, du12 o du20."),
    "dice_alone": N_("d66 va sin número delante: para varios escribe «{count}x d66»."),
    "dice_names": N_("«{name}» es de una ficha: aquí solo van números y dados."),
    "dice_times": N_("Se repite de 1 a {limit} veces: «3x 2d6»."),
    "dice_once": N_("Aquí se tira una sola vez: «3x 2d6» es de una tirada suelta."),
    "name_not_added": N_("En este juego «{field:field}» no se suma a una tirada. Se suma: {known}."),
    "name_not_added_rolls": N_(
        "En este juego «{field:field}» no se suma a una tirada. Se suma: {known}. "
        "Tiradas guardadas de {name}, que van solas: {rolls}."
    ),
    "name_nothing_added": N_("En este juego nada de la ficha se suma a una tirada: escribe el número."),
    "name_nothing_added_rolls": N_(
        "En este juego nada de la ficha se suma a una tirada: escribe el número. "
        "Tiradas guardadas de {name}, que van solas: {rolls}."
    ),
}


_WORD = re.compile(r'"[^"]*"|\[[^\]]*\]|(?<= )(?P<mode>adv|dis)\b')
"""A mode in a saved text; names in quotes and notes in brackets are the GM's own text."""
_MODES = {"adv": TERMS["mode.advantage"], "dis": TERMS["mode.disadvantage"]}


def expression_text(expression: str) -> str:
    """Return an expression as people read it and may type it.

    >>> expression_text("(1d20 adv) + 1d4 [arma adv]")
    '(1d20 ventaja) + 1d4 [arma adv]'
    """
    return _WORD.sub(_shown, expression)


def _shown(found: re.Match[str]) -> str:
    mode = _MODES.get(found["mode"])
    return _(mode) if mode else found[0]
