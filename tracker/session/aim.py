"""Whom an act is for unless the GM says: by the turn, the cursor and the marks, in every game."""

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from tracker.rules.system import WHO, Act, Kind, Whose
from tracker.session.event import Event
from tracker.session.groups import is_mixed, is_standing, mates_of, rows_of, standing
from tracker.session.history import History
from tracker.session.state import FOES, PARTY, Session

_LATELY = 300
"""Most events that are searched for the last acts of a creature."""


class Turn(Struct, frozen=True):
    """A turn of an encounter; the next one differs from it."""

    encounter: str
    round: int
    active: str
    acting: tuple[str, ...]


class Pointer(Struct, frozen=True):
    """What the GM points at, and the turn that the GM has seen."""

    row: tuple[str, ...] = ()
    """The creatures of the row under the cursor, its leader first; empty without a cursor."""
    marked: tuple[str, ...] = ()
    turn: Turn | None = None
    """The turn that the screen showed; None for the one under way."""


class Aim(Struct, frozen=True):
    """Whom an act is for."""

    creature_ids: tuple[str, ...] = ()
    """The creatures of the act; empty if the GM must say whom it is done to."""
    others: tuple[str, ...] = ()
    """The creatures of its parameter for a creature: whom they do it to, or who does it to them."""
    is_one_of: bool = False
    """Whether the creatures are of several kinds in one row, so that the GM must say which."""


def turn_of(session: Session) -> Turn | None:
    """Return the turn under way; None outside a fight."""
    fight = session.fight
    return Turn(session.encounter, fight.round, fight.active, fight.acting) if fight else None


def aim_of(history: History, act: Act, pointer: Pointer) -> Aim:
    """Return whom an act is for.

    Usually these are the marked ones, else the row under the cursor. An act on others is never for who acts:
    while the cursor stays on the row of the turn, it is for the target of this turn's attack, else for the
    only foe that stands. An act with a doer is done by who acts; what suits its target, as help, by somebody
    of the same side.
    """
    session = history.session
    if act.whose is Whose.TABLE:
        return Aim()
    if act.doer == WHO and (doers := _doers(session, pointer)):
        doers = _helpers(session, act, pointer, doers)
        return Aim(doers, _done_to(history, act, doers, pointer), is_mixed(session, doers))
    aim = _subjects(history, act, pointer)
    if act.doer in ("", WHO):
        return aim
    doers = _helpers(session, act, pointer, _doers(session, Pointer(turn=pointer.turn)))
    return Aim(
        aim.creature_ids, tuple(who for who in doers if who not in aim.creature_ids)[:1], aim.is_one_of
    )


def aim_for(history: History, act: Act, creature_ids: tuple[str, ...]) -> Aim:
    """Return the aim of an act whose creatures the GM has named."""
    others = _done_to(history, act, creature_ids, Pointer()) if act.doer == WHO else ()
    return Aim(creature_ids, others)


def actors_of(session: Session, turn: Turn | None) -> tuple[str, ...]:
    """List all whose turn it is, with those that share their rows; empty if it is nobody's of this fight."""
    fight = session.fight
    if fight is None or turn is None or turn.encounter != session.encounter:
        return ()
    leaders = [who for who in turn.acting if who in fight.combatants and who in session.creatures]
    return tuple(dict.fromkeys(mate for who in leaders for mate in mates_of(session, fight, who)))


def last_attacked(history: History, actors: Sequence[str], *, this_turn: bool = False) -> Iterator[str]:
    """Yield whom these have attacked in this fight, the last one first."""
    game, ends = history.session.game, {"encounter_began", *(("turn",) if this_turn else ())}
    for event in lately(history):
        facts = event.facts
        is_attack = any(fact.kind in game.attack_facts for fact in facts)
        attacks = game.attacks_in(facts, event.throws) if is_attack else []
        yield from (target for who, target in reversed(attacks) if who in actors and target not in actors)
        if any(fact.kind in ends for fact in facts):
            return


def lately(history: History) -> Iterator[Event]:
    """Yield the last events that count, the newest first."""
    return (event for event in islice(reversed(history), _LATELY) if history.counts(event.id))


def within_reach(session: Session, members: Sequence[str]) -> tuple[str, ...]:
    """Return the members that an act can reach: the standing ones, else all that are not out of the game."""
    fight = session.fight
    standing_members = standing(session, fight, members) if fight else ()
    return standing_members or tuple(who for who in members if not session.is_out(who))


