"""Whether an effect still has somebody to be on."""

from tracker.session.state import Effect, Session


def is_borne(session: Session, effect: Effect) -> bool:
    """Whether its bearer is in play, and still suffers the condition that it came with."""
    if effect.who not in session.creatures:
        return False
    badges = session.game.badges(session.table(), effect.who)
    return not effect.condition or any(badge.id == effect.condition for badge in badges)
