"""Asking for the parameters of an act, with as few keys as possible."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tracker.commands.act_line import act_line
from tracker.commands.acts import checked_figure
from tracker.commands.command import Command
from tracker.commands.matching import in_quotes
from tracker.commands.names import Names
from tracker.commands.preview import chance_of, dice_to_type, preview
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind
from tracker.rules.system import WHO, Act, Kind, Param, Whose
from tracker.rules.weapon import ATTACKS
from tracker.screens.dialogs.act_dialog import ActAnswer, ActDialog, ActTable, Foretold
from tracker.screens.dialogs.act_draft import ActDraft, Target, fits
from tracker.screens.table.campaign_screen import Then, no_more
from tracker.screens.table.move_player import Again, MovePlayer, let_be
from tracker.session.aim import Aim, lately, side_in_play, weakest, within_reach
from tracker.session.effects import RELEASE, params_of
from tracker.session.event import Draft, Fresh
from tracker.session.groups import kind_of, label, rows_of
from tracker.session.history import History
from tracker.session.moves import party
from tracker.session.state import PARTY, Session
from tracker.session.text import stem_of
from tracker.widgets.picker import Option, Picker, letters_for
from tracker.wording.glance import gauge_text
from tracker.wording.messages import has, say
from tracker.wording.template import in_runs
from tracker.wording.words import Words, act_title, term, words_of


def ask_act(player: MovePlayer, act_id: str, aim: Aim, then: Then = no_more) -> None:
    """Ask for the parameters of an act, play it, and then call `then`.

    An act with a single possible answer is played at once.
    """
    session, creature_ids = player.session, aim.creature_ids
    act = session.game.acts[act_id]
    may_ask_whom = session.fight is not None and (act.on_others or act.suits is not None)
    if not creature_ids and not may_ask_whom and act.whose is not Whose.TABLE:
        player.refuse(Refusal("nobody"))
        return
    if act_id == session.game.attack_act:
        _ask_attack(player, aim, then)
        return
    names = ", ".join(session.creatures[who].name for who in creature_ids)
    title = _title(session, act_id)
    if fits(act) or (may_ask_whom and not creature_ids and not act.params):
        draft = _draft(player, act, aim)
        if act_id == RELEASE and draft.suffered and not any(map(draft.suffered.get, creature_ids)):
            player.refuse(Refusal("suffers_nothing", who=names))
        elif draft.asks_nothing:
            _play(player, ActAnswer(draft.final, creature_ids, draft.arguments(), ()), then)
        else:
            _ask_by_letters(player, title, draft, then)
    elif any(param.required for param in act.params):
        prompt = " — ".join(filter(None, [title, names]))
        lead = f"{act_id} . " if creature_ids else f"{act_id} "
        player.screen.ask_line(prompt, lead, creature_ids, then=then)
    else:
        _play(player, ActAnswer(act, creature_ids, {}, ()), then)


def ask_member(
    player: MovePlayer,
    members: tuple[str, ...],
    then: Callable[[tuple[str, ...]], None],
    *,
    together: bool = False,
) -> None:
    """Ask for one member of a row of several kinds, or (with `together`) for all of them."""
    session = player.session
    options = [Option(who, session.creatures[who].name, gauge_text(session, who)) for who in members]
    option_for_all = [Option("", say("people.everybody"))] if together else []

    def chosen(who: str | None) -> None:
        if who is not None:
            then((who,) if who else members)

    player.screen.app.push_screen(Picker(say("acting.which"), [*options, *option_for_all]), chosen)


def _ask_attack(player: MovePlayer, aim: Aim, then: Then) -> None:
    session, actors = player.session, aim.creature_ids
    act = session.game.acts[session.game.attack_act]
    weapons, field = act.params[0], _attacks_field(session)
    if field and (unarmed := _unarmed_kin(session, actors, weapons)):
        names = ", ".join(in_runs([session.creatures[who].name for who in unarmed]))
        kind = _kind_pattern(session, unarmed)
        lead = f"sheet {kind or '.'} {term(words_of(session.system), 'field', field).replace(' ', '_')}="
        player.screen.ask_line(
            say("act_dialog.damage_first", names=names),
            lead,
            unarmed,
            f"{say('act_dialog.blow')} ",
            then=lambda: _ask_attack(player, aim, then),
        )
        return
    draft = _draft(player, act, aim)
    draft.weapons = weapons if field else None
    draft.args |= _as_last_time(player.history, draft)
    _ask_by_letters(player, _title(session, act.id), draft, then)


def _unarmed_kin(session: Session, actors: tuple[str, ...], weapons: Param) -> tuple[str, ...]:
    """Return who must be armed before these attack: they and their kind, without those that have a weapon."""
    context, offers = session.rules_context(), weapons.offers
    if offers is None or all(offers(context, who) for who in actors):
        return ()
    kin = (each for who in actors for each in (who, *kind_of(session, who)))
    return tuple(who for who in dict.fromkeys(kin) if not offers(context, who))


def _kind_pattern(session: Session, creature_ids: tuple[str, ...]) -> str:
    """Return what means this kind in a line, those to come included; empty if these are not all of one."""
    stem = stem_of(session.creatures[creature_ids[0]].name)
    if not stem or {*stem} & {*',*"'}:
        return ""
    kin = {who for who in Names(session, ()).match(f"{stem}*") if not session.is_out(who)}
    is_whole = kin == {*creature_ids} and not any(session.creatures[who].party for who in kin)
    return in_quotes(f"{stem}*") if is_whole else ""


def _title(session: Session, act_id: str) -> str:
    """Return the name of an act's key, else of the act."""
    key = f"key.creature.{act_id}"
    return say(key) if has(key) else act_title(words_of(session.system), act_id)


