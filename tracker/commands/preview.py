"""Previews of commands: the outcome, or the dice that would be rolled and their target."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from tracker.commands.command import Command, CommandContext, draft_of
from tracker.commands.faults import INTERNAL, refusing_faults
from tracker.commands.parse import parse
from tracker.feature_list import carrier_of
from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse as parse_dice
from tracker.rules.refusal import Refusal
from tracker.rules.weapon import ATTACKS, HITS_UNROLLED
from tracker.session.change import Change
from tracker.session.event import Draft, Fresh
from tracker.session.history import History
from tracker.wording.brief import brief_sentences
from tracker.wording.dice import expression_text
from tracker.wording.faces import with_dice
from tracker.wording.messages import say
from tracker.wording.moments import return_lines
from tracker.wording.odds import chance_of_throws, odds_line, outcomes_of_throws
from tracker.wording.sentences import fact_sentences, sentences
from tracker.wording.words import words_of

_MOST_DICE = 2_000
"""The most dice that a preview rolls after each key."""


_SURE_FACTS = ("blows", "blow_at")
"""Facts that do not depend on the dice."""
_LONG_FACTS = ("read_aloud",)
"""Facts whose text would fill the line."""
_NAME_LIMITS = (3, 1)
"""The most names in the sentences of each shorter version."""


class _TooManyDice(Exception):  # noqa: N818 - it ends a trial and is no error
    """Ends a trial with too many dice to list."""


class Preview(Struct, frozen=True):
    """The preview of a command."""

    text: str
    command: Command
    """The command. If its outcome depends on neither dice nor new ids, it repeats the previewed outcome as
    long as the session has not changed.
    """
    changes: tuple[Change, ...] = ()
    """The changes of that outcome."""
    versions: tuple[tuple[str, ...], ...] = ()
    """The sentences in full, then with fewer and fewer names, or with the dice alone."""


class _Trial(Struct, frozen=True):
    """The outcome of a command if every die shows the same kind of face."""

    fallen: list[int]
    """The sides of each die rolled."""
    draft: Draft | None = None
    """None if the command was refused."""
    names: bool = False
    """A new id was given out."""


@refusing_faults()
def preview_line(line: str, context: CommandContext) -> Preview:
    """Preview a typed line, or refuse it."""
    return preview(parse(line, context), context)


def preview(command: Command, context: CommandContext) -> Preview:
    """Preview a command; refuses what the rules do not allow."""
    if command.feature:
        return carrier_of(command.feature).foreseen(command, context)
    if shown_text := _shown_text(command, context.history):
        return Preview(shown_text, command)
    return preview_at(command, context, context.history)


def preview_at(command: Command, context: CommandContext, history: History) -> Preview:
    """Preview a command that is played on a history.

    If dice decide the outcome, only dice that are rolled whatever the faces are shown. A single throw has its
    target, in the present light and circumstances (R3-027, R3-049), a plain roll its odds.
    """
    if command.expression and not command.faces:
        # No die may fall: this only refuses what the rules do not allow.
        _try(command, history, lambda sides: 1, limit=0)
        return Preview(odds_line(command.expression), command)
    # One trial shows only ones and one only highest faces: dice on which both agree fall in any case.
    trial = _try(command, history, lambda sides: 1)
    draft, fallen = trial.draft, trial.fallen
    if draft is not None and not fallen:
        said_facts = [fact for fact in draft.facts if fact.kind not in _LONG_FACTS]
        facts = with_dice(said_facts, draft.throws, words_of(context.history.session.system))
        sentence_texts = (*fact_sentences(facts, history), *_rewind_lines(draft, context))
        versions = (
            sentence_texts,
            *(brief_sentences(facts, history, limit) for limit in _NAME_LIMITS if len(facts) > 1),
        )
        if trial.names or command.faces:
            return Preview(" ".join(sentence_texts), command, versions=versions)
        fixed_command = _with_fixed_draft(command, draft, history)
        return Preview(" ".join(sentence_texts), fixed_command, draft.changes, versions)
    high_fallen = _try(command, history, lambda sides: sides).fallen
    effects = [throw for throw in draft.throws if throw.purpose == "effect"] if draft else []
    odds_of_throws = [
        f"{expression_text(throw.expression)}: {odds_line(parse_dice(throw.expression))}."
        for throw in effects
    ]
    other_dice = _common_dice(fallen, high_fallen)[sum(len(throw.dice) for throw in effects) :]
    throws = _deciding_throws(draft, draft.throws[len(effects) :]) if draft else ()
    dice_versions = _dice_texts(other_dice, throws, context)
    sure_facts = [fact for fact in draft.facts if fact.kind in _SURE_FACTS] if draft else []
    first_sentences = (*fact_sentences(sure_facts, history), *odds_of_throws)
    versions = tuple((*first_sentences, each) for each in dice_versions) or (first_sentences,)
    return Preview(" ".join(versions[0]), command, versions=versions)


def _shown_text(command: Command, history: History) -> str:
    """Return the text of a command that only shows something; empty for a command that is played."""
    if command.shows is not None:
        return say("preview.rules_table", name=command.shows.name)
    if command.tells:
        return command.tells.partition("\n")[0]
    return " ".join(sentences(history[command.at], history)) if command.looks else ""


def _rewind_lines(draft: Draft, context: CommandContext) -> list[str]:
    """List what a return to a moment takes back and brings back; empty for other drafts."""
    rewound = [fact for fact in draft.facts if fact.kind == "rewound"]
    moments = [str(fact.data["event"]) for fact in rewound if "event" in fact.data]
    return [line for each in moments for line in return_lines(context.history, each)]


def _with_fixed_draft(command: Command, draft: Draft, old_history: History) -> Command:
    """Fix the draft of a command while nothing has changed; later it is played again."""
    game, events = old_history.session, len(old_history)

    def replay(history: History, roll: Roll, fresh: Fresh) -> Draft:
        as_it_was = history.session is game and len(history) == events
        return draft if as_it_was else command.play(history, roll, fresh)

    return replace(command, play=replay)


def _try(command: Command, history: History, face: Roll, limit: int = _MOST_DICE) -> _Trial:
    """Play a command with these faces; refuses a command that fails before any die is rolled."""
    fallen: list[int] = []
    new_ids: list[str] = []

    def fall(sides: int) -> int:
        if len(fallen) == limit:
            raise _TooManyDice
        fallen.append(sides)
        return face(sides)

    def fresh() -> str:
        new_ids.append("foreseen")
        return new_ids[-1]

    try:
        return _Trial(fallen, draft_of(command, history, fall, fresh), bool(new_ids))
    except _TooManyDice:
        return _Trial(fallen)
    except Refusal as refusal:
        if fallen and refusal.code != INTERNAL:
            return _Trial(fallen)
        raise


def dice_to_type(command: Command, context: CommandContext) -> str:
    """List the dice that a command rolls first, whatever they show: `d20`, or `d20…` if others may follow.

    Empty for no dice and for a command that is refused.
    """
    try:
        fallen, high_fallen = (
            _try(replace(command, faces=()), context.history, face).fallen
            for face in (lambda sides: 1, lambda sides: sides)
        )
    except Refusal:
        return ""
    alike = _common_dice(fallen, high_fallen)
    return _kinds_text(alike) + ("" if fallen == high_fallen else "…")


def _common_dice(fallen: Sequence[int], high_fallen: Sequence[int]) -> list[int]:
    """List the sides of the dice on which two trials agree, up to the first on which they do not."""
    alike = takewhile(lambda sides: sides[0] == sides[1], zip(fallen, high_fallen, strict=False))
    return [sides for sides, _same in alike]


def _kinds_text(fallen: Sequence[int]) -> str:
    return " ".join(f"{count if count > 1 else ''}d{sides}" for sides, count in Counter(fallen).items())


def chance_of(command: Command, context: CommandContext) -> str:
    """Return the chance of a command, `45 %`, or that an attack hits without a roll.

    Empty if there is no chance, or if the command is refused.
    """
    if command.feature:
        return ""
    try:
        draft = _try(command, context.history, lambda sides: 1).draft
    except Refusal:
        return ""
    if draft is not None and any(fact.kind == HITS_UNROLLED for fact in draft.facts):
        return say("preview.unrolled")
    return chance_of_throws(context.history.session, _deciding_throws(draft, draft.throws) if draft else ())


def _deciding_throws(draft: Draft, throws: Sequence[Throw]) -> Sequence[Throw]:
    """Choose the throws that decide a draft: of an attack, those of the attacker and of its opponent."""
    attackers = {fact.data.get("who") for fact in draft.facts if fact.kind == ATTACKS}
    return [throw for throw in throws if not attackers or throw.who in attackers or throw.bands]


def _dice_texts(fallen: Sequence[int], throws: Sequence[Throw], context: CommandContext) -> tuple[str, ...]:
    """List the dice by kind, `2d6 d20`, with a single throw's target, and the chance.

    With a chance there is a shorter version too. Empty for no dice and for more dice than a preview rolls.
    """
    if not 0 < len(fallen) < _MOST_DICE:
        return ()
    kinds = _kinds_text(fallen)
    chance = outcomes_of_throws(context.history.session, throws)
    match throws:
        case [throw] if throw.target is not None:
            static = f" {throw.static:+d}" if throw.static else ""
            dice, target = f"{kinds}{static}", throw.target
            text = say("preview.are_rolled_against", count=len(fallen), dice=dice, target=target)
            short = say("preview.against", dice=dice, target=target)
        case _:
            text, short = say("preview.are_rolled", count=len(fallen), dice=kinds), kinds
    if not chance:
        return (text,)
    return (" ".join([text, say("preview.chance", chance=chance)]), f"{short}: {chance}.")
