"""The texts by which a campaign is played: its game file, and house rules for whatever game it is."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.game_file.compiled import CompiledGame
from tracker.rules.game_file.records import TABLES, GameFile
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.rules.systems import meant_by, register_rules, saved_name, system_of
from tracker.session.change import Path
from tracker.session.event import Draft
from tracker.session.history import LAYERS, History
from tracker.session.migration import Migration, changed_kinds, file_of, migrate
from tracker.session.move_builder import MoveBuilder
from tracker.session.state import Session
from tracker.session.versions import choose_version

_MOST_TOLD = 12
"""Names that a sentence tells."""
HEAD = "game"
"""The name of the table that says what holds for the whole game."""
_HEAD = tuple(name for name in GameFile.__struct_fields__ if name not in (*TABLES, "key", "name", "on"))
"""The fields of that table, but for the identity of the file."""
Names = Mapping[str, tuple[str, ...]]
"""Names of entries by the table in which they stand."""


class Novelty(Struct, frozen=True):
    """Things that other texts of a game add, take away and change."""

    comes: Names
    goes: Names
    changes: Names


def play_by(history: History, text: str) -> Draft:
    """Play a campaign by another text from now on; say of each figure what becomes of it.

    House rules take the place of the campaign's house rules, any other text that of its game's file.

    Raises `Refusal`: `bad_game_file`, `game_for_another`, `same_game_file`, `house_unfit` for a game over
    which the campaign's house rules cannot be played any more, and `game_changed_kind` for a figure that
    would be of another kind.
    """
    session = history.session
    if text in filter(None, (session.rules, session.house)):
        raise Refusal("same_game_file")
    if meant_by(text).on:
        return _play_rules(history, session.rules, text)
    system_of(register_rules(saved_name(session.system), text))
    return _play_rules(history, text, session.house)


def play_plainly(history: History) -> Draft:
    """Play a campaign without its house rules from now on; refuses `no_house_rules` without any."""
    if not history.session.house:
        raise Refusal("no_house_rules")
    return _play_rules(history, history.session.rules, "")


def take_version(history: History, path: Path, text: str) -> Draft:
    """Make one version of a text the text; one of the game's brings the figures along.

    Refuses a text that is none of its versions, and what `play_by` does.
    """
    chosen, session = choose_version(history, path, text), history.session
    if path[-1] not in LAYERS:
        return chosen
    texts = {"rules": session.rules, "house": session.house, path[-1]: text}
    draft = _play_rules(history, texts["rules"], texts["house"])
    return replace(draft, facts=(*chosen.facts, *draft.facts[1:]))


def _play_rules(history: History, rules: str, house: str) -> Draft:
    session = history.session
    name = register_rules(register_rules(saved_name(session.system), rules), house)
    try:
        after = system_of(name)
    except Refusal as refusal:
        if house != session.house or refusal.code != "bad_game_file":
            raise
        raise Refusal("house_unfit", **refusal.data) from refusal
    if changed := changed_kinds(session.game, after):
        raise Refusal("game_changed_kind", name=", ".join(changed[:_MOST_TOLD]))
    novelty = novelty_of(session, after)
    told = {
        how: _names_text(getattr(novelty, how))
        for how in ("comes", "goes", "changes")
        if getattr(novelty, how)
    }
    kind = "game_file_set" if house == session.house else "house_rules_set"
    # The past is folded by the new text too: what changes is what that fold leaves and what was held.
    builder = MoveBuilder.for_session(history.as_played_by(name)).with_fact(kind, **told)
    creatures = dict(builder.session.creatures)
    facts: list[Fact] = []
    for who, migration in migrations_of(session, after).items():
        creatures[who] = replace(creatures[who], sheet=migration.sheet)
        facts += facts_of(who, migration)
    moved = replace(builder, facts=(*builder.facts, *_by_figure(facts)))
    return moved.with_values(rules=rules, house=house, creatures=creatures).draft()


def migrations_of(session: Session, after: GameSystem) -> dict[str, Migration]:
    """Return what becomes of the sheet of each creature once the game is played by another text."""
    return {
        who: migrate(creature.sheet, session.game, after, session.elapsed)
        for who, creature in session.creatures.items()
    }


def facts_of(who: str, migration: Migration) -> list[Fact]:
    """Return what there is to say of a creature whose sheet has moved."""
    gone = [Fact("game_released", {"who": who, "condition": each}) for each in migration.released]
    return [*(each.fact_of(who) for each in migration.passages), *gone]


def _by_figure(facts: Sequence[Fact]) -> list[Fact]:
    """Return facts figure by figure; those that are equal but for whose they are follow one another."""

    def figure_of(fact: Fact) -> tuple[object, ...]:
        return fact.kind, fact.data.get("figure", "")

    def verdict_of(fact: Fact) -> tuple[object, ...]:
        return tuple(value for name, value in fact.data.items() if name != "who")

    figures = [*dict.fromkeys(map(figure_of, facts))]
    verdicts = [*dict.fromkeys(map(verdict_of, facts))]
    return sorted(facts, key=lambda each: (figures.index(figure_of(each)), verdicts.index(verdict_of(each))))


def novelty_of(session: Session, after: GameSystem) -> Novelty:
    """Return what changes if a campaign is played by another text of its game."""
    one, other = _entries(session.game), _entries(after)
    return Novelty(
        _missing(other, one),
        _missing(one, other),
        _by_table(key for key, entry in other.items() if key in one and one[key] != entry),
    )


def _entries(game: GameSystem) -> Mapping[tuple[str, str], Any]:
    """Return every entry of the texts of a game, by table and name."""
    file = file_of(game)
    head = {(HEAD, name): getattr(file, name) for name in _HEAD if isinstance(game, CompiledGame)}
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


def _names_text(names: Names) -> str:
    return ", ".join([*chain(*names.values())][:_MOST_TOLD])
