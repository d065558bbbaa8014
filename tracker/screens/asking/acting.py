"""Asking for the parameters of an act, with as few keys as possible."""

from typing import Any

from tracker.commands.command import Command
from tracker.commands.preview import chance_of
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import Whose
from tracker.rules.weapon import ATTACKS
from tracker.screens.dialogs.act_dialog import ActDialog, Asked
from tracker.screens.dialogs.act_draft import ActDraft, fits
from tracker.screens.table.campaign_screen import Then, no_more
from tracker.screens.table.move_player import MovePlayer
from tracker.session.event import Draft, Fresh
from tracker.session.groups import turn_order
from tracker.session.history import History
from tracker.session.moves import party
from tracker.session.state import FOES, PARTY, Session
from tracker.wording.words import term, words_of

_MOST_OTHERS = 12
"""How many creatures get a letter; the others are named on the command line."""


def ask_act(player: MovePlayer, act_id: str, creature_ids: tuple[str, ...], then: Then = no_more) -> None:
    """Ask for the parameters of an act if it has any, play it, and then call `then`."""
    session = player.session
    act = session.game.acts[act_id]
    if act.whose is Whose.TABLE:
        creature_ids = ()
    elif not creature_ids:
        player.refuse(Refusal("nobody"))
        return
    if act_id == session.game.attack_act and len(creature_ids) == 1:
        ask_attack(player, creature_ids[0], (), then)
        return
    words = words_of(session.system)
    names = ", ".join(session.creatures[who].name for who in creature_ids)
    title = " — ".join(filter(None, [term(words, "act", act_id), names]))
    if fits(act):
        suffered = _suffered(session, creature_ids) if act_id == "release" else None
        if suffered is not None and not suffered:
            player.refuse(Refusal("suffers_nothing", who=names))
            return
        others = _others(session, creature_ids)
        draft = ActDraft(act, words, session.rules_context(), creature_ids, others=others, suffered=suffered)
        _ask_by_letters(player, title, draft, then)
    elif any(param.required for param in act.params):
        lead = f"{act_id} . " if creature_ids else f"{act_id} "
        player.screen.ask_line(title, lead, creature_ids, then=then)
    elif player.play(lambda history: party.act(history.session, act_id, creature_ids, {}, player.roll)):
        then()


def ask_attack(player: MovePlayer, who: str, targets: tuple[str, ...], then: Then = no_more) -> None:
    """Ask for the attack of a creature, against `targets` or a creature that the GM chooses, and play it.

    The only enemy is proposed as the target. The proposed attack is the
    one after the last of this turn.
    """
    session = player.session
    act, words = session.game.acts[session.game.attack_act], words_of(session.system)
    enemies, friends = _opponents(session, who)
    others = {each: session.creatures[each].name for each in (*targets, *enemies, *friends)[:_MOST_OTHERS]}
    against = targets or (enemies if len(enemies) == 1 else ())
    proposed: dict[str, Any] = {"creature": against if len(against) > 1 else against[0]} if against else {}
    context, first = session.rules_context(), act.params[0]
    attacks = tuple(first.offers(context, who)) if first.offers and not first.required else ()
    if len(attacks) > 1:
        proposed[first.name] = attacks[_attacks_this_turn(player.history, who) % len(attacks)]
    draft = ActDraft(act, words, context, (who,), others=others, proposed=proposed)
    title = " — ".join((term(words, "act", act.id), session.creatures[who].name))
    _ask_by_letters(player, title, draft, then)


def _opponents(session: Session, who: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the enemies and the friends of a creature that still stand: in the fight, or else in play."""
    creatures, fight, is_out = session.creatures, session.fight, session.game.is_out
    if fight is None or who not in fight.combatants:
        sides = {each: PARTY if creature.party else FOES for each, creature in creatures.items()}
    else:
        sides = {each: fight.combatants[each].side for each in turn_order(fight) if each in creatures}
        sides = {each: side for each, side in sides.items() if not fight.combatants[each].fled or each == who}
    standing = [each for each in sides if each != who and not is_out(creatures[each].sheet)]
    enemies = tuple(each for each in standing if sides[each] != sides[who])
    return enemies, tuple(each for each in standing if each not in enemies)


def _attacks_this_turn(history: History, who: str) -> int:
    """Return how many attacks a creature has made since the last turn began."""
    count = 0
    for event in reversed(history):
        if history.counts(event.id):
            if any(fact.kind == "turn" for fact in event.facts):
                break
            count += any(fact.kind == ATTACKS and fact.data["who"] == who for fact in event.facts)
    return count


def _ask_by_letters(player: MovePlayer, title: str, draft: ActDraft, then: Then, refused: str = "") -> None:
    """Ask until the act is played or given up; a refused act stays typed, to be corrected."""

    def answered(asked: Asked | None) -> None:
        if asked is None:
            return
        command = _act_command(draft.act.id, draft.creature_ids, asked)
        played = player.play_command(
            command, lambda why: _ask_by_letters(player, title, draft, then, why), then
        )
        if played:
            player.screen.clear_marks(played.id)

    def chance(asked: Asked) -> str:
        if len(draft.creature_ids) != 1:
            return ""
        return chance_of(_act_command(draft.act.id, draft.creature_ids, asked), player.context())

    player.screen.app.push_screen(ActDialog(title, draft, chance, refused), answered)


def _suffered(session: Session, creature_ids: tuple[str, ...]) -> frozenset[str]:
    """Return the conditions that any of these creatures has."""
    game, context = session.game, session.rules_context()
    badges = {badge.id for who in creature_ids for badge in game.badges(context, who)}
    return frozenset(badges.intersection(game.conditions))


def _others(session: Session, creature_ids: tuple[str, ...]) -> dict[str, str]:
    """Return the possible targets of an act: the others in the fight, or else the others in play."""
    creatures, fight = session.creatures, session.fight
    present = [who for who in (fight.combatants if fight else creatures) if who not in creature_ids]
    return {who: creatures[who].name for who in present[:_MOST_OTHERS] if who in creatures}


def _act_command(act_id: str, creature_ids: tuple[str, ...], asked: Asked) -> Command:
    def played(history: History, roll: Roll, _fresh: Fresh) -> Draft:
        args: dict[str, Any] = dict(asked.args)
        return party.act(history.session, act_id, creature_ids, args, roll)

    return Command(act_id, played, asked.faces)