def _attacks_field(session: Session) -> str:
    effects = (field.id for field in session.game.fields if field.kind is FieldKind.EFFECTS)
    return next(effects, "")


def _draft(player: MovePlayer, act: Act, aim: Aim) -> ActDraft:
    session, creature_ids = player.session, aim.creature_ids
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
        is_attack=act.id == game.attack_act,
        proposed=aim.others if act.doer == WHO else (),
        doer="" if act.doer == WHO else "".join(aim.others[:1]),
        suffered=suffered if RELEASE in game.acts and act.id in ("condition", RELEASE) else {},
        release=game.acts.get(RELEASE),
    )


def _targets(player: MovePlayer, act: Act, creature_ids: tuple[str, ...]) -> dict[str, Target]:
    """Return the rows that an act can be against, by their letters; none for an act of the table."""
    session, letters = player.session, player.screen.letters
    if act.whose is Whose.TABLE:
        return {}
    is_against = act.id == session.game.attack_act
    ours = side_in_play(session, creature_ids[0]) if is_against and creature_ids else PARTY
    targets = {}
    for name, members in _rows(session):
        if members[0] in letters:
            ids = within_reach(session, members)
            is_ally = side_in_play(session, members[0]) == ours
            targets[letters[members[0]]] = Target(ids, name, is_ally, weakest(session, ids))
    return targets


def _rows(session: Session) -> Iterator[tuple[str, tuple[str, ...]]]:
    fight = session.fight
    if fight is None:
        yield from ((creature.name, (who,)) for who, creature in session.creatures.items())
    else:
        rows = rows_of(session, fight).values()
        yield from ((label(session, fight, members), members) for members in rows)


def _as_last_time(history: History, draft: ActDraft) -> dict[str, Any]:
    """Return the weapon after the last one of this turn, and the score that was last rolled with it."""
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
    count = 0
    for event in lately(history):
        if any(fact.kind == "turn" for fact in event.facts):
            break
        count += any(fact.kind == ATTACKS and fact.data["who"] == who for fact in event.facts)
    return count


def _last_score(history: History, who: str, weapon: str | None, scores: Mapping[str, str]) -> str:
    """Return the score that a creature last attacked with, preferably with this weapon; else empty."""
    other_score = ""
    for event in lately(history) if scores else ():
        facts = [fact for fact in event.facts if fact.kind == ATTACKS and fact.data["who"] == who]
        scores_rolled = (each.subject for each in event.throws if each.who == who and each.subject in scores)
        score = next(scores_rolled, "") if facts else ""
        if score and weapon in (None, facts[-1].data["attack"]):
            return score
        other_score = other_score or score
    return other_score


