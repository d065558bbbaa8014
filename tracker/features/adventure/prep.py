"""Prepares a page for a campaign: every line is rehearsed in the campaign's game, and nothing is played."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tracker.commands.command import Command, CommandContext, refuse_to_play
from tracker.commands.figures import parse_duration
from tracker.commands.preview import Preview
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank
from tracker.features.adventure.commands import Visit, with_piece
from tracker.features.adventure.page import Page, parse_lines, parse_page
from tracker.features.adventure.page.lines import TIME, PageLine
from tracker.features.adventure.page_moves import PlannedPage, apply_page, plan_page
from tracker.features.adventure.page_wording import line_starts, page_words, preview_lines
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft, Fresh
from tracker.session.history import History
from tracker.session.moves.party import PC
from tracker.session.rooms import Area, Room
from tracker.session.state import Creature, Session
from tracker.wording.messages import say

FEATURE, VERB = "adventure", "prep"
_SOMEBODY = "?"
"""Id and name of the one who stands in each room while its lines are rehearsed."""
_REFUSED = "refused"
"""The doubt of a line that the campaign's game refuses."""
_Place = tuple[int, str]
"""Number and typed text of a line."""


class Preparation(Struct, frozen=True):
    """What a page will do to a campaign."""

    page: Page
    """The page; lines that the campaign's game refuses are in doubt."""
    planned: PlannedPage
    draft: Draft
    refusals: Mapping[_Place, Refusal]
    pace: int = 0
    """Seconds of walking into an unseen room, if the page says it."""


def prepare(
    text: str, title: str, context: CommandContext, history: History, roll: Roll = lambda sides: 1
) -> Preparation:
    """Prepare a page; `title` names one that has no title.

    Raises the refusals of a page, `too_many_rooms`, `page_unchanged`.
    """
    session, starts = history.session, line_starts()
    pace, page, refusals = _read_pace(parse_page(text, page_words()))
    planned = plan_page(session, page, starts)
    # Of the dice of a rehearsal nothing remains.
    visit = Visit(context, history, lambda sides: 1)
    refusals |= _refusals_in_rooms(page, planned, session, visit)
    if refusals:
        page = _in_doubt(page, refusals)
        planned = plan_page(session, page, starts)
    draft = apply_page(session, page, planned, pace, title).draft()
    area = session.areas.get(planned.area, Area())
    lines_draft, late_refusals = _page_lines_draft(page, area, Visit(context, history, roll))
    refusals |= late_refusals
    draft = with_piece(draft, lines_draft)
    return Preparation(_in_doubt(page, refusals), planned, draft, refusals, pace)


class PageCommand(Command, frozen=True):
    """The line that names a file: `prep crypt.md`. At the table the page is shown first."""

    path: str = ""


def take_page(reader: Reader) -> Command:
    """Read `prep FILE`; the file is read once the line is played."""
    path = reader.take_rest_name() or reader.take(blank("path"))
    return PageCommand(VERB, refuse_to_play, feature=FEATURE, path=path)


def preview(command: Command, _context: CommandContext) -> Preview:
    """Preview the line without reading the file at each key."""
    assert isinstance(command, PageCommand)  # noqa: S101 - the only command that the feature carries out
    return Preview(say("prep.foreseen", path=command.path), command)


def preview_text_lines(preparation: Preparation, session: Session) -> Iterator[str]:
    return preview_lines(
        preparation.page, preparation.planned, session, preparation.refusals, preparation.pace
    )


def page_command(text: str, title: str, context: CommandContext) -> Command:
    """Build the command that applies a page, as one event."""

    def play(history: History, roll: Roll, fresh: Fresh) -> Draft:
        return prepare(text, title, context, history, roll).draft

    return Command(VERB, play)


def _read_pace(page: Page) -> tuple[int, Page, dict[_Place, Refusal]]:
    """Read how long walking into an unseen room takes: 0 if the page does not say it."""
    pace, refusals = 0, dict[_Place, Refusal]()
    for line in page.orders:
        if line.keyword == TIME:
            try:
                pace = parse_duration(line.typed.replace(" ", ""))
            except Refusal as refusal:
                refusals[line.number, line.typed] = refusal
    return pace, page, refusals


def _refusals_in_rooms(
    page: Page, planned: PlannedPage, session: Session, visit: Visit
) -> dict[_Place, Refusal]:
    """Rehearse what waits in each room, with somebody of the party there."""
    refusals, tried = dict[_Place, Refusal](), dict[tuple[str, str], Refusal | None]()
    for each in page.rooms:
        key = planned.keys[each.key]
        # Of the new rooms only this one, and of it only what waits there: each line compares the sessions
        # before and after it.
        stage = replace(
            session,
            rooms={**session.rooms, key: Room(planned.rooms[key].number, items=planned.rooms[key].items)},
            creatures={**session.creatures, _SOMEBODY: _somebody_in(session, key)},
        )
        # Those that the GM removed by hand do not come back with the page.
        waiting = planned.rooms[key].items
        items = zip(each.orders, planned.rooms[key].page.items, strict=True)
        lines = {item_key: line for line, item_key in items if item_key in waiting}
        item_keys = [*lines]
        for place, line in enumerate(lines.values()):
            text = line.keyword, line.typed
            if text not in tried:
                tried[text] = visit.rehearse(stage, key, item_keys[place : place + 1])
            # It may need what waits before it: a note about a creature.
            if tried[text] and (refusal := visit.rehearse(stage, key, item_keys[: place + 1])):
                refusals[line.number, line.typed] = refusal
    return refusals


def _somebody_in(session: Session, key: str) -> Creature:
    return Creature(session.game.new_sheet(PC, 0), _SOMEBODY, party=True, room=key)


def _page_lines_draft(page: Page, old: Area, visit: Visit) -> tuple[Draft, dict[_Place, Refusal]]:
    """Play the lines of no room that the page of the area did not have before; they change no room."""
    draft, refusals, starts = Draft(), dict[_Place, Refusal](), line_starts()
    known = {(each.keyword, each.typed) for each in parse_lines(old.text, page_words()) if each.is_order}
    for line in page.orders:
        if (line.keyword, line.typed) in known or line.keyword == TIME:
            continue
        typed = f"{starts.get(line.keyword, '')} {line.typed}".strip()
        try:
            draft = visit.with_line(draft, typed, f"page-{line.number}")
        except Refusal as refusal:
            refusals[line.number, line.typed] = refusal
    return draft, refusals


def _in_doubt(page: Page, refusals: Mapping[_Place, Refusal]) -> Page:
    """Put the lines in doubt that the campaign's game refuses."""
    if not refusals:
        return page
    rooms = tuple(replace(each, lines=_lines_in_doubt(each.lines, refusals)) for each in page.rooms)
    return replace(page, lines=_lines_in_doubt(page.lines, refusals), rooms=rooms)


def _lines_in_doubt(lines: tuple[PageLine, ...], refusals: Mapping[_Place, Refusal]) -> tuple[PageLine, ...]:
    return tuple(
        replace(each, doubt=_REFUSED) if each.is_order and (each.number, each.typed) in refusals else each
        for each in lines
    )
