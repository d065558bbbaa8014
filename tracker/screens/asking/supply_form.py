"""The form of a supply: its name, its owner, its usage die and the trigger of the die."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tracker.commands.figures import parse_duration
from tracker.commands.matching import match_one
from tracker.rules.clock import duration_text
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.usage_die import LADDER
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.supplies import with_time_left
from tracker.session.state import Session
from tracker.session.text import checked_text
from tracker.widgets.form import Field
from tracker.widgets.text_prompt import Validate
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import term, words_of

_DEPLETED = "–"


def supply_fields(session: Session, supply: Supply) -> list[Field]:
    name = Field("name", say("supply_form.name"), supply.name, validate=_wrong(session, clean_name))
    return [name, *_further_fields(session, supply)]


def new_supply_fields(session: Session, name: Field, supply: Supply) -> list[Field]:
    return [name, *_further_fields(session, supply)]


def _further_fields(session: Session, supply: Supply) -> list[Field]:
    yes_or_no, triggers, owners = (
        (say("campaign.yes"), say("campaign.no")),
        _triggers(session),
        _owners(session, supply),
    )
    return [
        Field("owner", say("supply_form.who"), owners[supply.owner], choices=tuple(owners.values())),
        Field("die", say("supply_form.usage_die"), _die(supply.die), choices=(*map(_die, LADDER), _DEPLETED)),
        Field(
            "trigger", say("supply_form.trigger"), triggers[supply.trigger], choices=tuple(triggers.values())
        ),
        _duration_field(session, "every", say("supply_form.every"), supply.every, "10m"),
        *_left_field(session, supply),
        Field(
            "light",
            say("supply_form.gives_light"),
            yes_or_no[0] if supply.light else yes_or_no[1],
            choices=yes_or_no,
        ),
        Field("when", say("supply_form.trigger_prompt"), supply.when, validate=_wrong(session, _text)),
        Field("outcome", say("supply_form.outcome"), supply.outcome, validate=_wrong(session, _text)),
    ]


def supply_with(session: Session, supply: Supply, values: Mapping[str, str]) -> Supply:
    """Return the supply with the values of its form; refuses invalid ones."""
    owners = {name: who for who, name in _owners(session, supply).items()}
    triggers = {word: trigger for trigger, word in _triggers(session).items()}
    readers: dict[str, Callable[[str], Any]] = {
        "name": clean_name,
        "owner": lambda text: owners.get(text, ""),
        "die": lambda text: 0 if text == _DEPLETED else int(text[1:]),
        "trigger": lambda text: Trigger(match_one(text, triggers) or supply.trigger),
        "every": parse_duration,
        "light": lambda text: text == say("campaign.yes"),
        "when": _text,
        "outcome": _text,
    }
    new_values = {name: readers[name](text) for name, text in values.items() if name != "left"}
    supply = replace(supply, **new_values)
    return with_time_left(session, supply, parse_duration(values["left"])) if "left" in values else supply


def _text(text: str) -> str:
    return checked_text(text, TEXT_LENGTH)


def _left_field(session: Session, supply: Supply) -> list[Field]:
    """Return the field of the time until the next roll, if time uses the supply up; else none."""
    if supply.trigger is not Trigger.TIME or supply.is_depleted:
        return []
    remaining = supply.due - session.elapsed if supply.active else supply.wait
    return [_duration_field(session, "left", say("supply_form.due_in"), remaining, "7m")]


def _duration_field(session: Session, key: str, label: str, seconds: int, example: str) -> Field:
    wrong = _wrong(session, parse_duration)
    return Field(key, label, duration_text(seconds), example, validate=wrong, figure=True)


def _die(sides: int) -> str:
    return f"d{sides}" if sides else _DEPLETED


def _owners(session: Session, supply: Supply) -> dict[str, str]:
    """Return the names of possible owners by id: the party, its members, the current owner."""
    owners = {"": say("people.party")}
    for who, creature in session.creatures.items():
        if creature.party or who == supply.owner:
            owners[who] = creature.name
    return owners


def _triggers(session: Session) -> dict[Trigger, str]:
    words = words_of(session.system)
    return {trigger: term(words, "trigger", trigger) for trigger in Trigger}


def _wrong(session: Session, read: Callable[[str], Any]) -> Validate:
    def wrong(text: str) -> str | None:
        try:
            read(text)
        except Refusal as refusal:
            return refusal_sentence(refusal, session.system)
        return None

    return wrong
