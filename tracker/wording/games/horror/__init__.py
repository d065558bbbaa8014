"""The words of Horror."""

from tracker.wording.games.horror.rules import RULES
from tracker.wording.games.horror.sentences import FACTS, REFUSALS, VERBS
from tracker.wording.games.horror.terms import TERMS
from tracker.wording.rule_tables import RuleTable
from tracker.wording.words import GameWords


def _tables() -> tuple[RuleTable, ...]:
    from tracker.wording.games.horror.tables import tables  # noqa: PLC0415 - read on demand

    return tables()


WORDS = GameWords(FACTS, TERMS, REFUSALS, RULES, VERBS, _tables)
