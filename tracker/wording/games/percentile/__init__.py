"""The words of Percentile."""

from tracker.wording.games.percentile.rules import RULES
from tracker.wording.games.percentile.sentences import FACTS, REFUSALS, VERBS
from tracker.wording.games.percentile.terms import TERMS
from tracker.wording.words import GameWords

WORDS = GameWords(FACTS, TERMS, REFUSALS, RULES, VERBS)
