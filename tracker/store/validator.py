"""The validator of a campaign's events: every later question about an accepted event has an answer."""

from collections.abc import Callable

from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.belonging import refuse_foreign_sheets, refuse_unfit_changes
from tracker.session.event import DocumentSource, Event, read_event
from tracker.wording.fact_needs import fact_check

Validator = Callable[[str, DocumentSource], Event]
"""Returns the event in a document, given its id; refuses an invalid event."""


def validator_for(system: str) -> Validator:
    """Return the validator for a campaign of this system; an unknown system has only well-formed events."""
    try:
        system_of(system)
    except Refusal:
        return read_event
    check_facts = fact_check(system)

    def validate(event_id: str, source: DocumentSource) -> Event:
        event = read_event(event_id, source, check_facts)
        refuse_foreign_sheets(system, event)
        refuse_unfit_changes(system, event)
        return event

    return validate
