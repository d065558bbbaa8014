"""Commands of progress clocks: `clock Ritual 6`, `advance Ritual`."""

import re
from collections import Counter
from collections.abc import Callable

from msgspec import UNSET, UnsetType

from tracker.commands.command import Command
from tracker.commands.matching import normalize, require_match, unknown_name_refusal
from tracker.commands.reading import Reader, is_number
from tracker.commands.vocabulary import choice_of, is_keyword, meanings
from tracker.rules.dice.notation import parse
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import key_of, match_old_key
from tracker.session.event import Draft
from tracker.session.moves import progress as moves
from tracker.session.moves.progress import Recharge
from tracker.session.progress import ProgressClock, Refill
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.wording.progress import clock_word

_SPAN = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
_RECHARGE_DIE = "1d6"
_AFTER_NAME = ("outcome", "each", "nothing", "recharge")
"""Keywords that end the name of a clock."""
_REFILLS = {"round": Refill.ROUND, "rest": Refill.REST, "day": Refill.DAY, "nothing": Refill.NEVER}


def keep(reader: Reader) -> Command:
    """Read `clock [WHO:] NAME N [every round|rest|day|none] [shown|hidden] [outcome TEXT]`.

    A line without N changes an existing clock. `clock NAME none` removes it.
    """
    name = reader.take_name_until(*_AFTER_NAME)
    if is_keyword(reader.peek(), "nothing"):
        reader.take("")
        reader.expect_end()
        dropped_key = _require_clock(reader, name)
        return Command(
            "clock", lambda history, roll, fresh: moves.drop_progress(history.session, dropped_key)
        )
    segments: int | UnsetType = UNSET
    if is_number(reader.peek() or ""):
        segments = reader.take_number("N")
    key, who, own_name = _clock_key(reader, name)
    if segments is UNSET and key not in reader.session.progress:
        segments = reader.take_number("N")
    refill, recharge, hidden, outcome = _take_description(reader)
    return Command(
        "clock",
        lambda history, roll, fresh: moves.keep_progress(
            history.session,
            key,
            own_name,
            segments,
            who=who,
            refill=refill,
            recharge=recharge,
            hidden=hidden,
            outcome=outcome,
        ),
    )


def _take_description(
    reader: Reader,
) -> tuple[Refill | UnsetType, Recharge | UnsetType, bool | UnsetType, str | UnsetType]:
    """Take the refill, the recharge roll, the visibility and the outcome, in any order."""
    refill: Refill | UnsetType = UNSET
    recharge: Recharge | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET
    outcome: str | UnsetType = UNSET
    while (word := reader.peek()) is not None:
        if (is_hidden := reader.take_visibility()) is not None:
            hidden = is_hidden
        elif reader.take_keyword("each"):
            refill = _REFILLS[reader.take_choice(choice_of(*_REFILLS), meanings(*_REFILLS))]
        elif reader.take_keyword("recharge"):
            recharge = _take_recharge(reader)
        elif reader.take_keyword("outcome"):
            outcome = reader.take_rest()
        else:
            raise reader.unknown_word_refusal(word)
    return refill, recharge, hidden, outcome


def _take_recharge(reader: Reader) -> Recharge:
    """Read `5-6`, `5-6 1d6`, `11 2d6`: the totals that recharge it, and the dice, `1d6` if left out."""
    span = reader.take("N")
    match = _SPAN.fullmatch(span)
    is_dice = (word := reader.peek()) is not None and any(map(str.isdigit, word))
    dice = reader.take("") if is_dice else _RECHARGE_DIE
    highest_total = parse(dice).roll(lambda sides: sides).total
    if match is None or not parse(dice).sides or not 0 < int(match[1]) <= highest_total:
        raise Refusal("bad_recharge", value=clean(span, NAME_LENGTH))
    # A span must reach up to the highest total of the dice.
    if match[2] and int(match[2]) != highest_total:
        raise Refusal("bad_recharge", value=clean(span, NAME_LENGTH))
    return dice, int(match[1])


def advance(reader: Reader) -> Command:
    """Read `advance NAME [N]`: one segment, several, or back with `-1`."""
    return _step_command(reader, "advance", moves.advance)


def spend(reader: Reader) -> Command:
    """Read `spend NAME [N]`: one use of a counter, or several."""
    return _step_command(reader, "spend", moves.spend)


def _step_command(reader: Reader, verb: str, move: Callable[[Session, str, int], Draft]) -> Command:
    name = reader.take_name_until(*_AFTER_NAME)
    steps = reader.take_number("N") if reader.peek() is not None else 1
    reader.expect_end()
    key = _require_clock(reader, name)
    return Command(verb, lambda history, roll, fresh: move(history.session, key, steps))


def _keys_by_name(reader: Reader) -> dict[str, str]:
    """Map clocks by name; a creature's clock also without the creature's name, if only one has that name."""
    clocks = reader.session.progress
    name_counts = Counter(normalize(each.name) for each in clocks.values())
    unique_names = {each.name: key for key, each in clocks.items() if name_counts[normalize(each.name)] == 1}
    # A clock of the game is also called by the game's word for it.
    words = {clock_word(name, reader.words): key for name, key in unique_names.items()}
    return words | unique_names | {typed_name(reader.session, each): key for key, each in clocks.items()}


def typed_name(session: Session, clock: ProgressClock) -> str:
    """Return the name of a clock as it is typed: `Lía: Rage`."""
    creature = session.creatures.get(clock.who)
    return f"{creature.name}: {clock.name}" if creature else clock.name


def _clock_key(reader: Reader, name: str) -> tuple[str, str, str]:
    """Find the clock with exactly this name or make a new key; returns key, creature and own name."""
    if normalize(name) in map(normalize, _keys_by_name(reader)):
        return _require_clock(reader, name), "", name
    owner, colon, own_name = (part.strip() for part in name.partition(":"))
    if not colon:
        return match_old_key(reader.session.progress, key_of(normalize(name))), "", name
    who = reader.find_creature(owner)
    if not who:
        creatures = [each.name for each in reader.session.creatures.values()]
        raise unknown_name_refusal(owner, creatures, "unknown_creature")
    return match_old_key(reader.session.progress, f"{who}.{key_of(normalize(own_name))}"), who, own_name


def _require_clock(reader: Reader, name: str) -> str:
    return require_match(name, _keys_by_name(reader), "unknown_progress")
