"""Commands of supplies: carry, light, extinguish, hand over."""

import re
from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from tracker.commands import library
from tracker.commands.command import Command
from tracker.commands.matching import match_one, matches
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, choice_of, full_keyword, is_keyword, meanings
from tracker.rules.clock import MINUTE
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.session.moves import supplies
from tracker.session.text import checked_text

_DIE = re.compile(r"1?d(\d{1,3})", re.IGNORECASE)
_TRIGGERS = (Trigger.INTERVAL, Trigger.AMMUNITION, Trigger.MEAL, Trigger.DRINK)
_OF_A_MEAL = {"food_names": Trigger.MEAL, "drink_names": Trigger.DRINK}
"""Keywords for supplies that meals use up unless the line says another trigger."""
_TEXTS = {"trigger": "when", "outcome": "outcome"}
"""The keywords that introduce a supply's texts, and the fields that hold the texts."""
TEN_MINUTES = 10 * MINUTE


def get(reader: Reader) -> Command:
    """Read `carry WHO NAME dN [light] [every 10m|interval|ammunition|meal|drink] [lit]`.

    Meals use up rations and water unless the line says another trigger. `trigger TEXT` and `outcome TEXT`
    come last, in either order (R1-037, R1-038). `carry WHO kit NAME` gives a kit of the library.
    """
    return _read_supply(reader, Supply(owner=reader.take_owner()))


def get_in_form(reader: Reader, supply: Supply) -> Command:
    """Read the name of a supply that a form describes, or a whole line, which wins over the form.

    `WHO` may stand before the line if the form names no owner.
    """
    supply = _as_light(supply) if supply.light else supply
    if supply.trigger is not Trigger.TIME:
        supply = replace(supply, every=0)
    if not says_whole(reader):
        return _get_command(replace(supply, name=reader.take_rest()))
    owner = reader.take_owner() if not supply.owner and reader.names_owner() else supply.owner
    return _read_supply(reader, replace(supply, owner=owner))


def says_whole(reader: Reader) -> bool:
    """Whether a line describes a supply with its die, or names a kit of the library."""
    _owner, kit, name = f" {reader.text()}".partition(" kit ")
    return reader.has_word_like(_DIE) or bool(kit and matches(name, library.kit_names(reader)))


def _read_supply(reader: Reader, supply: Supply) -> Command:
    if is_keyword(reader.peek(), "kit") and not reader.has_word_like(_DIE):
        reader.take("")
        return library.give_kit(reader, supply.owner)
    name: list[str] = []
    while (word := reader.peek()) is not None and not _DIE.fullmatch(word):
        name.append(reader.take_typed(blank("name")))
    supply = replace(supply, name=" ".join(name), die=_take_die(reader))
    while reader.peek() is not None:
        supply = _with_description(supply, reader)
    return _get_command(supply)


def _get_command(supply: Supply) -> Command:
    if supply.trigger is Trigger.MANUAL and not supply.when:
        keyword_id = full_keyword(supply.name, _OF_A_MEAL)
        supply = replace(supply, trigger=_OF_A_MEAL.get(keyword_id, Trigger.MANUAL))
    return Command("get", lambda history, roll, fresh: supplies.get_supply(history.session, supply, fresh))


def _as_light(supply: Supply) -> Supply:
    """Make a supply give light, used up by time unless something else uses it up."""
    trigger = Trigger.TIME if supply.trigger is Trigger.MANUAL else supply.trigger
    return replace(supply, light=True, trigger=trigger, every=supply.every or TEN_MINUTES)


def _with_description(supply: Supply, reader: Reader) -> Supply:
    if reader.take_keyword_or_prefix("light"):
        return _as_light(supply)
    if reader.take_keyword_or_prefix("every"):
        if _trigger(reader.peek()) is not None:
            return supply
        return replace(supply, trigger=Trigger.TIME, every=reader.take_duration("10m"))
    if reader.take_keyword_or_prefix("lit"):
        return replace(supply, active=True)
    if name := _text_field(reader.peek()):
        reader.take("")
        return replace(
            supply, **{name: _take_text(reader, [] if supply.when or supply.outcome else [*_TEXTS])}
        )
    word = reader.take("")
    trigger = _trigger(word)
    if trigger is None:
        raise reader.unknown_word_refusal(word)
    return replace(supply, trigger=trigger)


