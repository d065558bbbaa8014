"""The words of Percentile."""

from tracker.wording.games.percentile.rules import RULES
from tracker.wording.games.percentile.sentences import FACTS, REFUSALS, VERBS
from tracker.wording.games.percentile.terms import TERMS
from tracker.wording.words import Words

WORDS = Words(FACTS, TERMS, REFUSALS, RULES, VERBS)
