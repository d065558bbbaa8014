"""The most told sentences as the words have them, so that a reworded one breaks no test of what is told."""

from tests.session.game import Game
from tracker.wording.sentences import fact_sentence
from tracker.wording.tellings import Telling
from tracker.wording.words import words_of


def told(kind: str, **data: object) -> str:
    """Return the sentence of a fact of Chronicle without its stop; a creature is given by its name."""
    return fact_sentence(Telling(kind, data), Game().history).removesuffix(".")


def damaged(who: str, amount: int, health: int | None = None) -> str:
    left = {} if health is None else {"health": health}
    return told("damaged", who=who, amount=amount, **left)


def turn(who: str) -> str:
    return told("turn_who", who=who)


def undone(event: str = "") -> str:
    """Return the sentence about an undone event, given the sentence of that event."""
    return (words_of("chronicle").find("fact", "undone") or "").replace("{event:event}", event)
