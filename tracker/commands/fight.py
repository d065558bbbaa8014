"""Commands of the encounter."""

from functools import partial

from tracker.commands import exploration
from tracker.commands.command import Command
from tracker.commands.figures import is_duration
from tracker.commands.matching import match_one, normalize
from tracker.commands.reading import Reader, creature_reader, creatures_reader
from tracker.commands.vocabulary import blank, choice_of, full_keyword, meanings, shown_word
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import TurnOrder
from tracker.rules.text import fold
from tracker.session.effects import RELEASE
from tracker.session.groups import free_creatures, side_of
from tracker.session.history import History
from tracker.session.moves import encounter, given_turns, rounds, turns, undo
from tracker.session.moves import initiative as initiatives
from tracker.session.state import FOES, PARTY, Renewal, Session
from tracker.session.text import clean
from tracker.wording.messages import say
from tracker.wording.words import synonyms

_RENEWALS = (Renewal.KEEP, Renewal.CLEAR, Renewal.REROLL)


def next_turn(reader: Reader) -> Command:
    """Read `next [WHO|SIDE]`: begin the next turn of the order, or give the turn to somebody."""
    fight = reader.session.fight
    if reader.peek() is not None:
        return _give_turn(reader)
    if fight is None or fight.is_ordered:
        return Command("next", lambda history, roll, fresh: turns.next_turn(history.session, roll))
    return Command("next", lambda history, roll, fresh: given_turns.end_turn(history.session, roll))


def _give_turn(reader: Reader) -> Command:
    sides = {normalize(word): side for word, side in _sides(reader).items()}
    side = sides.get(normalize(reader.peek() or ""))
    if side is not None and not reader.is_somebody(reader.peek() or ""):
        reader.take("")
        reader.expect_end()
        return Command("next", lambda history, roll, fresh: given_turns.pass_floor(history.session, side))
    creature_ids = reader.take_creatures(whole=True)
    reader.expect_end()
    return Command(
        "next", lambda history, roll, fresh: given_turns.give_turn(history.session, creature_ids, roll)
    )


def delay(reader: Reader) -> Command:
    """Read `delay [WHO] [before WHO]`: the turn under way goes on later in this round.

    `wait 30m` waits outside turns: the interval passes.
    """
    if is_duration(reader.peek_measured() or "") and not reader.is_somebody(reader.peek() or ""):
        return exploration.interval(reader)
    creature_ids: tuple[str, ...] = ()
    names_successor = reader.take_keyword_phrase("before")
    if not names_successor and reader.peek() is not None:
        creature_ids = reader.take_creatures(whole=True)
        names_successor = reader.take_keyword_phrase("before")
    if names_successor and reader.peek() is None:
        reader.take(blank("who"))
    successor = reader.take_creature() if names_successor else ""
    reader.expect_end()
    return Command(
        "delay", lambda history, roll, fresh: turns.delay(history.session, creature_ids, successor)
    )


def turn_order(reader: Reader) -> Command:
    """Read `turns no order|by sides|by initiative`."""
    text = reader.take_rest() or reader.take(shown_word(TurnOrder.FREE))
    order_id = full_keyword(text, TurnOrder)
    if not order_id:
        choices = ", ".join(map(shown_word, TurnOrder))
        raise Refusal("unknown_choice", value=clean(text, NAME_LENGTH), known=choices)
    return Command(
        "turn_order",
        lambda history, roll, fresh: given_turns.order_turns(history.session, TurnOrder(order_id)),
    )


def previous_turn(reader: Reader) -> Command:
    """Read `previous`."""
    reader.expect_end()
    return Command("previous", lambda history, roll, fresh: undo.previous_turn(history))


def begin(reader: Reader) -> Command:
    """Read `encounter [hidden] NAME [WHO …] [no order|by sides]`.

    Without names, the party and the newcomers fight; with `party:` in front, the party alone. An encounter
    without a name is numbered. Names may follow each other without commas.
    """
    order_id = reader.take_trailing_keyword(*TurnOrder)
    is_party_alone = (reader.peek() or "").endswith(":") and reader.take_keyword("party", behind=":")
    hidden = reader.take_visibility(before_name=True)
    is_unnamed = reader.peek() is None
    name = "" if is_unnamed else reader.take_typed(blank("name"))
    # What names no creature is still the encounter's name: `encounter The old bridge`.
    if reader.peek() is not None and not reader.names_somebody():
        name = f"{name} {reader.take_rest()}"
    name = _own_name(reader.context.history, name)
    session = reader.session
    creature_ids: tuple[str, ...] = (
        () if reader.peek() is not None else _free_creatures(session, party_alone=is_party_alone)
    )
    while reader.peek() is not None:
        creature_ids += reader.take_creatures(whole=True)
    members = {who: side_of(session, who) for who in creature_ids}
    return Command(
        "fight",
        lambda history, roll, fresh: encounter.open_encounter(
            history.session,
            name,
            members,
            fresh,
            hidden=hidden,
            turn_order=TurnOrder(order_id) if order_id else None,
        ),
    )


