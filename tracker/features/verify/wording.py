"""The result of checking sealed dice, in words and as JSON."""

from collections import Counter

from msgspec import Struct

from tracker.features.verify.verdict import Finding, Misfit, Verdict
from tracker.session.history import History
from tracker.wording.contract import Answer
from tracker.wording.messages import say
from tracker.wording.sentences import sentences


def verdict_text(verdict: Verdict, history: History) -> str:
    """Write the verdict, misfits first."""
    lines = [_finding_line(each, history) for each in verdict.findings]
    lines += [
        say("verify.closed", gm=gm, count=count) for gm, count in sorted(verdict.closed.items()) if count
    ]
    lines += [say("verify.idle_closed", gm=gm) for gm in _idle_gms(verdict.closed, verdict)]
    lines += [say("verify.idle_open", gm=gm) for gm in _idle_gms(verdict.opened, verdict)]
    lines += [say("verify.unsealed", gm=gm, count=count) for gm, count in sorted(verdict.unsealed.items())]
    if verdict.findings:
        lines.append(say("verify.misfits", count=len(verdict.findings), fitting=verdict.fitting))
    elif not verdict.seals:
        lines.append(say("verify.no_seals"))
    elif verdict.fitting:
        lines.append(say("verify.fits", fitting=verdict.fitting))
    lines.append(say("verify.typed_unchecked"))
    return "\n".join(lines)


def _idle_gms(seals: Counter[str], verdict: Verdict) -> list[str]:
    """List the GMs whose seals have no rolls: none counted, and none among the findings."""
    gms_with_findings = {each.gm for each in verdict.findings}
    return sorted(gm for gm, count in seals.items() if not count and gm not in gms_with_findings)


def _finding_line(finding: Finding, history: History) -> str:
    misfit_text = say(f"misfit.{finding.misfit}", draw=finding.draw)
    if finding.event not in history:
        return f"✗ {finding.gm}: {misfit_text}."
    event_text = " ".join(sentences(history[finding.event], history))
    quoted_text = f" «{event_text}»:" if event_text else ""
    return f"✗ {finding.event} {finding.gm}:{quoted_text} {misfit_text}."


class FindingAnswer(Struct, frozen=True):
    """A roll, a draw or a seal that does not fit."""

    misfit: Misfit
    event: str | None
    gm: str
    draw: int


class VerdictAnswer(Answer, frozen=True, kw_only=True):
    """The result of repeating every sealed roll."""

    fits: bool
    fitting: int
    seals: int
    opened: dict[str, int]
    closed: dict[str, int]
    unsealed: dict[str, int]
    findings: list[FindingAnswer]


def verdict_answer(verdict: Verdict) -> VerdictAnswer:
    return VerdictAnswer(
        fits=not verdict.findings,
        fitting=verdict.fitting,
        seals=verdict.seals,
        opened=dict(verdict.opened),
        closed=dict(verdict.closed),
        unsealed=dict(verdict.unsealed),
        findings=[
            FindingAnswer(each.misfit, each.event or None, each.gm, each.draw) for each in verdict.findings
        ],
    )
