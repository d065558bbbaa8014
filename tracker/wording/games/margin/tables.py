"""The printed table of Margin: the worth of margins."""

from tracker.rules.games.margin.checks import Reference, band, severity
from tracker.wording.games.margin.terms import TERMS
from tracker.wording.language import _
from tracker.wording.rule_tables import RuleTable, in_ranges

_BEYOND = 21
"""The first margin beyond the printed rows (R4-008)."""


def tables() -> tuple[RuleTable, ...]:
    """Return the tables (R4-007..R4-009, R4-022)."""
    successes = in_ranges(range(_BEYOND), lambda margin: (_(TERMS[f"band.{band(margin)}"]),))
    best = (_("más de {margin}").format(margin=_BEYOND - 1), _(TERMS[f"band.{band(_BEYOND)}"]))
    failures = in_ranges(range(1, _BEYOND), lambda margin: (_(TERMS[f"severity.{severity(margin)}"]),))
    columns = (_("Margen"), _("Resultado"))
    minimums = tuple((str(each.value), _(TERMS[f"criteria.{each.value}"])) for each in Reference)
    return (
        RuleTable(_("Margen mínimo"), (_("Margen"), _("Criterios")), minimums),
        RuleTable(_("Margen de éxito"), columns, (*successes, best)),
        RuleTable(_("Margen de fallo"), columns, tuple(failures)),
    )
