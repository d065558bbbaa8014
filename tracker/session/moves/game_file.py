"""Change the texts that a campaign is played by: its game file and its house rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.game_file.compiled import CompiledGame, refuse_faults
from tracker.rules.game_file.records import TABLES, GameFile
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.rules.systems import parse_summary, register_rules, saved_name, system_of
from tracker.session.change import Path
from tracker.session.event import Draft
from tracker.session.history import LAYERS, History
from tracker.session.migration import Migration, changed_kinds, file_of, migrate
from tracker.session.move_builder import MoveBuilder
from tracker.session.progress import clocks_to_draw
from tracker.session.state import Session
from tracker.session.versions import choose_version

_MOST_TOLD = 12
"""Most names in one sentence."""
HEAD = "game"
"""Name of the table of a game file that holds for the whole game."""
_HEAD = tuple(name for name in GameFile.__struct_fields__ if name not in (*TABLES, "key", "name", "on"))
"""Fields of that table, without the identity of the file."""
Names = Mapping[str, tuple[str, ...]]
"""Names of entries, by their table."""


class Novelty(Struct, frozen=True):
    """Entries that new texts of a game add, remove and change."""

    comes: Names
    goes: Names
    changes: Names


def play_by(history: History, text: str) -> Draft:
    """Play a campaign by another text from now on, and record what becomes of each figure.

    House rules replace the campaign's house rules; any other text replaces its game file.

    Raises `Refusal`: `bad_game_file`, `game_for_another`, `same_game_file`, `house_unfit` if the campaign's
    house rules do not fit the new game file, and `game_changed_kind` if a figure would change its kind.
    """
    session = history.session
    if text in filter(None, (session.rules, session.house)):
        raise Refusal("same_game_file")
    rules, house = (session.rules, text) if parse_summary(text).on else (text, session.house)
    below = register_rules(saved_name(session.system), rules)
    refuse_faults(system_of(register_rules(below, text) if house == text else below).tolerated)
    return _play_rules(history, rules, house)


def play_plainly(history: History) -> Draft:
    """Play a campaign without its house rules from now on; refuses `no_house_rules` without any."""
    if not history.session.house:
        raise Refusal("no_house_rules")
    return _play_rules(history, history.session.rules, "")


def take_version(history: History, path: Path, text: str) -> Draft:
    """Choose one version of a text as the text; a game file or house rules are played by as in `play_by`.

    Refuses a text that is none of its versions, and what `play_by` refuses.
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
        new_game = system_of(name)
    except Refusal as refusal:
        if house != session.house or refusal.code != "bad_game_file":
            raise
        raise Refusal("house_unfit", **refusal.data) from refusal
    if changed := changed_kinds(session.game, new_game):
        raise Refusal("game_changed_kind", name=", ".join(changed[:_MOST_TOLD]))
    novelty = novelty_of(session.game, new_game)
    names = {
        how: _names_text(getattr(novelty, how))
        for how in ("comes", "goes", "changes")
        if getattr(novelty, how)
    }
    kind = "game_file_set" if house == session.house else "house_rules_set"
    # The whole log is replayed by the new text too: changes count from what that replay leads to.
    builder = MoveBuilder.for_session(history.as_played_by(name)).with_fact(kind, **names)
    creatures = dict(builder.session.creatures)
    facts: list[Fact] = []
    for who, migration in migrations_of(session, new_game).items():
        creatures[who] = replace(creatures[who], sheet=migration.sheet)
        facts += facts_of(who, migration)
    migrated = replace(
        builder, facts=(*builder.facts, *_facts_about_turns(session, new_game), *_by_figure(facts))
    )
    drawn = builder.session.progress
    clocks = {**drawn, **clocks_to_draw(new_game, drawn)}
    return migrated.with_values(rules=rules, house=house, creatures=creatures, progress=clocks).draft()


def _facts_about_turns(session: Session, new_game: GameSystem) -> Iterator[Fact]:
    """Yield that another order of the turns does not count, or not yet."""
    if session.game.turn_order is new_game.turn_order:
        return
    if session.turn_order is not None:
        yield Fact("order_chosen_stays")
    elif session.encounters:
        yield Fact("order_next_fight")


def migrations_of(session: Session, new_game: GameSystem) -> dict[str, Migration]:
    """Migrate the sheet of each creature to a game played by another text."""
    return {
        who: migrate(creature.sheet, session.game, new_game, session.elapsed)
        for who, creature in session.creatures.items()
    }


def facts_of(who: str, migration: Migration) -> list[Fact]:
    """Facts about a creature whose sheet has been migrated."""
    releases = [Fact("game_released", {"who": who, "condition": each}) for each in migration.released]
    return [*(each.fact_of(who) for each in migration.passages), *releases]


def _by_figure(facts: Sequence[Fact]) -> list[Fact]:
    """Sort facts by figure; facts that differ only in their creature follow one another."""

    def figure_of(fact: Fact) -> tuple[object, ...]:
        return fact.kind, fact.data.get("figure", "")

    def verdict_of(fact: Fact) -> tuple[object, ...]:
        return tuple(value for name, value in fact.data.items() if name != "who")

    figures = [*dict.fromkeys(map(figure_of, facts))]
    verdicts = [*dict.fromkeys(map(verdict_of, facts))]
    return sorted(facts, key=lambda each: (figures.index(figure_of(each)), verdicts.index(verdict_of(each))))


def novelty_of(old_game: GameSystem, new_game: GameSystem) -> Novelty:
    """Compare a game with another text of it."""
    old_entries, new_entries = _entries(old_game), _entries(new_game)
    return Novelty(
        _missing(new_entries, old_entries),
        _missing(old_entries, new_entries),
        _by_table(
            key for key, entry in new_entries.items() if key in old_entries and old_entries[key] != entry
        ),
    )


def _entries(game: GameSystem) -> Mapping[tuple[str, str], Any]:
    """Every entry of a game's texts but its words, by table and name."""
    file = file_of(game)
    head = {(HEAD, name): getattr(file, name) for name in _HEAD if isinstance(game, CompiledGame)}
    entries = {
        (table, name): entry
        for table in TABLES
        if table != "words"
        for name, entry in getattr(file, table).items()
    }
    return {**head, **entries}


def _missing(entries: Mapping[tuple[str, str], Any], others: Mapping[tuple[str, str], Any]) -> Names:
    return _by_table(key for key in entries if key not in others and key[0] != HEAD)


def _by_table(keys: Iterable[tuple[str, str]]) -> Names:
    names_by_table: dict[str, list[str]] = {}
    for table, name in keys:
        names_by_table.setdefault(table, []).append(name)
    return {table: tuple(names) for table, names in names_by_table.items()}


def _names_text(names: Names) -> str:
    return ", ".join([*chain(*names.values())][:_MOST_TOLD])
