"""Texts that two GMs wrote at once: the later one shows, and the other is kept.

An edit of a text names the edits that it replaces. The versions of a text are its counting edits that no
other counting edit replaces: several, if one GM had not seen the other's edit. All of this follows from the
events.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.rules.systems import parse_summary
from tracker.session.change import Change, How, source_path
from tracker.session.event import Draft
from tracker.session.history import DEED, LAYERS, History
from tracker.session.schema import Keyed, Leaf, Listing, Record
from tracker.session.state import Session, record_marks, session_shape

SEPARATOR = "/"
MOST_REPLACED = 5_000
"""Most edits that one event replaces."""


class Version(Struct, frozen=True):
    """One edit's version of a text."""

    event: str
    gm: str
    at: int
    text: str
    value: str | list[str]
    """The saved value. A list of names counts as one text."""


class Divided(Struct, frozen=True):
    """A text with several versions, the visible one first."""

    path: tuple[str, ...]
    versions: tuple[Version, ...]


def replaced_edits(history: History, draft: Draft) -> Mapping[str, list[str]]:
    """Find the edits that a draft replaces, for each text that it sets, good that it takes and deed."""
    changed_paths = (
        source_path(change) or (change.path if _sets_text(history.session, change) else ())
        for change in draft.changes
    )
    deeds = ((DEED, *deed) for deed in draft.deeds)
    paths = dict.fromkeys(path for path in (*changed_paths, *deeds) if path)
    # One event cannot name thousands of edits: it replaces the latest, and the others stay versions.
    limit = MOST_REPLACED // max(1, len(paths))
    heads = {SEPARATOR.join(path): history.heads(path)[-limit:] for path in paths}
    return {**heads, **{path: list(named) for path, named in draft.over.items()}}


def divided_texts(history: History) -> tuple[Divided, ...]:
    texts = (_find_divided(history, path) for path in history.rewritten)
    return tuple(each for each in texts if each is not None)


def hidden_versions(history: History) -> tuple[tuple[Divided, Version], ...]:
    """List the versions that do not show, each with its text. Their numbers count from 1 in this order."""
    return tuple((each, version) for each in divided_texts(history) for version in each.versions[1:])


def choose_version(history: History, path: tuple[str, ...], text: str) -> Draft:
    """Make one version of a text the text; refuses `no_such_version`."""
    divided = _find_divided(history, path)
    values = {version.text: version.value for version in divided.versions} if divided else {}
    if text not in values:
        raise Refusal("no_such_version")
    data = {"what": path[1] if len(path) > 1 else "", "text": _version_name(path, text)}
    return Draft((Fact("version_chosen", data),), changes=(Change(path, How.TO, values[text]),))


def _version_name(path: tuple[str, ...], text: str) -> str:
    """Shorten a version for a sentence: the file of a game to its name."""
    if path[-1] not in LAYERS or not text:
        return text
    return parse_summary(text).name


def _find_divided(history: History, path: tuple[str, ...]) -> Divided | None:
    visible_text = _text_of(_value_at(history.session, path))
    versions: dict[str, Version] = {}
    for event_id in reversed(history.heads(path)):
        event = history[event_id]
        value = next(change.value for change in reversed(event.changes) if change.path == path)
        text = _text_of(value)
        versions.setdefault(text, Version(event_id, event.gm, event.at, text, value))
    if len(versions) < 2 or visible_text not in versions:
        return None
    return Divided(path, tuple(sorted(versions.values(), key=lambda version: version.text != visible_text)))


def _sets_text(session: Session, change: Change) -> bool:
    """Whether a change sets a text of a person: title, name, notes, text or list of a sheet."""
    if change.how is not How.TO or not isinstance(change.value, str | list):
        return False
    match change.path:
        case ("title",) | ("rules",) | ("house",):
            return True
        case (collection, _key, name) if name in record_marks(session.system, "versioned").get(
            collection, ()
        ):
            return True
        case ("creatures", _key, "sheet", *_inner):
            return _is_free_text(session, change.path)
    return False


def _is_free_text(session: Session, path: tuple[str, ...]) -> bool:
    shape: Any = session_shape(session.system)
    for step in path:
        match shape:
            case Record(fields=parts):
                shape = parts.get(step)
            case Keyed(element=element):
                shape = element
            case _:
                return False
    if isinstance(shape, Listing):
        shape = shape.item
    return isinstance(shape, Leaf) and shape.is_text


def _text_of(value: object) -> str:
    """Make one text of a value; a list of names looks as in the form."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _value_at(session: Session, path: tuple[str, ...]) -> object:
    value: Any = session
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else getattr(value, step, None)
    return value
