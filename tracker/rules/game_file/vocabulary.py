"""The words of a game file, by language, space and name, as other games have theirs in files."""

from collections.abc import Iterator, Mapping, Set
from itertools import chain

from tracker.rules.clock import duration_text
from tracker.rules.fields import ENTRY
from tracker.rules.game_file.effects import CHECK, DUE, EACH, ENDS, OUTCOME, clock_name
from tracker.rules.game_file.expression import formula_text
from tracker.rules.game_file.figures import MAXIMUM
from tracker.rules.game_file.records import ACT_IDS, LANGUAGES, Check, Condition, Effect, GameFile, act_id
from tracker.rules.text import fold

_IF: Mapping[str, str] = {"es": "si", "en": "if"}
_REACHED: Mapping[str, str] = {"es": "Llega «{occasion:occasion}».", "en": "“{occasion:occasion}” comes."}
_HEADING = 9
"""Characters of a counter's name above its column."""
_TOP: Mapping[str, str] = {"es": "{name} máximo", "en": "maximum {name}"}
Table = dict[str, dict[str, str]]


def tables_of(game: GameFile, name: str) -> dict[str, Table]:
    """Make the tables of words of a game in each language; a name without an entry is its own word."""
    return {language: _Words(game, place, language).table(name) for place, language in enumerate(LANGUAGES)}


def names_with_words(game: GameFile) -> Set[str]:
    """Find the names for which a game asks its table of words."""
    words = _Words(game, 0, LANGUAGES[0])
    words.table(game.key)
    return words.asked


def same_words(game: GameFile) -> Iterator[tuple[str, str, str]]:
    """Yield two names of a kind that people type as one word in a language, with the word."""
    kinds = (
        [*map(act_id, (*game.checks, *game.acts))],
        game.figures,
        [*game.conditions],
        [*game.milestones],
        [*game.clocks],
    )
    for place, language in enumerate(LANGUAGES):
        words = _Words(game, place, language)
        verbs = dict(words.verbs())
        for kind, names in enumerate(kinds):
            name_of: dict[str, str] = {}
            for name in names:
                word = verbs.get(name, "") if kind == 0 else words.word_for(name)
                other = name_of.setdefault(fold(word), name)
                if word and other != name:
                    yield name, other, word


