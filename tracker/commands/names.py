"""The creatures that a word means: a name, an abbreviation, a pattern, a side, everybody."""

import re

from tracker.commands.matching import matches, normalize, without_signs
from tracker.commands.vocabulary import is_keyword
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.session.groups import leader, mates_of, turn_order, under_way
from tracker.session.state import PARTY, Session
from tracker.session.text import clean, stem_of
from tracker.session.whereabouts import elsewhere

HERE, ACTING = ".", "@"
"""Signs for creatures without a name: the chosen rows, and the creature whose turn it is."""


class Names:
    """The folded names of a session's creatures and groups, and the creatures of `.`."""

    def __init__(self, session: Session, here: tuple[str, ...]) -> None:
        self._session = session
        self._here_ids = here
        self._elsewhere = elsewhere(session)
        self._ids_by_name: dict[str, list[str]] = {}
        for who, creature in session.creatures.items():
            self._ids_by_name.setdefault(_fold_name(creature.name), []).append(who)
        self._ids_by_letters: dict[str, list[str]] = {}
        for name, creature_ids in self._ids_by_name.items():
            self._ids_by_letters.setdefault(without_signs(name), []).extend(creature_ids)
        self._ids_by_group: dict[str, list[str]] = {}
        for who, creature in session.creatures.items():
            if creature.group:
                self._ids_by_group.setdefault(_fold_name(creature.group), []).append(who)

    def __contains__(self, text: str) -> bool:
        """Whether a text is the whole name of a creature."""
        return _fold_name(text) in self._ids_by_name

    def is_group(self, text: str) -> bool:
        """Whether a text is the whole name of a group, and of no creature."""
        return _fold_name(text) in self._ids_by_group and text not in self

    def match_exactly(self, text: str, *, whole: bool = False) -> list[str] | None:
        """Find the creature with this whole name; of names alike but for accents or case, the exact one.

        Signs do not count if there is no such name: `sr vane` is Sr. Vane. The name of a group means its
        first member that stands, or with `whole` all its members.
        """
        creature_ids = self._ids_by_name.get(_fold_name(text))
        if not creature_ids and (members := self._ids_by_group.get(_fold_name(text))):
            return members if whole else [self._first_standing(members)]
        # Beside figures signs count: `orc 1 +2` is no orc 12.
        if not creature_ids and "*" not in text and not any(map(str.isdigit, text)):
            creature_ids = self._ids_by_letters.get(without_signs(text))
        if not creature_ids or len(creature_ids) == 1:
            return creature_ids
        exact = [who for who in creature_ids if self._session.creatures[who].name == text]
        exact = self._at_hand(exact or creature_ids)
        if len(exact) != 1:
            raise Refusal(
                "ambiguous_creature", name=clean(text, NAME_LENGTH), known=self._names_text(creature_ids)
            )
        return exact

    def _first_standing(self, members: list[str]) -> str:
        fight = self._session.fight
        if fight is None:
            return next((who for who in members if not self._session.is_out(who)), members[0])
        present = [who for who in turn_order(fight) if who in members] or members
        return leader(self._session, fight, present) if present[0] in fight.combatants else present[0]

    def match(self, word: str, *, whole: bool = False) -> list[str]:
        """Find the creatures that one word means, or refuse the word."""
        if word == ACTING and self._session.fight:
            return acting(self._session, whole=whole)
        if word in (HERE, ACTING):
            if not self._here_ids:
                raise Refusal("nobody")
            return list(self._here_ids)
        folded = _fold_name(word)
        if exact := self.match_exactly(word, whole=whole):
            return exact
        if "*" in folded:
            matching = self._match_pattern(folded)
        elif is_everybody(folded):
            matching = list(self._session.party())
        elif is_keyword(folded, "foes"):
            matching = self._adversaries()
        else:
            return [self._match_prefix(word)]
        if not matching:
            raise self._unknown_creature(word)
        at_hand = self._at_hand(matching)
        if not at_hand:
            keys = dict.fromkeys(self._session.creatures[who].room for who in matching)
            numbers = ", ".join(self._session.rooms[key].number for key in keys)
            raise Refusal("none_at_hand", name=clean(word, NAME_LENGTH), rooms=numbers)
        return at_hand

    def _at_hand(self, creature_ids: list[str]) -> list[str]:
        """Leave out the creatures of other rooms."""
        return [who for who in creature_ids if who not in self._elsewhere]

    def _match_pattern(self, folded: str) -> list[str]:
        """Find the creatures of a pattern; `goblin*` means the goblins outside the party, not their king.

        The beginning of a kind's name means the kind too, `gob*`. Two stars mean all names that begin so.
        """
        pattern = re.compile(re.escape(folded).replace(r"\*", ".*"))
        matching = [
            who
            for name, creature_ids in self._ids_by_name.items()
            if pattern.fullmatch(name)
            for who in creature_ids
        ]
        beginning = folded.removesuffix("*")
        if not beginning or "*" in beginning:
            return matching
        stems = {who: stem_of(self._session.creatures[who].name) for who in matching}
        kin = [who for who in matching if normalize(stems[who]) == beginning]
        if kin:
            return [who for who in kin if not self._session.creatures[who].party] or kin
        # Of kinds that begin with another's whole name, only the other is meant.
        kinds = tuple(f"{fold(each)} " for each in stems.values())
        return [who for who in matching if not fold(stems[who]).startswith(kinds)]

    def _adversaries(self) -> list[str]:
        """Find the combatants against the party; outside a fight, all creatures outside the party."""
        fight, creatures = self._session.fight, self._session.creatures
        if fight is None:
            return [who for who, creature in creatures.items() if not creature.party]
        return [who for who, each in fight.combatants.items() if each.side != PARTY and who in creatures]

    def _match_prefix(self, word: str) -> str:
        names = matches(word, self._ids_by_name) or self._with_a_word(word)
        creature_ids = [who for name in names for who in self._ids_by_name[name]]
        if not creature_ids:
            raise self._unknown_creature(word)
        if len(creature_ids) > 1:
            creature_ids = self._at_hand(creature_ids) or creature_ids
        if len(creature_ids) > 1:
            raise Refusal(
                "ambiguous_creature", name=clean(word, NAME_LENGTH), known=self._names_text(creature_ids)
            )
        return creature_ids[0]

    def _with_a_word(self, word: str) -> list[str]:
        """Find names of several words in which a later word begins with this one: `inés` finds Sor Inés."""
        names = (creature.name for creature in self._session.creatures.values())
        return [_fold_name(name) for name in names if word[:1].isalpha() and matches(word, name.split()[1:])]

    def _unknown_creature(self, word: str) -> Refusal:
        known_names = self._names_text(list(self._session.creatures)) or "—"
        return Refusal("unknown_creature", name=clean(word, NAME_LENGTH), known=known_names)

    def _names_text(self, creature_ids: list[str]) -> str:
        return ", ".join(self._session.creatures[who].name for who in creature_ids)


def acting(session: Session, *, whole: bool = False) -> list[str]:
    """Return the creature whose turn it is: of a group the first that stands, or all with `whole`.

    Raises `no_turn_now` if it is nobody's turn.
    """
    fight = session.fight
    if fight is None or fight.active not in session.creatures:
        raise Refusal("no_turn_now")
    mates = under_way(session, fight) if fight.is_ordered else ()
    mates = mates or mates_of(session, fight, fight.active)
    return [*mates] if whole else [leader(session, fight, mates)]


def is_everybody(word: str) -> bool:
    """Whether a word means the whole party."""
    return is_keyword(word, "everybody", "party")


def _fold_name(name: str) -> str:
    """Fold a name and remove its quotes, which only group its words."""
    return normalize(name).replace('"', "")
