"""Effects in the GM's own words: a blessing for three rounds, silence until dawn."""

from collections.abc import Iterable

from tracker.rules.refusal import Refusal
from tracker.session.effects import Lasting, begun, ended
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import named
from tracker.session.state import Session


def begin_effect(session: Session, creature_ids: Iterable[str], name: str, lasting: Lasting) -> Draft:
    """Put an effect on creatures; it ends by itself."""
    builder, name = MoveBuilder.of(session), named(name)
    for who in creature_ids:
        session.creature(who)
        builder = begun(builder, who, name, "", lasting)
    return builder.draft()


def end_effect(session: Session, key: str) -> Draft:
    """End an effect now, and the condition that it came with."""
    if key not in session.effects:
        known = ", ".join(effect.name for effect in session.effects.values())
        raise Refusal("unknown_effect", name=key, known=known or "—")
    return ended(MoveBuilder.of(session), key).draft()
