"""What an order would do, said before it is given: which dice would fall, and what they are up against."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from tracker.commands.command import Command, CommandContext, draft_of
from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.refusal import Refusal
from tracker.session.change import Change
from tracker.session.event import Draft, Fresh
from tracker.session.history import History
from tracker.wording.expressions import expression_text
from tracker.wording.faces import with_pencils
from tracker.wording.language import _n
from tracker.wording.odds import odds_line
from tracker.wording.sentences import fact_sentences

_MOST_DICE = 2_000
"""Dice tried at every key to see which would fall."""


class _Enough(Exception):  # noqa: N818 - what happened, not what went wrong
    """So many dice fall that they are not told one by one."""


class Foreseen(Struct, frozen=True):
    """What an order would do, as it is told before Enter."""

    told: str
    command: Command
    """The order, which does just that as long as nothing else has been done, where neither dice nor new ids
    decide what it does."""
    changes: tuple[Change, ...] = ()
    """What it changes in the game in that case."""


class _Tried(Struct, frozen=True):
    """What came of an order where the dice show such faces."""

    fallen: list[int]
    """Sides of the dice that fell."""
    draft: Draft | None = None
    """None where it could not be done."""
    names: bool = False
    """Whether it gave an id to somebody or something new."""


def foresee(command: Command, place: CommandContext) -> Foreseen:
    """Return what an order would do; where dice decide it, those that fall whatever they show.

    One throw is told with what it is up against, as light and circumstances have it now (R3-027, R3-049).
    A roll of dice alone is told by its chances. Refuses what the rules do not allow.
    """
    if command.expression and not command.faces:
        _try(command, place, lambda sides: 1, most=0)
        return Foreseen(odds_line(command.expression), command)
    tried = _try(command, place, lambda sides: 1)
    draft, fallen = tried.draft, tried.fallen
    if draft is not None and not fallen:
        told = " ".join(fact_sentences(with_pencils(draft.facts, draft.throws), place.of(command)))
        if tried.names or command.faces:
            return Foreseen(told, command)
        decided = _decided(command, draft, place.of(command))
        return Foreseen(told, decided, () if command.library else draft.changes)
    otherwise = _try(command, place, lambda sides: sides).fallen
    effects = [throw for throw in draft.throws if throw.purpose == "effect"] if draft else []
    told_throws = [
        f"{expression_text(throw.expression)}: {odds_line(parse(throw.expression))}." for throw in effects
    ]
    alike = takewhile(lambda sides: sides[0] == sides[1], zip(fallen, otherwise, strict=False))
    others = [sides for sides, _same in alike][sum(len(throw.dice) for throw in effects) :]
    throws = draft.throws[len(effects) :] if draft else ()
    told_dice = _dice_told(others, throws[0] if len(throws) == 1 else None)
    return Foreseen(" ".join([*told_throws, *filter(None, [told_dice])]), command)


def _decided(command: Command, draft: Draft, before: History) -> Command:
    """Return an order that does this deed if all is as it was before, and else what it does then."""
    game, events = before.session, len(before)

    def played(history: History, roll: Roll, fresh: Fresh) -> Draft:
        as_it_was = history.session is game and len(history) == events
        return draft if as_it_was else command.play(history, roll, fresh)

    return replace(command, play=played)


def _try(command: Command, place: CommandContext, face: Roll, most: int = _MOST_DICE) -> _Tried:
    """Return what comes of an order where dice show such faces; refuses what no dice could make good."""
    fallen: list[int] = []
    named: list[str] = []

    def fall(sides: int) -> int:
        if len(fallen) == most:
            raise _Enough
        fallen.append(sides)
        return face(sides)

    def fresh() -> str:
        named.append("foreseen")
        return named[-1]

    try:
        return _Tried(fallen, draft_of(command, place.of(command), fall, fresh), bool(named))
    except _Enough:
        return _Tried(fallen)
    except Refusal:
        if fallen:
            return _Tried(fallen)
        raise


def _dice_told(fallen: Sequence[int], throw: Throw | None) -> str:
    """Return how many dice fall of each kind, `2d6 d20`, and what the one throw that they are is up against.

    Nothing for none, and for more than are tried.
    """
    if not 0 < len(fallen) < _MOST_DICE:
        return ""
    kinds = " ".join(f"{count if count > 1 else ''}d{sides}" for sides, count in Counter(fallen).items())
    if throw is None or throw.target is None:
        return _n("Se tira un {dice}.", "Se tiran {dice}.", len(fallen)).format(dice=kinds)
    against = _n("Se tira un {dice} contra {target}.", "Se tiran {dice} contra {target}.", len(fallen))
    static = f" {throw.static:+d}" if throw.static else ""
    return against.format(dice=f"{kinds}{static}", target=throw.target)
