"""Asking for the parameters of an act, with as few keys as possible."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from tracker.commands.act_line import act_line
from tracker.commands.acts import checked_figure
from tracker.commands.command import Command
from tracker.commands.preview import chance_of, preview
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind
from tracker.rules.system import Act, Kind, Whose
from tracker.rules.weapon import ATTACKS
from tracker.screens.dialogs.act_dialog import ActAnswer, ActDialog, ActTable
from tracker.screens.dialogs.act_draft import ActDraft, Target, fits
from tracker.screens.table.campaign_screen import Then, no_more
from tracker.screens.table.move_player import Again, MovePlayer, let_be
from tracker.session.effects import RELEASE, params_of
from tracker.session.event import Draft, Event, Fresh
from tracker.session.groups import is_mixed, label, mates_of, rows_of, standing
from tracker.session.history import History
from tracker.session.moves import party
from tracker.session.state import FOES, PARTY, Session
from tracker.widgets.picker import Option, Picker, letters_for
from tracker.wording.glance import gauge_text
from tracker.wording.messages import has, say
from tracker.wording.words import Words, act_title, term, words_of

_LATELY = 300
"""Events that are looked through for what somebody did last."""


def ask_act(player: MovePlayer, act_id: str, creature_ids: tuple[str, ...], then: Then = no_more) -> None:
    """Ask for the parameters of an act, play it, and then call `then`.

    An act with a single possible answer is played at once.
    """
    session = player.session
    act = session.game.acts[act_id]
    if act.whose is Whose.TABLE:
        creature_ids = ()
    elif not creature_ids:
        player.refuse(Refusal("nobody"))
        return
    if act_id == session.game.attack_act:
        _ask_attack(player, creature_ids, (), then)
        return
    names = ", ".join(session.creatures[who].name for who in creature_ids)
    title = _title(session, act_id)
    if fits(act):
        draft = _draft(player, act, creature_ids)
        if act_id == RELEASE and draft.suffered and not any(map(draft.suffered.get, creature_ids)):
            player.refuse(Refusal("suffers_nothing", who=names))
        elif draft.asks_nothing:
            _play(player, ActAnswer(draft.final, creature_ids, draft.arguments(), ()), then)
        else:
            _ask_by_letters(player, title, draft, then)
    elif any(param.required for param in act.params):
        asked = " — ".join(filter(None, [title, names]))
        lead = f"{act_id} . " if creature_ids else f"{act_id} "
        player.screen.ask_line(asked, lead, creature_ids, then=then)
    else:
        _play(player, ActAnswer(act, creature_ids, {}, ()), then)


def ask_attack(player: MovePlayer, under_cursor: str, marked: tuple[str, ...]) -> None:
    """Ask for the attack of whose turn it is, else of the creature under the cursor, and play it.

    The marked foes are proposed as the target, else the one under the cursor, else the last one that was
    attacked, else the only one.
    """
    session, fight = player.session, player.session.fight
    actors: tuple[str, ...] = (under_cursor,) if under_cursor else ()
    if fight is not None and fight.active in session.creatures:
        who = under_cursor if under_cursor in fight.acting else fight.active
        actors = standing(session, fight, mates_of(session, fight, who)) or (who,)
    if not actors:
        player.refuse(Refusal("nobody"))
        return
    wanted = marked or ((under_cursor,) if under_cursor else ())
    if is_mixed(session, actors):
        ask_member(player, actors, lambda chosen: _ask_attack(player, chosen, wanted, no_more))
    else:
        _ask_attack(player, actors, wanted, no_more)


def ask_member(
    player: MovePlayer,
    members: tuple[str, ...],
    then: Callable[[tuple[str, ...]], None],
    *,
    together: bool = False,
) -> None:
    """Ask for one of those who share a row though they are of several kinds, or for all `together`."""
    session = player.session
    options = [Option(who, session.creatures[who].name, gauge_text(session, who)) for who in members]
    every = [Option("", say("people.everybody"))] if together else []

    def chosen(who: str | None) -> None:
        if who is not None:
            then((who,) if who else members)

    player.screen.app.push_screen(Picker(say("acting.which"), [*options, *every]), chosen)


def _ask_attack(player: MovePlayer, actors: tuple[str, ...], wanted: tuple[str, ...], then: Then) -> None:
    session = player.session
    act = session.game.acts[session.game.attack_act]
    weapons, field = act.params[0], _attacks_field(session)
    if field and weapons.offers and not all(weapons.offers(session.rules_context(), who) for who in actors):
        names = ", ".join(session.creatures[who].name for who in actors)
        lead = f"sheet . {term(words_of(session.system), 'field', field).replace(' ', '_')}="
        player.screen.ask_line(
            say("act_dialog.damage_first", names=names),
            lead,
            actors,
            f"{say('act_dialog.blow')} ",
            then=lambda: _ask_attack(player, actors, wanted, then),
        )
        return
    draft = _draft(player, act, actors, is_attack=True)
    draft.weapons = weapons if field else None
    draft.proposed = _proposed_targets(player.history, draft, wanted)
    draft.args |= _as_last_time(player.history, draft)
    _ask_by_letters(player, say("key.creature.attack"), draft, then)


def _title(session: Session, act_id: str) -> str:
    """Return the name of an act: that of its key, if it has one."""
    key = f"key.creature.{act_id}"
    return say(key) if has(key) else act_title(words_of(session.system), act_id)


def _attacks_field(session: Session) -> str:
    """Return the id of the field of a sheet that holds attacks; empty if the game has none."""
    effects = (field.id for field in session.game.fields if field.kind is FieldKind.EFFECTS)
    return next(effects, "")


def _draft(
    player: MovePlayer, act: Act, creature_ids: tuple[str, ...], *, is_attack: bool = False
) -> ActDraft:
    session = player.session
    game, context = session.game, session.rules_context()
    suffered = {
        who: frozenset(badge.id for badge in game.badges(context, who)).intersection(game.conditions)
        for who in session.creatures
    }
    return ActDraft(
        act,
        words_of(session.system),
        context,
        creature_ids,
        targets=_targets(player, act, creature_ids),
        names={who: creature.name for who, creature in session.creatures.items()},
        is_attack=is_attack,
        suffered=suffered if RELEASE in game.acts and act.id in ("condition", RELEASE) else {},
        release=game.acts.get(RELEASE),
    )


def _targets(player: MovePlayer, act: Act, creature_ids: tuple[str, ...]) -> dict[str, Target]:
    """Return the rows by their letters: of the fight, else of all in play; none in an act of the table."""
    session, letters = player.session, player.screen.letters
    if act.whose is Whose.TABLE:
        return {}
    is_against = act.id == session.game.attack_act
    ours = _side(session, creature_ids[0]) if is_against and creature_ids else PARTY
    targets = {}
    for name, members in _rows(session):
        if members[0] in letters:
            able = _within_reach(session, members)
            weakest = sorted(able, key=lambda who: session.game.stamina(session.creatures[who].sheet))[:1]
            is_ally = _side(session, members[0]) == ours
            targets[letters[members[0]]] = Target(able, name, is_ally, tuple(weakest))
    return targets


def _rows(session: Session) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name and the members of each row."""
    fight = session.fight
    if fight is None:
        yield from ((creature.name, (who,)) for who, creature in session.creatures.items())
    else:
        rows = rows_of(session, fight).values()
        yield from ((label(session, fight, members), members) for members in rows)