def weakest(session: Session, creature_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the creature with the least health left, the first of several; empty if there is none."""
    return tuple(sorted(creature_ids, key=lambda who: session.game.stamina(session.creatures[who].sheet))[:1])


def side_in_play(session: Session, who: str) -> str:
    """Return the side of a creature in the fight; outside it, the party's for its members, else the foes'."""
    fight = session.fight
    if fight is not None and who in fight.combatants:
        return fight.combatants[who].side
    return PARTY if who in session.party() else FOES


def _doers(session: Session, pointer: Pointer) -> tuple[str, ...]:
    """Return who acts: of several the row under the cursor, where nobody has the turn the cursor's too."""
    fight, turn = session.fight, pointer.turn or turn_of(session)
    actors = actors_of(session, turn)
    if fight is None or turn is None or not actors:
        return pointer.row[:1]
    named = [who for who in (*pointer.row, turn.active, *actors) if who in actors]
    return standing(session, fight, mates_of(session, fight, named[0])) or (named[0],)


def _helpers(session: Session, act: Act, pointer: Pointer, doers: tuple[str, ...]) -> tuple[str, ...]:
    """Return who does what suits another: who acts, else the one pointed at, else one of that side."""
    helped = _suitable(session, act, pointer, but=doers) or _suitable(session, act, pointer)
    fitting = _fitting(session, act)
    sides = {side_in_play(session, who) for who in helped or fitting}
    able = [
        who
        for who in dict.fromkeys((*doers, *pointer.row, *session.present()))
        if who not in helped and side_in_play(session, who) in sides
    ]
    well = [who for who in able if who not in fitting]
    return tuple(who for who in doers if who in able) or within_reach(session, well or able)[:1] or doers


def _subjects(history: History, act: Act, pointer: Pointer) -> Aim:
    session = history.session
    if pointer.marked:
        return Aim(pointer.marked)
    if act.suits is not None and (suitable := _suitable(session, act, pointer)):
        return Aim(suitable)
    turn = pointer.turn or turn_of(session)
    actors = actors_of(session, turn)
    has_stayed = not pointer.row or any(who in actors for who in pointer.row)
    if act.on_others and actors and has_stayed:
        # A turn that has passed unseen says nothing of whom the GM means.
        return Aim(_usual_victim(history, actors) if turn == turn_of(session) else ())
    present = within_reach(session, pointer.row)
    if is_mixed(session, present):
        return Aim(present, is_one_of=True)
    return Aim(pointer.row[:1])


def _usual_victim(history: History, actors: tuple[str, ...]) -> tuple[str, ...]:
    session, fight = history.session, history.session.fight
    targets = last_attacked(history, actors, this_turn=True)
    target = next((who for who in targets if fight and is_standing(session, fight, who)), "")
    if target:
        return (target,)
    rows = _rows_against(session, actors[0])
    return rows[0][:1] if len(rows) == 1 else ()


def _done_to(history: History, act: Act, doers: tuple[str, ...], pointer: Pointer) -> tuple[str, ...]:
    """Return whom the doers do it to: for an attack foes, else whom it suits, else those pointed at."""
    session = history.session
    param = next((each for each in act.params if each.kind is Kind.CREATURE), None)
    if param is None or not doers:
        return ()
    if act.id == session.game.attack_act:
        return _attack_targets(history, doers, pointer, several=param.several)
    if act.suits is not None:
        return _suitable(session, act, pointer, but=doers)
    pointed = tuple(who for who in pointer.marked or pointer.row[:1] if who not in doers)
    return pointed or (_usual_victim(history, doers) if act.on_others else ())


def _attack_targets(
    history: History, doers: tuple[str, ...], pointer: Pointer, *, several: bool
) -> tuple[str, ...]:
    """Return the foes pointed at, else the last one, else the only one; never one that has fallen."""
    session = history.session
    rows = _rows_against(session, doers[0])
    row_of = {who: row for row in rows for who in row}
    pointed = [who for who in pointer.marked or pointer.row[:1] if who in row_of]
    chosen = list(dict.fromkeys(row_of[who] for who in pointed))
    if len(chosen) > 1 and several:
        return tuple(pointed)
    if chosen:
        return weakest(session, chosen[0])
    last = next(last_attacked(history, doers), "")
    if last in row_of:
        return (last,)
    return weakest(session, rows[0]) if len(rows) == 1 else ()


def _suitable(session: Session, act: Act, pointer: Pointer, but: Sequence[str] = ()) -> tuple[str, ...]:
    """Return those pointed at whom an act suits, else the only creature at the table whom it suits."""
    fitting = tuple(who for who in _fitting(session, act) if who not in but)
    pointed = tuple(who for who in pointer.marked or pointer.row if who in fitting)
    return pointed or (fitting if len(fitting) == 1 else ())


def _fitting(session: Session, act: Act) -> tuple[str, ...]:
    context, suits = session.rules_context(), act.suits
    return tuple(who for who in session.present() if suits and suits(context, who))


def _rows_against(session: Session, who: str) -> list[tuple[str, ...]]:
    """List the rows against a creature in which somebody stands, each as its standing members."""
    fight, side = session.fight, side_in_play(session, who)
    rows = rows_of(session, fight).values() if fight else [(each,) for each in session.creatures]
    reached = (within_reach(session, row) for row in rows if side_in_play(session, row[0]) != side)
    return [row for row in reached if row]
