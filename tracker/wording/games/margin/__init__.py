"""The words of Margin."""

from tracker.wording.games.margin.rules import RULES
from tracker.wording.games.margin.sentences import FACTS, REFUSALS, VERBS
from tracker.wording.games.margin.terms import TERMS
from tracker.wording.words import GameWords

WORDS = GameWords(FACTS, TERMS, REFUSALS, RULES, VERBS)
