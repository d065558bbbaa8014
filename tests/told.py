"""The most told sentences as the words have them, so that a reworded one breaks no test of what is told."""

from tests.session.game import Game
from tracker.rules.refusal import Refusal
from tracker.wording.sentences import fact_sentence, refusal_sentence
from tracker.wording.tellings import Telling
from tracker.wording.words import words_of


def sentence(kind: str, **data: object) -> str:
    """Return the sentence of a fact of Chronicle without its stop; a creature is given by its name."""
    return fact_sentence(Telling(kind, data), Game().history).removesuffix(".")


def refusal(code: str, **data: str | int) -> str:
    """Return the sentence of a refusal in Chronicle; a creature is given by its name."""
    return refusal_sentence(Refusal(code, **data), "chronicle")


def damaged_sentence(who: str, amount: int, health: int | None = None) -> str:
    left = {} if health is None else {"health": health}
    return sentence("damaged", who=who, amount=amount, **left)


def joined_sentence(name: str) -> str:
    return sentence("joined_party", name=name)


def turn(who: str) -> str:
    return sentence("turn_who", who=who)


def round_begins(number: int) -> str:
    return sentence("round", round=number)


def free_turn() -> str:
    return sentence("turn_free")


def group_turn(group: str) -> str:
    return sentence("turn_group", group=group)


def kept_die(name: str, die: int, who: str = "") -> str:
    return sentence("supply_kept", name=name, die=die, who=who)


def worn_die(name: str, die: int, who: str = "") -> str:
    return sentence("supply_worn", name=name, die=die, who=who)


def depleted_sentence(name: str, who: str = "") -> str:
    return sentence("supply_depleted", name=name, who=who)


def undone(event: str = "") -> str:
    """Return the sentence about an undone event, given the sentence of that event."""
    return (words_of("chronicle").find("fact", "undone") or "").replace("{event:event}", event)
