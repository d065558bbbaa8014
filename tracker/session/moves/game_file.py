"""The game file of a campaign: another text for it, and house rules for a game that has none."""

from collections.abc import Mapping
from itertools import chain

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.rules.systems import ruled, saved_name, system_of
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.state import Session

_MOST_TOLD = 12
"""Names that a sentence tells."""


class Novelty(Struct, frozen=True):
    """What another text of a game adds and takes away: names of figures, acts and conditions."""

    comes: tuple[str, ...]
    goes: tuple[str, ...]


def play_by(session: Session, text: str) -> Draft:
    """Play a campaign by another text from now on. Creatures keep what they have.

    Raises `Refusal`: `bad_game_file`, `game_for_another`, `same_game_file`, and `game_changed_kind` for a
    figure that would be of another kind.
    """
    if text == session.rules:
        raise Refusal("same_game_file")
    after = system_of(ruled(saved_name(session.system), text))
    before = {field.id: field for field in session.game.fields}
    for field in after.fields:
        if field.id in before and before[field.id].kind is not field.kind:
            raise Refusal("game_changed_kind", name=field.id)
    novelty = novelty_of(session, text)
    comes, goes = (", ".join(names[:_MOST_TOLD]) for names in (novelty.comes, novelty.goes))
    return MoveBuilder.of(session).became(rules=text).told("game_file_set", comes=comes, goes=goes).draft()


def novelty_of(session: Session, text: str) -> Novelty:
    """Return what a text changes; raises what `play_by` raises for one that cannot be played."""
    before, after = _names(session.system), _names(ruled(saved_name(session.system), text))
    return Novelty(
        tuple(name for name in after if name not in before),
        tuple(name for name in before if name not in after),
    )


def _names(system: str) -> Mapping[str, None]:
    game = system_of(system)
    fields = (field.id for field in game.fields)
    return dict.fromkeys(chain(fields, game.conditions, game.acts))
