"""The line that one would type for an act."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tracker.commands.matching import in_quotes
from tracker.commands.vocabulary import shown_word
from tracker.rules.clock import duration_text
from tracker.rules.system import Act, Kind, Param
from tracker.session.effects import SHARED_OUT, params_of
from tracker.session.state import Session
from tracker.wording.words import Words, choice_space, term, words_of


def act_line(
    session: Session,
    act: Act,
    creature_ids: Sequence[str],
    args: Mapping[str, Any],
    faces: Sequence[int] = (),
) -> str:
    """Write the line of an act for these creatures, with these parameters and faces."""
    words = words_of(session.system)
    parts = [term(words, "verb", act.id), _names(session, creature_ids)]
    parts += (
        _param_text(session, words, each, args[each.name])
        for each in params_of(act)
        if each.name in args and each is not SHARED_OUT
    )
    if faces:
        parts.append(f"= {' '.join(map(str, faces))}")
    return " ".join(filter(None, parts))


def _param_text(session: Session, words: Words, param: Param, value: Any) -> str:
    name, text = term(words, "param", param.name), str(value)
    match param.kind:
        case Kind.CREATURE:
            ids = (value,) if isinstance(value, str) else value
            text = f"{shown_word('against')} {_names(session, ids)}"
        case Kind.CHOICE:
            text = term(words, choice_space(words, param, value), value)
        case Kind.FLAG:
            text = name if value is True else f"{name} {_names(session, value)}"
        case Kind.LABELLED:
            text = f"{name} {value}"
        case Kind.SIGNED:
            text = f"{name}{value:+d}"
        case Kind.MODIFIER:
            text = " ".join(f"{each:+d}" for each in value)
        case Kind.ROUNDS:
            text = f"{value}r"
        case Kind.HOURS:
            text = duration_text(value)
    return text


def _names(session: Session, creature_ids: Iterable[str]) -> str:
    """Write names as they are typed: in quotes if they are more than a word."""
    names = (session.creatures[who].name for who in creature_ids if who in session.creatures)
    return ", ".join(name if re.fullmatch(r"\w+", name) else in_quotes(name) for name in names)
