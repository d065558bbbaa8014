"""Game files in words: their faults, what one holds, and the language of them as a document."""

from collections.abc import Iterator, Mapping

from tracker.rules.fields import RULES_LENGTH
from tracker.rules.game_file.expression import (
    CONDITIONS,
    FACES,
    FUNCTIONS,
    LONGEST,
    MOST_DICE,
    MOST_SIDES,
)
from tracker.rules.game_file.reading import KEYS, MOST_EFFECTS, MOST_NAMES, PARAMETERS, TABLES
from tracker.rules.game_file.records import ACT_IDS, GOOD, MOMENTS, VERBS, GameFile
from tracker.rules.game_file.source import LONGEST_LINE
from tracker.rules.refusal import Refusal
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

LISTS: Mapping[str, tuple[str, ...]] = {
    "parameters": PARAMETERS,
    "effects": tuple(VERBS),
    "moments": MOMENTS,
    "faces": ("count", *FACES),
    "functions": (*FUNCTIONS, *CONDITIONS),
    "shared_acts": tuple(f"{name} ({act})" for name, act in ACT_IDS.items()),
    "good_outcomes": GOOD,
}
"""The closed sets of words, by what they are."""
LIMITS: Mapping[str, int] = {
    "letters": RULES_LENGTH,
    "line": LONGEST_LINE,
    "names": MOST_NAMES,
    "formula": LONGEST,
    "dice": MOST_DICE,
    "sides": MOST_SIDES,
    "effects_most": MOST_EFFECTS,
}
"""The greatest sizes, by what they are sizes of."""


def fault_text(fault: Refusal) -> str:
    """Return a fault with its line and its place: `línea 3, [act.daño.do]: …`."""
    line, text = fault.data.get("line", 1), refusal_sentence(fault)
    where = fault.data.get("where")
    if not where:
        return say("game_file.in_line", line=line, text=text)
    return say("game_file.at", line=line, where=where, text=text)


def contents(game: GameFile) -> str:
    """Return what a file holds, counted."""
    return say(
        "game_file.contents",
        name=game.name,
        figures=len(game.attributes) + len(game.derived) + len(game.counters) + len(game.lists),
        checks=len(game.checks),
        acts=len(game.acts),
        conditions=len(game.conditions),
        dues=len(game.dues),
    )


def grammar_page() -> str:
    """Return the page of the grammar, in the language in use."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from (f"# {say('game_grammar.title')}", "", say("game_grammar.about"), "")
    for table in TABLES:
        yield from (f"## [{table}]", "", say(f"game_grammar.{table}"), "")
        if table in KEYS:
            yield from (f"| {say('game_grammar.entry')} | {say('game_grammar.meaning')} |", "|---|---|")
            yield from (f"| `{key}` | {say(f'game_grammar.{table}_{key}')} |" for key in KEYS[table])
            yield ""
    for name, known in LISTS.items():
        yield from (f"## {say(f'game_grammar.{name}')}", "", ", ".join(f"`{each}`" for each in known), "")
    yield from (f"## {say('game_grammar.limits')}", "")
    yield from (f"| {say('game_grammar.limit')} | {say('game_grammar.most')} |", "|---|---|")
    yield from (f"| {say(f'game_grammar.{name}')} | {most} |" for name, most in LIMITS.items())
