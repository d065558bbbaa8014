"""Decisions of a round: who enters, and the checks that the rules leave to the GM."""

from collections.abc import Iterable, Sequence

from tracker.commands.vocabulary import is_keyword
from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.session.groups import (
    acting,
    initiative_of,
    label,
    leader,
    mates_of,
    may_be_next,
    still_to_act,
    turns_left,
    under_way,
    waiting_creatures,
)
from tracker.session.moves import encounter
from tracker.session.moves.initiative import set_initiative, usual_dice
from tracker.session.moves.place import fight_of
from tracker.session.state import PARTY, Session
from tracker.widgets.picker import Option, Picker
from tracker.wording import amounts
from tracker.wording.glance import gauge_text
from tracker.wording.messages import say
from tracker.wording.words import term, words_of

MORALE, REACTION = "morale", "reaction"
"""Small words by which a table or a kept roll of the GM is found for those checks."""


def ask_who_enters(player: MovePlayer) -> None:
    """Ask who enters the encounter: any creature in play that is not in it, or all who are prepared."""
    session = player.session
    here = session.fight.combatants if session.fight else {}
    waiting = waiting_creatures(session)
    options = [
        *([Option("", say("round_menu.everybody"), str(len(waiting)))] if len(waiting) > 1 else []),
        *(
            Option(who, creature.name, _whereabouts(session, who))
            for who, creature in session.creatures.items()
            if who not in here
        ),
    ]
    if not options:
        player.refuse(Refusal("everybody_here"))
        return

    def chosen(who: str | None) -> None:
        if who is not None:
            player.play_line("enter .", (who,) if who else waiting)

    player.screen.app.push_screen(Picker(say("round_menu.who_enters"), options), chosen)


def give_turn(player: MovePlayer, picked: tuple[str, ...]) -> None:
    """Give the turn to the picked ones, if any of them may act; else to the only one left, or ask to whom.

    Once everybody has acted, the round ends.
    """
    session, fight = player.session, fight_of(player.session)
    open_to = may_be_next(session, fight)
    rows = {
        leader(session, fight, mates_of(session, fight, who)) for who in picked if who in fight.combatants
    }
    if rows.intersection(open_to or rows):
        if event := player.play_line("next .", picked):
            player.screen.clear_marks(event.id)
    elif not open_to or (len(open_to) == 1 and not picked):
        player.play_line("next")
    else:
        _ask_who_acts(player, open_to)


def _ask_who_acts(player: MovePlayer, open_to: Sequence[str]) -> None:
    """Ask who acts next: one of those who may, another side, or nobody yet; or let the round end."""
    session, fight, words = player.session, fight_of(player.session), words_of(player.session.system)
    left = {who: label(session, fight, mates_of(session, fight, who)) for who in still_to_act(session, fight)}
    sides = dict.fromkeys(fight.combatants[who].side for who in left if who not in open_to)
    without = say("round_menu.without", names=", ".join(left.values()))
    rows = {who: letter for who, letter in player.screen.letters.items() if len(letter) == 1}
    options = [
        *(Option(f". {who}", left[who], gauge_text(session, who), rows.get(who, "")) for who in open_to),
        *(Option(f'"{side}"', say("round_menu.side_acts", side=term(words, "side", side))) for side in sides),
        *([Option("", say("round_menu.nobody_yet"), letter=".")] if fight.acting else []),
        *([Option("round", say("round_menu.round_over"), without, "=")] if fight.round else []),
    ]

    def chosen(answer: str | None) -> None:
        kind, _space, who = (answer or "").partition(" ")
        if kind == ".":
            player.play_line("next .", (who,))
        elif kind == "round":
            player.play_line("round")
        elif answer is not None:
            player.play_line(f"next {answer}")

    player.screen.app.push_screen(Picker(say("round_menu.who_acts"), options), chosen)


