"""Several blows of one act in one sentence: who attacks whom, the hits, the losses and what is left."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tracker.rules.system import Fact
from tracker.rules.weapon import ATTACKS, BLOW_WAITS, HITS_UNROLLED
from tracker.session.event import Event
from tracker.session.history import History
from tracker.wording.messages import say

_HURTS = frozenset(("damaged", "harmed"))
"""Kinds of facts by which a blow hurts its target: of games with health, and of one without."""
_LOST = "game_lost"
"""Kind of the fact by which a blow takes a figure of a game that is a file."""
_OF_A_BLOW = frozenset(
    ("attacks", "blows", "blow_at", "strikes", "hits", "dodged", "impaled", "soaked", HITS_UNROLLED)
)
"""Kinds of facts that the sentence replaces, besides the hurts of the targets."""
_CHECK = "check"
"""Beginning of the kinds of facts about the rolls of an opposed action."""


class Blows(Struct, frozen=True):
    """The blows of one act: the attackers, the attacks, and the blows of each target."""

    attackers: tuple[str, ...]
    attacks: tuple[str, ...]
    blows: dict[str, list[list[Fact]]]
    """The facts by which each blow hits or hurts its target, by target; a miss has none."""
    rest: tuple[Fact, ...]
    """Facts that the sentence leaves out: who falls, what runs out, what house rules take besides health."""
    contested: bool = False
    """Whether a blow is won or lost, in a game whose attack is an opposed action."""


def blows_of(event: Event, history: History) -> Blows | None:
    """Return the blows of an event; None unless it has several."""
    attack = attack_of(event, history) or _contests_of(event, history)
    return attack if attack and sum(map(len, attack.blows.values())) > 1 else None


def attack_of(event: Event, history: History) -> Blows | None:
    """Return the blows of an event, one or several; None if it is no attack."""
    attackers: dict[str, None] = {}
    attacks: dict[str, None] = {}
    blows: dict[str, list[list[Fact]]] = {}
    rest: list[Fact] = []
    target = ""
    for fact in event.facts:
        who = str(fact.data.get("who", ""))
        if fact.kind == ATTACKS:
            target = str(fact.data.get("other", ""))
            attackers[who] = None
            if attack := str(fact.data.get("attack", "")):
                attacks[attack] = None
            blows.setdefault(target, []).append([])
        elif target and (fact.kind == BLOW_WAITS or (who == target and _hurts(fact, history))):
            blows[target][-1].append(fact)
        elif fact.kind not in _OF_A_BLOW:
            rest.append(fact)
    return Blows(tuple(attackers), tuple(attacks), blows, tuple(rest)) if blows else None


def _contests_of(event: Event, history: History) -> Blows | None:
    """Return the opposed actions of an event, where they are the game's attack; a lost one has no fact."""
    game = history.session.game
    results = [fact for fact in event.facts if fact.kind in game.attack_facts]
    if ATTACKS in game.attack_facts or not results:
        return None
    pairs = game.attacks_in(event.facts, event.throws)
    blows: dict[str, list[list[Fact]]] = {}
    for (who, target), fact in zip(pairs, results, strict=False):
        is_won = fact.data.get("who") == who and _number(fact, "margin") is not None
        blows.setdefault(target, []).append([fact] if is_won else [])
    attackers = tuple(dict.fromkeys(who for who, _target in pairs))
    attacks = dict.fromkeys(throw.subject for throw in event.throws if throw.who in attackers)
    told = _OF_A_BLOW.union(game.attack_facts)
    rest = (fact for fact in event.facts if fact.kind not in told and not fact.kind.startswith(_CHECK))
    return Blows(attackers, tuple(attacks), blows, tuple(rest), contested=True)


def _hurts(fact: Fact, history: History) -> bool:
    """Whether a fact is about the health that a blow takes."""
    return fact.kind in _HURTS or (fact.kind == _LOST and fact.data.get("figure") == _health(history))


def _health(history: History) -> str:
    """Return the figure of the game's health; empty if it counts none."""
    gauge = history.session.game.health_gauge
    return gauge.current if gauge else ""


def blows_sentence(blows: Blows, history: History) -> str:
    """Say the blows; the facts in `rest` follow in sentences of their own."""
    names = _names(blows.attackers, history)
    targets = "; ".join(_target_texts(blows, history))
    return say("brief.blows", who=names, attack=blows.attacks, targets=targets)


def _target_texts(blows: Blows, history: History) -> Iterator[str]:
    """Say of each target how many blows hit, what it lost, and what is left."""
    current = _health(history)
    for who, each in blows.blows.items():
        hurts = [fact for blow in each for fact in blow]
        lost = sum(_number(fact, "amount") or 0 for fact in hurts)
        figures = [_number(fact, "left" if fact.kind == _LOST else current) for fact in hurts]
        left = next((figure for figure in reversed(figures) if figure is not None), None)
        name, hits = history.names.get(who, who), sum(map(bool, each))
        if blows.contested:
            yield say("brief.contests_on", name=name, hits=hits, count=len(each))
            continue
        yield say("brief.blows_on", name=name, hits=hits, count=len(each), lost=lost or None, left=left)


def attack_title(blows: Blows, history: History) -> str:
    """Name the attack without its results: `ataque de orco 1–6 a Brunilda`."""
    return say(
        "brief.attack_title", who=_names(blows.attackers, history), other=_names([*blows.blows], history)
    )


def _names(creature_ids: Sequence[str], history: History) -> tuple[str, ...]:
    return tuple(history.names.get(who, who) for who in creature_ids)


def _number(fact: Fact, name: str) -> int | None:
    """Read a figure of a fact; None if it has none, or another program wrote a text there."""
    value = fact.data.get(name)
    return value if type(value) is int else None