def _within_reach(session: Session, members: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of a row to whom something may be done: who stands, or else who is not out of the game."""
    fight = session.fight
    able = standing(session, fight, members) if fight else ()
    return able or tuple(who for who in members if not session.is_out(who))


def _side(session: Session, who: str) -> str:
    fight = session.fight
    if fight is not None and who in fight.combatants:
        return fight.combatants[who].side
    return PARTY if who in session.party() else FOES


def _proposed_targets(history: History, draft: ActDraft, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Return whom an attack is against unless the GM chooses others; never a friend, nor who has fallen."""
    foes = {code: target for code, target in draft.targets.items() if not target.is_ally and target.standing}
    by_creature = {who: code for code, target in foes.items() for who in target.standing}
    several = draft.target_param is not None and draft.target_param.several
    rows = dict.fromkeys(by_creature[who] for who in wanted if who in by_creature)
    if len(rows) > 1 and several:
        return tuple(who for who in wanted if who in by_creature)
    last = _last_attacked(history, draft.creature_ids)
    code = next(iter(rows), "") or by_creature.get(last, "") or (next(iter(foes)) if len(foes) == 1 else "")
    if not rows and last in by_creature:
        return (last,)
    return draft.targets_in_row(code) if code else ()


def _last_attacked(history: History, actors: tuple[str, ...]) -> str:
    """Return whom these creatures attacked last in this fight; empty if nobody."""
    for event in _lately(history):
        for fact in reversed(event.facts):
            if fact.kind == ATTACKS and fact.data["who"] in actors:
                return str(fact.data["other"])
            if fact.kind == "encounter_began":
                return ""
    return ""


def _lately(history: History) -> Iterator[Event]:
    """Yield the last events that count, the newest first."""
    return (event for event in islice(reversed(history), _LATELY) if history.counts(event.id))


def _as_last_time(history: History, draft: ActDraft) -> dict[str, Any]:
    """Return the weapon after the last of this turn, and the score that it was last rolled with."""
    who, args = draft.creature_ids[0], {}
    weapon = draft.weapons
    if weapon is not None and draft.has_weapons and weapon.offers is not None:
        attacks = tuple(weapon.offers(draft.context, who))
        args[weapon.name] = attacks[_attacks_this_turn(history, who) % len(attacks)]
    scores = {offer.choice: offer.param.name for offer in draft.offers if offer.letter.isdigit()}
    if score := _last_score(history, who, args.get(weapon.name if weapon else ""), scores):
        args[scores[score]] = score
    return args


def _attacks_this_turn(history: History, who: str) -> int:
    """Return how many attacks a creature has made since the last turn began."""
    count = 0
    for event in _lately(history):
        if any(fact.kind == "turn" for fact in event.facts):
            break
        count += any(fact.kind == ATTACKS and fact.data["who"] == who for fact in event.facts)
    return count


def _last_score(history: History, who: str, weapon: str | None, scores: Mapping[str, str]) -> str:
    """Return the score that a creature last attacked with, if possible with this weapon."""
    found = ""
    for event in _lately(history) if scores else ():
        facts = [fact for fact in event.facts if fact.kind == ATTACKS and fact.data["who"] == who]
        rolled = (each.subject for each in event.throws if each.who == who and each.subject in scores)
        score = next(rolled, "") if facts else ""
        if score and weapon in (None, facts[-1].data["attack"]):
            return score
        found = found or score
    return found


def _ask_by_letters(player: MovePlayer, title: str, draft: ActDraft, then: Then, refused: str = "") -> None:
    """Ask until the act is played or given up; a refused act stays typed, to be corrected."""

    def on_answer(asked: ActAnswer | None) -> None:
        if asked is None:
            return
        if asked.typed:
            line = act_line(player.session, asked.act, asked.creature_ids, asked.args, asked.faces)
            command = say("table_screen.command")
            player.screen.ask_line(command, creature_ids=asked.creature_ids, initial=line, then=then)
        else:
            _play(player, asked, then, lambda why: _ask_by_letters(player, title, draft, then, why))

    kept, table = player.screen.kept_dialogs, _table_of(player)
    dialog = kept.find(ActDialog)
    if dialog is not None:
        dialog.begin(title, draft, table, refused)
    else:
        dialog = ActDialog(title, draft, table, refused)
        kept.keep(dialog)
    player.screen.app.push_screen(dialog, on_answer)


def _table_of(player: MovePlayer) -> ActTable:
    """Return what the line of an act asks its table."""

    def chance(asked: ActAnswer) -> str:
        return chance_of(act_command(asked), player.context()) if len(asked.creature_ids) == 1 else ""

    def foretell(asked: ActAnswer) -> Sequence[Sequence[str]]:
        if asked.act.rolls and not any(param.kind is Kind.EFFECT for param in asked.act.params):
            return ()
        try:
            seen = preview(act_command(asked), player.context())
        except Refusal as refusal:
            return ((player.screen.refusal_text(refusal),),)
        if seen.changes:
            player.screen.call_after_refresh(player.screen.prepare, seen.changes)
        return seen.versions or ((seen.text,),)

    def move(rows: int) -> str:
        return player.screen.letters.get(player.screen.move_cursor(rows), "")

    seen: Session | None = None

    def renew(draft: ActDraft) -> str:
        nonlocal seen
        if player.session is seen:
            return ""
        seen = player.session
        context = seen.rules_context()
        return draft.renew(context, _targets(player, draft.act, draft.creature_ids))

    return ActTable(chance, foretell, move, renew)


def _play(player: MovePlayer, asked: ActAnswer, then: Then, again: Again = let_be) -> None:
    """Play an act, remove the marks that it was for, and then call `then`."""
    played = player.play_command(act_command(asked), again, then)
    if played:
        player.screen.clear_marks(played.id)


def act_command(asked: ActAnswer) -> Command:
    """Return the command of what was asked; it refuses a figure that its parameter does not allow."""

    def play_answer(history: History, roll: Roll, _fresh: Fresh) -> Draft:
        args: dict[str, Any] = dict(asked.args)
        for param in params_of(asked.act):
            if isinstance(value := args.get(param.name), int):
                checked_figure(param, value)
        return party.act(history.session, asked.act.id, asked.creature_ids, args, roll)

    return Command(asked.act.id, play_answer, asked.faces)


def letters_of(acts: Mapping[str, str], menu: Iterable[str], words: Words) -> dict[str, str]:
    """Return the letter of each act in a menu: that of its game, or one that nothing else there has."""
    without = [act_id for act_id, letter in acts.items() if not letter]
    found = letters_for(
        (term(words, "act", each) for each in without), taken={*menu, *filter(None, acts.values())}
    )
    return {**acts, **dict(zip(without, found, strict=True))}
