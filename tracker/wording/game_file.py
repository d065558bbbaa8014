"""Game files in words: their faults, their contents, what they change, and their grammar as a page."""

from collections.abc import Iterator, Mapping
from copy import copy

from tracker.rules.fields import RULES_LENGTH
from tracker.rules.game_file.expression import (
    CLOCK,
    CONDITIONS,
    FACES,
    FUNCTIONS,
    LIGHT,
    LONGEST,
    MOST_DICE,
    MOST_SIDES,
    RIVAL,
)
from tracker.rules.game_file.reading import KEYS, MOST_EFFECTS, MOST_NAMES, PARAMETERS, TABLES
from tracker.rules.game_file.records import ACT_IDS, GOOD, GROUPS, MOMENTS, VERBS, GameFile
from tracker.rules.game_file.source import LONGEST_LINE
from tracker.rules.refusal import Refusal
from tracker.rules.systems import register_rules, saved_name, system_of
from tracker.session.event import Draft
from tracker.session.history import LAYERS, History
from tracker.session.state import Session
from tracker.wording.messages import say
from tracker.wording.sentences import fact_sentences, refusal_sentence
from tracker.wording.words import entry_term, words_of

_IF, _TARGET, _GROUP = "if", "target", "group"
EXPLAINED: Mapping[str, Mapping[str, str]] = {
    "parameters": {
        **{f"`{each}`": each for each in PARAMETERS},
        "word_list": "list",
        "word_choice": "choice",
        "word_number": "number",
    },
    "effects": {
        "word_change": "change",
        "word_clock": "clock",
        **{
            ", ".join(f"`{word}`" for word, verb in VERBS.items() if verb == each): each
            for each in dict.fromkeys(VERBS.values())
        },
        "`si`, `if`": _IF,
        "`target.`": _TARGET,
        ", ".join(f"`{each}.`" for each in GROUPS): _GROUP,
    },
    "moments": {
        **{f"`{each}`": each for each in MOMENTS},
        "word_milestone": "milestone",
        "word_counter": "counter",
    },
    "faces": {
        **{f"`{each}`": each for each in FACES},
        "`count`": "count",
        f"`{RIVAL}`": RIVAL,
        f"`{RIVAL}.`": f"{RIVAL}_of",
    },
    "table_figures": {f"`{LIGHT}`": LIGHT, f"`{CLOCK}`": "clock"},
    "functions": {f"`{each}`": each for each in (*FUNCTIONS, *CONDITIONS)},
}
"""The closed sets of words with an explanation: each word as it is typed, or its name, with its key."""
LISTS: Mapping[str, tuple[str, ...]] = {
    "shared_acts": tuple(f"{name} ({act})" for name, act in ACT_IDS.items()),
    "good_outcomes": GOOD,
}
"""The closed sets of words that are only listed, by heading."""
LIMITS: Mapping[str, int] = {
    "letters": RULES_LENGTH,
    "line": LONGEST_LINE,
    "names": MOST_NAMES,
    "formula": LONGEST,
    "dice": MOST_DICE,
    "sides": MOST_SIDES,
    "effects_most": MOST_EFFECTS,
}
"""The greatest sizes, each under the key of what it limits."""


_QUESTIONS = {
    "game_file_set": "game_file.ask_game_file_set",
    "house_rules_set": "game_file.ask_house_rules_set",
}
_HOW = {"comes": "game_file.comes", "goes": "game_file.goes", "changes": "game_file.changes"}
_LOST = ("game_figure_goes", "game_released")
"""Kinds of facts about figures and conditions that only the earlier text has a word for."""
_TABLES = {
    "game": "game_file.table_game",
    "attributes": "game_file.table_attributes",
    "derived": "game_file.table_derived",
    "counters": "game_file.table_counters",
    "clocks": "game_file.table_clocks",
    "lists": "game_file.table_lists",
    "texts": "game_file.table_texts",
    "conditions": "game_file.table_conditions",
    "checks": "game_file.table_checks",
    "acts": "game_file.table_acts",
    "dues": "game_file.table_dues",
}


def fault_text(fault: Refusal) -> str:
    """Write a fault with its line and its place: `línea 3, [act.daño.do]: …`."""
    line, text = fault.data.get("line", 1), refusal_sentence(fault)
    where = fault.data.get("where")
    if not where:
        return say("game_file.in_line", line=line, text=text)
    return say("game_file.at", line=line, where=where, text=text)


