"""Parse a typed line into a command."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from msgspec.structs import replace

from tracker.commands.acts import act_usage, read_act
from tracker.commands.command import Command, CommandContext, Label, as_secret
from tracker.commands.faults import refusing_faults
from tracker.commands.figures import split_faces
from tracker.commands.matching import likeness, matches, normalize, normalized_words, search_target
from tracker.commands.names import ACTING, HERE
from tracker.commands.reading import LONGEST_LINE, Reader
from tracker.commands.specs import SPECS
from tracker.commands.vocabulary import ids_in, is_keyword
from tracker.rules import near
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
"""Verbs in whose lines an equals sign may stand before something other than faces."""

_BY_ID = {verb.id: verb for verb in SPECS}
_SHARING = {verb.id: ids_in(verb.patterns[0]) for verb in SPECS if verb.shares}
"""The verbs whose words other verbs have too, with the keywords that tell them apart."""
_COMMENTED = ("throw", "keep_roll")
"""Verbs whose lines are dice, with an optional label."""
_ON_PEOPLE = ("give", "gain", "pay", "effect")
"""Verbs that, like acts, are for people named one by one."""
_ON_OTHERS = {"effect": Act("effect", on_others=True)}
"""Of these, those that are aimed as an act on others."""
_FOR_ROWS = ("dismiss", "leave", "surprise", "gather", "split")
"""Verbs that are for whole rows."""
_MOST_ACTS = 20
"""The most acts of a game that a refusal names."""
LABEL, ALSO, VERB = 1.0, 0.97, 0.9
"""Weights in a search: of a label, of its synonyms, of the typed verb."""
_NAMES = {"act": LABEL, "does": LABEL, "also": ALSO, "verb": VERB}
_NO_VERB = ("unknown_verb", "ambiguous_word", "no_such_act")
"""Refusals of a line that begins with no verb."""
_AT_THE_END = re.compile(r"(?<=\w)[.…:,;]+\s*$")
_COLON = re.compile(r"^(\w+):(?=\s)")
_BEHIND_WORDS = re.compile(r"(?<=\w)[.…]+(?=\s)|(?<=\w)[.…:,;]+\s*$")
"""What tablets and habits add to a line: a full stop for two blanks, a sign at its end or behind its verb."""
_LONGEST_LABEL = 12
"""The most words in the name of a key."""
_MISTYPED, _NEARLY = 0.75, 0.7
"""The least likeness of a mistyped verb to what was meant, and of a further proposal to the best one."""
_STEM = 4
"""The first letters that a whole name and a verb have in common, `tirar` and `tira`."""
_UNLIKE, _MOST_ALIKE = 40, 3
"""A refusal names verbs more alike than this (a word inside another is 40), and at most this many."""


@refusing_faults()
def parse(line: str, context: CommandContext) -> Command:
    """Parse a line into a command; refuses a line that has no meaning.

    A line that begins like dice is a roll: `2d6+3 # ambush`.
    """
    # Only a pasted stat block has several lines, and it may be long.
    limit = MOST_BYTES if "\n" in line else LONGEST_LINE
    if len(line) > limit:
        raise Refusal("line_too_long", most=limit)
    line = clean(line.replace("\t", " ").strip(), limit, lines=True)
    try:
        return _parse_line(line, context)
    except Refusal as refusal:
        if refusal.code in ("missing", "on_a_key"):
            raise
        # Perhaps a tablet has put full stops into it.
        for signs in (_AT_THE_END, _BEHIND_WORDS):
            if (plain_line := signs.sub("", _COLON.sub(r"\1", line))) != line:
                with suppress(Refusal):
                    return _parse_line(plain_line, context)
        raise


def _parse_line(line: str, context: CommandContext) -> Command:
    label, rest = split_label(line, context)
    if label and not rest and len(line.split()) > 1:
        return _read_whole_label(line, label, context)
    try:
        return _read_line(line, context)
    except Refusal as refusal:
        command = _read_label(line, label, rest, context, refusal) if label else None
        if command is None:
            raise
        return command


def _read_line(line: str, context: CommandContext) -> Command:
    if is_dice(line):
        return _read("throw", line, context)
    session = context.history.session
    verb_id, rest = split_verb(line, session)
    try:
        return _read(verb_id, rest, context)
    except Refusal:
        # A word too many behind `light day`: no supply of that name was meant.
        shared_id = _verb_by_keyword(" ".join(line.split()[:2]), session)
        if not shared_id:
            raise
        return _read(shared_id, rest, context)


def split_label(line: str, context: CommandContext) -> tuple[Label | None, Sequence[str]]:
    """Split a line into the name of a key that it begins with, None if there is none, and its other words."""
    words, labels = line.split(), context.labels(context.history.session)
    for length in range(min(len(words), _LONGEST_LABEL), 0, -1):
        if label := labels.get(normalize(" ".join(words[:length]).removesuffix("…"))):
            return label, words[length:]
    return None, words


def _read_whole_label(line: str, label: Label, context: CommandContext) -> Command:
    """Read a line that is the name of a key; raises `on_a_key` if no line does what the key does.

    A refusal because the line lacks its rest names the key, which asks for it.
    """
    if not label.line:
        raise Refusal("on_a_key", label=line, key=label.key, key_id=label.key_id)
    try:
        return _read_line(label.line, context)
    except Refusal as refusal:
        if refusal.code != "missing" or not label.key_id:
            raise
        raise Refusal(refusal.code, **refusal.data, key_id=label.key_id) from refusal


def _read_label(
    line: str, label: Label, rest: Sequence[str], context: CommandContext, refusal: Refusal
) -> Command | None:
    """Read a refused line that begins with the name of a key: `check Nora Listen +20`.

    None if the verb that the line begins with was meant.
    """
    is_doubtful = refusal.code in (*_NO_VERB, "unknown_word")
    if not rest and is_doubtful:
        return _read_whole_label(line, label, context)
    if not label.line:
        return None
    try:
        return _read_line(" ".join([label.line, *rest]), context)
    except Refusal as label_refusal:
        # A verb that the game lacks is named as it was typed, not as the key's line writes it.
        if is_doubtful and label_refusal.code not in _NO_VERB:
            raise
        return None


def is_dice(line: str) -> bool:
    """Whether a line begins like dice, and so is a roll."""
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
    command = verb.read(reader) if verb else read_act(acts[verb_id], reader)
    return replace(command, faces=faces or command.faces)


def reader_of(verb_id: str, rest: str, context: CommandContext) -> Reader:
    """Build the reader of the text behind a verb."""
    session = context.history.session
    return Reader(rest, context, _usage(verb_id, session.game, words_of(session.system)))


def _usage(verb_id: str, game: GameSystem, words: Words) -> str:
    verb = _BY_ID.get(verb_id)
    if verb:
        return verb.usage_in(game, words)
    return act_usage(game.acts[verb_id], words)


def secretly(reader: Reader) -> Command:
    """Read `secret COMMAND`: the same command, hidden from the players' screen."""
    return as_secret(parse(reader.take_rest(), reader.context))


