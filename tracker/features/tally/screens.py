"""The page of dice statistics."""

from tracker.features.tally.wording import tally_lines
from tracker.screens.page_screen import PageScreen
from tracker.session.history import History
from tracker.session.tally import tally
from tracker.widgets.ink import line
from tracker.widgets.text_panel import Block
from tracker.wording.messages import say


def tally_page(history: History) -> PageScreen:
    """Build the page of dice statistics, by die and by person."""
    blocks = tally_lines(tally(history), history)
    pages = [Block(tuple(map(line, lines)), heading) for heading, lines in blocks]
    return PageScreen(pages or [Block((line(say("pages.no_dice")),))])
