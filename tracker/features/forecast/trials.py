"""A forecast of the fight under way: the fight is played many times by the rules, with separate dice.

A forecast is no move: it changes no session, draws no sealed die and is never saved.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import sqrt

from msgspec import Struct

from tracker.rules.dice import Roll
from tracker.rules.dice.notation import parse
from tracker.rules.dice.odds import Mixer, odds
from tracker.rules.refusal import Refusal
from tracker.rules.system import Blow, TurnOrder
from tracker.rules.weapon import with_handling
from tracker.session.groups import has_acted, initiative_of, turn_order, turns_left, under_way
from tracker.session.moves.initiative import initiative_handling
from tracker.session.moves.place import fight_of
from tracker.session.state import PARTY, Encounter, Session

PLAYS = 1_000
"""How many plays a forecast counts."""
MOST_ROUNDS = 100
"""After this many rounds a play is given up."""
_FINEST = 1 << 32
"""The most faces of one draw: many dice fall in more ways than any source of faces has numbers."""
_CONFIDENCE = 1.959964
"""The standard deviations on each side of a 95 % interval."""


class Forecast(Struct, frozen=True):
    """The outcomes of many plays of a fight."""

    plays: int
    wins: int
    """Plays that end with only the party standing."""
    falls: int
    """Plays in which a member of the party falls."""
    unfinished: int
    """Plays given up after `MOST_ROUNDS`."""
    rounds: Mapping[int, int]
    """How many of the finished plays took each number of rounds, counted from now."""
    fallen: Mapping[str, int]
    """In how many plays each member of the party falls, by id."""

    def rounds_of(self, share: float) -> int:
        """Return the rounds after which this share of the finished plays has ended; 0 if none has."""
        ended_count, wanted_count = 0, share * sum(self.rounds.values())
        for rounds in sorted(self.rounds):
            ended_count += self.rounds[rounds]
            if ended_count >= wanted_count:
                return rounds
        return 0


def interval(hits: int, plays: int) -> tuple[float, float]:
    """Return the bounds of a chance with 95 % confidence (Wilson), after `hits` of `plays`.

    >>> low, high = interval(500, 1_000)
    >>> round(low, 3), round(high, 3)
    (0.469, 0.531)
    """
    if not plays:
        return 0.0, 1.0
    share, square = hits / plays, _CONFIDENCE**2 / plays
    middle = (share + square / 2) / (1 + square)
    reach = _CONFIDENCE / (1 + square) * sqrt(share * (1 - share) / plays + square / plays / 4)
    return max(0.0, middle - reach), min(1.0, middle + reach)


class _Lot(Struct, frozen=True):
    """Numbers to draw from: each is drawn by the faces up to its bound."""

    whole: int
    bounds: tuple[int, ...]
    numbers: tuple[int, ...]
    once: bool = False

    def draw(self, roll: Roll) -> int:
        """Draw a number with one face; with a single number no face is needed."""
        if len(self.numbers) == 1:
            return self.numbers[0]
        return self.numbers[bisect_left(self.bounds, roll(self.whole))]


def _build_lot(ways: Mapping[int, int], whole: int, *, once: bool = False) -> _Lot:
    """Build a lot from numbers and their ways; more ways than `_FINEST` are scaled down."""
    bounds = accumulate(ways.values())
    if whole > _FINEST:
        return _Lot(_FINEST, tuple(bound * _FINEST // whole for bound in bounds), tuple(ways), once)
    return _Lot(whole, tuple(bounds), tuple(ways), once)


class Trials:
    """Plays of the fight under way, one after another.

    In its turn each standing creature strikes a standing foe, drawn at random, with its first attack. A
    creature without health has fallen. Raises `no_encounter`, `forecast_sides` unless both a member of the
    party and a foe stand, `forecast_harmless` if nobody can hurt anybody.
    """

    def __init__(self, session: Session, roll: Roll | None = None) -> None:
        """Prepare the plays; without a `roll`, the same fight always has the same forecast."""
        fight = fight_of(session)
        self.session, self.name, self._fight = session, fight.name, fight
        self._roll = roll or Mixer()
        stamina = {who: _stamina(session, fight, who) for who in turn_order(fight)}
        self._order = tuple(who for who, health in stamina.items() if health > 0)
        self._stamina = stamina
        self._side = {who: fight.combatants[who].side for who in self._order}
        self._ally = {who: side == PARTY for who, side in self._side.items()}
        if len(set(self._ally.values())) < 2:
            raise Refusal("forecast_sides")
        self._first_acting = _first_round(session, fight, self._order)
        self._lots: dict[tuple[str, str], _Lot | None] = {}
        self.unarmed = tuple(who for who in self._order if not self._may_hurt(who))
        """Ids of creatures that attack nobody, because no attack of theirs can hurt."""
        if len(self.unarmed) == len(self._order):
            raise Refusal("forecast_harmless")
        self._fixed_initiative = {who: initiative_of(fight, who) for who in self._order}
        self._initiative = self._initiative_lots(fight)
        self._wins = self._falls = self._unfinished = 0
        self._rounds: Counter[int] = Counter()
        self._fallen: Counter[str] = Counter()

    @property
    def draws_initiative(self) -> bool:
        """Whether each play rolls the initiative of creatures that have none."""
        return bool(self._initiative)

    @property
    def draws_turns(self) -> bool:
        """Whether each round has a random order, because the encounter has none."""
        return not self._fight.is_ordered

    @property
    def forecast(self) -> Forecast:
        """The outcomes so far."""
        plays = self._unfinished + self._rounds.total()
        fallen = {who: self._fallen[who] for who, ally in self._ally.items() if ally}
        return Forecast(plays, self._wins, self._falls, self._unfinished, dict(self._rounds), fallen)

    def run(self) -> Iterator[None]:
        """Play `PLAYS` times, once for each step of the iterator."""
        for _play in range(PLAYS):
            self.play()
            yield

    def play(self) -> None:
        """Play the fight once."""
        health = dict(self._stamina)
        foes = {
            side: [who for who in self._order if self._side[who] != side]
            for side in dict.fromkeys(self._side.values())
        }
        order = self._turn_order()
        acting = (
            [who for who in order if who in self._first_acting] if self._initiative else self._first_acting
        )
        for rounds in range(1, MOST_ROUNDS + 1):
            if self._play_round(self._turns_of_round(acting, rounds), health, foes):
                self._rounds[rounds] += 1
                break
            acting = order
        else:
            self._unfinished += 1
        fallen = [who for who, ally in self._ally.items() if ally and health[who] <= 0]
        self._fallen.update(fallen)
        self._falls += bool(fallen)
        self._wins += not foes[PARTY]

    def _play_round(
        self, acting: Sequence[str], health: dict[str, int], foes: Mapping[str, list[str]]
    ) -> bool:
        """Play a round; returns whether the fight is over: the party has no foe left, or has fallen."""
        roll, wounded = self._roll, set[str]()
        for who in acting:
            if health[who] <= 0:
                continue
            targets = foes[self._side[who]]
            target = targets[roll(len(targets)) - 1] if len(targets) > 1 else targets[0]
            lot = self._lot_of(who, target)
            if lot is None or (lot.once and target in wounded):
                continue
            harm = lot.draw(roll)
            if not harm:
                continue
            health[target] -= harm
            wounded.add(target)
            if health[target] <= 0 and self._fall(target, foes):
                return True
        return False

    def _fall(self, who: str, foes: Mapping[str, list[str]]) -> bool:
        """Remove a creature from the foes of all others; returns whether that ends the fight."""
        for side, standing in foes.items():
            if side != self._side[who]:
                standing.remove(who)
        return not foes[PARTY] or not any(
            self._ally[each] for side, standing in foes.items() if side != PARTY for each in standing
        )

    def _lot_of(self, who: str, target: str) -> _Lot | None:
        pair = who, target
        # Ask the rules once for each pair, not at every blow.
        if pair not in self._lots:
            blow = self._find_blow(who, target)
            self._lots[pair] = None if blow is None else _build_lot(blow.ways, blow.whole, once=blow.once)
        return self._lots[pair]

    def _find_blow(self, who: str, target: str) -> Blow | None:
        """Ask the rules for a creature's attack on another; None without one, or if its text is wrong."""
        try:
            return self.session.game.blow(self.session.rules_context(), who, target)
        except Refusal:
            return None

    def _may_hurt(self, who: str) -> bool:
        lots = (self._lot_of(who, other) for other in self._order if self._side[other] != self._side[who])
        return any(lot is not None and any(lot.numbers) for lot in lots)

    def _initiative_lots(self, fight: Encounter) -> Mapping[str, _Lot]:
        """Build the lots for creatures without initiative, before the first turn."""
        if fight.round or not fight.is_ordered:
            return {}
        without = [who for who, initiative in self._fixed_initiative.items() if initiative is None]
        return {who: self._initiative_lot(who) for who in without}

    def _initiative_lot(self, who: str) -> _Lot:
        game = self.session.game
        if game.initiative_check:
            ways = game.initiative_ways(self.session.rules_context(), who)
            return _build_lot(ways, sum(ways.values()))
        handling = initiative_handling(self.session, (who,), self._side[who])
        exact = odds(with_handling(parse(game.initiative_dice), handling))
        return _build_lot(exact.weights, exact.whole)

    def _turn_order(self) -> Sequence[str]:
        """Order a play: as it stands, or by initiative if some is drawn."""
        lots = self._initiative
        if not lots:
            return self._order
        initiative = {
            who: lots[who].draw(self._roll) if given is None else given
            for who, given in self._fixed_initiative.items()
        }
        return sorted(self._order, key=lambda who: -initiative[who])

    def _turns_of_round(self, acting: Sequence[str], rounds: int) -> Sequence[str]:
        """Order the creatures of a round: at random if the GM gives the turns.

        Of sides, one acts whole before another; in the round under way the side that has begun is first.
        """
        fight = self._fight
        if fight.is_ordered:
            return acting
        shuffled = list(acting)
        # A shuffle with faces, so that the same fight has the same forecast.
        for place in range(len(shuffled) - 1, 0, -1):
            other = self._roll(place + 1) - 1
            shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
        if fight.turn_order is TurnOrder.FREE:
            return shuffled
        floor = fight.floor if rounds == 1 else ""
        places = {self._side[who]: place for place, who in enumerate(shuffled)}

        def turn(who: str) -> tuple[bool, bool, int, int]:
            side = self._side[who]
            return side != floor, side not in fight.sides, -fight.sides.get(side, 0), places[side]

        return sorted(shuffled, key=turn)


def forecast_trials(session: Session) -> Trials:
    """Play the fight under way `PLAYS` times; raises the refusals of `Trials`."""
    trials = Trials(session)
    for _play in trials.run():
        pass
    return trials


def _stamina(session: Session, fight: Encounter, who: str) -> int:
    """Return how much health a combatant can lose; 0 if it no longer takes part."""
    creature = session.creatures.get(who)
    if creature is None or fight.combatants[who].fled:
        return 0
    return session.game.stamina(creature.sheet)


def _first_round(session: Session, fight: Encounter, order: Sequence[str]) -> Sequence[str]:
    """List who still acts in the round under way, in order, without the surprised."""
    if fight.is_ordered:
        turns = (under_way(session, fight), *turns_left(session, fight))
        return [who for row in turns for who in row if who in order]
    waiting = [who for who in order if not has_acted(fight, who)]
    return [who for who in waiting if not fight.combatants[who].surprised]
