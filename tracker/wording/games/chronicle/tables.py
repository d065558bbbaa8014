"""The printed tables of Chronicle: usage dice and the languages of the example world."""

from tracker.rules.usage_die import LADDER
from tracker.rules.usage_die_life import PRINTED_USES, expected_life
from tracker.wording.language import N_, _
from tracker.wording.rule_tables import RuleTable

LANGUAGES = (
    (N_("Común"), N_("Común"), N_("la mayor parte de las especies civilizadas")),
    (N_("Silvano"), N_("Rúnico"), N_("elfos agrestes y celestiales")),
    (N_("Lítico"), N_("Ideno"), N_("enanos y gnomos")),
    (N_("Gramarán"), N_("Ideno"), N_("orcos, trols, gigantes")),
    (N_("Goblínico"), N_("Común"), N_("hobgoblins y goblins")),
    (N_("Purrense"), N_("Ninguno"), N_("gatónidos y espíritus felinos")),
    (N_("Sérpido"), N_("Glifos"), N_("dragones, prole dragontina y arcanistas")),
    (N_("Rasmálico"), N_("Glifos"), N_("iblisios, elfos blancos, demonios y brujos")),
    (N_("Kaélico"), N_("Rúnico"), N_("clero, ángeles y celestiales")),
)
"""The languages of the example world, their alphabets and speakers (R1-060)."""


def tables() -> tuple[RuleTable, ...]:
    """Return the tables (R1-041, R1-060)."""
    dice = tuple((f"d{sides}", str(PRINTED_USES[sides]), str(int(expected_life(sides)))) for sides in LADDER)
    languages = tuple(tuple(map(_, row)) for row in LANGUAGES)
    return (
        RuleTable(_("Dado de Uso"), (_("Dado"), _("Usos"), _("Tiradas hasta Agotado")), dice),
        RuleTable(_("Idiomas"), (_("Idioma"), _("Alfabeto"), _("Hablantes")), languages),
    )
