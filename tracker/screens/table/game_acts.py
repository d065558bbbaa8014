"""The acts that keys play in the game at the table."""

from tracker.rules.system import SHARED_ACTS
from tracker.session.state import Session
from tracker.widgets.key import Key
from tracker.widgets.key_table import BY_ID


def has_act(session: Session, act_id: str) -> bool:
    """Whether the game in play has an act, for one that not every game has."""
    return act_id not in SHARED_ACTS or bool(act_of_key(session, act_id))


def has_key(session: Session, key: Key) -> bool:
    """Whether a key does something in the game in play."""
    return has_act(session, key_in_game(session, key).verb)


def key_in_game(session: Session, key: Key) -> Key:
    """Return a key, or the one that it stands for where the game lacks its act."""
    return key if not key.instead or has_act(session, key.verb) else BY_ID[key.instead]


def act_of_key(session: Session, verb: str) -> str:
    """Return the act that the verb of a key plays: its own, else one that has the verb as another name.

    Empty if the game has none.
    """
    acts = session.game.acts
    if verb in acts or verb not in SHARED_ACTS:
        return verb if verb in acts else ""
    from tracker.commands.parse import verb_words

    act_id = verb_words(session).get(verb, "")
    return act_id if act_id in acts else ""
