"""Questions of a round: who enters, acts or delays, how the fight ends, and the GM's own checks."""

from collections.abc import Iterable, Sequence

from tracker.commands.vocabulary import is_keyword
from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.session.groups import (
    acting_leaders,
    free_creatures,
    initiative_of,
    label,
    leader,
    mates_of,
    next_candidates,
    rows_to_act,
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
from tracker.wording.words import say_in, term, words_of

MORALE, REACTION = "morale", "reaction"
"""Ids of the keywords by which the GM's table or saved roll for such a check is found."""


def ask_who_enters(player: MovePlayer) -> None:
    """Ask who enters the encounter: a creature in play that is not in it, or all that are prepared."""
    session = player.session
    combatants = session.fight.combatants if session.fight else {}
    prepared_ids, letters = waiting_creatures(session), player.screen.option_letters
    options = [
        *([Option("", say("round_menu.everybody"), str(len(prepared_ids)))] if len(prepared_ids) > 1 else []),
        *(
            Option(who, creature.name, _whereabouts(session, who), letters.get(who, ""))
            for who, creature in session.creatures.items()
            if who not in combatants
        ),
    ]
    if not options:
        player.refuse(Refusal("everybody_here"))
        return

    def chosen(who: str | None) -> None:
        if who is not None:
            player.play_line("enter .", (who,) if who else prepared_ids)

    player.screen.app.push_screen(Picker(say("round_menu.who_enters"), options), chosen)


def give_turn(player: MovePlayer, picked: tuple[str, ...]) -> None:
    """Give the turn to the picked creatures that may act; else to the only one left, or ask to whom.

    Once all have acted, end the round.
    """
    session, fight = player.session, fight_of(player.session)
    candidates = next_candidates(session, fight)
    rows = {
        leader(session, fight, mates_of(session, fight, who)) for who in picked if who in fight.combatants
    }
    if rows.intersection(candidates or rows):
        if event := player.play_line("next .", picked):
            player.screen.clear_marks(event.id)
    elif not candidates or (len(candidates) == 1 and not picked):
        player.play_line("next")
    else:
        _ask_who_acts(player, candidates)


def _ask_who_acts(player: MovePlayer, candidates: Sequence[str]) -> None:
    """Ask who acts next: a creature that may, another side, nobody yet, or the end of the round."""
    session, fight, words = player.session, fight_of(player.session), words_of(player.session.system)
    names = {who: label(session, fight, row) for who, row in rows_to_act(session, fight).items()}
    sides = dict.fromkeys(fight.combatants[who].side for who in names if who not in candidates)
    without_text = say("round_menu.without", names=", ".join(names.values()))
    letters = player.screen.option_letters
    options = [
        *(
            Option(f". {who}", names[who], gauge_text(session, who), letters.get(who, ""))
            for who in candidates
        ),
        *(Option(f'"{side}"', say("round_menu.side_acts", side=term(words, "side", side))) for side in sides),
        *([Option("", say("round_menu.nobody_yet"), letter=".")] if fight.acting else []),
        *(
            [Option("round", say_in(words, "round_menu.round_over"), without_text, "=")]
            if fight.round
            else []
        ),
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
    """Ask before whom the current turn goes on later, or which delaying or late creature acts now.

    Enter delays it until the GM calls for it, at the latest until all others have acted.
    """
    session, fight = player.session, player.session.fight
    if fight is None or not fight.is_ordered:
        player.refuse(Refusal("no_order" if fight else "no_encounter"))
        return
    acting_ids, turns = under_way(session, fight), turns_left(session, fight)
    names_in_order = [(row[0], label(session, fight, row)) for row in turns]
    late_ids = [who for who in acting_leaders(session, fight) if fight.is_late(who)]
    if not acting_ids or not (names_in_order or late_ids):
        player.refuse(Refusal("nobody_waits", who=acting_ids[0]) if acting_ids else Refusal("no_turn_now"))
        return
    ready = [(who, name) for who, name in names_in_order if fight.is_delaying(who)]
    ready += [(who, session.creatures[who].name) for who in late_ids]
    letters = player.screen.option_letters
    options = [
        *([Option("", say("round_menu.delay"))] if names_in_order else []),
        *(
            Option(f"b {who}", say("round_menu.delay_before", name=name), letter=letters.get(who, ""))
            for who, name in names_in_order[1:]
        ),
        *(
            Option(f"n {who}", say("round_menu.acts_now", name=name), letter=letters.get(who, "").upper())
            for who, name in ready
        ),
    ]

    def chosen(answer: str | None) -> None:
        kind, _space, who = (answer or "").partition(" ")
        if kind == "n":
            player.play_line("next .", (who,))
        elif kind == "b":
            player.play_line("delay before .", (who,))
        elif answer is not None:
            player.play_line("delay")

    title = say("round_menu.who_delays", name=label(session, fight, acting_ids))
    player.screen.app.push_screen(Picker(title, options), chosen)


def begin_fight(player: MovePlayer) -> None:
    """Open an encounter with the party and the prepared creatures, or the named ones; roll initiative."""
    session = player.session
    party, foes = free_creatures(session)
    title = player.screen.with_keys("encounter.begin_prompt", ours=len(party), foes=len(foes))
    # The roll is an event of its own: undoing it leaves the fight as it is, for dice of the table.
    player.screen.ask_line(title, "fight ", then=lambda: _begin_fight(player))


def _begin_fight(player: MovePlayer) -> None:
    """Roll the initiatives of a new fight; warn if the party has no adversaries."""
    session, fight = player.session, player.session.fight
    if fight is None:
        return
    without_initiative = tuple(who for who in fight.combatants if initiative_of(fight, who) is None)
    if fight.is_ordered and without_initiative:
        text = usual_dice(player.history)
        player.play(lambda history: set_initiative(history.session, without_initiative, text, player.roll))
    if all(each.side == PARTY for each in fight.combatants.values()):
        bystanders = [
            creature.name
            for who, creature in session.creatures.items()
            if not (creature.party or session.encounters_of(who) or session.game.is_out(creature.sheet))
        ]
        key = "round_menu.left_over" if bystanders else "round_menu.no_foes"
        player.say(player.screen.with_keys(key, names=bystanders))


def ask_end(player: MovePlayer) -> None:
    """Ask how long the encounter took, and end it; Enter counts the current round whole."""
    fight = player.session.fight
    if fight is None:
        player.refuse(Refusal("no_encounter"))
        return
    with_round, without_round = (
        encounter.encounter_seconds(player.session, whole=whole) for whole in (True, False)
    )
    words = words_of(player.session.system)
    options = [
        Option("", term(words, "round", "whole", round=fight.round), _duration_text(with_round)),
        Option("10m", say("encounter.ten_minutes"), letter="1"),
        Option(
            "noclock", term(words, "round", "left_out", round=fight.round), _duration_text(without_round), "2"
        ),
    ]
    turn_seconds = player.session.turn_seconds
    lasts = term(words, "round", "lasts", each=amounts.roughly(turn_seconds)) if turn_seconds else ""
    title = say("encounter.how_it_ends", name=fight.name, lasts=lasts)

    def ended(choice: str | None) -> None:
        if choice is not None:
            player.play_line(f"end {choice}")

    player.screen.app.push_screen(Picker(title, options), ended)


def _duration_text(seconds: int) -> str:
    return say("encounter.lasted", time=amounts.roughly(seconds))


def _whereabouts(session: Session, who: str) -> str:
    return ", ".join(session.encounters[key].name for key in session.encounters_of(who))


def check(player: MovePlayer, title: str, word_id: str) -> None:
    """Roll on the GM's table of that name, else the saved roll of that name, else ask for dice."""
    session, shelves = player.session, player.library_sharer.library.look().session
    tables = [table.name for table in (*session.tables.values(), *shelves.tables.values())]
    if name := _find_keyword(word_id, tables):
        player.play_line(f"consult {name}")
    elif name := _find_keyword(word_id, session.rolls):
        player.play_line(f"roll {name}")
    else:
        player.screen.ask_line(say("round_menu.dice_label", check=title), "roll ", initial=f"2d6 # {title}")


def _find_keyword(word_id: str, names: Iterable[str]) -> str:
    """Return the first name that is this keyword, in any language; empty if there is none."""
    return next((name for name in names if is_keyword(name, word_id)), "")
