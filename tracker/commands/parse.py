"""Parses a typed line into a command."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from tracker.commands.acts import act_usage, read_act
from tracker.commands.command import Command, CommandContext, as_secret
from tracker.commands.faults import refusing_faults
from tracker.commands.figures import split_faces
from tracker.commands.matching import likeness, match_one, matches, normalized_words, search_target
from tracker.commands.names import ACTING, HERE
from tracker.commands.reading import LONGEST_LINE, Reader
from tracker.commands.specs import SPECS
from tracker.rules.dice.notation import without_wrapper
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Kind
from tracker.rules.text import with_plain_signs
from tracker.session.pasted import MOST_BYTES
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.wording.language import language
from tracker.wording.words import Words, forms_of, game_name, synonyms, term, typed_languages, words_of

_EXPRESSION = r"(?i)[\d(+-]|du?[\d%]"
_TEXT_VERBS = (
    *("note", "annotate", "declare", "title", "sheet", "join", "appear", "table", "weather"),
    *("library", "secret", "get", "thing"),
)
"""Verbs whose lines may hold an equals sign before something other than faces."""

_BY_ID = {verb.id: verb for verb in SPECS}
_COMMENTED = ("throw", "keep_roll")
"""Verbs whose lines are dice, with an optional label."""
_ON_PEOPLE = ("give", "gain", "pay")
"""Verbs that are, as acts are, for people who can be named one by one."""
_FOR_ROWS = ("dismiss", "leave", "surprise", "gather", "split")
"""Verbs for whole rows."""
_TOLD = 20
"""Most acts of a game that a refusal names."""
LABEL, ALSO, VERB = 1.0, 0.97, 0.9
"""The weight of each name in a search: a label, other words for it, what is typed."""
_NAMES = {"act": LABEL, "does": LABEL, "also": ALSO, "verb": VERB}
_UNLIKE, _MOST_ALIKE = 40, 3
"""Likeness of a word within another, too little for a refusal to name the verb; most verbs that it names."""


@refusing_faults()
def parse(line: str, context: CommandContext) -> Command:
    """Return the command of a line; refuses a line that it cannot understand.

    A line that begins like dice is a roll: `2d6+3 # emboscada`.
    """
    most = MOST_BYTES if "\n" in line else LONGEST_LINE
    if len(line) > most:
        raise Refusal("line_too_long", most=most)
    line = clean(line.replace("\t", " ").strip(), most, lines=True)
    if is_dice(line):
        return _read("throw", line, context)
    verb, *rest = line.split(maxsplit=1) or [""]
    return _read(verb_of(verb, context.history.session), "".join(rest), context)


def is_dice(line: str) -> bool:
    """Whether a line begins like dice, and is a roll."""
    return re.match(_EXPRESSION, with_plain_signs(without_wrapper(line)).lstrip()) is not None


def _read(verb_id: str, rest: str, context: CommandContext) -> Command:
    acts = context.history.session.game.acts
    verb = _BY_ID.get(verb_id)
    kinds = set() if verb else {param.kind for param in acts[verb_id].params}
    rolls = verb.rolls if verb else acts[verb_id].rolls or Kind.EFFECT in kinds
    faces: tuple[int, ...] | None = None
    if verb_id not in _TEXT_VERBS and (rolls or Kind.TEXT not in kinds):
        rest, faces = split_faces(rest, "#" if verb_id in _COMMENTED else "")
    if faces and not rolls:
        raise Refusal("no_dice")
    reader = reader_of(verb_id, rest, context)
    command = verb.read(reader) if verb else _read_act(acts[verb_id], reader)
    return replace(command, faces=faces or command.faces)


def reader_of(verb_id: str, rest: str, context: CommandContext) -> Reader:
    """Return the reader of what stands behind a verb."""
    session = context.history.session
    return Reader(rest, context, _usage(verb_id, session.game, words_of(session.system)))


def _read_act(act: Act, reader: Reader) -> Command:
    return read_act(act, reader)


def _usage(verb_id: str, game: GameSystem, words: Words) -> str:
    verb = _BY_ID.get(verb_id)
    if verb:
        return verb.usage_in(game, words)

    return act_usage(game.acts[verb_id], words)


def secretly(reader: Reader) -> Command:
    """Read `secreto ORDEN`: the same command, hidden from the players' screen."""
    return as_secret(parse(reader.take_rest(), reader.context))


