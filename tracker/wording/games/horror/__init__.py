"""The words of Horror."""

from tracker.wording.games.horror.rules import RULES
from tracker.wording.games.horror.sentences import FACTS, REFUSALS, VERBS
from tracker.wording.games.horror.terms import TERMS
from tracker.wording.words import GameWords

WORDS = GameWords(FACTS, TERMS, REFUSALS, RULES, VERBS)
