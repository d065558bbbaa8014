"""The printed tables of Percentile: thresholds, opposed checks, circumstances, light."""

from tracker.rules.games.percentile.checks import Expertise, Odds, chance_of, thresholds
from tracker.rules.games.percentile.sheet import Circumstances, LightSource, light_radius
from tracker.wording.amounts import distance
from tracker.wording.games.percentile.terms import TERMS
from tracker.wording.language import N_, _
from tracker.wording.rule_tables import RuleTable, in_ranges

_FURTHEST = 10
"""The difference from which there is nothing to roll (R3-031)."""
_LIGHTS = {
    "light.normal": N_("la habilidad entera"),
    "light.dim": N_("la mitad"),
    "light.near_dark": N_("un cuarto"),
    "light.dark": N_("un cuarto; como mucho, PODx3 o INTx3, lo menor"),
}


def tables() -> tuple[RuleTable, ...]:
    """Return the tables (R3-007, R3-022..R3-026, R3-030, R3-049..R3-054, R3-060)."""
    levels = in_ranges(range(1, 101), _levels)
    lights = tuple((_(TERMS[key]), _(text)) for key, text in _LIGHTS.items())
    sources = tuple((_(TERMS[f"source.{each}"]), distance(light_radius(each))) for each in LightSource)
    circumstances = tuple(
        (_(TERMS[f"circumstances.{each}"]), _(TERMS[f"criteria.{each}"]))
        for each in Circumstances
        if each is not Circumstances.NORMAL
    )
    thresholds_named = tuple((f"{each.value} %", _(TERMS[f"criteria.{each.value}"])) for each in Expertise)
    differences = range(_FURTHEST, -_FURTHEST - 1, -1)
    return (
        RuleTable(_("Especiales y críticos"), (_("Porcentaje"), _("Especial"), _("Crítico")), tuple(levels)),
        RuleTable(
            _("Chequeos enfrentados"),
            (_("Diferencia"), _("Factor Activo")),
            tuple((_difference(each), _chance(each)) for each in differences),
        ),
        RuleTable(_("Circunstancias"), (_("Circunstancias"), _("Criterios")), circumstances),
        RuleTable(_("Umbral de éxito"), (_("Umbral"), _("Criterios")), thresholds_named),
        RuleTable(_("Luz"), (_("Luz"), _("Habilidad")), lights),
        RuleTable(_("Fuentes de luz"), (_("Fuente"), _("Radio")), sources),
    )


def _levels(percentage: int) -> tuple[str, ...]:
    low = thresholds(percentage)
    return str(low.special), str(low.critical)


def _difference(points: int) -> str:
    if abs(points) == _FURTHEST:
        return (
            _("+{points} o más").format(points=points)
            if points > 0
            else _("{points} o menos").format(points=points)
        )
    return f"{points:+d}" if points else "0"


def _chance(difference: int) -> str:
    chance = chance_of(difference, 0)
    if chance.odds is Odds.ROLL:
        return f"{chance.percent} %"
    return _("automático") if chance.odds is Odds.AUTOMATIC else _("imposible")
