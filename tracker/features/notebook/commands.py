"""Commands of the notebook: `cuaderno persona Morda: tabernera de Orvega`, `cuaderno Morda visible`."""

from collections import Counter

from tracker.commands.command import Command
from tracker.commands.matching import matches, normalize, require_match
from tracker.commands.reading import Reader, visibility
from tracker.commands.vocabulary import blank, is_keyword
from tracker.features.notebook import moves
from tracker.features.notebook.moves import Written
from tracker.rules.refusal import Refusal
from tracker.session.notebook import STATUSES, EntryKind
from tracker.session.state import Session
from tracker.wording.words import synonyms, words_of


def keep(reader: Reader) -> Command:
    """Read `cuaderno persona|lugar|hilo NOMBRE[: [ESTADO;] TEXTO]`, which writes an entry.

    An entry that exists is changed by `NOMBRE: TEXTO`, `NOMBRE visible|oculto`, `NOMBRE estado ESTADO`,
    `NOMBRE nombre NOMBRE`, `NOMBRE nada`.
    """
    kind = _kind_of(reader.take(blank("name")))
    text = reader.take_rest() if kind else reader.untake().take_rest()
    head, colon, rest = map(str.strip, text.partition(":"))
    if not head:
        raise Refusal("missing", what=blank("name"), usage=reader.usage)
    if kind:
        return _write_entry(reader, kind, head, _content(rest) if colon else Written())
    if colon:
        return _correct_entry(_require_entry(reader.session, head), _content(rest))
    return _edit_entry(reader, head)


def status_of(text: str) -> str:
    """Return the status that a text means: one of the program's, or the GM's own words."""
    return _status_meant(text) or text.strip()


def _status_meant(text: str) -> str:
    """Return the status of the program that a text means; empty for any other text."""
    words, wanted = words_of(""), normalize(text)
    known = (each for statuses in STATUSES.values() for each in statuses)
    return next(
        (each for each in known if wanted in map(normalize, synonyms(words, "entry_status", each))), ""
    )


def _kind_of(word: str) -> EntryKind | None:
    return next((kind for kind in EntryKind if is_keyword(word, kind)), None)


def _content(text: str) -> Written:
    """Return what stands behind the colon: a text, a status, or `STATUS; TEXT`."""
    first, semicolon, rest = map(str.strip, text.partition(";"))
    if status := _status_meant(first):
        return Written(status=status, text=rest) if semicolon else Written(status=status)
    return Written(text=text)


def _write_entry(reader: Reader, kind: EntryKind, name: str, written: Written) -> Command:
    """Write a new entry, or the one that has exactly this name and kind."""
    same = [
        key
        for key, each in reader.session.notebook.items()
        if normalize(each.name) == normalize(name) and each.kind == kind
    ]
    if len(same) == 1:
        return _correct_entry(same[0], written)
    return Command(
        "notebook",
        lambda history, roll, fresh: moves.begin_entry(history.session, fresh(), name, kind, written),
    )


def _correct_entry(key: str, written: Written) -> Command:
    return Command("notebook", lambda history, roll, fresh: moves.write_entry(history.session, key, written))


def _edit_entry(reader: Reader, text: str) -> Command:
    """Read the name of an entry, and what becomes of it."""
    name, rest = _named(reader.session, text)
    key = _require_entry(reader.session, name)
    word, _space, more = rest.partition(" ")
    if is_keyword(rest, "nothing"):
        return Command("notebook", lambda history, roll, fresh: moves.drop_entry(history.session, key))
    if (hidden := visibility(rest)) is not None:
        return _correct_entry(key, Written(hidden=hidden))
    if is_keyword(word, "status") and more:
        return _correct_entry(key, Written(status=status_of(more)))
    if is_keyword(word, "name") and more:
        return _correct_entry(key, Written(name=more))
    if rest:
        raise reader.unknown_word(rest)
    raise Refusal("missing", what=blank("text"), usage=reader.usage)


def _named(session: Session, text: str) -> tuple[str, str]:
    """Split a text behind the longest beginning that means an entry; without one, behind its first word."""
    words, known = text.split(), labels(session)
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        if matches(name, known):
            return name, " ".join(words[length:])
    return words[0], " ".join(words[1:])


def labels(session: Session) -> dict[str, str]:
    """Return the key of each entry by its name; entries of one name are numbered: `Morda 2`."""
    several = Counter(normalize(each.name) for each in session.notebook.values())
    seen: Counter[str] = Counter()
    found: dict[str, str] = {}
    for key, each in session.notebook.items():
        name = normalize(each.name)
        seen[name] += 1
        found[f"{each.name} {seen[name]}" if several[name] > 1 else each.name] = key
    return found


def _require_entry(session: Session, name: str) -> str:
    return require_match(name, labels(session), "unknown_entry")
