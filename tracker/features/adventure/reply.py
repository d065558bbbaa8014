"""`tracker prep`: rooms from a page, the page of a campaign, and a page to start from."""

from pathlib import Path

from tracker.cli.invocation import DONE, Invocation, luck
from tracker.cli.opened import open_campaign
from tracker.cli.play import Orders
from tracker.cli.printing import print_done, print_line
from tracker.commands.command import Command, CommandContext
from tracker.features.adventure.markdown_wording import page_markdown
from tracker.features.adventure.prep import PageCommand, page_command, prepare, preview_text_lines
from tracker.features.adventure.store import example_page, read_page
from tracker.rules.refusal import Refusal
from tracker.session.rooms import FIRST_AREA, Room
from tracker.session.whereabouts import main_room
from tracker.store.campaign import Campaign
from tracker.store.files import write_new
from tracker.wording.contract import OrderAnswer
from tracker.wording.language import language
from tracker.wording.messages import say


def answer_prep(invocation: Invocation) -> int:
    """Show or prepare a page, or give one back."""
    arguments = invocation.arguments
    if arguments.example:
        print_line(example_page(language()).rstrip("\n"))
        return DONE
    if arguments.kiosk:
        raise Refusal("kiosk", what="prep")
    if arguments.save is None:
        raise Refusal("no_page_named")
    campaign = open_campaign(invocation)
    if arguments.write:
        _write(campaign, arguments.file)
        return DONE
    if arguments.file is None:
        raise Refusal("no_page_named")
    path = Path(arguments.file)
    text, context = read_page(path), CommandContext(campaign.history, gm=campaign.gm)
    for line in preview_text_lines(prepare(text, path.stem, context, campaign.history), campaign.session):
        print_line(line)
    if not arguments.yes:
        print_line(say("prep.yes"))
        return DONE
    orders = Orders(campaign, *luck(None), as_json=False, yes=True)
    print_done(_apply(orders, path, text).text)
    orders.close()
    print_done(say("prep.hint"))
    return DONE


def _apply(orders: Orders, path: Path, text: str) -> OrderAnswer:
    campaign = orders.campaign
    context = CommandContext(campaign.history, gm=campaign.gm)
    command = page_command(text, path.stem, context)
    return orders.share(orders.play(command, context), command, campaign)


def answer_line(orders: Orders, command: Command) -> OrderAnswer:
    """Prepare the page that a line of `tracker do` names."""
    if orders.campaign.shelf.closed:
        raise Refusal("kiosk", what="prep")
    assert isinstance(command, PageCommand)  # noqa: S101 - the only command that the feature carries out
    path = Path(command.path)
    return _apply(orders, path, read_page(path))


def _write(campaign: Campaign, file: str | None) -> None:
    """Write the page of the area where the party is, or of the last one."""
    session = campaign.session
    if not session.rooms:
        raise Refusal("no_rooms_yet")
    last = max(session.areas, default=FIRST_AREA)
    area = session.rooms.get(main_room(session), Room(area=last)).area
    text = page_markdown(session, area)
    if file is None:
        print_line(text.rstrip("\n"))
    elif write_new(Path(file), text.encode()):
        print_done(say("prep.written", path=file))
    else:
        raise Refusal("file_exists", path=file)
