"""Commands of the notebook: `notebook person Morda: innkeeper of Orvega`, `notebook Morda shown`."""

from collections import Counter

from tracker.commands.command import Command
from tracker.commands.matching import matches, normalize, require_match, without_leading_quotes
from tracker.commands.reading import Reader, visibility
from tracker.commands.vocabulary import blank, is_keyword
from tracker.features.notebook import moves
from tracker.features.notebook.moves import Written
from tracker.rules.refusal import Refusal
from tracker.session.notebook import STATUSES, EntryKind
from tracker.session.state import Session
from tracker.wording.words import synonyms, words_of


def keep(reader: Reader) -> Command:
    """Read `notebook person|place|thread NAME[: [STATUS;] TEXT]`, which writes an entry.

    An existing entry is changed by `NAME: TEXT`, `NAME shown|hidden`, `NAME status STATUS`, `NAME name NAME`,
    `NAME none`.
    """
    kind = _kind_of(reader.take(blank("name")))
    text = reader.take_rest() if kind else reader.untake().take_rest()
    head, colon, rest = map(str.strip, text.partition(":"))
    head = without_leading_quotes(head)
    if not head:
        raise Refusal("missing", what=blank("name"), usage=reader.usage)
    if kind:
        return _write_entry(reader, kind, head, _parse_content(rest) if colon else Written())
    if colon:
        return _correct_entry(_require_entry(reader.session, head), _parse_content(rest))
    return _edit_entry(reader, head)


def status_of(text: str) -> str:
    """Translate a text into a status of the program, or keep the GM's own words."""
    return _status_meant(text) or text.strip()


def _status_meant(text: str) -> str:
    """Return the status of the program that a text means; empty for any other text."""
    words, folded = words_of(""), normalize(text)
    all_statuses = (each for statuses in STATUSES.values() for each in statuses)
    return next(
        (each for each in all_statuses if folded in map(normalize, synonyms(words, "entry_status", each))),
        "",
    )


def _kind_of(word: str) -> EntryKind | None:
    return next((kind for kind in EntryKind if is_keyword(word, kind)), None)


def _parse_content(text: str) -> Written:
    """Parse the text behind the colon: a text, a status, or `STATUS; TEXT`."""
    first_part, semicolon, rest = map(str.strip, text.partition(";"))
    if status := _status_meant(first_part):
        return Written(status=status, text=rest) if semicolon else Written(status=status)
    return Written(text=text)


def _write_entry(reader: Reader, kind: EntryKind, name: str, changes: Written) -> Command:
    """Write a new entry, or change the only one of exactly this name and kind."""
    same_keys = [
        key
        for key, each in reader.session.notebook.items()
        if normalize(each.name) == normalize(name) and each.kind == kind
    ]
    if len(same_keys) == 1:
        return _correct_entry(same_keys[0], changes)
    return Command(
        "notebook",
        lambda history, roll, fresh: moves.begin_entry(history.session, fresh(), name, kind, changes),
    )


def _correct_entry(key: str, changes: Written) -> Command:
    return Command("notebook", lambda history, roll, fresh: moves.write_entry(history.session, key, changes))


def _edit_entry(reader: Reader, text: str) -> Command:
    """Read the name of an entry, and the change to it."""
    name, rest = _split_name(reader.session, text)
    key = _require_entry(reader.session, name)
    word, _space, new_text = rest.partition(" ")
    if is_keyword(rest, "nothing"):
        return Command("notebook", lambda history, roll, fresh: moves.drop_entry(history.session, key))
    if (hidden := visibility(rest)) is not None:
        return _correct_entry(key, Written(hidden=hidden))
    if is_keyword(word, "status") and new_text:
        return _correct_entry(key, Written(status=status_of(new_text)))
    if is_keyword(word, "name") and new_text:
        return _correct_entry(key, Written(name=new_text))
    if rest:
        raise reader.unknown_word_refusal(rest)
    raise Refusal("missing", what=blank("text"), usage=reader.usage)


def _split_name(session: Session, text: str) -> tuple[str, str]:
    """Split a text after the longest prefix that means an entry; without one, after its first word."""
    words, entry_names = text.split(), labels(session)
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        if matches(name, entry_names):
            return name, " ".join(words[length:])
    return words[0], " ".join(words[1:])


def labels(session: Session) -> dict[str, str]:
    """Map entries by name; entries of the same name are numbered: `Morda 2`."""
    name_counts = Counter(normalize(each.name) for each in session.notebook.values())
    numbers: Counter[str] = Counter()
    keys: dict[str, str] = {}
    for key, entry in session.notebook.items():
        name = normalize(entry.name)
        numbers[name] += 1
        keys[f"{entry.name} {numbers[name]}" if name_counts[name] > 1 else entry.name] = key
    return keys


def _require_entry(session: Session, name: str) -> str:
    return require_match(name, labels(session), "unknown_entry")
