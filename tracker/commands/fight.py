"""Commands of the encounter."""

from functools import partial

from tracker.commands.command import Command
from tracker.commands.matching import match_one, normalize
from tracker.commands.reading import Reader, creature_reader, creatures_reader
from tracker.commands.vocabulary import blank, choice_of, full_keyword, meanings, shown_word
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import TurnOrder
from tracker.session.effects import RELEASE
from tracker.session.groups import side_of, waiting_creatures
from tracker.session.history import History
from tracker.session.moves import encounter, given_turns, rounds, turns, undo
from tracker.session.moves import initiative as initiatives
from tracker.session.state import FOES, PARTY, Renewal, Session
from tracker.session.text import clean
from tracker.wording.messages import say
from tracker.wording.words import synonyms

_RENEWALS = (Renewal.KEEP, Renewal.CLEAR, Renewal.REROLL)


def next_turn(reader: Reader) -> Command:
    """Read `siguiente [QUIEN|BANDO]`: the next turn of the order, or who gets it now."""
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
    """Read `delay [WHO] [before WHO]`: the turn under way goes on later in this round."""
    creature_ids: tuple[str, ...] = ()
    waits = reader.took_words("before")
    if not waits and reader.peek() is not None:
        creature_ids = reader.take_creatures(whole=True)
        waits = reader.took_words("before")
    if waits and reader.peek() is None:
        reader.take(blank("who"))
    before = reader.take_creature() if waits else ""
    reader.expect_end()
    return Command("delay", lambda history, roll, fresh: turns.delay(history.session, creature_ids, before))


def turn_order(reader: Reader) -> Command:
    """Read `turnos sin orden|por bandos|por iniciativa`."""
    text = reader.take_rest() or reader.take(shown_word(TurnOrder.FREE))
    chosen = full_keyword(text, TurnOrder)
    if not chosen:
        known = ", ".join(map(shown_word, TurnOrder))
        raise Refusal("unknown_choice", value=clean(text, NAME_LENGTH), known=known)
    return Command(
        "turn_order",
        lambda history, roll, fresh: given_turns.order_turns(history.session, TurnOrder(chosen)),
    )


def previous_turn(reader: Reader) -> Command:
    """Read `anterior`."""
    reader.expect_end()
    return Command("previous", lambda history, roll, fresh: undo.previous_turn(history))


def begin(reader: Reader) -> Command:
    """Read `combate [oculto] NOMBRE [QUIEN …] [sin orden|por bandos]`.

    Without names, the party and the newcomers fight; behind `grupo:` the party fights alone. Without a name,
    the encounter is numbered. Names may follow each other without commas.
    """
    turns_go = reader.take_trailing_keyword(*TurnOrder)
    party_alone = (reader.peek() or "").endswith(":") and reader.take_keyword("party", behind=":")
    hidden = reader.take_visibility(before_name=True)
    unnamed = reader.peek() is None
    name = _free_name(reader.context.history) if unnamed else reader.take_typed(blank("name"))
    if reader.peek() is not None and not reader.names_somebody():
        name = f"{name} {reader.take_rest()}"
    session = reader.session
    named: tuple[str, ...] = () if reader.peek() is not None else _free(session, party_alone=party_alone)
    while reader.peek() is not None:
        named += reader.take_creatures(whole=True)
    members = {who: side_of(session, who) for who in named}
    return Command(
        "fight",
        lambda history, roll, fresh: encounter.open_encounter(
            history.session,
            name,
            members,
            fresh,
            hidden=hidden,
            turn_order=TurnOrder(turns_go) if turns_go else None,
        ),
    )


def _free_name(history: History) -> str:
    """Return a name that no encounter of the campaign has or had, its number in their order: `Combate 2`."""
    opened = (each for each in history if history.counts(each.id))
    known = [fact.data["name"] for each in opened for fact in each.facts if fact.kind == "encounter_opened"]
    numbered = (say("fight.fight", number=number) for number in range(1, len(known) + 2))
    return next(name for name in numbered if name not in known)


