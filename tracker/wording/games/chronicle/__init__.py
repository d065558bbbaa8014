"""The words of Chronicle."""

from tracker.wording.games.chronicle.rules import RULES
from tracker.wording.games.chronicle.sentences import FACTS, REFUSALS, VERBS
from tracker.wording.games.chronicle.terms import TERMS
from tracker.wording.words import GameWords

WORDS = GameWords(FACTS, TERMS, REFUSALS, RULES, VERBS)
