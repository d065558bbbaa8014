"""The words of Chronicle."""

from tracker.wording.games.chronicle.rules import RULES
from tracker.wording.games.chronicle.sentences import FACTS, REFUSALS, VERBS
from tracker.wording.games.chronicle.terms import TERMS
from tracker.wording.rule_tables import RuleTable
from tracker.wording.words import GameWords


def _tables() -> tuple[RuleTable, ...]:
    from tracker.wording.games.chronicle.tables import tables  # noqa: PLC0415 - read on demand

    return tables()


WORDS = GameWords(FACTS, TERMS, REFUSALS, RULES, VERBS, _tables)