def _free(session: Session, *, party_alone: bool) -> tuple[str, ...]:
    """Return the living creatures outside every encounter that neither fled nor stayed from an earlier one.

    A new encounter takes no creature out of another and brings none back, unless the line names it.
    """
    party = (who for who in session.party() if not session.encounters_of(who) and not session.is_out(who))
    waiting = waiting_creatures(session)
    return (*party, *(who for who in waiting if not party_alone or side_of(session, who) == PARTY))


def enter(reader: Reader) -> Command:
    """Read `entra [oculto|visible] QUIEN [BANDO]`."""
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
    """Read `quita QUIEN`; with a condition behind it, the act that ends the condition."""
    release = reader.session.game.acts.get(RELEASE)
    with reader.rewinding():
        reader.take_creatures(whole=True)
        says_more = reader.peek() is not None
    if release is None or not says_more:
        return _leave(reader)
    from tracker.commands.acts import read_act  # noqa: PLC0415 - most lines of `tracker do` are no act

    return read_act(release, reader)


def reveal(reader: Reader) -> Command:
    """Read `muestra [QUIEN]`: without names, every hidden combatant."""
    if reader.peek() is not None:
        return _reveal_some(reader)
    return Command("reveal", lambda history, roll, fresh: encounter.reveal_all(history.session))


up = creature_reader("up", lambda session, who: initiatives.shift(session, who, -1))
down = creature_reader("down", lambda session, who: initiatives.shift(session, who, 1))


def initiative(reader: Reader) -> Command:
    """Read `iniciativa QUIEN|BANDO N|EXPRESIÓN`."""
    side = match_one(reader.peek() or "", _sides(reader))
    if side is not None:
        reader.take("")
        text = reader.take_rest() or reader.take("N")
        return Command(
            "initiative",
            lambda history, roll, fresh: initiatives.set_side_initiative(history.session, side, text, roll),
        )
    creature_ids = reader.take_creatures()
    text = reader.take_rest() or reader.take("N")
    return Command(
        "initiative",
        lambda history, roll, fresh: initiatives.set_initiative(history.session, creature_ids, text, roll),
    )


def end(reader: Reader) -> Command:
    """Read `fin [sinreloj|10m]`: with the round under way, without it, or after a typed time in all."""
    seconds: int | None = None
    if reader.take_keyword_or_prefix("no_clock"):
        seconds = 0
    elif reader.peek() is not None:
        seconds = reader.take_duration("10m")
    reader.expect_end()
    return Command("end", lambda history, roll, fresh: encounter.end_encounter(history.session, seconds))


def declare(reader: Reader) -> Command:
    """Read `declara QUIEN TEXTO`."""
    who, text = reader.take_creature(), reader.take_rest()
    return Command("declare", lambda history, roll, fresh: rounds.declare(history.session, who, text))


def each_round(reader: Reader) -> Command:
    """Read `cadaronda conserva|repite|tira`."""
    renewal = Renewal(reader.take_choice(choice_of(*_RENEWALS), meanings(*_RENEWALS)))
    reader.expect_end()
    return Command("each_round", lambda history, roll, fresh: rounds.renew(history.session, renewal))


def switch(reader: Reader) -> Command:
    """Read `cambia NOMBRE`: switch to another encounter under way."""
    names = {fight.name: key for key, fight in reader.session.encounters.items()}
    word = reader.rest_name()
    key = match_one(word, names)
    if key is None:
        raise Refusal("unknown_encounter", name=word)
    return Command("switch", lambda history, roll, fresh: encounter.switch(history.session, key))


def _sides(reader: Reader) -> dict[str, str]:
    """Return the words for the sides: `grupo`, `enemigos`, and the GM's own sides."""
    fight = reader.session.fight
    known = {side: side for side in (initiatives.sides_of(fight) if fight else ())}
    for side in (PARTY, FOES):
        known |= dict.fromkeys(synonyms(reader.words, "side", side), side)
    return known
