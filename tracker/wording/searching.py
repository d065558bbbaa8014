"""How the log is searched, in examples: for the help, since a prompt has room for the commonest alone."""

from tracker.wording.language import N_, _

EXAMPLES = (
    (N_("emboscada puente"), N_("dice las dos palabras; entre comillas, seguidas")),
    (N_("-nota"), N_("no lo dice; también -quien:lia")),
    (N_("quien:lia"), N_("de quien es o de quien tira: basta como empieza su nombre")),
    (N_("dj:ana"), N_("lo que ha hecho alguien que dirige")),
    (N_("clase:nota"), N_("como empieza lo que dice, o la clase de tirada")),
    (N_("sale:éxito"), N_("lo que ha salido al tirar")),
    (N_("caras:tecleadas"), N_("con dados de verdad; caras:digitales, con los del programa")),
    (N_("fecha:2026-03-14"), N_("de ese día de verdad; con T21:30 detrás, de ese minuto")),
    (N_("desde:2026-03-14"), N_("de ese día o minuto en adelante")),
    (N_("hasta:2026-03-14"), N_("hasta que acaba ese día o minuto")),
    (N_("dia:2..3"), N_("días de la campaña; dia:2.. no acaba y dia:..3 empieza con ella")),
    (N_("reloj:2h..1d"), N_("tiempo desde que empezó la campaña; reloj:22:00..2:00, horas de cualquier día")),
)
"""What can be typed, and what it finds."""


def search_examples() -> list[tuple[str, str]]:
    """Return every example and what it finds, in the language in use."""
    return [(_(text), _(what)) for text, what in EXAMPLES]
