"""How long effects still last, in as few letters as a row has room for."""

from tracker.session.effects import FOREVER
from tracker.session.state import Effect, Session, Until
from tracker.wording import amounts
from tracker.wording.language import _


def left_text(effect: Effect, session: Session) -> str:
    """Return what is left of an effect: `2r`, `10m`, `fin`, `inicio`, `salv.`, `sin plazo`."""
    if effect.until is Until.CLOCK and effect.at >= FOREVER:
        return _("sin plazo")
    if effect.until is Until.CLOCK:
        return amounts.duration(max(0, effect.at - session.elapsed))
    if effect.until is Until.SAVE:
        return _("salv.")
    if effect.passes > 1:
        return f"{effect.passes}r"
    return _("fin") if effect.until is Until.TURN_END else _("inicio")


def effects_on(session: Session, who: str) -> dict[str, Effect]:
    """Return what a creature bears for a while, by its condition or its name."""
    return {each.condition or each.name: each for each in session.effects.values() if each.who == who}