class _Words:
    """The words of a game file in one language."""

    def __init__(self, game: GameFile, place: int, language: str) -> None:
        self._game, self._place, self._language = game, place, language
        self.asked: set[str] = set()
        """The names looked up so far."""

    def word_for(self, name: str) -> str:
        """Look up the word for a name; a language without a word takes that of the language before it."""
        self.asked.add(name)
        return self._joined_words(self._game.words.get(name, ())) or name.replace("_", " ")

    def _joined_words(self, words: tuple[str, ...]) -> str:
        return words[min(self._place, len(words) - 1)] if words else ""

    def table(self, name: str) -> Table:
        game = self._game
        figures = (*game.attributes, *game.derived, *game.counters, *game.lists, *game.texts)
        fields = {each: self.word_for(each) for each in figures}
        fields |= {
            f"{each}{MAXIMUM}": _TOP[self._language].format(name=self.word_for(each))
            for each in game.counters
        }
        conditions = {each: self.word_for(each) for each in game.conditions}
        verbs = dict(self.verbs())
        milestones = {each: self.word_for(each) for each in game.milestones}
        spaces: Table = {
            "system": {name: game.label},
            "verb": verbs,
            "act": dict(verbs),
            "field": fields,
            "gauge": fields,
            "short": {each: self.word_for(each)[:_HEADING] for each in game.counters},
            "attribute": fields,
            "condition": conditions,
            "badge": conditions,
            "chip": conditions,
            "outcome": {
                each: self.word_for(each) for check in game.checks.values() for each in check.outcomes
            },
            "purpose": {act_id(each): verbs.get(act_id(each), self.word_for(each)) for each in game.checks},
            "due": dict(self._dues()),
            "waiting": dict(self._outcomes_to_come()),
            "occasion": milestones,
            "rule": {f"{ENTRY}{key}": text for key, text in self._rules()},
            "said": {
                each.name: self.word_for(each.name)
                for each in game.every_effect
                if each.name and each.verb in ("say", "out")
            },
            "progress_clock": {clock_name(each): self.word_for(each) for each in game.clocks},
        }
        if milestones and not game.on:
            # A file names its milestones; those of other games are sentences.
            spaces["fact"] = {"occasion": _REACHED[self._language]}
        for param, choices in self._params():
            spaces.setdefault("param", {})[param] = self.word_for(param)
            if choices:
                spaces.setdefault(param, {}).update({each: self.word_for(each) for each in choices})
        return spaces

    def verbs(self) -> Iterator[tuple[str, str]]:
        """Yield the verb of each act; an act that all games share keeps its own verb if the file has none."""
        for name in (*self._game.checks, *self._game.acts):
            if name in self._game.words or (name not in ACT_IDS and name not in ACT_IDS.values()):
                yield act_id(name), self.word_for(name)
            # Spanish names of shared acts are their Spanish verbs.
            elif self._language == "es" and name in ACT_IDS:
                yield act_id(name), name

    def _params(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        params = [each.params for each in self._game.checks.values()]
        params += [each.params for each in self._game.acts.values()]
        for param in chain(*params):
            attributes = tuple(self._game.attributes) if param.kind == "attribute" else ()
            if param.name != "target":
                yield param.name, param.choices or attributes

    def _dues(self) -> Iterator[tuple[str, str]]:
        for name in self._game.checks:
            yield f"{CHECK}{name}", self.word_for(name)
        for name in self._game.dues:
            yield f"{DUE}{name}", self.word_for(name)
        for name, condition in self._game.conditions.items():
            yield f"{EACH}{name}", self.word_for(name)
            yield f"{ENDS}{name}", f"{self.word_for(name)}: {self.word_for(condition.ends)}"

    def _outcomes_to_come(self) -> Iterator[tuple[str, str]]:
        """Yield the text of the pending effects of each check: `Strike → goblin: success`."""
        for name, check in self._game.checks.items():
            if check.on:
                yield (
                    f"{OUTCOME}{name}",
                    f"{_literal(self.word_for(name))}[ → {{other:name}}]: {{outcome:outcome}}",
                )

    def _rules(self) -> Iterator[tuple[str, str]]:
        """Yield the text of the rules sheet for each check, act, condition and due."""
        game = self._game
        for name, check in game.checks.items():
            yield f"check.{name}", self._line(name, check.help, _check_text(check, self))
        for name, act in game.acts.items():
            yield f"act.{name}", self._line(name, act.help, _effects_text(act.do))
        for name, condition in game.conditions.items():
            yield f"condition.{name}", self._line(name, condition.help, self._condition_text(condition))
        for name, clock in game.clocks.items():
            yield (
                f"clock.{name}",
                self._line(name, clock.help, f"{clock.segments}: {_effects_text(clock.full)}"),
            )
        for name, due in game.dues.items():
            when = due.when or f"{duration_text(due.every)} {self.word_for(due.since)}".strip()
            yield f"due.{name}", self._line(name, due.help, f"{when}: {_effects_text(due.do)}")

    def _condition_text(self, condition: Condition) -> str:
        names = ", ".join(map(self.word_for, condition.on))
        on = f" ({names})" if names else ""
        does = [f"rolls {formula_text(condition.rolls)}"] if condition.rolls else []
        does += [f"value {formula_text(condition.value)}{on}"] if condition.value else []
        return "; ".join([*does, _effects_text(condition.do)])

    def _line(self, name: str, help_texts: tuple[str, ...], mechanics: str) -> str:
        text = " ".join(filter(None, (self._joined_words(help_texts), mechanics.strip("; "))))
        return _literal(f"{self.word_for(name)}. {text}")

    def results(self, check: Check) -> str:
        """List the outcomes of a check, each with its condition."""
        outcomes = [
            self.word_for(outcome)
            if formula_text(when) == "1"
            else f"{self.word_for(outcome)} {_IF[self._language]} {formula_text(when)}"
            for when, outcome in check.results
        ]
        return "; ".join(outcomes)


def _literal(text: str) -> str:
    """Replace braces and brackets, which would be read as slots and markup."""
    return text.replace("{", "(").replace("}", ")").replace("[", "(").replace("]", ")")


def _check_text(check: Check, words: _Words) -> str:
    return f"{formula_text(check.roll)}. {words.results(check)}."


def _effects_text(effects: tuple[Effect, ...]) -> str:
    return "; ".join(effect.text for effect in effects)
