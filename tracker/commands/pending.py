"""Commands of pending rolls: resolve them, or skip them."""

import re
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import is_keyword
from tracker.rules.dice import Roll
from tracker.rules.pending import Adjustment
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft
from tracker.session.moves import resolution
from tracker.session.pending import keys_by_line
from tracker.session.state import Session
from tracker.wording.words import synonyms

Settle = Callable[[Session, str, Roll], Draft]

_SIGNED = re.compile(r"[+-]\d{1,3}")


def settle(reader: Reader) -> Command:
    """Read `settle [alike|kind|all|FAVOUR] [advantage|disadvantage] [+N|-N] [N] [turns K]`.

    FAVOUR is a resource, spent on the roll before it is made. K says how many turns of a roll for many turns
    count.
    """
    if reader.take_keyword_or_prefix("alike"):
        adjustment = _take_adjustment(reader)
        key = _take_pending_key(reader)
        resolve_rolls: Settle = partial(resolution.resolve_alike, adjustment=adjustment)
    elif reader.take_keyword_or_prefix("kind"):
        adjustment = _take_adjustment(reader)
        key = _take_pending_key(reader)
        resolve_rolls = partial(resolution.resolve_kind, adjustment=adjustment)
    elif reader.take_keyword_or_prefix("everything"):
        resolve_rolls, key = resolution.resolve_all, _take_pending_key(reader)
    else:
        favour = reader.take_one_of(_favour_words(reader))
        adjustment = _take_adjustment(reader)
        # The resource may stand before or behind the adjustment.
        favour = favour or reader.take_one_of(_favour_words(reader))
        key = _take_pending_key(reader)
        resolve_rolls = partial(
            resolution.resolve_line, favour=favour, turns=_take_turns(reader), adjustment=adjustment
        )
    reader.expect_end()
    return Command("settle", lambda history, roll, fresh: resolve_rolls(history.session, key, roll))


def skip(reader: Reader) -> Command:
    """Read `skip [alike|kind|all] [N]`."""
    skip_rolls = resolution.skip_line
    if reader.take_keyword_or_prefix("alike"):
        skip_rolls = resolution.skip_alike
    elif reader.take_keyword_or_prefix("kind"):
        skip_rolls = resolution.skip_kind
    elif reader.take_keyword_or_prefix("everything"):
        skip_rolls = resolution.skip_all
    key = _take_pending_key(reader)
    reader.expect_end()
    return Command("skip", lambda history, roll, fresh: skip_rolls(history.session, key))


def _take_adjustment(reader: Reader) -> Adjustment:
    """Take `advantage`, `disadvantage`, `+2` and `-1`, in any order."""
    adjustment = Adjustment()
    while (word := reader.peek()) is not None:
        if reader.take_keyword_or_prefix("advantage"):
            adjustment = replace(adjustment, advantage=True)
        elif reader.take_keyword_or_prefix("disadvantage"):
            adjustment = replace(adjustment, disadvantage=True)
        elif _SIGNED.fullmatch(word):
            adjustment = replace(adjustment, modifiers=(*adjustment.modifiers, reader.take_number("+N")))
        else:
            break
    return adjustment


def _take_turns(reader: Reader) -> int | None:
    return reader.take_number("K") if reader.take_keyword_or_prefix("turns") else None


def _favour_words(reader: Reader) -> tuple[str, ...]:
    """Collect the words for the resource that may be spent on a pending roll, in every language."""
    favour = reader.session.game.favour
    return synonyms(reader.words, "gauge", favour) if favour else ()


def _take_pending_key(reader: Reader) -> str:
    """Take the number of a pending roll's line; without a number, the first one is meant."""
    word = reader.peek()
    place = 1 if word is None or is_keyword(word, "turns") else reader.take_number("N")
    lines = keys_by_line(reader.session)
    if lines and not 1 <= place <= len(lines):
        raise Refusal("not_pending", number=place)
    return lines[place - 1][0] if lines else ""
