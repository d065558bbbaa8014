"""Nothing above the rules and the words knows which game is being played."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from tests.modules import nodes_of, trees
from tracker.rules.game_system import GameSystem
from tracker.rules.games import SYSTEMS
from tracker.rules.system import SHARED_ACTS
from tracker.rules.systems import system_of

BELOW = ("rules", "wording")
OF_THE_TABLE = {
    *("ammunition", "attribute", "begin", "choose", "dying", "event", "group", "help", "kind", "light"),
    *("mark", "merge", "odds", "restore", "save", "trap", "turn", "use"),
}
"""Ids of a game that are also words of the table or of the shell: a trigger, a verb, a tab, an ink,
what waits in a room."""

OF_OTHER_PROGRAMS = {
    *("features/library/exchange/five_tools.py", "features/library/exchange/foundry.py"),
    *("features/library/exchange/front_matter.py", "session/exchange/figure_names.py"),
}
"""Modules that hold the names of other programs' figures, some of which are ids of a game by chance."""


def ids_of(game: GameSystem) -> set[str]:
    """Return the ids by which a game could be told from another."""
    fields = {field.id for field in (*game.fields, *game.scene_fields)}
    gauges = {gauge.id for gauge in game.gauges}
    badges_and_rolls = {*game.conditions, *game.pending_rolls, *game.milestones, *game.tables}
    return {*game.acts, *fields, *gauges, *badges_and_rolls} - set(SHARED_ACTS) - OF_THE_TABLE


@cache
def ids_of_one_game() -> frozenset[str]:
    times = Counter(name for game in map(system_of, SYSTEMS) for name in ids_of(game))
    return frozenset(name for name, count in times.items() if count == 1)


@cache
def literals(tree: ast.Module) -> frozenset[str]:
    """Return the literals of a module, but for its docstrings; of an action, what it is called with."""
    return frozenset(_literals(tree))


def _literals(tree: ast.Module) -> Iterator[str]:
    said = {id(node.value) for node in nodes_of(tree) if isinstance(node, ast.Expr)}
    for node in nodes_of(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            called = re.search(r"\('(\w+)", node.value)
            yield called[1] if called else node.value.removesuffix(" ").removesuffix(" .")


def games_named(tree: ast.Module) -> list[str]:
    imports = [node for node in nodes_of(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = " ".join(map(ast.unparse, imports))
    said = " ".join(literals(tree)).lower()
    return [key for key in SYSTEMS if key in imported or key in said]


def ids_known(tree: ast.Module) -> list[str]:
    return sorted(literals(tree) & ids_of_one_game())


def above() -> Iterator[tuple[str, ast.Module]]:
    """Yield the name and the tree of each module above the rules and the words."""
    return ((name, tree) for name, tree in trees().items() if name.partition("/")[0] not in BELOW)


def test_nothing_above_the_rules_names_a_game() -> None:
    assert {name: found for name, tree in above() if (found := games_named(tree))} == {}


def test_nothing_above_the_rules_knows_what_only_one_game_has() -> None:
    known = {name for name, tree in above() if ids_known(tree)}
    assert known == OF_OTHER_PROGRAMS


def test_what_would_break_the_contract_is_seen() -> None:
    assert games_named(ast.parse("from tracker.rules.games.chronicle import states"))
    assert ids_known(ast.parse("Binding('y', \"act('shoot')\")")) == ["shoot"]
    assert ids_known(ast.parse("if 'poison' in dues: ask('exhaust . ')")) == ["exhaust", "poison"]


def test_a_game_names_only_fields_and_acts_that_it_has() -> None:
    for game in map(system_of, SYSTEMS):
        assert game.turn_seconds or game.turn_field in {field.id for field in game.scene_fields}
        assert not game.attack_act or game.attack_act in game.acts
        assert not game.ammunition_act or game.ammunition_act in game.acts
