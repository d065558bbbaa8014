"""`tracker do`: play the lines of a command line, or of the standard input."""

import sys
from collections.abc import Iterable

from tracker.cli.invocation import Invocation, luck
from tracker.cli.opened import open_campaign
from tracker.cli.play import play_lines
from tracker.cli.printing import print_done
from tracker.store.campaign import Campaign
from tracker.store.game_files import Shelf
from tracker.wording.messages import say
from tracker.wording.sentences import shell_quoted


def answer_do(invocation: Invocation) -> int:
    """Play the order of the command line, or every line of standard input."""
    arguments = invocation.arguments
    roll, fresh = luck(arguments.seed)
    campaign = open_campaign(invocation)
    _print_conflict_copies(campaign, arguments.save)
    lines = [" ".join(arguments.line)] if arguments.line else _lines_of_input(campaign)
    campaign.shelf = Shelf.for_campaign(
        invocation.folders.saves, invocation.environment, closed=arguments.kiosk, asked=_is_watched()
    )
    if getattr(arguments, "try"):
        from tracker.cli.rehearsal import try_lines

        return try_lines(campaign, lines, roll, fresh, as_json=arguments.json, yes=arguments.yes)
    return play_lines(campaign, lines, roll, fresh, as_json=arguments.json, yes=arguments.yes)


def _is_watched() -> bool:
    """Whether a person types at the terminal: only then a line may name a file by its path."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()


def _lines_of_input(campaign: Campaign) -> Iterable[str]:
    """Return the lines of standard input; in a terminal, as they are typed."""
    if not _is_watched():
        return sys.stdin or ()
    from tracker.cli.typed_lines import typed_lines

    return typed_lines(campaign)


def _print_conflict_copies(campaign: Campaign, name: str) -> None:
    """Print on standard error that copies lie beside a save, and how to unite them."""
    copies = campaign.conflict_copies()
    if copies:
        sentence = say(
            "play.copies", copies=len(copies), path=campaign.save.path.name, name=shell_quoted(name)
        )
        print_done(sentence, error=True)