def split_verb(line: str, session: Session) -> tuple[str, str]:
    """Split a line into the id of its verb and the rest; refuses an unknown verb.

    A verb of several words, `add pc`, wins over one that is its first word.
    """
    verb_id, rest = _verb_and_rest(line, session)
    if verb_id is None:
        raise _unknown_verb("".join(line.split(maxsplit=1)[:1]), session)
    return verb_id, rest


def verb_of(word: str, session: Session) -> str:
    """Return the id of the verb that a word means, or refuse the word."""
    return split_verb(word, session)[0]


def _verb_and_rest(line: str, session: Session) -> tuple[str | None, str]:
    """Split a line into the id of its verb, None if it is unknown, and the rest.

    A keyword that is the whole rest tells apart two verbs of one word: `light day` lights no torch. The
    refusal of an ambiguous verb lists all that are meant in the language in use, `wait` for `wa`.
    """
    if verb_id := _verb_by_keyword(line, session):
        return verb_id, line.split(maxsplit=1)[1]
    meanings = verb_words(session)
    phrases = {" ".join(map(normalize, form.split())): form for form in meanings if " " in form}
    for length in range(max(phrase.count(" ") for phrase in phrases) + 1, 1, -1):
        words = line.split(maxsplit=length)
        if (phrase := phrases.get(" ".join(map(normalize, words[:length])))) is not None:
            return meanings[phrase], "".join(words[length:])
    word, *rest = line.split(maxsplit=1) or [""]
    forms_by_verb: dict[str, str] = {}
    for form in verb_forms(word, session):
        forms_by_verb.setdefault(meanings[form], form)
    if len(forms_by_verb) > 1:
        own_forms = [
            form if form in _own_forms(verb_id, session) else _own_forms(verb_id, session)[0]
            for verb_id, form in forms_by_verb.items()
        ]
        raise Refusal("ambiguous_word", word=word, known=", ".join(own_forms))
    return next(iter(forms_by_verb), None), "".join(rest)


