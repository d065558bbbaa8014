"""`tracker game`: write a game file, check it, list and show games, give a campaign another text."""

from pathlib import Path

from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import opened_at
from tracker.cli.printing import print_line
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, ruled, system_by, system_of
from tracker.store.files import refusing, write_regular
from tracker.store.game_files import ENDING, Shelf, text_of
from tracker.wording.messages import say
from tracker.wording.sentences import sentences
from tracker.wording.words import term, words_of


def answer_game(invocation: Invocation) -> int:
    """Do what is asked with games that are files."""
    action, name = invocation.arguments.action, invocation.arguments.name
    if action == "list":
        return _list(_shelf(invocation))
    if not name:
        raise Refusal("game_which")
    if invocation.arguments.kiosk:
        raise Refusal("kiosk", what=f"game {action}")
    match action:
        case "new":
            return _new(name)
        case "check":
            return _check(_shelf(invocation).find(name))
        case "show":
            return _show(_shelf(invocation).find(name))
        case _:
            return _update(invocation, name)


def _shelf(invocation: Invocation) -> Shelf:
    return Shelf.of(invocation.folders.saves, invocation.environment)


def _new(name: str) -> int:
    """Write a commented file that plays as it is, where the GM stands."""
    from tracker.manual import template  # noqa: PLC0415 - seldom asked for

    path = Path(name if name.endswith(ENDING) else f"{name}{ENDING}")
    if path.exists():
        raise Refusal("game_there_already", path=str(path))
    with refusing(path):
        write_regular(path, template(path.stem).encode())
    print_line(say("game_file.written", path=path))
    return DONE


def _check(path: Path) -> int:
    """Print every fault with its line, then the warnings and what came of random evenings."""
    from tracker.rules.game_file.checking import warnings_of  # noqa: PLC0415 - seldom asked for
    from tracker.rules.game_file.compiled import checked  # noqa: PLC0415 - as above
    from tracker.rules.game_file.reading import Faults  # noqa: PLC0415 - as above
    from tracker.rules.game_file.source import Source  # noqa: PLC0415 - as above
    from tracker.session.trial import played  # noqa: PLC0415 - as above
    from tracker.wording.game_file import contents, fault_text  # noqa: PLC0415 - as above

    text = text_of(path)
    try:
        game, _base = checked(text, system_of)
    except Faults as faults:
        for fault in faults.faults:
            print_line(fault_text(fault))
        return REFUSED
    for warning in warnings_of(game, Source(text)):
        print_line(say("game_file.warning", text=fault_text(warning)))
    print_line(contents(game))
    trial = played(ruled(system_by(text), text))
    print_line(say("game_file.evenings", evenings=trial.evenings, moves=trial.moves))
    words = words_of(ruled(system_by(text), text))
    unseen = [each for check in game.checks.values() for each in check.outcomes if each not in trial.outcomes]
    if unseen:
        named = ", ".join(dict.fromkeys(term(words, "outcome", each) for each in unseen))
        print_line(say("game_file.unseen", outcomes=named))
    return DONE


def _list(shelf: Shelf) -> int:
    """Print the games of the program and those that are files."""
    for key in SYSTEMS:
        print_line(f"{key}: {term(words_of(key), 'system', key)}")
    for path in shelf.paths():
        print_line(f"{path.stem}: {path}")
    return DONE


def _show(path: Path) -> int:
    """Print the rules of a game file."""
    from tracker.rules.game_file.compiled import checked, described  # noqa: PLC0415 - seldom asked for
    from tracker.wording.game_file import contents  # noqa: PLC0415 - as above

    text = text_of(path)
    words = words_of(ruled(system_by(text), text))
    game, _base = checked(text, system_of)
    print_line(contents(game))
    for key in described(game):
        print_line(f"- {term(words, 'rule', f'game.{key}')}")
    return DONE


def _update(invocation: Invocation, save: str) -> int:
    """Play a campaign by another text from now on, and say what changes."""
    from tracker.session.moves.campaign import play_by  # noqa: PLC0415 - seldom asked for

    if not invocation.arguments.file:
        raise Refusal("game_which")
    text = text_of(_shelf(invocation).find(invocation.arguments.file))
    campaign = opened_at(invocation, save)
    event = campaign.play(play_by(campaign.session, text))
    campaign.share()
    print_line(" ".join(sentences(event, campaign.history)))
    return DONE
