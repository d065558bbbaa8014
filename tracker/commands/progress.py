"""Commands of progress clocks: `reloj Ritual 6`, `avanza Ritual`."""

import re
from collections import Counter
from collections.abc import Callable

from msgspec import UNSET, UnsetType

from tracker.commands.command import Command
from tracker.commands.matching import normalize, require_match, unknown
from tracker.commands.reading import Reader, is_number
from tracker.commands.vocabulary import choice_of, is_keyword, meanings
from tracker.rules.dice.notation import parse
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import kept_key, key_of
from tracker.session.event import Draft
from tracker.session.moves import progress as moves
from tracker.session.moves.progress import Recharge
from tracker.session.progress import ProgressClock, Refill
from tracker.session.state import Session
from tracker.session.text import clean

_SPAN = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
_RECHARGE_DIE = "1d6"
_AFTER_NAME = ("outcome", "each", "nothing", "recharge")
"""Small words that end the name of a clock."""
_REFILLS = {"round": Refill.ROUND, "rest": Refill.REST, "day": Refill.DAY, "nothing": Refill.NEVER}


def keep(reader: Reader) -> Command:
    """Read `reloj [QUIEN:] NOMBRE N [cada ronda|descanso|día|nada] [visible|oculto] [desenlace TEXTO]`.

    A line without N changes a clock that exists. `reloj NOMBRE nada` removes it.
    """
    name = reader.take_name_until(*_AFTER_NAME)
    if is_keyword(reader.peek(), "nothing"):
        reader.take("")
        reader.expect_end()
        gone = _require_clock(reader, name)
        return Command("clock", lambda history, roll, fresh: moves.drop_progress(history.session, gone))
    segments: int | UnsetType = UNSET
    if is_number(reader.peek() or ""):
        segments = reader.take_number("N")
    key, who, own = _key(reader, name)
    if segments is UNSET and key not in reader.session.progress:
        segments = reader.take_number("N")
    refill, recharge, hidden, outcome = _take_description(reader)
    return Command(
        "clock",
        lambda history, roll, fresh: moves.keep_progress(
            history.session,
            key,
            own,
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
    """Take when or by which roll it refills, whether players see it, and what it brings, in any order."""
    refill: Refill | UnsetType = UNSET
    recharge: Recharge | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET
    outcome: str | UnsetType = UNSET
    while (word := reader.peek()) is not None:
        if (sight := reader.take_visibility()) is not None:
            hidden = sight
        elif reader.take_keyword("each"):
            refill = _REFILLS[reader.take_choice(choice_of(*_REFILLS), meanings(*_REFILLS))]
        elif reader.take_keyword("recharge"):
            recharge = _recharge(reader)
        elif reader.take_keyword("outcome"):
            outcome = reader.take_rest()
        else:
            raise reader.unknown_word(word)
    return refill, recharge, hidden, outcome


def _recharge(reader: Reader) -> Recharge:
    """Read `5-6`, `5-6 1d6`, `11 2d6`: the totals with which it comes back, and the dice, a d6 if untold."""
    span = reader.take("N")
    match = _SPAN.fullmatch(span)
    is_dice = (word := reader.peek()) is not None and any(map(str.isdigit, word))
    dice = reader.take("") if is_dice else _RECHARGE_DIE
    most = parse(dice).roll(lambda sides: sides).total
    if match is None or not parse(dice).sides or not 0 < int(match[1]) <= most:
        raise Refusal("bad_recharge", value=clean(span, NAME_LENGTH))
    if match[2] and int(match[2]) != most:
        raise Refusal("bad_recharge", value=clean(span, NAME_LENGTH))
    return dice, int(match[1])


def advance(reader: Reader) -> Command:
    """Read `avanza NOMBRE [N]`: one segment, several, or back with `-1`."""
    return _steps(reader, "advance", moves.advance)


def spend(reader: Reader) -> Command:
    """Read `gasta NOMBRE [N]`: one use of a counter, or several."""
    return _steps(reader, "spend", moves.spend)


def _steps(reader: Reader, verb: str, move: Callable[[Session, str, int], Draft]) -> Command:
    name = reader.take_name_until(*_AFTER_NAME)
    steps = reader.take_number("N") if reader.peek() is not None else 1
    reader.expect_end()
    key = _require_clock(reader, name)
    return Command(verb, lambda history, roll, fresh: move(history.session, key, steps))


def _by_name(reader: Reader) -> dict[str, str]:
    """Return the keys of the clocks by their names; a creature's also without that of the creature."""
    clocks = reader.session.progress
    own = Counter(normalize(each.name) for each in clocks.values())
    alone = {each.name: key for key, each in clocks.items() if own[normalize(each.name)] == 1}
    return alone | {typed_name(reader.session, each): key for key, each in clocks.items()}


def typed_name(session: Session, clock: ProgressClock) -> str:
    """Return the name of a clock as it is typed: `Lía: Furia`."""
    creature = session.creatures.get(clock.who)
    return f"{creature.name}: {clock.name}" if creature else clock.name


def _key(reader: Reader, name: str) -> tuple[str, str, str]:
    """Return the key of a clock with exactly this name, else a new one; its creature, and its own name."""
    if normalize(name) in map(normalize, _by_name(reader)):
        return _require_clock(reader, name), "", name
    owner, colon, own = (part.strip() for part in name.partition(":"))
    if not colon:
        return kept_key(reader.session.progress, key_of(normalize(name))), "", name
    who = reader.somebody(owner)
    if not who:
        creatures = [each.name for each in reader.session.creatures.values()]
        raise unknown(owner, creatures, "unknown_creature")
    return kept_key(reader.session.progress, f"{who}.{key_of(normalize(own))}"), who, own


def _require_clock(reader: Reader, name: str) -> str:
    return require_match(name, _by_name(reader), "unknown_progress")