def _verb_by_keyword(line: str, session: Session) -> str:
    word, *rest = line.split(maxsplit=1) or [""]
    for verb_id, keywords in _SHARING.items():
        forms = synonyms(words_of(session.system), "verb", verb_id)[:-1]
        if is_keyword("".join(rest), *keywords) and normalize(word) in map(normalize, forms):
            return verb_id
    return ""


def verb_forms(word: str, session: Session) -> list[str]:
    """List the verbs that a typed word may mean: the exact one, else those that begin with it.

    Forms with the same letters, ñ and accents included, go before others; forms of the language in use
    before those of other languages. Verbs of several words are never abbreviated.
    """
    meanings = verb_words(session)
    forms = matches(word, [form for form in meanings if " " not in form])
    if not forms or normalize(forms[0]) == normalize(word):
        return forms
    typed = with_plain_signs(word).casefold()
    own = {form for verb_id in set(meanings.values()) for form in _own_forms(verb_id, session)}
    for likely in ([form for form in forms if form.casefold().startswith(typed)], forms):
        if own_forms := [form for form in likely if form in own]:
            return own_forms
    return forms


def _own_forms(verb_id: str, session: Session) -> tuple[str, ...]:
    return tuple(forms_of(words_of(session.system), "verb", verb_id))


def _unknown_verb(word: str, session: Session) -> Refusal:
    """Refuse a word that is no verb; for an act of other games, list the acts of this game."""
    acts, shared = session.game.acts, words_of("").space("verb").keys() - _BY_ID.keys()
    foreign_forms = [
        form
        for words in typed_languages(words_of(""))
        for act_id in shared - acts.keys()
        for space in ("verb", "also")
        for form in forms_of(words, space, act_id)
    ]
    shown_text, words = clean(word, NAME_LENGTH), words_of(session.system)
    if not matches(word, foreign_forms):
        return Refusal("unknown_verb", word=shown_text, near=", ".join(_verbs_like(word, session)))
    act_names = [term(words, "verb", each) for each in acts]
    return Refusal(
        "no_such_act",
        word=shown_text,
        game=game_name(session.system),
        known=", ".join(act_names[:_MOST_ACTS]),
    )


def _verbs_like(word: str, session: Session) -> list[str]:
    """Return the verbs most like a word, best first."""
    typed, words = normalized_words(word), words_of(session.system)
    names = {verb: [*names_of_verb(verb, words)] for verb in (*_BY_ID, *session.game.acts)}
    for key in words.space("also"):
        if (verb := key.rpartition(".")[2]) in names:
            names[verb] += ((text, ALSO) for text in synonyms(words, "also", key)[:-1])
    alike = {verb: likeness(typed, search_target(verb, each)) for verb, each in names.items()}
    # Who types a whole name has mistyped nothing: `mapa` leads to the journey, not to `mata`.
    stem = normalize(word)[: _STEM if max(alike.values(), default=0) >= 100 * ALSO else 0]
    for verb in names:
        alike[verb] = max(alike[verb], _slip_likeness(word, verb, words, stem))
    least = max(_UNLIKE, _NEARLY * max(alike.values(), default=0))
    best = sorted((verb for verb in names if alike[verb] > least), key=lambda verb: -alike[verb])
    return [term(words, "verb", verb) for verb in best[:_MOST_ALIKE]]


