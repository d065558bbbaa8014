"""Reminders: notes that become pending once what they wait for has come true."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder, without_key
from tracker.session.reminder import Reminder
from tracker.session.state import Session
from tracker.session.text import checked_text


def keep_reminder(session: Session, key: str, reminder: Reminder) -> Draft:
    """Keep a note of what to decide once something comes true. Raises `Refusal` `empty_text`."""
    text = checked_text(reminder.text, TEXT_LENGTH)
    if not text:
        raise Refusal("empty_text")
    builder = MoveBuilder.for_session(session).with_element("reminders", key, replace(reminder, text=text))
    return builder.with_fact("reminder_kept", text=text).draft()


def drop_reminder(session: Session, key: str) -> Draft:
    """Remove a reminder. Raises `Refusal` `unknown_reminder`."""
    if key not in session.reminders:
        raise Refusal("unknown_reminder", count=len(session.reminders))
    text = session.reminders[key].text
    remaining: Mapping[str, Reminder] = without_key(session.reminders, key)
    return (
        MoveBuilder.for_session(session)
        .with_values(reminders=remaining)
        .with_fact("reminder_dropped", text=text)
        .draft()
    )


def resolve_reminder(builder: MoveBuilder, pending: PendingRoll) -> MoveBuilder:
    """Record that the GM has decided what a reminder was for, and remove it."""
    key = str(pending.data["awaited"])
    text = builder.session.reminders[key].text
    return builder.without_element("reminders", key).with_fact("reminder_decided", text=text)
