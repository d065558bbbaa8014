"""Mistakes in a command line of the shell, as sentences."""

from tracker.wording.language import N_, _

WRONG: dict[str, str] = {
    "no_verb": N_("No conozco el comando «{value}»."),
    "no_verb_near": N_("No conozco el comando «{value}»: ¿será «{right}»?"),
    "no_option": N_("No conozco la opción «{value}»."),
    "no_option_near": N_("No conozco la opción «{value}»: ¿será «{right}»?"),
    "no_topic": N_("No hay ayuda de «{value}»: «tracker help» dice de qué la hay."),
    "no_topic_near": N_("No hay ayuda de «{value}»: ¿será «{right}»?"),
    "no_theme": N_("No hay colores que se llamen «{value}»: {right}."),
    "option_value": N_("A {value} le falta su valor."),
    "option_flag": N_("{value} no lleva valor."),
    "option_number": N_("{right} espera un número, y «{value}» no lo es."),
    "choice": N_("«{value}» no vale: {right}."),
    "word_missing": N_("Falta {right}."),
    "word_extra": N_("Sobra «{value}»."),
    "merge_git": N_("Con --git hacen falta tres ficheros, y -o sobra."),
    "merge_output": N_("Con varias partidas hace falta -o NUEVO; con una sola, sobra."),
}


def wrong_usage(code: str, value: str, right: str, usage: str) -> str:
    """Return the mistake in a command line, and the usage of the verb."""
    sentence = _(WRONG[code]).format(value=value, right=_(right))
    return _("{sentence} Uso: {usage}").format(sentence=sentence, usage=usage)