def ask_delay(player: MovePlayer) -> None:
    """Ask before whom the turn under way goes on later, or who of those that delay or are late has it now.

    Enter puts it off until the GM says so, at the latest until all others have acted.
    """
    session, fight = player.session, player.session.fight
    if fight is None or not fight.is_ordered:
        player.refuse(Refusal("no_order" if fight else "no_encounter"))
        return
    acts, turns = under_way(session, fight), turns_left(session, fight)
    left = [(row[0], label(session, fight, row)) for row in turns]
    late = [who for who in acting(session, fight) if fight.is_late(who)]
    if not acts or not (left or late):
        player.refuse(Refusal("nobody_waits", who=acts[0]) if acts else Refusal("no_turn_now"))
        return
    now = [(who, name) for who, name in left if fight.is_delaying(who)]
    now += [(who, session.creatures[who].name) for who in late]
    options = [
        *([Option("", say("round_menu.delay"))] if left else []),
        *(Option(f"b {who}", say("round_menu.delay_before", name=name)) for who, name in left[1:]),
        *(Option(f"n {who}", say("round_menu.acts_now", name=name)) for who, name in now),
    ]

    def chosen(answer: str | None) -> None:
        how, _space, who = (answer or "").partition(" ")
        if how == "n":
            player.play_line("next .", (who,))
        elif how == "b":
            player.play_line("delay before .", (who,))
        elif answer is not None:
            player.play_line("delay")

    title = say("round_menu.who_delays", name=label(session, fight, acts))
    player.screen.app.push_screen(Picker(title, options), chosen)


def begin_fight(player: MovePlayer) -> None:
    """Open an encounter with the party and who is prepared, or with the named ones, and roll initiative.

    The roll is an event of its own: undone, it leaves the fight as it is, for dice of the table.
    """
    session = player.session
    ours = sum(not session.encounters_of(who) for who in session.party())
    waiting = len(waiting_creatures(session))
    title = player.screen.app.with_keys("encounter.begin_prompt", ours=ours, foes=waiting)
    player.screen.ask_line(title, "fight ", then=lambda: _begin_fight(player))


def _begin_fight(player: MovePlayer) -> None:
    """Roll the initiatives of a new fight; say so if the party has nobody against it."""
    session, fight = player.session, player.session.fight
    if fight is None:
        return
    waiting = tuple(who for who in fight.combatants if initiative_of(fight, who) is None)
    if fight.is_ordered and waiting:
        text = usual_dice(player.history)
        player.play(lambda history: set_initiative(history.session, waiting, text, player.roll))
    if all(each.side == PARTY for each in fight.combatants.values()):
        left = [
            creature.name
            for who, creature in session.creatures.items()
            if not (creature.party or session.encounters_of(who) or session.game.is_out(creature.sheet))
        ]
        told = "round_menu.left_over" if left else "round_menu.no_foes"
        player.say(player.screen.app.with_keys(told, names=left))


def ask_end(player: MovePlayer) -> None:
    """Ask how long the encounter took, and end it; Enter ends it with the turn under way."""
    fight = player.session.fight
    if fight is None:
        player.refuse(Refusal("no_encounter"))
        return
    with_it, without_it = (
        encounter.encounter_seconds(player.session, whole=whole) for whole in (True, False)
    )
    words = words_of(player.session.system)
    options = [
        Option("", term(words, "round", "whole", round=fight.round), _duration_text(with_it)),
        Option("10m", say("encounter.ten_minutes"), letter="1"),
        Option(
            "noclock", term(words, "round", "left_out", round=fight.round), _duration_text(without_it), "2"
        ),
    ]
    each = player.session.turn_seconds
    lasts = term(words, "round", "lasts", each=amounts.roughly(each)) if each else ""
    title = say("encounter.how_it_ends", name=fight.name, lasts=lasts)

    def ended(how: str | None) -> None:
        if how is not None:
            player.play_line(f"end {how}")

    player.screen.app.push_screen(Picker(title, options), ended)


def _duration_text(seconds: int) -> str:
    return say("encounter.lasted", time=amounts.roughly(seconds))


def _whereabouts(session: Session, who: str) -> str:
    return ", ".join(session.encounters[key].name for key in session.encounters_of(who))


def check(player: MovePlayer, title: str, word_id: str) -> None:
    """Roll on the GM's table of that name, else the kept roll of that name, else ask for dice."""
    session, shelves = player.session, player.library_sharer.library.look().session
    tables = [table.name for table in (*session.tables.values(), *shelves.tables.values())]
    if found := _find_keyword(word_id, tables):
        player.play_line(f"consult {found}")
    elif found := _find_keyword(word_id, session.rolls):
        player.play_line(f"roll {found}")
    else:
        player.screen.ask_line(say("round_menu.dice_label", check=title), "roll ", initial=f"2d6 # {title}")


def _find_keyword(word_id: str, known: Iterable[str]) -> str:
    """Return the first known name that is a small word, in any language."""
    return next((name for name in known if is_keyword(name, word_id)), "")
