"""The printed tables of Horror: scars and cosmetic changes."""

from tracker.rules.games.horror.harm import COSMETIC_CHANGES, UP_TO, Scar
from tracker.wording.games.horror.terms import TERMS
from tracker.wording.language import N_, _
from tracker.wording.rule_tables import RuleTable

_EFFECTS = {
    Scar.WEAK_HEART: N_("al llegar a 0 PV mueres en 1d3 TURNOS"),
    Scar.TRAUMATISED: N_("pierdes 1 de cordura permanente"),
    Scar.MARK_OF_MADNESS: N_("tallas en tu carne un signo antiguo y oculto"),
    Scar.COSMETIC: N_("tiras 1d6 más"),
    Scar.STRANGE_SCAR: N_("pica cerca de criaturas sobrenaturales"),
    Scar.THIRD_EYE: N_("con INGENIO sientes la hechicería en uso"),
    Scar.REVELATION: N_("aprendes un hechizo; 1 de cordura permanente menos"),
}


def tables() -> tuple[RuleTable, ...]:
    """Return the tables (R2-031, R2-034)."""
    changes = enumerate(COSMETIC_CHANGES, start=1)
    return (
        RuleTable(_("Cicatrices"), ("2d6", _("Cicatriz"), _("Efecto")), tuple(_scars())),
        RuleTable(
            _("Cambio cosmético"),
            ("1d6", _("Cambio")),
            tuple((str(face), _(TERMS[f"scar.{change}"])) for face, change in changes),
        ),
    )


def _scars() -> list[tuple[str, str, str]]:
    rows, low = [], UP_TO[0][0]
    for high, scar in UP_TO:
        total = str(high) if high == low else f"{low}–{high}"
        rows.append((total, _(TERMS[f"outcome.{scar}"]), _(_EFFECTS[scar])))
        low = high + 1
    return rows
