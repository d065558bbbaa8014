"""`tracker game`: write a game file, check it, list and show games, pass them on."""

from collections.abc import Iterator
from pathlib import Path

from tracker.cli.arguments import WrongUsage
from tracker.cli.campaigns import shelf_of
from tracker.cli.game_texts import ask_consent, parse_or_print
from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import open_named
from tracker.cli.printing import print_done, print_line
from tracker.commands.parse import verbs_over
from tracker.rules.fields import ENTRY
from tracker.rules.game_file.source import Source
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.store.files import exists, write_regular
from tracker.store.game_files import ENDING, Shelf
from tracker.wording.messages import say
from tracker.wording.sentences import sentences
from tracker.wording.words import game_name, term, words_of

_WITH_FILE = ("update", "pack", "take")


def answer_game(invocation: Invocation) -> int:
    action, name = invocation.arguments.action, invocation.arguments.target
    if invocation.arguments.file and action not in _WITH_FILE:
        raise WrongUsage(invocation.arguments, "word_extra", invocation.arguments.file)
    if action == "list":
        return _list(shelf_of(invocation))
    if not name:
        raise Refusal("game_which")
    if invocation.arguments.kiosk:
        raise Refusal("kiosk", what=f"game {action}")
    match action:
        case "new":
            return _new(name)
        case "check":
            return _check(shelf_of(invocation), name)
        case "show":
            return _show(shelf_of(invocation), name)
        case "update":
            return _update(invocation, name)
        case _:
            return _pass_on(invocation, action, name)


def _pass_on(invocation: Invocation, action: str, name: str) -> int:
    from tracker.cli.game_packs import add_game, pack_game, take_game

    match action:
        case "pack":
            return pack_game(invocation, name, invocation.arguments.file)
        case "add":
            return add_game(invocation, name)
        case _:
            return take_game(invocation, name, invocation.arguments.file)


def _new(name: str) -> int:
    """Write a commented file that plays as it is into the current folder."""
    from tracker.manual import template

    path = Path(name if name.endswith(ENDING) else f"{name}{ENDING}")
    if exists(path):
        raise Refusal("game_there_already", path=str(path))
    write_regular(path, template(path.stem).encode())
    print_done(say("game_file.written", path=path))
    return DONE


def _check(shelf: Shelf, name: str) -> int:
    """Print every fault with its line; without faults, the warnings and the results of random evenings."""
    from tracker.rules.game_file.checking import warnings_of
    from tracker.session.trial import play_trial
    from tracker.wording.game_file import contents_text, fault_text

    text = shelf.text(name)
    game = parse_or_print(text, shelf)
    if game is None:
        return REFUSED
    source, system = Source(text), shelf.ruling(text).name
    for warning in (*warnings_of(game, source), *_names_of_verbs(source, system)):
        print_line(say("game_file.warning", text=fault_text(warning)))
    print_line(contents_text(game))
    trial = play_trial(system)
    print_line(say("game_file.evenings", evenings=trial.evenings, moves=trial.moves))
    words = words_of(system)
    unseen = [each for check in game.checks.values() for each in check.outcomes if each not in trial.outcomes]
    if unseen:
        labels = ", ".join(dict.fromkeys(term(words, "outcome", each) for each in unseen))
        print_line(say("game_file.unseen", outcomes=labels))
    return DONE


def _names_of_verbs(source: Source, system: str) -> Iterator[Refusal]:
    """Warn of the checks and acts that nobody can type, because the program has a verb of that name."""
    for table in ("check", "act"):
        for name, verb in verbs_over(system, source.tables.get(table, ())):
            yield source.refusal("game_name_of_verb", (table, name), name=name, verb=verb)


def _list(shelf: Shelf) -> int:
    for key in SYSTEMS:
        print_line(f"{key}: {game_name(key)}")
    for path, summary in shelf.summaries().items():
        name, version = (summary.label, summary.version) if summary else (path.stem, "")
        print_line(say("game_file.listed", key=path.stem, name=name, version=version, path=path))
    return DONE


def _show(shelf: Shelf, name: str) -> int:
    from tracker.rules.game_file.compiled import explained_ids, parse_and_check
    from tracker.wording.game_file import contents_text

    text = shelf.text(name)
    words = words_of(shelf.ruling(text).name)
    game, _base = parse_and_check(text, shelf.game_below)
    print_line(contents_text(game))
    for key in explained_ids(game):
        print_line(f"- {term(words, 'rule', f'{ENTRY}{key}')}")
    return DONE


def _update(invocation: Invocation, save: str) -> int:
    """Print what another text of a campaign changes, ask, and play by it from now on."""
    from tracker.commands.vocabulary import is_keyword
    from tracker.session.moves.game_file import play_by, play_plainly
    from tracker.wording.game_file import change_lines, question_of

    campaign, file = open_named(invocation, save), invocation.arguments.file or ""
    campaign.shelf = shelf_of(invocation)
    if is_keyword(file, "nothing"):
        draft = play_plainly(campaign.history)
    else:
        draft = play_by(campaign.history, campaign.game_text(file))
    for line in change_lines(campaign.history, draft):
        print_line(line)
    if not (invocation.arguments.yes or ask_consent(question_of(draft))):
        return REFUSED
    event = campaign.play(draft)
    campaign.share()
    print_done(" ".join(sentences(event, campaign.history)))
    return DONE
