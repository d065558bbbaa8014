"""The title that a campaign has now, without folding its save: home asks for those of a whole folder."""

from collections.abc import Iterator
from contextlib import suppress

from tracker.rules.refusal import Refusal
from tracker.session.event import Event, read_event
from tracker.session.history import History
from tracker.store.contents import Campaign
from tracker.store.line import Unreadable, read_line

_TITLED = b'["title","="'
_BEARING = (_TITLED, b'"cancels":', b'"rewinds":')
"""What an event has in its line that gives a title, or takes one back."""


def title_now(campaign: Campaign, content: bytes) -> str:
    """Return the title that a save's bytes come to; the campaign's first one where that cannot be told."""
    if content.count(_TITLED) < 2:
        return campaign.title
    with suppress(Refusal):
        return History(campaign.system, _bearing(content)).session.title or campaign.title
    return campaign.title


def _bearing(content: bytes) -> Iterator[Event]:
    for line in content.split(b"\n"):
        if any(mark in line for mark in _BEARING):
            with suppress(Unreadable, Refusal):
                event_id, entry = read_line(line.strip().rstrip(b","))
                yield read_event(event_id, entry)
