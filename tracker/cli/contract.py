"""`tracker help json`: what the shell prints for other programs, field by field, and as JSON Schema."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args, get_type_hints

from msgspec import Meta, Struct
from msgspec.json import schema_components

from tracker.cli.backups import BackupAnswer, RestoredAnswer
from tracker.cli.campaigns import CampaignAnswer
from tracker.cli.diagnosis import DoctorAnswer
from tracker.cli.dice import RollAnswer
from tracker.cli.merge import MergeAnswer
from tracker.cli.play import LookAnswer, PlayedAnswer, RefusedAnswer, TableAnswer
from tracker.cli.rehearsal import TriedAnswer
from tracker.cli.verbs import FEATURE_OF, VERBS
from tracker.feature_list import FEATURES
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import system_of
from tracker.wording.contract import DEFINITIONS, RECORD, Answer, JsonObject, Saved
from tracker.wording.exports import EventAnswer
from tracker.wording.messages import has, say
from tracker.wording.odds import OddsAnswer
from tracker.wording.recap import Telling
from tracker.wording.status import Status
from tracker.wording.words import term, words_of

_OF_FEATURES = tuple(
    answer for each in FEATURES if each.carries and each.carries.answers for answer in each.carries.answers()
)
"""The answers of commands that a feature carries out."""
_CORE: Mapping[str, tuple[type[Answer], ...]] = {
    "new": (CampaignAnswer,),
    "list": (CampaignAnswer,),
    "do": (PlayedAnswer, RefusedAnswer, TableAnswer, *_OF_FEATURES, LookAnswer, TriedAnswer),
    "chapter": (CampaignAnswer,),
    "status": (Status,),
    "log": (EventAnswer, Telling),
    "roll": (RollAnswer,),
    "odds": (OddsAnswer,),
    "merge": (MergeAnswer,),
    "backups": (BackupAnswer,),
    "restore": (RestoredAnswer, CampaignAnswer),
    "doctor": (DoctorAnswer,),
}


def _with_features() -> dict[str, tuple[type[Answer], ...]]:
    own = {
        verb: each.shell.answers(verb)
        for verb, each in FEATURE_OF.items()
        if each.shell and each.shell.answers and each.shell.answers(verb)
    }
    every = {**_CORE, **own}
    return {verb: every[verb] for verb in VERBS if verb in every}


ANSWERS: Mapping[str, tuple[type[Answer], ...]] = _with_features()
"""The objects that a verb of the shell may print, in the order of the help."""
TOPICS = (*ANSWERS, *SYSTEMS)
"""The topics with a schema: the verbs that print objects, and the games, whose sheets are in `status`."""
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(topic: str) -> JsonObject:
    """Describe as JSON Schema the objects of a verb, or of the sheet of a game.

    Descriptions are in the language in use.
    """
    if topic in ANSWERS:
        return _schema(topic, ANSWERS[topic], tuple(kind for each in ANSWERS[topic] for kind in _kinds(each)))
    sheet = system_of(topic).sheet
    schema, words = _schema(topic, (sheet,)), words_of(topic)
    for name, part in schema["$defs"][sheet.__name__]["properties"].items():
        if words.has("field", name):
            part["description"] = term(words, "field", name)
    return schema


def _schema(title: str, kinds: Sequence[type], parts: Sequence[type[Struct]] = ()) -> JsonObject:
    """Describe structs as a schema; the fields of `parts` are required, except in saved records."""
    every = list(dict.fromkeys((*kinds, *parts)))
    places, definitions = schema_components(every, ref_template=f"{DEFINITIONS}{{name}}")
    for kind in parts:
        definition = definitions[kind.__name__]
        if not issubclass(kind, Saved):
            definition["required"] = [*definition["properties"]]
            # An answer always has every field; a saved record leaves out fields at their default.
            definition["description"] = say(f"json.{kind.__name__.lower()}")
            for name, part in definition["properties"].items():
                own = f"json.{kind.__name__.lower()}_{name}"
                part["description"] = say(own if has(own) else f"json.{name}")
    return {"$schema": _DIALECT, "title": title, "anyOf": [*places[: len(kinds)]], "$defs": definitions}


def _kinds(annotation: Any) -> Iterator[type[Struct]]:
    """Yield the structs in a type, outer before inner."""
    for part in getattr(annotation, "__metadata__", ()):
        if isinstance(part, Meta) and part.extra and RECORD in part.extra:
            yield from _kinds(part.extra[RECORD])
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        yield annotation
        hints = {} if issubclass(annotation, Saved) else get_type_hints(annotation, include_extras=True)
        for each in hints.values():
            yield from _kinds(each)
    else:
        for each in get_args(annotation):
            yield from _kinds(each)