def _slip_likeness(word: str, verb: str, words: Words, stem: str) -> float:
    """Rate how like a word is to a form of a verb that begins with `stem`, as a whole: `udno` to `undo`.

    It is 0 unless they are very like.
    """
    forms = [form for form in synonyms(words, "verb", verb)[:-1] if normalize(form).startswith(stem)]
    best = max((near.likeness(word, form) for form in forms), default=0)
    return 100 * VERB * best if best >= _MISTYPED else 0


def names_of_verb(verb: str, words: Words) -> Iterator[tuple[str, float]]:
    """Yield each name of a verb or an act, with its weight in a search."""
    for space, weight in _NAMES.items():
        yield from ((text, weight) for text in synonyms(words, space, verb)[:-1])


def bare_act(line: str, session: Session) -> str:
    """Return the act of a line that says only who: `damage .`, `attack @`; empty for any other line."""
    match line.split():
        case [_verb, who] if who in (HERE, ACTING):
            act_id = _verb_or_none(line, session) or ""
            return act_id if act_id in session.game.acts else ""
    return ""


def act_of(line: str, session: Session) -> Act | None:
    """Return the act of the game that a line begins with, or that it is aimed as; None for any other line."""
    verb_id = _verb_or_none(line, session) or ""
    return session.game.acts.get(verb_id) or _ON_OTHERS.get(verb_id)


def is_on_people(line: str, session: Session) -> bool:
    """Whether a line is for people named one by one, and not for whole rows."""
    verb_id = _verb_or_none(line, session)
    return verb_id in session.game.acts or verb_id in _ON_PEOPLE


def is_for_rows(line: str, session: Session) -> bool:
    """Whether a line is for everybody in the chosen rows, the fallen of a group included."""
    return _verb_or_none(line, session) in _FOR_ROWS


def _verb_or_none(line: str, session: Session) -> str | None:
    return _verb_and_rest(line, session)[0]


def verb_words(session: Session) -> Mapping[str, str]:
    """Map every verb that may be typed to its id: in the language in use, in Spanish and in English.

    If a word means different verbs in two languages, the language in use wins.
    """
    return _verb_words(session.system, language(), tuple(session.game.acts))


def verbs_over(system: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name of a game's act that is typed in vain: it is a verb of the program, which wins.

    Behind it stands a word of that verb in the language in use.
    """
    words = words_of(system)
    forms = {
        normalize(form): verb_id
        for verb_id in _BY_ID.keys() - _SHARING.keys()
        for form in _all_forms(system, verb_id)
    }
    for name in names:
        if verb_id := forms.get(normalize(name)):
            yield name, term(words, "verb", verb_id)


def _all_forms(system: str, verb_id: str) -> Iterator[str]:
    for words in typed_languages(words_of(system)):
        yield from forms_of(words, "verb", verb_id)


@lru_cache(maxsize=8)
# The language is a parameter only so that the cache keeps one answer for each language.
def _verb_words(system: str, _language: str, acts: tuple[str, ...]) -> Mapping[str, str]:
    meanings: dict[str, str] = {}
    verb_ids = (*(each for each in _BY_ID if each not in _SHARING), *acts, *_SHARING)
    for words in typed_languages(words_of(system)):
        for verb_id in verb_ids:
            for form in forms_of(words, "verb", verb_id):
                meanings.setdefault(form, verb_id)
    return meanings | {act_id: act_id for act_id in acts if act_id not in meanings}
