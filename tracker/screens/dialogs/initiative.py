"""Asking for the initiatives of a fight, one after another."""

from collections.abc import Sequence

from tracker.screens.tabs.pane import Pane
from tracker.session.moves.initiative import initiative_of
from tracker.wording.language import _


def ask_initiative(pane: Pane, creature_ids: tuple[str, ...]) -> None:
    """Ask for the initiative of these creatures, as a number or as dice.

    Before the first turn, the question for one creature is followed by that for the next one without.
    """
    if len(creature_ids) == 1:
        others = _others_from(pane, creature_ids[0])
        title = _("Iniciativa de {name}: número o dados").format(
            name=pane.session.creatures[creature_ids[0]].name
        )
        pane.player.ask_line(title, "initiative . ", creature_ids, then=lambda: _go_on(pane, others))
    else:
        title = _("Iniciativa de {count}: número o dados").format(count=len(creature_ids))
        pane.player.ask_line(title, "initiative . ", creature_ids)


def _others_from(pane: Pane, who: str) -> list[str]:
    """Return the other players' characters, or the other creatures, in the order shown from the next on."""
    creatures = pane.session.creatures
    order = [row.key for row in pane.table.rows if creatures[row.key].party == creatures[who].party]
    place = order.index(who)
    return order[place + 1 :] + order[:place]


def _go_on(pane: Pane, others: Sequence[str]) -> None:
    fight = pane.session.fight
    if fight is None or fight.round:
        return
    waiting = [who for who in others if who in fight.combatants and initiative_of(fight, who) is None]
    if waiting:
        pane.table.move_to(waiting[0])
        ask_initiative(pane, (waiting[0],))
