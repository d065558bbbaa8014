"""Effects in the GM's own words: a blessing for three rounds, silence until dawn."""

from collections.abc import Iterable

from tracker.rules.system import Lasting
from tracker.session.effects import stop_effect
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.state import Session, element


def begin_effect(session: Session, creature_ids: Iterable[str], name: str, lasting: Lasting) -> Draft:
    """Put an effect on creatures that ends by itself."""
    builder, name = MoveBuilder.for_session(session), clean_name(name)
    for who in creature_ids:
        session.creature(who)
        builder = builder.with_effect(who, name, "", lasting)
    return builder.draft()


def end_effect(session: Session, key: str) -> Draft:
    """End an effect now, and the condition that it came with; refuses `unknown_effect`."""
    element(session.effects, key, "unknown_effect")
    return stop_effect(MoveBuilder.for_session(session), key).draft()