def verb_of(word: str, session: Session) -> str:
    """Return the id of the verb that a word means."""
    found = match_one(word, verb_words(session))
    if found is None:
        raise _unknown(word, session)
    return found


def _unknown(word: str, session: Session) -> Refusal:
    """Return the refusal of a word that is no verb; for an act of other games, with the acts of this one."""
    acts, shared = session.game.acts, words_of("").space("verb").keys() - _BY_ID.keys()
    lacking = [
        form
        for words in typed_languages(words_of(""))
        for act_id in shared - acts.keys()
        for space in ("verb", "also")
        for form in forms_of(words, space, act_id)
    ]
    shown, words = clean(word, NAME_LENGTH), words_of(session.system)
    if not matches(word, lacking):
        return Refusal("unknown_verb", word=shown, near=", ".join(_verbs_like(word, session)))
    known = [term(words, "verb", each) for each in acts]
    return Refusal("no_such_act", word=shown, game=game_name(session.system), known=", ".join(known[:_TOLD]))


def _verbs_like(word: str, session: Session) -> list[str]:
    """Return the verbs that are called like a word, the most alike first."""
    typed, words = normalized_words(word), words_of(session.system)
    names = {verb: [*names_of_verb(verb, words)] for verb in (*_BY_ID, *session.game.acts)}
    for key in words.space("also"):
        if (verb := key.rpartition(".")[2]) in names:
            names[verb] += ((text, ALSO) for text in synonyms(words, "also", key)[:-1])
    alike = {verb: likeness(typed, search_target(verb, each)) for verb, each in names.items()}
    best = sorted((verb for verb in names if alike[verb] > _UNLIKE), key=lambda verb: -alike[verb])
    return [term(words, "verb", verb) for verb in best[:_MOST_ALIKE]]


def names_of_verb(verb: str, words: Words) -> Iterator[tuple[str, float]]:
    """Yield what a verb or an act is called, each name with its weight in a search."""
    for space, weight in _NAMES.items():
        yield from ((text, weight) for text in synonyms(words, space, verb)[:-1])


def bare_act(line: str, session: Session) -> str:
    """Return the act of a line that says no more than who: `damage .`, `attack @`; empty for any other."""
    match line.split():
        case [_verb, who] if who in (HERE, ACTING):
            act_id = _verb_or_none(line, session) or ""
            return act_id if act_id in session.game.acts else ""
    return ""


def is_on_people(line: str, session: Session) -> bool:
    """Whether a line is for people who can be named one by one, and not for whole rows."""
    verb_id = _verb_or_none(line, session)
    return verb_id in session.game.acts or verb_id in _ON_PEOPLE


def is_for_rows(line: str, session: Session) -> bool:
    """Whether a line is for all that the chosen rows stand for, the fallen of a group too."""
    return _verb_or_none(line, session) in _FOR_ROWS


def _verb_or_none(line: str, session: Session) -> str | None:
    return match_one(line.split(maxsplit=1)[0], verb_words(session))


def verb_words(session: Session) -> Mapping[str, str]:
    """Return every verb that may be typed, with its id: in the language in use, in Spanish and in English.

    A word that means one verb in one language and another one in another means that of the language in use.
    """
    return _verb_words(session.system, language(), tuple(session.game.acts))


@lru_cache(maxsize=8)
def _verb_words(system: str, _language: str, acts: tuple[str, ...]) -> Mapping[str, str]:
    meanings: dict[str, str] = {}
    for words in typed_languages(words_of(system)):
        for verb_id in (*_BY_ID, *acts):
            for form in forms_of(words, "verb", verb_id):
                meanings.setdefault(form, verb_id)
    return meanings | {act_id: act_id for act_id in acts if act_id not in meanings}