def _own_name(history: History, name: str) -> str:
    """Add a number to a name that an encounter has or had: `Bridge 2`; an empty one becomes `Fight 1`."""
    events = (each for each in history if history.counts(each.id))
    opened = (fact for each in events for fact in each.facts if fact.kind == "encounter_opened")
    used = {fold(str(fact.data["name"])) for fact in opened}
    used |= {fold(each.name) for each in history.session.encounters.values()}
    numbers = range(1, len(used) + 2)
    if name:
        names = [name, *(f"{name} {number + 1}" for number in numbers)]
    else:
        names = [say("fight.fight", number=number) for number in numbers]
    return next(each for each in names if fold(each) not in used)


def _free_creatures(session: Session, *, party_alone: bool) -> tuple[str, ...]:
    """Find the living creatures outside every encounter that neither fled nor stayed from an earlier one.

    A new encounter takes or brings back other creatures only if the line names them.
    """
    party, waiting = free_creatures(session)
    return (*party, *(who for who in waiting if not party_alone or side_of(session, who) == PARTY))


def enter(reader: Reader) -> Command:
    """Read `enter [hidden|shown] WHO [SIDE]`."""
    hidden = reader.take_visibility(before_name=True)
    creature_ids = reader.take_creatures(whole=True)
    word = reader.take_typed("") if reader.peek() is not None else ""
    reader.expect_end()
    side = match_one(word, _sides(reader)) or word
    return Command(
        "enter",
        lambda history, roll, fresh: encounter.enter(history.session, creature_ids, side, hidden=hidden),
    )


flee = creatures_reader("flee", partial(encounter.flee, fled=True))
come_back = creatures_reader("return", partial(encounter.flee, fled=False))
surprise = creatures_reader("surprise", rounds.surprise)
_leave = creatures_reader("leave", encounter.leave)
hide = creatures_reader("hide", partial(encounter.hide, hidden=True))
_reveal_some = creatures_reader("reveal", partial(encounter.hide, hidden=False))


def leave(reader: Reader) -> Command:
    """Read `leave WHO`; with a condition behind it, the act that ends the condition."""
    release = reader.session.game.acts.get(RELEASE)
    with reader.rewinding():
        reader.take_creatures(whole=True)
        says_more = reader.peek() is not None
    if release is None or not says_more:
        return _leave(reader)
    from tracker.commands.acts import read_act  # noqa: PLC0415 - most lines of `tracker do` are no act

    return read_act(release, reader)


def reveal(reader: Reader) -> Command:
    """Read `reveal [WHO]`; without names, every hidden combatant."""
    if reader.peek() is not None:
        return _reveal_some(reader)
    return Command("reveal", lambda history, roll, fresh: encounter.reveal_all(history.session))


up = creature_reader("up", lambda session, who: initiatives.shift(session, who, -1))
down = creature_reader("down", lambda session, who: initiatives.shift(session, who, 1))


def initiative(reader: Reader) -> Command:
    """Read `initiative WHO|SIDE N|EXPRESSION`; alone, each rolls the check that the game has for it."""
    side = match_one(reader.peek() or "", _sides(reader))
    if side is not None:
        reader.take("")
        text = reader.take_rest()
        if not text and not reader.session.game.initiative_check:
            reader.take("N")
        return Command(
            "initiative",
            lambda history, roll, fresh: initiatives.set_side_initiative(history.session, side, text, roll),
        )
    creature_ids = reader.take_creatures()
    text = reader.take_rest()
    if not text and not reader.session.game.initiative_check:
        reader.take("N")
    return Command(
        "initiative",
        lambda history, roll, fresh: initiatives.set_initiative(history.session, creature_ids, text, roll),
    )


def end(reader: Reader) -> Command:
    """Read `end [noclock|10m]`.

    The clock advances by the round under way, by nothing, or by the typed time in all.
    """
    seconds: int | None = None
    if reader.take_keyword_or_prefix("no_clock"):
        seconds = 0
    elif reader.peek() is not None:
        seconds = reader.take_duration("10m")
    reader.expect_end()
    return Command("end", lambda history, roll, fresh: encounter.end_encounter(history.session, seconds))


def declare(reader: Reader) -> Command:
    """Read `declare WHO TEXT`."""
    who, text = reader.take_creature(), reader.take_rest()
    return Command("declare", lambda history, roll, fresh: rounds.declare(history.session, who, text))


def each_round(reader: Reader) -> Command:
    """Read `eachround keep|clear|reroll`."""
    renewal = Renewal(reader.take_choice(choice_of(*_RENEWALS), meanings(*_RENEWALS)))
    reader.expect_end()
    return Command("each_round", lambda history, roll, fresh: rounds.renew(history.session, renewal))


def switch(reader: Reader) -> Command:
    """Read `switch NAME`: go to another encounter under way."""
    names = {fight.name: key for key, fight in reader.session.encounters.items()}
    word = reader.take_rest_name()
    key = match_one(word, names)
    if key is None:
        raise Refusal("unknown_encounter", name=word)
    return Command("switch", lambda history, roll, fresh: encounter.switch(history.session, key))


def _sides(reader: Reader) -> dict[str, str]:
    """Map the words for the sides: party, foes, and the GM's own sides."""
    fight = reader.session.fight
    sides = {side: side for side in (initiatives.sides_of(fight) if fight else ())}
    for side in (PARTY, FOES):
        sides |= dict.fromkeys(synonyms(reader.words, "side", side), side)
    return sides
