"""A typed line as an order."""

import re
from collections.abc import Mapping
from functools import cache

from tracker.commands.acts import act_usage, read_act, verbs_of_acts
from tracker.commands.library import names_in
from tracker.commands.matching import matches, only
from tracker.commands.order import Order, Place, in_secret
from tracker.commands.reading import LONGEST_LINE, Reader, split_faces
from tracker.commands.sheet_names import saved_names
from tracker.commands.verb import Verb
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.record import replace
from tracker.rules.refusal import Refusal
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.wording.language import N_, _
from tracker.wording.words import Words, act_verb, words_of

_EXPRESSION = re.compile(r"[\d(+-]|du?[\d%]", re.IGNORECASE)
_TEXT_VERBS = ("note", "annotate", "sheet", "join", "appear", "title", "library", "secret")
"""Verbs whose lines may hold an equals sign that is no face of theirs."""

_COMMENTED = ("throw", "keep_roll")
"""Verbs whose lines are dice, behind which a label may come."""


def parse(line: str, place: Place) -> Order:
    """Return what a line asks for; refuses in words what it cannot understand.

    A line that begins like dice is a roll: `2d6+3 # emboscada`.
    """
    if len(line) > LONGEST_LINE:
        raise Refusal("line_too_long", most=LONGEST_LINE)
    line = clean(line.replace("\t", " ").strip(), LONGEST_LINE, lines=True)
    if _EXPRESSION.match(line):
        return _read("throw", line, place)
    verb, *rest = line.split(maxsplit=1) or [""]
    return _read(verb_of(verb, place.history.session), "".join(rest), place)


def _read(verb_id: str, rest: str, place: Place) -> Order:
    words = words_of(place.history.session.system)
    acts = place.history.session.game.acts
    verb = _verbs().get(verb_id)
    rolls = (
        verb.rolls if verb else acts[verb_id].rolls or any(p.kind == "effect" for p in acts[verb_id].params)
    )
    faces: tuple[int, ...] | None = None
    if verb_id not in _TEXT_VERBS:
        rest, faces = split_faces(rest, "#" if verb_id in _COMMENTED else "")
    if faces and not rolls:
        raise Refusal("no_dice")
    usage = _(verb.usage) if verb else act_usage(acts[verb_id], act_verb(words, verb_id), words)
    reader = Reader(rest, place, usage)
    order = verb.read(reader) if verb else read_act(acts[verb_id], reader)
    return replace(order, faces=faces or order.faces)


def _secretly(reader: Reader) -> Order:
    """Read `secreto ORDEN`: the same order, kept from the players' screen."""
    return in_secret(parse(reader.rest(), reader.place))


@cache
def _verbs() -> Mapping[str, Verb]:
    """Return every verb by its id; what they do is imported with the first line that is read."""
    from tracker.commands.verbs import VERBS  # noqa: PLC0415 - a table begins without any

    secret = Verb("secret", ("secreto", "secret"), N_("secreto ORDEN"), _secretly)
    return {verb.id: verb for verb in (*VERBS, secret)}


def verb_of(word: str, session: Session) -> str:
    """Return the id of the verb that a word stands for."""
    found = only(word, verb_words(session))
    if found is None:
        raise Refusal("unknown_verb", word=clean(word, NAME_LENGTH))
    return found


def verb_words(session: Session) -> dict[str, str]:
    """Return every verb that may be typed, and its id."""
    meanings = {word: verb.id for verb in _verbs().values() for word in verb.words}
    return meanings | verbs_of_acts(session.game.acts, words_of(session.system))


def completions(line: str, session: Session, library: Session | None = None) -> list[str]:
    """Return what the last word of a line may become: a verb, a name, a word of the game."""
    *before, word = line.split(" ")
    if not word:
        return []
    known: Mapping[str, str] | list[str] = verb_words(session) if not before else _things(session, library)
    return matches(word, known)[:20]


def _things(session: Session, library: Session | None) -> list[str]:
    words = words_of(session.system)
    spaces = ("attribute.", "condition.", "param.", "side.")
    terms = [_(each) for key, each in words.terms.items() if key.startswith(spaces)]
    names = [creature.name for creature in session.creatures.values()]
    supplies = [supply.name for supply in session.supplies.values()]
    templates = [template.name for template in session.templates.values()]
    kept = names_in(library) if library else []
    kept += [month.name for month in session.calendar.months]
    kept += [pace.name for pace in session.paces.values()]
    return list(dict.fromkeys([*names, *supplies, *templates, *kept, *terms, *saved_names(session)]))


def usages(session: Session) -> list[tuple[str, str]]:
    """Return the verb and the usage of every order, for help."""
    words: Words = words_of(session.system)
    acts = [
        (act_verb(words, act_id), act_usage(act, act_verb(words, act_id), words))
        for act_id, act in session.game.acts.items()
    ]
    return acts + [(verb.words[0], _(verb.usage)) for verb in _verbs().values()]
