"""Asking for the initiatives of a fight: one by one for the party, one roll for all adversaries."""

from collections.abc import Sequence

from tracker.screens.tabs.pane import Pane
from tracker.session.groups import lacks_initiative
from tracker.session.moves.initiative import set_initiative, usual_dice
from tracker.session.state import PARTY, Session
from tracker.wording.messages import say


def ask_initiative(pane: Pane, creature_ids: tuple[str, ...]) -> None:
    """Ask for the initiative of these creatures, as a number or as dice.

    If the cursor is on an adversary without initiative and nobody is marked, roll at once for all such
    adversaries. Before the first turn, each answer leads to the question for the next creature without one;
    after the last of them the cursor goes to an adversary, so that the same key rolls for all of them.
    """
    foes = _foes_without(pane.session)
    if not pane.table.marked and creature_ids[0] in foes:
        text = usual_dice(pane.player.history)
        pane.player.play(lambda history: set_initiative(history.session, foes, text, pane.player.roll))
    elif len(creature_ids) == 1:
        others = _others_from(pane, creature_ids[0])
        title = say("initiative.question", name=pane.session.creatures[creature_ids[0]].name)
        pane.player.screen.ask_line(title, "initiative . ", creature_ids, then=lambda: _go_on(pane, others))
    else:
        title = say("initiative.question_of_marked", count=len(creature_ids))
        pane.player.screen.ask_line(title, "initiative . ", creature_ids)


def _foes_without(session: Session) -> tuple[str, ...]:
    fight = session.fight
    if fight is None:
        return ()
    return tuple(
        who
        for who, each in fight.combatants.items()
        if each.side != PARTY and lacks_initiative(session, fight, who)
    )


def _others_from(pane: Pane, who: str) -> list[str]:
    """List the others of the party, or the others outside it, in the order of the rows from this one on."""
    creatures = pane.session.creatures
    order = [key for key in pane.table.keys if creatures[key].party == creatures[who].party]
    place = order.index(who)
    return order[place + 1 :] + order[:place]


def _go_on(pane: Pane, others: Sequence[str]) -> None:
    fight = pane.session.fight
    if fight is None or fight.round:
        return
    without = [who for who in others if lacks_initiative(pane.session, fight, who)]
    if without:
        pane.table.move_to(without[0])
        ask_initiative(pane, (without[0],))
    elif foes := _foes_without(pane.session):
        pane.table.move_to(foes[0])
