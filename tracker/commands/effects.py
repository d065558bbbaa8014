"""Commands of effects: `effect lia blessing 3r`."""

from tracker.commands.command import Command
from tracker.commands.figures import ROUNDS, is_duration, parse_duration
from tracker.commands.matching import require_match
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, full_keyword, is_keyword, localized_pattern
from tracker.rules.refusal import Refusal
from tracker.rules.system import Lasting, Until
from tracker.session.effects import MOST_PASSES
from tracker.session.moves import effects

_ENDS = {"end": Until.TURN_END, "start": Until.TURN_START, "save": Until.SAVE}


def begin(reader: Reader) -> Command:
    """Read `effect WHO NAME 3r|10m|end|start|save [of WHO]`."""
    creature_ids = reader.take_creatures()
    name: list[str] = []
    is_end = _is_only_duration if _ends_in_duration(reader) else _is_duration_next
    while reader.peek() is not None and not is_end(reader):
        word = reader.take_typed(blank("name"))
        if reader.is_before_duration(word) and is_end(reader):
            break
        name.append(word)
    reader.refuse_reserved(name)
    lasting = _take_lasting(reader)
    return Command(
        "effect",
        lambda history, roll, fresh: effects.begin_effect(
            history.session, creature_ids, " ".join(name), lasting
        ),
    )


def end(reader: Reader) -> Command:
    """Read `endeffect NAME`."""
    session = reader.session
    names = {
        f"{each.name} {session.creatures[each.who].name}": key
        for key, each in session.effects.items()
        if each.who in session.creatures
    }
    key = require_match(reader.take_rest_name(), names, "unknown_effect")
    return Command("end_effect", lambda history, roll, fresh: effects.end_effect(history.session, key))


def _ends_in_duration(reader: Reader) -> bool:
    """Whether a duration ends the line; then any earlier one is part of the name."""
    with reader.rewinding():
        while reader.peek() is not None and not _is_only_duration(reader):
            reader.take("")
        return reader.peek() is not None


def _is_only_duration(reader: Reader) -> bool:
    """Whether nothing but a duration remains of the line."""
    with reader.rewinding():
        try:
            _take_lasting(reader)
        except Refusal:
            return False
        return True


def _is_duration_next(reader: Reader) -> bool:
    word = reader.peek_measured() or ""
    return is_keyword(word, *_ENDS) or bool(ROUNDS.fullmatch(word)) or is_duration(word)


def _take_lasting(reader: Reader) -> Lasting:
    is_known = _is_duration_next(reader)
    word = reader.take_measured(localized_pattern("3r|10m|end|start|save"))
    if not is_known:
        raise reader.unknown_word_refusal(word)
    anchor = reader.take_creature() if reader.take_keyword_or_prefix("of") else ""
    reader.expect_end()
    if until := _ENDS.get(full_keyword(word, _ENDS)):
        return Lasting(until, anchor)
    if rounds := ROUNDS.fullmatch(word):
        count = int(rounds[1])
        if not 1 <= count <= MOST_PASSES:
            raise Refusal("bad_count", count=count, most=MOST_PASSES)
        return Lasting(Until.TURN_START, anchor, rounds=count)
    return Lasting(Until.CLOCK, seconds=parse_duration(word))
