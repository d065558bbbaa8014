"""A new chapter on disk: a save that begins with the present session. The old save stays as it is."""

import os
from pathlib import Path

from tracker.session.event import read_event
from tracker.session.moves.chapter import carry_over
from tracker.store.campaign import Campaign
from tracker.store.campaigns import CAMPAIGN_ID_BYTES, place
from tracker.store.event_line import make_event_id, new_writer, write_line
from tracker.store.files import refusing
from tracker.store.save_format import Contents, encode


def begin_chapter(campaign: Campaign, saves: Path, name: str, title: str) -> Path:
    """Write the chapter after a campaign as a campaign of its own, and return its path.

    Refuses `empty_name`, `event_too_big`, and a file that cannot be written.
    """
    session, writer = campaign.session, new_writer()
    drafts = carry_over(campaign.history, title)
    documents = [draft.document(campaign.gm, campaign.now(), session.elapsed) for draft in drafts]
    documents[0]["campaign"] = {
        "id": os.urandom(CAMPAIGN_ID_BYTES).hex(),
        "system": session.system,
        "title": title,
    }
    entries = {}
    for number, document in enumerate(documents, 1):
        event_id = make_event_id(number, writer)
        entries[event_id] = write_line(event_id, document)
        read_event(event_id, entries[event_id])
    with refusing(saves):
        return place(encode(Contents.of(entries)), name, saves)
