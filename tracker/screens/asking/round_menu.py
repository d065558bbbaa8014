"""Decisions of a round: who enters, and the checks that the rules leave to the GM."""

from collections.abc import Iterable, Sequence

from tracker.commands.vocabulary import says
from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.session.groups import label, leader, left_to_act, mates_of, may_be_next, prepared
from tracker.session.moves import encounter
from tracker.session.moves.party import MOST_AT_ONCE
from tracker.session.moves.place import fight_of
from tracker.session.state import Session
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_prompt import TextPrompt
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
    waiting = prepared(session)
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
    left = {who: label(session, fight, mates_of(session, fight, who)) for who in left_to_act(session, fight)}
    sides = dict.fromkeys(fight.combatants[who].side for who in left if who not in open_to)
    without = say("round_menu.without", names=", ".join(left.values()))
    options = [
        *(Option(f". {who}", left[who], gauge_text(session, who)) for who in open_to),
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


def begin_fight(player: MovePlayer) -> None:
    """Open an encounter with the party and who is prepared, or with the named ones.

    Where nobody is prepared, offer who else may fight.
    """
    title = say("encounter.begin_prompt")
    if prepared(player.session):
        player.screen.ask_line(title, "fight ")
    else:
        player.screen.ask_line(title, "fight party: ", then=lambda: offer_others(player))


def ask_end(player: MovePlayer) -> None:
    """Ask how long the encounter took, and end it; Enter ends it with the turn under way."""
    fight = player.session.fight
    if fight is None:
        player.refuse(Refusal("no_encounter"))
        return
    with_it, without_it = (
        amounts.duration(encounter.time_of(player.session, whole=whole)) for whole in (True, False)
    )
    options = [
        Option("", say("encounter.with_turn"), with_it),
        Option("10m", say("encounter.ten_minutes"), "10m", "1"),
        Option("noclock", say("encounter.without_turn"), without_it, "2"),
    ]

    def ended(how: str | None) -> None:
        if how is not None:
            player.play_line(f"end {how}")

    player.screen.app.push_screen(Picker(say("encounter.how_it_ends", name=fight.name), options), ended)


def _whereabouts(session: Session, who: str) -> str:
    return ", ".join(session.encounters[key].name for key in session.encounters_of(who))


def check(player: MovePlayer, title: str, word_id: str) -> None:
    """Roll on the GM's table of that name, else the kept roll of that name, else ask for dice."""
    session, shelves = player.session, player.library_sharer.library.look().session
    tables = [table.name for table in (*session.tables.values(), *shelves.tables.values())]
    if found := _called(word_id, tables):
        player.play_line(f"consult {found}")
    elif found := _called(word_id, session.rolls):
        player.play_line(f"roll {found}")
    else:
        player.screen.ask_line(say("round_menu.dice_label", check=title), "roll ", initial=f"2d6 # {title}")


def _called(word_id: str, known: Iterable[str]) -> str:
    """Return the first known name that is a small word, in any language."""
    return next((name for name in known if says(name, word_id)), "")


def offer_others(player: MovePlayer) -> None:
    """Offer a new fight the creatures in play and the templates, all of them first; Esc takes nobody."""
    session = player.session
    creatures, is_out = session.creatures, session.game.is_out
    free = [
        who
        for who, creature in creatures.items()
        if not creature.party and not session.encounters_of(who) and not is_out(creature.sheet)
    ]
    library = player.library_sharer.library.look().session
    templates = dict.fromkeys(
        each.name for each in (*session.templates.values(), *library.templates.values())
    )
    if not (free or templates) or session.fight is None:
        return
    options = [
        *([Option("*", say("round_menu.everybody"), str(len(free)))] if len(free) > 1 else []),
        *(Option(f"who.{who}", creatures[who].name) for who in free),
        *(Option(f"new.{name}", name, say("round_menu.template")) for name in templates),
    ]

    def chosen(key: str | None) -> None:
        kind, _dot, name = (key or "").partition(".")
        if kind == "*":
            player.play_line("enter .", tuple(who for who in free if who in player.session.creatures))
        elif kind == "who" and player.play_line("enter .", (name,)):
            offer_others(player)
        elif kind == "new":
            _ask_how_many(player, name)

    player.screen.app.push_screen(Picker(say("round_menu.who_joins"), options), chosen)


def _ask_how_many(player: MovePlayer, name: str) -> None:
    """Ask how many creatures of a template fight, and offer more."""

    def wrong(text: str) -> str | None:
        return (
            None if text.isdecimal() and 1 <= int(text) <= MOST_AT_ONCE else say("round_menu.number_example")
        )

    def answered(text: str | None) -> None:
        if text and player.play_line(f'appear {text} "{name}"'):
            offer_others(player)

    prompt = TextPrompt(say("round_menu.how_many", name=name), validate=wrong, max_length=4)
    player.screen.app.push_screen(prompt, answered)
