"""The result of checking sealed dice, in words and as JSON."""

from collections import Counter
from typing import Any

from tracker.session.history import History
from tracker.session.verify import Finding, Misfit, Verdict
from tracker.wording.language import N_, _, _n
from tracker.wording.sentences import sentences

_MISFITS = {
    Misfit.FORGED: N_("una cara no es la que da el sello"),
    Misfit.TOTAL: N_("las caras son las del sello, pero no es eso lo que sale de ellas"),
    Misfit.ALTERED: N_("los dados encajan, pero algo de lo que se guardó con ellos ha cambiado, o su lugar"),
    Misfit.DISORDERED: N_("va detrás de una tirada que se hizo después"),
    Misfit.OUTSIDE: N_("no salió de sus dados sellados"),
    Misfit.LATE: N_("se tiró cuando el secreto ya se había mostrado"),
    Misfit.REPEATED: N_("repite el sorteo {draw}"),
    Misfit.MISSING: N_("falta el sorteo {draw}: alguien ha quitado una tirada"),
    Misfit.BAD_SECRET: N_("el secreto mostrado no es el prometido"),
    Misfit.CONTRADICTED: N_("lo que cuenta del sello no es lo que hizo con él, o no es de quien lo prometió"),
}

_IDLE_CLOSED = N_("{gm}: sello cerrado, sin tiradas digitales.")
_IDLE_OPEN = N_("{gm}: sello abierto, sin tiradas digitales.")


def verdict_text(verdict: Verdict, history: History) -> str:
    """Return the verdict, mismatches first."""
    lines = [_finding(each, history) for each in verdict.findings]
    lines += [
        _n(
            "{gm}: {count} tirada con el sello cerrado; se comprueba al abrirlo.",
            "{gm}: {count} tiradas con el sello cerrado; se comprueban al abrirlo.",
            count,
        ).format(gm=gm, count=count)
        for gm, count in sorted(verdict.closed.items())
        if count
    ]
    for seals, told in ((verdict.closed, _IDLE_CLOSED), (verdict.opened, _IDLE_OPEN)):
        lines += [_(told).format(gm=gm) for gm in _idle(seals, verdict)]
    lines += [
        _n(
            "{gm}: {count} tirada digital sin sello; no se puede comprobar.",
            "{gm}: {count} tiradas digitales sin sello; no se pueden comprobar.",
            count,
        ).format(gm=gm, count=count)
        for gm, count in sorted(verdict.unsealed.items())
    ]
    if verdict.findings:
        lines.append(
            _("No encajan: {count}. Encajan: {fitting}.").format(
                count=len(verdict.findings), fitting=verdict.fitting
            )
        )
    elif not verdict.seals:
        lines.append(_("En esta campaña no se han sellado los dados: «sella» al empezar la sesión."))
    elif verdict.fitting:
        fitting = verdict.fitting
        fits = _n(
            "Todo encaja: {fitting} tirada sellada.", "Todo encaja: {fitting} tiradas selladas.", fitting
        )
        lines.append(fits.format(fitting=fitting))
    lines.append(_("Las caras tecleadas (✎) son de dados de verdad y no se comprueban."))
    return "\n".join(lines)


def _idle(seals: Counter[str], verdict: Verdict) -> list[str]:
    """Return the GMs whose seals have no rolls: none counted, and none among the findings."""
    named = {each.gm for each in verdict.findings}
    return sorted(gm for gm, count in seals.items() if not count and gm not in named)


def _finding(finding: Finding, history: History) -> str:
    what = _(_MISFITS[finding.misfit]).format(draw=finding.draw)
    if finding.event not in history:
        return f"✗ {finding.gm}: {what}."
    told = " ".join(sentences(history[finding.event], history))
    said = f" «{told}»:" if told else ""
    return f"✗ {finding.event} {finding.gm}:{said} {what}."


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as JSON."""
    return {
        "fits": not verdict.findings,
        "fitting": verdict.fitting,
        "seals": verdict.seals,
        "opened": dict(verdict.opened),
        "closed": dict(verdict.closed),
        "unsealed": dict(verdict.unsealed),
        "findings": [
            {"misfit": str(each.misfit), "event": each.event or None, "gm": each.gm, "draw": each.draw}
            for each in verdict.findings
        ],
    }
