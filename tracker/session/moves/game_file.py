"""The texts by which a campaign is played: its game file, and house rules for whatever game it is."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import fields as fields_of

from tracker.rules.game_file.compiled import Compiled
from tracker.rules.game_file.figures import MAXIMUM, FromFile, at_path
from tracker.rules.game_file.records import TABLES, GameFile
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind
from tracker.rules.systems import meant_by, ruled, saved_name, system_of
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.schema import within_bounds
from tracker.session.state import Creature, Session

_MOST_TOLD = 12
"""Names that a sentence tells."""
HEAD = "game"
"""The name of the table that says what holds for the whole game."""
_HEAD = tuple(name for name in GameFile.__struct_fields__ if name not in (*TABLES, "key", "name", "on"))
"""The fields of that table, but for the identity of the file."""
Names = Mapping[str, tuple[str, ...]]
"""Names of entries by the table in which they stand."""


class Novelty(Struct, frozen=True):
    """Things that other texts of a game add, take away and change, and their consequences for creatures."""

    comes: Names
    goes: Names
    changes: Names
    touched: Mapping[str, tuple[str, ...]]
    """By the ids of creatures, the figures and conditions that they will have no more, or otherwise."""


def play_by(session: Session, text: str) -> Draft:
    """Play a campaign by another text from now on. Creatures keep what they have.

    House rules take the place of the campaign's house rules, any other text that of its game's file.

    Raises `Refusal`: `bad_game_file`, `game_for_another`, `same_game_file`, `house_unfit` for a game over
    which the campaign's house rules cannot be played any more, and `game_changed_kind` for a figure that
    would be of another kind.
    """
    if text in (session.rules, session.house):
        raise Refusal("same_game_file")
    on = meant_by(text).on
    if on:
        return _played(session, session.rules, text)
    system_of(ruled(saved_name(session.system), text))
    return _played(session, text, session.house)


def play_plainly(session: Session) -> Draft:
    """Play a campaign without its house rules from now on; refuses `no_house_rules` without any."""
    if not session.house:
        raise Refusal("no_house_rules")
    return _played(session, session.rules, "")


def _played(session: Session, rules: str, house: str) -> Draft:
    name = ruled(ruled(saved_name(session.system), rules), house)
    try:
        after = system_of(name)
    except Refusal as refusal:
        if house != session.house or refusal.code != "bad_game_file":
            raise
        raise Refusal("house_unfit", **refusal.data) from refusal
    before = {field.id: field for field in session.game.fields}
    for field in after.fields:
        if field.id in before and before[field.id].kind is not field.kind:
            raise Refusal("game_changed_kind", name=field.id)
    novelty = novelty_of(session, after)
    told = {
        how: _told(getattr(novelty, how)) for how in ("comes", "goes", "changes") if getattr(novelty, how)
    }
    kind = "game_file_set" if house == session.house else "house_rules_set"
    return MoveBuilder.of(session).became(rules=rules, house=house).told(kind, **told).draft()


def novelty_of(session: Session, after: GameSystem) -> Novelty:
    """Return what changes if a campaign is played by another text of its game."""
    one, other = _entries(session.game), _entries(after)
    touched = {who: _touched(each, session.game, after) for who, each in session.creatures.items()}
    return Novelty(
        _missing(other, one),
        _missing(one, other),
        _by_table(key for key, entry in other.items() if key in one and one[key] != entry),
        {who: names for who, names in touched.items() if names},
    )


def _entries(game: GameSystem) -> Mapping[tuple[str, str], Any]:
    """Return every entry of the texts of a game, by table and name."""
    file = game.rules_of_file.game if isinstance(game, Compiled) else GameFile("", "")
    head = {(HEAD, name): getattr(file, name) for name in _HEAD if isinstance(game, Compiled)}
    entries = {
        (table, name): entry
        for table in TABLES
        if table != "words"
        for name, entry in getattr(file, table).items()
    }
    return {**head, **entries}


def _missing(wanted: Mapping[tuple[str, str], Any], there: Mapping[tuple[str, str], Any]) -> Names:
    return _by_table(key for key in wanted if key not in there and key[0] != HEAD)


def _by_table(keys: Iterable[tuple[str, str]]) -> Names:
    found: dict[str, list[str]] = {}
    for table, name in keys:
        found.setdefault(table, []).append(name)
    return {table: tuple(names) for table, names in found.items()}


def _touched(creature: Creature, before: GameSystem, after: GameSystem) -> tuple[str, ...]:
    """Return what a creature has now and will have no more, or otherwise."""
    old: Any = creature.sheet
    new: Any = _under(old, after)
    lost = [each for each in getattr(old, "suffers", {}) if each not in after.conditions]
    kept = {field.id: field for field in after.fields}
    for field in before.fields:
        value = at_path(old, field.path) if field.kind is FieldKind.NUMBER else None
        told = field.id.removesuffix(MAXIMUM) in lost
        if value and not told and (field.id not in kept or at_path(new, kept[field.id].path) != value):
            lost.append(field.id)
    return tuple(lost)


def _under(sheet: Any, game: GameSystem) -> Any:
    """Return a sheet as a game reads it from a save."""
    raw, kind = to_builtins(sheet), game.sheet
    if issubclass(kind, FromFile):
        return within_bounds(kind.from_save(raw))
    inherited: Any = kind
    return inherited(**{each.name: getattr(sheet, each.name) for each in fields_of(inherited)})


def _told(names: Names) -> str:
    return ", ".join([*chain(*names.values())][:_MOST_TOLD])