def _take_text(reader: Reader, labels: Collection[str]) -> str:
    """Take a text in quotes, or the words up to one of these labels."""
    words = [reader.take_typed(blank("text"))]
    while not reader.was_quoted and (word := reader.peek()) is not None and not is_keyword(word, *labels):
        words.append(reader.take_typed(""))
    return checked_text(" ".join(words), TEXT_LENGTH)


def _text_field(word: str | None, labels: Mapping[str, str] = _TEXTS) -> str:
    """Return the field whose text a word introduces; empty for any other word."""
    return labels.get(full_keyword(word or "", labels), "")


def _trigger(word: str | None) -> Trigger | None:
    trigger_id = match_one(word or "", meanings(*_TRIGGERS))
    return Trigger(trigger_id) if trigger_id else None


def _take_die(reader: Reader) -> int:
    word = reader.take("dN")
    match = _DIE.fullmatch(word)
    if not match:
        raise reader.unknown_word_refusal(word)
    return int(match[1])


def _light_or_put_out(verb: str, *, lit: bool) -> Callable[[Reader], Command]:
    def read(reader: Reader) -> Command:
        key = reader.take_supply_of_anybody()
        reader.expect_end()
        return Command(verb, lambda history, roll, fresh: supplies.light(history.session, key, lit=lit))

    return read


light = _light_or_put_out("light", lit=True)
put_out = _light_or_put_out("put_out", lit=False)


def hand(reader: Reader) -> Command:
    """Read `hand [WHO] THING WHO`."""
    key, owner = reader.take_supply_of_anybody(), reader.take_owner()
    reader.expect_end()
    supply = replace(reader.session.supplies[key], owner=owner)
    return Command("hand", lambda history, roll, fresh: supplies.edit_supply(history.session, key, supply))


def set_die(reader: Reader) -> Command:
    """Read `die [WHO] THING dN`."""
    key = reader.take_supply_of_anybody()
    supply = replace(reader.session.supplies[key], die=_take_die(reader))
    reader.expect_end()
    return Command("die", lambda history, roll, fresh: supplies.edit_supply(history.session, key, supply))


def describe(reader: Reader) -> Command:
    """Read `thing [WHO] THING [trigger TEXT] [outcome TEXT]`; `none` removes a text."""
    key = reader.take_supply_of_anybody()
    supply = reader.session.supplies[key]
    label = reader.peek()
    if not _text_field(label):
        raise (
            reader.unknown_word_refusal(label)
            if label
            else Refusal("missing", what=choice_of(*_TEXTS), usage=reader.usage)
        )
    labels: Mapping[str, str] = _TEXTS
    while reader.peek() is not None:
        name = _text_field(reader.take(""), labels)
        labels = {each: other for each, other in labels.items() if other != name}
        text = _take_text(reader, labels)
        if reader.peek() is not None and not is_keyword(reader.peek(), *labels):
            raise reader.unknown_word_refusal(reader.peek() or "")
        supply = replace(supply, **{name: "" if is_keyword(text, "nothing") else text})
    return Command("thing", lambda history, roll, fresh: supplies.edit_supply(history.session, key, supply))


def set_left(reader: Reader) -> Command:
    """Read `remaining [WHO] THING 7m`: the time until its next roll."""
    key, seconds = reader.take_supply_of_anybody(), reader.take_duration("7m")
    reader.expect_end()
    return Command("left", lambda history, roll, fresh: supplies.set_time_left(history.session, key, seconds))


def drop(reader: Reader) -> Command:
    """Read `drop [WHO] THING`."""
    key = reader.take_supply_of_anybody()
    reader.expect_end()
    return Command("drop", lambda history, roll, fresh: supplies.drop_supplies(history.session, (key,)))