def contents_text(game: GameFile) -> str:
    """Count the contents of a game file."""
    return say(
        "game_file.contents",
        name=game.name,
        version=game.version,
        figures=len(game.attributes) + len(game.derived) + len(game.counters) + len(game.lists),
        clocks=len(game.clocks),
        checks=len(game.checks),
        acts=len(game.acts),
        conditions=len(game.conditions),
        dues=len(game.dues),
    )


def question_of(draft: Draft) -> str:
    """Ask whether the campaign shall be played by another text from now on."""
    return say(_QUESTIONS[draft.facts[0].kind])


def change_lines(history: History, draft: Draft) -> list[str]:
    """List what a draft's texts add, remove and change, and what becomes of the creatures' figures."""
    texts = {change.path[0]: str(change.value) for change in draft.changes if change.path[0] in LAYERS}
    later = copy(history)
    later.session = history.as_played_by(_name_with(history.session, texts))
    lost_facts = [fact for fact in draft.facts[1:] if fact.kind in _LOST]
    other_facts = [fact for fact in draft.facts[1:] if fact.kind not in _LOST]
    return [
        *text_changes(history.session.system, later.session.system),
        *fact_sentences(other_facts, later),
        *fact_sentences(lost_facts, history),
    ]


def changed_by(session: Session, texts: Mapping[str, str]) -> list[str]:
    """List what changes if some texts of a campaign are replaced, and who loses what.

    Refuses texts that cannot be played.
    """
    name = _name_with(session, texts)
    return [*text_changes(session.system, name), *_losses(session, name)]


def _losses(session: Session, name: str) -> Iterator[str]:
    from tracker.session.migration import Fate  # noqa: PLC0415 - few texts change
    from tracker.session.moves.game_file import migrations_of  # noqa: PLC0415 - as above

    words = words_of(session.system)
    for who, migration in migrations_of(session, system_of(name)).items():
        lost_figures = [each.figure for each in migration.passages if each.fate is Fate.GOES]
        if names := ", ".join(entry_term(words, each) for each in (*lost_figures, *migration.released)):
            yield say("game_file.touched", name=session.creatures[who].name, names=names)


def _name_with(session: Session, texts: Mapping[str, str]) -> str:
    """Name the game that a campaign plays once some of its texts are replaced."""
    layers = {"rules": session.rules, "house": session.house, **texts}
    return register_rules(register_rules(saved_name(session.system), layers["rules"]), layers["house"])


def text_changes(old_name: str, new_name: str) -> Iterator[str]:
    """Yield what another text of a game adds, removes and changes; both by their names in this process."""
    from tracker.session.moves.game_file import novelty_of  # noqa: PLC0415 - few texts change

    novelty = novelty_of(system_of(old_name), system_of(new_name))
    old_words, new_words = words_of(old_name), words_of(new_name)
    for fate, words in zip(_HOW, (new_words, old_words, new_words), strict=True):
        for table, names in getattr(novelty, fate).items():
            names_text = ", ".join(entry_term(words, each) for each in names)
            yield say(_HOW[fate], what=say(_TABLES[table]), names=names_text)
    if not (novelty.comes or novelty.goes or novelty.changes):
        yield say("game_file.words_only")


def grammar_page() -> str:
    """Write the grammar of game files as a Markdown page, in the language in use."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from (f"# {say('game_grammar.title')}", "", say("game_grammar.about"), "")
    for table in TABLES:
        yield from (f"## [{table}]", "", say(f"game_grammar.{table}"), "")
        if table in KEYS:
            yield from (f"| {say('game_grammar.entry')} | {say('game_grammar.meaning')} |", "|---|---|")
            yield from (f"| `{key}` | {say(f'game_grammar.{table}_{key}')} |" for key in KEYS[table])
            yield ""
    for name, words in EXPLAINED.items():
        yield from (f"## {say(f'game_grammar.{name}')}", "")
        yield from (f"| {say('game_grammar.entry')} | {say('game_grammar.meaning')} |", "|---|---|")
        for word, key in words.items():
            entry = word if word.startswith("`") else say(f"game_grammar.{word}")
            yield f"| {entry} | {say(f'game_grammar.{name}_{key}')} |"
        yield ""
    for name, members in LISTS.items():
        yield from (f"## {say(f'game_grammar.{name}')}", "", ", ".join(f"`{each}`" for each in members), "")
    yield from (f"## {say('game_grammar.limits')}", "")
    yield from (f"| {say('game_grammar.limit')} | {say('game_grammar.most')} |", "|---|---|")
    yield from (f"| {say(f'game_grammar.{name}')} | {limit} |" for name, limit in LIMITS.items())