def _ask_by_letters(player: MovePlayer, title: str, draft: ActDraft, then: Then, refusal: str = "") -> None:
    """Ask until the act is played or given up; a refused act stays typed, to be corrected."""
    put_cursor_back = player.screen.hold_turn_row()

    def on_answer(answer: ActAnswer | None) -> None:
        put_cursor_back()
        player.screen.point_at(None)
        if answer is None:
            return
        if answer.typed:
            line = act_line(player.session, answer.act, answer.creature_ids, answer.args, answer.faces)
            command = say("table_screen.command")
            player.screen.ask_line(command, creature_ids=answer.creature_ids, initial=line, then=then)
        else:
            _play(player, answer, then, lambda refusal: _ask_by_letters(player, title, draft, then, refusal))

    kept_dialogs, table = player.screen.kept_dialogs, _table_of(player)
    dialog = kept_dialogs.find(ActDialog)
    if dialog is not None:
        dialog.begin(title, draft, table, refusal)
    else:
        dialog = ActDialog(title, draft, table, refusal)
        kept_dialogs.keep(dialog)
    player.screen.app.push_screen(dialog, on_answer)


def _table_of(player: MovePlayer) -> ActTable:
    """Return the callbacks by which the dialog of an act reads and moves its table."""

    def chance(answer: ActAnswer) -> str:
        return chance_of(act_command(answer), player.context()) if len(answer.creature_ids) == 1 else ""

    def dice(answer: ActAnswer) -> str:
        return dice_to_type(act_command(answer), player.context())

    def foretell(answer: ActAnswer) -> Foretold:
        if answer.act.rolls and not any(param.kind is Kind.EFFECT for param in answer.act.params):
            return Foretold()
        try:
            outlook = preview(act_command(answer), player.context())
        except Refusal as refusal:
            return Foretold(refusal=player.screen.refusal_text(refusal))
        if outlook.changes:
            player.screen.call_after_refresh(player.screen.prepare, outlook.changes)
        return Foretold(outlook.versions or ((outlook.text,),))

    def move(rows: int) -> str:
        return player.screen.letters.get(player.screen.move_cursor(rows), "")

    old_session: Session | None = None

    def renew(draft: ActDraft) -> str:
        nonlocal old_session
        if player.session is old_session:
            return ""
        old_session = player.session
        context = old_session.rules_context()
        return draft.renew(context, _targets(player, draft.act, draft.creature_ids))

    return ActTable(chance, dice, foretell, move, player.screen.point_at, renew, player.screen.with_keys)


def _play(player: MovePlayer, answer: ActAnswer, then: Then, again: Again = let_be) -> None:
    """Play an act, remove the marks that it has used, and then call `then`."""
    event = player.play_command(act_command(answer), again, then)
    if event:
        player.screen.clear_marks(event.id)


def act_command(answer: ActAnswer) -> Command:
    """Return the command of an answer; playing it refuses a figure that its parameter does not allow."""

    def play_answer(history: History, roll: Roll, _fresh: Fresh) -> Draft:
        args: dict[str, Any] = dict(answer.args)
        for param in params_of(answer.act):
            if isinstance(value := args.get(param.name), int):
                checked_figure(param, value)
        return party.act(history.session, answer.act.id, answer.creature_ids, args, roll)

    return Command(answer.act.id, play_answer, answer.faces)


def letters_of(acts: Mapping[str, str], menu: Iterable[str], words: Words) -> dict[str, str]:
    """Return the letter of each act in a menu: its own of the game, or one that is free there."""
    without_letter = [act_id for act_id, letter in acts.items() if not letter]
    free_letters = letters_for(
        (term(words, "act", each) for each in without_letter), taken={*menu, *filter(None, acts.values())}
    )
    return {**acts, **dict(zip(without_letter, free_letters, strict=True))}
